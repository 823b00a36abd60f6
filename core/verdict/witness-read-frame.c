/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading rotations, sections, connections and brackets of a text for the witness. */
#include "core/verdict/witness-private.h"
#include "core/verdict/witness-read.h"

#include <glib/gi18n-lib.h>
#include <string.h>

const char *
noslip_witness_text(const WitnessTree *tree, const Part *part)
{
  return noslip_source_token(tree->source, part->token)->text;
}

guint
noslip_witness_index(const WitnessTree *tree, const Part *part, NameIs is)
{
  const WitnessName *name = part != NULL ? g_hash_table_lookup(tree->names, noslip_witness_text(tree, part)) : NULL;
  return name != NULL && name->is == is ? name->index : G_MAXUINT;
}

guint
noslip_witness_index_of_prime(const WitnessTree *tree, const char *text)
{
  if (!g_str_has_suffix(text, "'"))
    return G_MAXUINT;
  g_autofree char *stem = g_strndup(text, strlen(text) - 1);
  const WitnessName *name = g_hash_table_lookup(tree->names, stem);
  return name != NULL && name->is == IS_COORDINATE ? name->index : G_MAXUINT;
}

const Part *
noslip_witness_part(const WitnessTree *tree, const Statement *statement, PartKind kind, guint i)
{
  return noslip_statement_part(tree->source, statement, kind, i);
}

gboolean
noslip_witness_read_rotation(WitnessTree *tree, const Statement *statement)
{
  WitnessRotation rotation = {0};
  for (guint i = 0; i < 4; i++)
    rotation.quaternion[i] =
        noslip_witness_index(tree, noslip_witness_part(tree, statement, PART_NAME, 1 + i), IS_COORDINATE);
  for (guint i = 0; i < 3; i++)
    rotation.omega[i] = noslip_witness_index(tree, noslip_witness_part(tree, statement, PART_NAME, 5 + i), IS_FIBRE);
  noslip_witness_add_name(tree, noslip_witness_text(tree, noslip_witness_part(tree, statement, PART_NAME, 0)),
                          IS_ROTATION, tree->rotations->len);
  rotation.body = strcmp(noslip_witness_part(tree, statement, PART_FRAME, 0)->text, "body") == 0;
  const char *text = noslip_witness_text(tree, noslip_witness_part(tree, statement, PART_NAME, 0));
  for (guint i = 1; i <= 3; i++)
    for (guint j = 1; j <= 3; j++) {
      g_autofree char *entry = g_strdup_printf("%s%u%u", text, i, j);
      WitnessName *name = noslip_witness_add_name(tree, entry, IS_ENTRY, tree->rotations->len);
      name->row = i;
      name->column = j;
    }
  g_array_append_val(tree->rotations, rotation);
  return TRUE;
}

gboolean
noslip_witness_read_section(WitnessTree *tree, const Statement *statement)
{
  const Part *name = noslip_witness_part(tree, statement, PART_NAME, 0), *part;
  guint fibre = noslip_witness_index(tree, name, IS_FIBRE),
        natural = noslip_witness_index_of_prime(tree, noslip_witness_text(tree, name));
  if (fibre == G_MAXUINT)
    return noslip_witness_fail(tree, _("the section %s is not known"), noslip_witness_text(tree, name));
  if (natural != G_MAXUINT) {
    const WitnessEntry one = {0, natural, fibre, {.first = 1, .root = 0}}; /* no expression: the number 1 */
    g_array_append_val(tree->anchors, one);
  }
  for (guint i = 0; (part = noslip_witness_part(tree, statement, PART_ENTRY, i)) != NULL; i++) {
    const WitnessEntry entry = {part->text != NULL ? part->text[0] : 0, noslip_witness_index(tree, part, IS_COORDINATE),
                                fibre, part->expr};
    if (entry.coordinate == G_MAXUINT)
      return noslip_witness_fail(tree, _("the anchor has a form that the witness does not support"));
    g_array_append_val(tree->anchors, entry);
  }
  return TRUE;
}

/* The a-th section that is given without an anchor, by its fibre, or G_MAXUINT. */
static guint
vertical_section(const WitnessTree *tree, guint a)
{
  for (guint i = 0; i < tree->source->statements->len; i++) {
    const Statement *statement = &g_array_index(tree->source->statements, Statement, i);
    if (statement->entry->kind != STATEMENT_SECTION || noslip_witness_part(tree, statement, PART_ENTRY, 0) != NULL)
      continue;
    const Part *name = noslip_witness_part(tree, statement, PART_NAME, 0);
    if (noslip_witness_index_of_prime(tree, noslip_witness_text(tree, name)) == G_MAXUINT && a-- == 0)
      return noslip_witness_index(tree, name, IS_FIBRE);
  }
  return G_MAXUINT;
}

gboolean
noslip_witness_read_connection(WitnessTree *tree, const Statement *statement)
{
  const Part *part;
  guint coordinate = noslip_witness_index_of_prime(
      tree, noslip_witness_text(tree, noslip_witness_part(tree, statement, PART_NAME, 0)));
  for (guint a = 0; (part = noslip_witness_part(tree, statement, PART_VALUE, a)) != NULL; a++) {
    const WitnessEntry entry = {0, coordinate, vertical_section(tree, a), part->expr};
    if (coordinate == G_MAXUINT || entry.fibre == G_MAXUINT)
      return noslip_witness_fail(tree, _("a connection has a form that the witness does not support"));
    g_array_append_val(tree->connections, entry);
  }
  return TRUE;
}

gboolean
noslip_witness_read_bracket(WitnessTree *tree, const Statement *statement)
{
  const WitnessBracket bracket = {
      noslip_witness_index(tree, noslip_witness_part(tree, statement, PART_NAME, 0), IS_FIBRE),
      noslip_witness_index(tree, noslip_witness_part(tree, statement, PART_NAME, 1), IS_FIBRE),
      noslip_witness_part(tree, statement, PART_VALUE, 0)->expr};
  if (bracket.a == G_MAXUINT || bracket.b == G_MAXUINT)
    return noslip_witness_fail(tree, _("a bracket has a form that the witness does not support"));
  g_array_append_val(tree->brackets, bracket);
  return TRUE;
}
