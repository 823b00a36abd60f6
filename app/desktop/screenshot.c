/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of a settled window: everything is computed, laid out and drawn. */
#include "app/desktop/desktop.h"
#include "app/desktop/export.h"
#include "core/catalogue/catalogue.h"
#include "ui/picture/file.h"

#include <glib/gi18n.h>

/* A window that never settles (a playing motion, a slow system) is captured after this time without new rows. */
#define LONGEST 20000000 /* microseconds */
#define POLL_INTERVAL 20 /* milliseconds */

typedef struct {
  NoslipWindow *window;
  const NoslipViewKind *view; /* NULL: all of the window */
  NoslipPaperFigure figure;   /* of the view */
  char *file;
  NoslipScreenshotDone done;
  gpointer data;
  gint64 begun;
  guint64 n_rows;  /* of all motions */
  gint64 laid_out; /* the frame before everything was allocated again; 0: not yet */
} Screenshot;

static void
screenshot_free(gpointer data)
{
  Screenshot *screenshot = data;
  g_object_unref(screenshot->window);
  g_free(screenshot->file);
  g_free(screenshot);
}

/* The whole window, including its edge, at its scale, and its size in device pixels. NULL: after a new layout there is
 * nothing to draw before the next frame. */
static GskRenderNode *
drawn(NoslipWindow *window, graphene_rect_t *area)
{
  float factor = (float) gtk_widget_get_scale_factor(GTK_WIDGET(window));
  g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(GTK_WIDGET(window));
  int width = gdk_paintable_get_intrinsic_width(paintable), height = gdk_paintable_get_intrinsic_height(paintable);
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gtk_snapshot_scale(snapshot, factor, factor);
  gdk_paintable_snapshot(paintable, snapshot, width, height);
  graphene_rect_init(area, 0, 0, factor * (float) width, factor * (float) height);
  return gtk_snapshot_free_to_node(snapshot);
}

static gboolean
write_picture(NoslipWindow *window, const char *file)
{
  graphene_rect_t area;
  g_autoptr(GskRenderNode) node = drawn(window, &area);
  GskRenderer *renderer = gtk_native_get_renderer(GTK_NATIVE(window));
  if (!node || !renderer) {
    g_printerr(_("noslip: the window has nothing to draw\n"));
    return FALSE;
  }
  g_autoptr(GdkTexture) texture = gsk_renderer_render_texture(renderer, node, &area);
  g_autoptr(GBytes) bytes = gdk_texture_save_to_png_bytes(texture);
  const NoslipSystem *system = noslip_simulation_system(noslip_window_simulation(window));
  g_autoptr(GError) error = NULL;
  gsize length;
  const char *data = g_bytes_get_data(bytes, &length);
  g_auto(GStrv) inputs = system ? noslip_catalogue_inputs(system, NULL) : NULL;
  if (noslip_file_write(file, (const char *const *) inputs, data, length, NULL, NULL, &error))
    return TRUE;
  g_printerr(_("noslip: %s; choose a folder that exists and that you may write to\n"), error->message);
  return FALSE;
}

static gboolean
is_drawn(NoslipWindow *window)
{
  graphene_rect_t area;
  g_autoptr(GskRenderNode) node = drawn(window, &area);
  return node != NULL;
}

static gboolean
write_view(NoslipWindow *window, const NoslipViewKind *view, const NoslipPaperFigure *figure, const char *file)
{
  g_autoptr(GError) error = NULL;
  if (noslip_desktop_export_view(window, view, figure, file, &error))
    return TRUE;
  g_printerr(_("noslip: %s\n"), error->message);
  return FALSE;
}

/* GTK leaves a widget out of a frame if its allocation was queued too late for the frame's layout, and an idle window
 * keeps that frame. So everything is allocated once more before the picture. */
static void
place_anew(GtkWidget *widget)
{
  gtk_widget_queue_allocate(widget);
  for (GtkWidget *c = gtk_widget_get_first_child(widget); c; c = gtk_widget_get_next_sibling(c))
    place_anew(c);
}

/* TRUE after a frame was drawn after everything was allocated again. */
static gboolean
is_placed(Screenshot *screenshot)
{
  gint64 frame = gdk_frame_clock_get_frame_counter(gtk_widget_get_frame_clock(GTK_WIDGET(screenshot->window)));
  if (screenshot->laid_out == 0) {
    place_anew(GTK_WIDGET(screenshot->window));
    screenshot->laid_out = frame;
  }
  return frame > screenshot->laid_out;
}

static gboolean
is_settled(Screenshot *screenshot)
{
  if (!noslip_window_is_settled(screenshot->window))
    return FALSE;
  return screenshot->view
             ? noslip_view_is_ready(noslip_tiles_view(noslip_window_tiles(screenshot->window), screenshot->view))
             : is_placed(screenshot) && is_drawn(screenshot->window);
}

/* New rows are worth waiting for, but those of a playing motion may never end. */
static void
wait_for_rows(Screenshot *screenshot)
{
  const NoslipSimulation *simulation = noslip_window_simulation(screenshot->window);
  guint64 n_rows = 0;
  for (guint i = 0; i < noslip_runs_n(noslip_simulation_runs(simulation)); i++)
    n_rows += noslip_runs_view(noslip_simulation_runs(simulation), i)->n_rows;
  if (n_rows != screenshot->n_rows && noslip_simulation_playhead(simulation)->state != NOSLIP_PLAYING)
    screenshot->begun = g_get_monotonic_time();
  screenshot->n_rows = n_rows;
}

static gboolean
poll_window(gpointer data)
{
  Screenshot *screenshot = data;
  wait_for_rows(screenshot);
  gboolean settled = is_settled(screenshot);
  if (!settled && g_get_monotonic_time() - screenshot->begun < LONGEST) {
    /* this waits for frames, and an idle window draws none by itself */
    gtk_widget_queue_draw(GTK_WIDGET(screenshot->window));
    return G_SOURCE_CONTINUE;
  }
  gboolean written = screenshot->view
                         ? write_view(screenshot->window, screenshot->view, &screenshot->figure, screenshot->file)
                         : write_picture(screenshot->window, screenshot->file);
  screenshot->done(written, screenshot->data);
  return G_SOURCE_REMOVE;
}

void
noslip_screenshot_when_settled(NoslipWindow *window, const NoslipViewKind *view, const NoslipPaperFigure *figure,
                               const char *file, NoslipScreenshotDone done, gpointer data)
{
  Screenshot *screenshot = g_new0(Screenshot, 1);
  screenshot->window = g_object_ref(window);
  screenshot->view = view;
  if (figure)
    screenshot->figure = *figure;
  screenshot->file = g_strdup(file);
  screenshot->done = done;
  screenshot->data = data;
  screenshot->begun = g_get_monotonic_time();
  g_timeout_add_full(G_PRIORITY_DEFAULT, POLL_INTERVAL, poll_window, screenshot, screenshot_free);
}
