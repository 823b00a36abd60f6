/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Movements of hands that a set-up has recorded: the command line computes the same motion as the window, and writes the
 * same table. */
#include "core/simulation/setup/setup.h"
#include "tests/app/cli/process.h"
#include "tests/core/simulation/support.h"
#include "ui/export/table.h"

#include <math.h>
#include <string.h>

#define HEAD "[Noslip set-up]\nversion=1\n\n"

static char *
contents(const char *path)
{
  char *text = NULL;
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  return text;
}

/* The motion as the window's set-up. */
static char *
save(NoslipSimulation *simulation, const char *name)
{
  NoslipSetup *setup = noslip_setup_new();
  noslip_setup_take_motion(setup, simulation, FALSE);
  g_autofree char *text = noslip_setups_to_text(1, &setup, NULL);
  noslip_setup_unref(setup);
  return scratch_write(name, text, -1);
}

/* The motion as the window exports it. */
static char *
table_of(const NoslipSimulation *simulation)
{
  const NoslipRunView *run = noslip_runs_primary(noslip_simulation_runs(simulation));
  g_autofree char *path = scratch_write("window.csv", "", 0);
  g_autoptr(NoslipJob) job =
      noslip_export_table(noslip_simulation_system(simulation), run->formulation->kind, run->trajectory,
                          noslip_hands_gestures(noslip_simulation_hands(simulation)), path);
  const GError *error = NULL;
  while (!noslip_job_is_done(job))
    g_usleep(1000);
  g_assert_true(noslip_job_succeeded(job, &error));
  return contents(path);
}

/* Their tables are the same, byte for byte. */
static void
assert_same(NoslipSimulation *simulation, const char *name)
{
  g_autofree char *path = save(simulation, name), *table = table_of(simulation);
  g_auto(Result) done = expect(0, "run '%s'", path);
  g_assert_cmpuint(strlen(done.output), ==, strlen(table));
  g_assert_cmpint(strcmp(done.output, table), ==, 0);
}

/* A body of the sleigh is pulled, spun and braked. */
static void
pull(NoslipSimulation *simulation)
{
  NoslipHands *hands = noslip_simulation_hands(simulation);
  NoslipPlayback *playback = noslip_simulation_playback(simulation);
  guint draw = 0;
  while (noslip_simulation_system(simulation)->draws[draw].kind != NOSLIP_DRAW_BOX)
    draw++;
  noslip_playback_seek(playback, 1);
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  double point[3] = {row[1] + 0.3, row[2] + 0.2, 0.1};
  g_assert_true(noslip_hands_take_body(hands, draw, point));
  support_wait(simulation);
  for (guint i = 1; i <= 5; i++) {
    noslip_playback_seek(playback, 1 + 0.2 * i);
    point[0] += 0.3;
    noslip_hands_pull_body(hands, point);
    noslip_hands_spin_body(hands, i == 2);
    noslip_hands_brake_body(hands, i == 4);
    support_wait(simulation);
  }
  noslip_playback_seek(playback, 3);
  noslip_hands_release_body(hands);
  support_wait(simulation);
}

/* A pulled body in two formulations: the columns of the push come after the others. The claims are judged in the rest
 * of the motion; also that the energy stays, though the pull has changed it. */
static void
test_push(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  pull(simulation);
  assert_same(simulation, "push.noslip-setup");
  g_autofree char *table = table_of(simulation);
  assert_contains(table, ",push[couple],push[power]\n");
  noslip_runs_set_formulation(noslip_simulation_runs(simulation), noslip_formulation_find("projection"));
  support_wait(simulation);
  assert_same(simulation, "projection.noslip-setup");
  noslip_simulation_free(simulation);
}

/* An input that is moved: its column shows the movement. */
static void
test_input(void)
{
  NoslipSimulation *simulation = support_opened("ball-on-driven-table");
  NoslipHands *hands = noslip_simulation_hands(simulation);
  noslip_hands_move_input(hands, 0, 2); /* at once */
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 2);
  noslip_hands_move_input(hands, 0, 4);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 5);
  noslip_hands_drive_input(hands, 0, -1);
  support_wait(simulation);
  assert_same(simulation, "input.noslip-setup");
  noslip_simulation_free(simulation);
}

/* From t = 0 on, by a set-up written by hand; compared with the same course as an option. */
static void
test_course(void)
{
  g_autofree char *path = scratch_write(
      "course.noslip-setup", HEAD "[System]\nid=ball-on-driven-table\n\n[Hands]\n| 0 Omega rests 0 0 2.5 0 0 0\n", -1);
  g_auto(Result) moved = expect(0, "run '%s' --to 2", path);
  g_auto(Result) given = expect(0, "run ball-on-driven-table --input Omega=2.5 --to 2");
  g_auto(GStrv) moved_rows = g_strsplit(moved.output, "\n", -1);
  g_auto(GStrv) given_rows = g_strsplit(given.output, "\n", -1);
  guint last = g_strv_length(moved_rows) - 2; /* before the empty one */
  g_assert_cmpstr(moved_rows[0], ==, given_rows[0]);
  g_auto(GStrv) one = g_strsplit(moved_rows[last], ",", -1);
  g_auto(GStrv) other = g_strsplit(given_rows[last], ",", -1);
  for (guint i = 0; one[i] != NULL; i++)
    g_assert_cmpfloat(fabs(g_ascii_strtod(one[i], NULL) - g_ascii_strtod(other[i], NULL)), <, 1e-9);
}

/* The record beside the table has the movements and all columns. */
static void
test_record(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  pull(simulation);
  g_autofree char *path = save(simulation, "recorded.noslip-setup");
  g_autofree char *table = g_build_filename(scratch(), "recorded.csv", NULL),
                  *record = g_strconcat(table, ".json", NULL);
  g_auto(Result) done = expect(0, "run '%s' --output '%s'", path, table);
  g_autoptr(JsonParser) parser = json_parser_new();
  g_assert_true(json_parser_load_from_file(parser, record, NULL));
  JsonObject *root = json_node_get_object(json_parser_get_root(parser));
  JsonArray *columns = json_object_get_array_member(root, "columns"),
            *hands = json_object_get_array_member(root, "hands");
  g_assert_cmpstr(json_array_get_string_element(columns, json_array_get_length(columns) - 1), ==, "push[power]");
  const NoslipGestures *gestures = noslip_hands_gestures(noslip_simulation_hands(simulation));
  g_assert_cmpuint(json_array_get_length(hands), ==, noslip_gestures_n(gestures));
  assert_contains(json_array_get_string_element(hands, 0), " moves ");
  noslip_simulation_free(simulation);
}

/* A picture shows the moved body; events are refused, and a line that names no input is reported. */
static void
test_others(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  pull(simulation);
  g_autofree char *path = save(simulation, "pictured.noslip-setup");
  g_autofree char *moved = g_build_filename(scratch(), "moved.png", NULL),
                  *plain = g_build_filename(scratch(), "plain.png", NULL);
  g_auto(Result) first = expect(0, "render '%s' --time 2.5 --size 200x120 --output '%s'", path, moved);
  g_auto(Result) second = expect(0, "render chaplygin-sleigh --time 2.5 --size 200x120 --output '%s'", plain);
  g_autofree char *one = NULL, *other = NULL;
  gsize n_one, n_other;
  g_assert_true(g_file_get_contents(moved, &one, &n_one, NULL) && g_file_get_contents(plain, &other, &n_other, NULL));
  g_assert_true(n_one != n_other || memcmp(one, other, n_one) != 0);
  g_auto(Result) course = expect(2, "run '%s' --input Omega=2", path);
  assert_contains(course.messages, "--input");
  g_auto(Result) event = expect(2, "run '%s' --event omega", path);
  assert_contains(event.messages, "--event");
  g_autofree char *strange = scratch_write(
      "strange.noslip-setup", HEAD "[System]\nid=chaplygin-sleigh\n\n[Hands]\n| 1 steer rests 0 1 -0.5 0 0 0\n", -1);
  g_auto(Result) named = expect(0, "run '%s' --to 0.1", strange);
  assert_contains(named.messages, "steer rests");
  noslip_simulation_free(simulation);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cli/hands/push", test_push);
  g_test_add_func("/cli/hands/input", test_input);
  g_test_add_func("/cli/hands/course", test_course);
  g_test_add_func("/cli/hands/record", test_record);
  g_test_add_func("/cli/hands/others", test_others);
  int status = g_test_run();
  scratch_remove();
  return status;
}
