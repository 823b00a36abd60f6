/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/common/sentence.h"
#include "ui/widgets/finder/finder-choices.h"
#include "ui/widgets/finder/fit-private.h"

#include <glib/gi18n.h>
#include <math.h>

NoslipFitView *
noslip_fit_view_of(NoslipView *view)
{
  return noslip_view_state(view);
}

const NoslipFitWork *
noslip_fit_view_work(const NoslipFitView *fit)
{
  return noslip_search_is_running(fit->search) || noslip_search_is_cancelled(fit->search)
             ? NULL
             : noslip_search_data(fit->search);
}

const NoslipFitWork *
noslip_fit_view_data(const NoslipFitView *fit)
{
  const NoslipFitWork *work = noslip_search_data(fit->search);
  return work && g_atomic_int_get(&work->has_before) ? work : NULL;
}

guint
noslip_fit_view_column(NoslipView *view, const NoslipFitTable *table)
{
  const char *chosen = noslip_finder_chosen(view, "column");
  for (guint c = 0; chosen && c < table->names->len; c++)
    if (g_str_equal(table->names->pdata[c], chosen))
      return c;
  return 0;
}

char *
noslip_fit_view_nothing(NoslipView *view)
{
  const NoslipFitView *fit = noslip_fit_view_of(view);
  const NoslipFitWork *work = noslip_fit_view_work(fit);
  if (!noslip_finder_chosen(view, "data"))
    return g_strdup(
        _("Drop a CSV file here, or open one in this view's menu: a column t, and columns named like what they "
          "measure."));
  if (!noslip_finder_start(view))
    return g_strdup(_("The data appear here as soon as the initial state is known."));
  if (fit->problem)
    return g_strdup(fit->problem);
  if (noslip_fit_view_data(fit))
    return NULL;
  if (noslip_search_is_cancelled(fit->search))
    return g_strdup(_("The fit was cancelled."));
  if (!work)
    return g_strdup(_("Searching for the parameters that fit best."));
  return work->error ? noslip_sentence(fit->system, work->error->cause)
                     : g_strdup(_("There is no motion to compare with."));
}

char *
noslip_fit_view_estimate(const NoslipFitWork *work, guint u)
{
  g_autofree char *name = noslip_math_pretty(work->unknowns[u].name);
  g_autofree char *value = noslip_number_text(work->fit->values[u], 5);
  g_autofree char *error = noslip_number_text(work->fit->errors[u], 2);
  return isfinite(work->fit->errors[u]) ? g_strdup_printf("%s = %s ± %s", name, value, error)
                                        : g_strdup_printf(_("%s = %s, error not known"), name, value);
}

static const char *
verdict(const NoslipFit *found)
{
  return !found->identifiable ? _("not determined by these data")
         : !found->converged  ? _("did not converge")
                              : _("determined by the data");
}

static void
add_missing(const NoslipFit *found, GString *text)
{
  if (found->n_missing > 0)
    g_string_append_printf(text, _("; left out, as empty or nan: %u"), found->n_missing);
}

/* That the fit goes on, and how far it has come. */
static char *
running(const NoslipFitView *fit)
{
  NoslipFitWork *work = noslip_search_data(fit->search);
  guint done = work ? (guint) g_atomic_int_get(&work->done) : 0;
  return done == 0 ? g_strdup(_("fitting"))
                   : g_strdup_printf(_("fitting: %u of at most %u starts"), done, NOSLIP_FIT_STARTS + 1);
}

char *
noslip_fit_view_caption(NoslipView *view)
{
  const NoslipFitView *fit = noslip_fit_view_of(view);
  const NoslipFitWork *work = noslip_finder_system(view) == fit->system ? noslip_fit_view_work(fit) : NULL;
  if (noslip_search_is_running(fit->search))
    return running(fit);
  if (noslip_search_is_cancelled(fit->search))
    return g_strdup(_("cancelled"));
  if (!work || !work->before)
    return NULL;
  if (!work->fit)
    return work->error ? noslip_sentence(fit->system, work->error->cause)
                       : g_strdup(_("choose in this view's menu what to fit"));
  g_autoptr(GString) text = g_string_new(verdict(work->fit));
  for (guint u = 0; u < work->n; u++) {
    g_autofree char *one = noslip_fit_view_estimate(work, u);
    g_string_append_printf(text, "%s%s", u > 0 ? ", " : ": ", one);
  }
  add_missing(work->fit, text);
  return g_string_free(g_steal_pointer(&text), FALSE);
}

/* What the data show, so far. */
static void
add_result(NoslipView *view, GString *text)
{
  const NoslipFitView *fit = noslip_fit_view_of(view);
  const NoslipFitWork *work = noslip_fit_view_work(fit);
  if (!work || !work->fit) {
    g_autofree char *going = running(fit);
    const char *why = noslip_search_is_cancelled(fit->search) ? _("cancelled")
                      : !work                                 ? going
                      : work->error                           ? work->error->cause
                                                              : _("choose in this view's menu what to fit");
    g_string_append_printf(text, "; %s", why);
    return;
  }
  for (guint u = 0; u < work->n; u++) {
    g_autofree char *one = noslip_fit_view_estimate(work, u);
    g_string_append_printf(text, "; %s", one);
  }
  g_autofree char *chi2 = noslip_number_text(work->fit->chi2, 4),
                  *condition = noslip_number_text(work->fit->condition, 3);
  g_string_append_printf(text, _("; sum of squares %s, condition %s; %s"), chi2, condition, verdict(work->fit));
  add_missing(work->fit, text);
  if (fit->applied)
    g_string_append(text, _("; the window has these values"));
}

char *
noslip_fit_view_description(NoslipView *view)
{
  const NoslipFitView *fit = noslip_fit_view_of(view);
  g_autofree char *why = noslip_fit_view_nothing(view);
  if (why)
    return g_steal_pointer(&why);
  const NoslipFitWork *work = noslip_fit_view_data(fit);
  g_autofree char *base = g_filename_display_basename(fit->path);
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_printf(text, _("Data of %s: %u rows"), base, work->table->times->len);
  for (guint c = 0; c < work->table->names->len; c++)
    g_string_append_printf(text, "%s %s", c > 0 ? "," : _("; measured:"), (const char *) work->table->names->pdata[c]);
  add_result(view, text);
  return g_string_free(g_steal_pointer(&text), FALSE);
}
