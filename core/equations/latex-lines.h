/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LaTeX mathematics on lines that fit a page: estimated widths, and breaks at the usual places. */
#pragma once

#include <glib.h>

/* The width of a line of written documents, in letters of mathematics at 10 pt (about 5.3 pt). */
#define NOSLIP_LATEX_LINE 80.0

/* The width of the formula, in letters. */
double noslip_latex_width(const char *latex);
/* The width of the widest fraction in it, in letters: a fraction cannot be broken. */
double noslip_latex_widest_fraction(const char *latex);
/* Appends the formula, broken before + and - if it is wider than `first` letters, its further lines than
 * `rest`: between terms, else also inside the outermost parentheses, and so on inwards. `next` begins each
 * further line. */
void noslip_latex_break(GString *text, const char *formula, double first, double rest, const char *next);
