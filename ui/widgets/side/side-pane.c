/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/side/side-pane.h"

#include "core/base/words.h"
#include "ui/widgets/side/compare-pane.h"
#include "ui/widgets/side/input-pane.h"
#include "ui/widgets/side/parameter-row.h"
#include "ui/widgets/side/solver-pane.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

struct _NoslipSidePane {
  GtkWidget parent;
  NoslipSimulation *simulation;
  GtkWidget *scroller, *none, *box; /* box: everything, while a system is open */
  GtkWidget *inputs, *parameter_heading, *parameter_box, *initial_box, *trial_box;
  GtkWidget *nearest, *contradiction; /* shown while the initial values contradict a constraint */
  GPtrArray *parameters, *initials;   /* of NoslipParameterRow *, in the system's order */
  GtkWidget *solver;
  GtkSizeGroup *names, *units; /* of all rows */
  GtkWidget *compare;          /* NULL until a system is open */
  char *compared;              /* its parts */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE(NoslipSidePane, noslip_side_pane, GTK_TYPE_WIDGET)

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

/* Pointing at a row highlights its symbol in formulas and pictures. */
static void
on_row_enter(GtkEventControllerMotion *pointer, double x, double y, NoslipSidePane *self)
{
  GtkWidget *row = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(pointer));
  if (self->simulation)
    noslip_simulation_point_at(self->simulation, noslip_parameter_row_name(NOSLIP_PARAMETER_ROW(row)));
}

static void
on_row_leave(GtkEventControllerMotion *pointer, NoslipSidePane *self)
{
  if (self->simulation)
    noslip_simulation_point_at(self->simulation, NULL);
}

/* Pointing at a symbol elsewhere highlights its row. */
static void
light_rows(NoslipSidePane *self, const GPtrArray *rows)
{
  const char *pointed = noslip_simulation_pointed(self->simulation);
  for (guint i = 0; i < rows->len; i++) {
    if (g_strcmp0(noslip_parameter_row_name(rows->pdata[i]), pointed) == 0)
      gtk_widget_add_css_class(rows->pdata[i], "noslip-lit");
    else
      gtk_widget_remove_css_class(rows->pdata[i], "noslip-lit");
  }
}

/* Unchanged rows are kept, so that editing the text changes neither the focus nor the scroll position. */
static void
put_row(NoslipSidePane *self, GtkWidget *box, GPtrArray *rows, guint i, const NoslipParameter *what, double value,
        GCallback changed)
{
  const char *description = noslip_words(what->description);
  GtkWidget *before = i > 0 ? g_ptr_array_index(rows, i - 1) : NULL;
  if (i < rows->len) {
    NoslipParameterRow *row = g_ptr_array_index(rows, i);
    if (noslip_parameter_row_is_of(row, what->name, what->unit, description, what->low, what->high)) {
      noslip_parameter_row_set_value(row, value);
      return;
    }
    gtk_box_remove(GTK_BOX(box), GTK_WIDGET(row));
  }
  GtkWidget *row = noslip_parameter_row_new(what->name, what->unit, description, what->low, what->high, value);
  GtkEventController *pointer = gtk_event_controller_motion_new();
  g_signal_connect_object(pointer, "enter", G_CALLBACK(on_row_enter), self, 0);
  g_signal_connect_object(pointer, "leave", G_CALLBACK(on_row_leave), self, 0);
  gtk_widget_add_controller(row, pointer);
  g_signal_connect_object(row, "changed", changed, self, 0);
  noslip_parameter_row_align(NOSLIP_PARAMETER_ROW(row), self->names, self->units);
  gtk_box_insert_child_after(GTK_BOX(box), row, before);
  if (i < rows->len)
    rows->pdata[i] = row;
  else
    g_ptr_array_add(rows, row);
}

static void
drop_rows(GtkWidget *box, GPtrArray *rows, guint n)
{
  for (guint i = n; i < rows->len; i++)
    gtk_box_remove(GTK_BOX(box), g_ptr_array_index(rows, i));
  g_ptr_array_set_size(rows, (int) MIN(n, rows->len));
}

static void
put_parameters(NoslipSidePane *self, const NoslipSystem *system)
{
  guint n = system->n_parameters - system->n_hidden;
  gtk_widget_set_visible(self->parameter_heading, n > 0);
  for (guint i = 0; i < n; i++)
    put_row(self, self->parameter_box, self->parameters, i, &system->parameters[i],
            noslip_start_parameter(noslip_simulation_start(self->simulation), i), G_CALLBACK(parameter_changed));
  drop_rows(self->parameter_box, self->parameters, n);
}

/* Initial values that the motion has: in vakonomic dynamics the multipliers too. */
static guint
n_initials(const NoslipSidePane *self, const NoslipSystem *system)
{
  gboolean vakonomic = noslip_simulation_runs(self->simulation)->kind == NOSLIP_DYNAMICS_VAKONOMIC;
  return vakonomic ? noslip_start_n(system) : system->m + system->n;
}

static void
put_initials(NoslipSidePane *self, const NoslipSystem *system)
{
  guint n = n_initials(self, system);
  for (guint i = 0; i < n; i++) {
    double value = noslip_start_initial(noslip_simulation_start(self->simulation), i);
    NoslipParameter what = {.name = NULL};
    g_autofree char *unit = NULL;
    if (i < system->m) {
      const NoslipCoordinate *x = &system->coordinates[i];
      what.name = x->name;
      unit = g_strdup(x->unit ? x->unit : x->angle ? "rad" : NULL);
      what.description = x->description;
      what.low = x->angle && !isfinite(x->low) ? -G_PI : x->low;
      what.high = x->angle && !isfinite(x->high) ? G_PI : x->high;
    } else if (i >= system->m + system->n) {
      what.name = (char *) noslip_start_name(system, i);
      what.description = system->constraints[i - system->m - system->n].description;
      what.low = -fmax(3, 2 * fabs(value));
      what.high = -what.low;
    } else {
      const NoslipFibre *y = &system->fibres[i - system->m];
      what.name = y->name;
      unit = noslip_quantities_fibre_unit(system, i - system->m);
      what.description = y->description;
      what.low = -fmax(3, 2 * fabs(value));
      what.high = -what.low;
    }
    what.unit = unit;
    put_row(self, self->initial_box, self->initials, i, &what, isfinite(value) ? value : 0,
            G_CALLBACK(initial_changed));
  }
  drop_rows(self->initial_box, self->initials, n);
}

/* How the program chose an initial value; NULL if it is given. */
static const char *
how_chosen(NoslipSidePane *self, guint index)
{
  const NoslipSystem *system = noslip_simulation_system(self->simulation);
  if (!noslip_start_initial_is_chosen(noslip_simulation_start(self->simulation), index))
    return NULL;
  if (index >= system->m && system->two_form != NULL)
    return "i_X Omega = alpha";
  return index < system->m ? _("least change from 0") : _("least energy");
}

static void
mark_chosen(NoslipSidePane *self)
{
  for (guint i = 0; i < self->initials->len; i++)
    noslip_parameter_row_set_chosen(g_ptr_array_index(self->initials, i), how_chosen(self, i));
}

/* Initial values that contradict a constraint: the message, and a button that takes the nearest consistent ones. */
static void
nearest_taken(GtkButton *button, NoslipSidePane *self)
{
  noslip_simulation_take_nearest(self->simulation);
}

static void
show_nearest(NoslipSidePane *self)
{
  g_autofree char *contradiction = NULL, *values = NULL;
  gboolean shown =
      self->simulation && noslip_remarks_nearest(noslip_simulation_remarks(self->simulation),
                                                 noslip_simulation_start(self->simulation), &contradiction, &values);
  gtk_widget_set_visible(self->nearest, shown);
  if (!shown)
    return;
  g_autofree char *text = g_strdup_printf(_("%s; the nearest consistent values are %s"), contradiction, values);
  gtk_label_set_text(GTK_LABEL(self->contradiction), text);
}

/* A button for each trial, which sets its initial values. */
static void
trial_chosen(GtkButton *button, NoslipSidePane *self)
{
  guint trial = 0;
  for (GtkWidget *before = GTK_WIDGET(button); (before = gtk_widget_get_prev_sibling(before));)
    trial++;
  noslip_simulation_set_trial(self->simulation, trial);
}

static void
put_trials(NoslipSidePane *self, const NoslipSystem *system)
{
  for (GtkWidget *child; (child = gtk_widget_get_first_child(self->trial_box));)
    gtk_box_remove(GTK_BOX(self->trial_box), child);
  for (guint i = 0; i < system->n_trials; i++) {
    const char *name = noslip_words(system->trials[i].name);
    g_autofree char *label = g_strdup_printf(_("Trial: %s"), name);
    GtkWidget *button = gtk_button_new_with_label(label);
    gtk_widget_add_css_class(button, "flat");
    gtk_label_set_ellipsize(GTK_LABEL(gtk_button_get_child(GTK_BUTTON(button))), PANGO_ELLIPSIZE_END);
    gtk_widget_set_tooltip_text(button, label);
    g_signal_connect_object(button, "clicked", G_CALLBACK(trial_chosen), self, 0);
    gtk_box_append(GTK_BOX(self->trial_box), button);
  }
}

/* Comparing */

/* The properties of a system on which the comparison pane depends. */
static char *
compared_of(NoslipSimulation *simulation, const NoslipSystem *system)
{
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < system->m + system->n; i++) {
    g_autofree char *unit =
        i < system->m ? g_strdup(system->coordinates[i].unit) : noslip_quantities_fibre_unit(system, i - system->m);
    gboolean angle = i < system->m && system->coordinates[i].angle;
    g_string_append_printf(text, "%s %s %d\n", noslip_state_name(system, i), unit ? unit : "", angle);
  }
  for (guint i = 0; noslip_formulations()[i]; i++) {
    const char *refusal = noslip_runs_refusal(noslip_simulation_runs(simulation), noslip_formulations()[i]);
    g_string_append_printf(text, "%s\n", refusal ? refusal : "");
  }
  return g_string_free(g_steal_pointer(&text), FALSE);
}

static void
put_compare(NoslipSidePane *self, const NoslipSystem *system)
{
  g_autofree char *compared = compared_of(self->simulation, system);
  if (self->compare && g_str_equal(compared, self->compared))
    return;
  if (self->compare)
    gtk_box_remove(GTK_BOX(self->box), self->compare);
  self->compare = noslip_compare_pane_new(self->simulation);
  gtk_box_append(GTK_BOX(self->box), self->compare);
  g_free(self->compared);
  self->compared = g_steal_pointer(&compared);
}

/* The whole */

static void
show_system(NoslipSidePane *self)
{
  const NoslipSystem *system = self->simulation ? noslip_simulation_system(self->simulation) : NULL;
  gtk_widget_set_visible(self->none, system == NULL);
  gtk_widget_set_visible(self->box, system != NULL);
  if (!system)
    return;
  put_parameters(self, system);
  put_initials(self, system);
  put_trials(self, system);
  put_compare(self, system);
}

static void
update_values(NoslipSidePane *self)
{
  for (guint i = 0; i < self->parameters->len; i++)
    noslip_parameter_row_set_value(g_ptr_array_index(self->parameters, i),
                                   noslip_start_parameter(noslip_simulation_start(self->simulation), i));
  for (guint i = 0; i < self->initials->len; i++)
    noslip_parameter_row_set_value(g_ptr_array_index(self->initials, i),
                                   noslip_start_initial(noslip_simulation_start(self->simulation), i));
}

/* Without a system: whether one was opened whose text has errors. */
static void
show_absence(NoslipSidePane *self)
{
  const NoslipTextSource *source = self->simulation ? noslip_simulation_source(self->simulation) : NULL;
  gboolean wrong = source && source->problems && source->problems->n_errors > 0;
  gtk_label_set_text(GTK_LABEL(self->none), wrong ? _("The text has errors") : _("No system is open"));
}

void
noslip_side_pane_changed(NoslipSidePane *self, NoslipChange change)
{
  if (change & NOSLIP_CHANGED_POINTED && self->simulation) {
    light_rows(self, self->parameters);
    light_rows(self, self->initials);
  }
  self->updating = TRUE;
  const NoslipSystem *system = self->simulation ? noslip_simulation_system(self->simulation) : NULL;
  if (!system)
    show_absence(self);
  if (change & NOSLIP_CHANGED_SYSTEM)
    show_system(self);
  else if (system && self->initials->len != n_initials(self, system))
    put_initials(self, system);
  if ((change & NOSLIP_CHANGED_START) && self->compare)
    update_values(self);
  if ((change & (NOSLIP_CHANGED_START | NOSLIP_CHANGED_VERDICTS)) && self->compare) {
    mark_chosen(self);
    show_nearest(self);
  }
  if (self->compare)
    noslip_solver_pane_changed(NOSLIP_SOLVER_PANE(self->solver), change);
  noslip_input_pane_changed(NOSLIP_INPUT_PANE(self->inputs), change);
  if (self->compare)
    noslip_compare_pane_changed(NOSLIP_COMPARE_PANE(self->compare), change);
  self->updating = FALSE;
}

void
noslip_side_pane_set_simulation(NoslipSidePane *self, NoslipSimulation *simulation)
{
  self->simulation = simulation;
  noslip_input_pane_set_simulation(NOSLIP_INPUT_PANE(self->inputs), simulation);
  noslip_solver_pane_set_simulation(NOSLIP_SOLVER_PANE(self->solver), simulation);
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
  g_object_unref(self->names);
  g_object_unref(self->units);
  g_free(self->compared);
  G_OBJECT_CLASS(noslip_side_pane_parent_class)->finalize(object);
}

static void
noslip_side_pane_class_init(NoslipSidePaneClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_side_pane_dispose;
  G_OBJECT_CLASS(class)->finalize = noslip_side_pane_finalize;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "noslip-side-pane");
  g_type_ensure(NOSLIP_TYPE_INPUT_PANE);
  g_type_ensure(NOSLIP_TYPE_SOLVER_PANE);
  gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_REGION);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/side-pane.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSidePane, scroller);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSidePane, none);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSidePane, box);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSidePane, inputs);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSidePane, parameter_heading);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSidePane, parameter_box);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSidePane, initial_box);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSidePane, nearest);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSidePane, contradiction);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSidePane, trial_box);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSidePane, solver);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), nearest_taken);
}

static void
noslip_side_pane_init(NoslipSidePane *self)
{
  self->parameters = g_ptr_array_new();
  self->initials = g_ptr_array_new();
  self->names = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
  self->units = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
  self->updating = TRUE;
  gtk_widget_init_template(GTK_WIDGET(self));
  noslip_input_pane_align(NOSLIP_INPUT_PANE(self->inputs), self->names, self->units);
  self->updating = FALSE;
}

GtkWidget *
noslip_side_pane_new(void)
{
  return g_object_new(NOSLIP_TYPE_SIDE_PANE, NULL);
}
