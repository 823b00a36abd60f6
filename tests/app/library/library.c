/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libnoslip as another program uses it: its own headers alone. */
#include <noslip/noslip.h>

#include <math.h>
#include <string.h>

static NoslipSystem *
load(const char *name)
{
  NoslipDiagnostics *diagnostics = noslip_diagnostics_new();
  NoslipSystem *system = noslip_system_load(name, diagnostics);
  g_assert_nonnull(system);
  noslip_diagnostics_free(diagnostics);
  return system;
}

static int
column(const NoslipMotion *motion, const char *name)
{
  g_auto(GStrv) columns = noslip_motion_list_columns(motion);
  for (int i = 0; columns[i] != NULL; i++)
    if (strcmp(columns[i], name) == 0)
      return i;
  g_assert_not_reached();
}

static void
test_system(void)
{
  NoslipSystem *system = load("chaplygin-sleigh");
  g_auto(GStrv) parameters = noslip_system_list_parameters(system);
  g_auto(GStrv) coordinates = noslip_system_list_coordinates(system);
  g_auto(GStrv) velocities = noslip_system_list_velocities(system);
  g_assert_cmpstr(noslip_system_get_title(system), ==, "Chaplygin sleigh");
  g_assert_cmpstr(parameters[0], ==, "m");
  g_assert_cmpfloat(noslip_system_get_parameter(system, 0), ==, 1);
  g_assert_cmpstr(coordinates[2], ==, "theta");
  g_assert_cmpstr(velocities[2], ==, "omega");
  g_autofree char *latex = noslip_system_write_equations(system, TRUE);
  g_assert_nonnull(strstr(latex, "\\begin{document}"));
  g_assert_cmpfloat(noslip_system_structure_residual(system), <, 1e-12);
  noslip_system_unref(system);
}

/* A particle in free fall from a text: z = t - g t^2 / 2. */
static void
test_motion(void)
{
  static const char *const values[] = {"g=2", NULL}, *const options[] = {"to=1", "step=0.5", NULL};
  NoslipSystem *system = load("noslip 1\nparameter g = 9.81\ncoordinate z\nlagrangian z'^2/2 - g*z\ninitial z' = 1\n"
                              "claim \"fall\": d(z') = -g\n");
  NoslipDiagnostics *diagnostics = noslip_diagnostics_new();
  NoslipMotion *motion = noslip_motion_compute(system, values, options, diagnostics);
  g_assert_nonnull(motion);
  g_assert_cmpuint(noslip_motion_get_n_rows(motion), ==, 3);
  guint n = noslip_motion_get_n_columns(motion);
  const double *rows = noslip_motion_get_values(motion);
  g_assert_true((guint64) (guintptr) rows == noslip_motion_get_address(motion));
  g_assert_cmpfloat(fabs(rows[2 * n + (guint) column(motion, "z")]), <, 1e-10);
  g_assert_cmpfloat(fabs(rows[n + (guint) column(motion, "z'")]), <, 1e-10);
  g_assert_null(noslip_motion_get_stop(motion));
  g_assert_cmpuint(noslip_motion_get_n_claims(motion), ==, 1);
  g_assert_cmpstr(noslip_motion_get_claim_name(motion, 0), ==, "fall");
  g_assert_cmpuint(noslip_motion_get_claim_line(motion, 0), ==, 6);
  g_assert_cmpstr(noslip_motion_get_claim_verdict(motion, 0), ==, "proved");
  g_assert_cmpfloat(noslip_motion_get_claim_figure(motion, 0, "tolerance"), ==, 1e-10);
  g_assert_cmpfloat(noslip_motion_get_witness(motion), <, 1e-12);
  noslip_motion_unref(motion);
  noslip_diagnostics_free(diagnostics);
  noslip_system_unref(system);
}

/* x^4 with a force that pulls outwards reaches infinity: the rows until there, and why. */
static void
test_stop(void)
{
  NoslipSystem *system = load("noslip 1\ncoordinate x\nlagrangian x'^2/2 + x^4\ninitial x = 1\nrun to 10 step 0.05\n");
  NoslipDiagnostics *diagnostics = noslip_diagnostics_new();
  NoslipMotion *motion = noslip_motion_compute(system, NULL, NULL, diagnostics);
  g_assert_nonnull(motion);
  g_assert_cmpuint(noslip_motion_get_n_rows(motion), >, 5);
  g_assert_nonnull(noslip_motion_get_stop(motion));
  noslip_motion_unref(motion);
  noslip_diagnostics_free(diagnostics);
  noslip_system_unref(system);
}

static void
test_diagnostics(void)
{
  NoslipDiagnostics *diagnostics = noslip_diagnostics_new();
  g_assert_null(noslip_system_load("noslip 1\nlagrangian 2 z\n", diagnostics));
  g_assert_cmpuint(noslip_diagnostics_get_n(diagnostics), >, 0);
  const NoslipDiagnostic *first = noslip_diagnostics_get(diagnostics, 0);
  g_assert_cmpstr(noslip_diagnostic_get_severity(first), ==, "error");
  g_assert_cmpuint(noslip_diagnostic_get_line(first), ==, 2);
  g_assert_cmpuint(noslip_diagnostic_get_column(first), ==, 12);
  g_assert_nonnull(strstr(noslip_diagnostic_get_hint(first), "2*z"));
  g_autofree char *text = noslip_diagnostic_format(first);
  g_assert_nonnull(strstr(text, noslip_diagnostic_get_message(first)));
  noslip_diagnostics_free(diagnostics);
}

/* What is given is kept or refused. */
static void
test_refusals(void)
{
  static const char *const lists[][2] = {
      {"mm=1", "to=1"}, {"m=", "to=1"},      {"m=1", "to=0"},  {"m=1", "until=1"}, {"m", "to=1"},
      {"m=1", "rtol="}, {"m=1", "method=x"}, {"v2=1", "to=1"}, {"m=nan", "to=1"},  {"m=1", "formulation=x"}};
  NoslipSystem *system = load("chaplygin-sleigh");
  for (guint i = 0; i < G_N_ELEMENTS(lists); i++) {
    const char *const values[] = {lists[i][0], NULL}, *const options[] = {lists[i][1], NULL};
    NoslipDiagnostics *diagnostics = noslip_diagnostics_new();
    g_assert_null(noslip_motion_compute(system, values, options, diagnostics));
    g_assert_cmpuint(noslip_diagnostics_get_n(diagnostics), >, 0);
    noslip_diagnostics_free(diagnostics);
  }
  noslip_system_unref(system);
}

static void
test_rates(void)
{
  const double parameters[] = {2}, state[] = {0.5, 0.25};
  guint n;
  NoslipSystem *system = load("noslip 1\nparameter k = 1\ncoordinate x\nlagrangian x'^2/2 - k*x^2/2\n");
  NoslipDiagnostics *diagnostics = noslip_diagnostics_new();
  NoslipDynamics *dynamics = noslip_dynamics_compile(system, NULL, NULL, diagnostics);
  g_assert_nonnull(dynamics);
  g_assert_cmpstr(noslip_dynamics_get_name(dynamics), ==, "multipliers");
  g_autofree double *rates = noslip_dynamics_rates(dynamics, 0, parameters, 1, state, 2, &n, diagnostics);
  g_assert_cmpuint(n, ==, 2);
  g_assert_cmpfloat(rates[0], ==, 0.25);
  g_assert_cmpfloat(rates[1], ==, -1);
  g_assert_null(noslip_dynamics_rates(dynamics, 0, parameters, 1, state, 1, &n, diagnostics));
  g_assert_cmpuint(noslip_diagnostics_get_n(diagnostics), ==, 1);
  noslip_dynamics_unref(dynamics);
  noslip_diagnostics_free(diagnostics);
  noslip_system_unref(system);
}

static void
test_brackets(void)
{
  NoslipSystem *system = load("chaplygin-sleigh");
  NoslipDiagnostics *diagnostics = noslip_diagnostics_new();
  static const char *const at[] = {"theta=0", NULL};
  NoslipBrackets *brackets = noslip_brackets_compute(system, "x, y, p(v1)", at, NULL, diagnostics);
  guint n, i, j, k;
  g_assert_nonnull(brackets);
  g_auto(GStrv) names = noslip_brackets_list_names(brackets);
  g_assert_cmpstr(names[2], ==, "p(v1)");
  const double *matrix = noslip_brackets_get_matrix(brackets, &n);
  g_assert_cmpuint(n, ==, 9);
  g_assert_cmpfloat(matrix[2], ==, 1); /* {x, p(v1)} = cos(theta) */
  g_assert_cmpfloat(matrix[5], ==, 0);
  g_assert_cmpuint(noslip_brackets_get_n_triples(brackets), ==, 1);
  g_assert_true(isfinite(noslip_brackets_get_triple(brackets, 0, &i, &j, &k)) && i == 0 && j == 1 && k == 2);
  noslip_brackets_unref(brackets);
  g_assert_null(noslip_brackets_compute(system, "x, q", NULL, NULL, diagnostics));
  noslip_diagnostics_free(diagnostics);
  noslip_system_unref(system);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/library/system", test_system);
  g_test_add_func("/library/motion", test_motion);
  g_test_add_func("/library/stop", test_stop);
  g_test_add_func("/library/diagnostics", test_diagnostics);
  g_test_add_func("/library/refusals", test_refusals);
  g_test_add_func("/library/rates", test_rates);
  g_test_add_func("/library/brackets", test_brackets);
  return g_test_run();
}
