/* SPDX-License-Identifier: GPL-3.0-or-later */
/* If the graph has no room for all expressions, a search ends with that error or with the result that it has with room:
 * expressions that are missing are 0, and would prove anything. */
#include "core/expr/graph-private.h"
#include "core/finder/conserved.h"
#include "core/finder/measure/measure.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>

#define SLEIGH                                                                                                         \
  "parameter a = 0.3\ncoordinate x\ncoordinate y\ncoordinate h angle\n"                                                \
  "kinetic ((x' - a*sin(h)*h')^2 + (y' + a*cos(h)*h')^2 + 2*h'^2)/2\n"                                                 \
  "constraint c: sin(h)*x' - cos(h)*y' = 0\ninitial x' = 1\ninitial h' = 0.4\n"

#define LEAST_ROOM 110 /* the equations of motion fit in */

typedef struct {
  NoslipSystem *system;
  double parameters[1], xy[6];
} Input;

static void
prepare(Input *input, guint room)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  input->system = test_statements(SLEIGH);
  input->parameters[0] = 0.3;
  g_assert_true(
      noslip_state_initial(input->system, input->parameters, 0, NULL, input->xy, input->xy + 3, NULL, diagnostics));
  input->system->graph->most_nodes = room;
}

/* Either there is a result or the error. Returns whether there is a result. */
static gboolean
finish(Input *input, gboolean found, NoslipDiagnostic *error)
{
  g_assert_true(found == (error == NULL));
  if (error != NULL) {
    g_test_message("%s", error->cause);
    g_assert_cmpint(error->code, ==, NOSLIP_CODE_TOO_LARGE);
  }
  noslip_diagnostic_free(error);
  noslip_system_unref(input->system);
  return found;
}

/* Whether the measure was searched to the end; there is none. */
static gboolean
search_measure(guint room)
{
  Input input;
  NoslipDiagnostic *error = NULL;
  prepare(&input, room);
  g_autoptr(NoslipMeasure) measure =
      noslip_measure_find(input.system, input.system->dynamics, input.parameters, input.xy, 1, &error);
  if (measure != NULL)
    g_assert_cmpint(measure->exact, ==, NOSLIP_NO);
  return finish(&input, measure != NULL, error);
}

/* The same for momenta: nothing but the energy is conserved. */
static gboolean
search_conserved(guint room)
{
  Input input;
  NoslipDiagnostic *error = NULL;
  const NoslipConservedOptions options = {.degree = 1, .seed = 1};
  prepare(&input, room);
  g_autoptr(NoslipConserved) found =
      noslip_conserved_find(input.system, input.system->dynamics, input.parameters, input.xy, &options, NULL, &error);
  if (found != NULL)
    g_assert_cmpuint(found->found->len, ==, 0);
  return finish(&input, found != NULL, error);
}

static void
test_room(gconstpointer data)
{
  gboolean (*search)(guint) = *(gboolean(*const *)(guint)) data;
  guint refused = 0;
  g_assert_true(search(NOSLIP_GRAPH_MOST_NODES));
  for (guint room = 8000; room > LEAST_ROOM; room = room * 19 / 20)
    refused += !search(room);
  g_assert_cmpuint(refused, >, 5);
}

static gboolean (*const measure)(guint) = search_measure;
static gboolean (*const conserved)(guint) = search_conserved;

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_data_func("/room/measure", &measure, test_room);
  g_test_add_data_func("/room/conserved", &conserved, test_room);
  return g_test_run();
}
