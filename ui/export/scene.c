/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/export/scene.h"

#include "core/catalogue/catalogue.h"
#include "ui/export/film.h"
#include "ui/export/picture.h"
#include "ui/picture/cairo/canvas-scene-cairo.h"
#include "ui/picture/file.h"
#include "ui/picture/gl/offscreen.h"
#include "ui/picture/scene/scene-builder.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <math.h>

#define ASKED 2.5 /* seconds for which a film pauses at a question of a story */

typedef struct {
  NoslipStage *stage;
  NoslipShot shot;
  gboolean given; /* the camera was */
  NoslipCamera camera;
  double anchor[3]; /* the position of the body that the camera follows */
  gboolean anchored;
  NoslipFilm film; /* a picture uses `from` only */
  char *file;
  char *caption, *answered; /* of a story, until the pause and after it, or NULL */
  double pause;             /* of a story, or NaN */
} Task;

static void
task_free(gpointer data)
{
  Task *task = data;
  noslip_stage_free(task->stage);
  g_free(task->file);
  g_free(task->caption);
  g_free(task->answered);
  g_free(task);
}

static Task *
task_new(NoslipStage *stage, const NoslipShot *shot, const char *file)
{
  Task *task = g_new0(Task, 1);
  task->stage = stage;
  task->shot = *shot;
  task->given = shot->camera != NULL;
  if (task->given)
    task->camera = *shot->camera;
  task->shot.camera = NULL;
  task->file = g_strdup(file);
  task->pause = NAN;
  return task;
}

guint
noslip_film_n_frames(const NoslipFilm *film)
{
  if (!(film->to >= film->from) || !(film->speed > 0) || film->fps < 1)
    return 0;
  /* a last frame at `to`, up to rounding, is included */
  double n = floor((film->to - film->from) / film->speed * film->fps + 1e-6) + 1;
  return n <= NOSLIP_FILM_FRAMES_MOST ? (guint) n : 0;
}

static double
aspect_of(const Task *task)
{
  return (double) task->shot.width / task->shot.height;
}

/* Without a given camera, the default one shows the whole motion. */
static void
place_camera(Task *task, double from, double to)
{
  if (task->given)
    return;
  noslip_stage_feed(task->stage, to);
  noslip_stage_camera(task->stage, from, aspect_of(task), &task->camera);
}

static void
overlay_of(const Task *task, guint own, gboolean asks, NoslipOverlay *overlay)
{
  noslip_overlay_init(overlay);
  overlay->unit = noslip_scene_unit(noslip_stage_system(task->stage));
  overlay->legend = task->shot.legend ? own : 0;
  overlay->caption = task->caption;
  overlay->message = asks ? _("What will happen?") : NULL;
}

static cairo_surface_t *
draw_moment(Task *task, NoslipOffscreen *offscreen, NoslipScene *scene, guint own, gboolean asks, GError **error)
{
  NoslipOverlay overlay;
  overlay_of(task, own, asks, &overlay);
  return noslip_offscreen_render(offscreen, scene, &task->camera, noslip_stage_theme(task->stage), &overlay,
                                 task->shot.width, task->shot.height, task->shot.scale, error);
}

/* The input files of the shown system. Free with g_strfreev(). */
static char **
inputs_of(const Task *task)
{
  const NoslipSystem *system = noslip_stage_system(task->stage);
  return noslip_catalogue_inputs(system, NULL);
}

typedef struct {
  Task *task;
  NoslipScene *scene;
  guint own;
} Moment;

/* The scene and the texts over it, as lines and areas. */
static void
draw_vectors(cairo_t *cairo, gpointer data)
{
  const Moment *moment = data;
  const NoslipShot *shot = &moment->task->shot;
  const NoslipTheme *theme = noslip_stage_theme(moment->task->stage);
  double width = shot->width / shot->scale, height = shot->height / shot->scale;
  NoslipOverlay overlay;
  overlay_of(moment->task, moment->own, FALSE, &overlay);
  cairo_scale(cairo, shot->scale, shot->scale);
  noslip_scene_draw_cairo(moment->scene, &moment->task->camera, theme, width, height, cairo);
  noslip_scene_overlay_draw(moment->scene, &moment->task->camera, theme, width, height, &overlay, cairo);
}

static gboolean
write_vectors(Moment *moment, const char *const *inputs, const NoslipPictureFormat *format, GError **error)
{
  const Task *task = moment->task;
  NoslipExportPage page = {.title = noslip_stage_system(task->stage)->title,
                           .width = task->shot.width,
                           .height = task->shot.height,
                           .scale = 1};
  return noslip_export_picture(task->file, inputs, format, &page, draw_vectors, moment, error);
}

static gboolean
draw_picture(NoslipJob *job, gpointer data, GError **error)
{
  Task *task = data;
  g_autoptr(NoslipScene) scene = noslip_scene_new();
  place_camera(task, task->film.from, task->film.from);
  guint own = noslip_stage_set(task->stage, task->film.from, &task->camera, scene);
  g_auto(GStrv) inputs = inputs_of(task);
  noslip_job_set_progress(job, 0.3);
  const NoslipPictureFormat *format = noslip_picture_format_of(task->file); /* NULL: a name without a suffix */
  if (format != NULL && format->without_scene) {
    g_autofree const char **suffixes = noslip_picture_suffixes(TRUE);
    g_autofree char *list = g_strjoinv(", .", (char **) suffixes);
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                _("a scene cannot be written as .%s, which is for views: end its name in one of .%s"), format->suffix,
                list);
    return FALSE;
  }
  if (format != NULL && !format->pixels)
    return write_vectors(&(Moment){task, scene, own}, (const char *const *) inputs, format, error);
  g_autoptr(NoslipOffscreen) offscreen = noslip_offscreen_new(NOSLIP_OFFSCREEN_ANY, error);
  if (!offscreen || !noslip_job_continue(job, error))
    return FALSE;
  cairo_surface_t *surface = draw_moment(task, offscreen, scene, own, FALSE, error);
  noslip_job_set_progress(job, 0.7);
  g_autoptr(GByteArray) bytes = surface && noslip_job_continue(job, error) ? noslip_picture_png(surface, error) : NULL;
  if (surface)
    cairo_surface_destroy(surface);
  return bytes && noslip_file_write(task->file, (const char *const *) inputs, bytes->data, bytes->len,
                                    noslip_job_was_cancelled, job, error);
}

NoslipJob *
noslip_export_scene(NoslipStage *stage, const NoslipShot *shot, double t, const char *file)
{
  Task *task = task_new(stage, shot, file);
  task->film.from = t;
  return noslip_job_new(draw_picture, task, task_free);
}

/* A camera that frames the motion automatically, or follows the body, does so in the film too, by the time of a
 * frame. */
static void
follow(Task *task)
{
  NoslipFraming framing;
  noslip_stage_framing(task->stage, FALSE, &framing);
  if (task->camera.following)
    noslip_camera_carry(&task->camera, &framing.bodies, task->anchor, &task->anchored);
  else
    noslip_camera_follow(&task->camera, &framing, aspect_of(task), 1.0 / task->film.fps);
}

/* Draws the picture of time t and appends it this many times. */
static gboolean
add_frames(Task *task, NoslipOffscreen *offscreen, NoslipScene *scene, NoslipFilmWriter *writer, double t, guint times,
           gboolean asks, GError **error)
{
  guint own = noslip_stage_set(task->stage, t, &task->camera, scene);
  follow(task);
  cairo_surface_t *frame = draw_moment(task, offscreen, scene, own, asks, error);
  gboolean added = frame != NULL;
  for (guint i = 0; i < times && added; i++)
    added = noslip_film_writer_add(writer, frame, error);
  if (frame)
    cairo_surface_destroy(frame);
  return added;
}

/* `done` and `share`: for the job's progress. */
static gboolean
draw_frames(NoslipJob *job, Task *task, NoslipOffscreen *offscreen, NoslipFilmWriter *writer, double done, double share,
            GError **error)
{
  g_autoptr(NoslipScene) scene = noslip_scene_new();
  const NoslipFilm *film = &task->film;
  guint n = noslip_film_n_frames(film);
  double before = -INFINITY;
  for (guint i = 0; i < n; i++) {
    double t = fmin(film->from + i * film->speed / film->fps, film->to);
    if (!noslip_job_continue(job, error))
      return FALSE;
    if (before < task->pause && t >= task->pause &&
        !add_frames(task, offscreen, scene, writer, task->pause, (guint) (ASKED * film->fps), TRUE, error))
      return FALSE;
    if (!add_frames(task, offscreen, scene, writer, t, 1, FALSE, error))
      return FALSE;
    if (t >= task->pause && task->answered != NULL) {
      g_free(task->caption);
      task->caption = g_steal_pointer(&task->answered);
    }
    before = t;
    noslip_job_set_progress(job, done + share * (i + 1.0) / (n + 1.0));
  }
  return TRUE;
}

static gboolean
draw_film(NoslipJob *job, gpointer data, GError **error)
{
  Task *task = data;
  if (noslip_film_n_frames(&task->film) == 0) {
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("a film has 1 to %d frames"),
                NOSLIP_FILM_FRAMES_MOST);
    return FALSE;
  }
  g_auto(GStrv) inputs = inputs_of(task);
  g_autoptr(NoslipFilmWriter) writer = noslip_film_writer_new(
      task->file, (const char *const *) inputs, task->shot.width, task->shot.height, task->film.fps, error);
  g_autoptr(NoslipOffscreen) offscreen = writer ? noslip_offscreen_new(NOSLIP_OFFSCREEN_ANY, error) : NULL;
  if (!offscreen)
    return FALSE;
  place_camera(task, task->film.from, task->film.to);
  return draw_frames(job, task, offscreen, writer, 0, 1, error) && noslip_film_writer_close(writer, error);
}

NoslipJob *
noslip_export_film(NoslipStage *stage, const NoslipShot *shot, const NoslipFilm *film, const char *file)
{
  Task *task = task_new(stage, shot, file);
  task->film = *film;
  return noslip_job_new(draw_film, task, task_free);
}

/* Stories */

static gboolean
draw_stories(NoslipJob *job, gpointer data, GError **error)
{
  GPtrArray *tasks = data;
  const Task *first = tasks->pdata[0];
  g_auto(GStrv) inputs = inputs_of(first);
  g_autoptr(NoslipFilmWriter) writer = noslip_film_writer_new(
      first->file, (const char *const *) inputs, first->shot.width, first->shot.height, first->film.fps, error);
  g_autoptr(NoslipOffscreen) offscreen = writer ? noslip_offscreen_new(NOSLIP_OFFSCREEN_ANY, error) : NULL;
  if (!offscreen)
    return FALSE;
  for (guint i = 0; i < tasks->len; i++) {
    Task *task = tasks->pdata[i];
    place_camera(task, task->film.from, task->film.to);
    if (!draw_frames(job, task, offscreen, writer, (double) i / tasks->len, 1.0 / tasks->len, error))
      return FALSE;
  }
  return noslip_film_writer_close(writer, error);
}

NoslipJob *
noslip_export_stories(guint n, const NoslipStoryShot *stories, const NoslipShot *shot, const char *file)
{
  GPtrArray *tasks = g_ptr_array_new_with_free_func(task_free);
  for (guint i = 0; i < n; i++) {
    NoslipShot own = *shot;
    own.camera = stories[i].camera;
    Task *task = task_new(stories[i].stage, &own, file);
    task->film = stories[i].film;
    task->caption = g_strdup(stories[i].caption);
    task->answered = g_strdup(stories[i].answered);
    task->pause = stories[i].pause;
    g_ptr_array_add(tasks, task);
  }
  return noslip_job_new(draw_stories, tasks, (GDestroyNotify) g_ptr_array_unref);
}
