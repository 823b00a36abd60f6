/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparing pictures in tests. */
#pragma once

#include <cairo.h>

#include "ui/picture/theme.h"

typedef struct {
  double r, g, b; /* 0 to 1 */
} Pixel;
Pixel picture_pixel(cairo_surface_t *picture, int x, int y);
/* Pixels whose channels are all within `tolerance` of the colour. */
guint picture_count(cairo_surface_t *picture, NoslipColor color, double tolerance);
/* Number of pixels that differ by more than `tolerance` in a channel. */
guint picture_differing(cairo_surface_t *a, cairo_surface_t *b, double tolerance);
/* Largest difference between means of blocks of `block` pixels a side: edges may differ, areas may not. */
double picture_block_difference(cairo_surface_t *a, cairo_surface_t *b, int block);
/* Fails unless the block difference is at most `tolerance`, and then writes NAME-a.png, NAME-b.png and NAME-diff.png
 * into the folder of the built tests. */
void picture_assert_similar(const char *name, cairo_surface_t *a, cairo_surface_t *b, int block, double tolerance);
