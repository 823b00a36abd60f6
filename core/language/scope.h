/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The meaning of names, and expressions as handles of a graph. Inside language/. */
#pragma once

#include "core/language/source.h"

/* What an expression depends on, which decides where it is allowed. */
typedef enum {
  USES_COORDINATES = 1 << 0,
  USES_VELOCITIES = 1 << 1,
  USES_TIME = 1 << 2,
  USES_LAMBDA = 1 << 3,
  USES_MU = 1 << 4,
  USES_FORMAL = 1 << 5,     /* d( ) of more than coordinates, {f, g}, jacobi( ) */
  USES_LAGRANGIAN = 1 << 6, /* energy, p( ) … */
  USES_OBSERVABLES = 1 << 7,
  USES_CONSTANTS = 1 << 8, /* parameters and lets */
  USES_FORMS = 1 << 9,     /* a form on the algebroid that is not evaluated on sections: in no other set */
} Uses;

#define USES_STATE (USES_CONSTANTS | USES_COORDINATES | USES_VELOCITIES)
#define USES_ANYTHING (0x1FF)

typedef enum {
  NAME_PARAMETER,
  NAME_COORDINATE,
  NAME_FIBRE,
  NAME_LET,
  NAME_CONSTRAINT,
  NAME_OBSERVABLE,
  NAME_CONSTANT,
} NameKind;

typedef struct {
  NameKind kind;
  guint index;     /* among the names of its kind in the system */
  guint statement; /* that defines a let, a velocity or an observable; G_MAXUINT for others */
  gboolean bad;    /* its declaration had an error, which has been reported */
  guint uses;      /* of lets and observables */
  NoslipExpr expr; /* value; for a vector its x component; unused for constraints */
  guint degree;    /* of forms; 0 of all others */
  guint shape;     /* for lets and observables: 1, or the number of components of a vector */
  NoslipExpr rest[2];
  guint components; /* for a vector constraint: bit i is set if component i exists */
  NoslipPlace place;
} Name;

typedef struct {
  NoslipGraph *graph;
  GHashTable *names; /* const char * -> Name */
  guint m, n;
  const char **coordinates;    /* m */
  NoslipExpr *x, *velocity;    /* m: symbols, and the expressions of x' */
  const char **fibres;         /* n */
  NoslipExpr *y, *momentum;    /* n */
  NoslipExpr *copies[2];       /* n or NULL: y~1 and y~2 in forms, made when they are first used */
  const NoslipExpr *structure; /* C^c_ab, n x n x n, borrowed; NULL until known */
  NoslipExpr *frame;           /* n x m or NULL: p(x') = sum of momentum[alpha] * frame[alpha][i] */
  guint n_rotations;
  const NoslipRotation *rotations; /* borrowed */
  NoslipExpr t, lagrangian, kinetic, potential, energy;
  gboolean has_lagrangian;
  gboolean primes_are_sections; /* in brackets: x' is the section of that name */
  gboolean quiet;               /* errors are reported elsewhere */
  gboolean full;                /* the graph's limit has been reported */
  GArray *domain;               /* of NoslipExpr, or NULL: what must be finite where the last expression is defined */
  GHashTable *domains;          /* const Name * -> GArray of NoslipExpr: the same for lets and observables */
} Scope;

/* m and n, and zeroed arrays of these sizes. */
void noslip_scope_set_size(Scope *scope, guint m, guint n);
void noslip_scope_clear(Scope *scope);
/* df/dt + df/dx^i x'^i of a function of coordinates and t. */
NoslipExpr noslip_scope_rate_of_position(Scope *scope, NoslipExpr f);
const Name *noslip_scope_name(const Scope *scope, const char *name);
/* Evaluates; `what` is the statement in the words of messages ("a constraint"), `allowed` its allowed dependencies.
 * FALSE if there was an error (reported, unless the scope is quiet) or a name is bad. */
gboolean noslip_scope_expression(Scope *scope, Source *source, const Span *span, const char *what, guint allowed,
                                 NoslipExpr *expr, guint *uses);
/* The same for a number or a vector: fills `shape` components, 1 for a number. */
gboolean noslip_scope_vector(Scope *scope, Source *source, const Span *span, const char *what, guint allowed,
                             NoslipExpr components[3], guint *shape, guint *uses);
/* scope-domain.c: notes from now on where expressions are defined as they are written. After each of them, `domain` has
 * its functions, powers and reciprocals of denominators that are not numbers everywhere, those of a branch of if( )
 * multiplied by its condition. Simplified expressions cannot tell: x/x is 1 in the graph. */
void noslip_scope_note_domains(Scope *scope);
/* Remembers `domain` as that of the name's value. */
void noslip_scope_name_domain(Scope *scope, const Name *name);
/* scope-form.c: forms are linear in copies of the fibre coordinates; returns the highest copy used, 0 for functions. */
guint noslip_form_degree(Scope *scope, NoslipExpr e);
NoslipExpr noslip_form_exterior(Scope *scope, NoslipExpr e, guint degree);
/* The entry of the rotation matrix, body to space, of a unit quaternion; rows and columns from 0. */
NoslipExpr noslip_rotation_entry(NoslipGraph *graph, const NoslipExpr *quaternion, guint row, guint column);
/* Finds the stem of a name with a component, "c.x": its length, and the index of the component; 0 if it has none. */
gsize noslip_scope_stem(const char *name, guint *component);
/* An error about an undeclared name, with the probable meaning; else `remedy`. */
void noslip_scope_unknown(Scope *scope, Source *source, NoslipPlace place, const char *name, const char *remedy);
/* Index of the coordinate with the velocity `name` (with a prime), or -1. */
int noslip_scope_primed(const Scope *scope, const char *name);
int noslip_scope_fibre(const Scope *scope, const char *name);
