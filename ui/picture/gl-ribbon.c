/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trails and lines as thick strips. A trail's points are uploaded once: its buffer grows at the end, doubling when
 * it is full, so that a motion of a million points costs a frame no more than a short one. */
#include "ui/picture/gl-items.h"

#include <math.h>
#include <string.h>

#define LEAST_SEGMENTS 2048 /* that a run may be thinned out to */
#define MOST_STEP 128       /* 2048 bytes: the widest stride that every GL has */
#define KEEP_FRAMES 240     /* that a trail's buffer outlives its last use */

typedef struct {
  GLuint buffer;
  guint capacity, count; /* points; uploaded */
  guint64 revision, last_frame;
  GArray *starts;        /* guint: where runs between gaps begin */
} Uploaded;

static void
forget(gpointer data)
{
  Uploaded *uploaded = data;
  g_array_unref(uploaded->starts);
  g_free(uploaded);
}

gboolean
noslip_ribbons_init(NoslipRibbons *ribbons, GError **error)
{
  ribbons->program = noslip_gl_program("ribbon.vert", "ribbon.frag", NULL, error);
  if (ribbons->program == 0)
    return FALSE;
  glGenVertexArrays(1, &ribbons->array);
  glGenBuffers(1, &ribbons->line_buffer);
  ribbons->trails = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, forget);
  return TRUE;
}

void
noslip_ribbons_abandon(NoslipRibbons *ribbons)
{
  g_clear_pointer(&ribbons->trails, g_hash_table_unref);
}

void
noslip_ribbons_clear(NoslipRibbons *ribbons)
{
  GHashTableIter iter;
  gpointer value;
  if (ribbons->trails != NULL) {
    g_hash_table_iter_init(&iter, ribbons->trails);
    while (g_hash_table_iter_next(&iter, NULL, &value))
      glDeleteBuffers(1, &((Uploaded *) value)->buffer);
    glDeleteVertexArrays(1, &ribbons->array);
    glDeleteBuffers(1, &ribbons->line_buffer);
  }
  if (ribbons->program != 0)
    glDeleteProgram(ribbons->program);
  noslip_ribbons_abandon(ribbons);
}

/* The copy of a trail on the other side, brought up to date. */
static Uploaded *
upload(NoslipRibbons *ribbons, const NoslipTrail *trail)
{
  Uploaded *known = g_hash_table_lookup(ribbons->trails, &trail->id);
  guint n = trail->points->len;
  if (known == NULL) {
    known = g_new0(Uploaded, 1);
    known->starts = g_array_new(FALSE, FALSE, sizeof(guint));
    glGenBuffers(1, &known->buffer);
    g_hash_table_insert(ribbons->trails, g_memdup2(&trail->id, sizeof trail->id), known);
  }
  known->last_frame = ribbons->frame;
  glBindBuffer(GL_ARRAY_BUFFER, known->buffer);
  if (known->revision != trail->revision || n < known->count) {
    known->revision = trail->revision;
    known->count = 0;
    g_array_set_size(known->starts, 0);
  }
  /* Room for the neighbour that the last segment's attributes point at, however far apart its points are. */
  guint room = n + n / (LEAST_SEGMENTS / 4) + 16;
  if (room > known->capacity) {
    known->capacity = 2 * room + 1024;
    known->count = 0;
    g_array_set_size(known->starts, 0);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr) known->capacity * (GLsizeiptr) sizeof(NoslipTrailPoint), NULL,
                 GL_DYNAMIC_DRAW);
  }
  if (n == known->count)
    return known;
  const NoslipTrailPoint *points = &g_array_index(trail->points, NoslipTrailPoint, 0);
  glBufferSubData(GL_ARRAY_BUFFER, (GLintptr) (known->count * sizeof *points),
                  (GLsizeiptr) ((n - known->count) * sizeof *points), points + known->count);
  ribbons->uploaded += n - known->count;
  for (guint i = known->count; i < n; i++)
    if (!isnan(points[i].x) && (i == 0 || isnan(points[i - 1].x)))
      g_array_append_val(known->starts, i);
  known->count = n;
  return known;
}

void
noslip_ribbons_begin(NoslipRibbons *ribbons, const NoslipGlView *view)
{
  ribbons->frame++;
  glUseProgram(ribbons->program);
  glBindVertexArray(ribbons->array);
  glUniformMatrix4fv(noslip_gl_at(ribbons->program, "u_view_projection"), 1, GL_FALSE, view->view_projection);
  glUniform2f(noslip_gl_at(ribbons->program, "u_viewport"), view->width, view->height);
  glUniform1f(noslip_gl_at(ribbons->program, "u_near"), view->near_plane);
  glUniform1f(noslip_gl_at(ribbons->program, "u_bias"), 6e-4f);
}

/* `segments` instances from point `first` on, `step` points apart, of the buffer that is bound. */
static void
draw_segments(NoslipRibbons *ribbons, guint first, guint segments, guint step)
{
  const GLsizei size = sizeof(NoslipTrailPoint), stride = (GLsizei) step * size;
  if (segments == 0)
    return;
  for (guint a = 0; a < 4; a++) {
    /* The neighbour before the first point and behind the last is never looked at, so its place may be any. */
    guint offset = a > 0 ? first + (a - 1) * step : first >= step ? first - step : 0;
    glEnableVertexAttribArray(a);
    glVertexAttribPointer(a, 4, GL_FLOAT, GL_FALSE, stride, (const void *) (gsize) (offset * (guint) size));
    glVertexAttribDivisor(a, 1);
  }
  glUniform1i(noslip_gl_at(ribbons->program, "u_last"), (GLint) segments - 1);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei) segments);
}

static void
set_look(NoslipRibbons *ribbons, const NoslipGlView *view, const NoslipBody *body, double fade_from, double fade_to)
{
  const NoslipColor *c = &body->color;
  glUniform4f(noslip_gl_at(ribbons->program, "u_color"), (float) c->r, (float) c->g, (float) c->b, (float) c->a);
  glUniform1f(noslip_gl_at(ribbons->program, "u_half_width"), (float) (0.5 * body->width * view->scale));
  glUniform2f(noslip_gl_at(ribbons->program, "u_fade"), (float) fade_from, (float) fade_to);
}

static void
draw_loose(NoslipRibbons *ribbons, const NoslipTrailPoint *points, guint n)
{
  /* Two points more than there are, so that the neighbours' attributes stay inside the buffer. */
  NoslipTrailPoint padded[8];
  memcpy(padded, points, n * sizeof *points);
  for (guint i = n; i < n + 3; i++)
    padded[i] = points[n - 1];
  glBindBuffer(GL_ARRAY_BUFFER, ribbons->line_buffer);
  glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr) ((n + 3) * sizeof *points), padded, GL_STREAM_DRAW);
  draw_segments(ribbons, 0, n - 1, 1);
}

void
noslip_ribbons_draw_trail(NoslipRibbons *ribbons, const NoslipGlView *view, const NoslipBody *body)
{
  const NoslipTrail *trail = body->trail;
  guint end = noslip_trail_count(trail, body->trail_time), begin = 0;
  if (end == 0)
    return;
  const NoslipTrailPoint *points = &g_array_index(trail->points, NoslipTrailPoint, 0);
  if (isfinite(body->trail_first)) {
    begin = noslip_trail_count(trail, body->trail_first);
    begin = begin > 0 ? begin - 1 : 0;
  }
  double now = isfinite(body->trail_time) ? body->trail_time : points[end - 1].time;
  double first = isfinite(body->trail_first) ? body->trail_first : points[0].time;
  Uploaded *uploaded = upload(ribbons, trail);
  guint drawn_to = G_MAXUINT; /* the last point that a strip has reached */
  set_look(ribbons, view, body, first, now);
  for (guint r = 0; r < uploaded->starts->len; r++) {
    guint from = MAX(begin, g_array_index(uploaded->starts, guint, r));
    guint to = r + 1 < uploaded->starts->len ? g_array_index(uploaded->starts, guint, r + 1) - 1 : end;
    to = MIN(to, end);
    if (from >= to || isnan(points[from].x))
      continue;
    guint step = 1;
    while (step < MOST_STEP && (to - from) / step > MAX(ribbons->most_segments, LEAST_SEGMENTS))
      step *= 2;
    from -= step > 1 && from % step != 0 && from - from % step >= g_array_index(uploaded->starts, guint, r)
                ? from % step
                : 0; /* the same points are drawn as the window moves on */
    guint segments = (to - 1 - from) / step;
    glBindBuffer(GL_ARRAY_BUFFER, uploaded->buffer);
    draw_segments(ribbons, from, segments, step);
    drawn_to = from + segments * step;
  }
  if (!body->trail_tip || drawn_to == G_MAXUINT || isnan(points[end - 1].x))
    return;
  NoslipTrailPoint tip[3] = {points[drawn_to], points[end - 1],
                             {(float) body->to[0], (float) body->to[1], (float) body->to[2], (float) now}};
  draw_loose(ribbons, drawn_to < end - 1 ? tip : tip + 1, drawn_to < end - 1 ? 3 : 2);
}

void
noslip_ribbons_draw_line(NoslipRibbons *ribbons, const NoslipGlView *view, const NoslipBody *body,
                         const double to[3])
{
  const NoslipTrailPoint ends[2] = {
      {(float) body->from[0], (float) body->from[1], (float) body->from[2], 0},
      {(float) to[0], (float) to[1], (float) to[2], 0},
  };
  set_look(ribbons, view, body, 0, 0);
  draw_loose(ribbons, ends, 2);
}

void
noslip_ribbons_end(NoslipRibbons *ribbons)
{
  GHashTableIter iter;
  gpointer value;
  g_hash_table_iter_init(&iter, ribbons->trails);
  while (g_hash_table_iter_next(&iter, NULL, &value)) {
    Uploaded *uploaded = value;
    if (ribbons->frame - uploaded->last_frame <= KEEP_FRAMES)
      continue;
    glDeleteBuffers(1, &uploaded->buffer);
    g_hash_table_iter_remove(&iter);
  }
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}
