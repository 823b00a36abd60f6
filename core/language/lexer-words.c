/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lexer's position in the text; names, numbers, strings and the words of tags. */
#include "core/base/decimal.h"
#include "core/language/lexer-private.h"

#include <glib/gi18n-lib.h>

NoslipPlace
noslip_lexer_here(const Lexer *lexer, guint length)
{
  return (NoslipPlace){lexer->line, lexer->column, length};
}

/* The character at `offset`, and its length in bytes; length 0 at the end, and G_MAXUINT32 for invalid UTF-8. */
gunichar
noslip_lexer_peek_at(const Lexer *lexer, gsize offset, guint *length)
{
  const Source *source = lexer->source;
  if (offset >= source->length) {
    *length = 0;
    return 0;
  }
  guchar byte = (guchar) source->text[offset];
  *length = 1;
  if (byte < 0x80)
    return byte;
  gunichar c = g_utf8_get_char_validated(source->text + offset, (gssize) MIN(source->length - offset, 6));
  if (c == (gunichar) -1 || c == (gunichar) -2)
    return G_MAXUINT32;
  *length = (guint) g_unichar_to_utf8(c, NULL);
  return c;
}

gunichar
noslip_lexer_peek(const Lexer *lexer)
{
  guint length;
  return noslip_lexer_peek_at(lexer, lexer->at, &length);
}

void
noslip_lexer_advance(Lexer *lexer)
{
  guint length;
  gunichar c = noslip_lexer_peek_at(lexer, lexer->at, &length);
  if ((c == G_MAXUINT32 || (c == 0 && length > 0)) && !lexer->encoding_reported) {
    lexer->encoding_reported = TRUE;
    noslip_source_error(lexer->source, NOSLIP_CODE_ENCODING, noslip_lexer_here(lexer, 1), _("save the file as UTF-8"),
                        c == 0 ? _("the text has a zero byte") : _("the text is not UTF-8 here"));
  }
  g_assert(length > 0); /* the loops of the lexer end because each of them advances */
  lexer->at += length;
  lexer->column++;
}

Token *
noslip_lexer_add_token(Lexer *lexer, TokenKind kind, gsize start, NoslipPlace place)
{
  Source *source = lexer->source;
  if (source->tokens->len >= NOSLIP_LANGUAGE_MOST_TOKENS) {
    if (!lexer->full)
      noslip_source_error(source, NOSLIP_CODE_TOO_LARGE, place, _("split it, or leave something out"),
                          _("the text has more than %d words and signs"), NOSLIP_LANGUAGE_MOST_TOKENS);
    lexer->full = TRUE;
  }
  Token token = {.kind = kind, .start = (guint32) start, .end = (guint32) lexer->at, .place = place, .text = ""};
  if (token.place.line == lexer->line && lexer->column > place.column)
    token.place.length = lexer->column - place.column;
  g_array_append_val(source->tokens, token);
  return &g_array_index(source->tokens, Token, source->tokens->len - 1);
}

gboolean
noslip_lexer_is_digit_at(const Lexer *lexer, gsize offset)
{
  return offset < lexer->source->length && g_ascii_isdigit(lexer->source->text[offset]);
}

char
noslip_lexer_byte_at(const Lexer *lexer, gsize offset)
{
  return offset < lexer->source->length ? lexer->source->text[offset] : '\0';
}

/* Separators of words. A lone CR is a control character, which no statement may contain. */
gboolean
noslip_lexer_is_blank(gunichar c)
{
  return c < 0x80 ? c != '\r' && g_ascii_isspace((gchar) c) : c != G_MAXUINT32 && g_unichar_isspace(c);
}

const Token *
noslip_lexer_last_token(const Lexer *lexer)
{
  for (guint i = lexer->source->tokens->len; i > 0; i--) {
    const Token *token = noslip_source_token(lexer->source, i - 1);
    if (token->kind != TOKEN_COMMENT)
      return token;
  }
  return NULL;
}

gboolean
noslip_lexer_is_name_start(gunichar c)
{
  return c < 0x80 ? c == '_' || g_ascii_isalpha((gchar) c) : c != G_MAXUINT32 && g_unichar_isalpha(c);
}

gboolean
noslip_lexer_is_name_part(gunichar c)
{
  if (c < 0x80)
    return c == '_' || g_ascii_isalnum((gchar) c);
  return c != G_MAXUINT32 &&
         (noslip_lexer_is_name_start(c) || g_unichar_isdigit(c) || (c >= 0x2080 && c <= 0x2089) || g_unichar_ismark(c));
}

gboolean
noslip_lexer_is_prime(gunichar c)
{
  return c == '\'' || c == 0x2032;
}

static gboolean
has_mark(const char *text)
{
  for (const char *c = text; *c != '\0'; c = g_utf8_next_char(c))
    if (g_unichar_ismark(g_utf8_get_char(c)))
      return TRUE;
  return FALSE;
}

/* Reports a text that is longer than `most` characters; TRUE if it is. */
static gboolean
is_too_long(Lexer *lexer, const char *text, glong most, const char *what, NoslipPlace place)
{
  if (g_utf8_strlen(text, -1) <= most)
    return FALSE;
  noslip_source_error(lexer->source, NOSLIP_CODE_TOO_LARGE, place, _("shorten it"),
                      _("%s is at most %ld characters long"), _(what), most);
  return TRUE;
}

/* Names and their primes. Normalisation is skipped for ASCII, which it does not change. */
void
noslip_lex_name(Lexer *lexer)
{
  Source *source = lexer->source;
  gsize start = lexer->at;
  NoslipPlace place = noslip_lexer_here(lexer, 1);
  gboolean ascii = TRUE;
  while (noslip_lexer_is_name_part(noslip_lexer_peek(lexer))) {
    ascii = ascii && (guchar) source->text[lexer->at] < 0x80;
    noslip_lexer_advance(lexer);
  }
  gsize end = lexer->at;
  guint primes = 0;
  while (noslip_lexer_is_prime(noslip_lexer_peek(lexer))) {
    primes++;
    noslip_lexer_advance(lexer);
  }
  g_autofree char *raw = g_strndup(source->text + start, end - start);
  g_autofree char *nfc = ascii ? g_steal_pointer(&raw) : g_utf8_normalize(raw, -1, G_NORMALIZE_DEFAULT_COMPOSE);
  if (nfc == NULL || (!ascii && has_mark(nfc))) {
    Token *token = noslip_lexer_add_token(lexer, TOKEN_ERROR, start, place);
    noslip_source_error(source, NOSLIP_CODE_SYNTAX, token->place, _("write x' for the velocity of x"),
                        _("a name has letters, digits and _, and no combining marks"));
    return;
  }
  if (primes > 1) {
    Token *token = noslip_lexer_add_token(lexer, TOKEN_ERROR, start, place);
    noslip_source_error(source, NOSLIP_CODE_SYNTAX, token->place,
                        _("write d(x') in a claim or an observable for the acceleration"),
                        _("a name takes one prime, the velocity of a coordinate"));
    return;
  }
  g_autofree char *name = primes > 0 ? g_strconcat(nfc, "'", NULL) : NULL;
  gboolean too_long = is_too_long(lexer, nfc, NOSLIP_LANGUAGE_MOST_NAME, N_("a name"), place);
  Token *token = noslip_lexer_add_token(lexer, too_long ? TOKEN_ERROR : TOKEN_NAME, start, place);
  token->text = g_string_chunk_insert_const(source->strings, name != NULL ? name : nfc);
  token->primes = (guint8) primes;
}

/* Digits, at most one point (not the first of two: 1..10 is a range), and an exponent if digits follow. */
void
noslip_lex_number(Lexer *lexer)
{
  gsize start = lexer->at;
  NoslipPlace place = noslip_lexer_here(lexer, 1);
  while (noslip_lexer_is_digit_at(lexer, lexer->at))
    noslip_lexer_advance(lexer);
  if (noslip_lexer_byte_at(lexer, lexer->at) == '.' && noslip_lexer_byte_at(lexer, lexer->at + 1) != '.') {
    noslip_lexer_advance(lexer);
    while (noslip_lexer_is_digit_at(lexer, lexer->at))
      noslip_lexer_advance(lexer);
  }
  char e = noslip_lexer_byte_at(lexer, lexer->at), sign = noslip_lexer_byte_at(lexer, lexer->at + 1);
  gsize digits = lexer->at + 1 + (sign == '+' || sign == '-');
  if ((e == 'e' || e == 'E') && noslip_lexer_is_digit_at(lexer, digits))
    while (lexer->at < digits || noslip_lexer_is_digit_at(lexer, lexer->at))
      noslip_lexer_advance(lexer);
  g_autofree char *text = g_strndup(lexer->source->text + start, lexer->at - start);
  double value = noslip_decimal_value(text);
  gboolean beyond = !(value <= G_MAXDOUBLE) || (value == 0 && strcspn(text, "123456789") < strcspn(text, "eE"));
  Token *token = noslip_lexer_add_token(lexer, beyond ? TOKEN_ERROR : TOKEN_NUMBER, start, place);
  token->text = g_string_chunk_insert_const(lexer->source->strings, text);
  if (beyond)
    noslip_source_error(lexer->source, NOSLIP_CODE_TOO_LARGE, token->place, _("choose other units"), "%s",
                        value == 0 ? _("the number is smaller than a double can hold")
                                   : _("the number is larger than a double can hold"));
}

gboolean
noslip_lexer_at_line_end(const Lexer *lexer)
{
  guint length;
  gunichar c = noslip_lexer_peek_at(lexer, lexer->at, &length);
  return length == 0 || c == '\n' || (c == '\r' && noslip_lexer_byte_at(lexer, lexer->at + 1) == '\n');
}

void
noslip_lex_string(Lexer *lexer)
{
  Source *source = lexer->source;
  gsize start = lexer->at;
  NoslipPlace place = noslip_lexer_here(lexer, 1);
  g_autoptr(GString) text = g_string_new(NULL);
  gboolean wrong_escape = FALSE, closed = FALSE;
  noslip_lexer_advance(lexer);
  while (!noslip_lexer_at_line_end(lexer) && !closed) {
    gsize at = lexer->at;
    gunichar c = noslip_lexer_peek(lexer);
    noslip_lexer_advance(lexer);
    if (c == '"') {
      closed = TRUE;
    } else if (c == '\\') {
      char escaped = noslip_lexer_byte_at(lexer, lexer->at);
      wrong_escape = wrong_escape || (escaped != '"' && escaped != '\\');
      if (escaped == '"' || escaped == '\\') {
        g_string_append_c(text, escaped);
        noslip_lexer_advance(lexer);
      }
    } else if (c != G_MAXUINT32 && c != 0) {
      g_string_append_len(text, source->text + at, (gssize) (lexer->at - at));
    }
  }
  gboolean too_long =
      closed && !wrong_escape && is_too_long(lexer, text->str, NOSLIP_LANGUAGE_MOST_STRING, N_("a string"), place);
  gboolean good = closed && !wrong_escape && !too_long;
  Token *token = noslip_lexer_add_token(lexer, good ? TOKEN_STRING : TOKEN_ERROR, start, place);
  token->text = g_string_chunk_insert_const(source->strings, text->str);
  if (!closed)
    noslip_source_error(source, NOSLIP_CODE_SYNTAX, place, _("close it with \" on the same line"),
                        _("the string has no end"));
  else if (wrong_escape)
    noslip_source_error(source, NOSLIP_CODE_SYNTAX, token->place, _("write \\\\ for a backslash"),
                        _("in a string only \\\" and \\\\ may follow a backslash"));
}

/* A word of `tags`: everything up to the next blank. */
void
noslip_lex_word(Lexer *lexer)
{
  gsize start = lexer->at;
  NoslipPlace place = noslip_lexer_here(lexer, 1);
  gunichar c = noslip_lexer_peek(lexer);
  gboolean wrong = FALSE;
  while (!noslip_lexer_at_line_end(lexer) && c != '#' && !noslip_lexer_is_blank(c)) {
    wrong = wrong || c == '"' || c == ',' || c == '\\' || c == 0 || c == '\r' || c == G_MAXUINT32;
    noslip_lexer_advance(lexer);
    c = noslip_lexer_peek(lexer);
  }
  g_autofree char *raw = g_strndup(lexer->source->text + start, lexer->at - start);
  g_autofree char *nfc = wrong ? NULL : g_utf8_normalize(raw, -1, G_NORMALIZE_DEFAULT_COMPOSE);
  gboolean too_long = nfc != NULL && is_too_long(lexer, nfc, NOSLIP_LANGUAGE_MOST_NAME, N_("a word of tags"), place);
  Token *token = noslip_lexer_add_token(lexer, wrong || too_long ? TOKEN_ERROR : TOKEN_WORD, start, place);
  token->text = g_string_chunk_insert_const(lexer->source->strings, nfc != NULL ? nfc : "");
  if (wrong)
    noslip_source_error(lexer->source, NOSLIP_CODE_SYNTAX, token->place, _("write: tags word word"),
                        _("tags are words with blanks between them"));
}

void
noslip_lexer_end_statement(Lexer *lexer)
{
  const Token *last = noslip_lexer_last_token(lexer);
  if (lexer->in_statement && last != NULL) {
    NoslipPlace place = {last->place.line, last->place.column + MAX(last->place.length, 1), 1};
    noslip_lexer_add_token(lexer, TOKEN_END, last->end, place);
  }
  lexer->in_statement = lexer->in_tags = lexer->backslash = lexer->in_for = FALSE;
  lexer->depth = lexer->braces = 0;
}
