/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/editor.h"

#include "app/catalogue/catalogue.h"
#include "app/simulation/drafts.h"
#include "ui/widgets/completion.h"
#include "ui/widgets/editor-text.h"
#include "ui/widgets/problems.h"

#include <glib/gi18n.h>
#include <string.h>

#define READ_AFTER 250  /* milliseconds without typing */
#define KEEP_AFTER 1000 /* milliseconds from a change to its draft */
#define UNTITLED "new-system.noslip"

struct _NoslipEditor {
  GtkWidget parent;
  GtkWidget *box, *title, *text, *problems, *help, *help_label;
  NoslipCompletion *completion;
  NoslipSimulation *simulation;

  char *file;       /* or NULL */
  char *saved;      /* the text as it was opened or saved; NULL where only the file knows it */
  gboolean original;
  NoslipDraft *draft;
  gboolean drafted; /* the draft holds something */
  gboolean taking;  /* the text is being replaced by another document */

  guint64 revision;            /* counts changes of the text */
  guint64 sent, sent_revision; /* what the simulation was given, and when */
  guint64 seen;                /* what it last told about */
  guint read, keep;            /* timeouts */
};

G_DEFINE_FINAL_TYPE(NoslipEditor, noslip_editor, GTK_TYPE_WIDGET)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

GtkTextBuffer *
noslip_editor_buffer(NoslipEditor *self)
{
  return gtk_text_view_get_buffer(GTK_TEXT_VIEW(self->text));
}

GtkWidget *
noslip_editor_text_widget(NoslipEditor *self)
{
  return self->text;
}

static char *
text_of(NoslipEditor *self)
{
  GtkTextIter start, end;
  gtk_text_buffer_get_bounds(noslip_editor_buffer(self), &start, &end);
  return gtk_text_buffer_get_text(noslip_editor_buffer(self), &start, &end, TRUE);
}

const char *
noslip_editor_file(NoslipEditor *self)
{
  return self->file;
}

char *
noslip_editor_name(NoslipEditor *self)
{
  g_autofree char *base = self->file ? g_path_get_basename(self->file) : g_strdup(UNTITLED);
  return g_filename_display_name(base);
}

gboolean
noslip_editor_is_original(NoslipEditor *self)
{
  return self->original;
}

gboolean
noslip_editor_is_modified(NoslipEditor *self)
{
  return gtk_text_buffer_get_modified(noslip_editor_buffer(self));
}

void
noslip_editor_go_to(NoslipEditor *self, guint line, guint column)
{
  noslip_editor_text_go_to(NOSLIP_EDITOR_TEXT(self->text), line, column);
}

static void
tell(NoslipEditor *self)
{
  g_autofree char *name = noslip_editor_name(self);
  g_autofree char *title = noslip_editor_is_modified(self) ? g_strdup_printf(_("• %s, not saved"), name)
                           : self->original                ? g_strdup_printf(_("%s, from the catalogue"), name)
                                                           : g_strdup(name);
  gtk_label_set_text(GTK_LABEL(self->title), title);
  g_signal_emit(self, signals[CHANGED], 0);
}

static void
set_file(NoslipEditor *self, const char *file)
{
  if (file != self->file) {
    g_free(self->file);
    self->file = g_strdup(file);
  }
  self->original = FALSE;
  g_autofree char *folder = self->file ? g_path_get_dirname(self->file) : NULL;
  g_auto(GStrv) folders = noslip_catalogue_folders();
  for (guint i = 0; folder && folders[i]; i++) {
    g_autofree char *absolute = g_canonicalize_filename(folders[i], NULL);
    self->original = self->original || g_strcmp0(absolute, folder) == 0 || g_strcmp0(folders[i], folder) == 0;
  }
}

/* Drafts */

static void
forget_draft(NoslipEditor *self)
{
  g_clear_handle_id(&self->keep, g_source_remove);
  if (self->drafted)
    noslip_draft_discard(self->draft);
  self->drafted = FALSE;
}

static void
keep_draft(NoslipEditor *self)
{
  if (!noslip_editor_is_modified(self)) {
    forget_draft(self);
    return;
  }
  if (!self->draft) {
    g_autofree char *folder = noslip_drafts_folder();
    self->draft = noslip_draft_new(folder);
  }
  g_autofree char *text = text_of(self);
  noslip_draft_keep(self->draft, self->file, text);
  self->drafted = TRUE;
}

static gboolean
keep_now(gpointer data)
{
  NoslipEditor *self = data;
  self->keep = 0;
  keep_draft(self);
  return G_SOURCE_REMOVE;
}

void
noslip_editor_discard(NoslipEditor *self)
{
  gtk_text_buffer_set_modified(noslip_editor_buffer(self), FALSE);
  forget_draft(self);
}

void
noslip_editor_flush_draft(NoslipEditor *self)
{
  if (self->keep) {
    g_clear_handle_id(&self->keep, g_source_remove);
    keep_draft(self);
  }
  if (self->draft)
    g_free(noslip_draft_flush(self->draft));
}

/* From the text to the simulation */

static gboolean
read_now(gpointer data)
{
  NoslipEditor *self = data;
  if (!self->simulation) {
    self->read = 0;
    return G_SOURCE_REMOVE;
  }
  /* another document is on its way, which will take this one's place: it is not overtaken */
  if (noslip_simulation_is_loading(self->simulation) && self->seen == self->sent)
    return G_SOURCE_CONTINUE;
  self->read = 0;
  g_autofree char *text = text_of(self);
  self->sent_revision = self->revision;
  self->sent = noslip_simulation_edit(self->simulation, text, self->file ? self->file : UNTITLED);
  return G_SOURCE_REMOVE;
}

static void
read_soon(NoslipEditor *self)
{
  g_clear_handle_id(&self->read, g_source_remove);
  self->read = g_timeout_add_full(G_PRIORITY_DEFAULT, READ_AFTER, read_now, self, NULL);
}

static void
text_changed(GtkTextBuffer *buffer, NoslipEditor *self)
{
  self->revision++;
  if (self->taking)
    return;
  read_soon(self);
  if (!self->keep)
    self->keep = g_timeout_add_full(G_PRIORITY_DEFAULT, KEEP_AFTER, keep_now, self, NULL);
}

static void
modified_changed(GtkTextBuffer *buffer, NoslipEditor *self)
{
  if (!self->taking)
    tell(self);
}

/* From the simulation to the text */

static void
show_problems(NoslipEditor *self, const NoslipDiagnostics *diagnostics)
{
  g_autofree char *name = noslip_editor_name(self);
  noslip_editor_text_show_problems(NOSLIP_EDITOR_TEXT(self->text), diagnostics);
  noslip_problems_show(NOSLIP_PROBLEMS(self->problems), name, diagnostics);
  gboolean bad = diagnostics && diagnostics->n_errors > 0;
  gtk_accessible_update_state(GTK_ACCESSIBLE(self->text), GTK_ACCESSIBLE_STATE_INVALID,
                              bad ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

/* Another document; what was unsaved of the one before has been asked about. */
static void
take_document(NoslipEditor *self, const char *text, const char *file)
{
  GtkTextBuffer *buffer = noslip_editor_buffer(self);
  g_clear_handle_id(&self->read, g_source_remove);
  self->taking = TRUE;
  noslip_editor_text_show_problems(NOSLIP_EDITOR_TEXT(self->text), NULL);
  gtk_text_buffer_begin_irreversible_action(buffer);
  gtk_text_buffer_set_text(buffer, text, -1);
  gtk_text_buffer_end_irreversible_action(buffer);
  gtk_text_buffer_set_modified(buffer, FALSE);
  GtkTextIter start;
  gtk_text_buffer_get_start_iter(buffer, &start);
  gtk_text_buffer_place_cursor(buffer, &start);
  self->taking = FALSE;
  g_free(self->saved);
  self->saved = g_strdup(text);
  set_file(self, file);
  forget_draft(self);
  tell(self);
}

void
noslip_editor_changed(NoslipEditor *self, NoslipChange change)
{
  if (!self->simulation)
    return;
  const NoslipSystem *system = noslip_simulation_system(self->simulation);
  if ((change & NOSLIP_CHANGED_SYSTEM) && system)
    noslip_completion_set_system(self->completion, system);
  if (!(change & NOSLIP_CHANGED_PROBLEMS))
    return;
  guint64 generation = noslip_simulation_source_generation(self->simulation);
  const char *text = noslip_simulation_source(self->simulation);
  if (generation != self->sent) {
    if (generation == self->seen || !text)
      return;
    take_document(self, text, noslip_simulation_source_file(self->simulation));
    self->sent_revision = self->revision;
    self->sent = generation;
  }
  self->seen = generation;
  if (self->revision == self->sent_revision)
    show_problems(self, noslip_simulation_problems(self->simulation));
}

void
noslip_editor_set_simulation(NoslipEditor *self, NoslipSimulation *simulation)
{
  g_clear_handle_id(&self->read, g_source_remove);
  self->simulation = simulation;
  if (simulation)
    noslip_editor_changed(self, NOSLIP_CHANGED_SYSTEM | NOSLIP_CHANGED_PROBLEMS);
}

/* Saving */

typedef struct {
  NoslipEditor *editor;
  char *file, *text;
  guint64 revision;
  NoslipEditorSaved done;
  gpointer data;
} Save;

static void
saved(GObject *source, GAsyncResult *result, gpointer data)
{
  Save *save = data;
  NoslipEditor *self = save->editor;
  g_autoptr(GError) error = NULL;
  if (g_file_replace_contents_finish(G_FILE(source), result, NULL, &error)) {
    set_file(self, save->file);
    g_free(self->saved);
    self->saved = g_steal_pointer(&save->text);
    if (self->revision == save->revision) {
      gtk_text_buffer_set_modified(noslip_editor_buffer(self), FALSE);
      forget_draft(self);
    }
    tell(self);
  }
  if (save->done)
    save->done(self, error ? error->message : NULL, save->data);
  g_object_unref(self);
  g_free(save->file);
  g_free(save->text);
  g_free(save);
}

void
noslip_editor_save(NoslipEditor *self, const char *file, NoslipEditorSaved done, gpointer data)
{
  Save *save = g_new0(Save, 1);
  save->editor = g_object_ref(self);
  save->file = g_strdup(file);
  save->text = text_of(self);
  save->revision = self->revision;
  save->done = done;
  save->data = data;
  g_autoptr(GFile) place = g_file_new_for_path(file);
  g_file_replace_contents_async(place, save->text, strlen(save->text), NULL, FALSE, G_FILE_CREATE_NONE, NULL, saved,
                                save);
}

void
noslip_editor_revert(NoslipEditor *self)
{
  if (!self->saved) {
    noslip_editor_discard(self);
    if (self->file && self->simulation)
      noslip_simulation_load(self->simulation, self->file);
    return;
  }
  GtkTextBuffer *buffer = noslip_editor_buffer(self);
  GtkTextIter start, end, cursor;
  gtk_text_buffer_get_iter_at_mark(buffer, &cursor, gtk_text_buffer_get_insert(buffer));
  int line = gtk_text_iter_get_line(&cursor);
  gtk_text_buffer_begin_user_action(buffer);
  gtk_text_buffer_get_bounds(buffer, &start, &end);
  gtk_text_buffer_delete(buffer, &start, &end);
  gtk_text_buffer_insert(buffer, &start, self->saved, -1);
  gtk_text_buffer_end_user_action(buffer);
  gtk_text_buffer_set_modified(buffer, FALSE);
  gtk_text_buffer_get_iter_at_line(buffer, &cursor, line);
  gtk_text_buffer_place_cursor(buffer, &cursor);
  forget_draft(self);
}

void
noslip_editor_recover(NoslipEditor *self, const char *file, const char *text)
{
  take_document(self, text, file);
  g_clear_pointer(&self->saved, g_free);
  gtk_text_buffer_set_modified(noslip_editor_buffer(self), TRUE);
  keep_draft(self);
  self->sent_revision = self->revision;
  self->sent = noslip_simulation_load_text(self->simulation, text, self->file ? self->file : UNTITLED);
}

/* Help */

/* Of the statement that the line is, or NULL. */
static char *
help_on_line(NoslipEditor *self, const GtkTextIter *iter)
{
  GtkTextIter start = *iter;
  gtk_text_iter_set_line_offset(&start, 0);
  while (!gtk_text_iter_ends_line(&start) && g_unichar_isspace(gtk_text_iter_get_char(&start)))
    gtk_text_iter_forward_char(&start);
  g_autofree char *word = noslip_editor_text_word_at(&start);
  return word ? noslip_completion_help(self->completion, word) : NULL;
}

void
noslip_editor_show_help(NoslipEditor *self)
{
  GtkTextView *view = GTK_TEXT_VIEW(self->text);
  GtkTextIter cursor;
  gtk_text_buffer_get_iter_at_mark(noslip_editor_buffer(self), &cursor,
                                   gtk_text_buffer_get_insert(noslip_editor_buffer(self)));
  g_autofree char *word = noslip_editor_text_word_at(&cursor);
  g_autofree char *help = word ? noslip_completion_help(self->completion, word) : NULL;
  if (!help)
    help = help_on_line(self, &cursor);
  if (!help && word)
    help = g_strdup_printf(_("“%s” is no word of the language, and the last good text does not declare it."), word);
  gtk_label_set_text(GTK_LABEL(self->help_label), help ? help : _("Put the cursor on a word to read what it means."));
  GdkRectangle at;
  gtk_text_view_get_iter_location(view, &cursor, &at);
  gtk_text_view_buffer_to_window_coords(view, GTK_TEXT_WINDOW_WIDGET, at.x, at.y, &at.x, &at.y);
  gtk_popover_set_pointing_to(GTK_POPOVER(self->help), &at);
  gtk_popover_popup(GTK_POPOVER(self->help));
}

static gboolean
query_tooltip(GtkTextView *view, int x, int y, gboolean keyboard, GtkTooltip *tooltip, NoslipEditor *self)
{
  GtkTextIter iter;
  if (keyboard) {
    gtk_text_buffer_get_iter_at_mark(noslip_editor_buffer(self), &iter,
                                     gtk_text_buffer_get_insert(noslip_editor_buffer(self)));
  } else {
    int trailing;
    gtk_text_view_window_to_buffer_coords(view, GTK_TEXT_WINDOW_WIDGET, x, y, &x, &y);
    if (!gtk_text_view_get_iter_at_position(view, &iter, &trailing, x, y))
      return FALSE;
  }
  g_autofree char *help = noslip_editor_text_problem_at(NOSLIP_EDITOR_TEXT(self->text), &iter);
  if (!help) {
    g_autofree char *word = noslip_editor_text_word_at(&iter);
    GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER(noslip_editor_buffer(self));
    if (word && !gtk_source_buffer_iter_has_context_class(buffer, &iter, "comment") &&
        !gtk_source_buffer_iter_has_context_class(buffer, &iter, "string"))
      help = noslip_completion_help(self->completion, word);
  }
  gtk_tooltip_set_text(tooltip, help);
  return help != NULL;
}

static gboolean
key_pressed(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipEditor *self)
{
  if (key != GDK_KEY_F1 || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)))
    return FALSE;
  noslip_editor_show_help(self);
  return TRUE;
}

/* Building */

void
noslip_editor_set_dark(NoslipEditor *self, gboolean dark)
{
  noslip_editor_text_set_dark(NOSLIP_EDITOR_TEXT(self->text), dark);
}

static void
place_activated(NoslipProblems *problems, guint line, guint column, NoslipEditor *self)
{
  noslip_editor_go_to(self, line, column);
}

static GtkWidget *
add_button(GtkWidget *box, const char *icon, const char *label, const char *tooltip, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name(icon);
  gtk_widget_add_css_class(button, "flat");
  gtk_widget_add_css_class(button, "noslip-small");
  gtk_widget_set_tooltip_text(button, tooltip);
  gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  if (action)
    gtk_actionable_set_action_name(GTK_ACTIONABLE(button), action);
  gtk_box_append(GTK_BOX(box), button);
  return button;
}

static void
build_head(NoslipEditor *self)
{
  GtkTextBuffer *buffer = noslip_editor_buffer(self);
  GtkWidget *head = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2);
  gtk_widget_add_css_class(head, "noslip-tile-header");
  self->title = gtk_label_new("");
  gtk_widget_add_css_class(self->title, "heading");
  gtk_label_set_xalign(GTK_LABEL(self->title), 0);
  gtk_label_set_ellipsize(GTK_LABEL(self->title), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand(self->title, TRUE);
  gtk_box_append(GTK_BOX(head), self->title);
  GtkWidget *undo = add_button(head, "edit-undo-symbolic", _("Undo typing"), _("Undo typing (Ctrl+Z)"), NULL);
  GtkWidget *redo = add_button(head, "edit-redo-symbolic", _("Redo typing"), _("Redo typing (Ctrl+Shift+Z)"), NULL);
  g_object_bind_property(buffer, "can-undo", undo, "sensitive", G_BINDING_SYNC_CREATE);
  g_object_bind_property(buffer, "can-redo", redo, "sensitive", G_BINDING_SYNC_CREATE);
  g_signal_connect_swapped(undo, "clicked", G_CALLBACK(gtk_text_buffer_undo), buffer);
  g_signal_connect_swapped(redo, "clicked", G_CALLBACK(gtk_text_buffer_redo), buffer);
  add_button(head, "document-save-symbolic", _("Save"), _("Save (Ctrl+S)"), "win.save");
  add_button(head, "document-save-as-symbolic", _("Save as"), _("Save as… (Ctrl+Shift+S)"), "win.save-as");
  add_button(head, "document-revert-symbolic", _("Revert"), _("Revert to the saved text"), "win.revert");
  add_button(head, "window-close-symbolic", _("Close the editor"), _("Close the editor (Ctrl+E)"), "win.editor");
  gtk_box_prepend(GTK_BOX(self->box), head);
}

static void
build_text(NoslipEditor *self)
{
  self->text = noslip_editor_text_new();
  GtkTextBuffer *buffer = noslip_editor_buffer(self);
  g_signal_connect_object(buffer, "changed", G_CALLBACK(text_changed), self, 0);
  g_signal_connect_object(buffer, "modified-changed", G_CALLBACK(modified_changed), self, 0);
  self->completion = noslip_completion_new();
  gtk_source_completion_add_provider(gtk_source_view_get_completion(GTK_SOURCE_VIEW(self->text)),
                                     GTK_SOURCE_COMPLETION_PROVIDER(self->completion));
  g_object_set(gtk_source_view_get_completion(GTK_SOURCE_VIEW(self->text)), "select-on-show", TRUE, NULL);
  gtk_widget_set_has_tooltip(self->text, TRUE);
  g_signal_connect_object(self->text, "query-tooltip", G_CALLBACK(query_tooltip), self, 0);
  GtkEventController *keys = gtk_event_controller_key_new();
  g_signal_connect_object(keys, "key-pressed", G_CALLBACK(key_pressed), self, 0);
  gtk_widget_add_controller(self->text, keys);

  self->help_label = gtk_label_new(NULL);
  gtk_label_set_wrap(GTK_LABEL(self->help_label), TRUE);
  gtk_label_set_max_width_chars(GTK_LABEL(self->help_label), 60);
  gtk_label_set_xalign(GTK_LABEL(self->help_label), 0);
  self->help = gtk_popover_new();
  gtk_popover_set_child(GTK_POPOVER(self->help), self->help_label);
  gtk_widget_set_parent(self->help, self->text);

  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), self->text);
  gtk_scrolled_window_set_min_content_height(GTK_SCROLLED_WINDOW(scroller), 120);
  gtk_widget_set_vexpand(scroller, TRUE);
  gtk_box_append(GTK_BOX(self->box), scroller);
}

static void
noslip_editor_dispose(GObject *object)
{
  NoslipEditor *self = NOSLIP_EDITOR(object);
  self->simulation = NULL;
  g_clear_handle_id(&self->read, g_source_remove);
  if (self->box) {
    g_clear_handle_id(&self->keep, g_source_remove);
    keep_draft(self); /* whoever ends the program without an answer finds it at the next start */
    g_clear_pointer(&self->help, gtk_widget_unparent);
  }
  g_clear_pointer(&self->draft, noslip_draft_free);
  g_clear_object(&self->completion);
  g_clear_pointer(&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS(noslip_editor_parent_class)->dispose(object);
}

static void
noslip_editor_finalize(GObject *object)
{
  g_free(NOSLIP_EDITOR(object)->file);
  g_free(NOSLIP_EDITOR(object)->saved);
  G_OBJECT_CLASS(noslip_editor_parent_class)->finalize(object);
}

static void
noslip_editor_class_init(NoslipEditorClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_editor_dispose;
  G_OBJECT_CLASS(class)->finalize = noslip_editor_finalize;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "noslip-editor");
  signals[CHANGED] = g_signal_new("changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
}

static void
noslip_editor_init(NoslipEditor *self)
{
  self->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class(self->box, "noslip-tile");
  gtk_widget_set_parent(self->box, GTK_WIDGET(self));
  build_text(self);
  build_head(self);
  self->problems = noslip_problems_new();
  noslip_problems_set_compact(NOSLIP_PROBLEMS(self->problems), TRUE);
  g_signal_connect_object(self->problems, "place-activated", G_CALLBACK(place_activated), self, 0);
  gtk_box_append(GTK_BOX(self->box), self->problems);
}

GtkWidget *
noslip_editor_new(void)
{
  return g_object_new(NOSLIP_TYPE_EDITOR, NULL);
}
