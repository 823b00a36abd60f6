/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/side/setup-window.h"

#include "ui/widgets/common/icon-button.h"
#include "ui/widgets/common/toasts.h"

#include <glib/gi18n.h>

struct _NoslipSetupWindow {
  AdwWindow parent;
  NoslipSetupList *list;
  GtkWidget *overlay, *rows, *stack, *save;
  NoslipToasts *toasts;
  gboolean filling;
  int renamed; /* the row that gets the focus once they are rebuilt; -1: none */
};

G_DEFINE_FINAL_TYPE(NoslipSetupWindow, noslip_setup_window, ADW_TYPE_WINDOW)

static void fill(NoslipSetupWindow *self);

static void
act(NoslipSetupWindow *self, const char *action, int index)
{
  GtkWindow *parent = gtk_window_get_transient_for(GTK_WINDOW(self));
  if (parent && index >= 0)
    gtk_widget_activate_action(GTK_WIDGET(parent), action, "i", index);
  else if (parent)
    gtk_widget_activate_action(GTK_WIDGET(parent), action, NULL);
}

static guint
index_of(GtkWidget *within)
{
  GtkWidget *row = gtk_widget_get_ancestor(within, GTK_TYPE_LIST_BOX_ROW);
  return (guint) gtk_list_box_row_get_index(GTK_LIST_BOX_ROW(row));
}

static void
focus_row(NoslipSetupWindow *self, guint index)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(self->rows), (int) index);
  if (row)
    gtk_widget_grab_focus(GTK_WIDGET(row));
}

/* What the buttons and keys of a row do */

typedef struct {
  NoslipSetupWindow *window; /* weak */
  NoslipSetup *setup;
  guint index;
} Removed;

static void
removed_free(gpointer data, GClosure *closure)
{
  Removed *removed = data;
  g_clear_weak_pointer(&removed->window);
  noslip_setup_unref(removed->setup);
  g_free(removed);
}

static void
bring_back(AdwToast *toast, Removed *removed)
{
  if (removed->window)
    noslip_setup_list_insert(removed->window->list, removed->index, removed->setup);
}

static void
remove_at(NoslipSetupWindow *self, guint index)
{
  NoslipSetup *setup = noslip_setup_list_get(self->list, index);
  if (!setup)
    return;
  g_autofree char *text = g_strdup_printf(_("“%s” is removed"), noslip_setup_name(setup));
  g_autofree char *escaped = g_markup_escape_text(text, -1);
  AdwToast *toast = adw_toast_new(escaped);
  adw_toast_set_button_label(toast, _("_Undo"));
  Removed *removed = g_new0(Removed, 1);
  *removed = (Removed){NULL, noslip_setup_ref(setup), index};
  g_set_weak_pointer(&removed->window, self);
  g_signal_connect_data(toast, "button-clicked", G_CALLBACK(bring_back), removed, removed_free, 0);
  noslip_setup_list_remove(self->list, index);
  noslip_toasts_add(self->toasts, toast);
  guint n = noslip_setup_list_n(self->list);
  if (n > 0)
    focus_row(self, MIN(index, n - 1));
}

static void
move_by(NoslipSetupWindow *self, guint index, int by)
{
  int to = (int) index + by;
  if (to < 0 || to >= (int) noslip_setup_list_n(self->list))
    return;
  noslip_setup_list_move(self->list, index, (guint) to);
  focus_row(self, (guint) to);
}

static void
up_clicked(GtkButton *button, NoslipSetupWindow *self)
{
  move_by(self, index_of(GTK_WIDGET(button)), -1);
}

static void
down_clicked(GtkButton *button, NoslipSetupWindow *self)
{
  move_by(self, index_of(GTK_WIDGET(button)), 1);
}

static void
remove_clicked(GtkButton *button, NoslipSetupWindow *self)
{
  remove_at(self, index_of(GTK_WIDGET(button)));
}

/* The name becomes an entry until Return keeps it, or Escape or another place does not. */

static gboolean
fill_later(gpointer data)
{
  NoslipSetupWindow *self = data;
  int index = self->renamed;
  self->renamed = -1;
  if (!self->list)
    return G_SOURCE_REMOVE;
  fill(self);
  if (index >= 0)
    focus_row(self, (guint) index);
  return G_SOURCE_REMOVE;
}

/* Called from a handler of the entry: the rows are rebuilt afterwards. */
static void
end_rename(NoslipSetupWindow *self, int index)
{
  self->renamed = index;
  g_idle_add_full(G_PRIORITY_DEFAULT, fill_later, g_object_ref(self), g_object_unref);
}

static void
name_given(GtkEntry *entry, NoslipSetupWindow *self)
{
  guint index = index_of(GTK_WIDGET(entry));
  const char *text = gtk_editable_get_text(GTK_EDITABLE(entry));
  self->filling = TRUE;
  if (text[0])
    noslip_setup_list_rename(self->list, index, text);
  self->filling = FALSE;
  end_rename(self, (int) index);
}

static gboolean
entry_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipSetupWindow *self)
{
  if (key != GDK_KEY_Escape)
    return FALSE;
  end_rename(self, (int) index_of(gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(controller))));
  return TRUE;
}

static void
begin_rename(NoslipSetupWindow *self, GtkWidget *row)
{
  GtkWidget *name = g_object_get_data(G_OBJECT(row), "name"), *entry = gtk_entry_new();
  if (!gtk_widget_get_visible(name))
    return;
  gtk_editable_set_text(GTK_EDITABLE(entry), gtk_label_get_text(GTK_LABEL(name)));
  gtk_accessible_update_property(GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Name"), -1);
  gtk_widget_set_visible(name, FALSE);
  gtk_box_prepend(GTK_BOX(gtk_widget_get_parent(name)), entry);
  g_signal_connect(entry, "activate", G_CALLBACK(name_given), self);
  GtkEventController *keys = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  g_signal_connect(keys, "key-pressed", G_CALLBACK(entry_key), self);
  gtk_widget_add_controller(entry, keys);
  gtk_widget_grab_focus(entry);
}

static void
rename_clicked(GtkButton *button, NoslipSetupWindow *self)
{
  begin_rename(self, gtk_widget_get_ancestor(GTK_WIDGET(button), GTK_TYPE_LIST_BOX_ROW));
}

static gboolean
row_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipSetupWindow *self)
{
  GtkWidget *row = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(controller));
  guint index = (guint) gtk_list_box_row_get_index(GTK_LIST_BOX_ROW(row));
  GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(self));
  if (focus && GTK_IS_TEXT(focus))
    return FALSE;
  if ((state & GDK_ALT_MASK) && (key == GDK_KEY_Up || key == GDK_KEY_Down))
    move_by(self, index, key == GDK_KEY_Up ? -1 : 1);
  else if (key == GDK_KEY_Delete)
    remove_at(self, index);
  else if (key == GDK_KEY_F2)
    begin_rename(self, row);
  else
    return FALSE;
  return TRUE;
}

/* The list */

static GtkWidget *
row_button(NoslipSetupWindow *self, const char *icon, const char *label, GCallback clicked)
{
  GtkWidget *button = noslip_icon_button_new(icon, label, label);
  g_signal_connect(button, "clicked", clicked, self);
  return button;
}

static char *
subtitle(const NoslipSetup *setup)
{
  const char *system = noslip_setup_system(setup);
  g_autofree char *base = system ? g_path_get_basename(system) : NULL;
  g_autofree char *time = noslip_setup_get(setup, "Time", "time");
  double t = time ? g_ascii_strtod(time, NULL) : 0;
  return t > 0 ? g_strdup_printf(_("%s, at %.4g s"), base ? base : _("with its own text"), t)
               : g_strdup(base ? base : _("with its own text"));
}

static GtkWidget *
row_new(NoslipSetupWindow *self, guint index)
{
  NoslipSetup *setup = noslip_setup_list_get(self->list, index);
  gboolean shown = noslip_setup_list_current(self->list) == (int) index;
  g_autofree char *number = g_strdup_printf("%u", index + 1), *below = subtitle(setup);
  GtkWidget *row = gtk_list_box_row_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *place = gtk_label_new(number), *texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_label_set_width_chars(GTK_LABEL(place), 3);
  gtk_widget_add_css_class(place, "numeric");
  gtk_widget_add_css_class(place, shown ? "accent" : "dim-label");
  GtkWidget *name = gtk_label_new(noslip_setup_name(setup));
  gtk_label_set_xalign(GTK_LABEL(name), 0);
  gtk_label_set_ellipsize(GTK_LABEL(name), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class(name, "heading");
  GtkWidget *system = gtk_label_new(below);
  gtk_label_set_xalign(GTK_LABEL(system), 0);
  gtk_label_set_ellipsize(GTK_LABEL(system), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class(system, "caption");
  gtk_widget_add_css_class(system, "dim-label");
  gtk_widget_set_hexpand(texts, TRUE);
  gtk_widget_set_valign(texts, GTK_ALIGN_CENTER);
  gtk_box_append(GTK_BOX(texts), name);
  gtk_box_append(GTK_BOX(texts), system);
  gtk_box_append(GTK_BOX(box), place);
  gtk_box_append(GTK_BOX(box), texts);
  gtk_box_append(GTK_BOX(box),
                 row_button(self, "document-edit-symbolic", _("Rename (F2)"), G_CALLBACK(rename_clicked)));
  gtk_box_append(GTK_BOX(box), row_button(self, "go-up-symbolic", _("Move up (Alt+Up)"), G_CALLBACK(up_clicked)));
  gtk_box_append(GTK_BOX(box),
                 row_button(self, "go-down-symbolic", _("Move down (Alt+Down)"), G_CALLBACK(down_clicked)));
  gtk_box_append(GTK_BOX(box),
                 row_button(self, "user-trash-symbolic", _("Remove (Delete)"), G_CALLBACK(remove_clicked)));
  gtk_widget_add_css_class(box, "noslip-setup-row");
  gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
  g_object_set_data(G_OBJECT(row), "name", name);
  gtk_accessible_update_property(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_PROPERTY_LABEL, noslip_setup_name(setup),
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, below, -1);
  GtkEventController *keys = gtk_event_controller_key_new();
  g_signal_connect(keys, "key-pressed", G_CALLBACK(row_key), self);
  gtk_widget_add_controller(row, keys);
  return row;
}

static void
fill(NoslipSetupWindow *self)
{
  GtkWidget *row;
  guint n = noslip_setup_list_n(self->list);
  if (self->filling)
    return;
  self->filling = TRUE;
  while ((row = gtk_widget_get_first_child(self->rows)) && GTK_IS_LIST_BOX_ROW(row))
    gtk_list_box_remove(GTK_LIST_BOX(self->rows), row);
  for (guint i = 0; i < n; i++)
    gtk_list_box_append(GTK_LIST_BOX(self->rows), row_new(self, i));
  self->filling = FALSE;
  gtk_stack_set_visible_child_name(GTK_STACK(self->stack), n > 0 ? "list" : "empty");
  gtk_widget_set_sensitive(self->save, n > 0);
  if (noslip_setup_list_failure(self->list)) {
    g_autofree char *text = g_strdup_printf(_("The list is not kept: %s"), noslip_setup_list_failure(self->list));
    noslip_toasts_tell(self->toasts, text);
  }
}

static void
activated(GtkListBox *list, GtkListBoxRow *row, NoslipSetupWindow *self)
{
  act(self, "win.show-setup", gtk_list_box_row_get_index(row));
}

static void
add_clicked(GtkButton *button, NoslipSetupWindow *self)
{
  act(self, "win.add-setup", -1);
}

static void
open_clicked(GtkButton *button, NoslipSetupWindow *self)
{
  act(self, "win.open", -1);
}

static void
save_clicked(GtkButton *button, NoslipSetupWindow *self)
{
  act(self, "win.save-setups", -1);
}

/* Life */

static void
noslip_setup_window_dispose(GObject *object)
{
  NoslipSetupWindow *self = NOSLIP_SETUP_WINDOW(object);
  if (self->list)
    g_signal_handlers_disconnect_by_data(self->list, self);
  g_clear_object(&self->list);
  g_clear_pointer(&self->toasts, noslip_toasts_free);
  G_OBJECT_CLASS(noslip_setup_window_parent_class)->dispose(object);
}

static void
noslip_setup_window_class_init(NoslipSetupWindowClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_setup_window_dispose;
  gtk_widget_class_add_binding_action(GTK_WIDGET_CLASS(class), GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/setup-window.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSetupWindow, overlay);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSetupWindow, rows);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSetupWindow, stack);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipSetupWindow, save);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), activated);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), add_clicked);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), open_clicked);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), save_clicked);
}

static void
noslip_setup_window_init(NoslipSetupWindow *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  self->toasts = noslip_toasts_new(ADW_TOAST_OVERLAY(self->overlay));
}

GtkWidget *
noslip_setup_window_new(GtkWindow *parent, NoslipSetupList *list)
{
  NoslipSetupWindow *self = g_object_new(NOSLIP_TYPE_SETUP_WINDOW, "transient-for", parent, NULL);
  self->list = g_object_ref(list);
  g_signal_connect_swapped(list, "changed", G_CALLBACK(fill), self);
  fill(self);
  return GTK_WIDGET(self);
}
