/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/gallery/thumbnails.h"

#include "core/catalogue/catalogue.h"
#include "core/dynamics/start.h"
#include "core/integrate/run.h"
#include "core/system/state.h"
#include "ui/picture/cairo/canvas-scene-cairo.h"
#include "ui/picture/scene/scene-builder.h"
#include "ui/widgets/gallery/thumbnail-cache.h"

#include <cairo.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define SAMPLES 240         /* of the motion that a picture shows */
#define LONGEST 2000000     /* microseconds that a motion may take */
#define POINTS_ACROSS 240.0 /* the picture is laid out for this width, in logical pixels */

typedef struct _Job Job;
struct _Job {
  Job *next;
  char *id;
  cairo_surface_t *surface;
};

struct _NoslipThumbnails {
  atomic_int references; /* the owner's, and one for each call on its way to the main thread */
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  Job *first;
  gboolean quit; /* under the mutex */
  int cancel;    /* read with atomic loads */
  int width, height;
  gboolean dark;
  char *cache;                /* folder, or NULL */
  NoslipThumbnailReady ready; /* owned by the main thread; NULL after the owner is freed */
  gpointer data;
};

typedef struct {
  NoslipThumbnails *thumbnails;
  char *id;
  cairo_surface_t *surface;
} Delivery;

static void
unref(NoslipThumbnails *self)
{
  if (atomic_fetch_sub_explicit(&self->references, 1, memory_order_acq_rel) != 1)
    return;
  pthread_cond_destroy(&self->wake);
  pthread_mutex_destroy(&self->mutex);
  g_free(self->cache);
  g_free(self);
}

static void
delivery_free(gpointer data)
{
  Delivery *delivery = data;
  cairo_surface_destroy(delivery->surface);
  g_free(delivery->id);
  unref(delivery->thumbnails);
  g_free(delivery);
}

static gboolean
deliver(gpointer data)
{
  Delivery *delivery = data;
  NoslipThumbnails *self = delivery->thumbnails;
  if (!self->ready)
    return G_SOURCE_REMOVE;
  int width = cairo_image_surface_get_width(delivery->surface),
      height = cairo_image_surface_get_height(delivery->surface);
  int stride = cairo_image_surface_get_stride(delivery->surface);
  g_autoptr(GBytes) bytes =
      g_bytes_new(cairo_image_surface_get_data(delivery->surface), (gsize) height * (gsize) stride);
  g_autoptr(GdkTexture) texture = gdk_memory_texture_new(width, height, GDK_MEMORY_DEFAULT, bytes, (gsize) stride);
  self->ready(delivery->id, texture, self->data);
  return G_SOURCE_REMOVE;
}

/* The motion up to a characteristic time: a good part of the span, and at most some seconds of it. */
static gboolean
move(NoslipThumbnails *self, NoslipSystem *system, NoslipSceneBuilder *builder, const double *parameters, double *row,
     gboolean *whole)
{
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  g_autofree double *mu = g_new0(double, system->k + 1);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  gboolean vakonomic = system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC;
  if (!noslip_start_state(system, system->dynamics, FALSE, parameters, 0, NULL, xy, xy + system->m,
                          vakonomic ? mu : NULL, NULL, diagnostics))
    return FALSE;
  g_autoptr(NoslipDynamics) dynamics =
      noslip_dynamics_new(noslip_formulation_for(system, system->dynamics), system, &error);
  if (!dynamics)
    return FALSE;
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  options.to = fmin(0.4 * system->run_to, 12);
  options.step = options.to / SAMPLES;
  options.rtol = 1e-7;
  options.atol = 1e-9;
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, parameters, 0, xy, vakonomic ? mu : NULL, &error);
  gint64 begun = g_get_monotonic_time();
  gboolean any = FALSE;
  while (run && noslip_run_next(run, row, &self->cancel, &error)) {
    noslip_scene_builder_add_rows(builder, parameters, 1, row);
    any = TRUE;
    *whole = g_get_monotonic_time() - begun <= LONGEST;
    if (!*whole)
      break;
  }
  return any;
}

static cairo_surface_t *
draw(NoslipThumbnails *self, const char *id, gboolean *whole)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipSystem *system = noslip_catalogue_load(id, diagnostics);
  if (!system)
    return NULL;
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  g_autoptr(NoslipSceneBuilder) builder = noslip_scene_builder_new(system, system->dynamics, diagnostics);
  cairo_surface_t *surface = NULL;
  if (move(self, system, builder, parameters, row, whole)) {
    NoslipTheme theme;
    noslip_theme_init(&theme, self->dark, 1);
    NoslipSceneLook look;
    noslip_scene_look_init(&look, &theme);
    g_autoptr(NoslipScene) scene = noslip_scene_new();
    NoslipCamera camera;
    double scale = self->width / POINTS_ACROSS;
    noslip_scene_builder_still(builder, parameters, row, (double) self->width / self->height, &camera);
    look.arrow_length = noslip_scene_arrow_length(&camera);
    noslip_scene_builder_build(builder, parameters, row, &look, scene);
    surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, self->width, self->height);
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, scale, scale);
    noslip_scene_draw_cairo(scene, &camera, &theme, self->width / scale, self->height / scale, cairo);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
  }
  noslip_system_unref(system);
  return surface;
}

/* From the cache, else drawn. An incomplete picture is not cached. */
static cairo_surface_t *
find_or_draw(NoslipThumbnails *self, const char *id)
{
  g_autoptr(NoslipDiagnostics) unread = noslip_diagnostics_new();
  g_autofree char *path = noslip_catalogue_path(id);
  gsize length = 0;
  g_autofree char *text = self->cache ? noslip_catalogue_read(path ? path : id, &length, unread) : NULL;
  gboolean whole = TRUE;
  if (!text)
    return draw(self, id, &whole);
  g_autofree char *key = noslip_thumbnail_cache_key(text, length, self->width, self->height, self->dark);
  cairo_surface_t *surface = noslip_thumbnail_cache_find(self->cache, key, self->width, self->height);
  if (surface)
    return surface;
  surface = draw(self, id, &whole);
  if (surface && whole && !__atomic_load_n(&self->cancel, __ATOMIC_ACQUIRE))
    noslip_thumbnail_cache_keep(self->cache, key, surface);
  return surface;
}

static void
send(NoslipThumbnails *self, const char *id, cairo_surface_t *surface)
{
  Delivery *delivery = g_new0(Delivery, 1);
  delivery->thumbnails = self;
  delivery->id = g_strdup(id);
  delivery->surface = surface;
  atomic_fetch_add_explicit(&self->references, 1, memory_order_relaxed);
  g_idle_add_full(G_PRIORITY_DEFAULT, deliver, delivery, delivery_free);
}

static gpointer
run_thread(gpointer data)
{
  NoslipThumbnails *self = data;
  pthread_mutex_lock(&self->mutex);
  while (!self->quit) {
    Job *job = self->first;
    if (!job) {
      pthread_cond_wait(&self->wake, &self->mutex);
      continue;
    }
    self->first = job->next;
    pthread_mutex_unlock(&self->mutex);
    cairo_surface_t *surface = find_or_draw(self, job->id);
    if (surface)
      send(self, job->id, surface);
    g_free(job->id);
    g_free(job);
    pthread_mutex_lock(&self->mutex);
  }
  pthread_mutex_unlock(&self->mutex);
  return NULL;
}

NoslipThumbnails *
noslip_thumbnails_new(int width, int height, gboolean dark, const char *cache, NoslipThumbnailReady ready,
                      gpointer data)
{
  NoslipThumbnails *self = g_new0(NoslipThumbnails, 1);
  atomic_init(&self->references, 1);
  self->width = width;
  self->height = height;
  self->dark = dark;
  self->cache = g_strdup(cache);
  self->ready = ready;
  self->data = data;
  pthread_mutex_init(&self->mutex, NULL);
  pthread_cond_init(&self->wake, NULL);
  if (pthread_create(&self->thread, NULL, run_thread, self) != 0)
    g_error("no thread could be started");
  return self;
}

void
noslip_thumbnails_free(NoslipThumbnails *self)
{
  if (!self)
    return;
  __atomic_store_n(&self->cancel, 1, __ATOMIC_RELEASE);
  pthread_mutex_lock(&self->mutex);
  self->quit = TRUE;
  pthread_cond_signal(&self->wake);
  pthread_mutex_unlock(&self->mutex);
  pthread_join(self->thread, NULL);
  for (Job *job = self->first, *next; job; job = next) {
    next = job->next;
    g_free(job->id);
    g_free(job);
  }
  self->ready = NULL;
  unref(self);
}

void
noslip_thumbnails_add(NoslipThumbnails *self, const char *id)
{
  Job *job = g_new0(Job, 1), **last = &self->first;
  job->id = g_strdup(id);
  pthread_mutex_lock(&self->mutex);
  while (*last)
    last = &(*last)->next;
  *last = job;
  pthread_cond_signal(&self->wake);
  pthread_mutex_unlock(&self->mutex);
}
