/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of the GL canvas; for canvas-gl.c and gl-*.c only. All functions need the canvas's context. */
#pragma once

#include <epoxy/gl.h>

#include "ui/picture/gl/canvas-gl.h"
#include "ui/picture/scene/scene-items.h"

/* gl-program.c: a program from two shader resources; `fragment_library` (or NULL) stands before the fragment shader.
 * 0 with an error that holds the compiler's log. */
GLuint noslip_gl_program(const char *vertex, const char *fragment, const char *fragment_library, GError **error);
/* Location of a uniform; -1 where the compiler dropped it, which GL ignores. */
static inline GLint
noslip_gl_at(GLuint program, const char *name)
{
  return glGetUniformLocation(program, name);
}

/* gl-mesh.c: the meshes of the shapes in one buffer, by kind. */
typedef struct {
  GLuint array, buffer;
  GLint first[NOSLIP_BODY_TRAIL];
  GLsizei count[NOSLIP_BODY_TRAIL];
} NoslipMeshes;
/* Attribute 0 is the position, 1 the normal. */
void noslip_meshes_init(NoslipMeshes *meshes);
void noslip_meshes_clear(NoslipMeshes *meshes);
void noslip_meshes_draw(const NoslipMeshes *meshes, NoslipBodyKind kind);

/* gl-ribbon.c: trails and lines. */
typedef struct {
  GLuint program, array, line_buffer;
  GHashTable *trails;  /* id -> what was uploaded */
  guint most_segments; /* of a trail's stretch: what is older comes from a thinner level */
  guint64 frame;
  guint64 uploaded; /* points sent so far */
} NoslipRibbons;
typedef struct {
  const NoslipCamera *camera;
  float view_projection[16];
  float width, height; /* device pixels */
  double scale;
  float near_plane;
} NoslipGlView;
gboolean noslip_ribbons_init(NoslipRibbons *ribbons, GError **error);
void noslip_ribbons_clear(NoslipRibbons *ribbons);   /* deletes GL objects */
void noslip_ribbons_abandon(NoslipRibbons *ribbons); /* memory only */
void noslip_ribbons_begin(NoslipRibbons *ribbons, const NoslipGlView *view);
void noslip_ribbons_draw_trail(NoslipRibbons *ribbons, const NoslipGlView *view, const NoslipBody *body);
void noslip_ribbons_draw_line(NoslipRibbons *ribbons, const NoslipGlView *view, const NoslipBody *body,
                              const double to[3]);
void noslip_ribbons_draw_tails(NoslipRibbons *ribbons, const NoslipGlView *view, const NoslipBody *ensemble_points);
void noslip_ribbons_end(NoslipRibbons *ribbons);
/* A frame is over: drops the buffers of trails that no frame has drawn lately. */
void noslip_ribbons_forget(NoslipRibbons *ribbons);

/* gl-ensemble_points.c: the dots of ensembles, as small lit balls that face the eye. */
typedef struct {
  GLuint program, array, buffer;
} NoslipDots;
gboolean noslip_dots_init(NoslipDots *dots, GError **error);
void noslip_dots_clear(NoslipDots *dots);
void noslip_dots_draw(const NoslipDots *dots, const NoslipGlView *view, const NoslipBody *ensemble_points);
