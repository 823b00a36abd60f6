/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the page of a window's contents in a job. */
#include "ui/export/page.h"

#include "core/catalogue/catalogue.h"
#include "ui/picture/file.h"

#include <gio/gio.h>
#include <string.h>

void
noslip_page_content_take(NoslipPageContent *content, const NoslipSimulation *simulation)
{
  const NoslipRuns *runs = noslip_simulation_runs(simulation);
  const NoslipRunView *primary = noslip_runs_view(runs, 0);
  NoslipSystem *system = noslip_simulation_system(simulation);
  double begin = runs->has_base ? runs->base_t : 0;
  const NoslipChunk *chunk = NULL;
  guint first = noslip_trajectory_find(primary->trajectory, begin);
  const double *row = noslip_trajectory_row(primary->trajectory, first, &chunk);
  gboolean vakonomic = primary->formulation->kind == NOSLIP_DYNAMICS_VAKONOMIC;
  g_autofree char *compared = noslip_overlays_text(noslip_simulation_overlays(simulation));
  content->system = noslip_system_ref(system);
  content->kind = primary->formulation->kind;
  content->formulation = primary->formulation;
  noslip_run_options_default(&content->options, system);
  content->options.method = runs->method;
  content->options.rtol = runs->tolerance;
  content->options.to = noslip_simulation_playhead(simulation)->end - begin;
  content->parameters =
      g_memdup2(noslip_simulation_start(simulation)->parameters, system->n_parameters * sizeof(double));
  content->xy = g_memdup2(row + noslip_row_x(system), ((gsize) system->m + system->n) * sizeof(double));
  if (vakonomic)
    content->mu = g_memdup2(row + noslip_row_lambda(system), system->k * sizeof(double));
  content->comparison = noslip_comparison_from_text(compared, NULL);
}

typedef struct {
  NoslipPageContent content;
  char *file;
} PageFile;

static void
page_file_free(gpointer data)
{
  PageFile *page = data;
  noslip_page_content_clear(&page->content);
  g_free(page->file);
  g_free(page);
}

/* The first error of the list as *error. */
static gboolean
fail(const NoslipDiagnostics *diagnostics, const NoslipDiagnostic *other, GError **error)
{
  for (guint i = 0; other == NULL && i < diagnostics->list->len; i++)
    if (((const NoslipDiagnostic *) diagnostics->list->pdata[i])->severity == NOSLIP_ERROR)
      other = diagnostics->list->pdata[i];
  g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED, other != NULL ? other->cause : "");
  return FALSE;
}

static gboolean
write_page(NoslipJob *job, gpointer data, GError **error)
{
  const PageFile *page = data;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) refused = NULL;
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(page->content.formulation, page->content.system, &refused);
  if (!noslip_job_continue(job, error))
    return FALSE;
  if (dynamics == NULL)
    return fail(diagnostics, refused, error);
  g_autofree char *text = noslip_page_text(&page->content, dynamics, NULL, diagnostics);
  if (!noslip_job_continue(job, error))
    return FALSE;
  if (text == NULL)
    return fail(diagnostics, NULL, error);
  g_auto(GStrv) inputs = noslip_catalogue_inputs(page->content.system, NULL);
  return noslip_file_write(page->file, (const char *const *) inputs, text, strlen(text), noslip_job_was_cancelled, job,
                           error);
}

NoslipJob *
noslip_export_page(NoslipPageContent *content, const char *file)
{
  PageFile *page = g_new0(PageFile, 1);
  page->content = *content;
  page->file = g_strdup(file);
  *content = (NoslipPageContent){0};
  return noslip_job_new(write_page, page, page_file_free);
}
