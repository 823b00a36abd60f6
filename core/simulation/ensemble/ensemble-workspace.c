/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/ensemble/ensemble-workspace.h"

#include "core/integrate/ensemble.h"
#include "core/simulation/ensemble/ensemble-keeper.h"
#include "core/simulation/ensemble/ensemble-seeds.h"

#include <math.h>
#include <string.h>

#define LANES NOSLIP_ENSEMBLE_LANES
#define LONGEST 6000 /* microseconds of a turn of one block */

/* LANES motions, or the remaining ones. */
typedef struct {
  guint index, n;
  gboolean begun, finished;
  double *xy;               /* n x (m + n): initial states */
  NoslipEnsemble *ensemble; /* NULL: motions are computed one by one */
  double *mu;               /* LANES x k */
  NoslipRun *runs[LANES];   /* runs of motions that left the lanes */
  gboolean lost[LANES];
  guint samples, frames; /* number of computed samples, and of frames */
  double computed;
} Block;

struct _NoslipEnsembleWorkspace {
  NoslipTicket *ticket;
  NoslipDynamics *dynamics;
  NoslipEnsembleSeeds *seeds;   /* NULL if the motions continue from their present states */
  NoslipEnsembleKeeper *keeper; /* NULL: the ensemble cannot start */
  NoslipEnsembleLayout *layout; /* the keeper's */
  Block *blocks;
  double step;               /* s */
  double *rows, *parameters; /* of a block */
  guint n_lost;
  NoslipDiagnostic *why;
};

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
  work->step = ticket->options.step;
  guint n_samples = (guint) floor((ticket->end - start_of(ticket)) / work->step + 1e-6) + 1;
  work->keeper = noslip_ensemble_keeper_new(ticket, quantities, n_samples);
  work->layout = noslip_ensemble_keeper_layout(work->keeper);
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
  noslip_ensemble_keeper_free(work->keeper, channel);
  noslip_ensemble_seeds_free(work->seeds);
  g_clear_pointer(&work->dynamics, noslip_dynamics_unref);
  noslip_channel_release(channel, work->ticket, (GDestroyNotify) noslip_ticket_unref);
  g_clear_pointer(&work->why, noslip_diagnostic_free);
  g_free(work->rows);
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
      if (lane > 0) /* a lane needs some numbers, which are ignored */
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

/* Advances all motions of the block to their next sample. FALSE if none is left, at the end, or after cancellation. */
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
        block->lost[lane] = TRUE; /* the motion has ended */
    }
    any = any || block->runs[lane];
  }
  *time = fmin(start_of(ticket) + block->samples * work->step, ticket->end);
  block->samples += any;
  return any;
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
  while (frames->n_frames < NOSLIP_ENSEMBLE_FRAMES && !block->finished) {
    double time = block->computed;
    block->finished = !next_sample(work, block, &time);
    if (block->finished)
      break;
    if ((block->samples - 1) % layout->every == 0) {
      noslip_ensemble_keeper_add(work->keeper, block->n, block->lost, work->rows, time, frames);
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
  NoslipEnsembleFrames *frames = noslip_ensemble_keeper_frames(work->keeper, block->index, block->frames);
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
