/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chunks in which a run is computed. */
#include "core/simulation/worker-run.h"

#include "tests/core/load.h"

#include <gsl/gsl_errno.h>

static void
ignore(gpointer data)
{
}

/* Number of rows of the messages in the channel, which are freed. */
static guint
take_rows(NoslipChannel *channel)
{
  guint n = 0;
  for (NoslipMessage *message = noslip_channel_take(channel), *next; message; message = next) {
    next = message->next;
    if (message->kind == NOSLIP_MESSAGE_ROWS && message->rows.chunk)
      n += message->rows.chunk->n_rows;
    noslip_message_free(message);
  }
  return n;
}

/* A row takes 10000 steps, more than a millisecond on any machine: the first ones are sent one by one, since after a movement
 * of a hand a frame waits for them. */
static void
test_first_rows(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate x\nlagrangian x'^2/2 - cos(x)\ninitial x = 1\n"
                                             "run to 100 step 0.02\n");
  NoslipCompiledSystem compiled = {0};
  NoslipChannel *channel = noslip_channel_new(ignore, NULL);
  noslip_compiled_system_adopt(&compiled, system, channel);
  g_autoptr(NoslipTicket) ticket = noslip_ticket_new(system, 0, 1);
  ticket->formulation = noslip_formulation_default(NOSLIP_DYNAMICS_NONHOLONOMIC);
  ticket->options.method = noslip_method_find("rk4");
  ticket->options.fixed_step = 2e-6;
  NoslipWorkerRun *work = noslip_worker_run_start(ticket, &compiled, channel);
  g_assert_false(work->finished);
  for (guint i = 0; i < 3; i++) {
    noslip_worker_run_advance(work, NULL, channel);
    guint n = take_rows(channel);
    g_assert_cmpuint(n, >=, 1);
    g_assert_cmpuint(n, <=, i == 0 ? 2 : 1); /* the first row is the state at the start */
  }
  noslip_worker_run_free(work, channel);
  noslip_compiled_system_clear(&compiled, channel);
  noslip_channel_free(channel);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/worker-run/first-rows", test_first_rows);
  return g_test_run();
}
