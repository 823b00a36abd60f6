/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nonholonomic motion as a projection, in the document of equations: forces, curvature, projectors, residuals. */
#include "core/equations/compose-private.h"
#include "core/equations/objects.h"
#include "core/geometry/form.h"

#include <glib/gi18n-lib.h>

static char *
constraint_latex(const NoslipComposer *composer, guint c)
{
  const NoslipSystem *system = composer->model->system;
  return noslip_expr_latex(composer->graph, noslip_expr_symbol(composer->graph, system->constraints[c].name));
}

/* Psi: the covectors dphi^A/dy^a X^a along which constraint forces act; V is the kernel, D. */
static void
add_forces(NoslipComposer *composer)
{
  const NoslipSystem *system = composer->model->system;
  noslip_composer_begin(composer, N_("Directions of the constraint forces (Psi), which vanish on D"), "M");
  for (guint c = 0; c < composer->k; c++)
    for (guint a = 0; a < composer->n; a++) {
      g_autofree char *form = g_strdup_printf("Psi_%s", system->constraints[c].name);
      g_autofree char *name = constraint_latex(composer, c);
      g_autofree char *latex = g_strdup_printf("\\Psi_{%s}", name);
      noslip_composer_put_component(composer, form, latex, 'X', a, 0, 0,
                                    composer->model->jacobian[(gsize) c * composer->n + a]);
    }
  noslip_composer_end(composer);
}

/* B^A_ab = phi^A([e_a, e_b]) of linear constraints, which measures how D fails to be integrable (ML Example 3,
 * (19)). */
static void
add_curvature(NoslipComposer *composer)
{
  guint r = composer->portrait->distribution->r;
  noslip_composer_begin(composer, N_("Curvature of D: B^A_ab = phi^A([e_a, e_b])"), "ML (19)");
  for (guint c = 0; c < composer->k; c++) {
    for (guint a = 0; a < r; a++)
      for (guint b = a + 1; b < r; b++) {
        const char *name = composer->model->system->constraints[c].name;
        g_autofree char *left = g_strdup_printf("B^%s_%u%u", name, a + 1, b + 1);
        g_autofree char *written = constraint_latex(composer, c);
        g_autofree char *latex = g_strdup_printf("B^{%s}_{%u%u}", written, a + 1, b + 1);
        noslip_composer_put(composer, left, latex, noslip_portrait_curvature(composer->portrait, c, a, b));
      }
  }
  if (composer->shown == 0)
    noslip_document_sentence(composer->document,
                             N_("vanishes: D is a Lie subalgebroid, and the constraints are those of "
                                "holonomic mechanics"));
}

/* D^c_AB with [e_A, e_B] = D^c_AB e_c in E, for two sections of the basis of D, e_A = i_A^a e_a (ML (12)); n values. */
static void
bracket_of_basis(const NoslipComposer *composer, guint first, guint second, NoslipExpr *bracket)
{
  const NoslipDistribution *distribution = composer->portrait->distribution;
  const NoslipSystem *system = composer->model->system;
  NoslipGraph *graph = composer->graph;
  guint n = composer->n, r = distribution->r;
  for (guint c = 0; c < n; c++) {
    bracket[c] = NOSLIP_ZERO;
    for (guint a = 0; a < n; a++) {
      NoslipExpr one = distribution->basis[a * r + first], other = distribution->basis[a * r + second];
      bracket[c] = noslip_expr_add_product(graph, bracket[c], one,
                                           noslip_composer_along(composer, a, distribution->basis[c * r + second]));
      bracket[c] = noslip_expr_sub_product(graph, bracket[c], other,
                                           noslip_composer_along(composer, a, distribution->basis[c * r + first]));
      for (guint b = 0; b < n; b++)
        bracket[c] = noslip_expr_add_product(graph, bracket[c], system->structure[((gsize) c * n + a) * n + b],
                                             noslip_expr_mul(graph, one, distribution->basis[b * r + second]));
    }
    bracket[c] = noslip_symbolic_tidy(graph, bracket[c]);
  }
}

/* T^rho D and T^lambda D, where I(X_A) = i_A^a X_a, and so [I(X_A), I(X_B)] = D^c_AB X_c, delta X^c = -1/2 D^c_AB
 * X^A ^ X^B (ML section 3). */
static void
add_subbundles(NoslipComposer *composer)
{
  const NoslipDistribution *distribution = composer->portrait->distribution;
  guint n = composer->n, r = distribution->r;
  g_autofree NoslipExpr *column = g_new0(NoslipExpr, n + 1);
  noslip_composer_begin(composer, N_("Prolongations of D: T^rho D and T^lambda D, with I, S^mu and C^mu"),
                        "ML 3, (12)");
  noslip_document_row(
      composer->document,
      "T^rho D: frame X_a, W_A; T^lambda D: frame X_A, W_A; S^mu X_A = W_A, S^mu W_A = 0, C^mu = w^A W_A",
      "S^\\mu X_A &= W_A, \\quad S^\\mu W_A = 0, \\quad C^\\mu = w^A W_A");
  for (guint a = 0; a < r; a++) {
    for (guint c = 0; c < n; c++)
      column[c] = distribution->basis[c * r + a];
    g_autofree char *left = g_strdup_printf("I(X_%u)", a + 1), *latex = g_strdup_printf("I(X_{%u})", a + 1);
    noslip_composer_put_section(composer, left, latex, column, NULL);
  }
  for (guint a = 0; a < r; a++)
    for (guint b = a + 1; b < r; b++) {
      gboolean any = FALSE;
      bracket_of_basis(composer, a, b, column);
      for (guint c = 0; c < n; c++)
        any = any || column[c] != NOSLIP_ZERO;
      g_autofree char *left = g_strdup_printf("[I(X_%u), I(X_%u)]", a + 1, b + 1);
      g_autofree char *latex = g_strdup_printf("[I(X_{%u}), I(X_{%u})]", a + 1, b + 1);
      if (any)
        noslip_composer_put_section(composer, left, latex, column, NULL);
    }
}

/* Q = Z_A (x) dphi^A with Z_A = W^-1 Phi^T C^-1 in V: P = 1 - Q projects T^E E on T^E M along F (M). */
static void
add_projector(NoslipComposer *composer)
{
  const NoslipBracketForm *form = composer->portrait->distribution->form;
  NoslipGraph *graph = composer->graph;
  guint n = composer->n, k = composer->k;
  g_autofree NoslipExpr *column = g_new0(NoslipExpr, n + 1);
  noslip_composer_begin(composer, N_("Projector Q, and P = 1 - Q"), "M");
  for (guint side = 0; side < 2; side++)
    for (guint b = 0; b < n; b++) {
      gboolean any = FALSE;
      for (guint a = 0; a < n; a++) {
        column[a] = NOSLIP_ZERO;
        for (guint c = 0; c < k; c++) {
          NoslipExpr slope = side == 1 ? composer->model->jacobian[(gsize) c * n + b]
                                       : noslip_composer_along(composer, b, composer->model->phi[c]);
          column[a] = noslip_expr_add_product(graph, column[a], form->right[(gsize) a * k + c], slope);
        }
        column[a] = noslip_symbolic_tidy(graph, column[a]);
        any = any || column[a] != NOSLIP_ZERO;
      }
      if (!any)
        continue;
      char letter = side == 0 ? 'X' : 'V';
      g_autofree char *name = noslip_composer_name_latex(composer, b);
      g_autofree char *left = g_strdup_printf("Q(%c_%s)", letter, noslip_composer_name_text(composer, b));
      g_autofree char *latex = g_strdup_printf("Q(%c_{%s})", letter, name);
      noslip_composer_put_section(composer, left, latex, NULL, column);
    }
  noslip_composer_end(composer);
}

/* R_L = xi - Pbar(xi_L) as a vector field on M, and whether Delta is tangent to M (M, corollary). */
static void
add_residual(NoslipComposer *composer)
{
  NoslipDistribution *distribution = composer->portrait->distribution;
  const NoslipSystem *system = composer->model->system;
  NoslipGraph *graph = composer->graph;
  noslip_composer_begin(composer, N_("Delta on M, and the section R_L"), "M");
  for (guint c = 0; c < composer->k; c++) {
    NoslipExpr rate = NOSLIP_ZERO;
    for (guint a = 0; a < composer->n; a++)
      rate = noslip_expr_add_product(graph, rate, composer->model->jacobian[(gsize) c * composer->n + a],
                                     composer->model->y[a]);
    rate = noslip_expr_sub(graph, rate, composer->model->phi[c]); /* phi = 0 on M */
    g_autofree char *left = g_strdup_printf("Delta(phi_%s) on M", system->constraints[c].name);
    g_autofree char *name = constraint_latex(composer, c);
    g_autofree char *latex = g_strdup_printf("\\Delta(\\varphi_{%s})|_M", name);
    noslip_composer_put(composer, left, latex, rate);
  }
  if (composer->shown == 0)
    noslip_document_sentence(composer->document, N_("Delta is tangent to M: Pbar(xi_L) is the motion, and R_L = 0"));
  else
    noslip_document_sentence(composer->document, N_("Delta is not tangent to M"));
  for (guint i = 0; i < composer->m + composer->n && composer->shown > 0; i++) {
    NoslipExpr f = i < composer->m ? composer->model->x[i] : composer->model->y[i - composer->m];
    g_autofree char *name = noslip_expr_latex(graph, f);
    g_autofree char *left = g_strdup_printf("R_L(%s)", noslip_expr_symbol_name(graph, f));
    g_autofree char *latex = g_strdup_printf("R_L(%s)", name);
    noslip_composer_put(composer, left, latex, noslip_bracket_residual_field(distribution, f));
  }
}

/* C^AB = Phi W^-1 Phi^T: regular if the system is (M; equivalent to the rank of G on D and to T^E M with F = 0). */
static void
add_regularity(NoslipComposer *composer)
{
  const NoslipDistribution *distribution = composer->portrait->distribution;
  guint r = distribution->r;
  noslip_composer_begin(composer, N_("Regularity: the metric on D"), "M");
  for (guint a = 0; a < r; a++)
    for (guint b = a; b < r; b++) {
      g_autofree char *left = g_strdup_printf("G_%u%u", a + 1, b + 1),
                      *latex = g_strdup_printf("G_{%u%u}", a + 1, b + 1);
      noslip_composer_put(composer, left, latex, distribution->metric[a * r + b]);
    }
  noslip_document_sentence(
      composer->document,
      "its rank is %u of %u at the initial state; then C^AB is regular, and T^E M meets the constraint "
      "forces in 0 alone",
      composer->portrait->rank, r);
}

void
noslip_portrait_add_projections(const NoslipPortrait *portrait, NoslipDocument *document)
{
  const NoslipModel *model = portrait->model;
  NoslipComposer composer = {document, portrait, model, model->graph, model->m, model->n, portrait->system->k, 0};
  if (composer.k == 0 || composer.n > MOST_SECTIONS || portrait->distribution == NULL)
    return;
  add_forces(&composer);
  if (noslip_system_constraint_class(portrait->system) == NOSLIP_LINEAR) {
    add_curvature(&composer);
    add_subbundles(&composer);
  }
  add_regularity(&composer);
  if (noslip_system_is_timed(portrait->system))
    return;
  add_projector(&composer);
  add_residual(&composer);
}
