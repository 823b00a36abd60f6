/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/section-choices.h"

#include "core/system/state.h"
#include "ui/widgets/common/accessible.h"

#include <glib/gi18n.h>

#define COUNT 200 /* crossings of each motion, where nothing is chosen */
#define MOST_COUNT 100000

static const NoslipSystem *
system_of(NoslipView *view)
{
  const NoslipSimulation *simulation = noslip_view_simulation(view);
  return simulation ? noslip_simulation_system(simulation) : NULL;
}

static const char *
chosen(NoslipView *view, const char *name)
{
  const char *const *choice = noslip_view_choice(view, name);
  return choice && choice[0] && *choice[0] ? choice[0] : NULL;
}

const char *
noslip_section_event(NoslipView *view)
{
  return chosen(view, "event");
}

static const struct {
  const char *id, *title;
} directions[] = {
    [NOSLIP_EVENT_BOTH] = {"both", N_("Rising and falling")},
    [NOSLIP_EVENT_RISING] = {"rising", N_("Rising")},
    [NOSLIP_EVENT_FALLING] = {"falling", N_("Falling")},
};

NoslipSectionWish
noslip_section_wish(NoslipView *view)
{
  NoslipSectionWish wish = {.event = chosen(view, "event"), .motions = chosen(view, "motions"), .count = COUNT};
  const char *direction = chosen(view, "direction"), *count = chosen(view, "count");
  guint64 n;
  for (guint i = 0; direction && i < G_N_ELEMENTS(directions); i++)
    if (g_str_equal(direction, directions[i].id))
      wish.direction = (NoslipEventDirection) i;
  if (count && g_ascii_string_to_unsigned(count, 10, 1, MOST_COUNT, &n, NULL))
    wish.count = (guint) n;
  return wish;
}

/* Coordinates and velocities by their names; by themselves the first coordinate and the first velocity that the section
 * is not made of. */
void
noslip_section_axes(NoslipView *view, const NoslipSystem *system, guint axes[2])
{
  static const char *const names[] = {"x", "y"};
  const char *event = chosen(view, "event");
  guint n = system->m + system->n, first = 0, second = system->m;
  while (first + 1 < n && g_strcmp0(event, noslip_state_name(system, first)) == 0)
    first++;
  while (second + 1 < n && (second == first || g_strcmp0(event, noslip_state_name(system, second)) == 0))
    second++;
  axes[0] = first;
  axes[1] = second;
  for (guint a = 0; a < 2; a++)
    for (guint i = 0; i < n; i++)
      if (g_strcmp0(chosen(view, names[a]), noslip_state_name(system, i)) == 0)
        axes[a] = i;
}

gboolean
noslip_section_is_angle(const NoslipSystem *system, guint entry)
{
  return entry < system->m && system->coordinates[entry].angle;
}

static void
direction_selected(GtkDropDown *drop_down, GParamSpec *pspec, NoslipView *view)
{
  guint at = gtk_drop_down_get_selected(drop_down);
  if (at < G_N_ELEMENTS(directions))
    noslip_view_set_choice(view, "direction", (const char *const[]){directions[at].id, NULL});
}

static void
axis_selected(GtkDropDown *drop_down, GParamSpec *pspec, NoslipView *view)
{
  const NoslipSystem *system = system_of(view);
  guint at = gtk_drop_down_get_selected(drop_down);
  if (system && at < system->m + system->n)
    noslip_view_set_choice(view, g_object_get_data(G_OBJECT(drop_down), "choice"),
                           (const char *const[]){noslip_state_name(system, at), NULL});
}

static void
add_drop_down(NoslipView *view, GtkBox *box, const char *title, const char *choice, GPtrArray *words, guint present,
              GCallback chose)
{
  GtkWidget *label = gtk_label_new(title);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_add_css_class(label, "heading");
  gtk_box_append(box, label);
  g_ptr_array_add(words, NULL);
  GtkWidget *drop_down = gtk_drop_down_new_from_strings((const char *const *) words->pdata);
  gtk_drop_down_set_selected(GTK_DROP_DOWN(drop_down), present);
  noslip_accessible_set_name(drop_down, title);
  g_object_set_data(G_OBJECT(drop_down), "choice", (gpointer) choice);
  g_signal_connect_object(drop_down, "notify::selected", chose, view, 0);
  gtk_box_append(box, drop_down);
}

static void
add_axis(NoslipView *view, GtkBox *box, const char *title, const char *choice, guint present)
{
  const NoslipSystem *system = system_of(view);
  g_autoptr(GPtrArray) words = g_ptr_array_new();
  for (guint i = 0; i < system->m + system->n; i++)
    g_ptr_array_add(words, (gpointer) noslip_state_name(system, i));
  add_drop_down(view, box, title, choice, words, present, G_CALLBACK(axis_selected));
}

void
noslip_section_add_choices(NoslipView *view, GtkBox *box, GActionGroup *actions)
{
  const NoslipSystem *system = system_of(view);
  guint axes[2];
  if (!system)
    return;
  noslip_view_add_text(view, box, "event", _("Section where this is zero"), noslip_state_name(system, system->m));
  g_autoptr(GPtrArray) words = g_ptr_array_new();
  for (guint i = 0; i < G_N_ELEMENTS(directions); i++)
    g_ptr_array_add(words, (gpointer) _(directions[i].title));
  add_drop_down(view, box, _("Direction"), "direction", words, noslip_section_wish(view).direction,
                G_CALLBACK(direction_selected));
  noslip_view_add_text(view, box, "count", _("Crossings of each motion"), "200");
  g_autofree char *example = g_strdup_printf("%s=0..1:10", noslip_state_name(system, 0));
  noslip_view_add_text(view, box, "motions", _("Motions that begin elsewhere"), example);
  noslip_section_axes(view, system, axes);
  add_axis(view, box, _("Horizontal"), "x", axes[0]);
  add_axis(view, box, _("Vertical"), "y", axes[1]);
  noslip_view_add_item(box, _("Cancel the section"), NULL, actions, "stop");
  noslip_view_add_item(box, _("Compute it again"), NULL, actions, "again");
  noslip_view_add_item(box, _("Show the motion of the next point"), NULL, actions, "next-point");
}
