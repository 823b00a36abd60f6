/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/measure/closure.h"

#include "core/finder/measure/obstruction.h"
#include "core/geometry/symbolic.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void
bracket_of(const NoslipPrimitiveSetting *setting, const NoslipField *a, const NoslipField *b, NoslipField *bracket)
{
  const NoslipModel *model = setting->motion->model;
  NoslipGraph *graph = model->graph;
  *bracket = (NoslipField){noslip_exprs_new(model->m), NOSLIP_ZERO, NULL, NULL};
  for (guint i = 0; i <= model->m; i++) {
    NoslipExpr of_a = i < model->m ? a->field[i] : a->u, of_b = i < model->m ? b->field[i] : b->u;
    NoslipExpr e = noslip_symbolic_tidy(graph, noslip_expr_sub(graph, noslip_fields_along(model, a->field, of_b),
                                                               noslip_fields_along(model, b->field, of_a)));
    *(i < model->m ? &bracket->field[i] : &bracket->u) = e;
  }
  bracket->name = g_strdup_printf("[%s, %s]", a->name, b->name);
  noslip_fields_fill(setting, bracket);
}

/* The last field as a combination of the others, at one copy of a state. *beyond: its u minus that of the combination,
 * *scale: the sum of the absolute terms of this. */
static gboolean
compare_last(const NoslipPrimitiveSetting *setting, const GArray *fields, gsize at, double *outside, double *beyond,
             double *scale)
{
  guint m = setting->motion->model->m, n = fields->len - 1;
  g_autofree double *columns = g_new0(double, (gsize) m *n + 1);
  g_autofree double *weights = g_new0(double, (gsize) n + 1);
  const double *last = g_array_index(fields, NoslipField, n).values + at * (m + 1);
  for (guint k = 0; k < n; k++)
    memcpy(columns + (gsize) k * m, g_array_index(fields, NoslipField, k).values + at * (m + 1), sizeof(double) * m);
  if (!noslip_fields_combine(m, n, columns, last, weights, outside) || !isfinite(last[m]))
    return FALSE;
  *beyond = last[m];
  *scale = fabs(last[m]);
  for (guint k = 0; k < n; k++) {
    double u = g_array_index(fields, NoslipField, k).values[at * (m + 1) + m];
    *beyond -= weights[k] * u;
    *scale += fabs(weights[k] * u);
  }
  return isfinite(*beyond);
}

typedef enum { FIELD_INDEPENDENT, FIELD_CONSISTENT, FIELD_OBSTRUCTS, FIELD_UNCLEAR } FieldKind;

typedef struct {
  guint good, independent, dependent, obstructs, consistent;
  guint row; /* where the obstruction is the clearest */
  double number, noise;
} Judgement;

/* Compares the copies of one state. */
static void
judge_state(const NoslipPrimitiveSetting *setting, const GArray *fields, guint row, Judgement *judgement)
{
  double outside = 0, beyond = 0, scale = 0, noise_outside = 0, noise_beyond = 0;
  for (guint copy = 0; copy < NOSLIP_FIELDS_COPIES; copy++) {
    double o = 0, b = 0, s = 0;
    if (!compare_last(setting, fields, (gsize) copy * setting->n_rows + row, &o, &b, &s))
      return;
    if (copy == 0) {
      outside = o;
      beyond = b;
      scale = s;
    }
    noise_outside = fmax(noise_outside, fabs(o - outside));
    noise_beyond = fmax(noise_beyond, fabs(b - beyond));
  }
  noise_outside = fmax(noise_outside, DBL_EPSILON);
  noise_beyond = fmax(noise_beyond, DBL_EPSILON * scale);
  int inside = noise_outside > NOSLIP_FIELDS_MOST_NOISE ? -1 : noslip_fields_is_zero(outside, noise_outside);
  int agrees = noslip_fields_is_zero(beyond, noise_beyond);
  if (agrees == TRUE && noise_beyond > NOSLIP_FIELDS_MOST_NOISE * scale)
    agrees = -1;
  judgement->good++;
  judgement->independent += inside == FALSE;
  judgement->dependent += inside == TRUE;
  if (inside != TRUE)
    return;
  judgement->consistent += agrees == TRUE;
  judgement->obstructs += agrees == FALSE;
  if (agrees == FALSE &&
      (judgement->noise == 0 || fabs(beyond) * judgement->noise > fabs(judgement->number) * noise_beyond)) {
    judgement->row = row;
    judgement->number = beyond;
    judgement->noise = noise_beyond;
  }
}

static FieldKind
judge_last(const NoslipPrimitiveSetting *setting, const GArray *fields, Judgement *judgement)
{
  *judgement = (Judgement){0};
  for (guint row = 0; row < setting->n_rows; row++)
    judge_state(setting, fields, row, judgement);
  guint most = MAX(judgement->good, 1) / 2;
  if (judgement->good < setting->n_rows / 2 + 1)
    return FIELD_UNCLEAR;
  if (judgement->independent > most)
    return FIELD_INDEPENDENT;
  if (judgement->independent > 0 || judgement->dependent <= most)
    return FIELD_UNCLEAR;
  if (judgement->obstructs > most)
    return FIELD_OBSTRUCTS;
  return judgement->obstructs == 0 && judgement->consistent > most ? FIELD_CONSISTENT : FIELD_UNCLEAR;
}

/* Adds the field if it is independent; FALSE if it shows an obstruction (recorded in `primitive`), or is unclear. A
 * value that is 0 in symbols is none, whatever its numbers. */
static gboolean
take_field(const NoslipPrimitiveSetting *setting, GArray *fields, NoslipField *field, const char *const of[2],
           NoslipPrimitive *primitive, gboolean *proved)
{
  Judgement judgement;
  g_array_append_vals(fields, field, 1);
  FieldKind kind = judge_last(setting, fields, &judgement);
  if (kind == FIELD_INDEPENDENT)
    return TRUE;
  NoslipObstruction obstruction = noslip_obstruction_of(setting, fields);
  if (obstruction.vanishes)
    kind = FIELD_CONSISTENT;
  else if (kind != FIELD_OBSTRUCTS || !obstruction.dependent)
    *proved = FALSE;
  if (kind == FIELD_OBSTRUCTS) {
    primitive->decided = TRUE;
    primitive->of[0] = g_strdup(of[0]);
    primitive->of[1] = g_strdup(of[1]);
    primitive->number = judgement.number;
    primitive->noise = judgement.noise;
    primitive->row = judgement.row;
    primitive->value = noslip_obstruction_value(setting, fields, judgement.row, judgement.number);
  }
  g_array_set_size(fields, fields->len - 1);
  return kind == FIELD_CONSISTENT;
}

static gboolean
take_sections(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, GArray *fields, NoslipPrimitive *primitive,
              gboolean *proved)
{
  const NoslipDistribution *d = setting->distribution;
  guint given = noslip_fields_given(setting);
  for (guint a = 0; a < given + setting->n_symmetries; a++) {
    const char *name = a < d->r ? d->basis_text[a] : a < given ? "drift" : "symmetry";
    NoslipField field = {noslip_exprs_new(setting->motion->model->m), a < given ? u[a] : NOSLIP_ZERO, g_strdup(name),
                         NULL};
    noslip_fields_get(setting, a, field.field);
    noslip_fields_fill(setting, &field);
    if (!take_field(setting, fields, &field, (const char *const[]){name, name}, primitive, proved))
      return FALSE;
  }
  return TRUE;
}

gboolean
noslip_closure_find(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, GArray *fields,
                    NoslipPrimitive *primitive, gboolean *proved)
{
  *proved = TRUE;
  if (!take_sections(setting, u, fields, primitive, proved))
    return FALSE;
  for (guint b = 1; b < fields->len; b++) /* fields->len grows */
    for (guint a = 0; a < b; a++) {
      NoslipField field;
      g_autofree char *first = g_strdup(g_array_index(fields, NoslipField, a).name);
      g_autofree char *second = g_strdup(g_array_index(fields, NoslipField, b).name);
      bracket_of(setting, &g_array_index(fields, NoslipField, a), &g_array_index(fields, NoslipField, b), &field);
      if (noslip_graph_failed(setting->motion->model->graph)) {
        g_array_append_val(fields, field);
        return FALSE;
      }
      if (!take_field(setting, fields, &field, (const char *const[]){first, second}, primitive, proved))
        return FALSE;
    }
  return TRUE;
}
