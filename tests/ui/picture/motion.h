/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motions of texts, for tests of their scenes. */
#pragma once

#include "core/integrate/run.h"
#include "ui/picture/scene/scene-builder.h"

typedef struct {
  NoslipSystem *system;
  double *parameters;
  GArray *rows;
  guint row_size;
} Motion;

void motion_clear(Motion *motion);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Motion, motion_clear)

/* Fails if the text has an error. */
void motion_no_problems(NoslipDiagnostics *diagnostics);
/* Runs the system for at most 200 samples. */
void motion_init(Motion *motion, const char *text, const char *id);
guint motion_n_rows(const Motion *motion);
const double *motion_row(const Motion *motion, guint k);
/* The scene at row k. */
NoslipScene *motion_scene(NoslipSceneBuilder *builder, const Motion *motion, guint k, const NoslipTheme *theme);
