/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overlays: every kind, kept motions, when motions separate, and all of it as text. */
#include "tests/core/simulation/support.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static const NoslipRunView *
run_of(NoslipSimulation *simulation, guint id)
{
  for (guint i = 0; i < noslip_runs_n(noslip_simulation_runs(simulation)); i++)
    if (noslip_runs_view(noslip_simulation_runs(simulation), i)->id == id)
      return noslip_runs_view(noslip_simulation_runs(simulation), i);
  return NULL;
}

static guint
index_of(NoslipSimulation *simulation, guint id)
{
  for (guint i = 0; i < noslip_runs_n(noslip_simulation_runs(simulation)); i++)
    if (noslip_runs_view(noslip_simulation_runs(simulation), i)->id == id)
      return i;
  g_error("there is no such run");
}

static const double *
last_row(const NoslipRunView *run)
{
  return noslip_trajectory_row(run->trajectory, run->n_rows - 1, NULL);
}

/* A text with all options is written again as the same text, with the same bits of its numbers. */
static void
test_text(void)
{
  const char *text =
      "show gibbs-appell\n"
      "overlay \"a \\\"new\\\" one\" color=3 dynamics=vakonomic set:a=0.10000000000000001 set:x'=-2\n"
      "overlay \"rough\" color=0 formulation=projection method=rk4 tolerance=1.0000000000000001e-05 kept hidden\n"
      "cloud count=500 seed=4294967295 spread:theta=0.33333333333333331 spread:omega=2 off\n";
  char *problem = NULL;
  g_autoptr(NoslipComparison) comparison = noslip_comparison_from_text(text, &problem);
  g_assert_null(problem);
  g_assert_nonnull(comparison);
  const NoslipVariant *first = comparison->variants->pdata[0];
  g_assert_cmpstr(first->name, ==, "a \"new\" one");
  g_assert_cmpint(first->dynamics, ==, NOSLIP_DYNAMICS_VAKONOMIC);
  g_assert_cmpfloat(first->values[0].value, ==, 0.1);
  g_assert_cmpfloat(noslip_ensemble_settings_spread_of(&comparison->ensemble, "theta"), ==, 1.0 / 3);
  g_assert_cmpfloat(noslip_ensemble_settings_spread_of(&comparison->ensemble, "x"), ==, 0);
  g_autofree char *again = noslip_comparison_to_text(comparison);
  g_assert_cmpstr(again, ==, text);
  g_autofree char *difference = noslip_variant_difference(first);
  g_assert_cmpstr(difference, ==, "vakonomic, a = 0.1, x' = -2");
}

static void
test_bad_text(void)
{
  static const char *const bad[] = {"show nothing",
                                    "overlay name",
                                    "overlay \"open",
                                    "overlay \"x\" dynamics=quick",
                                    "overlay \"x\" method=euler",
                                    "overlay \"x\" set:a=much",
                                    "overlay \"x\" set:=1",
                                    "overlay \"x\" tolerance=0",
                                    "overlay \"x\" shiny",
                                    "cloud count=501",
                                    "cloud seed=-1",
                                    "cloud spread:x=-1",
                                    "cloud spread:x=nan",
                                    "compare all"};
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autofree char *problem = NULL;
    g_autofree char *text = g_strdup_printf("show projection\n%s\n", bad[i]);
    g_assert_null(noslip_comparison_from_text(text, &problem));
    g_assert_nonnull(problem);
    g_assert_nonnull(strstr(problem, "line 2"));
  }
}

/* One overlay of each kind; each differs from the motion in the way that it states. */
static void
test_sorts(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  char *problem = NULL;
  g_assert_true(noslip_overlays_set_text(noslip_simulation_overlays(simulation),
                                         "overlay \"dynamics\" color=0 dynamics=vakonomic\n"
                                         "overlay \"method\" color=1 method=rkf45 tolerance=1e-3\n"
                                         "overlay \"start\" color=2 set:omega=2.5\n"
                                         "overlay \"parameter\" color=3 set:a=0.5\n"
                                         "overlay \"unknown\" color=4 set:nobody=1\n"
                                         "overlay \"forbidden\" color=5 set:v2=1\n",
                                         &problem));
  g_assert_null(problem);
  support_wait(simulation);
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation)),
                      *dynamics = run_of(simulation, 1000), *method = run_of(simulation, 1001),
                      *start = run_of(simulation, 1002), *parameter = run_of(simulation, 1003);
  const NoslipRunView *good[] = {dynamics, method, start, parameter};
  for (guint i = 0; i < G_N_ELEMENTS(good); i++) {
    support_check_run(simulation, good[i]);
    g_assert_true(good[i]->shown);
    g_assert_false(good[i]->checks);
    g_assert_cmpuint(good[i]->variant->color, ==, i);
    g_test_message("%s ends %g from the motion", good[i]->name, last_row(good[i])[1] - last_row(primary)[1]);
    g_assert_cmpfloat(fabs(last_row(good[i])[1] - last_row(primary)[1]), >, 0);
  }
  g_assert_cmpstr(dynamics->formulation->id, ==, "vakonomic");
  g_assert_true(method->formulation == primary->formulation);
  guint omega = noslip_row_y(noslip_simulation_system(simulation)) + 2;
  g_assert_cmpfloat(noslip_trajectory_row(start->trajectory, 0, NULL)[omega], ==, 2.5);
  const NoslipChunk *chunk = noslip_trajectory_chunk(parameter->trajectory, 0);
  g_assert_cmpfloat(chunk->parameters[noslip_system_parameter(noslip_simulation_system(simulation), "a")], ==, 0.5);
  for (guint id = 1004; id <= 1005; id++) {
    const NoslipRunView *bad = run_of(simulation, id);
    g_assert_cmpuint(bad->n_rows, ==, 0);
    g_assert_false(bad->pending);
    g_assert_nonnull(bad->report.error);
    g_test_message("%s: %s", bad->name, bad->report.error->cause);
  }
  g_assert_nonnull(strstr(run_of(simulation, 1004)->report.error->cause, "nobody"));
  g_assert_null(noslip_runs_take_error(noslip_simulation_runs(simulation))); /* the motion itself continues */
  noslip_overlays_remove(noslip_simulation_overlays(simulation), 1004);
  noslip_overlays_hide(noslip_simulation_overlays(simulation), 1000, TRUE);
  g_assert_null(run_of(simulation, 1004));
  g_assert_false(run_of(simulation, 1000)->shown);
  noslip_simulation_free(simulation);
}

/* A formulation that does not apply is reported. */
static void
test_refused(void)
{
  NoslipSimulation *simulation = support_opened("appell-hamel");
  const NoslipFormulation *refused = NULL;
  for (guint i = 0; noslip_formulations()[i] && !refused; i++)
    if (noslip_runs_refusal(noslip_simulation_runs(simulation), noslip_formulations()[i]))
      refused = noslip_formulations()[i];
  g_assert_nonnull(refused);
  g_autoptr(NoslipVariant) variant = noslip_variant_new("in vain");
  variant->formulation = refused;
  guint id = noslip_overlays_add(noslip_simulation_overlays(simulation), variant);
  support_wait(simulation);
  const NoslipRunView *run = run_of(simulation, id);
  g_assert_nonnull(run->report.error);
  g_assert_cmpuint(run->n_rows, ==, 0);
  g_test_message("%s", run->report.error->cause);
  noslip_simulation_free(simulation);
}

/* A kept motion does not change by a bit, whatever is changed afterwards; the motion itself changes. */
static void
test_keep(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  guint row_size = noslip_row_size(noslip_simulation_system(simulation));
  g_autofree double *end =
      g_memdup2(last_row(noslip_runs_primary(noslip_simulation_runs(simulation))), row_size * sizeof(double));
  noslip_playback_seek(noslip_simulation_playback(simulation), 3);
  guint id = noslip_overlays_keep_motion(noslip_simulation_overlays(simulation), "as it was");
  g_assert_cmpuint(id, >, 0);
  noslip_simulation_set_parameter(simulation, 2, 0.5);
  noslip_simulation_set_initial(simulation, 0, 1);
  noslip_simulation_set_parameter(simulation, 0, 3);
  support_wait(simulation);
  const NoslipRunView *kept = run_of(simulation, id);
  support_check_run(simulation, kept);
  for (guint i = 0; i < row_size; i++)
    if (!isnan(end[i]))
      g_assert_cmpfloat(last_row(kept)[i], ==, end[i]);
  g_assert_cmpfloat(fabs(last_row(noslip_runs_primary(noslip_simulation_runs(simulation)))[1] - end[1]), >, 1e-3);
  g_autofree char *difference = noslip_overlays_difference(noslip_simulation_overlays(simulation), kept->variant);
  g_assert_nonnull(strstr(difference, "a = 0.2"));
  g_assert_nonnull(strstr(difference, "m = 1"));
  g_assert_null(strstr(difference, "J = "));
  /* as text, and computed again from it: the same motion */
  g_autofree char *text = noslip_overlays_text(noslip_simulation_overlays(simulation));
  g_assert_true(noslip_overlays_set_text(noslip_simulation_overlays(simulation), text, NULL));
  support_wait(simulation);
  const NoslipRunView *again =
      noslip_runs_view(noslip_simulation_runs(simulation), noslip_runs_n(noslip_simulation_runs(simulation)) - 1);
  g_assert_true(again->variant->kept);
  support_check_run(simulation, again);
  for (guint i = 0; i < noslip_row_lambda(noslip_simulation_system(simulation)); i++)
    g_assert_cmpfloat(last_row(again)[i], ==, end[i]);
  noslip_simulation_free(simulation);
}

/* A motion that is kept during its computation grows to its end, with the slider movements made before. */
static void
test_keep_unfinished(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  noslip_playback_seek(noslip_simulation_playback(simulation), 4);
  noslip_simulation_set_parameter(simulation, 2, 0.5);
  guint id =
      noslip_overlays_keep_motion(noslip_simulation_overlays(simulation), "on its way"); /* no rows after t = 4 yet */
  support_wait(simulation);
  const NoslipRunView *kept = run_of(simulation, id),
                      *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  support_check_run(simulation, kept);
  for (guint i = 1; i < noslip_row_ydot(noslip_simulation_system(simulation)); i++)
    g_assert_cmpfloat_with_epsilon(last_row(kept)[i], last_row(primary)[i], 1e-7);
  noslip_simulation_free(simulation);
}

/* A slider during the computation: overlays with other parameters continue from their states, those with other initial
 * values too. */
static void
test_follow(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  g_autoptr(NoslipVariant) other = noslip_variant_new("faster");
  noslip_variant_set(other, "omega", 2.5);
  guint id = noslip_overlays_add(noslip_simulation_overlays(simulation), other);
  support_wait(simulation);
  const NoslipRunView *run = run_of(simulation, id);
  guint at = noslip_trajectory_find(run->trajectory, 5) + 1;
  double before = noslip_trajectory_row(run->trajectory, at - 50, NULL)[1];
  double x = noslip_trajectory_row(run->trajectory, at, NULL)[1], end = last_row(run)[1];
  noslip_playback_seek(noslip_simulation_playback(simulation), 5);
  noslip_simulation_set_parameter(simulation, 2, 0.5);
  support_wait(simulation);
  run = run_of(simulation, id);
  support_check_run(simulation, run);
  g_assert_cmpfloat(noslip_trajectory_row(run->trajectory, at - 50, NULL)[1], ==, before);
  g_assert_cmpfloat(fabs(noslip_trajectory_row(run->trajectory, at, NULL)[1] - x), <, 1e-2);
  g_assert_cmpfloat(fabs(last_row(run)[1] - end), >, 1e-3);
  /* an overlay that is added now starts at t = 0 with its own initial velocity */
  other->values[0].value = 3;
  guint late = noslip_overlays_add(noslip_simulation_overlays(simulation), other);
  support_wait(simulation);
  run = run_of(simulation, late);
  support_check_run(simulation, run);
  g_assert_cmpfloat(
      noslip_trajectory_row(run->trajectory, 0, NULL)[noslip_row_y(noslip_simulation_system(simulation)) + 2], ==, 3);
  noslip_simulation_free(simulation);
}

/* The times at which motions separate, compared with the rows. */
static void
test_parting(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  const NoslipFormulation *opponent = noslip_runs_opponent(noslip_simulation_runs(simulation));
  g_assert_cmpstr(opponent->id, ==, "vakonomic");
  g_autoptr(NoslipVariant) precise = noslip_variant_new("more exact");
  precise->tolerance = 1e-12;
  guint id = noslip_overlays_add(noslip_simulation_overlays(simulation), precise);
  noslip_overlays_show(noslip_simulation_overlays(simulation), opponent, TRUE);
  support_wait(simulation);
  const NoslipSystem *system = noslip_simulation_system(simulation);
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation)), *vakonomic = NULL;
  for (guint i = 0; i < noslip_runs_n(noslip_simulation_runs(simulation)); i++)
    if (noslip_runs_view(noslip_simulation_runs(simulation), i)->formulation == opponent)
      vakonomic = noslip_runs_view(noslip_simulation_runs(simulation), i);
  g_assert_nonnull(vakonomic);
  g_assert_true(vakonomic->report.compared);
  g_assert_cmpfloat(vakonomic->report.parting.until, ==, last_row(primary)[0]);
  double parts = vakonomic->report.parting.time;
  guint column = vakonomic->report.parting.column;
  double size = 0, first = NAN;
  for (guint i = 0; i < primary->n_rows; i++)
    size = fmax(size, fabs(noslip_trajectory_row(primary->trajectory, i, NULL)[column]));
  for (guint i = 0; i < primary->n_rows && isnan(first); i++) {
    const double *a = noslip_trajectory_row(primary->trajectory, i, NULL);
    const double *b = noslip_trajectory_row(vakonomic->trajectory, i, NULL);
    if (fabs(a[column] - b[column]) > NOSLIP_APART * size)
      first = a[0];
  }
  g_assert_cmpuint(column, <, noslip_row_ydot(system));
  g_assert_cmpfloat(parts, ==, first);
  /* a different tolerance separates nothing */
  const NoslipRunView *exact = run_of(simulation, id);
  g_assert_true(exact->report.compared);
  g_assert_true(isnan(exact->report.parting.time));
  g_assert_cmpfloat(exact->report.parting.largest, <, NOSLIP_APART);
  noslip_simulation_free(simulation);
}

/* An edited text keeps its overlays, by name; another system starts without any. */
static void
test_edit(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  g_autoptr(NoslipVariant) other = noslip_variant_new("longer");
  noslip_variant_set(other, "a", 0.5);
  noslip_overlays_add(noslip_simulation_overlays(simulation), other);
  noslip_overlays_show_all(noslip_simulation_overlays(simulation), TRUE);
  g_assert_true(noslip_overlays_shows_all(noslip_simulation_overlays(simulation)));
  g_autofree char *before = noslip_overlays_text(noslip_simulation_overlays(simulation));
  g_autofree char *text = g_strdup_printf("%s\nparameter extra = 1\n", noslip_simulation_source(simulation)->text);
  noslip_simulation_edit(simulation, text, "chaplygin-sleigh");
  support_wait(simulation);
  g_assert_cmpint(noslip_system_parameter(noslip_simulation_system(simulation), "extra"), >=, 0);
  g_autofree char *after = noslip_overlays_text(noslip_simulation_overlays(simulation));
  g_assert_cmpstr(after, ==, before);
  support_check_run(simulation, noslip_runs_view(noslip_simulation_runs(simulation), index_of(simulation, 1000)));
  noslip_simulation_load(simulation, "rolling-disk");
  support_wait(simulation);
  g_autofree char *none = noslip_overlays_text(noslip_simulation_overlays(simulation));
  g_assert_cmpstr(none, ==, "");
  noslip_simulation_free(simulation);
}

/* An ensemble that a text requests is computed, and written again. */
static void
test_ensemble(void)
{
  static const char *const text = "cloud count=20 seed=3 spread:theta=0.5\n";
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  g_assert_null(noslip_ensemble_run_view(noslip_simulation_ensemble(simulation)));
  g_assert_true(noslip_overlays_set_text(noslip_simulation_overlays(simulation), text, NULL));
  support_wait(simulation);
  const NoslipEnsembleView *view = noslip_ensemble_run_view(noslip_simulation_ensemble(simulation));
  g_assert_nonnull(view);
  g_assert_cmpuint(view->layout->n_motions, ==, 20);
  g_autofree char *again = noslip_overlays_text(noslip_simulation_overlays(simulation));
  g_assert_cmpstr(again, ==, text);
  noslip_simulation_free(simulation);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/overlays/text", test_text);
  g_test_add_func("/overlays/bad-text", test_bad_text);
  g_test_add_func("/overlays/kinds", test_sorts);
  g_test_add_func("/overlays/refused", test_refused);
  g_test_add_func("/overlays/keep", test_keep);
  g_test_add_func("/overlays/keep-unfinished", test_keep_unfinished);
  g_test_add_func("/overlays/follow", test_follow);
  g_test_add_func("/overlays/separation", test_parting);
  g_test_add_func("/overlays/edit", test_edit);
  g_test_add_func("/overlays/ensemble", test_ensemble);
  return g_test_run();
}
