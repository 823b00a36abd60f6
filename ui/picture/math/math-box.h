/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boxes of typeset mathematics; private to mathtext.c and math-box.c. Coordinates are relative to the left end of the
 * baseline, y downwards. */
#pragma once

#include "ui/picture/math/mathtext.h"

typedef enum {
  NOSLIP_MARK_TEXT,
  NOSLIP_MARK_RULE,    /* x, y, width, height */
  NOSLIP_MARK_DOT,     /* x, y of its centre; width: radius */
  NOSLIP_MARK_BRACKET, /* of `text` "(", ")", "[", "]", "|", "{" or "}": x, y of the top, width, height */
  NOSLIP_MARK_RADICAL, /* the hook, x, y of the top, width, height */
  NOSLIP_MARK_SYMBOL,  /* invisible: the symbol `text` fills x, y of the top, width, height */
} NoslipMarkKind;

typedef struct {
  NoslipMarkKind kind;
  double x, y, width, height, size;
  gboolean italic, bold;
  char *text; /* owned, or NULL */
} NoslipMathMark;

struct _NoslipMath {
  const NoslipTheme *theme;
  NoslipTheme own_theme;
  GArray *marks; /* NoslipMathMark */
  double width, ascent, descent;
};

/* Distance of the axis of fractions and signs above the baseline, in ems. */
#define NOSLIP_MATH_AXIS 0.26

/* math-symbol.c: the longest of the names at this place of a formula, with the length of its LaTeX; NULL if there is
 * none. `names` may be NULL. */
const char *noslip_math_names_at(const NoslipMathNames *names, const char *latex, gsize *length);
/* Records that the box, in its present state, is a symbol; to be added to `box` later. */
NoslipMathMark noslip_math_symbol_mark(const NoslipMath *box, const char *name);
/* mathtext.c: "omega" -> "ω"; NULL if it is not a symbol. */
const char *noslip_math_symbol(const char *name);
NoslipMath *noslip_math_empty(const NoslipTheme *theme);
NoslipMath *noslip_math_text(const NoslipTheme *theme, const char *text, double size, gboolean italic);
NoslipMath *noslip_math_bold(const NoslipTheme *theme, const char *text, double size);
void noslip_math_space(NoslipMath *row, double width);
/* Appends `box` at the right end, raised by `raise`; takes ownership. */
void noslip_math_append(NoslipMath *row, NoslipMath *box, double raise);
/* Puts `box` at (x, y) without widening more than needed; takes ownership. */
void noslip_math_put(NoslipMath *row, NoslipMath *box, double x, double y);
/* All take their arguments. */
NoslipMath *noslip_math_fraction(NoslipMath *above, NoslipMath *below, double size);
NoslipMath *noslip_math_root(NoslipMath *inside, double size);
NoslipMath *noslip_math_bracketed(NoslipMath *inside, const char *open, const char *close, double size);
NoslipMath *noslip_math_dotted(NoslipMath *inside, guint dots, double size);
NoslipMath *noslip_math_scripted(NoslipMath *base, NoslipMath *above, NoslipMath *below, double size); /* NULLs */
