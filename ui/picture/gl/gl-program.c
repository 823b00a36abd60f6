/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/gl/gl-items.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

#include "shaders/noslip-shaders.h"

static char *
shader_text(const char *name)
{
  g_autofree char *path = g_strconcat("/org/noslip/Noslip/shaders/", name, NULL);
  GResource *resource = noslip_shaders_get_resource();
  GBytes *bytes = g_resource_lookup_data(resource, path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  if (bytes == NULL)
    return g_strdup("");
  char *text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
  g_bytes_unref(bytes);
  return text;
}

static char *
object_log(GLuint object, gboolean program)
{
  GLint length = 0;
  if (program)
    glGetProgramiv(object, GL_INFO_LOG_LENGTH, &length);
  else
    glGetShaderiv(object, GL_INFO_LOG_LENGTH, &length);
  char *log = g_malloc0((gsize) MAX(length, 0) + 1);
  if (length > 0 && program)
    glGetProgramInfoLog(object, length, NULL, log);
  else if (length > 0)
    glGetShaderInfoLog(object, length, NULL, log);
  return g_strchomp(log);
}

static GLuint
compile(GLenum stage, const char *name, const char *library, GError **error)
{
  g_autofree char *text = shader_text(name);
  g_autofree char *shared = library != NULL ? shader_text(library) : g_strdup("");
  const char *head =
      epoxy_is_desktop_gl() ? "#version 330 core\n" : "#version 300 es\nprecision highp float;\nprecision highp int;\n";
  const GLchar *parts[] = {head, shared, "\n#line 1\n", text};
  GLuint shader = glCreateShader(stage);
  GLint good = GL_FALSE;
  glShaderSource(shader, G_N_ELEMENTS(parts), parts, NULL);
  glCompileShader(shader);
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good)
    return shader;
  g_autofree char *log = object_log(shader, FALSE);
  g_set_error(error, NOSLIP_PICTURE_ERROR, NOSLIP_PICTURE_ERROR_GL, _("the driver refuses the shader %s: %s"), name,
              log);
  glDeleteShader(shader);
  return 0;
}

gboolean
noslip_gl_program_init(NoslipGlProgram *self, const char *vertex, const char *fragment, const char *fragment_library,
                       GError **error)
{
  GLuint v = compile(GL_VERTEX_SHADER, vertex, NULL, error);
  GLuint f = v != 0 ? compile(GL_FRAGMENT_SHADER, fragment, fragment_library, error) : 0;
  GLuint program = 0;
  if (v != 0 && f != 0) {
    GLint good = GL_FALSE;
    program = glCreateProgram();
    glAttachShader(program, v);
    glAttachShader(program, f);
    /* Locations for meshes and ribbons; names that a shader does not have are ignored. */
    static const char *const attributes[] = {"a_position", "a_normal"};
    static const char *const ribbon[] = {"a_before", "a_from", "a_to", "a_after", "a_color"};
    for (guint i = 0; i < G_N_ELEMENTS(attributes); i++)
      glBindAttribLocation(program, i, attributes[i]);
    for (guint i = 0; i < G_N_ELEMENTS(ribbon); i++)
      glBindAttribLocation(program, i, ribbon[i]);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (!good) {
      g_autofree char *log = object_log(program, TRUE);
      g_set_error(error, NOSLIP_PICTURE_ERROR, NOSLIP_PICTURE_ERROR_GL, _("the driver cannot link %s and %s: %s"),
                  vertex, fragment, log);
      glDeleteProgram(program);
      program = 0;
    }
  }
  if (v != 0)
    glDeleteShader(v);
  if (f != 0)
    glDeleteShader(f);
  self->id = program;
  if (program == 0)
    return FALSE;
#define NOSLIP_UNIFORM(name) self->name = glGetUniformLocation(program, #name);
#include "ui/picture/gl/uniforms.def"
#undef NOSLIP_UNIFORM
  return TRUE;
}

void
noslip_gl_program_clear(NoslipGlProgram *self)
{
  glDeleteProgram(self->id); /* GL ignores the name 0 */
  self->id = 0;
}
