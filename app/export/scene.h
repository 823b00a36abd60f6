/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scene as a picture of any size, drawn off screen by a job. */
#pragma once

#include "app/export/job.h"
#include "core/trajectory/trajectory.h"
#include "ui/picture/camera.h"
#include "ui/picture/theme.h"

/* The motion up to time t, seen through a camera; `scale` pixels for a logical pixel. */
typedef struct {
  NoslipSystem *system;
  NoslipDynamicsKind kind;
  const NoslipTrajectory *trajectory;
  double t;
  NoslipCamera camera;
  gboolean dark;
  int width, height; /* pixels */
  double scale;
} NoslipSceneExport;

NoslipJob *noslip_export_scene(const NoslipSceneExport *scene, const char *file);
