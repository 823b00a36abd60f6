/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/scene-builder-items.h"

#include "core/system/row.h"
#include "ui/picture/mathtext.h"
#include "ui/picture/ticks.h"

#include <math.h>
#include <string.h>

static void
clear_drawn(gpointer item)
{
  NoslipDrawn *drawn = item;
  g_free(drawn->turns);
  if (drawn->trail != NULL)
    noslip_trail_unref(drawn->trail);
}

void
noslip_scene_look_init(NoslipSceneLook *look, const NoslipTheme *theme)
{
  *look = (NoslipSceneLook){.theme = theme, .alpha = 1};
}

/* The output that gives an expression; registers it at its first use. FALSE with *failed set where it has none. */
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

/* A disk whose axis is always vertical is a table: things stand on its upper face. */
static gboolean
is_table(const NoslipSystem *system, const NoslipDraw *draw)
{
  double x, y, z;
  if (draw->kind != NOSLIP_DRAW_DISK || !noslip_expr_is_number(system->graph, draw->along[0], &x) ||
      !noslip_expr_is_number(system->graph, draw->along[1], &y) ||
      !noslip_expr_is_number(system->graph, draw->along[2], &z) || x != 0 || y != 0 || z == 0)
    return FALSE;
  for (guint i = 0; i < draw->n_turns; i++)
    if (draw->turns[i].axis != 'z')
      return FALSE;
  return TRUE;
}

static void
register_draw(NoslipSceneBuilder *builder, const NoslipDraw *draw, NoslipDiagnostics *diagnostics)
{
  NoslipDiagnostic *failed = NULL;
  NoslipDrawn drawn = {.draw = draw, .table = is_table(builder->system, draw)};
  for (guint i = 0; i < 3; i++) {
    drawn.at[i] = output_of(builder, draw->at[i], &failed);
    drawn.along[i] = output_of(builder, draw->along[i], &failed);
  }
  drawn.radius = output_of(builder, draw->radius, &failed);
  drawn.z = output_of(builder, draw->z, &failed);
  drawn.spin = output_of(builder, draw->spin, &failed);
  drawn.turns = g_new(int, 4 * draw->n_turns + 1);
  for (guint k = 0; k < draw->n_turns; k++)
    for (guint i = 0; i < 4; i++)
      drawn.turns[4 * k + i] = draw->turns[k].axis == 'q' ? output_of(builder, draw->turns[k].quaternion[i], &failed)
                                                          : output_of(builder, draw->turns[k].angle, &failed);
  if (draw->kind == NOSLIP_DRAW_TRAIL)
    drawn.trail = noslip_trail_new();
  if (failed != NULL) {
    drawn.skipped = TRUE;
    failed->severity = NOSLIP_NOTE; /* the picture lacks an arrow; the run is what it is */
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
  return unit != NULL ? g_strdup_printf("%s (%s)", pretty, unit) : g_steal_pointer(&pretty);
}

/* The path in the first three coordinates; velocities fill in where there are fewer than two coordinates. */
static void
register_path(NoslipSceneBuilder *builder)
{
  const NoslipSystem *system = builder->system;
  NoslipDiagnostic *failed = NULL;
  NoslipDrawn drawn = {.radius = -1, .z = -1, .spin = -1, .trail = noslip_trail_new()};
  guint n = 0;
  for (guint i = 0; i < system->m && n < 3; i++, n++) {
    drawn.at[n] = output_of(builder, system->coordinates[i].symbol, &failed);
    builder->axis_names[n] = axis_name(system->coordinates[i].name, system->coordinates[i].unit);
  }
  for (guint a = 0; a < system->n && n < 3 && system->m < 2; a++, n++) {
    drawn.at[n] = output_of(builder, system->fibres[a].symbol, &failed);
    builder->axis_names[n] = axis_name(system->fibres[a].name, system->fibres[a].unit);
  }
  for (guint i = n; i < 3; i++)
    drawn.at[i] = output_of(builder, NOSLIP_ZERO, &failed);
  builder->plain_path = TRUE;
  builder->flat = n < 3;
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
  builder->observer = noslip_observer_new(system, kind);
  builder->outputs = g_hash_table_new(NULL, NULL);
  builder->drawn = g_array_new(FALSE, FALSE, sizeof(NoslipDrawn));
  g_array_set_clear_func(builder->drawn, clear_drawn);
  builder->block = g_array_new(FALSE, FALSE, sizeof(double));
  noslip_bounds_init(&builder->bounds);
  noslip_bounds_init(&builder->seen);
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
  builder->work = noslip_observer_work_new(builder->observer);
  builder->n = noslip_observer_n(builder->observer);
  builder->values = g_new0(double, builder->n + 1);
  return builder;
}

void
noslip_scene_builder_free(NoslipSceneBuilder *builder)
{
  if (builder == NULL)
    return;
  noslip_observer_work_free(builder->work);
  noslip_observer_unref(builder->observer);
  g_hash_table_unref(builder->outputs);
  g_array_unref(builder->drawn);
  g_array_unref(builder->block);
  for (guint i = 0; i < 3; i++)
    g_free(builder->axis_names[i]);
  g_free(builder->values);
  noslip_system_unref(builder->system);
  g_free(builder);
}

void
noslip_scene_builder_clear(NoslipSceneBuilder *builder)
{
  noslip_bounds_init(&builder->bounds);
  noslip_bounds_init(&builder->seen);
  builder->seen_to = -INFINITY;
  for (guint i = 0; i < builder->drawn->len; i++)
    if (noslip_drawn_at(builder, i)->trail != NULL)
      noslip_trail_clear(noslip_drawn_at(builder, i)->trail);
}

void
noslip_scene_builder_truncate(NoslipSceneBuilder *builder, double t)
{
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

/* An arrow counts while it is not long beside everything else: a force may be far longer than the motion. */
static void
add_arrow_to_bounds(NoslipBounds *bounds, const double at[3], const double along[3])
{
  double size = 0, length = 0, tip[3];
  for (guint i = 0; i < 3; i++) {
    size = fmax(size, bounds->high[i] - bounds->low[i]);
    length = hypot(length, along[i]);
    tip[i] = at[i] + along[i];
  }
  if (length <= 0.6 * size)
    noslip_bounds_add(bounds, tip);
}

/* Widens the bounds by what one statement draws. */
static void
add_to_bounds(NoslipBounds *bounds, const NoslipDrawn *drawn, const double *values)
{
  double at[3], along[3], low[3], high[3], reach = 0;
  if (drawn->skipped || (drawn->draw != NULL && drawn->draw->kind == NOSLIP_DRAW_GROUND))
    return;
  noslip_drawn_vector(values, drawn->at, at);
  noslip_bounds_add(bounds, at);
  if (drawn->draw == NULL)
    return;
  noslip_drawn_vector(values, drawn->along, along);
  switch (drawn->draw->kind) {
  case NOSLIP_DRAW_SPHERE:
  case NOSLIP_DRAW_DISK:
    reach = fabs(noslip_drawn_value(values, drawn->radius));
    break;
  case NOSLIP_DRAW_BOX:
    reach = 0.5 * sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
    break;
  case NOSLIP_DRAW_LINE:
  case NOSLIP_DRAW_CYLINDER:
    noslip_bounds_add(bounds, along);
    return;
  case NOSLIP_DRAW_ARROW:
    add_arrow_to_bounds(bounds, at, along);
    return;
  default:
    return;
  }
  for (guint i = 0; i < 3; i++) {
    gboolean thin = drawn->table && i == 2;
    low[i] = at[i] - (thin ? 0 : reach);
    high[i] = at[i] + (thin ? 0 : reach);
  }
  noslip_bounds_add(bounds, low);
  noslip_bounds_add(bounds, high);
}

void
noslip_scene_builder_add_rows(NoslipSceneBuilder *builder, const double *parameters, guint n_rows,
                              const double *rows)
{
  guint row_size = noslip_row_size(builder->system);
  if (n_rows == 0 || builder->n == 0)
    return;
  g_array_set_size(builder->block, n_rows * builder->n);
  double *block = &g_array_index(builder->block, double, 0);
  noslip_observer_set_parameters(builder->work, parameters);
  noslip_observer_evaluate_rows(builder->work, n_rows, rows, row_size, block, builder->n);
  for (guint r = 0; r < n_rows; r++)
    for (guint i = 0; i < builder->drawn->len; i++) {
      NoslipDrawn *drawn = noslip_drawn_at(builder, i);
      const double *values = block + (gsize) r * builder->n;
      add_to_bounds(&builder->bounds, drawn, values);
      if (drawn->trail != NULL && !drawn->skipped) {
        double point[3];
        noslip_drawn_vector(values, drawn->at, point);
        noslip_trail_add(drawn->trail, rows[(gsize) r * row_size], point);
      }
    }
}

/* Points later than what was seen before: each is looked at once, however long the trail. */
static void
see_trail(NoslipSceneBuilder *builder, const NoslipTrail *trail, double time)
{
  guint to = noslip_trail_count(trail, time);
  for (guint i = noslip_trail_count(trail, builder->seen_to); i < to; i++) {
    NoslipTrailPoint p = g_array_index(trail->points, NoslipTrailPoint, i);
    if (!isnan(p.x))
      noslip_bounds_add(&builder->seen, (double[]){p.x, p.y, p.z});
  }
}

void
noslip_scene_builder_build(NoslipSceneBuilder *builder, const double *parameters, const double *row,
                           const NoslipSceneLook *look, NoslipScene *scene)
{
  noslip_observer_set_parameters(builder->work, parameters);
  noslip_observer_evaluate(builder->work, row, builder->values);
  for (guint i = 0; i < builder->drawn->len; i++) {
    const NoslipDrawn *drawn = noslip_drawn_at(builder, i);
    if (drawn->skipped)
      continue;
    add_to_bounds(&builder->bounds, drawn, builder->values);
    add_to_bounds(&builder->seen, drawn, builder->values);
    if (drawn->trail != NULL)
      see_trail(builder, drawn->trail, row[0]);
    noslip_drawn_add(builder, i, row[0], look, scene);
  }
  builder->seen_to = fmax(builder->seen_to, row[0]);
}

void
noslip_scene_builder_seen(const NoslipSceneBuilder *builder, NoslipBounds *bounds)
{
  *bounds = builder->seen;
}

void
noslip_scene_builder_bounds(const NoslipSceneBuilder *builder, NoslipBounds *bounds)
{
  *bounds = builder->bounds;
}

void
noslip_scene_builder_camera(NoslipSceneBuilder *builder, const double *parameters, const double *row, double aspect,
                            NoslipCamera *camera)
{
  noslip_camera_init(camera);
  noslip_observer_set_parameters(builder->work, parameters);
  noslip_observer_evaluate(builder->work, row, builder->values);
  for (guint i = 0; i < builder->drawn->len; i++)
    add_to_bounds(&builder->bounds, noslip_drawn_at(builder, i), builder->values);
  if (builder->plain_path && builder->flat)
    noslip_camera_preset(camera, NOSLIP_CAMERA_TOP);
  noslip_camera_frame(camera, &builder->bounds, aspect);
  if (builder->system->has_camera) {
    double from[3], to[3];
    noslip_drawn_vector(builder->values, builder->camera_from, from);
    noslip_drawn_vector(builder->values, builder->camera_to, to);
    noslip_camera_look(camera, from, to);
  }
}

gboolean
noslip_scene_builder_point(NoslipSceneBuilder *builder, const double *parameters, const double *row, double point[3])
{
  const NoslipDrawn *found = NULL;
  for (guint i = 0; i < builder->drawn->len; i++) {
    const NoslipDrawn *drawn = noslip_drawn_at(builder, i);
    gboolean trail = drawn->trail != NULL, ground = drawn->draw != NULL && drawn->draw->kind == NOSLIP_DRAW_GROUND;
    if (drawn->skipped || drawn->table || ground || (found != NULL && (!trail || found->trail != NULL)))
      continue;
    found = drawn;
  }
  if (found == NULL)
    return FALSE;
  noslip_observer_set_parameters(builder->work, parameters);
  noslip_observer_evaluate(builder->work, row, builder->values);
  noslip_drawn_vector(builder->values, found->at, point);
  return isfinite(point[0]) && isfinite(point[1]) && isfinite(point[2]);
}

char *
noslip_scene_builder_description(NoslipSceneBuilder *builder, const double *parameters, const double *row)
{
  const NoslipSystem *system = builder->system;
  g_autofree char *time = noslip_number_text(row[0], 4);
  GString *text = g_string_new(system->title != NULL ? system->title : system->id);
  g_string_append_printf(text, " at t = %s", time);
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
