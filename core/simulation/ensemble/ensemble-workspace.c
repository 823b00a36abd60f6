/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/ensemble/ensemble-workspace.h"

#include "core/integrate/ensemble.h"
#include "core/simulation/ensemble/ensemble-seeds.h"

#include <math.h>
#include <string.h>

#define LANES NOSLIP_ENSEMBLE_LANES
#define MOST_FRAMES 64                        /* of a message */
#define LONGEST 6000                          /* microseconds of a stretch */
#define MOST_BYTES ((gsize) 72 * 1024 * 1024) /* of all frames */

/* LANES motions, or those that are left over. */
typedef struct {
  guint index, n;
  gboolean begun, finished;
  double *xy;               /* n x (m + n): where they begin */
  NoslipEnsemble *ensemble; /* NULL: one by one */
  double *mu;               /* LANES x k */
  NoslipRun *runs[LANES];   /* of those that the lanes do not follow */
  gboolean lost[LANES];
  guint samples, frames; /* done */
  double computed;
} Block;

struct _NoslipEnsembleWorkspace {
  NoslipTicket *ticket;
  NoslipDynamics *dynamics;
  NoslipEnsembleLayout *layout;
  NoslipEnsembleSeeds *seeds; /* NULL where the motions go on from where they are */
  NoslipObserver *observer;
  NoslipObserverWork *observing;
  int *outputs; /* n_columns: of the observer, or -1 where the row has the number itself */
  Block *blocks;
  guint n_samples;
  double step;                          /* s */
  double *rows, *observed, *parameters; /* of a block */
  guint n_lost;
  NoslipDiagnostic *why;
};

/* What is kept */

/* Where one point stands for the whole motion: where its first trail is, else the first thing drawn that moves, else
 * its first coordinates. */
static void
find_point(const NoslipSystem *system, NoslipExpr at[3])
{
  g_autofree NoslipExpr *coordinates = g_new(NoslipExpr, system->m + 1);
  const NoslipDraw *found = NULL;
  for (guint i = 0; i < system->m; i++)
    coordinates[i] = system->coordinates[i].symbol;
  for (guint d = 0; d < system->n_draws; d++) {
    const NoslipDraw *draw = &system->draws[d];
    gboolean moves = FALSE, trail = draw->kind == NOSLIP_DRAW_TRAIL;
    for (guint i = 0; i < 3 && draw->kind != NOSLIP_DRAW_GROUND; i++)
      moves = moves || noslip_expr_depends(system->graph, draw->at[i], system->m, coordinates);
    if ((trail || moves) && (!found || (trail && found->kind != NOSLIP_DRAW_TRAIL)))
      found = draw;
  }
  guint n = 0;
  for (guint i = 0; i < 3; i++)
    at[i] = found ? found->at[i] : NOSLIP_ZERO;
  for (guint i = 0; i < system->m && n < 3 && !found; i++)
    at[n++] = system->coordinates[i].symbol;
  for (guint a = 0; a < system->n && n < 3 && system->m < 2 && !found; a++)
    at[n++] = system->fibres[a].symbol;
}

static NoslipExpr
expr_of(const NoslipSystem *system, const NoslipQuantity *quantity, gboolean *kept)
{
  const NoslipExpr energies[] = {system->energy, system->kinetic, system->potential};
  *kept = TRUE;
  switch (quantity->kind) {
  case NOSLIP_QUANTITY_ENERGY:
    return energies[quantity->index];
  case NOSLIP_QUANTITY_OBSERVABLE:
    return system->observables[quantity->index].expr;
  case NOSLIP_QUANTITY_PLOT: {
    const NoslipPlot *plot = &system->plots[quantity->index];
    return g_str_equal(plot->name, quantity->name) ? plot->expr : plot->against_expr;
  }
  default:
    *kept = FALSE;
    return NOSLIP_ZERO;
  }
}

static void
keep(NoslipEnsembleWorkspace *work, NoslipExpr expr)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  int output = noslip_observer_add(work->observer, expr, &error);
  if (output < 0)
    output = noslip_observer_add_undefined(work->observer);
  work->outputs = g_renew(int, work->outputs, work->layout->n_columns + 1);
  work->outputs[work->layout->n_columns++] = output;
}

static void
lay_out(NoslipEnsembleWorkspace *work, const NoslipQuantities *quantities)
{
  const NoslipSystem *system = work->ticket->system;
  NoslipEnsembleLayout *layout = work->layout = g_new0(NoslipEnsembleLayout, 1);
  atomic_init(&layout->references, 1);
  layout->n_motions = CLAMP(work->ticket->ensemble.n, 1, NOSLIP_ENSEMBLE_MOST);
  layout->n_blocks = (layout->n_motions + LANES - 1) / LANES;
  layout->n_quantities = quantities->n;
  layout->columns = g_new(int, quantities->n + 1);
  work->observer = noslip_observer_new(work->ticket->system, work->ticket->formulation->kind);
  layout->n_columns = system->m + system->n;
  work->outputs = g_new(int, layout->n_columns + 1);
  for (guint c = 0; c < layout->n_columns; c++)
    work->outputs[c] = -1;
  for (guint a = 0; a < system->k && work->ticket->formulation->kind == NOSLIP_DYNAMICS_VAKONOMIC; a++) {
    layout->mu = system->m + system->n;
    keep(work, system->constraints[a].mu);
  }
  for (guint q = 0; q < quantities->n; q++) {
    const NoslipQuantity *quantity = &quantities->list[q];
    gboolean kept = FALSE;
    NoslipExpr expr = expr_of(system, quantity, &kept);
    layout->columns[q] = quantity->row > 0 ? quantity->row - (int) noslip_row_x(system)
                         : kept            ? (int) layout->n_columns
                                           : -1;
    if (kept)
      keep(work, expr);
  }
  NoslipExpr at[3];
  find_point(system, at);
  layout->point = layout->n_columns;
  for (guint i = 0; i < 3; i++)
    keep(work, at[i]);
  noslip_observer_seal(work->observer);
  work->observing = noslip_observer_work_new(work->observer);
  noslip_observer_set_parameters(work->observing, work->ticket->parameters);
  work->observed = g_new(double, (gsize) LANES *(noslip_observer_n(work->observer) + 1));
}

/* Samples are left out where all of them would not fit; where even that is too much, the ensemble ends early. */
static void
plan_frames(NoslipEnsembleWorkspace *work)
{
  NoslipEnsembleLayout *layout = work->layout;
  gsize frame = (gsize) layout->n_blocks * LANES * layout->n_columns * sizeof(float);
  guint most = (guint) (MOST_BYTES / frame);
  layout->every = CLAMP((work->n_samples + most - 1) / most, 1, 10);
  layout->n_frames = MIN(most, (work->n_samples + layout->every - 1) / layout->every);
}

/* Beginning */

static double
start_of(const NoslipTicket *ticket)
{
  return ticket->has_state ? ticket->t0 : 0;
}

static void
send_start(NoslipEnsembleWorkspace *work, NoslipChannel *channel)
{
  NoslipMessage *message = noslip_message_new(NOSLIP_MESSAGE_ENSEMBLE, work->ticket->run, work->ticket->generation);
  message->ensemble.layout = work->layout ? noslip_ensemble_layout_ref(work->layout) : NULL;
  message->ensemble.error = work->why ? noslip_diagnostic_copy(work->why) : NULL;
  message->ensemble.finished = work->layout == NULL;
  noslip_channel_send(channel, message);
}

static void
prepare(NoslipEnsembleWorkspace *work, const NoslipQuantities *quantities, NoslipChannel *channel)
{
  NoslipTicket *ticket = work->ticket;
  const NoslipSystem *system = ticket->system;
  if (!ticket->has_state && !(work->seeds = noslip_ensemble_seeds_new(ticket, &work->why)))
    return;
  lay_out(work, quantities);
  work->step = ticket->options.step;
  work->n_samples = (guint) floor((ticket->end - start_of(ticket)) / work->step + 1e-6) + 1;
  plan_frames(work);
  work->blocks = g_new0(Block, work->layout->n_blocks);
  work->rows = g_new(double, (gsize) LANES *noslip_row_size(system));
  work->parameters = g_new(double, (gsize) LANES *(system->n_parameters + 1));
  for (guint lane = 0; lane < LANES; lane++)
    memcpy(work->parameters + (gsize) lane * system->n_parameters, ticket->parameters,
           system->n_parameters * sizeof(double));
  for (guint b = 0; b < work->layout->n_blocks; b++) {
    Block *block = &work->blocks[b];
    block->index = b;
    block->n = MIN(LANES, work->layout->n_motions - b * LANES);
    block->computed = -INFINITY;
    block->xy = g_new0(double, (gsize) LANES *(system->m + system->n) + 1);
    block->mu = g_new0(double, (gsize) LANES * system->k + 1);
  }
}

NoslipEnsembleWorkspace *
noslip_ensemble_workspace_start(NoslipTicket *ticket, NoslipDynamics *dynamics, const NoslipQuantities *quantities,
                                NoslipDiagnostic *error, NoslipChannel *channel)
{
  NoslipEnsembleWorkspace *work = g_new0(NoslipEnsembleWorkspace, 1);
  work->ticket = noslip_ticket_ref(ticket);
  work->why = error;
  if (dynamics) {
    work->dynamics = noslip_dynamics_ref(dynamics);
    prepare(work, quantities, channel);
  }
  send_start(work, channel);
  return work;
}

static void
clear_block(Block *block)
{
  noslip_ensemble_free(block->ensemble);
  block->ensemble = NULL;
  for (guint lane = 0; lane < LANES; lane++)
    g_clear_pointer(&block->runs[lane], noslip_run_free);
}

void
noslip_ensemble_workspace_free(NoslipEnsembleWorkspace *work, NoslipChannel *channel)
{
  if (!work)
    return;
  for (guint b = 0; work->blocks && b < work->layout->n_blocks; b++) {
    clear_block(&work->blocks[b]);
    g_free(work->blocks[b].xy);
    g_free(work->blocks[b].mu);
  }
  g_free(work->blocks);
  noslip_channel_release(channel, work->layout, (GDestroyNotify) noslip_ensemble_layout_unref);
  noslip_ensemble_seeds_free(work->seeds);
  g_clear_pointer(&work->observing, noslip_observer_work_free);
  g_clear_pointer(&work->observer, noslip_observer_unref);
  g_clear_pointer(&work->dynamics, noslip_dynamics_unref);
  noslip_channel_release(channel, work->ticket, (GDestroyNotify) noslip_ticket_unref);
  g_clear_pointer(&work->why, noslip_diagnostic_free);
  g_free(work->outputs);
  g_free(work->rows);
  g_free(work->observed);
  g_free(work->parameters);
  g_free(work);
}

const NoslipTicket *
noslip_ensemble_workspace_ticket(const NoslipEnsembleWorkspace *work)
{
  return work->ticket;
}

/* Integrating */

static void
lose(NoslipEnsembleWorkspace *work, Block *block, guint lane, NoslipDiagnostic *error)
{
  block->lost[lane] = TRUE;
  work->n_lost++;
  if (work->why)
    noslip_diagnostic_free(error);
  else
    work->why = error;
}

/* A motion that left the lanes is integrated alone, first up to the time of the others. */
static void
go_alone(NoslipEnsembleWorkspace *work, Block *block, guint lane)
{
  const NoslipTicket *ticket = work->ticket;
  const NoslipSystem *system = ticket->system;
  NoslipDiagnostic *error = NULL;
  NoslipRunOptions options = ticket->options;
  double *row = work->rows + (gsize) lane * noslip_row_size(system);
  options.to = ticket->end;
  gboolean vakonomic = ticket->formulation->kind == NOSLIP_DYNAMICS_VAKONOMIC;
  const double *mu = vakonomic ? block->mu + (gsize) lane * system->k : NULL;
  block->runs[lane] = noslip_run_new(work->dynamics, &options, ticket->parameters, start_of(ticket),
                                     block->xy + (gsize) lane * (system->m + system->n), mu, &error);
  gboolean more = block->runs[lane] != NULL;
  for (guint sample = 0; sample < block->samples && more; sample++)
    more = noslip_run_next(block->runs[lane], row, &ticket->cancel, &error);
  if (more)
    return;
  g_clear_pointer(&block->runs[lane], noslip_run_free);
  lose(work, block, lane, error);
}

static void
begin(NoslipEnsembleWorkspace *work, Block *block, float *shades)
{
  const NoslipTicket *ticket = work->ticket;
  guint size = ticket->system->m + ticket->system->n, k = ticket->system->k;
  NoslipRunOptions options = ticket->options;
  options.to = ticket->end;
  block->begun = TRUE;
  for (guint lane = 0; lane < block->n; lane++) {
    double *xy = block->xy + (gsize) lane * size, *mu = block->mu + (gsize) lane * k;
    NoslipDiagnostic *error = NULL;
    if (!work->seeds) {
      const double *member = ticket->members + ((gsize) block->index * LANES + lane) * (size + k);
      memcpy(xy, member, size * sizeof(double));
      memcpy(mu, member + size, k * sizeof(double));
      block->lost[lane] = isnan(xy[0]);
    } else if (!noslip_ensemble_seeds_next(work->seeds, xy, mu, &shades[lane], &error)) {
      lose(work, block, lane, error);
      if (lane > 0) /* a lane needs some numbers; they are not looked at */
        memcpy(xy, block->xy, size * sizeof(double));
    }
  }
  block->ensemble = noslip_ensemble_new_at(work->dynamics, &options, start_of(ticket));
  if (block->ensemble)
    noslip_ensemble_start(block->ensemble, block->n, work->parameters, block->xy);
  else
    for (guint lane = 0; lane < block->n; lane++)
      if (!block->lost[lane])
        go_alone(work, block, lane);
}

/* All motions of the block to their next sample. FALSE where none is left, at the end, or where it was cancelled. */
static gboolean
next_sample(NoslipEnsembleWorkspace *work, Block *block, double *time)
{
  const NoslipTicket *ticket = work->ticket;
  guint row_size = noslip_row_size(ticket->system);
  gboolean any = FALSE;
  if (block->ensemble && noslip_ensemble_next(block->ensemble, &ticket->cancel)) {
    noslip_ensemble_rows(block->ensemble, work->rows);
    any = TRUE;
  } else if (block->ensemble) {
    g_clear_pointer(&block->ensemble, noslip_ensemble_free);
    for (guint lane = 0; lane < block->n; lane++)
      if (!block->lost[lane] && !block->runs[lane] && !__atomic_load_n(&ticket->cancel, __ATOMIC_ACQUIRE))
        go_alone(work, block, lane);
  }
  for (guint lane = 0; lane < block->n; lane++) {
    double *row = work->rows + (gsize) lane * row_size;
    NoslipDiagnostic *error = NULL;
    if (block->ensemble && !block->lost[lane] && !block->runs[lane] && !noslip_ensemble_holds(block->ensemble, lane))
      go_alone(work, block, lane);
    if (block->runs[lane] && !noslip_run_next(block->runs[lane], row, &ticket->cancel, &error)) {
      g_clear_pointer(&block->runs[lane], noslip_run_free);
      if (error)
        lose(work, block, lane, error);
      else
        block->lost[lane] = TRUE; /* at its end */
    }
    any = any || block->runs[lane];
  }
  *time = fmin(start_of(ticket) + block->samples * work->step, ticket->end);
  block->samples += any;
  return any;
}

/* One frame from work->rows. */
static void
keep_frame(NoslipEnsembleWorkspace *work, const Block *block, NoslipEnsembleFrames *frames)
{
  const NoslipSystem *system = work->ticket->system;
  guint row_size = noslip_row_size(system), stride = noslip_observer_n(work->observer);
  guint n_columns = work->layout->n_columns;
  float *values = frames->values + (gsize) frames->n_frames * n_columns * LANES;
  noslip_observer_evaluate_rows(work->observing, block->n, work->rows, row_size, work->observed, stride);
  for (guint c = 0; c < n_columns; c++)
    for (guint lane = 0; lane < LANES; lane++) {
      double value = lane >= block->n || block->lost[lane] ? (double) NAN
                     : work->outputs[c] >= 0 ? work->observed[(gsize) lane * stride + (guint) work->outputs[c]]
                                             : work->rows[(gsize) lane * row_size + noslip_row_x(system) + c];
      values[(gsize) c * LANES + lane] = (float) value;
      frames->low[c] = fminf(frames->low[c], (float) value);
      frames->high[c] = fmaxf(frames->high[c], (float) value);
    }
}

static NoslipEnsembleFrames *
frames_new(const NoslipEnsembleWorkspace *work, const Block *block)
{
  guint n_columns = work->layout->n_columns;
  NoslipEnsembleFrames *frames = g_new0(NoslipEnsembleFrames, 1);
  frames->block = block->index;
  frames->first = block->frames;
  frames->times = g_new(double, MOST_FRAMES);
  frames->values = g_new(float, (gsize) MOST_FRAMES *n_columns *LANES);
  frames->low = g_new(float, n_columns + 1);
  frames->high = g_new(float, n_columns + 1);
  for (guint c = 0; c < n_columns; c++) {
    frames->low[c] = INFINITY;
    frames->high[c] = -INFINITY;
  }
  return frames;
}

static Block *
furthest_behind(const NoslipEnsembleWorkspace *work)
{
  Block *best = NULL;
  for (guint b = 0; work->blocks && b < work->layout->n_blocks; b++)
    if (!work->blocks[b].finished && (!best || work->blocks[b].frames < best->frames))
      best = &work->blocks[b];
  return best;
}

static void
stretch(NoslipEnsembleWorkspace *work, Block *block, NoslipEnsembleFrames *frames)
{
  gint64 begun = g_get_monotonic_time();
  const NoslipEnsembleLayout *layout = work->layout;
  while (frames->n_frames < MOST_FRAMES && !block->finished) {
    double time = block->computed;
    block->finished = !next_sample(work, block, &time);
    if (block->finished)
      break;
    if ((block->samples - 1) % layout->every == 0) {
      keep_frame(work, block, frames);
      frames->times[frames->n_frames++] = time;
      block->frames++;
      block->computed = time;
    }
    block->finished = block->frames >= layout->n_frames;
    if (g_get_monotonic_time() - begun > LONGEST)
      break;
  }
  if (block->finished)
    clear_block(block);
}

void
noslip_ensemble_workspace_advance(NoslipEnsembleWorkspace *work, NoslipChannel *channel)
{
  Block *block = furthest_behind(work);
  NoslipMessage *message = noslip_message_new(NOSLIP_MESSAGE_ENSEMBLE, work->ticket->run, work->ticket->generation);
  if (!block->begun) {
    message->ensemble.shades = work->seeds ? g_new0(float, LANES) : NULL;
    begin(work, block, message->ensemble.shades);
  }
  NoslipEnsembleFrames *frames = frames_new(work, block);
  stretch(work, block, frames);
  if (__atomic_load_n(&work->ticket->cancel, __ATOMIC_ACQUIRE)) {
    noslip_ensemble_frames_free(frames);
    noslip_message_free(message);
    block->finished = TRUE;
    return;
  }
  message->ensemble.frames = frames;
  message->ensemble.n_lost = work->n_lost;
  message->ensemble.finished = furthest_behind(work) == NULL;
  message->ensemble.error = work->why ? noslip_diagnostic_copy(work->why) : NULL;
  noslip_channel_send(channel, message);
}

gboolean
noslip_ensemble_workspace_is_ready(const NoslipEnsembleWorkspace *work, double horizon)
{
  const Block *block = furthest_behind(work);
  return block && block->computed <= horizon;
}

double
noslip_ensemble_workspace_computed(const NoslipEnsembleWorkspace *work)
{
  const Block *block = furthest_behind(work);
  return block ? block->computed : (double) INFINITY;
}
