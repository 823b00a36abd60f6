/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/export/stage.h"

#include "ui/export/ensemble-points.h"

#include <math.h>
#include <string.h>

typedef struct {
  NoslipSceneBuilder *builder;
  NoslipTrajectory *trajectory; /* owned by the stage: shares the chunks */
  gboolean has_tint;
  NoslipColor tint;
  char *name;       /* of a ghost, or NULL */
  guint chunk, row; /* the next row to be added: its chunk, its index in it */
} Player;

struct _NoslipStage {
  NoslipSystem *system;
  NoslipTheme theme;
  NoslipSceneLook look;        /* of the run; its `hidden` is owned by the stage */
  GPtrArray *players;          /* the run, then its ghosts */
  double *state;               /* one row */
  NoslipEnsembleView ensemble; /* points alone */
  double height;               /* of the picture, logical pixels, for the ensemble's dots */
  NoslipEnsemblePoints *ensemble_points;
  NoslipBounds points_bounds; /* as last set */
};

static void
player_free(gpointer data)
{
  Player *player = data;
  noslip_scene_builder_free(player->builder);
  noslip_trajectory_free(player->trajectory);
  g_free(player->name);
  g_free(player);
}

static Player *
player_at(const NoslipStage *stage, guint i)
{
  return g_ptr_array_index(stage->players, i);
}

NoslipStage *
noslip_stage_new(NoslipSystem *system, gboolean dark)
{
  NoslipStage *stage = g_new0(NoslipStage, 1);
  stage->system = noslip_system_ref(system);
  stage->players = g_ptr_array_new_with_free_func(player_free);
  stage->state = g_new0(double, noslip_row_size(system));
  noslip_ensemble_view_init(&stage->ensemble);
  noslip_bounds_init(&stage->points_bounds);
  noslip_theme_init(&stage->theme, dark, 1);
  noslip_scene_look_init(&stage->look, &stage->theme);
  stage->look.arrow_length = 1; /* as long as can be read */
  return stage;
}

void
noslip_stage_free(NoslipStage *stage)
{
  if (!stage)
    return;
  NoslipEnsembleLayout *layout = stage->ensemble.layout;
  noslip_ensemble_view_clear(&stage->ensemble);
  noslip_ensemble_layout_unref(layout);
  noslip_ensemble_points_unref(stage->ensemble_points);
  g_ptr_array_unref(stage->players);
  g_clear_pointer(&stage->look.hidden, g_hash_table_unref);
  noslip_system_unref(stage->system);
  g_free(stage->state);
  g_free(stage);
}

void
noslip_stage_add(NoslipStage *stage, NoslipDynamicsKind kind, const NoslipTrajectory *trajectory,
                 const NoslipColor *tint, const char *name, NoslipDiagnostics *diagnostics)
{
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  Player *player = g_new0(Player, 1);
  player->builder = noslip_scene_builder_new(stage->system, kind, diagnostics ? diagnostics : ignored);
  player->trajectory = noslip_trajectory_new(stage->system);
  player->has_tint = tint != NULL;
  if (tint)
    player->tint = *tint;
  player->name = g_strdup(name);
  for (guint c = 0; c < noslip_trajectory_n_chunks(trajectory); c++)
    noslip_trajectory_append(player->trajectory, (NoslipChunk *) noslip_trajectory_chunk(trajectory, c));
  g_ptr_array_add(stage->players, player);
}

void
noslip_stage_set_look(NoslipStage *stage, const NoslipSceneLook *look)
{
  stage->look.hide_trails = look->hide_trails;
  stage->look.hide_ground = look->hide_ground;
  stage->look.constraints = look->constraints;
  stage->look.trail_seconds = look->trail_seconds;
  stage->look.trails_stay = look->trails_stay;
  stage->look.arrow_length = look->arrow_length;
  g_clear_pointer(&stage->look.hidden, g_hash_table_unref);
  if (!look->hidden)
    return;
  GHashTableIter iter;
  gpointer label;
  stage->look.hidden = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_iter_init(&iter, look->hidden);
  while (g_hash_table_iter_next(&iter, &label, NULL))
    g_hash_table_add(stage->look.hidden, g_strdup(label));
}

void
noslip_stage_set_ensemble(NoslipStage *stage, const NoslipEnsembleView *ensemble, double height)
{
  g_return_if_fail(!stage->ensemble.layout);
  noslip_ensemble_view_copy_points(&stage->ensemble, ensemble);
  stage->height = height;
  stage->ensemble_points = noslip_ensemble_points_new();
}

void
noslip_stage_show_constraints(NoslipStage *stage, gboolean shown)
{
  stage->look.constraints = shown;
}

const NoslipTheme *
noslip_stage_theme(const NoslipStage *stage)
{
  return &stage->theme;
}

NoslipSystem *
noslip_stage_system(const NoslipStage *stage)
{
  return stage->system;
}

/* If a body was moved by hand between two rows, its trail has a gap. */
static void
player_feed(Player *player, double t)
{
  while (player->chunk < noslip_trajectory_n_chunks(player->trajectory)) {
    const NoslipChunk *chunk = noslip_trajectory_chunk(player->trajectory, player->chunk);
    guint end = player->row;
    while (end < chunk->n_rows && chunk->rows[(gsize) end * chunk->row_size] <= t)
      end++;
    if (end == player->row)
      return;
    if (player->row == 0 && player->chunk > 0 &&
        noslip_trajectory_chunk(player->trajectory, player->chunk - 1)->segment != chunk->segment)
      noslip_scene_builder_gap(player->builder);
    noslip_scene_builder_add_rows(player->builder, chunk->parameters, end - player->row,
                                  chunk->rows + (gsize) player->row * chunk->row_size);
    player->row = end;
    if (end < chunk->n_rows)
      return;
    player->chunk++;
    player->row = 0;
  }
}

void
noslip_stage_feed(NoslipStage *stage, double t)
{
  for (guint i = 0; i < stage->players->len; i++)
    player_feed(player_at(stage, i), t);
}

/* The state at t in stage->state; returns the parameters at that time, NULL if there is no row. */
static const double *
player_state(NoslipStage *stage, const Player *player, double t)
{
  const NoslipChunk *chunk = NULL;
  const double *row = noslip_trajectory_row(player->trajectory, noslip_trajectory_find(player->trajectory, t), &chunk);
  if (row && !noslip_trajectory_at(player->trajectory, t, stage->state))
    memcpy(stage->state, row, noslip_row_size(stage->system) * sizeof(double));
  return row ? chunk->parameters : NULL;
}

guint
noslip_stage_set(NoslipStage *stage, double t, const NoslipCamera *camera, NoslipScene *scene)
{
  guint own = 0;
  noslip_scene_clear(scene);
  noslip_stage_feed(stage, t);
  for (guint i = 0; i < stage->players->len; i++) {
    Player *player = player_at(stage, i);
    const double *parameters = player_state(stage, player, t);
    if (!parameters)
      continue;
    NoslipSceneLook look = stage->look;
    look.arrow_length = stage->look.arrow_length == 0 ? 0 : noslip_scene_arrow_length(camera);
    if (i > 0) {
      look.alpha = NOSLIP_GHOST_ALPHA;
      look.has_tint = player->has_tint;
      look.tint = player->tint;
      look.name = player->name;
      look.hide_ground = TRUE;
      look.constraints = FALSE;
      look.arrow_length = -1; /* same as those of the run */
      noslip_scene_builder_share_arrows(player->builder, player_at(stage, 0)->builder);
    }
    noslip_scene_builder_build(player->builder, parameters, stage->state, &look, scene);
    if (i == 0)
      own = noslip_scene_n_bodies(scene);
  }
  if (stage->ensemble_points)
    noslip_ensemble_points_show(&stage->ensemble, t, !stage->look.hide_trails, &stage->theme, camera, stage->height,
                                stage->ensemble_points, scene, &stage->points_bounds);
  return own;
}

void
noslip_stage_camera(NoslipStage *stage, double t, double aspect, NoslipCamera *camera)
{
  NoslipFraming framing;
  const Player *first = player_at(stage, 0);
  const double *parameters = player_state(stage, first, t);
  noslip_camera_init(camera);
  if (!parameters)
    return;
  noslip_scene_builder_camera(first->builder, parameters, stage->state, aspect, camera);
  for (guint pass = 0; pass < 2; pass++) { /* the lengths of arrows depend on the camera, which has to show them */
    noslip_stage_framing(stage, TRUE, &framing);
    if (!noslip_bounds_is_empty(&framing.all))
      noslip_camera_frame_within(camera, &framing, aspect);
    if (stage->look.arrow_length > 0)
      noslip_scene_builder_fit_arrows(first->builder, noslip_scene_arrow_length(camera));
  }
}

void
noslip_stage_framing(const NoslipStage *stage, gboolean whole, NoslipFraming *framing)
{
  noslip_scene_builder_framing(player_at(stage, 0)->builder, whole, framing);
  for (guint i = 1; i < stage->players->len; i++) {
    NoslipFraming one;
    noslip_scene_builder_framing(player_at(stage, i)->builder, whole, &one);
    noslip_bounds_add_bounds(&framing->all, &one.all);
  }
  if (!whole)
    noslip_bounds_add_bounds(&framing->all, &stage->points_bounds);
  else if (stage->ensemble.layout && stage->ensemble.times->len > 0)
    for (guint corner = 0; corner < 2; corner++) {
      const float *c = corner ? stage->ensemble.high : stage->ensemble.low;
      if (isfinite(c[0] + c[1] + c[2]))
        noslip_bounds_add(&framing->all, (double[]){(double) c[0], (double) c[1], (double) c[2]});
    }
}
