/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/editor/completion.h"

#include "core/base/words.h"
#include "core/language/words.h"
#include "ui/widgets/editor/editor-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* One name */

#define NOSLIP_TYPE_PROPOSAL (noslip_proposal_get_type())
G_DECLARE_FINAL_TYPE(NoslipProposal, noslip_proposal, NOSLIP, PROPOSAL, GObject)

struct _NoslipProposal {
  GObject parent;
  char *name;
  char *brief; /* beside the name, a few words */
  char *help;
  char *page; /* of the manual */
  char *form; /* of a statement: a snippet */
};

static char *
typed_text(GtkSourceCompletionProposal *proposal)
{
  return g_strdup(NOSLIP_PROPOSAL(proposal)->name);
}

static void
proposal_init(GtkSourceCompletionProposalInterface *interface)
{
  interface->get_typed_text = typed_text;
}

G_DEFINE_FINAL_TYPE_WITH_CODE(NoslipProposal, noslip_proposal, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(GTK_SOURCE_TYPE_COMPLETION_PROPOSAL, proposal_init))

static void
noslip_proposal_finalize(GObject *object)
{
  NoslipProposal *self = NOSLIP_PROPOSAL(object);
  g_free(self->name);
  g_free(self->brief);
  g_free(self->help);
  g_free(self->page);
  g_free(self->form);
  G_OBJECT_CLASS(noslip_proposal_parent_class)->finalize(object);
}

static void
noslip_proposal_class_init(NoslipProposalClass *class)
{
  G_OBJECT_CLASS(class)->finalize = noslip_proposal_finalize;
}

static void
noslip_proposal_init(NoslipProposal *self)
{
}

/* All names */

struct _NoslipCompletion {
  GObject parent;
  GPtrArray *language; /* of NoslipProposal *: functions and what exists by itself */
  GPtrArray *statements;
  GPtrArray *system; /* what the last good text declares */
  GPtrArray *typed;  /* what the text declares beyond that as it stands */
  NoslipSystem *of;  /* the two lists are of this system and this text, or NULL */
  char *text;
  gboolean stale;         /* and are rebuilt on next use: long texts change far more often */
  NoslipUndoNames *names; /* borrowed, or NULL */
};

#define BRIEF 48 /* characters */

/* `help` is taken. */
static NoslipProposal *
add(GPtrArray *list, const char *name, const char *brief, char *help, const char *heading)
{
  NoslipProposal *proposal = g_object_new(NOSLIP_TYPE_PROPOSAL, NULL);
  proposal->name = g_strdup(name);
  if (g_utf8_strlen(brief, -1) > BRIEF) {
    g_autofree char *start = g_utf8_substring(brief, 0, BRIEF - 1);
    proposal->brief = g_strconcat(start, "…", NULL);
  } else {
    proposal->brief = g_strdup(brief);
  }
  proposal->help = help;
  proposal->page = g_strconcat("language.md#", heading, NULL);
  g_ptr_array_add(list, proposal);
  return proposal;
}

static void
add_declared(GPtrArray *list, const char *name, const char *statement, const char *kind, const char *description,
             const char *unit)
{
  g_autoptr(GString) brief = g_string_new(kind);
  if (description)
    g_string_append_printf(brief, ", %s", noslip_words(description));
  if (unit)
    g_string_append_printf(brief, " (%s)", unit);
  add(list, name, brief->str, g_strdup_printf("%s: %s", name, brief->str), statement);
}

static void
add_language(NoslipCompletion *self)
{
  guint n = 0;
  const NoslipStatementHelp *statements = noslip_language_statements(&n);
  for (guint i = 0; i < n; i++) {
    NoslipProposal *proposal = add(
        self->statements, statements[i].keyword, _(statements[i].meaning),
        g_strdup_printf(_("%s\n%s\nExample: %s"), statements[i].form, _(statements[i].meaning), statements[i].example),
        statements[i].heading);
    proposal->form = g_strdup(statements[i].snippet);
  }
  const NoslipWordHelp *words = noslip_language_words(&n);
  for (guint i = 0; i < n; i++)
    add(self->language, words[i].name, _(words[i].meaning),
        g_strdup_printf("%s: %s", words[i].form, _(words[i].meaning)),
        words[i].function ? "expressions" : "names-that-exist-by-themselves");
}

static void
add_system(GPtrArray *list, const NoslipSystem *system)
{
  for (guint i = 0; i < system->n_parameters - system->n_hidden; i++)
    add_declared(list, system->parameters[i].name, "parameter", _("parameter"), system->parameters[i].description,
                 system->parameters[i].unit);
  for (guint i = 0; i < system->m; i++)
    add_declared(list, system->coordinates[i].name, "coordinate", _("coordinate"), system->coordinates[i].description,
                 system->coordinates[i].unit);
  for (guint i = 0; i < system->m; i++) {
    g_autofree char *velocity = g_strconcat(system->coordinates[i].name, "'", NULL);
    add_declared(list, velocity, "coordinate", _("velocity"), NULL, NULL);
  }
  for (guint i = 0; i < system->n; i++)
    if (!strchr(system->fibres[i].name, '\''))
      add_declared(list, system->fibres[i].name, "velocity", _("velocity"), system->fibres[i].description,
                   system->fibres[i].unit);
  for (guint i = 0; i < system->n_lets; i++)
    add_declared(list, system->lets[i].name, "let", _("abbreviation"), system->lets[i].description,
                 system->lets[i].unit);
  for (guint i = 0; i < system->k; i++)
    add_declared(list, system->constraints[i].name, "constraint", _("constraint"), system->constraints[i].description,
                 NULL);
  for (guint i = 0; i < system->n_observables; i++)
    add_declared(list, system->observables[i].name, "observable", _("observable"), system->observables[i].description,
                 system->observables[i].unit);
}

static const NoslipProposal *
find(GPtrArray *list, const char *name)
{
  for (guint i = 0; i < list->len; i++)
    if (g_str_equal(((NoslipProposal *) g_ptr_array_index(list, i))->name, name))
      return g_ptr_array_index(list, i);
  return NULL;
}

/* The names that a text declares, whatever else is wrong with it. */
static void
add_typed(NoslipCompletion *self, const char *text)
{
  static const struct {
    const char *statement, *kind;
  } kinds[] = {
      {"parameter", N_("parameter")},   {"let", N_("abbreviation")}, {"coordinate", N_("coordinate")},
      {"velocity", N_("velocity")},     {"section", N_("velocity")}, {"constraint", N_("constraint")},
      {"observable", N_("observable")},
  };
  g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < self->system->len; i++)
    g_hash_table_add(known, g_strdup(((NoslipProposal *) g_ptr_array_index(self->system, i))->name));
  g_autoptr(GRegex) regex = g_regex_new("^[ \\t]*(parameter|let|coordinate|velocity|section|constraint|observable)"
                                        "[ \\t]+([\\p{L}_][\\p{L}\\p{Nd}_₀-₉]*)(?=[ \\t]*([=:#]|$|[\\p{L}\"]))",
                                        G_REGEX_MULTILINE | G_REGEX_OPTIMIZE, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;
  for (g_regex_match(regex, text, 0, &match); g_match_info_matches(match); g_match_info_next(match, NULL)) {
    g_autofree char *statement = g_match_info_fetch(match, 1), *name = g_match_info_fetch(match, 2);
    if (!g_hash_table_add(known, g_strdup(name)))
      continue;
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
      if (g_str_equal(kinds[i].statement, statement))
        add_declared(self->typed, name, statement, _(kinds[i].kind), NULL, NULL);
    g_autofree char *velocity = g_strconcat(name, "'", NULL);
    if (g_str_equal(statement, "coordinate"))
      add_declared(self->typed, velocity, "coordinate", _("velocity"), NULL, NULL);
  }
}

static void
refresh(NoslipCompletion *self)
{
  if (!self->stale)
    return;
  self->stale = FALSE;
  g_ptr_array_set_size(self->system, 0);
  g_ptr_array_set_size(self->typed, 0);
  if (self->of)
    add_system(self->system, self->of);
  if (self->text)
    add_typed(self, self->text);
}

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
  refresh(self);
  GPtrArray *const lists[] = {self->system, self->typed, self->statements, self->language};
  const NoslipProposal *found = NULL;
  for (guint i = 0; i < G_N_ELEMENTS(lists) && !found; i++)
    found = find(lists[i], word);
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
  refresh(self);
  return find(self->system, word) || find(self->typed, word);
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
      g_ptr_array_add(to, (gpointer) proposal);
  }
}

/* NoslipProposal *, borrowed. */
static GPtrArray *
matches(NoslipCompletion *self, const char *prefix, gboolean statement)
{
  GPtrArray *found = g_ptr_array_new();
  refresh(self);
  if (statement) {
    collect(self->statements, prefix, found);
  } else {
    collect(self->system, prefix, found);
    collect(self->typed, prefix, found);
    collect(self->language, prefix, found);
  }
  return found;
}

GPtrArray *
noslip_completion_names(NoslipCompletion *self, const char *prefix, gboolean statement)
{
  GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) found = matches(self, prefix, statement);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add(names, g_strdup(((NoslipProposal *) g_ptr_array_index(found, i))->name));
  return names;
}

/* The provider */

/* Whether only blanks stand before it on its line: there a statement begins. */
static gboolean
begins_statement(const GtkTextIter *iter)
{
  GtkTextIter at = *iter;
  gtk_text_iter_set_line_offset(&at, 0);
  for (; gtk_text_iter_compare(&at, iter) < 0; gtk_text_iter_forward_char(&at))
    if (!g_unichar_isspace(gtk_text_iter_get_char(&at)))
      return FALSE;
  return TRUE;
}

static void
fill(NoslipCompletion *self, GtkSourceCompletionContext *context, GListStore *store)
{
  g_autofree char *word = gtk_source_completion_context_get_word(context);
  GtkTextIter begin, end;
  gtk_source_completion_context_get_bounds(context, &begin, &end);
  GtkSourceBuffer *buffer = gtk_source_completion_context_get_buffer(context);
  g_autoptr(GPtrArray) found = g_ptr_array_new();
  gboolean asked =
      gtk_source_completion_context_get_activation(context) == GTK_SOURCE_COMPLETION_ACTIVATION_USER_REQUESTED;
  /* the list points to the cursor, which a quick hand is ahead of what is scrolled to */
  GtkSourceView *view = gtk_source_completion_context_get_view(context);
  if (NOSLIP_IS_EDITOR_TEXT(view))
    noslip_editor_text_show_cursor(NOSLIP_EDITOR_TEXT(view));
  gboolean prose = gtk_source_buffer_iter_has_context_class(buffer, &begin, "comment") ||
                   gtk_source_buffer_iter_has_context_class(buffer, &begin, "string");
  if ((asked || (word && word[0])) && !prose) {
    g_ptr_array_unref(found);
    found = matches(self, word ? word : "", begins_statement(&begin));
    /* a complete name hides the list: Return begins the next line */
    for (guint i = 0; !asked && i < found->len; i++)
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
  self->system = g_ptr_array_new_with_free_func(g_object_unref);
  self->typed = g_ptr_array_new_with_free_func(g_object_unref);
  add_language(self);
}

NoslipCompletion *
noslip_completion_new(void)
{
  return g_object_new(NOSLIP_TYPE_COMPLETION, NULL);
}
