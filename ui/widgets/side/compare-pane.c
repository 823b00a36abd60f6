/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/side/compare-pane.h"

#include "ui/widgets/common/run-style.h"
#include "ui/widgets/side/ensemble-pane.h"
#include "ui/widgets/side/overlay-chooser.h"
#include "ui/widgets/side/overlay-row.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define WORDS_EVERY 250 /* milliseconds between two updates of the words */

struct _NoslipComparePane {
  GtkBox parent;
  NoslipSimulation *simulation;
  GtkWidget *all, *against, *formulations, *own, *add, *ensemble;
  guint n_kept;
  guint words; /* source */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE(NoslipComparePane, noslip_compare_pane, GTK_TYPE_BOX)

static const NoslipFormulation *
formulation_of(GtkWidget *row)
{
  return noslip_overlay_row_formulation(NOSLIP_OVERLAY_ROW(row));
}

static guint
id_of(GtkWidget *row)
{
  return noslip_overlay_row_run(NOSLIP_OVERLAY_ROW(row));
}

/* User actions */

static void
all_toggled(GtkToggleButton *button, NoslipComparePane *self)
{
  if (!self->updating && !gtk_widget_activate_action(GTK_WIDGET(self), "win.compare-formulations", NULL))
    noslip_overlays_show_all(noslip_simulation_overlays(self->simulation), gtk_toggle_button_get_active(button));
}

static void
against_toggled(GtkToggleButton *button, NoslipComparePane *self)
{
  const NoslipFormulation *opponent = noslip_runs_opponent(noslip_simulation_runs(self->simulation));
  if (!self->updating && opponent)
    noslip_overlays_show(noslip_simulation_overlays(self->simulation), opponent, gtk_toggle_button_get_active(button));
}

static void
formulation_switched(GtkWidget *row, gboolean active, NoslipComparePane *self)
{
  noslip_overlays_show(noslip_simulation_overlays(self->simulation), formulation_of(row), active);
}

static void
own_switched(GtkWidget *row, gboolean active, NoslipComparePane *self)
{
  noslip_overlays_hide(noslip_simulation_overlays(self->simulation), id_of(row), !active);
}

static void
own_removed(GtkWidget *row, NoslipComparePane *self)
{
  noslip_overlays_remove(noslip_simulation_overlays(self->simulation), id_of(row));
}

static void
keep_clicked(GtkButton *button, NoslipComparePane *self)
{
  g_autofree char *name = g_strdup_printf(_("Kept %u"), ++self->n_kept);
  noslip_overlays_keep_motion(noslip_simulation_overlays(self->simulation), name);
}

static void
chooser_done(NoslipOverlayChooser *chooser, NoslipComparePane *self)
{
  gtk_menu_button_popdown(GTK_MENU_BUTTON(self->add));
}

/* The chooser is created when it is opened, because it shows the present values. */
static void
fill_chooser(GtkMenuButton *button, gpointer data)
{
  NoslipComparePane *self = data;
  GtkWidget *popover = gtk_popover_new(), *chooser = noslip_overlay_chooser_new(self->simulation);
  g_signal_connect_object(chooser, "done", G_CALLBACK(chooser_done), self, 0);
  gtk_popover_set_child(GTK_POPOVER(popover), chooser);
  gtk_menu_button_set_popover(button, popover);
}

/* Messages */

static void
look_at(NoslipComparePane *self, GtkWidget *row, const NoslipRunView *run)
{
  NoslipTheme theme;
  noslip_theme_init(&theme, adw_style_manager_get_dark(adw_style_manager_get_default()), 1);
  noslip_overlay_row_set_look(NOSLIP_OVERLAY_ROW(row), noslip_run_color(&theme, run), noslip_run_dash(run));
  g_autofree char *words = run->shown || run->variant ? noslip_run_words(self->simulation, run) : NULL;
  noslip_overlay_row_set_words(NOSLIP_OVERLAY_ROW(row), words);
}

static const NoslipRunView *
run_of(NoslipComparePane *self, GtkWidget *row)
{
  const NoslipFormulation *formulation = formulation_of(row);
  for (guint i = 1; i < noslip_runs_n(noslip_simulation_runs(self->simulation)); i++) {
    const NoslipRunView *run = noslip_runs_view(noslip_simulation_runs(self->simulation), i);
    if (formulation ? !run->variant && run->formulation == formulation : run->id == id_of(row))
      return run;
  }
  return NULL;
}

static gboolean
update_words(gpointer data)
{
  NoslipComparePane *self = data;
  self->words = 0;
  for (GtkWidget *row = gtk_widget_get_first_child(self->formulations); row; row = gtk_widget_get_next_sibling(row)) {
    const NoslipRunView *run = run_of(self, row);
    if (run)
      look_at(self, row, run);
    else
      noslip_overlay_row_set_words(NOSLIP_OVERLAY_ROW(row),
                                   noslip_runs_refusal(noslip_simulation_runs(self->simulation), formulation_of(row)));
  }
  for (GtkWidget *row = gtk_widget_get_first_child(self->own); row; row = gtk_widget_get_next_sibling(row)) {
    const NoslipRunView *run = run_of(self, row);
    if (run)
      look_at(self, row, run);
  }
  return G_SOURCE_REMOVE;
}

/* The list */

static void
add_formulation(NoslipComparePane *self, const NoslipFormulation *formulation)
{
  const char *refusal = noslip_runs_refusal(noslip_simulation_runs(self->simulation), formulation);
  GtkWidget *row = noslip_overlay_row_new(_(formulation->title), formulation->id, FALSE);
  NoslipTheme theme;
  noslip_theme_init(&theme, adw_style_manager_get_dark(adw_style_manager_get_default()), 1);
  noslip_overlay_row_set_look(NOSLIP_OVERLAY_ROW(row), noslip_theme_formulation_color(&theme, formulation->id),
                              noslip_theme_formulation_dash(formulation->id));
  noslip_overlay_row_set_words(NOSLIP_OVERLAY_ROW(row), refusal);
  noslip_overlay_row_set_formulation(NOSLIP_OVERLAY_ROW(row), formulation);
  g_signal_connect_object(row, "switched", G_CALLBACK(formulation_switched), self, 0);
  gtk_widget_set_sensitive(row, refusal == NULL);
  gtk_widget_set_tooltip_text(row, refusal ? refusal : _(formulation->summary));
  gtk_box_append(GTK_BOX(self->formulations), row);
}

/* Rows of removed overlays are deleted, those of new ones appended; the others stay, with the focus in them. */
static void
update_own(NoslipComparePane *self)
{
  for (GtkWidget *row = gtk_widget_get_first_child(self->own), *next; row; row = next) {
    next = gtk_widget_get_next_sibling(row);
    if (!run_of(self, row))
      gtk_box_remove(GTK_BOX(self->own), row);
  }
  GtkWidget *row = gtk_widget_get_first_child(self->own);
  for (guint i = 0; i < noslip_runs_n(noslip_simulation_runs(self->simulation)); i++) {
    const NoslipRunView *run = noslip_runs_view(noslip_simulation_runs(self->simulation), i);
    if (!run->variant)
      continue;
    if (!row) {
      row = noslip_overlay_row_new(run->name, run->name, TRUE);
      noslip_overlay_row_set_run(NOSLIP_OVERLAY_ROW(row), run->id);
      g_signal_connect_object(row, "switched", G_CALLBACK(own_switched), self, 0);
      g_signal_connect_object(row, "removed", G_CALLBACK(own_removed), self, 0);
      gtk_box_append(GTK_BOX(self->own), row);
      look_at(self, row, run);
    }
    noslip_overlay_row_set_active(NOSLIP_OVERLAY_ROW(row), run->shown);
    row = gtk_widget_get_next_sibling(row);
  }
}

static void
update(NoslipComparePane *self)
{
  const NoslipFormulation *present = noslip_simulation_runs(self->simulation)->formulation,
                          *opponent = noslip_runs_opponent(noslip_simulation_runs(self->simulation));
  const char *refusal = opponent ? noslip_runs_refusal(noslip_simulation_runs(self->simulation), opponent) : NULL;
  self->updating = TRUE;
  guint n = 0;
  for (GtkWidget *row = gtk_widget_get_first_child(self->formulations); row; row = gtk_widget_get_next_sibling(row)) {
    const NoslipFormulation *formulation = formulation_of(row);
    noslip_overlay_row_set_active(NOSLIP_OVERLAY_ROW(row),
                                  noslip_overlays_shows(noslip_simulation_overlays(self->simulation), formulation));
    gtk_widget_set_visible(row, formulation != present);
    n += formulation != present && formulation->kind == present->kind && gtk_widget_get_sensitive(row);
  }
  gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(self->all),
                               noslip_overlays_shows_all(noslip_simulation_overlays(self->simulation)));
  gtk_widget_set_sensitive(self->all, n > 0);
  gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(self->against),
                               opponent &&
                                   noslip_overlays_shows(noslip_simulation_overlays(self->simulation), opponent));
  gtk_widget_set_sensitive(self->against, opponent && !refusal);
  gtk_widget_set_tooltip_text(self->against,
                              refusal ? refusal : _("The same start under the other variational principle"));
  update_own(self);
  self->updating = FALSE;
}

void
noslip_compare_pane_changed(NoslipComparePane *self, NoslipChange change)
{
  if (change & (NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_SYSTEM))
    update(self);
  noslip_ensemble_pane_changed(NOSLIP_ENSEMBLE_PANE(self->ensemble), change);
  const NoslipChange shown = NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_START | NOSLIP_CHANGED_SYSTEM;
  if ((change & shown) && !self->words)
    self->words = g_timeout_add(WORDS_EVERY, update_words, self);
}

/* Life */

static void
noslip_compare_pane_dispose(GObject *object)
{
  g_clear_handle_id(&NOSLIP_COMPARE_PANE(object)->words, g_source_remove);
  G_OBJECT_CLASS(noslip_compare_pane_parent_class)->dispose(object);
}

static void
noslip_compare_pane_class_init(NoslipComparePaneClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_compare_pane_dispose;
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/compare-pane.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipComparePane, all);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipComparePane, against);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipComparePane, formulations);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipComparePane, own);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipComparePane, add);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), all_toggled);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), against_toggled);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), keep_clicked);
}

static void
noslip_compare_pane_init(NoslipComparePane *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  gtk_menu_button_set_create_popup_func(GTK_MENU_BUTTON(self->add), fill_chooser, self, NULL);
}

GtkWidget *
noslip_compare_pane_new(NoslipSimulation *simulation)
{
  NoslipComparePane *self = g_object_new(NOSLIP_TYPE_COMPARE_PANE, NULL);
  self->simulation = simulation;
  for (guint i = 0; noslip_formulations()[i]; i++)
    if (!noslip_formulations()[i]->automatic ||
        !noslip_runs_refusal(noslip_simulation_runs(simulation), noslip_formulations()[i]))
      add_formulation(self, noslip_formulations()[i]);
  self->ensemble = noslip_ensemble_pane_new(simulation);
  gtk_box_append(GTK_BOX(self), self->ensemble);
  return GTK_WIDGET(self);
}
