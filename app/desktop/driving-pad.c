/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gamepads that move the inputs of a system while it runs: a stick moves an input between its own course and the ends
 * of its range, a pair of buttons moves it as a pair of keys does. An input with the keys Left and Right uses the
 * horizontal axis of the left stick, one with Down and Up its vertical axis; the others use the remaining axes, in
 * order. */
#include "app/desktop/desktop.h"
#include "app/desktop/gamepad.h"

#include <math.h>

#define PAD "noslip-pad"
#define DEAD 0.12        /* of a stick's range, around its centre */
#define AT_MOST_EVERY 16 /* milliseconds: sticks send values more often than frames are drawn */

typedef struct {
  NoslipWindow *window; /* it owns this */
  double tilt[NOSLIP_PAD_N_AXES];
  gboolean moved[NOSLIP_PAD_N_AXES]; /* since an input was moved last */
  gboolean acts[NOSLIP_PAD_N_AXES];  /* the stick has the input */
  guint down[NOSLIP_PAD_N_AXES];     /* buttons: 1 the lower end, 2 the upper one */
  guint later;
} Pad;

static void
pad_free(gpointer data)
{
  Pad *pad = data;
  g_clear_handle_id(&pad->later, g_source_remove);
  g_free(pad);
}

static Pad *
pad_of(NoslipWindow *window)
{
  Pad *pad = g_object_get_data(G_OBJECT(window), PAD);
  if (!pad) {
    pad = g_new0(Pad, 1);
    pad->window = window;
    g_object_set_data_full(G_OBJECT(window), PAD, pad, pad_free);
  }
  return pad;
}

static gboolean
has_keys(const NoslipInput *input, const char *low, const char *high)
{
  return g_strcmp0(input->keys[0], low) == 0 && g_strcmp0(input->keys[1], high) == 0;
}

/* The inputs of the axes; G_MAXUINT for an unused axis. */
static void
assign(const NoslipSystem *system, guint inputs[NOSLIP_PAD_N_AXES])
{
  for (guint axis = 0; axis < NOSLIP_PAD_N_AXES; axis++)
    inputs[axis] = G_MAXUINT;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; system && i < system->n_inputs; i++) {
      const NoslipInput *input = &system->inputs[i];
      guint wanted = has_keys(input, "Left", "Right") ? NOSLIP_PAD_LEFT_X
                     : has_keys(input, "Down", "Up")  ? NOSLIP_PAD_LEFT_Y
                                                      : NOSLIP_PAD_N_AXES;
      gboolean named = wanted < NOSLIP_PAD_N_AXES && (inputs[wanted] == G_MAXUINT || inputs[wanted] == i);
      if (input->hand == G_MAXUINT || named != (pass == 0))
        continue;
      for (guint axis = 0; !named && axis < NOSLIP_PAD_N_AXES && wanted >= NOSLIP_PAD_N_AXES; axis++)
        if (inputs[axis] == G_MAXUINT)
          wanted = axis;
      if (wanted < NOSLIP_PAD_N_AXES && inputs[wanted] == G_MAXUINT)
        inputs[wanted] = i;
    }
}

static gboolean
plays(NoslipWindow *window)
{
  return noslip_simulation_playhead(noslip_window_simulation(window))->state == NOSLIP_PLAYING;
}

static gboolean
act(gpointer data)
{
  Pad *pad = data;
  NoslipSimulation *simulation = noslip_window_simulation(pad->window);
  guint inputs[NOSLIP_PAD_N_AXES];
  gboolean any = FALSE;
  pad->later = 0;
  if (!simulation)
    return G_SOURCE_REMOVE;
  assign(noslip_simulation_system(simulation), inputs);
  for (guint axis = 0; axis < NOSLIP_PAD_N_AXES; axis++) {
    double tilt = pad->tilt[axis];
    if (!pad->moved[axis] || inputs[axis] == G_MAXUINT || (tilt == 0 ? !pad->acts[axis] : !plays(pad->window)))
      continue;
    pad->moved[axis] = FALSE;
    pad->acts[axis] = tilt != 0;
    noslip_hands_tilt_input(noslip_simulation_hands(simulation), inputs[axis], tilt);
    any = TRUE;
  }
  if (any)
    pad->later = g_timeout_add(AT_MOST_EVERY, act, pad);
  return G_SOURCE_REMOVE;
}

static void
press(NoslipWindow *window, Pad *pad, const NoslipPadEvent *event)
{
  NoslipSimulation *simulation = noslip_window_simulation(window);
  guint inputs[NOSLIP_PAD_N_AXES], bit = event->value < 0 ? 1 : 2, before = pad->down[event->axis];
  assign(noslip_simulation_system(simulation), inputs);
  guint after = event->down ? before | bit : before & ~bit;
  if (after == before || (event->down && !plays(window)))
    return;
  pad->down[event->axis] = after;
  int direction = event->down ? (bit == 1 ? -1 : 1) : after == 0 ? 0 : after == 1 ? -1 : 1;
  if (inputs[event->axis] != G_MAXUINT)
    noslip_hands_drive_input(noslip_simulation_hands(simulation), inputs[event->axis], direction);
}

void
noslip_driving_pad(NoslipWindow *window, const NoslipPadEvent *event)
{
  Pad *pad = pad_of(window);
  if (event->axis >= NOSLIP_PAD_N_AXES || !isfinite(event->value) || !noslip_window_simulation(window))
    return;
  if (event->is_button) {
    press(window, pad, event);
    return;
  }
  double size = fmin(fabs(event->value), 1),
         tilt = size <= DEAD ? 0 : copysign((size - DEAD) / (1 - DEAD), event->value);
  if (tilt == pad->tilt[event->axis])
    return;
  pad->tilt[event->axis] = tilt;
  pad->moved[event->axis] = TRUE;
  if (!pad->later)
    act(pad);
}
