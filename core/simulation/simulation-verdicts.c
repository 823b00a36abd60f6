/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of the motion beside its rows: warnings, initial values that were chosen or that contradict, the
 * witness. */
#include "core/simulation/simulation-private.h"

#include <math.h>
#include <string.h>

#define MOST_WITNESSED 500 /* rows, as many as the command `check` takes */

static void
forget_nearest(NoslipSimulation *self)
{
  g_clear_pointer(&self->nearest, g_free);
  g_clear_pointer(&self->nearest_chosen, g_free);
  g_clear_pointer(&self->contradiction, g_free);
}

void
noslip_simulation_forget_verdicts(NoslipSimulation *self)
{
  forget_nearest(self);
  g_clear_pointer(&self->warnings, noslip_diagnostics_free);
  noslip_simulation_begin_verdicts(self);
}

void
noslip_simulation_begin_verdicts(NoslipSimulation *self)
{
  self->witness_asked = FALSE;
  g_clear_pointer(&self->testimony, noslip_testimony_free);
}

/* Receiving */

static void
receive_start(NoslipSimulation *self, NoslipMessage *message)
{
  forget_nearest(self);
  if (message->t0 > 0)
    return; /* it goes on: what was said of its beginning still counts */
  g_clear_pointer(&self->warnings, noslip_diagnostics_free);
  self->warnings = g_steal_pointer(&message->diagnostics);
  memcpy(self->start_chosen, message->chosen, (self->system->m + self->system->n) * sizeof(gboolean));
}

/* The warnings take the place of those before them. */
static void
receive_warnings(NoslipSimulation *self, const NoslipDiagnostics *warnings)
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
receive_nearest(NoslipSimulation *self, NoslipMessage *message)
{
  forget_nearest(self);
  self->nearest = g_steal_pointer(&message->start);
  self->nearest_chosen = g_steal_pointer(&message->chosen);
  self->contradiction = g_strdup(message->report.error->cause);
}

NoslipChange
noslip_simulation_receive_verdicts(NoslipSimulation *self, NoslipMessage *message)
{
  if (message->run != 0)
    return 0;
  if (message->kind == NOSLIP_MESSAGE_WITNESS) {
    noslip_testimony_free(self->testimony);
    self->testimony = g_steal_pointer(&message->testimony);
  } else if (message->kind == NOSLIP_MESSAGE_STARTED) {
    receive_start(self, message);
  } else if (message->start && message->report.error) {
    receive_nearest(self, message);
  } else if (message->diagnostics) {
    receive_warnings(self, message->diagnostics);
  } else {
    return 0;
  }
  return NOSLIP_CHANGED_VERDICTS;
}

/* Telling */

const NoslipDiagnostics *
noslip_simulation_warnings(const NoslipSimulation *self)
{
  return self->warnings;
}

gboolean
noslip_simulation_initial_is_chosen(const NoslipSimulation *self, guint index)
{
  return self->system && index < self->system->m + self->system->n && !self->start_set[index] &&
         self->start_chosen[index];
}

/* Whether the entry is one of those that the text or a slider gives; one that was chosen is chosen again. */
static gboolean
is_given(const NoslipSimulation *self, guint index)
{
  return self->start_set[index] ||
         (!self->nearest_chosen[index] && (self->nearest[index] != 0 || self->start[index] != 0));
}

gboolean
noslip_simulation_nearest(const NoslipSimulation *self, char **contradiction, char **values)
{
  *contradiction = *values = NULL;
  if (!self->nearest)
    return FALSE;
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < self->system->m + self->system->n; i++)
    if (is_given(self, i) && self->nearest[i] != noslip_simulation_initial(self, i))
      g_string_append_printf(text, "%s%s = %.10g", text->len > 0 ? ", " : "", noslip_state_name(self->system, i),
                             self->nearest[i]);
  *contradiction = g_strdup(self->contradiction);
  *values = g_string_free(g_steal_pointer(&text), FALSE);
  return TRUE;
}

void
noslip_simulation_take_nearest(NoslipSimulation *self)
{
  if (!self->nearest)
    return;
  for (guint i = 0; i < self->system->m + self->system->n; i++)
    if (is_given(self, i)) {
      self->start_set[i] = TRUE;
      self->start_value[i] = self->nearest[i];
    }
  forget_nearest(self);
  noslip_playhead_seek(&self->playhead, 0);
  noslip_simulation_replan(self, NOSLIP_RUNS_ANEW);
  noslip_simulation_notify(self, NOSLIP_CHANGED_START | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_RUNS |
                                     NOSLIP_CHANGED_VERDICTS);
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
    memcpy(inquiry->rows + (gsize) size * inquiry->n_rows, row, size * sizeof(double));
    memcpy(inquiry->parameters + (gsize) system->n_parameters * inquiry->n_rows, chunk->parameters,
           system->n_parameters * sizeof(double));
    inquiry->n_rows++;
  }
  return inquiry;
}

void
noslip_simulation_ask_witness(NoslipSimulation *self)
{
  NoslipSimulationRun *primary = self->runs->len > 0 ? g_ptr_array_index(self->runs, 0) : NULL;
  if (!primary || !primary->ticket || primary->view.n_rows == 0 || primary->view.pending)
    return;
  noslip_simulation_begin_verdicts(self);
  self->witness_asked = TRUE;
  noslip_worker_ask(self->worker, inquiry_new(primary));
  noslip_simulation_notify(self, NOSLIP_CHANGED_VERDICTS);
}

gboolean
noslip_simulation_witness_is_asked(const NoslipSimulation *self)
{
  return self->witness_asked;
}

const NoslipTestimony *
noslip_simulation_witness(const NoslipSimulation *self)
{
  return self->testimony;
}
