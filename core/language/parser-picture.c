/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture: draw, trail, camera. Options may be in any order. */
#include "core/language/names.h"
#include "core/language/statements.h"
#include "core/system/pattern.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct {
  const char *word;
  PartKind kind;
  enum { POINT, NUMBER, TURN, TEXT } form;
} Option;

static const Option options[] = {
    {"at", PART_AT, POINT},          {"from", PART_FROM, POINT},  {"to", PART_TO, POINT},
    {"size", PART_SIZE, POINT},      {"axis", PART_AXIS, POINT},  {"along", PART_ALONG, POINT},
    {"radius", PART_RADIUS, NUMBER}, {"tube", PART_TUBE, NUMBER}, {"z", PART_Z, NUMBER},
    {"spin", PART_SPIN, NUMBER},     {"turn", PART_TURN, TURN},   {"color", PART_COLOR, TEXT},
    {"pattern", PART_PATTERN, TEXT},
};

/* `needs` and `takes` are lists of options; `label` is a text at the end. */
typedef struct {
  const char *word;
  NoslipDrawKind kind;
  const char *needs, *takes;
  gboolean label;
  const char *form;
} Thing;

enum { SHAPE_LABEL = 1 << 0, SHAPE_HELD = 1 << 1 };

static const Thing things[] = {
#define NOSLIP_SHAPE(KIND, name, needs, takes, flags, form)                                                            \
  {#name, NOSLIP_DRAW_##KIND, needs, takes, ((flags) &SHAPE_LABEL) != 0, form},
#include "core/system/shapes.def"
#undef NOSLIP_SHAPE
};

const char *
noslip_language_shape(guint i, const char **form)
{
  if (i >= G_N_ELEMENTS(things))
    return NULL;
  *form = things[i].form;
  return things[i].word;
}

static gboolean
has_place(const Thing *thing)
{
  return strstr(thing->takes, " at ") != NULL;
}

/* "ground, box … or arrow", or only those with a place `at`; free with g_free(). */
static char *
list_things(gboolean placed)
{
  g_autoptr(GString) list = g_string_new(NULL);
  const char *last = NULL;
  for (guint i = 0; i < G_N_ELEMENTS(things); i++) {
    if (placed && !has_place(&things[i]))
      continue;
    if (last != NULL)
      g_string_append_printf(list, "%s%s", list->len > 0 ? ", " : "", last);
    last = things[i].word;
  }
  return g_strdup_printf(_("%s or %s"), list->str, last);
}

gboolean
noslip_draw_kind(const char *word, NoslipDrawKind *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS(things); i++) {
    if (strcmp(things[i].word, word) != 0)
      continue;
    *kind = things[i].kind;
    return TRUE;
  }
  return FALSE;
}

static void
parse_list(Parser *parser, PartKind kind, guint n)
{
  noslip_parser_expect_op(parser, '(', n == 3 ? N_("before three numbers") : N_("before four numbers"));
  parser->depth++;
  for (guint i = 0; i < n && !parser->failed; i++) {
    if (i > 0)
      noslip_parser_expect_op(parser, ',', n == 3 ? N_("between three numbers") : N_("between four numbers"));
    noslip_parser_expression(parser, kind);
  }
  parser->depth--;
  noslip_parser_expect_op(parser, ')', n == 3 ? N_("after three numbers") : N_("after four numbers"));
}

#define WORDS_AFTER_ANGLE " mass inertia draw at size turn color radius tube pattern axis from to along x y z "

/* Whether the present token names a rotation: it is not x, y or z, and the end, a string or another option follows it,
 * not an angle. */
static gboolean
names_rotation(const Parser *parser)
{
  const Token *token = noslip_parser_token(parser);
  if (token->kind != TOKEN_NAME || noslip_parser_at_word(parser, "x") || noslip_parser_at_word(parser, "y") ||
      noslip_parser_at_word(parser, "z"))
    return FALSE;
  const Token *next = token + 1; /* there is at least the END */
  g_autofree char *word = g_strdup_printf(" %s ", next->kind == TOKEN_NAME ? next->text : "?");
  gboolean axis = next->kind == TOKEN_NAME && strlen(next->text) == 1;
  return next->kind == TOKEN_END || next->kind == TOKEN_STRING || (!axis && strstr(WORDS_AFTER_ANGLE, word) != NULL);
}

/* Turns may follow each other with or without the word `turn`: turn z psi x theta. */
static void
parse_turn(Parser *parser)
{
  if (noslip_parser_take_word(parser, "quaternion")) {
    parse_list(parser, PART_QUATERNION, 4);
    return;
  }
  guint last = G_MAXUINT;
  do {
    noslip_parser_round(parser, &last);
    guint axis = parser->at;
    if (names_rotation(parser)) {
      noslip_parser_part(parser, PART_TURN, parser->at++, NULL, NULL); /* a rotation */
      return;
    }
    if (!noslip_parser_take_word(parser, "x") && !noslip_parser_take_word(parser, "y") &&
        !noslip_parser_take_word(parser, "z")) {
      noslip_parser_expected(parser, N_("x, y, z, quaternion or a rotation"));
      return;
    }
    const char *words = parser->words;
    parser->words = WORDS_AFTER_ANGLE;
    Span span = noslip_parser_span(parser);
    parser->words = words;
    if (!parser->failed)
      noslip_parser_part(parser, PART_TURN, axis, &span, NULL);
  } while (!parser->failed && (noslip_parser_at_word(parser, "x") || noslip_parser_at_word(parser, "y") ||
                               noslip_parser_at_word(parser, "z")));
}

static void
check_pattern(Parser *parser)
{
  const Token *token = noslip_source_token(parser->source, parser->at - 1);
  NoslipPattern pattern;
  if (parser->failed || noslip_pattern_find(token->text, &pattern))
    return;
  noslip_parser_fail(parser, NOSLIP_CODE_UNKNOWN_NAME, token->place, _("write \"beach\", \"grid\" or \"plain\""),
                     _("there is no pattern \"%s\""), token->text);
}

static void
check_color(Parser *parser)
{
  const Token *token = noslip_source_token(parser->source, parser->at - 1);
  g_autofree char *remedy = NULL;
  if (!parser->failed && !noslip_color_is_known(token->text, &remedy))
    noslip_parser_fail(parser, NOSLIP_CODE_UNKNOWN_NAME, token->place, remedy, _("there is no color \"%s\""),
                       token->text);
}

static void
parse_option(Parser *parser, const Option *option)
{
  if (option->form != TURN && noslip_statement_part(parser->source, &parser->statement, option->kind, 0) != NULL) {
    noslip_parser_fail(parser, NOSLIP_CODE_REPEATED_NAME, noslip_parser_token(parser)->place, _("keep one of them"),
                       _("%s is given twice"), option->word);
    return;
  }
  parser->at++;
  switch (option->form) {
  case POINT:
    noslip_parser_expression(parser, option->kind);
    break;
  case NUMBER:
    noslip_parser_expression(parser, option->kind);
    break;
  case TURN:
    parse_turn(parser);
    break;
  case TEXT:
    noslip_parser_string(parser, option->kind, N_("a text in quotes"));
    if (option->kind == PART_PATTERN)
      check_pattern(parser);
    if (option->kind == PART_COLOR)
      check_color(parser);
    break;
  }
}

static const Option *
option_at(const Parser *parser)
{
  for (guint i = 0; i < G_N_ELEMENTS(options); i++)
    if (noslip_parser_at_word(parser, options[i].word))
      return &options[i];
  return NULL;
}

static void
parse_options(Parser *parser, const Thing *thing)
{
  guint last = G_MAXUINT;
  while (!parser->failed && noslip_parser_token(parser)->kind != TOKEN_END) {
    noslip_parser_round(parser, &last);
    const Token *token = noslip_parser_token(parser);
    const Option *option = option_at(parser);
    g_autofree char *word = g_strdup_printf(" %s ", option != NULL ? option->word : "?");
    if (option != NULL && strstr(thing->takes, word) != NULL) {
      parse_option(parser, option);
    } else if ((noslip_parser_at_op(parser, '(') || (option == NULL && token->kind == TOKEN_NAME)) &&
               strstr(thing->takes, " points ") != NULL) {
      noslip_parser_point(parser, PART_POINT);
    } else if (thing->label && token->kind == TOKEN_STRING &&
               noslip_statement_part(parser->source, &parser->statement, PART_LABEL, 0) == NULL) {
      noslip_parser_string(parser, PART_LABEL, "");
    } else if (token->kind == TOKEN_ERROR) {
      noslip_parser_expected(parser, "");
    } else {
      g_autofree char *found = noslip_source_slice(parser->source, parser->at, parser->at);
      g_autofree char *form = g_strdup_printf(_("write: %s"), thing->form);
      noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, token->place, form, _("%s does not take %s"), thing->word, found);
    }
  }
}

static void
check_needs(Parser *parser, const Thing *thing)
{
  if (strstr(thing->takes, " points ") != NULL && !parser->failed &&
      noslip_statement_part(parser->source, &parser->statement, PART_POINT, 1) == NULL) {
    g_autofree char *form = g_strdup_printf(_("write: %s"), thing->form);
    noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, noslip_parser_token(parser)->place, form,
                       _("%s needs two points or more"), thing->word);
  }
  g_auto(GStrv) needs = g_strsplit(thing->needs, " ", -1);
  for (guint i = 0; needs[i] != NULL && !parser->failed; i++)
    for (guint j = 0; j < G_N_ELEMENTS(options); j++) {
      if (strcmp(options[j].word, needs[i]) != 0 ||
          noslip_statement_part(parser->source, &parser->statement, options[j].kind, 0) != NULL)
        continue;
      g_autofree char *form = g_strdup_printf(_("write: %s"), thing->form);
      noslip_parser_fail(parser, NOSLIP_CODE_SYNTAX, noslip_parser_token(parser)->place, form, _("%s needs %s"),
                         thing->word, needs[i]);
    }
}

static const Thing *
thing_at(const Parser *parser)
{
  const Thing *thing = NULL;
  for (guint i = 0; i < G_N_ELEMENTS(things); i++)
    if (noslip_parser_at_word(parser, things[i].word))
      thing = &things[i];
  return thing;
}

/* mass, inertia and draw KIND; FALSE if none of them comes next. */
static gboolean
parse_body_option(Parser *parser, const Thing **thing)
{
  static const struct {
    const char *word;
    PartKind kind;
  } own[] = {{"mass", PART_MASS}, {"inertia", PART_INERTIA}};
  for (guint i = 0; i < G_N_ELEMENTS(own); i++)
    if (noslip_statement_part(parser->source, &parser->statement, own[i].kind, 0) == NULL &&
        noslip_parser_take_word(parser, own[i].word)) {
      noslip_parser_expression(parser, own[i].kind);
      return TRUE;
    }
  if (*thing != NULL || !noslip_parser_take_word(parser, "draw"))
    return FALSE;
  *thing = thing_at(parser);
  if (*thing == NULL || !has_place(*thing)) {
    g_autofree char *known = list_things(TRUE);
    noslip_parser_expected(parser, known);
    return TRUE;
  }
  noslip_parser_part(parser, PART_WORD, parser->at, NULL, (*thing)->word);
  parser->at++;
  return TRUE;
}

/* Options of the body and of its picture may be in any order. */
void
noslip_parse_body(Parser *parser)
{
  static const Thing bare = {
      "body", NOSLIP_DRAW_SPHERE,
      "at",   " at turn ",
      FALSE,  "body NAME mass m [inertia (I1, I2, I3)] at (x, y, z) [turn R] [draw sphere radius r]"};
  const Thing *thing = NULL;
  guint name = noslip_parser_name(parser, FALSE, N_("a name")), last = G_MAXUINT;
  if (!parser->failed)
    noslip_parser_part(parser, PART_NAME, name, NULL, NULL);
  while (!parser->failed && noslip_parser_token(parser)->kind != TOKEN_END) {
    noslip_parser_round(parser, &last);
    const Thing *present = thing != NULL ? thing : &bare;
    const Option *option = option_at(parser);
    g_autofree char *word = g_strdup_printf(" %s ", option != NULL ? option->word : "?");
    gboolean taken = option != NULL && (strstr(present->takes, word) != NULL || option->form == TURN);
    if (taken)
      parse_option(parser, option);
    else if (!parse_body_option(parser, &thing))
      noslip_parser_expect_end(parser, N_("mass, inertia, at, turn or draw"));
  }
  if (!parser->failed && noslip_statement_part(parser->source, &parser->statement, PART_MASS, 0) == NULL)
    noslip_parser_expected(parser, N_("mass and a number"));
  check_needs(parser, &bare);
  if (thing != NULL)
    check_needs(parser, thing);
}

void
noslip_parse_draw(Parser *parser)
{
  const Thing *thing = thing_at(parser);
  if (thing == NULL) {
    g_autofree char *known = list_things(FALSE);
    noslip_parser_expected(parser, known);
    return;
  }
  noslip_parser_part(parser, PART_NAME, parser->at, NULL, thing->word);
  parser->form = thing->form;
  parser->at++;
  parse_options(parser, thing);
  check_needs(parser, thing);
}

void
noslip_parse_trail(Parser *parser)
{
  static const Thing trail = {
      "trail", NOSLIP_DRAW_TRAIL, "", " color ", TRUE, "trail (x, y, z) [color \"…\"] [\"label\"]"};
  noslip_parser_expression(parser, PART_AT);
  parse_options(parser, &trail);
}

void
noslip_parse_camera(Parser *parser)
{
  noslip_parser_expect_word(parser, "from");
  noslip_parser_expression(parser, PART_FROM);
  noslip_parser_expect_word(parser, "to");
  noslip_parser_expression(parser, PART_TO);
}
