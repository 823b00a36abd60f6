/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/text-source.h"

#include "core/simulation/setup/link.h"

#include <glib/gi18n.h>

void
noslip_text_source_clear(NoslipTextSource *source)
{
  g_clear_pointer(&source->problems, noslip_diagnostics_free);
  g_free(source->problems_name);
  g_free(source->request_name);
  g_free(source->text);
  g_free(source->file);
  *source = (NoslipTextSource){0};
}

void
noslip_text_source_request(NoslipTextSource *source, NoslipWorker *worker, guint64 generation, const char *name,
                           const char *text)
{
  char *kept = g_strdup(name);
  source->requested = generation;
  source->is_reading = TRUE;
  source->is_edit = FALSE;
  noslip_worker_load(worker, generation, name, text);
  g_free(source->request_name);
  source->request_name = kept;
}

gboolean
noslip_text_source_receive(NoslipTextSource *source, NoslipMessage *message)
{
  if (message->generation != source->requested)
    return FALSE;
  source->is_reading = FALSE;
  g_clear_pointer(&source->problems, noslip_diagnostics_free);
  source->problems = g_steal_pointer(&message->loaded.diagnostics);
  g_free(source->problems_name);
  source->problems_name = g_strdup(noslip_link_is(source->request_name) ? _("the link") : source->request_name);
  g_free(source->text);
  source->text = g_steal_pointer(&message->loaded.text);
  g_free(source->file);
  source->file = g_steal_pointer(&message->loaded.file);
  source->generation = message->generation;
  return TRUE;
}
