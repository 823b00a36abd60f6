/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/state.h"
#include "core/language/language.h"

#include <gsl/gsl_errno.h>
#include <math.h>

typedef struct {
  NoslipSystem *system;
  double *parameters;
  double x[8], y[8], mu[4];
  NoslipDiagnostics *diagnostics;
  gboolean found;
} State;

/* The state of a text; `name` and `value` override one entry where name is not NULL. */
static State
state_of(const char *text, const char *name, double value)
{
  State state = {.diagnostics = noslip_diagnostics_new()};
  g_autoptr(NoslipDiagnostics) loading = noslip_diagnostics_new();
  g_autofree char *whole = g_strconcat("noslip 1\n", text, NULL);
  state.system = noslip_language_system(whole, -1, "state.noslip", "state", loading);
  if (state.system == NULL) { /* the loader has reported the same error */
    noslip_diagnostics_free(state.diagnostics);
    state.diagnostics = g_steal_pointer(&loading);
    return state;
  }
  NoslipOverride override = {name, value};
  state.parameters = noslip_system_default_parameters(state.system);
  state.found = noslip_state_initial(state.system, state.parameters, name != NULL, &override, state.x, state.y,
                                     state.mu, state.diagnostics);
  return state;
}

static void
clear(State *state)
{
  noslip_system_unref(state->system);
  g_free(state->parameters);
  noslip_diagnostics_free(state->diagnostics);
}

static const NoslipDiagnostic *
first(const State *state, NoslipSeverity severity)
{
  for (guint i = 0; i < state->diagnostics->list->len; i++) {
    const NoslipDiagnostic *diagnostic = g_ptr_array_index(state->diagnostics->list, i);
    if (diagnostic->severity == severity)
      return diagnostic;
  }
  return NULL;
}

static void
expect_error(const char *text, const char *name, double value, NoslipCode code, guint line, const char *word)
{
  State state = state_of(text, name, value);
  const NoslipDiagnostic *error = first(&state, NOSLIP_ERROR);
  g_assert_false(state.found);
  g_assert_nonnull(error);
  g_assert_cmpint(error->code, ==, code);
  g_assert_cmpuint(error->place.line, ==, line);
  g_assert_nonnull(strstr(error->cause, word));
  clear(&state);
}

#define PLANE "coordinate x\ncoordinate y\ncoordinate th\n"

/* Least kinetic energy in closed form: minimise (x'^2 + m y'^2)/2 with x' + 2 y' = 3: y' = 2 x'/m. */
static void
test_least_energy(void)
{
  State state = state_of(PLANE "parameter m = 5\nlagrangian (x'^2 + m*y'^2 + th'^2)/2\n"
                               "constraint c: x' + 2*y' = 3 - th'\ninitial th' = 0\n",
                         NULL, 0);
  g_assert_true(state.found);
  g_assert_cmpfloat_with_epsilon(state.y[0], 3.0 / (1 + 4.0 / 5), 1e-14);
  g_assert_cmpfloat_with_epsilon(state.y[1], 2.0 / 5 * state.y[0], 1e-14);
  g_assert_cmpfloat(state.y[2], ==, 0);
  const NoslipDiagnostic *note = first(&state, NOSLIP_NOTE);
  g_assert_nonnull(note);
  g_assert_nonnull(strstr(note->cause, "x' = 1.6666"));
  g_assert_null(strstr(note->cause, "th'"));
  clear(&state);
}

/* Given values may be of names that are no fibre coordinates: the nearest values are then those of the fibre. */
static void
test_nearest_in_frame(void)
{
  State state = state_of("coordinate x\ncoordinate y\nvelocity u = x' + y'\nvelocity v = x' - y'\n"
                         "lagrangian (u^2 + v^2)/2\nconstraint c: u = 0\ninitial x' = 1\ninitial y' = 1\n",
                         NULL, 0);
  const NoslipDiagnostic *error = first(&state, NOSLIP_ERROR);
  g_assert_false(state.found);
  g_assert_nonnull(error);
  g_test_message("%s; %s", error->cause, error->remedy);
  g_assert_nonnull(error->remedy);
  g_assert_nonnull(strstr(error->remedy, "the nearest consistent values are u = 0"));
  clear(&state);
}

/* The kinetic energy does not contain y' and th': x' + y' + th' = 3 costs nothing, and the smallest such vector is
 * chosen. */
static void
test_degenerate(void)
{
  State state = state_of(PLANE "lagrangian x'^2/2\nconstraint c: x' + y' + th' = 3\n", NULL, 0);
  g_assert_true(state.found);
  g_assert_cmpfloat_with_epsilon(state.y[0], 0, 1e-14);
  g_assert_cmpfloat_with_epsilon(state.y[1], 1.5, 1e-14);
  g_assert_cmpfloat_with_epsilon(state.y[2], 1.5, 1e-14);
  clear(&state);
}

static void
test_given(void)
{
  const char *blade = PLANE "parameter w = 0.1\nlet s = 2*w\nlagrangian (x'^2 + y'^2 + th'^2)/2\n"
                            "constraint blade: cos(th)*y' - sin(th)*x' = 0\ninitial th = s + x\ninitial x = 0.3\n"
                            "initial x' = 0.7\ninitial th' = x*w\n";
  State state = state_of(blade, NULL, 0);
  g_assert_true(state.found);
  g_assert_cmpfloat(state.x[2], ==, 0.5);
  g_assert_cmpfloat(state.y[0], ==, 0.7);
  g_assert_cmpfloat(state.y[2], ==, 0.3 * 0.1);
  g_assert_cmpfloat_with_epsilon(state.y[1], 0.7 * tan(0.5), 1e-14);
  g_assert_nonnull(first(&state, NOSLIP_NOTE)); /* y' */
  g_assert_null(strstr(first(&state, NOSLIP_NOTE)->cause, "x'"));
  clear(&state);
  state =
      state_of(PLANE "lagrangian (x'^2 + y'^2 + th'^2)/2\ninitial x' = 1\ninitial y' = 2\ninitial th' = 0\n", NULL, 0);
  g_assert_true(state.found);
  g_assert_null(first(&state, NOSLIP_NOTE)); /* nothing was chosen */
  clear(&state);
  state = state_of(blade, "x", -0.2); /* th follows x, as its entry requires */
  g_assert_true(state.found);
  g_assert_cmpfloat_with_epsilon(state.x[2], 0, 1e-16);
  g_assert_cmpfloat_with_epsilon(state.y[1], 0, 1e-16);
  clear(&state);
  state = state_of(blade, "y'", 2); /* there is no entry of that name: it is added, and contradicts x' */
  g_assert_false(state.found);
  clear(&state);
  expect_error(blade, "y'", 2, NOSLIP_CODE_INITIAL, 8, "'blade'");
  expect_error(blade, "x'", NAN, NOSLIP_CODE_INITIAL, 0, "not a finite number");
  expect_error(blade, "z", 1, NOSLIP_CODE_UNKNOWN_NAME, 0, "'z'");
  expect_error(PLANE "lagrangian (x'^2 + y'^2 + th'^2)/2\nconstraint a: x' = 1\nconstraint b: x' + y' = 2\n"
                     "initial y' = 1.1\n",
               NULL, 0, NOSLIP_CODE_INITIAL, 7, "'b'");
  expect_error(PLANE "lagrangian (x'^2 + y'^2 + th'^2)/2\ninitial x = log(y)\n", NULL, 0, NOSLIP_CODE_INITIAL, 6,
               "not a finite number");
}

/* x' of a coordinate whose velocity is not a fibre coordinate: cos(th) v is given. */
static void
test_natural_velocity(void)
{
  State state = state_of(PLANE "velocity v = cos(th)*x' + sin(th)*y'\nvelocity u = cos(th)*y' - sin(th)*x'\n"
                               "velocity w = th'\nlagrangian (v^2 + u^2 + w^2)/2\nconstraint blade: u = 0\n"
                               "initial th = 0.4\ninitial x' = 1\n",
                         NULL, 0);
  g_assert_true(state.found);
  g_assert_cmpfloat_with_epsilon(state.y[0], 1 / cos(0.4), 1e-14);
  g_assert_cmpfloat(state.y[1], ==, 0);
  clear(&state);
}

static void
test_nonlinear(void)
{
  const char *cone = "coordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n"
                     "constraint c: x'^2 + y'^2 = 4*z'^2\ninitial x' = 1\ninitial y' = 0.5\n";
  expect_error(cone, NULL, 0, NOSLIP_CODE_INITIAL, 6, "equally near");
  /* (y' - 2)(y' + 1) = 0: the root nearest zero. */
  State state = state_of("coordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\n"
                         "constraint c: (y' - 2)*(y' + 1) = 0\ninitial x' = 3\n",
                         NULL, 0);
  g_assert_true(state.found);
  g_assert_cmpfloat_with_epsilon(state.y[1], -1, 1e-12);
  clear(&state);
  state =
      state_of("coordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint c: y' = x'^2 + x' + 1\n", NULL, 0);
  g_assert_true(state.found);
  /* stationary: x' + y' (2 x' + 1) = 0 on the curve */
  g_assert_cmpfloat_with_epsilon(state.y[1], state.y[0] * state.y[0] + state.y[0] + 1, 1e-13);
  g_assert_cmpfloat_with_epsilon(state.y[0] + state.y[1] * (2 * state.y[0] + 1), 0, 1e-9);
  g_assert_cmpfloat(fabs(state.y[0]), >, 0.1);
  clear(&state);
  /* x' = +-sqrt(1 + y'): the same energy on both sides. */
  expect_error("coordinate x\ncoordinate y\nlagrangian (x'^2 + 2*y'^2)/2\nconstraint c: x'^2 = y' + 1\n", NULL, 0,
               NOSLIP_CODE_INITIAL, 5, "equally near");
  expect_error("coordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint c: x'^2 + y'^2 + 1 = 0\n", NULL, 0,
               NOSLIP_CODE_INITIAL, 5, "'c'");
}

static void
test_manifold(void)
{
  const char *circle = "coordinate x\ncoordinate y\nmanifold x^2 + y^2 = 1\nsection e anchor x: -y, y: x\n"
                       "lagrangian e^2/2\ninitial x = 0.6\ninitial y = 0.805\n";
  State state = state_of(circle, NULL, 0);
  g_assert_true(state.found);
  g_assert_cmpfloat_with_epsilon(hypot(state.x[0], state.x[1]), 1, 1e-15);
  g_assert_cmpfloat_with_epsilon(state.x[1] / state.x[0], 0.805 / 0.6, 1e-5); /* along the radius */
  g_assert_nonnull(first(&state, NOSLIP_NOTE));
  clear(&state);
  state = state_of(circle, "y", 0.8);
  g_assert_true(state.found);
  g_assert_cmpfloat(state.x[0], ==, 0.6); /* on the circle already: not touched */
  g_assert_null(first(&state, NOSLIP_NOTE));
  clear(&state);
  expect_error(circle, "y", 0.9, NOSLIP_CODE_INITIAL, 4, "manifold");
}

static void
test_rotation(void)
{
  const char *body = "rotation R (q0, q1, q2, q3) body (w1, w2, w3)\nlagrangian (w1^2 + 2*w2^2 + 3*w3^2)/2\n";
  State state = state_of(body, NULL, 0);
  g_assert_true(state.found);
  g_assert_cmpfloat(state.x[0], ==, 1);
  clear(&state);
  g_autofree char *turned = g_strconcat(body, "initial q1 = 0.6\n", NULL);
  state = state_of(turned, NULL, 0);
  g_assert_true(state.found);
  g_assert_cmpfloat_with_epsilon(state.x[0], 0.8, 1e-15);
  clear(&state);
}

static void
test_mu(void)
{
  State state = state_of("coordinate x\nparameter c = 3\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\n"
                         "constraint k: x' = 0\ndynamics vakonomic\ninitial x = 2\ninitial mu(k) = c*x\n",
                         NULL, 0);
  g_assert_true(state.found);
  g_assert_cmpfloat(state.mu[0], ==, 6);
  clear(&state);
}

static void
test_regular(void)
{
  expect_error("coordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint a: x' + y' = 0\n"
               "constraint b: 2*x' + 2*y' = 0\n",
               NULL, 0, NOSLIP_CODE_DEPENDENT, 6, "'b'");
  expect_error("coordinate x\ncoordinate y\nlagrangian (x'^2 - y'^2)/2\nconstraint a: x' + y' = 0\n", NULL, 0,
               NOSLIP_CODE_REGULARITY, 5, "'a'");
  expect_error("coordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint a: x*y' = 0\n", NULL, 0,
               NOSLIP_CODE_DEPENDENT, 5, "'a'");
  State state =
      state_of("coordinate x\ncoordinate y\nlagrangian 1e-9*x'^2 + 1e9*y'^2\nconstraint a: 1e-6*x' = y'\n", NULL, 0);
  g_assert_true(noslip_state_is_regular(state.system, state.parameters, state.x, state.y, state.diagnostics));
  clear(&state);
}

/* In any units of the velocities: the residual of a constraint may be small relative to its other terms. */
static void
test_units(void)
{
  State state = state_of("coordinate x\ncoordinate y\nlagrangian x'^2/2 + 1e24*y'^2/2\n"
                         "constraint c: x' + 1e12*y' = 0\ninitial y' = -1e-12\n",
                         NULL, 0);
  g_assert_true(state.found);
  g_assert_cmpfloat(fabs(state.y[0] - 1), <, 1e-12);
  g_assert_cmpfloat(state.y[1], ==, -1e-12);
  clear(&state);
  state = state_of("coordinate x\ncoordinate y\nlagrangian x'^2/2 + 1e24*y'^2/2\n"
                   "constraint c: x'^2 + 1e24*y'^2 = 1\ninitial y' = 6e-13\ninitial x' = 0.8\n",
                   NULL, 0);
  g_assert_true(state.found);
  clear(&state);
  /* least energy: x' = 1 has 1e12 times that of y' = 1 */
  state = state_of("coordinate x\ncoordinate y\nlagrangian 1e-30*(1e12*x'^2 + y'^2)/2\nconstraint c: x' + y' = 1\n",
                   NULL, 0);
  g_assert_true(state.found);
  g_assert_cmpfloat(fabs(state.y[1] - 1), <, 1e-11);
  g_assert_cmpfloat(fabs(state.y[0] / 1e-12 - 1), <, 1e-3);
  clear(&state);
}

/* Names that a text may use, and similar ones that denote nothing. */
static void
test_lookup(void)
{
  State state = state_of("parameter m = 2\ncoordinate x\ncoordinate y\nvelocity v = x'\nvelocity wide = y' + x'\n"
                         "lagrangian m*(v^2 + wide^2)/2\nconstraint c: wide = 0\n",
                         NULL, 0);
  g_assert_true(state.found);
  const NoslipSystem *system = state.system;
  const struct {
    const char *name;
    NoslipExpr expr;
  } known[] = {{"p(v)", system->momentum[0]},
               {"p(wide)", system->momentum[1]},
               {"lambda(c)", system->constraints[0].multiplier},
               {"mu(c)", system->constraints[0].mu},
               {"t", system->t},
               {"energy", system->energy},
               {"x", system->coordinates[0].symbol}};
  for (guint i = 0; i < G_N_ELEMENTS(known); i++) {
    NoslipExpr expr = NOSLIP_ZERO;
    g_assert_true(noslip_system_lookup(system, known[i].name, &expr));
    g_assert_cmpuint(expr, ==, known[i].expr);
  }
  static const char *const unknown[] = {"p()", "p(w)", "p(wid)", "p(wide", "p(c)", "lambda(v)", "mu()", "q", ""};
  for (guint i = 0; i < G_N_ELEMENTS(unknown); i++) {
    NoslipExpr expr;
    g_assert_false(noslip_system_lookup(system, unknown[i], &expr));
  }
  clear(&state);
}

/* A value that a text may not give a body is refused from elsewhere too. */
static void
test_bodies(void)
{
  static const char text[] = "parameter m = 1\nparameter I = 0.1\ncoordinate x\ncoordinate a\n"
                             "body b mass m inertia (1, 2*I + m, 1) at (x, 0, 0) turn z a\n";
  static const struct {
    double values[2];
    const char *cause;
  } cases[] = {
      {{-1, 0.8}, "the mass of the body b is -1"},
      {{1, -0.75}, "the moment of inertia 2 of the body b is -0.5"},
      {{0, 0.5}, NULL},
      {{2, -1}, NULL},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    State state = state_of(text, NULL, 0);
    g_assert_true(state.found);
    noslip_diagnostics_free(state.diagnostics);
    state.diagnostics = noslip_diagnostics_new();
    gboolean found =
        noslip_state_initial(state.system, cases[i].values, 0, NULL, state.x, state.y, state.mu, state.diagnostics);
    const NoslipDiagnostic *error = first(&state, NOSLIP_ERROR);
    g_assert_cmpint(found, ==, cases[i].cause == NULL);
    g_assert_cmpstr(error != NULL ? error->cause : NULL, ==, cases[i].cause);
    g_assert_cmpuint(error != NULL ? error->place.line : 6, ==, 6);
    clear(&state);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/system/state/least-energy", test_least_energy);
  g_test_add_func("/system/state/nearest-in-frame", test_nearest_in_frame);
  g_test_add_func("/system/state/degenerate", test_degenerate);
  g_test_add_func("/system/state/given", test_given);
  g_test_add_func("/system/state/natural-velocity", test_natural_velocity);
  g_test_add_func("/system/state/nonlinear", test_nonlinear);
  g_test_add_func("/system/state/manifold", test_manifold);
  g_test_add_func("/system/state/rotation", test_rotation);
  g_test_add_func("/system/state/mu", test_mu);
  g_test_add_func("/system/state/regular", test_regular);
  g_test_add_func("/system/state/units", test_units);
  g_test_add_func("/system/state/bodies", test_bodies);
  g_test_add_func("/system/lookup", test_lookup);
  return g_test_run();
}
