/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli with one more formulation, method, command, subject of find, language of export, format of pictures, and two
 * statements: each is one line of a table, and all but the statements a file of this folder. The program must know them
 * everywhere. NOSLIP_PLAIN_CLI is the one without them. */
#include "tests/app/cli/process.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What the program without the additions prints. */
static char *
plain(const char *line)
{
  g_autofree char *command = g_strconcat(g_getenv("NOSLIP_PLAIN_CLI"), " ", line, NULL);
  g_autoptr(GError) error = NULL;
  char *output = NULL;
  g_assert_true(g_spawn_command_line_sync(command, &output, NULL, NULL, &error));
  g_assert_no_error(error);
  return output;
}

/* "5 motions by 3 derivations agree": the two numbers. */
static void
read_agreement(const char *text, guint *motions, guint *derivations)
{
  const char *at = strstr(text, " motions by ");
  g_assert_nonnull(at);
  while (at > text && g_ascii_isdigit(at[-1]))
    at--;
  g_assert_cmpint(sscanf(at, "%u motions by %u derivation", motions, derivations), ==, 2);
}

/* Every page that lists formulations, methods or commands has the additions, and the program without them has not. */
static void
test_listed(void)
{
  static const struct {
    const char *line, *words[4];
  } pages[] = {
      {"run --help", {"gauss", "kutta3"}},
      {"compare --help", {"gauss", "kutta3"}},
      {"sweep --help", {"gauss", "kutta3"}},
      {"--help", {"count "}},
      {"find --help", {"freedom"}},
      {"export --help", {"forth"}},
      {"render --help", {", eps"}},
      {"--manual", {"gauss", "kutta3", "count"}},
      {"--completion bash", {"gauss", "kutta3", "count"}},
      {"--completion zsh", {"gauss", "kutta3", "count"}},
      {"--completion fish", {"gauss", "kutta3", "count"}},
  };
  for (guint i = 0; i < G_N_ELEMENTS(pages); i++) {
    g_auto(Result) result = expect(0, "%s", pages[i].line);
    g_autofree char *without = plain(pages[i].line);
    for (guint w = 0; pages[i].words[w] != NULL; w++) {
      g_test_message("%s: %s", pages[i].line, pages[i].words[w]);
      assert_contains(result.output, pages[i].words[w]);
      if (strcmp(pages[i].words[w], "count") != 0) /* an ordinary word */
        assert_lacks(without, pages[i].words[w]);
    }
  }
  g_auto(Result) unknown = expect(2, "run rolling-disk --formulation gaus");
  assert_contains(unknown.messages, "gauss");
  g_auto(Result) method = expect(2, "run rolling-disk --method kutta");
  assert_contains(method.messages, "kutta3");
  g_auto(Result) subject = expect(2, "find fredom rolling-disk");
  assert_contains(subject.messages, "freedom");
  g_auto(Result) language = expect(2, "export rolling-disk --as fort");
  assert_contains(language.messages, "forth");
}

/* One motion more agrees, by as many derivations: this one starts from F and W of the model. */
static void
test_compared(void)
{
  static const char *const lines[] = {"compare suslov --to 2", "compare rolling-disk --to 2",
                                      "compare snakeboard --to 2", "compare appell-hamel --to 1",
                                      "compare rolling-ball --to 2"};
  for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
    g_test_message("%s", lines[i]);
    guint motions, derivations, before, derivations_before;
    g_auto(Result) result = expect(0, "%s", lines[i]);
    g_autofree char *without = plain(lines[i]);
    read_agreement(result.output, &motions, &derivations);
    read_agreement(without, &before, &derivations_before);
    g_assert_cmpuint(motions, ==, before + 1);
    g_assert_cmpuint(derivations, ==, derivations_before);
    assert_contains(result.output, "gauss: from F and W of the model; lambda its own");
  }
}

/* Motions, many of them, the equations and what cannot be had. */
static void
test_used(void)
{
  g_auto(Result) run = expect(0, "run rolling-disk --formulation gauss --to 1 --step 0.5");
  assert_contains(run.output, "lambda[");
  g_auto(Result) sweep = expect(0, "sweep snakeboard --vary m=1..2:3 --formulation gauss --to 0.5 --step 0.5");
  g_assert_cmpuint(count_lines(sweep.output), ==, 4);
  g_auto(Result) latex = expect(0, "show chaplygin-sleigh --latex");
  assert_contains(latex.output, "Gauss's least constraint");
  g_auto(Result) json = expect(0, "show chaplygin-sleigh --json");
  assert_contains(json.output, "\"gauss\"");
  g_auto(Result) code = expect(2, "export rolling-disk --as python --formulation gauss");
  assert_contains(code.messages, "gauss");
  g_auto(Result) taken = expect(2, "run rolling-disk --dynamics vakonomic --formulation gauss");
  assert_contains(taken.messages, "takes no --formulation");
}

/* Half the step, an eighth of the error: kutta3 is of order 3. */
static void
test_order(void)
{
  double error[2];
  for (guint i = 0; i < 2; i++) {
    double value, exact;
    g_auto(Result) run =
        expect(0, "run chaplygin-sleigh --method kutta3 --fixed-step %s --to 1 --step 1", i == 0 ? "0.02" : "0.01");
    g_autofree char *fine = plain("run chaplygin-sleigh --rtol 1e-13 --to 1 --step 1");
    g_assert_cmpint(sscanf(strrchr(g_strchomp(run.output), '\n') + 1, "1,%lf", &value), ==, 1);
    g_assert_cmpint(sscanf(strrchr(g_strchomp(fine), '\n') + 1, "1,%lf", &exact), ==, 1);
    error[i] = fabs(value - exact);
  }
  g_test_message("%g %g", error[0], error[1]);
  g_assert_cmpfloat(error[1], >, 0);
  g_assert_cmpfloat_with_epsilon(log2(error[0] / error[1]), 3, 0.2);
}

static void
test_command(void)
{
  g_auto(Result) count = expect(0, "count");
  g_auto(Result) list = expect(0, "list --json");
  g_autoptr(JsonNode) root = json_of(&list);
  JsonArray *systems = json_object_get_array_member(json_node_get_object(root), "systems");
  g_autofree char *wanted = g_strdup_printf("%u\n", json_array_get_length(systems));
  g_assert_cmpstr(count.output, ==, wanted);
  g_auto(Result) help = expect(0, "count --help");
  assert_contains(help.output, "Count the systems");
}

static void
test_subject(void)
{
  g_auto(Result) found = expect(0, "find freedom snakeboard");
  g_assert_cmpstr(found.output, ==, "3\n");
  g_auto(Result) help = expect(0, "find freedom --help");
  assert_contains(help.output, "the constraints leave free");
}

static void
test_language(void)
{
  g_auto(Result) code = expect(0, "export bead-on-hoop --as forth");
  assert_contains(code.output, " fconstant theta\n");
}

static void
test_format(void)
{
  g_autofree char *path = g_build_filename(scratch(), "disk.eps", NULL), *text = NULL;
  g_auto(Result) picture = expect(0, "render rolling-disk --size 200x100 --output %s", path);
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  g_assert_true(g_str_has_prefix(text, "%!PS-Adobe-3.0 EPSF-3.0\n"));
  g_auto(Result) other = expect(2, "render rolling-disk --output %s.tiff", path);
  assert_contains(other.messages, ".eps");
}

#define ROCKET(unit)                                                                                                   \
  "noslip 1\ncoordinate x unit \"m\"\nparameter m = 2 unit \"kg\"\nparameter P = 4 unit \"" unit "\"\n"                \
  "lagrangian m*x'^2/2\nthrust x' = P\nclaim \"a\": d(x') = P/m\nrun to 2\n"

/* A force by another word: the equations, the other formulations and the witness have it, and units are compared. */
static void
test_force(void)
{
  g_autofree char *path = scratch_write("rocket.noslip", ROCKET("N"), -1);
  g_auto(Result) check = expect(0, "check %s", path);
  assert_contains(check.output, "proved");
  assert_contains(check.output, "witness: ");
  assert_lacks(check.output, "not checked");
  g_auto(Result) compare = expect(0, "compare %s", path);
  assert_contains(compare.output, "agree");
  g_auto(Result) run = expect(0, "run %s --to 2 --step 2", path);
  double x = NAN, v = NAN; /* x = P t^2/(2 m), x' = P t/m */
  g_assert_cmpint(sscanf(strrchr(g_strchomp(run.output), '\n') + 1, "2,%lf,%lf", &x, &v), ==, 2);
  g_assert_cmpfloat_with_epsilon(x, 4, 1e-9);
  g_assert_cmpfloat_with_epsilon(v, 4, 1e-9);
  g_autofree char *other = scratch_write("units.noslip", ROCKET("J"), -1);
  g_auto(Result) units = expect(0, "check %s", other);
  assert_contains(units.messages, "the unit should be");
  g_autofree char *colon =
      scratch_write("colon.noslip", "noslip 1\ncoordinate x\nlagrangian x'^2/2\nthrust x': 2\n", -1);
  g_auto(Result) slip = expect(2, "check %s", colon);
  assert_contains(slip.messages, "=");
}

/* A statement is read, kept by format, told by the grammar, and refused where it is not in the table. */
static void
test_statement(void)
{
  static const char text[] = SHORT_FALL "remark \"Nothing slows it.\"\n";
  g_autofree char *path = scratch_write("fall.noslip", text, -1);
  g_auto(Result) check = expect(0, "check %s", path);
  assert_contains(check.output, "witness");
  assert_lacks(check.output, "not known");
  g_auto(Result) format = expect(0, "format %s", path);
  assert_contains(format.output, "\nremark \"Nothing slows it.\"\n");
  g_auto(Result) grammar = expect(0, "--grammar");
  assert_contains(grammar.output, "remark");
  g_autofree char *misspelt = scratch_write("misspelt.noslip", SHORT_FALL "remarc \"Nothing slows it.\"\n", -1);
  g_auto(Result) hint = expect(2, "check %s", misspelt);
  assert_contains(hint.messages, "remark");
  g_autofree char *line = g_strdup_printf("format %s", path), *without = plain(line);
  assert_lacks(without, "remark");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/additions/listed", test_listed);
  g_test_add_func("/additions/compared", test_compared);
  g_test_add_func("/additions/used", test_used);
  g_test_add_func("/additions/order", test_order);
  g_test_add_func("/additions/command", test_command);
  g_test_add_func("/additions/subject", test_subject);
  g_test_add_func("/additions/language", test_language);
  g_test_add_func("/additions/format", test_format);
  g_test_add_func("/additions/statement", test_statement);
  g_test_add_func("/additions/force", test_force);
  int status = g_test_run();
  scratch_remove();
  return status;
}
