/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/common/sentence.h"
#include "ui/widgets/finder/basins-private.h"
#include "ui/widgets/finder/finder-choices.h"

#include <glib/gi18n.h>
#include <math.h>

char *
noslip_basins_view_nothing(NoslipView *view)
{
  const NoslipBasinsView *basins = noslip_basins_view_of(view);
  if (!noslip_finder_chosen(view, "classify"))
    return g_strdup(_("Enter an expression in this view's menu: motions are distinguished by its value at the end."));
  if (noslip_finder_system(view) && !(noslip_basins_view_time(view) > 0))
    return g_strdup_printf(_("The time is a positive number of seconds, not “%s”."),
                           noslip_finder_chosen(view, "time"));
  if (!noslip_finder_start(view) || !noslip_basins_view_work(basins))
    return g_strdup(_("The map appears here as soon as the initial state is known."));
  const NoslipDiagnostic *wrong = noslip_basins_refusal(noslip_basins_view_work(basins));
  if (!wrong && !noslip_search_is_running(basins->search))
    wrong = noslip_basins_error(noslip_basins_view_work(basins));
  return wrong ? noslip_sentence(basins->system, wrong->cause) : NULL;
}

static char *
progress(const NoslipBasinsView *basins)
{
  if (noslip_search_is_running(basins->search))
    return g_strdup_printf(_("%u of %u motions; growing"), basins->n_done, noslip_basins_view_points(basins));
  if (noslip_search_is_cancelled(basins->search))
    return g_strdup_printf(_("%u of %u motions; cancelled"), basins->n_done, noslip_basins_view_points(basins));
  return g_strdup_printf(g_dngettext(NULL, "%u motion", "%u motions", basins->n_done), basins->n_done);
}

char *
noslip_basins_view_caption(NoslipView *view)
{
  NoslipBasinsView *basins = noslip_basins_view_of(view);
  g_autofree char *why = noslip_finder_system(view) == basins->system ? noslip_basins_view_nothing(view) : g_strdup("");
  if (why)
    return NULL;
  noslip_basins_view_take_values(basins);
  g_autofree char *so_far = progress(basins), *name = noslip_math_pretty(noslip_finder_chosen(view, "classify"));
  return g_strdup_printf("%s: %s", name, so_far);
}

static void
add_share(const NoslipBasinsView *basins, GString *text, guint class)
{
  guint n = 0;
  double value = g_array_index(basins->classes, double, class);
  for (guint i = 0; i < noslip_basins_view_points(basins); i++)
    n += isfinite(basins->values[i]) && noslip_basins_view_class(basins, basins->values[i]) == (int) class;
  g_autofree char *number = noslip_number_text(value, 5),
                  *share = noslip_number_text(100.0 * n / noslip_basins_view_points(basins), 3);
  g_string_append_printf(text, _("; %s in %s percent"), number, share);
}

char *
noslip_basins_view_description(NoslipView *view)
{
  NoslipBasinsView *basins = noslip_basins_view_of(view);
  g_autofree char *why = noslip_basins_view_nothing(view);
  if (why)
    return g_steal_pointer(&why);
  noslip_basins_view_take_values(basins);
  g_autofree char *so_far = progress(basins);
  const char *first = noslip_basins_axis(noslip_basins_view_work(basins), 0)->name,
             *second = noslip_basins_axis(noslip_basins_view_work(basins), 1)->name;
  g_autofree char *x = noslip_math_pretty(first), *y = noslip_math_pretty(second);
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_printf(text, _("%s at the end, over %s and %s; %s"), noslip_finder_chosen(view, "classify"), x, y, so_far);
  for (guint i = 0; i < basins->classes->len; i++)
    add_share(basins, text, i);
  if (basins->classes->len == 0 && basins->high >= basins->low) {
    g_autofree char *low = noslip_number_text(basins->low, 4), *high = noslip_number_text(basins->high, 4);
    g_string_append_printf(text, _("; from %s to %s"), low, high);
  }
  for (guint a = 0; a < 2 && basins->shows; a++)
    noslip_finder_add_value(
        text, a == 0 ? _("; shown is ") : ", ", a == 0 ? first : second,
        noslip_section_spread_value(noslip_basins_axis(noslip_basins_view_work(basins), a), basins->at[a]));
  return g_string_free(g_steal_pointer(&text), FALSE);
}
