/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison of speeds is meaningful only if both sides compute the same. */
#include "app/cli/benchmark/by-hand.h"

#include "app/cli/benchmark/by-hand-section.h"
#include "core/catalogue/catalogue.h"
#include "core/dynamics/formulation.h"
#include "core/finder/section.h"
#include "core/system/state.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static void
assert_same(guint n, const double *a, const double *b)
{
  double size = 0;
  for (guint i = 0; i < n; i++)
    size = MAX(size, fabs(b[i]));
  g_assert_cmpfloat(size, >, 0);
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon(a[i], b[i], 1e-12 * size);
}

/* Rates of multipliers, of the dense solve, and of the reduced equations carried over by a difference quotient. */
static void
test_system(gconstpointer data)
{
  const NoslipByHand *hand = data;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = noslip_catalogue_load(hand->system, diagnostics);
  g_assert_nonnull(system);
  g_assert_cmpuint(hand->size, ==, system->m + system->n);
  const NoslipFormulation *formulation = noslip_formulation_find("multipliers");
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, system, NULL);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, hand->size);
  g_autofree double *z = g_new0(double, hand->size);
  g_autofree double *expected = g_new0(double, hand->size);
  g_autofree double *rates = g_new0(double, hand->size);
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, NULL, diagnostics));
  gpointer work = formulation->work_new(noslip_dynamics_data(dynamics));
  formulation->set_parameters(work, parameters);
  g_assert_cmpuint(formulation->size(noslip_dynamics_data(dynamics)), ==, hand->size);
  g_assert_cmpint(formulation->enter(work, 0, xy, z), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(formulation->rates(work, 0, z, expected), ==, NOSLIP_STEP_OK);
  formulation->work_free(work);
  hand->unreduced(parameters, xy, rates);
  assert_same(hand->size, rates, expected);

  double reduced[16], zdot[16], ahead[16], behind[16];
  const double h = 1e-6;
  hand->enter(parameters, xy, reduced);
  hand->reduced(parameters, reduced, zdot);
  for (guint i = 0; i < hand->reduced_size; i++)
    ahead[i] = reduced[i] + h * zdot[i];
  for (guint i = 0; i < hand->reduced_size; i++)
    behind[i] = reduced[i] - h * zdot[i];
  double *next = z, *last = rates;
  hand->leave(parameters, ahead, next);
  hand->leave(parameters, behind, last);
  for (guint i = 0; i < hand->size; i++)
    g_assert_cmpfloat_with_epsilon((next[i] - last[i]) / (2 * h), expected[i], 1e-8 * (1 + fabs(expected[i])));
}

static void
take_time(guint motion, const double *row, gpointer data)
{
  if (isnan(*(double *) data))
    *(double *) data = row[0];
}

/* Both sections have the same number of points, and the first at the same time; later ones differ, since motions of
 * this top are chaotic. */
static void
test_section(void)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipSystem) system = noslip_catalogue_load("heavy-top", diagnostics);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n);
  NoslipSectionOrder order = {.system = system, .kind = NOSLIP_DYNAMICS_FREE, .parameters = parameters};
  double expected = NAN, first = NAN;
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, NULL, diagnostics));
  order.cut = (NoslipSectionCut){"w1", NOSLIP_EVENT_RISING, 3};
  order.spread = (NoslipSectionSpread){.parameter = -1, .n = 1};
  noslip_run_options_default(&order.options, system);
  order.options.to = 100;
  g_assert_true(noslip_section_run(&order, take_time, &expected, NULL, NULL, &error));
  g_assert_cmpuint(cli_section_by_hand(parameters, xy, 3, 1e-10, 1e-12, &first), ==, 3);
  g_assert_cmpfloat(expected, >, 0);
  g_assert_cmpfloat_with_epsilon(first, expected, 1e-8);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  for (const NoslipByHand *hand = noslip_by_hand; hand->system != NULL; hand++) {
    g_autofree char *label = g_strdup_printf("/by-hand/%s", hand->system);
    g_test_add_data_func(label, hand, test_system);
  }
  g_test_add_func("/by-hand/section", test_section);
  return g_test_run();
}
