/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/benchmark/by-hand-section.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <string.h>

#define SIZE 6 /* g, w */
#define CLOSE 1e-12

/* Euler's equations: g' = g x w, I w' = I w x w + mgl g x chi. */
static int
heavy_top(double t, const double *state, double *rates, void *data)
{
  const double *I = data, *chi = I + 3, mgl = I[6], *g = state, *w = state + 3;
  rates[0] = g[1] * w[2] - g[2] * w[1];
  rates[1] = g[2] * w[0] - g[0] * w[2];
  rates[2] = g[0] * w[1] - g[1] * w[0];
  rates[3] = ((I[1] - I[2]) * w[1] * w[2] + mgl * (g[1] * chi[2] - g[2] * chi[1])) / I[0];
  rates[4] = ((I[2] - I[0]) * w[2] * w[0] + mgl * (g[2] * chi[0] - g[0] * chi[2])) / I[1];
  rates[5] = ((I[0] - I[1]) * w[0] * w[1] + mgl * (g[0] * chi[1] - g[1] * chi[0])) / I[2];
  return GSL_SUCCESS;
}

/* The part of the step h, from `before`, at whose end w1 is 0: the secant method with bisections, with one step of the
 * same integrator for each trial. */
static double
find_crossing(gsl_odeiv2_step *stepper, const gsl_odeiv2_system *equations, const double *before, double h, double end)
{
  double low = 0, high = h, at_low = before[3], at_high = end, part = h, errors[SIZE], state[SIZE];
  for (unsigned trial = 0; trial < 60 && high - low > CLOSE * h; trial++) {
    part = trial % 3 == 2 ? (low + high) / 2 : low - at_low * (high - low) / (at_high - at_low);
    memcpy(state, before, sizeof state);
    gsl_odeiv2_step_apply(stepper, 0, part, state, errors, NULL, NULL, equations);
    if (fabs(state[3]) < CLOSE)
      break;
    if (state[3] < 0)
      low = part, at_low = state[3];
    else
      high = part, at_high = state[3];
  }
  return part;
}

unsigned
cli_section_by_hand(const double *parameters, const double *start, unsigned most, double rtol, double atol,
                    double *first)
{
  gsl_odeiv2_system equations = {heavy_top, NULL, SIZE, (void *) parameters};
  gsl_odeiv2_step *stepper = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, SIZE);
  gsl_odeiv2_step *trials = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, SIZE);
  gsl_odeiv2_control *control = gsl_odeiv2_control_y_new(atol, rtol);
  gsl_odeiv2_evolve *evolve = gsl_odeiv2_evolve_alloc(SIZE);
  double state[SIZE], before[SIZE], t = 0, h = 1e-3;
  unsigned n = 0;
  memcpy(state, start, sizeof state);
  while (n < most && t < 1e4) {
    double from = t;
    memcpy(before, state, sizeof state);
    if (gsl_odeiv2_evolve_apply(evolve, control, stepper, &equations, &t, 1e4, &h, state) != GSL_SUCCESS)
      break;
    if (!(before[3] < 0 && state[3] >= 0))
      continue;
    double at = from + find_crossing(trials, &equations, before, t - from, state[3]);
    if (n++ == 0)
      *first = at;
  }
  gsl_odeiv2_evolve_free(evolve);
  gsl_odeiv2_control_free(control);
  gsl_odeiv2_step_free(trials);
  gsl_odeiv2_step_free(stepper);
  return n;
}
