/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/conserved-search.h"

#include "core/finder/linear/nullspace.h"
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/common/sentence.h"

#include <glib/gi18n.h>

#define SEED 1 /* the command line's */

static void
search_free(gpointer data)
{
  NoslipConservedSearch *search = data;
  g_clear_pointer(&search->conserved, noslip_conserved_free);
  g_clear_pointer(&search->latex, g_ptr_array_unref);
  g_clear_pointer(&search->error, noslip_diagnostic_free);
  g_clear_pointer(&search->measure, noslip_measure_free);
  g_clear_pointer(&search->no_measure, noslip_diagnostic_free);
  g_free(search->measure_latex);
  g_free(search->parameters);
  g_free(search->xy);
  noslip_system_unref(search->system);
  g_free(search);
}

const char *
noslip_measure_formula(const NoslipMeasure *measure)
{
  if (measure->density)
    return measure->density;
  return measure->hindrance.value ? measure->hindrance.value : measure->hindrance.local;
}

/* The second half of the question: whether a volume is conserved. */
static void
find_measure(NoslipConservedSearch *search)
{
  search->measure =
      noslip_measure_find(search->system, search->kind, search->parameters, search->xy, SEED, &search->no_measure);
  const char *formula = search->measure ? noslip_measure_formula(search->measure) : NULL;
  if (formula)
    search->measure_latex = noslip_conserved_latex_of(search->system, search->kind, formula);
}

/* On the job's thread. */
static gboolean
run(NoslipJob *job, gpointer data, GError **error)
{
  NoslipConservedSearch *search = data;
  search->latex = g_ptr_array_new_with_free_func(g_free);
  search->conserved = noslip_conserved_find(search->system, search->kind, search->parameters, search->xy,
                                            &search->options, noslip_job_cancel_flag(job), &search->error);
  for (guint i = 0; search->conserved && i < search->conserved->found->len; i++)
    g_ptr_array_add(search->latex,
                    noslip_conserved_latex(search->system, search->kind, search->conserved->found->pdata[i]));
  if (!noslip_job_continue(job, error))
    return FALSE;
  find_measure(search);
  return noslip_job_continue(job, error);
}

NoslipJob *
noslip_conserved_search_new(const NoslipSimulation *simulation, guint degree, gboolean moving)
{
  NoslipSystem *system = noslip_simulation_system(simulation);
  const NoslipStart *start = system ? noslip_simulation_start(simulation) : NULL;
  const NoslipRuns *runs = noslip_simulation_runs(simulation);
  const NoslipRunView *primary = noslip_runs_primary(runs);
  if (!start || !start->is_found)
    return NULL;
  NoslipConservedSearch *search = g_new0(NoslipConservedSearch, 1);
  search->system = noslip_system_ref(system);
  search->kind = primary && primary->formulation ? primary->formulation->kind : runs->kind;
  search->parameters = g_memdup2(start->parameters, sizeof(double) * MAX(system->n_parameters, 1));
  search->xy = g_memdup2(start->found, sizeof(double) * (system->m + system->n));
  search->options = (NoslipConservedOptions){.degree = degree, .moving = moving, .seed = SEED};
  return noslip_job_new(run, search, search_free);
}

static void
add_known(GString *text, const NoslipConserved *conserved)
{
  g_autoptr(GString) known = g_string_new(NULL);
  for (guint i = 0; i < conserved->known->len; i++) {
    g_autofree char *pretty = noslip_math_pretty(conserved->known->pdata[i]);
    g_string_append_printf(known, "%s%s", i > 0 ? "; " : "", pretty);
  }
  if (conserved->known->len > 0)
    g_string_append_printf(text, _(" Known already, and left out here: %s."), known->str);
}

/* Functions that the search has left out. */
static void
add_left_out(GString *text, const NoslipConserved *conserved)
{
  if (conserved->n_narrowed > 0)
    g_string_append(text, _(" The full space is too large and was made smaller."));
  if (conserved->n_almost > 0)
    g_string_append_printf(text, _(" Left out because they are almost combinations of others: %u functions."),
                           conserved->n_almost);
  if (conserved->n_long > 0)
    g_string_append_printf(text, _(" Left out because they are too long: the roots of %u functions of the metric."),
                           conserved->n_long);
}

char *
noslip_conserved_search_words(const NoslipConservedSearch *search)
{
  const NoslipConserved *conserved = search->conserved;
  if (!conserved)
    return noslip_sentence(search->system, search->error ? search->error->cause : _("nothing was found"));
  g_autoptr(GString) text = g_string_new(NULL);
  if (conserved->n_unverified > 0)
    g_string_append_printf(text,
                           _("Undecided: combinations that are conserved in numbers and could not be verified: %u."),
                           conserved->n_unverified);
  else if (!conserved->definite)
    g_string_append(text, conserved->gap < NOSLIP_NULLSPACE_GAP
                              ? _("Undecided: the singular values have no gap of 1e6.")
                              : _("Undecided: the singular values below the gap are larger than rounding errors."));
  else if (conserved->found->len == 0)
    g_string_append(text, conserved->known->len > 0 ? _("Nothing else in this space is conserved.")
                                                    : _("Nothing in this space is conserved."));
  else
    g_string_append(text, _("All conserved quantities of this space are functions of these and of the known ones."));
  g_autofree char *gap = noslip_number_text(conserved->gap, 3);
  g_string_append_printf(text, _(" The space: dimension %u, degree %u in the velocities; gap %s."),
                         conserved->dimension, conserved->degree, gap);
  add_left_out(text, conserved);
  add_known(text, conserved);
  return g_string_free(g_steal_pointer(&text), FALSE);
}

char *
noslip_conserved_item_words(const NoslipConservedItem *item)
{
  if (item->proved)
    return g_strdup(item->general ? _("proved in symbols, for all parameters")
                                  : _("proved in symbols, with the present parameters"));
  g_autofree char *residual = noslip_number_text(item->residual, 2);
  return g_strdup_printf(item->general
                             ? _("holds at random states, residual %s; not proved")
                             : _("holds at random states with the present parameters, residual %s; not proved"),
                         residual);
}

const char *
noslip_conserved_item_title(const NoslipConservedItem *item)
{
  static const char *const titles[] = {
      [NOSLIP_CONSERVED_FUNCTION] = N_("Function of the coordinates"),
      [NOSLIP_CONSERVED_LINEAR] = N_("Linear in the velocities"),
      [NOSLIP_CONSERVED_QUADRATIC] = N_("Quadratic in the velocities"),
      [NOSLIP_CONSERVED_CUBIC] = N_("Cubic in the velocities"),
      [NOSLIP_CONSERVED_QUARTIC] = N_("Quartic in the velocities"),
      [NOSLIP_CONSERVED_GAUGE_MOMENTUM] = N_("Gauge momentum"),
      [NOSLIP_CONSERVED_MOVING_ENERGY] = N_("Moving energy"),
  };
  return _(titles[item->kind]);
}

const char *
noslip_measure_title(const NoslipMeasure *measure)
{
  if (!measure || measure->exact == NOSLIP_UNKNOWN)
    return NULL;
  return measure->exact == NOSLIP_YES ? _("Invariant measure") : _("No invariant measure");
}

char *
noslip_measure_words(const NoslipMeasure *measure)
{
  g_autoptr(GString) text = g_string_new(NULL);
  if (measure->singular)
    g_string_append_printf(text, _("The density of dx dp; it is singular at the initial values %s."),
                           measure->singular);
  else if (measure->density)
    g_string_append(text, _("The density of dx dp; the motion preserves the volume with this density."));
  else if (measure->exact == NOSLIP_YES)
    g_string_append(text, _("A density exists; it was not found in symbols."));
  else if (measure->hindrance.value)
    g_string_append_printf(
        text, _("No density in the coordinates is invariant: the sections %s and %s obstruct it by this value."),
        measure->hindrance.of[0], measure->hindrance.of[1]);
  else {
    g_autofree char *turns = noslip_hindrance_turns(&measure->hindrance);
    g_string_append_printf(text,
                           _("An invariant density exists locally only: its logarithm changes by %s in a turn of %s."),
                           measure->hindrance.period, turns);
  }
  if (*measure->zeros) {
    g_autofree char *names = g_strjoinv(" = 0, ", measure->zeros);
    g_string_append_printf(text, _(" This is for %s = 0 only."), names);
  }
  if (measure->multiplier.phi && !g_str_equal(measure->multiplier.phi, "1"))
    g_string_append_printf(text, _(" The multiplier %s makes the bracket a Poisson bracket."), measure->multiplier.phi);
  else if (measure->multiplier.exists == NOSLIP_NO)
    g_string_append(text, _(" No multiplier makes the bracket a Poisson bracket."));
  return g_string_free(g_steal_pointer(&text), FALSE);
}
