/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A grammar for tree-sitter, as its grammar.js: one rule for each statement of the table, using the signs of the
 * language. The end of a line ends a statement, except within brackets and after an operator. */
#include "app/cli/server/server.h"

#include "app/cli/cli.h"
#include "core/language/language.h"
#include "core/language/words.h"

static const char *const head =
    "// SPDX-License-Identifier: GPL-3.0-or-later\n"
    "// The language of Noslip's systems. Written by noslip-cli --grammar tree-sitter from the table of statements.\n"
    "const statements = [\n";

static const char *const tail =
    "];\n"
    "const next = '([ \\\\t]*(#[^\\\\n]*)?\\\\r?\\\\n)*'; // operators go on in the next line\n"
    "const lines = $ => seq(repeat(choice($._end, seq($._statement, $._end))), optional($._statement));\n"
    "const rules = {\n"
    "  source_file: lines,\n"
    "  _statement: $ => choice(...statements.map(word => $[word + '_statement'])),\n"
    "};\n"
    "for (const word of statements)\n"
    "  rules[word + '_statement'] = $ => word === 'for'\n"
    "    ? seq(field('keyword', word), repeat($._head), $.block)\n"
    "    : seq(field('keyword', word), repeat($._part));\n"
    "Object.assign(rules, {\n"
    "  block: $ => seq('{', lines($), '}'),\n"
    "  _head: $ => choice($.call, $.name, $.number, $.component, $.operator, $.index, $.group),\n"
    "  _part: $ => choice($._head, $.string, $.bracket),\n"
    "  call: $ => prec(1, seq(field('function', $.name), $.group)),\n"
    "  group: $ => seq('(', repeat(choice($._part, $._end)), ')'),\n"
    "  index: $ => seq('[', repeat(choice($._part, $._end)), ']'),\n"
    "  bracket: $ => seq('{', repeat(choice($._part, $._end)), '}'),\n"
    "  component: $ => token(prec(1, /\\.[xyz]/)),\n"
    "  operator: $ => token(choice(new RegExp('(<=|>=|[-+*/^=,<>\\\\\\\\|])' + next), /\\.\\.|[:.'\\u2032]/)),\n"
    "  number: $ => token(/(\\d+(\\.\\d+)?|\\.\\d+)([eE][-+]?\\d+)?/),\n"
    "  string: $ => token(/\"(\\\\.|[^\"\\\\\\n])*\"/),\n"
    "  name: $ => /[\\p{L}_][\\p{L}\\p{N}_\\u2080-\\u2089]*['\\u2032]*/,\n"
    "  comment: $ => token(/#[^\\n]*/),\n"
    "  _end: $ => /\\r?\\n/,\n"
    "});\n"
    "module.exports = grammar({\n"
    "  name: 'noslip',\n"
    "  word: $ => $.name,\n"
    "  extras: $ => [/[ \\t\\r\\uFEFF]/, $.comment],\n"
    "  rules,\n"
    "});\n";

int
server_write_tree_sitter(void)
{
  g_autoptr(GString) text = g_string_new(head);
  guint n;
  const NoslipStatementHelp *statements = noslip_language_statements(&n);
  for (guint i = 0; i < n; i++)
    g_string_append_printf(text, "  '%s',\n", statements[i].keyword);
  g_string_append(text, tail);
  return cli_print(text->str);
}

/* " "a" "b"": the names of functions, or the other words. */
static void
append_words(GString *text, gboolean functions)
{
  guint n;
  const NoslipWordHelp *words = noslip_language_words(&n);
  for (guint i = 0; i < n; i++)
    if (words[i].function == functions)
      g_string_append_printf(text, " \"%s\"", words[i].name);
}

int
server_write_highlights(void)
{
  g_autoptr(GString) text =
      g_string_new("; SPDX-License-Identifier: GPL-3.0-or-later\n"
                   "; What the nodes of grammar.js look like. Written by noslip-cli --grammar highlights.\n"
                   "(name) @variable\n(comment) @comment\n(string) @string\n(number) @number\n(operator) @operator\n"
                   "(component) @property\n(call function: (name) @function)\n");
  guint n;
  const NoslipStatementHelp *statements = noslip_language_statements(&n);
  g_string_append(text, "((name) @constant.builtin\n  (#any-of? @constant.builtin");
  append_words(text, FALSE);
  g_string_append(text, "))\n(call function: (name) @function.builtin\n  (#any-of? @function.builtin");
  append_words(text, TRUE);
  g_string_append(text, "))\n[\n");
  for (guint i = 0; i < n; i++)
    g_string_append_printf(text, "  \"%s\"\n", statements[i].keyword);
  g_string_append(text, "] @keyword\n");
  return cli_print(text->str);
}
