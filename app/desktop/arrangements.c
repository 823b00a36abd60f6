/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arrangement of the views, stored for each system between sessions. */
#include "app/desktop/arrangement-file.h"
#include "app/desktop/desktop.h"

static void
keep(GtkWidget *window, gpointer data)
{
  if (noslip_window_simulation(NOSLIP_WINDOW(window)))
    noslip_tiles_keep(noslip_window_tiles(NOSLIP_WINDOW(window)));
}

void
noslip_arrangements_attach(NoslipWindow *window)
{
  noslip_tiles_set_store(noslip_window_tiles(window), noslip_arrangement_load, noslip_arrangement_save);
  g_signal_connect(window, "unmap", G_CALLBACK(keep), NULL);
}
