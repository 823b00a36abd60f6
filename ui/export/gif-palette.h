/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The 256 colours that represent those of a picture best. */
#pragma once

#include <glib.h>

#define NOSLIP_GIF_COLORS 256
#define NOSLIP_GIF_CELLS (1 << 15) /* of the cube of colours: 5 bits of red, green and blue */

typedef struct {
  guint8 rgb[3 * NOSLIP_GIF_COLORS];
  guint8 index[NOSLIP_GIF_CELLS]; /* for each cell of the picture the index of its colour */
} NoslipGifPalette;

/* The cell of a pixel 0x..RRGGBB. */
static inline guint
noslip_gif_cell(guint32 pixel)
{
  return (pixel >> 9 & 0x7c00) | (pixel >> 6 & 0x3e0) | (pixel >> 3 & 0x1f);
}

/* By median cut: the box of colours with the most pixels is cut into two halves, until there are 256. `pixels` has n of
 * them, 0x..RRGGBB. */
void noslip_gif_palette_fill(NoslipGifPalette *palette, gsize n, const guint32 *pixels);
