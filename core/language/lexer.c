/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From bytes to tokens: lines, continuation, names in NFC. Language reference, "Lexical rules". */
#include "core/language/source.h"
#include "core/language/statements.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define BINARY_LOOKED_AT 8192 /* bytes */

typedef struct {
  Source *source;
  gsize at;
  guint line, column;
  guint depth;          /* of open brackets in the statement */
  guint braces;         /* of them, those that are { */
  guint blocks;         /* open blocks of `for` */
  gboolean in_for;      /* the statement begins with `for`: its { opens a block */
  gboolean starts_line; /* nothing but blanks since the line began */
  gboolean in_statement;
  gboolean in_tags;
  gboolean backslash; /* the last token of the line was a backslash */
  gboolean comments;
  gboolean encoding_said;
  gboolean full;
} Lexer;

static NoslipPlace
here(const Lexer *lexer, guint length)
{
  return (NoslipPlace){lexer->line, lexer->column, length};
}

/* The character at `offset`, and its length in bytes; length 0 at the end, and G_MAXUINT32 for what is no UTF-8. */
static gunichar
peek_at(const Lexer *lexer, gsize offset, guint *length)
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

static gunichar
peek(const Lexer *lexer)
{
  guint length;
  return peek_at(lexer, lexer->at, &length);
}

static void
advance(Lexer *lexer)
{
  guint length;
  gunichar c = peek_at(lexer, lexer->at, &length);
  if ((c == G_MAXUINT32 || (c == 0 && length > 0)) && !lexer->encoding_said) {
    lexer->encoding_said = TRUE;
    noslip_source_error(lexer->source, NOSLIP_CODE_ENCODING, here(lexer, 1), _("save the file as UTF-8"),
                        c == 0 ? _("the text has a zero byte") : _("the text is not UTF-8 here"));
  }
  g_assert(length > 0); /* the loops of the lexer end: each of them advances */
  lexer->at += length;
  lexer->column++;
}

static Token *
add_token(Lexer *lexer, TokenKind kind, gsize start, NoslipPlace place)
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

static gboolean
is_name_start(gunichar c)
{
  return c != G_MAXUINT32 && (c == '_' || g_unichar_isalpha(c));
}

static gboolean
is_name_part(gunichar c)
{
  return c != G_MAXUINT32 &&
         (is_name_start(c) || g_unichar_isdigit(c) || (c >= 0x2080 && c <= 0x2089) || g_unichar_ismark(c));
}

static gboolean
is_prime(gunichar c)
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

/* Whether the text is longer than `most` characters, which is said. */
static gboolean
is_too_long(Lexer *lexer, const char *text, glong most, const char *what, NoslipPlace place)
{
  if (g_utf8_strlen(text, -1) <= most)
    return FALSE;
  noslip_source_error(lexer->source, NOSLIP_CODE_TOO_LARGE, place, _("shorten it"),
                      _("%s is at most %ld characters long"), _(what), most);
  return TRUE;
}

/* Names and their primes. Normalisation is skipped for ASCII, where it changes nothing. */
static void
lex_name(Lexer *lexer)
{
  Source *source = lexer->source;
  gsize start = lexer->at;
  NoslipPlace place = here(lexer, 1);
  gboolean ascii = TRUE;
  while (is_name_part(peek(lexer))) {
    ascii = ascii && (guchar) source->text[lexer->at] < 0x80;
    advance(lexer);
  }
  gsize end = lexer->at;
  guint primes = 0;
  while (is_prime(peek(lexer))) {
    primes++;
    advance(lexer);
  }
  g_autofree char *raw = g_strndup(source->text + start, end - start);
  g_autofree char *nfc = ascii ? g_steal_pointer(&raw) : g_utf8_normalize(raw, -1, G_NORMALIZE_DEFAULT_COMPOSE);
  if (nfc == NULL || has_mark(nfc)) {
    Token *token = add_token(lexer, TOKEN_ERROR, start, place);
    noslip_source_error(source, NOSLIP_CODE_SYNTAX, token->place, _("write x' for the velocity of x"),
                        _("a name has letters, digits and _, and no combining marks"));
    return;
  }
  if (primes > 1) {
    Token *token = add_token(lexer, TOKEN_ERROR, start, place);
    noslip_source_error(source, NOSLIP_CODE_SYNTAX, token->place,
                        _("write d(x') in a claim or an observable for the acceleration"),
                        _("a name takes one prime, the velocity of a coordinate"));
    return;
  }
  g_autofree char *name = g_strconcat(nfc, primes > 0 ? "'" : "", NULL);
  gboolean too_long = is_too_long(lexer, nfc, NOSLIP_LANGUAGE_MOST_NAME, N_("a name"), place);
  Token *token = add_token(lexer, too_long ? TOKEN_ERROR : TOKEN_NAME, start, place);
  token->text = g_string_chunk_insert_const(source->strings, name);
  token->primes = (guint8) primes;
}

static gboolean
is_digit_at(const Lexer *lexer, gsize offset)
{
  return offset < lexer->source->length && g_ascii_isdigit(lexer->source->text[offset]);
}

static char
byte_at(const Lexer *lexer, gsize offset)
{
  return offset < lexer->source->length ? lexer->source->text[offset] : '\0';
}

/* Digits, at most one point (not the first of two: 1..10 is a range), and an exponent if digits follow. */
static void
lex_number(Lexer *lexer)
{
  gsize start = lexer->at;
  NoslipPlace place = here(lexer, 1);
  while (is_digit_at(lexer, lexer->at))
    advance(lexer);
  if (byte_at(lexer, lexer->at) == '.' && byte_at(lexer, lexer->at + 1) != '.') {
    advance(lexer);
    while (is_digit_at(lexer, lexer->at))
      advance(lexer);
  }
  char e = byte_at(lexer, lexer->at), sign = byte_at(lexer, lexer->at + 1);
  gsize digits = lexer->at + 1 + (sign == '+' || sign == '-');
  if ((e == 'e' || e == 'E') && is_digit_at(lexer, digits))
    while (lexer->at < digits || is_digit_at(lexer, lexer->at))
      advance(lexer);
  g_autofree char *text = g_strndup(lexer->source->text + start, lexer->at - start);
  double value = g_ascii_strtod(text, NULL);
  gboolean beyond = !(value <= G_MAXDOUBLE) || (value == 0 && strcspn(text, "123456789") < strcspn(text, "eE"));
  Token *token = add_token(lexer, beyond ? TOKEN_ERROR : TOKEN_NUMBER, start, place);
  token->text = g_string_chunk_insert_const(lexer->source->strings, text);
  if (beyond)
    noslip_source_error(lexer->source, NOSLIP_CODE_TOO_LARGE, token->place, _("choose other units"), "%s",
                        value == 0 ? _("the number is smaller than a double can hold")
                                   : _("the number is larger than a double can hold"));
}

static gboolean
at_line_end(const Lexer *lexer)
{
  guint length;
  gunichar c = peek_at(lexer, lexer->at, &length);
  return length == 0 || c == '\n' || (c == '\r' && byte_at(lexer, lexer->at + 1) == '\n');
}

static void
lex_string(Lexer *lexer)
{
  Source *source = lexer->source;
  gsize start = lexer->at;
  NoslipPlace place = here(lexer, 1);
  g_autoptr(GString) text = g_string_new(NULL);
  gboolean wrong_escape = FALSE, closed = FALSE;
  advance(lexer);
  while (!at_line_end(lexer) && !closed) {
    gsize at = lexer->at;
    gunichar c = peek(lexer);
    advance(lexer);
    if (c == '"') {
      closed = TRUE;
    } else if (c == '\\') {
      char escaped = byte_at(lexer, lexer->at);
      wrong_escape = wrong_escape || (escaped != '"' && escaped != '\\');
      if (escaped == '"' || escaped == '\\') {
        g_string_append_c(text, escaped);
        advance(lexer);
      }
    } else if (c != G_MAXUINT32 && c != 0) {
      g_string_append_len(text, source->text + at, (gssize) (lexer->at - at));
    }
  }
  gboolean too_long =
      closed && !wrong_escape && is_too_long(lexer, text->str, NOSLIP_LANGUAGE_MOST_STRING, N_("a string"), place);
  gboolean good = closed && !wrong_escape && !too_long;
  Token *token = add_token(lexer, good ? TOKEN_STRING : TOKEN_ERROR, start, place);
  token->text = g_string_chunk_insert_const(source->strings, text->str);
  if (!closed)
    noslip_source_error(source, NOSLIP_CODE_SYNTAX, place, _("close it with \" on the same line"),
                        _("the string has no end"));
  else if (wrong_escape)
    noslip_source_error(source, NOSLIP_CODE_SYNTAX, token->place, _("write \\\\ for a backslash"),
                        _("a string knows only \\\" and \\\\ after a backslash"));
}

/* What separates words. A lone CR is a control character, which no statement may have. */
static gboolean
is_blank(gunichar c)
{
  return c != G_MAXUINT32 && c != '\r' && g_unichar_isspace(c);
}

/* A word of `tags`: all up to the next blank. */
static void
lex_word(Lexer *lexer)
{
  gsize start = lexer->at;
  NoslipPlace place = here(lexer, 1);
  gunichar c = peek(lexer);
  gboolean wrong = FALSE;
  while (!at_line_end(lexer) && c != '#' && !is_blank(c)) {
    wrong = wrong || c == '"' || c == ',' || c == '\\' || c == 0 || c == '\r' || c == G_MAXUINT32;
    advance(lexer);
    c = peek(lexer);
  }
  g_autofree char *raw = g_strndup(lexer->source->text + start, lexer->at - start);
  g_autofree char *nfc = wrong ? NULL : g_utf8_normalize(raw, -1, G_NORMALIZE_DEFAULT_COMPOSE);
  gboolean too_long = nfc != NULL && is_too_long(lexer, nfc, NOSLIP_LANGUAGE_MOST_NAME, N_("a word of tags"), place);
  Token *token = add_token(lexer, wrong || too_long ? TOKEN_ERROR : TOKEN_WORD, start, place);
  token->text = g_string_chunk_insert_const(lexer->source->strings, nfc != NULL ? nfc : "");
  if (wrong)
    noslip_source_error(lexer->source, NOSLIP_CODE_SYNTAX, token->place, _("write: tags word word"),
                        _("tags are words with blanks between them"));
}

/* Two signs that mean something in other languages. */
static const char *
double_sign_remedy(char first, char second)
{
  if (first == '*' && second == '*')
    return _("write ^ for a power");
  if (first == '=' && second == '=')
    return _("write one = for an equation");
  if (first == '/' && second == '/')
    return _("write # before a comment");
  return NULL;
}

static const char *
sign_remedy(gunichar c)
{
  switch (c) {
  case 0xB0:
  case 0xBA:
    return _("write 30 deg for an angle in degrees");
  case 0x2212:
  case 0x2013:
  case 0x2014:
    return _("write - for minus");
  case 0xD7:
  case 0xB7:
  case 0x22C5:
  case 0x2217:
    return _("write * for a product");
  case 0xF7:
  case 0x2215:
    return _("write / for a quotient");
  case 0xB2:
  case 0xB3:
  case 0xB9:
    return _("write x^2 for a power");
  case 0x2019:
  case 0x2018:
  case 0xB4:
  case '`':
    return _("write x' with a straight apostrophe for a velocity");
  case 0x201C:
  case 0x201D:
  case 0x201E:
  case 0xAB:
  case 0xBB:
    return _("write strings between straight double quotes");
  case '\'':
  case 0x2032:
    return _("a prime follows the name of a coordinate directly, as in x'");
  case ';':
    return _("write one statement a line, without ;");
  case '.':
    return _("write lo .. hi for a range");
  case '|':
    return _("write abs(x) for an absolute value");
  default:
    return NULL;
  }
}

static const Token *
last_token(const Lexer *lexer)
{
  for (guint i = lexer->source->tokens->len; i > 0; i--) {
    const Token *token = noslip_source_token(lexer->source, i - 1);
    if (token->kind != TOKEN_COMMENT)
      return token;
  }
  return NULL;
}

static void
end_statement(Lexer *lexer)
{
  const Token *last = last_token(lexer);
  if (lexer->in_statement && last != NULL) {
    NoslipPlace place = {last->place.line, last->place.column + MAX(last->place.length, 1), 1};
    add_token(lexer, TOKEN_END, last->end, place);
  }
  lexer->in_statement = lexer->in_tags = lexer->backslash = lexer->in_for = FALSE;
  lexer->depth = lexer->braces = 0;
}

static void
add_operator(Lexer *lexer, gsize start, NoslipPlace place, char op)
{
  add_token(lexer, TOKEN_OPERATOR, start, place)->op = op;
}

/* Whether the token before this byte ends right here, and is a name or the bracket `close` (or either of two). */
static gboolean
is_behind(const Lexer *lexer, gsize start, const char *closing)
{
  const Token *last = last_token(lexer);
  if (last == NULL || last->end != start)
    return FALSE;
  return last->kind == TOKEN_NAME ? last->primes == 0 && strchr(closing, 'n') != NULL
                                  : last->kind == TOKEN_OPERATOR && strchr(closing, last->op) != NULL;
}

/* .x behind a name or a bracket, where the name ends there. */
static gboolean
lex_component(Lexer *lexer, gsize start, NoslipPlace place)
{
  char component = byte_at(lexer, lexer->at);
  guint length;
  if (component < 'x' || component > 'z' || !is_behind(lexer, start, "n)]") ||
      is_name_part(peek_at(lexer, lexer->at + 1, &length)))
    return FALSE;
  advance(lexer);
  add_operator(lexer, start, place, component);
  return TRUE;
}

/* The braces of `for`; they are statements' ends and beginnings. */
static gboolean
lex_block(Lexer *lexer, gsize start, NoslipPlace place, gunichar c)
{
  if (c == '{' && lexer->in_for && lexer->depth == 0) {
    add_operator(lexer, start, place, OP_BLOCK_OPEN);
    end_statement(lexer);
    lexer->blocks++;
    return TRUE;
  }
  if (c != '}' || lexer->blocks == 0 || lexer->braces > 0)
    return FALSE;
  const Token *last = last_token(lexer);
  if (last->kind != TOKEN_END)
    end_statement(lexer);
  lexer->in_statement = TRUE;
  add_operator(lexer, start, place, OP_BLOCK_CLOSE);
  end_statement(lexer);
  lexer->blocks--;
  return TRUE;
}

static gboolean
lex_comparison(Lexer *lexer, gsize start, NoslipPlace place, gunichar c)
{
  if (c != '<' && c != '>')
    return FALSE;
  gboolean equal = byte_at(lexer, lexer->at) == '=';
  if (equal)
    advance(lexer);
  add_operator(lexer, start, place, !equal ? (char) c : c == '<' ? OP_LESS_EQUAL : OP_GREATER_EQUAL);
  return TRUE;
}

static void
lex_sign(Lexer *lexer)
{
  gsize start = lexer->at;
  NoslipPlace place = here(lexer, 1);
  gunichar c = peek(lexer);
  advance(lexer);
  if (c == '.' && byte_at(lexer, lexer->at) == '.') {
    advance(lexer);
    add_operator(lexer, start, place, '.');
    return;
  }
  if (c == '.' && lex_component(lexer, start, place))
    return;
  if (is_prime(c) && is_behind(lexer, start, "]")) {
    add_operator(lexer, start, place, OP_PRIME);
    return;
  }
  if (lex_block(lexer, start, place, c) || lex_comparison(lexer, start, place, c))
    return;
  const char *remedy = c < 0x80 ? double_sign_remedy((char) c, byte_at(lexer, lexer->at)) : NULL;
  if (remedy != NULL) {
    char text[3] = {(char) c, (char) c, 0};
    advance(lexer);
    add_token(lexer, TOKEN_ERROR, start, place);
    noslip_source_error(lexer->source, NOSLIP_CODE_SYNTAX, (NoslipPlace){place.line, place.column, 2}, remedy,
                        _("the sign %s has no meaning here"), text);
    return;
  }
  if (c < 0x80 && c != 0 && strchr("+-*/^=,:()[]{}", (int) c) != NULL) {
    if (c == '(' || c == '[' || c == '{')
      lexer->depth++;
    else if ((c == ')' || c == ']' || c == '}') && lexer->depth > 0)
      lexer->depth--;
    lexer->braces += c == '{' ? 1 : c == '}' && lexer->braces > 0 ? -1U : 0;
    add_operator(lexer, start, place, (char) c);
    return;
  }
  add_token(lexer, TOKEN_ERROR, start, place);
  if (c == G_MAXUINT32 || c == 0)
    return; /* said where it was read */
  char text[8] = {0};
  g_unichar_to_utf8(c, text);
  if (g_unichar_isprint(c))
    noslip_source_error(lexer->source, NOSLIP_CODE_SYNTAX, place, sign_remedy(c), _("the sign %s has no meaning here"),
                        text);
  else
    noslip_source_error(lexer->source, NOSLIP_CODE_SYNTAX, place, sign_remedy(c), _("a control character"));
}

static void
lex_comment(Lexer *lexer)
{
  gsize start = lexer->at;
  NoslipPlace place = here(lexer, 1);
  while (!at_line_end(lexer))
    advance(lexer);
  if (lexer->comments)
    add_token(lexer, TOKEN_COMMENT, start, place);
}

static void
end_line(Lexer *lexer)
{
  const Token *last = last_token(lexer);
  gboolean goes_on = lexer->in_statement && (lexer->depth > 0 || lexer->backslash);
  if (lexer->in_statement && last != NULL && last->kind == TOKEN_OPERATOR)
    goes_on = goes_on || strchr("+-*/^=,<>lg", last->op) != NULL;
  if (!goes_on)
    end_statement(lexer);
}

/* A statement that is still open at a line that begins with the first word of another was meant to end. */
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
  if (entry == NULL || (entry->flags & STATEMENT_VALUE) != 0 || is_name_part(peek_at(lexer, end, &length)))
    return;
  if (lexer->backslash)
    noslip_source_error(lexer->source, NOSLIP_CODE_SYNTAX, here(lexer, (guint) (end - lexer->at)),
                        _("take the \\ away"), _("the line before ends in \\, and a new statement begins here"));
  end_statement(lexer);
}

static void
lex_backslash(Lexer *lexer)
{
  NoslipPlace place = here(lexer, 1);
  advance(lexer);
  while (!at_line_end(lexer) && is_blank(peek(lexer)))
    advance(lexer);
  if (at_line_end(lexer) || peek(lexer) == '#') {
    lexer->backslash = TRUE;
  } else {
    add_token(lexer, TOKEN_ERROR, lexer->at, place);
    noslip_source_error(lexer->source, NOSLIP_CODE_SYNTAX, place, _("put it at the end of the line"),
                        _("a \\ continues a line and stands at its end"));
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
    lex_word(lexer);
  else if (is_name_start(c))
    lex_name(lexer);
  else if (c < 0x80 && (g_ascii_isdigit(c) || (c == '.' && is_digit_at(lexer, lexer->at + 1))))
    lex_number(lexer);
  else if (c == '"')
    lex_string(lexer);
  else
    lex_sign(lexer);
  const Token *token = last_token(lexer);
  if (first && token != NULL && token->kind == TOKEN_NAME && strcmp(token->text, "for") == 0)
    lexer->in_for = TRUE;
  lexer->in_tags = lexer->in_tags || (first && token->kind == TOKEN_NAME && strcmp(token->text, "tags") == 0);
}

/* A picture, a program, UTF-16: zero bytes, or control characters that no text has in such number, near the beginning.
 * One slip of the keyboard is no such thing and gets its own message. */
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

/* Without the line, which nobody can read. */
static void
say_binary(Source *source)
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
    say_binary(source);
    return FALSE;
  }
  Lexer lexer = {.source = source, .line = 1, .column = 1, .starts_line = TRUE, .comments = comments};
  if (source->length >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0)
    lexer.at = 3; /* a byte order mark */
  while (lexer.at < source->length && !lexer.full) {
    gunichar c = peek(&lexer);
    gsize before = lexer.at;
    if (c == '\n' || (c == '\r' && byte_at(&lexer, lexer.at + 1) == '\n')) {
      end_line(&lexer);
      lexer.at += c == '\n' ? 1 : 2;
      lexer.line++;
      lexer.column = 1;
      lexer.starts_line = TRUE;
    } else if (c == '#') {
      lex_comment(&lexer);
    } else if (is_blank(c)) {
      advance(&lexer);
    } else {
      lex_token(&lexer, c);
    }
    g_assert(lexer.at > before);
  }
  end_statement(&lexer);
  return !lexer.full;
}
