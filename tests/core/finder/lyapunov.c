/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lyapunov exponents at an equilibrium are the real parts of its eigenvalues. */
#include "core/finder/lyapunov.h"

#include "core/system/state.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Upside down a damped pendulum has s^2 + c s - 1 = 0; hanging, s^2 + c s + 1 = 0, both with the real part -c/2. */
static void
test_pendulum(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\nparameter c = 0.5\ncoordinate theta angle\n"
                                             "kinetic theta'^2/2\npotential -cos(theta)\nforce theta' = -c*theta'\n");
  g_autofree double *parameters = noslip_system_default_parameters(system);
  const NoslipLyapunovOptions options = {.to = 16, .rtol = 1e-10, .atol = 1e-12, .seed = 1};
  const double root = sqrt(0.0625 + 1);
  for (guint up = 0; up < 2; up++) {
    const double xy[2] = {up ? G_PI : 0, 0};
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_autoptr(NoslipLyapunov) found =
        noslip_lyapunov_find(system, NOSLIP_DYNAMICS_NONHOLONOMIC, parameters, xy, &options, NULL, &error);
    g_assert_null(error);
    g_assert_cmpuint(found->n, ==, 2);
    g_assert_cmpuint(found->dimension, ==, 2);
    for (guint i = 0; i < 2; i++) {
      double expected = up ? -0.25 + (i == 0 ? root : -root) : -0.25;
      g_test_message("%.12g, expected %.12g", found->exponents[i], expected);
      g_assert_cmpfloat(fabs(found->exponents[i] - expected), <, up ? 1e-3 : 0.05);
    }
    g_assert_cmpfloat(fabs(found->exponents[0] + found->exponents[1] + 0.5), <, 1e-8); /* the volume shrinks at c */
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/lyapunov/pendulum", test_pendulum);
  return g_test_run();
}
