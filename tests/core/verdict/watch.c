/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Observables that are not a number somewhere, with the parameters of the motion instead of those of the text. */
#include "core/verdict/watch.h"

#include "tests/core/load.h"

#include <string.h>

static void
test_parameters(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\nparameter k = 0\ncoordinate x\nlagrangian x'^2/2\n"
                                             "observable fine = x + 1\nobservable root = sqrt(k - x)\n");
  const double rows[] = {0, 0, 1, 0, 0.5, 0.5, 1, 0, 1, 1, 1, 0}, large[] = {2}, small[] = {0.7};
  const double *const parameters[] = {large, small};
  for (guint i = 0; i < G_N_ELEMENTS(parameters); i++) {
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_autoptr(NoslipWatch) watch = noslip_watch_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
    noslip_watch_add_rows(watch, parameters[i], 3, rows);
    noslip_watch_report(watch, diagnostics);
    g_assert_cmpuint(noslip_watch_n(watch), ==, i);
    g_assert_cmpuint(diagnostics->list->len, ==, i);
    if (i == 1)
      g_assert_nonnull(strstr(((NoslipDiagnostic *) g_ptr_array_index(diagnostics->list, 0))->cause,
                              "root is not a number at t = 1"));
  }
}

/* After a reset only later rows count. */
static void
test_reset(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate x\nlagrangian x'^2/2\nobservable root = sqrt(x)\n");
  const double negative[] = {0, -1, 0, 0}, positive[] = {1, 1, 0, 0};
  g_autoptr(NoslipWatch) watch = noslip_watch_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
  noslip_watch_add_rows(watch, NULL, 1, negative);
  g_assert_cmpuint(noslip_watch_n(watch), ==, 1);
  noslip_watch_reset(watch);
  g_assert_cmpuint(noslip_watch_n(watch), ==, 0);
  noslip_watch_add_rows(watch, NULL, 1, positive);
  g_assert_cmpuint(noslip_watch_n(watch), ==, 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/watch/parameters", test_parameters);
  g_test_add_func("/watch/reset", test_reset);
  return g_test_run();
}
