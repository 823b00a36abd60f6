/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/side/ensemble-pane.h"

#include "ui/picture/math/mathtext.h"
#include "ui/widgets/common/bound.h"
#include "ui/widgets/common/number.h"
#include "ui/widgets/common/sentence.h"

#include <glib/gi18n.h>
#include <math.h>

#define MOST_BY_DEFAULT 3 /* velocities */
#define WORDS_EVERY 250   /* milliseconds between two updates of the progress */

/* The spread of one initial value. */
typedef struct {
  GtkWidget *widgets[3]; /* name, entry and unit */
  char *state;
  gboolean is_multiplier;
} SpreadRow;

struct _NoslipEnsemblePane {
  GtkBox parent;
  NoslipSimulation *simulation;
  GtkWidget *on, *details, *count, *seed, *spreads, *progress_box, *progress, *words;
  GArray *rows; /* of SpreadRow */
  guint update; /* source of update_words(), or 0 */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE(NoslipEnsemblePane, noslip_ensemble_pane, GTK_TYPE_BOX)

/* User actions */

static void
begin(NoslipEnsemblePane *self, NoslipEnsembleSettings *ensemble)
{
  noslip_ensemble_settings_copy(ensemble, &noslip_simulation_ensemble(self->simulation)->settings);
}

static void
end(NoslipEnsemblePane *self, NoslipEnsembleSettings *ensemble)
{
  noslip_ensemble_run_set(noslip_simulation_ensemble(self->simulation), ensemble);
  noslip_ensemble_settings_clear(ensemble);
}

static void
spread_by_default(const NoslipSimulation *simulation, NoslipEnsembleSettings *ensemble, guint index)
{
  const NoslipSystem *system = noslip_simulation_system(simulation);
  double value = fabs(noslip_start_initial(noslip_simulation_start(simulation), index));
  noslip_ensemble_settings_spread(ensemble, noslip_state_name(system, index), value > 0 ? 0.2 * value : 0.2);
}

/* If nothing is spread yet: the velocities that the text sets, which its author took as independent, and the first
 * angle; else the first coordinate. */
static void
choose_spreads(const NoslipSimulation *simulation, NoslipEnsembleSettings *ensemble)
{
  const NoslipSystem *system = noslip_simulation_system(simulation);
  for (guint i = 0; i < system->n_initials && ensemble->n_spreads < MOST_BY_DEFAULT; i++)
    for (guint a = 0; a < system->n && system->initials[i].kind == NOSLIP_ENTRY_VELOCITY; a++)
      if (g_str_equal(system->initials[i].name, system->fibres[a].name))
        spread_by_default(simulation, ensemble, system->m + a);
  for (guint i = 0; i < system->m; i++)
    if (system->coordinates[i].angle) {
      noslip_ensemble_settings_spread(ensemble, system->coordinates[i].name, 0.2);
      return;
    }
  if (ensemble->n_spreads == 0 && system->m + system->n > 0)
    spread_by_default(simulation, ensemble, 0);
}

static void
switched(GtkSwitch *button, GParamSpec *pspec, NoslipEnsemblePane *self)
{
  if (self->updating)
    return;
  NoslipEnsembleSettings ensemble;
  begin(self, &ensemble);
  ensemble.on = gtk_switch_get_active(button);
  if (ensemble.on && ensemble.n_spreads == 0)
    choose_spreads(self->simulation, &ensemble);
  end(self, &ensemble);
}

static void
counted(GtkSpinButton *spin, NoslipEnsemblePane *self)
{
  if (self->updating)
    return;
  NoslipEnsembleSettings ensemble;
  begin(self, &ensemble);
  ensemble.n = (guint) gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(self->count));
  ensemble.seed = (guint32) gtk_spin_button_get_value(GTK_SPIN_BUTTON(self->seed));
  end(self, &ensemble);
}

static void
spread(GtkEntry *entry, const NoslipBound *state)
{
  NoslipEnsemblePane *self = state->target;
  const char *name = state->name, *text = gtk_editable_get_text(GTK_EDITABLE(entry));
  double width = 0;
  if (self->updating)
    return;
  if (text[0] && (!noslip_number_read(text, &width) || width < 0)) {
    gtk_widget_add_css_class(GTK_WIDGET(entry), "error");
    gtk_widget_set_tooltip_text(GTK_WIDGET(entry), _("How far to either side: a number such as 0.2"));
    return;
  }
  gtk_widget_remove_css_class(GTK_WIDGET(entry), "error");
  gtk_widget_set_tooltip_text(GTK_WIDGET(entry), NULL);
  if (width == noslip_ensemble_settings_spread_of(&noslip_simulation_ensemble(self->simulation)->settings, name))
    return;
  NoslipEnsembleSettings ensemble;
  begin(self, &ensemble);
  noslip_ensemble_settings_spread(&ensemble, name, width);
  end(self, &ensemble);
}

static void
on_focus_leave(GtkEventControllerFocus *controller, const NoslipBound *state)
{
  spread(GTK_ENTRY(gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(controller))), state);
}

static void
stopped(GtkButton *button, NoslipEnsemblePane *self)
{
  noslip_ensemble_run_stop(noslip_simulation_ensemble(self->simulation));
}

/* Messages */

/* A velocity that the constraints determine cannot be spread: a message says so. */
static void
append_unspread(NoslipEnsemblePane *self, const NoslipEnsembleView *view, GString *text)
{
  const NoslipSystem *system = noslip_simulation_system(self->simulation);
  const NoslipEnsembleSettings *ensemble = &noslip_simulation_ensemble(self->simulation)->settings;
  for (guint i = 0; i < system->m + system->n; i++) {
    double width = noslip_ensemble_settings_spread_of(ensemble, noslip_state_name(system, i)), low = INFINITY,
           high = -INFINITY;
    if (!(width > 0) || noslip_ensemble_view_n_frames(view, 0) == 0)
      continue;
    for (guint lane = 0; lane < noslip_ensemble_view_lanes(view, 0); lane++) {
      double value = (double) noslip_ensemble_view_values(view, 0, 0, i)[lane];
      low = fmin(low, value);
      high = fmax(high, value);
    }
    g_autofree char *name = noslip_math_name(noslip_state_name(system, i), FALSE);
    if (view->layout->n_motions > 1 && high - low < 1e-3 * width)
      g_string_append_printf(text, _("; %s follows from the constraints and is not spread"), name);
  }
}

static char *
words(NoslipEnsemblePane *self, const NoslipEnsembleView *view)
{
  g_autoptr(GString) text = g_string_new(NULL);
  if (noslip_simulation_ensemble(self->simulation)->settings.n_spreads == 0)
    return g_strdup(_("Choose below which values to vary, and how far to either side."));
  if (!view->layout)
    return view->why ? noslip_sentence(noslip_simulation_system(self->simulation), view->why)
                     : g_strdup(_("The motions begin."));
  double until = isnan(view->computed) ? 0 : view->computed;
  g_string_append_printf(text, _("%u motions, computed to t = %.4g s"), view->layout->n_motions, until);
  if (view->n_lost > 0)
    g_string_append_printf(text, _("; %u are lost: %s"), view->n_lost, view->why ? view->why : "");
  append_unspread(self, view, text);
  return g_string_free(g_steal_pointer(&text), FALSE);
}

static gboolean
update_words(gpointer data)
{
  NoslipEnsemblePane *self = data;
  self->update = 0;
  const NoslipEnsembleView *view = noslip_ensemble_run_view(noslip_simulation_ensemble(self->simulation));
  gboolean busy = view && !view->finished;
  gtk_widget_set_visible(self->progress_box, busy);
  gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(self->progress), view ? CLAMP(view->progress, 0, 1) : 0);
  g_autofree char *text = view ? words(self, view) : NULL;
  gtk_label_set_text(GTK_LABEL(self->words), text ? text : "");
  gtk_widget_set_visible(self->words, text != NULL);
  return G_SOURCE_REMOVE;
}

/* Rows */

static void
name_widget(GtkWidget *widget, const char *name)
{
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static GtkWidget *
label_new(const char *text)
{
  GtkWidget *label = gtk_label_new(text);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  return label;
}

static GtkWidget *
spin_new(NoslipEnsemblePane *self, GtkGrid *grid, int row, const char *title, const char *name, double most,
         double step)
{
  GtkWidget *spin = gtk_spin_button_new_with_range(1, most, step);
  gtk_editable_set_width_chars(GTK_EDITABLE(spin), 5);
  gtk_spin_button_set_numeric(GTK_SPIN_BUTTON(spin), TRUE);
  gtk_widget_add_css_class(spin, "numeric");
  name_widget(spin, name);
  gtk_widget_set_hexpand(spin, TRUE);
  gtk_grid_attach(grid, label_new(title), 0, row, 1, 1);
  gtk_grid_attach(grid, spin, 1, row, 2, 1);
  g_signal_connect_object(spin, "value-changed", G_CALLBACK(counted), self, 0);
  return spin;
}

/* "omega ± 0.2 rad/s" */
static void
add_spread(NoslipEnsemblePane *self, guint index, int row)
{
  const NoslipSystem *system = noslip_simulation_system(self->simulation);
  const char *name = noslip_start_name(system, index);
  g_autofree char *pretty = noslip_math_pretty(name);
  g_autofree char *title = g_strdup_printf("%s ±", pretty);
  g_autofree char *spoken = g_strdup_printf(_("Spread of %s"), name);
  g_autofree char *unit = NULL;
  if (index < system->m)
    unit = g_strdup(system->coordinates[index].unit    ? system->coordinates[index].unit
                    : system->coordinates[index].angle ? "rad"
                                                       : "");
  else if (index < system->m + system->n)
    unit = noslip_quantities_fibre_unit(system, index - system->m);
  GtkWidget *label = label_new(title), *entry = gtk_entry_new(), *units = label_new(unit ? unit : "");
  gtk_widget_add_css_class(label, "noslip-name");
  gtk_widget_add_css_class(entry, "numeric");
  gtk_widget_add_css_class(entry, "noslip-number");
  gtk_widget_add_css_class(units, "dim-label");
  gtk_widget_add_css_class(units, "caption");
  gtk_entry_set_placeholder_text(GTK_ENTRY(entry), "0");
  gtk_entry_set_alignment(GTK_ENTRY(entry), 1);
  gtk_editable_set_width_chars(GTK_EDITABLE(entry), 6);
  gtk_widget_set_hexpand(entry, TRUE);
  name_widget(entry, spoken);
  const NoslipBound state = {.target = self, .name = name};
  noslip_bound_connect(entry, "activate", G_CALLBACK(spread), &state);
  GtkEventController *focus = gtk_event_controller_focus_new();
  noslip_bound_connect(focus, "leave", G_CALLBACK(on_focus_leave), &state);
  gtk_widget_add_controller(entry, focus);
  const SpreadRow shown = {{label, entry, units}, g_strdup(name), index >= system->m + system->n};
  for (guint i = 0; i < G_N_ELEMENTS(shown.widgets); i++)
    gtk_grid_attach(GTK_GRID(self->spreads), shown.widgets[i], (int) i, row, 1, 1);
  g_array_append_val(self->rows, shown);
}

static void
row_clear(gpointer data)
{
  g_free(((SpreadRow *) data)->state);
}

/* The rows are created when an ensemble is first shown: few people use one, and otherwise every new system would create
 * them. */
static void
fill(NoslipEnsemblePane *self)
{
  const NoslipSystem *system = noslip_simulation_system(self->simulation);
  int row = 0;
  self->count =
      spin_new(self, GTK_GRID(self->spreads), row++, _("Motions"), _("Motions in the cloud"), NOSLIP_ENSEMBLE_MOST, 50);
  self->seed = spin_new(self, GTK_GRID(self->spreads), row++, _("Seed"), _("Seed of the cloud"), G_MAXINT32, 1);
  gtk_widget_set_tooltip_text(self->seed, _("Another seed gives other motions; the same seed gives the same motions"));
  for (guint i = 0; i < noslip_start_n(system); i++)
    add_spread(self, i, row++);
}

static void
show_width(const SpreadRow *row, const NoslipEnsembleSettings *ensemble)
{
  GtkWidget *entry = row->widgets[1];
  double width = noslip_ensemble_settings_spread_of(ensemble, row->state);
  char number[G_ASCII_DTOSTR_BUF_SIZE] = "";
  if (width > 0)
    g_ascii_formatd(number, sizeof number, "%.4g", width);
  if (!gtk_widget_has_css_class(entry, "error") && g_strcmp0(gtk_editable_get_text(GTK_EDITABLE(entry)), number) != 0)
    gtk_editable_set_text(GTK_EDITABLE(entry), number);
}

static void
update(NoslipEnsemblePane *self)
{
  const NoslipEnsembleSettings *ensemble = &noslip_simulation_ensemble(self->simulation)->settings;
  self->updating = TRUE;
  gtk_switch_set_active(GTK_SWITCH(self->on), ensemble->on);
  gtk_widget_set_visible(self->details, ensemble->on);
  if (ensemble->on && !self->count)
    fill(self);
  if (self->count) {
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(self->count), ensemble->n);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(self->seed), ensemble->seed);
  }
  gboolean vakonomic = noslip_simulation_runs(self->simulation)->kind == NOSLIP_DYNAMICS_VAKONOMIC;
  for (guint r = 0; r < self->rows->len; r++) {
    const SpreadRow *row = &g_array_index(self->rows, SpreadRow, r);
    for (guint i = 0; i < G_N_ELEMENTS(row->widgets) && row->is_multiplier; i++)
      gtk_widget_set_visible(row->widgets[i], vakonomic); /* other motions have none */
    show_width(row, ensemble);
  }
  self->updating = FALSE;
}

void
noslip_ensemble_pane_changed(NoslipEnsemblePane *self, NoslipChange change)
{
  if (!(change & (NOSLIP_CHANGED_ENSEMBLE | NOSLIP_CHANGED_SYSTEM | NOSLIP_CHANGED_RUNS)))
    return;
  update(self);
  if (!self->update)
    self->update = g_timeout_add(WORDS_EVERY, update_words, self);
}

/* Life */

static void
noslip_ensemble_pane_dispose(GObject *object)
{
  g_clear_handle_id(&NOSLIP_ENSEMBLE_PANE(object)->update, g_source_remove);
  G_OBJECT_CLASS(noslip_ensemble_pane_parent_class)->dispose(object);
}

static void
noslip_ensemble_pane_finalize(GObject *object)
{
  g_array_unref(NOSLIP_ENSEMBLE_PANE(object)->rows);
  G_OBJECT_CLASS(noslip_ensemble_pane_parent_class)->finalize(object);
}

static void
noslip_ensemble_pane_class_init(NoslipEnsemblePaneClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_ensemble_pane_dispose;
  G_OBJECT_CLASS(class)->finalize = noslip_ensemble_pane_finalize;
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/ensemble-pane.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEnsemblePane, on);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEnsemblePane, details);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEnsemblePane, words);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEnsemblePane, progress_box);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEnsemblePane, progress);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipEnsemblePane, spreads);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), switched);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), stopped);
}

static void
noslip_ensemble_pane_init(NoslipEnsemblePane *self)
{
  self->rows = g_array_new(FALSE, FALSE, sizeof(SpreadRow));
  g_array_set_clear_func(self->rows, row_clear);
  gtk_widget_init_template(GTK_WIDGET(self));
}

GtkWidget *
noslip_ensemble_pane_new(NoslipSimulation *simulation)
{
  NoslipEnsemblePane *self = g_object_new(NOSLIP_TYPE_ENSEMBLE_PANE, NULL);
  self->simulation = simulation;
  update(self);
  return GTK_WIDGET(self);
}
