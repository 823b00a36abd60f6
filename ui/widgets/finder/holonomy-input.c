/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pointer and the keys of the Holonomy view. */
#include "ui/widgets/finder/holonomy-gait.h"
#include "ui/widgets/finder/holonomy-private.h"

#include <string.h>

#define FAR 10 /* steps of the cross-hair with Control, as those in time */

/* The action of an arrow, "right" or "far-right" with Control. */
static const struct {
  const char *action;
  guint key;
  int right, up;
} arrows[] = {{"left", GDK_KEY_Left, -1, 0},  {"right", GDK_KEY_Right, 1, 0},      {"up", GDK_KEY_Up, 0, 1},
              {"down", GDK_KEY_Down, 0, -1},  {"far-left", GDK_KEY_Left, -FAR, 0}, {"far-right", GDK_KEY_Right, FAR, 0},
              {"far-up", GDK_KEY_Up, 0, FAR}, {"far-down", GDK_KEY_Down, 0, -FAR}};

void
noslip_holonomy_view_forget(NoslipHolonomyView *holonomy)
{
  noslip_search_forget(holonomy->map);
  noslip_search_forget(holonomy->loop);
}

static void
enable(const NoslipHolonomyView *holonomy, const char *action, gboolean enabled)
{
  GAction *known = g_action_map_lookup_action(G_ACTION_MAP(holonomy->actions), action);
  g_simple_action_set_enabled(G_SIMPLE_ACTION(known), enabled);
}

void
noslip_holonomy_view_enable_keys(NoslipView *view)
{
  const NoslipHolonomyView *holonomy = noslip_holonomy_view_of(view);
  for (guint i = 0; i < G_N_ELEMENTS(arrows); i++)
    enable(holonomy, arrows[i].action, holonomy->pen.by_keys);
  enable(holonomy, "back", holonomy->pen.by_keys);
  enable(holonomy, "erase",
         holonomy->pen.line || noslip_view_choice(view, "drawn") || noslip_view_choice(view, "loop"));
}

static void
show_pen(NoslipView *view)
{
  noslip_holonomy_view_enable_keys(view);
  noslip_view_changed(view, NOSLIP_CHANGED_START);
  noslip_view_update_description(view);
}

gboolean
noslip_holonomy_view_stroke(NoslipView *view, NoslipDragPhase phase, guint figure, double x, double y)
{
  NoslipHolonomyView *holonomy = noslip_holonomy_view_of(view);
  const double at[2] = {x, y};
  guint shape[2];
  double low[2], high[2];
  if (figure != 0 || !noslip_holonomy_view_shape(view, shape, low, high))
    return FALSE;
  noslip_gait_pen_stroke(view, &holonomy->pen, phase, at);
  noslip_holonomy_view_enable_keys(view);
  noslip_view_changed(view, NOSLIP_CHANGED_START);
  return TRUE;
}

static void
pen(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  NoslipView *view = data;
  guint shape[2];
  double low[2], high[2];
  if (!noslip_holonomy_view_shape(view, shape, low, high))
    return;
  noslip_gait_pen_press(view, &noslip_holonomy_view_of(view)->pen, low, high);
  show_pen(view);
}

static void
move(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  NoslipView *view = data;
  const char *name = g_action_get_name(G_ACTION(action));
  guint shape[2], way = 0;
  double low[2], high[2];
  while (strcmp(arrows[way].action, name) != 0)
    way++;
  if (!noslip_holonomy_view_shape(view, shape, low, high))
    return;
  noslip_gait_pen_move(&noslip_holonomy_view_of(view)->pen, arrows[way].right, arrows[way].up, low, high);
  show_pen(view);
}

static void
back(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  noslip_gait_pen_back(&noslip_holonomy_view_of(view)->pen);
  show_pen(view);
}

static void
stop(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  NoslipHolonomyView *holonomy = noslip_holonomy_view_of(view);
  if (noslip_gait_pen_drop(&holonomy->pen)) {
    show_pen(view);
    return;
  }
  noslip_search_cancel(holonomy->map);
  noslip_search_cancel(holonomy->loop);
}

static void
again(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  noslip_holonomy_view_forget(noslip_holonomy_view_of(view));
  noslip_view_refresh(view);
}

static void
erase(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  if (noslip_gait_pen_drop(&noslip_holonomy_view_of(view)->pen)) {
    show_pen(view);
    return;
  }
  noslip_view_set_choice(view, "drawn", NULL);
  noslip_view_set_choice(view, "loop", NULL);
}

static void
add_arrows(NoslipView *view, GActionGroup *actions)
{
  for (guint i = 0; i < G_N_ELEMENTS(arrows); i++) {
    const GActionEntry entry = {arrows[i].action, move, NULL, NULL, NULL, {0}};
    gboolean far = g_str_has_prefix(arrows[i].action, "far-");
    g_action_map_add_action_entries(G_ACTION_MAP(actions), &entry, 1, view);
    noslip_view_add_key(view, arrows[i].key, far ? GDK_CONTROL_MASK : 0, actions, arrows[i].action);
  }
}

GActionGroup *
noslip_holonomy_view_add_keys(NoslipView *view)
{
  static const GActionEntry entries[] = {{"stop", stop, NULL, NULL, NULL, {0}},
                                         {"again", again, NULL, NULL, NULL, {0}},
                                         {"erase", erase, NULL, NULL, NULL, {0}},
                                         {"pen", pen, NULL, NULL, NULL, {0}},
                                         {"back", back, NULL, NULL, NULL, {0}}};
  static const struct {
    guint key;
    const char *action;
  } keys[] = {{GDK_KEY_Escape, "stop"},     {GDK_KEY_Delete, "erase"}, {GDK_KEY_BackSpace, "back"},
              {GDK_KEY_BackSpace, "erase"}, {GDK_KEY_Return, "pen"},   {GDK_KEY_KP_Enter, "pen"}};
  GActionGroup *actions = noslip_view_own_actions(view, "holonomy", entries, G_N_ELEMENTS(entries));
  for (guint i = 0; i < G_N_ELEMENTS(keys); i++)
    noslip_view_add_key(view, keys[i].key, 0, actions, keys[i].action);
  add_arrows(view, actions);
  return actions;
}
