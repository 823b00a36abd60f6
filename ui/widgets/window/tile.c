/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tile: a view under its title, its caption, its menu and its buttons. */
#include "ui/widgets/common/scroll.h"
#include "ui/widgets/window/tiles-private.h"

#include <glib/gi18n.h>

/* Actions are called by the groups that are held here: a widget that has been in two places does not find them. */
static void
act(GtkWidget *button, NoslipTile *tile)
{
  g_action_group_activate_action(G_ACTION_GROUP(tile->actions), g_object_get_data(G_OBJECT(button), "action"), NULL);
}

static GtkWidget *
small_button(NoslipTile *tile, const char *icon, const char *label, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name(icon);
  gtk_widget_add_css_class(button, "flat");
  gtk_widget_add_css_class(button, "noslip-small");
  gtk_widget_set_tooltip_text(button, label);
  g_object_set_data(G_OBJECT(button), "action", (gpointer) action);
  g_signal_connect(button, "clicked", G_CALLBACK(act), tile);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return button;
}

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

/* Tiles are moved after the click or key press has ended: a widget that is moved during a click leaves the window in a
 * pressed state. */
static void
later(NoslipTile *tile, GSourceFunc change)
{
  g_idle_add_full(G_PRIORITY_DEFAULT, change, g_object_ref(tile->view), g_object_unref);
}

/* The tiles that a view stands in; NULL where it was taken away meanwhile. */
static NoslipTiles *
tiles_with(gpointer view)
{
  GtkWidget *tiles = gtk_widget_get_ancestor(view, NOSLIP_TYPE_TILES);
  return tiles ? NOSLIP_TILES(tiles) : NULL;
}

static gboolean
duplicate_late(gpointer view)
{
  NoslipTiles *tiles = tiles_with(view);
  if (tiles)
    noslip_tiles_duplicate(tiles, NOSLIP_VIEW(view));
  return G_SOURCE_REMOVE;
}

static gboolean
reset_late(gpointer view)
{
  NoslipTiles *tiles = tiles_with(view);
  if (tiles)
    noslip_tiles_reset(tiles);
  return G_SOURCE_REMOVE;
}

static gboolean
maximise_late(gpointer view)
{
  NoslipTiles *tiles = tiles_with(view);
  if (tiles)
    noslip_tiles_maximise_view(tiles, tiles->maximised ? NULL : NOSLIP_VIEW(view));
  return G_SOURCE_REMOVE;
}

static gboolean
close_late(gpointer view)
{
  NoslipTiles *tiles = tiles_with(view);
  if (tiles)
    noslip_tiles_close(tiles, NOSLIP_VIEW(view));
  return G_SOURCE_REMOVE;
}

static void
duplicate(GSimpleAction *action, GVariant *parameter, gpointer tile)
{
  later(tile, duplicate_late);
}

static void
reset(GSimpleAction *action, GVariant *parameter, gpointer tile)
{
  later(tile, reset_late);
}

static void
maximise(GSimpleAction *action, GVariant *parameter, gpointer tile)
{
  later(tile, maximise_late);
}

static void
close_tile(GSimpleAction *action, GVariant *parameter, gpointer tile)
{
  later(tile, close_late);
}

static void
add_actions(NoslipTile *tile)
{
  static const GActionEntry entries[] = {
      {"duplicate", duplicate, NULL, NULL, NULL, {0}},
      {"reset", reset, NULL, NULL, NULL, {0}},
      {"maximise", maximise, NULL, NULL, NULL, {0}},
      {"close", close_tile, NULL, NULL, NULL, {0}},
  };
  tile->actions = g_simple_action_group_new();
  g_action_map_add_action_entries(G_ACTION_MAP(tile->actions), entries, G_N_ELEMENTS(entries), tile);
  noslip_view_add_key(NOSLIP_VIEW(tile->view), GDK_KEY_d, GDK_CONTROL_MASK, G_ACTION_GROUP(tile->actions), "duplicate");
  noslip_view_add_key(NOSLIP_VIEW(tile->view), GDK_KEY_m, 0, G_ACTION_GROUP(tile->actions), "maximise");
  noslip_view_add_key(NOSLIP_VIEW(tile->view), GDK_KEY_Delete, 0, G_ACTION_GROUP(tile->actions), "close");
}

static void
captioned(NoslipView *view, NoslipTile *tile)
{
  gtk_label_set_text(GTK_LABEL(tile->caption), noslip_view_caption(view));
}

static void
plot_asked(NoslipView *view, const char *quantity, NoslipTile *tile)
{
  noslip_tiles_plot(tile->tiles, quantity);
}

/* Whoever gets the keys is in sight. */
static void
focused(GtkEventControllerFocus *controller, NoslipTile *tile)
{
  noslip_tiles_bring(tile->tiles, tile);
}

static GtkWidget *
header(NoslipTile *tile)
{
  g_autofree char *view_name = g_strdup(_(tile->kind->name));
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class(box, "noslip-tile-header");
  tile->title = gtk_label_new(view_name);
  gtk_widget_add_css_class(tile->title, "heading");
  gtk_box_append(GTK_BOX(box), tile->title);
  tile->caption = gtk_label_new(NULL);
  gtk_label_set_xalign(GTK_LABEL(tile->caption), 0);
  gtk_label_set_ellipsize(GTK_LABEL(tile->caption), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand(tile->caption, TRUE);
  gtk_widget_add_css_class(tile->caption, "noslip-tile-caption");
  gtk_widget_add_css_class(tile->caption, "dim-label");
  gtk_box_append(GTK_BOX(box), tile->caption);
  GtkWidget *menu = gtk_menu_button_new();
  gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(menu), "view-more-symbolic");
  gtk_widget_add_css_class(menu, "flat");
  gtk_widget_add_css_class(menu, "noslip-small");
  g_autofree char *label = g_strdup_printf(_("Choices of %s"), view_name);
  gtk_widget_set_tooltip_text(menu, label);
  gtk_accessible_update_property(GTK_ACCESSIBLE(menu), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_menu_button_set_create_popup_func(GTK_MENU_BUTTON(menu), fill_menu, tile, NULL);
  gtk_box_append(GTK_BOX(box), menu);
  g_autofree char *larger = g_strdup_printf(_("Maximise %s"), view_name);
  g_autofree char *away = g_strdup_printf(_("Close %s"), view_name);
  tile->maximise = small_button(tile, "view-fullscreen-symbolic", larger, "maximise");
  gtk_box_append(GTK_BOX(box), tile->maximise);
  gtk_box_append(GTK_BOX(box), small_button(tile, "window-close-symbolic", away, "close"));
  return box;
}

void
noslip_tile_set_maximised(NoslipTile *tile, gboolean maximised)
{
  const char *name = _(tile->kind->name);
  g_autofree char *label = maximised ? g_strdup_printf(_("Restore %s"), name) : g_strdup_printf(_("Maximise %s"), name);
  gtk_button_set_icon_name(GTK_BUTTON(tile->maximise),
                           maximised ? "view-restore-symbolic" : "view-fullscreen-symbolic");
  gtk_widget_set_tooltip_text(tile->maximise, label);
  gtk_accessible_update_property(GTK_ACCESSIBLE(tile->maximise), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
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
  gtk_box_append(GTK_BOX(tile->box), header(tile));
  g_signal_connect(tile->view, "caption", G_CALLBACK(captioned), tile);
  g_signal_connect(tile->view, "plot", G_CALLBACK(plot_asked), tile);
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
  g_object_unref(tile->box);
  g_object_unref(tile->actions);
  g_free(tile);
}
