/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/curves.h"

#include <math.h>
#include <string.h>

struct _NoslipCurves {
  cairo_surface_t *surface;
  guint32 *pixels; /* premultiplied ARGB */
  int stride;      /* pixels */
  gboolean open;   /* pixels were written since the surface was last looked at */
  NoslipCurvesPlace place, asked;
};

NoslipCurves *
noslip_curves_new(void)
{
  return g_new0(NoslipCurves, 1);
}

void
noslip_curves_free(NoslipCurves *curves)
{
  if (curves == NULL)
    return;
  if (curves->surface != NULL)
    cairo_surface_destroy(curves->surface);
  g_free(curves);
}

static gboolean
is_same(const NoslipCurvesPlace *a, const NoslipCurvesPlace *b)
{
  return a->width == b->width && a->height == b->height && memcmp(a->scale, b->scale, sizeof a->scale) == 0 &&
         memcmp(a->offset, b->offset, sizeof a->offset) == 0;
}

static void
open_pixels(NoslipCurves *curves)
{
  if (curves->open || curves->surface == NULL)
    return;
  cairo_surface_flush(curves->surface);
  curves->pixels = (guint32 *) (gpointer) cairo_image_surface_get_data(curves->surface);
  curves->stride = cairo_image_surface_get_stride(curves->surface) / (int) sizeof(guint32);
  curves->open = TRUE;
}

void
noslip_curves_clear(NoslipCurves *curves)
{
  open_pixels(curves);
  if (curves->open)
    memset(curves->pixels, 0, (gsize) curves->stride * (gsize) curves->place.height * sizeof(guint32));
}

gboolean
noslip_curves_place(NoslipCurves *curves, const NoslipCurvesPlace *place, gboolean *emptied)
{
  *emptied = FALSE;
  if (curves->surface != NULL && is_same(place, &curves->place)) {
    curves->asked = *place;
    return TRUE;
  }
  gboolean again = is_same(place, &curves->asked);
  curves->asked = *place;
  if (!again || place->width < 1 || place->height < 1 || place->width > 8192 || place->height > 8192)
    return FALSE;
  if (curves->surface == NULL || place->width != curves->place.width || place->height != curves->place.height) {
    if (curves->surface != NULL)
      cairo_surface_destroy(curves->surface);
    curves->surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, place->width, place->height);
    curves->open = FALSE;
  }
  curves->place = *place;
  noslip_curves_clear(curves);
  *emptied = TRUE;
  return TRUE;
}

cairo_surface_t *
noslip_curves_surface(NoslipCurves *curves)
{
  if (curves->open)
    cairo_surface_mark_dirty(curves->surface);
  curves->open = FALSE;
  return curves->surface;
}

/* color over the pixel, with so much of the pixel covered (0 to 1). */
static void
blend(NoslipCurves *curves, int x, int y, const float color[4], float cover)
{
  if (x < 0 || y < 0 || x >= curves->place.width || y >= curves->place.height)
    return;
  guint32 *pixel = &curves->pixels[(gsize) y * (gsize) curves->stride + (gsize) x];
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
  open_pixels(curves);
  const float paint[4] = {(float) color.r, (float) color.g, (float) color.b, (float) color.a};
  /* along the longer way, a pixel at a time, shared between the two that lie beside it; the last one is the next
   * piece's first */
  int major = fabs(to[0] - from[0]) >= fabs(to[1] - from[1]) ? 0 : 1, minor = 1 - major;
  double length = to[major] - from[major], slope = length != 0 ? (to[minor] - from[minor]) / length : 0;
  int begin = (int) floor(CLAMP(from[major], -1, size[major])), end = (int) floor(CLAMP(to[major], -1, size[major]));
  for (int step = begin < end ? 1 : -1, p = begin; p != end; p += step) {
    double q = from[minor] + ((double) p + 0.5 - from[major]) * slope - 0.5;
    int below = (int) floor(CLAMP(q, -2, size[minor] + 1));
    float share = (float) (q - below);
    if (share >= 0 && share <= 1) {
      blend(curves, major == 0 ? p : below, major == 0 ? below : p, paint, 1 - share);
      blend(curves, major == 0 ? p : below + 1, major == 0 ? below + 1 : p, paint, share);
    }
  }
}
