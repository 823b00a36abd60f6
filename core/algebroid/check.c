/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The structure equations, in numbers at seeded points (core/README.md; I 2, Q (6)-(7)). Only entries that are not
 * exactly zero are visited, so a long chain of natural coordinates costs almost nothing. If all entries are zero, the
 * equations hold symbolically. */
#include "core/algebroid/structure-values.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Limit on the products over all points, about a second of work; the equations beyond it are not checked. */
#define PRODUCTS_MOST 400000000u
#define COORDINATES_MOST 8

/* " at x = 0.3, y = -1", or "" if there are no coordinates. */
static char *
describe_point(const NoslipStructureCheck *check, guint point)
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
place_of_pair(const NoslipStructureCheck *check, guint a, guint b)
{
  const NoslipSystem *system = check->system;
  gsize pair = (gsize) MIN(a, b) * check->n + MAX(a, b);
  if (system->bracket_places != NULL && system->bracket_places[pair].line > 0)
    return system->bracket_places[pair];
  return system->fibres[MAX(a, b)].place;
}

static void
report_anchor(NoslipStructureCheck *check, guint a, guint b, guint i, guint point)
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
check_anchor_pair(NoslipStructureCheck *check, guint a, guint b)
{
  const guint n = check->n, pair[] = {a, b};
  gsize at = (gsize) a * n + b;
  if (noslip_structure_length(check->anchor_slopes[a]) + noslip_structure_length(check->anchor_slopes[b]) +
          noslip_structure_length(check->structure[at]) ==
      0)
    return TRUE;
  for (guint point = 0; point < check->n_points; point++) {
    noslip_structure_clear_sums(check, check->m);
    for (guint side = 0; side < 2; side++) {
      const GArray *slopes = check->anchor_slopes[pair[1 - side]];
      for (guint l = 0; l < noslip_structure_length(slopes); l++) {
        const NoslipStructureEntry *slope = noslip_structure_entry(slopes, l);
        guint rho = check->anchor_value[(gsize) slope->along * n + pair[side]];
        if (rho != G_MAXUINT)
          noslip_structure_accumulate(check, slope->index, side == 0 ? 1 : -1, rho, slope->value, point);
      }
    }
    for (guint l = 0; l < noslip_structure_length(check->structure[at]); l++) {
      const NoslipStructureEntry *c = noslip_structure_entry(check->structure[at], l);
      const GArray *rho = check->anchor[c->index];
      for (guint r = 0; r < noslip_structure_length(rho); r++)
        noslip_structure_accumulate(check, noslip_structure_entry(rho, r)->index, -1, c->value,
                                    noslip_structure_entry(rho, r)->value, point);
    }
    guint worst;
    if (noslip_structure_largest_residual(check, check->m, &worst) && !check->measuring) {
      report_anchor(check, a, b, worst, point);
      return FALSE;
    }
  }
  return TRUE;
}

static void
report_jacobi(NoslipStructureCheck *check, const guint *triple, guint component, guint point)
{
  const NoslipFibre *fibres = check->system->fibres;
  NoslipPlace place = place_of_pair(check, triple[1], triple[2]);
  for (guint turn = 0; turn < 3; turn++) {
    guint b = triple[(turn + 1) % 3], c = triple[(turn + 2) % 3];
    NoslipPlace other = place_of_pair(check, b, c);
    if (check->structure[(gsize) b * check->n + c] != NULL && other.line > place.line)
      place = other; /* the place of the last bracket that disagrees */
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
check_jacobi_triple(NoslipStructureCheck *check, const guint *triple)
{
  guint n = check->n;
  for (guint point = 0; point < check->n_points; point++) {
    noslip_structure_clear_sums(check, n);
    for (guint turn = 0; turn < 3; turn++) {
      guint a = triple[turn], b = triple[(turn + 1) % 3], c = triple[(turn + 2) % 3];
      const GArray *inner = check->structure[(gsize) b * n + c];
      const GArray *slopes = check->structure_slopes[(gsize) b * n + c];
      for (guint l = 0; l < noslip_structure_length(slopes); l++) {
        const NoslipStructureEntry *slope = noslip_structure_entry(slopes, l);
        guint rho = check->anchor_value[(gsize) slope->along * n + a];
        if (rho != G_MAXUINT)
          noslip_structure_accumulate(check, slope->index, 1, rho, slope->value, point);
      }
      for (guint l = 0; l < noslip_structure_length(inner); l++) {
        const NoslipStructureEntry *u = noslip_structure_entry(inner, l);
        const GArray *outer = check->structure[(gsize) a * n + u->index];
        for (guint o = 0; o < noslip_structure_length(outer); o++)
          noslip_structure_accumulate(check, noslip_structure_entry(outer, o)->index, 1, u->value,
                                      noslip_structure_entry(outer, o)->value, point);
      }
    }
    guint worst;
    if (noslip_structure_largest_residual(check, n, &worst) && !check->measuring) {
      report_jacobi(check, triple, worst, point);
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
is_exhausted(NoslipStructureCheck *check)
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
check_pairs(NoslipStructureCheck *check)
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
check_triples(NoslipStructureCheck *check)
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

/* C^c_ab + C^c_ba = 0, exactly if that folds to zero. */
static gboolean
check_skew(NoslipStructureCheck *check, NoslipGraph *graph)
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
check_tangent(NoslipStructureCheck *check, NoslipGraph *graph, guint g)
{
  const NoslipSystem *system = check->system;
  guint n = check->n;
  GArray *slopes = NULL;
  gboolean ok = TRUE;
  guint first = check->outputs->len;
  noslip_structure_add_slopes(check, graph, &slopes, 0, system->manifolds[g]);
  NoslipPoints *points = check->points;
  g_autofree double *values = g_new0(double, (gsize) (check->outputs->len - first) * NOSLIP_STRUCTURE_POINTS + 1);
  for (guint l = 0; l < noslip_structure_length(slopes); l++)
    for (guint point = 0; point < check->n_points; point++)
      values[(gsize) l * NOSLIP_STRUCTURE_POINTS + point] =
          noslip_expr_value(graph, g_array_index(check->outputs, NoslipExpr, first + l), points->n_symbols,
                            points->symbols, points->values + (gsize) check->used[point] * points->n_symbols);
  for (guint a = 0; a < n && ok; a++)
    for (guint point = 0; point < check->n_points && ok; point++) {
      noslip_structure_clear_sums(check, 1);
      for (guint l = 0; l < noslip_structure_length(slopes); l++) {
        guint rho = check->anchor_value[(gsize) noslip_structure_entry(slopes, l)->along * n + a];
        if (rho == G_MAXUINT)
          continue;
        double term = noslip_structure_value(check, rho, point) * values[(gsize) l * NOSLIP_STRUCTURE_POINTS + point];
        check->sum[0] += term;
        check->terms[0] += fabs(term);
      }
      guint worst;
      if (!noslip_structure_largest_residual(check, 1, &worst))
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
measure_skew(NoslipStructureCheck *check, NoslipGraph *graph)
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
measure(NoslipStructureCheck *check, NoslipGraph *graph, NoslipStructureResiduals *residuals)
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
  NoslipStructureCheck check = {.system = system, .diagnostics = diagnostics, .m = m, .n = n};
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  g_autoptr(NoslipPoints) points = check.points = noslip_points_new(system, NOSLIP_STRUCTURE_POINTS, FALSE);
  g_autoptr(GArray) outputs = check.outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autofree guint *used = check.used = g_new0(guint, NOSLIP_STRUCTURE_POINTS);
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
  noslip_structure_collect(&check, graph);
  g_autofree double *values = check.values = g_new0(double, (gsize) outputs->len *NOSLIP_STRUCTURE_POINTS + 1);
  (void) values;
  noslip_structure_evaluate(&check, graph);
  if (wanted->residual != NULL || wanted->residuals != NULL)
    noslip_structure_evaluate_sizes(&check, graph);
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

/* The checks that the kind of algebroid requires. */
static Wanted
required(const NoslipSystem *system)
{
  return (Wanted){.pairs = system->algebroid <= NOSLIP_ALGEBROID_ALMOST,
                  .triples = system->algebroid == NOSLIP_ALGEBROID_LIE};
}

/* Brackets that are derived from a frame satisfy the equations by derivation, and are evaluated only if the residual is
 * needed. */
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
