/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/side/input-pane.h"

#include "core/base/words.h"
#include "ui/widgets/side/parameter-row.h"

#include <glib/gi18n.h>
#include <math.h>

#define FOLLOWS (300 * 1000) /* microseconds after a user movement in which the slider keeps its value */

/* The last movement of a slider by the user. */
typedef struct {
  gint64 when; /* monotonic */
  double to;   /* NaN: none */
} Movement;

struct _NoslipInputPane {
  GtkWidget parent;
  NoslipSimulation *simulation;
  GtkSizeGroup *names, *units;
  GtkWidget *box;
  GPtrArray *rows; /* of NoslipParameterRow *, in the system's order */
  GArray *moved;   /* of Movement, in the same order */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE(NoslipInputPane, noslip_input_pane, GTK_TYPE_WIDGET)

static void
row_changed(NoslipParameterRow *row, double value, NoslipInputPane *self)
{
  guint index = 0;
  if (self->updating || !self->simulation || !g_ptr_array_find(self->rows, row, &index))
    return;
  g_array_index(self->moved, Movement, index) = (Movement){g_get_monotonic_time(), value};
  noslip_hands_move_input(noslip_simulation_hands(self->simulation), index, value);
}

/* A key as labelled on keyboards. Free with g_free(). */
static char *
key_label(const char *key)
{
  guint value = gdk_keyval_from_name(key);
  return value == GDK_KEY_VoidSymbol ? g_strdup(key) : gtk_accelerator_get_label(value, 0);
}

/* "-0.7 … 0.7 rad, keys Left and Right"; free with g_free(). */
static char *
range_of(const NoslipInput *input)
{
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_append_printf(text, "%.4g … %.4g", input->low, input->high);
  if (input->unit && input->unit[0])
    g_string_append_printf(text, " %s", input->unit);
  if (input->keys[0] && input->keys[1]) {
    g_autofree char *low = key_label(input->keys[0]), *high = key_label(input->keys[1]);
    g_string_append(text, ", ");
    g_string_append_printf(text, _("keys %s and %s"), low, high);
  }
  return g_string_free(g_steal_pointer(&text), FALSE);
}

static GtkWidget *
caption_new(const char *text)
{
  GtkWidget *label = gtk_label_new(text);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_widget_add_css_class(label, "dim-label");
  gtk_widget_add_css_class(label, "caption");
  return label;
}

static void
add_row(NoslipInputPane *self, const NoslipInput *input, double value)
{
  g_autofree char *range = range_of(input);
  GtkWidget *row = noslip_parameter_row_new(input->name, input->unit, noslip_words(input->description), input->low,
                                            input->high, isfinite(value) ? value : 0);
  noslip_parameter_row_set_bounds(NOSLIP_PARAMETER_ROW(row), input->low, input->high);
  Movement none = {0, NAN};
  g_signal_connect_object(row, "changed", G_CALLBACK(row_changed), self, 0);
  noslip_parameter_row_align(NOSLIP_PARAMETER_ROW(row), self->names, self->units);
  gtk_box_append(GTK_BOX(self->box), row);
  gtk_box_append(GTK_BOX(self->box), caption_new(range));
  g_ptr_array_add(self->rows, row);
  g_array_append_val(self->moved, none);
}

static void
show_system(NoslipInputPane *self)
{
  const NoslipSystem *system = noslip_simulation_system(self->simulation);
  guint n = 0;
  g_ptr_array_set_size(self->rows, 0);
  g_array_set_size(self->moved, 0);
  for (GtkWidget *child; (child = gtk_widget_get_first_child(self->box));)
    gtk_box_remove(GTK_BOX(self->box), child);
  for (guint i = 0; system && i < system->n_inputs; i++)
    if (system->inputs[i].hand != G_MAXUINT) {
      if (n++ == 0) {
        GtkWidget *heading = gtk_label_new(_("Inputs"));
        gtk_label_set_xalign(GTK_LABEL(heading), 0);
        gtk_widget_add_css_class(heading, "heading");
        gtk_widget_add_css_class(heading, "noslip-heading");
        gtk_box_append(GTK_BOX(self->box), heading);
      }
      add_row(self, &system->inputs[i], noslip_hands_input(noslip_simulation_hands(self->simulation), i));
    }
  gtk_widget_set_visible(GTK_WIDGET(self), n > 0);
}

/* Whether the slider stays where the user moved it: for a moment, and until the input has arrived there, which it does
 * not do while the motion is paused. */
static gboolean
stays(NoslipInputPane *self, guint index)
{
  const NoslipHands *hands = noslip_simulation_hands(self->simulation);
  Movement *moved = &g_array_index(self->moved, Movement, index);
  if (!noslip_hands_hold_input(hands, index) || isnan(moved->to))
    return FALSE;
  return g_get_monotonic_time() - moved->when <= FOLLOWS || noslip_hands_input_aim(hands, index) == moved->to;
}

/* The values at the shared time. */
static void
show_values(NoslipInputPane *self)
{
  for (guint i = 0; i < self->rows->len; i++) {
    if (stays(self, i))
      continue;
    g_array_index(self->moved, Movement, i).to = NAN;
    noslip_parameter_row_set_value(g_ptr_array_index(self->rows, i),
                                   noslip_hands_input(noslip_simulation_hands(self->simulation), i));
  }
}

/* Sliders that would have no effect say so. A motion that plays may have left its end before the next movement. */
static void
show_refusal(NoslipInputPane *self)
{
  g_autofree char *why = noslip_simulation_playhead(self->simulation)->state == NOSLIP_PLAYING
                             ? NULL
                             : noslip_hands_input_refusal(noslip_simulation_hands(self->simulation));
  for (guint i = 0; i < self->rows->len; i++)
    noslip_parameter_row_set_refusal(g_ptr_array_index(self->rows, i), why);
}

void
noslip_input_pane_changed(NoslipInputPane *self, NoslipChange change)
{
  if (!self->simulation)
    return;
  self->updating = TRUE;
  if (change & NOSLIP_CHANGED_SYSTEM)
    show_system(self);
  else if (self->rows->len > 0 && (change & (NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_HAND | NOSLIP_CHANGED_START)))
    show_values(self);
  show_refusal(self);
  self->updating = FALSE;
}

void
noslip_input_pane_set_simulation(NoslipInputPane *self, NoslipSimulation *simulation)
{
  self->simulation = simulation;
  if (simulation)
    noslip_input_pane_changed(self, NOSLIP_CHANGED_SYSTEM);
}

static void
noslip_input_pane_dispose(GObject *object)
{
  NoslipInputPane *self = NOSLIP_INPUT_PANE(object);
  self->simulation = NULL;
  g_clear_pointer(&self->box, gtk_widget_unparent);
  g_clear_object(&self->names);
  g_clear_object(&self->units);
  G_OBJECT_CLASS(noslip_input_pane_parent_class)->dispose(object);
}

static void
noslip_input_pane_finalize(GObject *object)
{
  NoslipInputPane *self = NOSLIP_INPUT_PANE(object);
  g_ptr_array_unref(self->rows);
  g_array_unref(self->moved);
  G_OBJECT_CLASS(noslip_input_pane_parent_class)->finalize(object);
}

static void
noslip_input_pane_class_init(NoslipInputPaneClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_input_pane_dispose;
  G_OBJECT_CLASS(class)->finalize = noslip_input_pane_finalize;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
}

static void
noslip_input_pane_init(NoslipInputPane *self)
{
  self->rows = g_ptr_array_new();
  self->moved = g_array_new(FALSE, TRUE, sizeof(Movement));
  self->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_set_parent(self->box, GTK_WIDGET(self));
  gtk_widget_set_visible(GTK_WIDGET(self), FALSE);
}

void
noslip_input_pane_align(NoslipInputPane *self, GtkSizeGroup *names, GtkSizeGroup *units)
{
  g_set_object(&self->names, names);
  g_set_object(&self->units, units);
}
