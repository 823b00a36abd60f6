/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/editor/difference-window.h"

#include "core/base/difference.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define NOSLIP_TYPE_DIFFERENCE_WINDOW (noslip_difference_window_get_type())
G_DECLARE_FINAL_TYPE(NoslipDifferenceWindow, noslip_difference_window, NOSLIP, DIFFERENCE_WINDOW, AdwWindow)

struct _NoslipDifferenceWindow {
  AdwWindow parent;
  GtkWidget *text;
};

G_DEFINE_FINAL_TYPE(NoslipDifferenceWindow, noslip_difference_window, ADW_TYPE_WINDOW)

static void
add_tag(GtkTextBuffer *buffer, const char *name, float red, float green, float blue)
{
  GdkRGBA tint = {red, green, blue, 0.25f}; /* over light and dark ground */
  gtk_text_buffer_create_tag(buffer, name, "paragraph-background-rgba", &tint, NULL);
}

static void
fill(GtkTextBuffer *buffer, const char *difference)
{
  add_tag(buffer, "- ", 0.9f, 0.2f, 0.1f);
  add_tag(buffer, "+ ", 0.1f, 0.7f, 0.2f);
  g_auto(GStrv) lines = g_strsplit(difference, "\n", -1);
  for (guint i = 0; lines[i] && lines[i][0]; i++) {
    GtkTextIter end;
    const char *tag = lines[i][0] == '-' ? "- " : lines[i][0] == '+' ? "+ " : NULL;
    gtk_text_buffer_get_end_iter(buffer, &end);
    if (tag)
      gtk_text_buffer_insert_with_tags_by_name(buffer, &end, lines[i], -1, tag, NULL);
    else
      gtk_text_buffer_insert(buffer, &end, lines[i], -1);
    gtk_text_buffer_insert(buffer, &end, "\n", 1);
  }
}

static void
noslip_difference_window_class_init(NoslipDifferenceWindowClass *class)
{
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/difference-window.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipDifferenceWindow, text);
}

static void
noslip_difference_window_init(NoslipDifferenceWindow *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
}

GtkWidget *
noslip_difference_window_new(GtkWindow *parent, const char *name, const char *in_file, const char *here)
{
  g_autofree char *difference = noslip_difference(in_file, here);
  g_autofree char *title = g_strdup_printf(_("Difference: %s"), name);
  NoslipDifferenceWindow *self =
      g_object_new(NOSLIP_TYPE_DIFFERENCE_WINDOW, "title", title, "transient-for", parent, NULL);
  fill(gtk_text_view_get_buffer(GTK_TEXT_VIEW(self->text)), difference);
  return GTK_WIDGET(self);
}
