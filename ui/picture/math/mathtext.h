/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Typeset mathematics: lays out the LaTeX that noslip_expr_latex() writes (fractions, roots, scripts, dots and primes,
 * Greek letters, upright functions, brackets that grow, sums of terms) as a display list. */
#pragma once

#include "core/system/system.h"
#include "ui/picture/display.h"

typedef struct _NoslipMath NoslipMath;

/* Never fails: unknown input is set as plain text. */
NoslipMath *noslip_math_new(const NoslipTheme *theme, const char *latex, double size);
void noslip_math_free(NoslipMath *math);
void noslip_math_size(const NoslipMath *math, double *width, double *ascent, double *descent);
/* With the left end of the baseline at (x, y). */
void noslip_math_display(const NoslipMath *math, double x, double y, NoslipColor color, NoslipDisplay *display);
/* The names that are symbols of formulas: each is found where its LaTeX occurs. */
typedef struct _NoslipMathNames NoslipMathNames;
NoslipMathNames *noslip_math_names_new(void);
void noslip_math_names_free(NoslipMathNames *names);
void noslip_math_names_add(NoslipMathNames *names, const char *name);
/* This LaTeX is the symbol `name`; "": it is not a symbol, whatever it contains. */
void noslip_math_names_add_latex(NoslipMathNames *names, const char *latex, const char *name);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipMathNames, noslip_math_names_free)
/* A formula with known symbols: the names (may be NULL), and \symbol{NAME}{LATEX}. Lines are broken as by
 * noslip_math_new_wrapped(). */
NoslipMath *noslip_math_new_symbols(const NoslipTheme *theme, const char *latex, double size, double width,
                                    const NoslipMathNames *names);
/* Its symbols in reading order; positions are relative to the left end of the baseline, y grows
 * downwards. */
typedef struct {
  const char *name;
  double x, y, width, height;
} NoslipMathSymbol;
/* Array of NoslipMathSymbol; the names are the formula's. */
GArray *noslip_math_symbols(const NoslipMath *math);
/* Breaks a long sum at its outer signs so that no line is wider than `width`, if possible. */
NoslipMath *noslip_math_new_wrapped(const NoslipTheme *theme, const char *latex, double size, double width);
/* "omega" -> "ω", "w_1" -> "w₁", "k_phi" -> "k_φ", "x'" -> "ẋ" (or "x′" with primes): a name for labels and axes. Free
 * with g_free(). */
char *noslip_math_name(const char *name, gboolean primes);
/* The same for every name in a short expression without spaces: "p(omega)" -> "p(ω)". A text with spaces is copied
 * unchanged: it consists of words. NULL gives "". Free with g_free(). */
char *noslip_math_pretty(const char *text);
/* An expression of the language in one line: "r^2*p(x') - p(w2)" -> "r² p(ẋ) − p(w₂)". Free with g_free(). */
char *noslip_math_expression(const char *text);
/* A unit as usually written: "kg m^2" -> "kg m²", "s^-1" -> "s⁻¹". NULL gives "". Free with g_free(). */
char *noslip_math_unit(const char *unit);
/* A text about the system: names, letters with an index, and powers in it are converted, and nothing else: "momentum
 * along omega, pi1^2" -> "momentum along ω, π₁²". NULL gives "". Free with g_free(). */
char *noslip_math_words(const NoslipSystem *system, const char *words);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipMath, noslip_math_free)
