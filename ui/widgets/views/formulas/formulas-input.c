/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointer, drag and keys of formulas. */
#include "core/base/decimal.h"
#include "ui/widgets/common/dragged.h"
#include "ui/widgets/views/formulas/formulas-private.h"

#include <glib/gi18n.h>
#include <math.h>

static void
point_at(NoslipView *view, const char *name)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  if (simulation)
    noslip_simulation_point_at(simulation,
                               name ? noslip_symbol_canonical(noslip_simulation_runs(simulation), name) : NULL);
}

static void
moved(GtkEventControllerMotion *controller, double x, double y, NoslipView *view)
{
  const NoslipFormulas *self = noslip_formulas_of(view);
  if (self->has_caret && x == self->rest_x && y == self->rest_y)
    return; /* the formulas moved, not the pointer */
  const NoslipSpot *spot = noslip_formulas_symbol_at(self, x, y);
  g_autofree char *name = spot ? g_strdup(spot->name) : NULL;
  gtk_widget_set_cursor_from_name(GTK_WIDGET(view), name ? "pointer" : NULL);
  point_at(view, name);
}

static void
on_leave(GtkEventControllerMotion *controller, NoslipView *view)
{
  point_at(view, NULL);
}

static gboolean
tooltip(GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tip, gpointer data)
{
  NoslipView *view = NOSLIP_VIEW(widget);
  const NoslipFormulas *self = noslip_formulas_of(view);
  const NoslipSpot *spot = keyboard ? noslip_formulas_caret(self) : noslip_formulas_symbol_at(self, x, y);
  if (!spot || !noslip_view_simulation(view))
    return FALSE;
  g_autofree char *words = noslip_formulas_words(view, spot->id, spot->name);
  gtk_tooltip_set_text(tip, words);
  const GdkRectangle area = {(int) spot->x, (int) spot->y, (int) spot->width + 1, (int) spot->height + 1};
  gtk_tooltip_set_tip_area(tip, &area);
  return TRUE;
}

/* The number of a symbol with all its digits, and its quantity. Free both with g_free(). */
static char *
number_of(NoslipView *view, const NoslipSpot *spot, char **quantity)
{
  NoslipSymbolInfo info;
  char text[NOSLIP_DECIMAL_SIZE];
  double value = noslip_formulas_value(view, spot->id, spot->name);
  noslip_symbol_info(noslip_simulation_runs(noslip_view_simulation(view)), spot->name, &info);
  if (quantity)
    *quantity = g_steal_pointer(&info.quantity);
  noslip_symbol_info_clear(&info);
  return g_strdup(isnan(value) ? spot->name : noslip_decimal_text(value, text));
}

GdkContentProvider *
noslip_formulas_dragged(NoslipView *view, double x, double y)
{
  const NoslipFormulas *self = noslip_formulas_of(view);
  const NoslipSpot *spot = self ? noslip_formulas_symbol_at(self, x, y) : NULL;
  g_autofree char *quantity = NULL;
  if (!spot || !noslip_view_simulation(view))
    return NULL;
  g_autofree char *number = number_of(view, spot, &quantity);
  return noslip_dragged_new(quantity, number);
}

/* Keys */

/* Scrolls to the caret's symbol, and announces it. */
static void
show_caret(NoslipView *view)
{
  NoslipFormulas *self = noslip_formulas_of(view);
  const NoslipSpot *spot = noslip_formulas_caret(self);
  noslip_view_pointer(view, &self->rest_x, &self->rest_y);
  GtkWidget *scroller = gtk_widget_get_ancestor(GTK_WIDGET(view), GTK_TYPE_SCROLLED_WINDOW);
  if (spot && scroller)
    gtk_adjustment_clamp_page(gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller)), spot->y - 12,
                              spot->y + spot->height + 12);
  g_autofree char *name = spot ? g_strdup(spot->name) : NULL;
  point_at(view, name);
  gtk_widget_queue_draw(GTK_WIDGET(view));
  noslip_view_update_description(view);
}

static int
caret_place(const NoslipFormulas *self)
{
  const NoslipSpot *spot = noslip_formulas_caret(self);
  return spot ? (int) (spot - &g_array_index(self->symbols, NoslipSpot, 0)) : -1;
}

void
noslip_formulas_moved(NoslipView *view, int dx, int dy)
{
  NoslipFormulas *self = noslip_formulas_of(view);
  int n = (int) self->symbols->len, at = caret_place(self), step = dx ? dx : dy;
  if (n == 0)
    return;
  int next = at < 0 ? (step > 0 ? 0 : n - 1) : (at + step + n) % n;
  while (dy && at >= 0 && next != at &&
         g_array_index(self->symbols, NoslipSpot, next).id == g_array_index(self->symbols, NoslipSpot, at).id)
    next = (next + step + n) % n;
  const NoslipSpot *spot = &g_array_index(self->symbols, NoslipSpot, next);
  self->has_caret = TRUE;
  self->caret_id = spot->id;
  self->caret_nth = dy < 0 ? 0 : spot->nth;
  show_caret(view);
}

char *
noslip_formulas_caret_words(NoslipView *view)
{
  const NoslipFormulas *self = noslip_formulas_of(view);
  const NoslipSpot *spot = self ? noslip_formulas_caret(self) : NULL;
  NoslipFormula formula;
  if (!spot)
    return NULL;
  g_autofree char *words = noslip_formulas_words(view, spot->id, spot->name);
  if (!noslip_formulas_is_open(view, spot->id) || !self->find(view, spot->id, &formula) || !formula.graph)
    return g_steal_pointer(&words);
  g_autofree char *text = noslip_formulas_text(view, spot->id, &formula);
  return g_strdup_printf("%s; %s", words, text);
}

static void
write_in(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  const NoslipFormulas *self = noslip_formulas_of(view);
  const NoslipSpot *spot = noslip_formulas_caret(self);
  NoslipFormula formula;
  if (!spot || !self->find(view, spot->id, &formula) || !formula.graph)
    return;
  gboolean all = g_str_equal(g_action_get_name(G_ACTION(action)), "write-all");
  g_autofree char *name = g_strdup(spot->name);
  noslip_formulas_toggle(view, spot->id, all ? NULL : name);
  noslip_view_update_description(view);
}

static void
plot(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  const NoslipSpot *spot = noslip_formulas_caret(noslip_formulas_of(view));
  g_autofree char *quantity = NULL;
  if (spot)
    g_free(number_of(view, spot, &quantity));
  if (quantity)
    noslip_view_plot(view, quantity);
}

char *
noslip_formulas_copied(NoslipView *view)
{
  double x, y;
  noslip_view_pointer(view, &x, &y);
  const NoslipFormulas *self = noslip_formulas_of(view);
  gboolean moved_since = self && !(self->has_caret && x == self->rest_x && y == self->rest_y);
  const NoslipSpot *pointed = moved_since && isfinite(x) ? noslip_formulas_symbol_at(self, x, y) : NULL;
  const NoslipSpot *spot = pointed || !self ? pointed : noslip_formulas_caret(self);
  return spot && noslip_view_simulation(view) ? number_of(view, spot, NULL) : NULL;
}

void
noslip_formulas_add_items(NoslipView *view, GtkBox *box)
{
  GActionGroup *actions = noslip_view_actions(view);
  noslip_view_add_item(box, _("Next symbol"), _("Alt Right"), actions, "pan-right");
  noslip_view_add_item(box, _("Show its number"), _("Enter"), actions, "write");
  noslip_view_add_item(box, _("Show all numbers"), _("Ctrl Enter"), actions, "write-all");
  noslip_view_add_item(box, _("Plot it against time"), _("Shift Enter"), actions, "plot");
}

static void
add_input(NoslipView *view)
{
  static const GActionEntry entries[] = {{"write", write_in, NULL, NULL, NULL, {0}},
                                         {"write-all", write_in, NULL, NULL, NULL, {0}},
                                         {"plot", plot, NULL, NULL, NULL, {0}}};
  GActionGroup *actions = noslip_view_actions(view);
  GtkEventController *motion = gtk_event_controller_motion_new();
  g_signal_connect(motion, "motion", G_CALLBACK(moved), view);
  g_signal_connect(motion, "leave", G_CALLBACK(on_leave), view);
  gtk_widget_add_controller(GTK_WIDGET(view), motion);
  gtk_widget_set_has_tooltip(GTK_WIDGET(view), TRUE);
  g_signal_connect(view, "query-tooltip", G_CALLBACK(tooltip), NULL);
  g_action_map_add_action_entries(G_ACTION_MAP(actions), entries, G_N_ELEMENTS(entries), view);
  noslip_view_add_key(view, GDK_KEY_Return, 0, actions, "write");
  noslip_view_add_key(view, GDK_KEY_KP_Enter, 0, actions, "write");
  noslip_view_add_key(view, GDK_KEY_Return, GDK_CONTROL_MASK, actions, "write-all");
  noslip_view_add_key(view, GDK_KEY_Return, GDK_SHIFT_MASK, actions, "plot");
}

void
noslip_formulas_attach(NoslipView *view, NoslipFormulaFind find, NoslipFormulaDefined defined)
{
  noslip_formulas_set_up(view, find, defined);
  add_input(view);
}
