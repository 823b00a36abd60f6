/* SPDX-License-Identifier: GPL-3.0-or-later */
/* appsrc ! videoconvert ! vp8enc ! webmmux ! fdsink, made by hand, so that a missing element is known by
 * name. The same frames give the same bytes: the encoder's effort does not follow the clock, and what the muxer draws
 * at random is set afterwards (webm-ids.h). */
#include "ui/export/webm.h"

#include "ui/export/webm-ids.h"
#include "ui/picture/file.h"

#include <glib/gi18n.h>
#include <gst/app/gstappsrc.h>

#define QUEUE 8                       /* frames that may wait for the encoder */
#define A_MOMENT (20 * GST_MSECOND)   /* between looks at the encoder */
#define LAST_FRAMES (60 * GST_SECOND) /* for the encoder to end */
#define THREADS 1                     /* of the encoder: with more, its bytes depend on which one is first */
#define EFFORT -4                     /* of the encoder; were it positive, it would follow the clock */
#define BITS_PER_PIXEL 0.8            /* of a frame, on average: lines and plain ground */

enum { SOURCE, CONVERT, ENCODE, MUX, SINK, N_ELEMENTS };

static const struct {
  const char *element, *package;
} parts[N_ELEMENTS] = {
    {"appsrc", "gstreamer1.0-plugins-base"}, {"videoconvert", "gstreamer1.0-plugins-base"},
    {"vp8enc", "gstreamer1.0-plugins-good"}, {"webmmux", "gstreamer1.0-plugins-good"},
    {"fdsink", "libgstreamer1.0-0"},
};

struct _NoslipWebm {
  GstElement *pipeline;
  GstElement *elements[N_ELEMENTS]; /* the pipeline's */
  GstBus *bus;
  NoslipOutput *output;
  char *file;
  int fd; /* of the output's file */
  int width, height, fps;
  guint64 n_frames;
};

gboolean
noslip_webm_is_available(GError **error)
{
  if (!gst_init_check(NULL, NULL, error))
    return FALSE;
  for (guint i = 0; i < N_ELEMENTS; i++) {
    GstElementFactory *factory = gst_element_factory_find(parts[i].element);
    if (!factory) {
      g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                  _("GStreamer's element %s is missing; install the package %s"), parts[i].element, parts[i].package);
      return FALSE;
    }
    gst_object_unref(factory);
  }
  return TRUE;
}

static gboolean
open_file(NoslipWebm *webm, const char *const *reads, GError **error)
{
  GError *reason = NULL;
  webm->output = noslip_output_new(NULL, NULL);
  noslip_output_reads_all(webm->output, reads);
  NoslipOutputFile *file = noslip_output_add(webm->output, webm->file, NOSLIP_OUTPUT_REGULAR, &reason);
  if (!file)
    return noslip_file_fail(webm->output, reason, error);
  webm->fd = noslip_output_file_fd(file);
  return TRUE;
}

/* Cairo's 32-bit pixels have blue in the lowest byte. */
static GstCaps *
caps_new(const NoslipWebm *webm)
{
  const char *format = G_BYTE_ORDER == G_LITTLE_ENDIAN ? "BGRx" : "xRGB";
  return gst_caps_new_simple("video/x-raw", "format", G_TYPE_STRING, format, "width", G_TYPE_INT, webm->width, "height",
                             G_TYPE_INT, webm->height, "framerate", GST_TYPE_FRACTION, webm->fps, 1,
                             "pixel-aspect-ratio", GST_TYPE_FRACTION, 1, 1, NULL);
}

static void
configure(NoslipWebm *webm)
{
  GstElement **elements = webm->elements;
  GstCaps *caps = caps_new(webm);
  g_object_set(elements[SOURCE], "caps", caps, "format", GST_FORMAT_TIME, "stream-type", GST_APP_STREAM_TYPE_STREAM,
               "max-bytes", (guint64) 0, NULL);
  gst_caps_unref(caps);
  double bits = BITS_PER_PIXEL * webm->width * webm->height * webm->fps;
  /* constant quality, with the bit rate as a bound; a key frame every two seconds, for those who wind back */
  gst_util_set_object_arg(G_OBJECT(elements[ENCODE]), "end-usage", "cq");
  g_object_set(elements[ENCODE], "cq-level", 2, "min-quantizer", 0, "max-quantizer", 10, "target-bitrate",
               (int) CLAMP(bits, 200e3, 100e6), "keyframe-max-dist", 2 * webm->fps, "deadline", (gint64) 1, "cpu-used",
               EFFORT, "threads", THREADS, NULL);
  g_object_set(elements[MUX], "writing-app", "Noslip", NULL);
  g_object_set(elements[SINK], "fd", webm->fd, "sync", FALSE, NULL);
}

NoslipWebm *
noslip_webm_new(const char *file, const char *const *reads, int width, int height, int fps, GError **error)
{
  if (!noslip_webm_is_available(error))
    return NULL;
  g_autoptr(NoslipWebm) webm = g_new0(NoslipWebm, 1);
  webm->file = g_strdup(file);
  webm->width = width;
  webm->height = height;
  webm->fps = fps;
  webm->pipeline = gst_object_ref_sink(gst_pipeline_new(NULL));
  webm->bus = gst_element_get_bus(webm->pipeline);
  gboolean linked = TRUE;
  for (guint i = 0; i < N_ELEMENTS; i++) {
    webm->elements[i] = gst_element_factory_make(parts[i].element, NULL);
    linked = linked && webm->elements[i] && gst_bin_add(GST_BIN(webm->pipeline), webm->elements[i]) &&
             (i == 0 || gst_element_link(webm->elements[i - 1], webm->elements[i]));
  }
  if (!linked) {
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED, _("GStreamer's elements do not fit together"));
    return NULL;
  }
  if (!open_file(webm, reads, error))
    return NULL;
  configure(webm);
  gst_element_set_state(webm->pipeline, GST_STATE_PLAYING);
  return g_steal_pointer(&webm);
}

/* What the pipeline has to say within `patience`: FALSE with *error where it failed. */
static gboolean
listen(NoslipWebm *webm, GstMessageType types, GstClockTime patience, GstMessageType *heard, GError **error)
{
  *heard = GST_MESSAGE_UNKNOWN;
  GstMessage *message = gst_bus_timed_pop_filtered(webm->bus, patience, types | GST_MESSAGE_ERROR);
  if (!message)
    return TRUE;
  *heard = GST_MESSAGE_TYPE(message);
  if (*heard == GST_MESSAGE_ERROR) {
    g_autoptr(GError) problem = NULL;
    gst_message_parse_error(message, &problem, NULL);
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, _("%s cannot be written: %s"), webm->file, problem->message);
  }
  gst_message_unref(message);
  return *heard != GST_MESSAGE_ERROR;
}

static GstBuffer *
buffer_of(const NoslipWebm *webm, cairo_surface_t *frame)
{
  cairo_surface_flush(frame);
  gsize row = (gsize) webm->width * 4, stride = (gsize) cairo_image_surface_get_stride(frame);
  const guint8 *data = cairo_image_surface_get_data(frame);
  GstBuffer *buffer = gst_buffer_new_allocate(NULL, row * (gsize) webm->height, NULL);
  for (int y = 0; y < webm->height; y++)
    gst_buffer_fill(buffer, (gsize) y * row, data + (gsize) y * stride, row);
  GST_BUFFER_PTS(buffer) = gst_util_uint64_scale(webm->n_frames, GST_SECOND, (guint64) webm->fps);
  GST_BUFFER_DURATION(buffer) =
      gst_util_uint64_scale(webm->n_frames + 1, GST_SECOND, (guint64) webm->fps) - GST_BUFFER_PTS(buffer);
  return buffer;
}

gboolean
noslip_webm_add(NoslipWebm *webm, cairo_surface_t *frame, GError **error)
{
  GstAppSrc *source = GST_APP_SRC(webm->elements[SOURCE]);
  guint64 most = (guint64) QUEUE * (guint64) webm->width * (guint64) webm->height * 4;
  GstMessageType heard;
  /* a push that waits by itself would wait for ever where the pipeline has failed */
  do {
    gboolean full = gst_app_src_get_current_level_bytes(source) > most;
    if (!listen(webm, GST_MESSAGE_ERROR, full ? A_MOMENT : 0, &heard, error))
      return FALSE;
  } while (gst_app_src_get_current_level_bytes(source) > most);
  if (gst_app_src_push_buffer(source, buffer_of(webm, frame)) == GST_FLOW_OK) {
    webm->n_frames++;
    return TRUE;
  }
  if (listen(webm, GST_MESSAGE_ERROR, A_MOMENT, &heard, error))
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, _("%s cannot be written: the encoder takes no more frames"),
                webm->file);
  return FALSE;
}

gboolean
noslip_webm_close(NoslipWebm *webm, GError **error)
{
  GstMessageType heard;
  gst_app_src_end_of_stream(GST_APP_SRC(webm->elements[SOURCE]));
  if (!listen(webm, GST_MESSAGE_EOS, LAST_FRAMES, &heard, error))
    return FALSE;
  if (heard != GST_MESSAGE_EOS) {
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, _("%s cannot be written: the encoder does not end"),
                webm->file);
    return FALSE;
  }
  gst_element_set_state(webm->pipeline, GST_STATE_NULL);
  GError *reason = NULL;
  int number = noslip_webm_set_ids(webm->fd);
  if (number != 0) {
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, _("%s cannot be written: %s"), webm->file, g_strerror(number));
    return FALSE;
  }
  return noslip_output_commit(webm->output, &reason) || noslip_file_fail(webm->output, reason, error);
}

void
noslip_webm_free(NoslipWebm *webm)
{
  if (!webm)
    return;
  gst_element_set_state(webm->pipeline, GST_STATE_NULL);
  gst_object_unref(webm->bus);
  gst_object_unref(webm->pipeline);
  noslip_output_free(webm->output);
  g_free(webm->file);
  g_free(webm);
}
