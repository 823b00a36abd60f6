/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture: bodies, trails and the camera, as expressions of the state, the parameters and t. */
#include "core/language/build/build.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define PICTURE (USES_ANYTHING & ~(guint) USES_FORMAL)

static void
check_multipliers(Builder *builder, const Part *part, guint uses)
{
  NoslipDynamicsKind kind = builder->system->dynamics;
  gboolean lambda = (uses & USES_LAMBDA) != 0 && kind != NOSLIP_DYNAMICS_NONHOLONOMIC;
  gboolean mu = (uses & USES_MU) != 0 && kind != NOSLIP_DYNAMICS_VAKONOMIC;
  if (lambda || mu)
    noslip_source_error(builder->source, NOSLIP_CODE_MISPLACED,
                        noslip_source_place(builder->source, part->expr.token, part->expr.last),
                        _("leave it out, or change the dynamics"), _("there is no %s in these dynamics"),
                        lambda ? "lambda( )" : "mu( )");
}

static void
set(Builder *builder, const Part *part, NoslipExpr *expr)
{
  guint uses = 0;
  *expr = NOSLIP_ZERO;
  if (part != NULL && noslip_builder_expression(builder, &part->expr, N_("a picture"), PICTURE, expr, &uses))
    check_multipliers(builder, part, uses);
}
/* A point or a direction; for a body, whose error has been reported, the error is not repeated. */
static void
set_vector(Builder *builder, const Part *part, NoslipExpr *point, gboolean is_given)
{
  guint uses, shape;
  if (!noslip_builder_vector(builder, &part->expr, N_("a picture"), PICTURE, point, &shape, &uses))
    return;
  check_multipliers(builder, part, uses);
  if (shape != 3 && !is_given)
    noslip_source_error(builder->source, NOSLIP_CODE_COUNT,
                        noslip_source_place(builder->source, part->expr.token, part->expr.last), _("write (x, y, z)"),
                        _("a point has three numbers"));
}

static void
set_point(Builder *builder, const Statement *statement, PartKind kind, NoslipExpr *point)
{
  const Part *part = noslip_builder_part(builder, statement, kind);
  if (part != NULL)
    set_vector(builder, part, point, statement->entry->kind == STATEMENT_BODY && kind == PART_AT);
}

static void
set_turns(Builder *builder, const Statement *statement, NoslipDraw *draw)
{
  GArray *turns = g_array_new(FALSE, FALSE, sizeof(NoslipTurn));
  for (guint p = 0; p < statement->n_parts; p++) {
    const Part *part = &g_array_index(builder->source->parts, Part, statement->part + p);
    NoslipTurn turn = {0};
    if (part->kind == PART_TURN && part->expr.last == 0) {
      const NoslipRotation *rotation = noslip_builder_rotation(builder, part);
      turn.axis = 'q';
      if (rotation == NULL)
        continue;
      memcpy(turn.quaternion, rotation->quaternion, sizeof turn.quaternion);
    } else if (part->kind == PART_TURN) {
      turn.axis = noslip_source_token(builder->source, part->token)->text[0];
      set(builder, part, &turn.angle);
    } else if (part->kind == PART_QUATERNION) {
      turn.axis = 'q';
      for (guint i = 0; i < 4; i++)
        set(builder, &part[i], &turn.quaternion[i]);
      p += 3;
    } else {
      continue;
    }
    g_array_append_val(turns, turn);
  }
  draw->n_turns = turns->len;
  draw->turns = (NoslipTurn *) (gpointer) g_array_free(turns, FALSE);
}

/* What a body shows: its own shape, or a small ball. */
static void
set_body(Builder *builder, const Statement *statement, NoslipDraw *draw)
{
  const Part *kind = noslip_builder_part(builder, statement, PART_WORD);
  draw->kind = NOSLIP_DRAW_SPHERE;
  if (kind != NULL)
    noslip_draw_kind(kind->text, &draw->kind);
  else
    draw->radius = noslip_expr_rational(builder->scope.graph, 1, 10);
}

static void
set_points(Builder *builder, const Statement *statement, NoslipDraw *draw)
{
  guint n = 0;
  while (noslip_statement_part(builder->source, statement, PART_POINT, n) != NULL)
    n++;
  draw->n_points = n;
  draw->points = g_new0(NoslipExpr, 3 * (gsize) n + 1);
  for (guint i = 0; i < n; i++)
    set_vector(builder, noslip_statement_part(builder->source, statement, PART_POINT, i), &draw->points[3 * i], FALSE);
  for (guint i = 0; i < 3 && n > 0; i++)
    draw->at[i] = draw->points[i];
}

static void
build_draw(Builder *builder, const Statement *statement, GArray *draws)
{
  NoslipDraw draw = {.kind = NOSLIP_DRAW_TRAIL, .place = noslip_builder_place(builder, statement)};
  if (statement->entry->kind == STATEMENT_DRAW)
    noslip_draw_kind(noslip_builder_part(builder, statement, PART_NAME)->text, &draw.kind);
  if (statement->entry->kind == STATEMENT_BODY)
    set_body(builder, statement, &draw);
  set_point(builder, statement, PART_AT, draw.at);
  set_point(builder, statement, PART_FROM, draw.at);
  static const PartKind second[] = {PART_SIZE, PART_TO, PART_ALONG, PART_AXIS};
  for (guint i = 0; i < G_N_ELEMENTS(second); i++)
    set_point(builder, statement, second[i], draw.along);
  if (noslip_builder_part(builder, statement, PART_RADIUS) != NULL)
    set(builder, noslip_builder_part(builder, statement, PART_RADIUS), &draw.radius);
  set(builder, noslip_builder_part(builder, statement, PART_TUBE), &draw.tube);
  set(builder, noslip_builder_part(builder, statement, PART_Z), &draw.z);
  set(builder, noslip_builder_part(builder, statement, PART_SPIN), &draw.spin);
  set_points(builder, statement, &draw);
  set_turns(builder, statement, &draw);
  draw.color = noslip_builder_text(builder, statement, PART_COLOR);
  draw.pattern = noslip_builder_text(builder, statement, PART_PATTERN);
  draw.label = noslip_builder_text(builder, statement, PART_LABEL);
  g_array_append_val(draws, draw);
}

void
noslip_build_picture(Builder *builder)
{
  NoslipSystem *system = builder->system;
  GArray *draws = g_array_new(FALSE, FALSE, sizeof(NoslipDraw));
  for (guint i = 0; i < builder->source->statements->len; i++) {
    const Statement *statement = noslip_builder_statement(builder, i);
    StatementKind kind = statement->entry->kind;
    if (!statement->broken && (kind == STATEMENT_DRAW || kind == STATEMENT_TRAIL || kind == STATEMENT_BODY))
      build_draw(builder, statement, draws);
  }
  system->n_draws = draws->len;
  system->draws = (NoslipDraw *) (gpointer) g_array_free(draws, FALSE);
  guint i = 0;
  const Statement *camera = noslip_builder_next(builder, &i, STATEMENT_CAMERA);
  system->has_camera = camera != NULL;
  if (camera == NULL)
    return;
  set_point(builder, camera, PART_FROM, system->camera_from);
  set_point(builder, camera, PART_TO, system->camera_to);
}
