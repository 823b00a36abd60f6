/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/ensemble-layer.h"

#include "ui/picture/plot/curves.h"
#include "ui/widgets/views/view-private.h"

#include <math.h>
#include <string.h>

#define DRAW_FOR 900       /* microseconds of drawing curves in one picture while the motion plays, */
#define REST_FOR 4000      /* and while it is paused */
#define DRAW_AGAIN 40      /* milliseconds until the next picture if not all are drawn */
#define MOST_PIECES 500    /* of one curve */
#define DOCUMENT_PIECES 80 /* the same if they are drawn as lines, for a file */
#define CURVE_ALPHA 0.16
#define DOT_RADIUS 2.0

typedef struct {
  NoslipView *view;
  const NoslipEnsembleView *ensemble;
  int x, y; /* columns of the ensemble, -1: time */
  gboolean dots;
  NoslipColor color;
  double period[2];
  double span[4]; /* x and y of two corners */
  NoslipCurves *curves;
  guint *done; /* by block: frames that the curves include */
  guint n_done;
  guint64 revision;
  guint again; /* source */
} Layer;

static void
layer_free(gpointer data)
{
  Layer *layer = data;
  g_clear_handle_id(&layer->again, g_source_remove);
  noslip_curves_free(layer->curves);
  g_free(layer->done);
  g_free(layer);
}

static gboolean
draw_again(gpointer data)
{
  Layer *layer = data;
  layer->again = 0;
  gtk_widget_queue_draw(GTK_WIDGET(layer->view));
  return G_SOURCE_REMOVE;
}

static double
value_of(const Layer *layer, guint block, guint frame, guint lane, int column)
{
  return column < 0 ? g_array_index(layer->ensemble->times, double, frame)
                    : (double) noslip_ensemble_view_values(layer->ensemble, block, frame, (guint) column)[lane];
}

/* A point, with angles between -pi and pi. */
static void
point_of(const Layer *layer, guint block, guint frame, guint lane, double point[2])
{
  point[0] = value_of(layer, block, frame, lane, layer->x);
  point[1] = value_of(layer, block, frame, lane, layer->y);
  for (guint i = 0; i < 2; i++)
    if (layer->period[i] > 0)
      point[i] = remainder(point[i], layer->period[i]);
}

static gboolean
jumps(const Layer *layer, const double a[2], const double b[2])
{
  for (guint i = 0; i < 2; i++)
    if (layer->period[i] > 0 && fabs(a[i] - b[i]) > layer->period[i] / 2)
      return TRUE;
  return FALSE;
}

static NoslipColor
color_of(const Layer *layer, const NoslipTheme *theme, guint block, guint lane)
{
  guint motion = block * NOSLIP_ENSEMBLE_LANES + lane;
  return layer->dots ? noslip_theme_gradient(theme, (double) layer->ensemble->shades[motion]) : layer->color;
}

static guint
frames_apart(const Layer *layer, guint pieces)
{
  return MAX(1, layer->ensemble->layout->n_frames / pieces);
}

/* Dots at the present positions of the motions */

typedef void (*Dot)(gpointer target, NoslipColor color, double x, double y);

static void
each_dot(const Layer *layer, const NoslipTheme *theme, Dot dot, gpointer target)
{
  double t = noslip_playhead_time(noslip_simulation_playhead(noslip_view_simulation(layer->view)));
  float x[NOSLIP_ENSEMBLE_LANES], y[NOSLIP_ENSEMBLE_LANES];
  for (guint b = 0; b < layer->n_done; b++) {
    guint frame;
    double fraction;
    if (layer->x < 0 || layer->y < 0 || !noslip_ensemble_view_at(layer->ensemble, b, t, &frame, &fraction))
      continue;
    noslip_ensemble_view_read(layer->ensemble, b, frame, fraction, (guint) layer->x, x);
    noslip_ensemble_view_read(layer->ensemble, b, frame, fraction, (guint) layer->y, y);
    for (guint lane = 0; lane < noslip_ensemble_view_lanes(layer->ensemble, b); lane++) {
      double point[2] = {(double) x[lane], (double) y[lane]};
      for (guint i = 0; i < 2; i++)
        if (layer->period[i] > 0)
          point[i] = remainder(point[i], layer->period[i]);
      if (isfinite(point[0]) && isfinite(point[1]))
        dot(target, color_of(layer, theme, b, lane), point[0], point[1]);
    }
  }
}

typedef struct {
  const NoslipFigure *figure;
  NoslipDisplay *display;
  double radius;
} Lines;

static void
dot_as_lines(gpointer target, NoslipColor color, double x, double y)
{
  const Lines *lines = target;
  double px, py;
  noslip_figure_to_pixels(lines->figure, x, y, &px, &py);
  noslip_display_circle(lines->display, px, py, lines->radius, color, NULL);
}

typedef struct {
  NoslipCurves *curves;
  double radius;
} Pixels;

static void
dot_as_pixels(gpointer target, NoslipColor color, double x, double y)
{
  const Pixels *pixels = target;
  noslip_curves_dot(pixels->curves, color, x, y, pixels->radius);
}

/* The curves as an image */

static void
draw_pieces(Layer *layer, const NoslipTheme *theme, guint block, guint from, guint to)
{
  for (guint lane = 0; lane < noslip_ensemble_view_lanes(layer->ensemble, block); lane++) {
    double a[2], b[2];
    point_of(layer, block, from, lane, a);
    point_of(layer, block, to, lane, b);
    if (!jumps(layer, a, b))
      noslip_curves_line(layer->curves, noslip_color_with_alpha(color_of(layer, theme, block, lane), CURVE_ALPHA), a[0],
                         a[1], b[0], b[1]);
  }
}

/* FALSE if there is more to draw than the time allows. */
static gboolean
draw_more(Layer *layer, const NoslipTheme *theme)
{
  gint64 begun = g_get_monotonic_time();
  gboolean plays = noslip_simulation_playhead(noslip_view_simulation(layer->view))->state == NOSLIP_PLAYING;
  guint apart = frames_apart(layer, MOST_PIECES);
  for (gboolean any = TRUE; any;) {
    any = FALSE;
    for (guint b = 0; b < layer->n_done; b++) {
      guint from = layer->done[b], to = from + apart;
      if (to >= noslip_ensemble_view_n_frames(layer->ensemble, b))
        continue;
      draw_pieces(layer, theme, b, from, to);
      layer->done[b] = to;
      any = TRUE;
      if (g_get_monotonic_time() - begun > (plays ? DRAW_FOR : REST_FOR))
        return FALSE;
    }
  }
  return TRUE;
}

/* TRUE if the axes are linear, with the positions of the figure's points. */
static gboolean
find_place(const Layer *layer, const NoslipFigure *figure, NoslipCurvesPlace *place, double area[4], double factor)
{
  double x[3], y[3], low[2], high[2];
  noslip_figure_area(figure, &area[0], &area[1], &area[2], &area[3]);
  for (guint i = 0; i < 2; i++) { /* whole pixels, so that they are copied and not resampled */
    double edge = floor(area[i] * factor) / factor;
    area[2 + i] += area[i] - edge;
    area[i] = edge;
  }
  for (guint i = 0; i < 2; i++)
    noslip_figure_range(figure, (NoslipAxisId) i, &low[i], &high[i]);
  for (guint i = 0; i < 3; i++)
    noslip_figure_to_pixels(figure, low[0] + i * (high[0] - low[0]) / 2, low[1] + i * (high[1] - low[1]) / 2, &x[i],
                            &y[i]);
  if (!(fabs(x[0] + x[2] - 2 * x[1]) < 0.01) || !(fabs(y[0] + y[2] - 2 * y[1]) < 0.01))
    return FALSE;
  *place = (NoslipCurvesPlace){.width = (int) ceil(area[2] * factor), .height = (int) ceil(area[3] * factor)};
  place->scale[0] = factor * (x[2] - x[0]) / (high[0] - low[0]);
  place->offset[0] = factor * (x[0] - area[0]) - place->scale[0] * low[0];
  place->scale[1] = factor * (y[2] - y[0]) / (high[1] - low[1]);
  place->offset[1] = factor * (y[0] - area[1]) - place->scale[1] * low[1];
  return TRUE;
}

static void
draw_image(Layer *layer, const NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display)
{
  NoslipCurvesPlace place;
  double area[4], factor = gtk_widget_get_scale_factor(GTK_WIDGET(layer->view));
  gboolean emptied = FALSE;
  if (!find_place(layer, figure, &place, area, factor))
    return;
  if (noslip_curves_place(layer->curves, &place, &emptied)) {
    if (layer->revision != layer->ensemble->revision && !emptied)
      noslip_curves_clear(layer->curves);
    if (layer->revision != layer->ensemble->revision || emptied)
      memset(layer->done, 0, layer->n_done * sizeof *layer->done);
    layer->revision = layer->ensemble->revision;
    gboolean all = draw_more(layer, theme);
    if (layer->dots) {
      Pixels pixels = {layer->curves, DOT_RADIUS * theme->scale * factor};
      noslip_curves_begin_dots(layer->curves);
      each_dot(layer, theme, dot_as_pixels, &pixels);
    }
    noslip_display_image(display, noslip_curves_surface(layer->curves), area[0], area[1], place.width / factor,
                         place.height / factor, layer->dots ? 1 : 0.4);
    if (all)
      return;
  }
  if (!layer->again)
    layer->again = g_timeout_add(DRAW_AGAIN, draw_again, layer);
}

/* The curves as lines */

static void
draw_lines(const Layer *layer, const NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display)
{
  guint apart = frames_apart(layer, DOCUMENT_PIECES);
  for (guint b = 0; b < layer->n_done; b++)
    for (guint lane = 0; lane < noslip_ensemble_view_lanes(layer->ensemble, b); lane++) {
      double before[2] = {NAN, NAN}, point[2], px, py;
      guint n = 0;
      for (guint f = 0; f < noslip_ensemble_view_n_frames(layer->ensemble, b); f += apart) {
        point_of(layer, b, f, lane, point);
        noslip_figure_to_pixels(figure, point[0], point[1], &px, &py);
        if (!isfinite(px) || !isfinite(py))
          break;
        if (n++ == 0 || jumps(layer, before, point))
          noslip_display_move(display, px, py);
        else
          noslip_display_line(display, px, py);
        memcpy(before, point, sizeof before);
      }
      NoslipStroke stroke = {noslip_color_with_alpha(color_of(layer, theme, b, lane), 2 * CURVE_ALPHA),
                             0.5 * theme->hair_width, NOSLIP_DASH_SOLID};
      if (n > 0)
        noslip_display_stroke(display, &stroke);
    }
}

static void
draw(const NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display, gpointer data)
{
  Layer *layer = data;
  Lines lines = {figure, display, DOT_RADIUS * theme->scale};
  if (!noslip_view_is_document(layer->view)) {
    draw_image(layer, figure, theme, display);
    return;
  }
  draw_lines(layer, figure, theme, display);
  if (layer->dots)
    each_dot(layer, theme, dot_as_lines, &lines);
}

/* Adding it */

static Layer *
layer_of(NoslipView *view, guint figure)
{
  if (view->layers[figure])
    return view->layers[figure];
  Layer *layer = g_new0(Layer, 1);
  layer->view = view;
  layer->curves = noslip_curves_new();
  view->layers[figure] = layer;
  view->layer_free = layer_free;
  return layer;
}

/* The axes show all of the ensemble: adds two invisible corners. */
static void
add_span(Layer *layer, NoslipFigure *figure)
{
  const NoslipEnsembleView *ensemble = layer->ensemble;
  for (guint i = 0; i < 2; i++) {
    int column = i == 0 ? layer->x : layer->y;
    layer->span[2 * i] = column < 0 ? g_array_index(ensemble->times, double, 0) : (double) ensemble->low[column];
    layer->span[2 * i + 1] =
        column < 0 ? g_array_index(ensemble->times, double, ensemble->times->len - 1) : (double) ensemble->high[column];
    if (layer->period[i] > 0 && layer->span[2 * i + 1] - layer->span[2 * i] > layer->period[i] / 2) {
      layer->span[2 * i] = -layer->period[i] / 2;
      layer->span[2 * i + 1] = layer->period[i] / 2;
    }
  }
  NoslipSeries series;
  noslip_series_init(&series);
  series.x = layer->span;
  series.y = layer->span + 2;
  series.n = 2;
  series.x_increases = layer->x < 0;
  series.points = TRUE;
  series.color = (NoslipColor){0, 0, 0, 0};
  noslip_figure_add_series(figure, &series);
}

void
noslip_ensemble_layer_add(NoslipView *view, guint place, NoslipFigure *figure, int x, int y, gboolean dots,
                          NoslipColor color)
{
  const NoslipEnsembleView *ensemble =
      noslip_ensemble_run_view(noslip_simulation_ensemble(noslip_view_simulation(view)));
  const NoslipQuantities *quantities = noslip_view_quantities(view);
  if (!ensemble || !ensemble->layout || !ensemble->times->len || !quantities || x < 0 || y < 0)
    return;
  int columns[2] = {noslip_ensemble_view_column(ensemble, x), noslip_ensemble_view_column(ensemble, y)};
  if ((columns[0] < 0 && x != 0) || columns[1] < 0)
    return;
  Layer *layer = layer_of(view, place);
  guint n_blocks = ensemble->layout->n_blocks;
  gboolean same = layer->ensemble == ensemble && layer->x == columns[0] && layer->y == columns[1] &&
                  layer->dots == dots && memcmp(&layer->color, &color, sizeof color) == 0 && layer->n_done == n_blocks;
  if (!same) {
    layer->done = g_renew(guint, layer->done, n_blocks + 1);
    memset(layer->done, 0, n_blocks * sizeof *layer->done);
    noslip_curves_clear(layer->curves);
  }
  layer->ensemble = ensemble;
  layer->x = columns[0];
  layer->y = columns[1];
  layer->dots = dots;
  layer->color = color;
  layer->n_done = n_blocks;
  layer->period[0] = quantities->list[x].angle ? 2 * G_PI : 0;
  layer->period[1] = quantities->list[y].angle ? 2 * G_PI : 0;
  add_span(layer, figure);
  noslip_figure_add_layer(figure, draw, layer);
}
