/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Films: the output of render is decoded again, frame by frame. */
#include "tests/app/cli/process.h"
#include "tests/app/films.h"

#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <string.h>

#include <cairo.h>
#include <gst/app/gstappsink.h>

typedef struct {
  int width, height;
  double time;    /* seconds */
  GBytes *pixels; /* width * height * 4: blue, green, red, none */
} Frame;

static void
frame_free(gpointer data)
{
  Frame *frame = data;
  g_bytes_unref(frame->pixels);
  g_free(frame);
}

static Frame *
frame_new(GstSample *sample)
{
  Frame *frame = g_new0(Frame, 1);
  GstBuffer *buffer = gst_sample_get_buffer(sample);
  const GstStructure *caps = gst_caps_get_structure(gst_sample_get_caps(sample), 0);
  gst_structure_get_int(caps, "width", &frame->width);
  gst_structure_get_int(caps, "height", &frame->height);
  frame->time = (double) GST_BUFFER_PTS(buffer) / GST_SECOND;
  gsize size = (gsize) frame->width * (gsize) frame->height * 4;
  guint8 *pixels = g_malloc0(size);
  g_assert_cmpuint(gst_buffer_extract(buffer, 0, pixels, size), ==, size);
  frame->pixels = g_bytes_new_take(pixels, size);
  return frame;
}

static GPtrArray *
decode(const char *file)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *line = g_strdup_printf("filesrc location=\"%s\" ! matroskademux ! vp8dec ! videoconvert ! "
                                          "video/x-raw,format=BGRx ! appsink name=sink sync=false",
                                          file);
  GstElement *pipeline = gst_parse_launch(line, &error);
  g_assert_no_error(error);
  GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
  GPtrArray *frames = g_ptr_array_new_with_free_func(frame_free);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  for (;;) {
    GstSample *sample = gst_app_sink_try_pull_sample(GST_APP_SINK(sink), 30 * GST_SECOND);
    if (!sample)
      break;
    g_ptr_array_add(frames, frame_new(sample));
    gst_sample_unref(sample);
  }
  g_assert_true(gst_app_sink_is_eos(GST_APP_SINK(sink)));
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(sink);
  gst_object_unref(pipeline);
  return frames;
}

/* Root of the mean square of the differences of all colours, 0 to 255. */
static double
difference(const Frame *frame, const guint8 *other, gsize stride)
{
  const guint8 *pixels = g_bytes_get_data(frame->pixels, NULL);
  double sum = 0;
  for (int y = 0; y < frame->height; y++)
    for (int x = 0; x < frame->width; x++)
      for (int c = 0; c < 3; c++) {
        double d = pixels[4 * ((gsize) y * (gsize) frame->width + (gsize) x) + (gsize) c];
        d -= other[(gsize) y * stride + 4 * (gsize) x + (gsize) c];
        sum += d * d;
      }
  return sqrt(sum / (3.0 * frame->width * frame->height));
}

static double
difference_of_frames(const Frame *a, const Frame *b)
{
  return difference(a, g_bytes_get_data(b->pixels, NULL), (gsize) a->width * 4);
}

static const char *const sleigh = "render chaplygin-sleigh --size 321x200 --to 3";

/* The film has the requested number of frames, size and times; each frame differs from the others. */
static void
test_frames(void)
{
  if (!have_films())
    return;
  g_autofree char *film = g_build_filename(scratch(), "it's a film.WebM", NULL);
  g_auto(Result) drawn = expect(0, "%s --from 1 --fps 10 --output \"%s\"", sleigh, film);
  g_assert_cmpstr(drawn.output, ==, "");
  g_autoptr(GPtrArray) frames = decode(film);
  g_assert_cmpuint(frames->len, ==, 21);
  for (guint i = 0; i < frames->len; i++) {
    const Frame *frame = g_ptr_array_index(frames, i);
    g_assert_cmpint(frame->width, ==, 321);
    g_assert_cmpint(frame->height, ==, 200);
    g_assert_cmpfloat_with_epsilon(frame->time, i * 0.1, 2e-3); /* a WebM file counts milliseconds */
    if (i > 0)
      g_assert_cmpfloat(difference_of_frames(frame, g_ptr_array_index(frames, i - 1)), >, 1);
  }
  g_unlink(film);
}

/* The same command gives the same bytes. */
static void
test_same_bytes(void)
{
  if (!have_films())
    return;
  g_autofree char *film = g_build_filename(scratch(), "film.webm", NULL);
  g_autofree char *first = NULL, *second = NULL;
  gsize lengths[2];
  g_auto(Result) one = expect(0, "%s --fps 10 --output '%s'", sleigh, film);
  g_assert_true(g_file_get_contents(film, &first, &lengths[0], NULL));
  g_usleep(1100000); /* a date counts seconds */
  g_auto(Result) two = expect(0, "%s --fps 10 --output '%s'", sleigh, film);
  g_assert_true(g_file_get_contents(film, &second, &lengths[1], NULL));
  g_assert_cmpmem(first, lengths[0], second, lengths[1]);
  g_unlink(film);
}

/* A film of a single moment matches a picture of that moment. */
static void
test_moment(void)
{
  if (!have_films())
    return;
  g_autofree char *film = g_build_filename(scratch(), "moment.webm", NULL);
  g_autofree char *png = g_build_filename(scratch(), "moment.png", NULL);
  g_auto(Result) pictured = expect(0, "%s --output '%s'", sleigh, png);
  cairo_surface_t *still = cairo_image_surface_create_from_png(png);
  g_assert_cmpint(cairo_surface_status(still), ==, CAIRO_STATUS_SUCCESS);
  const guint8 *pixels = cairo_image_surface_get_data(still);
  gsize stride = (gsize) cairo_image_surface_get_stride(still);
  double apart[2];
  for (guint other = 0; other < 2; other++) {
    g_auto(Result) drawn = expect(0, "%s --from %g --fps 10 --output '%s'", sleigh, other ? 2.9 : 3.0, film);
    g_autoptr(GPtrArray) frames = decode(film);
    g_assert_cmpuint(frames->len, ==, 1 + other);
    apart[other] = difference(g_ptr_array_index(frames, 0), pixels, stride);
  }
  g_test_message("a frame differs by %.2f of 255 from its picture, another by %.2f", apart[0], apart[1]);
  g_assert_cmpfloat(apart[0], <, 8);
  g_assert_cmpfloat(apart[1], >, 1.2 * apart[0]);
  cairo_surface_destroy(still);
  g_unlink(film);
  g_unlink(png);
}

static guint
n_frames(const char *options)
{
  g_autofree char *film = g_build_filename(scratch(), "film.webm", NULL);
  g_auto(Result) drawn = expect(0, "render chaplygin-sleigh --size 64x48 %s --output '%s'", options, film);
  g_autoptr(GPtrArray) frames = decode(film);
  g_unlink(film);
  return frames->len;
}

static void
test_length(void)
{
  if (!have_films())
    return;
  g_assert_cmpuint(n_frames("--to 2"), ==, 61);
  g_assert_cmpuint(n_frames("--to 2 --fps 25 --speed 0.5"), ==, 101);
  g_assert_cmpuint(n_frames("--from 2 --to 2"), ==, 1);
}

static void
test_refusals(void)
{
  g_autofree char *film = g_build_filename(scratch(), "film.webm", NULL);
  g_autofree char *png = g_build_filename(scratch(), "picture.png", NULL);
  static const struct {
    const char *options, *says;
  } cases[] = {
      {"--from 3 --to 2", "--from"},  {"--from -1", "--from"},    {"--fps 0", "--fps"},
      {"--fps 2.5", "--fps"},         {"--fps 1000", "--fps"},    {"--speed 0", "--speed"},
      {"--speed -1", "--speed"},      {"--speed 1e-9", "frames"}, {"--time 2", "--time"},
      {"--size 9000x9000", "--size"}, {"--from nan", "--from"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_auto(Result) refused = expect(2, "render chaplygin-sleigh %s --output '%s'", cases[i].options, film);
    assert_contains(refused.messages, cases[i].says);
  }
  g_auto(Result) of_a_picture = expect(2, "render chaplygin-sleigh --fps 10 --output '%s'", png);
  assert_contains(of_a_picture.messages, ".webm");
  g_auto(Result) nowhere = expect(2, "render chaplygin-sleigh --to 1 --output /no/such/folder/film.webm");
  g_assert_true(scratch_is_empty_but(NULL));
}

#define STORY "[Noslip set-up]\n[System]\nid=chaplygin-sleigh\n[Time]\nend=1\n[Story]\ncaption=A sleigh\n"

/* Stories come one after the other, each from its beginning, and the film pauses at a story's question. */
static void
test_stories(void)
{
  g_autofree char *film = g_build_filename(scratch(), "film.webm", NULL);
  g_autofree char *file = g_build_filename(scratch(), "stories.noslip-setup", NULL);
  g_assert_true(g_file_set_contents(file, STORY "pause-at=0.5\n" STORY, -1, NULL));
  g_auto(Result) both = expect(2, "render chaplygin-sleigh --story '%s' --output '%s'", file, film);
  assert_contains(both.messages, "leave out chaplygin-sleigh");
  g_auto(Result) neither = expect(2, "render --output '%s'", film);
  assert_contains(neither.messages, "--story");
  g_auto(Result) moment = expect(2, "render --story '%s' --time 1 --output '%s'", file, film);
  assert_contains(moment.messages, "--speed");
  g_auto(Result) over = expect(2, "render --story film.webm --output film.webm");
  g_auto(Result) none = expect(2, "render --story /no/such/file --output '%s'", film);
  g_assert_false(g_file_test(film, G_FILE_TEST_EXISTS));
  if (have_films()) {
    g_auto(Result) drawn = expect(0, "render --story '%s' --size 320x200 --fps 4 --output '%s'", file, film);
    g_autoptr(GPtrArray) frames = decode(film);
    g_assert_cmpuint(frames->len, ==, 20); /* 5 of each, and 10 during the question */
    /* repeated frames of one moment are coded more and more accurately */
    double rests = difference_of_frames(frames->pdata[4], frames->pdata[11]),
           moves = difference_of_frames(frames->pdata[11], frames->pdata[14]),
           again = difference_of_frames(frames->pdata[0], frames->pdata[15]);
    g_test_message("at rest %.2f of 255, moving %.2f, at the beginning of both %.2f", rests, moves, again);
    g_assert_cmpfloat(rests, <, 0.5 * moves);
    g_assert_cmpfloat(again, <, 0.5 * moves);
    g_unlink(film);
  }
  g_unlink(file);
}

/* A track number with leading zeros would be written in fewer bytes. */
static void
test_short_number(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  g_test_skip("a sanitizer lets no library be loaded before its own");
#else
  if (!have_films())
    return;
  g_autofree char *whole = g_build_filename(scratch(), "whole.webm", NULL);
  g_autofree char *begun_again = g_build_filename(scratch(), "again.webm", NULL);
  char *bytes[2] = {NULL, NULL};
  gsize length[2];
  for (guint i = 0; i < 2; i++) {
    const char *film = i == 0 ? whole : begun_again;
    if (i == 1)
      g_setenv("LD_PRELOAD", g_getenv("NOSLIP_SMALL_NUMBERS"), TRUE);
    g_auto(Result) done = expect(0, "render chaplygin-sleigh --to 0.4 --fps 10 --size 64x48 --output '%s'", film);
    g_unsetenv("LD_PRELOAD");
    g_assert_true(g_file_get_contents(film, &bytes[i], &length[i], NULL));
    g_unlink(film);
  }
  g_assert_cmpmem(bytes[0], length[0], bytes[1], length[1]);
  g_free(bytes[0]);
  g_free(bytes[1]);
#endif
}

/* If its GStreamer elements are missing, no film can be written, and the message names the package to install. */
static void
test_missing_elements(void)
{
  if (!have_films())
    return;
  g_autofree char *film = g_build_filename(scratch(), "film.webm", NULL);
  g_autofree char *registry = g_build_filename(scratch(), "registry", NULL);
  g_autofree char *plugins = g_strdup(g_getenv("GST_PLUGIN_SYSTEM_PATH_1_0"));
  g_setenv("GST_PLUGIN_SYSTEM_PATH_1_0", "/nonexistent", TRUE);
  g_setenv("GST_REGISTRY_1_0", registry, TRUE);
  g_auto(Result) refused = expect(2, "render chaplygin-sleigh --to 1 --size 64x48 --output '%s'", film);
  if (plugins)
    g_setenv("GST_PLUGIN_SYSTEM_PATH_1_0", plugins, TRUE);
  else
    g_unsetenv("GST_PLUGIN_SYSTEM_PATH_1_0");
  g_unsetenv("GST_REGISTRY_1_0");
  assert_contains(refused.messages, "gstreamer1.0-plugins-base");
  g_unlink(registry);
  g_assert_true(scratch_is_empty_but(NULL));
}

/* If interrupted, it leaves no partial film, and the previous file is kept. */
static void
test_interrupted(void)
{
  if (!have_films())
    return;
  g_autofree char *film = scratch_write("film.webm", "before", -1);
  g_autoptr(GError) error = NULL;
  g_autoptr(GSubprocess) process =
      g_subprocess_new(G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error, g_getenv("NOSLIP_CLI"), "render", "chaplygin-sleigh",
                       "--to", "20", "--speed", "0.01", "--output", film, NULL);
  g_assert_no_error(error);
  gint64 begun = g_get_monotonic_time();
  while (scratch_is_empty_but("film.webm")) { /* until the film has begun */
    g_usleep(10000);
    g_assert_cmpint(g_get_monotonic_time() - begun, <, 30 * G_USEC_PER_SEC);
  }
  g_subprocess_send_signal(process, SIGINT);
  g_assert_true(g_subprocess_wait(process, NULL, &error));
  g_assert_cmpint(g_subprocess_get_exit_status(process), ==, 3);
  g_assert_true(scratch_is_empty_but("film.webm"));
  g_autofree char *text = NULL;
  g_assert_true(g_file_get_contents(film, &text, NULL, NULL));
  g_assert_cmpstr(text, ==, "before");
  g_unlink(film);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/film/frames", test_frames);
  g_test_add_func("/film/same-bytes", test_same_bytes);
  g_test_add_func("/film/moment", test_moment);
  g_test_add_func("/film/length", test_length);
  g_test_add_func("/film/refusals", test_refusals);
  g_test_add_func("/film/stories", test_stories);
  g_test_add_func("/film/short-number", test_short_number);
  g_test_add_func("/film/missing-elements", test_missing_elements);
  g_test_add_func("/film/interrupted", test_interrupted);
  int status = g_test_run();
  scratch_remove();
  return status;
}
