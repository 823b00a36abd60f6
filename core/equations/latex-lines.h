/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LaTeX mathematics on lines that fit a page: widths that are estimated, and breaks where a reader expects them. */
#pragma once

#include <glib.h>

/* A line of the documents that are written, in widths of a letter of mathematics at 10 pt (about 5.3 pt). */
#define NOSLIP_LATEX_LINE 80.0

/* How wide the formula is, in letters. */
double noslip_latex_width(const char *latex);
/* The widest fraction in it: a fraction cannot be broken. */
double noslip_latex_widest_fraction(const char *latex);
/* Appends the formula, broken before + and - where it is wider than `first` letters, its further lines than `rest`:
 * between terms, else also inside the outermost parentheses, and so on inwards. `next` is what begins a further
 * line. */
void noslip_latex_break(GString *text, const char *formula, double first, double rest, const char *next);
