/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture of the constraints: at each point where they act the plane (or line) of the allowed velocities, the forbidden
 * direction, the velocity, which lies in that plane, and the reaction; at the points with a trail if they act at none. If the point consists of three coordinates, the
 * planes D_q are also drawn along its path and on a grid about it. core/geometry/allowed.h computes all of this. */
#include "ui/picture/scene/scene-builder-items.h"

#include "core/system/row.h"

#include <glib/gi18n.h>
#include <string.h>

#define PLANE 1.6       /* side of a plane; this and the following in lengths of arrows */
#define LONG 2.6        /* length of a plane about a line, and its */
#define BAND 0.9        /* breadth of a plane about a line */
#define THICK 0.008     /* of both */
#define RAISED 0.012    /* height of a level plane above the ground that it would lie in */
#define LEVEL 0.999     /* vertical part of its normal */
#define FORBIDDEN 0.55  /* half the length of the forbidden direction */
#define SMALL 0.28      /* side of a plane of the field */
#define GRID_STEP 0.55  /* distance between planes of the grid */
#define GRID 2          /* planes of the grid on each side */
#define ALONG_PATH 12   /* planes along the path */
#define PLANE_ALPHA 0.4 /* opacity */
#define FIELD_ALPHA 0.55

struct _NoslipSceneAllowed {
  NoslipAllowed *allowed; /* NULL: there is nothing to show */
  guint n;
  GArray *places; /* of NoslipAllowedPlace, for each point */
  guint n_trails; /* of these points, the first ones */
  guint *trails;  /* for a point: its index among the draw statements */
  gboolean found; /* the contacts */
  guint n_contacts;
  guint *contacts;          /* of the points, where the constraints act */
  gboolean all;             /* each of them acts at one of these */
  double largest, reaction; /* speed and reaction so far */
  double *row;              /* scratch */
};

static gboolean
is_trail(const NoslipDrawn *drawn)
{
  return drawn->trail != NULL && drawn->draw != NULL && !drawn->skipped;
}

static gboolean
is_arrow(const NoslipDrawn *drawn)
{
  return drawn->draw != NULL && !drawn->skipped && drawn->draw->kind == NOSLIP_DRAW_ARROW;
}

static gboolean
is_body(const NoslipDrawn *drawn)
{
  NoslipDrawKind kind = drawn->draw != NULL ? drawn->draw->kind : NOSLIP_DRAW_GROUND;
  return !drawn->skipped && !is_trail(drawn) && !is_arrow(drawn) && kind != NOSLIP_DRAW_GROUND &&
         kind != NOSLIP_DRAW_POLYLINE;
}

static gboolean
is_round(const NoslipDrawn *drawn)
{
  return is_body(drawn) && noslip_allowed_has_lowest(drawn->draw);
}

/* Appends places of the draw statements of one kind: these themselves, or (`body`) a body's point there. */
static void
add_places(const NoslipSceneBuilder *builder, gboolean (*is)(const NoslipDrawn *), const NoslipDraw *body,
           GArray *places, GArray *drawn)
{
  for (guint i = 0; i < builder->drawn->len; i++) {
    NoslipAllowedPlace place = {.draw = noslip_drawn_at(builder, i)->draw, .body = body};
    if (!is(noslip_drawn_at(builder, i)))
      continue;
    g_array_append_val(places, place);
    g_array_append_val(drawn, i);
  }
}

/* Points of round bodies: on trails, then the lowest ones. */
static void
add_contacts(const NoslipSceneBuilder *builder, GArray *places, GArray *drawn)
{
  for (guint i = 0; i < builder->drawn->len; i++)
    if (is_round(noslip_drawn_at(builder, i)))
      add_places(builder, is_trail, noslip_drawn_at(builder, i)->draw, places, drawn);
  for (guint i = 0; i < builder->drawn->len; i++) {
    NoslipAllowedPlace place = {.body = noslip_drawn_at(builder, i)->draw};
    if (!is_round(noslip_drawn_at(builder, i)))
      continue;
    g_array_append_val(places, place);
    g_array_append_val(drawn, i);
  }
}

static NoslipSceneAllowed *
made(NoslipSceneBuilder *builder)
{
  NoslipSceneAllowed *self = g_new0(NoslipSceneAllowed, 1);
  GArray *places = self->places = g_array_new(FALSE, FALSE, sizeof(NoslipAllowedPlace)),
         *drawn = g_array_new(FALSE, FALSE, sizeof(guint));
  add_places(builder, is_trail, NULL, places, drawn);
  self->n_trails = places->len;
  add_places(builder, is_arrow, NULL, places, drawn);
  add_places(builder, is_body, NULL, places, drawn);
  add_contacts(builder, places, drawn);
  self->n = places->len;
  self->trails = (guint *) (gpointer) g_array_free(drawn, FALSE);
  self->contacts = g_new(guint, self->n + 1);
  self->row = g_new(double, noslip_row_size(builder->system));
  self->allowed =
      noslip_allowed_new_of_places(builder->system, self->n, (const NoslipAllowedPlace *) (gpointer) places->data);
  return self;
}

void
noslip_scene_allowed_free(NoslipSceneAllowed *self)
{
  if (self == NULL)
    return;
  noslip_allowed_free(self->allowed);
  g_free(self->trails);
  g_free(self->contacts);
  g_array_unref(self->places);
  g_free(self->row);
  g_free(self);
}

static NoslipColor
color_of(guint32 rgb, double alpha)
{
  return (NoslipColor){(rgb >> 16) / 255.0, ((rgb >> 8) & 255) / 255.0, (rgb & 255) / 255.0, alpha};
}

static void
cross(const double a[3], const double b[3], double c[3])
{
  for (guint i = 0; i < 3; i++)
    c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* A thin box about `centre` with these unit vectors as its sides. */
static void
add_plate(NoslipScene *scene, const double centre[3], const double a[3], const double b[3], double length,
          double breadth, double thick, NoslipColor color)
{
  NoslipBody *body = noslip_scene_add(scene, NOSLIP_BODY_BOX);
  double normal[3];
  cross(a, b, normal);
  memset(body->transform, 0, sizeof body->transform);
  for (guint i = 0; i < 3; i++) {
    body->transform[i] = length * a[i];
    body->transform[4 + i] = breadth * b[i];
    body->transform[8 + i] = thick * normal[i];
    body->transform[12 + i] = centre[i];
  }
  body->transform[15] = 1;
  body->color = color;
  body->source = G_MAXUINT;
}

static NoslipBody *
add_arrow(NoslipScene *scene, const double from[3], const double along[3], double scale, guint32 color, double value,
          const NoslipSceneLook *look, const char *label)
{
  NoslipBody *body = noslip_scene_add(scene, NOSLIP_BODY_ARROW);
  for (guint i = 0; i < 3; i++) {
    body->from[i] = from[i];
    body->to[i] = from[i] + scale * along[i];
  }
  body->width = 5 * look->theme->scale;
  body->color = color_of(color, 1);
  body->value = value;
  body->magnification = scale;
  body->source = G_MAXUINT;
  noslip_body_set_label(body, label);
  return body;
}

/* A vector that is orthogonal to a and, if given, to `other`. */
static void
beside(const double a[3], const double *other, double b[3])
{
  const double up[3] = {0, 0, 1}, level[3] = {1, 0, 0};
  cross(a, other != NULL ? other : fabs(a[2]) < 0.9 ? up : level, b);
  double length = sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
  for (guint i = 0; i < 3; i++)
    b[i] /= length;
}

static void
add_allowed(const NoslipAllowedAt *at, const double centre[3], double length, NoslipScene *scene)
{
  NoslipColor color = color_of(0x56B4E9, PLANE_ALPHA);
  double b[3], raised[3] = {centre[0], centre[1], centre[2]};
  if (at->n_allowed == 2) {
    cross(at->allowed[0], at->allowed[1], b);
    raised[2] += fabs(b[2]) > LEVEL ? RAISED * length : 0;
    add_plate(scene, raised, at->allowed[0], at->allowed[1], PLANE * length, PLANE * length, THICK * length, color);
  } else if (at->n_allowed == 1) {
    beside(at->allowed[0], at->n_forbidden > 0 ? at->forbidden[0] : NULL, b);
    add_plate(scene, centre, at->allowed[0], b, LONG * length, BAND * length, THICK * length, color);
  }
}

static double
norm(const double v[3])
{
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* Whether the symbol is a multiplier of this motion, on which the reaction depends. */
static gboolean
is_multiplier(const NoslipSystem *system, gboolean vakonomic, const char *symbol)
{
  for (guint c = 0; symbol != NULL && c < system->k; c++) {
    g_autofree char *name = g_strdup_printf(vakonomic ? "mu(%s)" : "lambda(%s)", system->constraints[c].name);
    if (g_str_equal(name, symbol))
      return TRUE;
  }
  return FALSE;
}

/* The label with the unit of a velocity, or of the reaction, where the text gives lengths in metres and energies in
 * joules; mu, unlike lambda, is a momentum. */
static char *
with_unit(const NoslipSystem *system, const char *label, const char *unit)
{
  gboolean known = g_strcmp0(noslip_scene_unit(system), "m") == 0 && g_strcmp0(system->energy_unit, "J") == 0;
  return known ? g_strdup_printf("%s (%s)", label, unit) : g_strdup(label);
}

static void
add_point(NoslipSceneAllowed *self, const NoslipAllowedAt *at, const NoslipSystem *system, gboolean vakonomic,
          double length, const NoslipSceneLook *look, NoslipScene *scene)
{
  double centre[3], speed = norm(at->velocity), reaction = at->has_reaction ? norm(at->reaction) : 0;
  self->largest = fmax(self->largest, speed);
  self->reaction = fmax(self->reaction, reaction);
  double scale = self->largest > 0 ? length / self->largest : 1;
  for (guint i = 0; i < 3; i++)
    centre[i] = at->at[i] + scale * at->drift[i];
  add_allowed(at, centre, length, scene);
  for (guint f = 0; f < at->n_forbidden; f++)
    for (int sign = -1; sign <= 1; sign += 2)
      add_arrow(scene, centre, at->forbidden[f], sign * FORBIDDEN * length, 0xE01B24, NAN, look,
                sign > 0 && f == 0 ? _("forbidden direction") : NULL);
  g_autofree char *moves = with_unit(system, _("velocity, allowed"), "m/s");
  g_autofree char *reacts =
      vakonomic ? with_unit(system, _("covector μΦ"), "N s") : with_unit(system, _("reaction λΦ"), "N");
  add_arrow(scene, at->at, at->velocity, scale, 0x009E73, speed, look, moves);
  if (!at->has_reaction || !(self->reaction > 0))
    return;
  NoslipBody *arrow = add_arrow(scene, at->at, at->reaction, length / self->reaction, 0x0072B2, reaction, look, reacts);
  if (is_multiplier(system, vakonomic, look->pointed))
    arrow->width *= NOSLIP_LIT;
}

/* The plane D_q for these values of the three coordinates of the field. */
static void
add_plane(NoslipSceneBuilder *builder, guint point, const guint index[3], const double place[3], double side,
          NoslipScene *scene)
{
  NoslipSceneAllowed *self = builder->allowed;
  NoslipAllowedAt at;
  for (guint i = 0; i < 3; i++)
    self->row[noslip_row_x(builder->system) + index[i]] = place[i];
  if (noslip_allowed_evaluate(self->allowed, point, self->row, &at) && at.n_allowed == 2)
    add_plate(scene, place, at.allowed[0], at.allowed[1], side, side, 0.04 * side, color_of(0x8FA3B5, FIELD_ALPHA));
}

static void
add_field(NoslipSceneBuilder *builder, guint point, const double *row, double length, NoslipScene *scene)
{
  NoslipSceneAllowed *self = builder->allowed;
  const NoslipTrail *trail = noslip_drawn_at(builder, self->trails[point])->trail;
  guint index[3], n = noslip_trail_count(trail, row[0]);
  if (!noslip_allowed_is_field(self->allowed, point, index))
    return;
  memcpy(self->row, row, noslip_row_size(builder->system) * sizeof(double));
  for (guint k = 0; k < ALONG_PATH && n > 2 * ALONG_PATH; k++) {
    const NoslipTrailPoint *p = &g_array_index(trail->points, NoslipTrailPoint, (guint64) n * k / ALONG_PATH);
    if (isfinite((double) p->x))
      add_plane(builder, point, index, (double[]){(double) p->x, (double) p->y, (double) p->z}, SMALL * length, scene);
  }
  for (int i = -GRID; i <= GRID; i++)
    for (int j = -GRID; j <= GRID; j++) {
      double place[3], step = GRID_STEP * length;
      for (guint c = 0; c < 3; c++)
        place[c] = row[noslip_row_x(builder->system) + index[c]];
      place[0] = step * (round(place[0] / step) + i);
      place[1] = step * (round(place[1] / step) + j);
      add_plane(builder, point, index, place, SMALL * length, scene);
    }
}

/* Finds the contacts, and leaves out the other points, except the trails. */
static void
find_contacts(NoslipSceneAllowed *self, const NoslipSystem *system, const double *parameters, const double *row)
{
  g_autoptr(GArray) kept = g_array_new(FALSE, FALSE, sizeof(NoslipAllowedPlace));
  self->n_contacts = noslip_allowed_contacts(self->allowed, row, self->contacts, &self->all);
  g_array_append_vals(kept, self->places->data, self->n_trails);
  for (guint i = 0; i < self->n_contacts; i++) {
    guint point = self->contacts[i];
    if (point < self->n_trails)
      continue;
    self->contacts[i] = kept->len;
    g_array_append_val(kept, g_array_index(self->places, NoslipAllowedPlace, point));
  }
  noslip_allowed_free(self->allowed);
  self->allowed = noslip_allowed_new_of_places(system, kept->len, (const NoslipAllowedPlace *) (gpointer) kept->data);
  if (self->allowed != NULL)
    noslip_allowed_set_parameters(self->allowed, parameters);
  self->found = TRUE;
}

/* FALSE if the point has no value, or is not constrained though it should be. */
static gboolean
add_place(NoslipSceneBuilder *builder, guint point, gboolean constrained, const double *row, gboolean vakonomic,
          const NoslipSceneLook *look, NoslipScene *scene)
{
  NoslipSceneAllowed *self = builder->allowed;
  NoslipAllowedAt at;
  double length = look->arrow_length > 0 ? look->arrow_length : 1;
  if (!noslip_allowed_evaluate(self->allowed, point, row, &at) || (constrained && at.n_forbidden == 0))
    return FALSE;
  add_point(self, &at, builder->system, vakonomic, length, look, scene);
  if (point < self->n_trails)
    add_field(builder, point, row, length, scene);
  return TRUE;
}

void
noslip_scene_allowed_add(NoslipSceneBuilder *builder, const double *parameters, const double *row,
                         const NoslipSceneLook *look, NoslipScene *scene)
{
  if (builder->allowed == NULL)
    builder->allowed = made(builder);
  NoslipSceneAllowed *self = builder->allowed;
  gboolean vakonomic = builder->kind == NOSLIP_DYNAMICS_VAKONOMIC, any = FALSE;
  if (self->allowed == NULL)
    return;
  noslip_allowed_set_parameters(self->allowed, parameters);
  if (!self->found)
    find_contacts(self, builder->system, parameters, row);
  if (self->allowed == NULL)
    return;
  for (guint i = 0; i < self->n_contacts; i++)
    any = add_place(builder, self->contacts[i], FALSE, row, vakonomic, look, scene) || any;
  if (self->all && any)
    return;
  /* constrained points; if there is none, the first point */
  for (guint pass = 0; pass < 2 && !any; pass++)
    for (guint p = 0; p < self->n_trails && !(pass == 1 && any); p++)
      any = add_place(builder, p, pass == 0, row, vakonomic, look, scene) || any;
}
