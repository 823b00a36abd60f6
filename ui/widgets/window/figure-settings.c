/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/figure-settings.h"

#include <glib/gi18n.h>
#include <string.h>

#define COLUMN 85.0 /* of a journal, millimetres; two of them are twice as wide */
#define POINTS_A_MILLIMETRE (72 / 25.4)

struct _NoslipFigureSettings {
  GtkGrid parent;
  GtkWidget *width, *font, *size, *line, *cursor, *readings, *grid, *live_text;
};

G_DEFINE_FINAL_TYPE(NoslipFigureSettings, noslip_figure_settings, GTK_TYPE_GRID)

static void
take_column(GtkButton *button, NoslipFigureSettings *self)
{
  gtk_spin_button_set_value(GTK_SPIN_BUTTON(self->width), COLUMN);
}

static void
take_columns(GtkButton *button, NoslipFigureSettings *self)
{
  gtk_spin_button_set_value(GTK_SPIN_BUTTON(self->width), 2 * COLUMN);
}

static void
noslip_figure_settings_class_init(NoslipFigureSettingsClass *class)
{
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/figure-settings.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipFigureSettings, width);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipFigureSettings, font);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipFigureSettings, size);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipFigureSettings, line);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipFigureSettings, cursor);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipFigureSettings, readings);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipFigureSettings, grid);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipFigureSettings, live_text);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), take_column);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), take_columns);
}

static int
compare_names(gconstpointer a, gconstpointer b)
{
  return g_utf8_collate(*(const char *const *) a, *(const char *const *) b);
}

/* The window's font, those of journals that the machine has, and all others by name. */
static GtkStringList *
list_fonts(GtkWidget *widget)
{
  static const char *const journals[] = {"Latin Modern Roman", "CMU Serif",        "TeX Gyre Termes", "STIX Two Text",
                                         "Times New Roman",    "Liberation Serif", "Nimbus Roman"};
  GtkStringList *list = gtk_string_list_new(NULL);
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  PangoFontFamily **families;
  int n;
  pango_context_list_families(gtk_widget_get_pango_context(widget), &families, &n);
  for (int i = 0; i < n; i++)
    g_ptr_array_add(names, (gpointer) pango_font_family_get_name(families[i]));
  g_ptr_array_sort(names, compare_names);
  gtk_string_list_append(list, _("The window's"));
  for (guint j = 0; j < G_N_ELEMENTS(journals); j++)
    for (guint i = 0; i < names->len; i++)
      if (strcmp(names->pdata[i], journals[j]) == 0)
        gtk_string_list_append(list, journals[j]);
  for (guint i = 0; i < names->len; i++) {
    gboolean listed = FALSE;
    for (guint j = 0; j < G_N_ELEMENTS(journals); j++)
      listed = listed || strcmp(names->pdata[i], journals[j]) == 0;
    if (!listed)
      gtk_string_list_append(list, names->pdata[i]);
  }
  g_free(families);
  return list;
}

static void
noslip_figure_settings_init(NoslipFigureSettings *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  g_autoptr(GtkStringList) fonts = list_fonts(GTK_WIDGET(self));
  GtkExpression *name = gtk_property_expression_new(GTK_TYPE_STRING_OBJECT, NULL, "string");
  gtk_drop_down_set_expression(GTK_DROP_DOWN(self->font), name); /* the text of a search */
  gtk_expression_unref(name);
  gtk_drop_down_set_model(GTK_DROP_DOWN(self->font), G_LIST_MODEL(fonts));
  GtkWidget *const entries[] = {self->width, self->size, self->line};
  for (guint i = 0; i < G_N_ELEMENTS(entries); i++)
    gtk_text_set_activates_default(GTK_TEXT(gtk_editable_get_delegate(GTK_EDITABLE(entries[i]))), TRUE);
}

GtkWidget *
noslip_figure_settings_new(void)
{
  return g_object_new(NOSLIP_TYPE_FIGURE_SETTINGS, NULL);
}

static double
value_of(GtkWidget *entry)
{
  gtk_spin_button_update(GTK_SPIN_BUTTON(entry)); /* what was typed last */
  return gtk_spin_button_get_value(GTK_SPIN_BUTTON(entry));
}

static gboolean
is_off(GtkWidget *check)
{
  return !gtk_check_button_get_active(GTK_CHECK_BUTTON(check));
}

void
noslip_figure_settings_get(NoslipFigureSettings *self, NoslipPaperFigure *figure)
{
  GtkStringObject *font = gtk_drop_down_get_selected_item(GTK_DROP_DOWN(self->font));
  gboolean own = font && gtk_drop_down_get_selected(GTK_DROP_DOWN(self->font)) > 0;
  *figure = (NoslipPaperFigure){
      .width = value_of(self->width) * POINTS_A_MILLIMETRE,
      .font = own ? g_intern_string(gtk_string_object_get_string(font)) : NULL,
      .font_size = value_of(self->size),
      .line_width = value_of(self->line),
      .without_cursor = is_off(self->cursor),
      .without_readings = is_off(self->readings),
      .without_grid = is_off(self->grid),
      .live_text = !is_off(self->live_text),
  };
}
