/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `include "NAME"`: takes the allowed statements of another text and inserts them in its place, before loops and
 * constants are read. */
#include "core/language/source.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MOST_INCLUDED 5 /* nesting depth */
#define MOST_READ 100   /* number of texts for one system */

static gboolean
is_taken(const char *word)
{
  static const char *const words[] = {"let", "parameter", "observable", "constant", NULL};
  return g_strv_contains(words, word);
}

/* The place of the include statement `where`, and in it the line of `text`. */
static NoslipPlace
place_inside(NoslipPlace where, const char *text, guint line)
{
  where.inside = g_intern_string(text);
  where.inside_line = line;
  return where;
}

/* Adds the allowed statements of `other` to `out`, as if they were at the include statement; bytes stay those of the
 * text in which a token is. */
static void
take_statements(Source *source, GArray *out, const Source *other, const Token *where)
{
  gboolean taken = FALSE, first = TRUE;
  for (guint i = 0; i < other->tokens->len; i++) {
    Token token = *noslip_source_token(other, i);
    if (first)
      taken = token.kind == TOKEN_NAME && is_taken(token.text);
    first = token.kind == TOKEN_END;
    const NoslipPlace *in = &token.place;
    token.place = in->inside != NULL ? place_inside(where->place, in->inside, in->inside_line)
                                     : place_inside(where->place, where->text, in->line);
    token.text = g_string_chunk_insert_const(source->strings, token.text);
    if (taken && out->len < NOSLIP_LANGUAGE_MOST_TOKENS)
      g_array_append_val(out, token);
  }
}

/* Whether the text is that of this name, or is included by it. */
static gboolean
is_inside(const Source *source, const char *name)
{
  for (; source != NULL; source = source->outer)
    if (source->name != NULL && strcmp(source->name, name) == 0)
      return TRUE;
  return FALSE;
}

/* Reads the text of the string token `name`; its errors are reported at the include statement. */
static void
read_other(Source *source, GArray *out, const Token *name)
{
  g_autoptr(NoslipDiagnostics) found = noslip_diagnostics_new();
  gsize length = 0;
  g_autofree char *text = NULL;
  if (is_inside(source, name->text)) {
    noslip_source_error(source, NOSLIP_CODE_FILE, name->place, _("leave this include out"), _("%s includes itself"),
                        name->text);
    return;
  }
  if (source->depth >= MOST_INCLUDED) {
    noslip_source_error(source, NOSLIP_CODE_TOO_LARGE, name->place, _("include fewer"),
                        _("more than %d texts include each other"), MOST_INCLUDED);
    return;
  }
  if (++*source->n_read > MOST_READ) {
    noslip_source_error(source, NOSLIP_CODE_TOO_LARGE, name->place, _("include fewer"),
                        _("more than %d texts are included"), MOST_READ);
    return;
  }
  text = source->reader(source->reader_data, name->text, &length, found);
  g_autoptr(Source) other = noslip_source_new(text != NULL ? text : "", text != NULL ? length : 0, found);
  other->reader = source->reader;
  other->reader_data = source->reader_data;
  other->depth = source->depth + 1;
  other->name = name->text;
  other->outer = source;
  other->n_read = source->n_read;
  g_hash_table_unref(other->included);
  other->included = g_hash_table_ref(source->included);
  if (text != NULL)
    g_hash_table_replace(source->included, g_strdup(name->text), g_strndup(text, length));
  if (text != NULL && noslip_source_lex(other, FALSE)) {
    noslip_source_include(other);
    noslip_source_expand(other);
  }
  if (found->n_errors == 0) {
    take_statements(source, out, other, name);
    return;
  }
  for (guint i = 0; i < found->list->len; i++) {
    const NoslipDiagnostic *error = g_ptr_array_index(found->list, i);
    NoslipPlace place = error->place.line > 0 ? place_inside(name->place, name->text, error->place.line) : name->place;
    if (error->severity == NOSLIP_ERROR)
      noslip_source_error(source, NOSLIP_CODE_FILE, place, error->remedy, "%s", error->cause);
  }
}

static gboolean
is_include(const GArray *in, guint i)
{
  const Token *token = &g_array_index(in, Token, i);
  return (i == 0 || token[-1].kind == TOKEN_END) && i + 2 < in->len && token->kind == TOKEN_NAME &&
         strcmp(token->text, "include") == 0 && token[1].kind == TOKEN_STRING && token[2].kind == TOKEN_END;
}

static int
blocks_opened(const Token *token)
{
  if (token->kind != TOKEN_OPERATOR)
    return 0;
  return (token->op == OP_BLOCK_OPEN) - (token->op == OP_BLOCK_CLOSE);
}

/* A text that is included inside a loop is read once and expanded outside the loop, so it cannot use the loop's
 * variables. */
void
noslip_source_include(Source *source)
{
  GArray *in = source->tokens;
  gboolean any = FALSE;
  int depth = 0;
  for (guint i = 0; source->reader != NULL && i < in->len && !any; i++)
    any = is_include(in, i);
  if (!any)
    return;
  guint n_read = 0;
  if (source->n_read == NULL)
    source->n_read = &n_read;
  GArray *out = g_array_new(FALSE, FALSE, sizeof(Token)), *behind = g_array_new(FALSE, FALSE, sizeof(Token));
  for (guint i = 0; i < in->len; i++) {
    depth = MAX(depth + blocks_opened(&g_array_index(in, Token, i)), 0);
    if (!is_include(in, i)) {
      g_array_append_val(out, g_array_index(in, Token, i));
      continue;
    }
    read_other(source, depth > 0 ? behind : out, &g_array_index(in, Token, i + 1));
    i += 2;
  }
  if (behind->len > 0)
    g_array_append_vals(out, behind->data, behind->len);
  g_array_unref(behind);
  g_array_unref(in);
  source->tokens = out;
  if (source->n_read == &n_read)
    source->n_read = NULL;
}
