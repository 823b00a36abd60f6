/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/scene/scene-builder.h"

#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/ticks.h"

#include <math.h>
#include <string.h>

const char *
noslip_scene_unit(const NoslipSystem *system)
{
  for (guint i = 0; i < system->m; i++)
    if (!system->coordinates[i].angle)
      return system->coordinates[i].unit;
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

char *
noslip_body_value_text(const NoslipBody *body)
{
  const char *unit = "";
  gsize length = 0;
  if (!isfinite(body->value))
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
