/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The structure equations, in numbers at seeded points (core/README.md; I 2, Q (6)-(7)). Only entries
 * that are not exactly zero are ever touched, so that a long chain of natural coordinates costs next to
 * nothing; where everything is zero, everything holds, in symbols. */
#include "core/algebroid/algebroid.h"
#include "core/expr/tape.h"
#include "core/system/points.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define POINTS 16
/* A residual counts against the sum of the absolute values of the terms that should cancel in it. */
#define TOLERANCE NOSLIP_ALGEBROID_TOLERANCE
/* Products over all points before the rest is left unchecked, about a second. */
#define PRODUCTS_MOST 400000000u
#define COORDINATES_MOST 8

/* One entry that is not zero: where it is, and where its values at the points start. */
typedef struct {
  guint index, along; /* see the lists below */
  guint value;        /* values[value * n_points + point] */
} Entry;

typedef struct {
  const NoslipSystem *system;
  NoslipDiagnostics *diagnostics;
  NoslipPoints *points;
  const NoslipExpr *x; /* m symbols */
  guint m, n, n_points;
  guint *used;     /* the points where everything is finite */
  GArray *outputs; /* of NoslipExpr */
  double *values;
  double *sizes;          /* of the values: the sum of the absolute terms that each is added up from; NULL: |value| */
  GArray **anchor;        /* by section a: (i, -): rho^i_a */
  GArray **anchor_slopes; /* by section a: (i, j): d_j rho^i_a */
  GArray **structure;     /* by pair a * n + b: (c, -): C^c_ab; NULL where all vanish */
  GArray **structure_slopes; /* by pair: (c, j): d_j C^c_ab */
  guint *anchor_value;       /* by i * n + a: number of the value, or G_MAXUINT */
  guint64 n_products;
  double *sum, *terms; /* max(m, n) */
  double worst;        /* residual until now, against the size of its terms */
  gboolean measuring;  /* all points, and nothing is reported */
  gboolean exhausted;  /* there was more than PRODUCTS_MOST to do */
} Check;

static void
add_entry(Check *check, GArray **list, guint index, guint along, NoslipExpr e)
{
  Entry entry = {index, along, check->outputs->len};
  if (*list == NULL)
    *list = g_array_new(FALSE, FALSE, sizeof(Entry));
  g_array_append_val(*list, entry);
  g_array_append_val(check->outputs, e);
}

static void
add_slopes(Check *check, NoslipGraph *graph, GArray **list, guint index, NoslipExpr e)
{
  if (!noslip_expr_depends(graph, e, check->m, check->x))
    return;
  for (guint j = 0; j < check->m; j++) {
    if (!noslip_expr_depends(graph, e, 1, &check->x[j]))
      continue;
    NoslipExpr slope = noslip_expr_derivative(graph, e, check->x[j]);
    if (slope != NOSLIP_ZERO)
      add_entry(check, list, index, j, slope);
  }
}

static void
collect(Check *check, NoslipGraph *graph)
{
  const NoslipSystem *system = check->system;
  guint m = check->m, n = check->n;
  for (guint a = 0; a < n; a++)
    for (guint i = 0; i < m; i++) {
      NoslipExpr rho = system->anchor[(gsize) i * n + a];
      check->anchor_value[(gsize) i * n + a] = G_MAXUINT;
      if (rho == NOSLIP_ZERO)
        continue;
      check->anchor_value[(gsize) i * n + a] = check->outputs->len;
      add_entry(check, &check->anchor[a], i, 0, rho);
      add_slopes(check, graph, &check->anchor_slopes[a], i, rho);
    }
  for (guint c = 0; c < n; c++)
    for (gsize pair = 0; pair < (gsize) n * n; pair++) {
      NoslipExpr e = system->structure[(gsize) c * n * n + pair];
      if (e == NOSLIP_ZERO)
        continue;
      add_entry(check, &check->structure[pair], c, 0, e);
      add_slopes(check, graph, &check->structure_slopes[pair], c, e);
    }
}

/* Values at the points; points where one is not finite are dropped. */
static void
evaluate(Check *check, const NoslipGraph *graph)
{
  guint n_outputs = check->outputs->len;
  NoslipPoints *points = check->points;
  g_autoptr(NoslipTape) tape = noslip_tape_new(graph, 0, NULL, points->n_symbols, points->symbols, n_outputs,
                                               (const NoslipExpr *) (gpointer) check->outputs->data);
  g_autoptr(NoslipTapeWork) work = noslip_tape_work_new(tape);
  g_autofree double *out = g_new(double, (gsize) n_outputs + 1);
  noslip_tape_set_constants(work, NULL);
  for (guint point = 0; point < points->n_points; point++) {
    gboolean finite = TRUE;
    noslip_tape_evaluate(work, points->values + (gsize) point * points->n_symbols, out);
    for (guint i = 0; i < n_outputs; i++)
      finite &= isfinite(out[i]) != 0;
    if (!finite)
      continue;
    for (guint i = 0; i < n_outputs; i++)
      check->values[(gsize) i * POINTS + check->n_points] = out[i];
    check->used[check->n_points++] = point;
  }
}

static double
value_of(const Check *check, guint value, guint point)
{
  return check->values[(gsize) value * POINTS + point];
}

static double
size_of(const Check *check, guint value, guint point)
{
  return check->sizes != NULL ? check->sizes[(gsize) value * POINTS + point] : fabs(value_of(check, value, point));
}

/* What cancels inside an entry counts too: brackets that were derived are not written as briefly as they could be. */
static void
evaluate_sizes(Check *check, NoslipGraph *graph)
{
  const NoslipPoints *points = check->points;
  guint n = check->outputs->len;
  g_autofree NoslipExpr *magnitudes = noslip_exprs_new(n);
  for (guint i = 0; i < n; i++)
    magnitudes[i] = noslip_expr_magnitude(graph, g_array_index(check->outputs, NoslipExpr, i));
  g_autoptr(NoslipTape) tape = noslip_tape_new(graph, 0, NULL, points->n_symbols, points->symbols, n, magnitudes);
  g_autoptr(NoslipTapeWork) work = noslip_tape_work_new(tape);
  g_autofree double *out = g_new(double, (gsize) n + 1);
  noslip_tape_set_constants(work, NULL);
  check->sizes = g_new0(double, (gsize) n *POINTS + 1);
  for (guint point = 0; point < check->n_points; point++) {
    noslip_tape_evaluate(work, points->values + (gsize) check->used[point] * points->n_symbols, out);
    for (guint i = 0; i < n; i++)
      check->sizes[(gsize) i * POINTS + point] = MAX(out[i], fabs(value_of(check, i, point)));
  }
}

static guint
length_of(const GArray *list)
{
  return list != NULL ? list->len : 0;
}

static const Entry *
entry_of(const GArray *list, guint i)
{
  return &g_array_index(list, Entry, i);
}

/* Adds sign a b, of two values at the point. */
static void
accumulate(Check *check, guint index, int sign, guint a, guint b, guint point)
{
  check->sum[index] += sign * value_of(check, a, point) * value_of(check, b, point);
  check->terms[index] += size_of(check, a, point) * size_of(check, b, point);
  check->n_products++;
}

/* The component with the largest residual, after sums over `size` components; FALSE where all vanish. */
static gboolean
largest_residual(Check *check, guint size, guint *worst)
{
  double largest = TOLERANCE;
  gboolean found = FALSE;
  for (guint i = 0; i < size; i++) {
    double scaled = check->sum[i] == 0 ? 0 : fabs(check->sum[i]) / check->terms[i];
    check->worst = MAX(check->worst, scaled);
    if (scaled > largest) {
      largest = scaled;
      *worst = i;
      found = TRUE;
    }
  }
  return found;
}

static void
clear_sums(Check *check, guint size)
{
  memset(check->sum, 0, size * sizeof(double));
  memset(check->terms, 0, size * sizeof(double));
}

/* " at x = 0.3, y = -1", or nothing where there are no coordinates. */
static char *
describe_point(const Check *check, guint point)
{
  GString *text = g_string_new(NULL);
  const double *x = check->points->values + (gsize) check->used[point] * check->points->n_symbols + check->points->x;
  for (guint i = 0; i < MIN(check->m, COORDINATES_MOST); i++)
    g_string_append_printf(text, "%s%s = %.6g", i == 0 ? _(" at ") : ", ", check->system->coordinates[i].name, x[i]);
  if (check->m > COORDINATES_MOST)
    g_string_append(text, ", …");
  return g_string_free(text, FALSE);
}

static NoslipPlace
place_of_pair(const Check *check, guint a, guint b)
{
  const NoslipSystem *system = check->system;
  gsize pair = (gsize) MIN(a, b) * check->n + MAX(a, b);
  if (system->bracket_places != NULL && system->bracket_places[pair].line > 0)
    return system->bracket_places[pair];
  return system->fibres[MAX(a, b)].place;
}

static void
report_anchor(Check *check, guint a, guint b, guint i, guint point)
{
  const NoslipSystem *system = check->system;
  NoslipPlace place = place_of_pair(check, a, b);
  g_autofree char *where = describe_point(check, point);
  noslip_diagnostics_add(
      check->diagnostics,
      noslip_diagnostic_new(
          NOSLIP_ERROR, NOSLIP_CODE_ANCHOR, &place,
          _("make the anchor of the bracket the Lie bracket of the anchors, or say: algebroid quasi"),
          _("the anchor is not a homomorphism of brackets for the sections %s and %s: along %s the residual "
            "is %.6g%s"),
          system->fibres[a].name, system->fibres[b].name, system->coordinates[i].name, check->sum[i], where));
}

/* rho^j_a d_j rho^i_b - rho^j_b d_j rho^i_a - rho^i_c C^c_ab = 0 */
static gboolean
check_anchor_pair(Check *check, guint a, guint b)
{
  const guint n = check->n, pair[] = {a, b};
  gsize at = (gsize) a * n + b;
  if (length_of(check->anchor_slopes[a]) + length_of(check->anchor_slopes[b]) + length_of(check->structure[at]) == 0)
    return TRUE;
  for (guint point = 0; point < check->n_points; point++) {
    clear_sums(check, check->m);
    for (guint side = 0; side < 2; side++) {
      const GArray *slopes = check->anchor_slopes[pair[1 - side]];
      for (guint l = 0; l < length_of(slopes); l++) {
        const Entry *slope = entry_of(slopes, l);
        guint rho = check->anchor_value[(gsize) slope->along * n + pair[side]];
        if (rho != G_MAXUINT)
          accumulate(check, slope->index, side == 0 ? 1 : -1, rho, slope->value, point);
      }
    }
    for (guint l = 0; l < length_of(check->structure[at]); l++) {
      const Entry *c = entry_of(check->structure[at], l);
      const GArray *rho = check->anchor[c->index];
      for (guint r = 0; r < length_of(rho); r++)
        accumulate(check, entry_of(rho, r)->index, -1, c->value, entry_of(rho, r)->value, point);
    }
    guint worst;
    if (largest_residual(check, check->m, &worst) && !check->measuring) {
      report_anchor(check, a, b, worst, point);
      return FALSE;
    }
  }
  return TRUE;
}

static void
report_jacobi(Check *check, const guint *triple, guint component, guint point)
{
  const NoslipFibre *fibres = check->system->fibres;
  NoslipPlace place = place_of_pair(check, triple[1], triple[2]);
  for (guint turn = 0; turn < 3; turn++) {
    guint b = triple[(turn + 1) % 3], c = triple[(turn + 2) % 3];
    NoslipPlace other = place_of_pair(check, b, c);
    if (check->structure[(gsize) b * check->n + c] != NULL && other.line > place.line)
      place = other; /* the last of the brackets that disagree */
  }
  g_autofree char *where = describe_point(check, point);
  noslip_diagnostics_add(
      check->diagnostics,
      noslip_diagnostic_new(
          NOSLIP_ERROR, NOSLIP_CODE_JACOBI, &place,
          _("correct the brackets of these sections, or say: algebroid almost"),
          _("the bracket fails the Jacobi identity for the sections %s, %s and %s: along %s the residual is "
            "%.6g%s"),
          fibres[triple[0]].name, fibres[triple[1]].name, fibres[triple[2]].name, fibres[component].name,
          check->sum[component], where));
}

/* sum over cyclic (a, b, c) of  rho^i_a d_i C^v_bc + C^v_au C^u_bc = 0 */
static gboolean
check_jacobi_triple(Check *check, const guint *triple)
{
  guint n = check->n;
  for (guint point = 0; point < check->n_points; point++) {
    clear_sums(check, n);
    for (guint turn = 0; turn < 3; turn++) {
      guint a = triple[turn], b = triple[(turn + 1) % 3], c = triple[(turn + 2) % 3];
      const GArray *inner = check->structure[(gsize) b * n + c];
      const GArray *slopes = check->structure_slopes[(gsize) b * n + c];
      for (guint l = 0; l < length_of(slopes); l++) {
        const Entry *slope = entry_of(slopes, l);
        guint rho = check->anchor_value[(gsize) slope->along * n + a];
        if (rho != G_MAXUINT)
          accumulate(check, slope->index, 1, rho, slope->value, point);
      }
      for (guint l = 0; l < length_of(inner); l++) {
        const Entry *u = entry_of(inner, l);
        const GArray *outer = check->structure[(gsize) a * n + u->index];
        for (guint o = 0; o < length_of(outer); o++)
          accumulate(check, entry_of(outer, o)->index, 1, u->value, entry_of(outer, o)->value, point);
      }
    }
    guint worst;
    if (largest_residual(check, n, &worst) && !check->measuring) {
      report_jacobi(check, triple, worst, point);
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
is_exhausted(Check *check)
{
  if (check->n_products < PRODUCTS_MOST)
    return FALSE;
  if (check->exhausted)
    return TRUE;
  check->exhausted = TRUE;
  noslip_diagnostics_add(
      check->diagnostics,
      noslip_diagnostic_new(NOSLIP_NOTE, NOSLIP_CODE_TOO_LARGE, NULL, NULL,
                            _("there are so many brackets that the structure equations were checked in "
                              "part only")));
  return TRUE;
}

static gboolean
check_pairs(Check *check)
{
  gboolean ok = TRUE, ordered = check->system->algebroid == NOSLIP_ALGEBROID_GENERAL;
  for (guint a = 0; a < check->n; a++)
    for (guint b = ordered ? 0 : a + 1; b < check->n; b++) {
      ok &= check_anchor_pair(check, a, b);
      if (is_exhausted(check))
        return ok;
    }
  return ok;
}

static gboolean
check_triples(Check *check)
{
  guint n = check->n;
  gboolean ok = TRUE, ordered = check->system->algebroid == NOSLIP_ALGEBROID_GENERAL;
  for (guint a = 0; a < n; a++)
    for (guint b = ordered ? 0 : a + 1; b < n; b++)
      for (guint c = ordered ? 0 : b + 1; c < n; c++) {
        const guint triple[] = {a, b, c};
        if (check->structure[(gsize) a * n + b] == NULL && check->structure[(gsize) b * n + c] == NULL &&
            check->structure[(gsize) c * n + a] == NULL)
          continue;
        ok &= check_jacobi_triple(check, triple);
        if (is_exhausted(check))
          return ok;
      }
  return ok;
}

/* C^c_ab + C^c_ba = 0, exactly where that folds to zero. */
static gboolean
check_skew(Check *check, NoslipGraph *graph)
{
  const NoslipSystem *system = check->system;
  guint n = check->n;
  for (guint c = 0; c < n; c++)
    for (guint a = 0; a < n; a++)
      for (guint b = a; b < n; b++) {
        NoslipExpr one = system->structure[((gsize) c * n + a) * n + b];
        NoslipExpr other = system->structure[((gsize) c * n + b) * n + a];
        if (one == NOSLIP_ZERO && other == NOSLIP_ZERO)
          continue;
        NoslipExpr sum = noslip_expr_add(graph, one, other);
        if (sum == NOSLIP_ZERO || noslip_expr_simplify(graph, sum) == NOSLIP_ZERO)
          continue;
        NoslipPlace place = place_of_pair(check, a, b);
        noslip_diagnostics_add(
            check->diagnostics,
            noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_SKEW, &place,
                                  _("the bracket of a section with itself is 0, and [a, b] = -[b, a]"),
                                  _("the bracket of %s and %s is not skew-symmetric along %s"), system->fibres[a].name,
                                  system->fibres[b].name, system->fibres[c].name));
        return FALSE;
      }
  return TRUE;
}

/* rho^i_a d_i g = 0 on M, for every section a and equation g of M. */
static gboolean
check_tangent(Check *check, NoslipGraph *graph, guint g)
{
  const NoslipSystem *system = check->system;
  guint n = check->n;
  GArray *slopes = NULL;
  gboolean ok = TRUE;
  guint first = check->outputs->len;
  add_slopes(check, graph, &slopes, 0, system->manifolds[g]);
  NoslipPoints *points = check->points;
  g_autofree double *values = g_new0(double, (gsize) (check->outputs->len - first) * POINTS + 1);
  for (guint l = 0; l < length_of(slopes); l++)
    for (guint point = 0; point < check->n_points; point++)
      values[(gsize) l * POINTS + point] =
          noslip_expr_value(graph, g_array_index(check->outputs, NoslipExpr, first + l), points->n_symbols,
                            points->symbols, points->values + (gsize) check->used[point] * points->n_symbols);
  for (guint a = 0; a < n && ok; a++)
    for (guint point = 0; point < check->n_points && ok; point++) {
      clear_sums(check, 1);
      for (guint l = 0; l < length_of(slopes); l++) {
        guint rho = check->anchor_value[(gsize) entry_of(slopes, l)->along * n + a];
        if (rho == G_MAXUINT)
          continue;
        double term = value_of(check, rho, point) * values[(gsize) l * POINTS + point];
        check->sum[0] += term;
        check->terms[0] += fabs(term);
      }
      guint worst;
      if (!largest_residual(check, 1, &worst))
        continue;
      g_autofree char *where = describe_point(check, point);
      noslip_diagnostics_add(
          check->diagnostics,
          noslip_diagnostic_new(
              NOSLIP_ERROR, NOSLIP_CODE_TANGENT, &system->manifold_places[g],
              _("change the anchor or the manifold: a motion must not leave it"),
              _("the anchor of the section %s is not tangent to the manifold: the residual is %.6g%s"),
              system->fibres[a].name, check->sum[0], where));
      ok = FALSE;
    }
  if (slopes != NULL)
    g_array_unref(slopes);
  return ok;
}

static void
free_lists(GArray **lists, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (lists[i] != NULL)
      g_array_unref(lists[i]);
  g_free(lists);
}

/* C^c_ab + C^c_ba and rho - sigma, in numbers. */
static double
measure_skew(Check *check, NoslipGraph *graph)
{
  const NoslipSystem *system = check->system;
  const NoslipPoints *points = check->points;
  guint m = check->m, n = check->n;
  double worst = 0;
  for (guint point = 0; point < check->n_points; point++) {
    const double *values = points->values + (gsize) check->used[point] * points->n_symbols;
    for (gsize at = 0; at < (gsize) n * n * n; at++) {
      gsize c = at / ((gsize) n * n), a = at / n % n, b = at % n;
      NoslipExpr one = system->structure[at], other = system->structure[(c * n + b) * n + a];
      if (b < a || (one == NOSLIP_ZERO && other == NOSLIP_ZERO))
        continue;
      double first = noslip_expr_value(graph, one, points->n_symbols, points->symbols, values);
      double second = noslip_expr_value(graph, other, points->n_symbols, points->symbols, values);
      if (first + second != 0)
        worst = MAX(worst, fabs(first + second) / (fabs(first) + fabs(second)));
    }
    for (gsize at = 0; at < (gsize) m * n && system->right_anchor != NULL; at++) {
      double left = noslip_expr_value(graph, system->anchor[at], points->n_symbols, points->symbols, values);
      double right = noslip_expr_value(graph, system->right_anchor[at], points->n_symbols, points->symbols, values);
      if (left != right)
        worst = MAX(worst, fabs(left - right) / (fabs(left) + fabs(right)));
    }
  }
  return worst;
}

/* Skew symmetry, pairs and triples, one after the other. */
static void
measure(Check *check, NoslipGraph *graph, NoslipStructureResiduals *residuals)
{
  gboolean general = check->system->algebroid == NOSLIP_ALGEBROID_GENERAL;
  check->measuring = TRUE;
  residuals->skew = general ? measure_skew(check, graph) : 0;
  check->worst = 0;
  check_pairs(check);
  residuals->anchor = check->worst;
  check->worst = 0;
  check_triples(check);
  residuals->jacobi = check->worst;
  if (check->n_points == 0 || check->exhausted)
    *residuals = (NoslipStructureResiduals){NAN, NAN, NAN};
}

typedef struct {
  gboolean pairs, triples;
  double *residual;                    /* or NULL */
  NoslipStructureResiduals *residuals; /* instead of checks; or NULL */
} Wanted;

static gboolean
run_checks(const NoslipSystem *system, const Wanted *wanted, NoslipDiagnostics *diagnostics)
{
  guint m = system->m, n = system->n;
  gsize pairs = (gsize) n * n;
  Check check = {.system = system, .diagnostics = diagnostics, .m = m, .n = n};
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  g_autoptr(NoslipPoints) points = check.points = noslip_points_new(system, POINTS, FALSE);
  g_autoptr(GArray) outputs = check.outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autofree guint *used = check.used = g_new0(guint, POINTS);
  g_autofree guint *anchor_value = check.anchor_value = g_new0(guint, (gsize) m * n + 1);
  g_autofree double *sum = check.sum = g_new0(double, (gsize) MAX(m, n) + 1);
  g_autofree double *terms = check.terms = g_new0(double, (gsize) MAX(m, n) + 1);
  check.x = points->symbols + points->x;
  check.anchor = g_new0(GArray *, (gsize) n + 1);
  check.anchor_slopes = g_new0(GArray *, (gsize) n + 1);
  check.structure = g_new0(GArray *, pairs + 1);
  check.structure_slopes = g_new0(GArray *, pairs + 1);
  (void) used;
  (void) anchor_value;
  (void) sum;
  (void) terms;
  collect(&check, graph);
  g_autofree double *values = check.values = g_new0(double, (gsize) outputs->len *POINTS + 1);
  (void) values;
  evaluate(&check, graph);
  if (wanted->residual != NULL || wanted->residuals != NULL)
    evaluate_sizes(&check, graph);
  gboolean ok = TRUE;
  if (wanted->residuals != NULL)
    measure(&check, graph, wanted->residuals);
  else if (system->algebroid != NOSLIP_ALGEBROID_GENERAL)
    ok = check_skew(&check, graph);
  if (wanted->pairs)
    ok &= check_pairs(&check);
  if (wanted->triples)
    ok &= check_triples(&check);
  for (guint g = 0; g < system->n_manifolds && wanted->residuals == NULL; g++)
    ok &= check_tangent(&check, graph, g);
  if (check.n_points == 0)
    noslip_diagnostics_add(diagnostics,
                           noslip_diagnostic_new(NOSLIP_NOTE, NOSLIP_CODE_UNDEFINED, NULL, NULL,
                                                 _("anchor and brackets are not finite at any of the points where the "
                                                   "structure equations are checked")));
  g_free(check.sizes);
  free_lists(check.anchor, n);
  free_lists(check.anchor_slopes, n);
  free_lists(check.structure, pairs);
  free_lists(check.structure_slopes, pairs);
  if (wanted->residual != NULL)
    *wanted->residual = check.n_points == 0 || check.exhausted ? (double) NAN : check.worst;
  return ok;
}

/* What the kind of algebroid requires. */
static Wanted
required(const NoslipSystem *system)
{
  return (Wanted){.pairs = system->algebroid <= NOSLIP_ALGEBROID_ALMOST,
                  .triples = system->algebroid == NOSLIP_ALGEBROID_LIE};
}

/* The brackets of a frame are derived from it when the system is built, and hold by that derivation: loading takes them
 * as they are. They are evaluated only where the residual is wanted. */
gboolean
noslip_algebroid_check(const NoslipSystem *system, NoslipDiagnostics *diagnostics)
{
  Wanted wanted = required(system);
  wanted.pairs = wanted.pairs && !system->frame_is_derived;
  wanted.triples = wanted.triples && !system->frame_is_derived;
  return run_checks(system, &wanted, diagnostics);
}

gboolean
noslip_algebroid_check_residual(const NoslipSystem *system, NoslipDiagnostics *diagnostics, double *residual)
{
  Wanted wanted = required(system);
  wanted.residual = residual;
  return run_checks(system, &wanted, diagnostics);
}

void
noslip_algebroid_measure(const NoslipSystem *system, NoslipStructureResiduals *residuals)
{
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  const Wanted wanted = {.residuals = residuals};
  run_checks(system, &wanted, ignored);
}
