/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/conserved-support.h"

#include "core/finder/linear/fractions.h"
#include "core/geometry/bracket-table.h"
#include "core/geometry/symbolic.h"
#include "core/language/language.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define SETS 3 /* of parameters, the given one first */
#define USED 1e-9
#define MOST_DENOMINATOR 1000

static void
support_clear(gpointer data)
{
  g_free(((NoslipSupport *) data)->columns);
  g_free(((NoslipSupport *) data)->weights);
}

static int
compare_support(gconstpointer a, gconstpointer b)
{
  const NoslipSupport *one = a, *other = b;
  if (one->energy != other->energy)
    return one->energy ? -1 : 1;
  if (one->degree != other->degree)
    return one->degree < other->degree ? -1 : 1;
  if (one->n != other->n)
    return one->n < other->n ? -1 : 1;
  return one->cost < other->cost ? -1 : one->cost > other->cost;
}

GArray *
noslip_supports_new(const NoslipSpace *space, const NoslipNullspace *nullspace, const double *scale)
{
  guint n = space->n_columns;
  GArray *supports = g_array_new(FALSE, FALSE, sizeof(NoslipSupport));
  g_autofree double *rows = g_memdup2(nullspace->vectors, sizeof(double) * MAX((gsize) nullspace->n * n, 1));
  g_autofree guint *order = g_new0(guint, (gsize) n + 1);
  g_autofree guint *pivots = g_new0(guint, (gsize) nullspace->n + 1);
  g_array_set_clear_func(supports, support_clear);
  for (guint c = 0; c < n; c++)
    order[c] = n - 1 - c; /* the longest one leads, and occurs in one combination only */
  guint found = noslip_nullspace_reduce(nullspace->n, n, rows, order, fmax(1e-9, 10 / nullspace->gap), pivots);
  for (guint i = 0; i < found; i++) {
    NoslipSupport support = {.columns = g_new0(guint, n), .weights = g_new0(double, n)};
    for (guint c = 0; c < n; c++)
      if (rows[(gsize) i * n + c] != 0) {
        support.leading = c == pivots[i] ? support.n : support.leading;
        support.weights[support.n] = rows[(gsize) i * n + c] / scale[c];
        support.columns[support.n++] = c;
        support.cost += c;
        support.energy = support.energy || space->columns[c].energy;
        support.degree = MAX(support.degree, space->monomials[space->columns[c].monomial].degree);
      }
    g_array_append_val(supports, support);
  }
  g_array_sort(supports, compare_support);
  return supports;
}

/* G_ab X^b = f(e_a). */
char *
noslip_support_section(const NoslipDistribution *d, const NoslipModel *model, const NoslipSpace *space,
                       const NoslipSupport *support, const NoslipExpr *coefficients)
{
  NoslipGraph *graph = model->graph;
  guint r = d->r, n = model->n;
  g_autofree NoslipExpr *x = noslip_exprs_new(r);     /* along momenta */
  g_autofree NoslipExpr *slope = noslip_exprs_new(r); /* along velocities: f(e_a) */
  g_autofree NoslipExpr *metric = g_memdup2(d->metric, sizeof(NoslipExpr) * MAX(r * r, 1));
  g_autofree NoslipExpr *section = noslip_exprs_new(n);
  gboolean velocities = FALSE;
  for (guint i = 0; i < support->n; i++) {
    const NoslipSpaceColumn *column = &space->columns[support->columns[i]];
    const NoslipMonomial *m = &space->monomials[column->monomial];
    NoslipExpr factor = noslip_expr_mul(graph, coefficients[i], space->b[column->b]);
    if (column->energy || m->degree != 1)
      return NULL;
    if (m->factor[0] < r)
      x[m->factor[0]] = noslip_expr_add(graph, x[m->factor[0]], factor);
    for (guint a = 0; a < r && m->factor[0] >= r; a++)
      slope[a] = noslip_expr_add_product(graph, slope[a], factor, d->basis[(m->factor[0] - r) * r + a]);
    velocities = velocities || m->factor[0] >= r;
  }
  if (velocities) {
    g_autoptr(NoslipProbe) probe = noslip_probe_new(model->system);
    if (!noslip_symbolic_solve(graph, probe, r, metric, 1, slope))
      return NULL;
    for (guint a = 0; a < r; a++)
      x[a] = noslip_expr_add(graph, x[a], slope[a]);
  }
  for (guint alpha = 0; alpha < n; alpha++) {
    for (guint a = 0; a < r; a++)
      section[alpha] = noslip_expr_add_product(graph, section[alpha], x[a], d->basis[alpha * r + a]);
    section[alpha] = noslip_symbolic_tidy(graph, section[alpha]);
  }
  return noslip_section_text(model, section, 1, FALSE);
}

NoslipConservedKind
noslip_support_kind(const NoslipSystem *system, const NoslipSpace *space, const NoslipSupport *support)
{
  guint degree = 0, least = NOSLIP_SPACE_MOST_DEGREE;
  for (guint i = 0; i < support->n; i++) {
    const NoslipSpaceColumn *column = &space->columns[support->columns[i]];
    if (column->energy)
      return NOSLIP_CONSERVED_MOVING_ENERGY;
    degree = MAX(degree, space->monomials[column->monomial].degree);
    least = MIN(least, space->monomials[column->monomial].degree);
  }
  gboolean linear = noslip_system_constraint_class(system) == NOSLIP_LINEAR;
  static const NoslipConservedKind kinds[] = {NOSLIP_CONSERVED_FUNCTION, NOSLIP_CONSERVED_LINEAR,
                                              NOSLIP_CONSERVED_QUADRATIC, NOSLIP_CONSERVED_CUBIC,
                                              NOSLIP_CONSERVED_QUARTIC};
  G_STATIC_ASSERT(G_N_ELEMENTS(kinds) == NOSLIP_SPACE_MOST_DEGREE + 1);
  return degree == 1 && least == 1 && linear ? NOSLIP_CONSERVED_GAUGE_MOMENTUM : kinds[degree];
}

GArray *
noslip_support_functions(const NoslipModel *model, const char *list, NoslipDiagnostic **error)
{
  GArray *functions = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_auto(GStrv) texts = list != NULL ? noslip_bracket_names_split(list) : NULL;
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++) {
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    NoslipExpr e;
    if (!noslip_language_expression(model->system, model->graph, texts[i], &e, diagnostics)) {
      *error = noslip_diagnostic_copy(diagnostics->list->pdata[0]);
    } else if (noslip_expr_depends(model->graph, e, model->n, model->y) ||
               !noslip_expr_depends(model->graph, e, model->m, model->x)) {
      *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, _("give functions of the coordinates"),
                                     _("'%s' is not a function of the coordinates alone"), texts[i]);
    } else {
      g_array_append_val(functions, e);
      continue;
    }
    g_array_unref(functions);
    return NULL;
  }
  return functions;
}

/* Columns that a vector of the null space uses. */
static GArray *
used_columns(const NoslipNullspace *nullspace)
{
  GArray *used = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint c = 0; c < nullspace->columns; c++) {
    double largest = 0;
    for (guint i = 0; i < nullspace->n; i++)
      largest = fmax(largest, fabs(nullspace->vectors[(gsize) i * nullspace->columns + c]));
    if (largest > USED)
      g_array_append_val(used, c);
  }
  return used;
}

/* The rates of these columns at random states, for every set of parameters below the one before, and scale[n], the size
 * of each column, by which it is divided. NULL if there are no such states. */
static double *
stacked_rates(const NoslipSpace *space, NoslipDynamics *dynamics, const double *parameters, const double *xy,
              guint64 seed, const GArray *used, guint rows, double *scale)
{
  const NoslipSystem *system = space->model->system;
  guint n = used->len;
  const guint *columns = (const guint *) (gpointer) used->data;
  g_autofree double *stack = g_new0(double, (gsize) SETS *rows *n + 1);
  g_autofree double *sizes = g_new0(double, (gsize) SETS *rows *n + 1);
  g_autofree double *rate = g_new0(double, (gsize) rows *n + 1);
  g_autofree double *size = g_new0(double, (gsize) rows *n + 1);
  g_autofree double *values = g_new0(double, (gsize) system->n_parameters + 1);
  guint64 draw = seed + 99;
  for (guint set = 0; set < SETS; set++) {
    g_autoptr(NoslipDiagnostic) error = NULL;
    for (guint i = 0; i < system->n_parameters; i++)
      values[i] = parameters[i] * (set == 0 ? 1 : exp(0.3 * noslip_random_draw(&draw)));
    g_autoptr(NoslipStates) states = noslip_states_new(dynamics, values, xy, rows, seed + 31 * set, &error);
    if (states == NULL)
      return NULL;
    noslip_space_evaluate(space, values, states, n, columns, NULL, rate, size);
    for (guint c = 0; c < n; c++) {
      gsize to = ((gsize) c * SETS + set) * rows;
      memcpy(stack + to, rate + (gsize) c * rows, sizeof(double) * rows);
      memcpy(sizes + to, size + (gsize) c * rows, sizeof(double) * rows);
    }
  }
  noslip_nullspace_balance(SETS * rows, n, sizes, stack, scale);
  return g_steal_pointer(&stack);
}

GArray *
noslip_supports_new_common(const NoslipSpace *space, NoslipDynamics *dynamics, const double *parameters,
                           const double *xy, guint64 seed, const NoslipNullspace *nullspace)
{
  NoslipNullspace whole = {.columns = space->n_columns, .gap = 1};
  g_autofree double *scale = g_new0(double, (gsize) space->n_columns + 1);
  g_autofree double *part = g_new0(double, (gsize) space->n_columns + 1);
  g_autoptr(GArray) used = used_columns(nullspace);
  guint n = used->len, rows = 4 * n + 20;
  g_autofree double *rates = stacked_rates(space, dynamics, parameters, xy, seed, used, rows, part);
  g_autoptr(NoslipNullspace) common = rates != NULL ? noslip_nullspace_new(SETS * rows, n, rates, NULL) : NULL;
  g_autofree double *vectors = g_new0(double, (gsize) space->n_columns *(common != NULL ? common->n : 0) + 1);
  whole.vectors = vectors;
  if (common != NULL && common->definite) {
    whole.n = common->n;
    whole.gap = common->gap;
  }
  for (guint c = 0; c < n; c++) {
    guint column = g_array_index(used, guint, c);
    scale[column] = part[c];
    for (guint i = 0; i < whole.n; i++)
      vectors[(gsize) i * space->n_columns + column] = common->vectors[(gsize) i * n + c];
  }
  GArray *supports = noslip_supports_new(space, &whole, scale);
  for (guint i = 0; i < supports->len; i++) {
    NoslipSupport *support = &g_array_index(supports, NoslipSupport, i);
    double leading = support->weights[support->leading];
    support->common = TRUE;
    for (guint c = 0; c < support->n; c++)
      support->weights[c] /= leading;
  }
  return supports;
}

gboolean
noslip_support_rational(const NoslipSpace *space, const NoslipSupport *support, NoslipExpr *coefficients)
{
  for (guint c = 0; c < support->n; c++) {
    gint64 p, q;
    if (!noslip_recognise_fraction(support->weights[c], MOST_DENOMINATOR, &p, &q))
      return FALSE;
    coefficients[c] = noslip_expr_rational(space->model->graph, p, q);
  }
  return TRUE;
}

/* f where e is d(f), or a sum of such rates with constant coefficients; FALSE if e has another form. */
static gboolean
rate_argument(const NoslipModel *model, NoslipExpr e, NoslipExpr *f)
{
  NoslipGraph *graph = model->graph;
  NoslipOp op = noslip_expr_op(graph, e);
  *f = NOSLIP_ZERO;
  if (op == NOSLIP_OP_RATE)
    *f = noslip_expr_operand(graph, e, 0);
  if (op != NOSLIP_OP_SUM && op != NOSLIP_OP_PRODUCT)
    return op == NOSLIP_OP_RATE || e == NOSLIP_ZERO;
  NoslipExpr factor = NOSLIP_ONE, part = NOSLIP_ZERO;
  for (guint i = 0; i < noslip_expr_n_operands(graph, e); i++) {
    NoslipExpr operand = noslip_expr_operand(graph, e, i);
    NoslipExpr number = noslip_expr_number(graph, noslip_expr_operand_number(graph, e, i));
    if (op == NOSLIP_OP_SUM) {
      if (!rate_argument(model, operand, &part))
        return FALSE;
      *f = noslip_expr_add_product(graph, *f, number, part);
    } else if (number == NOSLIP_ONE && *f == NOSLIP_ZERO && rate_argument(model, operand, &part)) {
      *f = part;
    } else if (noslip_expr_depends(graph, operand, model->m, model->x) ||
               noslip_expr_depends(graph, operand, model->n, model->y) ||
               noslip_expr_depends(graph, operand, 1, &model->system->t)) {
      return FALSE;
    } else {
      factor = noslip_expr_mul(graph, factor, noslip_expr_pow(graph, operand, number));
    }
  }
  *f = noslip_expr_mul(graph, factor, *f);
  return TRUE;
}

gboolean
noslip_support_claim_argument(const NoslipModel *model, const NoslipClaim *claim, NoslipExpr *f)
{
  NoslipExpr sides[2];
  if (!rate_argument(model, claim->left, &sides[0]) || !rate_argument(model, claim->right, &sides[1]))
    return FALSE;
  *f = noslip_expr_sub(model->graph, sides[0], sides[1]);
  return *f != NOSLIP_ZERO;
}
