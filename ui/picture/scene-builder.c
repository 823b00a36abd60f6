/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/scene-builder.h"

#include "core/system/row.h"
#include "ui/picture/mathtext.h"
#include "ui/picture/scene-place.h"
#include "ui/picture/ticks.h"

#include <math.h>
#include <string.h>

/* Outputs of the observer that a draw statement needs; -1 where there is none. */
typedef struct {
  const NoslipDraw *draw; /* NULL: the path of a system that draws nothing */
  gboolean skipped;       /* it has no value in this dynamics */
  int at[3], along[3], radius, z, spin;
  int *turns;             /* four for each turn */
  gboolean table;         /* a disk that stays horizontal */
  NoslipTrail *trail;
} Drawn;

struct _NoslipSceneBuilder {
  NoslipSystem *system;
  NoslipObserver *observer;
  NoslipObserverWork *work;
  GHashTable *outputs; /* expression + 1 -> output + 1 */
  GArray *drawn;       /* Drawn */
  int camera_from[3], camera_to[3];
  guint n;             /* outputs */
  double *values;      /* n: at the row that is looked at */
  GArray *block;       /* double: rows x n */
  NoslipBounds bounds;
  char *axis_names[3]; /* of the path, where the system draws nothing */
  gboolean plain_path, flat;
};

static void
clear_drawn(gpointer item)
{
  Drawn *drawn = item;
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
  Drawn drawn = {.draw = draw, .table = is_table(builder->system, draw)};
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
  Drawn drawn = {.radius = -1, .z = -1, .spin = -1, .trail = noslip_trail_new()};
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
  builder->drawn = g_array_new(FALSE, FALSE, sizeof(Drawn));
  g_array_set_clear_func(builder->drawn, clear_drawn);
  builder->block = g_array_new(FALSE, FALSE, sizeof(double));
  noslip_bounds_init(&builder->bounds);
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

static Drawn *
drawn_at(const NoslipSceneBuilder *builder, guint i)
{
  return &g_array_index(builder->drawn, Drawn, i);
}

void
noslip_scene_builder_clear(NoslipSceneBuilder *builder)
{
  noslip_bounds_init(&builder->bounds);
  for (guint i = 0; i < builder->drawn->len; i++)
    if (drawn_at(builder, i)->trail != NULL)
      noslip_trail_clear(drawn_at(builder, i)->trail);
}

void
noslip_scene_builder_truncate(NoslipSceneBuilder *builder, double t)
{
  for (guint i = 0; i < builder->drawn->len; i++)
    if (drawn_at(builder, i)->trail != NULL)
      noslip_trail_truncate(drawn_at(builder, i)->trail, t);
}

void
noslip_scene_builder_gap(NoslipSceneBuilder *builder)
{
  for (guint i = 0; i < builder->drawn->len; i++)
    if (drawn_at(builder, i)->trail != NULL)
      noslip_trail_gap(drawn_at(builder, i)->trail);
}

static double
value_of(const double *values, int output)
{
  return output >= 0 ? values[output] : NAN;
}

static void
vector_of(const double *values, const int outputs[3], double vector[3])
{
  for (guint i = 0; i < 3; i++)
    vector[i] = value_of(values, outputs[i]);
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
add_to_bounds(NoslipBounds *bounds, const Drawn *drawn, const double *values)
{
  double at[3], along[3], low[3], high[3], reach = 0;
  if (drawn->skipped || (drawn->draw != NULL && drawn->draw->kind == NOSLIP_DRAW_GROUND))
    return;
  vector_of(values, drawn->at, at);
  noslip_bounds_add(bounds, at);
  if (drawn->draw == NULL)
    return;
  vector_of(values, drawn->along, along);
  switch (drawn->draw->kind) {
  case NOSLIP_DRAW_SPHERE:
  case NOSLIP_DRAW_DISK:
    reach = fabs(value_of(values, drawn->radius));
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
      Drawn *drawn = drawn_at(builder, i);
      const double *values = block + (gsize) r * builder->n;
      add_to_bounds(&builder->bounds, drawn, values);
      if (drawn->trail != NULL && !drawn->skipped) {
        double point[3];
        vector_of(values, drawn->at, point);
        noslip_trail_add(drawn->trail, rows[(gsize) r * row_size], point);
      }
    }
}

static NoslipColor
color_of(const Drawn *drawn, guint index, const NoslipSceneLook *look)
{
  const NoslipTheme *theme = look->theme;
  NoslipDrawKind kind = drawn->draw != NULL ? drawn->draw->kind : NOSLIP_DRAW_TRAIL;
  NoslipColor color;
  if (look->has_tint)
    color = look->tint;
  else if (drawn->draw == NULL || !noslip_color_parse(drawn->draw->color, &color))
    color = kind == NOSLIP_DRAW_TRAIL                                ? theme->accent
            : kind == NOSLIP_DRAW_LINE || kind == NOSLIP_DRAW_ARROW ? noslip_color_mix(theme->text, theme->sky, 0.2)
            : drawn->table                                           ? noslip_color_mix(theme->ground, theme->text, 0.12)
                                                                     : theme->body[index % G_N_ELEMENTS(theme->body)];
  color.a = look->alpha;
  return color;
}

static void
add_trail(const Drawn *drawn, NoslipColor color, double t, const double tip[3], const NoslipSceneLook *look,
          NoslipScene *scene)
{
  if (look->hide_trails)
    return;
  NoslipBody *body = noslip_scene_add(scene, NOSLIP_BODY_TRAIL);
  body->trail = noslip_trail_ref(drawn->trail);
  body->color = color;
  body->width = 3;
  body->trail_time = t;
  if (look->trail_seconds > 0)
    body->trail_first = t - look->trail_seconds;
  else if (drawn->trail->points->len > 0)
    body->trail_first = g_array_index(drawn->trail->points, NoslipTrailPoint, 0).time;
  if (isfinite(tip[0] + tip[1] + tip[2])) {
    memcpy(body->to, tip, sizeof body->to);
    body->trail_tip = TRUE;
  }
  if (drawn->draw != NULL)
    noslip_body_set_label(body, drawn->draw->label);
}

static NoslipPattern
pattern_of(const NoslipDraw *draw)
{
  if (draw->kind == NOSLIP_DRAW_DISK)
    return NOSLIP_PATTERN_SECTORS;
  if (draw->kind != NOSLIP_DRAW_SPHERE)
    return NOSLIP_PATTERN_PLAIN;
  if (draw->pattern == NULL) /* a ball that turns must be seen to turn */
    return draw->n_turns > 0 ? NOSLIP_PATTERN_BEACH : NOSLIP_PATTERN_PLAIN;
  return strcmp(draw->pattern, "beach") == 0  ? NOSLIP_PATTERN_BEACH
         : strcmp(draw->pattern, "grid") == 0 ? NOSLIP_PATTERN_GRID
                                              : NOSLIP_PATTERN_PLAIN;
}

/* body to world: scale, then axis to its direction, then the turns from left to right, then the place. */
static gboolean
place(const Drawn *drawn, const double *values, NoslipBody *body)
{
  const NoslipDraw *draw = drawn->draw;
  double at[3], along[3], radius = value_of(values, drawn->radius), m[16];
  vector_of(values, drawn->at, at);
  vector_of(values, drawn->along, along);
  noslip_matrix_identity(m);
  if (draw->kind == NOSLIP_DRAW_CYLINDER) {
    double axis[3] = {along[0] - at[0], along[1] - at[1], along[2] - at[2]};
    noslip_place_axis(m, axis);
    noslip_place_scale(m, radius, radius, sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]));
  } else if (draw->kind == NOSLIP_DRAW_DISK) {
    noslip_place_axis(m, along);
    noslip_place_scale(m, radius, radius, radius);
  } else if (draw->kind == NOSLIP_DRAW_BOX) {
    noslip_place_scale(m, fabs(along[0]), fabs(along[1]), fabs(along[2]));
  } else {
    noslip_place_scale(m, radius, radius, radius);
  }
  for (guint k = 0; k < draw->n_turns; k++) {
    double turn[4];
    for (guint i = 0; i < 4; i++)
      turn[i] = value_of(values, drawn->turns[4 * k + i]);
    if (draw->turns[k].axis == 'q')
      noslip_place_quaternion(m, turn);
    else
      noslip_place_turn(m, draw->turns[k].axis, turn[0]);
  }
  for (guint i = 0; i < 3; i++)
    m[12 + i] = at[i];
  memcpy(body->transform, m, sizeof m);
  for (guint i = 0; i < 16; i++)
    if (!isfinite(m[i]))
      return FALSE;
  return TRUE;
}

static void
add_solid(const NoslipSceneBuilder *builder, guint index, const double *values, const NoslipSceneLook *look,
          NoslipScene *scene)
{
  static const NoslipBodyKind kinds[] = {
      [NOSLIP_DRAW_BOX] = NOSLIP_BODY_BOX,
      [NOSLIP_DRAW_SPHERE] = NOSLIP_BODY_SPHERE,
      [NOSLIP_DRAW_DISK] = NOSLIP_BODY_DISK,
      [NOSLIP_DRAW_CYLINDER] = NOSLIP_BODY_CYLINDER,
  };
  const Drawn *drawn = drawn_at(builder, index);
  NoslipBody placed = {.kind = kinds[drawn->draw->kind]};
  if (!place(drawn, values, &placed))
    return;
  NoslipBody *body = noslip_scene_add(scene, placed.kind);
  memcpy(body->transform, placed.transform, sizeof body->transform);
  body->color = color_of(drawn, index, look);
  body->pattern = pattern_of(drawn->draw);
  body->table = drawn->table;
  if (drawn->table)
    body->thickness = 0.02;
  body->source = index;
  noslip_body_set_label(body, drawn->draw->label);
}

static void
add_line(const NoslipSceneBuilder *builder, guint index, const double *values, const NoslipSceneLook *look,
         NoslipScene *scene)
{
  const Drawn *drawn = drawn_at(builder, index);
  gboolean arrow = drawn->draw->kind == NOSLIP_DRAW_ARROW;
  double from[3], to[3], length = 0;
  vector_of(values, drawn->at, from);
  vector_of(values, drawn->along, to);
  for (guint i = 0; i < 3; i++) {
    to[i] += arrow ? from[i] : 0;
    length = hypot(length, to[i] - from[i]);
  }
  if (!isfinite(length + from[0] + from[1] + from[2]) || length < 1e-12)
    return;
  NoslipBody *body = noslip_scene_add(scene, arrow ? NOSLIP_BODY_ARROW : NOSLIP_BODY_LINE);
  memcpy(body->from, from, sizeof from);
  memcpy(body->to, to, sizeof to);
  body->width = arrow ? 3.5 : 3;
  body->color = color_of(drawn, index, look);
  body->source = index;
  noslip_body_set_label(body, drawn->draw->label);
}

static void
add_ground(const Drawn *drawn, guint index, const double *values, const NoslipSceneLook *look, NoslipScene *scene)
{
  if (look->hide_ground)
    return;
  NoslipBody *body = noslip_scene_add(scene, NOSLIP_BODY_GROUND);
  double z = value_of(values, drawn->z), spin = value_of(values, drawn->spin);
  body->z = isfinite(z) ? z : 0;
  body->spin = isfinite(spin) ? remainder(spin, 2 * G_PI) : 0;
  body->color = look->theme->ground;
  body->source = index;
}

/* Axes that span the motion, a dot at the present point, and for three dimensions its foot on the plane z = 0. */
static void
add_path(NoslipSceneBuilder *builder, const double at[3], const NoslipSceneLook *look, NoslipScene *scene)
{
  const NoslipTheme *theme = look->theme;
  double size = 0;
  for (guint i = 0; i < 3; i++)
    size = fmax(size, fmax(builder->bounds.high[i], 0) - fmin(builder->bounds.low[i], 0));
  size = size > 0 && isfinite(size) ? size : 1;
  for (guint i = 0; i < 3 && !look->hide_ground; i++) {
    if (builder->axis_names[i] == NULL)
      continue;
    NoslipBody *axis = noslip_scene_add(scene, NOSLIP_BODY_ARROW);
    axis->from[i] = fmin(builder->bounds.low[i], 0) - 0.08 * size;
    axis->to[i] = fmax(fmax(builder->bounds.high[i], 0) + 0.12 * size, 0.25 * size);
    axis->width = 1.75;
    axis->color = theme->dim;
    axis->label_always = TRUE;
    noslip_body_set_label(axis, builder->axis_names[i]);
  }
  if (!isfinite(at[0] + at[1] + at[2]))
    return;
  NoslipColor color = look->has_tint ? look->tint : theme->body[0];
  color.a = look->alpha;
  NoslipBody *dot = noslip_scene_add(scene, NOSLIP_BODY_SPHERE);
  noslip_place_scale(dot->transform, 0.025 * size, 0.025 * size, 0.025 * size);
  memcpy(dot->transform + 12, at, 3 * sizeof(double));
  dot->color = color;
  if (!builder->flat) {
    NoslipBody *foot = noslip_scene_add(scene, NOSLIP_BODY_LINE);
    memcpy(foot->from, at, sizeof foot->from);
    memcpy(foot->to, at, sizeof foot->to);
    foot->to[2] = 0;
    foot->width = 1;
    foot->color = noslip_color_with_alpha(theme->dim, 0.6 * look->alpha);
  }
}

void
noslip_scene_builder_build(NoslipSceneBuilder *builder, const double *parameters, const double *row,
                           const NoslipSceneLook *look, NoslipScene *scene)
{
  noslip_observer_set_parameters(builder->work, parameters);
  noslip_observer_evaluate(builder->work, row, builder->values);
  for (guint i = 0; i < builder->drawn->len; i++) {
    const Drawn *drawn = drawn_at(builder, i);
    double at[3];
    if (drawn->skipped)
      continue;
    add_to_bounds(&builder->bounds, drawn, builder->values);
    vector_of(builder->values, drawn->at, at);
    switch (drawn->draw != NULL ? drawn->draw->kind : NOSLIP_DRAW_TRAIL) {
    case NOSLIP_DRAW_GROUND:
      add_ground(drawn, i, builder->values, look, scene);
      break;
    case NOSLIP_DRAW_BOX:
    case NOSLIP_DRAW_SPHERE:
    case NOSLIP_DRAW_DISK:
    case NOSLIP_DRAW_CYLINDER:
      add_solid(builder, i, builder->values, look, scene);
      break;
    case NOSLIP_DRAW_LINE:
    case NOSLIP_DRAW_ARROW:
      add_line(builder, i, builder->values, look, scene);
      break;
    case NOSLIP_DRAW_TRAIL:
      add_trail(drawn, color_of(drawn, i, look), row[0], at, look, scene);
      if (builder->plain_path)
        add_path(builder, at, look, scene);
      break;
    }
  }
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
    add_to_bounds(&builder->bounds, drawn_at(builder, i), builder->values);
  if (builder->plain_path && builder->flat)
    noslip_camera_preset(camera, NOSLIP_CAMERA_TOP);
  noslip_camera_frame(camera, &builder->bounds, aspect);
  if (builder->system->has_camera) {
    double from[3], to[3];
    vector_of(builder->values, builder->camera_from, from);
    vector_of(builder->values, builder->camera_to, to);
    noslip_camera_look(camera, from, to);
  }
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
