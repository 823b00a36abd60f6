/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/editor/completion.h"

#include "core/language/words.h"
#include "ui/widgets/editor/completion-private.h"
#include "ui/widgets/editor/editor-text.h"
#include "ui/widgets/editor/proposal.h"

#include <glib/gi18n.h>

/* All names */

void
noslip_completion_set_system(NoslipCompletion *self, NoslipSystem *system)
{
  noslip_system_ref(system);
  g_clear_pointer(&self->of, noslip_system_unref);
  self->of = system;
  self->stale = TRUE;
}

void
noslip_completion_set_text(NoslipCompletion *self, const char *text)
{
  g_free(self->text);
  self->text = g_strdup(text);
  self->stale = TRUE;
}

static const NoslipProposal *
find_anywhere(NoslipCompletion *self, const char *word)
{
  noslip_completion_refresh(self);
  GPtrArray *const lists[] = {self->system, self->typed, self->statements, self->language, self->shapes};
  const NoslipProposal *found = NULL;
  for (guint i = 0; i < G_N_ELEMENTS(lists) && !found; i++)
    found = noslip_completion_find(lists[i], word);
  return found;
}

char *
noslip_completion_help(NoslipCompletion *self, const char *word)
{
  const NoslipProposal *found = find_anywhere(self, word);
  return found ? g_strdup(found->help) : NULL;
}

char *
noslip_completion_page(NoslipCompletion *self, const char *word)
{
  const NoslipProposal *found = find_anywhere(self, word);
  return found ? g_strdup(found->page) : NULL;
}

gboolean
noslip_completion_declares(NoslipCompletion *self, const char *word)
{
  noslip_completion_refresh(self);
  return noslip_completion_find(self->system, word) || noslip_completion_find(self->typed, word);
}

void
noslip_completion_set_undo_names(NoslipCompletion *self, NoslipUndoNames *names)
{
  self->names = names;
}

static void
collect(GPtrArray *from, const char *prefix, GPtrArray *to)
{
  for (guint i = 0; i < from->len; i++) {
    const NoslipProposal *proposal = g_ptr_array_index(from, i);
    if (g_str_has_prefix(proposal->name, prefix))
      g_ptr_array_add(to, g_object_ref((gpointer) proposal));
  }
}

/* The position of a word in its line. */
typedef struct {
  gboolean statement;            /* it is at the start of the line */
  gboolean draw;                 /* it is the shape of a `draw` */
  const NoslipShapeWords *shape; /* it is after this shape, or NULL */
  GStrv words;                   /* the words after the shape; NULL without one */
} Place;

static Place
place_of(const char *before)
{
  static const char *const separators = " \t(),;=*/+-^\"";
  g_auto(GStrv) words = g_strsplit_set(before, separators, -1);
  g_autoptr(GPtrArray) given = g_ptr_array_new();
  Place place = {.statement = TRUE};
  guint n = 0;
  const NoslipShapeWords *shapes = noslip_language_shapes(&n);
  for (guint i = 0; words[i]; i++) {
    if (!words[i][0])
      continue;
    for (guint k = 0; place.draw && k < n; k++)
      if (g_str_equal(shapes[k].name, words[i]))
        place.shape = &shapes[k];
    place.statement = FALSE;
    place.draw = g_str_equal(words[i], "draw");
    if (place.shape)
      g_ptr_array_add(given, g_strdup(words[i]));
  }
  g_ptr_array_add(given, NULL);
  if (place.shape)
    place.words = (GStrv) g_ptr_array_steal(given, NULL);
  return place;
}

/* The arguments of a shape that are not given yet. */
static void
collect_arguments(const Place *place, const char *prefix, GPtrArray *to)
{
  g_auto(GStrv) needs = g_strsplit(place->shape->needs, " ", -1), takes = g_strsplit(place->shape->takes, " ", -1);
  for (guint i = 0; takes[i]; i++) {
    const char *brief = g_strv_contains((const char *const *) needs, takes[i]) ? _("must be given") : _("may be given");
    if (takes[i][0] && g_str_has_prefix(takes[i], prefix) && !g_str_equal(takes[i], "points") &&
        !g_strv_contains((const char *const *) place->words, takes[i]))
      noslip_completion_add(to, takes[i], brief, g_strdup_printf("%s: %s", place->shape->name, place->shape->form),
                            "draw");
  }
}

/* Of NoslipProposal *, references. */
static GPtrArray *
matches(NoslipCompletion *self, const char *prefix, const char *before)
{
  GPtrArray *found = g_ptr_array_new_with_free_func(g_object_unref);
  Place place = place_of(before);
  noslip_completion_refresh(self);
  if (place.shape)
    collect_arguments(&place, prefix, found);
  g_strfreev(place.words);
  if (place.statement) {
    collect(self->statements, prefix, found);
  } else if (place.draw) {
    collect(self->shapes, prefix, found);
  } else {
    collect(self->system, prefix, found);
    collect(self->typed, prefix, found);
    collect(self->language, prefix, found);
  }
  return found;
}

GPtrArray *
noslip_completion_names(NoslipCompletion *self, const char *prefix, const char *before)
{
  GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) found = matches(self, prefix, before);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add(names, g_strdup(((NoslipProposal *) g_ptr_array_index(found, i))->name));
  return names;
}

/* The provider */

/* The text before it on its line. Free with g_free(). */
static char *
text_before(const GtkTextIter *iter)
{
  GtkTextIter at = *iter;
  gtk_text_iter_set_line_offset(&at, 0);
  return gtk_text_iter_get_text(&at, iter);
}

static void
fill(NoslipCompletion *self, GtkSourceCompletionContext *context, GListStore *store)
{
  g_autofree char *word = gtk_source_completion_context_get_word(context);
  GtkTextIter begin, end;
  gtk_source_completion_context_get_bounds(context, &begin, &end);
  GtkSourceBuffer *buffer = gtk_source_completion_context_get_buffer(context);
  g_autoptr(GPtrArray) found = g_ptr_array_new();
  gboolean is_explicit =
      gtk_source_completion_context_get_activation(context) == GTK_SOURCE_COMPLETION_ACTIVATION_USER_REQUESTED;
  /* the list points to the cursor, which may not be scrolled into view yet */
  GtkSourceView *view = gtk_source_completion_context_get_view(context);
  if (NOSLIP_IS_EDITOR_TEXT(view))
    noslip_editor_text_show_cursor(NOSLIP_EDITOR_TEXT(view));
  gboolean prose = gtk_source_buffer_iter_has_context_class(buffer, &begin, "comment") ||
                   gtk_source_buffer_iter_has_context_class(buffer, &begin, "string");
  if ((is_explicit || (word && word[0])) && !prose) {
    g_ptr_array_unref(found);
    g_autofree char *before = text_before(&begin);
    found = matches(self, word ? word : "", before);
    /* a complete name hides the list: Return begins the next line */
    for (guint i = 0; !is_explicit && i < found->len; i++)
      if (g_strcmp0(((NoslipProposal *) g_ptr_array_index(found, i))->name, word) == 0)
        g_ptr_array_set_size(found, 0);
  }
  g_list_store_splice(store, 0, g_list_model_get_n_items(G_LIST_MODEL(store)), found->pdata, found->len);
}

static GListModel *
populate(GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context, GError **error)
{
  GListStore *store = g_list_store_new(NOSLIP_TYPE_PROPOSAL);
  fill(NOSLIP_COMPLETION(provider), context, store);
  return G_LIST_MODEL(store);
}

static void
refilter(GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context, GListModel *model)
{
  fill(NOSLIP_COMPLETION(provider), context, G_LIST_STORE(model));
}

static void
display(GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context,
        GtkSourceCompletionProposal *proposal, GtkSourceCompletionCell *cell)
{
  const NoslipProposal *shown = NOSLIP_PROPOSAL(proposal);
  switch (gtk_source_completion_cell_get_column(cell)) {
  case GTK_SOURCE_COMPLETION_COLUMN_TYPED_TEXT:
    gtk_source_completion_cell_set_text(cell, shown->name);
    break;
  case GTK_SOURCE_COMPLETION_COLUMN_AFTER: {
    g_autofree char *markup = g_markup_printf_escaped("   <span alpha=\"65%%\">%s</span>", shown->brief);
    gtk_source_completion_cell_set_markup(cell, markup);
    break;
  }
  case GTK_SOURCE_COMPLETION_COLUMN_DETAILS:
    gtk_source_completion_cell_set_text(cell, shown->help);
    break;
  default:
    gtk_source_completion_cell_set_text(cell, NULL);
  }
}

static void
activate(GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context,
         GtkSourceCompletionProposal *proposal)
{
  NoslipCompletion *self = NOSLIP_COMPLETION(provider);
  const NoslipProposal *chosen = NOSLIP_PROPOSAL(proposal);
  GtkTextIter begin, end;
  if (!gtk_source_completion_context_get_bounds(context, &begin, &end))
    return;
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER(gtk_source_completion_context_get_buffer(context));
  gboolean bare = gtk_text_iter_ends_line(&end);
  if (self->names)
    noslip_undo_names_begin(self->names, NOSLIP_EDIT_COMPLETION);
  gtk_text_buffer_begin_user_action(buffer);
  gtk_text_buffer_delete(buffer, &begin, &end);
  g_autoptr(GtkSourceSnippet) snippet = chosen->form && bare ? gtk_source_snippet_new_parsed(chosen->form, NULL) : NULL;
  if (snippet)
    gtk_source_view_push_snippet(gtk_source_completion_context_get_view(context), snippet, &begin);
  else
    gtk_text_buffer_insert(buffer, &begin, chosen->name, -1);
  gtk_text_buffer_end_user_action(buffer);
  if (self->names)
    noslip_undo_names_end(self->names);
}

static char *
provider_title(GtkSourceCompletionProvider *provider)
{
  return g_strdup(_("Names"));
}

static void
provider_init(GtkSourceCompletionProviderInterface *interface)
{
  interface->get_title = provider_title;
  interface->populate = populate;
  interface->refilter = refilter;
  interface->display = display;
  interface->activate = activate;
}

G_DEFINE_FINAL_TYPE_WITH_CODE(NoslipCompletion, noslip_completion, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(GTK_SOURCE_TYPE_COMPLETION_PROVIDER, provider_init))

static void
noslip_completion_finalize(GObject *object)
{
  NoslipCompletion *self = NOSLIP_COMPLETION(object);
  g_ptr_array_unref(self->language);
  g_ptr_array_unref(self->statements);
  g_ptr_array_unref(self->shapes);
  g_ptr_array_unref(self->system);
  g_ptr_array_unref(self->typed);
  g_clear_pointer(&self->of, noslip_system_unref);
  g_free(self->text);
  G_OBJECT_CLASS(noslip_completion_parent_class)->finalize(object);
}

static void
noslip_completion_class_init(NoslipCompletionClass *class)
{
  G_OBJECT_CLASS(class)->finalize = noslip_completion_finalize;
}

static void
noslip_completion_init(NoslipCompletion *self)
{
  self->language = g_ptr_array_new_with_free_func(g_object_unref);
  self->statements = g_ptr_array_new_with_free_func(g_object_unref);
  self->shapes = g_ptr_array_new_with_free_func(g_object_unref);
  self->system = g_ptr_array_new_with_free_func(g_object_unref);
  self->typed = g_ptr_array_new_with_free_func(g_object_unref);
  noslip_completion_add_language(self);
  noslip_completion_add_shapes(self);
}

NoslipCompletion *
noslip_completion_new(void)
{
  return g_object_new(NOSLIP_TYPE_COMPLETION, NULL);
}
