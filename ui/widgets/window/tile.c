/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tile: a view with its header. */
#include "ui/widgets/common/scroll.h"
#include "ui/widgets/window/tile-header.h"
#include "ui/widgets/window/tiles-private.h"

#include <glib/gi18n.h>

static void
fill_menu(GtkMenuButton *button, gpointer data)
{
  NoslipTile *tile = data;
  tile->tiles->used = tile;
  GtkWidget *popover = gtk_popover_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
  noslip_view_add_menu(NOSLIP_VIEW(tile->view), GTK_BOX(box));
  gtk_box_append(GTK_BOX(box), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL));
  noslip_view_add_item(GTK_BOX(box), _("Duplicate"), _("Ctrl D"), G_ACTION_GROUP(tile->actions), "duplicate");
  noslip_view_add_item(GTK_BOX(box), _("Views as the system plots them"), NULL, G_ACTION_GROUP(tile->actions), "reset");
  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scroller), TRUE);
  gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scroller), 480);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), box);
  gtk_popover_set_child(GTK_POPOVER(popover), scroller);
  gtk_menu_button_set_popover(button, popover);
}

/* Actions */

static const char *const acts[] = {
    [NOSLIP_TILE_DUPLICATE] = "duplicate",
    [NOSLIP_TILE_RESET] = "reset",
    [NOSLIP_TILE_MAXIMISE] = "maximise",
    [NOSLIP_TILE_CLOSE] = "close",
};

typedef struct {
  GtkWidget *view; /* a reference */
  NoslipTileAct act;
} Late;

static void
late_free(gpointer data)
{
  Late *late = data;
  g_object_unref(late->view);
  g_free(late);
}

/* Nothing if the view was removed from its tiles meanwhile. */
static gboolean
act_late(gpointer data)
{
  const Late *late = data;
  GtkWidget *tiles = gtk_widget_get_ancestor(late->view, NOSLIP_TYPE_TILES);
  if (tiles)
    NOSLIP_TILES(tiles)->host->act(NOSLIP_TILES(tiles), NOSLIP_VIEW(late->view), late->act);
  return G_SOURCE_REMOVE;
}

/* Tiles are moved after the click or key press has ended: moving a widget during a click leaves the window in a pressed
 * state. */
static void
act(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const NoslipTile *tile = data;
  for (guint i = 0; i < G_N_ELEMENTS(acts); i++)
    if (g_str_equal(acts[i], g_action_get_name(G_ACTION(action)))) {
      const Late late = {g_object_ref(tile->view), (NoslipTileAct) i};
      g_idle_add_full(G_PRIORITY_DEFAULT, act_late, g_memdup2(&late, sizeof late), late_free);
    }
}

static void
add_actions(NoslipTile *tile)
{
  tile->actions = g_simple_action_group_new();
  for (guint i = 0; i < G_N_ELEMENTS(acts); i++) {
    const GActionEntry entry = {acts[i], act, NULL, NULL, NULL, {0}};
    g_action_map_add_action_entries(G_ACTION_MAP(tile->actions), &entry, 1, tile);
  }
  noslip_view_add_key(NOSLIP_VIEW(tile->view), GDK_KEY_d, GDK_CONTROL_MASK, G_ACTION_GROUP(tile->actions), "duplicate");
  noslip_view_add_key(NOSLIP_VIEW(tile->view), GDK_KEY_m, 0, G_ACTION_GROUP(tile->actions), "maximise");
  noslip_view_add_key(NOSLIP_VIEW(tile->view), GDK_KEY_Delete, 0, G_ACTION_GROUP(tile->actions), "close");
}

/* Escape on a button of the header cancels the work of the view, as in the view. */
static gboolean
cancel(GtkWidget *header, GVariant *arguments, gpointer view)
{
  return noslip_view_cancel(view);
}

static void
add_cancel_key(NoslipTile *tile)
{
  GtkEventController *keys = gtk_shortcut_controller_new();
  gtk_shortcut_controller_add_shortcut(
      GTK_SHORTCUT_CONTROLLER(keys),
      gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Escape, 0), gtk_callback_action_new(cancel, tile->view, NULL)));
  gtk_widget_add_controller(tile->header, keys);
}

/* The caption at length: the header may cut it. */
static gboolean
asked_caption(GtkWidget *header, int x, int y, gboolean by_key, GtkTooltip *tooltip, NoslipTile *tile)
{
  g_autofree char *detail = noslip_view_detail(NOSLIP_VIEW(tile->view));
  gtk_tooltip_set_text(tooltip, detail ? detail : noslip_view_caption(NOSLIP_VIEW(tile->view)));
  return detail || *noslip_view_caption(NOSLIP_VIEW(tile->view));
}

static void
captioned(NoslipView *view, NoslipTile *tile)
{
  noslip_tile_header_set_caption(NOSLIP_TILE_HEADER(tile->header), noslip_view_caption(view));
  tile->tiles->host->name(tile->tiles);
}

static void
on_plot(NoslipView *view, const char *quantity, NoslipTile *tile)
{
  tile->tiles->host->plot(tile->tiles, quantity);
}

/* Scrolls to the tile with the keyboard focus. */
static void
focused(GtkEventControllerFocus *controller, NoslipTile *tile)
{
  tile->tiles->host->bring(tile->tiles, tile);
}

void
noslip_tile_set_maximised(NoslipTile *tile, gboolean maximised)
{
  noslip_tile_header_set_maximised(NOSLIP_TILE_HEADER(tile->header), maximised);
}

void
noslip_tile_show_title(NoslipTile *tile, gboolean shown)
{
  noslip_tile_header_show_title(NOSLIP_TILE_HEADER(tile->header), shown);
}

NoslipTile *
noslip_tile_new(NoslipTiles *tiles, const NoslipViewKind *kind)
{
  NoslipTile *tile = g_new0(NoslipTile, 1);
  tile->tiles = tiles;
  tile->kind = kind;
  tile->view = noslip_view_new(kind);
  tile->box = g_object_ref_sink(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0));
  gtk_widget_add_css_class(tile->box, "noslip-tile");
  add_actions(tile);
  tile->header = noslip_tile_header_new(_(kind->name), G_ACTION_GROUP(tile->actions), fill_menu, tile);
  add_cancel_key(tile);
  gtk_box_append(GTK_BOX(tile->box), tile->header);
  g_signal_connect(tile->view, "caption", G_CALLBACK(captioned), tile);
  gtk_widget_set_has_tooltip(tile->header, TRUE);
  g_signal_connect(tile->header, "query-tooltip", G_CALLBACK(asked_caption), tile);
  g_signal_connect(tile->view, "plot", G_CALLBACK(on_plot), tile);
  tile->focus = gtk_event_controller_focus_new();
  g_signal_connect(tile->focus, "enter", G_CALLBACK(focused), tile);
  gtk_widget_add_controller(tile->box, tile->focus);
  if (kind->n_figures == 0 && !kind->whole) {
    GtkWidget *scroller = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller),
                                   kind->least_width ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), tile->view);
    gtk_scrolled_window_set_min_content_height(GTK_SCROLLED_WINDOW(scroller), 120);
    noslip_scroll_keep(scroller);
    gtk_widget_set_vexpand(scroller, TRUE);
    gtk_box_append(GTK_BOX(tile->box), scroller);
  } else {
    gtk_box_append(GTK_BOX(tile->box), tile->view);
  }
  return tile;
}

void
noslip_tile_free(NoslipTile *tile)
{
  g_signal_handlers_disconnect_by_data(tile->view, tile);
  noslip_view_set_simulation(NOSLIP_VIEW(tile->view), NULL);
  gtk_widget_remove_controller(tile->box, tile->focus);
  if (tile->tiles->scroll_target == tile)
    tile->tiles->scroll_target = NULL;
  if (tile->tiles->tab == tile)
    tile->tiles->tab = NULL;
  g_object_unref(tile->box);
  g_object_unref(tile->actions);
  g_free(tile);
}
