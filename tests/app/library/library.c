/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libnoslip as another program uses it: with its own headers only. */
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

/* x^4 with an outward force reaches infinity: the rows until then, and the reason. */
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

/* Given values are kept or rejected. */
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

/* An index beyond the end gives nothing, and nothing is printed: a warning would end the test. */
static void
test_beyond(void)
{
  static const char *const names[] = {"g", NULL}, *const options[] = {"to=1", NULL};
  const double points[] = {9.81};
  guint i, j, k;
  NoslipSystem *system =
      load("noslip 1\nparameter g = 9.81\ncoordinate z\nlagrangian z'^2/2 - g*z\nclaim \"fall\": d(z') = -g\n");
  NoslipDiagnostics *diagnostics = noslip_diagnostics_new();
  NoslipMotion *motion = noslip_motion_compute(system, NULL, options, diagnostics);
  NoslipBrackets *brackets = noslip_brackets_compute(system, "z", NULL, NULL, diagnostics);
  NoslipEnsemble *ensemble = noslip_ensemble_compute(system, names, points, 1, NULL, options, diagnostics);
  g_assert_true(isnan(noslip_system_get_parameter(system, 1)));
  g_assert_null(noslip_diagnostics_get(diagnostics, noslip_diagnostics_get_n(diagnostics)));
  g_assert_cmpuint(noslip_motion_get_n_claims(motion), ==, 1);
  g_assert_null(noslip_motion_get_claim_name(motion, 1));
  g_assert_null(noslip_motion_get_claim_verdict(motion, 1));
  g_assert_cmpuint(noslip_motion_get_claim_line(motion, 1), ==, 0);
  g_assert_true(isnan(noslip_motion_get_claim_figure(motion, 1, "residual")));
  g_assert_true(isnan(noslip_motion_get_claim_figure(motion, 0, "size")));
  g_assert_true(isnan(noslip_brackets_get_triple(brackets, 0, &i, &j, &k)));
  g_assert_cmpuint(noslip_ensemble_get_n_rows(ensemble, 1), ==, 0);
  g_assert_null(noslip_ensemble_get_stop(ensemble, 1));
  noslip_ensemble_unref(ensemble);
  noslip_brackets_unref(brackets);
  noslip_motion_unref(motion);
  noslip_diagnostics_free(diagnostics);
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

/* Energy, momentum, acceleration and reaction at given states and parameters. */
static void
test_observe(void)
{
  const double parameters[] = {2, 9.81}, state[] = {0, 0.5, 0, 3};
  guint n;
  NoslipSystem *system = load("noslip 1\nparameter m = 1\nparameter g = 1\ncoordinate x\ncoordinate z\n"
                              "lagrangian m/2*(x'^2 + z'^2) - m*g*z\nconstraint table: z' = 0\n");
  NoslipDiagnostics *diagnostics = noslip_diagnostics_new();
  NoslipDynamics *dynamics = noslip_dynamics_compile(system, NULL, NULL, diagnostics);
  g_autofree double *values =
      noslip_dynamics_observe(dynamics, "energy, p(z'), d(x'), lambda(table), sqrt(-1 - x^2), 2*t", 1.5, parameters, 2,
                              state, 4, &n, diagnostics);
  g_assert_nonnull(values);
  g_assert_cmpuint(n, ==, 6);
  const double expected[] = {9 + 9.81, 6, 0, 2 * 9.81};
  for (guint i = 0; i < G_N_ELEMENTS(expected); i++)
    g_assert_cmpfloat(fabs(values[i] - expected[i]), <, 1e-13);
  g_assert_true(isnan(values[4]));
  g_assert_cmpfloat(values[5], ==, 3);
  g_assert_null(noslip_dynamics_observe(dynamics, "energy, q", 0, parameters, 2, state, 4, &n, diagnostics));
  g_assert_cmpuint(n, ==, 0);
  g_assert_cmpuint(noslip_diagnostics_get_n(diagnostics), ==, 1);
  noslip_dynamics_unref(dynamics);
  noslip_diagnostics_free(diagnostics);
  noslip_system_unref(system);
}

/* The motions of an ensemble have the numbers that they have alone; one that ends early has the reason. */
static void
test_ensemble(void)
{
  static const char *const names[] = {"k", "x", NULL}, *const values[] = {"x'=0.25", NULL};
  static const char *const options[] = {"to=2", "step=0.125", NULL};
  enum { MOTIONS = 40 };
  double points[MOTIONS][2];
  for (guint i = 0; i < MOTIONS; i++)
    points[i][0] = i < 3 ? 1.0 + i : -40.0 * i, points[i][1] = 1 + 0.125 * i; /* k < 0 drives to infinity */
  points[2][1] = NAN;
  NoslipSystem *system = load("noslip 1\nparameter k = 1\ncoordinate x\nlagrangian x'^2/2 - k*x^4/4\n");
  NoslipDiagnostics *diagnostics = noslip_diagnostics_new();
  NoslipEnsemble *ensemble =
      noslip_ensemble_compute(system, names, &points[0][0], 2 * MOTIONS, values, options, diagnostics);
  g_assert_nonnull(ensemble);
  g_assert_cmpuint(noslip_ensemble_get_n_motions(ensemble), ==, MOTIONS);
  guint samples = noslip_ensemble_get_n_samples(ensemble), early = 0;
  g_assert_cmpuint(samples, ==, 17);
  g_auto(GStrv) columns = noslip_ensemble_list_columns(ensemble);
  guint n = g_strv_length(columns);
  const double *all = noslip_ensemble_get_values(ensemble);
  g_assert_true((guint64) (guintptr) all == noslip_ensemble_get_address(ensemble));
  for (guint i = 0; i < MOTIONS; i++) {
    guint rows = noslip_ensemble_get_n_rows(ensemble, i);
    const double *own = all + (gsize) i * samples * n;
    g_assert_true((noslip_ensemble_get_stop(ensemble, i) != NULL) == (rows < samples));
    g_assert_true(rows == samples || isnan(own[rows * n]));
    early += rows > 0 && rows < samples;
    if (i == 2) {
      g_assert_cmpuint(rows, ==, 0);
      continue;
    }
    g_autofree char *k = g_strdup_printf("k=%.17g", points[i][0]), *x = g_strdup_printf("x=%.17g", points[i][1]);
    const char *const alone[] = {k, x, values[0], NULL};
    NoslipMotion *motion = noslip_motion_compute(system, alone, options, diagnostics);
    g_assert_cmpuint(noslip_motion_get_n_rows(motion), ==, rows);
    for (guint entry = 0; entry < rows * n; entry++)
      g_assert_cmpfloat(noslip_motion_get_values(motion)[entry], ==, own[entry]);
    noslip_motion_unref(motion);
  }
  g_assert_cmpuint(early, >, 0);
  noslip_ensemble_unref(ensemble);
  noslip_diagnostics_free(diagnostics);
  noslip_system_unref(system);
}

static void
test_ensemble_refusals(void)
{
  static const char *const names[] = {"k", "x", NULL}, *const other[] = {"q", NULL}, *const none[] = {NULL};
  static const char *const wrong[] = {"to=0", NULL}, *const until[] = {"to=1", NULL};
  const double points[] = {1, 2, 3, 4};
  NoslipSystem *system = load("noslip 1\nparameter k = 1\ncoordinate x\nlagrangian x'^2/2 - k*x^2/2\n");
  NoslipDiagnostics *diagnostics = noslip_diagnostics_new();
  g_assert_null(noslip_ensemble_compute(system, names, points, 3, NULL, until, diagnostics));
  g_assert_null(noslip_ensemble_compute(system, other, points, 4, NULL, until, diagnostics));
  g_assert_null(noslip_ensemble_compute(system, none, points, 4, NULL, until, diagnostics));
  g_assert_null(noslip_ensemble_compute(system, names, points, 4, NULL, wrong, diagnostics));
  g_assert_cmpuint(noslip_diagnostics_get_n(diagnostics), ==, 4);
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
  g_test_add_func("/library/beyond", test_beyond);
  g_test_add_func("/library/rates", test_rates);
  g_test_add_func("/library/observe", test_observe);
  g_test_add_func("/library/ensemble", test_ensemble);
  g_test_add_func("/library/ensemble-refusals", test_ensemble_refusals);
  g_test_add_func("/library/brackets", test_brackets);
  return g_test_run();
}
