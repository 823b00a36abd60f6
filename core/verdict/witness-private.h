/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files that read and evaluate a witness tree. */
#pragma once

#include "core/verdict/witness-tree.h"

#define WITNESS_MOST_DEPTH 100 /* depth of lets that use each other */

typedef enum { IS_PARAMETER, IS_COORDINATE, IS_FIBRE, IS_LET, IS_ENTRY, IS_CONSTRAINT, IS_ROTATION, IS_INPUT } NameIs;

/* The type of an expression: a number, a vector of two or three, or a rotation, which may occur only in products. */
enum { WITNESS_NUMBER = 1, WITNESS_PAIR = 2, WITNESS_TRIPLE = 3, WITNESS_TURN = 4 };

struct _WitnessValue {
  guint shape;
  guint rotation; /* of a TURN: its index, and whether it is the inverse */
  gboolean inverse;
  NoslipJet *jet[3]; /* one for each component of a number or vector; from the tree's pool */
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
/* The same, for a form that the witness does not support. */
gboolean noslip_witness_unknown_form(WitnessTree *tree);
/* Takes a jet from the pool, with undefined content; noslip_witness_give() returns it to the pool, NULL is ignored. */
NoslipJet *noslip_witness_take(WitnessTree *tree);
void noslip_witness_give(WitnessTree *tree, NoslipJet *jet);

/* witness-read.c: the statements of the text. FALSE with `reason`. */
gboolean noslip_witness_read(WitnessTree *tree);

/* witness-names.c */
WitnessName *noslip_witness_add_name(WitnessTree *tree, const char *text, NameIs is, guint index);
void noslip_witness_name_free(gpointer name);
/* The name, or the vector of which it is a component: v of "v.x", with *component set; the index is G_MAXUINT if it is
 * unknown. */
WitnessName *noslip_witness_find_name(const WitnessTree *tree, const char *text, guint *component);
gboolean noslip_witness_is_energy(const char *text);
/* witness-leaves.c */
gboolean noslip_witness_evaluate_name(WitnessTree *tree, const Token *token, WitnessValue *result);
/* lambda(NAME), a number of the row whose rate is unknown. */
gboolean noslip_witness_evaluate_multiplier(WitnessTree *tree, const char *text, NoslipJet *result);
/* witness-energy.c */
/* kinetic, potential, lagrangian and energy, with the meaning that data/help/language.md gives them. */
gboolean noslip_witness_evaluate_energy(WitnessTree *tree, const char *text, NoslipJet *result);
/* What has a momentum: the velocity of a coordinate, a section, and a velocity of a frame, by its index. */
typedef enum { WITNESS_OF_COORDINATE, WITNESS_OF_SECTION, WITNESS_OF_FRAME } WitnessMomentum;
/* The momentum and the energy with their rates and partial derivatives, and for vakonomic motions the rates of these;
 * of higher orders NaN. */
gboolean noslip_witness_momentum_slopes(WitnessTree *tree, WitnessMomentum of, guint index, NoslipJet *result);
gboolean noslip_witness_energy_slopes(WitnessTree *tree, NoslipJet *result);
gboolean noslip_witness_evaluate_momentum(WitnessTree *tree, const char *text, NoslipJet *result);

/* witness-nodes.c: the value of an expression; the files of its leaves call it through tree->evaluate. The caller
 * clears the value. */
gboolean noslip_witness_evaluate_span(WitnessTree *tree, const Span *span, WitnessValue *result);

/* witness-values.c. The caller clears the value. */
gboolean noslip_witness_value(WitnessTree *tree, const Span *span, WitnessValue *result);
void noslip_witness_value_clear(WitnessTree *tree, WitnessValue *value);
/* Gives the value as many components as the shape has; new ones have any content. */
void noslip_witness_value_resize(WitnessTree *tree, WitnessValue *value, guint shape);
void noslip_witness_value_copy(WitnessTree *tree, WitnessValue *to, const WitnessValue *from);
/* The entry (i, j) of the rotation matrix, body to space, from 1. */
void noslip_witness_rotation_entry(WitnessTree *tree, const WitnessRotation *rotation, guint i, guint j,
                                   NoslipJet *result);
/* df/dt along the motion, or the partial df/dt if the tree is at rest. */
void noslip_witness_rate(WitnessTree *tree, NoslipJet *jet);
/* a . b of as many components */
void noslip_witness_dot(WitnessTree *tree, const WitnessValue *a, const WitnessValue *b, NoslipJet *result);

/* witness-bodies.c: T and V of bodies and springs. */
gboolean noslip_witness_bodies_kinetic(WitnessTree *tree, NoslipJet *result);
gboolean noslip_witness_bodies_potential(WitnessTree *tree, NoslipJet *result);
