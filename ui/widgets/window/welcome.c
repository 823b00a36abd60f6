/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/welcome.h"

#include "ui/picture/plot/ticks.h"
#include "ui/widgets/common/icon-button.h"

#include <glib/gi18n.h>
#include <math.h>

#define UPDATE_EVERY 100 /* milliseconds */

struct _NoslipWelcome {
  GtkWidget parent;
  NoslipSimulation *simulation;
  GtkWidget *card, *energy, *momentum;
  guint update;
};

G_DEFINE_FINAL_TYPE(NoslipWelcome, noslip_welcome, GTK_TYPE_WIDGET)

enum { DISMISSED, N_SIGNALS };
static guint signals[N_SIGNALS];

static double
value(const NoslipRunView *run, guint row, guint column)
{
  return noslip_columns_value(run->values, row, column);
}

static void
set_text(GtkWidget *label, const char *text)
{
  if (g_strcmp0(gtk_label_get_text(GTK_LABEL(label)), text) != 0)
    gtk_label_set_text(GTK_LABEL(label), text);
}

/* The energy as it was and is; and the speed of the centre of mass, which is its momentum but for the mass. */
static void
update(NoslipWelcome *self)
{
  const NoslipRunView *run = self->simulation ? noslip_runs_primary(noslip_simulation_runs(self->simulation)) : NULL;
  if (!run || !run->quantities || run->n_rows == 0)
    return;
  const NoslipQuantities *q = run->quantities;
  int speed = noslip_quantities_find(q, "speed");
  g_autofree char *energy =
      noslip_number_text(noslip_runs_value(noslip_simulation_runs(self->simulation), 0, q->energy), 3);
  g_autofree char *energy_line = g_strdup_printf(_("Energy stays: %s J"), energy);
  set_text(self->energy, energy_line);
  if (speed < 0)
    return;
  g_autofree char *first = noslip_number_text(value(run, 0, (guint) speed), 2);
  g_autofree char *now =
      noslip_number_text(noslip_runs_value(noslip_simulation_runs(self->simulation), 0, (guint) speed), 2);
  g_autofree char *momentum_line = g_strdup_printf(_("Momentum does not: speed %s → %s m/s"), first, now);
  set_text(self->momentum, momentum_line);
}

static gboolean
update_late(gpointer data)
{
  NoslipWelcome *self = data;
  self->update = 0;
  update(self);
  return G_SOURCE_REMOVE;
}

void
noslip_welcome_changed(NoslipWelcome *self, NoslipChange change)
{
  if (!self->update && (change & (NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_ROWS)))
    self->update = g_timeout_add(UPDATE_EVERY, update_late, self);
}

void
noslip_welcome_set_simulation(NoslipWelcome *self, NoslipSimulation *simulation)
{
  self->simulation = simulation;
  update(self);
}

static void
dismiss(GtkWidget *button, NoslipWelcome *self)
{
  g_signal_emit(self, signals[DISMISSED], 0);
}

static void
noslip_welcome_dispose(GObject *object)
{
  NoslipWelcome *self = NOSLIP_WELCOME(object);
  g_clear_handle_id(&self->update, g_source_remove);
  self->simulation = NULL;
  g_clear_pointer(&self->card, gtk_widget_unparent);
  G_OBJECT_CLASS(noslip_welcome_parent_class)->dispose(object);
}

static void
noslip_welcome_class_init(NoslipWelcomeClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_welcome_dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_GROUP);
  signals[DISMISSED] =
      g_signal_new("dismissed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static GtkWidget *
line(NoslipWelcome *self, const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new(text);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_max_width_chars(GTK_LABEL(label), 38);
  if (class)
    gtk_widget_add_css_class(label, class);
  gtk_box_append(GTK_BOX(self->card), label);
  return label;
}

static void
noslip_welcome_init(NoslipWelcome *self)
{
  self->card = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_add_css_class(self->card, "card");
  gtk_widget_add_css_class(self->card, "noslip-welcome");
  GtkWidget *head = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), *title = gtk_label_new(_("A sleigh on one skate"));
  gtk_label_set_xalign(GTK_LABEL(title), 0);
  gtk_widget_set_hexpand(title, TRUE);
  gtk_widget_add_css_class(title, "title-4");
  GtkWidget *close = noslip_icon_button_new("window-close-symbolic", _("Dismiss"), _("Dismiss"));
  g_signal_connect(close, "clicked", G_CALLBACK(dismiss), self);
  gtk_box_append(GTK_BOX(head), title);
  gtk_box_append(GTK_BOX(head), close);
  gtk_box_append(GTK_BOX(self->card), head);
  line(self, _("The skate cannot slip sideways, so the ice pushes on it, and the sleigh turns by itself."), NULL);
  self->energy = line(self, NULL, "noslip-good");
  self->momentum = line(self, NULL, "noslip-caution");
  gtk_widget_add_css_class(self->energy, "numeric");
  gtk_widget_add_css_class(self->momentum, "numeric");
  line(self, _("Space pauses; then drag the sleigh, or throw it by its arrow. Drag the ice to look around."),
       "dim-label");
  GtkWidget *tour = gtk_button_new_with_label(_("Take the tour"));
  gtk_actionable_set_action_name(GTK_ACTIONABLE(tour), "win.tour");
  gtk_widget_set_halign(tour, GTK_ALIGN_START);
  gtk_widget_set_margin_top(tour, 4);
  g_signal_connect(tour, "clicked", G_CALLBACK(dismiss), self);
  gtk_box_append(GTK_BOX(self->card), tour);
  gtk_widget_set_parent(self->card, GTK_WIDGET(self));
}

GtkWidget *
noslip_welcome_new(void)
{
  GtkWidget *widget = g_object_new(NOSLIP_TYPE_WELCOME, "halign", GTK_ALIGN_END, "valign", GTK_ALIGN_END, NULL);
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Welcome"), -1);
  return widget;
}
