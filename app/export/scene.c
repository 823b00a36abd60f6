/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/scene.h"

#include "ui/picture/offscreen.h"
#include "ui/picture/scene-builder.h"

#include <gio/gio.h>
#include <string.h>

typedef struct {
  NoslipSceneExport what; /* its system is a reference; its trajectory is not looked at */
  GPtrArray *chunks;      /* of NoslipChunk * */
  double *row;            /* at the moment that is drawn */
  double *parameters;
  char *file;
} Picture;

static void
picture_free(gpointer data)
{
  Picture *picture = data;
  g_ptr_array_unref(picture->chunks);
  noslip_system_unref(picture->what.system);
  g_free(picture->row);
  g_free(picture->parameters);
  g_free(picture->file);
  g_free(picture);
}

/* The trail up to the moment; a drag or a slider in between is a gap in none of the bodies. */
static gboolean
follow(NoslipJob *job, const Picture *picture, NoslipSceneBuilder *builder, GError **error)
{
  for (guint c = 0; c < picture->chunks->len; c++) {
    const NoslipChunk *chunk = g_ptr_array_index(picture->chunks, c);
    guint n = 0;
    while (n < chunk->n_rows && chunk->rows[(gsize) n * chunk->row_size] <= picture->what.t)
      n++;
    noslip_scene_builder_add_rows(builder, chunk->parameters, n, chunk->rows);
    if (!noslip_job_go_on(job, error))
      return FALSE;
    noslip_job_set_progress(job, 0.3 * (c + 1) / picture->chunks->len);
    if (n < chunk->n_rows)
      break;
  }
  return TRUE;
}

static gboolean
draw(NoslipJob *job, gpointer data, GError **error)
{
  Picture *picture = data;
  const NoslipSceneExport *what = &picture->what;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSceneBuilder) builder = noslip_scene_builder_new(what->system, what->kind, diagnostics);
  g_autoptr(NoslipScene) scene = noslip_scene_new();
  if (!follow(job, picture, builder, error))
    return FALSE;
  NoslipTheme theme;
  NoslipSceneLook look;
  noslip_theme_init(&theme, what->dark, 1);
  noslip_scene_look_init(&look, &theme);
  noslip_scene_builder_build(builder, picture->parameters, picture->row, &look, scene);
  g_autoptr(NoslipOffscreen) offscreen = noslip_offscreen_new(NOSLIP_OFFSCREEN_ANY, error);
  if (!offscreen || !noslip_job_go_on(job, error))
    return FALSE;
  NoslipOverlay overlay;
  noslip_overlay_init(&overlay);
  cairo_surface_t *surface = noslip_offscreen_render(offscreen, scene, &what->camera, &theme, &overlay, what->width,
                                                     what->height, what->scale, error);
  noslip_job_set_progress(job, 0.7);
  gboolean written = surface && noslip_job_go_on(job, error) && noslip_picture_write_png(surface, picture->file, error);
  if (surface)
    cairo_surface_destroy(surface);
  return written;
}

NoslipJob *
noslip_export_scene(const NoslipSceneExport *what, const char *file)
{
  const NoslipSystem *system = what->system;
  guint found = noslip_trajectory_find(what->trajectory, what->t);
  const NoslipChunk *chunk = NULL;
  const double *row = noslip_trajectory_row(what->trajectory, found, &chunk);
  Picture *picture = g_new0(Picture, 1);
  picture->what = *what;
  picture->what.trajectory = NULL;
  noslip_system_ref(picture->what.system);
  picture->file = g_strdup(file);
  picture->row = g_new0(double, noslip_row_size(system));
  if (!noslip_trajectory_at(what->trajectory, what->t, picture->row))
    memcpy(picture->row, row, noslip_row_size(system) * sizeof(double));
  picture->parameters = g_memdup2(chunk->parameters, system->n_parameters * sizeof(double));
  picture->chunks = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_chunk_unref);
  for (guint c = 0; c < noslip_trajectory_n_chunks(what->trajectory); c++)
    g_ptr_array_add(picture->chunks, noslip_chunk_ref((NoslipChunk *) noslip_trajectory_chunk(what->trajectory, c)));
  return noslip_job_new(draw, picture, picture_free);
}
