/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The discrete Lagrange-d'Alembert integrator: its principle, its order against tests/reference, its invariants. */
#include "core/integrate/geometric.h"

#include "core/integrate/run.h"
#include "core/language/language.h"
#include "core/system/state.h"

#include <gsl/gsl_errno.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

typedef struct {
  NoslipSystem *system;
  NoslipDynamics *dynamics; /* of geometric_of() */
  double *parameters, *xy;
} Case;

static Case
case_of_text(const char *text, const char *file)
{
  Case own = {0};
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  own.system = noslip_language_system(text, -1, file, "test", diagnostics);
  for (guint i = 0; !own.system && i < diagnostics->list->len; i++) {
    g_autofree char *message = noslip_diagnostic_format(g_ptr_array_index(diagnostics->list, i));
    g_test_message("%s", message);
  }
  g_assert_nonnull(own.system);
  guint m = own.system->m, n = own.system->n;
  own.parameters = noslip_system_default_parameters(own.system);
  own.xy = g_new0(double, m + n + 1);
  g_assert_true(noslip_state_initial(own.system, own.parameters, 0, NULL, own.xy, own.xy + m, NULL, diagnostics));
  return own;
}

static Case
case_of_catalogue(const char *id)
{
  g_autofree char *name = g_strconcat(id, ".noslip", NULL);
  g_autofree char *path = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), name, NULL);
  g_autofree char *text = NULL;
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  return case_of_text(text, path);
}

static void
case_clear(Case *own)
{
  noslip_dynamics_unref(own->dynamics);
  noslip_system_unref(own->system);
  g_free(own->parameters);
  g_free(own->xy);
}

static NoslipGeometric *
geometric_of(Case *own, NoslipDynamicsKind kind)
{
  NoslipDiagnostic *error = NULL;
  noslip_dynamics_unref(own->dynamics);
  own->dynamics = noslip_dynamics_new(noslip_formulation_default(kind), own->system, &error);
  g_assert_null(error);
  NoslipGeometric *geometric = noslip_geometric_new(own->dynamics, own->parameters, &error);
  g_assert_null(error);
  g_assert_nonnull(geometric);
  return geometric;
}

static double
value_at(const Case *own, NoslipExpr e, double t, const double *xy)
{
  const NoslipSystem *system = own->system;
  g_autoptr(GArray) symbols = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(double));
  g_array_append_val(symbols, system->t);
  g_array_append_val(values, t);
  for (guint i = 0; i < system->n_parameters; i++)
    g_array_append_val(symbols, system->parameters[i].symbol);
  g_array_append_vals(values, own->parameters, system->n_parameters);
  for (guint i = 0; i < system->m; i++)
    g_array_append_val(symbols, system->coordinates[i].symbol);
  for (guint a = 0; a < system->n; a++)
    g_array_append_val(symbols, system->fibres[a].symbol);
  g_array_append_vals(values, xy, system->m + system->n);
  return noslip_expr_value(system->graph, e, symbols->len, (const NoslipExpr *) (gpointer) symbols->data,
                           (const double *) (gpointer) values->data);
}

static void
step(NoslipGeometric *geometric, double t, double h, double *xy)
{
  g_assert_cmpint(noslip_geometric_step(geometric, t, h, xy, TRUE), ==, NOSLIP_STEP_OK);
}

/* D_1 L_d(q1, q2) + D_2 L_d(q0, q1) = lambda Phi(q1)^T and phi_d = 0 for three successive positions, with the
 * discrete Lagrangian and its slopes by hand: the method is the one of Cortes and Martinez on TM. */
static void
test_principle(void)
{
  Case own = case_of_text("noslip 1\ncoordinate x\ncoordinate y\ncoordinate theta\n"
                          "lagrangian (x'^2 + y'^2)/2 + 0.2*theta'^2*(1 + x^2) - sin(x)*y\n"
                          "constraint blade: sin(theta)*x' - cos(theta)*y' = 0\n"
                          "initial x = 0.3\ninitial x' = 1\ninitial theta = 0.4\ninitial theta' = 0.7\n",
                          "principle.noslip");
  NoslipGeometric *geometric = geometric_of(&own, NOSLIP_DYNAMICS_NONHOLONOMIC);
  const double h = 0.1;
  double q[3][3], push = 0;
  memcpy(q[0], own.xy, sizeof q[0]);
  for (guint i = 1; i < 3; i++) {
    step(geometric, (i - 1) * h, h, own.xy);
    memcpy(q[i], own.xy, sizeof q[i]);
  }
  double sum[3] = {0, 0, 0};
  for (guint i = 0; i < 2; i++) {
    double middle[3], v[3];
    for (guint j = 0; j < 3; j++) {
      middle[j] = (q[i][j] + q[i + 1][j]) / 2;
      v[j] = (q[i + 1][j] - q[i][j]) / h;
    }
    double inertia = 0.4 * (1 + middle[0] * middle[0]);
    double momentum[3] = {v[0], v[1], inertia * v[2]};
    double slope[3] = {0.4 * middle[0] * v[2] * v[2] - cos(middle[0]) * middle[1], -sin(middle[0]), 0};
    for (guint j = 0; j < 3; j++)
      sum[j] += h / 2 * slope[j] + (i == 0 ? momentum[j] : -momentum[j]);
    g_assert_cmpfloat(fabs(sin(middle[2]) * v[0] - cos(middle[2]) * v[1]), <, 1e-13);
  }
  g_assert_cmpfloat(fabs(sum[2]), <, 1e-13);
  g_assert_cmpfloat(fabs(cos(q[1][2]) * sum[0] + sin(q[1][2]) * sum[1]), <, 1e-13);
  push = fabs(sin(q[1][2]) * sum[0] - cos(q[1][2]) * sum[1]);
  g_assert_cmpfloat(push, >, 1e-3); /* there is a reaction */
  noslip_geometric_free(geometric);
  case_clear(&own);
}

static JsonObject *
member(JsonObject *object, const char *name)
{
  return json_object_get_object_member(object, name);
}

/* Fills the state of the reference's sample `index`. */
static void
reference_state(JsonObject *json, const NoslipSystem *system, guint index, double *xy)
{
  for (guint i = 0; i < system->m + system->n; i++) {
    const char *name = i < system->m ? system->coordinates[i].name : system->fibres[i - system->m].name;
    xy[i] = json_array_get_double_element(json_object_get_array_member(member(json, "columns"), name), index);
  }
}

static double
error_at_sample(Case *own, JsonObject *json, guint index, guint n_steps)
{
  const NoslipSystem *system = own->system;
  NoslipDynamicsKind kind = system->k > 0 ? NOSLIP_DYNAMICS_NONHOLONOMIC : NOSLIP_DYNAMICS_FREE;
  NoslipGeometric *geometric = geometric_of(own, kind);
  guint size = system->m + system->n;
  g_autofree double *xy = g_new0(double, size + 1);
  g_autofree double *exact = g_new0(double, size + 1);
  double to = json_array_get_double_element(json_object_get_array_member(json, "t"), index), worst = 0;
  reference_state(json, system, 0, xy);
  reference_state(json, system, index, exact);
  for (guint i = 0; i < n_steps; i++) {
    step(geometric, to * i / n_steps, to / n_steps, xy);
    for (guint c = 0; c < system->k && kind == NOSLIP_DYNAMICS_NONHOLONOMIC; c++)
      g_assert_cmpfloat(fabs(value_at(own, system->constraints[c].phi, 0, xy)), <, 1e-12);
  }
  for (guint i = 0; i < size; i++)
    worst = fmax(worst, fabs(xy[i] - exact[i]) / fmax(1, fabs(exact[i])));
  noslip_geometric_free(geometric);
  return worst;
}

/* Order two, and the constraints at every node. */
static void
test_order(gconstpointer data)
{
  const char *file = data;
  g_autofree char *name = g_strconcat(file, ".json", NULL);
  g_autofree char *path = g_build_filename(g_getenv("NOSLIP_TESTS"), "reference", name, NULL);
  g_autoptr(JsonParser) parser = json_parser_new();
  g_assert_true(json_parser_load_from_file(parser, path, NULL));
  JsonObject *json = json_node_get_object(json_parser_get_root(parser));
  Case own = case_of_catalogue(json_object_get_string_member(json, "id"));
  for (guint i = 0; i < own.system->n_parameters; i++)
    own.parameters[i] = json_object_get_double_member(member(json, "parameters"), own.system->parameters[i].name);
  double coarse = error_at_sample(&own, json, 3, 200), fine = error_at_sample(&own, json, 3, 400);
  double order = log2(coarse / fine);
  g_test_message("%s: errors %.2e, %.2e, order %.3f", file, coarse, fine, order);
  g_assert_cmpfloat(coarse, >, 1e-8); /* else rounding is measured */
  g_assert_cmpfloat(fabs(order - 2), <, 0.05);
  case_clear(&own);
}

/* The map is its own adjoint: 300 steps forwards and 300 back. */
static void
test_reversible(void)
{
  static const char *const ids[] = {"chaplygin-sleigh",       "rolling-disk", "snakeboard", "rigid-body", "heavy-top",
                                    "ball-on-rotating-table", "roller-racer", "veselova",   "trailer"};
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    Case own = case_of_catalogue(ids[i]);
    NoslipGeometric *geometric = geometric_of(&own, own.system->dynamics);
    guint size = own.system->m + own.system->n;
    g_autofree double *xy = g_memdup2(own.xy, (size + 1) * sizeof(double));
    const double h = 0.02;
    double away = 0, back = 0;
    for (guint k = 0; k < 300; k++)
      step(geometric, k * h, h, xy);
    for (guint j = 0; j < size; j++)
      away = fmax(away, fabs(xy[j] - own.xy[j]));
    for (guint k = 300; k > 0; k--)
      step(geometric, k * h, -h, xy);
    for (guint j = 0; j < size; j++)
      back = fmax(back, fabs(xy[j] - own.xy[j]));
    g_test_message("%s: %.1e away, back to %.1e", ids[i], away, back);
    g_assert_cmpfloat(away, >, 0.1);
    g_assert_cmpfloat(back, <, 1e-10);
    noslip_geometric_free(geometric);
    case_clear(&own);
  }
}

/* Quantities that change by round-off only: the energy if the metric and D are constant in the frame and the potential
 * is linear in x; squares and products of vectors that turn with the body, which the midpoint rule preserves. */
typedef struct {
  const char *id;
  const char *names[3];  /* the invariant is the sum of the products of */
  const char *others[3]; /* these two; none: the energy alone */
} Kept;

static double
kept_value(Case *own, const Kept *kept)
{
  double sum = 0;
  for (guint i = 0; i < G_N_ELEMENTS(kept->names) && kept->names[i]; i++) {
    NoslipExpr a, b;
    g_assert_true(noslip_system_lookup(own->system, kept->names[i], &a));
    g_assert_true(noslip_system_lookup(own->system, kept->others[i], &b));
    sum += value_at(own, a, 0, own->xy) * value_at(own, b, 0, own->xy);
  }
  return sum;
}

static void
test_kept(gconstpointer data)
{
  const Kept *kept = data;
  Case own = case_of_catalogue(kept->id);
  NoslipGeometric *geometric = geometric_of(&own, own.system->dynamics);
  NoslipExpr energy = own.system->energy;
  double energy_before = value_at(&own, energy, 0, own.xy), before = kept_value(&own, kept);
  for (guint k = 0; k < 20000; k++)
    step(geometric, k * 0.05, 0.05, own.xy);
  double energy_off = fabs(value_at(&own, energy, 0, own.xy) - energy_before);
  double off = fabs(kept_value(&own, kept) - before);
  g_test_message("%s: energy moved by %.1e, the product by %.1e in 20000 steps", kept->id, energy_off, off);
  g_assert_cmpfloat(energy_off, <, 1e-11 * fmax(1, fabs(energy_before)));
  g_assert_cmpfloat(off, <, 1e-11 * fmax(1, fabs(before)));
  noslip_geometric_free(geometric);
  case_clear(&own);
}

/* Largest |E - E_0| in each half of n steps. */
static void
energy_errors(const Case *own, const char *method, double h, guint n, double halves[2])
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  const NoslipFormulation *formulation = noslip_formulation_for(own->system, own->system->dynamics);
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, own->system, &error);
  g_assert_nonnull(dynamics);
  NoslipRunOptions options;
  noslip_run_options_default(&options, own->system);
  options.method = noslip_method_find(method);
  options.step = h;
  options.to = n * h;
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, own->parameters, 0, own->xy, NULL, &error);
  g_assert_nonnull(run);
  g_autofree double *row = g_new0(double, noslip_row_size(own->system));
  double start = value_at(own, own->system->energy, 0, own->xy);
  halves[0] = halves[1] = 0;
  guint i = 0;
  for (; noslip_run_next(run, row, NULL, &error); i++) {
    double off = fabs(value_at(own, own->system->energy, 0, row + 1) - start);
    halves[2 * i > n] = fmax(halves[2 * i > n], off);
  }
  g_assert_null(error);
  g_assert_cmpuint(i, ==, n + 1);
  g_assert_cmpuint(noslip_run_n_steps(run), ==, n); /* the sampling step is the default */
}

/* The energy oscillates within a band of width h^2 and stays there; with Runge-Kutta of the same step it drifts
 * away. */
static void
check_bounded(const Case *own, const char *what, double h, guint n)
{
  double dla[2], finer[2], rk4[2];
  energy_errors(own, "dla", h, n, dla);
  energy_errors(own, "dla", h / 2, n, finer);
  energy_errors(own, "rk4", h, n, rk4);
  g_test_message("%s: dla %.2e then %.2e (h/2: %.2e), rk4 %.2e then %.2e", what, dla[0], dla[1], finer[0], rk4[0],
                 rk4[1]);
  g_assert_cmpfloat(dla[1], <, 1.02 * dla[0]);
  g_assert_cmpfloat(dla[0] / fmax(finer[0], 1e-300), >, 3.5);
  g_assert_cmpfloat(dla[0] / fmax(finer[0], 1e-300), <, 4.5);
  g_assert_cmpfloat(rk4[1], >, 1.8 * rk4[0]);
}

static void
test_bounded(void)
{
  Case pendulum = case_of_text("noslip 1\ncoordinate theta\nlagrangian theta'^2/2 + cos(theta)\n"
                               "initial theta = 1.2\nrun to 1 step 0.1\n",
                               "pendulum.noslip");
  check_bounded(&pendulum, "pendulum", 0.2, 20000);
  case_clear(&pendulum);
  Case oscillator = case_of_catalogue("nonholonomic-oscillator");
  check_bounded(&oscillator, "nonholonomic oscillator", 0.2, 20000);
  case_clear(&oscillator);
}

static void
check_refused(const char *text, const char *formulation, const char *word)
{
  Case own = case_of_text(text, "refused.noslip");
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(noslip_formulation_find(formulation), own.system, &error);
  g_assert_nonnull(dynamics);
  NoslipRunOptions options;
  noslip_run_options_default(&options, own.system);
  options.method = noslip_method_find("dla");
  const double mu[2] = {0.1, 0};
  g_assert_null(noslip_run_new(dynamics, &options, own.parameters, 0, own.xy, mu, &error));
  g_assert_cmpint(error->code, ==, NOSLIP_CODE_REFUSED);
  g_assert_nonnull(strstr(error->cause, word));
  g_assert_nonnull(error->remedy);
  case_clear(&own);
}

static void
test_refusals(void)
{
  check_refused("noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2 - z\n"
                "constraint c: x'^2 + y'^2 = 4*z'^2\n"
                "initial x' = 1\ninitial y' = 1.2\ninitial z' = 0.7810249675906654\n",
                "multipliers", "linear");
  check_refused("noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint c: y' = x*x'\n"
                "initial x' = 1\n",
                "vakonomic", "vakonomic");
  check_refused("noslip 1\ncoordinate x\ncoordinate y\nlagrangian x'^2/2 - x^2*y^2/2\n", "singular", "degenerate");
}

/* The potential ends at x = 1: the step reports this and leaves the state unchanged. */
static void
test_no_step(void)
{
  Case own = case_of_text("noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2 + sqrt(1 - x)\n"
                          "constraint line: y' = 0\ninitial x' = 2\n",
                          "cliff.noslip");
  NoslipGeometric *geometric = geometric_of(&own, NOSLIP_DYNAMICS_NONHOLONOMIC);
  double xy[4];
  memcpy(xy, own.xy, sizeof xy);
  g_assert_cmpint(noslip_geometric_step(geometric, 0, 2, xy, TRUE), ==, NOSLIP_STEP_UNDEFINED);
  g_assert_cmpmem(xy, sizeof xy, own.xy, sizeof xy);
  noslip_geometric_free(geometric);
  case_clear(&own);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  static const char *const references[] = {
      "central-force",          "rigid-body",           "heavy-top.kovalevskaya", "nonholonomic-particle",
      "chaplygin-sleigh",       "rolling-disk.torques", "snakeboard.springs",     "ball-on-rotating-table",
      "chaplygin-sleigh.a_zero"};
  static const Kept kept[] = {
      {"rigid-body", {"L_x", "L_y", "L_z"}, {"L_x", "L_y", "L_z"}},
      {"heavy-top", {"p(w1)", "p(w2)", "p(w3)"}, {"g1", "g2", "g3"}},
      {"chaplygin-sleigh", {NULL}, {NULL}},
      {"suslov", {NULL}, {NULL}},
  };
  g_test_add_func("/geometric/principle", test_principle);
  for (guint i = 0; i < G_N_ELEMENTS(references); i++) {
    g_autofree char *path = g_strconcat("/geometric/order/", references[i], NULL);
    g_test_add_data_func(path, references[i], test_order);
  }
  g_test_add_func("/geometric/reversible", test_reversible);
  for (guint i = 0; i < G_N_ELEMENTS(kept); i++) {
    g_autofree char *path = g_strconcat("/geometric/kept/", kept[i].id, NULL);
    g_test_add_data_func(path, &kept[i], test_kept);
  }
  g_test_add_func("/geometric/bounded", test_bounded);
  g_test_add_func("/geometric/refusals", test_refusals);
  g_test_add_func("/geometric/no-step", test_no_step);
  return g_test_run();
}
