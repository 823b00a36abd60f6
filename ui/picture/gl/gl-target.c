/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/gl/gl-items.h"

#include <glib/gi18n.h>
#include <string.h>

void
noslip_gl_target_clear(NoslipGlTarget *target)
{
  glDeleteFramebuffers(1, &target->drawn);
  glDeleteFramebuffers(1, &target->resolved);
  glDeleteRenderbuffers(1, &target->color);
  glDeleteRenderbuffers(1, &target->depth);
  glDeleteTextures(1, &target->texture);
  memset(target, 0, sizeof *target);
}

gboolean
noslip_gl_target_prepare(NoslipGlTarget *t, int width, int height, guint samples, GLint most, GError **error)
{
  if (t->width == width && t->height == height && t->samples == samples)
    return TRUE;
  if (width < 1 || height < 1 || width > most || height > most) {
    g_set_error(error, NOSLIP_PICTURE_ERROR, NOSLIP_PICTURE_ERROR_MEMORY,
                _("a picture of %d x %d pixels is more than the %d x %d of this driver"), width, height, most, most);
    return FALSE;
  }
  noslip_gl_target_clear(t);
  GLsizei stored = samples > 1 ? (GLsizei) samples : 0;
  glGenFramebuffers(1, &t->drawn);
  glGenFramebuffers(1, &t->resolved);
  glGenRenderbuffers(1, &t->color);
  glGenRenderbuffers(1, &t->depth);
  glGenTextures(1, &t->texture);
  glBindRenderbuffer(GL_RENDERBUFFER, t->color);
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, stored, GL_RGBA8, width, height);
  glBindRenderbuffer(GL_RENDERBUFFER, t->depth);
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, stored, GL_DEPTH_COMPONENT24, width, height);
  glBindRenderbuffer(GL_RENDERBUFFER, 0);
  glBindTexture(GL_TEXTURE_2D, t->texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glBindTexture(GL_TEXTURE_2D, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, t->resolved);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t->texture, 0);
  gboolean complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  glBindFramebuffer(GL_FRAMEBUFFER, t->drawn);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, t->color);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, t->depth);
  complete = complete && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  if (!complete) {
    noslip_gl_target_clear(t);
    g_set_error(error, NOSLIP_PICTURE_ERROR, NOSLIP_PICTURE_ERROR_MEMORY,
                _("the driver has no framebuffer of %d x %d pixels"), width, height);
    return FALSE;
  }
  t->width = width;
  t->height = height;
  t->samples = samples;
  return TRUE;
}

void
noslip_gl_target_resolve(const NoslipGlTarget *t)
{
  glBindFramebuffer(GL_READ_FRAMEBUFFER, t->drawn);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, t->resolved);
  glBlitFramebuffer(0, 0, t->width, t->height, 0, 0, t->width, t->height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

/* Whether colours are stored there as in the target, in single samples. */
static gboolean
is_alike(GLuint framebuffer)
{
  static const GLenum sizes[] = {GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE, GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE,
                                 GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE, GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE};
  GLint multiple = 0, kind = GL_NONE;
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  glGetIntegerv(GL_SAMPLE_BUFFERS, &multiple);
  glGetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                        GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &kind);
  if (multiple > 0 || (kind != GL_TEXTURE && kind != GL_RENDERBUFFER))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
    GLint bits = 0;
    glGetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, sizes[i], &bits);
    if (bits != 8)
      return FALSE;
  }
  glGetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                        GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING, &kind);
  return kind == GL_LINEAR;
}

gboolean
noslip_gl_target_resolve_to(const NoslipGlTarget *t, GLuint framebuffer)
{
  if (framebuffer == 0 || !epoxy_is_desktop_gl() || !is_alike(framebuffer))
    return FALSE;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, t->drawn);
  glBlitFramebuffer(0, 0, t->width, t->height, 0, 0, t->width, t->height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  return TRUE;
}
