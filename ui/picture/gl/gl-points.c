/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/gl/gl-items.h"

#define COLOR 4 /* location of a_color, as in gl-ribbon.c */

gboolean
noslip_dots_init(NoslipDots *dots, GError **error)
{
  if (!noslip_gl_program_init(&dots->program, "dot.vert", "dot.frag", NULL, error))
    return FALSE;
  glGenVertexArrays(1, &dots->array);
  glGenBuffers(1, &dots->buffer);
  return TRUE;
}

void
noslip_dots_clear(NoslipDots *dots)
{
  noslip_gl_program_clear(&dots->program);
  glDeleteVertexArrays(1, &dots->array);
  glDeleteBuffers(1, &dots->buffer);
}

void
noslip_dots_draw(const NoslipDots *dots, const NoslipGlView *view, const NoslipBody *ensemble_points)
{
  const GArray *points = ensemble_points->ensemble_points->dots;
  const GLsizei size = sizeof(NoslipEnsemblePoint);
  if (points->len == 0)
    return;
  glUseProgram(dots->program.id);
  glBindVertexArray(dots->array);
  glBindBuffer(GL_ARRAY_BUFFER, dots->buffer);
  glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr) points->len * size, points->data, GL_STREAM_DRAW);
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, size, NULL);
  glVertexAttribDivisor(0, 1);
  glEnableVertexAttribArray(COLOR);
  glVertexAttribPointer(COLOR, 4, GL_UNSIGNED_BYTE, GL_TRUE, size,
                        (const void *) G_STRUCT_OFFSET(NoslipEnsemblePoint, color));
  glVertexAttribDivisor(COLOR, 1);
  glUniformMatrix4fv(dots->program.u_view_projection, 1, GL_FALSE, view->view_projection);
  glUniform2f(dots->program.u_viewport, view->width, view->height);
  glUniform1f(dots->program.u_radius, (float) (0.5 * ensemble_points->width * view->scale));
  glUniform1f(dots->program.u_alpha, (float) ensemble_points->color.a);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei) points->len);
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}
