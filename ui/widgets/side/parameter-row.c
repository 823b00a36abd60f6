/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/side/parameter-row.h"

#include "ui/picture/math/mathtext.h"
#include "ui/widgets/common/number.h"
#include "ui/widgets/common/scroll.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

struct _NoslipParameterRow {
  GtkWidget parent;
  GtkWidget *grid, *label, *scale, *mark, *entry, *units;
  double value;
  double least, most;                   /* other values are refused */
  char *tooltip, *description, *chosen; /* tooltip; what it is; how the program chose the value, or NULL */
  char *refusal;                        /* why it cannot be moved, or NULL */
  char *shown;                          /* the text that the entry was last given */
  char *name, *made_of;                 /* the data that the row was made from, without the value */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE(NoslipParameterRow, noslip_parameter_row, GTK_TYPE_WIDGET)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

#define ROOM 6 /* characters of a number that the entry shows, without its sign */

/* Four digits, or as many as fit: no digit is cut off. */
static void
write_short(char text[G_ASCII_DTOSTR_BUF_SIZE], double value)
{
  static const char *const formats[] = {"%.4g", "%.3g", "%.2g", "%.1g"};
  double size = fabs(value);
  if (size >= 9999.5 && size < 999999.5) {
    g_ascii_formatd(text, G_ASCII_DTOSTR_BUF_SIZE, "%.0f", value);
    return;
  }
  for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
    g_ascii_formatd(text, G_ASCII_DTOSTR_BUF_SIZE, formats[i], value);
    if (strlen(text) <= ROOM + (value < 0 ? 1 : 0))
      return;
  }
}

/* Shows all digits while the user types; the decimal separator is a point in every locale. */
static void
show(NoslipParameterRow *self)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  gboolean typing = (gtk_widget_get_state_flags(self->entry) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
  if (typing)
    g_ascii_formatd(text, sizeof text, "%.15g", self->value);
  else
    write_short(text, self->value);
  g_free(self->shown);
  self->shown = g_strdup(text);
  if (g_strcmp0(gtk_editable_get_text(GTK_EDITABLE(self->entry)), text) != 0)
    gtk_editable_set_text(GTK_EDITABLE(self->entry), text);
  gtk_widget_remove_css_class(self->entry, "error");
}

void
noslip_parameter_row_set_value(NoslipParameterRow *self, double value)
{
  if (!isfinite(value) || (value == self->value && gtk_editable_get_text(GTK_EDITABLE(self->entry))[0]))
    return;
  self->value = value;
  self->updating = TRUE;
  GtkAdjustment *adjustment = gtk_range_get_adjustment(GTK_RANGE(self->scale));
  /* the range is a hint, not a bound: a value beyond it widens the slider */
  if (value < gtk_adjustment_get_lower(adjustment))
    gtk_adjustment_set_lower(adjustment, value);
  if (value > gtk_adjustment_get_upper(adjustment))
    gtk_adjustment_set_upper(adjustment, value);
  gtk_range_set_value(GTK_RANGE(self->scale), value);
  show(self);
  self->updating = FALSE;
}

static void
on_value_changed(GtkRange *range, NoslipParameterRow *self)
{
  if (self->updating)
    return;
  /* two hundred positions of the slider give round numbers */
  GtkAdjustment *adjustment = gtk_range_get_adjustment(range);
  double span = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_lower(adjustment);
  double unit = pow(10, floor(log10(span / 200)) + 1) / 2;
  double value = round(gtk_range_get_value(range) / unit) * unit;
  self->value = value == 0 ? 0 : value;
  show(self);
  g_signal_emit(self, signals[CHANGED], 0, self->value);
}

/* Why a typed number is not taken, or NULL. Free with g_free(). */
static char *
fault_of(const NoslipParameterRow *self, const char *text, double *value)
{
  char least[G_ASCII_DTOSTR_BUF_SIZE], most[G_ASCII_DTOSTR_BUF_SIZE];
  if (!noslip_number_read(text, value))
    return g_strdup(_("Not a number: write it like 0.25 or 1e-3"));
  if (*value >= self->least && *value <= self->most)
    return NULL;
  write_short(least, self->least);
  write_short(most, self->most);
  return g_strdup_printf(_("Not set: outside of %s … %s"), least, most);
}

static void
entered(GtkEntry *entry, NoslipParameterRow *self)
{
  const char *text = gtk_editable_get_text(GTK_EDITABLE(entry));
  if (g_strcmp0(text, self->shown) == 0)
    return; /* the rounded number is not a value that was set */
  double value = NAN;
  g_autofree char *fault = fault_of(self, text, &value);
  if (fault) {
    gtk_widget_add_css_class(GTK_WIDGET(entry), "error");
    gtk_widget_set_tooltip_text(GTK_WIDGET(entry), fault);
    return;
  }
  gtk_widget_remove_css_class(GTK_WIDGET(entry), "error");
  gtk_widget_set_tooltip_text(GTK_WIDGET(entry), NULL);
  if (value == self->value) {
    show(self);
    return;
  }
  noslip_parameter_row_set_value(self, value);
  g_signal_emit(self, signals[CHANGED], 0, self->value);
}

static void
on_focus_leave(GtkEventControllerFocus *controller, NoslipParameterRow *self)
{
  entered(GTK_ENTRY(self->entry), self);
  if (!gtk_widget_has_css_class(self->entry, "error"))
    show(self);
}

static void
on_focus_enter(GtkEventControllerFocus *controller, NoslipParameterRow *self)
{
  show(self);
}

/* Escape and the undo key take back what was typed and not accepted; else they act on the window. The entry's own
 * history would leave a text that is not the value. */
static gboolean
on_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipParameterRow *self)
{
  gboolean accepted = g_strcmp0(gtk_editable_get_text(GTK_EDITABLE(self->entry)), self->shown) == 0;
  gboolean undoes = gdk_keyval_to_lower(key) == GDK_KEY_z && (state & GDK_CONTROL_MASK);
  if (accepted && undoes)
    return gtk_event_controller_key_forward(controller, GTK_WIDGET(gtk_widget_get_root(GTK_WIDGET(self))));
  if (accepted || (key != GDK_KEY_Escape && !undoes))
    return FALSE;
  show(self);
  gtk_widget_set_tooltip_text(self->entry, NULL);
  gtk_editable_select_region(GTK_EDITABLE(self->entry), 0, -1);
  return TRUE;
}

/* A number that is dropped replaces the present one, wherever in the entry it is dropped; other text is not taken. */
static gboolean
dropped(GtkDropTarget *target, const GValue *text, double x, double y, NoslipParameterRow *self)
{
  double value;
  if (!noslip_number_read(g_value_get_string(text), &value))
    return FALSE;
  gtk_editable_set_text(GTK_EDITABLE(self->entry), g_value_get_string(text));
  entered(GTK_ENTRY(self->entry), self);
  return TRUE;
}

static void
noslip_parameter_row_finalize(GObject *object)
{
  NoslipParameterRow *self = NOSLIP_PARAMETER_ROW(object);
  g_free(self->shown);
  g_free(self->tooltip);
  g_free(self->refusal);
  g_free(self->description);
  g_free(self->chosen);
  g_free(self->name);
  g_free(self->made_of);
  G_OBJECT_CLASS(noslip_parameter_row_parent_class)->finalize(object);
}

static void
noslip_parameter_row_dispose(GObject *object)
{
  NoslipParameterRow *self = NOSLIP_PARAMETER_ROW(object);
  g_clear_pointer(&self->grid, gtk_widget_unparent);
  G_OBJECT_CLASS(noslip_parameter_row_parent_class)->dispose(object);
}

static void
noslip_parameter_row_class_init(NoslipParameterRowClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_parameter_row_dispose;
  G_OBJECT_CLASS(class)->finalize = noslip_parameter_row_finalize;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
  signals[CHANGED] = g_signal_new("changed", NOSLIP_TYPE_PARAMETER_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_DOUBLE);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/parameter-row.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipParameterRow, grid);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipParameterRow, label);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipParameterRow, scale);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipParameterRow, entry);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipParameterRow, units);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), on_value_changed);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), entered);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), on_focus_enter);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), on_focus_leave);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), on_key);
}

static void
noslip_parameter_row_init(NoslipParameterRow *self)
{
  self->least = -INFINITY;
  self->most = INFINITY;
  gtk_widget_init_template(GTK_WIDGET(self));
  noslip_scroll_pass(self->scale);
  GtkDropTarget *target = gtk_drop_target_new(G_TYPE_STRING, GDK_ACTION_COPY);
  gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(target), GTK_PHASE_CAPTURE); /* before its text */
  g_signal_connect(target, "drop", G_CALLBACK(dropped), self);
  gtk_widget_add_controller(self->entry, GTK_EVENT_CONTROLLER(target));
}

/* A name for a label: "k_phi" is k with a subscript phi. Free with g_free(). */
static char *
name_markup(const char *name)
{
  const char *below = strchr(name, '_');
  g_autofree char *whole = strchr(name, '(') ? noslip_math_pretty(name) : noslip_math_name(name, FALSE);
  if (!below || below == name || !below[1] || !strchr(whole, '_') || strchr(name, '\''))
    return g_markup_escape_text(whole, -1);
  g_autofree char *letter = g_strndup(name, (gsize) (below - name));
  g_autofree char *stem = noslip_math_name(letter, FALSE);
  g_autofree char *index = noslip_math_name(below + 1, FALSE);
  return g_markup_printf_escaped("<i>%s<span size=\"smaller\" rise=\"-2500\">%s</span></i>", stem, index);
}

static void
name_for_all(GtkWidget *widget, const char *name, const char *description)
{
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  if (description && description[0])
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

/* Its description: "k_phi (N m): stiffness of the front spring". Free with g_free(). */
static char *
tooltip(const char *name, const char *unit, const char *description)
{
  g_autoptr(GString) text = g_string_new(name);
  if (unit[0])
    g_string_append_printf(text, " (%s)", unit);
  if (description && description[0])
    g_string_append_printf(text, ": %s", description);
  return g_string_free(g_steal_pointer(&text), FALSE);
}

static void
bounds(double *low, double *high, double value)
{
  if (isfinite(*low) && isfinite(*high) && *low < *high)
    return;
  double reach = value == 0 ? 1 : 2 * fabs(value);
  *low = value - reach;
  *high = value + reach;
}

static void
fill(NoslipParameterRow *self, const char *name, const char *unit, const char *description, double low, double high)
{
  g_autofree char *shown = name_markup(name);
  gtk_label_set_markup(GTK_LABEL(self->label), shown);
  self->updating = TRUE;
  gtk_range_set_range(GTK_RANGE(self->scale), low, high);
  gtk_range_set_increments(GTK_RANGE(self->scale), (high - low) / 100, (high - low) / 10);
  self->updating = FALSE;
  g_autofree char *unit_shown = noslip_math_unit(unit);
  gtk_label_set_text(GTK_LABEL(self->units), unit_shown);
  name_for_all(self->scale, name, description);
  name_for_all(self->entry, name, description);
  self->tooltip = tooltip(name, unit_shown, description);
  self->description = g_strdup(description ? description : "");
  gtk_widget_set_tooltip_text(GTK_WIDGET(self), self->tooltip);
}

/* Rows that were never marked need no room for the mark. */
static void
add_mark(NoslipParameterRow *self)
{
  self->mark = gtk_label_new(NULL);
  gtk_widget_add_css_class(self->mark, "noslip-mark");
  gtk_label_set_width_chars(GTK_LABEL(self->mark), 1);
  gtk_box_insert_child_after(GTK_BOX(self->grid), self->mark, self->scale);
}

/* What the row is, how its value was chosen, and why it cannot be moved. */
static void
say(NoslipParameterRow *self)
{
  g_autofree char *chosen = self->chosen ? g_strdup_printf(_("chosen (%s)"), self->chosen) : NULL;
  g_autoptr(GString) text = g_string_new(self->tooltip), description = g_string_new(self->description);
  const char *const parts[] = {chosen, self->refusal};
  for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
    if (parts[i]) {
      g_string_append_printf(text, "\n%s", parts[i]);
      g_string_append_printf(description, "%s%s", description->len > 0 ? "; " : "", parts[i]);
    }
  gtk_widget_set_tooltip_text(GTK_WIDGET(self), text->str);
  GtkWidget *named[] = {self->scale, self->entry};
  for (guint i = 0; i < G_N_ELEMENTS(named); i++)
    gtk_accessible_update_property(GTK_ACCESSIBLE(named[i]), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description->str, -1);
}

void
noslip_parameter_row_set_chosen(NoslipParameterRow *self, const char *how)
{
  if (!self->mark)
    add_mark(self);
  if (g_strcmp0(self->chosen, how) == 0)
    return;
  g_free(self->chosen);
  self->chosen = g_strdup(how);
  gtk_label_set_text(GTK_LABEL(self->mark), how ? "◦" : "");
  say(self);
}

void
noslip_parameter_row_set_refusal(NoslipParameterRow *self, const char *why)
{
  if (g_strcmp0(self->refusal, why) == 0)
    return;
  g_free(self->refusal);
  self->refusal = g_strdup(why);
  gtk_widget_set_sensitive(GTK_WIDGET(self), why == NULL);
  say(self);
}

void
noslip_parameter_row_set_bounds(NoslipParameterRow *self, double least, double most)
{
  self->least = least;
  self->most = most;
}

void
noslip_parameter_row_align(NoslipParameterRow *self, GtkSizeGroup *names, GtkSizeGroup *units)
{
  gtk_size_group_add_widget(names, self->label);
  gtk_size_group_add_widget(units, self->units);
}

/* The data that a row is made from, except its value, as a text to compare. */
static char *
text_of(const char *name, const char *unit, const char *description, double low, double high)
{
  return g_strdup_printf("%s\n%s\n%s\n%a\n%a", name, unit ? unit : "", description ? description : "", low, high);
}

const char *
noslip_parameter_row_name(const NoslipParameterRow *self)
{
  return self->name;
}

gboolean
noslip_parameter_row_is_of(const NoslipParameterRow *self, const char *name, const char *unit, const char *description,
                           double low, double high)
{
  g_autofree char *text = text_of(name, unit, description, low, high);
  return g_str_equal(text, self->made_of);
}

GtkWidget *
noslip_parameter_row_new(const char *name, const char *unit, const char *description, double low, double high,
                         double value)
{
  NoslipParameterRow *self = g_object_new(NOSLIP_TYPE_PARAMETER_ROW, NULL);
  self->name = g_strdup(name);
  self->made_of = text_of(name, unit, description, low, high);
  bounds(&low, &high, value);
  fill(self, name, unit, description, low, high);
  self->value = NAN;
  noslip_parameter_row_set_value(self, value);
  return GTK_WIDGET(self);
}
