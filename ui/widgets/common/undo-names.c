/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/common/undo-names.h"

#include <glib/gi18n.h>

/* The number of characters inserted or deleted by edits of one kind. */
typedef struct {
  NoslipEdit edit;
  gboolean inserted;
  guint n;
} Stretch;

typedef enum { AS_TYPED, UNDOING, REDOING } Direction;

struct _NoslipUndoNames {
  GtkTextView *view; /* weak */
  GtkTextBuffer *buffer;
  GArray *done, *undone; /* of Stretch, the latest last */
  Direction direction;
  int named; /* the edit between begin and end; -1: none */
  gboolean pasting, cutting;
  void (*changed)(gpointer data);
  gpointer data;
};

static void
push(GArray *stretches, NoslipEdit edit, gboolean inserted, guint n)
{
  Stretch *last = stretches->len > 0 ? &g_array_index(stretches, Stretch, stretches->len - 1) : NULL;
  if (last && last->edit == edit && last->inserted == inserted) {
    last->n += n;
    return;
  }
  Stretch stretch = {edit, inserted, n};
  g_array_append_val(stretches, stretch);
}

/* Undo restores the state before the last change, redo the last undone one: the history is a stack. */
static void
take_back(GArray *from, GArray *to, gboolean inserted, guint n)
{
  while (n > 0 && from->len > 0) {
    Stretch *last = &g_array_index(from, Stretch, from->len - 1);
    if (last->inserted != inserted)
      break;
    guint part = MIN(n, last->n);
    NoslipEdit edit = last->edit;
    last->n -= part;
    n -= part;
    if (last->n == 0)
      g_array_set_size(from, from->len - 1);
    push(to, edit, inserted, part);
  }
}

static NoslipEdit
edit_now(const NoslipUndoNames *self, gboolean inserted)
{
  if (self->named >= 0)
    return (NoslipEdit) self->named;
  if (self->pasting)
    return NOSLIP_EDIT_PASTE;
  if (self->cutting)
    return NOSLIP_EDIT_CUT;
  return inserted ? NOSLIP_EDIT_TYPING : NOSLIP_EDIT_DELETION;
}

static void
note(NoslipUndoNames *self, gboolean inserted, guint n)
{
  if (n == 0)
    return;
  switch (self->direction) {
  case AS_TYPED:
    g_array_set_size(self->undone, 0);
    push(self->done, edit_now(self, inserted), inserted, n);
    break;
  case UNDOING:
    take_back(self->done, self->undone, !inserted, n);
    break;
  case REDOING:
    take_back(self->undone, self->done, inserted, n);
    break;
  }
}

static void
inserted(GtkTextBuffer *buffer, GtkTextIter *at, const char *text, int length, NoslipUndoNames *self)
{
  note(self, TRUE, (guint) g_utf8_strlen(text, length));
}

static void
deleted(GtkTextBuffer *buffer, GtkTextIter *start, GtkTextIter *end, NoslipUndoNames *self)
{
  note(self, FALSE, (guint) ABS(gtk_text_iter_get_offset(end) - gtk_text_iter_get_offset(start)));
}

static void
notify(NoslipUndoNames *self)
{
  self->changed(self->data);
}

/* A snippet that is being filled in writes into its fields whenever the text changes, even during undo, which corrupts
 * the history. It ends when the cursor leaves it. */
static void
end_snippet(NoslipUndoNames *self)
{
  GtkTextIter start;
  gtk_text_buffer_get_start_iter(self->buffer, &start);
  gtk_text_buffer_place_cursor(self->buffer, &start);
}

static void
undo_begins(NoslipUndoNames *self)
{
  end_snippet(self);
  self->direction = UNDOING;
}

static void
redo_begins(NoslipUndoNames *self)
{
  self->direction = REDOING;
}

static void
history_ran(NoslipUndoNames *self)
{
  self->direction = AS_TYPED;
  notify(self);
}

static void
paste_begins(NoslipUndoNames *self)
{
  self->pasting = TRUE;
}

static void
pasted(NoslipUndoNames *self)
{
  self->pasting = FALSE;
}

static void
cut_begins(NoslipUndoNames *self)
{
  self->cutting = TRUE;
}

static void
cut_done(NoslipUndoNames *self)
{
  self->cutting = FALSE;
}

NoslipUndoNames *
noslip_undo_names_new(GtkTextView *view, void (*changed)(gpointer data), gpointer data)
{
  NoslipUndoNames *self = g_new0(NoslipUndoNames, 1);
  g_set_weak_pointer(&self->view, view);
  self->buffer = g_object_ref(gtk_text_view_get_buffer(view));
  self->done = g_array_new(FALSE, FALSE, sizeof(Stretch));
  self->undone = g_array_new(FALSE, FALSE, sizeof(Stretch));
  self->named = -1;
  self->changed = changed;
  self->data = data;
  g_signal_connect(self->buffer, "insert-text", G_CALLBACK(inserted), self);
  g_signal_connect(self->buffer, "delete-range", G_CALLBACK(deleted), self);
  g_signal_connect_swapped(self->buffer, "end-user-action", G_CALLBACK(notify), self);
  g_signal_connect_swapped(self->buffer, "notify::can-undo", G_CALLBACK(notify), self);
  g_signal_connect_swapped(self->buffer, "notify::can-redo", G_CALLBACK(notify), self);
  g_signal_connect_swapped(self->buffer, "undo", G_CALLBACK(undo_begins), self);
  g_signal_connect_swapped(self->buffer, "redo", G_CALLBACK(redo_begins), self);
  g_signal_connect_data(self->buffer, "undo", G_CALLBACK(history_ran), self, NULL, G_CONNECT_AFTER | G_CONNECT_SWAPPED);
  g_signal_connect_data(self->buffer, "redo", G_CALLBACK(history_ran), self, NULL, G_CONNECT_AFTER | G_CONNECT_SWAPPED);
  g_signal_connect_swapped(view, "paste-clipboard", G_CALLBACK(paste_begins), self);
  g_signal_connect_swapped(self->buffer, "paste-done", G_CALLBACK(pasted), self);
  g_signal_connect_swapped(view, "cut-clipboard", G_CALLBACK(cut_begins), self);
  g_signal_connect_data(view, "cut-clipboard", G_CALLBACK(cut_done), self, NULL, G_CONNECT_AFTER | G_CONNECT_SWAPPED);
  return self;
}

void
noslip_undo_names_free(NoslipUndoNames *self)
{
  if (!self)
    return;
  g_signal_handlers_disconnect_by_data(self->buffer, self);
  if (self->view)
    g_signal_handlers_disconnect_by_data(self->view, self);
  g_clear_weak_pointer(&self->view);
  g_object_unref(self->buffer);
  g_array_unref(self->done);
  g_array_unref(self->undone);
  g_free(self);
}

void
noslip_undo_names_begin(NoslipUndoNames *self, NoslipEdit edit)
{
  self->named = (int) edit;
}

void
noslip_undo_names_end(NoslipUndoNames *self)
{
  self->named = -1;
  notify(self);
}

void
noslip_undo_names_clear(NoslipUndoNames *self)
{
  g_array_set_size(self->done, 0);
  g_array_set_size(self->undone, 0);
  notify(self);
}

static const struct {
  const char *undo, *redo;
} phrases[NOSLIP_N_EDITS] = {
    [NOSLIP_EDIT_TYPING] = {N_("Undo typing"), N_("Redo typing")},
    [NOSLIP_EDIT_DELETION] = {N_("Undo deletion"), N_("Redo deletion")},
    [NOSLIP_EDIT_CUT] = {N_("Undo cut"), N_("Redo cut")},
    [NOSLIP_EDIT_PASTE] = {N_("Undo paste"), N_("Redo paste")},
    [NOSLIP_EDIT_COMPLETION] = {N_("Undo completion"), N_("Redo completion")},
    [NOSLIP_EDIT_STATEMENT] = {N_("Undo new statement"), N_("Redo new statement")},
    [NOSLIP_EDIT_REPLACE] = {N_("Undo replace"), N_("Redo replace")},
    [NOSLIP_EDIT_REVERT] = {N_("Undo revert"), N_("Redo revert")},
    [NOSLIP_EDIT_RELOAD] = {N_("Undo reading the file again"), N_("Redo reading the file again")},
    [NOSLIP_EDIT_FIX] = {N_("Undo fix"), N_("Redo fix")},
};

const char *
noslip_undo_names_undo(NoslipUndoNames *self)
{
  if (!gtk_text_buffer_get_can_undo(self->buffer) || self->done->len == 0)
    return _("Undo");
  return _(phrases[g_array_index(self->done, Stretch, self->done->len - 1).edit].undo);
}

const char *
noslip_undo_names_redo(NoslipUndoNames *self)
{
  if (!gtk_text_buffer_get_can_redo(self->buffer) || self->undone->len == 0)
    return _("Redo");
  return _(phrases[g_array_index(self->undone, Stretch, self->undone->len - 1).edit].redo);
}
