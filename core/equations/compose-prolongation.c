/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections of the document on the prolongation T^E E: its frame X_alpha, V_alpha, the forms of the Lagrangian, the
 * Legendre map and the projectors of the constraints, as components.
 *
 *   [X_a, X_b] = C^c_ab X_c, other brackets of the frame vanish; anchor of X_a: rho_a, of V_a: d/dy^a
 *   S X_a = V_a, S V_a = 0;   Delta = y^a V_a
 *   theta_L = p_a X^a;   omega_L = -d theta_L = W_ab X^a ^ V^b + 1/2 B_ab X^a ^ X^b,
 *   B_ab = p_c C^c_ab - rho_a(p_b) + rho_b(p_a)                                        (ML (13); M; I (2.6)) */
#include "core/equations/compose-private.h"

#include "core/geometry/form.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MOST_SECTIONS 12 /* of E: larger tables are not readable */
#define MOST_SYMBOLS 600 /* of a component that is simplified */
#define LONG_LINE 50     /* symbols: parts of what is longer get names */

typedef struct {
  NoslipDocument *document;
  const NoslipPortrait *portrait;
  const NoslipModel *model;
  NoslipGraph *graph;
  guint m, n, k;
  guint shown; /* formulas of this section */
} Composer;

static void
begin(Composer *composer, const char *title, const char *source)
{
  noslip_document_heading(composer->document, NOSLIP_FOR_ALL, title, source);
  composer->shown = 0;
}

/* LaTeX of the a-th fibre coordinate. */
static char *
name_latex(const Composer *composer, guint a)
{
  return noslip_expr_latex(composer->model->system->graph, composer->model->system->fibres[a].symbol);
}

static const char *
name_text(const Composer *composer, guint a)
{
  return composer->model->system->fibres[a].name;
}

/* Simplified, with composite angles taken apart where that is shorter. */
static NoslipExpr
readable(NoslipGraph *graph, NoslipExpr e)
{
  NoslipExpr plain = noslip_symbolic_tidy(graph, e);
  guint size = noslip_expr_size(graph, plain, MOST_SYMBOLS);
  if (size >= MOST_SYMBOLS)
    return plain;
  NoslipExpr apart = noslip_expr_simplify(graph, noslip_expr_expand_angles(graph, plain, 1));
  return noslip_expr_size(graph, apart, MOST_SYMBOLS) < size ? apart : plain;
}

/* Under a symbol like R_L_w1 for R_L(w1): the document gives names to parts of what is long. */
static void
put_long(Composer *composer, const char *left, NoslipExpr value)
{
  g_autoptr(GString) name = g_string_new(NULL);
  for (const char *at = left; *at != '\0'; at++)
    if (g_ascii_isalnum(*at) || (guchar) *at >= 0x80 || *at == '\'')
      g_string_append_c(name, *at);
    else if (name->len > 0 && name->str[name->len - 1] != '_' && at[1] != '\0')
      g_string_append_c(name, '_');
  noslip_document_formula(composer->document, NULL, noslip_expr_symbol(composer->graph, name->str), value);
}

/* left = value, where the value is not 0. */
static void
put(Composer *composer, const char *left, const char *left_latex, NoslipExpr value)
{
  value = readable(composer->graph, value);
  if (value == NOSLIP_ZERO)
    return;
  guint size = noslip_expr_size(composer->graph, value, MOST_SYMBOLS);
  composer->shown++;
  if (size > LONG_LINE) {
    put_long(composer, left, value);
    return;
  }
  g_autofree char *text = noslip_expr_text(composer->graph, value);
  g_autofree char *latex = noslip_expr_latex(composer->graph, value);
  noslip_document_written(composer->document, left, left_latex, text, latex, size);
}

static void
end(Composer *composer)
{
  if (composer->shown == 0)
    noslip_document_sentence(composer->document, N_("vanishes"));
}

/* A component with one or two sections among its arguments: "omega_L(X_v1, V_omega)". */
static void
put_component(Composer *composer, const char *form, const char *form_latex, char first, guint a, char second, guint b,
              NoslipExpr value)
{
  g_autofree char *la = name_latex(composer, a), *lb = second ? name_latex(composer, b) : NULL;
  g_autofree char *left =
      second ? g_strdup_printf("%s(%c_%s, %c_%s)", form, first, name_text(composer, a), second, name_text(composer, b))
             : g_strdup_printf("%s(%c_%s)", form, first, name_text(composer, a));
  g_autofree char *latex = second
                               ? g_strdup_printf("%s\\left(%c_{%s}, %c_{%s}\\right)", form_latex, first, la, second, lb)
                               : g_strdup_printf("%s\\left(%c_{%s}\\right)", form_latex, first, la);
  put(composer, left, latex, value);
}

/* rho_a(f) */
static NoslipExpr
along(const Composer *composer, guint a, NoslipExpr f)
{
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < composer->m; i++) {
    NoslipExpr rho = composer->model->system->anchor[(gsize) i * composer->n + a];
    if (rho != NOSLIP_ZERO)
      sum = noslip_expr_add_product(composer->graph, sum, rho,
                                    noslip_expr_derivative(composer->graph, f, composer->model->x[i]));
  }
  return sum;
}

static NoslipExpr
structure(const Composer *composer, guint c, guint a, guint b)
{
  return composer->model->system->structure[((gsize) c * composer->n + a) * composer->n + b];
}

/* C^c_ab p_c */
static NoslipExpr
bracket_momentum(const Composer *composer, const NoslipExpr *p, guint a, guint b)
{
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint c = 0; c < composer->n; c++)
    sum = noslip_expr_add_product(composer->graph, sum, structure(composer, c, a, b), p[c]);
  return sum;
}

/* "- 2*a*X_v1", without the first plus sign. */
static void
append_term(const Composer *composer, GString *text, GString *latex, char letter, guint a, NoslipExpr value)
{
  g_autofree char *plain = noslip_expr_text(composer->graph, value), *name = name_latex(composer, a);
  gboolean sum =
      noslip_expr_op(composer->graph, value) == NOSLIP_OP_SUM && noslip_expr_n_operands(composer->graph, value) > 1;
  gboolean negative = plain[0] == '-' && !sum;
  NoslipExpr part = negative ? noslip_expr_neg(composer->graph, value) : value;
  g_autofree char *factor = noslip_expr_text(composer->graph, part);
  g_autofree char *factor_latex = noslip_expr_latex(composer->graph, part);
  const char *sign = negative ? (text->len > 0 ? " - " : "-") : text->len > 0 ? " + " : "";
  g_string_append(text, sign);
  g_string_append(latex, sign);
  if (part != NOSLIP_ONE) {
    g_string_append_printf(text, sum ? "(%s)*" : "%s*", factor);
    g_string_append_printf(latex, sum ? "\\left(%s\\right) " : "%s \\, ", factor_latex);
  }
  g_string_append_printf(text, "%c_%s", letter, name_text(composer, a));
  g_string_append_printf(latex, "%c_{%s}", letter, name);
}

/* A section "y^a V_a" as a row, or one component a row where that is long: coefficients of X and of V, n each; either
 * may be NULL. */
static void
put_section(Composer *composer, const char *left, const char *left_latex, const NoslipExpr *x, const NoslipExpr *v)
{
  g_autoptr(GString) text = g_string_new(NULL), latex = g_string_new(NULL);
  g_autofree NoslipExpr *values = g_new0(NoslipExpr, 2 * composer->n + 1);
  guint size = 0, n = composer->n;
  for (guint i = 0; i < 2 * n; i++) {
    const NoslipExpr *side = i < n ? x : v;
    values[i] = side != NULL ? noslip_symbolic_tidy(composer->graph, side[i % n]) : NOSLIP_ZERO;
    if (values[i] != NOSLIP_ZERO)
      size += noslip_expr_size(composer->graph, values[i], MOST_SYMBOLS);
  }
  for (guint i = 0; i < 2 * n; i++) {
    char letter = i < n ? 'X' : 'V';
    g_autofree char *component = g_strdup_printf("%s^%c_%s", left, letter, name_text(composer, i % n));
    if (values[i] != NOSLIP_ZERO && size > LONG_LINE)
      put_long(composer, component, values[i]);
    else if (values[i] != NOSLIP_ZERO)
      append_term(composer, text, latex, letter, i % n, values[i]);
  }
  composer->shown++;
  if (size <= LONG_LINE)
    noslip_document_written(composer->document, left, left_latex, text->len > 0 ? text->str : "0",
                            latex->len > 0 ? latex->str : "0", size);
}

/* The accelerations of the motion, or NULL where they are not known in symbols. */
static const NoslipExpr *
accelerations(const Composer *composer)
{
  const NoslipPortrait *portrait = composer->portrait;
  return portrait->system->dynamics != NOSLIP_DYNAMICS_VAKONOMIC && portrait->distribution != NULL
             ? noslip_distribution_acceleration(portrait->distribution)
             : NULL;
}

/* Frame, anchor and brackets; S, Delta and the section of the motion. */
static void
add_prolongation(Composer *composer)
{
  const NoslipModel *model = composer->model;
  begin(composer, N_("Prolongation T^E E: frame, anchor, brackets, S, Delta, Gamma"), "Q 5, ML (11), I 2.1");
  noslip_document_row(composer->document, "rho(X_a) = rho^i_a d/dx^i, rho(V_a) = d/dy^a; S X_a = V_a, S V_a = 0",
                      "\\rho(X_a) &= \\rho^i_a \\partial_i, \\quad \\rho(V_a) = \\partial_{y^a}, "
                      "\\quad S X_a = V_a, \\quad S V_a = 0");
  for (guint i = 0; i < composer->m; i++)
    for (guint a = 0; a < composer->n; a++) {
      g_autofree char *form = g_strdup_printf("d%s", model->system->coordinates[i].name);
      g_autofree char *x = noslip_expr_latex(model->system->graph, model->x[i]);
      g_autofree char *latex = g_strdup_printf("d %s", x);
      put_component(composer, form, latex, 'X', a, 0, 0, model->system->anchor[(gsize) i * composer->n + a]);
    }
  g_autofree NoslipExpr *coefficients = g_new0(NoslipExpr, composer->n + 1);
  for (guint a = 0; a < composer->n; a++)
    for (guint b = a + 1; b < composer->n; b++) {
      gboolean any = FALSE;
      for (guint c = 0; c < composer->n; c++) {
        coefficients[c] = structure(composer, c, a, b);
        any = any || coefficients[c] != NOSLIP_ZERO;
      }
      if (!any)
        continue;
      g_autofree char *la = name_latex(composer, a), *lb = name_latex(composer, b);
      g_autofree char *left = g_strdup_printf("[X_%s, X_%s]", name_text(composer, a), name_text(composer, b));
      g_autofree char *latex = g_strdup_printf("[X_{%s}, X_{%s}]", la, lb);
      put_section(composer, left, latex, coefficients, NULL);
    }
  put_section(composer, "Delta", "\\Delta", NULL, model->y);
  const NoslipExpr *ydot = accelerations(composer);
  if (ydot != NULL)
    put_section(composer, "Gamma", "\\Gamma", model->y, ydot);
}

static void
add_forms(Composer *composer)
{
  const NoslipModel *model = composer->model;
  guint n = composer->n;
  begin(composer, N_("Forms theta_L and omega_L"), "ML (13), M, I (2.6)-(2.8)");
  for (guint a = 0; a < n; a++)
    put_component(composer, "theta_L", "\\theta_L", 'X', a, 0, 0, model->momentum[a]);
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      put_component(composer, "omega_L", "\\omega_L", 'X', a, 'V', b, model->mass[(gsize) a * n + b]);
  for (guint a = 0; a < n; a++)
    for (guint b = a + 1; b < n; b++) {
      NoslipExpr value = noslip_expr_sub(composer->graph, bracket_momentum(composer, model->momentum, a, b),
                                         noslip_expr_sub(composer->graph, along(composer, a, model->momentum[b]),
                                                         along(composer, b, model->momentum[a])));
      put_component(composer, "omega_L", "\\omega_L", 'X', a, 'X', b, value);
    }
  end(composer);
}

/* Symbols p_1 … for the fibre coordinates of the dual, as the vakonomic bracket has them. */
static NoslipExpr *
dual_symbols(const Composer *composer)
{
  NoslipExpr *p = g_new0(NoslipExpr, composer->n + 1);
  for (guint a = 0; a < composer->n; a++) {
    g_autofree char *name = g_strdup_printf("p_%u", a + 1);
    p[a] = noslip_expr_symbol(composer->graph, name);
  }
  return p;
}

/* lambda_E = p_a X^a, Omega_E = X^a ^ P_a + 1/2 C^c_ab p_c X^a ^ X^b (M, I (2.5)). */
static void
add_canonical_forms(Composer *composer, const NoslipExpr *p)
{
  begin(composer, N_("Canonical forms lambda_E and Omega_E on the dual"), "M, I (2.5)");
  for (guint a = 0; a < composer->n; a++)
    put_component(composer, "lambda_E", "\\lambda_E", 'X', a, 0, 0, p[a]);
  for (guint a = 0; a < composer->n; a++)
    put_component(composer, "Omega_E", "\\Omega_E", 'X', a, 'P', a, NOSLIP_ONE);
  for (guint a = 0; a < composer->n; a++)
    for (guint b = a + 1; b < composer->n; b++)
      put_component(composer, "Omega_E", "\\Omega_E", 'X', a, 'X', b, bracket_momentum(composer, p, a, b));
}

/* Lambda_L: (x, y) -> (x, p, xdot, pdot), whose image is the implicit equation (G (2.5)-(2.7), I Remark 3.1). */
static void
add_legendre(Composer *composer, const NoslipExpr *p)
{
  const NoslipSystem *system = composer->model->system;
  const NoslipExpr *anchor = system->right_anchor != NULL ? system->right_anchor : system->anchor;
  gboolean general = system->algebroid == NOSLIP_ALGEBROID_GENERAL;
  NoslipGraph *graph = composer->graph;
  begin(composer, N_("Legendre map, and the implicit equations by Tulczyjew's map"), "G (2.5)-(2.7), M, I (2.11)");
  for (guint a = 0; a < composer->n; a++)
    noslip_document_formula(composer->document, NULL, p[a], composer->model->momentum[a]);
  for (guint a = 0; a < composer->n; a++) {
    NoslipExpr sum = NOSLIP_ZERO;
    for (guint i = 0; i < composer->m; i++)
      sum = noslip_expr_add_product(graph, sum, anchor[(gsize) i * composer->n + a],
                                    noslip_expr_derivative(graph, system->lagrangian, composer->model->x[i]));
    for (guint b = 0; b < composer->n; b++)
      sum = general ? noslip_expr_add_product(graph, sum, bracket_momentum(composer, p, b, a), composer->model->y[b])
                    : noslip_expr_sub_product(graph, sum, bracket_momentum(composer, p, a, b), composer->model->y[b]);
    g_autofree char *rate = g_strdup_printf("p_%u'", a + 1);
    noslip_document_formula(composer->document, NULL, noslip_expr_symbol(graph, rate),
                            noslip_symbolic_tidy(graph, sum));
  }
  if (composer->k > 0)
    noslip_document_sentence(composer->document,
                             N_("of the free motion; constraints add lambda_A dphi^A/dy to the rates of p"));
}

/* H, and Hamilton's equations of the free motion on the dual (M "Hamilton-Poincare"). */
static void
add_hamilton(Composer *composer)
{
  const NoslipSystem *system = composer->model->system;
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  g_autoptr(NoslipDiagnostic) error = NULL;
  model->k = 0;
  g_autoptr(NoslipVakonomicBracket) bracket = noslip_vakonomic_bracket_new(model, &error);
  if (bracket == NULL || !bracket->solved)
    return;
  Composer own = *composer;
  own.graph = model->graph;
  begin(&own, N_("Hamilton-Poincaré equations on the dual"), "M");
  put(&own, "H", "H", bracket->hamiltonian);
  for (guint i = 0; i < composer->m; i++) {
    g_autofree char *x = noslip_expr_latex(system->graph, system->coordinates[i].symbol);
    g_autofree char *left = g_strdup_printf("%s'", system->coordinates[i].name);
    g_autofree char *latex = g_strdup_printf("\\dot{%s}", x);
    put(&own, left, latex, bracket->xdot[i]);
  }
  for (guint a = 0; a < composer->n; a++) {
    g_autofree char *left = g_strdup_printf("p_%u'", a + 1), *latex = g_strdup_printf("\\dot{p}_{%u}", a + 1);
    put(&own, left, latex, bracket->pdot[a]);
  }
}

/* W_0 = M x_M E*: H_W0 = p_a y^a - L, Omega_0 the pull-back of Omega_E; its kernel is spanned by the vertical sections
 * of M, and the first constraints are V_a(H_W0) = 0 for those (I 5.1, (5.1), (5.2); 5.3.1 without constraints). */
static void
add_skinner_rusk(Composer *composer, const NoslipExpr *p)
{
  const NoslipPortrait *portrait = composer->portrait;
  const NoslipModel *model = composer->model;
  NoslipGraph *graph = composer->graph;
  begin(composer, N_("W_0 of Skinner and Rusk: H_W0, Omega_0 and W_1"), "I 5.1, (5.1), (5.2)");
  noslip_document_row(composer->document, "W_0 = M x E* over the base, with projections to M, to E* and to the base",
                      "W_0 &= M \\times_Q E^*, \\quad \\Omega_0 = \\mathrm{pr}_2^* \\Omega_E");
  put(composer, "H_W0", "H_{W_0}",
      noslip_expr_sub(graph, noslip_expr_dot(graph, composer->n, p, model->y), portrait->system->lagrangian));
  for (guint a = 0; portrait->distribution != NULL && a < portrait->distribution->r; a++) {
    NoslipExpr sum = NOSLIP_ZERO;
    for (guint alpha = 0; alpha < composer->n; alpha++)
      sum = noslip_expr_add_product(graph, sum, portrait->distribution->basis[alpha * portrait->distribution->r + a],
                                    noslip_expr_sub(graph, p[alpha], model->momentum[alpha]));
    g_autofree char *left = g_strdup_printf("W_1 (%u): 0", a + 1), *latex = g_strdup_printf("W_1^{%u}: \\; 0", a + 1);
    put(composer, left, latex, sum);
  }
}

void
noslip_portrait_add_prolongation(const NoslipPortrait *portrait, NoslipDocument *document)
{
  const NoslipModel *model = portrait->model;
  Composer composer = {document, portrait, model, model->graph, model->m, model->n, portrait->system->k, 0};
  gboolean skew = portrait->system->algebroid != NOSLIP_ALGEBROID_GENERAL;
  if (model->n > MOST_SECTIONS || model->n == 0)
    return;
  g_autofree NoslipExpr *p = dual_symbols(&composer);
  if (skew) {
    add_prolongation(&composer);
    add_forms(&composer);
    add_canonical_forms(&composer, p);
  }
  add_legendre(&composer, p);
  if (skew && !noslip_system_is_timed(portrait->system) &&
      (composer.k == 0 || portrait->system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC))
    add_skinner_rusk(&composer, p);
  if (skew && composer.k == 0 && !portrait->degenerate && !noslip_system_is_timed(portrait->system))
    add_hamilton(&composer);
}

/* Sections for constraints */

static char *
constraint_latex(const Composer *composer, guint c)
{
  const NoslipSystem *system = composer->model->system;
  return noslip_expr_latex(composer->graph, noslip_expr_symbol(composer->graph, system->constraints[c].name));
}

/* Psi: the covectors dphi^A/dy^a X^a along which constraint forces act; V is the kernel, D. */
static void
add_forces(Composer *composer)
{
  const NoslipSystem *system = composer->model->system;
  begin(composer, N_("Directions of the constraint forces (Psi), which vanish on D"), "M");
  for (guint c = 0; c < composer->k; c++)
    for (guint a = 0; a < composer->n; a++) {
      g_autofree char *form = g_strdup_printf("Psi_%s", system->constraints[c].name);
      g_autofree char *name = constraint_latex(composer, c);
      g_autofree char *latex = g_strdup_printf("\\Psi_{%s}", name);
      put_component(composer, form, latex, 'X', a, 0, 0, composer->model->jacobian[(gsize) c * composer->n + a]);
    }
  end(composer);
}

/* B^A_ab = phi^A([e_a, e_b]), of linear constraints: how D fails to be integrable (ML Example 3, (19)). */
static void
add_curvature(Composer *composer)
{
  const NoslipDistribution *distribution = composer->portrait->distribution;
  NoslipGraph *graph = composer->graph;
  guint n = composer->n, r = distribution->r;
  begin(composer, N_("Curvature of D: B^A_ab = phi^A([e_a, e_b])"), "ML (19)");
  for (guint c = 0; c < composer->k; c++) {
    const NoslipExpr *phi = composer->model->jacobian + (gsize) c * n;
    for (guint a = 0; a < r; a++)
      for (guint b = a + 1; b < r; b++) {
        NoslipExpr sum = NOSLIP_ZERO;
        for (guint alpha = 0; alpha < n; alpha++)
          for (guint beta = 0; beta < n; beta++) {
            NoslipExpr both =
                noslip_expr_mul(graph, distribution->basis[alpha * r + a], distribution->basis[beta * r + b]);
            if (both == NOSLIP_ZERO)
              continue;
            NoslipExpr slope =
                noslip_expr_sub(graph, along(composer, alpha, phi[beta]), along(composer, beta, phi[alpha]));
            slope = noslip_expr_sub(graph, slope, bracket_momentum(composer, phi, alpha, beta));
            sum = noslip_expr_sub_product(graph, sum, slope, both);
          }
        const char *name = composer->model->system->constraints[c].name;
        g_autofree char *left = g_strdup_printf("B^%s_%u%u", name, a + 1, b + 1);
        g_autofree char *written = constraint_latex(composer, c);
        g_autofree char *latex = g_strdup_printf("B^{%s}_{%u%u}", written, a + 1, b + 1);
        put(composer, left, latex, sum);
      }
  }
  if (composer->shown == 0)
    noslip_document_sentence(composer->document,
                             N_("vanishes: D is a Lie subalgebroid, and the constraints are those of "
                                "holonomic mechanics"));
}

/* Q = Z_A (x) dphi^A with Z_A = W^-1 Phi^T C^-1 in V: P = 1 - Q projects T^E E on T^E M along F (M). */
static void
add_projector(Composer *composer)
{
  const NoslipBracketForm *form = composer->portrait->distribution->form;
  NoslipGraph *graph = composer->graph;
  guint n = composer->n, k = composer->k;
  g_autofree NoslipExpr *column = g_new0(NoslipExpr, n + 1);
  begin(composer, N_("Projector Q, and P = 1 - Q"), "M");
  for (guint side = 0; side < 2; side++)
    for (guint b = 0; b < n; b++) {
      gboolean any = FALSE;
      for (guint a = 0; a < n; a++) {
        column[a] = NOSLIP_ZERO;
        for (guint c = 0; c < k; c++) {
          NoslipExpr slope =
              side == 1 ? composer->model->jacobian[(gsize) c * n + b] : along(composer, b, composer->model->phi[c]);
          column[a] = noslip_expr_add_product(graph, column[a], form->right[(gsize) a * k + c], slope);
        }
        column[a] = noslip_symbolic_tidy(graph, column[a]);
        any = any || column[a] != NOSLIP_ZERO;
      }
      if (!any)
        continue;
      char letter = side == 0 ? 'X' : 'V';
      g_autofree char *name = name_latex(composer, b);
      g_autofree char *left = g_strdup_printf("Q(%c_%s)", letter, name_text(composer, b));
      g_autofree char *latex = g_strdup_printf("Q(%c_{%s})", letter, name);
      put_section(composer, left, latex, NULL, column);
    }
  end(composer);
}

/* R_L = xi - Pbar(xi_L) as a vector field on M, and whether Delta is tangent to M (M, corollary). */
static void
add_residual(Composer *composer)
{
  NoslipDistribution *distribution = composer->portrait->distribution;
  const NoslipSystem *system = composer->model->system;
  NoslipGraph *graph = composer->graph;
  begin(composer, N_("Delta on M, and the section R_L"), "M");
  for (guint c = 0; c < composer->k; c++) {
    NoslipExpr rate = NOSLIP_ZERO;
    for (guint a = 0; a < composer->n; a++)
      rate = noslip_expr_add_product(graph, rate, composer->model->jacobian[(gsize) c * composer->n + a],
                                     composer->model->y[a]);
    rate = noslip_expr_sub(graph, rate, composer->model->phi[c]); /* phi = 0 on M */
    g_autofree char *left = g_strdup_printf("Delta(phi_%s) on M", system->constraints[c].name);
    g_autofree char *name = constraint_latex(composer, c);
    g_autofree char *latex = g_strdup_printf("\\Delta(\\varphi_{%s})|_M", name);
    put(composer, left, latex, rate);
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
    put(composer, left, latex, noslip_bracket_residual_field(distribution, f));
  }
}

/* C^AB = Phi W^-1 Phi^T: regular where it is (M; its equivalents are the rank of G on D and T^E M with F = 0). */
static void
add_regularity(Composer *composer)
{
  const NoslipDistribution *distribution = composer->portrait->distribution;
  guint r = distribution->r;
  begin(composer, N_("Regularity: the metric on D"), "M");
  for (guint a = 0; a < r; a++)
    for (guint b = a; b < r; b++) {
      g_autofree char *left = g_strdup_printf("G_%u%u", a + 1, b + 1),
                      *latex = g_strdup_printf("G_{%u%u}", a + 1, b + 1);
      put(composer, left, latex, distribution->metric[a * r + b]);
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
  Composer composer = {document, portrait, model, model->graph, model->m, model->n, portrait->system->k, 0};
  if (composer.k == 0 || composer.n > MOST_SECTIONS || portrait->distribution == NULL)
    return;
  add_forces(&composer);
  if (noslip_system_constraint_class(portrait->system) == NOSLIP_LINEAR)
    add_curvature(&composer);
  add_regularity(&composer);
  if (noslip_system_is_timed(portrait->system))
    return;
  add_projector(&composer);
  add_residual(&composer);
}
