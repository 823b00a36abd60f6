/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/desktop/touchpad.h"

#include <X11/Xatom.h>
#include <X11/extensions/XInput2.h>
#include <gio/gio.h>
#include <gio/gunixsocketaddress.h>

/* Messages of the driver, as specified by inputtest(4) and its protocol (version 1.1): a header, then the data of the
 * kind. */

enum { SAYS_VERSION = 0, ASKS_WHETHER_DONE = 1, MOVES = 2, PINCHES = 7 };

typedef struct {
  guint32 length; /* of the whole message, in bytes */
  guint32 kind;
} Head;

typedef struct {
  Head head;
  guint16 major, minor;
} Version;

#define AXES 64
enum { ACROSS = 2, DOWN = 3 }; /* the axes of a scroll */
#define CLICK 120              /* units of these axes for one click of a wheel */

typedef struct {
  Head head;
  guint32 absolute;
  struct {
    guint32 has_unaccelerated;
    guint8 present[AXES / 8];
    double values[AXES];
    double unaccelerated[AXES];
  } axes;
} Motion;

typedef struct {
  Head head;
  guint16 phase; /* of XInput2.h: XI_GesturePinchBegin and the values after it */
  guint16 fingers;
  guint32 flags;
  double dx, dy, unaccelerated_dx, unaccelerated_dy;
  double scale, turned;
} Pinch;

struct _Touchpad {
  GSocketConnection *connection;
};

void
touchpad_declare(const char *name)
{
  Display *display = XOpenDisplay(NULL);
  g_assert_nonnull(display);
  int major = 2, minor = 4, n = 0, found = 0;
  g_assert_cmpint(XIQueryVersion(display, &major, &minor), ==, Success);
  XIDeviceInfo *devices = XIQueryDevice(display, XIAllDevices, &n);
  unsigned char on = 1;
  for (int i = 0; i < n; i++) {
    if (!g_str_equal(devices[i].name, name))
      continue;
    XIChangeProperty(display, devices[i].deviceid, XInternAtom(display, "libinput Tapping Enabled", False), XA_INTEGER,
                     8, PropModeReplace, &on, 1);
    found++;
  }
  XIFreeDeviceInfo(devices);
  XCloseDisplay(display);
  g_assert_cmpint(found, ==, 1);
}

static void
send(Touchpad *touchpad, gpointer message, guint32 kind, gsize length)
{
  g_autoptr(GError) error = NULL;
  Head *head = message;
  head->length = (guint32) length;
  head->kind = kind;
  g_output_stream_write_all(g_io_stream_get_output_stream(G_IO_STREAM(touchpad->connection)), message, length, NULL,
                            NULL, &error);
  g_assert_no_error(error);
}

static void
receive(Touchpad *touchpad, gpointer message, gsize length)
{
  g_autoptr(GError) error = NULL;
  gsize read = 0;
  g_input_stream_read_all(g_io_stream_get_input_stream(G_IO_STREAM(touchpad->connection)), message, length, &read, NULL,
                          &error);
  g_assert_no_error(error);
  g_assert_cmpuint(read, ==, length);
}

static void
wait_until_done(Touchpad *touchpad)
{
  Head question, answer;
  send(touchpad, &question, ASKS_WHETHER_DONE, sizeof question);
  receive(touchpad, &answer, sizeof answer);
}

Touchpad *
touchpad_new(const char *socket)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GSocketClient) client = g_socket_client_new();
  g_autoptr(GSocketAddress) address = g_unix_socket_address_new(socket);
  Touchpad *touchpad = g_new0(Touchpad, 1);
  touchpad->connection = g_socket_client_connect(client, G_SOCKET_CONNECTABLE(address), NULL, &error);
  g_assert_no_error(error);
  Version version = {.major = 1, .minor = 1}, answer;
  send(touchpad, &version, SAYS_VERSION, sizeof version);
  receive(touchpad, &answer, sizeof answer);
  g_assert_cmpuint(answer.major, ==, 1);
  return touchpad;
}

void
touchpad_free(Touchpad *touchpad)
{
  g_object_unref(touchpad->connection);
  g_free(touchpad);
}

void
touchpad_scroll(Touchpad *touchpad, double dx, double dy)
{
  Motion motion = {.axes.present = {1 << ACROSS | 1 << DOWN}};
  motion.axes.values[ACROSS] = CLICK * dx;
  motion.axes.values[DOWN] = CLICK * dy;
  send(touchpad, &motion, MOVES, sizeof motion);
  wait_until_done(touchpad);
}

static void
pinch(Touchpad *touchpad, int phase, double scale)
{
  Pinch message = {.phase = (guint16) phase, .fingers = 2, .scale = scale};
  send(touchpad, &message, PINCHES, sizeof message);
  wait_until_done(touchpad);
}

void
touchpad_pinch_begin(Touchpad *touchpad)
{
  pinch(touchpad, XI_GesturePinchBegin, 1);
}

void
touchpad_pinch(Touchpad *touchpad, double scale)
{
  pinch(touchpad, XI_GesturePinchUpdate, scale);
}

void
touchpad_pinch_end(Touchpad *touchpad)
{
  pinch(touchpad, XI_GesturePinchEnd, 1);
}
