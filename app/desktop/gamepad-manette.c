/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gamepads by libmanette, which maps known pads to one layout: codes are those of linux/input-event-codes.h. */
#include "app/desktop/gamepad.h"

#ifdef NOSLIP_HAS_MANETTE
#include <libmanette.h>

typedef struct {
  ManetteMonitor *monitor;
  NoslipPadHandler handler;
  gpointer data;
} Reader;

/* Of sticks; y points downwards. */
static const struct {
  guint16 code;
  NoslipPadAxis axis;
  double sign;
} sticks[] = {{0x00, NOSLIP_PAD_LEFT_X, 1},
              {0x01, NOSLIP_PAD_LEFT_Y, -1},
              {0x03, NOSLIP_PAD_RIGHT_X, 1},
              {0x04, NOSLIP_PAD_RIGHT_Y, -1}};

static const struct {
  guint16 code;
  NoslipPadAxis axis;
  double end;
} buttons[] = {{0x222, NOSLIP_PAD_LEFT_X, -1},  {0x223, NOSLIP_PAD_LEFT_X, 1},   {0x221, NOSLIP_PAD_LEFT_Y, -1},
               {0x220, NOSLIP_PAD_LEFT_Y, 1},   {0x136, NOSLIP_PAD_RIGHT_X, -1}, {0x137, NOSLIP_PAD_RIGHT_X, 1},
               {0x138, NOSLIP_PAD_RIGHT_Y, -1}, {0x139, NOSLIP_PAD_RIGHT_Y, 1}};

static void
moved(ManetteDevice *device, ManetteEvent *event, Reader *reader)
{
  guint16 code = 0;
  double value = 0;
  if (!manette_event_get_absolute(event, &code, &value))
    return;
  for (guint i = 0; i < G_N_ELEMENTS(sticks); i++)
    if (sticks[i].code == code) {
      NoslipPadEvent change = {.axis = sticks[i].axis, .value = CLAMP(sticks[i].sign * value, -1, 1)};
      reader->handler(&change, reader->data);
    }
}

static void
pressed_or_released(ManetteEvent *event, gboolean down, Reader *reader)
{
  guint16 code = 0;
  if (!manette_event_get_button(event, &code))
    return;
  for (guint i = 0; i < G_N_ELEMENTS(buttons); i++)
    if (buttons[i].code == code) {
      NoslipPadEvent change = {.axis = buttons[i].axis, .is_button = TRUE, .down = down, .value = buttons[i].end};
      reader->handler(&change, reader->data);
    }
}

static void
pressed(ManetteDevice *device, ManetteEvent *event, Reader *reader)
{
  pressed_or_released(event, TRUE, reader);
}

static void
released(ManetteDevice *device, ManetteEvent *event, Reader *reader)
{
  pressed_or_released(event, FALSE, reader);
}

/* Releases the buttons and sticks that are held. */
static void
on_disconnected(ManetteMonitor *monitor, ManetteDevice *device, Reader *reader)
{
  for (guint axis = 0; axis < NOSLIP_PAD_N_AXES; axis++) {
    NoslipPadEvent change = {.axis = (NoslipPadAxis) axis};
    reader->handler(&change, reader->data);
  }
  g_signal_handlers_disconnect_by_data(device, reader);
}

static void
on_connected(ManetteMonitor *monitor, ManetteDevice *device, Reader *reader)
{
  g_signal_connect(device, "absolute-axis-event", G_CALLBACK(moved), reader);
  g_signal_connect(device, "button-press-event", G_CALLBACK(pressed), reader);
  g_signal_connect(device, "button-release-event", G_CALLBACK(released), reader);
}

static void
for_each(Reader *reader, void (*act)(ManetteMonitor *, ManetteDevice *, Reader *))
{
  g_autoptr(ManetteMonitorIter) devices = manette_monitor_iterate(reader->monitor);
  ManetteDevice *device = NULL;
  while (manette_monitor_iter_next(devices, &device))
    act(reader->monitor, device, reader);
}

static gpointer
open_pads(NoslipPadHandler handler, gpointer data)
{
  Reader *reader = g_new0(Reader, 1);
  reader->monitor = manette_monitor_new();
  reader->handler = handler;
  reader->data = data;
  g_signal_connect(reader->monitor, "device-connected", G_CALLBACK(on_connected), reader);
  g_signal_connect(reader->monitor, "device-disconnected", G_CALLBACK(on_disconnected), reader);
  for_each(reader, on_connected);
  return reader;
}

static void
forget(ManetteMonitor *monitor, ManetteDevice *device, Reader *reader)
{
  g_signal_handlers_disconnect_by_data(device, reader);
}

static void
close_pads(gpointer device)
{
  Reader *reader = device;
  for_each(reader, forget);
  g_signal_handlers_disconnect_by_data(reader->monitor, reader);
  g_object_unref(reader->monitor);
  g_free(reader);
}
#else
static gpointer
open_pads(NoslipPadHandler handler, gpointer data)
{
  return NULL;
}

static void
close_pads(gpointer device)
{
}
#endif

const NoslipPadSource noslip_pad_manette = {open_pads, close_pads};
