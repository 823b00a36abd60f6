/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli paper, and the output of friction, bounces and inputs on the command line. */
#include "tests/app/cli/process.h"

#include <glib/gstdio.h>
#include <string.h>

static char *
text_of(const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename(folder, name, NULL);
  char *text = NULL;
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  return text;
}

/* All files exist, the Makefile makes the same data again, and an existing folder is not changed. */
static void
test_paper(void)
{
  g_autofree char *folder = g_build_filename(scratch(), "sleigh", NULL);
  g_auto(Result) result = expect(
      0, "paper chaplygin-sleigh --set a=0.4 --to 2 --width 60mm --font times --font-size 7.5 --output '%s'", folder);
  g_assert_cmpstr(result.output, ==, "");
  static const char *const parts[] = {
      "\\usepackage{pgfplots}",    "width=60mm",     "{mathptmx}", "fontsize{7.5}{9}", "{data/chaplygin-sleigh.csv}",
      "turning equation & proved", "\\end{document}"};
  g_autofree char *article = text_of(folder, "article.tex");
  for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
    assert_contains(article, parts[i]);
  g_autofree char *makefile = text_of(folder, "Makefile");
  g_autofree char *data = text_of(folder, "data/chaplygin-sleigh.csv");
  g_autofree char *past = text_of(folder, "data/chaplygin-sleigh.csv.json");
  g_autofree char *system = text_of(folder, "chaplygin-sleigh.noslip");
  assert_contains(makefile, "SETUP = '--set' 'a=0.4' '--to' '2'\n");
  assert_contains(past, "\"a\": 0.4");
  assert_contains(system, "Chaplygin sleigh");
  g_auto(Result) again = expect(0, "run '%s/chaplygin-sleigh.noslip' --set a=0.4 --to 2", folder);
  g_assert_cmpstr(again.output, ==, data);
  g_auto(Result) other = expect(2, "paper chaplygin-sleigh --output '%s'", folder);
  assert_contains(other.messages, "exists already");
  g_auto(Result) wide = expect(2, "paper chaplygin-sleigh --width wide --output '%s-2'", folder);
  assert_contains(wide.messages, "--width is a length");
  g_auto(Result) font = expect(2, "paper chaplygin-sleigh --font 'Comic Sans' --output '%s-2'", folder);
  assert_contains(font.messages, "Latin Modern, Times, Palatino");
  g_auto(Result) size = expect(2, "paper chaplygin-sleigh --font-size 0 --output '%s-2'", folder);
  assert_contains(size.messages, "--font-size");
  g_auto(Result) nowhere = expect(2, "paper chaplygin-sleigh");
  assert_contains(nowhere.messages, "--output is missing");
  g_auto(Result) broken = expect(2, "paper chaplygin-sleigh --initial omega=nan --output '%s-3'", folder);
  g_assert_cmpstr(broken.output, ==, "");
  g_autofree char *third = g_strconcat(folder, "-3", NULL);
  g_assert_false(g_file_test(third, G_FILE_TEST_EXISTS));
}

/* The article reports a claim that fails; `make` does not stop. */
static void
test_failing(void)
{
  g_autofree char *file = scratch_write("wrong.noslip",
                                        "noslip 1\ncoordinate x\nlagrangian x'^2/2 - x^2/2\ninitial x = 1\n"
                                        "run to 1 step 0.1\nclaim \"a wrong sign\": d(x') = x\n"
                                        "claim \"the same\": x*x = x^2\n",
                                        -1);
  g_autofree char *folder = g_build_filename(scratch(), "wrong", NULL);
  g_auto(Result) result = expect(1, "paper '%s' --output '%s'", file, folder);
  assert_contains(result.messages, "a wrong sign");
  g_autofree char *article = text_of(folder, "article.tex");
  assert_contains(article, "a wrong sign & fails & $7.0\\cdot 10^{-1}$"); /* 2/(2 + sin 1) */
  assert_contains(article, "the same & proved & 0 ");
  g_autofree char *makefile = text_of(folder, "Makefile");
  assert_contains(makefile, "--output $@ || test $$? -eq 1\n");
}

/* Impacts and sticking are reported, and recorded beside the data. */
static void
test_contacts(void)
{
  g_autofree char *file = scratch_write("ball.noslip",
                                        "noslip 1\ncoordinate z\nlagrangian z'^2/2 - 9.81*z\n"
                                        "bounce z >= 0 restitution 0.5\ninitial z = 1\nrun to 3 step 0.1\n",
                                        -1);
  g_auto(Result) result = expect(0, "run '%s' --output '%s/ball.csv'", file, scratch());
  assert_contains(result.messages, "impacts on z >= 0, from t = 0.451523");
  assert_contains(result.messages, "z >= 0 rests in contact since t = 1.35457");
  g_autofree char *past = text_of(scratch(), "ball.csv.json");
  assert_contains(past, "\"event\": \"impact\"");
  assert_contains(past, "\"event\": \"rests\"");
}

/* A course from the command line: it gets a column and gives the same bits again; an invalid expression is rejected. */
static void
test_inputs(void)
{
  g_autofree char *file = scratch_write("cart.noslip",
                                        "noslip 1\nparameter A = 2\ncoordinate x\ninput push = A*t in -1 .. 1\n"
                                        "lagrangian x'^2/2\nforce x' = push\nobservable rate = d(push)\n"
                                        "run to 1 step 0.5\n",
                                        -1);
  g_auto(Result) usual = expect(0, "run '%s'", file);
  assert_contains(usual.output, "t,x,x',energy,push,rate\n0,0,0,0,0,2\n");
  g_auto(Result) first = expect(0, "run '%s' --input 'push=3*t^2' --output '%s/cart.csv'", file, scratch());
  g_assert_cmpstr(first.output, ==, "");
  g_auto(Result) second = expect(0, "run '%s' --input push='3*t^2'", file);
  g_autofree char *data = text_of(scratch(), "cart.csv");
  g_autofree char *past = text_of(scratch(), "cart.csv.json");
  g_assert_cmpstr(second.output, ==, data);
  assert_contains(second.output, ",3,6\n");
  assert_contains(past, "\"push\": \"3*t^2\"");
  /* A parameter that only a course uses is available to it. */
  g_autofree char *spare = scratch_write("spare.noslip",
                                         "noslip 1\nparameter k = 2\ncoordinate x\ninput push in -1 .. 1\n"
                                         "lagrangian x'^2/2\nforce x' = push\nrun to 1 step 0.5\n",
                                         -1);
  g_auto(Result) used = expect(0, "run '%s' --input push='k*t'", spare);
  g_assert_null(strstr(used.messages, "warning"));
  g_auto(Result) unused = expect(0, "run '%s' --input push='2*t'", spare);
  assert_contains(unused.messages, "nothing uses the parameter k");
  g_assert_cmpstr(used.output, ==, unused.output);
  static const struct {
    const char *input, *message;
  } wrong[] = {
      {"push=x", "depends on coordinates"},
      {"pull=1", "the system has no input pull"},
      {"push", "--input takes NAME=EXPR"},
      {"push=2*", "the input push = 2*"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_auto(Result) result = expect(2, "run '%s' --input '%s'", file, wrong[i].input);
    assert_contains(result.messages, wrong[i].message);
  }
}

/* If the motion stops, the rows computed so far are where the message says: in the folder with ".partial" after its
 * name. */
static void
test_partial(void)
{
  g_autofree char *file = scratch_write("pole.noslip",
                                        "noslip 1\ncoordinate x\nkinetic x'^2/2\nforce x' = x'^2\ninitial x' = 1\n"
                                        "run to 2 step 0.1\n",
                                        -1);
  g_autofree char *folder = g_build_filename(scratch(), "pole", NULL);
  g_autofree char *partial = g_strconcat(folder, ".partial", NULL);
  g_autofree char *data = g_build_filename(partial, "data", "pole.csv", NULL);
  g_auto(Result) stopped = expect(3, "paper '%s' --output '%s/'", file, folder);
  assert_contains(stopped.messages, partial);
  g_autofree char *rows = text_of(partial, "data/pole.csv");
  g_assert_true(g_str_has_prefix(rows, "t,x,"));
  g_assert_false(g_file_test(folder, G_FILE_TEST_EXISTS));
  g_auto(Result) again = expect(2, "paper '%s' --output '%s'", file, folder);
  assert_contains(again.messages, "left of an earlier command");
  g_assert_true(g_file_test(data, G_FILE_TEST_EXISTS));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cli/failing-claim", test_failing);
  g_test_add_func("/cli/paper", test_paper);
  g_test_add_func("/cli/contacts", test_contacts);
  g_test_add_func("/cli/inputs", test_inputs);
  g_test_add_func("/cli/partial", test_partial);
  int status = g_test_run();
  scratch_remove();
  return status;
}
