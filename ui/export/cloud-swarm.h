/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cloud in a scene: a coloured dot for each motion, with a short trail; the same on the screen and in a file. */
#pragma once

#include "core/simulation/cloud.h"
#include "ui/picture/scene/camera.h"
#include "ui/picture/scene/scene.h"
#include "ui/picture/theme.h"

/* The cloud at time t as one body of the scene, where there is any of it; `swarm` holds the dots. The picture is
 * `height` logical pixels high. `bounds` is where the dots are. */
void noslip_cloud_swarm_add(const NoslipCloudView *cloud, double t, gboolean tails, const NoslipTheme *theme,
                            const NoslipCamera *camera, double height, NoslipSwarm *swarm, NoslipScene *scene,
                            NoslipBounds *bounds);
