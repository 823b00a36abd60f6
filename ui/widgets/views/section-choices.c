/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/section-choices.h"

#include "core/system/state.h"

#include <glib/gi18n.h>

#define COUNT 200 /* crossings of each motion by default */
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

NoslipSectionRequest
noslip_section_request(NoslipView *view)
{
  NoslipSectionRequest request = {.event = chosen(view, "event"), .motions = chosen(view, "motions"), .count = COUNT};
  const char *direction = chosen(view, "direction"), *count = chosen(view, "count");
  guint64 n;
  for (guint i = 0; direction && i < G_N_ELEMENTS(directions); i++)
    if (g_str_equal(direction, directions[i].id))
      request.direction = (NoslipEventDirection) i;
  if (count && g_ascii_string_to_unsigned(count, 10, 1, MOST_COUNT, &n, NULL))
    request.count = (guint) n;
  return request;
}

char *
noslip_section_problem(NoslipView *view)
{
  return noslip_view_count_problem(view, "count", _("Crossings of each motion"), 1, MOST_COUNT);
}

/* Coordinates and velocities by name; by default the first coordinate and the first velocity that do not define the
 * section. */
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

void
noslip_section_add_choices(NoslipView *view, GtkBox *box, GActionGroup *actions)
{
  const NoslipSystem *system = system_of(view);
  guint axes[2];
  if (!system)
    return;
  noslip_view_add_text(view, box, "event", _("Section where this is zero"), noslip_state_name(system, system->m));
  const char *titles[G_N_ELEMENTS(directions) + 1] = {NULL}, *ids[G_N_ELEMENTS(directions) + 1] = {NULL};
  for (guint i = 0; i < G_N_ELEMENTS(directions); i++) {
    titles[i] = _(directions[i].title);
    ids[i] = directions[i].id;
  }
  noslip_view_add_list(view, box, "direction", _("Direction"), titles, ids,
                       (int) noslip_section_request(view).direction);
  noslip_view_add_text(view, box, "count", _("Crossings of each motion"), "200");
  g_autofree char *example = g_strdup_printf("%s=0..1:10", noslip_state_name(system, 0));
  noslip_view_add_text(view, box, "motions", _("Motions with other initial values"), example);
  noslip_section_axes(view, system, axes);
  g_autofree const char **names = g_new0(const char *, (gsize) system->m + system->n + 1);
  for (guint i = 0; i < system->m + system->n; i++)
    names[i] = noslip_state_name(system, i);
  noslip_view_add_list(view, box, "x", _("Horizontal"), names, names, (int) axes[0]);
  noslip_view_add_list(view, box, "y", _("Vertical"), names, names, (int) axes[1]);
  noslip_view_add_item(box, _("Cancel the section"), "Esc", actions, "stop");
  noslip_view_add_item(box, _("Compute it again"), NULL, actions, "again");
  noslip_view_add_item(box, _("Show the motion of the next point"), "Enter", actions, "next-point");
}
