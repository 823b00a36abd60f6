/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/side/setup-window.h"

#include "core/base/decimal.h"
#include "ui/widgets/common/toasts.h"
#include "ui/widgets/side/setup-row.h"

#include <glib/gi18n.h>

struct _NoslipSetupWindow {
  AdwWindow parent;
  NoslipSetupList *list;
  GtkWidget *overlay, *rows, *stack, *save;
  NoslipToasts *toasts;
  gboolean filling;
  int renamed; /* the row that gets the focus after rebuilding; -1: none */
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

static void
focus_row(NoslipSetupWindow *self, guint index)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(self->rows), (int) index);
  if (row)
    gtk_widget_grab_focus(GTK_WIDGET(row));
}

/* Removing and moving */

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

/* Handlers of the rows */

static guint
index_of(NoslipSetupRow *row)
{
  return (guint) gtk_list_box_row_get_index(GTK_LIST_BOX_ROW(row));
}

static void
on_move(NoslipSetupRow *row, int by, NoslipSetupWindow *self)
{
  move_by(self, index_of(row), by);
}

static void
on_remove(NoslipSetupRow *row, NoslipSetupWindow *self)
{
  remove_at(self, index_of(row));
}

static void
on_named(NoslipSetupRow *row, const char *name, NoslipSetupWindow *self)
{
  guint index = index_of(row);
  self->filling = TRUE;
  if (name && name[0])
    noslip_setup_list_rename(self->list, index, name);
  self->filling = FALSE;
  end_rename(self, (int) index);
}

/* The list */

static char *
subtitle(const NoslipSetup *setup)
{
  const char *system = noslip_setup_system(setup);
  g_autofree char *base = system ? g_path_get_basename(system) : NULL;
  g_autofree char *time = noslip_setup_get(setup, "Time", "time");
  double t;
  return time && noslip_decimal_read(time, &t) && t > 0
             ? g_strdup_printf(_("%s, at %.4g s"), base ? base : _("with its own text"), t)
             : g_strdup(base ? base : _("with its own text"));
}

static GtkWidget *
row_new(NoslipSetupWindow *self, guint index)
{
  NoslipSetup *setup = noslip_setup_list_get(self->list, index);
  g_autofree char *below = subtitle(setup);
  GtkWidget *row = noslip_setup_row_new(index + 1, noslip_setup_name(setup), below,
                                        noslip_setup_list_current(self->list) == (int) index);
  g_signal_connect(row, "move", G_CALLBACK(on_move), self);
  g_signal_connect(row, "remove", G_CALLBACK(on_remove), self);
  g_signal_connect(row, "named", G_CALLBACK(on_named), self);
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
    g_autofree char *text =
        g_strdup_printf(_("The list could not be saved: %s"), noslip_setup_list_failure(self->list));
    noslip_toasts_show(self->toasts, text);
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
