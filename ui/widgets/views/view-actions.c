/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions of a view by its menu and its keys: fit, zoom, pan, scales, copying the number under the pointer or all
 * its values. */
#include "ui/widgets/views/formulas/formulas.h"
#include "ui/widgets/views/view-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define ZOOM 1.25
#define STEP 40 /* pixels by which a key moves the contents */

/* The figure under the pointer, or else the first. */
static guint
present_figure(NoslipView *self)
{
  int figure = isfinite(self->pointer_y) ? noslip_view_figure_at(self, self->pointer_y) : 0;
  return (guint) MAX(figure, 0);
}

static gboolean
is_seen(NoslipView *self, guint figure)
{
  double x, y, width, height;
  noslip_figure_area(self->figures[figure], &x, &y, &width, &height);
  noslip_view_figure_area(self, figure, gtk_widget_get_width(GTK_WIDGET(self)), gtk_widget_get_height(GTK_WIDGET(self)),
                          &y, &height);
  return width > 0 && height > 0;
}

/* The figures to which a key applies, *n of them: the one under the pointer, or else all. The last one moves along the
 * time axis, which all share. */
static void
meant(NoslipView *self, guint figures[NOSLIP_VIEW_MOST_FIGURES], guint *n)
{
  int pointed = isfinite(self->pointer_y) ? noslip_view_figure_at(self, self->pointer_y) : -1;
  *n = 0;
  for (guint i = self->kind->n_figures; i-- > 0;)
    if ((pointed < 0 || (guint) pointed == i) && is_seen(self, i))
      figures[(*n)++] = i;
}

static void
zoom_by(NoslipView *self, double factor)
{
  guint figures[NOSLIP_VIEW_MOST_FIGURES], n;
  meant(self, figures, &n);
  for (guint i = 0; i < n; i++) {
    double x, y, width, height;
    noslip_figure_area(self->figures[figures[i]], &x, &y, &width, &height);
    noslip_view_zoom(self, figures[i], factor, x + width / 2, y + height / 2, i + 1 == n ? 3 : 2);
  }
}

static void
fit(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  noslip_view_reset_window(view);
  gtk_widget_queue_draw(GTK_WIDGET(view));
}

static void
zoom_in(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  zoom_by(view, ZOOM);
}

static void
zoom_out(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  zoom_by(view, 1 / ZOOM);
}

static void
pan(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  static const struct {
    const char *name;
    double dx, dy;
  } directions[] = {{"pan-left", STEP, 0}, {"pan-right", -STEP, 0}, {"pan-up", 0, STEP}, {"pan-down", 0, -STEP}};
  guint figures[NOSLIP_VIEW_MOST_FIGURES], n, way = 0;
  while (!g_str_equal(g_action_get_name(G_ACTION(action)), directions[way].name))
    way++;
  meant(view, figures, &n);
  for (guint i = 0; i < n; i++)
    noslip_view_pan(view, figures[i], i + 1 == n ? directions[way].dx : 0, directions[way].dy);
}

static void
move(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  NoslipView *view = data;
  const char *name = g_action_get_name(G_ACTION(action)) + strlen("pan-");
  view->kind->moved(view, g_str_equal(name, "left") ? -1 : g_str_equal(name, "right"),
                    g_str_equal(name, "up") ? -1 : g_str_equal(name, "down"));
}

char *
noslip_view_pointed_number(NoslipView *self)
{
  char *symbol = noslip_formulas_copied(self);
  return symbol ? symbol : noslip_view_number_at(self, self->pointer_x, self->pointer_y);
}

static void
copy(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  NoslipView *view = data;
  char *number = noslip_view_pointed_number(view);
  g_autofree char *text = number ? number : noslip_view_values(view);
  gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(view)), text);
}

/* Scales */

static void
flip(NoslipView *self, guint figure)
{
  char name[32];
  const char *yes[] = {"yes", NULL};
  noslip_view_scale_choice(figure, name, sizeof name);
  noslip_view_set_choice(self, name, noslip_view_is_flipped(self, figure) ? NULL : yes);
}

static gboolean
is_logarithmic(NoslipView *self, guint figure)
{
  NoslipAxis axis;
  noslip_figure_axis(self->figures[figure], NOSLIP_AXIS_Y, &axis);
  return axis.logarithmic;
}

static void
scale_changed(GSimpleAction *action, GVariant *value, gpointer view)
{
  guint figure = (guint) (g_action_get_name(G_ACTION(action))[strlen("logarithmic-")] - '0');
  if (is_logarithmic(view, figure) != g_variant_get_boolean(value))
    flip(view, figure);
  g_simple_action_set_state(action, value);
}

static void
flip_present(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  flip(view, present_figure(view));
}

static void
magnify_changed(GSimpleAction *action, GVariant *value, gpointer view)
{
  const char *yes[] = {"yes", NULL};
  g_simple_action_set_state(action, value);
  noslip_view_set_choice(view, "magnify", g_variant_get_boolean(value) ? yes : NULL);
}

/* Life */

static void
add_keys(NoslipView *self)
{
  static const struct {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } keys[] = {
      {GDK_KEY_plus, GDK_ALT_MASK, "zoom-in"},
      {GDK_KEY_equal, GDK_ALT_MASK, "zoom-in"},
      {GDK_KEY_minus, GDK_ALT_MASK, "zoom-out"},
      {GDK_KEY_0, GDK_ALT_MASK, "fit"},
      {GDK_KEY_Home, 0, "fit"},
      {GDK_KEY_Left, GDK_ALT_MASK, "pan-left"},
      {GDK_KEY_Right, GDK_ALT_MASK, "pan-right"},
      {GDK_KEY_Up, GDK_ALT_MASK, "pan-up"},
      {GDK_KEY_Down, GDK_ALT_MASK, "pan-down"},
      {GDK_KEY_g, 0, "flip-scale"},
      {GDK_KEY_c, GDK_CONTROL_MASK, "copy"},
  };
  self->keys = gtk_shortcut_controller_new();
  for (guint i = 0; i < G_N_ELEMENTS(keys); i++)
    if (g_action_map_lookup_action(G_ACTION_MAP(self->actions), keys[i].action))
      noslip_view_add_key(self, keys[i].key, keys[i].modifiers, G_ACTION_GROUP(self->actions), keys[i].action);
  gtk_widget_add_controller(GTK_WIDGET(self), self->keys);
}

GActionGroup *
noslip_view_own_actions(NoslipView *self, const char *prefix, const GActionEntry *entries, guint n)
{
  GSimpleActionGroup *actions = g_simple_action_group_new();
  g_action_map_add_action_entries(G_ACTION_MAP(actions), entries, (int) n, self);
  gtk_widget_insert_action_group(GTK_WIDGET(self), prefix, G_ACTION_GROUP(actions));
  return G_ACTION_GROUP(actions);
}

void
noslip_view_add_actions(NoslipView *self)
{
  static const GActionEntry plot[] = {
      {"fit", fit, NULL, NULL, NULL, {0}},           {"zoom-in", zoom_in, NULL, NULL, NULL, {0}},
      {"zoom-out", zoom_out, NULL, NULL, NULL, {0}}, {"pan-left", pan, NULL, NULL, NULL, {0}},
      {"pan-right", pan, NULL, NULL, NULL, {0}},     {"pan-up", pan, NULL, NULL, NULL, {0}},
      {"pan-down", pan, NULL, NULL, NULL, {0}},      {"flip-scale", flip_present, NULL, NULL, NULL, {0}},
  };
  static const GActionEntry all[] = {{"copy", copy, NULL, NULL, NULL, {0}}};
  self->actions = g_simple_action_group_new();
  g_action_map_add_action_entries(G_ACTION_MAP(self->actions), all, G_N_ELEMENTS(all), self);
  if (self->kind->n_figures > 0)
    g_action_map_add_action_entries(G_ACTION_MAP(self->actions), plot, G_N_ELEMENTS(plot), self);
  if (self->kind->moved) {
    static const GActionEntry moves[] = {{"pan-left", move, NULL, NULL, NULL, {0}},
                                         {"pan-right", move, NULL, NULL, NULL, {0}},
                                         {"pan-up", move, NULL, NULL, NULL, {0}},
                                         {"pan-down", move, NULL, NULL, NULL, {0}}};
    g_action_map_add_action_entries(G_ACTION_MAP(self->actions), moves, G_N_ELEMENTS(moves), self);
  }
  if (self->kind->magnifies) {
    static const GActionEntry magnify[] = {{"magnify", NULL, NULL, "false", magnify_changed, {0}}};
    g_action_map_add_action_entries(G_ACTION_MAP(self->actions), magnify, G_N_ELEMENTS(magnify), self);
  }
  for (guint i = 0; i < self->kind->n_figures; i++) {
    char name[32];
    noslip_view_scale_choice(i, name, sizeof name);
    g_autoptr(GSimpleAction) action = g_simple_action_new_stateful(name, NULL, g_variant_new_boolean(FALSE));
    g_signal_connect(action, "change-state", G_CALLBACK(scale_changed), self);
    g_action_map_add_action(G_ACTION_MAP(self->actions), G_ACTION(action));
  }
  add_keys(self);
}

/* Menu */

void
noslip_view_add_plot_items(NoslipView *self, GtkBox *box)
{
  guint n = self->kind->n_figures;
  GActionGroup *actions = G_ACTION_GROUP(self->actions);
  noslip_view_add_item(box, _("Fit"), _("Home"), actions, "fit");
  noslip_view_add_item(box, _("Zoom in"), _("Alt +"), actions, "zoom-in");
  noslip_view_add_item(box, _("Zoom out"), _("Alt −"), actions, "zoom-out");
  for (guint i = 0; i < n; i++) {
    char name[32];
    NoslipAxis axis;
    noslip_view_scale_choice(i, name, sizeof name);
    noslip_figure_axis(self->figures[i], NOSLIP_AXIS_Y, &axis);
    if (!axis.quantity && n > 1)
      continue;
    GAction *known = g_action_map_lookup_action(G_ACTION_MAP(self->actions), name);
    g_simple_action_set_state(G_SIMPLE_ACTION(known), g_variant_new_boolean(axis.logarithmic));
    g_autofree char *title =
        n > 1 ? g_strdup_printf(_("Logarithmic: %s"), axis.quantity) : g_strdup(_("Logarithmic scale"));
    noslip_view_add_check_item(box, title, actions, name);
  }
  if (self->kind->magnifies)
    noslip_view_add_check_item(box, _("Magnify the smallest changes"), actions, "magnify");
}
