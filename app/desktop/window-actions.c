/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the menus and keys of a window do. */
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

/* Motion */

static void
play_pause(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  NoslipSimulation *simulation = simulation_of(window);
  if (noslip_simulation_playhead(simulation)->state == NOSLIP_PLAYING)
    noslip_simulation_pause(simulation);
  else
    noslip_simulation_play(simulation);
}

static void
restart(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_simulation_restart(simulation_of(window));
}

static void
step_back(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_simulation_step(simulation_of(window), -1);
}

static void
step_forward(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_simulation_step(simulation_of(window), 1);
}

static void
reset(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  /* where text is typed, the key means what it means everywhere: the word before the cursor */
  GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(window));
  if (focus && (GTK_IS_TEXT_VIEW(focus) || GTK_IS_TEXT(focus))) {
    g_signal_emit_by_name(focus, "delete-from-cursor", GTK_DELETE_WORD_ENDS, -1);
    return;
  }
  noslip_simulation_reset(simulation_of(window));
}

static void
leap_back(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_simulation_step(simulation_of(window), -10);
}

static void
leap_forward(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_simulation_step(simulation_of(window), 10);
}

static void
faster(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_header_step_speed(noslip_window_header(NOSLIP_WINDOW(window)), 1);
}

static void
slower(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_header_step_speed(noslip_window_header(NOSLIP_WINDOW(window)), -1);
}

static void
loop(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  const NoslipPlayhead *playhead = noslip_simulation_playhead(simulation_of(window));
  noslip_simulation_set_loop(simulation_of(window), !playhead->looping, playhead->loop_from, playhead->loop_to);
}

static void
mark_start(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_simulation_mark_loop(simulation_of(window), FALSE);
}

static void
mark_end(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_simulation_mark_loop(simulation_of(window), TRUE);
}

static void
clear_marks(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_simulation_set_loop(simulation_of(window), TRUE, 0, noslip_simulation_playhead(simulation_of(window))->end);
}

/* Comparing in one click */

static void
compare_formulations(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  NoslipSimulation *simulation = simulation_of(window);
  NoslipTiles *tiles = noslip_window_tiles(NOSLIP_WINDOW(window));
  gboolean shown = !noslip_runs_shows_all(noslip_simulation_runs(simulation));
  noslip_simulation_show_all(simulation, shown);
  if (shown) /* in the scene they coincide */
    noslip_tiles_set_open(tiles, noslip_view_kind_find("agreement"), TRUE);
}

static void
ask_witness(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  noslip_simulation_ask_witness(noslip_window_simulation(NOSLIP_WINDOW(data)));
}

static void
compare_vakonomic(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  NoslipSimulation *simulation = simulation_of(window);
  const NoslipFormulation *formulation = noslip_runs_opponent(noslip_simulation_runs(simulation));
  const char *refusal = formulation ? noslip_runs_refusal(noslip_simulation_runs(simulation), formulation) : NULL;
  if (!formulation || refusal)
    noslip_window_toast(NOSLIP_WINDOW(window), refusal ? refusal : _("These dynamics do not apply here"));
  else
    noslip_simulation_show(simulation, formulation,
                           !noslip_runs_shows(noslip_simulation_runs(simulation), formulation));
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
  gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
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
  noslip_window_export(NOSLIP_WINDOW(window), g_variant_get_string(parameter, NULL));
}

/* The window */

static void
toggle_side_pane(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_window_set_side_pane(NOSLIP_WINDOW(window), !noslip_window_has_side_pane(NOSLIP_WINDOW(window)));
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

/* While presenting, a digit shows one view alone, and again shows those beside the scene. */
static void
choose_view(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  NoslipWindow *window = NOSLIP_WINDOW(data);
  NoslipTiles *tiles = noslip_window_tiles(window);
  int number = g_variant_get_int32(parameter);
  if (number < 1 || number > 10)
    return;
  const NoslipViewKind *kind = noslip_view_kinds()[number - 1];
  if (!noslip_window_is_presentation(window))
    noslip_tiles_set_open(tiles, kind, !noslip_tiles_is_open(tiles, kind));
  else
    noslip_tiles_maximise(tiles, noslip_tiles_maximised(tiles) == kind ? NULL : kind);
}

/* Menus */

static GMenuModel *
view_menu(void)
{
  GMenu *menu = g_menu_new();
  g_autoptr(GMenu) views = g_menu_new(), camera_menu = g_menu_new(), window = g_menu_new();
  for (guint i = 0; noslip_view_kinds()[i]; i++) {
    g_autofree char *action = g_strdup_printf("win.view-%s", noslip_view_kinds()[i]->id);
    g_menu_append(views, _(noslip_view_kinds()[i]->name), action);
  }
  g_menu_append(camera_menu, _("Camera as in the text"), "win.reset-camera");
  g_menu_append(camera_menu, _("Oblique"), "win.camera::isometric");
  g_menu_append(camera_menu, _("From above"), "win.camera::top");
  g_menu_append(camera_menu, _("Front"), "win.camera::front");
  g_menu_append(camera_menu, _("Side"), "win.camera::side");
  g_menu_append(window, _("Edit the system's text"), "win.editor");
  g_menu_append(window, _("Side pane"), "win.side-pane");
  g_menu_append(window, _("Presentation"), "win.presentation");
  g_menu_append(window, _("Show pressed keys"), "win.show-keys");
  g_menu_append_section(menu, _("Views"), G_MENU_MODEL(views));
  g_menu_append_section(menu, _("Camera"), G_MENU_MODEL(camera_menu));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(window));
  return G_MENU_MODEL(menu);
}

static GMenuModel *
main_menu(void)
{
  GMenu *menu = g_menu_new();
  g_autoptr(GMenu) file = g_menu_new(), compare = g_menu_new(), look = g_menu_new(), about = g_menu_new();
  g_menu_append(file, _("New system"), "win.new-system");
  g_menu_append(file, _("New window"), "app.new-window");
  g_menu_append(file, _("Open…"), "win.open");
  g_autoptr(GMenuModel) recent = noslip_recent_menu();
  g_menu_append_submenu(file, _("Recent"), recent);
  g_menu_append(file, _("Save"), "win.save");
  g_menu_append(file, _("Save as…"), "win.save-as");
  g_menu_append(file, _("Revert"), "win.revert");
  g_menu_append(compare, _("Overlay every formulation"), "win.compare-formulations");
  g_menu_append(compare, _("Nonholonomic against vakonomic"), "win.compare-vakonomic");
  g_menu_append(compare, _("Ask the witness"), "win.witness");
  g_menu_append(compare, _("What is conserved?"), "win.find-conserved");
  g_menu_append(compare, _("The system on its distribution D"), "win.reduce-to-distribution");
  g_menu_append(compare, _("Values as in the text"), "win.reset");
  g_menu_append(look, _("Follow the desktop"), "app.color-scheme::default");
  g_menu_append(look, _("Light"), "app.color-scheme::light");
  g_menu_append(look, _("Dark"), "app.color-scheme::dark");
  g_menu_append(about, _("Manual"), "app.help");
  g_menu_append(about, _("Tour"), "win.tour");
  g_menu_append(about, _("Keyboard shortcuts"), "win.show-help-overlay");
  g_menu_append(about, _("About Noslip"), "app.about");
  g_menu_append(about, _("Quit"), "app.quit");
  g_menu_append_section(menu, NULL, G_MENU_MODEL(file));
  g_autoptr(GMenu) setups = g_menu_new();
  g_menu_append(setups, _("Add to the list"), "win.add-setup");
  g_menu_append(setups, _("List…"), "win.setups");
  g_menu_append(setups, _("Save…"), "win.save-setup");
  g_menu_append(setups, _("Copy as text"), "win.copy-setup");
  g_menu_append(setups, _("Paste"), "win.paste-setup");
  g_menu_append(setups, _("Link and QR code…"), "win.link");
  g_menu_append_submenu(file, _("Set-up"), G_MENU_MODEL(setups));
  g_menu_append(file, _("Stories about this system"), "win.stories");
  g_autoptr(GMenu) exports = g_menu_new();
  for (const NoslipExport *entry = noslip_exports(); entry->what; entry++) {
    g_autofree char *action = g_strconcat("win.export::", entry->what, NULL);
    g_menu_append(exports, _(entry->label), action);
  }
  g_menu_append_submenu(file, _("Export"), G_MENU_MODEL(exports));
  g_menu_append_section(menu, _("Compare"), G_MENU_MODEL(compare));
  g_menu_append_section(menu, _("Colours"), G_MENU_MODEL(look));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(about));
  return G_MENU_MODEL(menu);
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
noslip_window_add_actions(NoslipWindow *window)
{
  static const GActionEntry entries[] = {
      {"play-pause", play_pause, NULL, NULL, NULL, {0}},
      {"restart", restart, NULL, NULL, NULL, {0}},
      {"step-back", step_back, NULL, NULL, NULL, {0}},
      {"step-forward", step_forward, NULL, NULL, NULL, {0}},
      {"leap-back", leap_back, NULL, NULL, NULL, {0}},
      {"leap-forward", leap_forward, NULL, NULL, NULL, {0}},
      {"faster", faster, NULL, NULL, NULL, {0}},
      {"slower", slower, NULL, NULL, NULL, {0}},
      {"loop", loop, NULL, NULL, NULL, {0}},
      {"mark-start", mark_start, NULL, NULL, NULL, {0}},
      {"mark-end", mark_end, NULL, NULL, NULL, {0}},
      {"clear-marks", clear_marks, NULL, NULL, NULL, {0}},
      {"tour", tour, NULL, NULL, NULL, {0}},
      {"choose-view", choose_view, "i", NULL, NULL, {0}},
      {"show-help-overlay", show_help_overlay, NULL, NULL, NULL, {0}},
      {"leave-presentation", leave_presentation, NULL, NULL, NULL, {0}},
      {"reset", reset, NULL, NULL, NULL, {0}},
      {"witness", ask_witness, NULL, NULL, NULL, {0}},
      {"compare-formulations", compare_formulations, NULL, NULL, NULL, {0}},
      {"compare-vakonomic", compare_vakonomic, NULL, NULL, NULL, {0}},
      {"open", open_file, NULL, NULL, NULL, {0}},
      {"export", export, "s", NULL, NULL, {0}},
      {"open-system", open_system, "s", NULL, NULL, {0}},
      {"gallery", show_gallery, NULL, NULL, NULL, {0}},
      {"side-pane", toggle_side_pane, NULL, NULL, NULL, {0}},
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
  noslip_window_add_document_actions(window);
  noslip_window_add_setup_actions(window);
  noslip_window_add_link_actions(window);
  add_view_actions(window);
  g_autoptr(GMenuModel) views = view_menu();
  g_autoptr(GMenuModel) rest = main_menu();
  noslip_header_set_menus(noslip_window_header(window), views, rest);
  noslip_window_add_keys(window);
}
