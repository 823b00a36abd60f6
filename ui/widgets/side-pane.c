/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/side-pane.h"

#include "core/base/words.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/compare-pane.h"
#include "ui/widgets/parameter-row.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

struct _NoslipSidePane {
  GtkWidget parent;
  NoslipSimulation *simulation;
  GtkWidget *scroller, *box;
  GPtrArray *parameters, *initials; /* of NoslipParameterRow *, in the system's order */
  GtkWidget *dynamics, *formulation, *method, *tolerance;
  GtkSizeGroup *names, *units, *titles; /* of all rows */
  GPtrArray *formulations;              /* of const NoslipFormulation *, those of the drop-down */
  GtkWidget *compare;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE(NoslipSidePane, noslip_side_pane, GTK_TYPE_WIDGET)

static const double tolerances[] = {1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13};
static const char *const tolerance_names[] = {"1e-5",  "1e-6",  "1e-7",  "1e-8",  "1e-9",
                                              "1e-10", "1e-11", "1e-12", "1e-13", NULL};

static void
add_heading(NoslipSidePane *self, const char *text)
{
  GtkWidget *label = gtk_label_new(text);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_add_css_class(label, "heading");
  gtk_widget_add_css_class(label, "noslip-heading");
  gtk_box_append(GTK_BOX(self->box), label);
}

/* Parameters and initial values */

static void
parameter_changed(NoslipParameterRow *row, double value, NoslipSidePane *self)
{
  guint index = 0;
  if (!self->updating && g_ptr_array_find(self->parameters, row, &index))
    noslip_simulation_set_parameter(self->simulation, index, value);
}

static void
initial_changed(NoslipParameterRow *row, double value, NoslipSidePane *self)
{
  guint index = 0;
  if (!self->updating && g_ptr_array_find(self->initials, row, &index))
    noslip_simulation_set_initial(self->simulation, index, value);
}

static void
add_parameters(NoslipSidePane *self, const NoslipSystem *system)
{
  if (system->n_parameters)
    add_heading(self, _("Parameters"));
  for (guint i = 0; i < system->n_parameters; i++) {
    const NoslipParameter *p = &system->parameters[i];
    GtkWidget *row = noslip_parameter_row_new(p->name, p->unit, noslip_words(p->description), p->low, p->high,
                                              noslip_simulation_parameter(self->simulation, i));
    g_signal_connect_object(row, "changed", G_CALLBACK(parameter_changed), self, 0);
    noslip_parameter_row_align(NOSLIP_PARAMETER_ROW(row), self->names, self->units);
    g_ptr_array_add(self->parameters, row);
    gtk_box_append(GTK_BOX(self->box), row);
  }
}

static void
add_initials(NoslipSidePane *self, const NoslipSystem *system)
{
  add_heading(self, _("Initial values"));
  for (guint i = 0; i < system->m + system->n; i++) {
    double value = noslip_simulation_initial(self->simulation, i), low = NAN, high = NAN;
    const char *name, *description;
    g_autofree char *unit = NULL;
    if (i < system->m) {
      const NoslipCoordinate *x = &system->coordinates[i];
      name = x->name;
      unit = g_strdup(x->unit ? x->unit : x->angle ? "rad" : NULL);
      description = noslip_words(x->description);
      low = x->angle && !isfinite(x->low) ? -G_PI : x->low;
      high = x->angle && !isfinite(x->high) ? G_PI : x->high;
    } else {
      const NoslipFibre *y = &system->fibres[i - system->m];
      name = y->name;
      unit = noslip_quantities_fibre_unit(system, i - system->m);
      description = noslip_words(y->description);
      low = -fmax(3, 2 * fabs(value));
      high = -low;
    }
    GtkWidget *row = noslip_parameter_row_new(name, unit, description, low, high, isfinite(value) ? value : 0);
    g_signal_connect_object(row, "changed", G_CALLBACK(initial_changed), self, 0);
    noslip_parameter_row_align(NOSLIP_PARAMETER_ROW(row), self->names, self->units);
    g_ptr_array_add(self->initials, row);
    gtk_box_append(GTK_BOX(self->box), row);
  }
  GtkWidget *reset = gtk_button_new_with_label(_("Reset to the text's values"));
  gtk_widget_add_css_class(reset, "flat");
  gtk_actionable_set_action_name(GTK_ACTIONABLE(reset), "win.reset");
  gtk_box_append(GTK_BOX(self->box), reset);
}

/* Choices */

static GtkWidget *
add_choice(NoslipSidePane *self, const char *title, const char *const *items, guint selected, GCallback changed)
{
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new(title);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_size_group_add_widget(self->titles, label);
  GtkWidget *drop_down = gtk_drop_down_new_from_strings(items);
  gtk_widget_set_hexpand(drop_down, TRUE);
  gtk_drop_down_set_selected(GTK_DROP_DOWN(drop_down), selected);
  noslip_accessible_set_name(drop_down, title);
  g_signal_connect_object(drop_down, "notify::selected", changed, self, 0);
  gtk_box_append(GTK_BOX(row), label);
  gtk_box_append(GTK_BOX(row), drop_down);
  gtk_box_append(GTK_BOX(self->box), row);
  return drop_down;
}

static void
dynamics_changed(GtkDropDown *drop_down, GParamSpec *pspec, NoslipSidePane *self)
{
  if (!self->updating)
    noslip_simulation_set_kind(self->simulation, (NoslipDynamicsKind) gtk_drop_down_get_selected(drop_down));
}

static void
formulation_changed(GtkDropDown *drop_down, GParamSpec *pspec, NoslipSidePane *self)
{
  guint selected = gtk_drop_down_get_selected(drop_down);
  if (!self->updating && selected < self->formulations->len)
    noslip_simulation_set_formulation(self->simulation, g_ptr_array_index(self->formulations, selected));
}

static void
method_changed(GtkDropDown *drop_down, GParamSpec *pspec, NoslipSidePane *self)
{
  if (!self->updating)
    noslip_simulation_set_method(self->simulation, noslip_methods()[gtk_drop_down_get_selected(drop_down)]);
}

static void
tolerance_changed(GtkDropDown *drop_down, GParamSpec *pspec, NoslipSidePane *self)
{
  guint selected = gtk_drop_down_get_selected(drop_down);
  if (!self->updating && selected < G_N_ELEMENTS(tolerances))
    noslip_simulation_set_tolerance(self->simulation, tolerances[selected]);
}

/* The list of the drop-down is replaced only where it differs: it must live on while one of its items is chosen. */
static void
fill_formulations(NoslipSidePane *self)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new(), formulations = g_ptr_array_new();
  NoslipDynamicsKind kind = noslip_simulation_kind(self->simulation);
  const NoslipFormulation *present = noslip_simulation_formulation(self->simulation);
  guint selected = 0;
  for (guint i = 0; noslip_formulations()[i]; i++) {
    const NoslipFormulation *formulation = noslip_formulations()[i];
    if (formulation->kind != kind || noslip_simulation_refusal(self->simulation, formulation))
      continue;
    if (formulation == present)
      selected = names->len;
    g_ptr_array_add(names, (char *) _(formulation->title));
    g_ptr_array_add(formulations, (gpointer) formulation);
  }
  gboolean same = formulations->len == self->formulations->len && formulations->len > 0 &&
                  memcmp(formulations->pdata, self->formulations->pdata, formulations->len * sizeof(gpointer)) == 0;
  if (!same) {
    g_ptr_array_set_size(self->formulations, 0);
    g_ptr_array_extend(self->formulations, formulations, NULL, NULL);
    g_ptr_array_add(names, NULL);
    g_autoptr(GtkStringList) list = gtk_string_list_new((const char *const *) names->pdata);
    gtk_drop_down_set_model(GTK_DROP_DOWN(self->formulation), G_LIST_MODEL(list));
  }
  if (gtk_drop_down_get_selected(GTK_DROP_DOWN(self->formulation)) != selected)
    gtk_drop_down_set_selected(GTK_DROP_DOWN(self->formulation), selected);
  gtk_widget_set_tooltip_text(self->formulation, present ? _(present->summary) : NULL);
}

static void
add_choices(NoslipSidePane *self)
{
  const char *const kinds[] = {_("Nonholonomic"), _("Vakonomic"), _("Free"), NULL};
  const char *const none[] = {NULL};
  g_autoptr(GPtrArray) methods = g_ptr_array_new();
  guint method = 0, tolerance = 0;
  for (guint i = 0; noslip_methods()[i]; i++) {
    g_ptr_array_add(methods, (char *) _(noslip_methods()[i]->title));
    if (noslip_methods()[i] == noslip_simulation_method(self->simulation))
      method = i;
  }
  g_ptr_array_add(methods, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(tolerances); i++)
    if (fabs(log10(tolerances[i] / noslip_simulation_tolerance(self->simulation))) < 0.5)
      tolerance = i;
  add_heading(self, _("How it is computed"));
  self->dynamics =
      add_choice(self, _("Dynamics"), kinds, noslip_simulation_kind(self->simulation), G_CALLBACK(dynamics_changed));
  self->formulation = add_choice(self, _("Formulation"), none, 0, G_CALLBACK(formulation_changed));
  self->method =
      add_choice(self, _("Method"), (const char *const *) methods->pdata, method, G_CALLBACK(method_changed));
  self->tolerance = add_choice(self, _("Tolerance"), tolerance_names, tolerance, G_CALLBACK(tolerance_changed));
}

/* The whole */

static void
rebuild(NoslipSidePane *self)
{
  g_ptr_array_set_size(self->parameters, 0);
  g_ptr_array_set_size(self->initials, 0);
  g_ptr_array_set_size(self->formulations, 0);
  self->dynamics = self->formulation = self->method = self->tolerance = self->compare = NULL;
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child(self->box)))
    gtk_box_remove(GTK_BOX(self->box), child);
  const NoslipSystem *system = self->simulation ? noslip_simulation_system(self->simulation) : NULL;
  if (!system) {
    add_heading(self, _("No system is open"));
    return;
  }
  add_parameters(self, system);
  add_initials(self, system);
  add_choices(self);
  add_heading(self, _("Compare"));
  self->compare = noslip_compare_pane_new(self->simulation);
  gtk_box_append(GTK_BOX(self->box), self->compare);
}

static void
update_values(NoslipSidePane *self)
{
  for (guint i = 0; i < self->parameters->len; i++)
    noslip_parameter_row_set_value(g_ptr_array_index(self->parameters, i),
                                   noslip_simulation_parameter(self->simulation, i));
  for (guint i = 0; i < self->initials->len; i++)
    noslip_parameter_row_set_value(g_ptr_array_index(self->initials, i),
                                   noslip_simulation_initial(self->simulation, i));
}

void
noslip_side_pane_changed(NoslipSidePane *self, NoslipChange change)
{
  self->updating = TRUE;
  if (change & NOSLIP_CHANGED_SYSTEM)
    rebuild(self);
  if ((change & NOSLIP_CHANGED_START) && self->formulation)
    update_values(self);
  if ((change & (NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_SYSTEM)) && self->formulation) {
    if (gtk_drop_down_get_selected(GTK_DROP_DOWN(self->dynamics)) != noslip_simulation_kind(self->simulation))
      gtk_drop_down_set_selected(GTK_DROP_DOWN(self->dynamics), noslip_simulation_kind(self->simulation));
    fill_formulations(self);
  }
  if (self->compare)
    noslip_compare_pane_changed(NOSLIP_COMPARE_PANE(self->compare), change);
  self->updating = FALSE;
}

void
noslip_side_pane_set_simulation(NoslipSidePane *self, NoslipSimulation *simulation)
{
  self->simulation = simulation;
  if (simulation)
    noslip_side_pane_changed(self, NOSLIP_CHANGED_SYSTEM);
}

static void
noslip_side_pane_dispose(GObject *object)
{
  NoslipSidePane *self = NOSLIP_SIDE_PANE(object);
  self->simulation = NULL;
  self->updating = TRUE;
  g_clear_pointer(&self->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS(noslip_side_pane_parent_class)->dispose(object);
}

static void
noslip_side_pane_finalize(GObject *object)
{
  NoslipSidePane *self = NOSLIP_SIDE_PANE(object);
  g_ptr_array_unref(self->parameters);
  g_ptr_array_unref(self->initials);
  g_ptr_array_unref(self->formulations);
  g_object_unref(self->names);
  g_object_unref(self->units);
  g_object_unref(self->titles);
  G_OBJECT_CLASS(noslip_side_pane_parent_class)->finalize(object);
}

static void
noslip_side_pane_class_init(NoslipSidePaneClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_side_pane_dispose;
  G_OBJECT_CLASS(class)->finalize = noslip_side_pane_finalize;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "noslip-side-pane");
}

static void
noslip_side_pane_init(NoslipSidePane *self)
{
  self->parameters = g_ptr_array_new();
  self->initials = g_ptr_array_new();
  self->formulations = g_ptr_array_new();
  self->names = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
  self->units = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
  self->titles = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
  self->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_add_css_class(self->box, "noslip-side-box");
  self->scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(self->scroller), self->box);
  gtk_widget_set_vexpand(self->scroller, TRUE);
  gtk_widget_set_parent(self->scroller, GTK_WIDGET(self));
  gtk_widget_set_size_request(GTK_WIDGET(self), 280, -1);
}

GtkWidget *
noslip_side_pane_new(void)
{
  GtkWidget *widget = g_object_new(NOSLIP_TYPE_SIDE_PANE, NULL);
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Settings"), -1);
  return widget;
}
