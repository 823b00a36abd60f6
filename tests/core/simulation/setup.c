/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Set-ups as text: written text can be read again, unknown entries are kept, and errors are reported with their
 * line. */
#include "tests/app/mutants.h"
#include "tests/core/simulation/support.h"

#include "core/simulation/setup/setup.h"

#include <glib/gstdio.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static GPtrArray *
read_all(const char *text, NoslipDiagnostics **diagnostics)
{
  *diagnostics = noslip_diagnostics_new();
  return noslip_setups_from_text(text, "/somewhere", "lecture", *diagnostics);
}

static const NoslipDiagnostic *
nth(const NoslipDiagnostics *diagnostics, guint n)
{
  g_assert_cmpuint(n, <, diagnostics->list->len);
  return diagnostics->list->pdata[n];
}

static void
test_text(void)
{
  const char *text = "# a lecture\n[Noslip set-up]\r\nversion=1\nname=One\n\n[System]\nid=snakeboard\n"
                     "[Future]\nwheel=round\n| a line\n|\n|  two blanks\n"
                     "[Noslip set-up]\nname=Two\n[System]\nfile=mine.noslip\n"
                     "[Noslip set-up]\nname=Three\n[System]\n| noslip 1\n| coordinate x # [System]\n";
  g_assert_true(noslip_setup_is_text(text));
  g_autoptr(NoslipDiagnostics) diagnostics = NULL;
  g_autoptr(GPtrArray) setups = read_all(text, &diagnostics);
  g_assert_cmpuint(diagnostics->list->len, ==, 0);
  g_assert_cmpuint(setups->len, ==, 3);
  g_assert_cmpstr(noslip_setup_name(setups->pdata[0]), ==, "One");
  g_assert_cmpstr(noslip_setup_system(setups->pdata[0]), ==, "snakeboard");
  g_assert_cmpstr(noslip_setup_system(setups->pdata[1]), ==, "/somewhere/mine.noslip");
  g_assert_null(noslip_setup_system(setups->pdata[2]));
  g_assert_cmpstr(noslip_setup_source(setups->pdata[2]), ==, "noslip 1\ncoordinate x # [System]\n");
  /* unknown lines are written again; file names in the same folder lose the folder */
  g_autofree char *again = noslip_setups_to_text(setups->len, (NoslipSetup *const *) setups->pdata, "/somewhere");
  g_assert_nonnull(strstr(again, "wheel=round"));
  g_assert_nonnull(strstr(again, "file=mine.noslip"));
  g_autoptr(NoslipDiagnostics) second = NULL;
  g_autoptr(GPtrArray) same = read_all(again, &second);
  g_assert_cmpuint(same->len, ==, 3);
  g_assert_cmpuint(second->list->len, ==, 0);
  g_assert_cmpstr(noslip_setup_block(same->pdata[0], "Future"), ==, "a line\n\n two blanks\n");
  g_autofree char *third = noslip_setups_to_text(same->len, (NoslipSetup *const *) same->pdata, "/somewhere");
  g_assert_cmpstr(again, ==, third);
}

static void
test_broken(void)
{
  g_autoptr(NoslipDiagnostics) none = NULL, lines = NULL, late = NULL;
  g_assert_false(noslip_setup_is_text("noslip 1\n"));
  g_autoptr(GPtrArray) nothing = read_all("hello", &none);
  g_assert_cmpuint(nothing->len, ==, 0);
  g_assert_cmpuint(none->n_errors, ==, 1);
  /* a line with an error affects no other line, and a set-up without a system no other set-up */
  g_autoptr(GPtrArray) setups = read_all("[Noslip set-up]\nname=Lost\n[Noslip set-up]\n[System]\nid=snakeboard\n"
                                         "this is not a value\n[Time]\nspeed=2\n",
                                         &lines);
  g_assert_cmpuint(setups->len, ==, 1);
  g_assert_cmpuint(lines->list->len, ==, 2);
  g_assert_cmpint(nth(lines, 0)->severity, ==, NOSLIP_ERROR);
  g_assert_nonnull(strstr(nth(lines, 0)->cause, "Lost"));
  g_assert_cmpuint(nth(lines, 1)->place.line, ==, 6);
  g_autofree char *speed = noslip_setup_get(setups->pdata[0], "Time", "speed");
  g_assert_cmpstr(speed, ==, "2");
  g_autoptr(GPtrArray) later = read_all("[Noslip set-up]\nversion=7\n[System]\nid=snakeboard\n", &late);
  g_assert_cmpuint(later->len, ==, 1);
  g_assert_cmpint(nth(late, 0)->severity, ==, NOSLIP_WARNING);
}

/* Invalid values are reported with their line, and the others are set. */
static void
test_values_are_judged(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  g_autoptr(NoslipDiagnostics) read = NULL, diagnostics = noslip_diagnostics_new();
  g_autoptr(GPtrArray) setups =
      read_all("[Noslip set-up]\n[System]\nid=chaplygin-sleigh\n[Motion]\nformulation=hamiltonain\n"
               "dynamics=vaconomic\nmethod=rk4\ntolerance=small\n[Parameters]\nm=3\nmass=4\n[Initial values]\n"
               "omega=2,5\nv1=0.25\n[Compare]\n| show nothing\n",
               &read);
  g_assert_cmpuint(read->list->len, ==, 0);
  noslip_setup_give_motion(setups->pdata[0], simulation, diagnostics);
  const guint expected[] = {6, 5, 8, 11, 13, 15};
  const char *words[] = {"vakonomic", "hamiltonian", "not a number", "mass", "not a number", "no formulation"};
  g_assert_cmpuint(diagnostics->list->len, ==, G_N_ELEMENTS(expected));
  for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
    g_autofree char *line = noslip_diagnostic_format(nth(diagnostics, i));
    g_assert_cmpint(nth(diagnostics, i)->severity, ==, NOSLIP_WARNING);
    g_assert_nonnull(strstr(line, words[i]));
    if (i < 5)
      g_assert_cmpuint(nth(diagnostics, i)->place.line, ==, expected[i]);
  }
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), 0), ==, 3);
  g_assert_cmpstr(noslip_simulation_runs(simulation)->method->id, ==, "rk4");
  support_wait(simulation);
  g_assert_cmpfloat_with_epsilon(noslip_start_initial(noslip_simulation_start(simulation), 3), 0.25, 1e-12);
  noslip_simulation_free(simulation);
}

/* The dynamics of a set-up decide between contradictory lines, with a warning; without them the formulation does. */
static void
test_dynamics_decide(void)
{
  static const struct {
    const char *lines, *formulation;
    guint n_warnings;
  } cases[] = {
      {"dynamics=vakonomic\nformulation=multipliers\n", "vakonomic", 1},
      {"dynamics=nonholonomic\nformulation=vakonomic\n", "multipliers", 1},
      {"formulation=vakonomic\n", "vakonomic", 0},
      {"dynamics=vakonomic\nformulation=vakonomic\n", "vakonomic", 0},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
    g_autoptr(NoslipDiagnostics) read = NULL, diagnostics = noslip_diagnostics_new();
    g_autofree char *text =
        g_strdup_printf("[Noslip set-up]\n[System]\nid=chaplygin-sleigh\n[Motion]\n%s", cases[i].lines);
    g_autoptr(GPtrArray) setups = read_all(text, &read);
    noslip_setup_give_motion(setups->pdata[0], simulation, diagnostics);
    g_assert_cmpstr(noslip_simulation_runs(simulation)->formulation->id, ==, cases[i].formulation);
    g_assert_cmpint(noslip_simulation_runs(simulation)->kind, ==, noslip_formulation_find(cases[i].formulation)->kind);
    g_assert_cmpuint(diagnostics->list->len, ==, cases[i].n_warnings);
    if (cases[i].n_warnings > 0) {
      g_autofree char *line = noslip_diagnostic_format(nth(diagnostics, 0));
      g_assert_nonnull(strstr(line, "is not a formulation of"));
      g_assert_cmpuint(nth(diagnostics, 0)->place.line, ==, 6);
    }
    noslip_simulation_free(simulation);
  }
}

/* A set-up's text with any changes can be read, is reported on and written again, and what it sets gives a motion. */
static void
test_mutants(void)
{
  const char *text = "[Noslip set-up]\nversion=1\nname=One\n[System]\nid=chaplygin-sleigh\n[Motion]\n"
                     "dynamics=nonholonomic\nformulation=hamiltonian\nmethod=rk4\ntolerance=1e-8\n[Parameters]\n"
                     "m=2\na=0.3\n[Initial values]\nomega=1.5\nx=0.25\n[Time]\ntime=3.5\nspeed=1\nplaying=true\n"
                     "loop=true\nloop-from=2\nloop-to=5\n[Compare]\n| show gibbs-appell\n[Camera]\nlook=target 0 0 0\n"
                     "[View 1]\nkind=energy\nshare=0.5\n";
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  g_autoptr(GRand) rand = g_rand_new_with_seed(7);
  for (int i = 0; i < 600; i++) {
    g_autoptr(GString) mutant = g_string_new(text);
    for (int n = g_rand_int_range(rand, 1, 5); n > 0; n--)
      mutants_change(mutant, rand);
    g_autoptr(NoslipDiagnostics) diagnostics = NULL, again = NULL;
    g_autofree char *valid = g_utf8_make_valid(mutant->str, (gssize) mutant->len); /* as a file is read */
    g_autoptr(GPtrArray) setups = read_all(valid, &diagnostics);
    g_autofree char *written = noslip_setups_to_text(setups->len, (NoslipSetup *const *) setups->pdata, NULL);
    g_autoptr(GPtrArray) same = read_all(written, &again);
    g_assert_cmpuint(same->len, ==, setups->len);
    for (guint k = 0; k < setups->len; k++) {
      noslip_setup_give_motion(setups->pdata[k], simulation, diagnostics);
      g_assert_true(noslip_setup_time(setups->pdata[k]) >= 0);
    }
    for (guint k = 0; k < diagnostics->list->len; k++) {
      g_autofree char *line = noslip_diagnostic_format(nth(diagnostics, k));
      g_assert_true(g_utf8_validate(line, -1, NULL));
    }
    if (i % 20 == 0)
      support_wait(simulation);
  }
  support_wait(simulation);
  g_assert_cmpfloat(noslip_simulation_playhead(simulation)->speed, >, 0);
  g_assert_cmpfloat(noslip_simulation_runs(simulation)->tolerance, >, 0);
  noslip_simulation_free(simulation);
}

/* The energy and the state of two simulations at their times. */
static void
assert_same(NoslipSimulation *one, NoslipSimulation *other, double tolerance)
{
  const NoslipSystem *system = noslip_simulation_system(one);
  const double *parameters = NULL;
  const double *row = noslip_runs_row(noslip_simulation_runs(one), 0, &parameters);
  g_assert_nonnull(row);
  g_autofree double *kept = g_memdup2(row, noslip_row_size(system) * sizeof(double));
  row = noslip_runs_row(noslip_simulation_runs(other), 0, &parameters);
  g_assert_nonnull(row);
  for (guint i = 0; i < system->m + system->n; i++)
    g_assert_cmpfloat_with_epsilon(kept[1 + i], row[1 + i], tolerance);
}

static NoslipSimulation *
through_text(NoslipSimulation *simulation, gboolean unsaved)
{
  g_autoptr(NoslipSetup) setup = noslip_setup_new();
  noslip_setup_take_motion(setup, simulation, unsaved);
  g_autofree char *text = noslip_setups_to_text(1, &setup, NULL);
  g_test_message("%s", text);
  g_autoptr(NoslipDiagnostics) diagnostics = NULL;
  g_autoptr(GPtrArray) setups = read_all(text, &diagnostics);
  g_assert_cmpuint(diagnostics->list->len, ==, 0);
  g_assert_cmpuint(setups->len, ==, 1);
  NoslipSetup *read = setups->pdata[0];
  NoslipSimulation *other = noslip_simulation_new();
  if (unsaved)
    noslip_simulation_load_text(other, noslip_setup_source(read), "text.noslip");
  else
    noslip_simulation_load(other, noslip_setup_system(read));
  support_wait(other);
  noslip_setup_give_motion(read, other, diagnostics);
  g_assert_cmpuint(diagnostics->list->len, ==, 0);
  support_wait(other);
  noslip_playback_seek(noslip_simulation_playback(other), noslip_setup_time(read));
  return other;
}

static void
test_motion(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  noslip_simulation_set_parameter(simulation, 2, 1.0 / 3);
  noslip_simulation_set_initial(simulation, 5, 0.1 + 0.2);
  noslip_runs_set_formulation(noslip_simulation_runs(simulation), noslip_formulation_find("hamiltonian"));
  noslip_runs_set_tolerance(noslip_simulation_runs(simulation), 1e-8);
  noslip_overlays_show(noslip_simulation_overlays(simulation), noslip_formulation_find("gibbs-appell"), TRUE);
  noslip_playback_set_speed(noslip_simulation_playback(simulation), 0.25);
  noslip_playback_set_loop(noslip_simulation_playback(simulation), TRUE, 1.25, 6.5);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 4.5);
  for (int unsaved = 0; unsaved < 2; unsaved++) {
    NoslipSimulation *other = through_text(simulation, unsaved);
    g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(other), 2), ==, 1.0 / 3);
    g_assert_cmpstr(noslip_simulation_runs(other)->formulation->id, ==, "hamiltonian");
    g_assert_cmpfloat(noslip_simulation_runs(other)->tolerance, ==, 1e-8);
    g_assert_true(noslip_overlays_shows(noslip_simulation_overlays(other), noslip_formulation_find("gibbs-appell")));
    const NoslipPlayhead *playhead = noslip_simulation_playhead(other);
    g_assert_cmpfloat(playhead->speed, ==, 0.25);
    g_assert_true(playhead->looping);
    g_assert_cmpfloat(playhead->loop_from, ==, 1.25);
    g_assert_cmpfloat(playhead->loop_to, ==, 6.5);
    g_assert_cmpfloat(noslip_playhead_time(noslip_simulation_playhead(other)), ==, 4.5);
    assert_same(simulation, other, 1e-10);
    noslip_simulation_free(other);
  }
  noslip_simulation_free(simulation);
}

/* A motion whose parameter was changed on the way is reproduced, from the change on. */
static void
test_changed_on_its_way(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  noslip_playback_seek(noslip_simulation_playback(simulation), 2);
  noslip_simulation_set_parameter(simulation, 2, 0.7);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 5);
  NoslipSimulation *other = through_text(simulation, FALSE);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(other)), 3, 1e-9);
  assert_same(simulation, other, 1e-7);
  noslip_simulation_free(other);
  noslip_simulation_free(simulation);
}

static double
multiplier(NoslipSimulation *simulation, guint constraint)
{
  const double *parameters = NULL;
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, &parameters);
  g_assert_nonnull(row);
  return row[noslip_row_lambda(noslip_simulation_system(simulation)) + constraint];
}

/* The multipliers of vakonomic dynamics are part of its state: without them the motion would continue differently. */
static void
test_multipliers(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  noslip_runs_set_kind(noslip_simulation_runs(simulation), NOSLIP_DYNAMICS_VAKONOMIC);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 2);
  double mu = multiplier(simulation, 0);
  g_assert_cmpfloat(fabs(mu), >, 1e-2); /* otherwise nothing is tested */
  noslip_simulation_set_parameter(simulation, 2, 0.7);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 2);
  g_assert_cmpfloat_with_epsilon(multiplier(simulation, 0), mu, 1e-9);
  noslip_playback_seek(noslip_simulation_playback(simulation), 5);
  NoslipSimulation *other = through_text(simulation, FALSE);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(other)), 3, 1e-9);
  assert_same(simulation, other, 1e-6);
  g_assert_cmpfloat_with_epsilon(multiplier(other, 0), multiplier(simulation, 0), 1e-6);
  /* and again from the set-up that was read; then all values are those of the text again */
  NoslipSimulation *third = through_text(other, TRUE);
  assert_same(simulation, third, 1e-6);
  noslip_playback_seek(noslip_simulation_playback(third), 0);
  g_assert_cmpfloat_with_epsilon(multiplier(third, 0), mu, 1e-9);
  noslip_simulation_reset(third);
  support_wait(third);
  noslip_playback_seek(noslip_simulation_playback(third), 0);
  g_assert_cmpfloat_with_epsilon(multiplier(third, 0), 0, 1e-15); /* computed from the momenta */
  noslip_simulation_free(third);
  noslip_simulation_free(other);
  noslip_simulation_free(simulation);
}

/* If the changed value occurs in a constraint, the kept velocities are those that the constraint allows. */
static void
test_constraint_changed(void)
{
  NoslipSimulation *simulation = support_opened("ball-on-rotating-table");
  int turn = noslip_system_parameter(noslip_simulation_system(simulation), "Omega");
  g_assert_cmpint(turn, >=, 0);
  noslip_playback_seek(noslip_simulation_playback(simulation), 1);
  noslip_simulation_set_parameter(simulation, (guint) turn,
                                  1.5 + 2 * noslip_start_parameter(noslip_simulation_start(simulation), (guint) turn));
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 2);
  NoslipSimulation *other = through_text(simulation, FALSE);
  assert_same(simulation, other, 1e-6);
  noslip_simulation_free(other);
  noslip_simulation_free(simulation);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/setup/text", test_text);
  g_test_add_func("/setup/broken", test_broken);
  g_test_add_func("/setup/values-are-judged", test_values_are_judged);
  g_test_add_func("/setup/dynamics-decide", test_dynamics_decide);
  g_test_add_func("/setup/mutants", test_mutants);
  g_test_add_func("/setup/motion", test_motion);
  g_test_add_func("/setup/changed-during-motion", test_changed_on_its_way);
  g_test_add_func("/setup/multipliers", test_multipliers);
  g_test_add_func("/setup/constraint-changed", test_constraint_changed);
  return g_test_run();
}
