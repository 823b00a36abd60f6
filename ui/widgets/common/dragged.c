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

char *
noslip_dragged_label_number(GtkLabel *label, double x, double y)
{
  PangoLayout *layout = gtk_label_get_layout(label);
  const char *text = pango_layout_get_text(layout);
  int left, top, index, trailing;
  gtk_label_get_layout_offsets(label, &left, &top);
  pango_layout_xy_to_index(layout, (int) ((x - left) * PANGO_SCALE), (int) ((y - top) * PANGO_SCALE), &index,
                           &trailing);
  char *number = noslip_text_number(text, (gsize) index);
  for (const char *at = text; !number && *at; at = g_utf8_next_char(at))
    number = noslip_text_number(text, (gsize) (at - text));
  return number;
}

static GdkContentProvider *
label_prepared(GtkDragSource *source, double x, double y, gpointer quantity)
{
  GtkWidget *label = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(source));
  g_autofree char *number = noslip_dragged_label_number(GTK_LABEL(label), x, y);
  return number ? noslip_dragged_new(quantity, number) : NULL;
}

void
noslip_dragged_from_label(GtkWidget *label, const char *quantity)
{
  GtkDragSource *source = gtk_drag_source_new();
  gtk_drag_source_set_actions(source, GDK_ACTION_COPY);
  g_signal_connect(source, "prepare", G_CALLBACK(label_prepared), (gpointer) quantity);
  gtk_widget_add_controller(label, GTK_EVENT_CONTROLLER(source));
}
