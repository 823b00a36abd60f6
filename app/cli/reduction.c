/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A reduction tried along a motion: the theorem says that Phi maps motions to motions, so the mapped motion must be
 * the one that the other system computes by itself from the mapped start. */
#include "app/cli/reduction.h"

#include "app/catalogue/catalogue.h"
#include "core/trajectory/observer.h"

#include <math.h>
#include <string.h>

typedef struct {
  const CliProblem *problem;
  const NoslipReduction *reduction;
  NoslipSystem *other;
  double *other_parameters;
  NoslipObserver *observer; /* Phi (m' + n' outputs), d of its base part (m'), L */
  NoslipObserver *target;   /* of the other system: L', then velocity' (m'), then phi' (k') */
} Pair;

static void
pair_clear(Pair *pair)
{
  g_clear_pointer(&pair->observer, noslip_observer_unref);
  g_clear_pointer(&pair->target, noslip_observer_unref);
  g_clear_pointer(&pair->other, noslip_system_unref);
  g_free(pair->other_parameters);
}

/* The other system stands beside this one, or in the catalogue. */
static NoslipSystem *
load_other(const NoslipSystem *system, const char *name)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree char *folder = g_path_get_dirname(system->file);
  g_autofree char *base = g_strconcat(name, ".noslip", NULL);
  g_autofree char *beside = g_build_filename(folder, base, NULL);
  gboolean there = g_file_test(beside, G_FILE_TEST_IS_REGULAR);
  NoslipSystem *other = noslip_catalogue_load(there ? beside : name, diagnostics);
  cli_report(diagnostics);
  return other;
}

static int
find_entry(const NoslipReduction *reduction, const char *name)
{
  for (guint i = 0; i < reduction->n; i++)
    if (strcmp(reduction->names[i], name) == 0)
      return (int) i;
  return -1;
}

static gboolean
add_expr(NoslipObserver *observer, NoslipExpr expr)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  if (noslip_observer_add(observer, expr, &error) >= 0)
    return TRUE;
  cli_report_one(error);
  return FALSE;
}

static gboolean
add_entry(Pair *pair, const char *name)
{
  int entry = find_entry(pair->reduction, name);
  if (entry >= 0)
    return add_expr(pair->observer, pair->reduction->exprs[entry]);
  cli_message("error: the reduction to %s does not say what %s is", pair->other->id, name);
  return FALSE;
}

/* d of an entry of the reduction, as text: the formal operator gets its meaning in the observer. */
static gboolean
add_rate(Pair *pair, const char *name)
{
  const NoslipSystem *system = pair->problem->system;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree char *expr = noslip_expr_text(system->graph, pair->reduction->exprs[find_entry(pair->reduction, name)]);
  g_autofree char *rate = g_strdup_printf("d(%s)", expr);
  if (noslip_observer_add_text(pair->observer, rate, diagnostics) >= 0)
    return TRUE;
  cli_report(diagnostics);
  return FALSE;
}

static gboolean
add_outputs(Pair *pair)
{
  NoslipSystem *other = pair->other;
  pair->observer = noslip_observer_new(pair->problem->system, pair->problem->kind);
  pair->target = noslip_observer_new(other, pair->problem->kind);
  gboolean good = TRUE;
  for (guint i = 0; i < other->m && good; i++)
    good = add_entry(pair, other->coordinates[i].name);
  for (guint i = 0; i < other->n && good; i++)
    good = add_entry(pair, other->fibres[i].name);
  for (guint i = 0; i < other->m && good; i++)
    good = add_rate(pair, other->coordinates[i].name);
  good = good && add_expr(pair->observer, pair->problem->system->lagrangian) &&
         add_expr(pair->target, other->lagrangian);
  for (guint i = 0; i < other->m && good; i++)
    good = add_expr(pair->target, other->coordinates[i].velocity);
  for (guint i = 0; i < other->k && good; i++)
    good = add_expr(pair->target, other->constraints[i].phi);
  noslip_observer_seal(pair->observer);
  noslip_observer_seal(pair->target);
  return good;
}

/* Parameters of the other system that are called the same have the same values. */
static void
carry_parameters(Pair *pair)
{
  const NoslipSystem *system = pair->problem->system;
  pair->other_parameters = noslip_system_default_parameters(pair->other);
  for (guint i = 0; i < pair->other->n_parameters; i++) {
    int same = noslip_system_parameter(system, pair->other->parameters[i].name);
    if (same >= 0)
      pair->other_parameters[i] = pair->problem->parameters[same];
  }
}

static NoslipRun *
start_run(const CliProblem *problem, NoslipSystem *system, const double *parameters, const double *xy)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  const NoslipFormulation *formulation = noslip_formulation_for(system, problem->kind);
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, system, &error);
  NoslipRun *run = dynamics != NULL ? noslip_run_new(dynamics, &problem->options, parameters, 0, xy, NULL, &error) : NULL;
  if (run == NULL)
    cli_report_one(error);
  return run;
}

/* Largest differences and sizes over the rows so far. */
typedef struct {
  double lagrangian, lagrangian_size, constraint, admissible, rate_size, motion, velocity_size, state_size;
} Tally;

static void
take(double *most, double value)
{
  *most = isnan(value) ? INFINITY : MAX(*most, fabs(value));
}

/* image: outputs of the observer; there: outputs of the target at the image; row: the other system's own motion. */
static void
compare_row(const Pair *pair, const double *image, const double *there, const double *row, Tally *tally)
{
  guint m = pair->other->m, n = pair->other->n;
  take(&tally->lagrangian, image[2 * m + n] - there[0]);
  take(&tally->lagrangian_size, image[2 * m + n]);
  for (guint i = 0; i < m; i++) {
    take(&tally->admissible, image[m + n + i] - there[1 + i]);
    take(&tally->rate_size, there[1 + i]);
  }
  for (guint i = 0; i < pair->other->k; i++)
    take(&tally->constraint, there[1 + m + i]);
  for (guint i = 0; i < m + n; i++) {
    take(&tally->motion, image[i] - row[noslip_row_x(pair->other) + i]);
    take(&tally->state_size, image[i]);
    if (i >= m)
      take(&tally->velocity_size, image[i]);
  }
}

static double
relative(double value, double size)
{
  return size > 0 ? value / size : value;
}

static gboolean
follow_both(const Pair *pair, CliReduction *result)
{
  const CliProblem *problem = pair->problem;
  NoslipSystem *other = pair->other;
  guint m = other->m, n = other->n;
  g_autofree double *row = g_new0(double, noslip_row_size(problem->system));
  g_autofree double *other_row = g_new0(double, noslip_row_size(other));
  g_autofree double *image_row = g_new0(double, noslip_row_size(other));
  g_autofree double *image = g_new0(double, noslip_observer_n(pair->observer));
  g_autofree double *there = g_new0(double, noslip_observer_n(pair->target));
  g_autoptr(NoslipObserverWork) work = noslip_observer_work_new(pair->observer);
  g_autoptr(NoslipObserverWork) target_work = noslip_observer_work_new(pair->target);
  noslip_observer_set_parameters(work, problem->parameters);
  noslip_observer_set_parameters(target_work, pair->other_parameters);
  g_autoptr(NoslipRun) run = start_run(problem, problem->system, problem->parameters, problem->xy);
  g_autoptr(NoslipRun) other_run = NULL;
  g_autoptr(NoslipDiagnostic) error = NULL;
  Tally tally = { 0 };
  guint rows = 0;
  while (run != NULL && noslip_run_next(run, row, &cli_cancelled, &error)) {
    noslip_observer_evaluate(work, row, image);
    if (rows++ == 0 && (other_run = start_run(problem, other, pair->other_parameters, image)) == NULL)
      return FALSE;
    if (!noslip_run_next(other_run, other_row, &cli_cancelled, &error))
      break;
    image_row[0] = row[0];
    memcpy(image_row + noslip_row_x(other), image, (m + n) * sizeof(double));
    noslip_observer_evaluate(target_work, image_row, there);
    compare_row(pair, image, there, other_row, &tally);
  }
  if (error != NULL)
    cli_report_one(error);
  result->lagrangian = relative(tally.lagrangian, tally.lagrangian_size);
  result->constraints = relative(tally.constraint, tally.velocity_size);
  result->admissible = relative(tally.admissible, tally.rate_size);
  result->motion = relative(tally.motion, tally.state_size);
  return error == NULL && rows > 0;
}

gboolean
cli_reduction_measure(const CliProblem *problem, guint reduction, CliReduction *result)
{
  Pair pair = { .problem = problem, .reduction = &problem->system->reductions[reduction] };
  *result = (CliReduction){ NAN, NAN, NAN, NAN };
  pair.other = load_other(problem->system, pair.reduction->system);
  gboolean good = pair.other != NULL && add_outputs(&pair);
  if (good) {
    carry_parameters(&pair);
    good = follow_both(&pair, result);
  }
  pair_clear(&pair);
  return good;
}
