/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every story of the catalogue can be read, set in a simulation without a warning, and computed to its end. */
#include "tests/core/simulation/support.h"

#include "core/catalogue/catalogue.h"
#include "core/simulation/setup/story.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#define STORIES_LEAST 40 /* two or three each of the twenty best systems */
#define CAPTION_MOST 240 /* letters: three lines above the scene */

static NoslipSimulation *
loaded(const NoslipSetup *story)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  if (noslip_setup_system(story))
    noslip_simulation_load(simulation, noslip_setup_system(story));
  else
    noslip_simulation_load_text(simulation, noslip_setup_source(story), "story.noslip");
  support_wait(simulation);
  g_assert_nonnull(noslip_simulation_system(simulation));
  const NoslipDiagnostics *problems = noslip_simulation_source(simulation)->problems;
  g_assert_true(!problems || problems->n_errors == 0);
  return simulation;
}

static void
check_story(const NoslipSetup *story)
{
  g_autofree char *caption = noslip_story_caption(story), *pause = noslip_setup_get(story, "Story", "pause-at");
  g_autofree char *answered = noslip_story_answered(story);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_test_message("%s", noslip_setup_name(story));
  g_assert_cmpstr(noslip_setup_name(story), !=, "");
  g_assert_nonnull(caption);
  g_assert_cmpint(g_utf8_strlen(answered, -1), <, CAPTION_MOST);
  g_assert_cmpint(strcmp(answered, caption) != 0, ==, pause != NULL); /* a question has an answer, told after it */
  NoslipSimulation *simulation = loaded(story);
  noslip_setup_give_motion(story, simulation, diagnostics);
  g_assert_cmpuint(diagnostics->list->len, ==, 0);
  support_wait(simulation);
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  g_assert_null(primary->report.error);
  support_check_run(simulation, primary);
  const NoslipPlayhead *playhead = noslip_simulation_playhead(simulation);
  if (pause) {
    g_assert_cmpfloat(noslip_story_pause(story), >, 0);
    g_assert_cmpfloat(noslip_story_pause(story), <, playhead->end);
    g_assert_cmpfloat(playhead->pause_at, ==, noslip_story_pause(story));
  } else {
    g_assert_true(isnan(playhead->pause_at));
  }
  for (guint i = 1; i < noslip_runs_n(noslip_simulation_runs(simulation)); i++)
    g_assert_null(noslip_runs_view(noslip_simulation_runs(simulation), i)->report.error);
  noslip_simulation_free(simulation);
}

static void
test_catalogue(void)
{
  g_autoptr(GPtrArray) systems = noslip_catalogue_list();
  guint n_stories = 0, n_systems = 0;
  for (guint i = 0; i < systems->len; i++) {
    g_autofree char *file = noslip_stories_file(((NoslipCatalogueEntry *) systems->pdata[i])->id);
    if (!file)
      continue;
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_autoptr(GPtrArray) all = noslip_setups_read(file, diagnostics), stories = noslip_stories_read(file, diagnostics);
    g_assert_cmpuint(diagnostics->list->len, ==, 0);
    g_assert_cmpuint(stories->len, ==, all->len); /* each has a caption */
    g_assert_cmpuint(stories->len, >=, 2);
    for (guint j = 0; j < stories->len; j++)
      check_story(stories->pdata[j]);
    n_stories += stories->len;
    n_systems++;
  }
  g_assert_cmpuint(n_systems, >=, 20);
  g_assert_cmpuint(n_stories, >=, STORIES_LEAST);
}

/* Every file of the folder belongs to a system of the catalogue. */
static void
test_files(void)
{
  g_autofree char *one = noslip_stories_file("chaplygin-sleigh"), *folder = one ? g_path_get_dirname(one) : NULL;
  g_assert_nonnull(folder);
  g_autoptr(GDir) files = g_dir_open(folder, 0, NULL);
  const char *name;
  while ((name = g_dir_read_name(files))) {
    g_assert_true(g_str_has_suffix(name, NOSLIP_SETUP_SUFFIX));
    g_autofree char *id = g_strndup(name, strlen(name) - strlen(NOSLIP_SETUP_SUFFIX)),
                    *system = noslip_catalogue_path(id);
    g_assert_nonnull(system);
  }
  g_assert_null(noslip_stories_file("no-such-system"));
  g_assert_null(noslip_stories_file("../systems/rattleback"));
  g_assert_null(noslip_stories_file(""));
}

/* A set-up without a caption is no story; a pause that cannot be read is ignored. */
static void
test_reading(void)
{
  const char *text = "[Noslip set-up]\n[System]\nid=snakeboard\n[Story]\npause-at=2\n"
                     "[Noslip set-up]\n[System]\nid=snakeboard\n[Story]\ncaption=One\npause-at=soon\n"
                     "[Noslip set-up]\n[System]\nid=snakeboard\n[Story]\ncaption=Two\npause-at= 2.5 \nanswer=Three\n"
                     "[Noslip set-up]\n[System]\nid=snakeboard\n[Story]\ncaption=Three\npause-at=-1\n";
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(GPtrArray) setups = noslip_setups_from_text(text, NULL, "stories", diagnostics);
  g_assert_cmpuint(setups->len, ==, 4);
  g_assert_null(noslip_story_caption(setups->pdata[0]));
  g_autofree char *caption = noslip_story_caption(setups->pdata[1]);
  g_assert_cmpstr(caption, ==, "One");
  g_autofree char *without = noslip_story_answered(setups->pdata[1]), *with = noslip_story_answered(setups->pdata[2]);
  g_assert_cmpstr(without, ==, "One");
  g_assert_cmpstr(with, ==, "Two Three");
  g_assert_null(noslip_story_answered(setups->pdata[0]));
  g_assert_true(isnan(noslip_story_pause(setups->pdata[1])));
  g_assert_cmpfloat(noslip_story_pause(setups->pdata[2]), ==, 2.5);
  g_assert_true(isnan(noslip_story_pause(setups->pdata[3])));
}

static void
on_change(NoslipSimulation *simulation, NoslipChange change, gpointer story)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  if (change & NOSLIP_CHANGED_SYSTEM)
    noslip_setup_give_motion(story, simulation, diagnostics);
}

/* As a window does it: as soon as the system is loaded, before its motion has started. A value of 0 counts as well. */
static void
test_zero(void)
{
  const char *text = "[Noslip set-up]\n[System]\nid=chaplygin-sleigh\n[Initial values]\nomega=0\nv1=0.5\n";
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(GPtrArray) setups = noslip_setups_from_text(text, NULL, "zero", diagnostics);
  NoslipSimulation *simulation = noslip_simulation_new();
  noslip_simulation_set_listener(simulation, on_change, setups->pdata[0]);
  noslip_simulation_load(simulation, "chaplygin-sleigh");
  support_wait(simulation);
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), 5), ==, 0);
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), 3), ==, 0.5);
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  g_assert_cmpfloat_with_epsilon(row[noslip_row_y(noslip_simulation_system(simulation)) + 2], 0, 1e-14);
  noslip_simulation_free(simulation);
}

/* The end of a set-up replaces that of the text and is kept in a set-up; a pause after it has no effect. */
static void
test_end(void)
{
  NoslipSimulation *simulation = support_opened("suslov");
  double usual = noslip_simulation_playhead(simulation)->end;
  noslip_playback_set_end(noslip_simulation_playback(simulation), 2 * usual);
  support_wait(simulation);
  support_check_run(simulation, noslip_runs_primary(noslip_simulation_runs(simulation)));
  g_assert_cmpfloat(noslip_simulation_playhead(simulation)->loop_to, ==, 2 * usual);
  noslip_playback_set_pause(noslip_simulation_playback(simulation), 3 * usual);
  g_assert_true(isnan(noslip_simulation_playhead(simulation)->pause_at));
  g_autoptr(NoslipSetup) setup = noslip_setup_new();
  noslip_setup_take_motion(setup, simulation, FALSE);
  noslip_simulation_free(simulation);
  simulation = support_opened("suslov");
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  noslip_setup_give_motion(setup, simulation, diagnostics);
  g_assert_cmpuint(diagnostics->list->len, ==, 0);
  g_assert_cmpfloat(noslip_simulation_playhead(simulation)->end, ==, 2 * usual);
  noslip_simulation_free(simulation);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/stories/catalogue", test_catalogue);
  g_test_add_func("/stories/files", test_files);
  g_test_add_func("/stories/reading", test_reading);
  g_test_add_func("/stories/zero", test_zero);
  g_test_add_func("/stories/end", test_end);
  return g_test_run();
}
