/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cost of the finder: one search by each of its commands, on systems whose results are known. */
#include "app/cli/benchmark/benchmark.h"
#include "app/cli/benchmark/by-hand-section.h"
#include "app/cli/sweep/sweep.h"
#include "core/expr/tape.h"
#include "core/finder/conserved.h"
#include "core/finder/equilibria.h"
#include "core/finder/fit-data.h"
#include "core/finder/holonomy.h"
#include "core/finder/lyapunov/lyapunov.h"
#include "core/finder/measure/measure.h"
#include "core/finder/periodic.h"
#include "core/finder/section.h"
#include "core/finder/steer/steer.h"

#include <math.h>
#include <string.h>

#define LYAPUNOV_TO 100.0 /* s */
#define CROSSINGS 200
#define CROSSINGS_OF_MANY 50
#define MANY NOSLIP_TAPE_LANES

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
find_measure(const CliProblem *problem, NoslipDiagnostic **error)
{
  g_autoptr(NoslipMeasure) found =
      noslip_measure_find(problem->system, problem->kind, problem->parameters, problem->xy, 1, error);
  return found != NULL;
}

/* A bead that swings about its place on the turning hoop. */
static gboolean
find_periodic(const CliProblem *problem, NoslipDiagnostic **error)
{
  const NoslipSystem *system = problem->system;
  g_autofree double *start = g_memdup2(problem->xy, ((gsize) system->m + system->n) * sizeof(double));
  start[0] = 1.2; /* theta */
  g_autoptr(NoslipPeriodic) found =
      noslip_periodic_find(problem->system, problem->kind, problem->parameters, start, 1.2, 1, &cli_cancelled, error);
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

static NoslipSectionCut
cut_of(guint64 count)
{
  return (NoslipSectionCut){"w1", NOSLIP_EVENT_RISING, count};
}

static gboolean
find_crossings(const CliProblem *problem, NoslipDiagnostic **error)
{
  guint n = 0;
  NoslipSectionOrder order = {.system = problem->system, .kind = problem->kind, .parameters = problem->parameters};
  order.cut = cut_of(CROSSINGS);
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

/* The full states of MANY tops that begin with w1 from 0.1 to 1. */
static double *
start_many(const CliProblem *problem)
{
  gsize m = problem->system->m, size = m + problem->system->n;
  double *xy = g_new0(double, MANY *size);
  for (guint i = 0; i < MANY; i++) {
    memcpy(xy + i * size, problem->xy, size * sizeof(double));
    xy[i * size + m] = 0.1 + 0.9 * i / (MANY - 1);
  }
  return xy;
}

static gboolean
find_exponents_of_many(const CliProblem *problem, NoslipDiagnostic **error)
{
  gsize n_parameters = problem->system->n_parameters;
  guint n = 0;
  int status;
  NoslipLyapunovOptions options[MANY];
  NoslipLyapunov *found[MANY];
  NoslipDiagnostic *errors[MANY];
  g_autofree double *xy = start_many(problem), *parameters = g_new(double, MANY *n_parameters);
  g_autoptr(NoslipDynamics) dynamics = cli_problem_dynamics(problem, NULL, &status);
  g_autoptr(NoslipLyapunovFinder) finder = dynamics != NULL ? noslip_lyapunov_finder_new(dynamics, error) : NULL;
  if (finder == NULL)
    return FALSE;
  for (guint i = 0; i < MANY; i++) {
    memcpy(parameters + i * n_parameters, problem->parameters, n_parameters * sizeof(double));
    options[i] = (NoslipLyapunovOptions){.to = LYAPUNOV_TO, .rtol = 1e-9, .atol = 1e-11, .seed = 1};
  }
  noslip_lyapunov_finder_measure_many(finder, MANY, parameters, xy, options, found, &cli_cancelled, errors);
  for (guint i = 0; i < MANY; i++) {
    n += found[i] != NULL;
    noslip_lyapunov_free(found[i]);
    noslip_diagnostic_free(errors[i]);
  }
  return n == MANY;
}

static gboolean
find_crossings_of_many(const CliProblem *problem, NoslipDiagnostic **error)
{
  guint n = 0;
  gsize n_parameters = problem->system->n_parameters;
  guint64 counts[MANY];
  NoslipDiagnostic *errors[MANY];
  NoslipRunOptions options;
  int status;
  g_autofree double *xy = start_many(problem), *parameters = g_new(double, MANY *n_parameters);
  g_autoptr(NoslipDynamics) dynamics = cli_problem_dynamics(problem, NULL, &status);
  const NoslipSectionCut cut = cut_of(CROSSINGS_OF_MANY);
  if (dynamics == NULL)
    return FALSE;
  for (guint i = 0; i < MANY; i++)
    memcpy(parameters + i * n_parameters, problem->parameters, n_parameters * sizeof(double));
  noslip_run_options_default(&options, problem->system);
  options.to = 1e4;
  options.step = 0;
  const NoslipSectionMotions motions = {.dynamics = dynamics,
                                        .options = &options,
                                        .cut = &cut,
                                        .n = MANY,
                                        .parameters = parameters,
                                        .xy = xy,
                                        .counts = counts,
                                        .errors = errors};
  noslip_section_follow_many(&motions, count_crossing, &n, &cli_cancelled);
  for (guint i = 0; i < MANY; i++)
    noslip_diagnostic_free(errors[i]);
  return n == MANY * CROSSINGS_OF_MANY;
}

static gboolean
find_crossings_of_many_by_hand(const CliProblem *problem, NoslipDiagnostic **error)
{
  gsize size = problem->system->m + problem->system->n;
  g_autofree double *xy = start_many(problem);
  guint n = 0;
  double first;
  for (guint i = 0; i < MANY; i++)
    n += cli_section_by_hand(problem->parameters, xy + i * size, CROSSINGS_OF_MANY, problem->options.rtol,
                             problem->options.atol, &first);
  return n == MANY * CROSSINGS_OF_MANY;
}

/* All points of a grid on one thread; `sweep` has its question. */
static gboolean
compute_grid(const CliProblem *problem, Sweep *sweep, const char *axis, double to)
{
  const CliSetup setup = {0};
  g_autofree char *only = g_strdup(axis);
  char *vary[] = {only, NULL};
  guint64 counts[4] = {0};
  int status;
  g_autoptr(GString) text = g_string_new(NULL);
  g_autoptr(NoslipDiagnostic) error = NULL;
  sweep->problem = *problem;
  sweep->problem.options.to = to;
  sweep->dynamics = cli_problem_dynamics(problem, NULL, &status);
  gboolean good = sweep->dynamics != NULL && sweep_grid_read(sweep, vary, NULL, &setup);
  sweep->block = NOSLIP_TAPE_LANES;
  sweep->n_blocks = (sweep->n + sweep->block - 1) / sweep->block;
  SweepWorker *worker = good ? sweep_worker_new(sweep) : NULL;
  for (guint64 block = 0; good && block < sweep->n_blocks; block++)
    good = sweep_worker_block(worker, block, text, counts, &error);
  if (worker != NULL)
    sweep_worker_free(worker);
  g_clear_pointer(&sweep->axes, g_array_unref);
  g_clear_pointer(&sweep->dynamics, noslip_dynamics_unref);
  return good;
}

static gboolean
find_basins(const CliProblem *problem, NoslipDiagnostic **error)
{
  Sweep sweep = {.classify = "sign(v1)"};
  return compute_grid(problem, &sweep, "v1=-1..1:256", 20);
}

static gboolean
find_bifurcations(const CliProblem *problem, NoslipDiagnostic **error)
{
  Sweep sweep = {.event = "w1", .direction = NOSLIP_EVENT_BOTH, .keep_last = 20};
  return compute_grid(problem, &sweep, "mgl=1..3:64", 50);
}

/* The displacement of the board by a loop of rotor and axles. */
static gboolean
find_displacement(const CliProblem *problem, NoslipDiagnostic **error)
{
  const guint shape[] = {3, 4}; /* psi, phi */
  const NoslipLoop loop = {.center = {0, 0.5}, .radius = {0.3, 0.3}};
  double area;
  g_autofree double *displacement = g_new0(double, problem->system->m), *rule = g_new0(double, problem->system->m);
  g_autoptr(NoslipHolonomy) holonomy =
      noslip_holonomy_new(problem->system, problem->parameters, shape, problem->xy, error);
  return holonomy != NULL && noslip_holonomy_loop(holonomy, &loop, displacement, rule, &area, &cli_cancelled, error);
}

/* Rows "t,x,y" of a motion: what a film of it would give. */
static char *
film(const CliProblem *problem, NoslipDiagnostic **error)
{
  int status;
  NoslipRunOptions options = problem->options;
  g_autofree double *row = g_new0(double, noslip_row_size(problem->system));
  GString *text = g_string_new("t,x,y\n");
  options.to = 4;
  options.step = 0.04;
  g_autoptr(NoslipDynamics) dynamics = cli_problem_dynamics(problem, NULL, &status);
  g_autoptr(NoslipRun) run =
      dynamics != NULL ? noslip_run_new(dynamics, &options, problem->parameters, 0, problem->xy, NULL, error) : NULL;
  while (run != NULL && noslip_run_next(run, row, &cli_cancelled, error))
    g_string_append_printf(text, "%.4f,%.4f,%.4f\n", row[0], row[1], row[2]);
  return g_string_free(text, FALSE);
}

/* Two parameters of the sleigh from its track, beginning with values that are a tenth off. */
static gboolean
find_parameters(const CliProblem *problem, NoslipDiagnostic **error)
{
  NoslipFitUnknown unknowns[] = {{.name = "a"}, {.name = "J"}};
  g_autofree char *text = film(problem, error);
  g_autoptr(NoslipFitTable) table = noslip_fit_table_read(problem->system, text, error);
  if (table == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS(unknowns); i++) {
    unknowns[i].parameter = noslip_system_parameter(problem->system, unknowns[i].name);
    unknowns[i].start = 1.1 * problem->parameters[unknowns[i].parameter];
  }
  const NoslipFitData data = noslip_fit_table_data(table, problem->system, NULL);
  g_autoptr(NoslipFit) fit = noslip_fit_find(problem->system, problem->kind, problem->parameters, problem->overrides,
                                             &data, G_N_ELEMENTS(unknowns), unknowns, &cli_cancelled, NULL, error);
  return fit != NULL && fit->converged && fit->identifiable;
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
  gboolean by_hand; /* the task before, in C for its system alone */
} tasks[CLI_FINDER_TASKS] = {
    {"find conserved", "snakeboard", find_conserved},
    {"find conserved", "rolling-disk", find_conserved},
    {"find measure", "nonholonomic-particle", find_measure},
    {"find equilibria", "chaplygin-sleigh", find_equilibria},
    {"find periodic", "bead-on-hoop", find_periodic},
    {"lyapunov", "heavy-top", find_exponents},
    {"lyapunov of 32", "heavy-top", find_exponents_of_many},
    {"section", "heavy-top", find_crossings},
    {"section, C by hand", "heavy-top", find_crossings_by_hand, TRUE},
    {"section of 32", "heavy-top", find_crossings_of_many},
    {"32, C by hand", "heavy-top", find_crossings_of_many_by_hand, TRUE},
    {"basins", "chaplygin-sleigh", find_basins},
    {"bifurcation", "heavy-top", find_bifurcations},
    {"steer", "heisenberg", find_way},
    {"holonomy", "snakeboard", find_displacement},
    {"fit", "chaplygin-sleigh", find_parameters},
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
    if (tasks[i].by_hand)
      times[i - 1].by_hand = times[i].seconds;
    cli_problem_clear(&problem);
  }
  return status;
}
