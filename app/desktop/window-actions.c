/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the menus and keys of a window do. */
#include "app/desktop/desktop.h"
#include "app/desktop/export.h"

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
toggle_loop(NoslipWindow *window)
{
  const NoslipPlayhead *playhead = noslip_simulation_playhead(simulation_of(window));
  noslip_simulation_set_loop(simulation_of(window), !playhead->looping, playhead->loop_from, playhead->loop_to);
}

/* Comparing in one click */

static void
compare_formulations(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  NoslipSimulation *simulation = simulation_of(window);
  noslip_simulation_show_all(simulation, !noslip_simulation_shows_all(simulation));
}

static void
compare_vakonomic(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  NoslipSimulation *simulation = simulation_of(window);
  const NoslipFormulation *formulation = noslip_simulation_opponent(simulation);
  const char *refusal = formulation ? noslip_simulation_refusal(simulation, formulation) : NULL;
  if (!formulation || refusal)
    noslip_window_toast(NOSLIP_WINDOW(window), refusal ? refusal : _("These dynamics do not apply here"));
  else
    noslip_simulation_show(simulation, formulation, !noslip_simulation_shows(simulation, formulation));
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
  gtk_native_dialog_destroy(dialog);
  g_object_unref(dialog);
}

static void
open_file(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new(_("Open a system"), GTK_WINDOW(window),
                                                             GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"), _("_Cancel"));
  g_autoptr(GtkFileFilter) systems = gtk_file_filter_new();
  gtk_file_filter_set_name(systems, _("Systems (*.noslip)"));
  gtk_file_filter_add_suffix(systems, "noslip");
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
toggle_presentation(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_window_set_presentation(NOSLIP_WINDOW(window), !noslip_window_is_presentation(NOSLIP_WINDOW(window)));
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
choose_view(NoslipWindow *window, guint index)
{
  NoslipTiles *tiles = noslip_window_tiles(window);
  const NoslipViewKind *kind = noslip_view_kinds()[index];
  if (!noslip_window_is_presentation(window))
    noslip_tiles_set_open(tiles, kind, !noslip_tiles_is_open(tiles, kind));
  else
    noslip_tiles_maximise(tiles, noslip_tiles_maximised(tiles) == kind ? NULL : kind);
}

/* Keys without a modifier: they act where no entry or button has taken them. */
static gboolean
key_pressed(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipWindow *window)
{
  GtkWidget *widget = GTK_WIDGET(window);
  NoslipSimulation *simulation = simulation_of(window);
  if ((state & GDK_CONTROL_MASK) && (key == GDK_KEY_Left || key == GDK_KEY_Right)) {
    noslip_simulation_step(simulation, key == GDK_KEY_Left ? -10 : 10);
    return TRUE;
  }
  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK))
    return FALSE;
  if (key >= GDK_KEY_1 && key <= GDK_KEY_9) {
    choose_view(window, key - GDK_KEY_1);
    return TRUE;
  }
  switch (key) {
  case GDK_KEY_space:
    return gtk_widget_activate_action(widget, "win.play-pause", NULL);
  case GDK_KEY_r:
    return gtk_widget_activate_action(widget, "win.restart", NULL);
  case GDK_KEY_Left:
    noslip_simulation_step(simulation, -1);
    return TRUE;
  case GDK_KEY_Right:
    noslip_simulation_step(simulation, 1);
    return TRUE;
  case GDK_KEY_Page_Up:
    noslip_simulation_step(simulation, -10);
    return TRUE;
  case GDK_KEY_Page_Down:
    noslip_simulation_step(simulation, 10);
    return TRUE;
  case GDK_KEY_plus:
    noslip_window_set_speed(window, 1);
    return TRUE;
  case GDK_KEY_minus:
    noslip_window_set_speed(window, -1);
    return TRUE;
  case GDK_KEY_l:
    toggle_loop(window);
    return TRUE;
  case GDK_KEY_a:
    noslip_simulation_mark_loop(simulation, FALSE);
    return TRUE;
  case GDK_KEY_b:
    noslip_simulation_mark_loop(simulation, TRUE);
    return TRUE;
  case GDK_KEY_o:
    return gtk_widget_activate_action(widget, "win.compare-formulations", NULL);
  case GDK_KEY_v:
    return gtk_widget_activate_action(widget, "win.compare-vakonomic", NULL);
  case GDK_KEY_F1: /* where the text has not taken it */
    return gtk_widget_activate_action(widget, "app.help", NULL);
  case GDK_KEY_question:
    return gtk_widget_activate_action(widget, "win.show-help-overlay", NULL);
  case GDK_KEY_Escape:
    if (!noslip_window_is_presentation(window))
      return FALSE;
    noslip_window_set_presentation(window, FALSE);
    return TRUE;
  default:
    return noslip_scene_view_press(noslip_window_scene(window), key);
  }
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
  g_menu_append(camera_menu, _("From above"), "win.camera::top");
  g_menu_append(camera_menu, _("From the side"), "win.camera::side");
  g_menu_append(camera_menu, _("Isometric"), "win.camera::isometric");
  g_menu_append(window, _("Edit the system's text"), "win.editor");
  g_menu_append(window, _("Side pane"), "win.side-pane");
  g_menu_append(window, _("Presentation"), "win.presentation");
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
  g_menu_append(compare, _("Values as in the text"), "win.reset");
  g_menu_append(look, _("Follow the desktop"), "app.color-scheme::default");
  g_menu_append(look, _("Light"), "app.color-scheme::light");
  g_menu_append(look, _("Dark"), "app.color-scheme::dark");
  g_menu_append(about, _("Manual"), "app.help");
  g_menu_append(about, _("Keyboard shortcuts"), "win.show-help-overlay");
  g_menu_append(about, _("About Noslip"), "app.about");
  g_menu_append(about, _("Quit"), "app.quit");
  g_menu_append_section(menu, NULL, G_MENU_MODEL(file));
  g_autoptr(GMenu) exports = g_menu_new();
  g_menu_append(exports, _("Scene as PNG…"), "win.export::scene");
  g_menu_append(exports, _("Motion as WebM…"), "win.export::motion");
  g_menu_append(exports, _("Trajectory as CSV…"), "win.export::trajectory");
  g_menu_append(exports, _("Equations as LaTeX…"), "win.export::equations-latex");
  g_menu_append_submenu(file, _("Export"), G_MENU_MODEL(exports));
  g_menu_append_section(menu, _("Compare"), G_MENU_MODEL(compare));
  g_menu_append_section(menu, _("Colours"), G_MENU_MODEL(look));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(about));
  return G_MENU_MODEL(menu);
}

static void
add_help(NoslipWindow *window)
{
  g_autoptr(GtkBuilder) builder = gtk_builder_new_from_resource("/org/noslip/Noslip/shortcuts.ui");
  gtk_application_window_set_help_overlay(GTK_APPLICATION_WINDOW(window),
                                          GTK_SHORTCUTS_WINDOW(gtk_builder_get_object(builder, "help_overlay")));
}

void
noslip_window_add_actions(NoslipWindow *window)
{
  static const GActionEntry entries[] = {
      {"play-pause", play_pause, NULL, NULL, NULL, {0}},
      {"restart", restart, NULL, NULL, NULL, {0}},
      {"step-back", step_back, NULL, NULL, NULL, {0}},
      {"step-forward", step_forward, NULL, NULL, NULL, {0}},
      {"reset", reset, NULL, NULL, NULL, {0}},
      {"compare-formulations", compare_formulations, NULL, NULL, NULL, {0}},
      {"compare-vakonomic", compare_vakonomic, NULL, NULL, NULL, {0}},
      {"open", open_file, NULL, NULL, NULL, {0}},
      {"export", export, "s", NULL, NULL, {0}},
      {"open-system", open_system, "s", NULL, NULL, {0}},
      {"gallery", show_gallery, NULL, NULL, NULL, {0}},
      {"side-pane", toggle_side_pane, NULL, NULL, NULL, {0}},
      {"presentation", toggle_presentation, NULL, NULL, NULL, {0}},
      {"zoom-in", zoom_in, NULL, NULL, NULL, {0}},
      {"zoom-out", zoom_out, NULL, NULL, NULL, {0}},
      {"reset-camera", reset_camera, NULL, NULL, NULL, {0}},
      {"camera", camera, "s", NULL, NULL, {0}},
  };
  g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
  noslip_window_add_document_actions(window);
  add_view_actions(window);
  g_autoptr(GMenuModel) views = view_menu();
  g_autoptr(GMenuModel) rest = main_menu();
  noslip_window_set_menus(window, views, rest);
  add_help(window);
  GtkEventController *keys = gtk_event_controller_key_new();
  g_signal_connect(keys, "key-pressed", G_CALLBACK(key_pressed), window);
  gtk_widget_add_controller(GTK_WIDGET(window), keys);
}

void
noslip_application_add_keys(GtkApplication *application)
{
  static const struct {
    const char *action;
    const char *keys[4];
  } keys[] = {
      {"app.quit", {"<Primary>q"}},
      {"app.new-window", {"<Primary><Shift>n"}},
      {"win.new-system", {"<Primary>n"}},
      {"win.editor", {"<Primary>e"}},
      {"win.save", {"<Primary>s"}},
      {"win.save-as", {"<Primary><Shift>s"}},
      {"window.close", {"<Primary>w"}},
      {"win.open", {"<Primary>o"}},
      {"win.gallery", {"<Primary>g"}},
      {"win.reset", {"<Primary>BackSpace"}},
      {"win.side-pane", {"F9"}},
      {"win.presentation", {"F11"}},
      {"win.zoom-in", {"<Primary>plus", "<Primary>equal"}},
      {"win.zoom-out", {"<Primary>minus"}},
      {"win.reset-camera", {"<Primary>0"}},
      {"win.show-help-overlay", {"<Primary>question", "<Primary>slash"}},
  };
  for (guint i = 0; i < G_N_ELEMENTS(keys); i++)
    gtk_application_set_accels_for_action(application, keys[i].action, (const char *const *) keys[i].keys);
}
