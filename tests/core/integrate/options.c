/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of methods, and the options of a run. */
#include "core/integrate/run.h"

#include <math.h>

static void
test_methods(void)
{
  g_assert_cmpstr(noslip_methods()[0]->id, ==, "rk8pd");
  g_assert_null(noslip_method_find("euler"));
  g_assert_null(noslip_method_find(NULL));
  for (guint i = 0; noslip_methods()[i]; i++) {
    const NoslipMethod *method = noslip_methods()[i];
    g_assert_true(noslip_method_find(method->id) == method);
    g_assert_true(method->create && method->free && method->step);
    g_assert_true(method->title && method->documentation && method->source && method->order > 0);
    for (guint j = 0; j < i; j++) /* a label with another method's steps would pass the tests above */
      g_assert_true(method->detail == NULL || method->detail != noslip_methods()[j]->detail);
  }
}

static void
check_refused(size_t offset, double value, gboolean refused)
{
  NoslipRunOptions options;
  noslip_run_options_default(&options, NULL);
  G_STRUCT_MEMBER(double, &options, offset) = value;
  g_autoptr(NoslipDiagnostic) error = noslip_run_options_check(&options);
  g_assert_true((error != NULL) == refused);
  if (error) {
    g_assert_cmpint(error->code, ==, NOSLIP_CODE_ARGUMENT);
    g_assert_nonnull(error->remedy);
  }
}

/* Options that are not given have the defaults of run.h. */
static void
test_defaults(void)
{
  NoslipRunOptions options;
  g_autoptr(NoslipSystem) system = noslip_system_new();
  noslip_run_options_default(&options, system);
  g_assert_true(options.method == noslip_method_find("rk8pd"));
  g_assert_true(options.method == noslip_methods()[0]);
  g_assert_true(options.rtol == 1e-10);
  g_assert_true(options.atol == 1e-12);
  g_assert_true(options.fixed_step == 0);
  g_assert_true(options.stabilise);
}

static void
test_options(void)
{
  const double never[] = {-1, NAN, INFINITY, -INFINITY};
  const size_t offsets[] = {offsetof(NoslipRunOptions, rtol), offsetof(NoslipRunOptions, atol),
                            offsetof(NoslipRunOptions, fixed_step), offsetof(NoslipRunOptions, step),
                            offsetof(NoslipRunOptions, to)};
  for (guint i = 0; i < G_N_ELEMENTS(offsets); i++) {
    for (guint j = 0; j < G_N_ELEMENTS(never); j++)
      check_refused(offsets[i], never[j], TRUE);
    check_refused(offsets[i], 0, i < 2); /* tolerances may not be 0, the others then have their default */
    check_refused(offsets[i], 1e-6, FALSE);
  }
  check_refused(offsets[0], 1e-16, TRUE);
  check_refused(offsets[0], 1, TRUE);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/integrate/methods", test_methods);
  g_test_add_func("/integrate/options", test_options);
  g_test_add_func("/integrate/defaults", test_defaults);
  return g_test_run();
}
