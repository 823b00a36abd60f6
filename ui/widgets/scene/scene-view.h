/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scene: the bodies of the run and of its overlays in space, drawn with OpenGL, or with Cairo if there is
 * none. */
#pragma once

#include "core/simulation/simulation.h"
#include "ui/picture/scene/camera.h"
#include "ui/picture/scene/scene-builder.h"
#include "ui/widgets/views/meter.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_SCENE_VIEW (noslip_scene_view_get_type())
G_DECLARE_FINAL_TYPE(NoslipSceneView, noslip_scene_view, NOSLIP, SCENE_VIEW, GtkWidget)

/* What is drawn and how, for any system: a plain value. */
typedef enum { NOSLIP_TRAILS_FADE, NOSLIP_TRAILS_STAY, NOSLIP_TRAILS_SHORT, NOSLIP_TRAILS_NONE } NoslipTrails;
#define NOSLIP_TRAILS_SECONDS 5.0 /* of a short trail */
typedef struct {
  NoslipTrails trails;
  gboolean true_arrows; /* one metre per second is drawn as one metre, and so on; else with a readable length */
  gboolean legend;      /* names and values of the arrows, names of the trails */
  gboolean ground;
  gboolean constraints; /* what they allow and forbid */
} NoslipSceneChoices;
void noslip_scene_choices_init(NoslipSceneChoices *choices);

void noslip_scene_view_set_simulation(NoslipSceneView *view, NoslipSimulation *simulation);
void noslip_scene_view_set_look(NoslipSceneView *view, gboolean dark, double scale);
void noslip_scene_view_set_meter(NoslipSceneView *view, NoslipMeter *meter);
void noslip_scene_view_changed(NoslipSceneView *view, NoslipChange change);
void noslip_scene_view_get_choices(NoslipSceneView *view, NoslipSceneChoices *choices);
void noslip_scene_view_set_choices(NoslipSceneView *view, const NoslipSceneChoices *choices);
/* The present look of the run: valid until the next change. */
void noslip_scene_view_get_look(NoslipSceneView *view, NoslipSceneLook *look);
/* Shows or hides the arrows and trails with this label; another system shows all again. */
void noslip_scene_view_set_shown(NoslipSceneView *view, const char *label, gboolean shown);
gboolean noslip_scene_view_is_shown(NoslipSceneView *view, const char *label);
/* The camera by hand. */
void noslip_scene_view_preset(NoslipSceneView *view, NoslipCameraPreset preset);
void noslip_scene_view_reset_camera(NoslipSceneView *view); /* as in the text */
void noslip_scene_view_frame_all(NoslipSceneView *view);    /* frames all of the motion so far, keeping the direction */
/* Keys without a modifier that control the scene: I, T, F, S, A, G and Home. FALSE for other keys. */
gboolean noslip_scene_view_press(NoslipSceneView *view, guint key);
void noslip_scene_view_get_camera(NoslipSceneView *view, NoslipCamera *camera);
/* A camera from a set-up; after the change to its system, which resets the camera. */
void noslip_scene_view_set_camera(NoslipSceneView *view, const NoslipCamera *camera);
void noslip_scene_view_zoom(NoslipSceneView *view, double factor);
void noslip_scene_view_orbit(NoslipSceneView *view, double azimuth, double elevation);
/* Follows the body, or stays. */
void noslip_scene_view_set_following(NoslipSceneView *view, gboolean following);
/* Undoes the last body or arrow moved by hand; FALSE if there is none. */
gboolean noslip_scene_view_undo_drag(NoslipSceneView *view);
gboolean noslip_scene_view_can_undo_drag(NoslipSceneView *view);
/* "OpenGL 4.5, llvmpipe", or why there is no GL. */
const char *noslip_scene_view_renderer(NoslipSceneView *view);
/* Whether a picture requested now is drawn with the next frame. */
gboolean noslip_scene_view_may_draw(NoslipSceneView *view);
/* The number that is written over the scene there, or NULL. Free with g_free(). */
char *noslip_scene_view_number_at(NoslipSceneView *view, double x, double y);
/* How much of the last picture a patch over it would hide, by its left and top edge, width and height in pixels: the area
 * of its parts with bodies, lines and trails, and four times that of the words. */
double noslip_scene_view_hidden(NoslipSceneView *view, const double patch[4]);
/* What the scene shows in words, with every coordinate and velocity. Free with g_free(). */
char *noslip_scene_view_words(NoslipSceneView *view);
gboolean noslip_scene_view_uses_gl(NoslipSceneView *view);
/* The time of the motion that the last picture shows; NaN before the first. */
double noslip_scene_view_drawn_time(NoslipSceneView *view);
/* FALSE while a picture of the present contents is pending: pictures are skipped, and the camera may be moving. */
gboolean noslip_scene_view_is_drawn(NoslipSceneView *view);
