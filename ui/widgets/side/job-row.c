/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/side/job-row.h"

#include <glib/gi18n.h>

struct _NoslipJobRow {
  GtkBox parent;
  GtkWidget *bar, *cancel;
};

G_DEFINE_FINAL_TYPE(NoslipJobRow, noslip_job_row, GTK_TYPE_BOX)

static void
clicked(GtkButton *button, NoslipJobRow *self)
{
  gtk_widget_set_sensitive(self->cancel, FALSE);
  g_signal_emit_by_name(self, "cancelled");
}

static void
noslip_job_row_class_init(NoslipJobRowClass *class)
{
  g_signal_new("cancelled", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
noslip_job_row_init(NoslipJobRow *self)
{
  gtk_box_set_spacing(GTK_BOX(self), 12);
}

GtkWidget *
noslip_job_row_new(const char *text)
{
  NoslipJobRow *self = g_object_new(NOSLIP_TYPE_JOB_ROW, NULL);
  GtkWidget *label = gtk_label_new(text);
  g_autofree char *name = g_strdup_printf(_("Cancel: %s"), text);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  self->bar = gtk_progress_bar_new();
  gtk_widget_set_valign(self->bar, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand(self->bar, TRUE);
  gtk_widget_set_size_request(self->bar, 140, -1);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  self->cancel = gtk_button_new_with_label(_("Cancel"));
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->cancel), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect(self->cancel, "clicked", G_CALLBACK(clicked), self);
  gtk_box_append(GTK_BOX(self), label);
  gtk_box_append(GTK_BOX(self), self->bar);
  gtk_box_append(GTK_BOX(self), self->cancel);
  return GTK_WIDGET(self);
}

void
noslip_job_row_set_progress(NoslipJobRow *self, double progress)
{
  gboolean animated = TRUE;
  g_object_get(gtk_widget_get_settings(GTK_WIDGET(self)), "gtk-enable-animations", &animated, NULL);
  if (progress > 0 || !animated)
    gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(self->bar), CLAMP(progress, 0, 1));
  else
    gtk_progress_bar_pulse(GTK_PROGRESS_BAR(self->bar));
}
