/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The motions of a section: one at a time, or several in lanes. */
#include "core/dynamics/start.h"
#include "core/expr/tape.h"
#include "core/finder/section.h"
#include "core/integrate/ensemble.h"
#include "core/system/mode.h"
#include "core/system/row.h"
#include "core/trajectory/event-lanes.h"

#include <math.h>
#include <string.h>

typedef struct {
  NoslipDynamics *dynamics;
  const NoslipRunOptions *options;
  const double *parameters;
  const NoslipSectionCut *cut;
  NoslipEvents *events;
  NoslipRun *between; /* computes rows within a step, from its start; NULL until it is needed */
  double spacing;     /* s: largest distance of rows within a step */
  double *before, *inner;
  guint motion;
  guint64 n;
  NoslipSectionFound found;
  gpointer data;
  const int *cancel;
} Following;

static gboolean
take_row(Following *following, const double *row, NoslipDiagnostic **error)
{
  if (!noslip_events_feed(following->events, row, following->cancel, error))
    return FALSE;
  for (guint i = 0; i < noslip_events_n(following->events) && following->n < following->cut->count; i++) {
    following->found(following->motion, noslip_events_get(following->events, i).row, following->data);
    following->n++;
  }
  return TRUE;
}

/* Rows within the step that ends at `row`, at equal times. */
static gboolean
take_rows_between(Following *following, const double *row, NoslipDiagnostic **error)
{
  const NoslipSystem *system = noslip_dynamics_system(following->dynamics);
  double from = following->before[0], h = row[0] - from;
  const double *xy = following->before + noslip_row_x(system), *mu = NULL;
  if (noslip_dynamics_formulation(following->dynamics)->kind == NOSLIP_DYNAMICS_VAKONOMIC)
    mu = following->before + noslip_row_lambda(system);
  guint n = (guint) fmin(ceil(h / following->spacing), G_MAXINT);
  if (following->between == NULL && n > 1)
    following->between =
        noslip_run_new(following->dynamics, following->options, following->parameters, from, xy, mu, error);
  for (guint i = 1; i < n && following->n < following->cut->count; i++) {
    if (following->between == NULL || !noslip_run_restart(following->between, from, xy, mu, from + h * i / n, error))
      return FALSE;
    noslip_run_expect(following->between, h * i / n);
    if (!noslip_run_next(following->between, following->inner, following->cancel, error) ||
        !take_row(following, following->inner, error))
      return FALSE;
  }
  return TRUE;
}

/* The row at the end of a step. */
static gboolean
take_step(Following *following, const double *row, NoslipDiagnostic **error)
{
  guint size = noslip_row_size(noslip_dynamics_system(following->dynamics));
  if (!noslip_events_resolve(following->events, row) && !take_rows_between(following, row, error))
    return FALSE;
  memcpy(following->before, row, size * sizeof(double));
  return take_row(following, row, error);
}

/* A row at the end of each step of the method. */
static void
follow_steps(Following *following, NoslipRun *run, double *row, NoslipDiagnostic **error)
{
  while (following->n < following->cut->count && noslip_run_step(run, row, following->cancel, error))
    if (!take_step(following, row, error))
      return;
}

/* Rows at equal times. */
static void
follow_samples(Following *following, NoslipRun *run, double *row, NoslipDiagnostic **error)
{
  while (following->n < following->cut->count && noslip_run_next(run, row, following->cancel, error))
    if (!take_row(following, row, error))
      return;
}

/* Whether rows are computed at the ends of steps instead of sample times. */
static gboolean
takes_steps(const NoslipSystem *system, const NoslipRunOptions *options)
{
  return options->step <= 0 && options->fixed_step <= 0 && noslip_method_is_adaptive(options->method) &&
         !noslip_system_has_modes(system);
}

/* Fills the options of the motion (`own`), and of the runs that compute rows within a step (`within`), whose ends are
 * set for each step. */
static void
fill_options(const NoslipSystem *system, const NoslipRunOptions *options, NoslipRunOptions *own,
             NoslipRunOptions *within)
{
  *own = *options;
  own->step = options->step > 0 ? options->step : system->run_step;
  *within = *own;
  within->to = own->step;
  if (takes_steps(system, options))
    own->step = own->to = options->to > 0 ? options->to : system->run_to;
}

/* FALSE with *error if the expression cannot be read. `within` is kept. */
static gboolean
begin(Following *following, NoslipDynamics *dynamics, const NoslipRunOptions *within, const double *parameters,
      const NoslipSectionCut *cut, guint motion, NoslipDiagnostic **error)
{
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  *following = (Following){.dynamics = dynamics,
                           .options = within,
                           .parameters = parameters,
                           .cut = cut,
                           .spacing = within->step,
                           .motion = motion};
  following->events = noslip_events_new(dynamics, within, parameters);
  following->before = g_new0(double, 2 * (gsize) noslip_row_size(system));
  following->inner = following->before + noslip_row_size(system);
  if (noslip_events_add(following->events, cut->event, cut->direction, ignored))
    return TRUE;
  *error = noslip_diagnostic_copy(ignored->list->pdata[0]);
  return FALSE;
}

static void
end(Following *following)
{
  noslip_run_free(following->between);
  noslip_events_free(following->events);
  g_free(following->before);
}

guint64
noslip_section_follow(NoslipDynamics *dynamics, const NoslipRunOptions *options, const double *parameters,
                      const double *xy, const double *mu, const NoslipSectionCut *cut, guint motion,
                      NoslipSectionFound found, gpointer data, const int *cancel, NoslipDiagnostic **error)
{
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  NoslipRunOptions own, within;
  Following following;
  fill_options(system, options, &own, &within);
  if (begin(&following, dynamics, &within, parameters, cut, motion, error)) {
    g_autofree double *row = g_new0(double, noslip_row_size(system));
    g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &own, parameters, 0, xy, mu, error);
    following.found = found;
    following.data = data;
    following.cancel = cancel;
    if (run != NULL)
      (takes_steps(system, options) ? follow_steps : follow_samples)(&following, run, row, error);
  }
  end(&following);
  return following.n;
}

/* Several motions */

/* For a motion that is computed again: passes on all crossings except the first `skip`, which were reported before. */
typedef struct {
  guint64 skip;
  NoslipSectionFound found;
  gpointer data;
} Rest;

static void
pass_on(guint motion, const double *row, gpointer data)
{
  Rest *rest = data;
  if (rest->skip > 0)
    rest->skip--;
  else
    rest->found(motion, row, rest->data);
}

static void
follow_alone(const NoslipSectionMotions *motions, guint i, NoslipSectionFound found, gpointer data, const int *cancel)
{
  const NoslipSystem *system = noslip_dynamics_system(motions->dynamics);
  Rest rest = {motions->counts[i], found, data};
  motions->counts[i] =
      noslip_section_follow(motions->dynamics, motions->options, motions->parameters + (gsize) i * system->n_parameters,
                            motions->xy + (gsize) i * (system->m + system->n),
                            motions->mu != NULL ? motions->mu + (gsize) i * system->k : NULL, motions->cut,
                            motions->first + i, pass_on, &rest, cancel, &motions->errors[i]);
}

/* Motions in lanes. */
typedef struct {
  const NoslipSectionMotions *motions;
  Following *followings; /* of each motion */
  NoslipEnsemble *ensemble;
  NoslipEventLanes *quiet;         /* finds steps without events; or NULL */
  guint motion[NOSLIP_TAPE_LANES]; /* of each lane of `quiet` */
  guint32 skipped;                 /* lanes whose last rows had no events: their NoslipEvents have an earlier one */
  gsize size;                      /* of a row */
  double *row;
} Together;

/* The ensemble may have exchanged lanes since the last step. */
static void
follow_order(Together *together)
{
  const guint *motion = noslip_ensemble_motions(together->ensemble);
  if (together->quiet == NULL || memcmp(together->motion, motion, sizeof together->motion) == 0)
    return;
  for (guint lane = 0; lane < NOSLIP_TAPE_LANES; lane++) {
    guint other = lane;
    while (together->motion[other] != motion[lane])
      other++;
    if (other == lane)
      continue;
    noslip_event_lanes_swap(together->quiet, lane, other);
    together->skipped = noslip_lanes_swap_bits(together->skipped, lane, other);
    together->motion[other] = together->motion[lane];
    together->motion[lane] = motion[lane];
  }
}

/* One row out of [quantity][lane]. */
static const double *
row_of(const Together *together, const double *rows, guint lane)
{
  for (gsize i = 0; i < together->size; i++)
    together->row[i] = rows[i * NOSLIP_TAPE_LANES + lane];
  return together->row;
}

/* Takes one row of each motion that made a step. Motions that have all their crossings, or an error, are dropped from
 * the ensemble. */
static void
take_rows(Together *together, guint32 stepped, const double *rows, const double *before)
{
  const NoslipSectionMotions *motions = together->motions;
  follow_order(together);
  guint32 quiet = together->quiet != NULL ? noslip_event_lanes_pass(together->quiet, rows, before, stepped) : 0;
  NOSLIP_FOR_BITS(lane, stepped & ~quiet)
  {
    guint motion = noslip_ensemble_motions(together->ensemble)[lane];
    Following *following = &together->followings[motion];
    if (together->skipped >> lane & 1) {
      memcpy(following->before, row_of(together, before, lane), together->size * sizeof(double));
      noslip_events_skip(following->events, following->before);
    }
    if (!take_step(following, row_of(together, rows, lane), &motions->errors[motion]) ||
        following->n >= motions->cut->count)
      noslip_ensemble_drop(together->ensemble, motion);
    else if (together->quiet != NULL)
      noslip_event_lanes_follow(together->quiet, lane, following->events);
  }
  together->skipped = (together->skipped & ~stepped) | quiet;
}

/* Computes the motions in lanes, then each motion that the ensemble dropped early again by itself. */
static void
follow_lanes(const NoslipSectionMotions *motions, NoslipEnsemble *ensemble, const NoslipRunOptions *within,
             NoslipSectionFound found, gpointer data, const int *cancel)
{
  const NoslipSystem *system = noslip_dynamics_system(motions->dynamics);
  g_autofree Following *followings = g_new0(Following, motions->n);
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  const double *rows, *before;
  Together together = {motions, followings, ensemble, .size = noslip_row_size(system), .row = row};
  noslip_ensemble_start(ensemble, motions->n, motions->parameters, motions->xy);
  for (guint i = 0; i < motions->n; i++) {
    if (!begin(&followings[i], motions->dynamics, within, motions->parameters + (gsize) i * system->n_parameters,
               motions->cut, motions->first + i, &motions->errors[i]))
      noslip_ensemble_drop(ensemble, i);
    followings[i].found = found;
    followings[i].data = data;
    followings[i].cancel = cancel;
  }
  together.quiet = noslip_event_lanes_new(followings[0].events, motions->n, motions->parameters);
  memcpy(together.motion, noslip_ensemble_motions(ensemble), sizeof together.motion);
  for (guint32 stepped; (stepped = noslip_ensemble_step_lanes(ensemble, &rows, &before, cancel)) != 0;)
    take_rows(&together, stepped, rows, before);
  noslip_event_lanes_free(together.quiet);
  for (guint i = 0; i < motions->n; i++) {
    motions->counts[i] = followings[i].n;
    gboolean whole = noslip_ensemble_holds(ensemble, i) || followings[i].n >= motions->cut->count;
    end(&followings[i]);
    if (!whole && motions->errors[i] == NULL && !(cancel != NULL && g_atomic_int_get(cancel)))
      follow_alone(motions, i, found, data, cancel);
  }
}

void
noslip_section_follow_many(const NoslipSectionMotions *motions, NoslipSectionFound found, gpointer data,
                           const int *cancel)
{
  const NoslipSystem *system = noslip_dynamics_system(motions->dynamics);
  NoslipRunOptions own, within;
  fill_options(system, motions->options, &own, &within);
  g_autoptr(NoslipEnsemble) ensemble = NULL;
  if (motions->n >= NOSLIP_SECTION_TOGETHER && motions->n <= NOSLIP_TAPE_LANES && motions->mu == NULL &&
      takes_steps(system, motions->options))
    ensemble = noslip_ensemble_new(motions->dynamics, &own);
  for (guint i = 0; i < motions->n; i++) {
    motions->counts[i] = 0;
    motions->errors[i] = NULL;
  }
  if (ensemble != NULL)
    follow_lanes(motions, ensemble, &within, found, data, cancel);
  else
    for (guint i = 0; i < motions->n && !(cancel != NULL && g_atomic_int_get(cancel)); i++)
      follow_alone(motions, i, found, data, cancel);
}
