/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions of the menus and keys of a window. */
#include "app/desktop/desktop.h"
#include "app/desktop/export.h"
#include "ui/widgets/common/file-dialog.h"

#include <glib/gi18n.h>
#include <math.h>

static NoslipSimulation *
simulation_of(gpointer window)
{
  return noslip_window_simulation(NOSLIP_WINDOW(window));
}

/* Opening */

static void
opened(GtkNativeDialog *dialog, int response, NoslipWindow *window)
{
  if (response == GTK_RESPONSE_ACCEPT) {
    g_autoptr(GFile) file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
    g_autofree char *path = file ? g_file_get_path(file) : NULL;
    if (path)
      noslip_window_open(window, path, FALSE, NAN);
  }
  noslip_file_dialog_end(dialog);
}

static void
open_file(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new(_("Open a system or a set-up"), GTK_WINDOW(window),
                                                             GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"), _("_Cancel"));
  g_autoptr(GtkFileFilter) systems = gtk_file_filter_new();
  gtk_file_filter_set_name(systems, _("Systems and set-ups"));
  gtk_file_filter_add_suffix(systems, "noslip");
  gtk_file_filter_add_suffix(systems, "noslip-setup");
  gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(dialog), systems);
  gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
  g_signal_connect_object(dialog, "response", G_CALLBACK(opened), window, 0);
  noslip_file_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

static void
open_system(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  NoslipSimulation *simulation = simulation_of(window);
  gboolean playing = noslip_simulation_playhead(simulation)->state == NOSLIP_PLAYING;
  noslip_window_open(NOSLIP_WINDOW(window), g_variant_get_string(parameter, NULL), playing, NAN);
  noslip_pointer_focus_to_scene(noslip_window_pointer_focus(NOSLIP_WINDOW(window)));
}

static void
show_gallery(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_window_show_gallery(NOSLIP_WINDOW(window));
}

static void export(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_desktop_export(NOSLIP_WINDOW(window), g_variant_get_string(parameter, NULL));
}

static void
export_figure(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_desktop_export_figure(NOSLIP_WINDOW(window), g_variant_get_string(parameter, NULL));
}

/* The window */

static void
toggle_side_pane(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_window_set_side_pane(NOSLIP_WINDOW(window), !noslip_window_has_side_pane(NOSLIP_WINDOW(window)));
}

static void
copy(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_window_copy(window);
}

static void
next_region(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_window_go_to_region(NOSLIP_WINDOW(window), 1);
}

static void
previous_region(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_window_go_to_region(NOSLIP_WINDOW(window), -1);
}

static void
toggle_presentation(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_window_set_presentation(NOSLIP_WINDOW(window), !noslip_window_is_presentation(NOSLIP_WINDOW(window)));
}

static void
tour(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_window_tour(NOSLIP_WINDOW(window));
}

static void
leave_presentation(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  if (noslip_window_is_presentation(NOSLIP_WINDOW(window)))
    noslip_window_set_presentation(NOSLIP_WINDOW(window), FALSE);
  else
    noslip_tiles_maximise(noslip_window_tiles(NOSLIP_WINDOW(window)), NULL);
}

static void
zoom_in(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_scene_view_zoom(noslip_window_scene(window), 1.25);
}

static void
zoom_out(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_scene_view_zoom(noslip_window_scene(window), 0.8);
}

static void
reset_camera(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_scene_view_reset_camera(noslip_window_scene(window));
}

static void
camera(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  const char *names[] = {"isometric", "top", "side", "front"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    if (g_strcmp0(names[i], g_variant_get_string(parameter, NULL)) == 0)
      noslip_scene_view_preset(noslip_window_scene(window), (NoslipCameraPreset) i);
}

/* Views: a stateful action each */

static const NoslipViewKind *
kind_of(GAction *action)
{
  return noslip_view_kind_find(g_action_get_name(action) + strlen("view-"));
}

static void
view_changed(GSimpleAction *action, GVariant *value, gpointer window)
{
  noslip_tiles_set_open(noslip_window_tiles(window), kind_of(G_ACTION(action)), g_variant_get_boolean(value));
}

static void
tiles_changed(NoslipTiles *tiles, NoslipWindow *window)
{
  for (guint i = 0; noslip_view_kinds()[i]; i++) {
    g_autofree char *name = g_strdup_printf("view-%s", noslip_view_kinds()[i]->id);
    GAction *action = g_action_map_lookup_action(G_ACTION_MAP(window), name);
    g_simple_action_set_state(G_SIMPLE_ACTION(action),
                              g_variant_new_boolean(noslip_tiles_is_open(tiles, noslip_view_kinds()[i])));
  }
}

static void
add_view_actions(NoslipWindow *window)
{
  NoslipTiles *tiles = noslip_window_tiles(window);
  for (guint i = 0; noslip_view_kinds()[i]; i++) {
    g_autofree char *name = g_strdup_printf("view-%s", noslip_view_kinds()[i]->id);
    g_autoptr(GSimpleAction) action = g_simple_action_new_stateful(
        name, NULL, g_variant_new_boolean(noslip_tiles_is_open(tiles, noslip_view_kinds()[i])));
    g_signal_connect_object(action, "change-state", G_CALLBACK(view_changed), window, 0);
    g_action_map_add_action(G_ACTION_MAP(window), G_ACTION(action));
  }
  g_signal_connect_object(tiles, "changed", G_CALLBACK(tiles_changed), window, 0);
}

/* A digit opens a view, selects its tab, or closes it. While presenting, it shows one view alone; pressed again, it
 * shows those beside the scene. */
static void
choose_view(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  NoslipWindow *window = NOSLIP_WINDOW(data);
  NoslipTiles *tiles = noslip_window_tiles(window);
  int number = g_variant_get_int32(parameter);
  if (number < 1 || number > 10)
    return;
  const NoslipViewKind *kind = noslip_view_kinds()[number - 1];
  if (noslip_window_is_presentation(window))
    noslip_tiles_maximise(tiles, noslip_tiles_maximised(tiles) == kind ? NULL : kind);
  else if (!noslip_tiles_select(tiles, kind))
    noslip_tiles_set_open(tiles, kind, !noslip_tiles_is_open(tiles, kind));
}

/* The window of shortcuts is built on first use, since that takes long. */
static void
show_help_overlay(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkApplicationWindow *window = data;
  if (!gtk_application_window_get_help_overlay(window)) {
    g_autoptr(GtkBuilder) builder = gtk_builder_new_from_resource("/org/noslip/Noslip/shortcuts.ui");
    gtk_application_window_set_help_overlay(window,
                                            GTK_SHORTCUTS_WINDOW(gtk_builder_get_object(builder, "help_overlay")));
  }
  gtk_window_present(GTK_WINDOW(gtk_application_window_get_help_overlay(window)));
}

void
noslip_desktop_add_actions(NoslipWindow *window)
{
  static const GActionEntry entries[] = {
      {"tour", tour, NULL, NULL, NULL, {0}},
      {"choose-view", choose_view, "i", NULL, NULL, {0}},
      {"show-help-overlay", show_help_overlay, NULL, NULL, NULL, {0}},
      {"leave-presentation", leave_presentation, NULL, NULL, NULL, {0}},
      {"open", open_file, NULL, NULL, NULL, {0}},
      {"export", export, "s", NULL, NULL, {0}},
      {"export-figure", export_figure, "s", NULL, NULL, {0}},
      {"open-system", open_system, "s", NULL, NULL, {0}},
      {"gallery", show_gallery, NULL, NULL, NULL, {0}},
      {"side-pane", toggle_side_pane, NULL, NULL, NULL, {0}},
      {"copy", copy, NULL, NULL, NULL, {0}},
      {"next-region", next_region, NULL, NULL, NULL, {0}},
      {"previous-region", previous_region, NULL, NULL, NULL, {0}},
      {"presentation", toggle_presentation, NULL, NULL, NULL, {0}},
      {"zoom-in", zoom_in, NULL, NULL, NULL, {0}},
      {"zoom-out", zoom_out, NULL, NULL, NULL, {0}},
      {"reset-camera", reset_camera, NULL, NULL, NULL, {0}},
      {"camera", camera, "s", NULL, NULL, {0}},
      {"no-recent-files", NULL, NULL, NULL, NULL, {0}}, /* the menu's placeholder */
  };
  g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
  GAction *placeholder = g_action_map_lookup_action(G_ACTION_MAP(window), "no-recent-files");
  g_simple_action_set_enabled(G_SIMPLE_ACTION(placeholder), FALSE);
  noslip_desktop_add_motion_actions(window);
  noslip_desktop_add_document_actions(window);
  noslip_desktop_add_setup_actions(window);
  noslip_desktop_add_link_actions(window);
  add_view_actions(window);
  noslip_desktop_add_menus(window);
  noslip_desktop_add_keys(window);
}
