/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/picture/scened.h"

#include "tests/ui/picture/bodies.h"
#include "ui/picture/scene/scene-place.h"

#include <glib.h>
#include <math.h>
#include <string.h>

NoslipScene *
scened_example(const NoslipTheme *theme, double x)
{
  NoslipScene *scene = noslip_scene_new();
  NoslipBody *ground = noslip_scene_add(scene, NOSLIP_BODY_GROUND);
  ground->color = theme->ground;
  add_box(scene, -1, 0, 0.25, 1, 0.6, 0.5, red);
  add_ball(scene, x, 0.3, 0.4, NOSLIP_PATTERN_BEACH, blue);
  NoslipTrail *trail = noslip_trail_new();
  for (guint i = 0; i <= 200; i++)
    noslip_trail_add(trail, i * 0.01, (double[]){-1.5 + i * 0.015, -1 + 0.3 * sin(i * 0.05), 0});
  NoslipBody *body = noslip_scene_add(scene, NOSLIP_BODY_TRAIL);
  body->trail = trail;
  body->trail_time = 2;
  body->color = theme->accent;
  body->width = 4;
  NoslipBody *arrow = noslip_scene_add(scene, NOSLIP_BODY_ARROW);
  arrow->from[2] = arrow->to[2] = 0.6;
  arrow->from[0] = -1;
  arrow->to[0] = 0.2;
  arrow->width = 4;
  arrow->color = green;
  noslip_body_set_label(arrow, "velocity (m/s)");
  NoslipBody *ellipsoid = add_ball(scene, -0.3, 1.6, 1, NOSLIP_PATTERN_PLAIN, green);
  noslip_place_scale(ellipsoid->transform, 1, 0.3, 0.4);
  noslip_place_turn(ellipsoid->transform, 'z', 0.3);
  memcpy(ellipsoid->transform + 12, (double[]){-0.3, 1.6, 0.4}, 3 * sizeof(double));
  return scene;
}

void
scened_camera(NoslipCamera *camera)
{
  noslip_camera_init(camera);
  noslip_camera_look(camera, (double[]){1.5, -4.5, 2.8}, (double[]){0, 0, 0.2});
}

cairo_surface_t *
scened_render(NoslipOffscreenWay way, NoslipScene *scene, const NoslipTheme *theme, const NoslipOverlay *overlay)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(NoslipOffscreen) offscreen = noslip_offscreen_new(way, &error);
  NoslipCamera camera;
  scened_camera(&camera);
  if (offscreen == NULL)
    return NULL; /* no GL available */
  cairo_surface_t *picture =
      noslip_offscreen_render(offscreen, scene, &camera, theme, overlay, SCENED_WIDTH, SCENED_HEIGHT, 1, &error);
  g_assert_no_error(error);
  return picture;
}
