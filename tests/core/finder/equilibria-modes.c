/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The modes of equilibria, found from starts near rest and in motion. */
#include "core/finder/equilibria.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <complex.h>
#include <math.h>
#include <string.h>

typedef struct {
  NoslipSystem *system;
  double *parameters, *start; /* start: m + n */
  NoslipEquilibria *found;
} Search;

/* From the initial state of the system, which it takes, with other values of some coordinates and velocities ("a = 0.1
 * b = 2"). */
static Search
search(NoslipSystem *system, const char *values)
{
  Search s = {.system = system};
  guint size = s.system->m + s.system->n;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_auto(GStrv) words = g_strsplit(values, " ", -1);
  NoslipDiagnostic *error = NULL;
  s.parameters = noslip_system_default_parameters(s.system);
  s.start = g_new0(double, size);
  g_assert_true(
      noslip_state_initial(s.system, s.parameters, 0, NULL, s.start, s.start + s.system->m, NULL, diagnostics));
  for (guint w = 0; w + 2 < g_strv_length(words); w += 3) {
    guint i = 0;
    while (i < size && strcmp(noslip_state_name(s.system, i), words[w]) != 0)
      i++;
    g_assert_cmpuint(i, <, size);
    s.start[i] = g_ascii_strtod(words[w + 2], NULL);
  }
  const NoslipEquilibriaOptions options = {.relative = TRUE, .along = -1, .near = s.start, .seed = 1};
  s.found = noslip_equilibria_find(s.system, s.system->dynamics, s.parameters, s.start, &options, NULL, &error);
  g_assert_null(error);
  g_assert_cmpuint(s.found->equilibria->len, ==, 1);
  return s;
}

static void
search_clear(Search *s)
{
  noslip_equilibria_free(s->found);
  g_free(s->parameters);
  g_free(s->start);
  noslip_system_unref(s->system);
}

/* Two equal rods hang down: their modes have w = omega^2 l/g = 3 +- 6/sqrt(7) and b/a = 3 w/(3 - 2 w), and velocities are
 * lambda times coordinates. They are found from starts that are displaced and nearly at rest, with any small velocity. */
static void
test_near_rest(void)
{
  const char *slow[] = {"0", "4e-17", "1e-12", "1e-9", "1e-6", "1e-3"};
  for (guint c = 0; c < 2 * G_N_ELEMENTS(slow); c++) {
    g_autofree char *values =
        g_strdup_printf("a = -0.05 b = 0.1 a' = -%s b' = %s", slow[c / 2], c % 2 == 0 ? slow[c / 2] : "0.3");
    Search s = search(test_catalogue("double-pendulum"), values);
    const NoslipEquilibrium *at = s.found->equilibria->pdata[0];
    g_assert_cmpuint(at->n, ==, 4);
    g_assert_cmpuint(at->forced, ==, 0);
    for (guint k = 0; k < 4; k += 2) {
      double w = 3 + (k == 0 ? 6 : -6) / sqrt(7), omega = sqrt(9.81 * w);
      double complex v[4], lambda = at->eigenvalues[2 * k] + I * at->eigenvalues[2 * k + 1];
      for (guint i = 0; i < 4; i++)
        v[i] = at->modes[2 * (4 * k + i)] + I * at->modes[2 * (4 * k + i) + 1];
      g_assert_cmpfloat(cabs(lambda - I * omega), <, 1e-9);
      g_assert_cmpfloat(cabs(v[1] - 3 * w / (3 - 2 * w) * v[0]), <, 1e-9 * cabs(v[1]));
      g_assert_cmpfloat(cabs(v[2] - lambda * v[0]), <, 1e-9 * cabs(v[2]));
      g_assert_cmpfloat(cabs(v[3] - lambda * v[1]), <, 1e-9 * cabs(v[3]));
    }
    search_clear(&s);
  }
}

/* A v (size) at the state z, by differences. */
static void
slope_along(const NoslipFormulation *formulation, gpointer work, guint size, const double *z, const double complex *v,
            double complex *slope)
{
  const double step = 1e-5;
  g_autofree double *beside = g_new0(double, size);
  g_autofree double *zdot = g_new0(double, size);
  memset(slope, 0, sizeof *slope * size);
  for (guint part = 0; part < 2; part++)
    for (int sign = -1; sign <= 1; sign += 2) {
      for (guint i = 0; i < size; i++)
        beside[i] = z[i] + sign * step * (part == 0 ? creal(v[i]) : cimag(v[i]));
      g_assert_cmpint(formulation->rates(work, 0, beside, zdot), ==, NOSLIP_STEP_OK);
      for (guint i = 0; i < size; i++)
        slope[i] += (part == 0 ? 1 : I) * sign * zdot[i] / (2 * step);
    }
}

/* A v = lambda v for each mode beside zeros that a family forces, except for coordinates on which nothing depends. */
static void
assert_modes(const char *name, const char *values, guint n_modes, guint forced)
{
  Search s = search(test_catalogue(name), values);
  const NoslipEquilibrium *at = s.found->equilibria->pdata[0];
  guint size = s.system->m + s.system->n;
  g_autoptr(NoslipDynamics) dynamics =
      noslip_dynamics_new(noslip_formulation_for(s.system, s.system->dynamics), s.system, NULL);
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  gpointer work = formulation->work_new(noslip_dynamics_data(dynamics));
  formulation->set_parameters(work, s.parameters);
  g_autofree double complex *v = g_new0(double complex, size);
  g_autofree double complex *slope = g_new0(double complex, size);
  for (guint r = 0; r < at->n_symmetries; r++)
    g_assert_cmpfloat(fabs(at->rates[r]), <, 1e-12 * at->rate);
  g_assert_cmpuint(at->n - at->forced, ==, n_modes);
  g_assert_cmpuint(at->forced, ==, forced);
  for (guint k = 0; k < n_modes; k++) {
    double complex lambda = at->eigenvalues[2 * k] + I * at->eigenvalues[2 * k + 1];
    double largest = 0;
    for (guint i = 0; i < size; i++) {
      v[i] = at->modes[2 * (size * k + i)] + I * at->modes[2 * (size * k + i) + 1];
      largest = fmax(largest, cabs(v[i]));
    }
    g_assert_cmpfloat(largest, >, 0);
    slope_along(formulation, work, size, at->state, v, slope);
    for (guint i = 0; i < size; i++)
      if (!(i < s.system->m && s.found->cyclic[i]))
        g_assert_cmpfloat(cabs(slope[i] - lambda * v[i]), <, 1e-7 * fmax(at->rate, cabs(lambda)) * largest);
  }
  formulation->work_free(work);
  search_clear(&s);
}

static void
test_beside_zeros(void)
{
  assert_modes("chaplygin-sleigh", "v1 = 0.7 omega = 0 v2 = 0", 1, 4);
  assert_modes("falling-disk", "alpha = 0 alpha' = 0 theta = 0 theta' = 0", 2, 6);
  assert_modes("rattleback", "w1 = 0 w2 = 0 w3 = 0", 4, 4);
}

/* Pairs stay side by side where all real parts are 0: a rattleback at rest, and two equal oscillators. */
static void
test_pairs(void)
{
  const char *names[] = {"rattleback", NULL};
  g_autoptr(NoslipSystem) equal = test_text("noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2 - "
                                            "(x^2 + y^2)/2\n");
  for (guint c = 0; c < G_N_ELEMENTS(names); c++) {
    Search s = names[c] != NULL ? search(test_catalogue(names[c]), "w1 = 0 w2 = 0 w3 = 0")
                                : search(noslip_system_ref(equal), "x = 0.1");
    const NoslipEquilibrium *at = s.found->equilibria->pdata[0];
    g_assert_cmpuint(at->n - at->forced, ==, 4);
    for (guint k = 0; k < 4; k += 2) {
      g_assert_cmpfloat(at->eigenvalues[2 * k + 1], >, 0);
      g_assert_cmpfloat(at->eigenvalues[2 * k + 2], ==, at->eigenvalues[2 * k]);
      g_assert_cmpfloat(at->eigenvalues[2 * k + 3], ==, -at->eigenvalues[2 * k + 1]);
    }
    search_clear(&s);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/equilibria/modes-near-rest", test_near_rest);
  g_test_add_func("/equilibria/modes-beside-zeros", test_beside_zeros);
  g_test_add_func("/equilibria/modes-in-pairs", test_pairs);
  return g_test_run();
}
