/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layout and drawing of a view, on the screen and in a document: its figures above each other, or its own drawing.
 * Figures are composed, measured, arranged with common margins, and drawn, in one pass. */
#include "ui/widgets/views/view-private.h"

#include <math.h>
#include <string.h>

#define DOCUMENT_WIDTH 640.0 /* logical pixels */
#define LEAST_FIGURE 78      /* pixels at scale 1: a third figure with less height is left out */
#define MOST_EMPTY 0.3       /* of the height: a second figure without curves */
#define MOST_HEIGHTENED 1.5  /* scale of the type up to which the least height of a view grows */

static guint
n_shown(NoslipView *self)
{
  return self->kind->n_shown && self->simulation ? MIN(self->kind->n_shown(self), self->kind->n_figures)
                                                 : self->kind->n_figures;
}

void
noslip_view_figure_area(NoslipView *self, guint index, double width, double height, double *y, double *h)
{
  guint n = n_shown(self);
  if (n > 2 && height / n < LEAST_FIGURE * self->theme.scale)
    n = 2;
  double first = n > 1 ? floor(height * (n > 2 ? 1.35 / (n + 0.35) : self->kind->share)) : height;
  if (n == 2 && self->filled[0] && !self->filled[1]) /* it contains only the reason why it is empty */
    first = fmax(first, height - fmin(LEAST_FIGURE * self->theme.scale, MOST_EMPTY * height));
  double other = n > 1 ? floor((height - first) / (n - 1)) : 0;
  *y = index == 0 ? 0 : first + (index - 1) * other;
  *h = index >= n ? 0 : index == 0 ? first : other;
}

#define SPARE 12 /* pixels by which shared margins may be too wide, so that they change rarely */

/* Whether a figure below this one has something to show. */
static gboolean
is_above_another(NoslipView *self, guint index, double width, double height)
{
  for (guint below = index + 1; below < self->kind->n_figures; below++) {
    double y, h;
    noslip_view_figure_area(self, below, width, height, &y, &h);
    if (h > 0 && self->filled[below])
      return TRUE;
  }
  return FALSE;
}

static void
compose_figures(NoslipView *self, const NoslipTheme *theme, double width, double height)
{
  for (guint i = 0; i < self->kind->n_figures; i++) {
    double y, h;
    noslip_view_figure_area(self, i, width, height, &y, &h);
    self->filled[i] = self->timed[i] = FALSE;
    if (h <= 0)
      continue;
    noslip_figure_clear(self->figures[i]);
    if (self->document)
      noslip_figure_set_parts(self->figures[i], self->document_parts);
    self->kind->compose(self, i, self->figures[i], theme);
    self->filled[i] = noslip_figure_has_data(self->figures[i]);
  }
}

void
noslip_view_arrange(NoslipView *self, const NoslipTheme *theme, double width, double height)
{
  double need[2] = {0, 0};
  compose_figures(self, theme, width, height);
  for (guint i = 0; i < self->kind->n_figures; i++) {
    double y, h, left, right;
    noslip_view_figure_area(self, i, width, height, &y, &h);
    if (h <= 0)
      continue;
    if (self->timed[i])
      noslip_figure_set_bare(self->figures[i], NOSLIP_AXIS_X, is_above_another(self, i, width, height));
    noslip_figure_measure(self->figures[i], theme, width, h);
    if (self->kind->arranged)
      self->kind->arranged(self, i, self->figures[i]);
    noslip_figure_margins(self->figures[i], &left, &right);
    need[0] = fmax(need[0], left);
    need[1] = fmax(need[1], right);
  }
  for (guint side = 0; side < 2 && self->kind->n_figures > 1; side++)
    if (self->document || need[side] > self->margin[side] || need[side] < self->margin[side] - SPARE)
      self->margin[side] = need[side];
}

gboolean
noslip_view_show_figure(NoslipView *self, guint index, const NoslipTheme *theme, double width, double height, double *y)
{
  double h;
  noslip_view_figure_area(self, index, width, height, y, &h);
  if (h <= 0)
    return FALSE;
  noslip_display_clear(self->display);
  noslip_figure_set_margins(self->figures[index], self->margin[0], self->margin[1]);
  noslip_figure_display(self->figures[index], theme, width, h, self->display);
  double pointer_y = self->pointer_y - *y;
  NoslipHover hover;
  if (isfinite(pointer_y) && pointer_y >= 0 && pointer_y < h &&
      noslip_figure_hover(self->figures[index], self->pointer_x, pointer_y, 24, &hover))
    noslip_figure_display_hover(self->figures[index], theme, &hover, self->display);
  return TRUE;
}

gboolean
noslip_view_make_figure(NoslipView *self, guint index, const NoslipTheme *theme, double width, double height, double *y)
{
  noslip_view_arrange(self, theme, width, height);
  return noslip_view_show_figure(self, index, theme, width, height, y);
}

/* Figures and display lists have no offset; each is moved down by the transformation with which its list is drawn. */
static void
draw_figures(NoslipView *self, const NoslipTheme *theme, double width, double height, cairo_t *cairo)
{
  noslip_view_arrange(self, theme, width, height);
  for (guint i = 0; i < self->kind->n_figures; i++) {
    double y;
    if (!noslip_view_show_figure(self, i, theme, width, height, &y))
      continue;
    cairo_save(cairo);
    cairo_translate(cairo, 0, y);
    noslip_display_draw(self->display, cairo);
    cairo_restore(cairo);
  }
}

static gboolean
draw_again(gpointer data)
{
  gtk_widget_queue_draw(GTK_WIDGET(data));
  return G_SOURCE_REMOVE;
}

/* A widget that is being drawn ignores requests to redraw. */
static void
draw_next(NoslipView *self)
{
  g_idle_add_full(G_PRIORITY_DEFAULT, draw_again, g_object_ref(self), g_object_unref);
}

#define LEAST_ROOM 8        /* pixels; nothing is drawn in less */
#define FRAME_IS_FULL 9.0   /* milliseconds of our own code: four views, the scene and six overlays take less */
#define LONGEST_WAIT 100000 /* microseconds that a picture may be old */

/* If the scene, or other views, have used up the time of this frame, the last picture is shown again, so that frames
 * stay regular. */
static gboolean
may_wait(const NoslipView *self, double width, double height)
{
  graphene_rect_t bounds;
  if (!self->picture || noslip_meter_taken(self->meter) < FRAME_IS_FULL ||
      g_get_monotonic_time() - self->drawn > LONGEST_WAIT)
    return FALSE;
  gsk_render_node_get_bounds(self->picture, &bounds);
  return bounds.size.width == (float) width && bounds.size.height == (float) height;
}

gboolean
noslip_view_is_visible(NoslipView *self)
{
  GtkWidget *widget = GTK_WIDGET(self);
  return gtk_widget_get_mapped(widget) && gtk_widget_get_width(widget) >= LEAST_ROOM &&
         gtk_widget_get_height(widget) >= LEAST_ROOM;
}

static void
snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  NoslipView *self = NOSLIP_VIEW(widget);
  double width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  if (width < LEAST_ROOM || height < LEAST_ROOM || !self->simulation)
    return;
  self->waits = may_wait(self, width, height);
  if (self->waits) {
    gtk_snapshot_append_node(snapshot, self->picture);
    draw_next(self);
    return;
  }
  noslip_meter_enter(self->meter);
  const graphene_rect_t area = GRAPHENE_RECT_INIT(0, 0, (float) width, (float) height);
  g_clear_pointer(&self->picture, gsk_render_node_unref);
  self->picture = gsk_cairo_node_new(&area);
  cairo_t *cairo = gsk_cairo_node_get_draw_context(self->picture);
  if (self->kind->n_figures > 0) {
    draw_figures(self, &self->theme, width, height, cairo);
  } else {
    noslip_display_clear(self->display);
    self->kind->display(self, &self->theme, width, height, self->display);
    noslip_display_draw(self->display, cairo);
  }
  cairo_destroy(cairo);
  gtk_snapshot_append_node(snapshot, self->picture);
  self->drawn = g_get_monotonic_time();
  self->drawn_time = noslip_playhead_time(noslip_simulation_playhead(self->simulation));
  noslip_meter_leave(self->meter);
}

void
noslip_view_draw(NoslipView *self, const NoslipTheme *theme, double width, double height, cairo_t *cairo)
{
  double pointer_x = self->pointer_x, pointer_y = self->pointer_y;
  const double margin[2] = {self->margin[0], self->margin[1]};
  self->document = TRUE;
  self->pointer_x = self->pointer_y = NAN; /* the read-out of the pointer is not part of the document */
  noslip_display_clear(self->display);
  if (self->kind->n_figures == 0) {
    self->kind->display(self, theme, width, height, self->display);
    noslip_display_draw(self->display, cairo);
  }
  draw_figures(self, theme, width, height, cairo);
  self->document = FALSE;
  memcpy(self->margin, margin, sizeof margin);
  self->pointer_x = pointer_x;
  self->pointer_y = pointer_y;
}

/* Derivations start with the first drawing; a view that is not visible is not drawn. */
static void
request_all(NoslipView *self)
{
  double width, height;
  cairo_surface_t *nowhere = cairo_recording_surface_create(CAIRO_CONTENT_COLOR, NULL);
  cairo_t *cairo = cairo_create(nowhere);
  noslip_view_document_size(self, &self->theme, &width, &height);
  noslip_view_draw(self, &self->theme, width, height, cairo);
  cairo_destroy(cairo);
  cairo_surface_destroy(nowhere);
}

gboolean
noslip_view_is_ready(NoslipView *self)
{
  if (!gtk_widget_get_mapped(GTK_WIDGET(self)))
    request_all(self);
  return self->deriving == 0 && !self->waits && (!self->kind->is_ready || self->kind->is_ready(self));
}

void
noslip_view_set_document_parts(NoslipView *self, guint parts)
{
  self->document_parts = parts;
}

gboolean
noslip_view_is_figure(NoslipView *self)
{
  return self->document && (self->document_parts & NOSLIP_FIGURE_KEY);
}

gboolean
noslip_view_waits(NoslipView *self)
{
  return self->waits && gtk_widget_get_mapped(GTK_WIDGET(self));
}

double
noslip_view_drawn_time(NoslipView *self)
{
  return self->drawn_time;
}

gboolean
noslip_view_is_document(NoslipView *self)
{
  return self->document;
}

void
noslip_view_document_size(NoslipView *self, const NoslipTheme *theme, double *width, double *height)
{
  noslip_view_figure_size(self, theme, DOCUMENT_WIDTH, width, height);
}

void
noslip_view_figure_size(NoslipView *self, const NoslipTheme *theme, double wanted, double *width, double *height)
{
  *width = wanted;
  *height = (self->kind->n_figures > 1 ? fmax(260 * n_shown(self), 420) : 420) * wanted / DOCUMENT_WIDTH;
  self->document = TRUE;
  if (self->kind->n_figures == 0)
    *height = fmax(*height, ceil(self->kind->display(self, theme, *width, 0, NULL)));
  if (self->kind->least_width)
    *width = fmax(*width, ceil(self->kind->least_width(self)));
  self->document = FALSE;
}

/* Of the plots, so that the type leaves room for curves; very large type, as of a presentation, gets less. */
static int
least_height(const NoslipView *self)
{
  double scale = CLAMP(self->theme.scale, 1, MOST_HEIGHTENED);
  return (int) ceil((self->kind->n_figures > 1 ? 165 : 105) * scale);
}

static void
measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
        int *natural_baseline)
{
  NoslipView *self = NOSLIP_VIEW(widget);
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 120 : least_height(self);
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 320 : MAX(180, *minimum);
  if (orientation == GTK_ORIENTATION_HORIZONTAL && self->kind->least_width && self->simulation) {
    *minimum = MAX(*minimum, (int) ceil(self->kind->least_width(self)));
    *natural = MAX(*natural, *minimum);
  }
  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_VERTICAL && self->kind->n_figures == 0 && self->simulation) {
    /* as for labels: without a known width any width is available */
    int wanted = (int) ceil(self->kind->display(self, &self->theme, for_size > 0 ? for_size : 1 << 20, 0, NULL));
    *minimum = MAX(*minimum, wanted);
    *natural = MAX(*natural, wanted);
  }
}

static GtkSizeRequestMode
request_mode(GtkWidget *widget)
{
  return NOSLIP_VIEW(widget)->kind->n_figures ? GTK_SIZE_REQUEST_CONSTANT_SIZE : GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

void
noslip_view_class_add_drawing(GtkWidgetClass *class)
{
  class->snapshot = snapshot;
  class->measure = measure;
  class->get_request_mode = request_mode;
}
