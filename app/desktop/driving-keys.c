/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys that move the inputs of a system while it runs. They act before the window's own keys, unless the focus is in
 * a text or a menu: an input moves towards one end of its range while a key is down, and back when the key is
 * released. */
#include "app/desktop/desktop.h"

struct _NoslipDriving {
  NoslipWindow *window;
  guint64 down; /* the keys that are held, one bit for each: 2 input + end */
};

NoslipDriving *
noslip_driving_new(NoslipWindow *window)
{
  NoslipDriving *driving = g_rc_box_new0(NoslipDriving);
  driving->window = window;
  return driving;
}

/* The keys of a number pad act like the corresponding other keys. */
static guint
plain(guint value)
{
  static const guint pad[][2] = {{GDK_KEY_KP_Left, GDK_KEY_Left},
                                 {GDK_KEY_KP_Right, GDK_KEY_Right},
                                 {GDK_KEY_KP_Up, GDK_KEY_Up},
                                 {GDK_KEY_KP_Down, GDK_KEY_Down}};
  for (guint i = 0; i < G_N_ELEMENTS(pad); i++)
    if (value == pad[i][0])
      return pad[i][1];
  return gdk_keyval_to_lower(value);
}

/* The input that the key moves, and to which end; FALSE if there is none. */
static gboolean
find(const NoslipSystem *system, guint value, guint *input, guint *end)
{
  for (*input = 0; system && *input < MIN(system->n_inputs, 32); (*input)++)
    for (*end = 0; *end < 2; (*end)++) {
      const char *key = system->inputs[*input].keys[*end];
      if (key && plain(gdk_keyval_from_name(key)) == plain(value))
        return TRUE;
    }
  return FALSE;
}

static guint64
bit(guint input, guint end)
{
  return G_GUINT64_CONSTANT(1) << (2 * input + end);
}

gboolean
noslip_driving_press(NoslipDriving *driving, guint value, GdkModifierType state)
{
  NoslipSimulation *simulation = noslip_window_simulation(driving->window);
  GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(driving->window));
  guint input, end;
  if (noslip_simulation_playhead(simulation)->state != NOSLIP_PLAYING ||
      (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) ||
      (focus && gtk_widget_get_ancestor(focus, GTK_TYPE_POPOVER)) ||
      !find(noslip_simulation_system(simulation), value, &input, &end))
    return FALSE;
  if (driving->down & bit(input, end))
    return TRUE; /* key repeat */
  driving->down |= bit(input, end);
  noslip_hands_drive_input(noslip_simulation_hands(simulation), input, end == 0 ? -1 : 1);
  return TRUE;
}

void
noslip_driving_release(NoslipDriving *driving, guint value)
{
  NoslipSimulation *simulation = noslip_window_simulation(driving->window);
  guint input, end;
  if (!find(noslip_simulation_system(simulation), value, &input, &end) || !(driving->down & bit(input, end)))
    return;
  driving->down &= ~bit(input, end);
  gboolean other = (driving->down & bit(input, 1 - end)) != 0;
  noslip_hands_drive_input(noslip_simulation_hands(simulation), input, !other ? 0 : end == 0 ? 1 : -1);
}

void
noslip_driving_release_all(NoslipDriving *driving)
{
  NoslipSimulation *simulation = noslip_window_simulation(driving->window);
  const NoslipSystem *system = noslip_simulation_system(simulation);
  for (guint i = 0; system && i < MIN(system->n_inputs, 32); i++)
    if (driving->down & (bit(i, 0) | bit(i, 1)))
      noslip_hands_drive_input(noslip_simulation_hands(simulation), i, 0);
  driving->down = 0;
}
