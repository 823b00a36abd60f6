/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/welcome.h"

#include "ui/picture/plot/ticks.h"

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

/* The energy, and the speed of the centre of mass at the start and at the shared time: momentum divided by mass. */
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
  g_autofree char *energy_line = g_strdup_printf(_("Energy is conserved: %s J"), energy);
  set_text(self->energy, energy_line);
  if (speed < 0)
    return;
  g_autofree char *first = noslip_number_text(value(run, 0, (guint) speed), 2);
  g_autofree char *now =
      noslip_number_text(noslip_runs_value(noslip_simulation_runs(self->simulation), 0, (guint) speed), 2);
  g_autofree char *momentum_line = g_strdup_printf(_("Momentum is not: speed %s → %s m/s"), first, now);
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
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/welcome.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipWelcome, card);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipWelcome, energy);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipWelcome, momentum);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), dismiss);
  signals[DISMISSED] =
      g_signal_new("dismissed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
noslip_welcome_init(NoslipWelcome *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
}

GtkWidget *
noslip_welcome_new(void)
{
  return g_object_new(NOSLIP_TYPE_WELCOME, NULL);
}
