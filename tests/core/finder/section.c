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
      {top, "sin(70*t)", NOSLIP_EVENT_BOTH, 1000},
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
    g_assert_true((all > 50) == (i != 5 && i != 7));
    noslip_dynamics_unref(dynamics);
  }
}

/* All crossings of a section, and the greatest number of a motion with a crossing before the last one of motion 0. */
typedef struct {
  GArray **rows; /* of double, of each motion */
  guint size, latest;
  guint greatest;
} Section;

static void
take_any(guint motion, const double *row, gpointer data)
{
  Section *section = data;
  g_array_append_vals(section->rows[motion], row, section->size);
  section->latest = MAX(section->latest, motion);
  if (motion == 0)
    section->greatest = section->latest;
}

static Section
run_section(NoslipSystem *system, NoslipSectionSpread spread, NoslipDiagnostic **ended)
{
  g_autofree double *parameters = noslip_system_default_parameters(system);
  NoslipSectionOrder order = {.system = system,
                              .kind = NOSLIP_DYNAMICS_FREE,
                              .parameters = parameters,
                              .cut = {"w1", NOSLIP_EVENT_RISING, 5},
                              .spread = spread};
  Section section = {.rows = g_new0(GArray *, spread.n), .size = noslip_row_size(system)};
  NoslipDiagnostic *error = NULL;
  noslip_run_options_default(&order.options, system);
  order.options.step = 0;
  for (guint i = 0; i < spread.n; i++)
    section.rows[i] = g_array_new(FALSE, FALSE, sizeof(double));
  g_assert_true(noslip_section_run(&order, take_any, &section, ended, NULL, &error));
  g_assert_null(error);
  return section;
}

static void
section_clear(Section *section, guint n)
{
  for (guint i = 0; i < n; i++)
    g_array_unref(section->rows[i]);
  g_free(section->rows);
}

/* The motions of a spread grow together, each with the bits of a section of it alone, also where some cannot start:
 * here where s is negative. */
static void
test_spread(void)
{
  enum { N = 2 * NOSLIP_TAPE_LANES + 6 };
  g_autofree char *text = g_strconcat(top, "parameter s = 1\ninitial w1 = sqrt(s)/10\ninitial w3 = 1\n", NULL);
  g_autoptr(NoslipSystem) system = test_text(text);
  char name[] = "s";
  const NoslipSectionSpread spread = {name, noslip_system_parameter(system, name), 2, -0.3, N};
  NoslipDiagnostic *ended[N], *ended_alone = NULL;
  guint refused = 0, crossings = 0;
  Section together = run_section(system, spread, ended);
  g_assert_cmpuint(together.greatest, ==, NOSLIP_TAPE_LANES - 1);
  for (guint i = 0; i < N; i++) {
    double value = noslip_section_spread_value(&spread, i);
    const NoslipSectionSpread one = {name, spread.parameter, value, value, 1};
    Section alone = run_section(system, one, &ended_alone);
    g_assert_cmpmem(together.rows[i]->data, together.rows[i]->len * sizeof(double), alone.rows[0]->data,
                    alone.rows[0]->len * sizeof(double));
    g_assert_true((ended[i] == NULL) == (ended_alone == NULL));
    refused += ended[i] != NULL;
    crossings += alone.rows[0]->len / alone.size;
    g_clear_pointer(&ended[i], noslip_diagnostic_free);
    g_clear_pointer(&ended_alone, noslip_diagnostic_free);
    section_clear(&alone, 1);
  }
  g_assert_cmpuint(refused, >, 5);
  g_assert_cmpuint(refused, <, NOSLIP_TAPE_LANES);
  g_assert_cmpuint(crossings, >, N);
  section_clear(&together, N);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/section/lanes", test_lanes);
  g_test_add_func("/section/spread", test_spread);
  return g_test_run();
}
