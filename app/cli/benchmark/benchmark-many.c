/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How costs grow with the number of motions in a sweep and with the number of bodies in a system. */
#include "app/cli/benchmark/benchmark.h"
#include "core/catalogue/catalogue.h"
#include "core/expr/tape.h"
#include "core/integrate/ensemble.h"
#include "core/language/language.h"

#include <math.h>
#include <string.h>

#define MOTIONS 10000
#define MOTIONS_ALONE 200
#define REPEATS 5

typedef struct {
  const CliProblem *problem;
  NoslipDynamics *dynamics;
  NoslipRunOptions options;
  guint threads, thread;
} Share;

/* The initial state of motion number i: the mass varies. */
static gboolean
prepare(const Share *share, NoslipStarter *starter, guint motion, double *parameters, double *xy)
{
  const NoslipSystem *system = share->problem->system;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  memcpy(parameters, share->problem->parameters, system->n_parameters * sizeof(double));
  parameters[0] *= 1 + 1.0 * motion / MOTIONS;
  return noslip_starter_state(starter, parameters, 0, NULL, xy, xy + system->m, NULL, diagnostics);
}

static gpointer
run_alone(const Share *share)
{
  NoslipSystem *system = share->problem->system;
  g_autoptr(NoslipStarter) starter = noslip_starter_new(system);
  g_autofree double *parameters = g_new(double, system->n_parameters + 1);
  g_autofree double *xy = g_new(double, system->m + system->n + 1);
  g_autofree double *row = g_new(double, noslip_row_size(system));
  for (guint motion = 0; motion < MOTIONS_ALONE; motion++) {
    g_autoptr(NoslipRun) run = NULL;
    if (prepare(share, starter, motion, parameters, xy))
      run = noslip_run_new(share->dynamics, &share->options, parameters, 0, xy, NULL, NULL);
    while (run != NULL && noslip_run_next(run, row, &cli_cancelled, NULL))
      ;
  }
  return NULL;
}

static gpointer
run_side_by_side(gpointer data)
{
  const Share *share = data;
  NoslipSystem *system = share->problem->system;
  gsize n_parameters = system->n_parameters, size = system->m + system->n;
  g_autoptr(NoslipStarter) starter = noslip_starter_new(system);
  g_autoptr(NoslipEnsemble) ensemble = noslip_ensemble_new(share->dynamics, &share->options);
  g_autofree double *parameters = g_new0(double, NOSLIP_TAPE_LANES *n_parameters + 1);
  g_autofree double *xy = g_new0(double, NOSLIP_TAPE_LANES *size + 1);
  g_autofree double *rows = g_new0(double, NOSLIP_TAPE_LANES *(gsize) noslip_row_size(system));
  for (guint first = share->thread * NOSLIP_TAPE_LANES; first < MOTIONS && ensemble != NULL;
       first += share->threads * NOSLIP_TAPE_LANES) {
    guint n = MIN(NOSLIP_TAPE_LANES, MOTIONS - first);
    for (guint i = 0; i < n; i++)
      prepare(share, starter, first + i, parameters + i * n_parameters, xy + i * size);
    noslip_ensemble_start(ensemble, n, parameters, xy);
    while (noslip_ensemble_next(ensemble, &cli_cancelled))
      ;
    noslip_ensemble_rows(ensemble, rows);
  }
  return NULL;
}

/* Wall-clock seconds for all motions. */
static double
time_threads(const Share *share, guint threads)
{
  Share shares[2] = {*share, *share};
  GThread *started[2];
  gint64 since = g_get_monotonic_time();
  for (guint i = 0; i < threads; i++) {
    shares[i].threads = threads;
    shares[i].thread = i;
    started[i] = g_thread_new("benchmark", run_side_by_side, &shares[i]);
  }
  for (guint i = 0; i < threads; i++)
    g_thread_join(started[i]);
  return (double) (g_get_monotonic_time() - since) / G_USEC_PER_SEC;
}

int
cli_benchmark_sweep(const char *method, CliSweepTimes *times)
{
  CliProblem problem;
  int status = cli_problem_load(&problem, "snakeboard", NULL);
  g_autoptr(NoslipDynamics) dynamics = status == CLI_DONE ? cli_problem_dynamics(&problem, NULL, &status) : NULL;
  *times = (CliSweepTimes){.method = method, .motions = MOTIONS, .two_threads = (double) NAN};
  if (dynamics != NULL) {
    Share share = {&problem, dynamics, problem.options, 1, 0};
    share.options.method = noslip_method_find(method);
    double start = cli_benchmark_now();
    run_alone(&share);
    times->alone = (cli_benchmark_now() - start) / MOTIONS_ALONE;
    start = cli_benchmark_now();
    times->one_thread = time_threads(&share, 1);
    times->side_by_side = (cli_benchmark_now() - start) / MOTIONS;
    if (g_get_num_processors() > 1)
      times->two_threads = time_threads(&share, 2);
  }
  cli_problem_clear(&problem);
  return status;
}

/* A car with n trailers, each axle as a nonholonomic constraint. */
static char *
trailer_text(guint n)
{
  GString *text = g_string_new("noslip 1\nparameter m = 3\nparameter mt = 1\nparameter J = 0.5\nparameter Jt = 0.1\n"
                               "parameter Js = 0.05\nparameter L = 0.8\nparameter l = 0.8\ncoordinate x\ncoordinate y\n"
                               "coordinate phi\ncoordinate theta0\nlet x0 = x\nlet y0 = y\n");
  for (guint i = 1; i <= n; i++)
    g_string_append_printf(text, "coordinate theta%u\nlet x%u = x%u - l*cos(theta%u)\nlet y%u = y%u - l*sin(theta%u)\n",
                           i, i, i - 1, i, i, i - 1, i);
  g_string_append(text, "lagrangian m/2*(x'^2 + y'^2) + J/2*theta0'^2 + Js/2*phi'^2");
  for (guint i = 1; i <= n; i++)
    g_string_append_printf(text, " + mt/2*(d(x%u)^2 + d(y%u)^2) + Jt/2*theta%u'^2", i, i, i);
  g_string_append(text,
                  "\nconstraint front: -d(x + L*cos(theta0))*sin(theta0 + phi) + d(y + L*sin(theta0))*cos(theta0 + "
                  "phi) = 0\nconstraint rear: -x'*sin(theta0) + y'*cos(theta0) = 0\n");
  for (guint i = 1; i <= n; i++)
    g_string_append_printf(text, "constraint axle%u: -d(x%u)*sin(theta%u) + d(y%u)*cos(theta%u) = 0\n", i, i, i, i, i);
  g_string_append(text, "initial phi = 0.5\ninitial phi' = -0.08\ninitial x' = 1\nrun to 12 step 0.02\n");
  return g_string_free(text, FALSE);
}

static NoslipDynamics *
trailer_dynamics(const char *text, NoslipDiagnostics *diagnostics)
{
  g_autoptr(NoslipSystem) system = noslip_language_system(text, -1, "trailer.noslip", "trailer", diagnostics);
  NoslipDiagnostic *error = NULL;
  NoslipDynamics *dynamics =
      system != NULL ? noslip_dynamics_new(noslip_formulation_default(NOSLIP_DYNAMICS_NONHOLONOMIC), system, &error)
                     : NULL;
  if (error != NULL)
    noslip_diagnostics_add(diagnostics, error);
  return dynamics;
}

static double
time_rates(NoslipDynamics *dynamics, NoslipDiagnostics *diagnostics)
{
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  gconstpointer data = noslip_dynamics_data(dynamics);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n);
  g_autofree double *state = g_new0(double, formulation->size(data));
  g_autofree double *rates = g_new0(double, formulation->size(data));
  gpointer work = formulation->work_new(data);
  double seconds = (double) NAN;
  formulation->set_parameters(work, parameters);
  if (noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, NULL, diagnostics) &&
      formulation->enter(work, 0, xy, state) == NOSLIP_STEP_OK)
    seconds = cli_benchmark_rates(formulation, work, state, rates);
  formulation->work_free(work);
  return seconds;
}

/* The exponent p of seconds ~ trailers^p, least squares of the logarithms over the longer half. */
static double
exponent(const double seconds[CLI_TRAILERS])
{
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (guint i = CLI_TRAILERS / 2; i < CLI_TRAILERS; i++) {
    double a = log(i + 1.0), b = log(seconds[i]);
    n++;
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

int
cli_benchmark_trailers(CliTrailerTimes *times)
{
  for (guint i = 0; i < CLI_TRAILERS; i++) {
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_autofree char *text = trailer_text(i + 1);
    times->ready[i] = INFINITY;
    for (guint repeat = 0; repeat < REPEATS; repeat++) {
      double start = cli_benchmark_now();
      g_autoptr(NoslipDynamics) dynamics = trailer_dynamics(text, diagnostics);
      if (dynamics == NULL)
        return cli_worse(CLI_STOPPED, cli_report(diagnostics));
      times->ready[i] = fmin(times->ready[i], cli_benchmark_now() - start);
      if (repeat == 0)
        times->rates[i] = time_rates(dynamics, diagnostics);
    }
  }
  times->ready_exponent = exponent(times->ready);
  times->rates_exponent = exponent(times->rates);
  return CLI_DONE;
}
