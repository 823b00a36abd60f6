/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operators, and remedies for signs that mean something in other languages. */
#include "core/language/lexer-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Two signs that mean something in other languages, and what they are here. */
static const char *
double_sign_remedy(char first, char second, const char **fix)
{
  *fix = first == '*' ? "^" : first == '=' ? "=" : first == '/' ? "#" : first == '&' ? "and" : "or";
  if (first == '*' && second == '*')
    return _("write ^ for a power");
  if (first == '=' && second == '=')
    return _("write one = for an equation");
  if (first == '/' && second == '/')
    return _("write # before a comment");
  if (first == '&' && second == '&')
    return _("write and between conditions");
  if (first == '|' && second == '|')
    return _("write or between conditions");
  return NULL;
}

/* What is written here for a sign, or NULL. */
static const char *
sign_fix(gunichar c)
{
  static const struct {
    gunichar sign;
    const char *text;
  } fixes[] = {{0xB0, " deg"},   {0xBA, " deg"}, {0x2212, "-"},  {0x2013, "-"}, {0x2014, "-"}, {0xD7, "*"},
               {0xB7, "*"},      {0x22C5, "*"},  {0x2217, "*"},  {0xF7, "/"},   {0x2215, "/"}, {0xB2, "^2"},
               {0xB3, "^3"},     {0xB9, "^1"},   {0x2019, "'"},  {0x2018, "'"}, {0xB4, "'"},   {'`', "'"},
               {0x201C, "\""},   {0x201D, "\""}, {0x201E, "\""}, {0xAB, "\""},  {0xBB, "\""},  {'%', "#"},
               {0x221A, "sqrt"}, {0x2264, "<="}, {0x2265, ">="}};
  for (guint i = 0; i < G_N_ELEMENTS(fixes); i++)
    if (fixes[i].sign == c)
      return fixes[i].text;
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
  case '%':
    return _("write # before a comment");
  case 0x221A:
    return _("write sqrt(x) for a square root");
  case 0x2264:
  case 0x2265:
    return _("write <= or >=");
  case '?':
    return _("write if(condition, a, b) for cases");
  case '!':
    return _("write not before a condition");
  case 0x222B:
  case 0x2202:
    return _("derivatives are written d( ), and the motion is what integrates");
  default:
    return NULL;
  }
}

static void
add_operator(Lexer *lexer, gsize start, NoslipPlace place, char op)
{
  noslip_lexer_add_token(lexer, TOKEN_OPERATOR, start, place)->op = op;
}

/* Whether the token before this byte ends right noslip_lexer_here, and is a name or the bracket `close` (or either of two). */
static gboolean
is_behind(const Lexer *lexer, gsize start, const char *closing)
{
  const Token *last = noslip_lexer_last_token(lexer);
  if (last == NULL || last->end != start)
    return FALSE;
  return last->kind == TOKEN_NAME ? last->primes == 0 && strchr(closing, 'n') != NULL
                                  : last->kind == TOKEN_OPERATOR && strchr(closing, last->op) != NULL;
}

/* .x behind a name or a bracket, where the name ends there. */
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

/* The braces of `for`; they are statements' ends and beginnings. */
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
    char text[3] = {(char) c, (char) c, 0};
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
  noslip_lexer_add_token(lexer, TOKEN_ERROR, start, place);
  if (c == G_MAXUINT32 || c == 0)
    return; /* said where it was read */
  char text[8] = {0};
  g_unichar_to_utf8(c, text);
  if (g_unichar_isprint(c))
    noslip_diagnostic_set_fix(noslip_source_error(lexer->source, NOSLIP_CODE_SYNTAX, place, sign_remedy(c),
                                                  _("the sign %s has no meaning here"), text),
                              sign_fix(c) != NULL ? place : (NoslipPlace){0}, sign_fix(c));
  else
    noslip_source_error(lexer->source, NOSLIP_CODE_SYNTAX, place, sign_remedy(c), _("a control character"));
}
