/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/file-dialog.h"

#define PATIENCE 30 /* seconds: longer than a folder is read */

static gboolean
destroy(gpointer dialog)
{
  gtk_native_dialog_destroy(dialog);
  return G_SOURCE_REMOVE;
}

/* GTK 4.8's file chooser goes on being told of the files of its folder after it is gone, and reads what is freed. So it
 * is only hidden, until the folder has long been read. */
void
noslip_file_dialog_end(GtkNativeDialog *dialog)
{
  gtk_native_dialog_hide(dialog);
  g_timeout_add_seconds_full(G_PRIORITY_LOW, PATIENCE, destroy, dialog, g_object_unref);
}
