/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to canvas-gl.c and gl-*.c: the parts of the GL canvas. All functions need the canvas's context. */
#pragma once

#include <epoxy/gl.h>

#include "ui/picture/gl/canvas-gl.h"
#include "ui/picture/gl/mesh-detail.h"
#include "ui/picture/scene/scene-items.h"

/* A program, and the locations of its uniforms; -1 for missing ones, which GL ignores. */
typedef struct {
  GLuint id;
#define NOSLIP_UNIFORM(name) GLint name;
#include "ui/picture/gl/uniforms.def"
#undef NOSLIP_UNIFORM
} NoslipGlProgram;

/* gl-program.c: a program from two shader resources; `fragment_library` (or NULL) is prepended to the fragment shader.
 * FALSE with an error that contains the compiler's log. */
gboolean noslip_gl_program_init(NoslipGlProgram *program, const char *vertex, const char *fragment,
                                const char *fragment_library, GError **error);
void noslip_gl_program_clear(NoslipGlProgram *program);

/* gl-target.c: the target of a frame: multisampled, then resolved into the caller's framebuffer, or into a texture
 * that is copied there: GTK's own framebuffers have one sample, and GLES resolves only into equal formats. */
typedef struct {
  GLuint drawn, resolved, color, depth, texture;
  int width, height;
  guint samples;
} NoslipGlTarget;
/* Creates it with this size, at most `most` pixels per side, unless it exists. */
gboolean noslip_gl_target_prepare(NoslipGlTarget *target, int width, int height, guint samples, GLint most,
                                  GError **error);
void noslip_gl_target_resolve(const NoslipGlTarget *target);
/* Resolves into another framebuffer; FALSE: GL does not allow it, or it stores colours in another way. */
gboolean noslip_gl_target_resolve_to(const NoslipGlTarget *target, GLuint framebuffer);
void noslip_gl_target_clear(NoslipGlTarget *target);

/* gl-mesh.c: the meshes of the shapes in one buffer, by kind and level of detail. */
typedef struct {
  GLuint array, buffer, indices;
  guint first[NOSLIP_BODY_TRAIL][NOSLIP_DETAILS]; /* of its indices */
  GLsizei count[NOSLIP_BODY_TRAIL][NOSLIP_DETAILS];
  guint64 drawn; /* triangles so far */
} NoslipMeshes;
/* Attribute 0 is the position, 1 the normal. */
void noslip_meshes_init(NoslipMeshes *meshes);
void noslip_meshes_clear(NoslipMeshes *meshes);
void noslip_meshes_draw(NoslipMeshes *meshes, NoslipBodyKind kind, guint detail);

/* gl-segment.c: segments that were added and are not drawn yet. */
typedef struct {
  GLuint array, buffer, indices;
  GArray *corners; /* four of each segment */
} NoslipSegments;
void noslip_segments_init(NoslipSegments *segments);
void noslip_segments_clear(NoslipSegments *segments);   /* deletes GL objects */
void noslip_segments_abandon(NoslipSegments *segments); /* memory only */
/* The segments of a line through n points, in one colour. */
void noslip_segments_add(NoslipSegments *segments, const NoslipTrailPoint *points, guint n, const NoslipColor *color);
/* Draws what was added, in that order, by the program that is used. */
void noslip_segments_draw(NoslipSegments *segments);

/* gl-ribbon.c: trails and lines. */
typedef struct {
  NoslipGlProgram program;
  GLuint array, line_buffer;
  NoslipSegments segments;
  float look[4];       /* of the segments: half their width, times of least and of full strength, least strength */
  gboolean streams;    /* trails are sent in each frame, and not kept */
  GHashTable *trails;  /* id -> what was uploaded */
  guint most_segments; /* for the recent part of a trail: older points come from a coarser level */
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
/* Draws the lines and trails that wait to be drawn together: before any state of GL changes. */
void noslip_ribbons_flush(NoslipRibbons *ribbons);
void noslip_ribbons_end(NoslipRibbons *ribbons);
/* The end of a frame: drops the buffers of trails that were not drawn lately. */
void noslip_ribbons_forget(NoslipRibbons *ribbons);

/* gl-points.c: the dots of ensembles, as small lit balls that face the eye. */
typedef struct {
  NoslipGlProgram program;
  GLuint array, buffer;
} NoslipDots;
gboolean noslip_dots_init(NoslipDots *dots, GError **error);
void noslip_dots_clear(NoslipDots *dots);
void noslip_dots_draw(const NoslipDots *dots, const NoslipGlView *view, const NoslipBody *ensemble_points);

/* gl-body.c: solids and the heads of arrows, lit. */
typedef struct {
  NoslipGlProgram program;
  NoslipMeshes meshes;
} NoslipGlBodies;
gboolean noslip_gl_bodies_init(NoslipGlBodies *bodies, GError **error);
void noslip_gl_bodies_clear(NoslipGlBodies *bodies);
/* Sets camera and light for the following calls. */
void noslip_gl_bodies_begin(const NoslipGlBodies *bodies, const NoslipGlView *view, const NoslipTheme *theme);
void noslip_gl_bodies_draw_solid(NoslipGlBodies *bodies, const NoslipGlView *view, const NoslipBody *body);
/* The mesh of a shape with this world matrix (column-major, 4 x 4) and the look of `body`; flat: 0 is lit, 1 is not. */
void noslip_gl_bodies_draw_mesh(NoslipGlBodies *bodies, const NoslipGlView *view, NoslipBodyKind kind,
                                const double world[16], const NoslipBody *body, float flat);
static inline void
noslip_gl_set_vec3(GLint at, const double v[3])
{
  glUniform3f(at, (float) v[0], (float) v[1], (float) v[2]);
}

static inline void
noslip_gl_set_rgb(GLint at, NoslipColor c)
{
  glUniform3f(at, (float) c.r, (float) c.g, (float) c.b);
}
