/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/document.h"

#include "core/catalogue/catalogue.h"
#include "core/simulation/drafts.h"
#include "ui/widgets/common/question.h"
#include "ui/widgets/window/save-place.h"

#include <adwaita.h>
#include <glib/gi18n.h>

struct _NoslipSystemDocument {
  GObject parent;
  GtkWindow *window;            /* borrowed */
  NoslipSimulation *simulation; /* borrowed, or NULL */
  GtkWidget *editor;            /* a reference, or NULL */
  GtkWidget *question;          /* the dialog about unsaved changes, or NULL */
  char *converted_file;         /* the file that the question about its encoding concerns, or NULL */
  gboolean editing;
  guint64 seen; /* generation of the text whose errors were handled */
};

G_DEFINE_FINAL_TYPE(NoslipSystemDocument, noslip_system_document, G_TYPE_OBJECT)

enum { CHANGED, EDITOR_CREATED, MESSAGE, N_SIGNALS };
static guint signals[N_SIGNALS];
enum { PROP_EDITING = 1, N_PROPERTIES };
static GParamSpec *properties[N_PROPERTIES];

/* An action that waits until nothing is unsaved. */
typedef struct {
  NoslipSystemDocument *document; /* weak: the program may end before the answer */
  GObject *receiver;              /* weak, or NULL */
  NoslipSystemDocumentThen then;  /* or NULL */
  char *what;
} Next;

static Next *
next_new(NoslipSystemDocument *document, GObject *receiver, NoslipSystemDocumentThen then, const char *what)
{
  Next *next = g_new0(Next, 1);
  g_set_weak_pointer(&next->document, document);
  g_set_weak_pointer(&next->receiver, receiver);
  next->then = then;
  next->what = g_strdup(what);
  return next;
}

static void
next_free(Next *next)
{
  g_clear_weak_pointer(&next->document);
  g_clear_weak_pointer(&next->receiver);
  g_free(next->what);
  g_free(next);
}

static void
editor_changed(NoslipEditor *editor, NoslipSystemDocument *self)
{
  g_signal_emit(self, signals[CHANGED], 0);
}

gboolean
noslip_system_document_has_unsaved(NoslipSystemDocument *self)
{
  return self->editor && noslip_editor_is_modified(NOSLIP_EDITOR(self->editor));
}

NoslipEditor *
noslip_system_document_existing_editor(NoslipSystemDocument *self)
{
  return self->editor ? NOSLIP_EDITOR(self->editor) : NULL;
}

NoslipEditor *
noslip_system_document_editor(NoslipSystemDocument *self)
{
  if (!self->editor) {
    self->editor = g_object_ref_sink(noslip_editor_new());
    noslip_editor_set_simulation(NOSLIP_EDITOR(self->editor), self->simulation);
    g_signal_connect_object(self->editor, "changed", G_CALLBACK(editor_changed), self, 0);
    g_signal_emit(self, signals[EDITOR_CREATED], 0, self->editor);
  }
  return NOSLIP_EDITOR(self->editor);
}

void
noslip_system_document_set_editing(NoslipSystemDocument *self, gboolean editing)
{
  if (self->editing == !!editing)
    return;
  self->editing = !!editing;
  if (editing)
    noslip_system_document_editor(self);
  g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_EDITING]);
}

gboolean
noslip_system_document_is_editing(NoslipSystemDocument *self)
{
  return self->editing;
}

/* A file in another encoding: its text read as Latin-1 is offered, as an unsaved text. */
static void
encoding_answered(AdwMessageDialog *dialog, const char *response, gpointer data)
{
  NoslipSystemDocument *self = data;
  const char *file = self->converted_file;
  gsize length = 0;
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  if (!self->simulation || !g_str_equal(response, "convert"))
    return;
  g_autofree char *text = noslip_catalogue_read(file, &length, ignored);
  g_autofree char *converted = text ? g_convert(text, (gssize) length, "UTF-8", "ISO-8859-1", NULL, NULL, NULL) : NULL;
  g_autofree char *valid = text ? g_utf8_make_valid(text, (gssize) length) : NULL;
  g_autofree char *base = valid ? noslip_draft_base(valid) : NULL;
  if (converted)
    noslip_system_document_recover(self, file, base, converted);
}

static void
offer_conversion(NoslipSystemDocument *self, const char *file)
{
  g_autofree char *base = g_path_get_basename(file), *name = g_filename_display_name(base);
  GtkWidget *dialog = noslip_question_new(self->window, _("Convert to UTF-8?"));
  adw_message_dialog_format_body(ADW_MESSAGE_DIALOG(dialog),
                                 _("“%s” is not in UTF-8. It can be read as Latin-1 (ISO 8859-1), as older programs "
                                   "write it; nothing is written before you save it."),
                                 name);
  adw_message_dialog_add_responses(ADW_MESSAGE_DIALOG(dialog), "cancel", _("_Cancel"), "convert", _("Con_vert"), NULL);
  adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(dialog), "convert", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response(ADW_MESSAGE_DIALOG(dialog), "convert");
  adw_message_dialog_set_close_response(ADW_MESSAGE_DIALOG(dialog), "cancel");
  g_free(self->converted_file);
  self->converted_file = g_strdup(file);
  g_signal_connect_object(dialog, "response", G_CALLBACK(encoding_answered), self, 0);
  gtk_window_set_destroy_with_parent(GTK_WINDOW(dialog), TRUE);
  gtk_window_present(GTK_WINDOW(dialog));
}

/* An opened text with an error is shown at the error. */
static void
show_first_error(NoslipSystemDocument *self)
{
  const NoslipTextSource *source = noslip_simulation_source(self->simulation);
  if (source->generation == self->seen)
    return;
  self->seen = source->generation;
  if (self->editing || !source->problems)
    return;
  for (guint i = 0; i < source->problems->list->len; i++) {
    const NoslipDiagnostic *problem = source->problems->list->pdata[i];
    if (problem->severity != NOSLIP_ERROR || problem->place.line == 0)
      continue;
    const char *file = source->file ? source->file : source->problems_name;
    if (problem->code == NOSLIP_CODE_ENCODING && g_file_test(file, G_FILE_TEST_IS_REGULAR)) {
      offer_conversion(self, file);
      return;
    }
    if (!source->text || !source->file)
      return;
    noslip_system_document_set_editing(self, TRUE);
    noslip_editor_go_to(NOSLIP_EDITOR(self->editor), problem->place.line, problem->place.column);
    return;
  }
}

void
noslip_system_document_changed(NoslipSystemDocument *self, NoslipChange change)
{
  if (self->editor)
    noslip_editor_changed(NOSLIP_EDITOR(self->editor), change);
  if (change & NOSLIP_CHANGED_PROBLEMS)
    show_first_error(self);
}

void
noslip_system_document_release(NoslipSystemDocument *self)
{
  self->simulation = NULL;
  if (self->editor)
    noslip_editor_set_simulation(NOSLIP_EDITOR(self->editor), NULL);
}

/* Saving */

static void
saved(NoslipEditor *editor, const char *error, gpointer data)
{
  Next *next = data;
  if (error && next->document) {
    g_autofree char *text = g_strdup_printf(_("The text is not saved: %s"), error);
    g_signal_emit(next->document, signals[MESSAGE], 0, text);
  } else if (next->document && next->receiver && next->then && !noslip_system_document_has_unsaved(next->document)) {
    next->then(next->receiver, next->what);
  }
  next_free(next);
}

/* Adds the suffix of systems. */
void
noslip_system_document_save_to(NoslipSystemDocument *self, const char *file)
{
  noslip_editor_save(noslip_system_document_editor(self), file, saved, next_new(self, NULL, NULL, NULL));
}

static void
place_chosen(const char *path, const char *taken, gpointer data)
{
  Next *next = data;
  NoslipSystemDocument *self = next->document;
  if (taken && self) {
    g_autofree char *text =
        g_strdup_printf(_("The text is not saved: “%s” exists already; choose it to replace it"), taken);
    g_signal_emit(self, signals[MESSAGE], 0, text);
  }
  if (path && self)
    noslip_editor_save(noslip_system_document_editor(self), path, saved, next);
  else
    next_free(next);
}

static void
choose_place(Next *next)
{
  NoslipSystemDocument *self = next->document;
  const NoslipSystem *system = self->simulation ? noslip_simulation_system(self->simulation) : NULL;
  noslip_save_place_ask(self->window, noslip_system_document_editor(self), system ? system->title : NULL, place_chosen,
                        next);
}

static void
save(Next *next)
{
  NoslipEditor *editor = noslip_system_document_editor(next->document);
  if (!noslip_editor_file(editor) || noslip_editor_is_original(editor))
    choose_place(next);
  else
    noslip_editor_save(editor, noslip_editor_file(editor), saved, next);
}

void
noslip_system_document_save(NoslipSystemDocument *self)
{
  save(next_new(self, NULL, NULL, NULL));
}

void
noslip_system_document_save_as(NoslipSystemDocument *self)
{
  choose_place(next_new(self, NULL, NULL, NULL));
}

void
noslip_system_document_revert(NoslipSystemDocument *self)
{
  if (noslip_system_document_has_unsaved(self))
    noslip_editor_revert(NOSLIP_EDITOR(self->editor));
}

/* Asking */

/* The dialog was closed without an answer: the waiting action is dropped. */
static void
unanswered(GtkWidget *dialog, Next *next)
{
  if (next->document)
    next->document->question = NULL;
  next_free(next);
}

static gboolean
run_next(gpointer data)
{
  Next *next = data;
  if (next->receiver)
    next->then(next->receiver, next->what);
  return G_SOURCE_REMOVE;
}

static void
answered(AdwMessageDialog *dialog, const char *response, gpointer data)
{
  Next *next = data;
  NoslipSystemDocument *self = next->document;
  g_signal_handlers_disconnect_by_data(dialog, next); /* one answer */
  if (!self) {
    next_free(next);
    return;
  }
  self->question = NULL;
  if (g_str_equal(response, "save")) {
    save(next);
    return;
  }
  if (g_str_equal(response, "discard")) {
    /* after the dialog is closed, because its window may be closed next */
    noslip_editor_discard(noslip_system_document_editor(self));
    g_idle_add_full(G_PRIORITY_DEFAULT, run_next, next, (GDestroyNotify) next_free);
    return;
  }
  next_free(next);
}

void
noslip_system_document_when_saved(NoslipSystemDocument *self, GObject *receiver, NoslipSystemDocumentThen then,
                                  const char *what)
{
  if (!noslip_system_document_has_unsaved(self)) {
    then(receiver, what);
    return;
  }
  if (self->question) {
    gtk_window_present(GTK_WINDOW(self->question));
    return;
  }
  g_autofree char *name = noslip_editor_name(NOSLIP_EDITOR(self->editor));
  GtkWidget *dialog = noslip_question_new(self->window, _("Save changes?"));
  adw_message_dialog_format_body(ADW_MESSAGE_DIALOG(dialog),
                                 _("The text of “%s” has changes that are not saved. Without saving they are lost."),
                                 name);
  adw_message_dialog_add_responses(ADW_MESSAGE_DIALOG(dialog), "cancel", _("_Cancel"), "discard", _("_Discard"), "save",
                                   _("_Save"), NULL);
  adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(dialog), "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(dialog), "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response(ADW_MESSAGE_DIALOG(dialog), "save");
  adw_message_dialog_set_close_response(ADW_MESSAGE_DIALOG(dialog), "cancel");
  Next *next = next_new(self, receiver, then, what);
  g_signal_connect(dialog, "response", G_CALLBACK(answered), next);
  g_signal_connect(dialog, "destroy", G_CALLBACK(unanswered), next);
  gtk_window_set_destroy_with_parent(GTK_WINDOW(dialog), TRUE);
  self->question = dialog;
  gtk_window_present(GTK_WINDOW(dialog));
}

/* New texts */

static void
begin_new(gpointer receiver, const char *what)
{
  NoslipSystemDocument *self = receiver;
  noslip_system_document_set_editing(self, TRUE);
  g_autofree char *text = noslip_editor_template();
  noslip_simulation_load_text(self->simulation, text, "new-system.noslip");
}

void
noslip_system_document_begin_new(NoslipSystemDocument *self)
{
  noslip_system_document_when_saved(self, G_OBJECT(self), begin_new, NULL);
}

void
noslip_system_document_recover(NoslipSystemDocument *self, const char *file, const char *base, const char *text)
{
  noslip_system_document_set_editing(self, TRUE);
  noslip_editor_recover(NOSLIP_EDITOR(self->editor), file, base, text);
}

/* The object */

static void
noslip_system_document_get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_EDITING)
    g_value_set_boolean(value, NOSLIP_SYSTEM_DOCUMENT(object)->editing);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

static void
noslip_system_document_dispose(GObject *object)
{
  NoslipSystemDocument *self = NOSLIP_SYSTEM_DOCUMENT(object);
  self->window = NULL;
  self->simulation = NULL;
  g_clear_object(&self->editor);
  g_clear_pointer(&self->converted_file, g_free);
  G_OBJECT_CLASS(noslip_system_document_parent_class)->dispose(object);
}

static void
noslip_system_document_class_init(NoslipSystemDocumentClass *class)
{
  G_OBJECT_CLASS(class)->get_property = noslip_system_document_get_property;
  G_OBJECT_CLASS(class)->dispose = noslip_system_document_dispose;
  properties[PROP_EDITING] =
      g_param_spec_boolean("editing", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties(G_OBJECT_CLASS(class), N_PROPERTIES, properties);
  GType type = G_TYPE_FROM_CLASS(class);
  signals[CHANGED] = g_signal_new("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[EDITOR_CREATED] =
      g_signal_new("editor-created", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, GTK_TYPE_WIDGET);
  signals[MESSAGE] =
      g_signal_new("message", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
noslip_system_document_init(NoslipSystemDocument *self)
{
}

NoslipSystemDocument *
noslip_system_document_new(GtkWindow *window, NoslipSimulation *simulation)
{
  NoslipSystemDocument *self = g_object_new(NOSLIP_TYPE_SYSTEM_DOCUMENT, NULL);
  self->window = window;
  self->simulation = simulation;
  return self;
}
