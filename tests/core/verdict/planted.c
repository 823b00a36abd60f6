/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The witness on the default motion of each named system. Built once with the unchanged core, where it must hold, and
 * once for each error that meson.build plants in a copy of one source file, where it must fail. */
#include "core/integrate/run.h"
#include "core/system/state.h"
#include "core/verdict/witness.h"

#include "tests/core/load.h"

#include <math.h>

#include <string.h>

#define ROWS 40

/* Features that no system of the catalogue uses: bodies, springs, dampers, vectors and rotations before them. */
static const struct {
  const char *name, *text;
} texts[] = {
    {"bodies",
     "noslip 1\nparameter g = 9.81\ncoordinate x\ncoordinate y\ncoordinate a\ncoordinate b\n"
     "let P = (x, y, 0.3*sin(a)) - sum(i in 1..0, i)\nlet Q = sum(i in 1..0, i) + P + 0.7*(cos(a), sin(a), "
     "x/3)\ngravity (0, 0.2, -g)\n"
     "body one mass 2 inertia (1, 2, 3) at Q turn x b turn y a turn z x\nbody two mass 0.5 at (x, y)\n"
     "body three mass 1.5 inertia (1, 1, 2) at (0, y, b) turn quaternion (cos(b/2), sin(b/2)*0.6, 0, sin(b/2)*0.8)\n"
     "body four mass 1 inertia (1, 2, 3) at (0, 0, b) turn quaternion (cos(b/2)*cos(a/2), sin(b/2)*cos(a/2), "
     "sin(b/2)*sin(a/2), cos(b/2)*sin(a/2))\n"
     "spring P (0, 1, 2) stiffness 3 length 0.4\nspring (x, 1) (y, b) stiffness 2\ndamper P (2, 1, -1) 0.4\n"
     "constraint c: dot(d(P), (1, 2, a)) + norm(cross(P, Q))*b' = 0\nforce x' = Q.x*t + dot(P, (1, 1, 1))\n"
     "initial x = 0.3\ninitial a = 0.5\ninitial b = 0.2\ninitial b' = 0.4\ninitial x' = 0.3\nrun to 4\n"},
    {"ball", "noslip 1\nparameter r = 0.5\ncoordinate x\ncoordinate y\ncoordinate s\n"
             "rotation R (q0, q1, q2, q3) body (w1, w2, w3)\nbody ball mass 2 inertia (1, 2, 3) at (x, y, r) turn R\n"
             "body pin mass 1 inertia (0.1, 0.2, 0.3) at (x, y, r) + R*(0.1, 0.2, 0.3) turn z s turn R\n"
             "gravity (0.1, 0, -9.81)\nkinetic s'^2/2\nlet u = transpose(R)*(1, 2, 3)/2\npotential u.x*0.1 + s^2\n"
             "force s' = potential + norm((x, 1 + s))\n"
             "constraint roll: d((x, y, r)) = cross(omega(R), (0, 0, r))\ndamper (x, y, s) (3, 2, 1) 0.3\n"
             "initial x' = 0.3\ninitial w3 = 2\ninitial w1 = 0.4\ninitial s' = 1\nrun to 4\n"},
    /* Inputs: a function of time and a number. */
    {"driven", "noslip 1\nparameter k = 2\ncoordinate x\ncoordinate y\ninput push = k*sin(3*t) in -5 .. 5\n"
               "input pull = 0.7 in -1 .. 1\nkinetic (x'^2 + y'^2)/2\npotential push*x*y + x^4 + pull*y\n"
               "force x' = push - y'\ninitial x' = 1\ninitial y = 0.3\nrun to 4\n"},
    /* Rests on the floor after the first impact, pushed along it. */
    {"floor", "noslip 1\ncoordinate x\ncoordinate z\nlagrangian (x'^2 + z'^2)/2 - 10*z + x*sin(z)\n"
              "friction x' = 0.2\nbounce z >= 0 restitution 0\nforce x' = 0.5\ninitial z = 0.5\ninitial x' = 1\n"
              "run to 4\n"},
    /* Vakonomic, in velocities that turn. */
    {"turning", "noslip 1\ncoordinate x\ncoordinate y\ncoordinate a\nvelocity u = cos(a)*x' + sin(a)*y'\n"
                "velocity v = cos(a)*y' - sin(a)*x'\nvelocity w = a' + x*x'\nlagrangian (u^2 + 2*v^2 + w^2)/2 - y\n"
                "constraint c: v = x*w\ndynamics vakonomic\ninitial x = 0.3\ninitial u = 1\ninitial w = 0.7\n"
                "initial mu(c) = 0.4\nrun to 4\n"},
};

static NoslipSystem *
open_system(const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
    if (strcmp(name, texts[i].name) == 0)
      return test_text(texts[i].text);
  return test_catalogue(name);
}

static void
test_witness(gconstpointer data)
{
  g_autoptr(NoslipSystem) system = open_system(data);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + system->k + 1);
  double *mu = xy + system->m + system->n;
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, mu, diagnostics));
  g_autoptr(NoslipDynamics) dynamics =
      noslip_dynamics_new(noslip_formulation_for(system, system->dynamics), system, &error);
  g_assert_null(error);
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  options.to = system->run_to / 4;
  options.step = options.to / ROWS;
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, parameters, 0, xy,
                                            system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC ? mu : NULL, &error);
  g_assert_null(error);
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  g_autoptr(NoslipWitness) witness = noslip_witness_new(system, system->dynamics);
  noslip_witness_follow(witness, dynamics);
  while (noslip_run_next(run, row, NULL, &error))
    noslip_witness_add_row(witness, parameters, row);
  NoslipWitnessResult result;
  noslip_witness_result(witness, &result);
  g_test_message("%s: %g in %s at t = %g, %u rows", (const char *) data, result.residual, result.where, result.time,
                 result.n_rows);
  g_assert_true(result.checked);
  g_assert_cmpuint(result.n_rows, >, 0);
  if (MUST_HOLD) {
    g_assert_cmpuint(result.n_rows, ==, ROWS + 1);
    g_assert_true(result.holds);
    g_assert_cmpfloat(result.residual, <, 1e-12);
  } else {
    g_assert_false(result.holds);
    g_assert_false(result.residual < 1e-4);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (int i = 1; i < argc; i++) {
    g_autofree char *path = g_strdup_printf("/witness/%s", argv[i]);
    g_test_add_data_func(path, argv[i], test_witness);
  }
  return g_test_run();
}
