/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/equilibria.h"

#include "core/base/linear.h"
#include "core/finder/branches.h"
#include "core/finder/family/families.h"
#include "core/finder/states.h"
#include "core/system/program.h"
#include "core/system/row.h"
#include "core/system/state.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define STARTS 60
#define MOST_EQUILIBRIA 40 /* limit, before families are merged */
#define SAME 1e-6          /* states closer than this, relative, are the same */
#define NO_SLOPE 1e-4      /* slopes below it, in units of the sizes, vanish at a state near by */
#define DEPENDENT 1e-12    /* likewise: rounding */
#define FASTER 2           /* factor of the velocities of a start that led to a state without a linearization */
#define MOST_FASTER 2      /* times that it is applied */

typedef NoslipBranchSearch Search;

static void
branch_free(gpointer data)
{
  NoslipEquilibriumBranch *branch = data;
  g_ptr_array_unref(branch->points);
  g_array_unref(branch->values);
  g_free(branch);
}

static void
event_clear(gpointer data)
{
  noslip_equilibrium_free(((NoslipEquilibriumEvent *) data)->at);
}

static gboolean
is_cancelled(const Search *search)
{
  return search->cancel != NULL && g_atomic_int_get(search->cancel);
}

/* Nearly the same state, except for coordinates on which nothing depends. */
static gboolean
is_known(const Search *search, const double *z)
{
  const NoslipSteady *steady = search->steady;
  for (guint e = 0; e < search->result->equilibria->len; e++) {
    const NoslipEquilibrium *known = search->result->equilibria->pdata[e];
    gboolean same = TRUE;
    for (guint i = 0; i < steady->size && same; i++) {
      double apart = z[i] - known->state[i];
      if (i < steady->m && steady->system->coordinates[i].angle)
        apart = remainder(apart, 2 * G_PI);
      same = (i < steady->m && steady->cyclic[i]) || fabs(apart) <= SAME * fmax(steady->sizes[i], fabs(z[i]));
    }
    if (same)
      return TRUE;
  }
  return FALSE;
}

/* At singular coordinates (a pole of spherical ones) the equations are meaningless. */
static gboolean
is_regular(const Search *search, const double *z)
{
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  return noslip_state_is_regular(search->steady->system, search->parameters, z, z + search->steady->m, ignored);
}

/* The number of functions that vanish on M whose slopes at z are independent: singular values, in units of the sizes, that are
 * above `least`. */
static guint
count_conditions(NoslipSteady *steady, const double *z, double least)
{
  NoslipVanishing *vanishing = steady->vanishing;
  guint rows = vanishing->n, size = steady->size, count = 0;
  g_autofree double *slopes = g_new0(double, (gsize) rows *size + 1);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(MAX(rows, 1), MAX(size, 1));
  noslip_vanishing_evaluate(vanishing, 0, z);
  for (guint i = 0; i < rows; i++)
    for (guint j = 0; j < size; j++)
      slopes[(gsize) i * size + j] = vanishing->outputs[2 * rows + (gsize) i * size + j] *
                                     steady->fine_units.states[j] / steady->fine_units.rows[size + i];
  if (rows == 0 || !noslip_svd_factor(svd, slopes))
    return 0;
  while (count < MIN(rows, size) && noslip_svd_value(svd, count) > least)
    count++;
  return count;
}

/* Where conditions of M lose their slopes, as a constraint quadratic in the velocities does at rest, M has no tangent space
 * and the motion no linearization. Newton's method, for which this is a double root, comes only near such a state. */
static gboolean
is_singular(const Search *search, const double *z)
{
  guint here = count_conditions(search->steady, z, NO_SLOPE);
  return here < count_conditions(search->steady, z, DEPENDENT) ||
         here < count_conditions(search->steady, search->xy, DEPENDENT);
}

/* Whether a gap of a bounce is negative: there is no equilibrium inside a wall. */
static gboolean
is_beyond_wall(const Search *search, const double *z)
{
  const NoslipSystem *system = search->steady->system;
  g_autofree double *row = g_new0(double, (gsize) noslip_row_size(system));
  memcpy(row + 1, z, sizeof(double) * search->steady->size);
  for (guint i = 0; i < system->n_bounces; i++) {
    double gap;
    g_autoptr(NoslipTape) tape = noslip_program_of_state(system, system->graph, 1, &system->bounces[i].gap);
    g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
    noslip_tape_set_constants(work, search->parameters);
    noslip_tape_evaluate(work, row, &gap);
    if (!(gap >= -SAME))
      return TRUE;
  }
  return FALSE;
}

/* Moves angles to -pi .. pi if the result is an equilibrium too, which it need not be if L is not periodic in them. */
static void
fold_angles(NoslipSteady *steady, double *z, double *rates)
{
  g_autofree double *folded = g_memdup2(z, sizeof(double) * steady->size);
  g_autofree double *there = g_memdup2(rates, sizeof(double) * (steady->n_symmetries + 1));
  double residual, apart = 0;
  gboolean beyond = FALSE;
  for (guint i = 0; i < steady->m; i++)
    if (steady->system->coordinates[i].angle && fabs(z[i]) > G_PI * (1 + SAME)) {
      folded[i] = remainder(z[i], 2 * G_PI);
      beyond = TRUE;
    }
  g_autofree double *start = g_memdup2(folded, sizeof(double) * steady->size);
  if (!beyond || !noslip_steady_solve(steady, folded, there, &residual))
    return;
  for (guint i = 0; i < steady->size; i++)
    apart = fmax(apart, fabs(folded[i] - start[i]) / (1 + fabs(start[i])));
  if (apart <= SAME)
    memcpy(z, folded, sizeof(double) * steady->size);
}

typedef gboolean (*Solve)(NoslipSteady *steady, double *z, double *rates, double *residual);

/* FALSE if the start led to a state that has no linearization. */
static gboolean
try_start_with(Search *search, NoslipFamilies *families, const double *start, Solve solve)
{
  NoslipSteady *steady = search->steady;
  g_autofree double *z = g_memdup2(start, sizeof(double) * steady->size);
  g_autofree double *rates = g_new0(double, (gsize) steady->n_symmetries + 1);
  double residual;
  noslip_steady_guess_rates(steady, z, rates);
  if (!solve(steady, z, rates, &residual))
    return TRUE;
  noslip_steady_stop(steady, z, rates, &residual);
  fold_angles(steady, z, rates);
  if (is_known(search, z) || is_beyond_wall(search, z) || !is_regular(search, z))
    return TRUE;
  if (is_singular(search, z) || !noslip_steady_is_smooth(steady, z, rates)) {
    search->result->n_singular++;
    return FALSE;
  }
  NoslipEquilibrium *equilibrium = noslip_steady_linearize(steady, z, rates, residual);
  if (equilibrium != NULL)
    noslip_families_add(families, equilibrium);
  return TRUE;
}

/* Without coordinates too, equations that are quadratic in the velocities lead to rest from everywhere. From slow starts
 * Newton's method may lead to the poles of the coordinates only, and from faster ones to motions round
 * them. */
static void
try_start(Search *search, NoslipFamilies *families, const double *start)
{
  if ((search->options->relative || search->steady->m == 0) && search->options->near == NULL)
    try_start_with(search, families, start, noslip_steady_solve_moving);
  gboolean good = try_start_with(search, families, start, noslip_steady_solve);
  if (!search->options->relative || search->options->near != NULL)
    return;
  g_autofree double *faster = g_memdup2(start, sizeof(double) * search->steady->size);
  for (guint count = 0; count < MOST_FASTER && !good && !is_cancelled(search); count++) {
    for (guint i = search->steady->m; i < search->steady->size; i++)
      faster[i] *= FASTER;
    good = try_start_with(search, families, faster, noslip_steady_solve);
  }
}

static guint
count_found(const Search *search)
{
  guint n = 0;
  for (guint i = 0; i < search->result->equilibria->len; i++)
    n += ((const NoslipEquilibrium *) search->result->equilibria->pdata[i])->members;
  return n;
}

/* The state s as a start. */
static double *
start_from(const NoslipSteady *steady, const NoslipStates *states, guint s)
{
  double *start = g_memdup2(noslip_states_row(states, s) + 1, sizeof(double) * steady->size);
  for (guint i = steady->m; i < steady->size; i++)
    start[i] *= steady->at_rest;
  return start;
}

static gboolean
search_starts(Search *search, NoslipFamilies *families, NoslipDynamics *dynamics, guint starts,
              NoslipDiagnostic **error)
{
  const NoslipSteady *steady = search->steady;
  if (search->options->near != NULL) {
    try_start(search, families, search->options->near);
    return TRUE;
  }
  g_autofree double *rest = g_memdup2(search->xy, sizeof(double) * MAX(steady->size, 1));
  memset(rest + steady->m, 0, sizeof(double) * steady->n);
  g_autoptr(NoslipStates) states =
      noslip_states_new(dynamics, search->parameters, search->xy, starts, search->options->seed, error);
  if (states == NULL)
    return FALSE;
  try_start(search, families, search->xy);
  try_start(search, families, rest);
  /* starts with a single velocity: motions along lines and turns in place */
  for (guint s = 0; s < 2 * steady->n && !is_cancelled(search); s++) {
    g_autofree double *one = start_from(steady, states, s % starts);
    for (guint alpha = 0; alpha < steady->n; alpha++)
      if (alpha != s / 2)
        one[steady->m + alpha] = 0;
    one[steady->m + s / 2] = (s % 2 == 0 ? 1 : -1) * fabs(one[steady->m + s / 2]);
    try_start(search, families, one);
  }
  for (guint s = 0; s < starts && !is_cancelled(search) && count_found(search) < MOST_EQUILIBRIA; s++) {
    g_autofree double *start = start_from(steady, states, s);
    try_start(search, families, start);
  }
  return TRUE;
}

/* Adds copies of the points of the branches at the index-th value to the families, so that what is found there is new
 * only if no path leads to one of them. The parameters are those of this value. */
static void
add_followed(Search *search, guint index, NoslipFamilies *families)
{
  g_autoptr(GPtrArray) points = g_ptr_array_new();
  noslip_branches_collect(search, index, points);
  for (guint i = 0; i < points->len; i++) {
    const NoslipEquilibrium *point = points->pdata[i];
    NoslipEquilibrium *copy = noslip_steady_linearize(search->steady, point->state, point->rates, point->residual);
    if (copy != NULL)
      noslip_families_add(families, copy);
  }
}

/* Searches for equilibria at the index-th value of the parameter, and follows those that lie on no branch yet: a branch
 * that a fold ends, or that leaves another one, need not pass the first value. */
static gboolean
search_value(Search *search, NoslipDynamics *dynamics, guint index, NoslipDiagnostic **error)
{
  g_autofree double *at = g_memdup2(search->parameters, sizeof(double) * MAX(search->n_parameters, 1));
  g_autoptr(GPtrArray) points = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_equilibrium_free);
  NoslipEquilibria there = {.equilibria = points};
  Search local = *search;
  at[search->options->along] = noslip_branches_value(search->options, index);
  local.parameters = at;
  local.result = &there;
  noslip_steady_set_parameters(search->steady, at);
  g_autoptr(NoslipFamilies) families = noslip_families_new(search->steady, points);
  add_followed(search, index, families);
  gboolean good = search_starts(&local, families, dynamics, STARTS / 4, error);
  if (good && !is_cancelled(search))
    noslip_families_unite(families);
  for (guint e = 0; good && e < points->len && !is_cancelled(search); e++)
    noslip_branches_follow(search, points->pdata[e], index);
  return good;
}

static gboolean
search_all(Search *search, NoslipDynamics *dynamics, NoslipDiagnostic **error)
{
  static const guint quarters[] = {4, 2, 1, 3}; /* of the range, where it is searched again */
  const NoslipEquilibriaOptions *options = search->options;
  g_autoptr(NoslipFamilies) families = noslip_families_new(search->steady, search->result->equilibria);
  if (!search_starts(search, families, dynamics, STARTS, error))
    return FALSE;
  if (!is_cancelled(search))
    search->result->n_undecided_joins = noslip_families_unite(families);
  for (guint e = 0; options->along >= 0 && e < search->result->equilibria->len && !is_cancelled(search); e++)
    noslip_branches_follow(search, search->result->equilibria->pdata[e], 0);
  for (guint i = 0; options->along >= 0 && options->near == NULL && i < G_N_ELEMENTS(quarters); i++) {
    guint index = (options->n_values - 1) * quarters[i] / 4;
    g_autoptr(NoslipDiagnostic) no_states = NULL;
    if (index > 0 && !is_cancelled(search))
      search_value(search, dynamics, index, &no_states); /* there may be no states at this value */
  }
  return TRUE;
}

static void
name_symmetries(const NoslipSteady *steady, NoslipEquilibria *result)
{
  result->symmetries = g_new0(char *, (gsize) steady->n_symmetries + 1);
  for (guint s = 0; s < steady->n_symmetries; s++) {
    const NoslipSymmetry *symmetry = &steady->symmetries[s];
    if (symmetry->rotation == G_MAXUINT)
      result->symmetries[s] = g_strdup_printf("turn of %s", steady->system->coordinates[symmetry->angle].name);
    else
      result->symmetries[s] =
          g_strdup_printf("turn of %s about the %s axis %u", steady->system->rotations[symmetry->rotation].name,
                          symmetry->space ? "space" : "body", symmetry->axis + 1);
  }
  result->cyclic = g_memdup2(steady->cyclic, sizeof(gboolean) * MAX(steady->m, 1));
}

static gboolean
is_possible(const NoslipSystem *system, NoslipDynamicsKind kind, const NoslipDynamics *dynamics,
            NoslipDiagnostic **error)
{
  const char *cause = kind == NOSLIP_DYNAMICS_VAKONOMIC ? _("equilibria are found for nonholonomic and free motions")
                      : noslip_system_is_driven(system) ? _("the system depends on t, so it has no steady motions")
                      : noslip_dynamics_formulation(dynamics)->jacobian == NULL
                          ? _("these dynamics have no Jacobian to linearize with")
                          : NULL;
  if (cause != NULL)
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, NULL, "%s", cause);
  else if (system->n_frictions > 0)
    *error =
        noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, &system->frictions[0].place,
                              _("leave the friction out, or run the motion until it rests"),
                              _("dry friction has whole regions of states of rest, where no linearization exists"));
  return *error == NULL;
}

NoslipEquilibria *
noslip_equilibria_find(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters, const double *xy,
                       const NoslipEquilibriaOptions *options, const int *cancel, NoslipDiagnostic **error)
{
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(noslip_formulation_for(system, kind), system, error);
  if (dynamics == NULL || !is_possible(system, kind, dynamics, error))
    return NULL;
  g_autofree double *at = g_memdup2(parameters, sizeof(double) * MAX(system->n_parameters, 1));
  if (options->along >= 0)
    at[options->along] = options->low;
  g_autoptr(NoslipEquilibria) result = g_new0(NoslipEquilibria, 1);
  result->equilibria = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_equilibrium_free);
  result->branches = g_ptr_array_new_with_free_func(branch_free);
  result->events = g_array_new(FALSE, FALSE, sizeof(NoslipEquilibriumEvent));
  g_array_set_clear_func(result->events, event_clear);
  NoslipSteady *steady = noslip_steady_new(dynamics, at, xy, options->relative, options->seed, error);
  if (steady == NULL)
    return NULL;
  Search search = {steady, options, at, xy, system->n_parameters, cancel, result};
  name_symmetries(steady, result);
  gboolean good = search_all(&search, dynamics, error);
  noslip_steady_free(steady);
  if (good && is_cancelled(&search)) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_CANCELLED, NULL, NULL, _("the search was interrupted"));
    good = FALSE;
  }
  return good ? g_steal_pointer(&result) : NULL;
}

void
noslip_equilibria_free(NoslipEquilibria *equilibria)
{
  if (equilibria == NULL)
    return;
  g_strfreev(equilibria->symmetries);
  g_free(equilibria->cyclic);
  g_ptr_array_unref(equilibria->equilibria);
  g_ptr_array_unref(equilibria->branches);
  g_array_unref(equilibria->events);
  g_free(equilibria);
}
