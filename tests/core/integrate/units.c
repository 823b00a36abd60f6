/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other units change no rank, no pivot, no refusal and no motion: L or a constraint times 1e+-30, a coordinate times
 * 1e+-6, and another unit of time. */
#include "core/dynamics/start.h"
#include "core/equations/portrait.h"
#include "core/geometry/bracket.h"
#include "core/integrate/run.h"
#include "core/system/equations.h"

#include "tests/core/load.h"

#include <math.h>
#include <string.h>

/* @ is the factor of L, $ that of the constraints, % that of the coordinate b, with b = % B. */
static const struct {
  const char *name, *text;
  const char *formulation; /* NULL: that of the system */
} systems[] = {
    {"vakonomic",
     "coordinate x\ncoordinate y\ncoordinate b\nlagrangian @*((x'^2 + y'^2)/2 + (%*b')^2)\ndynamics vakonomic\n"
     "constraint c: $*(%*b') = $*(x*y' - y*x')\ninitial x = 0.3\ninitial x' = 1\ninitial y' = 0.5\n"
     "initial mu(c) = 0.7*@/$\n",
     NULL},
    {"tension",
     "coordinate x\ncoordinate y\ncoordinate b\nlagrangian @*((x'^2 + y'^2)/2 - 9.81*y + %*b*(x^2 + y^2 - 1))\n"
     "initial x = 0.6\ninitial y = -0.8\n",
     "singular"},
    {"degenerate", "coordinate x\ncoordinate b\nlagrangian @*((x' + %*b')^2/2 - (x - %*b)^2/2)\ninitial x' = 1\n",
     "singular"},
    {"bounce",
     "coordinate x\ncoordinate y\ncoordinate b\nlagrangian @*((x'^2 + y'^2)/2 + (%*b')^2/2 - 9.81*y)\n"
     "constraint c: $*x' = $*(%*b' + y'/3)\nbounce y >= 0 restitution 0.5\nfriction x' = 2*@\ninitial y = 1\n"
     "initial x' = 0.4\n",
     NULL},
    {"stick",
     "coordinate y\ncoordinate b\nlagrangian @*((%*b')^2/2 + y'^2/2 - 10*(%*b - y)^2)\nconstraint c: $*y' = $*0.4\n"
     "friction b' = 3*@*%\n",
     "hamiltonian"},
    {"disk",
     "coordinate x\ncoordinate y\ncoordinate a\ncoordinate b\n"
     "lagrangian @*((x'^2 + y'^2)/2 + a'^2/3 + (%*b')^2/2)\nconstraint c: $*x' = $*(cos(a)*(%*b'))\n"
     "constraint d: $*y' = $*(sin(a)*(%*b'))\ninitial b' = 1/%\ninitial a' = 0.5\n",
     "gibbs-appell"},
    /* two rows of Phi whose first columns are dependent but for rounding */
    {"parallel",
     "coordinate x\ncoordinate y\ncoordinate a\ncoordinate z\ncoordinate b\n"
     "lagrangian @*((x'^2 + y'^2 + z'^2)/2 + x'*y'/3 + a'^2/3 + (%*b')^2/2 - 1/(9 + x))\n"
     "constraint c: $*(cos(a)*x' + sin(a)*y' + z'/7) = $*a'\n"
     "constraint d: $*(3*cos(a)*x' + 3*sin(a)*y' + 3*z'/7) = $*(%*b')\n"
     "constraint e: $*(0.3*cos(a)*x' + 0.3*sin(a)*y' + 0.1*z'*sin(x)) = $*(%*b'/3 + a')\n"
     "initial x' = 1\ninitial y' = 0.5\n",
     NULL},
};

static const double factors[][3] = {{1, 1, 1},     {1e30, 1, 1}, {1e-30, 1, 1}, {1, 1e30, 1},
                                    {1, 1e-30, 1}, {1, 1, 1e6},  {1, 1, 1e-6}};

static char *
text_of(const char *form, const double *factor)
{
  GString *text = g_string_new("noslip 1\n");
  for (; *form != '\0'; form++) {
    const char *signs = "@$%", *sign = strchr(signs, *form);
    if (sign != NULL)
      g_string_append_printf(text, "%.17g", factor[sign - signs]);
    else
      g_string_append_c(text, *form);
  }
  g_string_append(text, "run to 2 step 0.05\n");
  return g_string_free(text, FALSE);
}

/* The last row, with b, its rates and lambda in the units of the first factors. */
static double *
last_row(NoslipSystem *system, const char *id, const double *factor)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + system->k + 1);
  double *mu = xy + system->m + system->n;
  gboolean vakonomic = system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC;
  g_assert_true(noslip_start_state(system, system->dynamics, FALSE, parameters, 0, NULL, xy, xy + system->m, mu, NULL,
                                   diagnostics));
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(
      id != NULL ? noslip_formulation_find(id) : noslip_formulation_for(system, system->dynamics), system, &error);
  g_assert_null(error);
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, parameters, 0, xy, vakonomic ? mu : NULL, &error);
  g_assert_null(error);
  double *row = g_new0(double, noslip_row_size(system));
  while (noslip_run_next(run, row, NULL, &error))
    ;
  if (error != NULL)
    g_test_message("%s", error->cause);
  g_assert_null(error);
  g_assert_cmpfloat_with_epsilon(row[0], 2, 1e-12);
  row[noslip_row_x(system) + system->m - 1] *= factor[2];
  row[noslip_row_y(system) + system->n - 1] *= factor[2];
  row[noslip_row_ydot(system) + system->n - 1] *= factor[2];
  for (guint c = 0; c < system->k; c++)
    row[noslip_row_lambda(system) + c] *= factor[1] / factor[0];
  return row;
}

static void
test_units(gconstpointer data)
{
  guint which = GPOINTER_TO_UINT(data);
  g_autofree double *first = NULL;
  guint ranks[4] = {0};
  for (guint f = 0; f < G_N_ELEMENTS(factors); f++) {
    g_autofree char *text = text_of(systems[which].text, factors[f]);
    g_autoptr(NoslipSystem) system = test_text(text);
    g_test_message("%s: L %g, constraints %g, b %g", systems[which].name, factors[f][0], factors[f][1], factors[f][2]);
    g_autoptr(NoslipPortrait) portrait = noslip_portrait_new(system, NULL, NULL);
    g_autofree double *row = last_row(system, systems[which].formulation, factors[f]);
    const guint here[4] = {portrait->mass_rank, portrait->rank, portrait->regular, portrait->vakonomic_rank};
    if (first == NULL) {
      first = g_steal_pointer(&row);
      memcpy(ranks, here, sizeof ranks);
      continue;
    }
    for (guint i = 0; i < G_N_ELEMENTS(ranks); i++)
      g_assert_cmpuint(here[i], ==, ranks[i]);
    for (guint i = 0; i < noslip_row_size(system); i++) {
      if (isnan(first[i]) && isnan(row[i]))
        continue;
      g_assert_cmpfloat_with_epsilon(row[i], first[i], 1e-6 * (1 + fabs(first[i])));
    }
  }
}

/* Which sections and velocities are pivots, as text: the basis of D by its coefficients that are not 0, and the dependent
 * velocities. */
static char *
pivots(NoslipSystem *system)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  g_autoptr(NoslipDistribution) distribution = noslip_distribution_new(model, &error);
  g_assert_nonnull(distribution);
  g_autoptr(NoslipEquations) equations = noslip_equations_new(model, &error);
  g_assert_nonnull(equations);
  GString *text = g_string_new("basis");
  for (guint i = 0; i < system->n * distribution->r; i++)
    g_string_append(text, distribution->basis[i] == NOSLIP_ZERO ? " 0" : " 1");
  g_string_append(text, " dependent");
  for (guint c = 0; c < system->k; c++)
    g_string_append_printf(text, " %s", system->fibres[equations->dependent[c]].name);
  return g_string_free(text, FALSE);
}

static void
test_pivots(void)
{
  static const char *const texts[] = {
      "coordinate b\ncoordinate a\ncoordinate z\nlagrangian @*((%*b')^2 + a'^2 + z'^2)/2\n"
      "constraint c: $*(%*b*%*b' + a*a' + a^2*z') = 0\ninitial a = 0.7\ninitial b = 0.4/%\ninitial z' = 1\n",
      "coordinate b\ncoordinate a\ncoordinate z\nlagrangian @*((%*b')^2 + a'^2 + z'^2)/2\n"
      "constraint c: $*(cos(b*%)*%*b' + cos(b*%)*a') = 0\nconstraint d: $*(2*%*b' + sin(z)*a' - z') = 0\n"
      "initial b = 1/%\ninitial z = 0.3\n",
      "coordinate b\ncoordinate a\nlagrangian @*((%*b')^2 + a'^2)/2\nconstraint c: $*(%*b*%*b' + a^2*a') = 0\n"
      "initial b = 1e-4/%\ninitial a = 1\n",
  };
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autofree char *first = NULL;
    for (guint f = 0; f < G_N_ELEMENTS(factors); f++) {
      g_autofree char *text = text_of(texts[i], factors[f]);
      g_test_message("L %g, constraints %g, b %g", factors[f][0], factors[f][1], factors[f][2]);
      g_autoptr(NoslipSystem) system = test_text(text);
      g_autofree char *here = pivots(system);
      if (first == NULL)
        first = g_steal_pointer(&here);
      else
        g_assert_cmpstr(here, ==, first);
    }
  }
}

/* The end of a mode is approached with steps that are no shorter than the time between two samples requires. */
static void
test_long_samples(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2 - 10*(x - y)^2\n"
                "constraint drive: y' = 0.4\nfriction x' = 3\nrun to 10 step 5\n");
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  double xy[4], row[32];
  g_assert_true(noslip_start_state(system, NOSLIP_DYNAMICS_NONHOLONOMIC, FALSE, NULL, 0, NULL, xy, xy + 2, NULL, NULL,
                                   diagnostics));
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(noslip_formulation_find("hamiltonian"), system, &error);
  g_assert_nonnull(dynamics);
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, NULL, 0, xy, NULL, &error);
  g_assert_nonnull(run);
  while (noslip_run_next(run, row, NULL, &error))
    ;
  g_assert_null(error);
  g_assert_cmpfloat(row[0], ==, 10);
}

/* In seconds, nanoseconds or years: impacts, sticking and switches are at the same fractions of the run, and a rank is
 * lost at the same one. */
static void
test_time(void)
{
  static const char *const texts[] = {
      "coordinate x\nlagrangian x'^2/2 - 9.81*x/T^2\nbounce x >= 0 restitution 0.8\ninitial x = 1\n",
      "coordinate x\nlagrangian x'^2/2 - 9.81*x/T^2\nbounce x >= 0 restitution 0.5\ninitial x = 1\n",
      "coordinate x\nlagrangian x'^2/2 - 20*x^2/T^2\nfriction x' = 3/T^2\ninitial x = 1\n",
      "coordinate x\nlagrangian x'^2/2 - if(x > 0, 2, 9)*x^2/T^2\ninitial x = 1\n",
      "coordinate x\ncoordinate y\nlagrangian x'^2/2 + x*y'^2/2\ninitial x = 1\ninitial x' = -0.73/T\n",
  };
  static const double units[] = {1, 1e-9, 1e-15, 3.2e7};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    double x[4], t[4], row[32];
    for (guint u = 0; u < G_N_ELEMENTS(units); u++) {
      g_autofree char *text = g_strdup_printf("noslip 1\nparameter T = %g\n%srun to %.17g step %.17g\n", units[u],
                                              texts[i], 2 * units[u], 0.05 * units[u]);
      g_autoptr(NoslipSystem) system = test_text(text);
      g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
      g_autoptr(NoslipDiagnostic) error = NULL;
      double xy[4] = {0};
      g_assert_true(noslip_start_state(system, system->dynamics, FALSE, &units[u], 0, NULL, xy, xy + system->m, NULL,
                                       NULL, diagnostics));
      g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(noslip_formulation_find("multipliers"), system, &error);
      g_assert_nonnull(dynamics);
      NoslipRunOptions options;
      noslip_run_options_default(&options, system);
      g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, &units[u], 0, xy, NULL, &error);
      g_assert_nonnull(run);
      while (noslip_run_next(run, row, NULL, &error))
        ;
      g_assert_true((error != NULL) == (i == G_N_ELEMENTS(texts) - 1));
      t[u] = row[0] / units[u];
      x[u] = row[noslip_row_x(system)];
      g_test_message("%u, T = %g: t = %.12g T, x = %.12g", i, units[u], t[u], x[u]);
      g_assert_cmpfloat_with_epsilon(t[u], t[0], 1e-9);
      g_assert_cmpfloat_with_epsilon(x[u], x[0], 1e-7);
      /* the lost rank is located much better than the time of a row */
      const char *at = error != NULL ? strstr(error->cause, "t = ") : NULL;
      if (at != NULL)
        g_assert_cmpfloat_with_epsilon(g_ascii_strtod(at + 4, NULL) / units[u], 1 / 0.73, 1e-6);
    }
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(systems); i++) {
    g_autofree char *path = g_strdup_printf("/units/%s", systems[i].name);
    g_test_add_data_func(path, GUINT_TO_POINTER(i), test_units);
  }
  g_test_add_func("/units/pivots", test_pivots);
  g_test_add_func("/units/time", test_time);
  g_test_add_func("/units/long-samples", test_long_samples);
  return g_test_run();
}
