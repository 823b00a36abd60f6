/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line as users and scripts see it: help, usage, names and languages. */
#include "tests/app/cli/process.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* The command line is always in English, since other programs read its output. */
static void
test_language(void)
{
  g_autofree char *broken = scratch_write("broken.noslip", SHORT_FALL "lagrangian 2 z\ninitial y = sin(\n", -1);
  const struct {
    int status;
    const char *line;
  } cases[] = {{0, "list"}, {0, "check chaplygin-sleigh"}, {0, "show snakeboard"}, {2, broken}, {2, "run snakebord"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const char *command = cases[i].line == broken ? "check " : "";
    g_auto(Result) before = expect(cases[i].status, "%s%s", command, cases[i].line);
    g_setenv("LANGUAGE", "es", TRUE);
    g_setenv("LC_ALL", "C.UTF-8", TRUE);
    g_auto(Result) after = expect(cases[i].status, "%s%s", command, cases[i].line);
    g_setenv("LANGUAGE", "C", TRUE);
    g_unsetenv("LC_ALL");
    g_assert_cmpstr(before.output, ==, after.output);
    g_assert_cmpstr(before.messages, ==, after.messages);
  }
}

/* The names in a list of the help: the first word of each indented line after this heading, with its description. */
static char **
listed(const char *help, const char *heading)
{
  const char *list = strstr(help, heading);
  g_autoptr(GStrvBuilder) names = g_strv_builder_new();
  g_auto(GStrv) lines = g_strsplit(list ? list : "", "\n", -1);
  for (char **line = lines[0] ? lines + 1 : lines; *line && g_str_has_prefix(*line, "  "); line++) {
    g_auto(GStrv) words = g_strsplit(*line + 2, " ", 2);
    g_assert_true(words[1] && *g_strstrip(words[1]) != '\0');
    g_strv_builder_add(names, words[0]);
  }
  return g_strv_builder_end(names);
}

/* The help of a command has an example, which runs unless it reads or writes a file. */
static void
check_example(const char *command)
{
  g_auto(Result) help = expect(0, "%s --help", command);
  const char *example = strstr(help.output, "Example:\n  noslip-cli ");
  g_assert_nonnull(example);
  g_autofree char *line = g_strdup(example + strlen("Example:\n  noslip-cli "));
  line[strcspn(line, "\n")] = '\0';
  if (strstr(line, "--output") || strstr(line, "--data") || strstr(line, "</dev/null"))
    return;
  g_auto(Result) done = expect(0, "%s", line);
  g_assert_cmpuint(strlen(done.output), >, 20);
}

static void
test_help(void)
{
  g_auto(Result) all = expect(0, "--help");
  g_auto(GStrv) commands = listed(all.output, "Commands:\n");
  g_assert_cmpuint(g_strv_length(commands), >, 20);
  for (char **command = commands; *command; command++) {
    g_auto(Result) help = expect(0, "%s --help", *command);
    g_auto(GStrv) subjects = listed(help.output, "Subjects:\n");
    for (char **subject = subjects; *subject; subject++) {
      g_autofree char *both = g_strdup_printf("%s %s", *command, *subject);
      check_example(both);
    }
    if (!*subjects)
      check_example(*command);
  }
  g_auto(Result) version = expect(0, "--version");
  g_assert_true(g_str_has_prefix(version.output, "noslip-cli "));
}

static void
test_usage(void)
{
  const struct {
    const char *line, *says;
  } wrong[] = {
      {"", "no command given"},
      {"rnu", "did you mean run?"},
      {"run", "needs a SYSTEM"},
      {"run snakeboard rolling-disk", "unexpected argument"},
      {"run snakebord", "did you mean snakeboard?"},
      {"run snakeboard --formulation projektion", "did you mean projection?"},
      {"run snakeboard --formulation x", "there are"},
      {"run snakeboard --dynamics fre", "did you mean free?"},
      {"run snakeboard --dynamics free --formulation projection", "takes no --formulation"},
      {"run snakeboard --method rk9", "there is no method"},
      {"run snakeboard --set mm=1", "did you mean m?"},
      {"run snakeboard --set m", "NAME=VALUE"},
      {"run snakeboard --set m=", "finite number"},
      {"run snakeboard --set m=nan", "finite number"},
      {"run snakeboard --set m=1e400", "finite number"},
      {"run snakeboard --set m=2kg", "finite number"},
      {"run snakeboard --initial thet=1", "did you mean theta?"},
      {"run snakeboard --initial theta=inf", "finite number"},
      {"run snakeboard --rtol 0", "positive"},
      {"run snakeboard --rtol nan", "finite number"},
      {"run snakeboard --rtol -1e-9", "positive"},
      {"run snakeboard --to 0", "positive"},
      {"run snakeboard --to -1", "positive"},
      {"run snakeboard --to 1 --step 1e-12", ""},
      {"run snakeboard --step 0", "positive"},
      {"run snakeboard --wrong", "--help shows the options"},
      {"run snakeboard -o /no/such/folder/run.csv", "cannot write"},
      {"run snakeboard -o .", "cannot write"},
      {"run snakeboard -o ''", "cannot write '': No such file or directory"},
      {"run snakeboard --to 3 --to 5", "--to is given twice: '3' and '5'; give it once"},
      {"run snakeboard --to=3 --to=3", "--to is given twice"},
      {"run snakeboard --set m=1 --set r=1 --set=m=2", "--set m is given twice: 'm=1' and 'm=2'"},
      {"run snakeboard --initial \"x'=1\" --initial ' x′ =2'", "--initial x' is given twice"},
      {"run snakeboard -o a.csv --output b.csv", "--output is given twice: 'a.csv' and 'b.csv'"},
      {"sweep snakeboard -j2 -j 3 --vary m=1..2:2", "--jobs is given twice: '2' and '3'"},
      {"sweep snakeboard --vary m=1..2:2 --vary m=1..3:2", "--vary m is given twice"},
      {"bracket snakeboard --at x=1 --at x=2", "--at x is given twice"},
      {"steer trailer --to x=1 --to x=2", "--to x is given twice"},
      {"list snakeboard", "takes no arguments"},
      {"show snakeboard --json --latex", "either JSON or LaTeX"},
      {"compare snakeboard --formulations projektion", "there is no formulation"},
      {"compare snakeboard --formulations projection,multipliers,projection", "names projection twice"},
      {"bracket snakeboard --of 'x, yy'", "yy"},
      {"bracket snakeboard --at 'q=1'", "no coordinate or velocity 'q'"},
      {"check nowhere", "no system or file"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_auto(Result) result = expect(2, "%s", wrong[i].line);
    assert_contains(result.messages, wrong[i].says);
    if (!g_str_has_prefix(wrong[i].line, "check"))
      g_assert_cmpstr(result.output, ==, "");
  }
}

/* What loses nothing may be repeated. */
static void
test_repeated(void)
{
  g_auto(Result) flags = expect(0, "show snakeboard --json --json");
  g_auto(Result) names = expect(0, "run snakeboard --set m=1 --set r=1 --to 0.1 --event x --event x");
  (void) flags, (void) names;
  g_auto(Result) file = expect(2, "check -- --json --json");
  assert_contains(file.messages, "no system or file");
}

static void
test_broken_text(void)
{
  g_autofree char *path = scratch_write("broken.noslip", "noslip 1\ncoordinate x\nlagrangian x'^2/2 - k*x^2\n", -1);
  g_auto(Result) result = expect(2, "run '%s'", path);
  assert_contains(result.messages, "broken.noslip:3:");
  assert_contains(result.messages, "error");
  g_assert_cmpstr(result.output, ==, "");
}

static void
test_free(void)
{
  g_auto(Result) result = expect(0, "run chaplygin-sleigh --dynamics free --to 1");
  assert_lacks(result.output, "lambda");
}

/* The prime may be written ' or ′, and a decomposed name is the same name. */
static void
test_names(void)
{
  g_auto(Result) plain = expect(0, "run rolling-disk --initial \"phi'=1.5\" --to 1 --step 0.5");
  g_auto(Result) prime = expect(0, "run rolling-disk --initial 'phi′=1.5' --to 1 --step 0.5");
  g_assert_cmpstr(plain.output, ==, prime.output);
}

/* A picture without a display: it has the requested size, and is not blank. */
static void
test_render(void)
{
  g_autofree char *png = g_build_filename(scratch(), "sleigh.png", NULL);
  g_auto(Result) drawn = expect(0, "render chaplygin-sleigh --time 2 --size 320x200 --output '%s'", png);
  (void) drawn;
  g_autofree char *data = NULL;
  gsize length = 0;
  g_assert_true(g_file_get_contents(png, &data, &length, NULL));
  g_assert_cmpuint(length, >, 2000);
  const guint8 *bytes = (const guint8 *) data;
  g_assert_cmpuint(bytes[18] * 256u + bytes[19], ==, 320);
  g_assert_cmpuint(bytes[22] * 256u + bytes[23], ==, 200);
  g_auto(Result) no_size = expect(2, "render chaplygin-sleigh --size 0x200 --output '%s'", png);
  g_auto(Result) no_output = expect(2, "render chaplygin-sleigh");
  g_auto(Result) no_time = expect(2, "render chaplygin-sleigh --time -1 --output '%s'", png);
  g_auto(Result) no_folder = expect(2, "render chaplygin-sleigh --time 1 --output /no/such/folder/x.png");
  (void) no_size, (void) no_output, (void) no_time, (void) no_folder;
  g_unlink(png);
}

/* The program without a display does not need a GUI toolkit. */
static void
test_no_toolkit(void)
{
  g_auto(Result) result = run_cli("--version; ldd '%s'", g_getenv("NOSLIP_CLI"));
  g_assert_cmpint(result.status, ==, 0);
  assert_contains(result.output, "libglib");
  const char *const toolkits[] = {"libgtk", "libadwaita", "libgdk", "libgtksourceview"};
  for (guint i = 0; i < G_N_ELEMENTS(toolkits); i++)
    assert_lacks(result.output, toolkits[i]);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cli/help", test_help);
  g_test_add_func("/cli/usage", test_usage);
  g_test_add_func("/cli/repeated", test_repeated);
  g_test_add_func("/cli/broken-text", test_broken_text);
  g_test_add_func("/cli/free", test_free);
  g_test_add_func("/cli/language", test_language);
  g_test_add_func("/cli/names", test_names);
  g_test_add_func("/cli/render", test_render);
  g_test_add_func("/cli/no-toolkit", test_no_toolkit);
  int status = g_test_run();
  scratch_remove();
  return status;
}
