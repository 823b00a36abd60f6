/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/scene/scene-builder.h"

#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/ticks.h"

#include <math.h>
#include <string.h>

static gboolean
is_one_of(const char *unit, const char *const *list)
{
  return unit != NULL && g_strv_contains(list, unit);
}

/* Whether a place or a size in the picture depends on the symbol. */
static gboolean
is_drawn(const NoslipSystem *system, NoslipExpr symbol)
{
  for (guint i = 0; i < system->n_draws; i++) {
    const NoslipDraw *draw = &system->draws[i];
    const NoslipExpr *const lists[] = {draw->at, draw->along, &draw->radius, draw->points};
    const guint lengths[] = {3, 3, 1, 3 * draw->n_points};
    for (guint l = 0; l < G_N_ELEMENTS(lists); l++)
      for (guint e = 0; e < lengths[l]; e++)
        if (noslip_expr_depends(system->graph, lists[l][e], 1, &symbol))
          return TRUE;
  }
  return system->n_draws == 0; /* the axes are all coordinates */
}

/* The unit of a drawn length, first of the coordinates; else of a drawn coordinate that is not an angle, because not
 * all pictures show bodies. Plain numbers have none. */
const char *
noslip_scene_unit(const NoslipSystem *system)
{
  static const char *const lengths[] = {"m", "cm", "mm", "um", "µm", "nm", "km", "ft", "in", NULL};
  static const char *const angles[] = {"rad", "deg", "°", "1", NULL};
  for (guint i = 0; i < system->m; i++)
    if (is_one_of(system->coordinates[i].unit, lengths) && is_drawn(system, system->coordinates[i].symbol))
      return system->coordinates[i].unit;
  for (guint i = 0; i < system->n_parameters; i++)
    if (is_one_of(system->parameters[i].unit, lengths) && is_drawn(system, system->parameters[i].symbol))
      return system->parameters[i].unit;
  for (guint i = 0; i < system->m; i++) {
    const NoslipCoordinate *x = &system->coordinates[i];
    if (!x->angle && x->unit != NULL && !is_one_of(x->unit, angles) && is_drawn(system, x->symbol))
      return x->unit;
  }
  return NULL;
}

char *
noslip_label_name(const char *label, const char **unit, gsize *unit_length)
{
  gsize length = strlen(label);
  const char *open = strrchr(label, '(');
  *unit = label + length;
  *unit_length = 0;
  if (length == 0 || label[length - 1] != ')' || open == NULL)
    return g_strdup(label);
  *unit = open + 1;
  *unit_length = length - (gsize) (open - label) - 2;
  return g_strchomp(g_strndup(label, (gsize) (open - label)));
}

double
noslip_body_value(const NoslipBody *body)
{
  return body->kind == NOSLIP_BODY_ARROW ? body->value : NAN;
}

char *
noslip_body_value_text(const NoslipBody *body)
{
  const char *unit = "";
  gsize length = 0;
  if (!isfinite(noslip_body_value(body)))
    return NULL;
  G_GNUC_UNUSED g_autofree char *name = body->label != NULL ? noslip_label_name(body->label, &unit, &length) : NULL;
  g_autofree char *number = noslip_number_text(body->value, 3);
  g_autofree char *spelled = g_strndup(unit, length), *set = noslip_math_unit(spelled);
  return g_strdup_printf("%s%s%s", number, length > 0 ? " " : "", set);
}

char *
noslip_body_words(const NoslipBody *body)
{
  const char *unit;
  gsize length;
  if (body->label == NULL)
    return NULL;
  g_autofree char *name = noslip_label_name(body->label, &unit, &length);
  g_autofree char *value = noslip_body_value_text(body);
  return value != NULL ? g_strdup_printf("%s: %s", name, value) : g_strdup(body->label);
}
