/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of formulas. */
#pragma once

#include "ui/widgets/views/formulas/formulas.h"

/* A symbol, or a whole formula (name NULL), at its last position. */
typedef struct {
  guint id, nth; /* of the formula, and of the symbol in it */
  char *name;
  double x, y, width, height;
} NoslipSpot;

typedef struct {
  NoslipFormulaFind find;
  NoslipFormulaDefined defined;
  GHashTable *open;        /* id -> set of the names that are written as numbers; "*": all */
  GArray *symbols, *boxes; /* of NoslipSpot */
  NoslipMathNames *names;
  const NoslipQuantities *quantities; /* the owner of the names: only compared */
  char **further;                     /* names that the view defines */
  guint serial;
  gboolean has_caret;
  guint caret_id, caret_nth;
  double rest_x, rest_y; /* position of the pointer when the caret moved last: it is ignored until it moves */
} NoslipFormulas;

/* formulas.c */
/* Gives the view the memory of formulas; noslip_formulas_attach() adds the input. */
void noslip_formulas_set_up(NoslipView *view, NoslipFormulaFind find, NoslipFormulaDefined defined);
NoslipFormulas *noslip_formulas_of(NoslipView *view); /* NULL: the view has no formulas */
const NoslipSpot *noslip_formulas_symbol_at(const NoslipFormulas *formulas, double x, double y);
const NoslipSpot *noslip_formulas_caret(const NoslipFormulas *formulas);
/* The name's value and description: "ω = 1.5 rad/s, turning rate". Free with g_free(). */
char *noslip_formulas_words(NoslipView *view, guint id, const char *name);
/* Switches between a symbol and its number; name NULL: for all symbols. */
void noslip_formulas_toggle(NoslipView *view, guint id, const char *name);
