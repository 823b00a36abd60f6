/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instruments: what a system shows besides its motion. Here the bracket of its own dynamics over the base coordinates
 * and the momenta, compiled, so that the window can read it off at any state. */
#pragma once

#include "core/geometry/bracket-table.h"

typedef struct {
  NoslipDynamicsKind kind;
  gboolean with_jacobiator;     /* of few functions only, so that no motion waits for it */
  guint n;                      /* names */
  guint m;                      /* the first m of them are base coordinates, the others momenta */
  char **names;                 /* "x", "p_1"; NULL-terminated */
  char **texts;                 /* what each stands for: "r*p(x') + p(w2)"; NULL-terminated */
  NoslipBracketTable *brackets; /* compiled, with its workspace: for the thread of the reader alone. NULL: no bracket */
  guint n_triples;
  guint (*triples)[3]; /* i < j < k */
  char *reason;        /* why there is no bracket, or NULL */
} NoslipInstruments;

NoslipInstruments *noslip_instruments_new(NoslipSystem *system);
void noslip_instruments_free(NoslipInstruments *instruments);
