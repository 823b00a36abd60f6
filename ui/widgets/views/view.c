/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view: its updates with the simulation, its description, and the functions of its kind. */
#include "ui/widgets/common/absence.h"
#include "ui/widgets/views/view-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define DESCRIBE_EVERY 1000 /* milliseconds between two descriptions for assistive technology */
#define DRAW_EVERY 30000    /* microseconds between two pictures of a view while playing */

static guint caption_signal, plot_signal;

G_DEFINE_FINAL_TYPE(NoslipView, noslip_view, GTK_TYPE_WIDGET)

const NoslipViewKind *const *
noslip_view_kinds(void)
{
  static const NoslipViewKind *const kinds[] = {
#define VIEW(name) &noslip_##name##_view,
#include "ui/widgets/views/views.def"
#undef VIEW
      NULL,
  };
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

/* The description for assistive technology */

static char *
describe(NoslipView *self)
{
  if (!self->simulation || !noslip_simulation_system(self->simulation))
    return g_strdup(noslip_absence(self->simulation));
  if (self->kind->describe)
    return self->kind->describe(self);
  g_autoptr(GString) text = g_string_new(NULL);
  int shown_width = gtk_widget_get_width(GTK_WIDGET(self)), shown_height = gtk_widget_get_height(GTK_WIDGET(self));
  double width = shown_width > 8 ? shown_width : 320, height = shown_height > 8 ? shown_height : 240; /* as displayed */
  /* laid out as for drawing, so that cached data of a million samples are used */
  noslip_view_arrange(self, &self->theme, width, height);
  for (guint i = 0; i < self->kind->n_figures; i++) {
    double y;
    if (!noslip_view_show_figure(self, i, &self->theme, width, height, &y))
      continue;
    g_autofree char *part = noslip_figure_description(self->figures[i]);
    if (part && part[0])
      g_string_append_printf(text, "%s%s", text->len ? "; " : "", part);
  }
  g_autofree char *detail = noslip_view_detail(self);
  if (detail && !strstr(text->str, detail)) /* an empty figure may say it itself */
    g_string_append_printf(text, "%s%s", text->len ? "; " : "", detail);
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
  if (self->kind->values && self->simulation)
    return self->kind->values(self);
  if (self->kind->n_figures == 0)
    return describe(self);
  GString *text = g_string_new(NULL);
  if (self->simulation)
    g_string_append_printf(text, "t\t%.17g\n", noslip_runs_time(noslip_simulation_runs(self->simulation)));
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
update_description(gpointer data)
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

/* With the scene at another time; while rows come a view is drawn at most some 30 times a second, which is enough for
 * curves. */
static void
draw_soon(NoslipView *self, NoslipChange change)
{
  if (!gtk_widget_get_mapped(GTK_WIDGET(self)))
    return;
  gint64 since = g_get_monotonic_time() - self->drawn;
  if (since >= DRAW_EVERY || (change & NOSLIP_CHANGED_CURSOR))
    gtk_widget_queue_draw(GTK_WIDGET(self));
  else if (self->redraw)
    return;
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

char *
noslip_view_detail(NoslipView *self)
{
  gboolean known = self->kind->detail && self->simulation && noslip_simulation_system(self->simulation);
  return known ? self->kind->detail(self) : NULL;
}

void
noslip_view_reset_window(NoslipView *self)
{
  for (guint i = 0; i < NOSLIP_VIEW_MOST_FIGURES; i++)
    self->low[i][0] = self->low[i][1] = self->high[i][0] = self->high[i][1] = NAN;
}

void
noslip_view_changed(NoslipView *self, NoslipChange change)
{
  if (change & NOSLIP_CHANGED_SYSTEM && !(change & NOSLIP_CHANGED_EDITED))
    noslip_view_reset_window(self);
  const NoslipChange captioned = NOSLIP_CHANGED_SYSTEM | NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_ROWS;
  if (change & (captioned | (self->kind->detail ? NOSLIP_CHANGED_CURSOR : 0)))
    update_caption(self);
  if (change & NOSLIP_CHANGED_POINTED && gtk_widget_get_mapped(GTK_WIDGET(self)))
    gtk_widget_queue_draw(GTK_WIDGET(self));
  const NoslipChange followed = NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_START;
  if (self->follows && change & followed)
    draw_soon(self, change);
  if (!(change & (self->kind->interest | NOSLIP_CHANGED_SYSTEM)))
    return;
  if (self->kind->n_figures == 0 && (change & ~NOSLIP_CHANGED_CURSOR))
    gtk_widget_queue_resize(GTK_WIDGET(self));
  draw_soon(self, change);
  if (!self->describe && gtk_widget_get_mapped(GTK_WIDGET(self)))
    self->describe = g_timeout_add(DESCRIBE_EVERY, update_description, self);
}

void
noslip_view_refresh(NoslipView *self)
{
  noslip_view_reset_window(self);
  update_caption(self);
  gtk_widget_queue_resize(GTK_WIDGET(self));
  noslip_view_changed(self, self->kind->interest);
}

void
noslip_view_set_follows(NoslipView *self, gboolean follows)
{
  self->follows = follows;
}

void
noslip_view_update_description(NoslipView *self)
{
  g_clear_handle_id(&self->describe, g_source_remove);
  update_description(self);
}

void
noslip_view_plot(NoslipView *self, const char *quantity)
{
  g_signal_emit(self, plot_signal, 0, quantity);
}

gboolean
noslip_view_drop(NoslipView *self, const char *quantity, double x, double y)
{
  const NoslipQuantities *quantities = noslip_view_quantities(self);
  int column = quantities ? noslip_quantities_find(quantities, quantity) : -1;
  if (column < 0 || !self->kind->dropped)
    return FALSE;
  self->kind->dropped(self, &quantities->list[column], x, y);
  return TRUE;
}

/* Functions for kinds */

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

/* The states of the actions, after choices changed. */
static void
update_actions(NoslipView *self)
{
  GAction *magnify = g_action_map_lookup_action(G_ACTION_MAP(self->actions), "magnify");
  if (magnify)
    g_simple_action_set_state(G_SIMPLE_ACTION(magnify),
                              g_variant_new_boolean(noslip_view_choice(self, "magnify") != NULL));
}

void
noslip_view_set_choice(NoslipView *self, const char *name, const char *const *values)
{
  if (values)
    g_hash_table_insert(self->choices, g_strdup(name), g_strdupv((char **) values));
  else
    g_hash_table_remove(self->choices, name);
  update_actions(self);
  noslip_view_refresh(self);
}

void
noslip_view_forget_choices(NoslipView *self)
{
  g_hash_table_remove_all(self->choices);
  update_actions(self);
  noslip_view_refresh(self);
}

const NoslipQuantities *
noslip_view_quantities(NoslipView *self)
{
  const NoslipRunView *primary =
      self->simulation ? noslip_runs_primary(noslip_simulation_runs(self->simulation)) : NULL;
  return primary ? primary->quantities : NULL;
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
  g_clear_pointer(&self->picture, gsk_render_node_unref);
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
    self->describe = g_timeout_add(DESCRIBE_EVERY / 4, update_description, self);
}

gpointer
noslip_view_state(NoslipView *self)
{
  return self->state;
}

void
noslip_view_set_state(NoslipView *self, gpointer state, GDestroyNotify free)
{
  if (self->state && self->state_free)
    self->state_free(self->state);
  self->state = state;
  self->state_free = free;
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
  g_clear_pointer(&self->picture, gsk_render_node_unref);
  g_hash_table_unref(self->choices);
  g_object_unref(self->actions);
  g_free(self->caption);
  g_clear_pointer(&self->derived, g_hash_table_unref);
  noslip_view_set_state(self, NULL, NULL);
  if (self->formulas)
    self->formulas_free(self->formulas);
  if (self->sections)
    self->sections_free(self->sections);
  for (guint i = 0; i < NOSLIP_VIEW_MOST_FIGURES; i++)
    if (self->layers[i])
      self->layer_free(self->layers[i]);
  G_OBJECT_CLASS(noslip_view_parent_class)->finalize(object);
}

static void
noslip_view_class_init(NoslipViewClass *class)
{
  noslip_view_class_add_drawing(GTK_WIDGET_CLASS(class));
  GTK_WIDGET_CLASS(class)->map = noslip_view_map;
  G_OBJECT_CLASS(class)->dispose = noslip_view_dispose;
  G_OBJECT_CLASS(class)->finalize = noslip_view_finalize;
  caption_signal =
      g_signal_new("caption", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  plot_signal = g_signal_new("plot", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                             G_TYPE_STRING);
  gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "noslip-view");
}

static void
noslip_view_init(NoslipView *self)
{
  self->choices = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_strfreev);
  self->display = noslip_display_new();
  noslip_display_keep_texts(self->display);
  for (guint i = 0; i < NOSLIP_VIEW_MOST_FIGURES; i++)
    self->figures[i] = noslip_figure_new();
  self->document_parts = NOSLIP_FIGURE_ON_SCREEN;
  self->pointer_x = self->pointer_y = self->drawn_time = NAN;
  noslip_view_reset_window(self);
  noslip_theme_init(&self->theme, FALSE, 1);
  gtk_widget_set_focusable(GTK_WIDGET(self), TRUE);
  gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
}

typedef struct _Key Key;
struct _Key {
  GActionGroup *group; /* borrowed */
  const char *action;
  gboolean cancels; /* Escape */
  Key *next;        /* of the same key, added later: acts if this one does not */
};

static void
key_free(gpointer data)
{
  Key *key = data;
  while (key) {
    Key *next = key->next;
    g_free(key);
    key = next;
  }
}

static gboolean
can_cancel(NoslipView *view)
{
  if (view->kind->cancels)
    return view->kind->cancels(view);
  return !view->kind->is_ready || !view->kind->is_ready(view);
}

/* When there is nothing to cancel, Escape is the window's: it restores a maximised view. */
static gboolean
press_key(NoslipView *view, const Key *first)
{
  for (const Key *key = first; key; key = key->next) {
    if (!g_action_group_get_action_enabled(key->group, key->action) || (key->cancels && !can_cancel(view)))
      continue;
    g_action_group_activate_action(key->group, key->action, NULL);
    return TRUE;
  }
  return FALSE;
}

static gboolean
key_pressed(GtkWidget *widget, GVariant *arguments, gpointer key)
{
  return press_key(NOSLIP_VIEW(widget), key);
}

static Key *
find_key(NoslipView *self, GtkShortcutTrigger *trigger)
{
  for (guint i = 0; i < g_list_model_get_n_items(G_LIST_MODEL(self->keys)); i++) {
    g_autoptr(GtkShortcut) known = g_list_model_get_item(G_LIST_MODEL(self->keys), i);
    if (gtk_shortcut_trigger_equal(gtk_shortcut_get_trigger(known), trigger))
      return g_object_get_data(G_OBJECT(known), "key");
  }
  return NULL;
}

/* One shortcut for all actions of a key: of several shortcuts GTK activates each in turn. */
void
noslip_view_add_key(NoslipView *self, guint value, GdkModifierType modifiers, GActionGroup *group, const char *action)
{
  g_autoptr(GtkShortcutTrigger) trigger = gtk_keyval_trigger_new(value, modifiers);
  Key *key = g_new0(Key, 1), *known = find_key(self, trigger);
  key->group = group;
  key->action = action;
  key->cancels = value == GDK_KEY_Escape && modifiers == 0;
  if (known) {
    while (known->next)
      known = known->next;
    known->next = key;
    return;
  }
  GtkShortcut *shortcut = gtk_shortcut_new(g_object_ref(trigger), gtk_callback_action_new(key_pressed, key, key_free));
  g_object_set_data(G_OBJECT(shortcut), "key", key);
  gtk_shortcut_controller_add_shortcut(GTK_SHORTCUT_CONTROLLER(self->keys), shortcut);
}

gboolean
noslip_view_cancel(NoslipView *self)
{
  g_autoptr(GtkShortcutTrigger) escape = gtk_keyval_trigger_new(GDK_KEY_Escape, 0);
  return press_key(self, find_key(self, escape));
}

GActionGroup *
noslip_view_actions(NoslipView *self)
{
  return G_ACTION_GROUP(self->actions);
}
