/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ensemble in a scene: a coloured dot for each motion, with a short trail; the same on the screen and in a file. */
#pragma once

#include "core/simulation/ensemble/ensemble-view.h"
#include "ui/picture/scene/camera.h"
#include "ui/picture/scene/scene.h"
#include "ui/picture/theme.h"

/* The ensemble at time t as one body of the scene, if it has any points; `ensemble_points` holds the dots. The picture
 * is `height` logical pixels high. `bounds` contains the dots. */
void noslip_ensemble_points_show(const NoslipEnsembleView *ensemble, double t, gboolean tails, const NoslipTheme *theme,
                                 const NoslipCamera *camera, double height, NoslipEnsemblePoints *ensemble_points,
                                 NoslipScene *scene, NoslipBounds *bounds);
