/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/file.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

gboolean
noslip_file_fail(const NoslipOutput *output, GError *reason, GError **error)
{
  const char *file = noslip_output_culprit(output);
  if (g_error_matches(reason, NOSLIP_OUTPUT_ERROR, NOSLIP_OUTPUT_ERROR_CANCELLED))
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
  else
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, _("%s cannot be written: %s"), file != NULL ? file : "",
                reason->message);
  g_error_free(reason);
  return FALSE;
}

gboolean
noslip_file_write(const char *path, const char *const *reads, const void *data, gsize length,
                  NoslipOutputCancelled cancelled, gpointer cancelled_data, GError **error)
{
  g_autoptr(NoslipOutput) output = noslip_output_new(cancelled, cancelled_data);
  GError *reason = NULL;
  noslip_output_reads_all(output, reads);
  NoslipOutputFile *file = noslip_output_add(output, path, NOSLIP_OUTPUT_ANY, &reason);
  if (file != NULL && noslip_output_file_write(file, data, length, &reason) && noslip_output_commit(output, &reason))
    return TRUE;
  return noslip_file_fail(output, reason, error);
}
