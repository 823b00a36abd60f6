/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stage: motions as they stood at one moment, set in scene for any of their times by a thread of their
 * own. */
#pragma once

#include "core/simulation/ensemble/ensemble-view.h"
#include "core/trajectory/trajectory.h"
#include "ui/picture/scene/camera.h"
#include "ui/picture/scene/scene-builder.h"

typedef struct _NoslipStage NoslipStage;

NoslipStage *noslip_stage_new(NoslipSystem *system, gboolean dark);
void noslip_stage_free(NoslipStage *stage);
/* The first motion is the run itself; those after it are its ghosts, in the colour `tint`, under this name in the
 * legend (NULL: in none). Rows that come to the trajectory later are not the stage's. */
void noslip_stage_add(NoslipStage *stage, NoslipDynamicsKind kind, const NoslipTrajectory *trajectory,
                      const NoslipColor *tint, const char *name, NoslipDiagnostics *diagnostics);
/* How the motions are drawn: their trails, the ground, what is hidden (which is copied), and whether arrows are as long
 * as they are (arrow_length 0). The rest of the look is the stage's own. */
void noslip_stage_set_look(NoslipStage *stage, const NoslipSceneLook *look);
/* The ensemble as it stands now; the picture will be `height` logical pixels high. */
void noslip_stage_set_ensemble(NoslipStage *stage, const NoslipEnsembleView *ensemble, double height);
/* What the constraints allow and forbid is drawn, too. */
void noslip_stage_show_constraints(NoslipStage *stage, gboolean shown);
const NoslipTheme *noslip_stage_theme(const NoslipStage *stage);
NoslipSystem *noslip_stage_system(const NoslipStage *stage);
/* Reads the rows up to t, once each. */
void noslip_stage_feed(NoslipStage *stage, double t);
/* Clears the scene and sets it for time t; arrows are as long as this camera can show well. Returns how many bodies are
 * those of the run: the first ones. */
guint noslip_stage_set(NoslipStage *stage, double t, const NoslipCamera *camera, NoslipScene *scene);
/* From where the system says: at time t, so that all that was fed is seen. */
void noslip_stage_camera(NoslipStage *stage, double t, double aspect, NoslipCamera *camera);
/* What an automatic camera has to show: of what was set so far, or of all that was fed. */
void noslip_stage_framing(const NoslipStage *stage, gboolean whole, NoslipFraming *framing);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipStage, noslip_stage_free)
