/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trails and lines as thick strips. A trail's points are uploaded once: its buffer has room for as many as are
 * expected, and doubles when it is full, so that a motion with a million points costs no more per frame than a short
 * one. */
#include "ui/picture/gl/gl-items.h"

#include <math.h>
#include <string.h>

#define KEEP_FRAMES 12 /* frames that a trail's buffers outlive their last use */
#define COLOR 4        /* place of a_color */

/* The GPU's copy of one level of a trail. */
typedef struct {
  GLuint buffer;
  guint capacity, count; /* points; uploaded */
} Level;

typedef struct {
  Level levels[NOSLIP_TRAIL_LEVELS];
  guint64 revision, last_frame;
} Uploaded;

gboolean
noslip_ribbons_init(NoslipRibbons *ribbons, GError **error)
{
  if (!noslip_gl_program_init(&ribbons->program, "ribbon.vert", "ribbon.frag", NULL, error))
    return FALSE;
  glGenVertexArrays(1, &ribbons->array);
  glGenBuffers(1, &ribbons->line_buffer);
  noslip_segments_init(&ribbons->segments);
  ribbons->trails = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
  return TRUE;
}

void
noslip_ribbons_abandon(NoslipRibbons *ribbons)
{
  g_clear_pointer(&ribbons->trails, g_hash_table_unref);
  noslip_segments_abandon(&ribbons->segments);
}

static void
delete_buffers(Uploaded *uploaded)
{
  for (guint k = 0; k < NOSLIP_TRAIL_LEVELS; k++)
    glDeleteBuffers(1, &uploaded->levels[k].buffer); /* 0 is ignored */
}

void
noslip_ribbons_clear(NoslipRibbons *ribbons)
{
  GHashTableIter iter;
  gpointer value;
  if (ribbons->trails != NULL) {
    g_hash_table_iter_init(&iter, ribbons->trails);
    while (g_hash_table_iter_next(&iter, NULL, &value))
      delete_buffers(value);
    glDeleteVertexArrays(1, &ribbons->array);
    glDeleteBuffers(1, &ribbons->line_buffer);
    noslip_segments_clear(&ribbons->segments);
  }
  noslip_gl_program_clear(&ribbons->program);
  noslip_ribbons_abandon(ribbons);
}

static Uploaded *
uploaded_of(NoslipRibbons *ribbons, const NoslipTrail *trail)
{
  Uploaded *known = g_hash_table_lookup(ribbons->trails, &trail->id);
  if (known == NULL) {
    known = g_new0(Uploaded, 1);
    g_hash_table_insert(ribbons->trails, g_memdup2(&trail->id, sizeof trail->id), known);
  }
  known->last_frame = ribbons->frame;
  if (known->revision != trail->revision)
    for (guint k = 0; k < NOSLIP_TRAIL_LEVELS; k++)
      known->levels[k].count = 0;
  known->revision = trail->revision;
  return known;
}

/* A buffer with twice the room, or with that for `expected` points; earlier points are copied on the GPU, which takes a
 * frame's time for half a million points with software GL. */
static void
grow(NoslipRibbons *ribbons, Level *level, guint n, guint expected)
{
  GLuint larger = 0;
  guint capacity = MAX(2 * n, expected) + 256;
  glGenBuffers(1, &larger);
  glBindBuffer(GL_ARRAY_BUFFER, larger);
  glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr) (capacity * sizeof(NoslipTrailPoint)), NULL, GL_DYNAMIC_DRAW);
  if (level->count > 0) {
    glBindBuffer(GL_COPY_READ_BUFFER, level->buffer);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_ARRAY_BUFFER, 0, 0,
                        (GLsizeiptr) ((level->count + 1) * sizeof(NoslipTrailPoint)));
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    ribbons->uploaded += level->count;
  }
  glDeleteBuffers(1, &level->buffer);
  level->buffer = larger;
  level->capacity = capacity;
}

/* Binds the buffer of a level after updating it. */
static void
upload(NoslipRibbons *ribbons, Level *level, const GArray *points, guint expected)
{
  guint n = points->len;
  level->count = MIN(level->count, n);
  if (n + 5 > level->capacity) /* room for the neighbours to which the attributes of the ends refer */
    grow(ribbons, level, n, expected);
  glBindBuffer(GL_ARRAY_BUFFER, level->buffer);
  if (n == level->count)
    return;
  const NoslipTrailPoint *first = &g_array_index(points, NoslipTrailPoint, level->count);
  glBufferSubData(GL_ARRAY_BUFFER, (GLintptr) ((level->count + 1) * sizeof *first),
                  (GLsizeiptr) ((n - level->count) * sizeof *first), first);
  ribbons->uploaded += n - level->count;
  level->count = n;
}

void
noslip_ribbons_begin(NoslipRibbons *ribbons, const NoslipGlView *view)
{
  glUseProgram(ribbons->program.id);
  glBindVertexArray(ribbons->array);
  glUniformMatrix4fv(ribbons->program.u_view_projection, 1, GL_FALSE, view->view_projection);
  glUniform2f(ribbons->program.u_viewport, view->width, view->height);
  glUniform1f(ribbons->program.u_near, view->near_plane);
  glUniform1f(ribbons->program.u_bias, 6e-4f);
}

/* Segments from the points first, first + 1, … of the bound buffer, which has one more before them; `size` bytes per
 * point. */
static void
draw_segments(NoslipRibbons *ribbons, guint first, guint segments, gsize size)
{
  if (segments == 0)
    return;
  for (guint a = 0; a < 4; a++) {
    /* The neighbours before the first point and after the last are never used, so their values do not matter. */
    guint offset = first + a;
    glEnableVertexAttribArray(a);
    glVertexAttribPointer(a, 4, GL_FLOAT, GL_FALSE, (GLsizei) size, (const void *) (offset * size));
    glVertexAttribDivisor(a, 1);
  }
  glUniform1i(ribbons->program.u_last, (GLint) segments - 1);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei) segments);
}

void
noslip_ribbons_flush(NoslipRibbons *ribbons)
{
  if (ribbons->segments.corners->len == 0)
    return;
  glUniform1i(ribbons->program.u_last, G_MAXINT);
  glUniform4f(ribbons->program.u_color, 1, 1, 1, 1);
  noslip_segments_draw(&ribbons->segments);
  glBindVertexArray(ribbons->array);
}

static void
set_look(NoslipRibbons *ribbons, const NoslipGlView *view, const NoslipBody *body, double fade_from, double fade_to,
         double faint)
{
  const float look[4] = {(float) (0.5 * body->width * view->scale), (float) fade_from, (float) fade_to, (float) faint};
  if (memcmp(look, ribbons->look, sizeof look) == 0)
    return;
  noslip_ribbons_flush(ribbons);
  memcpy(ribbons->look, look, sizeof look);
  glUniform1f(ribbons->program.u_half_width, look[0]);
  glUniform2f(ribbons->program.u_fade, look[1], look[2]);
  glUniform1f(ribbons->program.u_faint, look[3]);
}

/* Of the segments that are drawn from a buffer that is kept. */
static void
set_color(NoslipRibbons *ribbons, const NoslipColor *c)
{
  noslip_ribbons_flush(ribbons);
  glUniform4f(ribbons->program.u_color, (float) c->r, (float) c->g, (float) c->b, (float) c->a);
  glVertexAttrib4f(COLOR, 1, 1, 1, 1);
}

/* The parts between gaps of a stretch; from the buffer that is bound, or gathered. */
static void
draw_runs(NoslipRibbons *ribbons, const NoslipTrailPoint *points, guint from, guint to, const NoslipColor *color)
{
  while (from < to) {
    guint end = from;
    while (end < to && !isnan(points[end].x))
      end++;
    if (end > from + 1 && ribbons->streams)
      noslip_segments_add(&ribbons->segments, points + from, end - from, color);
    else if (end > from + 1)
      draw_segments(ribbons, from, end - from - 1, sizeof *points);
    from = end + 1;
  }
}

/* The stretches of a trail, from the coarsest. */
static void
draw_stretches(NoslipRibbons *ribbons, const NoslipTrail *trail, const NoslipTrailStretch *stretches, guint n,
               const NoslipColor *color)
{
  Uploaded *uploaded = ribbons->streams ? NULL : uploaded_of(ribbons, trail);
  if (uploaded != NULL)
    set_color(ribbons, color);
  while (n-- > 0) {
    const NoslipTrailStretch *s = &stretches[n];
    const GArray *level = noslip_trail_level(trail, s->level);
    guint expected = s->level == 0 ? trail->expected : 0; /* the others are short */
    if (uploaded != NULL)
      upload(ribbons, &uploaded->levels[s->level], level, expected);
    draw_runs(ribbons, &g_array_index(level, NoslipTrailPoint, 0), s->from, s->to, color);
  }
}

void
noslip_ribbons_draw_trail(NoslipRibbons *ribbons, const NoslipGlView *view, const NoslipBody *body)
{
  const NoslipTrail *trail = body->trail;
  guint end = noslip_trail_count(trail, body->trail_time);
  if (end == 0)
    return;
  const NoslipTrailPoint *points = &g_array_index(trail->points, NoslipTrailPoint, 0);
  double now = isfinite(body->trail_time) ? body->trail_time : points[end - 1].time;
  double first = isfinite(body->trail_first) ? body->trail_first : points[0].time;
  NoslipTrailStretch stretches[NOSLIP_TRAIL_LEVELS];
  guint recent = noslip_trail_recent(trail, view->camera, view->height, ribbons->most_segments);
  guint n = noslip_trail_stretches(trail, first, now, recent, ribbons->most_segments, stretches);
  set_look(ribbons, view, body, body->trail_stays ? now : first, now, NOSLIP_TRAIL_FAINT);
  draw_stretches(ribbons, trail, stretches, n, &body->color);
  if (!body->trail_tip || isnan(points[end - 1].x))
    return;
  NoslipTrailPoint tip[2] = {points[end - 1],
                             {(float) body->to[0], (float) body->to[1], (float) body->to[2], (float) now}};
  noslip_segments_add(&ribbons->segments, tip, 2, &body->color);
}

void
noslip_ribbons_draw_tails(NoslipRibbons *ribbons, const NoslipGlView *view, const NoslipBody *body)
{
  const GArray *tails = body->ensemble_points->tails;
  const gsize size = sizeof(NoslipEnsemblePoint);
  NoslipBody look = *body;
  if (tails->len < 2)
    return;
  look.width = body->width / 3;
  set_look(ribbons, view, &look, 0, 1, 0);
  set_color(ribbons, &(NoslipColor){1, 1, 1, body->color.a});
  glBindBuffer(GL_ARRAY_BUFFER, ribbons->line_buffer);
  glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr) ((tails->len + 3) * size), NULL, GL_STREAM_DRAW);
  glBufferSubData(GL_ARRAY_BUFFER, (GLintptr) size, (GLsizeiptr) (tails->len * size), tails->data);
  glEnableVertexAttribArray(COLOR);
  glVertexAttribPointer(COLOR, 4, GL_UNSIGNED_BYTE, GL_TRUE, (GLsizei) size,
                        (const void *) (size + G_STRUCT_OFFSET(NoslipEnsemblePoint, color)));
  glVertexAttribDivisor(COLOR, 1);
  draw_segments(ribbons, 0, tails->len - 1, size);
  glDisableVertexAttribArray(COLOR);
}

void
noslip_ribbons_draw_line(NoslipRibbons *ribbons, const NoslipGlView *view, const NoslipBody *body, const double to[3])
{
  const NoslipTrailPoint ends[2] = {
      {(float) body->from[0], (float) body->from[1], (float) body->from[2], 0},
      {(float) to[0], (float) to[1], (float) to[2], 0},
  };
  set_look(ribbons, view, body, 0, 0, 1);
  noslip_segments_add(&ribbons->segments, ends, 2, &body->color);
}

void
noslip_ribbons_end(NoslipRibbons *ribbons)
{
  noslip_ribbons_flush(ribbons);
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void
noslip_ribbons_forget(NoslipRibbons *ribbons)
{
  GHashTableIter iter;
  gpointer value;
  g_hash_table_iter_init(&iter, ribbons->trails);
  while (g_hash_table_iter_next(&iter, NULL, &value)) {
    Uploaded *uploaded = value;
    if (ribbons->frame - uploaded->last_frame <= KEEP_FRAMES)
      continue;
    delete_buffers(uploaded);
    g_hash_table_iter_remove(&iter);
  }
  ribbons->frame++;
}
