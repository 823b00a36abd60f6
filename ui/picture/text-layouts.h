/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laid out texts of a picture that is drawn again and again: most of its texts stay the same from frame to frame. For
 * the thread that made them. */
#pragma once

#include <pango/pangocairo.h>

#include "ui/picture/display.h"
#include "ui/picture/text-glyphs.h"

typedef struct _NoslipTextLayouts NoslipTextLayouts;

NoslipTextLayouts *noslip_text_layouts_new(void);
void noslip_text_layouts_free(NoslipTextLayouts *layouts);
/* Before each drawing: for this canvas. Texts that have not been drawn for a while are forgotten. */
void noslip_text_layouts_begin(NoslipTextLayouts *layouts, cairo_t *cairo);
/* As noslip_text_prepare() sets it; it stays valid until the next noslip_text_layouts_begin(). */
PangoLayout *noslip_text_layouts_get(NoslipTextLayouts *layouts, const char *font, const NoslipTextStyle *style,
                                     const char *text);
/* The glyphs of the same text, or of a number with its figures; valid as long. NULL: Pango must draw the layout. */
const NoslipTextGlyphs *noslip_text_layouts_glyphs(NoslipTextLayouts *layouts, const char *font,
                                                   const NoslipTextStyle *style, const char *text);
guint noslip_text_layouts_n(const NoslipTextLayouts *layouts); /* kept at present */
