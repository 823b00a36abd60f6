/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/momenta-section.h"

#include "core/geometry/noether.h"
#include "core/language/language.h"
#include "ui/widgets/common/sentence.h"
#include "ui/widgets/views/view-derived.h"

#include <glib/gi18n.h>

#define ROWS_AT_ONCE 4000 /* rows evaluated in one frame; the others wait for the next */

typedef struct {
  NoslipObserver *observer; /* NULL with `error` */
  NoslipObserverWorkspace *work;
  char *error;
  gboolean conserved;
  int outputs[3];
  double *values; /* all outputs of a row */
  /* what was evaluated */
  GArray *rows; /* of double */
  guint64 revision;
} Section;

static void
section_free(gpointer data)
{
  Section *section = data;
  g_clear_pointer(&section->work, noslip_observer_workspace_free);
  g_clear_pointer(&section->observer, noslip_observer_unref);
  g_free(section->error);
  g_free(section->values);
  g_array_unref(section->rows);
  g_free(section);
}

/* The expressions of momentum, rate and momentum equation; FALSE with *error. */
static gboolean
find_expressions(NoslipMotion *motion, NoslipDistribution *distribution, const char *text, NoslipExpr *expressions,
                 gboolean *conserved, char **error)
{
  NoslipModel *model = motion->model;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) refused = NULL;
  g_autofree NoslipExpr *x = g_new0(NoslipExpr, model->n + 1);
  NoslipExpr combination;
  if (!noslip_language_expression(model->system, model->graph, text, &combination, diagnostics)) {
    *error =
        noslip_clause(diagnostics->list->len > 0 ? diagnostics->list->pdata[0] : NULL, _("This is not a section."));
    return FALSE;
  }
  if (!noslip_noether_section(distribution, combination, x, &refused)) {
    *error = noslip_clause(refused, NULL);
    return FALSE;
  }
  expressions[0] = noslip_noether_momentum(distribution, x);
  expressions[2] = noslip_noether_rate(distribution, x);
  if (!noslip_motion_rate(motion, expressions[0], &expressions[1], &refused)) {
    *error = noslip_clause(refused, NULL);
    return FALSE;
  }
  g_autofree double *parameters = noslip_system_default_parameters(motion->system);
  gboolean in_symbols;
  double worst;
  *conserved = noslip_noether_vanishes(distribution, parameters, expressions[2], &in_symbols, &worst);
  return TRUE;
}

static gpointer
derive(NoslipSystem *system, const char *key, NoslipJob *job)
{
  Section *section = g_new0(Section, 1);
  NoslipExpr expressions[3];
  section->rows = g_array_new(FALSE, FALSE, sizeof(double));
  g_autoptr(NoslipObserver) observer = noslip_observer_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
  NoslipMotion *motion = noslip_observer_motion(observer);
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDistribution) distribution = noslip_distribution_new(motion->model, &error);
  if (!distribution) {
    section->error = noslip_clause(error, NULL);
    return section;
  }
  if (!find_expressions(motion, distribution, key, expressions, &section->conserved, &section->error))
    return section;
  for (guint i = 0; i < 3; i++)
    section->outputs[i] = noslip_observer_add(observer, expressions[i], &error);
  noslip_observer_seal(observer);
  if (section->outputs[0] < 0 || section->outputs[1] < 0 || section->outputs[2] < 0) {
    section->error = noslip_clause(error, _("This is not a section."));
    return section;
  }
  section->work = noslip_observer_workspace_new(observer);
  section->values = g_new0(double, noslip_observer_n(observer) + 1);
  section->observer = g_steal_pointer(&observer);
  return section;
}

static gboolean
continue_check(gpointer view)
{
  noslip_view_changed(view, NOSLIP_CHANGED_ROWS);
  return G_SOURCE_REMOVE;
}

static void
evaluate(NoslipView *view, Section *section)
{
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(noslip_view_simulation(view)));
  const NoslipChunk *chunk = NULL, *last = NULL;
  if (section->revision != primary->revision)
    g_array_set_size(section->rows, 0);
  section->revision = primary->revision;
  guint known = section->rows->len / NOSLIP_SECTION_STRIDE, left = primary->n_rows - known;
  guint until = known + (noslip_view_is_document(view) ? left : MIN(left, ROWS_AT_ONCE));
  for (guint i = known; i < until; i++) {
    const double *row = noslip_trajectory_row(primary->trajectory, i, &chunk);
    if (chunk != last)
      noslip_observer_set_parameters(section->work, chunk->parameters);
    last = chunk;
    noslip_observer_evaluate(section->work, row, section->values);
    const double line[NOSLIP_SECTION_STRIDE] = {row[0], section->values[section->outputs[0]],
                                                section->values[section->outputs[1]],
                                                section->values[section->outputs[2]]};
    g_array_append_vals(section->rows, line, NOSLIP_SECTION_STRIDE);
  }
  if (until < primary->n_rows) /* the next picture continues, even if the motion is paused */
    g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, continue_check, g_object_ref(view), g_object_unref);
}

gboolean
noslip_momenta_section(NoslipView *view, NoslipSection *result)
{
  static const NoslipDerivation named = {derive, section_free};
  const char *const *text = noslip_view_choice(view, "section");
  *result = (NoslipSection){.text = text ? text[0] : NULL};
  if (!text)
    return FALSE;
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(noslip_view_simulation(view)));
  Section *section = noslip_view_derived(view, "section", text[0], &named);
  if (!section || !primary || primary->n_rows == 0)
    return TRUE;
  result->error = section->error;
  result->conserved = section->conserved;
  if (!section->observer)
    return TRUE;
  evaluate(view, section);
  result->rows = (const double *) (gconstpointer) section->rows->data;
  result->n = section->rows->len / NOSLIP_SECTION_STRIDE;
  NoslipSeries series;
  if (noslip_view_series(view, 0, 0, 0, &series))
    result->source = series.source ^ ((guint64) g_str_hash(text[0]) << 16 | 1);
  return TRUE;
}
