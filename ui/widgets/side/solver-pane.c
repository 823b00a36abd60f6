/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/side/solver-pane.h"

#include "core/base/decimal.h"
#include "ui/widgets/common/accessible.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

struct _NoslipSolverPane {
  GtkWidget parent;
  NoslipSimulation *simulation;
  GtkWidget *box, *dynamics, *formulation, *method, *tolerance;
  GPtrArray *formulations; /* of const NoslipFormulation *, the items of the drop-down */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE(NoslipSolverPane, noslip_solver_pane, GTK_TYPE_WIDGET)

static const double tolerances[] = {1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13};
static const char *const tolerance_names[] = {"1e-5",  "1e-6",  "1e-7",  "1e-8",  "1e-9",
                                              "1e-10", "1e-11", "1e-12", "1e-13", NULL};

#define LONG_CHOICE 24 /* characters that the pane makes room for */

static void
choice_setup(GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new(NULL);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand(label, TRUE);
  gtk_list_item_set_child(item, label);
}

static void
choice_bind(GtkSignalListItemFactory *factory, GtkListItem *item)
{
  const char *words = gtk_string_object_get_string(gtk_list_item_get_item(item));
  GtkWidget *label = gtk_list_item_get_child(item);
  gtk_label_set_text(GTK_LABEL(label), words);
  gtk_label_set_width_chars(GTK_LABEL(label), (int) MIN(g_utf8_strlen(words, -1), LONG_CHOICE));
  gtk_widget_set_tooltip_text(label, words);
}

/* The selected item may be shortened, so that long names leave room for the scene; the list shows them in full. */
static void
shorten_choice(GtkDropDown *drop_down)
{
  g_autoptr(GtkListItemFactory) factory = gtk_signal_list_item_factory_new();
  g_signal_connect(factory, "setup", G_CALLBACK(choice_setup), NULL);
  g_signal_connect(factory, "bind", G_CALLBACK(choice_bind), NULL);
  gtk_drop_down_set_list_factory(drop_down, gtk_drop_down_get_factory(drop_down));
  gtk_drop_down_set_factory(drop_down, factory);
}

static void
dynamics_changed(GtkDropDown *drop_down, GParamSpec *pspec, NoslipSolverPane *self)
{
  if (!self->updating)
    noslip_runs_set_kind(noslip_simulation_runs(self->simulation),
                         (NoslipDynamicsKind) gtk_drop_down_get_selected(drop_down));
}

static void
formulation_changed(GtkDropDown *drop_down, GParamSpec *pspec, NoslipSolverPane *self)
{
  guint selected = gtk_drop_down_get_selected(drop_down);
  if (!self->updating && selected < self->formulations->len)
    noslip_runs_set_formulation(noslip_simulation_runs(self->simulation),
                                g_ptr_array_index(self->formulations, selected));
}

static void
method_changed(GtkDropDown *drop_down, GParamSpec *pspec, NoslipSolverPane *self)
{
  if (!self->updating)
    noslip_runs_set_method(noslip_simulation_runs(self->simulation),
                           noslip_methods()[gtk_drop_down_get_selected(drop_down)]);
}

static void
tolerance_changed(GtkDropDown *drop_down, GParamSpec *pspec, NoslipSolverPane *self)
{
  GtkStringObject *item = gtk_drop_down_get_selected_item(drop_down);
  double value;
  if (!self->updating && item && noslip_decimal_read(gtk_string_object_get_string(item), &value))
    noslip_runs_set_tolerance(noslip_simulation_runs(self->simulation), value);
}

static void
select_item(GtkWidget *drop_down, guint item)
{
  if (gtk_drop_down_get_selected(GTK_DROP_DOWN(drop_down)) != item)
    gtk_drop_down_set_selected(GTK_DROP_DOWN(drop_down), item);
}

/* The list of the drop-down is replaced only if it differs: it must not be freed while one of its items is being
 * selected. */
static void
fill_formulations(NoslipSolverPane *self)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new(), formulations = g_ptr_array_new();
  NoslipDynamicsKind kind = noslip_simulation_runs(self->simulation)->kind;
  const NoslipFormulation *present = noslip_simulation_runs(self->simulation)->formulation;
  guint selected = 0;
  for (guint i = 0; noslip_formulations()[i]; i++) {
    const NoslipFormulation *formulation = noslip_formulations()[i];
    if (formulation->kind != kind || noslip_runs_refusal(noslip_simulation_runs(self->simulation), formulation))
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
  select_item(self->formulation, selected);
  gtk_widget_set_tooltip_text(self->formulation, present ? _(present->summary) : NULL);
}

/* The inner button is named too: later versions of GTK would name it by the selected item. */
static void
prepare_choice(GtkWidget *drop_down, const char *title, const char *const *items)
{
  if (items) {
    g_autoptr(GtkStringList) list = gtk_string_list_new(items);
    gtk_drop_down_set_model(GTK_DROP_DOWN(drop_down), G_LIST_MODEL(list));
  }
  shorten_choice(GTK_DROP_DOWN(drop_down));
  noslip_accessible_set_name(drop_down, title);
}

static void
prepare_choices(NoslipSolverPane *self)
{
  g_autoptr(GPtrArray) methods = g_ptr_array_new();
  for (guint i = 0; noslip_methods()[i]; i++)
    g_ptr_array_add(methods, (char *) _(noslip_methods()[i]->title));
  g_ptr_array_add(methods, NULL);
  prepare_choice(self->dynamics, _("Dynamics"), NULL);
  prepare_choice(self->formulation, _("Formulation"), NULL);
  prepare_choice(self->method, _("Method"), (const char *const *) methods->pdata);
  prepare_choice(self->tolerance, _("Tolerance"), tolerance_names);
}

/* A tolerance between those of the list, from a set-up, is added to it. */
static void
show_tolerance(NoslipSolverPane *self)
{
  const guint n = G_N_ELEMENTS(tolerances);
  double present = noslip_simulation_runs(self->simulation)->tolerance;
  GtkStringList *list = GTK_STRING_LIST(gtk_drop_down_get_model(GTK_DROP_DOWN(self->tolerance)));
  for (guint i = 0; i < n; i++)
    if (fabs(tolerances[i] / present - 1) < 1e-9) {
      select_item(self->tolerance, i);
      return;
    }
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd(text, sizeof text, "%.3g", present);
  const char *const added[] = {text, NULL};
  if (g_strcmp0(gtk_string_list_get_string(list, n), text) != 0)
    gtk_string_list_splice(list, n, g_list_model_get_n_items(G_LIST_MODEL(list)) - n, added);
  select_item(self->tolerance, n);
}

static void
show_choices(NoslipSolverPane *self)
{
  for (guint i = 0; noslip_methods()[i]; i++)
    if (noslip_methods()[i] == noslip_simulation_runs(self->simulation)->method) {
      select_item(self->method, i);
      gtk_widget_set_tooltip_text(self->method, _(noslip_methods()[i]->documentation));
    }
  show_tolerance(self);
}

void
noslip_solver_pane_changed(NoslipSolverPane *self, NoslipChange change)
{
  self->updating = TRUE;
  if (change & (NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_SYSTEM)) {
    if (noslip_simulation_system(self->simulation))
      show_choices(self);
    select_item(self->dynamics, noslip_simulation_runs(self->simulation)->kind);
    fill_formulations(self);
  }
  self->updating = FALSE;
}

void
noslip_solver_pane_set_simulation(NoslipSolverPane *self, NoslipSimulation *simulation)
{
  self->simulation = simulation;
}

static void
noslip_solver_pane_dispose(GObject *object)
{
  NoslipSolverPane *self = NOSLIP_SOLVER_PANE(object);
  self->simulation = NULL;
  self->updating = TRUE;
  g_clear_pointer(&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS(noslip_solver_pane_parent_class)->dispose(object);
}

static void
noslip_solver_pane_finalize(GObject *object)
{
  g_ptr_array_unref(NOSLIP_SOLVER_PANE(object)->formulations);
  G_OBJECT_CLASS(noslip_solver_pane_parent_class)->finalize(object);
}

static void
noslip_solver_pane_class_init(NoslipSolverPaneClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_solver_pane_dispose;
  G_OBJECT_CLASS(class)->finalize = noslip_solver_pane_finalize;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/solver-pane.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSolverPane, box);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSolverPane, dynamics);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSolverPane, formulation);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSolverPane, method);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSolverPane, tolerance);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), dynamics_changed);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), formulation_changed);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), method_changed);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), tolerance_changed);
}

static void
noslip_solver_pane_init(NoslipSolverPane *self)
{
  self->formulations = g_ptr_array_new();
  self->updating = TRUE;
  gtk_widget_init_template(GTK_WIDGET(self));
  prepare_choices(self);
  self->updating = FALSE;
}
