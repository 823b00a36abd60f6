/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/cairo/canvas-path.h"

void
noslip_canvas_path(const NoslipDisplay *display, const NoslipItem *item, cairo_t *cairo)
{
  const double *v = &g_array_index(display->numbers, double, item->first_number);
  cairo_new_path(cairo);
  for (guint i = 0; i < item->n_verbs; i++)
    switch ((NoslipPathVerb) display->verbs->data[item->first_verb + i]) {
    case NOSLIP_PATH_MOVE:
      cairo_move_to(cairo, v[0], v[1]);
      v += 2;
      break;
    case NOSLIP_PATH_LINE:
      cairo_line_to(cairo, v[0], v[1]);
      v += 2;
      break;
    case NOSLIP_PATH_CURVE:
      cairo_curve_to(cairo, v[0], v[1], v[2], v[3], v[4], v[5]);
      v += 6;
      break;
    case NOSLIP_PATH_ARC:
      cairo_arc(cairo, v[0], v[1], v[2], v[3], v[4]);
      v += 5;
      break;
    case NOSLIP_PATH_CLOSE:
      cairo_close_path(cairo);
      break;
    }
}
