/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interactive formulas: the pointer highlights a symbol wherever it is drawn, a click shows its number, a drag plots
 * it; keys do the same for the symbol at the caret. A view with formulas draws them with these functions. */
#pragma once

#include "core/expr/numbers.h"
#include "core/simulation/symbols.h"
#include "ui/picture/math/mathtext.h"
#include "ui/widgets/views/view.h"

/* A formula as given by its view. */
typedef struct {
  const char *left_latex, *right_latex; /* with symbols */
  const NoslipGraph *graph;             /* of the sides; NULL: numbers cannot be written into it */
  NoslipExpr left, right;
  gboolean remarks; /* says why while a hand makes the sides differ */
  double totals[2]; /* of the sides if they are known already, else NaN */
} NoslipFormula;

/* Formula `id` of the view; FALSE if there is none. */
typedef gboolean (*NoslipFormulaFind)(NoslipView *view, guint id, NoslipFormula *formula);
/* The value of a symbol that is not part of the motion, as defined next to formula `id`; NaN: none. */
typedef double (*NoslipFormulaDefined)(NoslipView *view, guint id, const char *name, NoslipSymbols *symbols);

/* Makes the view one of formulas. `defined` may be NULL. */
void noslip_formulas_attach(NoslipView *view, NoslipFormulaFind find, NoslipFormulaDefined defined);
/* The names that may occur in formulas at present; borrowed. `serial` (may be NULL) changes whenever they do. */
const NoslipMathNames *noslip_formulas_names(NoslipView *view, guint *serial);
/* Additional names, which the view defines itself, until the next call. */
void noslip_formulas_define(NoslipView *view, guint n, const char *const *names);

/* Whether formula `id` shows numbers. */
gboolean noslip_formulas_is_open(NoslipView *view, guint id);
/* The formula with its numbers, as LaTeX; free with g_free(). */
char *noslip_formulas_latex(NoslipView *view, guint id, const NoslipFormula *formula);
/* The same in the system language. */
char *noslip_formulas_text(NoslipView *view, guint id, const NoslipFormula *formula);
/* The value of a symbol at the shared time, or NaN. */
double noslip_formulas_value(NoslipView *view, guint id, const char *name);

/* For each drawing: forgets the positions of formulas, then draws each one. */
void noslip_formulas_begin(NoslipView *view);
void noslip_formulas_draw(NoslipView *view, guint id, const NoslipMath *math, const NoslipTheme *theme, double x,
                          double y, NoslipDisplay *display);

/* TRUE if the click was one on a formula. */
gboolean noslip_formulas_clicked(NoslipView *view, double x, double y);
/* Moves the caret through symbols (dx) or formulas (dy). */
void noslip_formulas_moved(NoslipView *view, int dx, int dy);
/* The data of a drag from there: the symbol's number, and its quantity; NULL if there is no symbol. */
GdkContentProvider *noslip_formulas_dragged(NoslipView *view, double x, double y);
/* The number of the symbol under the pointer, or at the caret, with all its digits; NULL: there is none. Free with
 * g_free(). */
char *noslip_formulas_copied(NoslipView *view);
/* The actions on the symbol at the caret, as items of the view's menu. */
void noslip_formulas_add_items(NoslipView *view, GtkBox *box);
/* The symbol at the caret in words, or NULL; free with g_free(). */
char *noslip_formulas_caret_words(NoslipView *view);
