/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/editor/editor-private.h"

#include <glib/gi18n.h>
#include <string.h>

#define READ_AFTER 250 /* milliseconds without typing */

G_DEFINE_FINAL_TYPE(NoslipEditor, noslip_editor, GTK_TYPE_WIDGET)

void
noslip_editor_go_to(NoslipEditor *self, guint line, guint column)
{
  noslip_editor_text_go_to(NOSLIP_EDITOR_TEXT(self->text), line, column);
}

/* Drafts */

/* From the text to the simulation */

static gboolean
read_now(gpointer data)
{
  NoslipEditor *self = data;
  if (!self->simulation) {
    self->read = 0;
    return G_SOURCE_REMOVE;
  }
  /* another document is being loaded and will replace this one: its reading is not overtaken */
  if (noslip_simulation_source(self->simulation)->is_reading && self->seen == self->sent)
    return G_SOURCE_CONTINUE;
  self->read = 0;
  g_autofree char *text = noslip_editor_text(self);
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
check_colours(NoslipEditor *self)
{
  const char *text = _("The text is shown without colours: it has a line of more than 4000 characters.");
  gboolean plain = noslip_editor_text_has_long_line(NOSLIP_EDITOR_TEXT(self->text));
  if (plain && !self->plain)
    noslip_editor_notice_show(NOSLIP_EDITOR_NOTICE(self->notice), text, NULL, NULL, NULL, NULL);
  else if (!plain && self->plain)
    noslip_editor_notice_withdraw(NOSLIP_EDITOR_NOTICE(self->notice), text);
  self->plain = plain;
}

static void
text_changed(GtkTextBuffer *buffer, NoslipEditor *self)
{
  self->revision++;
  if (self->taking)
    return;
  check_colours(self);
  read_soon(self);
  noslip_editor_keep_draft_soon(self);
}

static void
modified_changed(GtkTextBuffer *buffer, NoslipEditor *self)
{
  if (self->taking)
    return;
  noslip_editor_notify(self);
  if (noslip_editor_is_modified(self))
    noslip_editor_keep_draft_soon(self);
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

/* Another document; the question about unsaved changes has been answered. */
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
  noslip_undo_names_clear(self->names);
  gtk_text_buffer_set_modified(buffer, FALSE);
  GtkTextIter start;
  gtk_text_buffer_get_start_iter(buffer, &start);
  gtk_text_buffer_place_cursor(buffer, &start);
  self->taking = FALSE;
  self->crlf = strstr(text, "\r\n") != NULL;
  noslip_editor_set_saved(self, text);
  noslip_editor_set_file(self, file);
  self->plain = FALSE; /* notices about the previous text are removed */
  check_colours(self);
  noslip_editor_forget_draft(self);
  noslip_editor_notify(self);
}

void
noslip_editor_changed(NoslipEditor *self, NoslipChange change)
{
  if (!self->simulation)
    return;
  NoslipSystem *system = noslip_simulation_system(self->simulation);
  if ((change & NOSLIP_CHANGED_SYSTEM) && system)
    noslip_completion_set_system(self->completion, system);
  if (!(change & NOSLIP_CHANGED_PROBLEMS))
    return;
  guint64 generation = noslip_simulation_source(self->simulation)->generation;
  const char *text = noslip_simulation_source(self->simulation)->text;
  if (generation != self->sent) {
    if (generation == self->seen || !text)
      return;
    take_document(self, text, noslip_simulation_source(self->simulation)->file);
    self->sent_revision = self->revision;
    self->sent = generation;
  }
  self->seen = generation;
  if (text)
    noslip_completion_set_text(self->completion, text);
  if (self->revision == self->sent_revision)
    show_problems(self, noslip_simulation_source(self->simulation)->problems);
}

void
noslip_editor_set_simulation(NoslipEditor *self, NoslipSimulation *simulation)
{
  g_clear_handle_id(&self->read, g_source_remove);
  self->simulation = simulation;
  if (simulation)
    noslip_editor_changed(self, NOSLIP_CHANGED_SYSTEM | NOSLIP_CHANGED_PROBLEMS);
}

void
noslip_editor_recover(NoslipEditor *self, const char *file, const char *base, const char *text)
{
  take_document(self, text, file);
  g_clear_pointer(&self->saved, g_free);
  g_free(self->base);
  self->base = g_strdup(base);
  gtk_text_buffer_set_modified(noslip_editor_buffer(self), TRUE);
  noslip_editor_keep_draft(self);
  self->sent_revision = self->revision;
  self->sent = noslip_simulation_load_text(self->simulation, text, self->file ? self->file : UNTITLED);
  noslip_editor_compare_with_file(self);
}

/* Building */

void
noslip_editor_set_dark(NoslipEditor *self, gboolean dark)
{
  noslip_editor_text_set_dark(NOSLIP_EDITOR_TEXT(self->text), dark);
}

static void
write_fix(NoslipEditor *self, guint index)
{
  noslip_undo_names_begin(self->names, NOSLIP_EDIT_FIX);
  noslip_editor_text_fix(NOSLIP_EDITOR_TEXT(self->text), index);
  noslip_undo_names_end(self->names);
  gtk_widget_grab_focus(self->text);
}

static void
fix_activated(NoslipProblems *problems, guint index, NoslipEditor *self)
{
  write_fix(self, index);
}

static gboolean
fix_here(GtkWidget *widget, GVariant *nothing, gpointer editor)
{
  NoslipEditor *self = editor;
  int index = noslip_editor_text_fix_here(NOSLIP_EDITOR_TEXT(self->text));
  if (index < 0)
    return FALSE;
  write_fix(self, (guint) index);
  return TRUE;
}

/* Before the text takes the key for a new line. */
static void
add_fix_key(NoslipEditor *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new();
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut(GTK_SHORTCUT_CONTROLLER(keys),
                                       gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Return, GDK_ALT_MASK),
                                                        gtk_callback_action_new(fix_here, self, NULL)));
  gtk_widget_add_controller(self->text, keys);
}

static void
place_activated(NoslipProblems *problems, guint line, guint column, NoslipEditor *self)
{
  noslip_editor_go_to(self, line, column);
}

/* In a file with CR LF line ends, new lines get them too. */
static void
insert_text(GtkTextBuffer *buffer, GtkTextIter *place, const char *text, int length, NoslipEditor *self)
{
  if (self->taking || !self->crlf || length != 1 || text[0] != '\n')
    return;
  g_signal_stop_emission_by_name(buffer, "insert-text");
  gtk_text_buffer_insert(buffer, place, "\r\n", 2);
}

static void
show_names(gpointer data)
{
  NoslipEditor *self = data;
  if (self->head && self->names)
    noslip_editor_head_set_names(NOSLIP_EDITOR_HEAD(self->head), noslip_undo_names_undo(self->names),
                                 noslip_undo_names_redo(self->names));
}

static void
on_find(NoslipEditorHead *head, NoslipEditor *self)
{
  noslip_editor_search_open(NOSLIP_EDITOR_SEARCH(self->search), FALSE);
}

static void
build_text(NoslipEditor *self)
{
  self->text = noslip_editor_text_new();
  GtkTextBuffer *buffer = noslip_editor_buffer(self);
  g_signal_connect_object(buffer, "changed", G_CALLBACK(text_changed), self, 0);
  g_signal_connect_object(buffer, "insert-text", G_CALLBACK(insert_text), self, 0);
  g_signal_connect_object(buffer, "modified-changed", G_CALLBACK(modified_changed), self, 0);
  self->completion = noslip_completion_new();
  gtk_source_completion_add_provider(gtk_source_view_get_completion(GTK_SOURCE_VIEW(self->text)),
                                     GTK_SOURCE_COMPLETION_PROVIDER(self->completion));
  g_object_set(gtk_source_view_get_completion(GTK_SOURCE_VIEW(self->text)), "select-on-show", TRUE, NULL);
  self->names = noslip_undo_names_new(GTK_TEXT_VIEW(self->text), show_names, self);
  noslip_completion_set_undo_names(self->completion, self->names);
  noslip_editor_build_help(self);

  self->search = noslip_editor_search_new(GTK_SOURCE_VIEW(self->text), self->names);
  self->notice = noslip_editor_notice_new();
  self->head = noslip_editor_head_new(buffer, noslip_editor_statements_new(self));
  g_signal_connect(self->head, "find", G_CALLBACK(on_find), self);
  show_names(self);
  gtk_box_append(GTK_BOX(self->box), self->head);
  gtk_box_append(GTK_BOX(self->box), self->notice);
  gtk_box_append(GTK_BOX(self->box), self->search);
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
  g_autoptr(NoslipEditorText) text = self->box ? g_object_ref(NOSLIP_EDITOR_TEXT(self->text)) : NULL;
  if (self->box) {
    g_clear_handle_id(&self->keep, g_source_remove);
    noslip_editor_keep_draft(self); /* without an answer it is offered at the next start */
    g_clear_pointer(&self->help, gtk_widget_unparent);
  }
  noslip_editor_leave_file(self);
  g_clear_pointer(&self->draft, noslip_draft_free);
  g_clear_object(&self->completion);
  g_clear_pointer(&self->names, noslip_undo_names_free);
  g_clear_pointer(&self->box, gtk_widget_unparent);
  if (text)
    noslip_editor_text_retire(text);
  G_OBJECT_CLASS(noslip_editor_parent_class)->dispose(object);
}

static void
noslip_editor_finalize(GObject *object)
{
  g_free(NOSLIP_EDITOR(object)->file);
  g_free(NOSLIP_EDITOR(object)->saved);
  g_free(NOSLIP_EDITOR(object)->base);
  g_free(NOSLIP_EDITOR(object)->help_page);
  G_OBJECT_CLASS(noslip_editor_parent_class)->finalize(object);
}

/* Keys that act on the text wherever the focus is in the editor */

static gboolean
open_search(GtkWidget *widget, GVariant *replace, gpointer data)
{
  noslip_editor_search_open(NOSLIP_EDITOR_SEARCH(NOSLIP_EDITOR(widget)->search), g_variant_get_boolean(replace));
  return TRUE;
}

static gboolean
search_on(GtkWidget *widget, GVariant *forward, gpointer data)
{
  noslip_editor_search_next(NOSLIP_EDITOR_SEARCH(NOSLIP_EDITOR(widget)->search), g_variant_get_boolean(forward));
  return TRUE;
}

static void
add_keys(GtkWidgetClass *class)
{
  gtk_widget_class_add_binding(class, GDK_KEY_f, GDK_CONTROL_MASK, open_search, "b", FALSE);
  gtk_widget_class_add_binding(class, GDK_KEY_h, GDK_CONTROL_MASK, open_search, "b", TRUE);
  gtk_widget_class_add_binding(class, GDK_KEY_F3, 0, search_on, "b", TRUE);
  gtk_widget_class_add_binding(class, GDK_KEY_F3, GDK_SHIFT_MASK, search_on, "b", FALSE);
}

static void
noslip_editor_class_init(NoslipEditorClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_editor_dispose;
  G_OBJECT_CLASS(class)->finalize = noslip_editor_finalize;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "noslip-editor");
  add_keys(GTK_WIDGET_CLASS(class));
  g_signal_new("changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
noslip_editor_init(NoslipEditor *self)
{
  self->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class(self->box, "noslip-tile");
  gtk_widget_set_parent(self->box, GTK_WIDGET(self));
  build_text(self);
  self->problems = noslip_problems_new();
  noslip_problems_set_compact(NOSLIP_PROBLEMS(self->problems), TRUE);
  g_signal_connect_object(self->problems, "place-activated", G_CALLBACK(place_activated), self, 0);
  add_fix_key(self);
  g_signal_connect_object(self->problems, "fix-activated", G_CALLBACK(fix_activated), self, 0);
  gtk_box_append(GTK_BOX(self->box), self->problems);
}

GtkWidget *
noslip_editor_new(void)
{
  return g_object_new(NOSLIP_TYPE_EDITOR, NULL);
}
