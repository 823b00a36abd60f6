/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions of a window that move the motion: playing, stepping, the loop, values as in the text, comparing. */
#include "app/desktop/desktop.h"

#include <glib/gi18n.h>

static NoslipSimulation *
simulation_of(gpointer window)
{
  return noslip_window_simulation(NOSLIP_WINDOW(window));
}

static NoslipPlayback *
playback_of(gpointer window)
{
  return noslip_simulation_playback(simulation_of(window));
}

static void
play_pause(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  NoslipPlayback *playback = playback_of(window);
  if (noslip_playback_playhead(playback)->state == NOSLIP_PLAYING)
    noslip_playback_pause(playback);
  else
    noslip_playback_play(playback);
}

static void
restart(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_playback_restart(playback_of(window));
}

static void
step(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  static const struct {
    const char *name;
    int samples;
  } steps[] = {{"step-back", -1}, {"step-forward", 1}, {"leap-back", -10}, {"leap-forward", 10}};
  for (guint i = 0; i < G_N_ELEMENTS(steps); i++)
    if (g_str_equal(steps[i].name, g_action_get_name(G_ACTION(action))))
      noslip_playback_step(playback_of(window), steps[i].samples);
}

static void
reset(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  /* in a text entry, the key has its usual meaning: delete the word before the cursor */
  GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(window));
  if (focus && (GTK_IS_TEXT_VIEW(focus) || GTK_IS_TEXT(focus))) {
    g_signal_emit_by_name(focus, "delete-from-cursor", GTK_DELETE_WORD_ENDS, -1);
    return;
  }
  noslip_simulation_reset(simulation_of(window));
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
  noslip_playback_set_loop(playback_of(window), !playhead->looping, playhead->loop_from, playhead->loop_to);
}

static void
mark_start(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_playback_mark_loop(playback_of(window), FALSE);
}

static void
mark_end(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_playback_mark_loop(playback_of(window), TRUE);
}

static void
clear_marks(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  noslip_playback_set_loop(playback_of(window), TRUE, 0, noslip_simulation_playhead(simulation_of(window))->end);
}

static void
compare_formulations(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  NoslipSimulation *simulation = simulation_of(window);
  NoslipTiles *tiles = noslip_window_tiles(NOSLIP_WINDOW(window));
  gboolean shown = !noslip_overlays_shows_all(noslip_simulation_overlays(simulation));
  noslip_overlays_show_all(noslip_simulation_overlays(simulation), shown);
  if (shown) /* in the scene they coincide */
    noslip_tiles_set_open(tiles, noslip_view_kind_find("agreement"), TRUE);
}

static void
request_witness(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  noslip_remarks_request_witness(noslip_simulation_remarks(noslip_window_simulation(NOSLIP_WINDOW(data))));
}

static void
compare_vakonomic(GSimpleAction *action, GVariant *parameter, gpointer window)
{
  NoslipSimulation *simulation = simulation_of(window);
  const NoslipFormulation *formulation = noslip_runs_opponent(noslip_simulation_runs(simulation));
  const char *refusal = formulation ? noslip_runs_refusal(noslip_simulation_runs(simulation), formulation) : NULL;
  if (!formulation || refusal)
    noslip_window_toast(NOSLIP_WINDOW(window), refusal ? refusal : _("These dynamics do not apply to this system"));
  else
    noslip_overlays_show(noslip_simulation_overlays(simulation), formulation,
                         !noslip_overlays_shows(noslip_simulation_overlays(simulation), formulation));
}

void
noslip_desktop_add_motion_actions(NoslipWindow *window)
{
  static const GActionEntry entries[] = {
      {"play-pause", play_pause, NULL, NULL, NULL, {0}},
      {"restart", restart, NULL, NULL, NULL, {0}},
      {"step-back", step, NULL, NULL, NULL, {0}},
      {"step-forward", step, NULL, NULL, NULL, {0}},
      {"leap-back", step, NULL, NULL, NULL, {0}},
      {"leap-forward", step, NULL, NULL, NULL, {0}},
      {"faster", faster, NULL, NULL, NULL, {0}},
      {"slower", slower, NULL, NULL, NULL, {0}},
      {"loop", loop, NULL, NULL, NULL, {0}},
      {"mark-start", mark_start, NULL, NULL, NULL, {0}},
      {"mark-end", mark_end, NULL, NULL, NULL, {0}},
      {"clear-marks", clear_marks, NULL, NULL, NULL, {0}},
      {"reset", reset, NULL, NULL, NULL, {0}},
      {"witness", request_witness, NULL, NULL, NULL, {0}},
      {"compare-formulations", compare_formulations, NULL, NULL, NULL, {0}},
      {"compare-vakonomic", compare_vakonomic, NULL, NULL, NULL, {0}},
  };
  g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
}
