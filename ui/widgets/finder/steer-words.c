/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/common/sentence.h"
#include "ui/widgets/finder/finder-choices.h"
#include "ui/widgets/finder/steer-choices.h"
#include "ui/widgets/finder/steer-front.h"
#include "ui/widgets/finder/steer-private.h"

#include <glib/gi18n.h>

static const NoslipDiagnostic *
error_of(const NoslipSteerView *steer)
{
  gboolean ended = noslip_search_data(steer->search) && !noslip_search_is_running(steer->search);
  return ended && !noslip_search_is_cancelled(steer->search)
             ? noslip_steer_work_error(noslip_search_data(steer->search))
             : NULL;
}

char *
noslip_steer_view_nothing(NoslipView *view)
{
  const NoslipSteerView *steer = noslip_steer_view_of(view);
  if (!noslip_finder_start(view))
    return g_strdup(_("Ways appear here as soon as the initial state is known."));
  if (steer->problem)
    return g_strdup(steer->problem);
  if (error_of(steer))
    return noslip_sentence(steer->system, error_of(steer)->cause);
  if (steer->ways && steer->ways->len > 0)
    return NULL;
  if (noslip_search_is_cancelled(steer->search))
    return g_strdup(_("The search was cancelled."));
  if (steer->ways && !steer->later && !noslip_search_is_running(steer->search))
    return g_strdup(_("No start led to the end: try another time or a nearer end."));
  return NULL;
}

static char *
progress(const NoslipSteerView *steer)
{
  guint starts, found;
  if (steer->later)
    return g_strdup(_("waiting"));
  if (noslip_search_is_cancelled(steer->search))
    return g_strdup(_("cancelled"));
  if (!noslip_search_is_running(steer->search))
    return NULL;
  noslip_steer_work_progress(noslip_search_data(steer->search), &starts, &found);
  return g_strdup_printf(g_dngettext(NULL, "searching: %u start, %u found", "searching: %u starts, %u found", starts),
                         starts, found);
}

char *
noslip_steer_view_hint(NoslipView *view)
{
  const NoslipSteerView *steer = noslip_steer_view_of(view);
  if (steer->ways && steer->ways->len > 0)
    return NULL;
  return noslip_steer_choices_is_chosen(view)
             ? progress(steer)
             : g_strdup(_("Ways appear here as soon as their end is dragged or typed in this view's menu."));
}

char *
noslip_steer_view_caption(NoslipView *view)
{
  const NoslipSteerView *steer = noslip_steer_view_of(view);
  g_autofree char *now = progress(steer);
  if (steer->problem || error_of(steer))
    return NULL;
  if (!noslip_steer_choices_is_chosen(view))
    return noslip_finder_start(view) ? g_strdup(_("drag the end")) : NULL;
  if (!steer->ways || steer->ways->len == 0 || (steer->earlier && !steer->quick))
    return g_steal_pointer(&now);
  const NoslipWay *best = steer->ways->pdata[0];
  g_autofree char *cost = noslip_number_text(best->cost, 5), *time = noslip_number_text(best->time, 4);
  g_autofree char *ways = g_strdup_printf(
      g_dngettext(NULL, "%u way, cost %s in %s s", "%u ways, the cheapest costs %s in %s s", steer->ways->len),
      steer->ways->len, cost, time);
  if (best->n_pieces > 1) {
    g_autofree char *played = g_steal_pointer(&ways);
    ways = g_strdup_printf(_("%s; computed in pieces, does not play"), played);
  }
  return now ? g_strdup_printf("%s; %s", ways, now) : g_steal_pointer(&ways);
}

static void
describe_way(GString *text, const NoslipWay *way, guint number)
{
  g_autofree char *cost = noslip_number_text(way->cost, 6), *time = noslip_number_text(way->time, 5);
  g_string_append_printf(text, _("; way %u: cost %s in %s s"), number, cost, time);
  if (way->conjugate && way->conjugate->len > 0) {
    g_autofree char *first = noslip_number_text(g_array_index(way->conjugate, double, 0), 5);
    g_string_append_printf(text, _(", conjugate at t = %s"), first);
  } else if (way->conjugate) {
    g_string_append(text, _(", no conjugate point"));
  }
  if (way->abnormal > 0)
    g_string_append(text, _(", abnormal"));
  if (way->n_pieces > 1)
    g_string_append_printf(text, _(", computed in %u pieces, because no initial values of sixteen digits lead there"),
                           way->n_pieces);
}

static void
describe_front(GString *text, const NoslipSteerView *steer)
{
  NoslipFrontWork *work = noslip_search_data(steer->front);
  NoslipFrontCounts counts;
  if (!work)
    return;
  if (!noslip_search_is_running(steer->front) && noslip_front_work_error(work)) {
    g_string_append_printf(text, "; %s", noslip_front_work_error(work)->cause);
    return;
  }
  noslip_front_work_counts(work, &counts);
  g_string_append_printf(text, ngettext("; wave front of %u extremal", "; wave front of %u extremals", counts.ends),
                         counts.ends);
  g_string_append_printf(text, _(", %u of them with a conjugate point, %u with none"), counts.behind, counts.before);
  if (counts.cut_known > 0)
    g_string_append_printf(
        text, ngettext("; %u before its cut: the sphere", "; %u before their cut: the sphere", counts.sphere),
        counts.sphere);
  if (noslip_search_is_running(steer->front))
    g_string_append(text, _("; growing"));
}

char *
noslip_steer_view_describe(NoslipView *view)
{
  const NoslipSteerView *steer = noslip_steer_view_of(view);
  const NoslipSystem *system = noslip_finder_system(view);
  noslip_steer_view_follow(view);
  g_autofree char *why = noslip_steer_view_nothing(view), *now = progress(steer);
  if (why)
    return g_steal_pointer(&why);
  g_autoptr(GString) text =
      g_string_new(noslip_steer_choices_is_chosen(view)
                       ? _("Ways to the end")
                       : _("Drag the end, here or as a ghost in the scene, or type it in this view's menu. It is at"));
  g_autofree double *x = noslip_steer_view_end(view);
  for (guint i = 0; x && i < system->m; i++)
    noslip_finder_add_value(text, i > 0 ? ", " : " ", system->coordinates[i].name, x[i]);
  for (guint i = 0; steer->ways && !steer->earlier && i < steer->ways->len; i++)
    describe_way(text, steer->ways->pdata[i], i + 1);
  if (steer->playing > 0)
    g_string_append_printf(text, _("; way %u plays"), steer->playing);
  if (now)
    g_string_append_printf(text, "; %s", now);
  describe_front(text, steer);
  if (noslip_search_data(steer->search) && noslip_steer_work_drops_forces(noslip_search_data(steer->search)))
    g_string_append(text, _("; external forces are ignored"));
  return g_string_free(g_steal_pointer(&text), FALSE);
}
