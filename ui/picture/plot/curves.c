/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/plot/curves.h"

#include <math.h>
#include <string.h>

/* An image, and its pixels while they are written: premultiplied ARGB, rows `stride` pixels apart. */
typedef struct {
  cairo_surface_t *surface;
  guint32 *pixels;
  int stride;
  gboolean open;
} Image;

struct _NoslipCurves {
  Image curves, dots; /* dots: the curves with dots over them */
  gboolean dotted;
  NoslipCurvesPlace place, requested;
};

NoslipCurves *
noslip_curves_new(void)
{
  return g_new0(NoslipCurves, 1);
}

static void
image_clear(Image *image)
{
  if (image->surface != NULL)
    cairo_surface_destroy(image->surface);
  *image = (Image){0};
}

static void
image_open(Image *image)
{
  if (image->open || image->surface == NULL)
    return;
  cairo_surface_flush(image->surface);
  image->pixels = (guint32 *) (gpointer) cairo_image_surface_get_data(image->surface);
  image->stride = cairo_image_surface_get_stride(image->surface) / (int) sizeof(guint32);
  image->open = TRUE;
}

static cairo_surface_t *
image_close(Image *image)
{
  if (image->open)
    cairo_surface_mark_dirty(image->surface);
  image->open = FALSE;
  return image->surface;
}

void
noslip_curves_free(NoslipCurves *curves)
{
  if (curves == NULL)
    return;
  image_clear(&curves->curves);
  image_clear(&curves->dots);
  g_free(curves);
}

static gboolean
is_same(const NoslipCurvesPlace *a, const NoslipCurvesPlace *b)
{
  return a->width == b->width && a->height == b->height && memcmp(a->scale, b->scale, sizeof a->scale) == 0 &&
         memcmp(a->offset, b->offset, sizeof a->offset) == 0;
}

void
noslip_curves_clear(NoslipCurves *curves)
{
  Image *image = &curves->curves;
  image_open(image);
  if (image->open)
    memset(image->pixels, 0, (gsize) image->stride * (gsize) curves->place.height * sizeof(guint32));
}

gboolean
noslip_curves_place(NoslipCurves *curves, const NoslipCurvesPlace *place, gboolean *emptied)
{
  *emptied = FALSE;
  if (curves->curves.surface != NULL && is_same(place, &curves->place)) {
    curves->requested = *place;
    return TRUE;
  }
  gboolean again = is_same(place, &curves->requested);
  curves->requested = *place;
  if (!again || place->width < 1 || place->height < 1 || place->width > 8192 || place->height > 8192)
    return FALSE;
  if (curves->curves.surface == NULL || place->width != curves->place.width || place->height != curves->place.height) {
    image_clear(&curves->curves);
    image_clear(&curves->dots);
    curves->curves.surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, place->width, place->height);
  }
  curves->place = *place;
  curves->dotted = FALSE;
  noslip_curves_clear(curves);
  *emptied = TRUE;
  return TRUE;
}

cairo_surface_t *
noslip_curves_surface(NoslipCurves *curves)
{
  return image_close(curves->dotted ? &curves->dots : &curves->curves);
}

/* Draws the color over the pixel, with this coverage (0 to 1). */
static void
blend(const NoslipCurves *curves, const Image *image, int x, int y, const float color[4], float cover)
{
  if (x < 0 || y < 0 || x >= curves->place.width || y >= curves->place.height)
    return;
  guint32 *pixel = &image->pixels[(gsize) y * (gsize) image->stride + (gsize) x];
  float alpha = color[3] * cover;
  guint32 result = 0;
  for (int c = 0; c < 4; c++) {
    int shift = c == 3 ? 24 : 16 - 8 * c;
    float below = (float) (*pixel >> shift & 0xff), own = c == 3 ? 1 : color[c];
    result |= (guint32) (255 * alpha * own + (1 - alpha) * below + 0.5f) << shift;
  }
  *pixel = result;
}

void
noslip_curves_line(NoslipCurves *curves, NoslipColor color, double x1, double y1, double x2, double y2)
{
  const NoslipCurvesPlace *place = &curves->place;
  double from[2] = {x1 * place->scale[0] + place->offset[0], y1 * place->scale[1] + place->offset[1]};
  double to[2] = {x2 * place->scale[0] + place->offset[0], y2 * place->scale[1] + place->offset[1]};
  double size[2] = {place->width, place->height};
  for (int i = 0; i < 2; i++)
    if (!isfinite(from[i]) || !isfinite(to[i]) || fmax(from[i], to[i]) < -1 || fmin(from[i], to[i]) > size[i])
      return;
  image_open(&curves->curves);
  const float paint[4] = {(float) color.r, (float) color.g, (float) color.b, (float) color.a};
  /* along the longer direction, one pixel at a time, split between the two adjacent pixels; the last one is the first
   * of the next piece */
  int major = fabs(to[0] - from[0]) >= fabs(to[1] - from[1]) ? 0 : 1, minor = 1 - major;
  double length = to[major] - from[major], slope = length != 0 ? (to[minor] - from[minor]) / length : 0;
  int begin = (int) floor(CLAMP(from[major], -1, size[major])), end = (int) floor(CLAMP(to[major], -1, size[major]));
  for (int step = begin < end ? 1 : -1, p = begin; p != end; p += step) {
    double q = from[minor] + ((double) p + 0.5 - from[major]) * slope - 0.5;
    int below = (int) floor(CLAMP(q, -2, size[minor] + 1));
    float share = (float) (q - below);
    if (share >= 0 && share <= 1) {
      blend(curves, &curves->curves, major == 0 ? p : below, major == 0 ? below : p, paint, 1 - share);
      blend(curves, &curves->curves, major == 0 ? p : below + 1, major == 0 ? below + 1 : p, paint, share);
    }
  }
}

void
noslip_curves_begin_dots(NoslipCurves *curves)
{
  const NoslipCurvesPlace *place = &curves->place;
  if (curves->curves.surface == NULL)
    return;
  if (curves->dots.surface == NULL)
    curves->dots.surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, place->width, place->height);
  image_open(&curves->curves);
  image_open(&curves->dots);
  memcpy(curves->dots.pixels, curves->curves.pixels,
         (gsize) curves->dots.stride * (gsize) place->height * sizeof(guint32));
  curves->dotted = TRUE;
}

void
noslip_curves_dot(NoslipCurves *curves, NoslipColor color, double x, double y, double radius)
{
  const NoslipCurvesPlace *place = &curves->place;
  double px = x * place->scale[0] + place->offset[0], py = y * place->scale[1] + place->offset[1];
  double reach = radius + 1;
  if (!curves->dotted || !(px > -reach) || !(px < place->width + reach) || !(py > -reach) ||
      !(py < place->height + reach))
    return;
  image_open(&curves->dots);
  const float paint[4] = {(float) color.r, (float) color.g, (float) color.b, (float) color.a};
  for (int j = (int) floor(py - reach); j <= (int) ceil(py + reach); j++)
    for (int i = (int) floor(px - reach); i <= (int) ceil(px + reach); i++) {
      double dx = i + 0.5 - px, dy = j + 0.5 - py, cover = radius + 0.5 - sqrt(dx * dx + dy * dy);
      if (cover > 0)
        blend(curves, &curves->dots, i, j, paint, (float) fmin(cover, 1));
    }
}
