/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/common/dragged.h"

#include "ui/picture/display.h"

static gpointer
copy(gpointer data)
{
  NoslipDragged *twin = g_new0(NoslipDragged, 1);
  twin->quantity = g_strdup(((const NoslipDragged *) data)->quantity);
  return twin;
}

static void
dragged_free(gpointer data)
{
  g_free(((NoslipDragged *) data)->quantity);
  g_free(data);
}

G_DEFINE_BOXED_TYPE(NoslipDragged, noslip_dragged, copy, dragged_free)

GdkContentProvider *
noslip_dragged_new(const char *quantity, const char *number)
{
  GdkContentProvider *text = gdk_content_provider_new_typed(G_TYPE_STRING, number);
  if (!quantity)
    return text;
  const NoslipDragged dragged = {(char *) quantity};
  GdkContentProvider *both[] = {gdk_content_provider_new_typed(NOSLIP_TYPE_DRAGGED, &dragged), text};
  return gdk_content_provider_new_union(both, G_N_ELEMENTS(both));
}

static GdkContentProvider *
label_prepared(GtkDragSource *source, double x, double y, gpointer quantity)
{
  GtkWidget *label = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(source));
  const char *text = gtk_label_get_text(GTK_LABEL(label));
  for (const char *at = text; *at; at = g_utf8_next_char(at)) {
    g_autofree char *number = noslip_text_number(text, (gsize) (at - text));
    if (number)
      return noslip_dragged_new(quantity, number);
  }
  return NULL;
}

void
noslip_dragged_from_label(GtkWidget *label, const char *quantity)
{
  GtkDragSource *source = gtk_drag_source_new();
  gtk_drag_source_set_actions(source, GDK_ACTION_COPY);
  g_signal_connect(source, "prepare", G_CALLBACK(label_prepared), (gpointer) quantity);
  gtk_widget_add_controller(label, GTK_EVENT_CONTROLLER(source));
}
