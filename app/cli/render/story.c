/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/render/story.h"

#include "app/cli/cli.h"
#include "core/simulation/setup/story.h"

#include <math.h>
#include <string.h>

#define POLL_INTERVAL 2000 /* microseconds */

/* The simulation of a story, computed to its end; NULL after messages. */
static NoslipSimulation *
computed(const NoslipSetup *story, int *status)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipSimulation *simulation = noslip_simulation_new();
  if (noslip_setup_system(story))
    noslip_simulation_load(simulation, noslip_setup_system(story));
  else
    noslip_simulation_load_text(simulation, noslip_setup_source(story), "story.noslip");
  for (guint pass = 0; pass < 2; pass++) {
    while (!noslip_simulation_is_settled(simulation) && !__atomic_load_n(&cli_cancelled, __ATOMIC_RELAXED)) {
      noslip_simulation_poll(simulation);
      g_usleep(POLL_INTERVAL);
    }
    noslip_simulation_poll(simulation);
    if (!noslip_simulation_system(simulation))
      break;
    if (pass == 0) {
      noslip_setup_give_motion(story, simulation, diagnostics);
      noslip_playback_compute_until(noslip_simulation_playback(simulation),
                                    noslip_simulation_playhead(simulation)->end);
    }
  }
  cli_report(diagnostics);
  const NoslipRunView *primary =
      noslip_simulation_system(simulation) ? noslip_runs_primary(noslip_simulation_runs(simulation)) : NULL;
  if (primary && primary->n_rows > 0)
    return simulation;
  const NoslipDiagnostics *problems = noslip_simulation_source(simulation)->problems;
  *status = problems && problems->n_errors > 0 ? cli_report(problems) : CLI_STOPPED;
  if (!problems || problems->n_errors == 0)
    cli_message("error: the story '%s' has no motion", noslip_setup_name(story));
  noslip_simulation_free(simulation);
  return NULL;
}

/* A ghost's colour: that of its formulation, or the overlay's own. */
static NoslipColor
tint_of(const NoslipTheme *theme, const NoslipRunView *run)
{
  const char *id = run->variant ? NULL : run->formulation->id;
  return id ? noslip_theme_formulation_color(theme, id) : noslip_theme_overlay_color(theme, run->variant->color);
}

static NoslipStage *
stage_of(const NoslipSetup *story, NoslipSimulation *simulation, gboolean dark)
{
  const NoslipRuns *runs = noslip_simulation_runs(simulation);
  NoslipStage *stage = noslip_stage_new(noslip_simulation_system(simulation), dark);
  g_autofree char *constraints = noslip_setup_get(story, "Scene", "constraints");
  noslip_stage_show_constraints(stage, g_strcmp0(constraints, "true") == 0);
  for (guint i = 0; i < noslip_runs_n(runs); i++) {
    const NoslipRunView *run = noslip_runs_view(runs, i);
    if ((i > 0 && !run->shown) || run->n_rows == 0)
      continue;
    NoslipColor tint = tint_of(noslip_stage_theme(stage), run);
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    noslip_stage_add(stage, run->formulation->kind, run->trajectory, i > 0 ? &tint : NULL,
                     i == 0         ? NULL
                     : run->variant ? run->name
                                    : run->formulation->title,
                     diagnostics);
    cli_report(diagnostics);
  }
  return stage;
}

/* FALSE after messages. */
static gboolean
add_story(const NoslipSetup *story, const CliStoryFilm *film, NoslipStoryShot *shot, NoslipCamera *camera, int *status)
{
  NoslipSimulation *simulation = computed(story, status);
  if (!simulation)
    return FALSE;
  const NoslipPlayhead *playhead = noslip_simulation_playhead(simulation);
  g_autofree char *look = noslip_setup_get(story, "Camera", "look");
  double end = noslip_trajectory_end(noslip_runs_primary(noslip_simulation_runs(simulation))->trajectory);
  *shot = (NoslipStoryShot){.stage = stage_of(story, simulation, film->dark), .pause = noslip_story_pause(story)};
  shot->camera = look && noslip_camera_from_text(look, camera) ? camera : NULL;
  shot->film = (NoslipFilm){.to = fmin(end, playhead->end), .speed = film->speed * playhead->speed, .fps = film->fps};
  noslip_simulation_free(simulation);
  return TRUE;
}

NoslipJob *
cli_story_film(const CliStoryFilm *film, int *status)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(GPtrArray) stories = noslip_stories_read(film->file, diagnostics);
  *status = cli_report(diagnostics);
  if (stories->len == 0) {
    cli_message("error: there is no story in %s: a story is a set-up with a group [Story] and a caption=", film->file);
    *status = CLI_INPUT;
    return NULL;
  }
  g_autofree NoslipStoryShot *shots = g_new0(NoslipStoryShot, stories->len);
  g_autofree NoslipCamera *cameras = g_new0(NoslipCamera, stories->len);
  g_autoptr(GPtrArray) captions = g_ptr_array_new_with_free_func(g_free);
  guint n = 0;
  cli_catch_interrupts();
  for (; n < stories->len && add_story(stories->pdata[n], film, &shots[n], &cameras[n], status); n++) {
    g_ptr_array_add(captions, noslip_story_caption(stories->pdata[n]));
    g_ptr_array_add(captions, noslip_story_answered(stories->pdata[n]));
    shots[n].caption = captions->pdata[2 * n];
    shots[n].answered = captions->pdata[2 * n + 1];
  }
  if (n == stories->len)
    return noslip_export_stories(n, shots, &film->shot, film->output);
  for (guint i = 0; i < n; i++)
    noslip_stage_free(shots[i].stage);
  return NULL;
}
