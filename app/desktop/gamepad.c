/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/desktop/gamepad.h"

#include "app/desktop/desktop.h"

#define AFTER_START 1500 /* milliseconds */

typedef struct {
  GtkApplication *application; /* it owns this */
  const NoslipPadSource *source;
  gpointer device; /* NULL: not open */
  guint later;
} Pads;

static void
pads_free(gpointer data)
{
  Pads *pads = data;
  g_clear_handle_id(&pads->later, g_source_remove);
  if (pads->device)
    pads->source->close(pads->device);
  g_free(pads);
}

static void
handle(const NoslipPadEvent *event, gpointer data)
{
  const Pads *pads = data;
  GtkWindow *window = gtk_application_get_active_window(pads->application);
  if (NOSLIP_IS_WINDOW(window))
    noslip_driving_pad(NOSLIP_WINDOW(window), event);
}

static gboolean
begin(gpointer data)
{
  Pads *pads = data;
  pads->later = 0;
  pads->device = pads->source->open(handle, pads);
  return G_SOURCE_REMOVE;
}

void
noslip_pads_attach(GtkApplication *application, const NoslipPadSource *source)
{
  Pads *pads = g_new0(Pads, 1);
  pads->application = application;
  pads->source = source;
  pads->later = g_timeout_add(AFTER_START, begin, pads);
  g_object_set_data_full(G_OBJECT(application), "noslip-pads", pads, pads_free);
}
