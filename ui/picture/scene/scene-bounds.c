/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The extent of the bodies, and the cameras derived from it. */
#include "ui/picture/scene/scene-builder-items.h"
#include "ui/picture/scene/scene-items.h"
#include "ui/picture/scene/shape.h"

#define NEAREST 0.7 /* relative to the distance of the text's own camera, for an automatic one */
#define FARTHEST 1.35

/* Widens the bounds by what one statement draws. */
void
noslip_drawn_bounds(const NoslipDrawn *drawn, const double *values, NoslipBounds *bounds)
{
  double at[3];
  if (drawn->skipped || (drawn->draw != NULL && drawn->draw->kind == NOSLIP_DRAW_GROUND))
    return;
  noslip_drawn_vector(values, drawn->at, at);
  noslip_bounds_add(bounds, at);
  const NoslipShape *shape = drawn->draw != NULL ? noslip_draw_shape(drawn->draw) : NULL;
  if (shape != NULL && shape->bounds != NULL)
    shape->bounds(drawn, values, bounds);
}

#define MOST_SEEN 4096 /* points of each level */

/* Adds points later than those seen before, however long the trail: for a long one only those that are drawn. */
static void
extend_by_trail(NoslipSceneBuilder *builder, const NoslipTrail *trail, double time)
{
  NoslipTrailStretch stretches[NOSLIP_TRAIL_LEVELS];
  guint n = noslip_trail_stretches(trail, builder->seen_to, time, MOST_SEEN, MOST_SEEN, stretches);
  for (guint k = 0; k < n; k++) {
    const GArray *points = noslip_trail_level(trail, stretches[k].level);
    for (guint i = stretches[k].from; i < stretches[k].to; i++) {
      NoslipTrailPoint p = g_array_index(points, NoslipTrailPoint, i);
      if (!isnan(p.x))
        noslip_bounds_add(&builder->seen, (double[]){p.x, p.y, p.z});
    }
  }
}

/* The moving bodies at builder->values, with their arrows; all bodies if none moves. */
static void
add_present(NoslipSceneBuilder *builder)
{
  noslip_bounds_init(&builder->now);
  for (guint pass = 0; pass < 2 && noslip_bounds_is_empty(&builder->now); pass++)
    for (guint i = 0; i < builder->drawn->len; i++) {
      const NoslipDrawn *drawn = noslip_drawn_at(builder, i);
      gboolean trail = drawn->trail != NULL && drawn->draw != NULL;
      if (!drawn->skipped && !trail && (drawn->moves || pass == 1))
        noslip_drawn_bounds(drawn, builder->values, &builder->now);
    }
}

void
noslip_builder_extend_bounds(NoslipSceneBuilder *builder, double time)
{
  for (guint i = 0; i < builder->drawn->len; i++) {
    const NoslipDrawn *drawn = noslip_drawn_at(builder, i);
    if (drawn->skipped)
      continue;
    noslip_drawn_bounds(drawn, builder->values, &builder->bounds);
    noslip_drawn_bounds(drawn, builder->values, &builder->seen);
    noslip_arrow_extend_bounds(builder, drawn, time, builder->values);
    if (drawn->trail != NULL)
      extend_by_trail(builder, drawn->trail, time);
  }
  add_present(builder);
  builder->seen_to = fmax(builder->seen_to, time);
}

void
noslip_scene_builder_bounds(const NoslipSceneBuilder *builder, NoslipBounds *bounds)
{
  *bounds = builder->bounds;
}

void
noslip_scene_builder_camera(NoslipSceneBuilder *builder, const double *parameters, const double *row, double aspect,
                            NoslipCamera *camera)
{
  noslip_camera_init(camera);
  noslip_observer_set_parameters(builder->work, parameters);
  noslip_observer_evaluate(builder->work, row, builder->values);
  for (guint i = 0; i < builder->drawn->len; i++)
    noslip_drawn_bounds(noslip_drawn_at(builder, i), builder->values, &builder->bounds);
  add_present(builder);
  if (builder->plain_path && builder->flat)
    noslip_camera_preset(camera, NOSLIP_CAMERA_TOP);
  noslip_camera_frame(camera, &builder->bounds, aspect);
  if (builder->system->has_camera) {
    double from[3], to[3];
    noslip_drawn_vector(builder->values, builder->camera_from, from);
    noslip_drawn_vector(builder->values, builder->camera_to, to);
    noslip_camera_look(camera, from, to);
    double distance = sqrt(pow(from[0] - to[0], 2) + pow(from[1] - to[1], 2) + pow(from[2] - to[2], 2));
    builder->text_distance = isfinite(distance) ? distance : 0;
  }
}

/* The farthest tips of the arrows whose lengths depend on the picture: with their rounded lengths, framing would change
 * the lengths again. */
static void
add_tips(const NoslipSceneBuilder *builder, NoslipBounds *bounds)
{
  for (guint i = 0; i < builder->drawn->len; i++) {
    const NoslipDrawn *drawn = noslip_drawn_at(builder, i);
    if (drawn->skipped || drawn->group < 0 || !g_array_index(builder->groups, NoslipArrowGroup, drawn->group).fitted)
      continue;
    double at[3], along[3], scale = g_array_index(builder->groups, NoslipArrowGroup, drawn->group).longest;
    noslip_drawn_vector(builder->values, drawn->at, at);
    noslip_drawn_vector(builder->values, drawn->along, along);
    for (guint k = 0; k < 3; k++)
      at[k] += scale * along[k];
    noslip_bounds_add(bounds, at);
  }
}

void
noslip_scene_builder_framing(const NoslipSceneBuilder *builder, gboolean whole, NoslipFraming *framing)
{
  framing->all = whole ? builder->bounds : builder->seen;
  framing->now = framing->bodies = builder->now;
  if (!noslip_bounds_is_empty(&framing->all))
    add_tips(builder, &framing->all);
  if (!noslip_bounds_is_empty(&framing->now))
    add_tips(builder, &framing->now);
  framing->nearest = NEAREST * builder->text_distance;
  framing->farthest = FARTHEST * builder->text_distance;
}

void
noslip_scene_builder_still(NoslipSceneBuilder *builder, const double *parameters, const double *row, double aspect,
                           NoslipCamera *camera)
{
  NoslipFraming framing;
  noslip_scene_builder_camera(builder, parameters, row, aspect, camera);
  for (guint pass = 0; pass < 2; pass++) { /* the lengths of arrows depend on the camera, which has to show them */
    noslip_scene_builder_framing(builder, TRUE, &framing);
    if (!noslip_bounds_is_empty(&framing.all))
      noslip_camera_frame_within(camera, &framing, aspect);
    noslip_scene_builder_fit_arrows(builder, noslip_scene_arrow_length(camera));
  }
}

double
noslip_scene_arrow_length(const NoslipCamera *camera)
{
  return 0.2 * noslip_camera_pixel_size(camera, 1);
}
