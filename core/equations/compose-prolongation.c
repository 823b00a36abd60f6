/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections of the document on the prolongation T^E E: its frame X_alpha, V_alpha, the forms of the Lagrangian, the
 * Legendre map and the projectors of the constraints, as components.
 *
 *   [X_a, X_b] = C^c_ab X_c, other brackets of the frame vanish; anchor of X_a: rho_a, of V_a: d/dy^a
 *   S X_a = V_a, S V_a = 0;   Delta = y^a V_a
 *   theta_L = p_a X^a;   omega_L = -d theta_L = W_ab X^a ^ V^b + 1/2 B_ab X^a ^ X^b,
 *   B_ab = p_c C^c_ab - rho_a(p_b) + rho_b(p_a)                                        (ML (13); M; I (2.6)) */
#include "core/equations/compose-private.h"
#include "core/equations/objects.h"

#include "core/geometry/form.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MOST_SYMBOLS 600 /* limit for a component that is simplified */
#define LONG_LINE 50     /* symbols: parts of longer components get names */

void
noslip_composer_begin(NoslipComposer *composer, const char *title, const char *source)
{
  noslip_document_heading(composer->document, NOSLIP_FOR_ALL, title, source);
  composer->shown = 0;
}

char *
noslip_composer_name_latex(const NoslipComposer *composer, guint a)
{
  return noslip_expr_latex(composer->model->system->graph, composer->model->system->fibres[a].symbol);
}

const char *
noslip_composer_name_text(const NoslipComposer *composer, guint a)
{
  return composer->model->system->fibres[a].name;
}

/* e simplified, with composite angles expanded if that is shorter. */
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

/* Adds a long expression as a formula of expressions, so that the document can name its parts. The left side is a
 * symbol like R_L_w1 for R_L(w1), or Q_V_x_V_y for the component Q(V_x')^V_y', without primes, which would make it a
 * velocity. The expression is copied to the portrait's graph, which may differ from the composer's. */
static void
put_long(NoslipComposer *composer, const char *left, NoslipExpr value)
{
  NoslipGraph *graph = composer->portrait->model->graph;
  g_autoptr(GString) name = g_string_new(NULL);
  gboolean is_component = strpbrk(left, "([^") != NULL;
  for (const char *at = left; *at != '\0'; at++)
    if (*at == '\'' && is_component)
      continue;
    else if (g_ascii_isalnum(*at) || (guchar) *at >= 0x80 || *at == '\'')
      g_string_append_c(name, *at);
    else if (name->len > 0 && name->str[name->len - 1] != '_' && at[1] != '\0')
      g_string_append_c(name, '_');
  if (composer->graph != graph)
    value = noslip_expr_import(graph, composer->graph, value);
  noslip_document_formula(composer->document, NULL, noslip_expr_symbol(graph, name->str), value);
}

void
noslip_composer_put(NoslipComposer *composer, const char *left, const char *left_latex, NoslipExpr value)
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

void
noslip_composer_end(NoslipComposer *composer)
{
  if (composer->shown == 0)
    noslip_document_sentence(composer->document, N_("vanishes"));
}

void
noslip_composer_put_component(NoslipComposer *composer, const char *form, const char *form_latex, char first, guint a,
                              char second, guint b, NoslipExpr value)
{
  g_autofree char *la = noslip_composer_name_latex(composer, a),
                  *lb = second ? noslip_composer_name_latex(composer, b) : NULL;
  g_autofree char *left = second
                              ? g_strdup_printf("%s(%c_%s, %c_%s)", form, first, noslip_composer_name_text(composer, a),
                                                second, noslip_composer_name_text(composer, b))
                              : g_strdup_printf("%s(%c_%s)", form, first, noslip_composer_name_text(composer, a));
  g_autofree char *latex = second
                               ? g_strdup_printf("%s\\left(%c_{%s}, %c_{%s}\\right)", form_latex, first, la, second, lb)
                               : g_strdup_printf("%s\\left(%c_{%s}\\right)", form_latex, first, la);
  noslip_composer_put(composer, left, latex, value);
}

NoslipExpr
noslip_composer_along(const NoslipComposer *composer, guint a, NoslipExpr f)
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
structure(const NoslipComposer *composer, guint c, guint a, guint b)
{
  return composer->model->system->structure[((gsize) c * composer->n + a) * composer->n + b];
}

/* C^c_ab p_c */
static NoslipExpr
bracket_momentum(const NoslipComposer *composer, const NoslipExpr *p, guint a, guint b)
{
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint c = 0; c < composer->n; c++)
    sum = noslip_expr_add_product(composer->graph, sum, structure(composer, c, a, b), p[c]);
  return sum;
}

/* "- 2*a*X_v1", without the first plus sign. */
static void
append_term(const NoslipComposer *composer, GString *text, GString *latex, char letter, guint a, NoslipExpr value)
{
  g_autofree char *plain = noslip_expr_text(composer->graph, value), *name = noslip_composer_name_latex(composer, a);
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
  g_string_append_printf(text, "%c_%s", letter, noslip_composer_name_text(composer, a));
  g_string_append_printf(latex, "%c_{%s}", letter, name);
}

void
noslip_composer_put_section(NoslipComposer *composer, const char *left, const char *left_latex, const NoslipExpr *x,
                            const NoslipExpr *v)
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
    g_autofree char *component = g_strdup_printf("%s^%c_%s", left, letter, noslip_composer_name_text(composer, i % n));
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

/* The accelerations of the motion, or NULL if they are not known in symbols. */
static const NoslipExpr *
accelerations(const NoslipComposer *composer)
{
  const NoslipPortrait *portrait = composer->portrait;
  return portrait->system->dynamics != NOSLIP_DYNAMICS_VAKONOMIC && portrait->distribution != NULL
             ? noslip_distribution_acceleration(portrait->distribution)
             : NULL;
}

/* Frame, anchor and brackets; S, Delta and the section of the motion. */
static void
add_prolongation(NoslipComposer *composer)
{
  const NoslipModel *model = composer->model;
  noslip_composer_begin(composer, N_("Prolongation T^E E: frame, anchor, brackets, S, Delta, Gamma"),
                        "Q 5, ML (11), I 2.1");
  noslip_document_row(composer->document, "rho(X_a) = rho^i_a d/dx^i, rho(V_a) = d/dy^a; S X_a = V_a, S V_a = 0",
                      "\\rho(X_a) &= \\rho^i_a \\partial_i, \\quad \\rho(V_a) = \\partial_{y^a}, "
                      "\\quad S X_a = V_a, \\quad S V_a = 0");
  for (guint i = 0; i < composer->m; i++)
    for (guint a = 0; a < composer->n; a++) {
      g_autofree char *form = g_strdup_printf("d%s", model->system->coordinates[i].name);
      g_autofree char *x = noslip_expr_latex(model->system->graph, model->x[i]);
      g_autofree char *latex = g_strdup_printf("d %s", x);
      noslip_composer_put_component(composer, form, latex, 'X', a, 0, 0,
                                    model->system->anchor[(gsize) i * composer->n + a]);
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
      g_autofree char *la = noslip_composer_name_latex(composer, a), *lb = noslip_composer_name_latex(composer, b);
      g_autofree char *left = g_strdup_printf("[X_%s, X_%s]", noslip_composer_name_text(composer, a),
                                              noslip_composer_name_text(composer, b));
      g_autofree char *latex = g_strdup_printf("[X_{%s}, X_{%s}]", la, lb);
      noslip_composer_put_section(composer, left, latex, coefficients, NULL);
    }
  noslip_composer_put_section(composer, "Delta", "\\Delta", NULL, model->y);
  const NoslipExpr *ydot = accelerations(composer);
  if (ydot != NULL)
    noslip_composer_put_section(composer, "Gamma", "\\Gamma", model->y, ydot);
}

static void
add_forms(NoslipComposer *composer)
{
  const NoslipModel *model = composer->model;
  guint n = composer->n;
  noslip_composer_begin(composer, N_("Forms theta_L and omega_L"), "ML (13), M, I (2.6)-(2.8)");
  for (guint a = 0; a < n; a++)
    noslip_composer_put_component(composer, "theta_L", "\\theta_L", 'X', a, 0, 0, model->momentum[a]);
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      noslip_composer_put_component(composer, "omega_L", "\\omega_L", 'X', a, 'V', b, model->mass[(gsize) a * n + b]);
  for (guint a = 0; a < n; a++)
    for (guint b = a + 1; b < n; b++)
      noslip_composer_put_component(composer, "omega_L", "\\omega_L", 'X', a, 'X', b,
                                    noslip_portrait_omega(composer->portrait, a, b));
  noslip_composer_end(composer);
}

/* Symbols p_1 … for the fibre coordinates of the dual, as in the vakonomic bracket. */
static NoslipExpr *
dual_symbols(const NoslipComposer *composer)
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
add_canonical_forms(NoslipComposer *composer, const NoslipExpr *p)
{
  noslip_composer_begin(composer, N_("Canonical forms lambda_E and Omega_E on the dual"), "M, I (2.5)");
  for (guint a = 0; a < composer->n; a++)
    noslip_composer_put_component(composer, "lambda_E", "\\lambda_E", 'X', a, 0, 0, p[a]);
  for (guint a = 0; a < composer->n; a++)
    noslip_composer_put_component(composer, "Omega_E", "\\Omega_E", 'X', a, 'P', a, NOSLIP_ONE);
  for (guint a = 0; a < composer->n; a++)
    for (guint b = a + 1; b < composer->n; b++)
      noslip_composer_put_component(composer, "Omega_E", "\\Omega_E", 'X', a, 'X', b,
                                    bracket_momentum(composer, p, a, b));
}

/* Lambda_L: (x, y) -> (x, p, xdot, pdot), whose image is the implicit equation (G (2.5)-(2.7), I Remark 3.1). */
static void
add_legendre(NoslipComposer *composer, const NoslipExpr *p)
{
  const NoslipSystem *system = composer->model->system;
  const NoslipExpr *anchor = system->right_anchor != NULL ? system->right_anchor : system->anchor;
  gboolean general = system->algebroid == NOSLIP_ALGEBROID_GENERAL;
  NoslipGraph *graph = composer->graph;
  noslip_composer_begin(composer, N_("Legendre map, and the implicit equations by Tulczyjew's map"),
                        "G (2.5)-(2.7), M, I (2.11)");
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
add_hamilton(NoslipComposer *composer)
{
  const NoslipSystem *system = composer->model->system;
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  g_autoptr(NoslipDiagnostic) error = NULL;
  model->k = 0;
  g_autoptr(NoslipVakonomicBracket) bracket = noslip_vakonomic_bracket_new(model, &error);
  if (bracket == NULL || !bracket->solved)
    return;
  NoslipComposer own = *composer;
  own.graph = model->graph;
  noslip_composer_begin(&own, N_("Hamilton-Poincaré equations on the dual"), "M");
  noslip_composer_put(&own, "H", "H", bracket->hamiltonian);
  for (guint i = 0; i < composer->m; i++) {
    g_autofree char *x = noslip_expr_latex(system->graph, system->coordinates[i].symbol);
    g_autofree char *left = g_strdup_printf("%s'", system->coordinates[i].name);
    g_autofree char *latex = g_strdup_printf("\\dot{%s}", x);
    noslip_composer_put(&own, left, latex, bracket->xdot[i]);
  }
  for (guint a = 0; a < composer->n; a++) {
    g_autofree char *left = g_strdup_printf("p_%u'", a + 1), *latex = g_strdup_printf("\\dot{p}_{%u}", a + 1);
    noslip_composer_put(&own, left, latex, bracket->pdot[a]);
  }
}

void
noslip_portrait_add_prolongation(const NoslipPortrait *portrait, NoslipDocument *document)
{
  const NoslipModel *model = portrait->model;
  NoslipComposer composer = {document, portrait, model, model->graph, model->m, model->n, portrait->system->k, 0};
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
  if (skew && composer.k == 0 && !portrait->degenerate && !noslip_system_is_timed(portrait->system))
    add_hamilton(&composer);
}

/* Sections for constraints */
