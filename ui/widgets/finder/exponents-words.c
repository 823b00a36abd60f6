/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/common/sentence.h"
#include "ui/widgets/finder/exponents-private.h"
#include "ui/widgets/finder/finder-choices.h"

#include <glib/gi18n.h>

static gboolean
is_computed(const NoslipExponentsView *exponents)
{
  return !noslip_search_is_running(exponents->search) && !noslip_search_is_cancelled(exponents->search);
}

char *
noslip_exponents_view_nothing(NoslipView *view)
{
  NoslipExponentsView *exponents = noslip_exponents_view_of(view);
  const char *typed = noslip_finder_chosen(view, "time");
  NoslipExponentsWork *work = noslip_search_data(exponents->search);
  if (typed && noslip_finder_system(view) && !(noslip_exponents_view_time(view) > 0))
    return g_strdup_printf(_("The time is a positive number of seconds, not “%s”."), typed);
  if (!noslip_finder_start(view) || (typed && !work))
    return g_strdup(_("The exponents appear here as soon as the initial state is known."));
  if (!typed)
    return g_strdup(_("Press Enter to compute the Lyapunov exponents of this motion, or type in this view's menu how "
                      "long it lasts."));
  if (is_computed(exponents) && noslip_exponents_error(work)) {
    g_autofree char *clause = noslip_clause(noslip_exponents_error(work), NULL);
    return noslip_sentence(exponents->system, clause);
  }
  noslip_exponents_view_take_rows(exponents);
  if (exponents->n > 0)
    return NULL;
  return g_strdup(
      noslip_search_is_cancelled(exponents->search)
          ? _("The computation was cancelled before the first estimate; Enter begins it again.")
          : _("The first eleventh of the time, in which the tangent vectors take their directions, does not "
              "count; the estimates appear here after it."));
}

/* Whether parameters or initial values are others now than those of the exponents. */
static gboolean
is_earlier(NoslipView *view)
{
  const NoslipExponentsView *exponents = noslip_exponents_view_of(view);
  if (!noslip_finder_start(view))
    return FALSE;
  g_autofree char *key = noslip_exponents_key(noslip_view_simulation(view), noslip_finder_dynamics(view),
                                              noslip_exponents_view_time(view));
  return g_strcmp0(key, noslip_search_key(exponents->search)) != 0;
}

static char *
progress(NoslipView *view)
{
  const NoslipExponentsView *exponents = noslip_exponents_view_of(view);
  g_autofree char *time = noslip_number_text(noslip_exponents_view_last_row(exponents)[0], 6);
  guint done = noslip_exponents_blocks(noslip_search_data(exponents->search));
  g_autofree char *so_far =
      noslip_search_is_running(exponents->search)
          ? g_strdup_printf(_("over %s s; %u of %u blocks of time"), time, done, NOSLIP_LYAPUNOV_BLOCKS)
      : noslip_search_is_cancelled(exponents->search) ? g_strdup_printf(_("over %s s; cancelled"), time)
                                                      : g_strdup_printf(_("over %s s"), time);
  return is_earlier(view) ? g_strdup_printf(_("for earlier values, %s"), so_far) : g_steal_pointer(&so_far);
}

/* As noslip_exponents_view_nothing(), and while the view has not followed to another system. */
static char *
nothing_yet(NoslipView *view)
{
  return noslip_finder_system(view) == noslip_exponents_view_of(view)->system ? noslip_exponents_view_nothing(view)
                                                                              : g_strdup("");
}

char *
noslip_exponents_view_caption(NoslipView *view)
{
  g_autofree char *why = nothing_yet(view);
  return why ? NULL : progress(view);
}

char *
noslip_exponents_view_detail(NoslipView *view)
{
  g_autofree char *why = nothing_yet(view);
  return why ? NULL : noslip_exponents_view_description(view);
}

char *
noslip_exponents_view_description(NoslipView *view)
{
  NoslipExponentsView *exponents = noslip_exponents_view_of(view);
  g_autofree char *why = noslip_exponents_view_nothing(view);
  if (why)
    return g_steal_pointer(&why);
  g_autofree char *so_far = progress(view), *sum = noslip_exponents_view_number(exponents, exponents->n);
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_printf(text, _("Lyapunov exponents in 1/s, %s"), so_far);
  for (guint k = 0; k < exponents->n; k++) {
    g_autofree char *number = noslip_exponents_view_number(exponents, k);
    g_string_append_printf(text, "; %s", number);
  }
  g_string_append_printf(text, _("; their sum is %s"), sum);
  if (is_earlier(view))
    g_string_append(text, _("; parameters or initial values have changed, and Enter computes them again"));
  return g_string_free(g_steal_pointer(&text), FALSE);
}

char *
noslip_exponents_view_values(NoslipView *view)
{
  const NoslipExponentsView *exponents = noslip_exponents_view_of(view);
  g_autofree char *why = nothing_yet(view);
  if (why)
    return g_steal_pointer(&why);
  const double *row = noslip_exponents_view_last_row(exponents);
  guint n = exponents->n;
  char value[G_ASCII_DTOSTR_BUF_SIZE], error[G_ASCII_DTOSTR_BUF_SIZE];
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint k = 0; k < n; k++)
    g_string_append_printf(text, "%u\t%s\t%s\n", k + 1, g_ascii_formatd(value, sizeof value, "%.17g", row[1 + k]),
                           g_ascii_formatd(error, sizeof error, "%.17g", row[1 + n + k]));
  g_string_append_printf(text, "%s\t%s\t%s\n", _("sum"), g_ascii_formatd(value, sizeof value, "%.17g", row[1 + 2 * n]),
                         g_ascii_formatd(error, sizeof error, "%.17g", row[2 + 2 * n]));
  return g_string_free(g_steal_pointer(&text), FALSE);
}
