/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli show --latex: commands that LaTeX knows, lines that fit its page, and a document of each system. */
#include "tests/app/cli/process.h"

#include "core/equations/latex-lines.h"
#include "tests/files.h"

#include <string.h>

/* Every LaTeX command in the text is one of LaTeX or amsmath. */
static void
assert_commands_known(const char *text)
{
  /* clang-format off */
  static const char *const known[] = {
      "documentclass", "usepackage", "allowdisplaybreaks", "begin", "end", "section", "subsection", "par", "text",
      "frac", "left", "right", "dot", "ddot", "dddot", "quad", "mathbf", "mathrm", "mathit", "sqrt", "sin", "cos",
      "tan", "exp", "ln", "log", "arcsin", "arccos", "arctan", "operatorname", "cdot", "lambda", "mu", "alpha",
      "beta", "gamma", "delta", "epsilon", "varepsilon", "zeta", "eta", "theta", "kappa", "nu", "xi", "pi", "rho",
      "sigma", "tau", "phi", "varphi", "chi", "psi", "omega", "Omega", "Gamma", "Delta", "Theta", "Lambda", "Xi",
      "Pi", "Sigma", "Phi", "Psi", "infty", "textbackslash", "sinh", "cosh", "tanh", "varrho", "vartheta", "bigl", "bigr",
      "qquad", "partial", "times", "setlength", "textwidth", "oddsidemargin", "langle", "rangle", "ge", "bar",
  };
  /* clang-format on */
  g_autoptr(GRegex) command = g_regex_new("\\\\([A-Za-z]+)", G_REGEX_RAW, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;
  for (g_regex_match(command, text, 0, &match); g_match_info_matches(match); g_match_info_next(match, NULL)) {
    g_autofree char *name = g_match_info_fetch(match, 1);
    gboolean found = FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(known); i++)
      found = found || strcmp(name, known[i]) == 0;
    if (!found)
      g_test_message("\\%s is not known", name);
    g_assert_true(found);
  }
}

static int
count(const char *text, const char *part)
{
  int n = 0;
  for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part))
    n++;
  return n;
}

static void
assert_balanced(const char *text)
{
  int depth = 0;
  for (const char *c = text; *c != '\0'; c++) {
    if (*c == '\\' && c[1] != '\0') {
      c++;
      continue;
    }
    depth += *c == '{' ? 1 : *c == '}' ? -1 : 0;
    g_assert_cmpint(depth, >=, 0);
  }
  g_assert_cmpint(depth, ==, 0);
  g_assert_cmpint(count(text, "\\left"), ==, count(text, "\\right"));
  g_assert_cmpint(count(text, "\\begin{align*}"), ==, count(text, "\\end{align*}"));
  g_assert_null(strstr(text, "&= \\\\"));
  g_assert_null(strstr(text, "\\begin{align*}\n\\end{align*}"));
}

/* No line of a formula is wider than the page, however long the equation is. */
static void
assert_fits(const char *id, const char *latex)
{
  g_auto(GStrv) lines = g_strsplit(latex, "\n", -1);
  gboolean inside = FALSE;
  for (guint i = 0; lines[i] != NULL; i++) {
    if (strstr(lines[i], "\\begin{align*}") != NULL || strstr(lines[i], "\\end{align*}") != NULL)
      inside = lines[i][1] == 'b';
    else if (inside && noslip_latex_width(lines[i]) > NOSLIP_LATEX_LINE + 6)
      g_error("a line of %s is %.0f letters wide: %s", id, noslip_latex_width(lines[i]), lines[i]);
  }
}

/* Widths of common commands, and breaks between terms before breaks in parentheses. */
static void
test_layout(void)
{
  g_assert_cmpfloat(noslip_latex_width("x"), ==, 1);
  g_assert_cmpfloat(noslip_latex_width("\\dot{x}"), ==, 1);
  g_assert_cmpfloat(noslip_latex_width("\\frac{abc}{d}"), <, noslip_latex_width("abcd"));
  g_assert_cmpfloat(noslip_latex_widest_fraction("ab + \\frac{abcdef}{d}"), >, 6);
  g_assert_cmpfloat(noslip_latex_widest_fraction("ab + c"), ==, 0);
  g_autoptr(GString) terms = g_string_new(NULL);
  noslip_latex_break(terms, "aaaa + \\left(b - c\\right) - dddd", 10, 10, "|");
  g_assert_cmpstr(terms->str, ==, "aaaa |+ \\left(b - c\\right) |- dddd");
  g_autoptr(GString) inside = g_string_new(NULL);
  noslip_latex_break(inside, "k \\left(aaaaaa + \\left(b - c\\right)\\right)", 12, 12, "|");
  g_assert_cmpstr(inside->str, ==, "k \\bigl(aaaaaa |+ \\left(b - c\\right)\\bigr)");
  g_autoptr(GString) whole = g_string_new(NULL);
  noslip_latex_break(whole, "a + b", 12, 12, "|");
  g_assert_cmpstr(whole->str, ==, "a + b");
}

/* A document for each system; compiled where there is a LaTeX. */
static void
test_latex(void)
{
  g_autofree char *program = g_find_program_in_path("pdflatex");
  g_autoptr(GPtrArray) systems = test_files(g_getenv("NOSLIP_SYSTEMS"), ".noslip");
  g_assert_cmpuint(systems->len, >=, 29);
  for (guint i = 0; i < systems->len; i++) {
    g_autofree char *id = test_files_stem(systems->pdata[i]);
    g_auto(Result) result = expect(0, "show %s --latex", id);
    g_assert_true(g_str_has_prefix(result.output, "\\documentclass{article}\n"));
    g_assert_true(g_str_has_suffix(result.output, "\\end{document}\n"));
    assert_balanced(result.output);
    assert_commands_known(result.output);
    assert_fits(id, result.output);
    if (program == NULL)
      continue;
    g_autofree char *file = scratch_write("show.tex", result.output, -1);
    g_autofree char *line =
        g_strdup_printf("%s -interaction=batchmode -halt-on-error -output-directory %s %s", program, scratch(), file);
    int status = 1;
    g_autofree char *output = NULL; /* not among the results of the tests */
    g_assert_true(g_spawn_command_line_sync(line, &output, NULL, &status, NULL));
    g_assert_cmpint(status, ==, 0);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cli/show/layout", test_layout);
  g_test_add_func("/cli/show/latex", test_latex);
  int status = g_test_run();
  scratch_remove();
  return status;
}
