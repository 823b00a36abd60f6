/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/language/source.h"

#include <string.h>

Source *
noslip_source_new(const char *text, gsize length, NoslipDiagnostics *diagnostics)
{
  Source *source = g_new0(Source, 1);
  source->text = text;
  source->length = length;
  source->tokens = g_array_new(FALSE, FALSE, sizeof(Token));
  source->nodes = g_array_new(FALSE, FALSE, sizeof(Node));
  source->statements = g_array_new(FALSE, FALSE, sizeof(Statement));
  source->parts = g_array_new(FALSE, FALSE, sizeof(Part));
  source->strings = g_string_chunk_new(4096);
  source->lost = g_hash_table_new(g_str_hash, g_str_equal);
  source->included = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  source->diagnostics = diagnostics;
  return source;
}

void
noslip_source_free(Source *source)
{
  if (source == NULL)
    return;
  g_array_unref(source->tokens);
  g_array_unref(source->nodes);
  g_array_unref(source->statements);
  g_array_unref(source->parts);
  g_hash_table_unref(source->lost);
  g_hash_table_unref(source->included);
  g_string_chunk_free(source->strings);
  g_free(source);
}

const Part *
noslip_statement_part(const Source *source, const Statement *statement, PartKind kind, guint i)
{
  for (guint p = 0; p < statement->n_parts; p++) {
    const Part *part = &g_array_index(source->parts, Part, statement->part + p);
    if (part->kind == kind && i-- == 0)
      return part;
  }
  return NULL;
}

NoslipPlace
noslip_source_place(const Source *source, guint first, guint last)
{
  NoslipPlace place = noslip_source_token(source, first)->place;
  for (guint i = first; i <= last && i < source->tokens->len; i++) {
    const NoslipPlace *other = &noslip_source_token(source, i)->place;
    if (other->line == place.line && other->column >= place.column)
      place.length = MAX(place.length, other->column + other->length - place.column);
  }
  return place;
}

char *
noslip_source_slice(const Source *source, guint first, guint last)
{
  gsize start = noslip_source_token(source, first)->start, end = noslip_source_token(source, last)->end;
  const char *inside = noslip_source_token(source, first)->place.inside;
  const char *whole = inside != NULL ? g_hash_table_lookup(source->included, inside) : source->text;
  gsize length = inside == NULL ? source->length : whole != NULL ? strlen(whole) : 0;
  g_autofree char *raw =
      g_strndup(length > 0 ? whole + MIN(start, length) : "", MIN(end, length) - MIN(start, MIN(end, length)));
  g_autofree char *valid = g_utf8_make_valid(raw, -1);
  g_autoptr(GString) text = g_string_new(NULL);
  guint n = 0;
  gboolean blank = FALSE;
  for (const char *c = valid; *c != '\0' && n < 40; c = g_utf8_next_char(c), n++) {
    gunichar u = g_utf8_get_char(c);
    if (!(blank && g_unichar_isspace(u)))
      g_string_append_unichar(text, g_unichar_isspace(u) ? ' ' : u);
    blank = g_unichar_isspace(u);
    if (n == 39 && *g_utf8_next_char(c) != '\0')
      g_string_append(text, "…");
  }
  return g_strdup(text->str);
}

/* If no more errors are kept they are only counted, and the text is not formatted. */
NoslipDiagnostic *
noslip_source_error(Source *source, NoslipCode code, NoslipPlace place, const char *remedy, const char *format, ...)
{
  if (source->diagnostics == NULL)
    return NULL;
  if (source->diagnostics->n_errors >= 4 * NOSLIP_DIAGNOSTICS_MOST) {
    source->diagnostics->n_errors++;
    source->diagnostics->n_raised++;
    return NULL;
  }
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *cause = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  return noslip_diagnostics_add(source->diagnostics,
                                noslip_diagnostic_new(NOSLIP_ERROR, code, &place, remedy, "%s", cause));
}

gboolean
noslip_source_reads(const Source *source, NoslipPlace place, const char *text)
{
  const char *at = source->text, *end = source->text + source->length;
  for (guint line = 1; line < place.line && at != NULL; line++)
    at = (at = memchr(at, '\n', (gsize) (end - at))) != NULL ? at + 1 : NULL;
  for (guint column = 1; column < place.column && at != NULL; column++)
    at = at < end && *at != '\n' ? at + MAX(1, g_utf8_skip[(guchar) *at]) : NULL;
  gsize length = strlen(text);
  return at != NULL && at <= end && (gsize) (end - at) >= length && memcmp(at, text, length) == 0 &&
         (glong) place.length == g_utf8_strlen(text, -1);
}

NoslipPlace
noslip_source_gap(const Source *source, guint first, guint second)
{
  const NoslipPlace *a = &noslip_source_token(source, first)->place, *b = &noslip_source_token(source, second)->place;
  guint column = a->column + a->length;
  return a->line == b->line && b->column >= column ? (NoslipPlace){a->line, column, b->column - column}
                                                   : (NoslipPlace){0};
}
