/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the witness's equations share. */
#pragma once

#include "core/verdict/witness-equations.h"

#include <math.h>

static inline void
add_term(WitnessNumber *sum, double factor, double value, double size)
{
  sum->value += factor * value;
  sum->size += fabs(factor) * size;
}

/* A term factor * series, of the Taylor coefficient of order k. */
static inline void
add_series(WitnessNumber *sum, double factor, const NoslipJetSeries *series, guint k)
{
  add_term(sum, factor, series->value[k], series->size[k]);
}

/* The parts of a jet: derivatives by x^i, x'^i and y^alpha. */
static inline const NoslipJetSeries *
by_x(const WitnessEquations *self, const NoslipJet *jet, guint i)
{
  (void) self;
  return &jet->series[1 + i];
}

static inline const NoslipJetSeries *
by_v(const WitnessEquations *self, const NoslipJet *jet, guint i)
{
  return &jet->series[1 + self->tree->m + i];
}

static inline const NoslipJetSeries *
by_y(const WitnessEquations *self, const NoslipJet *jet, guint a)
{
  return &jet->series[1 + 2 * self->tree->m + a];
}

static inline gboolean
has_sections(const WitnessEquations *self)
{
  return self->tree->frame == WITNESS_SECTIONS;
}

/* witness-unfold.c: all variables along the motion, at a row. FALSE with the tree's `reason`. */
gboolean noslip_witness_unfold(WitnessEquations *self, const double *row);
/* The variables with these rates; NULL means zeros. */
void noslip_witness_set_variables(WitnessEquations *self, const double *x, const double *xdot, const double *v,
                                  const double *vdot, const double *y, const double *ydot);
/* The time derivative of T_a f. */
WitnessNumber noslip_witness_vertical_rate(const WitnessEquations *self, const NoslipJet *f, guint a);
/* T_a f and rho^i_a X_i f of witness-equations.h; rho is one of the two anchors. */
WitnessNumber noslip_witness_vertical(const WitnessEquations *self, const NoslipJet *f, guint a);
WitnessNumber noslip_witness_horizontal(const WitnessEquations *self, const double *anchor, const NoslipJet *f,
                                        guint a);
/* witness-brackets.c: - C^c_ab y^b p_c, of the momenta of `self`. */
gboolean noslip_witness_add_brackets(WitnessEquations *self, WitnessNumber *sums);
/* witness-presymplectic.c: alpha - i_y Omega of a presymplectic text. */
gboolean noslip_witness_add_presymplectic(WitnessEquations *self);
