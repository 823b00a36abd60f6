/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reasons for writing nothing: errors, cancellation by the user, and targets that are inputs. */
#include "core/output/output-private.h"

#include <errno.h>

GQuark
noslip_output_error_quark(void)
{
  return g_quark_from_static_string("noslip-output-error");
}

gboolean
noslip_output_fail(NoslipOutput *output, const char *name, int number, GError **error)
{
  g_free(output->culprit);
  output->culprit = g_filename_display_name(name);
  NoslipOutputError code = number == ECANCELED ? NOSLIP_OUTPUT_ERROR_CANCELLED
                           : number == EPIPE   ? NOSLIP_OUTPUT_ERROR_CLOSED
                                               : NOSLIP_OUTPUT_ERROR_FAILED;
  g_set_error_literal(error, NOSLIP_OUTPUT_ERROR, (int) code, g_strerror(number));
  return FALSE;
}

gboolean
noslip_output_is_cancelled(const NoslipOutput *output)
{
  return output->cancelled != NULL && output->cancelled(output->data);
}

gboolean
noslip_output_is_input(const NoslipOutput *output, const struct stat *status)
{
  for (guint i = 0; i < output->inputs->len; i++) {
    const NoslipOutputInput *input = &g_array_index(output->inputs, NoslipOutputInput, i);
    if (input->device == status->st_dev && input->inode == status->st_ino)
      return TRUE;
  }
  return FALSE;
}
