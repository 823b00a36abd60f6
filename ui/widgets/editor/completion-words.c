/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words that completion proposes: from the language, the system, and the text being typed. */
#include "core/base/words.h"
#include "core/language/declared.h"
#include "core/language/words.h"
#include "ui/widgets/editor/completion-private.h"
#include "ui/widgets/editor/completion.h"
#include "ui/widgets/editor/proposal.h"

#include <glib/gi18n.h>
#include <string.h>

void
noslip_completion_add(GPtrArray *list, const char *name, const char *brief, char *help, const char *heading)
{
  g_ptr_array_add(list, noslip_proposal_new(name, brief, help, heading));
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
  noslip_completion_add(list, name, brief->str, g_strdup_printf("%s: %s", name, brief->str), statement);
}

void
noslip_completion_add_language(NoslipCompletion *self)
{
  guint n = 0;
  const NoslipStatementHelp *statements = noslip_language_statements(&n);
  for (guint i = 0; i < n; i++) {
    NoslipProposal *proposal = noslip_proposal_new(
        statements[i].keyword, _(statements[i].meaning),
        g_strdup_printf(_("%s\n%s\nExample: %s"), statements[i].form, _(statements[i].meaning), statements[i].example),
        statements[i].heading);
    proposal->form = g_strdup(statements[i].snippet);
    g_ptr_array_add(self->statements, proposal);
  }
  const NoslipWordHelp *words = noslip_language_words(&n);
  for (guint i = 0; i < n; i++)
    noslip_completion_add(self->language, words[i].name, _(words[i].meaning),
                          g_strdup_printf("%s: %s", words[i].form, _(words[i].meaning)),
                          words[i].function ? "expressions" : "names-that-exist-by-themselves");
}

void
noslip_completion_add_shapes(NoslipCompletion *self)
{
  guint n = 0;
  const NoslipShapeWords *shapes = noslip_language_shapes(&n);
  for (guint i = 0; i < n; i++)
    noslip_completion_add(self->shapes, shapes[i].name, _("shape"),
                          g_strdup_printf("%s: %s", shapes[i].name, shapes[i].form), "draw");
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

const NoslipProposal *
noslip_completion_find(GPtrArray *list, const char *name)
{
  for (guint i = 0; i < list->len; i++)
    if (g_str_equal(((NoslipProposal *) g_ptr_array_index(list, i))->name, name))
      return g_ptr_array_index(list, i);
  return NULL;
}

/* The kind of name that a statement declares; the statement's word if there is no other text. */
static const char *
declared_kind(const NoslipStatementHelp *statement)
{
  static const struct {
    const char *declares, *kind;
  } kinds[] = {{"let", N_("abbreviation")}, {"fibre", N_("velocity")}};
  for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
    if (g_str_equal(statement->declares, kinds[i].declares))
      return _(kinds[i].kind);
  return _(statement->keyword);
}

/* The names that a text declares, even if it has errors. */
static void
add_typed(NoslipCompletion *self, const char *text)
{
  g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < self->system->len; i++)
    g_hash_table_add(known, g_strdup(((NoslipProposal *) g_ptr_array_index(self->system, i))->name));
  g_autoptr(GPtrArray) declared = noslip_language_declared(text);
  for (guint i = 0; i < declared->len; i++) {
    const NoslipDeclaredName *entry = declared->pdata[i];
    const NoslipStatementHelp *statement = entry->statement;
    if (g_hash_table_contains(known, entry->name))
      continue;
    add_declared(self->typed, entry->name, statement->keyword, declared_kind(statement), NULL, NULL);
    g_autofree char *velocity = g_strconcat(entry->name, "'", NULL);
    if (g_str_equal(statement->declares, "coordinate"))
      add_declared(self->typed, velocity, statement->keyword, _("velocity"), NULL, NULL);
  }
}

void
noslip_completion_refresh(NoslipCompletion *self)
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
