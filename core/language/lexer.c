/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From bytes to tokens: lines, continuation, names in NFC. Language reference, "Lexical rules". */
#include "core/language/lexer-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
lex_comment(Lexer *lexer)
{
  gsize start = lexer->at;
  NoslipPlace place = noslip_lexer_here(lexer, 1);
  while (!noslip_lexer_at_line_end(lexer))
    noslip_lexer_advance(lexer);
  if (lexer->comments)
    noslip_lexer_add_token(lexer, TOKEN_COMMENT, start, place);
}

static void
end_line(Lexer *lexer)
{
  const Token *last = noslip_lexer_last_token(lexer);
  gboolean continues = lexer->in_statement && (lexer->depth > 0 || lexer->backslash);
  if (lexer->in_statement && last != NULL && last->kind == TOKEN_OPERATOR)
    continues = continues || strchr("+-*/^=,<>lg", last->op) != NULL;
  if (!continues)
    noslip_lexer_end_statement(lexer);
}

/* Ends a statement that is still open if the line begins with the first word of another statement. */
static void
end_before_keyword(Lexer *lexer)
{
  gsize end = lexer->at;
  while (end < lexer->source->length && (g_ascii_isalpha(lexer->source->text[end])))
    end++;
  if (end == lexer->at || end - lexer->at > 16)
    return;
  char word[17] = {0};
  memcpy(word, lexer->source->text + lexer->at, end - lexer->at);
  const StatementEntry *entry = noslip_statement_entry(word);
  guint length;
  if (entry == NULL || (entry->flags & STATEMENT_VALUE) != 0 ||
      noslip_lexer_is_name_part(noslip_lexer_peek_at(lexer, end, &length)))
    return;
  if (lexer->backslash)
    noslip_source_error(lexer->source, NOSLIP_CODE_SYNTAX, noslip_lexer_here(lexer, (guint) (end - lexer->at)),
                        _("take the \\ away"), _("the line before ends in \\, and a new statement begins here"));
  noslip_lexer_end_statement(lexer);
}

/* The letters from `at` on. Free with g_free(). */
static char *
letters_at(const Lexer *lexer, gsize at)
{
  gsize end = at;
  while (end < lexer->source->length && end < at + 30 && g_ascii_isalpha(lexer->source->text[end]))
    end++;
  return g_strndup(lexer->source->text + at, end - at);
}

/* A LaTeX command: \dot{x} and \dot x are velocities, others are names or signs without their \. */
static void
report_backslash(Lexer *lexer, NoslipPlace place)
{
  g_autofree char *command = letters_at(lexer, lexer->at), *fix = NULL;
  gsize length = strlen(command);
  if (length == 0) {
    noslip_source_error(lexer->source, NOSLIP_CODE_SYNTAX, place, _("put it at the end of the line"),
                        _("a \\ continues a line, and must be at its end"));
    return;
  }
  place.length = 1 + (guint) length;
  if (strcmp(command, "dot") == 0) {
    gsize at = lexer->at + length;
    gboolean brace = noslip_lexer_byte_at(lexer, at) == '{';
    while (noslip_lexer_byte_at(lexer, at) == ' ' || noslip_lexer_byte_at(lexer, at) == '{')
      at++;
    at += noslip_lexer_byte_at(lexer, at) == '\\' ? 1 : 0;
    g_autofree char *name = letters_at(lexer, at);
    gsize end = at + strlen(name);
    if (*name != '\0' && (!brace || noslip_lexer_byte_at(lexer, end) == '}')) {
      fix = g_strconcat(name, "'", NULL);
      place.length = (guint) (end + (brace ? 1 : 0) - lexer->at) + 1;
    }
  } else if (strcmp(command, "cdot") == 0 || strcmp(command, "times") == 0) {
    fix = g_strdup("*");
  } else {
    fix = g_strdup(command);
  }
  g_autofree char *remedy = g_strdup_printf(_("write %s"), fix != NULL ? fix : "x'");
  noslip_diagnostic_set_fix(noslip_source_error(lexer->source, NOSLIP_CODE_SYNTAX, place, remedy,
                                                _("the text is not LaTeX, and names have no \\")),
                            place, fix);
}

static void
lex_backslash(Lexer *lexer)
{
  NoslipPlace place = noslip_lexer_here(lexer, 1);
  noslip_lexer_advance(lexer);
  while (!noslip_lexer_at_line_end(lexer) && noslip_lexer_is_blank(noslip_lexer_peek(lexer)))
    noslip_lexer_advance(lexer);
  if (noslip_lexer_at_line_end(lexer) || noslip_lexer_peek(lexer) == '#') {
    lexer->backslash = TRUE;
  } else {
    noslip_lexer_add_token(lexer, TOKEN_ERROR, lexer->at, place);
    report_backslash(lexer, place);
  }
}

static void
lex_token(Lexer *lexer, gunichar c)
{
  if (lexer->starts_line && lexer->in_statement)
    end_before_keyword(lexer);
  gboolean first = !lexer->in_statement;
  lexer->starts_line = FALSE;
  if (c == '\\') {
    lexer->in_statement = TRUE;
    lex_backslash(lexer);
    return;
  }
  lexer->backslash = FALSE;
  lexer->in_statement = TRUE;
  if (lexer->in_tags)
    noslip_lex_word(lexer);
  else if (noslip_lexer_is_name_start(c))
    noslip_lex_name(lexer);
  else if (c < 0x80 && (g_ascii_isdigit(c) || (c == '.' && noslip_lexer_is_digit_at(lexer, lexer->at + 1))))
    noslip_lex_number(lexer);
  else if (c == '"')
    noslip_lex_string(lexer);
  else
    noslip_lex_sign(lexer);
  const Token *token = noslip_lexer_last_token(lexer);
  if (first && token != NULL && token->kind == TOKEN_NAME && strcmp(token->text, "for") == 0)
    lexer->in_for = TRUE;
  lexer->in_tags = lexer->in_tags || (first && token->kind == TOKEN_NAME && strcmp(token->text, "tags") == 0);
}

/* Whether the file is not a text (a picture, a program, UTF-16): zero bytes, or too many control characters near the
 * beginning. A single one may be a typing error and gets its own message. */
static gboolean
is_binary(const Source *source)
{
  gsize n = MIN(source->length, BINARY_LOOKED_AT);
  guint n_zeros = 0, n_controls = 0;
  for (gsize i = 0; i < n; i++) {
    guchar byte = (guchar) source->text[i];
    n_zeros += byte == 0 ? 1 : 0;
    n_controls += (byte < 0x20 && !(byte >= '\t' && byte <= '\r')) || byte == 0x7f ? 1 : 0;
  }
  return n_zeros >= 3 || (n_controls >= 6 && n_controls > n / 32);
}

/* Reports a binary file, without its source line. */
static void
report_binary(Source *source)
{
  NoslipPlace first = {1, 1, 1};
  if (source->diagnostics == NULL)
    return;
  NoslipDiagnostic *error = noslip_diagnostic_new(
      NOSLIP_ERROR, NOSLIP_CODE_ENCODING, &first,
      _("open the text of a system; one in another encoding, such as UTF-16, is to be saved as UTF-8"),
      _("this is not text"));
  g_free(error->source_line);
  error->source_line = g_strdup("");
  noslip_diagnostics_add(source->diagnostics, error);
}

gboolean
noslip_source_lex(Source *source, gboolean comments)
{
  if (is_binary(source)) {
    report_binary(source);
    return FALSE;
  }
  Lexer lexer = {.source = source, .line = 1, .column = 1, .starts_line = TRUE, .comments = comments};
  if (source->length >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0)
    lexer.at = 3; /* a byte order mark */
  while (lexer.at < source->length && !lexer.full) {
    gunichar c = noslip_lexer_peek(&lexer);
    gsize before = lexer.at;
    if (c == '\n' || (c == '\r' && noslip_lexer_byte_at(&lexer, lexer.at + 1) == '\n')) {
      end_line(&lexer);
      lexer.at += c == '\n' ? 1 : 2;
      lexer.line++;
      lexer.column = 1;
      lexer.starts_line = TRUE;
    } else if (c == '#') {
      lex_comment(&lexer);
    } else if (noslip_lexer_is_blank(c)) {
      noslip_lexer_advance(&lexer);
    } else {
      lex_token(&lexer, c);
    }
    g_assert(lexer.at > before);
  }
  noslip_lexer_end_statement(&lexer);
  return !lexer.full;
}
