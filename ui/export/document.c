/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/export/document.h"

#include "core/base/words.h"
#include "core/catalogue/catalogue.h"
#include "core/equations/portrait.h"
#include "ui/picture/file.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
  NoslipSystem *system;
  char *file;
} Document;

static void
document_free(gpointer data)
{
  Document *document = data;
  noslip_system_unref(document->system);
  g_free(document->file);
  g_free(document);
}

static const char *
translate(const char *text)
{
  return _(text);
}

static gboolean
write_document(NoslipJob *job, gpointer data, GError **error)
{
  const Document *document = data;
  const NoslipSystem *system = document->system;
  g_autoptr(NoslipPortrait) portrait =
      noslip_portrait_new(noslip_system_written(document->system), noslip_job_was_cancelled, job);
  if (!noslip_job_continue(job, error) || !portrait)
    return FALSE;
  noslip_portrait_check_reductions(portrait, noslip_system_written(document->system), noslip_catalogue_load_beside,
                                   noslip_job_cancel_flag(job));
  g_autoptr(NoslipDocument) equations = noslip_portrait_document(portrait);
  const char *title = noslip_words(system->title ? system->title : system->id);
  g_autofree char *text =
      noslip_document_latex(equations, NOSLIP_FOR_EXPORT, title, noslip_words(system->summary), translate);
  g_auto(GStrv) inputs = noslip_catalogue_inputs(document->system, NULL);
  return noslip_file_write(document->file, (const char *const *) inputs, text, strlen(text), noslip_job_was_cancelled,
                           job, error);
}

NoslipJob *
noslip_export_equations(NoslipSystem *system, const char *file)
{
  Document *document = g_new0(Document, 1);
  document->system = noslip_system_ref(system);
  document->file = g_strdup(file);
  return noslip_job_new(write_document, document, document_free);
}
