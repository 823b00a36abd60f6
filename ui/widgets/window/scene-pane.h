/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scene with its additions: above it the caption of a story, over it the question at a story's pause and the
 * welcome of the first start, below it the status line. */
#pragma once

#include "core/simulation/setup/setup.h"
#include "ui/widgets/scene/scene-view.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_SCENE_PANE (noslip_scene_pane_get_type())
G_DECLARE_FINAL_TYPE(NoslipScenePane, noslip_scene_pane, NOSLIP, SCENE_PANE, GtkBox)

GtkWidget *noslip_scene_pane_new(NoslipMeter *meter);
NoslipSceneView *noslip_scene_pane_scene(NoslipScenePane *pane);
void noslip_scene_pane_set_simulation(NoslipScenePane *pane,
                                      NoslipSimulation *simulation); /* borrowed; NULL releases it */
void noslip_scene_pane_changed(NoslipScenePane *pane, NoslipChange change);
void noslip_scene_pane_set_clock(NoslipScenePane *pane, gboolean shown); /* the time in the status line */
/* Shows the caption of a set-up that is a story (story.h); none for others or NULL. */
void noslip_scene_pane_set_story(NoslipScenePane *pane, NoslipSetup *setup);
NoslipSetup *noslip_scene_pane_story(NoslipScenePane *pane); /* that is shown, or NULL */
void noslip_scene_pane_welcome(NoslipScenePane *pane, gboolean shown);
