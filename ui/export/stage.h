/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stage: motions copied at one moment, from which a thread of its own can make the scene of any
 * time. */
#pragma once

#include "core/simulation/ensemble/ensemble-view.h"
#include "core/trajectory/trajectory.h"
#include "ui/picture/scene/camera.h"
#include "ui/picture/scene/scene-builder.h"

typedef struct _NoslipStage NoslipStage;

NoslipStage *noslip_stage_new(NoslipSystem *system, gboolean dark);
void noslip_stage_free(NoslipStage *stage);
/* The first motion is the run itself; later ones are its ghosts, in the colour `tint`, with this name in the legend
 * (NULL: no entry). The copy is a snapshot: rows added later are ignored. */
void noslip_stage_add(NoslipStage *stage, NoslipDynamicsKind kind, const NoslipTrajectory *trajectory,
                      const NoslipColor *tint, const char *name, NoslipDiagnostics *diagnostics);
/* How the motions are drawn: trails, the ground, hidden items (which are copied), and whether arrows have true lengths
 * (arrow_length 0). The stage sets the rest of the look. */
void noslip_stage_set_look(NoslipStage *stage, const NoslipSceneLook *look);
/* The present ensemble; the picture will be `height` logical pixels high. */
void noslip_stage_set_ensemble(NoslipStage *stage, const NoslipEnsembleView *ensemble, double height);
/* Also draws allowed and forbidden directions of the constraints. */
void noslip_stage_show_constraints(NoslipStage *stage, gboolean shown);
const NoslipTheme *noslip_stage_theme(const NoslipStage *stage);
NoslipSystem *noslip_stage_system(const NoslipStage *stage);
/* Adds the rows up to t, once each. */
void noslip_stage_feed(NoslipStage *stage, double t);
/* Clears the scene and fills it for time t; the lengths of arrows suit this camera. Returns the number of bodies that
 * belong to the run: the first ones. */
guint noslip_stage_set(NoslipStage *stage, double t, const NoslipCamera *camera, NoslipScene *scene);
/* The default camera of the system at time t, such that everything added so far is visible. */
void noslip_stage_camera(NoslipStage *stage, double t, double aspect, NoslipCamera *camera);
/* What an automatic camera has to show: the times set so far, or all rows added. */
void noslip_stage_framing(const NoslipStage *stage, gboolean whole, NoslipFraming *framing);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipStage, noslip_stage_free)
