/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The crossings of motions in lanes are those of each motion alone, bit by bit. */
#include "core/finder/section.h"

#include "core/expr/tape.h"
#include "core/integrate/ensemble.h"
#include "core/system/row.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static const char top[] = "noslip 1\nparameter mgl = 2.5\ncoordinate g1\ncoordinate g2\ncoordinate g3\n"
                          "manifold g1^2 + g2^2 + g3^2 = 1\nsection w1 anchor g2: g3, g3: -g2\n"
                          "section w2 anchor g1: -g3, g3: g1\nsection w3 anchor g1: g2, g2: -g1\n"
                          "bracket [w1, w2] = w3\nbracket [w2, w3] = w1\nbracket [w3, w1] = w2\n"
                          "kinetic (1.5*w1^2 + 2*w2^2 + 3*w3^2)/2\npotential mgl*(0.2*g1 - 0.1*g2 + 0.4*g3)\n"
                          "initial g1 = 0.6\ninitial g2 = 0.8\n"
                          "run to 12 step 0.05\n";
static const char sleigh[] = "noslip 1\nparameter m = 1\nparameter c = 0.3\ncoordinate x\ncoordinate y\n"
                             "coordinate q angle\nkinetic m*(d(x - 0.3*sin(q))^2 + d(y + 0.3*cos(q))^2)/2 + q'^2/4\n"
                             "force q' = -c*sin(t)\nconstraint blade: -x'*sin(q) + y'*cos(q) = 0\n"
                             "run to 12 step 0.05\n";

typedef struct {
  GArray *rows[NOSLIP_TAPE_LANES]; /* of double */
  guint size;
} Found;

static void
take(guint motion, const double *row, gpointer data)
{
  Found *found = data;
  g_array_append_vals(found->rows[motion], row, found->size);
}

static void
found_init(Found *found, const NoslipSystem *system, guint n)
{
  found->size = noslip_row_size(system);
  for (guint i = 0; i < n; i++)
    found->rows[i] = g_array_new(FALSE, FALSE, sizeof(double));
}

static void
compare(Found *together, Found *alone, guint n)
{
  for (guint i = 0; i < n; i++) {
    g_assert_cmpmem(together->rows[i]->data, together->rows[i]->len * sizeof(double), alone->rows[i]->data,
                    alone->rows[i]->len * sizeof(double));
    g_array_unref(together->rows[i]);
    g_array_unref(alone->rows[i]);
  }
}

/* n motions that begin with different velocities and values of the first parameter. Returns the number of crossings. */
static guint64
follow(NoslipDynamics *dynamics, const char *event, NoslipEventDirection direction, guint64 most, guint n)
{
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  gsize m = system->m, size = m + system->n, n_parameters = system->n_parameters;
  g_autofree double *parameters = g_new0(double, n *n_parameters), *xy = g_new0(double, n *size);
  g_autofree double *given = noslip_system_default_parameters(system);
  const NoslipSectionCut cut = {event, direction, most};
  guint64 counts[NOSLIP_TAPE_LANES], all = 0;
  NoslipDiagnostic *errors[NOSLIP_TAPE_LANES];
  NoslipRunOptions options;
  Found together, alone;
  noslip_run_options_default(&options, system);
  options.step = 0;
  for (guint i = 0; i < n; i++) {
    memcpy(parameters + i * n_parameters, given, n_parameters * sizeof(double));
    parameters[i * n_parameters] *= 1 + 0.02 * i;
    xy[i * size] = system->k > 0 ? 0.1 * i : 0.6;
    xy[i * size + 1] = system->k > 0 ? 0 : 0.8;
    xy[i * size + m] = 0.1 + 0.05 * i;
    xy[i * size + m + 2] = 1 + 0.07 * (i % 5);
  }
  found_init(&together, system, n);
  found_init(&alone, system, n);
  const NoslipSectionMotions motions = {.dynamics = dynamics,
                                        .options = &options,
                                        .cut = &cut,
                                        .n = n,
                                        .parameters = parameters,
                                        .xy = xy,
                                        .counts = counts,
                                        .errors = errors};
  noslip_section_follow_many(&motions, take, &together, NULL);
  for (guint i = 0; i < n; i++) {
    NoslipDiagnostic *error = NULL;
    guint64 count = noslip_section_follow(dynamics, &options, parameters + i * n_parameters, xy + i * size, NULL, &cut,
                                          i, take, &alone, NULL, &error);
    g_assert_cmpuint(counts[i], ==, count);
    g_assert_true(errors[i] == NULL && error == NULL);
    all += count;
  }
  compare(&together, &alone, n);
  return all;
}

/* Crossings of one direction and of both; two within a step; many within a step; a function that only touches zero;
 * multipliers, which rows may lack; a function that is never 0. Motions end at different times. */
static void
test_lanes(void)
{
  static const struct {
    const char *system, *event;
    NoslipEventDirection direction;
    guint64 most;
  } cases[] = {
      {top, "w1", NOSLIP_EVENT_RISING, 4},
      {top, "w1", NOSLIP_EVENT_BOTH, 1000},
      {top, "w1^2 - 0.0025", NOSLIP_EVENT_BOTH, 1000},
      {top, "sin(40*t) + g1/10", NOSLIP_EVENT_FALLING, 50},
      {top, "w2^2", NOSLIP_EVENT_BOTH, 9},
      {top, "abs(w2) - g1^2", NOSLIP_EVENT_BOTH, 9},
      {top, "w3 - 50", NOSLIP_EVENT_BOTH, 9},
      {sleigh, "q' - x'", NOSLIP_EVENT_BOTH, 9},
      {sleigh, "lambda(blade)", NOSLIP_EVENT_BOTH, 9},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(NoslipSystem) system = test_text(cases[i].system);
    NoslipDiagnostic *error = NULL;
    NoslipDynamics *dynamics =
        noslip_dynamics_new(noslip_formulation_find(system->k > 0 ? "multipliers" : "free"), system, &error);
    g_assert_null(error);
    guint64 all = follow(dynamics, cases[i].event, cases[i].direction, cases[i].most, NOSLIP_TAPE_LANES) +
                  follow(dynamics, cases[i].event, cases[i].direction, cases[i].most, 11);
    g_test_message("%s: %" G_GUINT64_FORMAT, cases[i].event, all);
    g_assert_true((all > 50) == (i != 4 && i != 6));
    noslip_dynamics_unref(dynamics);
  }
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/section/lanes", test_lanes);
  return g_test_run();
}
