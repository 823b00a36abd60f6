/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files that read and evaluate a witness tree. */
#pragma once

#include "core/verdict/witness-tree.h"

#define WITNESS_MOST_DEPTH 100 /* of lets that use each other */

typedef enum { IS_PARAMETER, IS_COORDINATE, IS_FIBRE, IS_LET, IS_ENTRY, IS_CONSTRAINT, IS_ROTATION, IS_INPUT } NameIs;

/* What an expression is: a number, a vector of two or three, or a rotation, which only a product takes. */
enum { WITNESS_NUMBER = 1, WITNESS_PAIR = 2, WITNESS_TRIPLE = 3, WITNESS_TURN = 4 };

struct _WitnessValue {
  guint shape;
  guint rotation; /* of a TURN: its index, and whether it is the inverse */
  gboolean inverse;
  NoslipJet *jet[3]; /* as many as a number or vector has components; of the tree's pool */
};

typedef struct {
  NameIs is;
  guint index;       /* of a parameter, coordinate, fibre coordinate, constraint, rotation; the rotation of an entry */
  guint row, column; /* of an entry of a rotation matrix, from 1 */
  Span span;         /* of a let, and of a velocity */
  WitnessValue *value; /* of a let or a velocity */
  guint generation;    /* when it was computed */
  gboolean uses_velocities, uses_lagrangian, scanned;
} WitnessName;

/* witness-values.c. Sets `reason`, if there is none yet, and returns FALSE. */
gboolean noslip_witness_fail(WitnessTree *tree, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* The same, for a form that the witness does not know. */
gboolean noslip_witness_unknown_form(WitnessTree *tree);
/* A jet of the pool, with any content, and back to it; NULL is allowed. */
NoslipJet *noslip_witness_take(WitnessTree *tree);
void noslip_witness_give(WitnessTree *tree, NoslipJet *jet);

/* witness-read.c: the statements of the text. FALSE with `reason`. */
gboolean noslip_witness_read(WitnessTree *tree);

/* witness-names.c */
WitnessName *noslip_witness_add_name(WitnessTree *tree, const char *text, NameIs is, guint index);
void noslip_witness_name_free(gpointer name);
/* The name, or the vector of which it is a component: v of "v.x", with *component set; G_MAXUINT where it is none. */
WitnessName *noslip_witness_find_name(const WitnessTree *tree, const char *text, guint *component);
gboolean noslip_witness_is_energy(const char *text);
/* witness-leaves.c */
gboolean noslip_witness_evaluate_name(WitnessTree *tree, const Token *token, WitnessValue *result);
/* lambda(NAME), a number of the row whose rate is not known. */
gboolean noslip_witness_evaluate_multiplier(WitnessTree *tree, const char *text, NoslipJet *result);
/* witness-energy.c */
/* kinetic, potential, lagrangian and energy, with the meaning that data/help/language.md gives them. */
gboolean noslip_witness_evaluate_energy(WitnessTree *tree, const char *text, NoslipJet *result);
gboolean noslip_witness_evaluate_momentum(WitnessTree *tree, const char *text, NoslipJet *result);

/* witness-nodes.c: the value of an expression, which is reached through tree->evaluate by the files of its leaves. The
 * caller clears the value. */
gboolean noslip_witness_evaluate_span(WitnessTree *tree, const Span *span, WitnessValue *result);

/* witness-values.c. The caller clears the value. */
gboolean noslip_witness_value(WitnessTree *tree, const Span *span, WitnessValue *result);
void noslip_witness_value_clear(WitnessTree *tree, WitnessValue *value);
/* Gives the value as many components as the shape has; those that are new have any content. */
void noslip_witness_value_resize(WitnessTree *tree, WitnessValue *value, guint shape);
void noslip_witness_value_copy(WitnessTree *tree, WitnessValue *to, const WitnessValue *from);
/* The entry (i, j) of the rotation matrix, body to space, from 1. */
void noslip_witness_rotation_entry(WitnessTree *tree, const WitnessRotation *rotation, guint i, guint j,
                                   NoslipJet *result);
/* df/dt along the motion, or df/dt alone where the tree is at rest. */
void noslip_witness_rate(WitnessTree *tree, NoslipJet *jet);
/* a . b of as many components */
void noslip_witness_dot(WitnessTree *tree, const WitnessValue *a, const WitnessValue *b, NoslipJet *result);

/* witness-bodies.c: T and V of bodies and springs. */
gboolean noslip_witness_bodies_kinetic(WitnessTree *tree, NoslipJet *result);
gboolean noslip_witness_bodies_potential(WitnessTree *tree, NoslipJet *result);
