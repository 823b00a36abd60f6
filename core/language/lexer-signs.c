/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operators, and remedies for signs with a meaning in other languages. */
#include "core/language/lexer-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What to write for two signs that have a meaning in other languages; *fix is the replacement. */
static const char *
double_sign_remedy(char first, char second, const char **fix)
{
  *fix = first == '*' ? "^" : first == '=' || first == ':' ? "=" : first == '/' ? "#" : first == '&' ? "and" : "or";
  if (first == '*' && second == '*')
    return _("write ^ for a power");
  if (first == '=' && second == '=')
    return _("write one = for an equation");
  if (first == '/' && second == '/')
    return _("write # before a comment");
  if (first == ':' && second == '=')
    return _("write one = for an equation");
  if (first == '&' && second == '&')
    return _("write and between conditions");
  if (first == '|' && second == '|')
    return _("write or between conditions");
  return NULL;
}

/* Signs with a meaning in other languages: the replacement (or NULL), and the remedy. */
static const struct {
  gunichar sign;
  const char *fix, *remedy;
} signs[] = {
    {0xB0, " deg", N_("write 30 deg for an angle in degrees")},
    {0xBA, " deg", N_("write 30 deg for an angle in degrees")},
    {0x2212, "-", N_("write - for minus")},
    {0x2013, "-", N_("write - for minus")},
    {0x2014, "-", N_("write - for minus")},
    {0xD7, "*", N_("write * for a product")},
    {0xB7, "*", N_("write * for a product")},
    {0x22C5, "*", N_("write * for a product")},
    {0x2217, "*", N_("write * for a product")},
    {0xF7, "/", N_("write / for a quotient")},
    {0x2215, "/", N_("write / for a quotient")},
    {0xB2, "^2", N_("write x^2 for a power")},
    {0xB3, "^3", N_("write x^2 for a power")},
    {0xB9, "^1", N_("write x^2 for a power")},
    {0x2019, "'", N_("write x' with a straight apostrophe for a velocity")},
    {0x2018, "'", N_("write x' with a straight apostrophe for a velocity")},
    {0xB4, "'", N_("write x' with a straight apostrophe for a velocity")},
    {'`', "'", N_("write x' with a straight apostrophe for a velocity")},
    {0x201C, "\"", N_("write strings between straight double quotes")},
    {0x201D, "\"", N_("write strings between straight double quotes")},
    {0x201E, "\"", N_("write strings between straight double quotes")},
    {0xAB, "\"", N_("write strings between straight double quotes")},
    {0xBB, "\"", N_("write strings between straight double quotes")},
    {'\'', NULL, N_("a prime follows the name of a coordinate directly, as in x'")},
    {0x2032, NULL, N_("a prime follows the name of a coordinate directly, as in x'")},
    {';', NULL, N_("write one statement a line, without ;")},
    {'.', NULL, N_("write lo .. hi for a range")},
    {'|', NULL, N_("write abs(x) for an absolute value")},
    {'%', "#", N_("write # before a comment")},
    {0x221A, "sqrt", N_("write sqrt(x) for a square root")},
    {0x2248, "=", N_("write = for an equation, and within TOL for a tolerance")},
    {0x2243, "=", N_("write = for an equation, and within TOL for a tolerance")},
    {0x1D40, NULL, N_("write transpose(R)*u for a vector from space to the body")},
    {0x2264, "<=", N_("write <= or >=")},
    {0x2265, ">=", N_("write <= or >=")},
    {'?', NULL, N_("write if(condition, a, b) for cases")},
    {'!', NULL, N_("write not before a condition")},
    {0xBD, "1/2", N_("write 1/2")},
    {0xBC, "1/4", N_("write 1/4")},
    {0x222B, NULL, N_("derivatives are written d( ), and the motion is what integrates")},
    {0x2202, NULL, N_("derivatives are written d( ), and the motion is what integrates")},
};

static const char *
sign_fix(gunichar c)
{
  for (guint i = 0; i < G_N_ELEMENTS(signs); i++)
    if (signs[i].sign == c)
      return signs[i].fix;
  return NULL;
}

static const char *
sign_remedy(gunichar c)
{
  for (guint i = 0; i < G_N_ELEMENTS(signs); i++)
    if (signs[i].sign == c)
      return _(signs[i].remedy);
  return NULL;
}

static void
add_operator(Lexer *lexer, gsize start, NoslipPlace place, char op)
{
  noslip_lexer_add_token(lexer, TOKEN_OPERATOR, start, place)->op = op;
}

/* Whether the token before this byte ends exactly here, and is a name or the bracket `close` (or either of two). */
static gboolean
is_behind(const Lexer *lexer, gsize start, const char *closing)
{
  const Token *last = noslip_lexer_last_token(lexer);
  if (last == NULL || last->end != start)
    return FALSE;
  return last->kind == TOKEN_NAME ? last->primes == 0 && strchr(closing, 'n') != NULL
                                  : last->kind == TOKEN_OPERATOR && strchr(closing, last->op) != NULL;
}

/* Reads .x directly after a name or a bracket. */
static gboolean
lex_component(Lexer *lexer, gsize start, NoslipPlace place)
{
  char component = noslip_lexer_byte_at(lexer, lexer->at);
  guint length;
  if (component < 'x' || component > 'z' || !is_behind(lexer, start, "n)]") ||
      noslip_lexer_is_name_part(noslip_lexer_peek_at(lexer, lexer->at + 1, &length)))
    return FALSE;
  noslip_lexer_advance(lexer);
  add_operator(lexer, start, place, component);
  return TRUE;
}

/* c.w, where c may be a vector. */
static gboolean
is_unknown_component(const Lexer *lexer, gsize start)
{
  guint length;
  return is_behind(lexer, start, "n)]") && noslip_lexer_is_name_part(noslip_lexer_peek_at(lexer, lexer->at, &length));
}

/* Reads the braces of `for`, which end and begin statements. */
static gboolean
lex_block(Lexer *lexer, gsize start, NoslipPlace place, gunichar c)
{
  if (c == '{' && lexer->in_for && lexer->depth == 0) {
    add_operator(lexer, start, place, OP_BLOCK_OPEN);
    noslip_lexer_end_statement(lexer);
    lexer->blocks++;
    return TRUE;
  }
  if (c != '}' || lexer->blocks == 0 || lexer->braces > 0)
    return FALSE;
  const Token *last = noslip_lexer_last_token(lexer);
  if (last->kind != TOKEN_END)
    noslip_lexer_end_statement(lexer);
  lexer->in_statement = TRUE;
  add_operator(lexer, start, place, OP_BLOCK_CLOSE);
  noslip_lexer_end_statement(lexer);
  lexer->blocks--;
  return TRUE;
}

static gboolean
lex_comparison(Lexer *lexer, gsize start, NoslipPlace place, gunichar c)
{
  if (c != '<' && c != '>')
    return FALSE;
  gboolean equal = noslip_lexer_byte_at(lexer, lexer->at) == '=';
  if (equal)
    noslip_lexer_advance(lexer);
  add_operator(lexer, start, place, !equal ? (char) c : c == '<' ? OP_LESS_EQUAL : OP_GREATER_EQUAL);
  return TRUE;
}

void
noslip_lex_sign(Lexer *lexer)
{
  gsize start = lexer->at;
  NoslipPlace place = noslip_lexer_here(lexer, 1);
  gunichar c = noslip_lexer_peek(lexer);
  noslip_lexer_advance(lexer);
  if (c == '.' && noslip_lexer_byte_at(lexer, lexer->at) == '.') {
    noslip_lexer_advance(lexer);
    add_operator(lexer, start, place, '.');
    return;
  }
  if (c == '.' && lex_component(lexer, start, place))
    return;
  if (noslip_lexer_is_prime(c) && is_behind(lexer, start, "]")) {
    add_operator(lexer, start, place, OP_PRIME);
    return;
  }
  if (lex_block(lexer, start, place, c) || lex_comparison(lexer, start, place, c))
    return;
  const char *fix = NULL;
  const char *remedy = c < 0x80 ? double_sign_remedy((char) c, noslip_lexer_byte_at(lexer, lexer->at), &fix) : NULL;
  if (remedy != NULL) {
    char text[3] = {(char) c, noslip_lexer_byte_at(lexer, lexer->at), 0};
    noslip_lexer_advance(lexer);
    noslip_lexer_add_token(lexer, TOKEN_ERROR, start, place);
    NoslipPlace both = {place.line, place.column, 2};
    noslip_diagnostic_set_fix(noslip_source_error(lexer->source, NOSLIP_CODE_SYNTAX, both, remedy,
                                                  _("the sign %s has no meaning here"), text),
                              both, fix);
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
  remedy = c == '.' && is_unknown_component(lexer, start) ? _("the components of a vector are .x, .y and .z")
                                                          : sign_remedy(c);
  noslip_lexer_add_token(lexer, TOKEN_ERROR, start, place);
  if (c == G_MAXUINT32 || c == 0)
    return; /* reported when it was read */
  char text[8] = {0};
  g_unichar_to_utf8(c, text);
  if (g_unichar_isprint(c))
    noslip_diagnostic_set_fix(noslip_source_error(lexer->source, NOSLIP_CODE_SYNTAX, place, remedy,
                                                  _("the sign %s has no meaning here"), text),
                              sign_fix(c) != NULL ? place : (NoslipPlace){0}, sign_fix(c));
  else
    noslip_source_error(lexer->source, NOSLIP_CODE_SYNTAX, place,
                        c == '\r' ? _("end the lines with LF or CR LF") : _("take it away"), _("a control character"));
}
