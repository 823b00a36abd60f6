/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of quasi-velocities that are given in the derivatives of coordinates, and its brackets. */
#include "core/algebroid/algebroid.h"
#include "core/language/build/build.h"

#include <glib/gi18n-lib.h>

gboolean
noslip_builder_slopes(NoslipGraph *graph, NoslipExpr f, guint n, const NoslipExpr *symbols, NoslipExpr *slopes,
                      guint stride)
{
  NoslipExpr rest = f;
  for (guint i = 0; i < n; i++) {
    slopes[i * stride] = NOSLIP_ZERO;
    if (f == symbols[i]) { /* a single name, as in most brackets */
      slopes[i * stride] = NOSLIP_ONE;
      rest = NOSLIP_ZERO;
    }
    if (rest == NOSLIP_ZERO || noslip_expr_op(graph, f) == NOSLIP_OP_SYMBOL)
      continue;
    NoslipExpr slope = noslip_expr_derivative(graph, f, symbols[i]);
    if (noslip_expr_depends(graph, slope, n, symbols)) {
      slope = noslip_expr_simplify(graph, slope);
      if (noslip_expr_depends(graph, slope, n, symbols))
        return FALSE;
    }
    slopes[i * stride] = slope;
    if (slope != NOSLIP_ZERO)
      rest = noslip_expr_sub_product(graph, rest, slope, symbols[i]);
  }
  return rest == NOSLIP_ZERO || noslip_expr_simplify(graph, rest) == NOSLIP_ZERO;
}

static gboolean
build_frame_rows(Builder *builder)
{
  Scope *scope = &builder->scope;
  gboolean good = TRUE;
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_VELOCITY)); i++) {
    const Name *name = noslip_scope_name(scope, noslip_builder_name(builder, statement));
    NoslipFibre *fibre = &builder->system->fibres[builder->index[i]];
    fibre->unit = noslip_builder_text(builder, statement, PART_UNIT);
    fibre->description = noslip_builder_text(builder, statement, PART_DESCRIPTION);
    if (name->bad) {
      good = FALSE;
      continue;
    }
    if (noslip_builder_slopes(scope->graph, name->expr, scope->m, scope->velocity,
                              builder->system->frame + builder->index[i] * scope->m, 1))
      continue;
    good = FALSE;
    noslip_source_error(builder->source, NOSLIP_CODE_NOT_LINEAR, name->place,
                        _("write a sum of natural velocities with coefficients in the coordinates"),
                        _("the velocity %s is not linear in the natural velocities"), fibre->name);
  }
  for (guint a = 0; a < scope->n; a++) {
    Name *name = g_hash_table_lookup(scope->names, scope->fibres[a]);
    name->bad = FALSE;
    name->uses = 0;
    name->expr = scope->y[a];
  }
  return good;
}

/* The frame is inverted in symbols, and the inverse grows like a determinant: any number of velocities may be coupled
 * through shared coordinates if each mixes few of them, but not many that mix many. */
#define MOST_MIXED 5
#define MOST_COUPLED 8
#define MOST_CHAINED 30

static gboolean
is_too_mixed(const Builder *builder)
{
  const Scope *scope = &builder->scope;
  guint n = scope->n;
  g_autofree guint *block = g_new(guint, MAX(n, 1)); /* for each velocity: the first row with which it is coupled */
  g_autofree guint *rows = g_new0(guint, MAX(n, 1));
  g_autofree guint *entries = g_new0(guint, MAX(n, 1)); /* for each block the number of entries that are not constant */
  for (guint a = 0; a < n; a++)
    block[a] = a;
  for (guint i = 0; i < n; i++)
    for (guint a = 0, first = n; a < n; a++) {
      if (builder->system->frame[a * n + i] == NOSLIP_ZERO)
        continue;
      first = first == n ? a : first;
      guint from = MAX(block[a], block[first]), to = MIN(block[a], block[first]);
      for (guint b = 0; b < n && from != to; b++)
        block[b] = block[b] == from ? to : block[b];
    }
  gboolean mixed = FALSE;
  for (guint a = 0; a < n; a++) {
    rows[block[a]]++;
    for (guint i = 0; i < n; i++)
      entries[block[a]] += noslip_expr_depends(scope->graph, builder->system->frame[a * n + i], n, scope->x);
    guint size = rows[block[a]], variable = entries[block[a]];
    guint most = size <= MOST_COUPLED ? 3 * size + 6 : size <= MOST_CHAINED ? size + 6 : 6;
    mixed = mixed || (size > MOST_MIXED && variable > most);
  }
  return mixed;
}

static void
report_count(Builder *builder, NoslipPlace place)
{
  guint n = builder->system->n, m = builder->system->m;
  g_autofree char *velocities = g_strdup_printf(g_dngettext(GETTEXT_PACKAGE, "%u velocity", "%u velocities", n), n);
  g_autofree char *coordinates = g_strdup_printf(g_dngettext(GETTEXT_PACKAGE, "%u coordinate", "%u coordinates", m), m);
  noslip_source_error(builder->source, NOSLIP_CODE_COUNT, place,
                      _("declare as many velocities as coordinates, or none"),
                      /* Translators: “3 velocities”, “2 coordinates” */
                      _("%s for %s"), velocities, coordinates);
}

/* [d/dt, e_alpha] = drho^i_alpha/dt d/dx^i = T^gamma_alpha e_gamma with T^gamma_alpha = frame^gamma_i drho^i_alpha/dt.
 * */
static void
derive_time_structure(Builder *builder)
{
  NoslipSystem *system = builder->system;
  NoslipGraph *graph = builder->scope.graph;
  guint n = system->n;
  gboolean timed = FALSE;
  for (guint i = 0; i < n * n; i++)
    timed = timed || noslip_expr_depends(graph, system->anchor[i], 1, &system->t);
  if (!timed)
    return;
  system->time_structure = g_new0(NoslipExpr, (gsize) n * n);
  for (guint c = 0; c < n; c++)
    for (guint a = 0; a < n; a++) {
      NoslipExpr sum = NOSLIP_ZERO;
      for (guint i = 0; i < n; i++) {
        NoslipExpr slope = noslip_expr_derivative(graph, system->anchor[i * n + a], system->t);
        if (slope != NOSLIP_ZERO)
          sum = noslip_expr_add_product(graph, sum, system->frame[c * n + i], slope);
      }
      system->time_structure[c * n + a] = noslip_expr_simplify(graph, sum);
    }
}

void
noslip_build_derived_frame(Builder *builder)
{
  NoslipSystem *system = builder->system;
  system->frame_is_derived = TRUE;
  system->frame = g_new0(NoslipExpr, MAX(system->n * system->m, 1));
  gboolean good = build_frame_rows(builder), whole = !builder->has_sections && system->n_rotations == 0;
  for (guint i = 0; i < builder->source->statements->len; i++) {
    const Statement *statement = noslip_builder_statement(builder, i);
    whole = whole && !(statement->entry->kind == STATEMENT_VELOCITY && statement->broken);
  }
  NoslipPlace place = system->n > 0 ? system->fibres[system->n - 1].place : (NoslipPlace){0};
  if (system->n != system->m) {
    if (whole)
      report_count(builder, place);
    builder->failed = TRUE;
    return;
  }
  good = good && whole;
  if (good && is_too_mixed(builder)) {
    noslip_source_error(builder->source, NOSLIP_CODE_TOO_LARGE, place,
                        _("choose velocities that each use few coordinates, or declare sections with their brackets"),
                        _("the velocities mix too many coordinates for the brackets to be derived"));
    return;
  }
  if (!good)
    return;
  if (noslip_algebroid_from_frame(builder->scope.graph, system->n, builder->scope.x, system->frame, system->anchor,
                                  system->structure)) {
    derive_time_structure(builder);
    return;
  }
  noslip_source_error(builder->source, NOSLIP_CODE_DEPENDENT, place, _("choose independent velocities"),
                      _("the velocities are not independent"));
}
