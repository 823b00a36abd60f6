/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/side/foot-buttons.h"

#include "core/verdict/witness.h"
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/common/accessible.h"

#include <glib/gi18n.h>

#define LIST_WIDTH 56 /* characters of a line */

struct _NoslipFootButtons {
  GtkWidget parent;
  NoslipSimulation *simulation;
  GtkWidget *box, *witness, *warnings, *list;
  char *listed; /* the lines in the list of warnings */
};

G_DEFINE_FINAL_TYPE(NoslipFootButtons, noslip_foot_buttons, GTK_TYPE_WIDGET)

/* The witness */

static void
on_witness_clicked(GtkButton *button, NoslipFootButtons *self)
{
  if (self->simulation)
    noslip_remarks_request_witness(noslip_simulation_remarks(self->simulation));
}

/* "witness 3.1e-15"; *details is the rest of the tooltip. Both are to be freed. */
static char *
witness_text(const NoslipFootButtons *self, char **details)
{
  const NoslipTestimony *testimony = noslip_simulation_remarks(self->simulation)->testimony;
  *details = NULL;
  if (testimony && testimony->checked) {
    g_autofree char *number = noslip_number_text(testimony->residual, 2);
    *details =
        g_strdup_printf(_("At %u moments the equations of motion, derived a second time, hold to %s; largest in %s"),
                        testimony->n_rows, number, testimony->where);
    return g_strdup_printf(_("witness %s"), number);
  }
  if (testimony) {
    *details = g_strdup_printf(_("not checked: %s"), testimony->where);
    return g_strdup(_("witness: not checked"));
  }
  if (noslip_simulation_remarks(self->simulation)->witness_requested)
    return g_strdup(_("witness …"));
  *details = g_strdup(_("Derive the equations of motion a second time, and put this motion into them"));
  return g_strdup(_("witness"));
}

static void
set_class(GtkWidget *widget, const char *name, gboolean on)
{
  if (on)
    gtk_widget_add_css_class(widget, name);
  else
    gtk_widget_remove_css_class(widget, name);
}

static void
show_witness(NoslipFootButtons *self)
{
  const NoslipTestimony *testimony = noslip_simulation_remarks(self->simulation)->testimony;
  g_autofree char *details = NULL;
  g_autofree char *text = witness_text(self, &details);
  gboolean changed = noslip_tooltip_set(self->witness, details);
  if (g_strcmp0(gtk_button_get_label(GTK_BUTTON(self->witness)), text) != 0) {
    gtk_button_set_label(GTK_BUTTON(self->witness), text);
    changed = TRUE;
  }
  if (changed) {
    g_autofree char *description = details ? g_strdup_printf("%s. %s", text, details) : g_strdup(text);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->witness), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  }
  set_class(self->witness, "noslip-good", testimony && testimony->checked && testimony->holds);
  set_class(self->witness, "noslip-caution", testimony && testimony->checked && !testimony->holds);
}

/* Warnings */

static void
add_line(GtkWidget *list, const NoslipDiagnostic *diagnostic)
{
  g_autofree char *text = diagnostic->remedy ? g_strdup_printf("%s; %s", diagnostic->cause, diagnostic->remedy) : NULL;
  GtkWidget *label = gtk_label_new(text ? text : diagnostic->cause);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_max_width_chars(GTK_LABEL(label), LIST_WIDTH);
  gtk_label_set_selectable(GTK_LABEL(label), TRUE);
  if (diagnostic->severity == NOSLIP_NOTE)
    gtk_widget_add_css_class(label, "dim-label");
  gtk_box_append(GTK_BOX(list), label);
}

/* Warnings of the motion and of the text; below them the notes on the motion's start. */
static GPtrArray *
collect(NoslipSimulation *simulation, guint *n_warnings)
{
  const NoslipDiagnostics *sources[] = {noslip_simulation_remarks(simulation)->warnings,
                                        noslip_simulation_source(simulation)->problems};
  GPtrArray *lines = g_ptr_array_new();
  for (guint pass = 0; pass < 2; pass++) {
    for (guint s = 0; s < G_N_ELEMENTS(sources) - pass; s++)
      for (guint i = 0; sources[s] && i < sources[s]->list->len; i++) {
        NoslipDiagnostic *diagnostic = g_ptr_array_index(sources[s]->list, i);
        if (diagnostic->severity == (pass == 0 ? NOSLIP_WARNING : NOSLIP_NOTE))
          g_ptr_array_add(lines, diagnostic);
      }
    if (pass == 0)
      *n_warnings = lines->len;
  }
  return lines;
}

/* Whether the lines differ from those that the list shows. */
static gboolean
is_other(NoslipFootButtons *self, const GPtrArray *lines)
{
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < lines->len; i++) {
    const NoslipDiagnostic *diagnostic = g_ptr_array_index(lines, i);
    g_string_append_printf(text, "%d%s;%s\n", diagnostic->severity, diagnostic->cause,
                           diagnostic->remedy ? diagnostic->remedy : "");
  }
  if (g_strcmp0(self->listed, text->str) == 0)
    return FALSE;
  g_free(self->listed);
  self->listed = g_strdup(text->str);
  return TRUE;
}

static void
show_warnings(NoslipFootButtons *self)
{
  guint n = 0;
  g_autoptr(GPtrArray) lines = collect(self->simulation, &n);
  gtk_widget_set_visible(self->warnings, n > 0);
  if (n == 0 || !is_other(self, lines))
    return;
  g_autofree char *label = g_strdup_printf("⚠ %u", n);
  gtk_menu_button_set_label(GTK_MENU_BUTTON(self->warnings), label);
  for (GtkWidget *child; (child = gtk_widget_get_first_child(self->list));)
    gtk_box_remove(GTK_BOX(self->list), child);
  for (guint i = 0; i < lines->len; i++)
    add_line(self->list, g_ptr_array_index(lines, i));
  const NoslipDiagnostic *first = g_ptr_array_index(lines, 0);
  noslip_tooltip_set(self->warnings, first->cause);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->warnings), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, first->cause, -1);
}

void
noslip_foot_buttons_update(NoslipFootButtons *self, gboolean briefly)
{
  const NoslipRunView *primary =
      self->simulation ? noslip_runs_primary(noslip_simulation_runs(self->simulation)) : NULL;
  gtk_widget_set_visible(self->box, primary != NULL);
  if (!primary)
    return;
  show_witness(self);
  gtk_widget_set_visible(self->witness, !briefly || noslip_simulation_remarks(self->simulation)->witness_requested ||
                                            gtk_widget_has_focus(self->witness));
  if (!gtk_widget_get_visible(
          GTK_WIDGET(gtk_menu_button_get_popover(GTK_MENU_BUTTON(self->warnings))))) /* the text is being read */
    show_warnings(self);
}

void
noslip_foot_buttons_set_simulation(NoslipFootButtons *self, NoslipSimulation *simulation)
{
  self->simulation = simulation;
}

static void
noslip_foot_buttons_dispose(GObject *object)
{
  g_clear_pointer(&NOSLIP_FOOT_BUTTONS(object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS(noslip_foot_buttons_parent_class)->dispose(object);
}

static void
noslip_foot_buttons_finalize(GObject *object)
{
  g_free(NOSLIP_FOOT_BUTTONS(object)->listed);
  G_OBJECT_CLASS(noslip_foot_buttons_parent_class)->finalize(object);
}

static void
noslip_foot_buttons_class_init(NoslipFootButtonsClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_foot_buttons_dispose;
  G_OBJECT_CLASS(class)->finalize = noslip_foot_buttons_finalize;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/foot-buttons.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipFootButtons, box);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipFootButtons, witness);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipFootButtons, warnings);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipFootButtons, list);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), on_witness_clicked);
}

static void
noslip_foot_buttons_init(NoslipFootButtons *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  noslip_accessible_set_name(self->witness, _("Witness"));
  noslip_accessible_set_name(self->warnings, _("Warnings"));
}

GtkWidget *
noslip_foot_buttons_new(void)
{
  return g_object_new(NOSLIP_TYPE_FOOT_BUTTONS, NULL);
}
