/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/file-drop.h"

#include "core/catalogue/catalogue.h"
#include "ui/widgets/window/opening.h"

#include <glib/gi18n.h>

#define MOST 8 /* limit of the windows that one drop opens */

struct _NoslipFileDrop {
  AdwBin parent;
  GtkWidget *note;
};

G_DEFINE_FINAL_TYPE(NoslipFileDrop, noslip_file_drop, ADW_TYPE_BIN)

enum { DROPPED, DATA_DROPPED, REFUSED, N_SIGNALS };
static guint signals[N_SIGNALS];

typedef enum { SYSTEM, SETUPS, DATA, STRANGE, REMOTE } Kind;

/* The files being dragged over the window. */
typedef struct {
  GPtrArray *paths; /* of systems and set-ups, char * */
  guint n_setups, n_strange, n_remote;
  char *data;     /* the first table of measured data, or NULL */
  char *stranger; /* the first file of another kind, or NULL */
} Load;

static void
load_free(Load *load)
{
  g_ptr_array_unref(load->paths);
  g_free(load->data);
  g_free(load->stranger);
  g_free(load);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Load, load_free)

/* Decides by its first statement, whatever its name. */
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
  if (g_str_has_suffix(path, ".csv") || g_str_has_suffix(path, ".CSV"))
    return DATA;
  return noslip_opening_is_setup_file(path) ? SETUPS : begins_as_system(path) ? SYSTEM : STRANGE;
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
    } else if (kind == DATA) {
      if (!load->data)
        load->data = g_steal_pointer(&path);
    } else if (!load->stranger) {
      g_autofree char *base = g_file_get_basename(l->data);
      load->stranger = g_filename_display_name(base ? base : "");
    }
  }
  return load;
}

/* Why some files are not opened, or NULL. Free with g_free(). */
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

/* The text shown before the drop. Free with g_free(). */
static char *
promise(const Load *load)
{
  if (load->paths->len == 0 && load->data)
    return g_strdup(_("Drop to fit these data"));
  if (load->paths->len == 0)
    return complaint(load);
  if (load->paths->len > 1)
    return g_strdup_printf(g_dngettext(NULL, "Drop to open %u file", "Drop to open %u files", load->paths->len),
                           load->paths->len);
  g_autofree char *name = g_filename_display_basename(load->paths->pdata[0]);
  return g_strdup_printf(_("Drop to open “%s”"), name);
}

/* The dragged files are known a little after the drag has entered. */
static void
known(GtkDropTarget *target, GParamSpec *pspec, NoslipFileDrop *self)
{
  const GValue *value = gtk_drop_target_get_value(target);
  if (!value)
    return;
  g_autoptr(Load) load = load_new(value);
  g_autofree char *text = promise(load);
  gtk_label_set_text(GTK_LABEL(self->note), text);
  if (load->paths->len > 0 || load->data)
    gtk_widget_remove_css_class(self->note, "noslip-refused");
  else
    gtk_widget_add_css_class(self->note, "noslip-refused");
}

static GdkDragAction
entered(GtkDropTarget *target, double x, double y, NoslipFileDrop *self)
{
  gtk_widget_remove_css_class(self->note, "noslip-refused");
  gtk_label_set_text(GTK_LABEL(self->note), _("Drop to open"));
  gtk_widget_set_visible(GTK_WIDGET(self), TRUE);
  known(target, NULL, self);
  return GDK_ACTION_COPY;
}

static void
on_leave(GtkDropTarget *target, NoslipFileDrop *self)
{
  gtk_widget_set_visible(GTK_WIDGET(self), FALSE);
}

static gboolean
dropped(GtkDropTarget *target, const GValue *value, double x, double y, NoslipFileDrop *self)
{
  gtk_widget_set_visible(GTK_WIDGET(self), FALSE);
  g_autoptr(Load) load = load_new(value);
  g_autofree char *text = complaint(load);
  if (text)
    g_signal_emit(self, signals[REFUSED], 0, text);
  if (load->data)
    g_signal_emit(self, signals[DATA_DROPPED], 0, load->data);
  if (load->paths->len == 0)
    return load->data != NULL;
  gboolean all_setups = load->n_setups == load->paths->len;
  if (!all_setups && load->paths->len > MOST)
    g_ptr_array_set_size(load->paths, MOST);
  g_signal_emit(self, signals[DROPPED], 0, load->paths, all_setups);
  return TRUE;
}

static void
noslip_file_drop_class_init(NoslipFileDropClass *class)
{
  GType type = G_TYPE_FROM_CLASS(class);
  signals[DROPPED] = g_signal_new("dropped", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                  G_TYPE_PTR_ARRAY, G_TYPE_BOOLEAN);
  signals[DATA_DROPPED] =
      g_signal_new("data-dropped", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[REFUSED] =
      g_signal_new("refused", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
noslip_file_drop_init(NoslipFileDrop *self)
{
  self->note = gtk_label_new(NULL);
  gtk_label_set_wrap(GTK_LABEL(self->note), TRUE);
  gtk_label_set_justify(GTK_LABEL(self->note), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class(self->note, "noslip-drop");
  adw_bin_set_child(ADW_BIN(self), self->note);
  gtk_widget_set_visible(GTK_WIDGET(self), FALSE);
}

/* Files belong to the window wherever they are dropped, also over a text that would insert their names: the note lies
 * between them, and if they are dropped earlier the window handles them first. */
GtkWidget *
noslip_file_drop_new(GtkWidget *window)
{
  NoslipFileDrop *self = g_object_new(NOSLIP_TYPE_FILE_DROP, NULL);
  GtkDropTarget *target = gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  gtk_drop_target_set_preload(target, TRUE);
  gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(target), GTK_PHASE_CAPTURE);
  g_signal_connect_object(target, "enter", G_CALLBACK(entered), self, 0);
  g_signal_connect_object(target, "leave", G_CALLBACK(on_leave), self, 0);
  g_signal_connect_object(target, "notify::value", G_CALLBACK(known), self, 0);
  g_signal_connect_object(target, "drop", G_CALLBACK(dropped), self, 0);
  gtk_widget_add_controller(window, GTK_EVENT_CONTROLLER(target));
  return GTK_WIDGET(self);
}
