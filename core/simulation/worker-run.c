/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/worker-run.h"

#include "core/trajectory/parting.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define FIRST_BATCH 16
/* A chunk is sent after this wall time even if it is not full, so that slow systems move visibly; and for the rows of
 * the first batch, which a frame may wait for after a movement of a hand. */
#define LONGEST_BATCH 8000       /* microseconds */
#define LONGEST_FIRST_BATCH 1000 /* microseconds */
#define MOST_BYTES ((gsize) 512 * 1024 * 1024)

/* Reports the time from which the run differs from the primary, among the rows that both have. All rows are compared
 * again whenever the run has grown by a quarter, since the sizes of the columns grow too. */
static void
report_parting(NoslipWorkerRun *work, const NoslipWorkerRun *primary, NoslipReport *report)
{
  guint n_rows = primary ? MIN(work->n_rows, primary->n_rows) : 0;
  if (!work->ticket->compares || n_rows == 0 || (!work->finished && n_rows < work->n_measured + work->n_measured / 4))
    return;
  const NoslipSystem *system = work->ticket->system;
  guint stride = noslip_row_size(system), width = noslip_row_ydot(system);
  const double *own = (const double *) (gpointer) work->rows->data,
               *other = (const double *) (gpointer) primary->rows->data;
  g_autofree double *size = g_new(double, width);
  work->n_measured = n_rows;
  noslip_parting_sizes(n_rows, other, stride, width, size);
  noslip_parting_find(n_rows, other, own, stride, width, size, NOSLIP_APART, &report->parting);
  report->compared = TRUE;
}

/* A motion that cannot start from contradicting initial values may start from others nearby. */
static void
suggest(const NoslipWorkerRun *work, NoslipRowsMessage *message)
{
  const NoslipSystem *system = work->ticket->system;
  gsize size = (gsize) system->m + system->n + 1;
  if (work->run || work->ticket->run != 0)
    return;
  message->nearest = g_new0(double, size);
  message->nearest_chosen = g_new0(gboolean, size);
  if (!noslip_ticket_nearest(work->ticket, message->nearest, message->nearest_chosen))
    g_clear_pointer(&message->nearest, g_free);
}

static void
send_end(NoslipWorkerRun *work, const NoslipWorkerRun *primary, NoslipDiagnostic *error, NoslipChannel *channel)
{
  NoslipMessage *message = noslip_message_new(NOSLIP_MESSAGE_ROWS, work->ticket->run, work->ticket->generation);
  NoslipReport *report = &message->rows.report;
  suggest(work, &message->rows);
  report->computed = work->computed;
  report->finished = TRUE;
  report->error = error;
  work->finished = TRUE;
  report_parting(work, primary, report);
  noslip_channel_send(channel, message);
}

static void
announce(NoslipWorkerRun *work, double *xy, gboolean *chosen, NoslipDiagnostics *diagnostics, NoslipChannel *channel)
{
  NoslipMessage *message = noslip_message_new(NOSLIP_MESSAGE_STARTED, work->ticket->run, work->ticket->generation);
  message->started = (NoslipStartedMessage){.quantities = noslip_quantities_ref(work->quantities),
                                            .start = xy,
                                            .chosen = chosen,
                                            .t0 = work->ticket->has_state ? work->ticket->t0 : 0,
                                            .diagnostics = diagnostics};
  noslip_channel_send(channel, message);
}

/* Claims are about the whole motion, also if its later part is computed again. */
static void
judge_earlier(const NoslipWorkerRun *work)
{
  const NoslipTicket *ticket = work->ticket;
  double last = -INFINITY;
  if (!work->judges.claims || !ticket->earlier)
    return;
  for (guint i = 0; i < ticket->earlier->len; i++) {
    const NoslipChunk *chunk = g_ptr_array_index(ticket->earlier, i);
    if (noslip_gestures_pulls_within(ticket->gestures, last, chunk->rows[0]))
      noslip_claims_interrupt(work->judges.claims);
    noslip_claims_add_rows(work->judges.claims, chunk->parameters, chunk->n_rows, chunk->rows);
    last = chunk->rows[(gsize) (chunk->n_rows - 1) * chunk->row_size];
  }
  if (noslip_gestures_pulls_within(ticket->gestures, last, ticket->t0))
    noslip_claims_interrupt(work->judges.claims);
}

static NoslipDiagnostic *
begin(NoslipWorkerRun *work, NoslipCompiledSystem *compiled, NoslipDynamics *dynamics, NoslipChannel *channel)
{
  const NoslipTicket *ticket = work->ticket;
  const NoslipSystem *system = ticket->system;
  g_autofree double *xy = g_new0(double, system->m + system->n + system->k + 1);
  g_autofree double *mu = g_new0(double, system->k + 1);
  g_autofree gboolean *chosen = g_new0(gboolean, system->m + system->n + 1);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  double *multipliers = work->kind == NOSLIP_DYNAMICS_VAKONOMIC ? mu : NULL;
  if (!noslip_ticket_start(ticket, xy, multipliers, chosen, diagnostics))
    return noslip_diagnostics_first_error(diagnostics);
  NoslipDiagnostic *error = NULL;
  work->dynamics = noslip_dynamics_ref(dynamics);
  NoslipRunOptions options = ticket->options;
  options.to = ticket->end;
  const NoslipHandRunOf of = {
      .dynamics = dynamics, .pushes = compiled->pushes, .gestures = ticket->gestures, .options = &options};
  work->run = noslip_hand_run_new(&of, ticket->parameters, ticket->has_state ? ticket->t0 : 0, xy, multipliers, &error);
  if (!work->run)
    return error ? error : noslip_diagnostics_first_error(diagnostics);
  work->gauge = noslip_gauge_new(work->quantities, ticket->parameters);
  if (ticket->has_account)
    noslip_gauge_resume(work->gauge, &ticket->account);
  if (ticket->run == 0)
    work->judges = noslip_compiled_system_judges(compiled, work->kind);
  judge_earlier(work);
  memcpy(xy + system->m + system->n, mu, system->k * sizeof(double));
  announce(work, g_steal_pointer(&xy), g_steal_pointer(&chosen), g_steal_pointer(&diagnostics), channel);
  return NULL;
}

NoslipWorkerRun *
noslip_worker_run_start(NoslipTicket *ticket, NoslipCompiledSystem *compiled, NoslipChannel *channel)
{
  const NoslipCompiled *formulation = noslip_compiled_system_compile(compiled, ticket->formulation);
  NoslipDiagnostic *error = formulation->dynamics ? NULL : noslip_diagnostic_copy(formulation->error);
  NoslipWorkerRun *work = g_new0(NoslipWorkerRun, 1);
  work->ticket = noslip_ticket_ref(ticket);
  work->pushes = compiled->pushes;
  work->kind = ticket->formulation->kind;
  work->batch = FIRST_BATCH;
  work->computed = -INFINITY;
  work->quantities = noslip_quantities_ref(noslip_compiled_system_quantities(compiled, work->kind));
  work->rows = g_array_new(FALSE, FALSE, sizeof(double));
  if (!error)
    error = begin(work, compiled, formulation->dynamics, channel);
  if (error)
    send_end(work, NULL, error, channel);
  return work;
}

void
noslip_worker_run_free(NoslipWorkerRun *work, NoslipChannel *channel)
{
  if (!work)
    return;
  g_clear_pointer(&work->run, noslip_hand_run_free);
  g_clear_pointer(&work->dynamics, noslip_dynamics_unref);
  g_clear_pointer(&work->gauge, noslip_gauge_free);
  noslip_channel_release(channel, work->quantities, (GDestroyNotify) noslip_quantities_unref);
  noslip_channel_release(channel, work->ticket, (GDestroyNotify) noslip_ticket_unref);
  g_array_unref(work->rows);
  g_free(work);
}

static void
judge(NoslipWorkerRun *work, const NoslipChunk *chunk, const NoslipGesture *push, NoslipReport *report)
{
  if (!work->judges.claims)
    return;
  if (push) /* formulas do not contain the force of a hand */
    noslip_claims_interrupt(work->judges.claims);
  else
    noslip_claims_add_rows(work->judges.claims, chunk->parameters, chunk->n_rows, chunk->rows);
  report->n_verdicts = noslip_claims_n(work->judges.claims);
  report->verdicts = g_new0(NoslipVerdict, report->n_verdicts + 1);
  for (guint i = 0; i < report->n_verdicts; i++)
    noslip_claims_verdict(work->judges.claims, i, &report->verdicts[i]);
}

/* Warns about observables that are not a number, once for each. */
static void
warn(NoslipWorkerRun *work, const NoslipChunk *chunk, NoslipRowsMessage *message)
{
  if (!work->judges.watch)
    return;
  noslip_watch_add_rows(work->judges.watch, chunk->parameters, chunk->n_rows, chunk->rows);
  if (noslip_watch_n(work->judges.watch) == work->n_warned)
    return;
  work->n_warned = noslip_watch_n(work->judges.watch);
  message->diagnostics = noslip_diagnostics_new();
  noslip_watch_report(work->judges.watch, message->diagnostics);
}

static const double *
rows_of_primary(const NoslipWorkerRun *work, const NoslipWorkerRun *primary, guint n_rows)
{
  guint row_size = noslip_row_size(work->ticket->system);
  if (!primary || !work->ticket->checks || (work->n_rows + n_rows) > primary->n_rows)
    return NULL;
  return (const double *) (gpointer) primary->rows->data + (gsize) work->n_rows * row_size;
}

/* The columns of the rows. */
static double *
measure(const NoslipWorkerRun *work, const NoslipChunk *chunk, const NoslipGesture *push, const double *primary)
{
  double *values = g_new(double, (gsize) chunk->n_rows * work->quantities->width + 1);
  g_autofree double *powers = push ? g_new(double, chunk->n_rows + 1) : NULL;
  for (guint r = 0; push && r < chunk->n_rows; r++)
    powers[r] = noslip_pushes_power(work->pushes, push->draw, chunk->parameters, push->values,
                                    chunk->rows + (gsize) r * chunk->row_size);
  noslip_gauge_set_parameters(work->gauge, chunk->parameters);
  noslip_gauge_set_push(work->gauge, powers);
  noslip_gauge_fill(work->gauge, chunk->n_rows, chunk->rows, primary, values);
  noslip_gauge_set_push(work->gauge, NULL);
  return values;
}

static void
send_rows(NoslipWorkerRun *work, NoslipChunk *chunk, const NoslipGesture *push, const NoslipWorkerRun *primary,
          gboolean finished, NoslipDiagnostic *error, NoslipChannel *channel)
{
  const NoslipTicket *ticket = work->ticket;
  NoslipMessage *message = noslip_message_new(NOSLIP_MESSAGE_ROWS, ticket->run, ticket->generation);
  NoslipRowsMessage *rows = &message->rows;
  rows->chunk = chunk;
  chunk->segment = ticket->generation;
  rows->values = measure(work, chunk, push, rows_of_primary(work, primary, chunk->n_rows));
  judge(work, chunk, push, &rows->report);
  warn(work, chunk, rows);
  if (ticket->run == 0 || ticket->compares)
    g_array_append_vals(work->rows, chunk->rows, chunk->n_rows * chunk->row_size);
  work->n_rows += chunk->n_rows;
  work->computed = chunk->rows[(gsize) (chunk->n_rows - 1) * chunk->row_size];
  work->finished = finished;
  rows->report.computed = work->computed;
  rows->report.finished = finished;
  rows->report.error = error;
  report_parting(work, primary, &rows->report);
  noslip_channel_send(channel, message);
}

/* Whether the run is compared with the rows of the primary, and must stay behind it. */
static gboolean
compared(const NoslipWorkerRun *work)
{
  return work->ticket->checks || work->ticket->compares;
}

/* Fills the chunk with up to `batch` rows. FALSE if there are no rows after them. */
static gboolean
fill(NoslipWorkerRun *work, NoslipChunk *chunk, guint batch, NoslipDiagnostic **error)
{
  gint64 begun = g_get_monotonic_time(), longest = work->n_rows < FIRST_BATCH ? LONGEST_FIRST_BATCH : LONGEST_BATCH;
  chunk->n_rows = 0;
  while (chunk->n_rows < batch) {
    double *row = chunk->rows + (gsize) chunk->n_rows * chunk->row_size;
    NoslipHandRunStep step = noslip_hand_run_next(work->run, row, &work->ticket->cancel, error);
    if (step != NOSLIP_HAND_RUN_ROW)
      return step == NOSLIP_HAND_RUN_TURN; /* the rows of a chunk have the same parameters */
    chunk->n_rows++;
    if (g_get_monotonic_time() - begun > longest)
      break;
  }
  return TRUE;
}

void
noslip_worker_run_advance(NoslipWorkerRun *work, const NoslipWorkerRun *primary, NoslipChannel *channel)
{
  const NoslipTicket *ticket = work->ticket;
  guint batch = work->batch;
  if (primary && compared(work))
    batch = MIN(batch, primary->n_rows > work->n_rows ? primary->n_rows - work->n_rows : 1);
  NoslipChunk *chunk = noslip_chunk_new(ticket->system, batch, noslip_hand_run_parameters(work->run));
  NoslipDiagnostic *error = NULL;
  const NoslipGesture *push = noslip_hand_run_push(work->run); /* the push of these rows: later ones may have another */
  gboolean more = fill(work, chunk, batch, &error);
  work->batch = MIN(2 * work->batch, NOSLIP_CHUNK_ROWS);
  if (__atomic_load_n(&ticket->cancel, __ATOMIC_ACQUIRE)) {
    noslip_diagnostic_free(error);
    noslip_chunk_unref(chunk);
    work->finished = TRUE;
    return;
  }
  gsize bytes =
      ((gsize) work->n_rows + chunk->n_rows) * (work->quantities->width + 2 * chunk->row_size) * sizeof(double);
  if (more && bytes > MOST_BYTES) {
    more = FALSE;
    error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_TOO_LARGE, NULL, _("use a longer sampling step"),
                                  _("the samples of the run no longer fit in memory"));
  }
  if (chunk->n_rows > 0) {
    send_rows(work, chunk, push, primary, !more, error, channel);
  } else {
    noslip_chunk_unref(chunk);
    if (!more)
      send_end(work, primary, error, channel);
  }
}

gboolean
noslip_worker_run_is_ready(const NoslipWorkerRun *work, const NoslipWorkerRun *primary, double horizon)
{
  if (work->finished || work->computed > horizon)
    return FALSE;
  if (!primary || !compared(work) || primary->finished)
    return TRUE;
  return work->n_rows < primary->n_rows;
}
