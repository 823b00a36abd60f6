/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/side/overlay-chooser.h"

#include "ui/widgets/common/accessible.h"
#include "ui/widgets/common/number.h"

#include <glib/gi18n.h>
#include <math.h>

struct _NoslipOverlayChooser {
  GtkBox parent;
  NoslipSimulation *simulation;
  GtkWidget *grid, *name, *dynamics, *formulation, *method, *tolerance, *values, *problem, *add;
  guint n_rows;
};

G_DEFINE_FINAL_TYPE(NoslipOverlayChooser, noslip_overlay_chooser, GTK_TYPE_BOX)

/* What is chosen */

static NoslipVariant *
chosen(NoslipOverlayChooser *self, const char **problem)
{
  g_autoptr(NoslipVariant) variant = noslip_variant_new(NULL);
  variant->color = G_MAXUINT;
  variant->dynamics = (int) gtk_drop_down_get_selected(GTK_DROP_DOWN(self->dynamics)) - 1;
  guint formulation = gtk_drop_down_get_selected(GTK_DROP_DOWN(self->formulation));
  if (formulation > 0)
    variant->formulation = noslip_formulations()[formulation - 1];
  guint method = gtk_drop_down_get_selected(GTK_DROP_DOWN(self->method));
  if (method > 0)
    variant->method = noslip_methods()[method - 1];
  const char *tolerance = gtk_editable_get_text(GTK_EDITABLE(self->tolerance));
  if (tolerance[0] && (!noslip_number_read(tolerance, &variant->tolerance) || !(variant->tolerance > 0))) {
    *problem = _("The tolerance is a number above 0, such as 1e-8.");
    return NULL;
  }
  for (GtkWidget *row = gtk_widget_get_first_child(self->values); row; row = gtk_widget_get_next_sibling(row)) {
    GtkWidget *name = gtk_widget_get_first_child(row), *entry = gtk_widget_get_last_child(row);
    const char *text = gtk_editable_get_text(GTK_EDITABLE(entry));
    double value = NAN;
    if (!text[0])
      continue;
    if (!noslip_number_read(text, &value)) {
      *problem = _("A value is a number, such as 0.25 or 1e-3.");
      return NULL;
    }
    GtkStringObject *item = gtk_drop_down_get_selected_item(GTK_DROP_DOWN(name));
    noslip_variant_set(variant, gtk_string_object_get_string(item), value);
  }
  g_autofree char *difference = noslip_variant_difference(variant);
  if (!difference[0]) {
    *problem = _("Say first what is different about it.");
    return NULL;
  }
  const char *name = gtk_editable_get_text(GTK_EDITABLE(self->name));
  variant->name = g_strdup(name[0] ? name : difference);
  *problem = NULL;
  return g_steal_pointer(&variant);
}

static void
add_clicked(GtkButton *button, NoslipOverlayChooser *self)
{
  const char *problem = NULL;
  g_autoptr(NoslipVariant) variant = chosen(self, &problem);
  gtk_label_set_text(GTK_LABEL(self->problem), problem ? problem : "");
  gtk_widget_set_visible(self->problem, problem != NULL);
  if (!variant)
    return;
  noslip_simulation_add_overlay(self->simulation, variant);
  g_signal_emit_by_name(self, "done");
}

/* Its rows */

static void
attach(NoslipOverlayChooser *self, const char *title, GtkWidget *widget)
{
  GtkWidget *label = gtk_label_new(title);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_add_css_class(label, "dim-label");
  gtk_widget_set_hexpand(widget, TRUE);
  gtk_grid_attach(GTK_GRID(self->grid), label, 0, (int) self->n_rows, 1, 1);
  gtk_grid_attach(GTK_GRID(self->grid), widget, 1, (int) self->n_rows++, 1, 1);
}

static void
name_widget(GtkWidget *widget, const char *name)
{
  noslip_accessible_set_name(widget, name);
}

static GtkWidget *
choice(NoslipOverlayChooser *self, const char *title, const char *name, GPtrArray *items)
{
  g_ptr_array_insert(items, 0, (gpointer) _("As the motion"));
  g_ptr_array_add(items, NULL);
  GtkWidget *drop_down = gtk_drop_down_new_from_strings((const char *const *) items->pdata);
  name_widget(drop_down, name);
  attach(self, title, drop_down);
  return drop_down;
}

static GtkWidget *
entry(const char *name, const char *placeholder)
{
  GtkWidget *widget = gtk_entry_new();
  gtk_entry_set_placeholder_text(GTK_ENTRY(widget), placeholder);
  gtk_entry_set_activates_default(GTK_ENTRY(widget), FALSE);
  name_widget(widget, name);
  return widget;
}

static void
show_present(GtkDropDown *drop_down, GParamSpec *pspec, NoslipOverlayChooser *self)
{
  const NoslipSystem *system = noslip_simulation_system(self->simulation);
  guint index = gtk_drop_down_get_selected(drop_down);
  guint n = system->n_parameters - system->n_hidden;
  double value = index < n ? noslip_start_parameter(noslip_simulation_start(self->simulation), index)
                           : noslip_start_initial(noslip_simulation_start(self->simulation), index - n);
  g_autofree char *text = g_strdup_printf(_("now %.4g"), value);
  gtk_entry_set_placeholder_text(GTK_ENTRY(gtk_widget_get_next_sibling(GTK_WIDGET(drop_down))), text);
}

static void
add_value(GtkButton *button, NoslipOverlayChooser *self)
{
  const NoslipSystem *system = noslip_simulation_system(self->simulation);
  g_autoptr(GtkStringList) names = gtk_string_list_new(NULL);
  for (guint i = 0; i < system->n_parameters - system->n_hidden; i++)
    gtk_string_list_append(names, system->parameters[i].name);
  for (guint i = 0; i < noslip_start_n(system); i++)
    gtk_string_list_append(names, noslip_start_name(system, i));
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *name = gtk_drop_down_new(G_LIST_MODEL(g_steal_pointer(&names)), NULL);
  GtkWidget *value = entry(_("Value"), "");
  name_widget(name, _("Parameter or initial value"));
  gtk_widget_set_hexpand(value, TRUE);
  gtk_editable_set_width_chars(GTK_EDITABLE(value), 8);
  gtk_box_append(GTK_BOX(row), name);
  gtk_box_append(GTK_BOX(row), value);
  gtk_box_append(GTK_BOX(self->values), row);
  g_signal_connect_object(name, "notify::selected", G_CALLBACK(show_present), self, 0);
  g_signal_connect_object(value, "activate", G_CALLBACK(add_clicked), self, 0);
  show_present(GTK_DROP_DOWN(name), NULL, self);
}

static void
add_choices(NoslipOverlayChooser *self)
{
  g_autoptr(GPtrArray) dynamics = g_ptr_array_new(), formulations = g_ptr_array_new(), methods = g_ptr_array_new();
  g_ptr_array_add(dynamics, (gpointer) _("Nonholonomic"));
  g_ptr_array_add(dynamics, (gpointer) _("Vakonomic"));
  g_ptr_array_add(dynamics, (gpointer) _("Free"));
  for (guint i = 0; noslip_formulations()[i]; i++)
    g_ptr_array_add(formulations, (gpointer) _(noslip_formulations()[i]->title));
  for (guint i = 0; noslip_methods()[i]; i++)
    g_ptr_array_add(methods, (gpointer) _(noslip_methods()[i]->title));
  self->dynamics = choice(self, _("Dynamics"), _("Overlay's dynamics"), dynamics);
  self->formulation = choice(self, _("Formulation"), _("Overlay's formulation"), formulations);
  self->method = choice(self, _("Method"), _("Overlay's method"), methods);
}

static void
noslip_overlay_chooser_class_init(NoslipOverlayChooserClass *class)
{
  g_signal_new("done", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
noslip_overlay_chooser_init(NoslipOverlayChooser *self)
{
  gtk_orientable_set_orientation(GTK_ORIENTABLE(self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing(GTK_BOX(self), 8);
  gtk_widget_add_css_class(GTK_WIDGET(self), "noslip-chooser");
  self->grid = gtk_grid_new();
  gtk_grid_set_row_spacing(GTK_GRID(self->grid), 6);
  gtk_grid_set_column_spacing(GTK_GRID(self->grid), 10);
  gtk_box_append(GTK_BOX(self), self->grid);
}

GtkWidget *
noslip_overlay_chooser_new(NoslipSimulation *simulation)
{
  NoslipOverlayChooser *self = g_object_new(NOSLIP_TYPE_OVERLAY_CHOOSER, NULL);
  self->simulation = simulation;
  self->name = entry(_("Overlay's name"), _("as it differs"));
  attach(self, _("Name"), self->name);
  add_choices(self);
  self->tolerance = entry(_("Overlay's tolerance"), _("as the motion"));
  attach(self, _("Tolerance"), self->tolerance);
  self->values = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
  attach(self, _("Values"), self->values);
  add_value(NULL, self);
  GtkWidget *another = gtk_button_new_with_label(_("Another value"));
  gtk_widget_add_css_class(another, "flat");
  gtk_widget_set_halign(another, GTK_ALIGN_START);
  g_signal_connect_object(another, "clicked", G_CALLBACK(add_value), self, 0);
  gtk_grid_attach(GTK_GRID(self->grid), another, 1, (int) self->n_rows++, 1, 1);
  self->problem = gtk_label_new(NULL);
  gtk_label_set_wrap(GTK_LABEL(self->problem), TRUE);
  gtk_label_set_xalign(GTK_LABEL(self->problem), 0);
  gtk_widget_add_css_class(self->problem, "error");
  gtk_widget_set_visible(self->problem, FALSE);
  gtk_box_append(GTK_BOX(self), self->problem);
  self->add = gtk_button_new_with_label(_("Add"));
  gtk_widget_add_css_class(self->add, "suggested-action");
  g_signal_connect_object(self->add, "clicked", G_CALLBACK(add_clicked), self, 0);
  gtk_box_append(GTK_BOX(self), self->add);
  return GTK_WIDGET(self);
}
