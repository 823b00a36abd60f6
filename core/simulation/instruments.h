/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instruments: data of a system besides its motion. They contain the bracket of its dynamics over the base coordinates
 * and the momenta, compiled, so that the window can evaluate it at any state. */
#pragma once

#include "core/geometry/bracket-table.h"

typedef struct {
  NoslipDynamicsKind kind;
  gboolean with_jacobiator;     /* only for few functions, so that no motion waits for it */
  guint n;                      /* number of names */
  guint m;                      /* the first m of them are base coordinates, the others momenta */
  char **names;                 /* "x", "p_1"; NULL-terminated */
  char **texts;                 /* the meaning of each: "r*p(x') + p(w2)"; NULL-terminated */
  NoslipBracketTable *brackets; /* compiled, including its workspace: used by the reading thread only. NULL: no
                                 * bracket */
  guint n_triples;
  guint (*triples)[3]; /* i < j < k */
  char *reason;        /* why there is no bracket, or NULL */
} NoslipInstruments;

NoslipInstruments *noslip_instruments_new(NoslipSystem *system);
void noslip_instruments_free(NoslipInstruments *instruments);
