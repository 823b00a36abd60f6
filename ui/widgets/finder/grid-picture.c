/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/finder/grid-picture.h"

#include <math.h>
#include <string.h>

#define FINE 320 /* smallest size of a picture in pixels, so that its cells have sharp borders */

static guint32
pixel_of(NoslipColor color)
{
  return 0xff000000u | (guint32) lround(255 * color.r) << 16 | (guint32) lround(255 * color.g) << 8 |
         (guint32) lround(255 * color.b);
}

static cairo_surface_t *
picture_of(const NoslipGrid *grid)
{
  guint each = MAX(1, FINE / MAX(grid->n[0], grid->n[1])), width = each * grid->n[0], height = each * grid->n[1];
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int) width, (int) height);
  guint8 *bytes = cairo_image_surface_get_data(surface);
  gsize stride = (gsize) cairo_image_surface_get_stride(surface);
  for (guint row = 0; row < height && bytes; row++)
    for (guint column = 0; column < width; column++) {
      guint cell = column / each * grid->n[1] + (height - 1 - row) / each;
      guint32 pixel = pixel_of(grid->colors[cell]);
      memcpy(bytes + row * stride + (gsize) 4 * column, &pixel, sizeof pixel);
    }
  cairo_surface_mark_dirty(surface);
  return surface;
}

void
noslip_grid_display(const NoslipGrid *grid, const NoslipFigure *figure, NoslipDisplay *display)
{
  double left, top, right, bottom;
  noslip_figure_to_pixels(figure, grid->low[0], grid->high[1], &left, &top);
  noslip_figure_to_pixels(figure, grid->high[0], grid->low[1], &right, &bottom);
  cairo_surface_t *surface = picture_of(grid);
  noslip_display_image(display, surface, left, top, right - left, bottom - top, 1);
  cairo_surface_destroy(surface);
}
