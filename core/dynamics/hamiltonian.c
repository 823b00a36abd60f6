/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hamiltonian motion on D* (M "The nonholonomic bracket", G 4), for L = 1/2 y^T W y + l_1 y - V and linear or affine
 * constraints. On M is y = X v + n, the columns e_a of X a basis of D, n the part of the affine term that is
 * W-orthogonal to D. The restricted Legendre map, with g = X^T W X, and the energy on M are
 *
 *   p_a = <dL/dy, e_a> = g_ab v^b + b_a,   b_a = X_a^T l_1,
 *   H(x, p) = 1/2 (p - b)^T g^-1 (p - b) + 1/2 n^T W n + V.
 *
 * The bracket is, at y = X v + n,
 *
 *   {x^i, x^j} = 0,   {x^i, p_a} = rho^i_a,   {p_a, p_b} = -<dL/dy, [e_a, e_b]>;
 *
 * for linear constraints and l_1 = 0 the last is -C^c_ab p_c with C of the projected bracket. Then
 *
 *   xdot^i = {x^i, H} + R^i,         R^i = rho(n)^i,
 *   pdot_a = {p_a, H} + R_a + X_a^T Q,   R_a = rho_a(n^T W n + l_1 n) + <dL/dy, [n, e_a]>,
 *
 * and if a frame, a constraint or L depends on t, pdot_a also contains <dL/dy, [d/dt, e_a]> = dL/dy_g (dX^g_a/dt +
 * T^g_d X^d_a),
 *
 * where the field R_L = (R^i, R_a) is zero for linear constraints: Lagrange-d'Alembert has pdot_a = rho_a(l) +
 * <dL/dy, [X v + n, e_a]> with l(x, v) = L(x, X v + n), and dl/dx at fixed v is -dH/dx at fixed p plus
 * d(n^T W n + l_1 n)/dx. */
#include "core/dynamics/chart.h"
#include "core/dynamics/form-writer.h"
#include "core/dynamics/formulations.h"
#include "core/expr/elimination.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct {
  NoslipChartDraft *draft;
  const NoslipModel *model;
  NoslipGraph *graph;
  guint m, n, k, r;
  NoslipExpr *anchor;   /* rho^i_a, m x r */
  NoslipExpr *b;        /* b_a, r */
  NoslipExpr *normal;   /* n^alpha, n */
  NoslipExpr *v;        /* v^a in (x, p), r */
  NoslipExpr *covector; /* dL/dy_alpha at y = X v + n, n */
  NoslipExpr *linear;   /* l_1, n */
  NoslipExpr hamiltonian;
  NoslipExpr gain; /* n^T W n + l_1 n */
} DualBundle;

/* X_a^T s */
static NoslipExpr
pair(const DualBundle *d, guint a, const NoslipExpr *s)
{
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint alpha = 0; alpha < d->n; alpha++)
    sum = noslip_expr_add_product(d->graph, sum, d->draft->basis[alpha * d->r + a], s[alpha]);
  return sum;
}

/* W s */
static void
lower(const DualBundle *d, const NoslipExpr *s, NoslipExpr *lowered)
{
  for (guint alpha = 0; alpha < d->n; alpha++)
    lowered[alpha] = noslip_expr_dot(d->graph, d->n, d->model->mass + alpha * d->n, s);
}

/* The inverse Legendre map and the orthogonal part of the affine term: g v = p - b, g u = X^T W g_0, n = g_0
 * - X u. */
static gboolean
invert_legendre(DualBundle *d)
{
  guint n = d->n, r = d->r;
  g_autofree NoslipExpr *g = noslip_exprs_new(r * r);
  g_autofree NoslipExpr *right = noslip_exprs_new(2 * r);
  g_autofree NoslipExpr *section = noslip_exprs_new(n);
  g_autofree NoslipExpr *lowered = noslip_exprs_new(n);
  for (guint a = 0; a < r; a++) {
    for (guint alpha = 0; alpha < n; alpha++)
      section[alpha] = d->draft->basis[alpha * r + a];
    lower(d, section, lowered);
    for (guint c = 0; c < r; c++)
      g[c * r + a] = pair(d, c, lowered);
    d->b[a] = pair(d, a, d->linear);
    right[2 * a] = noslip_expr_sub(d->graph, d->draft->w[a], d->b[a]);
  }
  lower(d, d->draft->offset, lowered);
  for (guint a = 0; a < r; a++)
    right[2 * a + 1] = pair(d, a, lowered);
  NoslipPivots choice = noslip_pivots_by_structure(d->m, d->model->x);
  if (noslip_eliminate(d->graph, r, g, 2, right, &choice, right, NULL) != NOSLIP_ELIMINATION_SOLVED)
    return FALSE;
  for (guint a = 0; a < r; a++)
    d->v[a] = right[2 * a];
  for (guint alpha = 0; alpha < n; alpha++) {
    NoslipExpr tangent = NOSLIP_ZERO;
    for (guint a = 0; a < r; a++)
      tangent = noslip_expr_add_product(d->graph, tangent, d->draft->basis[alpha * r + a], right[2 * a + 1]);
    d->normal[alpha] = noslip_expr_sub(d->graph, d->draft->offset[alpha], tangent);
  }
  return TRUE;
}

static void
fill_energy(DualBundle *d)
{
  NoslipGraph *graph = d->graph;
  guint n = d->n, r = d->r;
  g_autofree NoslipExpr *zeros = noslip_exprs_new(n);
  g_autofree NoslipExpr *lowered = noslip_exprs_new(n);
  lower(d, d->normal, lowered);
  NoslipExpr norm = noslip_expr_dot(graph, n, d->normal, lowered);
  NoslipExpr kinetic = norm;
  for (guint a = 0; a < r; a++)
    kinetic = noslip_expr_add_product(d->graph, kinetic, noslip_expr_sub(graph, d->draft->w[a], d->b[a]), d->v[a]);
  NoslipExpr rest = noslip_expr_substitute(graph, d->model->system->lagrangian, n, d->model->y, zeros); /* -V */
  d->hamiltonian = noslip_expr_sub(graph, noslip_expr_mul(graph, noslip_expr_rational(graph, 1, 2), kinetic), rest);
  d->gain = noslip_expr_add(graph, norm, noslip_expr_dot(graph, n, d->linear, d->normal));
}

static void
fill_velocities(DualBundle *d)
{
  NoslipGraph *graph = d->graph;
  guint n = d->n, r = d->r;
  for (guint alpha = 0; alpha < n; alpha++)
    d->draft->y[alpha] =
        noslip_expr_add(graph, noslip_expr_dot(graph, r, d->draft->basis + alpha * r, d->v), d->normal[alpha]);
  lower(d, d->draft->y, d->covector);
  for (guint alpha = 0; alpha < n; alpha++)
    d->covector[alpha] = noslip_expr_add(graph, d->covector[alpha], d->linear[alpha]);
  for (guint i = 0; i < d->m; i++)
    for (guint a = 0; a < r; a++)
      d->anchor[i * r + a] = pair(d, a, d->model->system->anchor + i * n);
}

/* rho(s)(f) of a section s (n) */
static NoslipExpr
along(const DualBundle *d, const NoslipExpr *s, NoslipExpr f)
{
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < d->m && f != NOSLIP_ZERO && f != NOSLIP_ONE; i++) {
    NoslipExpr slope = noslip_expr_derivative(d->graph, f, d->model->x[i]);
    if (slope != NOSLIP_ZERO)
      sum = noslip_expr_add_product(d->graph, sum,
                                    noslip_expr_dot(d->graph, d->n, d->model->system->anchor + i * d->n, s), slope);
  }
  return sum;
}

/* <dL/dy, [s, u]> of two sections (n each) */
static NoslipExpr
momentum_of_bracket(const DualBundle *d, const NoslipExpr *s, const NoslipExpr *u)
{
  guint n = d->n;
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint c = 0; c < n; c++) {
    if (d->covector[c] == NOSLIP_ZERO)
      continue;
    const NoslipExpr *structure = d->model->system->structure + c * n * n;
    NoslipExpr component = noslip_expr_sub(d->graph, along(d, s, u[c]), along(d, u, s[c]));
    for (guint alpha = 0; alpha < n; alpha++)
      for (guint beta = 0; beta < n && s[alpha] != NOSLIP_ZERO; beta++)
        if (structure[alpha * n + beta] != NOSLIP_ZERO && u[beta] != NOSLIP_ZERO)
          component = noslip_expr_add_product(d->graph, component, structure[alpha * n + beta],
                                              noslip_expr_mul(d->graph, s[alpha], u[beta]));
    sum = noslip_expr_add_product(d->graph, sum, d->covector[c], component);
  }
  return sum;
}

/* <dL/dy, [d/dt, e_a]> */
static NoslipExpr
momentum_of_change(const DualBundle *d, guint a)
{
  const NoslipSystem *system = d->model->system;
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint g = 0; g < d->n; g++) {
    NoslipExpr change = noslip_expr_derivative(d->graph, d->draft->basis[g * d->r + a], system->t);
    for (guint s = 0; s < d->n && system->time_structure != NULL; s++)
      change = noslip_expr_add_product(d->graph, change, system->time_structure[g * d->n + s],
                                       d->draft->basis[s * d->r + a]);
    sum = noslip_expr_add_product(d->graph, sum, d->covector[g], change);
  }
  return sum;
}

/* Fills pdot and xdot from the bracket with H and the field R_L. */
static void
hamilton_equations(DualBundle *d)
{
  NoslipGraph *graph = d->graph;
  NoslipChartDraft *draft = d->draft;
  guint m = d->m, n = d->n, r = d->r;
  g_autofree NoslipExpr *sections = noslip_exprs_new(r * n); /* e_a as rows */
  g_autofree NoslipExpr *slopes = noslip_exprs_new(r);       /* dH/dp_a */
  for (guint a = 0; a < r; a++) {
    slopes[a] = noslip_expr_derivative(graph, d->hamiltonian, draft->w[a]);
    for (guint alpha = 0; alpha < n; alpha++)
      sections[a * n + alpha] = draft->basis[alpha * r + a];
  }
  for (guint i = 0; i < m; i++)
    draft->xdot[i] = noslip_expr_add(graph, noslip_expr_dot(graph, r, d->anchor + i * r, slopes),
                                     noslip_expr_dot(graph, n, d->model->system->anchor + i * n, d->normal));
  for (guint a = 0; a < r; a++) {
    const NoslipExpr *e = sections + a * n;
    NoslipExpr field = noslip_expr_add(graph, along(d, e, d->gain), momentum_of_bracket(d, d->normal, e));
    NoslipExpr sum = noslip_expr_add(graph, field, pair(d, a, d->model->system->forces));
    sum = noslip_expr_add(graph, sum, momentum_of_change(d, a));
    draft->right[a] = noslip_expr_add(graph, draft->right[a], noslip_expr_sub(graph, sum, along(d, e, d->hamiltonian)));
    for (guint b = 0; b < a; b++) {
      NoslipExpr bracket = noslip_expr_neg(graph, momentum_of_bracket(d, e, sections + b * n));
      draft->right[a] = noslip_expr_add_product(d->graph, draft->right[a], bracket, slopes[b]);
      draft->right[b] = noslip_expr_add_product(d->graph, draft->right[b], noslip_expr_neg(graph, bracket), slopes[a]);
    }
  }
}

/* Substitutes y = X v + n, in terms of (x, p), in forces and other terms that contain y. */
static NoslipExpr
in_momenta(const DualBundle *d, NoslipExpr e)
{
  return noslip_expr_substitute(d->graph, e, d->n, d->model->y, d->draft->y);
}

static gboolean
derive(NoslipChartDraft *draft)
{
  NoslipModel *model = draft->model;
  NoslipGraph *graph = model->graph;
  guint m = draft->m, n = draft->n, r = draft->r;
  g_autofree NoslipExpr *anchor = noslip_exprs_new(m * r);
  g_autofree NoslipExpr *b = noslip_exprs_new(r);
  g_autofree NoslipExpr *normal = noslip_exprs_new(n);
  g_autofree NoslipExpr *v = noslip_exprs_new(r);
  g_autofree NoslipExpr *covector = noslip_exprs_new(n);
  g_autofree NoslipExpr *linear = noslip_exprs_new(n);
  g_autofree NoslipExpr *zeros = noslip_exprs_new(n);
  DualBundle d = {draft, model,  graph, m,        n,      draft->k,    r,          anchor,
                  b,     normal, v,     covector, linear, NOSLIP_ZERO, NOSLIP_ZERO};
  for (guint a = 0; a < r; a++) {
    g_autofree char *name = g_strdup_printf("momentum %u", a); /* a name with a space cannot clash with a name of the
                                                                * system */
    draft->w[a] = noslip_expr_symbol(graph, name);
    draft->enter[a] = pair(&d, a, model->momentum);
    draft->mass[a * r + a] = NOSLIP_ONE;
  }
  for (guint alpha = 0; alpha < n; alpha++)
    linear[alpha] = noslip_expr_substitute(graph, model->momentum[alpha], n, model->y, zeros);
  if (!invert_legendre(&d))
    return FALSE;
  fill_energy(&d);
  fill_velocities(&d);
  hamilton_equations(&d);
  for (guint a = 0; a < r; a++)
    draft->right[a] = in_momenta(&d, draft->right[a]);
  for (guint alpha = 0; alpha < n; alpha++) {
    NoslipExpr sum = noslip_expr_derivative(graph, draft->y[alpha], model->system->t);
    for (guint i = 0; i < m; i++)
      sum = noslip_expr_add_product(d.graph, sum, noslip_expr_derivative(graph, draft->y[alpha], model->x[i]),
                                    draft->xdot[i]);
    for (guint a = 0; a < r; a++)
      sum = noslip_expr_add_product(d.graph, sum, noslip_expr_derivative(graph, draft->y[alpha], draft->w[a]),
                                    draft->wdot[a]);
    draft->ydot[alpha] = sum;
  }
  return TRUE;
}

static char *
refusal(const NoslipSystem *system)
{
  if (noslip_system_constraint_class(system) == NOSLIP_NONLINEAR)
    return g_strdup(_("the constraints are not linear or affine in the velocities, so that there is no bundle D* of "
                      "momenta"));
  if (!noslip_system_is_quadratic(system))
    return g_strdup(_("the Lagrangian is not quadratic in the velocities, so that the Legendre map is not solved in "
                      "closed form"));
  return noslip_charts_refusal(system);
}

static gpointer
create(const NoslipSystem *system, NoslipDiagnostic **error)
{
  return noslip_charts_new(system, derive, error);
}

static void
write_equations(NoslipFormWriter *writer)
{
  if (!noslip_form_has_lagrangian_on_d(writer))
    return;
  const NoslipModel *model = writer->model;
  NoslipGraph *graph = writer->graph;
  guint r = writer->r;
  g_autofree NoslipExpr *p = g_new0(NoslipExpr, r + 1);
  g_autofree NoslipExpr *w = g_new0(NoslipExpr, r + 1);
  g_autofree NoslipExpr *zeros = g_new0(NoslipExpr, model->n + 1);
  for (guint a = 0; a < r; a++) {
    g_autofree char *name = g_strdup_printf("p_%u", a + 1);
    g_autofree char *other = g_strdup_printf("P_%u", a + 1);
    p[a] = noslip_form_symbol(writer, name, other);
    NoslipExpr momentum = noslip_expr_dot(graph, r, writer->metric + (gsize) a * r, writer->velocity);
    noslip_form_add_line(writer, p[a], momentum);
  }
  NoslipExpr h = NOSLIP_ZERO;
  for (guint a = 0; a < r; a++) {
    w[a] = noslip_form_tidy(writer, noslip_expr_dot(graph, r, writer->inverse + (gsize) a * r, p));
    h = noslip_expr_add_product(graph, h, p[a], w[a]);
  }
  h = noslip_expr_mul(graph, noslip_expr_rational(graph, 1, 2), h);
  h = noslip_form_tidy(
      writer,
      noslip_expr_sub(graph, h, noslip_expr_substitute(graph, model->system->lagrangian, model->n, model->y, zeros)));
  noslip_form_add_line(writer, noslip_form_symbol(writer, "H", "H_D"), h);
  for (guint i = 0; i < model->m; i++)
    noslip_form_add_line(writer, noslip_form_rate_of(writer, model->x[i]),
                         noslip_expr_dot(graph, r, writer->anchor + (gsize) i * r, w));
  g_autofree NoslipExpr *y = noslip_form_in_basis(writer, w);
  for (guint a = 0; a < r; a++)
    noslip_form_add_line(
        writer, noslip_form_rate_of(writer, p[a]),
        noslip_expr_sub(graph, noslip_form_gyroscopic(writer, a, w, p, y), noslip_form_along(writer, a, h)));
}

static const char *
derivation(const NoslipSystem *system)
{
  (void) system;
  return NOSLIP_DERIVATION_DISTRIBUTION;
}

const NoslipFormulation noslip_formulation_hamiltonian = {
    .id = NC_("formulation", "hamiltonian"),
    .title = N_("Hamiltonian"),
    .summary = N_("Momenta on the dual of the constraint distribution and their nonholonomic bracket with the energy."),
    .source = N_("Marrero: Lie algebroids and some applications to mechanics, the nonholonomic bracket; "
                 "Grabowski, de Leon, Marrero, Martin de Diego: Nonholonomic constraints: a new viewpoint, section 4"),
    .latex = "p_a = \\langle \\partial L/\\partial y, e_a \\rangle|_M, \\quad "
             "\\{x^i, p_a\\} = \\rho^i_a, \\quad "
             "\\{p_a, p_b\\} = -\\langle \\partial L/\\partial y, [e_a, e_b] \\rangle, \\\\ "
             "\\dot x^i = \\{x^i, H\\} + R_L^i, \\quad \\dot p_a = \\{p_a, H\\} + (R_L)_a + Q_a",
    .write = write_equations,
    .kind = NOSLIP_DYNAMICS_NONHOLONOMIC,
    .state = NOSLIP_STATE_MOMENTA,
    .color = "#999999",
    .dash = NOSLIP_DASH_LONG,
    .derivation = derivation,
    .shares = noslip_charts_shares,
    .refusal = refusal,
    .create = create,
    NOSLIP_CHARTS_FUNCTIONS,
};
