/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Display lists as PGF, the graphics of LaTeX: paths and clips as they are, texts in the font of the document. */
#pragma once

#include "ui/picture/display.h"

typedef struct _NoslipPgf NoslipPgf;

/* A picture of this size in points of 1/72 inch; `title` is a comment, or NULL. */
NoslipPgf *noslip_pgf_new(const char *title, double width, double height);
/* From now on noslip_display_draw() with this canvas writes into `pgf` and draws nothing. The units of the canvas are
 * points, whatever its transformation makes of them. */
void noslip_pgf_attach(NoslipPgf *pgf, cairo_t *cairo);
/* The one that is attached, or NULL. */
NoslipPgf *noslip_pgf_attached(cairo_t *cairo);
void noslip_pgf_draw(NoslipPgf *pgf, const NoslipDisplay *display, cairo_t *cairo);
/* The file's text, for g_free(), and the end of `pgf`. NULL where an image has more cells than PGF can hold. */
char *noslip_pgf_free(NoslipPgf *pgf);
