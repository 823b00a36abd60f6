/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/scene/scene-builder-items.h"

#include "core/base/words.h"
#include "core/system/row.h"
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/ticks.h"
#include "ui/picture/scene/shape.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

static void
clear_group(gpointer item)
{
  NoslipArrowGroup *group = item;
  g_free(group->unit);
  g_array_unref(group->records);
}

static void
clear_drawn(gpointer item)
{
  NoslipDrawn *drawn = item;
  g_free(drawn->turns);
  g_free(drawn->points);
  if (drawn->trail != NULL)
    noslip_trail_unref(drawn->trail);
}

void
noslip_scene_look_init(NoslipSceneLook *look, const NoslipTheme *theme)
{
  *look = (NoslipSceneLook){.theme = theme, .alpha = 1};
}

/* The output for an expression; registers it at its first use. FALSE with *failed set if it has none. */
static int
output_of(NoslipSceneBuilder *builder, NoslipExpr expr, NoslipDiagnostic **failed)
{
  gpointer known = g_hash_table_lookup(builder->outputs, GUINT_TO_POINTER(expr + 1));
  if (known != NULL)
    return GPOINTER_TO_INT(known) - 1;
  if (*failed != NULL)
    return -1;
  int output = noslip_observer_add(builder->observer, expr, failed);
  if (output >= 0)
    g_hash_table_insert(builder->outputs, GUINT_TO_POINTER(expr + 1), GINT_TO_POINTER(output + 1));
  return output;
}

/* A disk whose axis is always vertical is a table: other bodies stand on its upper face. */
static gboolean
is_table(const NoslipSystem *system, const NoslipDraw *draw)
{
  const NoslipShape *shape = noslip_draw_shape(draw);
  double x, y, z;
  if (shape == NULL || !shape->may_be_table || !noslip_expr_is_number(system->graph, draw->along[0], &x) ||
      !noslip_expr_is_number(system->graph, draw->along[1], &y) ||
      !noslip_expr_is_number(system->graph, draw->along[2], &z) || x != 0 || y != 0 || z == 0)
    return FALSE;
  for (guint i = 0; i < draw->n_turns; i++)
    if (draw->turns[i].axis != 'z')
      return FALSE;
  return TRUE;
}

/* Whether a body's place depends on the state, so that it is part of the moving bodies and not of the environment. */
static gboolean
is_moved(const NoslipSystem *system, const NoslipDraw *draw)
{
  gboolean moved = FALSE;
  for (guint k = 0; k < 3 && draw->kind != NOSLIP_DRAW_GROUND && !moved; k++) {
    for (guint i = 0; i < system->m && !moved; i++)
      moved = noslip_expr_depends(system->graph, draw->at[k], 1, &system->coordinates[i].symbol);
    for (guint a = 0; a < system->n && !moved; a++)
      moved = noslip_expr_depends(system->graph, draw->at[k], 1, &system->fibres[a].symbol);
  }
  return moved;
}

static void
register_draw(NoslipSceneBuilder *builder, const NoslipDraw *draw, NoslipDiagnostics *diagnostics)
{
  NoslipDiagnostic *failed = NULL;
  NoslipDrawn drawn = {.draw = draw, .table = is_table(builder->system, draw)};
  drawn.moves = is_moved(builder->system, draw);
  drawn.measured = noslip_arrow_is_measured(draw);
  drawn.group = noslip_arrow_group(builder, draw);
  for (guint i = 0; i < 3; i++) {
    drawn.at[i] = output_of(builder, draw->at[i], &failed);
    drawn.along[i] = output_of(builder, draw->along[i], &failed);
  }
  drawn.radius = output_of(builder, draw->radius, &failed);
  drawn.tube = output_of(builder, draw->tube, &failed);
  drawn.points = g_new(int, 3 * draw->n_points + 1);
  for (guint i = 0; i < 3 * draw->n_points; i++)
    drawn.points[i] = output_of(builder, draw->points[i], &failed);
  drawn.z = output_of(builder, draw->z, &failed);
  drawn.spin = output_of(builder, draw->spin, &failed);
  noslip_spin_register(builder, draw->spin, drawn.spin);
  drawn.turns = g_new(int, 4 * draw->n_turns + 1);
  for (guint k = 0; k < draw->n_turns; k++)
    for (guint i = 0; i < 4; i++)
      drawn.turns[4 * k + i] = draw->turns[k].axis == 'q' ? output_of(builder, draw->turns[k].quaternion[i], &failed)
                                                          : output_of(builder, draw->turns[k].angle, &failed);
  for (guint k = 0; k < draw->n_turns; k++)
    if (draw->turns[k].axis != 'q')
      noslip_spin_register(builder, draw->turns[k].angle, drawn.turns[4 * k]);
  if (draw->kind == NOSLIP_DRAW_TRAIL)
    drawn.trail = noslip_trail_new();
  if (failed != NULL) {
    drawn.skipped = TRUE;
    failed->severity = NOSLIP_NOTE; /* only the arrow is missing; the run is valid */
    if (failed->place.line == 0)
      failed->place = draw->place;
    if (diagnostics != NULL)
      noslip_diagnostics_add(diagnostics, failed);
    else
      noslip_diagnostic_free(failed);
  }
  g_array_append_val(builder->drawn, drawn);
}

static char *
axis_name(const char *name, const char *unit)
{
  g_autofree char *pretty = noslip_math_name(name, FALSE);
  g_autofree char *set = noslip_math_unit(unit);
  return *set != '\0' ? g_strdup_printf("%s (%s)", pretty, set) : g_steal_pointer(&pretty);
}

guint
noslip_scene_path(const NoslipSystem *system, NoslipExpr at[3], char *names[3])
{
  guint n = 0;
  for (guint i = 0; i < system->m && n < 3; i++, n++) {
    at[n] = system->coordinates[i].symbol;
    names[n] = axis_name(system->coordinates[i].name, system->coordinates[i].unit);
  }
  for (guint a = 0; a < system->n && n < 3 && system->m < 2; a++, n++) {
    at[n] = system->fibres[a].symbol;
    names[n] = axis_name(system->fibres[a].name, system->fibres[a].unit);
  }
  for (guint i = n; i < 3; i++)
    at[i] = NOSLIP_ZERO;
  return n;
}

static void
register_path(NoslipSceneBuilder *builder)
{
  NoslipDiagnostic *failed = NULL;
  NoslipExpr at[3];
  NoslipDrawn drawn = {
      .radius = -1, .tube = -1, .z = -1, .spin = -1, .group = -1, .moves = TRUE, .trail = noslip_trail_new()};
  builder->plain_path = TRUE;
  builder->flat = noslip_scene_path(builder->system, at, builder->axis_names) < 3;
  for (guint i = 0; i < 3; i++)
    drawn.at[i] = output_of(builder, at[i], &failed);
  if (failed != NULL) {
    drawn.skipped = TRUE;
    noslip_diagnostic_free(failed);
  }
  g_array_append_val(builder->drawn, drawn);
}

NoslipSceneBuilder *
noslip_scene_builder_new(NoslipSystem *system, NoslipDynamicsKind kind, NoslipDiagnostics *diagnostics)
{
  NoslipSceneBuilder *builder = g_new0(NoslipSceneBuilder, 1);
  builder->system = noslip_system_ref(system);
  builder->kind = kind;
  builder->observer = noslip_observer_new(system, kind);
  builder->outputs = g_hash_table_new(NULL, NULL);
  builder->drawn = g_array_new(FALSE, FALSE, sizeof(NoslipDrawn));
  g_array_set_clear_func(builder->drawn, clear_drawn);
  builder->block = g_array_new(FALSE, FALSE, sizeof(double));
  builder->groups = g_array_new(FALSE, FALSE, sizeof(NoslipArrowGroup));
  g_array_set_clear_func(builder->groups, clear_group);
  noslip_spin_init(builder);
  noslip_bounds_init(&builder->bounds);
  noslip_bounds_init(&builder->seen);
  noslip_bounds_init(&builder->now);
  builder->seen_to = -INFINITY;
  for (guint i = 0; i < system->n_draws; i++)
    register_draw(builder, &system->draws[i], diagnostics);
  if (system->n_draws == 0)
    register_path(builder);
  NoslipDiagnostic *failed = NULL;
  for (guint i = 0; i < 3; i++) {
    builder->camera_from[i] = system->has_camera ? output_of(builder, system->camera_from[i], &failed) : -1;
    builder->camera_to[i] = system->has_camera ? output_of(builder, system->camera_to[i], &failed) : -1;
  }
  if (failed != NULL)
    noslip_diagnostic_free(failed);
  noslip_observer_seal(builder->observer);
  builder->work = noslip_observer_workspace_new(builder->observer);
  builder->n = noslip_observer_n(builder->observer);
  builder->values = g_new0(double, builder->n + 1);
  builder->parted = g_new0(double, builder->n + 1);
  return builder;
}

void
noslip_scene_builder_free(NoslipSceneBuilder *builder)
{
  if (builder == NULL)
    return;
  noslip_observer_workspace_free(builder->work);
  noslip_observer_unref(builder->observer);
  g_hash_table_unref(builder->outputs);
  g_array_unref(builder->drawn);
  g_array_unref(builder->block);
  g_array_unref(builder->groups);
  for (guint i = 0; i < 3; i++)
    g_free(builder->axis_names[i]);
  g_free(builder->values);
  g_free(builder->parted);
  g_array_unref(builder->rates);
  g_array_unref(builder->pieces);
  noslip_scene_allowed_free(builder->allowed);
  noslip_system_unref(builder->system);
  g_free(builder);
}

void
noslip_scene_builder_clear(NoslipSceneBuilder *builder)
{
  noslip_bounds_init(&builder->bounds);
  noslip_bounds_init(&builder->seen);
  builder->seen_to = -INFINITY;
  builder->n_rows = 0;
  noslip_arrow_truncate(builder, -INFINITY);
  noslip_spin_clear(builder);
  for (guint i = 0; i < builder->drawn->len; i++)
    if (noslip_drawn_at(builder, i)->trail != NULL)
      noslip_trail_clear(noslip_drawn_at(builder, i)->trail);
}

void
noslip_scene_builder_expect(NoslipSceneBuilder *builder, guint n_rows)
{
  for (guint i = 0; i < builder->drawn->len; i++)
    if (noslip_drawn_at(builder, i)->trail != NULL)
      noslip_trail_expect(noslip_drawn_at(builder, i)->trail, n_rows);
}

void
noslip_scene_builder_truncate(NoslipSceneBuilder *builder, double t)
{
  noslip_arrow_truncate(builder, t);
  noslip_spin_truncate(builder, t);
  for (guint i = 0; i < builder->drawn->len; i++)
    if (noslip_drawn_at(builder, i)->trail != NULL)
      noslip_trail_truncate(noslip_drawn_at(builder, i)->trail, t);
}

void
noslip_scene_builder_gap(NoslipSceneBuilder *builder)
{
  for (guint i = 0; i < builder->drawn->len; i++)
    if (noslip_drawn_at(builder, i)->trail != NULL)
      noslip_trail_gap(noslip_drawn_at(builder, i)->trail);
}

/* For their bounds, bodies are computed at each row of a motion up to this length, and at some rows of a longer one. */
#define ALL_PLACED 4096
#define PLACED_EVERY 16

static void
place_row(NoslipSceneBuilder *builder, double t, const double *values)
{
  guint number = builder->n_rows++;
  if (number >= ALL_PLACED && number % PLACED_EVERY != 0)
    return;
  for (guint i = 0; i < builder->drawn->len; i++) {
    noslip_drawn_bounds(noslip_drawn_at(builder, i), values, &builder->bounds);
    noslip_arrow_extend_bounds(builder, noslip_drawn_at(builder, i), t, values);
  }
}

void
noslip_scene_builder_add_rows(NoslipSceneBuilder *builder, const double *parameters, guint n_rows, const double *rows)
{
  guint row_size = noslip_row_size(builder->system);
  if (n_rows == 0 || builder->n == 0)
    return;
  noslip_spin_add(builder, parameters, rows);
  g_array_set_size(builder->block, n_rows * builder->n);
  double *block = &g_array_index(builder->block, double, 0);
  noslip_observer_set_parameters(builder->work, parameters);
  noslip_observer_evaluate_rows(builder->work, n_rows, rows, row_size, block, builder->n);
  for (guint r = 0; r < n_rows; r++) {
    const double *values = block + (gsize) r * builder->n;
    place_row(builder, rows[(gsize) r * row_size], values);
    for (guint i = 0; i < builder->drawn->len; i++) {
      const NoslipDrawn *drawn = noslip_drawn_at(builder, i);
      double point[3];
      if (drawn->trail == NULL || drawn->skipped)
        continue;
      noslip_drawn_vector(values, drawn->at, point);
      noslip_trail_add(drawn->trail, rows[(gsize) r * row_size], point);
    }
  }
}

void
noslip_scene_builder_build(NoslipSceneBuilder *builder, const double *parameters, const double *row,
                           const NoslipSceneLook *look, NoslipScene *scene)
{
  noslip_observer_set_parameters(builder->work, parameters);
  noslip_observer_evaluate(builder->work, row, builder->values);
  noslip_spin_apply(builder, row[0]);
  noslip_builder_extend_bounds(builder, row[0]);
  noslip_scene_builder_fit_arrows(builder, look->arrow_length);
  if (look->name != NULL)
    noslip_scene_add_ghost(scene, look->name, look->tint);
  for (guint i = 0; i < builder->drawn->len; i++)
    if (!noslip_drawn_at(builder, i)->skipped)
      noslip_drawn_add(builder, i, row[0], look, scene);
  if (look->constraints)
    noslip_scene_allowed_add(builder, parameters, row, look, scene);
}

char *
noslip_scene_builder_description(NoslipSceneBuilder *builder, const double *parameters, const double *row)
{
  const NoslipSystem *system = builder->system;
  g_autofree char *time = noslip_number_text(row[0], 4);
  GString *text = g_string_new(system->title != NULL ? noslip_words(system->title) : noslip_words(system->id));
  g_string_append_printf(text, _(" at t = %s"), time);
  for (guint i = 0; i < MIN(system->m, 6); i++) {
    g_autofree char *value = noslip_number_text(row[noslip_row_x(system) + i], 4);
    g_string_append_printf(text, ", %s = %s", system->coordinates[i].name, value);
  }
  for (guint a = 0; a < MIN(system->n, 6); a++) {
    g_autofree char *value = noslip_number_text(row[noslip_row_y(system) + a], 4);
    g_string_append_printf(text, ", %s = %s", system->fibres[a].name, value);
  }
  return g_string_free(text, FALSE);
}
