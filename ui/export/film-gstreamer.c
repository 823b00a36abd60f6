/* SPDX-License-Identifier: GPL-3.0-or-later */
/* WebM and MP4 by GStreamer: appsrc ! videoconvert ! I420 ! encoder ! muxer ! fdsink, built element by element, so that
 * a missing one can be named. The same frames give the same bytes: the encoder's effort does not depend on the clock,
 * and the muxer's random numbers and dates are overwritten afterwards (webm-ids.h, mp4-dates.h). */
#include "ui/export/film-private.h"
#include "ui/export/mp4-dates.h"
#include "ui/export/webm-ids.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <gst/gst.h>
#include <unistd.h>

#define QUEUE 8                       /* frames that may wait for the encoder */
#define A_MOMENT (20 * GST_MSECOND)   /* between checks of the encoder */
#define FIRST_FRAME 500               /* number of such checks until the head of the file is written */
#define LAST_FRAMES (60 * GST_SECOND) /* for the encoder to end */
#define THREADS 1                     /* of the encoder: with more, its bytes depend on their order */
#define EFFORT -4                     /* of VP8's encoder; a positive value would depend on the clock */
#define BITS_PER_PIXEL 0.8            /* of a frame, on average: lines and uniform ground */
#define H264_QUANTIZER 18             /* visually close to lossless */

enum { SOURCE, CONVERT, FORMAT, ENCODE, MUX, SINK, N_ELEMENTS };

typedef struct {
  const char *element, *package;
} Part;

typedef struct {
  GstElement *pipeline;
  GstElement *elements[N_ELEMENTS]; /* the pipeline's */
  GstBus *bus;
} Pipeline;

static const Part webm_parts[N_ELEMENTS] = {
    {"appsrc", "gstreamer1.0-plugins-base"},  {"videoconvert", "gstreamer1.0-plugins-base"},
    {"capsfilter", "libgstreamer1.0-0"},      {"vp8enc", "gstreamer1.0-plugins-good"},
    {"webmmux", "gstreamer1.0-plugins-good"}, {"fdsink", "libgstreamer1.0-0"},
};
static const Part mp4_parts[N_ELEMENTS] = {
    {"appsrc", "gstreamer1.0-plugins-base"}, {"videoconvert", "gstreamer1.0-plugins-base"},
    {"capsfilter", "libgstreamer1.0-0"},     {"x264enc", "gstreamer1.0-plugins-ugly"},
    {"mp4mux", "gstreamer1.0-plugins-good"}, {"fdsink", "libgstreamer1.0-0"},
};

static const Part *
parts_of(const NoslipFilmKind *kind)
{
  return kind == &noslip_film_mp4 ? mp4_parts : webm_parts;
}

static gboolean
is_available(const NoslipFilmKind *kind, GError **error)
{
  const Part *parts = parts_of(kind);
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

/* Cairo's 32-bit pixels have blue in the lowest byte. */
static GstCaps *
caps_new(const NoslipFilmWriter *writer)
{
  const char *format = G_BYTE_ORDER == G_LITTLE_ENDIAN ? "BGRx" : "xRGB";
  return gst_caps_new_simple("video/x-raw", "format", G_TYPE_STRING, format, "width", G_TYPE_INT, writer->width,
                             "height", G_TYPE_INT, writer->height, "framerate", GST_TYPE_FRACTION, writer->fps, 1,
                             "pixel-aspect-ratio", GST_TYPE_FRACTION, 1, 1, NULL);
}

/* Constant quality, with an upper bound of the bit rate. */
static void
configure_vp8(const NoslipFilmWriter *writer, GstElement *encoder)
{
  double bits = BITS_PER_PIXEL * writer->width * writer->height * writer->fps;
  gst_util_set_object_arg(G_OBJECT(encoder), "end-usage", "cq");
  g_object_set(encoder, "cq-level", 2, "min-quantizer", 0, "max-quantizer", 10, "target-bitrate",
               (int) CLAMP(bits, 200e3, 100e6), "keyframe-max-dist", 2 * writer->fps, "deadline", (gint64) 1,
               "cpu-used", EFFORT, "threads", THREADS, NULL);
}

static void
configure_h264(const NoslipFilmWriter *writer, GstElement *encoder)
{
  gst_util_set_object_arg(G_OBJECT(encoder), "pass", "quant");
  gst_util_set_object_arg(G_OBJECT(encoder), "speed-preset", "fast");
  g_object_set(encoder, "quantizer", H264_QUANTIZER, "key-int-max", 2 * writer->fps, "threads", THREADS, NULL);
}

/* A key frame every two seconds, for seeking; all players support I420. */
static void
configure(const NoslipFilmWriter *writer, Pipeline *pipeline)
{
  GstElement **elements = pipeline->elements;
  GstCaps *caps = caps_new(writer);
  g_object_set(elements[SOURCE], "caps", caps, "format", GST_FORMAT_TIME, "stream-type", 0 /* a stream */, "max-bytes",
               (guint64) 0, NULL);
  gst_caps_unref(caps);
  caps = gst_caps_new_simple("video/x-raw", "format", G_TYPE_STRING, "I420", NULL);
  g_object_set(elements[FORMAT], "caps", caps, NULL);
  gst_caps_unref(caps);
  if (writer->kind == &noslip_film_mp4) {
    configure_h264(writer, elements[ENCODE]);
  } else {
    configure_vp8(writer, elements[ENCODE]);
    g_object_set(elements[MUX], "writing-app", "Noslip", NULL);
  }
  g_object_set(elements[SINK], "fd", writer->fd, "sync", FALSE, NULL);
}

static gboolean
start(NoslipFilmWriter *writer, GError **error)
{
  const Part *parts = parts_of(writer->kind);
  if (writer->kind == &noslip_film_mp4 && (writer->width % 2 != 0 || writer->height % 2 != 0)) {
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                _("an MP4 film has an even number of pixels a side, not %d x %d"), writer->width, writer->height);
    return FALSE;
  }
  Pipeline *pipeline = writer->encoder = g_new0(Pipeline, 1);
  pipeline->pipeline = gst_object_ref_sink(gst_pipeline_new(NULL));
  pipeline->bus = gst_element_get_bus(pipeline->pipeline);
  gboolean linked = TRUE;
  for (guint i = 0; i < N_ELEMENTS; i++) {
    pipeline->elements[i] = gst_element_factory_make(parts[i].element, NULL);
    linked = linked && pipeline->elements[i] && gst_bin_add(GST_BIN(pipeline->pipeline), pipeline->elements[i]) &&
             (i == 0 || gst_element_link(pipeline->elements[i - 1], pipeline->elements[i]));
  }
  if (!linked) {
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED, _("GStreamer's elements do not fit together"));
    return FALSE;
  }
  configure(writer, pipeline);
  gst_element_set_state(pipeline->pipeline, GST_STATE_PLAYING);
  return TRUE;
}

/* Handles messages of the pipeline within `patience`: FALSE with *error if it failed. */
static gboolean
listen(const NoslipFilmWriter *writer, GstMessageType types, GstClockTime patience, GstMessageType *received,
       GError **error)
{
  *received = GST_MESSAGE_UNKNOWN;
  const Pipeline *pipeline = writer->encoder;
  GstMessage *message = gst_bus_timed_pop_filtered(pipeline->bus, patience, types | GST_MESSAGE_ERROR);
  if (!message)
    return TRUE;
  *received = GST_MESSAGE_TYPE(message);
  if (*received == GST_MESSAGE_ERROR) {
    g_autoptr(GError) problem = NULL;
    gst_message_parse_error(message, &problem, NULL);
    noslip_film_fail(writer, problem->message, error);
  }
  gst_message_unref(message);
  return *received != GST_MESSAGE_ERROR;
}

static GstBuffer *
buffer_of(const NoslipFilmWriter *writer, cairo_surface_t *frame)
{
  gsize row = (gsize) writer->width * 4, stride = (gsize) cairo_image_surface_get_stride(frame);
  const guint8 *data = cairo_image_surface_get_data(frame);
  GstBuffer *buffer = gst_buffer_new_allocate(NULL, row * (gsize) writer->height, NULL);
  for (int y = 0; y < writer->height; y++)
    gst_buffer_fill(buffer, (gsize) y * row, data + (gsize) y * stride, row);
  GST_BUFFER_PTS(buffer) = gst_util_uint64_scale(writer->n_frames, GST_SECOND, (guint64) writer->fps);
  GST_BUFFER_DURATION(buffer) =
      gst_util_uint64_scale(writer->n_frames + 1, GST_SECOND, (guint64) writer->fps) - GST_BUFFER_PTS(buffer);
  return buffer;
}

/* The source is used through its properties and signals only, so its library need not be linked, which would bring half
 * a dozen packages to machines that make no films. */
static guint64
waiting_bytes(GstElement *source)
{
  guint64 bytes = 0;
  g_object_get(source, "current-level-bytes", &bytes, NULL);
  return bytes;
}

/* Takes ownership of the buffer. */
static GstFlowReturn
push(GstElement *source, GstBuffer *buffer)
{
  GstFlowReturn flow = GST_FLOW_ERROR;
  g_signal_emit_by_name(source, "push-buffer", buffer, &flow);
  gst_buffer_unref(buffer);
  return flow;
}

static gboolean
add_frame(NoslipFilmWriter *writer, cairo_surface_t *frame, GError **error)
{
  GstElement *source = ((Pipeline *) writer->encoder)->elements[SOURCE];
  guint64 most = (guint64) QUEUE * (guint64) writer->width * (guint64) writer->height * 4;
  GstMessageType received;
  /* a blocking push would wait for ever if the pipeline has failed */
  do {
    gboolean full = waiting_bytes(source) > most;
    if (!listen(writer, GST_MESSAGE_ERROR, full ? A_MOMENT : 0, &received, error))
      return FALSE;
  } while (waiting_bytes(source) > most);
  if (push(source, buffer_of(writer, frame)) == GST_FLOW_OK)
    return TRUE;
  if (listen(writer, GST_MESSAGE_ERROR, A_MOMENT, &received, error))
    noslip_film_fail(writer, _("the encoder takes no more frames"), error);
  return FALSE;
}

static void
clear(NoslipFilmWriter *writer)
{
  Pipeline *pipeline = writer->encoder;
  if (!pipeline)
    return;
  gst_element_set_state(pipeline->pipeline, GST_STATE_NULL);
  gst_object_unref(pipeline->bus);
  gst_object_unref(pipeline->pipeline);
  g_free(pipeline);
  writer->encoder = NULL;
}

static gboolean
start_again(NoslipFilmWriter *writer, GError **error)
{
  clear(writer);
  if (ftruncate(writer->fd, 0) != 0 || lseek(writer->fd, 0, SEEK_SET) != 0)
    return noslip_film_fail(writer, g_strerror(errno), error);
  return start(writer, error);
}

/* The muxer draws a track's number at random and writes it without leading zeros: one film in 256 would be shorter by a
 * byte or more. The number is in the file after the first frame; if it is too short, the film is started again, with
 * another number. */
static gboolean
add_first(NoslipFilmWriter *writer, cairo_surface_t *frame, GError **error)
{
  for (;;) {
    if (!add_frame(writer, frame, error))
      return FALSE;
    guint length = noslip_webm_track_id_length(writer->fd);
    for (guint i = 0; i < FIRST_FRAME && length == 0; i++) {
      GstMessageType received;
      if (!listen(writer, GST_MESSAGE_ERROR, A_MOMENT, &received, error))
        return FALSE;
      length = noslip_webm_track_id_length(writer->fd);
    }
    if (length == 0 || length >= NOSLIP_WEBM_TRACK_ID)
      return TRUE;
    if (!start_again(writer, error))
      return FALSE;
  }
}

static gboolean
add(NoslipFilmWriter *writer, cairo_surface_t *frame, GError **error)
{
  gboolean first = writer->n_frames == 0 && writer->kind == &noslip_film_webm;
  return first ? add_first(writer, frame, error) : add_frame(writer, frame, error);
}

static gboolean
end(NoslipFilmWriter *writer, GError **error)
{
  const Pipeline *pipeline = writer->encoder;
  GstMessageType received;
  GstFlowReturn flow;
  g_signal_emit_by_name(pipeline->elements[SOURCE], "end-of-stream", &flow);
  if (!listen(writer, GST_MESSAGE_EOS, LAST_FRAMES, &received, error))
    return FALSE;
  if (received != GST_MESSAGE_EOS)
    return noslip_film_fail(writer, _("the encoder does not finish"), error);
  gst_element_set_state(pipeline->pipeline, GST_STATE_NULL);
  int number = writer->kind == &noslip_film_mp4 ? noslip_mp4_set_dates(writer->fd) : noslip_webm_set_ids(writer->fd);
  return number == 0 || noslip_film_fail(writer, g_strerror(number), error);
}

const NoslipFilmKind noslip_film_webm = {".webm", is_available, start, add, end, clear};
const NoslipFilmKind noslip_film_mp4 = {".mp4", is_available, start, add, end, clear};
