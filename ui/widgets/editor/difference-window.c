/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/editor/difference-window.h"

#include "core/base/difference.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#define WIDTH 720
#define HEIGHT 560
#define MARGIN 12

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

static GtkWidget *
text_new(const char *difference)
{
  GtkWidget *view = gtk_text_view_new();
  gtk_text_view_set_editable(GTK_TEXT_VIEW(view), FALSE);
  gtk_text_view_set_monospace(GTK_TEXT_VIEW(view), TRUE);
  gtk_text_view_set_left_margin(GTK_TEXT_VIEW(view), MARGIN);
  gtk_text_view_set_right_margin(GTK_TEXT_VIEW(view), MARGIN);
  fill(gtk_text_view_get_buffer(GTK_TEXT_VIEW(view)), difference);
  gtk_accessible_update_property(GTK_ACCESSIBLE(view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Difference"), -1);
  GtkWidget *scrolled = gtk_scrolled_window_new();
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
  gtk_widget_set_vexpand(scrolled, TRUE);
  return scrolled;
}

GtkWidget *
noslip_difference_window_new(GtkWindow *parent, const char *name, const char *in_file, const char *here)
{
  g_autofree char *difference = noslip_difference(in_file, here);
  g_autofree char *title = g_strdup_printf(_("Difference: %s"), name);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *window = adw_window_new();
  GtkWidget *legend = gtk_label_new(_("Lines with − are only in the file, lines with + only in the editor."));
  gtk_label_set_wrap(GTK_LABEL(legend), TRUE);
  gtk_label_set_xalign(GTK_LABEL(legend), 0);
  gtk_widget_set_margin_start(legend, MARGIN);
  gtk_widget_set_margin_end(legend, MARGIN);
  gtk_widget_set_margin_bottom(legend, MARGIN);
  gtk_box_append(GTK_BOX(box), adw_header_bar_new());
  gtk_box_append(GTK_BOX(box), legend);
  gtk_box_append(GTK_BOX(box), text_new(difference));
  adw_window_set_content(ADW_WINDOW(window), box);
  gtk_window_set_title(GTK_WINDOW(window), title);
  gtk_window_set_default_size(GTK_WINDOW(window), WIDTH, HEIGHT);
  gtk_window_set_transient_for(GTK_WINDOW(window), parent);
  gtk_window_set_destroy_with_parent(GTK_WINDOW(window), TRUE);
  return window;
}
