/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/remarks.h"

#include <string.h>

#define MOST_WITNESSED 500 /* rows, as many as in the command `check` */

void
noslip_remarks_init(NoslipRemarks *self, const NoslipRuns *runs, NoslipWorker *worker, NoslipReporter reporter)
{
  *self = (NoslipRemarks){.runs = runs, .worker = worker, .reporter = reporter};
}

static void
forget_nearest(NoslipRemarks *self)
{
  g_clear_pointer(&self->nearest, g_free);
  g_clear_pointer(&self->nearest_chosen, g_free);
  g_clear_pointer(&self->contradiction, g_free);
}

void
noslip_remarks_forget(NoslipRemarks *self)
{
  forget_nearest(self);
  g_clear_pointer(&self->warnings, noslip_diagnostics_free);
  noslip_remarks_begin(self);
}

void
noslip_remarks_begin(NoslipRemarks *self)
{
  self->witness_requested = FALSE;
  g_clear_pointer(&self->testimony, noslip_testimony_free);
}

/* Receiving */

static void
receive_start(NoslipRemarks *self, NoslipStart *start, NoslipStartedMessage *message)
{
  forget_nearest(self);
  if (message->t0 > 0)
    return; /* the motion continues: remarks on its start are still valid */
  g_clear_pointer(&self->warnings, noslip_diagnostics_free);
  self->warnings = g_steal_pointer(&message->diagnostics);
  memcpy(start->chosen, message->chosen, (start->system->m + start->system->n) * sizeof(gboolean));
}

/* The warnings replace the earlier ones. */
static void
receive_warnings(NoslipRemarks *self, const NoslipDiagnostics *warnings)
{
  NoslipDiagnostics *all = noslip_diagnostics_new();
  for (guint i = 0; self->warnings && i < self->warnings->list->len; i++) {
    const NoslipDiagnostic *old = g_ptr_array_index(self->warnings->list, i);
    if (old->code != NOSLIP_CODE_UNDEFINED)
      noslip_diagnostics_add(all, noslip_diagnostic_copy(old));
  }
  for (guint i = 0; i < warnings->list->len; i++)
    noslip_diagnostics_add(all, noslip_diagnostic_copy(g_ptr_array_index(warnings->list, i)));
  g_clear_pointer(&self->warnings, noslip_diagnostics_free);
  self->warnings = all;
}

static void
receive_nearest(NoslipRemarks *self, NoslipRowsMessage *message)
{
  forget_nearest(self);
  self->nearest = g_steal_pointer(&message->nearest);
  self->nearest_chosen = g_steal_pointer(&message->nearest_chosen);
  self->contradiction = g_strdup(message->report.error->cause);
}

gboolean
noslip_remarks_receive(NoslipRemarks *self, NoslipStart *start, NoslipMessage *message)
{
  if (message->run != 0)
    return FALSE;
  if (message->kind == NOSLIP_MESSAGE_WITNESS) {
    noslip_testimony_free(self->testimony);
    self->testimony = g_steal_pointer(&message->testimony);
  } else if (message->kind == NOSLIP_MESSAGE_STARTED) {
    receive_start(self, start, &message->started);
  } else if (message->rows.nearest && message->rows.report.error) {
    receive_nearest(self, &message->rows);
  } else if (message->rows.diagnostics) {
    receive_warnings(self, message->rows.diagnostics);
  } else {
    return FALSE;
  }
  return TRUE;
}

/* The nearest consistent values */

/* Whether the entry is given by the text or a slider; chosen entries are chosen again. */
static gboolean
is_given(const NoslipRemarks *self, const NoslipStart *start, guint index)
{
  return start->is_set[index] ||
         (!self->nearest_chosen[index] && (self->nearest[index] != 0 || start->found[index] != 0));
}

gboolean
noslip_remarks_nearest(const NoslipRemarks *self, const NoslipStart *start, char **contradiction, char **values)
{
  *contradiction = *values = NULL;
  if (!self->nearest)
    return FALSE;
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < start->system->m + start->system->n; i++)
    if (is_given(self, start, i) && self->nearest[i] != noslip_start_initial(start, i))
      g_string_append_printf(text, "%s%s = %.10g", text->len > 0 ? ", " : "", noslip_state_name(start->system, i),
                             self->nearest[i]);
  *contradiction = g_strdup(self->contradiction);
  *values = g_string_free(g_steal_pointer(&text), FALSE);
  return TRUE;
}

gboolean
noslip_remarks_take_nearest(NoslipRemarks *self, NoslipStart *start)
{
  if (!self->nearest)
    return FALSE;
  for (guint i = 0; i < start->system->m + start->system->n; i++)
    if (is_given(self, start, i)) {
      start->is_set[i] = TRUE;
      start->value[i] = self->nearest[i];
    }
  forget_nearest(self);
  return TRUE;
}

/* The witness */

static NoslipInquiry *
inquiry_new(const NoslipSimulationRun *run)
{
  const NoslipSystem *system = run->ticket->system;
  guint size = noslip_row_size(system), stride = 1 + run->view.n_rows / MOST_WITNESSED;
  NoslipInquiry *inquiry = g_new0(NoslipInquiry, 1);
  inquiry->ticket = noslip_ticket_ref(run->ticket);
  inquiry->rows = g_new(double, (gsize) size *(MOST_WITNESSED + 1));
  inquiry->parameters = g_new(double, (gsize) system->n_parameters *(MOST_WITNESSED + 1) + 1);
  for (guint i = 0; i < run->view.n_rows; i += stride) {
    const NoslipChunk *chunk;
    const double *row = noslip_trajectory_row(run->view.trajectory, i, &chunk);
    if (noslip_gestures_push(run->ticket->gestures, row[0]))
      continue; /* a text has no hand input */
    memcpy(inquiry->rows + (gsize) size * inquiry->n_rows, row, size * sizeof(double));
    memcpy(inquiry->parameters + (gsize) system->n_parameters * inquiry->n_rows, chunk->parameters,
           system->n_parameters * sizeof(double));
    inquiry->n_rows++;
  }
  return inquiry;
}

void
noslip_remarks_request_witness(NoslipRemarks *self)
{
  const NoslipSimulationRun *primary = self->runs->list->len > 0 ? g_ptr_array_index(self->runs->list, 0) : NULL;
  if (!primary || !primary->ticket || primary->view.n_rows == 0 || primary->view.pending)
    return;
  noslip_remarks_begin(self);
  self->witness_requested = TRUE;
  noslip_worker_request(self->worker, inquiry_new(primary));
  noslip_report(&self->reporter, NOSLIP_RUNS_UNCHANGED, NOSLIP_CHANGED_VERDICTS);
}
