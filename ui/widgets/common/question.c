/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/common/question.h"

/* Makes the labels of the heading, one in each font, as wide as the widest. */
static void
widen(GtkWidget *widget, const char *heading)
{
  if (GTK_IS_LABEL(widget) && g_strcmp0(gtk_label_get_text(GTK_LABEL(widget)), heading) == 0) {
    GtkWidget *parent = gtk_widget_get_parent(widget);
    int width = 0;
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
    for (GtkWidget *label = gtk_widget_get_first_child(parent); label; label = gtk_widget_get_next_sibling(label)) {
      int least;
      gtk_widget_get_size_request(label, &least, NULL);
      gtk_widget_set_size_request(label, MAX(width, least), -1);
    }
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    widen(child, heading);
}

/* libadwaita measures a heading, which is in a large and in a small font, for widths where only the small one fits, and
 * GTK warns about it. */
GtkWidget *
noslip_question_new(GtkWindow *parent, const char *heading)
{
  GtkWidget *dialog = adw_message_dialog_new(parent, heading, NULL);
  widen(dialog, heading);
  return dialog;
}
