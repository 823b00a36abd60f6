/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The glyphs of a text with their places, drawn again and again without Pango; also those of a number of which the
 * figures change. For the thread that made them. */
#pragma once

#include <pango/pangocairo.h>

#include "ui/picture/display.h"

typedef struct _NoslipTextGlyphs NoslipTextGlyphs;

/* Of a laid out line. NULL: it needs Pango, as a character without a glyph does. */
NoslipTextGlyphs *noslip_text_glyphs_new(PangoLayout *layout);
/* For all texts that differ from this one in the values of figures ('0' to '9') alone. NULL: glyphs of such texts differ
 * in more than these figures, for example in their places. */
NoslipTextGlyphs *noslip_text_glyphs_new_number(PangoContext *context, const char *font, const NoslipTextStyle *style,
                                                const char *text);
void noslip_text_glyphs_free(NoslipTextGlyphs *glyphs);
/* In the units of the canvas: of the line, and from its top to its baseline. */
void noslip_text_glyphs_size(const NoslipTextGlyphs *glyphs, double *width, double *height, double *baseline);
/* Draws the text with its top left corner here. It has the figures of a number. */
void noslip_text_glyphs_show(const NoslipTextGlyphs *glyphs, const char *text, double x, double y, cairo_t *cairo);
