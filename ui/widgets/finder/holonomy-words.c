/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/common/sentence.h"
#include "ui/widgets/finder/finder-choices.h"
#include "ui/widgets/finder/holonomy-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define ROUNDING 1e-13 /* below this a displacement is 0 */

NoslipHolonomyView *
noslip_holonomy_view_of(NoslipView *view)
{
  return noslip_view_state(view);
}

NoslipCurvatureMap *
noslip_holonomy_view_map(const NoslipHolonomyView *holonomy)
{
  return noslip_search_data(holonomy->map);
}

gboolean
noslip_holonomy_view_shape(NoslipView *view, guint shape[2], double low[2], double high[2])
{
  NoslipCurvatureMap *map = noslip_holonomy_view_map(noslip_holonomy_view_of(view));
  return map && noslip_curvature_map_box(map, shape, low, high);
}

guint
noslip_holonomy_view_coordinate(NoslipView *view, const guint shape[2])
{
  guint other = 0;
  while (other == shape[0] || other == shape[1])
    other++;
  guint chosen = noslip_finder_entry(view, "of", other);
  const NoslipSystem *system = noslip_finder_system(view);
  return chosen < system->m && chosen != shape[0] && chosen != shape[1] ? chosen : other;
}

char *
noslip_holonomy_view_nothing(NoslipView *view)
{
  const NoslipHolonomyView *holonomy = noslip_holonomy_view_of(view);
  guint shape[2];
  double low[2], high[2];
  if (!noslip_finder_start(view))
    return g_strdup(_("The map appears here as soon as the initial state is known."));
  if (noslip_finder_system(view)->m < 3)
    return g_strdup(_("A gait needs two coordinates for the shape and a third one that it moves."));
  if (!noslip_search_is_running(holonomy->map) && noslip_curvature_map_error(noslip_holonomy_view_map(holonomy)))
    return noslip_sentence(holonomy->system, noslip_curvature_map_error(noslip_holonomy_view_map(holonomy))->cause);
  return noslip_holonomy_view_shape(view, shape, low, high) ? NULL : g_strdup(_("Searching for two shape variables."));
}

const NoslipLoopWork *
noslip_holonomy_view_moved(const NoslipHolonomyView *holonomy)
{
  const NoslipLoopWork *work = noslip_search_data(holonomy->loop);
  return work && !noslip_search_is_running(holonomy->loop) ? work : NULL;
}

static double
without_rounding(double value)
{
  return fabs(value) < ROUNDING ? 0 : value;
}

char *
noslip_holonomy_view_line(const NoslipLoopWork *work, guint i)
{
  if (!isfinite(work->displacement[i]))
    return NULL;
  g_autofree char *name = noslip_math_pretty(work->system->coordinates[i].name);
  g_autofree char *moves = noslip_number_text(without_rounding(work->displacement[i]), 5);
  g_autofree char *rule = noslip_number_text(without_rounding(work->area_rule[i]), 5);
  return g_strdup_printf(_("%s moves by %s, area rule %s"), name, moves, rule);
}

const char *
noslip_holonomy_view_waiting(const NoslipHolonomyView *holonomy)
{
  if (noslip_search_is_running(holonomy->loop))
    return _("Computing the displacement by the gait.");
  return noslip_search_is_cancelled(holonomy->loop) ? _("The computation was cancelled.")
                                                    : _("The end of the gait appears here.");
}

/* What the map and the displacement still wait for: "; growing". */
static const char *
progress(const NoslipHolonomyView *holonomy)
{
  if (noslip_search_is_running(holonomy->map))
    return _("; growing");
  if (noslip_search_is_running(holonomy->loop))
    return _("; computing the displacement");
  return noslip_search_is_cancelled(holonomy->map) || noslip_search_is_cancelled(holonomy->loop) ? _("; cancelled")
                                                                                                 : "";
}

char *
noslip_holonomy_view_caption(NoslipView *view)
{
  const NoslipHolonomyView *holonomy = noslip_holonomy_view_of(view);
  guint shape[2];
  double low[2], high[2];
  if (!noslip_holonomy_view_shape(view, shape, low, high))
    return NULL;
  g_autofree char *name =
      noslip_math_pretty(holonomy->system->coordinates[noslip_holonomy_view_coordinate(view, shape)].name);
  return g_strdup_printf(_("curvature of %s%s"), name, progress(holonomy));
}

/* The unfinished gait. */
static void
describe_pen(GString *text, const NoslipHolonomyView *holonomy, const guint shape[2])
{
  const NoslipGaitPen *pen = &holonomy->pen;
  if (!pen->line)
    return;
  if (!pen->by_keys) {
    g_string_append(text, _("; a gait is being drawn"));
    return;
  }
  guint n = pen->line->len / 2;
  for (guint s = 0; s < 2; s++)
    noslip_finder_add_value(text, s == 0 ? _("; cross-hair at ") : ", ", holonomy->system->coordinates[shape[s]].name,
                            pen->at[s]);
  g_string_append_printf(
      text, ngettext("; a gait of %u corner is being drawn", "; a gait of %u corners is being drawn", n), n);
}

char *
noslip_holonomy_view_description(NoslipView *view)
{
  const NoslipHolonomyView *holonomy = noslip_holonomy_view_of(view);
  guint shape[2];
  double low[2], high[2], largest;
  g_autofree char *why = noslip_holonomy_view_nothing(view);
  if (why || !noslip_holonomy_view_shape(view, shape, low, high))
    return g_steal_pointer(&why);
  guint of = noslip_holonomy_view_coordinate(view, shape);
  g_free(noslip_curvature_map_values(noslip_holonomy_view_map(holonomy), of, &largest));
  g_autofree char *number = noslip_number_text(largest, 4),
                  *name = noslip_math_pretty(holonomy->system->coordinates[of].name);
  g_autofree char *a = noslip_math_pretty(holonomy->system->coordinates[shape[0]].name);
  g_autofree char *b = noslip_math_pretty(holonomy->system->coordinates[shape[1]].name);
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_printf(text, _("Curvature of %s over %s and %s, at most %s"), name, a, b, number);
  if (noslip_search_is_running(holonomy->map))
    g_string_append_printf(text, _("; %u of %u rows"), noslip_curvature_map_rows(noslip_holonomy_view_map(holonomy)),
                           NOSLIP_CURVATURE_CELLS);
  describe_pen(text, holonomy, shape);
  if (noslip_search_is_running(holonomy->loop))
    g_string_append(text, _("; computing the displacement"));
  else if (noslip_search_is_cancelled(holonomy->map) || noslip_search_is_cancelled(holonomy->loop))
    g_string_append(text, _("; cancelled"));
  const NoslipLoopWork *work = noslip_holonomy_view_moved(holonomy);
  if (work && work->good) {
    g_autofree char *area = noslip_number_text(work->area, 5);
    g_string_append_printf(text, _("; a gait of area %s"), area);
  }
  for (guint i = 0; work && work->good && i < work->system->m; i++) {
    g_autofree char *line = noslip_holonomy_view_line(work, i);
    if (line)
      g_string_append_printf(text, "; %s", line);
  }
  if (work && work->error)
    g_string_append_printf(text, "; %s", work->error->cause);
  if (noslip_finder_chosen(view, "loop") && !noslip_search_key(holonomy->loop))
    g_string_append(text,
                    _("; the typed text is not a gait: write ellipse(a, b, half axis along a, half axis along b)"));
  return g_string_free(g_steal_pointer(&text), FALSE);
}
