/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of quantities that have a value along a motion: each name once, and the columns of a section of D
 * adjacent. */
#include "core/simulation/quantities.h"
#include "core/language/language.h"

#include <gsl/gsl_errno.h>
#include <string.h>

static const char *const knife_edge =
    "noslip 1\nparameter m = 2\ncoordinate x unit \"m\"\ncoordinate y\ncoordinate theta angle\n"
    "lagrangian m/2*(x'^2 + y'^2) + theta'^2/2\nconstraint blade: -sin(theta)*x' + cos(theta)*y' = 0\n"
    "initial x' = 1\ninitial theta' = 1\n";

static NoslipQuantities *
quantities_of(const char *text, NoslipDynamicsKind kind)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = noslip_language_system(text, -1, "test.noslip", "test", diagnostics);
  g_assert_nonnull(system);
  NoslipQuantities *quantities = noslip_quantities_new(system, kind);
  g_assert_nonnull(quantities);
  return quantities;
}

static NoslipQuantityKind
kind_of(const NoslipQuantities *quantities, const char *name)
{
  int column = noslip_quantities_find(quantities, name);
  g_assert_cmpint(column, >=, 0);
  return quantities->list[column].kind;
}

static void
check_names(const NoslipQuantities *quantities)
{
  g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint c = 0; c < quantities->n; c++)
    if (!g_hash_table_add(names, quantities->list[c].name))
      g_error("%s is there twice", quantities->list[c].name);
}

static void
test_nonholonomic(void)
{
  NoslipQuantities *quantities = quantities_of(knife_edge, NOSLIP_DYNAMICS_NONHOLONOMIC);
  check_names(quantities);
  g_assert_cmpint(kind_of(quantities, "phi(blade)"), ==, NOSLIP_QUANTITY_RESIDUAL);
  g_assert_cmpint(kind_of(quantities, "|phi(blade)|"), ==, NOSLIP_QUANTITY_MAGNITUDE);
  g_assert_cmpint(kind_of(quantities, "lambda(blade)"), ==, NOSLIP_QUANTITY_MULTIPLIER);
  g_assert_cmpint(kind_of(quantities, "energy"), ==, NOSLIP_QUANTITY_ENERGY);
  g_assert_cmpint(noslip_quantities_find(quantities, "mu(blade)"), ==, -1);
  g_assert_true(quantities->conserves);
  /* each section of D: its momentum, the rate of that, and the right-hand side of the momentum equation */
  g_assert_cmpuint(quantities->n_sections, >, 0);
  for (guint s = 0; s < quantities->n_sections; s++) {
    const NoslipSectionColumns *columns = &quantities->sections[s];
    const NoslipQuantity *momentum = &quantities->list[columns->momentum];
    g_assert_cmpint(momentum->kind, ==, NOSLIP_QUANTITY_SECTION);
    g_autofree char *rate = g_strdup_printf("d(%s)", momentum->name);
    g_autofree char *equation = g_strdup_printf("momentum equation of %s", momentum->name);
    g_assert_cmpstr(quantities->list[columns->rate].name, ==, rate);
    g_assert_cmpstr(quantities->list[columns->equation].name, ==, equation);
  }
  noslip_quantities_unref(quantities);
}

static void
test_vakonomic(void)
{
  g_autofree char *text = g_strconcat(knife_edge, "dynamics vakonomic\n", NULL);
  NoslipQuantities *quantities = quantities_of(text, NOSLIP_DYNAMICS_VAKONOMIC);
  check_names(quantities);
  g_assert_cmpint(kind_of(quantities, "mu(blade)"), ==, NOSLIP_QUANTITY_MULTIPLIER);
  g_assert_cmpint(noslip_quantities_find(quantities, "lambda(blade)"), ==, -1);
  for (guint c = 0; c < quantities->n; c++)
    g_assert_cmpint(quantities->list[c].kind, !=, NOSLIP_QUANTITY_POWER);
  g_assert_true(quantities->conserves);
  noslip_quantities_unref(quantities);
}

/* With an affine constraint a vakonomic motion conserves another energy: a change of E is no drift. A free motion
 * conserves E. */
static void
test_affine(void)
{
  static const char *const text = "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\n"
                                  "constraint belt: y' - x = 0\ninitial x' = 1\n";
  const NoslipDynamicsKind kinds[] = {NOSLIP_DYNAMICS_NONHOLONOMIC, NOSLIP_DYNAMICS_VAKONOMIC, NOSLIP_DYNAMICS_FREE};
  for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
    NoslipQuantities *quantities = quantities_of(text, kinds[i]);
    g_assert_cmpint(quantities->conserves, ==, kinds[i] == NOSLIP_DYNAMICS_FREE);
    noslip_quantities_unref(quantities);
  }
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/quantities/nonholonomic", test_nonholonomic);
  g_test_add_func("/quantities/vakonomic", test_vakonomic);
  g_test_add_func("/quantities/affine", test_affine);
  return g_test_run();
}
