/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `rotation`: the attitude of a rigid body as a unit quaternion q = q0 + q1 i + q2 j + q3 k, body to space.
 *
 * With the angular velocity w as the quaternion 0 + w1 i + w2 j + w3 k,
 *   space frame  q' = w q / 2  (right-invariant fields, [w1, w2] = -w3 and cyclic),
 *   body frame   q' = q w / 2  (left-invariant fields,  [w1, w2] = +w3 and cyclic). */
#include "core/language/build/build.h"

#include <string.h>

/* Component 0..3 of 2 q' is sum_c sign[c] q[index[c]] w[c]. */
typedef struct {
  int sign[3];
  guint index[3];
} Row;

static const Row space_rows[4] = {
    {{-1, -1, -1}, {1, 2, 3}},
    {{1, 1, -1}, {0, 3, 2}},
    {{-1, 1, 1}, {3, 0, 1}},
    {{1, -1, 1}, {2, 1, 0}},
};
static const Row body_rows[4] = {
    {{-1, -1, -1}, {1, 2, 3}},
    {{1, -1, 1}, {0, 3, 2}},
    {{1, 1, -1}, {3, 0, 1}},
    {{-1, 1, 1}, {2, 1, 0}},
};

static gboolean
find_names(Builder *builder, const Statement *statement, NoslipRotation *rotation, guint *coordinate, guint *fibre)
{
  for (guint i = 0; i < 7; i++) {
    const Part *part = noslip_statement_part(builder->source, statement, PART_NAME, i + 1);
    const Name *name = noslip_scope_name(&builder->scope, noslip_source_token(builder->source, part->token)->text);
    if (name == NULL || name->kind != (i < 4 ? NAME_COORDINATE : NAME_FIBRE))
      return FALSE;
    if (i < 4) {
      coordinate[i] = name->index;
      rotation->quaternion[i] = builder->scope.x[name->index];
    } else {
      fibre[i - 4] = name->index;
      rotation->omega[i - 4] = builder->scope.y[name->index];
    }
  }
  return TRUE;
}

static void
build_kinematics(Builder *builder, const NoslipRotation *rotation, const guint *coordinate, const guint *fibre)
{
  NoslipSystem *system = builder->system;
  NoslipGraph *graph = builder->scope.graph;
  guint n = system->n;
  NoslipExpr half = noslip_expr_rational(graph, 1, 2);
  for (guint i = 0; i < 4; i++)
    for (guint c = 0; c < 3; c++) {
      const Row *row = rotation->body ? &body_rows[i] : &space_rows[i];
      NoslipExpr entry = noslip_expr_mul(graph, half, rotation->quaternion[row->index[c]]);
      system->anchor[coordinate[i] * n + fibre[c]] = row->sign[c] > 0 ? entry : noslip_expr_neg(graph, entry);
    }
  NoslipExpr one = rotation->body ? NOSLIP_ONE : noslip_expr_rational(graph, -1, 1);
  for (guint c = 0; c < 3; c++) {
    guint a = fibre[c], b = fibre[(c + 1) % 3], d = fibre[(c + 2) % 3];
    system->structure[(d * n + a) * n + b] = one;
    system->structure[(d * n + b) * n + a] = noslip_expr_neg(graph, one);
  }
}

static void
define_entries(Builder *builder, const NoslipRotation *rotation, NoslipPlace place)
{
  for (guint i = 1; i <= 3; i++)
    for (guint j = 1; j <= 3; j++) {
      g_autofree char *text = g_strdup_printf("%s%u%u", rotation->name, i, j);
      Name *name = g_hash_table_lookup(builder->scope.names, text);
      if (name == NULL || name->kind != NAME_LET || name->statement != G_MAXUINT)
        continue;
      name->expr = noslip_rotation_entry(builder->scope.graph, rotation->quaternion, i - 1, j - 1);
      name->uses = USES_COORDINATES;
      name->bad = FALSE;
      NoslipNamed named = {.name = g_steal_pointer(&text), .expr = name->expr, .place = place};
      g_array_append_val(builder->lets, named);
    }
}

void
noslip_build_rotations(Builder *builder)
{
  NoslipSystem *system = builder->system;
  g_autoptr(GArray) rotations = g_array_new(FALSE, FALSE, sizeof(NoslipRotation));
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_ROTATION)); i++) {
    NoslipRotation rotation = {.place = noslip_builder_place(builder, statement)};
    guint coordinate[4], fibre[3];
    if (!find_names(builder, statement, &rotation, coordinate, fibre))
      continue;
    rotation.name = g_strdup(noslip_builder_name(builder, statement));
    rotation.body = strcmp(noslip_builder_part(builder, statement, PART_FRAME)->text, "body") == 0;
    for (guint c = 0; c < 4; c++)
      system->coordinates[coordinate[c]].description = noslip_builder_text(builder, statement, PART_DESCRIPTION);
    for (guint c = 0; c < 3; c++) {
      system->fibres[fibre[c]].description = noslip_builder_text(builder, statement, PART_DESCRIPTION);
      system->fibres[fibre[c]].unit = g_strdup("rad/s"); /* for all rotations: time is in seconds */
    }
    build_kinematics(builder, &rotation, coordinate, fibre);
    define_entries(builder, &rotation, rotation.place);
    g_array_append_val(rotations, rotation);
  }
  system->n_rotations = rotations->len;
  system->rotations = (NoslipRotation *) g_array_steal(rotations, NULL);
  builder->scope.rotations = system->rotations;
  builder->scope.n_rotations = system->n_rotations;
}
