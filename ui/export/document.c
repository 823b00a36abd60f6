/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/export/document.h"

#include "core/catalogue/catalogue.h"
#include "ui/export/sheet.h"
#include "ui/picture/file.h"

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

static gboolean
write_document(NoslipJob *job, gpointer data, GError **error)
{
  const Document *document = data;
  g_autoptr(NoslipSheet) sheet = noslip_sheet_new(document->system, noslip_job_was_cancelled, job);
  if (!noslip_job_go_on(job, error) || !sheet)
    return FALSE;
  g_autofree char *text = noslip_sheet_document(sheet);
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
