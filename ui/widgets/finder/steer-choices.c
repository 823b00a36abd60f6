/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/finder/steer-choices.h"

#include "core/base/decimal.h"
#include "core/system/state.h"
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/finder/finder-choices.h"

#include <glib/gi18n.h>
#include <math.h>

#define STEP 1.0 /* default distance of the end from the start, in the coordinate's unit */
#define SOLUTIONS 3
#define SOLUTIONS_MOST 20
#define STARTS 60

/* The choice of a coordinate's end. Free with g_free(). */
static char *
choice_of(const NoslipSystem *system, guint i)
{
  return g_strdup_printf("to-%s", system->coordinates[i].name);
}

/* Tied to others by a manifold or a constraint on positions: it cannot move alone. */
static gboolean
is_tied(const NoslipSystem *system, guint i)
{
  for (guint k = 0; k < system->n_manifolds; k++)
    if (noslip_expr_depends(system->graph, system->manifolds[k], 1, &system->coordinates[i].symbol))
      return TRUE;
  return FALSE;
}

/* The coordinate that the default end moves: the first that is not tied. */
static guint
moved_coordinate(const NoslipSystem *system)
{
  for (guint i = 0; i < system->m; i++)
    if (!is_tied(system, i))
      return i;
  return G_MAXUINT;
}

static gboolean
read_end(NoslipView *view, guint i, double *x, gboolean *given, char **problem)
{
  const NoslipSystem *system = noslip_finder_system(view);
  g_autofree char *choice = choice_of(system, i);
  const char *text = noslip_finder_chosen(view, choice);
  *given = TRUE;
  if (!text)
    return TRUE;
  if (g_str_equal(text, "free"))
    *given = FALSE;
  else if (!noslip_decimal_read(text, x) || !isfinite(*x))
    *problem = g_strdup_printf(_("The end of %s is a number, or free, not “%s”."), system->coordinates[i].name, text);
  return *problem == NULL;
}

gboolean
noslip_steer_choices_end(NoslipView *view, double *x, gboolean *given, char **problem)
{
  const NoslipSystem *system = noslip_finder_system(view);
  const NoslipStart *start = noslip_finder_start(view);
  guint moved = system ? moved_coordinate(system) : G_MAXUINT, n_given = 0;
  *problem = NULL;
  if (!start)
    return FALSE;
  if (system->m == 0)
    *problem = g_strdup(_("This system has no coordinates, so there is no end to choose."));
  for (guint i = 0; i < system->m && !*problem; i++) {
    gboolean wanted;
    x[i] = start->found[i] + (i == moved ? STEP : 0);
    if (!read_end(view, i, &x[i], &wanted, problem))
      break;
    n_given += wanted;
    if (!wanted)
      x[i] = start->found[i];
    if (given)
      given[i] = wanted;
  }
  if (!*problem && n_given == 0)
    *problem = g_strdup(_("All coordinates of the end are free: give one of them in this view's menu."));
  return !*problem;
}

gboolean
noslip_steer_choices_is_chosen(NoslipView *view)
{
  const NoslipSystem *system = noslip_finder_system(view);
  gboolean chosen = FALSE;
  for (guint i = 0; system && i < system->m; i++) {
    g_autofree char *choice = choice_of(system, i);
    chosen |= noslip_finder_chosen(view, choice) != NULL;
  }
  return chosen;
}

void
noslip_steer_choices_take(NoslipView *view, const double *x)
{
  const NoslipSystem *system = noslip_finder_system(view);
  g_autofree double *present = g_new0(double, (gsize) system->m + 1);
  g_autofree char *problem = NULL;
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  noslip_steer_choices_end(view, present, NULL, &problem);
  for (guint i = 0; i < system->m; i++)
    if (fabs(x[i] - present[i]) > 1e-9 * (1 + fabs(x[i]))) {
      g_autofree char *choice = choice_of(system, i);
      noslip_finder_choose(view, choice, g_ascii_formatd(number, sizeof number, "%.6g", x[i]));
    }
}

static gboolean
read_time(NoslipView *view, double *time, char **problem)
{
  const char *text = noslip_finder_chosen(view, "time");
  gboolean is_free = text && g_str_equal(text, "free");
  *time = is_free ? 0 : noslip_finder_seconds(view, noslip_finder_system(view)->run_to);
  if (text && !is_free && !(*time > 0))
    *problem = g_strdup_printf(_("The time is a positive number of seconds, or free, not “%s”."), text);
  return *problem == NULL;
}

gboolean
noslip_steer_choices_request(NoslipView *view, NoslipSteerRequest *request, char **problem)
{
  const NoslipSystem *system = noslip_finder_system(view);
  guint m = system ? system->m : 0;
  g_autofree gboolean *given = g_new0(gboolean, (gsize) m + 1);
  *request = (NoslipSteerRequest){.target = g_new0(double, (gsize) m + 1), .given = g_new0(guint, (gsize) m + 1)};
  request->solutions = noslip_finder_count(view, "solutions", 1, SOLUTIONS_MOST, SOLUTIONS);
  request->starts = STARTS;
  if ((*problem = noslip_view_count_problem(view, "solutions", _("Ways to find"), 1, SOLUTIONS_MOST)))
    return FALSE;
  if (!noslip_steer_choices_end(view, request->target, given, problem) || !read_time(view, &request->time, problem))
    return FALSE;
  for (guint i = 0; i < m; i++)
    if (given[i]) {
      request->given[request->n_given] = i;
      request->target[request->n_given++] = request->target[i];
    }
  return TRUE;
}

char *
noslip_steer_choices_key(NoslipView *view, const NoslipSteerRequest *request)
{
  const NoslipSystem *system = noslip_finder_system(view);
  g_autoptr(GString) key = g_string_new(NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_printf(key, "%u", request->solutions);
  g_string_append_printf(key, " %s;", g_ascii_formatd(number, sizeof number, "%.12g", request->time));
  noslip_finder_add_start(key, system, noslip_finder_start(view), system->m);
  for (guint i = 0; i < request->n_given; i++)
    g_string_append_printf(key, " %u=%s", request->given[i],
                           g_ascii_formatd(number, sizeof number, "%.12g", request->target[i]));
  return g_string_free(g_steal_pointer(&key), FALSE);
}

void
noslip_steer_choices_axes(NoslipView *view, guint axes[2])
{
  axes[0] = noslip_finder_entry(view, "x", 0);
  axes[1] = noslip_finder_entry(view, "y", 1);
}

void
noslip_steer_choices_add(NoslipView *view, GtkBox *box, GActionGroup *actions)
{
  const NoslipSystem *system = noslip_finder_system(view);
  const NoslipStart *start = noslip_finder_start(view);
  guint axes[2];
  if (!start || system->m == 0)
    return;
  for (guint i = 0; i < system->m; i++) {
    g_autofree char *choice = choice_of(system, i);
    g_autofree char *title = g_strdup_printf(_("End of %s"), system->coordinates[i].name);
    g_autofree char *number = noslip_number_text(start->found[i] + (i == moved_coordinate(system) ? STEP : 0), 4);
    g_autofree char *example = g_strdup_printf(_("%s, or free"), number);
    noslip_view_add_text(view, box, choice, title, example);
  }
  g_autofree char *seconds = noslip_number_text(system->run_to, 4);
  g_autofree char *example = g_strdup_printf(_("%s, or free"), seconds);
  noslip_view_add_text(view, box, "time", _("Time (s)"), example);
  noslip_view_add_text(view, box, "solutions", _("Ways to find"), "3");
  noslip_steer_choices_axes(view, axes);
  noslip_finder_add_entries(view, box, _("Horizontal"), "x", system->m + system->n, axes[0]);
  noslip_finder_add_entries(view, box, _("Vertical"), "y", system->m + system->n, axes[1]);
  noslip_view_add_item(box, _("Play the next way"), "Enter", actions, "play");
  noslip_view_add_item(box, _("Show or hide the wave front"), NULL, actions, "front");
  noslip_view_add_item(box, _("Show or hide the front beyond the cut"), NULL, actions, "sphere");
  noslip_view_add_item(box, _("Search again"), NULL, actions, "again");
  noslip_view_add_item(box, _("Cancel the search"), "Esc", actions, "stop");
}
