/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/atoms.h"

#include "core/finder/axes.h"
#include "core/geometry/symbolic.h"

#include <string.h>

#define MOST_MULTIPLE 8    /* sin(8 u) is expanded */
#define MOST_DETERMINANT 5 /* rows */
#define MOST_RADICAL 200   /* limit on the nodes of a radicand */

typedef struct {
  const NoslipModel *model;
  NoslipAtoms *atoms;
  GHashTable *seen;
  GArray *absent; /* of NoslipExpr: parameters that are 0 */
} Walk;

static gboolean
has(const GArray *list, NoslipExpr e)
{
  for (guint i = 0; i < list->len; i++)
    if (g_array_index(list, NoslipExpr, i) == e)
      return TRUE;
  return FALSE;
}

static void
add_atom(NoslipAtoms *atoms, NoslipExpr e, gboolean occurs)
{
  if (has(atoms->atoms, e))
    return;
  g_array_append_val(atoms->atoms, e);
  g_array_append_val(atoms->occurs, occurs);
}

/* sin(u) with cos(u), and so on. */
static void
add_function(Walk *walk, NoslipExpr e)
{
  NoslipGraph *graph = walk->model->graph;
  NoslipOp op = noslip_expr_op(graph, e);
  static const NoslipOp partners[][2] = {{NOSLIP_OP_SIN, NOSLIP_OP_COS}, {NOSLIP_OP_SINH, NOSLIP_OP_COSH}};
  for (guint i = 0; i < G_N_ELEMENTS(partners); i++)
    if (op == partners[i][0] || op == partners[i][1]) {
      NoslipExpr argument = noslip_expr_operand(graph, e, 0);
      add_atom(walk->atoms, noslip_expr_apply(graph, partners[i][0], 1, &argument), TRUE);
      add_atom(walk->atoms, noslip_expr_apply(graph, partners[i][1], 1, &argument), TRUE);
      return;
    }
  add_atom(walk->atoms, e, TRUE);
}

/* Adds the atoms of one node; TRUE if its operands must be visited. Not recursive: the nodes to visit are in a list. */
static gboolean
visit(Walk *walk, NoslipExpr e, GArray *open)
{
  const NoslipModel *model = walk->model;
  NoslipGraph *graph = model->graph;
  NoslipOp op = noslip_expr_op(graph, e);
  gboolean function = op >= NOSLIP_OP_SIN;
  gboolean on_base = noslip_expr_depends(graph, e, model->m, model->x) &&
                     !noslip_expr_depends(graph, e, model->n, model->y) &&
                     !noslip_expr_depends(graph, e, 1, &model->system->t);
  if (on_base && (function || op == NOSLIP_OP_POWER) && op < NOSLIP_OP_LESS) {
    add_function(walk, e);
    return FALSE;
  }
  if (on_base && op == NOSLIP_OP_SYMBOL)
    add_atom(walk->atoms, e, TRUE);
  for (guint i = 0; i < noslip_expr_n_operands(graph, e); i++) {
    NoslipExpr operand = noslip_expr_operand(graph, e, i);
    double exponent = op == NOSLIP_OP_PRODUCT ? noslip_expr_operand_number(graph, e, i) : 1;
    gboolean plain = exponent > 0 && exponent == (int) exponent;
    if (!plain && noslip_expr_depends(graph, operand, model->m, model->x) &&
        !noslip_expr_depends(graph, operand, model->n, model->y))
      add_atom(walk->atoms, noslip_expr_pow(graph, operand, noslip_expr_number(graph, exponent)), TRUE);
    g_array_append_val(open, operand);
  }
  return TRUE;
}

static NoslipExpr
present(const Walk *walk, NoslipExpr e)
{
  g_autofree NoslipExpr *zeros = noslip_exprs_new(walk->absent->len);
  return noslip_expr_substitute(walk->model->graph, e, walk->absent->len,
                                (const NoslipExpr *) (gpointer) walk->absent->data, zeros);
}

static void
walk_from(Walk *walk, NoslipExpr e)
{
  g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  e = present(walk, e);
  e = noslip_expr_expand_angles(walk->model->graph, e, MOST_MULTIPLE);
  g_array_append_val(open, e);
  while (open->len > 0) {
    NoslipExpr next = g_array_index(open, NoslipExpr, open->len - 1);
    g_array_set_size(open, open->len - 1);
    if (g_hash_table_add(walk->seen, GUINT_TO_POINTER(next)))
      visit(walk, next, open);
  }
}

static gboolean
coordinate_occurs(const Walk *walk, guint i)
{
  const NoslipModel *model = walk->model;
  const NoslipSystem *system = model->system;
  const NoslipExpr *symbol = &model->x[i];
  if (noslip_expr_depends(model->graph, present(walk, system->lagrangian), 1, symbol))
    return TRUE;
  for (guint e = 0; e < model->m * model->n; e++)
    if (noslip_expr_depends(model->graph, system->anchor[e], 1, symbol))
      return TRUE;
  for (guint c = 0; c < model->k; c++)
    if (noslip_expr_depends(model->graph, model->phi[c], 1, symbol))
      return TRUE;
  return FALSE;
}

static void
add_coordinates(const Walk *walk, NoslipAtoms *atoms)
{
  const NoslipModel *model = walk->model;
  for (guint i = 0; i < model->m; i++) {
    gboolean occurs = coordinate_occurs(walk, i);
    if (!model->system->coordinates[i].angle) {
      add_atom(atoms, model->x[i], occurs);
      continue;
    }
    add_atom(atoms, noslip_expr_apply(model->graph, NOSLIP_OP_SIN, 1, &model->x[i]), occurs);
    add_atom(atoms, noslip_expr_apply(model->graph, NOSLIP_OP_COS, 1, &model->x[i]), occurs);
  }
}

NoslipExpr
noslip_atoms_determinant(NoslipGraph *graph, guint n, const NoslipExpr *a)
{
  if (n == 0)
    return NOSLIP_ONE;
  NoslipExpr sum = NOSLIP_ZERO;
  g_autofree NoslipExpr *minor = noslip_exprs_new((gsize) n * n);
  for (guint column = 0; column < n; column++) {
    if (a[column] == NOSLIP_ZERO)
      continue;
    for (guint i = 1; i < n; i++)
      for (guint j = 0, to = 0; j < n; j++)
        if (j != column)
          minor[(i - 1) * (n - 1) + to++] = a[i * n + j];
    NoslipExpr term = noslip_expr_mul(graph, a[column], noslip_atoms_determinant(graph, n - 1, minor));
    sum = column % 2 == 0 ? noslip_expr_add(graph, sum, term) : noslip_expr_sub(graph, sum, term);
  }
  return sum;
}

/* cos(u)/sin(u) of g = sin(u) or its square, a coefficient of the rotations in Euler's angles; 1 of another g. */
static NoslipExpr
cotangent(NoslipGraph *graph, NoslipExpr g)
{
  if (noslip_expr_op(graph, g) == NOSLIP_OP_PRODUCT && noslip_expr_n_operands(graph, g) == 1)
    g = noslip_expr_operand(graph, g, 0);
  if (noslip_expr_op(graph, g) != NOSLIP_OP_SIN)
    return NOSLIP_ONE;
  NoslipExpr angle = noslip_expr_operand(graph, g, 0);
  return noslip_expr_div(graph, noslip_expr_apply(graph, NOSLIP_OP_COS, 1, &angle), g);
}

static void
add_roots(const NoslipModel *model, NoslipAtoms *atoms, NoslipExpr g)
{
  static const int halves[] = {-2, 1, -1};
  NoslipGraph *graph = model->graph;
  if (has(atoms->radicals, noslip_expr_pow(graph, g, noslip_expr_rational(graph, 1, 2))))
    return;
  for (guint i = 0; i < G_N_ELEMENTS(halves); i++) {
    NoslipExpr e = noslip_expr_pow(graph, g, noslip_expr_rational(graph, halves[i], 2));
    g_array_append_val(atoms->radicals, e);
  }
  NoslipExpr quotient = cotangent(graph, g);
  g_array_append_val(atoms->radicals, quotient);
}

/* Whether e divides by an expression that depends on the coordinates. */
static gboolean
has_denominator(const NoslipModel *model, NoslipExpr e)
{
  NoslipGraph *graph = model->graph;
  g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_val(open, e);
  while (open->len > 0) {
    NoslipExpr next = g_array_index(open, NoslipExpr, open->len - 1);
    g_array_set_size(open, open->len - 1);
    for (guint i = 0; i < noslip_expr_n_operands(graph, next); i++) {
      NoslipExpr operand = noslip_expr_operand(graph, next, i);
      if (noslip_expr_op(graph, next) == NOSLIP_OP_PRODUCT && noslip_expr_operand_number(graph, next, i) < 0 &&
          noslip_expr_depends(graph, operand, model->m, model->x))
        return TRUE;
      g_array_append_val(open, operand);
    }
  }
  return FALSE;
}

/* g divided by the squares of coordinates, sines and cosines that are factors of it. */
static NoslipExpr
without_squares(const NoslipModel *model, const NoslipAtoms *atoms, NoslipExpr g)
{
  NoslipGraph *graph = model->graph;
  guint size = noslip_expr_size(graph, g, MOST_RADICAL);
  for (guint i = 0; i < atoms->atoms->len; i++) {
    NoslipExpr square = noslip_expr_powi(graph, g_array_index(atoms->atoms, NoslipExpr, i), 2);
    NoslipExpr rest = noslip_expr_simplify(graph, noslip_expr_div(graph, g, square));
    guint smaller = noslip_expr_size(graph, rest, MOST_RADICAL);
    if (smaller < size && !has_denominator(model, rest)) {
      g = rest;
      size = smaller;
    }
  }
  return g;
}

/* The radicals of g without its constant factors, and of each of its other factors. */
static void
add_radicals(const NoslipModel *model, NoslipAtoms *atoms, GArray *dropped, NoslipExpr g)
{
  NoslipGraph *graph = model->graph;
  g = noslip_symbolic_tidy(graph, g);
  if (!noslip_expr_depends(graph, g, model->m, model->x) || noslip_expr_depends(graph, g, model->n, model->y))
    return;
  if (noslip_expr_size(graph, g, MOST_RADICAL) >= MOST_RADICAL) {
    if (!has(dropped, g))
      g_array_append_val(dropped, g);
    return;
  }
  NoslipExpr part = NOSLIP_ONE, product = g;
  if (noslip_expr_op(graph, g) == NOSLIP_OP_SUM && noslip_expr_n_operands(graph, g) == 1)
    product = noslip_expr_operand(graph, g, 0);
  if (noslip_expr_op(graph, product) != NOSLIP_OP_PRODUCT) {
    add_roots(model, atoms, g);
    NoslipExpr rest = without_squares(model, atoms, g);
    if (rest != g && noslip_expr_depends(graph, rest, model->m, model->x))
      add_roots(model, atoms, rest);
    return;
  }
  for (guint i = 0; i < noslip_expr_n_operands(graph, product); i++) {
    NoslipExpr base = noslip_expr_operand(graph, product, i);
    NoslipExpr exponent = noslip_expr_number(graph, noslip_expr_operand_number(graph, product, i));
    if (!noslip_expr_depends(graph, base, model->m, model->x))
      continue;
    part = noslip_expr_mul(graph, part, noslip_expr_pow(graph, base, exponent));
    add_roots(model, atoms, base);
  }
  add_roots(model, atoms, part);
}

/* The determinant of the metric's block that contains a: the sections coupled to a, directly or through others. */
static NoslipExpr
block_determinant(const Walk *walk, const NoslipDistribution *distribution, guint a, gboolean *done)
{
  guint r = distribution->r, n = 0;
  g_autofree guint *block = g_new0(guint, r);
  NoslipGraph *graph = walk->model->graph;
  block[n++] = a;
  done[a] = TRUE;
  for (guint i = 0; i < n; i++)
    for (guint b = 0; b < r; b++)
      if (!done[b] && noslip_symbolic_tidy(graph, distribution->metric[block[i] * r + b]) != NOSLIP_ZERO) {
        done[b] = TRUE;
        block[n++] = b;
      }
  if (n > MOST_DETERMINANT)
    return NOSLIP_ONE;
  g_autofree NoslipExpr *entries = noslip_exprs_new((gsize) n * n);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      entries[i * n + j] = distribution->metric[block[i] * r + block[j]];
  return noslip_atoms_determinant(graph, n, entries);
}

/* Diagonal entries, and the determinants of the blocks, whose product is the determinant. */
static void
add_metric(const Walk *walk, NoslipDistribution *distribution, NoslipAtoms *atoms)
{
  const NoslipModel *model = distribution->model;
  guint r = distribution->r;
  g_autofree gboolean *done = g_new0(gboolean, (gsize) r + 1);
  g_autoptr(GArray) dropped = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  NoslipExpr whole = NOSLIP_ONE;
  for (guint a = 0; a < r; a++)
    add_radicals(model, atoms, dropped, present(walk, distribution->metric[a * r + a]));
  for (guint a = 0; a < r; a++)
    if (!done[a]) {
      NoslipExpr determinant =
          noslip_symbolic_tidy(model->graph, present(walk, block_determinant(walk, distribution, a, done)));
      add_radicals(model, atoms, dropped, determinant);
      whole = noslip_expr_mul(model->graph, whole, determinant);
    }
  add_radicals(model, atoms, dropped, whole);
  atoms->n_long = dropped->len;
}

/* The roots of the radicands that belong to axes, times the components of the body's axis. */
static void
add_axes(const Walk *walk, NoslipDistribution *distribution, NoslipAtoms *atoms)
{
  NoslipGraph *graph = walk->model->graph;
  guint r = distribution->r;
  g_autofree NoslipExpr *metric = noslip_exprs_new((gsize) r * r);
  for (guint e = 0; e < r * r; e++)
    metric[e] = present(walk, distribution->metric[e]);
  g_autoptr(GArray) list = noslip_axes_new(distribution, metric);
  for (guint i = 0; i < list->len; i++) {
    const NoslipAxes *axes = &g_array_index(list, NoslipAxes, i);
    NoslipExpr root = noslip_expr_pow(graph, axes->radicand, noslip_expr_rational(graph, 1, 2));
    for (guint c = 0; c < 3; c++) {
      NoslipExpr product = noslip_expr_mul(graph, root, axes->body_axis[c]);
      if (product != NOSLIP_ZERO && !has(atoms->alone, product) && !has(atoms->radicals, product))
        g_array_append_val(atoms->alone, product);
    }
  }
}

NoslipAtoms *
noslip_atoms_new(NoslipDistribution *distribution, const double *parameters, guint n, const NoslipExpr *functions,
                 gboolean with_axes)
{
  const NoslipModel *model = distribution->model;
  NoslipAtoms *atoms = g_new0(NoslipAtoms, 1);
  atoms->atoms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  atoms->occurs = g_array_new(FALSE, FALSE, sizeof(gboolean));
  atoms->radicals = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  atoms->alone = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  g_autoptr(GArray) absent = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint i = 0; i < model->system->n_parameters; i++)
    if (parameters[i] == 0)
      g_array_append_val(absent, model->system->parameters[i].symbol);
  Walk walk = {model, atoms, seen, absent};
  add_coordinates(&walk, atoms);
  walk_from(&walk, model->system->lagrangian);
  for (guint e = 0; e < model->m * model->n; e++)
    walk_from(&walk, model->system->anchor[e]);
  for (guint c = 0; c < model->k; c++)
    walk_from(&walk, model->phi[c]);
  for (guint i = 0; i < n; i++)
    add_atom(atoms, functions[i], TRUE);
  add_metric(&walk, distribution, atoms);
  if (with_axes)
    add_axes(&walk, distribution, atoms);
  return atoms;
}

void
noslip_atoms_free(NoslipAtoms *atoms)
{
  if (atoms == NULL)
    return;
  g_array_unref(atoms->atoms);
  g_array_unref(atoms->occurs);
  g_array_unref(atoms->radicals);
  g_array_unref(atoms->alone);
  g_free(atoms);
}
