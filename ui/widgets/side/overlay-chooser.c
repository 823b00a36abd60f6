/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/side/overlay-chooser.h"

#include "ui/widgets/common/accessible.h"
#include "ui/widgets/common/number.h"

#include <glib/gi18n.h>
#include <math.h>

struct _NoslipOverlayChooser {
  GtkBox parent;
  NoslipSimulation *simulation;
  GtkWidget *name, *dynamics, *formulation, *method, *tolerance, *values, *problem;
};

G_DEFINE_FINAL_TYPE(NoslipOverlayChooser, noslip_overlay_chooser, GTK_TYPE_BOX)

/* The chosen differences */

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
    *problem = _("Choose a difference first.");
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
  noslip_overlays_add(noslip_simulation_overlays(self->simulation), variant);
  g_signal_emit_by_name(self, "done");
}

/* Its rows */

static void
fill_choice(GtkWidget *drop_down, GPtrArray *items)
{
  g_ptr_array_insert(items, 0, (gpointer) _("As the motion"));
  g_ptr_array_add(items, NULL);
  g_autoptr(GtkStringList) list = gtk_string_list_new((const char *const *) items->pdata);
  gtk_drop_down_set_model(GTK_DROP_DOWN(drop_down), G_LIST_MODEL(list));
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
  GtkWidget *value = gtk_entry_new();
  noslip_accessible_set_name(value, _("Value"));
  noslip_accessible_set_name(name, _("Parameter or initial value"));
  gtk_widget_set_hexpand(value, TRUE);
  gtk_editable_set_width_chars(GTK_EDITABLE(value), 8);
  gtk_box_append(GTK_BOX(row), name);
  gtk_box_append(GTK_BOX(row), value);
  gtk_box_append(GTK_BOX(self->values), row);
  g_signal_connect_object(name, "notify::selected", G_CALLBACK(show_present), self, 0);
  g_signal_connect_object(value, "activate", G_CALLBACK(add_clicked), self, 0);
  show_present(GTK_DROP_DOWN(name), NULL, self);
}

/* The inner buttons are named too: later versions of GTK would name them by the selected item. */
static void
prepare_choices(NoslipOverlayChooser *self)
{
  g_autoptr(GPtrArray) formulations = g_ptr_array_new(), methods = g_ptr_array_new();
  for (guint i = 0; noslip_formulations()[i]; i++)
    g_ptr_array_add(formulations, (gpointer) _(noslip_formulations()[i]->title));
  for (guint i = 0; noslip_methods()[i]; i++)
    g_ptr_array_add(methods, (gpointer) _(noslip_methods()[i]->title));
  fill_choice(self->formulation, formulations);
  fill_choice(self->method, methods);
  noslip_accessible_set_name(self->dynamics, _("Overlay's dynamics"));
  noslip_accessible_set_name(self->formulation, _("Overlay's formulation"));
  noslip_accessible_set_name(self->method, _("Overlay's method"));
}

static void
noslip_overlay_chooser_class_init(NoslipOverlayChooserClass *class)
{
  g_signal_new("done", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/overlay-chooser.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipOverlayChooser, name);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipOverlayChooser, dynamics);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipOverlayChooser, formulation);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipOverlayChooser, method);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipOverlayChooser, tolerance);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipOverlayChooser, values);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipOverlayChooser, problem);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), add_clicked);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), add_value);
}

static void
noslip_overlay_chooser_init(NoslipOverlayChooser *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  prepare_choices(self);
}

GtkWidget *
noslip_overlay_chooser_new(NoslipSimulation *simulation)
{
  NoslipOverlayChooser *self = g_object_new(NOSLIP_TYPE_OVERLAY_CHOOSER, NULL);
  self->simulation = simulation;
  add_value(NULL, self);
  return GTK_WIDGET(self);
}
