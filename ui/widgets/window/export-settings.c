/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/export-settings.h"

#include <math.h>

struct _NoslipExportSettings {
  GtkGrid parent;
  GtkWidget *width, *height, *from, *to, *speed, *fps, *length;
};

G_DEFINE_FINAL_TYPE(NoslipExportSettings, noslip_export_settings, GTK_TYPE_GRID)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
changed(GtkSpinButton *entry, NoslipExportSettings *self)
{
  g_signal_emit(self, signals[CHANGED], 0);
}

/* Without the zeros behind the last figure. */
static gboolean
write_speed(GtkSpinButton *speed, NoslipExportSettings *self)
{
  g_autofree char *text = g_strdup_printf("%.6g", gtk_spin_button_get_value(speed));
  if (!g_str_equal(gtk_editable_get_text(GTK_EDITABLE(speed)), text))
    gtk_editable_set_text(GTK_EDITABLE(speed), text);
  return TRUE;
}

/* Speeds differ by factors: a step changes the second figure of the present one, and a page the first. */
static void
fit_step(GtkSpinButton *speed, NoslipExportSettings *self)
{
  double decade = pow(10, floor(log10(gtk_spin_button_get_value(speed)) + 1e-9));
  gtk_spin_button_set_increments(speed, decade / 10, decade);
}

static void
noslip_export_settings_class_init(NoslipExportSettingsClass *class)
{
  signals[CHANGED] =
      g_signal_new("changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/export-settings.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipExportSettings, width);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipExportSettings, height);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipExportSettings, from);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipExportSettings, to);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipExportSettings, speed);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipExportSettings, fps);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipExportSettings, length);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), changed);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), write_speed);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), fit_step);
}

static void
noslip_export_settings_init(NoslipExportSettings *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  GtkWidget *const entries[] = {self->width, self->height, self->from, self->to, self->speed, self->fps};
  for (guint i = 0; i < G_N_ELEMENTS(entries); i++)
    gtk_text_set_activates_default(GTK_TEXT(gtk_editable_get_delegate(GTK_EDITABLE(entries[i]))), TRUE);
}

static void
set(GtkWidget *entry, double most, double value)
{
  GtkSpinButton *spin = GTK_SPIN_BUTTON(entry);
  gtk_adjustment_set_upper(gtk_spin_button_get_adjustment(spin), most);
  /* it is made wide enough for the largest number */
  gtk_spin_button_configure(spin, NULL, gtk_spin_button_get_climb_rate(spin), gtk_spin_button_get_digits(spin));
  gtk_spin_button_set_value(spin, value);
}

GtkWidget *
noslip_export_settings_new(int width, int height, int most)
{
  NoslipExportSettings *self = g_object_new(NOSLIP_TYPE_EXPORT_SETTINGS, NULL);
  set(self->width, most, width);
  set(self->height, most, height);
  return GTK_WIDGET(self);
}

void
noslip_export_settings_ask_film(NoslipExportSettings *self, const NoslipFilm *film, double end)
{
  GtkWidget *const entries[] = {self->from, self->to, self->speed, self->fps, self->length};
  set(self->from, end, film->from);
  set(self->to, end, film->to);
  gtk_spin_button_set_value(GTK_SPIN_BUTTON(self->speed), film->speed);
  set(self->fps, NOSLIP_FILM_FPS_MOST, film->fps);
  for (guint i = 0; i < G_N_ELEMENTS(entries); i++)
    gtk_widget_set_visible(entries[i], TRUE);
}

void
noslip_export_settings_get(NoslipExportSettings *self, int *width, int *height, NoslipFilm *film)
{
  *width = gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(self->width));
  *height = gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(self->height));
  if (!gtk_widget_get_visible(self->fps))
    return;
  film->from = gtk_spin_button_get_value(GTK_SPIN_BUTTON(self->from));
  film->to = gtk_spin_button_get_value(GTK_SPIN_BUTTON(self->to));
  film->speed = gtk_spin_button_get_value(GTK_SPIN_BUTTON(self->speed));
  film->fps = gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(self->fps));
}

void
noslip_export_settings_update(NoslipExportSettings *self)
{
  GtkWidget *const entries[] = {self->width, self->height, self->from, self->to, self->speed, self->fps};
  for (guint i = 0; i < G_N_ELEMENTS(entries); i++)
    if (gtk_widget_get_visible(entries[i]))
      gtk_spin_button_update(GTK_SPIN_BUTTON(entries[i]));
}

void
noslip_export_settings_set_length(NoslipExportSettings *self, const char *words)
{
  gtk_label_set_text(GTK_LABEL(self->length), words);
}
