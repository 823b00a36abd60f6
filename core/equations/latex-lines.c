/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/equations/latex-lines.h"

#include <math.h>
#include <string.h>

#define DEEPEST 6 /* nesting depth of parentheses in which a line is broken */

/* Widths in letters (Computer Modern, 10 pt). */
#define OPERATOR 2.4
#define DELIMITER 1.15
#define CAPITAL 1.25
#define SCRIPT 0.7 /* relative to the size of the base */

typedef struct {
  const char *start, *end;
} Token;

/* One character, one command without its arguments, or one group with its braces. */
static Token
next_token(const char *at)
{
  Token token = {at, at};
  if (*at == '\0')
    return token;
  if (*at == '\\') {
    token.end = at + 1;
    while (g_ascii_isalpha(*token.end))
      token.end++;
    if (token.end == at + 1 && *token.end != '\0')
      token.end = g_utf8_next_char(token.end);
    return token;
  }
  if (*at != '{') {
    token.end = g_utf8_next_char(at);
    return token;
  }
  int depth = 0;
  for (token.end = at; *token.end != '\0'; token.end++) {
    gboolean escaped = *token.end == '\\' && token.end[1] != '\0';
    depth += escaped ? 0 : (*token.end == '{') - (*token.end == '}');
    if (depth == 0) {
      token.end++;
      break;
    }
    token.end += escaped;
  }
  return token;
}

static gboolean
is_command(Token token, const char *name)
{
  return *token.start == '\\' && (gsize) (token.end - token.start - 1) == strlen(name) &&
         strncmp(token.start + 1, name, strlen(name)) == 0;
}

static double width_of(const char *start, const char *end, guint depth, double *fraction);

static double
group_width(const char **at, guint depth, double *fraction)
{
  while (**at == ' ')
    (*at)++;
  Token token = next_token(*at);
  *at = token.end;
  gboolean braces = *token.start == '{' && token.end > token.start + 1;
  return width_of(token.start + braces, token.end - braces, depth, fraction);
}

/* The width of a command and its arguments; *at is moved past them. */
static double
command_width(Token token, const char **at, guint depth, double *fraction)
{
  static const char *const plain[] = {"left", "right", "bigl", "bigr"};
  static const char *const accents[] = {"dot", "ddot",  "mathbf", "mathrm",      "bar",
                                        "hat", "tilde", "text",   "operatorname"};
  static const char *const functions[] = {"sin",  "cos",  "tan", "arcsin", "arccos", "arctan", "sinh",
                                          "cosh", "tanh", "exp", "log",    "min",    "max",    NULL};
  g_autofree char *name = g_strndup(token.start + 1, (gsize) (token.end - token.start - 1));
  if (strcmp(name, "frac") == 0) {
    double above = group_width(at, depth + 1, fraction), below = group_width(at, depth + 1, fraction);
    double width = (depth == 1 ? SCRIPT : 1) * (fmax(above, below) + 0.5);
    *fraction = fmax(*fraction, width);
    return width;
  }
  for (guint i = 0; i < G_N_ELEMENTS(plain); i++)
    if (strcmp(name, plain[i]) == 0)
      return 0; /* the delimiter itself follows */
  for (guint i = 0; i < G_N_ELEMENTS(accents); i++)
    if (strcmp(name, accents[i]) == 0)
      return group_width(at, depth, fraction);
  if (strcmp(name, "sqrt") == 0)
    return 1.3 + group_width(at, depth, fraction);
  if (strcmp(name, "quad") == 0)
    return 2;
  if (g_strv_contains(functions, name))
    return 0.85 * (double) strlen(name) + 0.3;
  return g_ascii_isalpha(name[0]) ? 1.1 : 0.4;
}

static double
character_width(char c)
{
  if (strchr("+-=", c) != NULL)
    return OPERATOR;
  if (strchr("()[]|", c) != NULL)
    return DELIMITER;
  if (g_ascii_isupper(c))
    return CAPITAL;
  return c == ' ' ? 0 : 1;
}

static double
width_of(const char *start, const char *end, guint depth, double *fraction)
{
  double width = 0;
  for (const char *at = start; at < end && *at != '\0';) {
    Token token = next_token(at);
    at = token.end;
    if (*token.start == '\\')
      width += command_width(token, &at, depth, fraction);
    else if (*token.start == '^' || *token.start == '_')
      width += SCRIPT * group_width(&at, depth, fraction);
    else if (*token.start == '{')
      width += width_of(token.start + 1, token.end - 1, depth, fraction);
    else
      width += character_width(*token.start);
  }
  return width;
}

double
noslip_latex_width(const char *latex)
{
  double fraction = 0;
  return width_of(latex, latex + strlen(latex), 0, &fraction);
}

double
noslip_latex_widest_fraction(const char *latex)
{
  double fraction = 0;
  width_of(latex, latex + strlen(latex), 0, &fraction);
  return fraction;
}

/* The next place before a + or - within at most `deep` pairs of \left and \right, or the end. *depth: in, the number of
 * open pairs at `at`; out, that at the returned place. */
static const char *
next_break(const char *at, guint deep, guint *depth)
{
  gboolean operand = FALSE; /* an operand precedes, so a sign is an operator */
  for (;;) {
    Token token = next_token(at);
    if (token.end == token.start)
      return at;
    if (operand && *depth <= deep && (*token.start == '+' || *token.start == '-'))
      return at;
    gboolean opens = is_command(token, "left"), closes = is_command(token, "right");
    *depth += opens;
    *depth -= closes && *depth > 0;
    at = token.end;
    if (opens || closes) /* the delimiter */
      at = next_token(at).end;
    operand = !opens && (operand || *token.start != ' ');
  }
}

/* Appends start .. end. Parentheses in which lines may be broken (nested less than `deep`) get a fixed size, because
 * \left and \right must close on the line where they open. */
static void
append_piece(GString *text, const char *start, const char *end, guint deep, guint depth)
{
  for (const char *at = start; at < end;) {
    Token token = next_token(at);
    gboolean opens = is_command(token, "left"), closes = is_command(token, "right");
    depth -= closes && depth > 0;
    if ((opens || closes) && depth < deep)
      g_string_append(text, opens ? "\\bigl" : "\\bigr");
    else
      g_string_append_len(text, token.start, token.end - token.start);
    depth += opens;
    at = token.end;
  }
}

static double
piece_width(const char *start, const char *end)
{
  double fraction = 0;
  return width_of(start, end, 0, &fraction);
}

static double
widest_piece(const char *latex, guint deep)
{
  double widest = 0;
  guint depth = 0;
  for (const char *at = latex; *at != '\0';) {
    const char *sign = *at == '+' || *at == '-' ? at + 1 : at;
    const char *end = next_break(sign, deep, &depth);
    widest = fmax(widest, piece_width(at, end));
    at = end;
  }
  return widest;
}

/* Replaces each fraction that is wider than `most`, since fractions cannot be broken, by 1 over the denominator times
 * the numerator in parentheses. Free with g_free(). */
static char *
open_fractions(const char *latex, double most)
{
  GString *text = g_string_new(NULL);
  for (const char *at = latex; *at != '\0';) {
    Token token = next_token(at);
    if (is_command(token, "frac") && *token.end == '{') {
      Token above = next_token(token.end), below = next_token(above.end);
      double width = piece_width(above.start, above.end);
      if (*below.start == '{' && width > most && width >= piece_width(below.start, below.end)) {
        g_string_append_printf(text, "\\frac{1}%.*s \\left(%.*s\\right)", (int) (below.end - below.start), below.start,
                               (int) (above.end - above.start - 2), above.start + 1);
        at = below.end;
        continue;
      }
    }
    g_string_append_len(text, token.start, token.end - token.start);
    at = token.end;
  }
  return g_string_free(text, FALSE);
}

void
noslip_latex_break(GString *text, const char *formula, double first, double rest, const char *next)
{
  double room = first, used = 0;
  guint deep = 0, depth = 0;
  if (noslip_latex_width(formula) <= first) {
    g_string_append(text, formula);
    return;
  }
  g_autofree char *latex = open_fractions(formula, fmin(first, rest) - 2);
  for (guint d = 1; d <= DEEPEST && widest_piece(latex, deep) > fmin(first, rest); d++)
    if (widest_piece(latex, d) < widest_piece(latex, deep))
      deep = d;
  for (const char *at = latex; *at != '\0';) {
    const char *sign = *at == '+' || *at == '-' ? at + 1 : at;
    guint before = depth;
    const char *end = next_break(sign, deep, &depth);
    double width = piece_width(at, end);
    if (used > 0 && used + width > room) {
      g_string_append(text, next);
      used = 0;
      room = rest;
    }
    append_piece(text, at, end, deep, before);
    used += width;
    at = end;
  }
}
