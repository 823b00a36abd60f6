/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings that are stored between sessions: colours, the window's size, its side pane, the speed. If the schema is not
 * installed nothing is stored, and everything else works. */
#include "app/desktop/desktop.h"

GSettings *
noslip_settings_new(void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default();
  GSettingsSchema *schema = source ? g_settings_schema_source_lookup(source, NOSLIP_APPLICATION_ID, TRUE) : NULL;
  if (!schema)
    return NULL;
  /* a schema installed by an older or newer version may lack a key, and reading it would abort the program */
  static const char *const keys[] = {"color-scheme", "side-pane",    "window-size",   "maximized",
                                     "speed",        "views-width",  "side-width",    "scene-share",
                                     "scene-trails", "scene-legend", "scene-ground",  "scene-true-arrows",
                                     "show-keys",    "welcomed",     "push-frequency"};
  gboolean whole = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS(keys); i++)
    whole = whole && g_settings_schema_has_key(schema, keys[i]);
  GSettings *settings = whole ? g_settings_new_full(schema, NULL, NULL) : NULL;
  g_settings_schema_unref(schema);
  return settings;
}

static void
keep_scene(NoslipSceneView *scene, GSettings *settings)
{
  NoslipSceneChoices choices;
  noslip_scene_view_get_choices(scene, &choices);
  g_settings_set_enum(settings, "scene-trails", (int) choices.trails);
  g_settings_set_boolean(settings, "scene-legend", choices.legend);
  g_settings_set_boolean(settings, "scene-ground", choices.ground);
  g_settings_set_boolean(settings, "scene-true-arrows", choices.true_arrows);
}

static void
restore_scene(NoslipSceneView *scene, GSettings *settings)
{
  NoslipSceneChoices choices;
  noslip_scene_view_get_choices(scene, &choices);
  choices.trails = (NoslipTrails) g_settings_get_enum(settings, "scene-trails");
  choices.legend = g_settings_get_boolean(settings, "scene-legend");
  choices.ground = g_settings_get_boolean(settings, "scene-ground");
  choices.true_arrows = g_settings_get_boolean(settings, "scene-true-arrows");
  noslip_scene_view_set_choices(scene, &choices);
}

static void
keep_sizes(NoslipWindow *window, GSettings *settings)
{
  NoslipLayoutSizes sizes;
  noslip_layout_get_sizes(noslip_window_layout(window), &sizes);
  g_settings_set_int(settings, "views-width", sizes.views);
  g_settings_set_int(settings, "side-width", sizes.side);
  g_settings_set(settings, "scene-share", "(dd)", sizes.scene[0], sizes.scene[1]);
}

static void
restore_sizes(NoslipWindow *window, GSettings *settings)
{
  NoslipLayoutSizes sizes = {
      g_settings_get_int(settings, "views-width"), g_settings_get_int(settings, "side-width"), {0}};
  g_settings_get(settings, "scene-share", "(dd)", &sizes.scene[0], &sizes.scene[1]);
  noslip_layout_set_sizes(noslip_window_layout(window), &sizes);
}

static gboolean
keep(GtkWindow *window, GSettings *settings)
{
  NoslipWindow *self = NOSLIP_WINDOW(window);
  int width = 0, height = 0;
  gtk_window_get_default_size(window, &width, &height);
  gboolean presents = noslip_window_is_presentation(self);
  if (width > 0 && height > 0 && !presents)
    g_settings_set(settings, "window-size", "(ii)", width, height);
  if (!presents) {
    g_settings_set_boolean(settings, "maximized", gtk_window_is_maximized(window));
    if (!noslip_layout_is_narrow(noslip_window_layout(self)))
      g_settings_set_boolean(settings, "side-pane", noslip_window_has_side_pane(self));
  }
  keep_sizes(self, settings);
  g_settings_set_boolean(settings, "show-keys", noslip_announcements_shows_keys(noslip_window_announcements(self)));
  keep_scene(noslip_window_scene(self), settings);
  g_settings_set_double(settings, "push-frequency",
                        noslip_hands_push_frequency(noslip_simulation_hands(noslip_window_simulation(self))));
  g_settings_set_double(settings, "speed", noslip_simulation_playhead(noslip_window_simulation(self))->speed);
  return FALSE;
}

static void
unmapped(GtkWidget *window, GSettings *settings)
{
  if (noslip_window_simulation(NOSLIP_WINDOW(window)))
    keep(GTK_WINDOW(window), settings);
}

void
noslip_settings_attach(GSettings *settings, NoslipWindow *window)
{
  if (!settings)
    return;
  int width = 0, height = 0;
  g_settings_get(settings, "window-size", "(ii)", &width, &height);
  gtk_window_set_default_size(GTK_WINDOW(window), CLAMP(width, 360, 16384), CLAMP(height, 300, 16384));
  restore_sizes(window, settings);
  if (g_settings_get_boolean(settings, "maximized"))
    gtk_window_maximize(GTK_WINDOW(window));
  if (!g_settings_get_boolean(settings, "side-pane"))
    noslip_window_set_side_pane(window, FALSE);
  GAction *keys = g_action_map_lookup_action(G_ACTION_MAP(window), "show-keys");
  if (keys)
    g_action_change_state(keys, g_settings_get_value(settings, "show-keys"));
  noslip_playback_set_speed(noslip_simulation_playback(noslip_window_simulation(window)),
                            g_settings_get_double(settings, "speed"));
  noslip_hands_set_push_frequency(noslip_simulation_hands(noslip_window_simulation(window)),
                                  g_settings_get_double(settings, "push-frequency"));
  restore_scene(noslip_window_scene(window), settings);
  g_signal_connect_object(window, "close-request", G_CALLBACK(keep), settings, 0);
  g_signal_connect_object(window, "unmap", G_CALLBACK(unmapped), settings, 0);
}

void
noslip_settings_welcome(GSettings *settings, NoslipWindow *window)
{
  if (!settings || g_settings_get_boolean(settings, "welcomed"))
    return;
  g_settings_set_boolean(settings, "welcomed", TRUE);
  noslip_scene_pane_welcome(noslip_window_scene_pane(window), TRUE);
}
