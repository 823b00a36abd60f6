/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are dropped on the window are opened: the first here, each other system in a window of its own; set-ups
 * alone make one list. While files are dragged the window shows what a drop would do. */
#include "ui/widgets/window/window-private.h"

#include "core/catalogue/catalogue.h"

#include <glib/gi18n.h>
#include <math.h>

#define MOST 8 /* windows that one drop opens */

typedef enum { SYSTEM, SETUPS, STRANGE, REMOTE } Kind;

/* What is carried over the window. */
typedef struct {
  GPtrArray *paths; /* of systems and set-ups, char * */
  guint n_setups, n_strange, n_remote;
  char *stranger; /* the first that is none of them, or NULL */
} Load;

static void
load_free(Load *load)
{
  g_ptr_array_unref(load->paths);
  g_free(load->stranger);
  g_free(load);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Load, load_free)

/* By its first statement, whatever its name is. */
static gboolean
begins_as_system(const char *path)
{
  g_autoptr(NoslipDiagnostics) unread = noslip_diagnostics_new();
  gsize length = 0;
  g_autofree char *text = noslip_catalogue_read(path, &length, unread);
  if (!text || !g_utf8_validate(text, (gssize) length, NULL))
    return FALSE;
  const char *line = text;
  while (g_ascii_isspace(*line) || *line == '#')
    line += *line == '#' ? strcspn(line, "\n") : 1;
  return g_str_has_prefix(line, "noslip ");
}

static Kind
kind_of(const char *path)
{
  if (!path)
    return REMOTE;
  if (!g_file_test(path, G_FILE_TEST_IS_REGULAR))
    return STRANGE;
  if (g_str_has_suffix(path, ".noslip"))
    return SYSTEM;
  return noslip_window_is_setup_file(path) ? SETUPS : begins_as_system(path) ? SYSTEM : STRANGE;
}

static Load *
load_new(const GValue *value)
{
  Load *load = g_new0(Load, 1);
  load->paths = g_ptr_array_new_with_free_func(g_free);
  for (GSList *l = value ? g_value_get_boxed(value) : NULL; l; l = l->next) {
    g_autofree char *path = g_file_get_path(l->data);
    Kind kind = kind_of(path);
    load->n_setups += kind == SETUPS;
    load->n_strange += kind == STRANGE;
    load->n_remote += kind == REMOTE;
    if (kind == SYSTEM || kind == SETUPS) {
      g_ptr_array_add(load->paths, g_steal_pointer(&path));
    } else if (!load->stranger) {
      g_autofree char *base = g_file_get_basename(l->data);
      load->stranger = g_filename_display_name(base ? base : "");
    }
  }
  return load;
}

/* Why some of it stays closed, or NULL. Free with g_free(). */
static char *
complaint(const Load *load)
{
  guint n = load->n_strange + load->n_remote;
  if (load->paths->len > MOST && load->n_setups < load->paths->len)
    return g_strdup_printf(_("Only the first %u files are opened"), MOST);
  if (n == 0)
    return NULL;
  if (n == 1 && load->n_remote)
    return g_strdup_printf(_("“%s” is not on this computer. Copy it here first."), load->stranger);
  if (n == 1)
    return g_strdup_printf(_("“%s” is neither a system (.noslip) nor a set-up (.noslip-setup)"), load->stranger);
  return g_strdup_printf(g_dngettext(NULL, "%u file is neither a system (.noslip) nor a set-up (.noslip-setup)",
                                     "%u files are neither systems (.noslip) nor set-ups (.noslip-setup)", n),
                         n);
}

/* Before it is dropped. Free with g_free(). */
static char *
promise(const Load *load)
{
  if (load->paths->len == 0)
    return complaint(load);
  if (load->paths->len > 1)
    return g_strdup_printf(g_dngettext(NULL, "Drop to open %u file", "Drop to open %u files", load->paths->len),
                           load->paths->len);
  g_autofree char *name = g_filename_display_basename(load->paths->pdata[0]);
  return g_strdup_printf(_("Drop to open “%s”"), name);
}

static void
open_all(NoslipWindow *self, const Load *load)
{
  if (load->n_setups == load->paths->len) {
    noslip_window_open_setup_files(self, load->paths);
    return;
  }
  for (guint i = MIN(load->paths->len, MOST); i-- > 1;)
    gtk_widget_activate_action(GTK_WIDGET(self), "app.open-window", "s", load->paths->pdata[i]);
  gtk_window_present(GTK_WINDOW(self));
  noslip_window_open(self, load->paths->pdata[0], FALSE, NAN);
}

/* What is carried is known a little after it came. */
static void
known(GtkDropTarget *target, GParamSpec *pspec, NoslipWindow *self)
{
  const GValue *value = gtk_drop_target_get_value(target);
  if (!value)
    return;
  g_autoptr(Load) load = load_new(value);
  g_autofree char *text = promise(load);
  gtk_label_set_text(GTK_LABEL(self->drop_note), text);
  if (load->paths->len > 0)
    gtk_widget_remove_css_class(self->drop_note, "noslip-refused");
  else
    gtk_widget_add_css_class(self->drop_note, "noslip-refused");
}

static GdkDragAction
entered(GtkDropTarget *target, double x, double y, NoslipWindow *self)
{
  gtk_widget_remove_css_class(self->drop_note, "noslip-refused");
  gtk_label_set_text(GTK_LABEL(self->drop_note), _("Drop to open"));
  gtk_widget_set_visible(self->drop_note, TRUE);
  known(target, NULL, self);
  return GDK_ACTION_COPY;
}

static void
on_leave(GtkDropTarget *target, NoslipWindow *self)
{
  gtk_widget_set_visible(self->drop_note, FALSE);
}

static gboolean
dropped(GtkDropTarget *target, const GValue *value, double x, double y, NoslipWindow *self)
{
  gtk_widget_set_visible(self->drop_note, FALSE);
  g_autoptr(Load) load = load_new(value);
  g_autofree char *text = complaint(load);
  if (text)
    noslip_window_toast(self, text);
  if (load->paths->len == 0)
    return FALSE;
  open_all(self, load);
  return TRUE;
}

/* Files are for the window wherever they are dropped, also over a text that would take their names: the note lies
 * between them, and where they are dropped before it does the window comes first. */
void
noslip_window_build_drop(NoslipWindow *self)
{
  self->drop_note = gtk_label_new(NULL);
  gtk_label_set_wrap(GTK_LABEL(self->drop_note), TRUE);
  gtk_label_set_justify(GTK_LABEL(self->drop_note), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class(self->drop_note, "noslip-drop");
  gtk_widget_set_visible(self->drop_note, FALSE);
  gtk_overlay_add_overlay(GTK_OVERLAY(self->above), self->drop_note);
  GtkDropTarget *target = gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  gtk_drop_target_set_preload(target, TRUE);
  gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(target), GTK_PHASE_CAPTURE);
  g_signal_connect(target, "enter", G_CALLBACK(entered), self);
  g_signal_connect(target, "leave", G_CALLBACK(on_leave), self);
  g_signal_connect(target, "notify::value", G_CALLBACK(known), self);
  g_signal_connect(target, "drop", G_CALLBACK(dropped), self);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(target));
}
