/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/measure/quotient.h"

#include "core/finder/measure/fields.h"
#include "core/geometry/symbolic.h"
#include "core/language/scope.h"

#include <string.h>

static NoslipExpr
anchor(const NoslipQuotient *quotient, guint i, guint a)
{
  const NoslipDistribution *d = quotient->setting->distribution;
  return d->anchor[i * d->r + a];
}

/* Marks the coordinates on which e depends; TRUE if one was not marked before. */
static gboolean
mark(NoslipQuotient *quotient, NoslipExpr e)
{
  const NoslipModel *model = quotient->setting->motion->model;
  gboolean changed = FALSE;
  e = noslip_symbolic_tidy(model->graph, e);
  for (guint i = 0; i < model->m; i++)
    if (!quotient->marked[i] && noslip_expr_depends(model->graph, e, 1, &model->x[i]))
      changed = quotient->marked[i] = TRUE;
  return changed;
}

/* The functions of the coordinates that determine the bracket and the energy. */
static GArray *
list_invariants(const NoslipQuotient *quotient)
{
  const NoslipDistribution *d = quotient->setting->distribution;
  const NoslipSystem *system = quotient->setting->motion->system;
  GArray *list = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_vals(list, d->metric, d->r * d->r);
  g_array_append_vals(list, d->structure, d->r * d->r * d->r);
  g_array_append_val(list, system->potential);
  if (system->forces != NULL)
    g_array_append_vals(list, system->forces, system->n);
  return list;
}

static void
mark_coordinates(NoslipQuotient *quotient)
{
  const NoslipModel *model = quotient->setting->motion->model;
  const NoslipSystem *system = model->system;
  guint r = quotient->setting->distribution->r;
  g_autoptr(GArray) invariants = list_invariants(quotient);
  for (guint i = 0; i < invariants->len; i++)
    mark(quotient, g_array_index(invariants, NoslipExpr, i));
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < model->m; i++)
      for (guint a = 0; a < r && quotient->marked[i]; a++)
        changed = mark(quotient, anchor(quotient, i, a)) || changed;
    for (guint g = 0; g < system->n_manifolds; g++)
      for (guint i = 0; i < model->m; i++)
        if (quotient->marked[i] && noslip_expr_depends(model->graph, system->manifolds[g], 1, &model->x[i]))
          changed = mark(quotient, system->manifolds[g]) || changed;
  }
}

static gboolean
is_of_rotation(const NoslipModel *model, const NoslipRotation *rotation, guint i)
{
  for (guint k = 0; k < 4; k++)
    if (rotation->quaternion[k] == model->x[i])
      return TRUE;
  return FALSE;
}

/* The field of a rotation about axis n, fixed in space or in the body (m components). */
static void
generator(const NoslipModel *model, const NoslipRotation *rotation, gboolean in_body, guint n, NoslipExpr *field)
{
  const NoslipSystem *system = model->system;
  memset(field, 0, sizeof(NoslipExpr) * model->m);
  for (guint k = 0; k < 3; k++) {
    NoslipExpr weight = k == n ? NOSLIP_ONE : NOSLIP_ZERO;
    if (in_body != rotation->body)
      weight = noslip_rotation_entry(model->graph, rotation->quaternion, in_body ? k : n, in_body ? n : k);
    for (guint alpha = 0; alpha < model->n; alpha++)
      for (guint i = 0; i < model->m && system->fibres[alpha].symbol == rotation->omega[k]; i++)
        field[i] = noslip_expr_add_product(model->graph, field[i], weight, system->anchor[i * model->n + alpha]);
  }
}

/* Whether all functions are constant along the field. */
static gboolean
keeps(const NoslipQuotient *quotient, const NoslipExpr *field, const GArray *functions)
{
  const NoslipModel *model = quotient->setting->motion->model;
  gboolean proved;
  for (guint i = 0; i < functions->len; i++) {
    NoslipExpr slope = noslip_fields_along(model, field, g_array_index(functions, NoslipExpr, i));
    if (slope != NOSLIP_ZERO && !noslip_fields_vanishes(quotient->setting, slope, &proved))
      return FALSE;
  }
  return TRUE;
}

/* The rates of the rotation matrix's row n (column n in the body) along the sections of D. */
static void
append_rates(const NoslipQuotient *quotient, const NoslipRotation *rotation, gboolean in_body, guint n, GArray *list)
{
  const NoslipModel *model = quotient->setting->motion->model;
  g_autofree NoslipExpr *section = noslip_exprs_new(model->m);
  for (guint a = 0; a < quotient->setting->distribution->r; a++) {
    for (guint i = 0; i < model->m; i++)
      section[i] = anchor(quotient, i, a);
    for (guint k = 0; k < 3; k++) {
      NoslipExpr entry = noslip_rotation_entry(model->graph, rotation->quaternion, in_body ? k : n, in_body ? n : k);
      NoslipExpr rate = noslip_fields_along(model, section, entry);
      g_array_append_val(list, rate);
    }
  }
}

/* What must not change under a symmetry of a rotation: the invariants, and the rates of the other marked coordinates. */
static GArray *
list_kept(const NoslipQuotient *quotient, const NoslipRotation *rotation)
{
  const NoslipModel *model = quotient->setting->motion->model;
  GArray *list = list_invariants(quotient);
  for (guint i = 0; i < model->m; i++)
    for (guint a = 0; a < quotient->setting->distribution->r && quotient->marked[i]; a++) {
      NoslipExpr rate = anchor(quotient, i, a);
      if (!is_of_rotation(model, rotation, i))
        g_array_append_val(list, rate);
    }
  return list;
}

static void
unmark(NoslipQuotient *quotient, const NoslipRotation *rotation)
{
  const NoslipModel *model = quotient->setting->motion->model;
  for (guint i = 0; i < model->m; i++)
    if (is_of_rotation(model, rotation, i))
      quotient->marked[i] = FALSE;
}

/* Divides by the rotations about one axis: the axis, seen from the other frame, is left. */
static void
divide_by_one(NoslipQuotient *quotient, const NoslipRotation *rotation, gboolean in_body, guint n,
              const NoslipExpr *field)
{
  const NoslipModel *model = quotient->setting->motion->model;
  guint first = quotient->functions->len;
  g_array_append_val(quotient->relations, first);
  for (guint k = 0; k < 3; k++) {
    guint row = in_body ? k : n, column = in_body ? n : k;
    NoslipExpr entry = noslip_rotation_entry(model->graph, rotation->quaternion, row, column);
    g_array_append_val(quotient->functions, entry);
    g_ptr_array_add(quotient->names, g_strdup_printf("%s%u%u", rotation->name, row + 1, column + 1));
  }
  g_array_append_vals(quotient->symmetries, field, model->m);
  unmark(quotient, rotation);
}

/* TRUE if a symmetry of the rotation in this frame was divided out. */
static gboolean
divide_in_frame(NoslipQuotient *quotient, const NoslipRotation *rotation, gboolean in_body)
{
  const NoslipModel *model = quotient->setting->motion->model;
  g_autofree NoslipExpr *fields = noslip_exprs_new((gsize) 3 * model->m);
  gboolean symmetric[3], all = TRUE;
  g_autoptr(GArray) kept = list_kept(quotient, rotation);
  for (guint n = 0; n < 3; n++) {
    NoslipExpr *field = fields + (gsize) n * model->m;
    generator(model, rotation, in_body, n, field);
    symmetric[n] = keeps(quotient, field, kept);
    all = all && symmetric[n];
  }
  if (all) {
    g_array_append_vals(quotient->symmetries, fields, 3 * model->m);
    unmark(quotient, rotation);
    return TRUE;
  }
  for (guint n = 0; n < 3; n++) {
    g_autoptr(GArray) rates = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
    if (!symmetric[n])
      continue;
    append_rates(quotient, rotation, in_body, n, rates);
    if (keeps(quotient, fields + (gsize) n * model->m, rates)) {
      divide_by_one(quotient, rotation, in_body, n, fields + (gsize) n * model->m);
      return TRUE;
    }
  }
  return FALSE;
}

/* Nothing depends on the rotation. */
static void
divide_by_all(NoslipQuotient *quotient, const NoslipRotation *rotation)
{
  const NoslipModel *model = quotient->setting->motion->model;
  g_autofree NoslipExpr *field = noslip_exprs_new(model->m);
  for (guint n = 0; n < 3; n++) {
    generator(model, rotation, FALSE, n, field);
    g_array_append_vals(quotient->symmetries, field, model->m);
  }
}

static void
divide_by_rotations(NoslipQuotient *quotient)
{
  const NoslipModel *model = quotient->setting->motion->model;
  const NoslipSystem *system = model->system;
  for (guint r = 0; r < system->n_rotations; r++) {
    const NoslipRotation *rotation = &system->rotations[r];
    gboolean used = FALSE;
    for (guint i = 0; i < model->m; i++)
      used = used || (quotient->marked[i] && is_of_rotation(model, rotation, i));
    if (!used)
      divide_by_all(quotient, rotation);
    else if (!divide_in_frame(quotient, rotation, FALSE))
      divide_in_frame(quotient, rotation, TRUE);
  }
}

/* The coordinates that are still marked; translations of those that were not are symmetries. */
static void
add_coordinates(NoslipQuotient *quotient, const gboolean *before)
{
  const NoslipModel *model = quotient->setting->motion->model;
  g_autofree NoslipExpr *field = noslip_exprs_new(model->m);
  for (guint i = 0; i < model->m; i++) {
    gboolean rotates = FALSE;
    for (guint r = 0; r < model->system->n_rotations; r++)
      rotates = rotates || is_of_rotation(model, &model->system->rotations[r], i);
    if (quotient->marked[i]) {
      g_array_append_val(quotient->functions, model->x[i]);
      g_ptr_array_add(quotient->names, g_strdup(noslip_expr_symbol_name(model->graph, model->x[i])));
    } else if (!before[i] && !rotates) {
      memset(field, 0, sizeof(NoslipExpr) * model->m);
      field[i] = NOSLIP_ONE;
      g_array_append_vals(quotient->symmetries, field, model->m);
    }
  }
}

NoslipQuotient *
noslip_quotient_new(const NoslipPrimitiveSetting *setting)
{
  guint m = setting->motion->model->m;
  NoslipQuotient *quotient = g_new0(NoslipQuotient, 1);
  quotient->setting = setting;
  quotient->marked = g_new0(gboolean, (gsize) m + 1);
  quotient->functions = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  quotient->names = g_ptr_array_new_with_free_func(g_free);
  quotient->relations = g_array_new(FALSE, FALSE, sizeof(guint));
  quotient->symmetries = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  mark_coordinates(quotient);
  g_autofree gboolean *before = g_memdup2(quotient->marked, sizeof(gboolean) * (m + 1));
  divide_by_rotations(quotient);
  add_coordinates(quotient, before);
  return quotient;
}

void
noslip_quotient_free(NoslipQuotient *quotient)
{
  if (quotient == NULL)
    return;
  g_free(quotient->marked);
  g_array_unref(quotient->functions);
  g_ptr_array_unref(quotient->names);
  g_array_unref(quotient->relations);
  g_array_unref(quotient->symmetries);
  g_free(quotient);
}
