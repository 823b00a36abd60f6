/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/formulas/claims-formula.h"

#include "core/simulation/hand/balance.h"
#include "ui/widgets/views/formulas/claims-known.h"
#include "ui/widgets/views/view-derived.h"

#include <math.h>

#define LEAST_SIZE 0.7 /* relative to the type: a formula that does not fit the width is reduced down to this */

static gpointer
derive_claims(NoslipSystem *system, const char *key, NoslipJob *job)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  return noslip_claims_new(system, (NoslipDynamicsKind) g_ascii_strtoull(key, NULL, 10), diagnostics);
}

static void
claims_free(gpointer claims)
{
  noslip_claims_free(claims);
}

NoslipClaims *
noslip_claims_compiled(NoslipView *view)
{
  static const NoslipDerivation compiled = {derive_claims, claims_free};
  g_autofree char *key = g_strdup_printf("%d", (int) noslip_simulation_runs(noslip_view_simulation(view))->kind);
  return noslip_view_derived(view, "claims", key, &compiled);
}

double *
noslip_claims_sides_now(NoslipView *view)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  NoslipClaims *claims = noslip_claims_compiled(view);
  const double *parameters = NULL,
               *row = claims ? noslip_runs_sample(noslip_simulation_runs(simulation), 0, &parameters) : NULL;
  if (!row)
    return NULL;
  double *sides = g_new0(double, 2 * noslip_claims_n(claims) + 2);
  noslip_claims_sides(claims, parameters, row, sides);
  noslip_claims_known_hand_sides(simulation, sides + 2 * noslip_claims_n(claims));
  return sides;
}

/* A side of a claim. The energy is written by its name: its formula would be too long. */
static char *
side_latex(const NoslipSystem *system, NoslipExpr side)
{
  NoslipExpr energy;
  if (noslip_expr_op(system->graph, side) == NOSLIP_OP_RATE && noslip_system_lookup(system, "energy", &energy) &&
      noslip_expr_operand(system->graph, side, 0) == energy)
    return g_strdup("\\frac{d}{dt} E");
  return noslip_expr_latex(system->graph, side);
}

/* The system whose claims have formulas for the eye: without what hands add to inputs. */
static const NoslipSystem *
written_of(NoslipView *view)
{
  return noslip_system_written(noslip_simulation_system(noslip_view_simulation(view)));
}

gboolean
noslip_claims_find_formula(NoslipView *view, guint id, NoslipFormula *formula)
{
  const NoslipSystem *system = written_of(view);
  if (id >= system->n_claims)
    return FALSE;
  const NoslipClaim *claim = &system->claims[id];
  g_autofree double *sides = noslip_claims_sides_now(view);
  *formula = (NoslipFormula){.graph = sides ? system->graph : NULL, .left = claim->left, .right = claim->right};
  for (guint i = 0; i < 2; i++)
    formula->totals[i] = sides ? sides[2 * id + i] : NAN;
  return TRUE;
}

NoslipMath *
noslip_claims_set_formula(NoslipView *view, const NoslipTheme *theme, guint id, const NoslipClaim *claim, double width)
{
  const NoslipSystem *system = written_of(view);
  g_autofree char *left = NULL, *right = NULL;
  if (claim == &noslip_hand_claim) {
    left = g_strdup("\\frac{d}{dt} E");
    right = g_strdup("P");
  } else {
    left = side_latex(system, system->claims[id].left);
    right = side_latex(system, system->claims[id].right);
  }
  NoslipFormula formula = {0};
  if (noslip_formulas_is_open(view, id))
    noslip_claims_find_formula(view, id, &formula);
  formula.left_latex = left;
  formula.right_latex = right;
  g_autofree char *latex = noslip_formulas_latex(view, id, &formula);
  const NoslipMathNames *names = noslip_formulas_names(view, NULL);
  double set = 0;
  NoslipMath *math = noslip_math_new_symbols(theme, latex, theme->text_size, width, names);
  noslip_math_size(math, &set, NULL, NULL);
  if (!(set > width))
    return math;
  noslip_math_free(math);
  return width / set < LEAST_SIZE ? NULL
                                  : noslip_math_new_symbols(theme, latex, theme->text_size * width / set, width, names);
}
