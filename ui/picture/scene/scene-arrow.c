/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The length of drawn arrows. A velocity or a force has no length in metres: its arrow gets a readable one, the same
 * for all arrows of one unit, by a round factor that depends on the motion and the camera, but not on earlier
 * pictures. An arrow without a unit is a vector in space and is drawn with its true length; so is one whose tip
 * leaves a trail. */
#include "ui/picture/scene/scene-builder-items.h"

#include <string.h>

#define NOTED 1e-3      /* a longer arrow is recorded if it is longer by this fraction */
#define TRUE_LEAST 0.45 /* relative to the wanted length: such arrows are drawn to the scale of the ground */

/* Whether a trail is drawn at the end of this arrow. */
static gboolean
leaves_trail(const NoslipSystem *system, const NoslipDraw *arrow)
{
  for (guint i = 0; i < 3; i++)
    if (arrow->at[i] != NOSLIP_ZERO)
      return FALSE;
  for (guint d = 0; d < system->n_draws; d++)
    if (system->draws[d].kind == NOSLIP_DRAW_TRAIL &&
        memcmp(system->draws[d].at, arrow->along, sizeof arrow->along) == 0)
      return TRUE;
  return FALSE;
}

/* The unit of what an arrow stands for, or NULL for a vector in space. */
static char *
unit_of(const NoslipDraw *draw)
{
  const char *unit;
  gsize length = 0;
  if (draw->kind != NOSLIP_DRAW_ARROW || draw->label == NULL)
    return NULL;
  G_GNUC_UNUSED g_autofree char *name = noslip_label_name(draw->label, &unit, &length);
  return length == 0 || strncmp(unit, "m", length) == 0 ? NULL : g_strndup(unit, length);
}

gboolean
noslip_arrow_is_measured(const NoslipDraw *draw)
{
  g_autofree char *unit = unit_of(draw);
  return unit != NULL;
}

int
noslip_arrow_group(NoslipSceneBuilder *builder, const NoslipDraw *draw)
{
  g_autofree char *own = unit_of(draw);
  if (own == NULL || leaves_trail(builder->system, draw))
    return -1;
  for (guint i = 0; i < builder->groups->len; i++)
    if (strcmp(g_array_index(builder->groups, NoslipArrowGroup, i).unit, own) == 0)
      return (int) i;
  NoslipArrowGroup group = {
      g_steal_pointer(&own), g_array_new(FALSE, FALSE, sizeof(NoslipArrowRecord)), 0, 1, 1, FALSE};
  g_array_append_val(builder->groups, group);
  return (int) builder->groups->len - 1;
}

double
noslip_arrow_scale(const NoslipSceneBuilder *builder, const NoslipDrawn *drawn)
{
  return drawn->group >= 0 ? g_array_index(builder->groups, NoslipArrowGroup, drawn->group).scale : 1;
}

void
noslip_arrow_extend_bounds(NoslipSceneBuilder *builder, const NoslipDrawn *drawn, double t, const double *values)
{
  double along[3];
  if (drawn->group < 0 || drawn->skipped)
    return;
  noslip_drawn_vector(values, drawn->along, along);
  double length = sqrt(noslip_dot(along, along));
  NoslipArrowGroup *group = &g_array_index(builder->groups, NoslipArrowGroup, drawn->group);
  if (!isfinite(length) || !(length > (1 + NOTED) * group->largest))
    return;
  group->largest = length;
  NoslipArrowRecord record = {t, length};
  g_array_append_val(group->records, record);
}

double
noslip_arrow_value(const NoslipDrawn *drawn, double length)
{
  return drawn->measured ? length : NAN;
}

/* The nearest of 1, 2, 5, 10, … by ratio. */
static double
round_factor(double factor)
{
  double decade = pow(10, floor(log10(factor))), ratio = factor / decade;
  return decade * (ratio < sqrt(2) ? 1 : ratio < sqrt(10) ? 2 : ratio < sqrt(50) ? 5 : 10);
}

void
noslip_arrow_truncate(NoslipSceneBuilder *builder, double t)
{
  for (guint i = 0; i < builder->groups->len; i++) {
    NoslipArrowGroup *group = &g_array_index(builder->groups, NoslipArrowGroup, i);
    group->largest = 0;
    for (guint k = group->records->len; k-- > 0;) {
      const NoslipArrowRecord *record = &g_array_index(group->records, NoslipArrowRecord, k);
      if (record->t <= t)
        group->largest = fmax(group->largest, record->length);
      else
        g_array_remove_index(group->records, k);
    }
  }
}

void
noslip_scene_builder_fit_arrows(NoslipSceneBuilder *builder, double length)
{
  for (guint i = 0; i < builder->groups->len && !(length < 0); i++) {
    NoslipArrowGroup *group = &g_array_index(builder->groups, NoslipArrowGroup, i);
    gboolean to_scale = group->largest >= TRUE_LEAST * length && group->largest <= NOSLIP_ARROW_LONGEST * length;
    group->fitted = length > 0 && group->largest > 1e-9;
    group->scale = group->fitted && !to_scale ? round_factor(length / group->largest) : 1;
    group->longest = group->fitted ? NOSLIP_ARROW_LONGEST * length / group->largest : 1;
  }
}

void
noslip_scene_builder_share_arrows(NoslipSceneBuilder *builder, const NoslipSceneBuilder *primary)
{
  for (guint i = 0; i < builder->groups->len; i++)
    for (guint k = 0; k < primary->groups->len; k++) {
      NoslipArrowGroup *own = &g_array_index(builder->groups, NoslipArrowGroup, i);
      const NoslipArrowGroup *theirs = &g_array_index(primary->groups, NoslipArrowGroup, k);
      if (strcmp(own->unit, theirs->unit) == 0)
        *own =
            (NoslipArrowGroup){own->unit, own->records, own->largest, theirs->scale, theirs->longest, theirs->fitted};
    }
}
