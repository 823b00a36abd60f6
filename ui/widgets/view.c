/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/view-private.h"

#include "ui/picture/mathtext.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define DESCRIBE_EVERY 1000 /* milliseconds between two descriptions for assistive technology */
#define DRAW_EVERY 30000    /* microseconds between two pictures of a view while playing */

static guint caption_signal;

G_DEFINE_FINAL_TYPE(NoslipView, noslip_view, GTK_TYPE_WIDGET)

const NoslipViewKind *const *
noslip_view_kinds(void)
{
  static const NoslipViewKind *const kinds[] = {&noslip_energy_view,      &noslip_path_view,
                                                &noslip_time_view,        &noslip_bracket_view,
                                                &noslip_constraints_view, &noslip_momenta_view,
                                                &noslip_agreement_view,   &noslip_equations_view,
                                                &noslip_claims_view,      NULL};
  return kinds;
}

const NoslipViewKind *
noslip_view_kind_find(const char *id)
{
  for (guint i = 0; noslip_view_kinds()[i]; i++)
    if (g_strcmp0(noslip_view_kinds()[i]->id, id) == 0)
      return noslip_view_kinds()[i];
  return NULL;
}

/* Layout: the second figure stands below the first */

#define LEAST_FIGURE 78 /* pixels at scale 1: a third figure that would be lower is left out */

void
noslip_view_figure_area(NoslipView *self, guint index, double width, double height, double *y, double *h)
{
  guint n = self->kind->n_shown ? MIN(self->kind->n_shown(self), self->kind->n_figures) : self->kind->n_figures;
  if (n > 2 && height / n < LEAST_FIGURE * self->theme.scale)
    n = 2;
  double first = n > 1 ? floor(height * (n > 2 ? 1.35 / (n + 0.35) : self->kind->share)) : height;
  double other = n > 1 ? floor((height - first) / (n - 1)) : 0;
  *y = index == 0 ? 0 : first + (index - 1) * other;
  *h = index >= n ? 0 : index == 0 ? first : other;
}

void
noslip_view_reset_window(NoslipView *self)
{
  for (guint i = 0; i < NOSLIP_VIEW_MOST_FIGURES; i++)
    self->low[i][0] = self->low[i][1] = self->high[i][0] = self->high[i][1] = NAN;
}

/* Makes a figure into the display list; FALSE where there is no height for it. */
static gboolean
make_figure(NoslipView *self, guint index, const NoslipTheme *theme, double width, double height, double *y)
{
  double h;
  noslip_view_figure_area(self, index, width, height, y, &h);
  if (h <= 0)
    return FALSE;
  self->last = TRUE;
  for (guint below = index + 1; below < self->kind->n_figures; below++) {
    double next_y, next_h;
    noslip_view_figure_area(self, below, width, height, &next_y, &next_h);
    self->last = self->last && !(next_h > 0 && self->filled[below]);
  }
  noslip_display_clear(self->display);
  noslip_figure_clear(self->figures[index]);
  self->kind->compose(self, index, self->figures[index], theme);
  noslip_figure_set_margins(self->figures[index], self->margin[0], self->margin[1]);
  noslip_figure_display(self->figures[index], theme, width, h, self->display);
  double left, right;
  noslip_figure_margins(self->figures[index], &left, &right);
  self->filled[index] = left > 0;
  double pointer_y = self->pointer_y - *y;
  NoslipHover hover;
  if (isfinite(pointer_y) && pointer_y >= 0 && pointer_y < h &&
      noslip_figure_hover(self->figures[index], self->pointer_x, pointer_y, 24, &hover))
    noslip_figure_display_hover(self->figures[index], theme, &hover, self->display);
  return TRUE;
}

/* Axes and size of a figure: what its kind composes by those of before is not where it belongs once they change. */
typedef struct {
  double low[2], high[2], x, y, width, height;
} Extent;

static Extent
extent_of(const NoslipFigure *figure)
{
  Extent extent = {0};
  noslip_figure_range(figure, NOSLIP_AXIS_X, &extent.low[0], &extent.high[0]);
  noslip_figure_range(figure, NOSLIP_AXIS_Y, &extent.low[1], &extent.high[1]);
  noslip_figure_area(figure, &extent.x, &extent.y, &extent.width, &extent.height);
  return extent;
}

#define SPARE 12 /* pixels by which shared margins may be wider than needed: they do not follow every number */

/* The figures and the list that they are made into know no offset; the second is moved down by the
 * transformation with which its list is drawn. Returns FALSE where margins and axes were not what the figures
 * come to together. */
static gboolean
draw_figures(NoslipView *self, const NoslipTheme *theme, double width, double height, cairo_t *cairo)
{
  double need[2] = {0, 0}, y;
  gboolean filled[NOSLIP_VIEW_MOST_FIGURES], same = TRUE;
  memcpy(filled, self->filled, sizeof filled);
  for (guint i = 0; i < self->kind->n_figures; i++) {
    Extent before = extent_of(self->figures[i]);
    if (!make_figure(self, i, theme, width, height, &y))
      continue;
    Extent after = extent_of(self->figures[i]);
    same = same && memcmp(&before, &after, sizeof before) == 0;
    cairo_save(cairo);
    cairo_translate(cairo, 0, y);
    noslip_display_draw(self->display, cairo);
    cairo_restore(cairo);
    double left, right;
    noslip_figure_margins(self->figures[i], &left, &right);
    need[0] = fmax(need[0], left);
    need[1] = fmax(need[1], right);
  }
  for (guint i = 1; i < self->kind->n_figures; i++)
    same = same && filled[i] == self->filled[i];
  for (guint side = 0; side < 2 && self->kind->n_figures > 1; side++)
    if (need[side] > self->margin[side] || need[side] < self->margin[side] - SPARE) {
      self->margin[side] = need[side];
      same = FALSE;
    }
  return same;
}

/* Margins that figures share, and where their axes end, are known once all are laid out. */
static void
settle_margins(NoslipView *self, const NoslipTheme *theme, double width, double height)
{
  double y, need[2] = {0, 0};
  self->margin[0] = self->margin[1] = 0;
  for (guint i = 0; i < self->kind->n_figures; i++) {
    double left, right;
    if (!make_figure(self, i, theme, width, height, &y))
      continue;
    noslip_figure_margins(self->figures[i], &left, &right);
    need[0] = fmax(need[0], left);
    need[1] = fmax(need[1], right);
  }
  if (self->kind->n_figures > 1)
    memcpy(self->margin, need, sizeof need);
}

static gboolean
draw_again(gpointer data)
{
  gtk_widget_queue_draw(GTK_WIDGET(data));
  return G_SOURCE_REMOVE;
}

static void
noslip_view_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  NoslipView *self = NOSLIP_VIEW(widget);
  double width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  if (width < 8 || height < 8 || !self->simulation)
    return;
  noslip_meter_enter(self->meter);
  cairo_t *cairo = gtk_snapshot_append_cairo(snapshot, &GRAPHENE_RECT_INIT(0, 0, (float) width, (float) height));
  if (self->kind->n_figures > 0) {
    if (!draw_figures(self, &self->theme, width, height, cairo))
      g_idle_add_full(G_PRIORITY_DEFAULT, draw_again, g_object_ref(self), g_object_unref);
  } else {
    noslip_display_clear(self->display);
    self->kind->display(self, &self->theme, width, height, self->display);
    noslip_display_draw(self->display, cairo);
  }
  cairo_destroy(cairo);
  self->drawn = g_get_monotonic_time();
  noslip_meter_leave(self->meter);
}

void
noslip_view_draw(NoslipView *self, const NoslipTheme *theme, double width, double height, cairo_t *cairo)
{
  double pointer_x = self->pointer_x, pointer_y = self->pointer_y;
  self->document = TRUE;
  self->pointer_x = self->pointer_y = NAN; /* what the pointer reads off is no part of the document */
  noslip_display_clear(self->display);
  if (self->kind->n_figures == 0) {
    self->kind->display(self, theme, width, height, self->display);
    noslip_display_draw(self->display, cairo);
  }
  settle_margins(self, theme, width, height);
  draw_figures(self, theme, width, height, cairo);
  self->document = FALSE;
  self->pointer_x = pointer_x;
  self->pointer_y = pointer_y;
}

/* What is derived is first asked for by drawing; a view that is nowhere on the screen is drawn for nobody. */
static void
ask_for_all(NoslipView *self)
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
    ask_for_all(self);
  return self->deriving == 0 && (!self->kind->is_ready || self->kind->is_ready(self));
}

gboolean
noslip_view_is_document(NoslipView *self)
{
  return self->document;
}

void
noslip_view_document_size(NoslipView *self, const NoslipTheme *theme, double *width, double *height)
{
  *width = 640;
  *height = self->kind->n_figures > 1 ? 260 * self->kind->n_figures : 420;
  self->document = TRUE;
  if (self->kind->n_figures == 0)
    *height = fmax(*height, ceil(self->kind->display(self, theme, *width, 0, NULL)));
  if (self->kind->least_width)
    *width = fmax(*width, ceil(self->kind->least_width(self)));
  self->document = FALSE;
}

static void
noslip_view_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                    int *minimum_baseline, int *natural_baseline)
{
  NoslipView *self = NOSLIP_VIEW(widget);
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 120 : self->kind->n_figures > 1 ? 165 : 105;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 320 : 180;
  if (orientation == GTK_ORIENTATION_HORIZONTAL && self->kind->least_width && self->simulation) {
    *minimum = MAX(*minimum, (int) ceil(self->kind->least_width(self)));
    *natural = MAX(*natural, *minimum);
  }
  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_VERTICAL && self->kind->n_figures == 0 && self->simulation) {
    int wanted = (int) ceil(self->kind->display(self, &self->theme, for_size > 0 ? for_size : 320, 0, NULL));
    *minimum = MAX(*minimum, wanted);
    *natural = MAX(*natural, wanted);
  }
}

static GtkSizeRequestMode
noslip_view_request_mode(GtkWidget *widget)
{
  return NOSLIP_VIEW(widget)->kind->n_figures ? GTK_SIZE_REQUEST_CONSTANT_SIZE : GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* What is told to assistive technology */

static char *
describe(NoslipView *self)
{
  if (!self->simulation || !noslip_simulation_system(self->simulation))
    return g_strdup(_("No system is open."));
  if (self->kind->describe)
    return self->kind->describe(self);
  g_autoptr(GString) text = g_string_new(NULL);
  int shown_width = gtk_widget_get_width(GTK_WIDGET(self)), shown_height = gtk_widget_get_height(GTK_WIDGET(self));
  double width = shown_width > 8 ? shown_width : 320,
         height = shown_height > 8 ? shown_height : 240; /* as it is seen */
  for (guint i = 0; i < self->kind->n_figures; i++) {
    double y;
    /* laid out as it is drawn: what is kept of a million samples is kept */
    if (!make_figure(self, i, &self->theme, width, height, &y))
      continue;
    g_autofree char *part = noslip_figure_description(self->figures[i]);
    if (part && part[0])
      g_string_append_printf(text, "%s%s", text->len ? "; " : "", part);
  }
  return g_string_free(g_steal_pointer(&text), FALSE);
}

void
noslip_view_range(NoslipView *self, guint figure, NoslipAxisId id, double *low, double *high)
{
  noslip_figure_range(self->figures[figure], id, low, high);
}

char *
noslip_view_values(NoslipView *self)
{
  if (self->kind->n_figures == 0)
    return describe(self);
  GString *text = g_string_new(NULL);
  if (self->simulation)
    g_string_append_printf(text, "t\t%.17g\n", noslip_simulation_time(self->simulation));
  for (guint i = 0; i < self->kind->n_figures; i++) {
    g_autofree char *part = noslip_figure_values(self->figures[i]);
    g_string_append(text, part);
  }
  return g_string_free(text, FALSE);
}

char *
noslip_view_description(NoslipView *self)
{
  return describe(self);
}

static gboolean
tell(gpointer data)
{
  NoslipView *self = data;
  self->describe = 0;
  noslip_meter_enter(self->meter);
  g_autofree char *text = describe(self);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                 text && text[0] ? text : _(self->kind->summary), -1);
  noslip_meter_leave(self->meter);
  return G_SOURCE_REMOVE;
}

static gboolean
draw_late(gpointer data)
{
  NoslipView *self = data;
  self->redraw = 0;
  gtk_widget_queue_draw(GTK_WIDGET(self));
  return G_SOURCE_REMOVE;
}

/* While time runs a view is drawn at most some 30 times a second, which eyes cannot tell from more on a curve. */
static void
draw_soon(NoslipView *self)
{
  if (!gtk_widget_get_mapped(GTK_WIDGET(self)) || self->redraw)
    return;
  gint64 since = g_get_monotonic_time() - self->drawn;
  if (since >= DRAW_EVERY)
    gtk_widget_queue_draw(GTK_WIDGET(self));
  else
    self->redraw =
        g_timeout_add_full(G_PRIORITY_DEFAULT, (guint) ((DRAW_EVERY - since) / 1000 + 1), draw_late, self, NULL);
}

static void
update_caption(NoslipView *self)
{
  gboolean known = self->kind->caption && self->simulation && noslip_simulation_system(self->simulation);
  g_autofree char *caption = known ? self->kind->caption(self) : NULL;
  if (g_strcmp0(caption, self->caption) == 0)
    return;
  g_free(self->caption);
  self->caption = g_steal_pointer(&caption);
  g_signal_emit(self, caption_signal, 0);
}

const char *
noslip_view_caption(NoslipView *self)
{
  return self->caption ? self->caption : "";
}

void
noslip_view_changed(NoslipView *self, NoslipChange change)
{
  if (change & NOSLIP_CHANGED_SYSTEM && !(change & NOSLIP_CHANGED_EDITED))
    noslip_view_reset_window(self);
  if (change & (NOSLIP_CHANGED_SYSTEM | NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_ROWS))
    update_caption(self);
  if (!(change & (self->kind->interest | NOSLIP_CHANGED_SYSTEM)))
    return;
  if (self->kind->n_figures == 0 && (change & ~NOSLIP_CHANGED_CURSOR))
    gtk_widget_queue_resize(GTK_WIDGET(self));
  draw_soon(self);
  if (!self->describe && gtk_widget_get_mapped(GTK_WIDGET(self)))
    self->describe = g_timeout_add(DESCRIBE_EVERY, tell, self);
}

void
noslip_view_refresh(NoslipView *self)
{
  noslip_view_reset_window(self);
  update_caption(self);
  gtk_widget_queue_resize(GTK_WIDGET(self));
  noslip_view_changed(self, self->kind->interest);
}

/* What kinds use */

const NoslipViewKind *
noslip_view_kind(NoslipView *self)
{
  return self->kind;
}

NoslipSimulation *
noslip_view_simulation(NoslipView *self)
{
  return self->simulation;
}

void
noslip_view_pointer(NoslipView *self, double *x, double *y)
{
  *x = self->pointer_x;
  *y = self->pointer_y;
}

const char *const *
noslip_view_choice(NoslipView *self, const char *name)
{
  return g_hash_table_lookup(self->choices, name);
}

void
noslip_view_set_choice(NoslipView *self, const char *name, const char *const *values)
{
  if (values)
    g_hash_table_insert(self->choices, g_strdup(name), g_strdupv((char **) values));
  else
    g_hash_table_remove(self->choices, name);
  noslip_view_update_actions(self);
  noslip_view_refresh(self);
}

void
noslip_view_forget_choices(NoslipView *self)
{
  g_hash_table_remove_all(self->choices);
  noslip_view_update_actions(self);
  noslip_view_refresh(self);
}

gboolean
noslip_view_series(NoslipView *self, guint run, int column_x, int column_y, NoslipSeries *series)
{
  const NoslipRunView *view = noslip_simulation_run(self->simulation, run);
  noslip_series_init(series);
  if (!view || view->n_rows == 0 || column_x < 0 || column_y < 0)
    return FALSE;
  const double *values = (const double *) (gpointer) view->values->data;
  series->x = values + column_x;
  series->y = values + column_y;
  series->x_stride = series->y_stride = view->quantities->n;
  series->n = view->n_rows;
  series->x_increases = column_x == 0;
  series->cursor = noslip_simulation_cursor(self->simulation, run);
  /* generations are new with every system and every change of how it is computed, revisions with every change of
   * rows */
  series->source = ((guint64) view->id + 1) << 48 ^ view->generation << 24 ^ (view->revision + 1);
  return TRUE;
}

void
noslip_view_axis(NoslipAxis *axis, const NoslipQuantity *quantity)
{
  noslip_axis_init(axis);
  if (!quantity)
    return;
  axis->quantity = noslip_quantity_words(quantity);
  axis->unit = quantity->unit;
  if (quantity->angle)
    axis->period = 2 * G_PI;
}

void
noslip_view_set_axis(NoslipView *self, guint index, NoslipFigure *figure, NoslipAxisId id, NoslipAxis *axis)
{
  if (id == NOSLIP_AXIS_Y && noslip_view_is_flipped(self, index)) {
    axis->logarithmic = !axis->logarithmic;
    if (axis->logarithmic)
      axis->include_zero = FALSE;
  }
  if (isfinite(self->low[index][id]) && isfinite(self->high[index][id])) {
    axis->low = self->low[index][id];
    axis->high = self->high[index][id];
  }
  noslip_figure_set_axis(figure, id, axis);
}

const NoslipQuantities *
noslip_view_quantities(NoslipView *self)
{
  const NoslipRunView *primary = self->simulation ? noslip_simulation_primary(self->simulation) : NULL;
  return primary ? primary->quantities : NULL;
}

void
noslip_view_time_axis(NoslipView *self, guint index, NoslipFigure *figure)
{
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.quantity = "t";
  axis.unit = "s";
  axis.bare = !self->last;
  noslip_view_set_axis(self, index, figure, NOSLIP_AXIS_X, &axis);
  noslip_figure_set_cursor(figure, noslip_simulation_time(self->simulation));
}

/* Life */

void
noslip_view_set_simulation(NoslipView *self, NoslipSimulation *simulation)
{
  self->simulation = simulation;
  noslip_view_refresh(self);
}

void
noslip_view_set_look(NoslipView *self, gboolean dark, double scale)
{
  noslip_theme_init(&self->theme, dark, scale);
  gtk_widget_queue_resize(GTK_WIDGET(self));
}

const NoslipTheme *
noslip_view_theme(NoslipView *self)
{
  return &self->theme;
}

void
noslip_view_set_meter(NoslipView *self, NoslipMeter *meter)
{
  self->meter = meter;
}

static void
noslip_view_map(GtkWidget *widget)
{
  GTK_WIDGET_CLASS(noslip_view_parent_class)->map(widget);
  NoslipView *self = NOSLIP_VIEW(widget);
  if (!self->describe)
    self->describe = g_timeout_add(DESCRIBE_EVERY / 4, tell, self);
}

static void
noslip_view_dispose(GObject *object)
{
  NoslipView *self = NOSLIP_VIEW(object);
  g_clear_handle_id(&self->redraw, g_source_remove);
  g_clear_handle_id(&self->describe, g_source_remove);
  self->simulation = NULL;
  G_OBJECT_CLASS(noslip_view_parent_class)->dispose(object);
}

static void
noslip_view_finalize(GObject *object)
{
  NoslipView *self = NOSLIP_VIEW(object);
  for (guint i = 0; i < NOSLIP_VIEW_MOST_FIGURES; i++)
    g_clear_pointer(&self->figures[i], noslip_figure_free);
  g_clear_pointer(&self->display, noslip_display_free);
  g_hash_table_unref(self->choices);
  g_object_unref(self->actions);
  g_free(self->caption);
  G_OBJECT_CLASS(noslip_view_parent_class)->finalize(object);
}

static void
noslip_view_class_init(NoslipViewClass *class)
{
  GTK_WIDGET_CLASS(class)->snapshot = noslip_view_snapshot;
  GTK_WIDGET_CLASS(class)->measure = noslip_view_measure;
  GTK_WIDGET_CLASS(class)->get_request_mode = noslip_view_request_mode;
  GTK_WIDGET_CLASS(class)->map = noslip_view_map;
  G_OBJECT_CLASS(class)->dispose = noslip_view_dispose;
  G_OBJECT_CLASS(class)->finalize = noslip_view_finalize;
  caption_signal =
      g_signal_new("caption", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "noslip-view");
}

static void
noslip_view_init(NoslipView *self)
{
  self->choices = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_strfreev);
  self->display = noslip_display_new();
  for (guint i = 0; i < NOSLIP_VIEW_MOST_FIGURES; i++)
    self->figures[i] = noslip_figure_new();
  self->pointer_x = self->pointer_y = NAN;
  noslip_view_reset_window(self);
  noslip_theme_init(&self->theme, FALSE, 1);
  gtk_widget_set_focusable(GTK_WIDGET(self), TRUE);
  gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *
noslip_view_new(const NoslipViewKind *kind)
{
  NoslipView *self = g_object_new(NOSLIP_TYPE_VIEW, "hexpand", TRUE, "vexpand", TRUE, NULL);
  self->kind = kind;
  noslip_view_add_actions(self);
  noslip_view_add_input(self);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, _(kind->name),
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _(kind->summary), -1);
  return GTK_WIDGET(self);
}
