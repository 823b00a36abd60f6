/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regular or degenerate systems, and the initial states of degenerate Lagrangians. */
#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/dynamics/start.h"
#include "core/integrate/run.h"
#include "core/language/language.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The last row of the default run, or the error's code. */
static NoslipCode
run_to_end(NoslipSystem *system, double *row)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  if (!noslip_start_state(system, NOSLIP_DYNAMICS_NONHOLONOMIC, FALSE, parameters, 0, NULL, xy, xy + system->m, NULL,
                          NULL, diagnostics))
    return NOSLIP_CODE_INITIAL;
  g_autoptr(NoslipDynamics) dynamics =
      noslip_dynamics_new(noslip_formulation_for(system, NOSLIP_DYNAMICS_NONHOLONOMIC), system, &error);
  g_assert_nonnull(dynamics);
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, parameters, 0, xy, NULL, &error);
  if (run == NULL)
    return error->code;
  for (guint i = 0; i < noslip_run_n_samples(run); i++)
    if (!noslip_run_next(run, row, NULL, &error))
      return error->code;
  return NOSLIP_CODE_NONE;
}

/* An oscillator of relativity: x(3) by an independent integration of x'' = -x (1 - x'^2)^(3/2). */
static void
test_relativistic(void)
{
  g_autoptr(NoslipSystem) system =
      test_statements("coordinate x\nlagrangian -sqrt(1 - x'^2) - x^2/2\ninitial x = 1\nrun to 3 step 0.5\n");
  double row[8];
  g_assert_false(noslip_system_is_degenerate(system));
  g_assert_cmpint(run_to_end(system, row), ==, NOSLIP_CODE_NONE);
  g_assert_cmpfloat(fabs(row[1] + 0.79098022), <, 1e-8);
}

static void
test_regular(void)
{
  const char *const bodies[] = {
      "coordinate x\nparameter m = 1e-30\nlagrangian m/2*x'^2\n",
      "coordinate x\nparameter m = 1e30\nlagrangian m/2*x'^2\n",
      ("coordinate a angle\ncoordinate b angle\nparameter m = 1e-9\n"
       "lagrangian m*a'^2 + m/2*b'^2 + m*a'*b'*cos(a - b) + 9.81*m*(2*cos(a) + cos(b))\ninitial a = 1\n"),
      "coordinate x\ncoordinate y\nlagrangian (x'^2 + 2*x'*y' + (1 + 2e-11)*y'^2)/2 - x^2\n",
      "coordinate x\ncoordinate y\nlagrangian 1e-20*x'*y' - 1e-20*x*y\n",
      "coordinate x\nparameter c = 1e-3\nlagrangian -c^2*sqrt(1 - x'^2/c^2) - c^2*x^2\n",
      "coordinate x\nlagrangian x*x'^2/2\ninitial x = 1\n",
      "coordinate x\nlagrangian x'^4/12 + x^2\n", /* regular but at rest */
  };
  for (guint i = 0; i < G_N_ELEMENTS(bodies); i++) {
    g_test_message("%s", bodies[i]);
    g_autoptr(NoslipSystem) system = test_statements(bodies[i]);
    g_assert_false(noslip_system_is_degenerate(system));
  }
  const char *const degenerate[] = {
      "coordinate x\ncoordinate y\nlagrangian 1e-30*(x' - y)^2/2\n",
      "coordinate x\ncoordinate y\nlagrangian 1e30*(x' - y')^2/2 - x*y\n",
      "coordinate x\ncoordinate y\nlagrangian (cos(x)^2 + sin(x)^2 - 1)*x'^2 + y'^2\n",
      "coordinate x\ncoordinate y\nlagrangian x*y' - y*x' - x^2 - y^2\n",
      "coordinate x\ncoordinate y\nlagrangian sqrt(x'^2 + y'^2)\ninitial x' = 1\n", /* a length: homogeneous */
  };
  for (guint i = 0; i < G_N_ELEMENTS(degenerate); i++) {
    g_test_message("%s", degenerate[i]);
    g_autoptr(NoslipSystem) system = test_statements(degenerate[i]);
    g_assert_true(noslip_system_is_degenerate(system));
  }
}

/* Regular at first: the motion stops where the mass vanishes, and does not continue by the constraint algorithm. */
static void
test_lost(void)
{
  g_autoptr(NoslipSystem) system =
      test_statements("coordinate x\nlagrangian x^2*x'^2/2\ninitial x = 1\ninitial x' = -1\nrun to 3 step 0.1\n");
  double row[8];
  g_assert_false(noslip_system_is_degenerate(system));
  NoslipCode code = run_to_end(system, row);
  g_assert_true(code == NOSLIP_CODE_RANK_LOST || code == NOSLIP_CODE_STEP || code == NOSLIP_CODE_UNDEFINED);
}

#define CHRIST_LEE                                                                                                     \
  "coordinate x\ncoordinate y\ncoordinate z\n"                                                                         \
  "lagrangian (x'^2 + y'^2)/2 - z*(x*y' - y*x') + z^2*(x^2 + y^2)/2 - (x^2 + y^2)/2\n"                                 \
  "initial x = 1\ninitial y = 0.5\ninitial x' = 0.1\nrun to 1 step 0.5\n"

static gboolean
start_from(NoslipSystem *system, gboolean consistent, guint n_overrides, const NoslipOverride *overrides, double *xy,
           char **message)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = noslip_system_default_parameters(system);
  gboolean found = noslip_start_state(system, NOSLIP_DYNAMICS_NONHOLONOMIC, consistent, parameters, n_overrides,
                                      overrides, xy, xy + system->m, NULL, NULL, diagnostics);
  g_autoptr(GString) all = g_string_new(NULL);
  for (guint i = 0; i < diagnostics->list->len; i++) {
    g_autofree char *one = noslip_diagnostic_format(g_ptr_array_index(diagnostics->list, i));
    g_string_append(all, one);
  }
  *message = g_string_free(g_steal_pointer(&all), FALSE);
  return found;
}

static gboolean
start(NoslipSystem *system, gboolean consistent, double *xy, char **message)
{
  return start_from(system, consistent, 0, NULL, xy, message);
}

/* E_1: y x' - x y' + (x^2 + y^2) z = 0. Given values are kept, missing ones are chosen, contradictions are reported. */
static void
test_christ_lee(void)
{
  double xy[6];
  g_autofree char *chosen = NULL, *free_z = NULL, *wrong = NULL, *taken = NULL;
  g_autoptr(NoslipSystem) one = test_statements(CHRIST_LEE "initial z = 0.2\n");
  g_assert_true(start(one, FALSE, xy, &chosen));
  g_assert_cmpfloat(fabs(xy[4] - 0.3), <, 1e-14);
  g_assert_nonnull(strstr(chosen, "note: chosen: y' = 0.3 (least energy)"));
  g_autoptr(NoslipSystem) two = test_statements(CHRIST_LEE "initial y' = 0.5\n");
  g_assert_true(start(two, FALSE, xy, &free_z));
  g_assert_cmpfloat(xy[4], ==, 0.5);
  g_assert_cmpfloat(fabs(xy[2] - 0.36), <, 1e-14);
  g_assert_nonnull(strstr(free_z, "note: chosen: z = 0.36 (least change from 0)"));
  g_autoptr(NoslipSystem) three = test_statements(CHRIST_LEE "initial y' = 0.5\ninitial z = 0.2\n");
  g_assert_false(start(three, FALSE, xy, &wrong));
  g_assert_nonnull(strstr(wrong, "E_1: y*x' - x*y' + x^2*z + y^2*z = 0: the residual is -0.2"));
  g_assert_nonnull(strstr(wrong, "--consistent"));
  g_assert_true(start(three, TRUE, xy, &taken));
  g_assert_cmpfloat(fabs(xy[1] * xy[3] - xy[0] * xy[4] + (xy[0] * xy[0] + xy[1] * xy[1]) * xy[2]), <, 1e-14);
  g_assert_nonnull(strstr(taken, "nearest consistent"));
}

/* x = 1/e is chosen although log(x) is not a number where the search begins, at 0. Where a condition determines only x'
 * + y', least energy divides it between them, and a condition on the last velocity alone holds too: x' + y' = z' = 2
 * with the masses 1 and 3. */
static void
test_chosen(void)
{
  double xy[10];
  g_autofree char *chosen = NULL, *shared = NULL;
  g_autoptr(NoslipSystem) one =
      test_statements("coordinate x\ncoordinate y\nlagrangian x'^2/2 + y*(log(x) + 1)\nrun to 1 step 0.5\n");
  g_assert_true(start(one, FALSE, xy, &chosen));
  g_assert_cmpfloat_with_epsilon(xy[0], exp(-1), 1e-15);
  g_assert_nonnull(strstr(chosen, "note: chosen: x = 0.3678794412 (least change from 0)"));
  g_autoptr(NoslipSystem) two =
      test_statements("coordinate x\ncoordinate y\ncoordinate u\ncoordinate s\ncoordinate z\n"
                      "lagrangian (x'^2 + 3*y'^2)/2 + u*(x + y - z) + s*(z' - 2)\nrun to 1 step 0.5\n");
  g_assert_true(start(two, FALSE, xy, &shared));
  g_assert_nonnull(strstr(shared, "note: chosen: x' = 1.5, y' = 0.5, z' = 2 (least energy)"));
}

/* Two states are equally near to 0: y = +-sqrt(1 - 0.36). */
static void
test_ambiguous(void)
{
  double xy[6];
  g_autofree char *message = NULL;
  g_autoptr(NoslipSystem) system =
      test_statements("coordinate x\ncoordinate y\ncoordinate s\n"
                      "lagrangian (x'^2 + y'^2)/2 - y + s*(x^2 + y^2 - 1)\ninitial x = 0.6\n");
  g_assert_false(start(system, FALSE, xy, &message));
  g_assert_nonnull(strstr(message, "equally near"));
  g_autofree char *found = NULL;
  g_autoptr(NoslipSystem) given = test_statements("coordinate x\ncoordinate y\ncoordinate s\n"
                                                  "lagrangian (x'^2 + y'^2)/2 - y + s*(x^2 + y^2 - 1)\n"
                                                  "initial x = 0.6\ninitial y = -0.8\n");
  g_assert_true(start(given, FALSE, xy, &found));
  g_assert_cmpfloat(xy[0], ==, 0.6);
  g_assert_cmpfloat(xy[1], ==, -0.8);
  g_assert_cmpfloat(fabs(xy[2] + 0.4), <, 1e-14); /* 2 s = y - v^2 */
}

/* E_1 is x (x - y) = 0: two branches, and the motion stays on the one where it starts. */
static void
test_branches(void)
{
  const char *body = "coordinate x\ncoordinate y\ncoordinate u\nlagrangian x'^2/2 + u*x*(x - y) - y^2/2\n"
                     "initial x = 1\ninitial y = 1\nrun to 2 step 0.5\n";
  g_autoptr(NoslipSystem) system = test_statements(body);
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new(system, &error);
  g_assert_nonnull(algorithm);
  g_assert_false(algorithm->inconsistent);
  gboolean named = FALSE;
  for (guint i = 0; i < algorithm->steps[0].n; i++)
    if (algorithm->steps[0].reducible[i] != NOSLIP_ZERO) {
      g_autofree char *branch = noslip_expr_text(algorithm->model->graph, algorithm->steps[0].functions[i]);
      g_assert_cmpstr(branch, ==, "x - y");
      named = TRUE;
    }
  g_assert_true(named);
  double row[16];
  g_assert_cmpint(run_to_end(system, row), ==, NOSLIP_CODE_NONE);
  g_assert_cmpfloat(fabs(row[1] - cos(2)), <, 1e-9); /* on x = y, x'' = -x */
}

/* All decisions about a system, as a text. */
static char *
verdicts(const NoslipSystem *system)
{
  GString *text = g_string_new(NULL);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  gboolean found = noslip_start_state(system, system->dynamics, FALSE, parameters, 0, NULL, xy, xy + system->m, NULL,
                                      NULL, diagnostics);
  gboolean regular = found && noslip_state_is_regular(system, parameters, xy, xy + system->m, diagnostics);
  gboolean degenerate = noslip_system_is_degenerate(system);
  g_string_append_printf(text, "start %d regular %d degenerate %d rank %d", found, regular, degenerate,
                         noslip_system_mass_rank(system, parameters, xy, xy + system->m));
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL; f++) {
    g_autofree char *refusal = noslip_formulation_refusal(*f, system);
    g_string_append_printf(text, " %s %d", (*f)->id, refusal == NULL);
  }
  if (degenerate && system->k == 0) {
    g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new(system, &error);
    g_assert_nonnull(algorithm);
    g_string_append_printf(text, " steps %u sode %u gauge %u", algorithm->n_steps, algorithm->sode.n,
                           algorithm->n_gauge);
    for (guint s = 0; s < algorithm->n_steps; s++)
      g_string_append_printf(text, " %u", algorithm->steps[s].n);
  }
  return g_string_free(text, FALSE);
}

/* L, and the forces with it, in another unit. */
static void
scale_energy(NoslipSystem *system, double unit)
{
  NoslipGraph *graph = system->graph;
  NoslipExpr u = noslip_expr_number(graph, unit);
  NoslipExpr *energies[] = {&system->lagrangian, &system->kinetic, &system->potential, &system->energy};
  for (guint i = 0; i < G_N_ELEMENTS(energies); i++)
    *energies[i] = noslip_expr_mul(graph, u, *energies[i]);
  for (guint a = 0; a < system->n; a++) {
    system->momentum[a] = noslip_expr_mul(graph, u, system->momentum[a]);
    system->forces[a] = noslip_expr_mul(graph, u, system->forces[a]);
    if (system->one_form != NULL)
      system->one_form[a] = noslip_expr_mul(graph, u, system->one_form[a]);
    for (guint b = 0; b < system->n && system->two_form != NULL; b++)
      system->two_form[a * system->n + b] = noslip_expr_mul(graph, u, system->two_form[a * system->n + b]);
  }
}

static void
test_units_of_energy(void)
{
  const char *folder = g_getenv("NOSLIP_SYSTEMS");
  g_assert_nonnull(folder);
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  guint count = 0;
  for (const char *name; (name = g_dir_read_name(dir)) != NULL;) {
    g_autofree char *path = g_build_filename(folder, name, NULL), *text = NULL, *plain = NULL;
    if (!g_str_has_suffix(name, ".noslip") || !g_file_get_contents(path, &text, NULL, NULL))
      continue;
    for (int way = -1; way <= 1; way++) {
      g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
      g_autoptr(NoslipSystem) system = noslip_language_system(text, -1, name, name, diagnostics);
      g_assert_nonnull(system);
      if (way != -1)
        scale_energy(system, way == 0 ? 1e30 : 1e-30);
      g_autofree char *scaled = verdicts(system);
      if (way == -1)
        plain = g_strdup(scaled);
      g_assert_cmpstr(scaled, ==, plain);
    }
    count++;
  }
  g_assert_cmpuint(count, >, 25);
}

/* q is a coordinate in another unit: q = u x. */
static void
test_units_of_coordinates(void)
{
  static const char *const bodies[] = {
      "coordinate q\ncoordinate y\nlet u = %s\nlagrangian ((q'/u)^2 + y'^2 + q'/u*y'*cos(y))/2 - q/u*y\n"
      "initial q = u\ninitial y = 0.5\n",
      "coordinate q\nlet u = %s\nlagrangian -sqrt(1 - (q'/u)^2) - (q/u)^2/2\ninitial q = u\n",
      "coordinate q\ncoordinate y\ncoordinate s\nlet u = %s\n"
      "lagrangian ((q'/u)^2 + y'^2)/2 - y + s*((q/u)^2 + y^2 - 1)\ninitial q = 0.6*u\ninitial y = -0.8\n",
      "coordinate q\ncoordinate y\ncoordinate z\nlet u = %s\n"
      "lagrangian ((q'/u)^2 + y'^2)/2 - z*(q/u*y' - y*q'/u) + z^2*((q/u)^2 + y^2)/2 - ((q/u)^2 + y^2)/2\n"
      "initial q = u\ninitial y = 0.5\ninitial q' = 0.1*u\ninitial z = 0.2\n",
      "coordinate q\ncoordinate y\nlet u = %s\nlagrangian q/u*y' - y*q'/u - (q/u)^2 - y^2\n"
      "initial q = u\ninitial y = 0.5\n",
      "coordinate q\ncoordinate y\nlet u = %s\nlagrangian q'/u*y' - q/u*y\n",
      "coordinate q\ncoordinate y\ncoordinate z\nlet u = %s\nlagrangian ((q'/u)^2 + y'^2 + z'^2)/2\n"
      "constraint a: z' = y*q'/u\nconstraint b: y' = 2*q'/u\ninitial q' = u\n",
  };
  for (guint i = 0; i < G_N_ELEMENTS(bodies); i++) {
    const char *const units[] = {"1", "1e6", "1e-6"};
    g_autofree char *plain = NULL;
    for (guint j = 0; j < G_N_ELEMENTS(units); j++) {
      g_auto(GStrv) parts = g_strsplit(bodies[i], "%s", 2);
      g_autofree char *body = g_strjoinv(units[j], parts);
      g_autoptr(NoslipSystem) system = test_statements(body);
      g_autofree char *here = verdicts(system);
      if (j == 0)
        plain = g_strdup(here);
      g_test_message("%u %s: %s", i, units[j], here);
      g_assert_cmpstr(here, ==, plain);
    }
  }
}

/* Coordinates are moved onto two constraints, whatever factor each has; if they are too far off they are refused with
 * the nearest ones, which are used on request. */
static void
test_positions(void)
{
  const char *factors[] = {"1", "1e-8", "1e8", "1e-30"};
  double xy[8];
  for (guint i = 0; i < G_N_ELEMENTS(factors); i++) {
    g_autofree char *body = g_strdup_printf("coordinate x\ncoordinate y\ncoordinate z\ncoordinate w\n"
                                            "lagrangian (x'^2 + y'^2 + z'^2 + w'^2)/2\nconstraint a: x^2 + y^2 = 1\n"
                                            "constraint b: %s*(z^2 + w^2 - 1) = 0\ninitial x = 0.6\n"
                                            "initial y = 0.801\ninitial z = 1.001\n",
                                            factors[i]);
    g_autoptr(NoslipSystem) system = test_statements(body);
    g_autofree char *message = NULL;
    g_assert_true(start(system, FALSE, xy, &message));
    g_assert_cmpfloat_with_epsilon(hypot(xy[0], xy[1]), 1, 1e-14);
    g_assert_cmpfloat_with_epsilon(xy[2], 1, 1e-14);
  }
  static const char *const far[] = {"constraint r: x^2/4 + y^2 = 1\ninitial x = 2\n",
                                    "manifold x^2/4 + y^2 = 1\ninitial x = 2\n"};
  const NoslipOverride requested[] = {{"x", 1.5}, {"y", 1.2}};
  for (guint i = 0; i < G_N_ELEMENTS(far); i++) {
    const char *frame =
        i == 0 ? "lagrangian (x'^2 + y'^2)/2\n" : "section w anchor x: -2*y, y: x/2\nlagrangian w^2/2\n";
    g_autofree char *body = g_strconcat("coordinate x\ncoordinate y\n", frame, far[i], NULL);
    g_autoptr(NoslipSystem) system = test_statements(body);
    g_autofree char *refused = NULL, *taken = NULL;
    g_assert_false(start_from(system, FALSE, 2, requested, xy, &refused));
    g_assert_nonnull(strstr(refused, "x^2/4 + y^2 - 1 = 0"));
    g_assert_nonnull(strstr(refused, "nearest consistent values are x = 1.308202139, y = 0.7564071596 (--consistent"));
    g_assert_true(start_from(system, TRUE, 2, requested, xy, &taken));
    g_assert_nonnull(strstr(taken, "nearest consistent initial values were taken"));
    g_assert_cmpfloat_with_epsilon(xy[0] * xy[0] / 4 + xy[1] * xy[1], 1, 1e-14);
    /* the requested point is on the normal (x/4, y) */
    g_assert_cmpfloat_with_epsilon((1.5 - xy[0]) * xy[1], (1.2 - xy[1]) * xy[0] / 4, 1e-12);
  }
}

/* The suggestion keeps the given x = 0.6 and moves y, which was not given. x = 1.5 cannot be kept. */
static void
test_free_positions(void)
{
  static const char *const body = "coordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\n"
                                  "constraint rod: x^2 + y^2 = 1\ninitial x = 1\n";
  g_autoptr(NoslipSystem) system = test_statements(body);
  g_autofree char *refused = NULL, *taken = NULL, *outside = NULL;
  const NoslipOverride near = {"x", 0.6}, far = {"x", 1.5};
  double xy[4];
  g_assert_false(start_from(system, FALSE, 1, &near, xy, &refused));
  g_assert_nonnull(strstr(refused, "nearest consistent values are y = "));
  g_assert_true(start_from(system, TRUE, 1, &near, xy, &taken));
  g_assert_cmpfloat(xy[0], ==, 0.6);
  g_assert_cmpfloat_with_epsilon(fabs(xy[1]), 0.8, 1e-14);
  g_assert_false(start_from(system, FALSE, 1, &far, xy, &outside));
  g_assert_nonnull(strstr(outside, "nearest consistent values are x = 1 ("));
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/regular/relativistic", test_relativistic);
  g_test_add_func("/regular/regular", test_regular);
  g_test_add_func("/regular/lost", test_lost);
  g_test_add_func("/regular/christ-lee", test_christ_lee);
  g_test_add_func("/regular/chosen", test_chosen);
  g_test_add_func("/regular/ambiguous", test_ambiguous);
  g_test_add_func("/regular/branches", test_branches);
  g_test_add_func("/regular/units-of-energy", test_units_of_energy);
  g_test_add_func("/regular/units-of-coordinates", test_units_of_coordinates);
  g_test_add_func("/regular/positions", test_positions);
  g_test_add_func("/regular/free-positions", test_free_positions);
  return g_test_run();
}
