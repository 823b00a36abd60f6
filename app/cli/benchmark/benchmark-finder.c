/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cost of the finder: one search of each kind, on systems whose results are known. */
#include "app/cli/benchmark/benchmark.h"
#include "app/cli/benchmark/by-hand-section.h"
#include "core/finder/conserved.h"
#include "core/finder/equilibria.h"
#include "core/finder/holonomy.h"
#include "core/finder/lyapunov.h"
#include "core/finder/measure.h"
#include "core/finder/section.h"
#include "core/finder/steer/steer.h"

#include <math.h>

#define LYAPUNOV_TO 100.0 /* s */
#define CROSSINGS 200

/* Each runs one search on the problem from its initial state; FALSE if the search gave no result. */
static gboolean
find_conserved(const CliProblem *problem, NoslipDiagnostic **error)
{
  const NoslipConservedOptions options = {.seed = 1};
  g_autoptr(NoslipConserved) found = noslip_conserved_find(problem->system, problem->kind, problem->parameters,
                                                           problem->xy, &options, &cli_cancelled, error);
  return found != NULL;
}

static gboolean
find_equilibria(const CliProblem *problem, NoslipDiagnostic **error)
{
  const NoslipEquilibriaOptions options = {.relative = TRUE, .along = -1, .seed = 1};
  g_autoptr(NoslipEquilibria) found = noslip_equilibria_find(problem->system, problem->kind, problem->parameters,
                                                             problem->xy, &options, &cli_cancelled, error);
  return found != NULL;
}

static gboolean
find_exponents(const CliProblem *problem, NoslipDiagnostic **error)
{
  const NoslipLyapunovOptions options = {.to = LYAPUNOV_TO, .rtol = 1e-9, .atol = 1e-11, .seed = 1};
  g_autoptr(NoslipLyapunov) found = noslip_lyapunov_find(problem->system, problem->kind, problem->parameters,
                                                         problem->xy, &options, &cli_cancelled, error);
  return found != NULL;
}

static void
count_crossing(guint motion, const double *row, gpointer data)
{
  (*(guint *) data)++;
}

static gboolean
find_crossings(const CliProblem *problem, NoslipDiagnostic **error)
{
  guint n = 0;
  NoslipSectionOrder order = {.system = problem->system, .kind = problem->kind, .parameters = problem->parameters};
  order.cut = (NoslipSectionCut){"w1", NOSLIP_EVENT_RISING, CROSSINGS};
  noslip_run_options_default(&order.options, problem->system);
  order.options.to = 1e4;
  order.options.step = 0;
  order.spread = (NoslipSectionSpread){.parameter = -1, .n = 1};
  return noslip_section_run(&order, count_crossing, &n, NULL, &cli_cancelled, error) && n == CROSSINGS;
}

static gboolean
find_crossings_by_hand(const CliProblem *problem, NoslipDiagnostic **error)
{
  double first;
  return cli_section_by_hand(problem->parameters, problem->xy, CROSSINGS, problem->options.rtol, problem->options.atol,
                             &first) == CROSSINGS;
}

/* Half a metre up in Heisenberg's group: a circle. */
static gboolean
find_way(const CliProblem *problem, NoslipDiagnostic **error)
{
  static const guint given[] = {0, 1, 2};
  const double target[] = {problem->xy[0], problem->xy[1], problem->xy[2] + 0.5};
  const NoslipSteerOptions options = {.xy = problem->xy,
                                      .n_given = 3,
                                      .given = given,
                                      .target = target,
                                      .time = 1,
                                      .solutions = 1,
                                      .starts = 20,
                                      .seed = 1};
  g_autoptr(GPtrArray) found =
      noslip_steer_find(problem->system, problem->parameters, &options, NULL, NULL, &cli_cancelled, error);
  return found != NULL && found->len == 1;
}

static const struct {
  const char *task, *system;
  gboolean (*run)(const CliProblem *problem, NoslipDiagnostic **error);
} tasks[CLI_FINDER_TASKS] = {
    {"find conserved", "snakeboard", find_conserved},
    {"find conserved", "rolling-disk", find_conserved},
    {"find equilibria", "chaplygin-sleigh", find_equilibria},
    {"lyapunov", "heavy-top", find_exponents},
    {"section", "heavy-top", find_crossings},
    {"section, C by hand", "heavy-top", find_crossings_by_hand},
    {"steer", "heisenberg", find_way},
};

int
cli_benchmark_finder(CliFinderTime times[CLI_FINDER_TASKS])
{
  int status = CLI_DONE;
  for (guint i = 0; i < CLI_FINDER_TASKS && status == CLI_DONE; i++) {
    CliProblem problem;
    g_autoptr(NoslipDiagnostic) error = NULL;
    times[i] = (CliFinderTime){tasks[i].task, tasks[i].system, NAN, NAN};
    status = cli_problem_load(&problem, tasks[i].system, NULL);
    if (status == CLI_DONE)
      status = cli_problem_start(&problem, FALSE);
    double begun = cli_benchmark_now();
    if (status == CLI_DONE && !tasks[i].run(&problem, &error))
      status = error != NULL ? cli_report_one(error) : CLI_FAILED;
    times[i].seconds = cli_benchmark_now() - begun;
    if (tasks[i].run == find_crossings_by_hand)
      times[i - 1].by_hand = times[i].seconds; /* the section precedes it */
    cli_problem_clear(&problem);
  }
  return status;
}
