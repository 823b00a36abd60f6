/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From statements to the system. Inside language/. */
#pragma once

#include "core/language/scope.h"
#include "core/language/statements.h"

#define NOSLIP_LANGUAGE_MOST_COORDINATES 200 /* same limit for fibre coordinates, constraints, parameters */

struct _Builder {
  Source *source;
  NoslipSystem *system;
  Scope scope;
  guint *index;       /* for each statement: the index of its declaration among those of its kind */
  GArray *parameters; /* these arrays become the system's */
  GArray *coordinates;
  GArray *fibres;
  GArray *rotation_fibres; /* the fibre coordinates of rotations, which come last */
  GArray *constraints;
  GArray *lets; /* of NoslipNamed, including those of rotations */
  GArray *observables;
  guint *count;  /* of each constraint or claim statement: the number of its components; builder->index is the first
                  * one */
  GArray *order; /* of statements: lets, velocities, observables and the Lagrangian (n_statements) */
  gboolean has_velocities, has_sections;
  gboolean failed; /* something could not be built: there must be an error */
};

static inline const Statement *
noslip_builder_statement(const Builder *builder, guint i)
{
  return &g_array_index(builder->source->statements, Statement, i);
}

/* The first statement of this kind at or after *i without an error, or NULL; *i is its index. */
const Statement *noslip_builder_next(const Builder *builder, guint *i, StatementKind kind);
const Part *noslip_builder_part(const Builder *builder, const Statement *statement, PartKind kind);
/* The text of a unit, a description …, to be freed, or NULL. */
char *noslip_builder_text(const Builder *builder, const Statement *statement, PartKind kind);
/* The name that the statement declares; "" if it has none. */
const char *noslip_builder_name(const Builder *builder, const Statement *statement);
NoslipPlace noslip_builder_place(const Builder *builder, const Statement *statement);
gboolean noslip_builder_expression(Builder *builder, const Span *span, const char *what, guint allowed,
                                   NoslipExpr *expr, guint *uses);
/* left - right of the statement. */
gboolean noslip_builder_difference(Builder *builder, const Statement *statement, const char *what, guint allowed,
                                   NoslipExpr *expr, guint *uses);
/* The same for numbers or vectors; a plain 0 on one side is the zero vector. */
gboolean noslip_builder_vector_difference(Builder *builder, const Statement *statement, const char *what, guint allowed,
                                          NoslipExpr components[3], guint *shape, guint *uses);
gboolean noslip_builder_vector(Builder *builder, const Span *span, const char *what, guint allowed,
                               NoslipExpr components[3], guint *shape, guint *uses);
/* "c.x" of a vector c. Free with g_free(). */
char *noslip_builder_component(const char *name, guint i);
/* The value of an expression without names. FALSE after an error. */
gboolean noslip_builder_number(Builder *builder, const Span *span, const char *what, double *value);

/* The steps, in this order. */
void noslip_build_names(Builder *builder);
/* Enters a name created while the system is built: a component of a vector. FALSE after an error. */
gboolean noslip_builder_enter(Builder *builder, const char *text, NoslipPlace place, NameKind kind, guint index);
void noslip_build_parameters(Builder *builder);
void noslip_build_geometry(Builder *builder);
/* build-connection.c: velocities declared in addition to sections replace them. */
void noslip_build_reframe(Builder *builder);
/* f = sum_i slopes[i * stride] symbols[i] exactly, with slopes free of the symbols; FALSE if f is not linear. */
gboolean noslip_builder_slopes(NoslipGraph *graph, NoslipExpr f, guint n, const NoslipExpr *symbols, NoslipExpr *slopes,
                               guint stride);
void noslip_build_mechanics(Builder *builder);
void noslip_build_initial(Builder *builder);
void noslip_build_claims(Builder *builder);
void noslip_build_units(Builder *builder); /* units of energy and multipliers; called if there were no errors */
void noslip_build_picture(Builder *builder);

/* build-presymplectic.c: the coefficients (n, or n x n) of a form of degree 1 or 2 in the dual sections; FALSE if it is
 * not linear in each of its sections. */
gboolean noslip_build_form_coefficients(Scope *scope, NoslipExpr e, guint degree, NoslipExpr *coefficients);
/* Omega and alpha of the system, and H if alpha is dE(H), else 0. FALSE if there is no such statement or it is wrong;
 * *is_given distinguishes the two. */
gboolean noslip_build_presymplectic(Builder *builder, NoslipExpr *hamiltonian, gboolean *is_given);
/* Adds the force y Omega - alpha of a presymplectic statement. */
void noslip_build_presymplectic_forces(Builder *builder);

/* build-slips.c: warnings about probable slips, after the system is derived without errors. */
void noslip_build_slips(Builder *builder);
/* slips-bodies.c: errors and warnings about bodies that cannot exist. */
void noslip_slips_bodies(Builder *builder);
/* slips-chosen.c: warnings about velocities at the initial state (x, y) that are not 0 though nothing determines
 * them. */
void noslip_slips_chosen(const NoslipSystem *system, const double *parameters, const double *x, const double *y,
                         NoslipDiagnostics *diagnostics);

/* build-definitions.c: values of lets, velocities, observables and the Lagrangian, each after those that it uses.
 * `raw`: x' is a symbol, velocities represent their definitions, and only errors of velocities are reported. */
void noslip_build_order(Builder *builder);
void noslip_build_definitions(Builder *builder, gboolean raw);
void noslip_build_lagrangian(Builder *builder);
/* build-bodies.c: the contributions of bodies, springs and gravity to T and V, and of dampers to the forces. */
gboolean noslip_build_has_bodies(const Builder *builder);
gboolean noslip_build_bodies(Builder *builder, NoslipExpr *kinetic, NoslipExpr *potential);
void noslip_build_dampers(Builder *builder);
/* The rotation that a `turn NAME` names, or NULL after an error. */
const NoslipRotation *noslip_builder_rotation(Builder *builder, const Part *part);
/* build-connection.c: the brackets that follow from connections and those of the Lie algebra. */
void noslip_build_connections(Builder *builder);
/* build-contacts.c: friction, bounces and inputs. */
void noslip_build_contacts(Builder *builder);
/* Whether the limits of frictions can be solved for, after the system is derived. */
void noslip_build_check_contacts(Builder *builder);
/* Inputs whose course is a number become parameters; before the geometry. */
void noslip_build_inputs(Builder *builder);
/* The value of an input's name from its course in t. */
void noslip_build_course(Builder *builder, const Statement *statement, Name *name);
/* The ends of a range. */
void noslip_builder_range(Builder *builder, const Statement *statement, const char *what, double *low, double *high);
/* The meaning of NAME in a force or friction: a fibre coordinate, x' = rho y, or a section that velocities have
 * replaced; FALSE after an error. */
gboolean noslip_builder_velocity(Builder *builder, const Statement *statement, NoslipExpr *velocity);
/* build-rotation.c: anchors, brackets and matrix entries. */
void noslip_build_rotations(Builder *builder);
/* build-frame.c: the sections that velocity statements define, their anchor and brackets. */
void noslip_build_derived_frame(Builder *builder);
