/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli export: what it refuses, and what it says of settings that the exported file does not use. */
#include "tests/app/cli/process.h"

static void
test_refused(void)
{
  static const char *const programs[] = {"c", "python", "javascript", "julia"};
  g_auto(Result) none = expect(2, "export chaplygin-sleigh");
  assert_contains(none.messages, "--as is missing");
  g_auto(Result) other = expect(2, "export chaplygin-sleigh --as fortran");
  assert_contains(other.messages, "not 'fortran'");
  g_auto(Result) formulation = expect(2, "export chaplygin-sleigh --as c --formulation hamilton");
  g_assert_cmpstr(formulation.output, ==, "");
  g_autofree char *path = scratch_write("singular.noslip",
                                        "noslip 1\ncoordinate x\ncoordinate y\nlagrangian x'^2/2 - x^2/2 - y^2/2\n"
                                        "run to 1 step 0.1\n",
                                        -1);
  g_auto(Result) singular = expect(2, "export '%s' --as c", path);
  g_assert_cmpstr(singular.output, ==, "");
  assert_contains(singular.messages, "cannot be written out");
  /* No program continues where run stops. */
  g_autofree char *curved = scratch_write("curved.noslip",
                                          "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
                                          "lagrangian (x'^2 + y'^2 + z'^2)/2 - 9.81*z\n"
                                          "constraint speed: x'^2 + y'^2 + z'^2 = 4\ninitial x' = 1\n"
                                          "initial y' = 1\ninitial z' = sqrt(2)\nrun to 1 step 0.02\n",
                                          -1);
  g_auto(Result) stops = expect(2, "export '%s' --as c --formulation gibbs-appell", curved);
  assert_contains(stops.messages, "do not reach the end");
  /* What to do instead is possible: these two have no other formulation. */
  g_auto(Result) degenerate = expect(2, "export magnetic-limit --as c");
  assert_contains(degenerate.messages, "write a page");
  g_auto(Result) alone = expect(2, "export magnetic-limit --as c --formulation projection");
  assert_contains(alone.messages, "leave the formulation out");
  g_auto(Result) vakonomic = expect(2, "export regulator --as c");
  assert_contains(vakonomic.messages, "write a page");
  g_auto(Result) nonlinear = expect(2, "export appell-hamel --as c --formulation hamiltonian");
  assert_contains(nonlinear.messages, "these do: multipliers, gibbs-appell and projection");
  /* The message names the first statement that switches, in the order of the text. */
  static const struct {
    const char *first, *second, *place;
  } switches[] = {
      {"friction x' = 1", "bounce y >= 0", "8:1: error"},
      {"bounce y >= 0", "friction x' = 1", "8:1: error"},
      {"friction x' = 1", "", "8:1: error"},
      {"", "bounce y >= 0", "9:1: error"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(switches); i++) {
    g_autofree char *text = g_strdup_printf("noslip 1\ncoordinate x\ncoordinate y\ninitial y = 1\nrun to 1 step 0.1\n"
                                            "initial x' = 1\nlagrangian (x'^2 + y'^2)/2\n%s\n%s\n",
                                            switches[i].first, switches[i].second);
    g_autofree char *file = scratch_write("switches.noslip", text, -1);
    for (guint l = 0; l < G_N_ELEMENTS(programs); l++) {
      g_auto(Result) refused = expect(2, "export '%s' --as %s", file, programs[l]);
      g_assert_cmpstr(refused.output, ==, "");
      assert_contains(refused.messages, switches[i].place);
      assert_contains(refused.messages, "dry friction and bounces switch between equations");
      assert_contains(refused.messages, "write the friction as a smooth force");
    }
  }
  g_auto(Result) nowhere = expect(2, "export chaplygin-sleigh --as c --output /no/such/folder/x.c");
  g_assert_cmpstr(nowhere.output, ==, "");
}

/* What a set-up says on the integration is told where a program integrates otherwise, and in the program. */
static void
test_setup(void)
{
  static const struct {
    const char *motion, *as, *told; /* NULL: nothing */
  } cases[] = {
      {"method=dla\n", "c", "the method of the set-up is not taken over"},
      {"tolerance=1e-06\n", "python", "the tolerance of the set-up is not taken over"},
      {"method=rkf45\ntolerance=1e-06\n", "javascript",
       "the method and the tolerance of the set-up are not taken over"},
      {"method=rkf45\n", "julia", "the method of the set-up is not taken over"},
      {"method=rk8pd\ntolerance=1e-10\n", "c", NULL},
      {"method=rk4\n", "c", NULL},
      {"method=dla\n", "sympy", NULL},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text =
        g_strdup_printf("[Noslip set-up]\nversion=1\n\n[System]\nid=chaplygin-sleigh\n\n[Motion]\n%s", cases[i].motion);
    g_autofree char *file = scratch_write("given.noslip-setup", text, -1);
    g_auto(Result) written = expect(0, "export '%s' --as %s", file, cases[i].as);
    g_assert_cmpstr(written.output, !=, "");
    if (cases[i].told == NULL) {
      g_assert_cmpstr(written.messages, ==, "");
      continue;
    }
    assert_contains(written.messages, cases[i].told);
    assert_contains(written.output, cases[i].told);
  }
}

/* Options that a format does not use are refused by their name; those that say what it does anyway are taken. */
static void
test_unused(void)
{
  static const struct {
    const char *as, *options, *name; /* NULL: taken */
  } cases[] = {
      {"c", "--method rk8pd", "--method"},
      {"python", "--rtol 1e-6", "--rtol"},
      {"julia", "--atol 1e-6", "--atol"},
      {"javascript", "--fixed-step 0.001", "--fixed-step"},
      {"c", "--no-stabilise", "--no-stabilise"},
      {"sympy", "--to 1", "--to"},
      {"sympy", "--step 0.1", "--step"},
      {"sympy", "--method rk4", "--method"},
      {"sympy", "--fixed-step 0.01", "--fixed-step"},
      {"html", "--method dla", "--method"},
      {"html", "--rtol 1e-6", "--rtol"},
      {"html", "--atol 1e-6", "--atol"},
      {"html", "--fixed-step 0.1", "--fixed-step"},
      {"html", "--no-stabilise", "--no-stabilise"},
      {"link", "--atol 1e-6", "--atol"},
      {"link", "--no-stabilise", "--no-stabilise"},
      {"c", "--method rk4 --fixed-step 0.01 --to 1", NULL},
      {"c", "--method rk4 --step 0.1 --fixed-step 0.1", NULL},
      {"sympy", "--set a=0.2 --initial omega=1", NULL},
      {"html", "--to 1 --step 0.1 --consistent", NULL},
      {"link", "--method rk4 --rtol 1e-6", NULL},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_auto(Result) result =
        expect(cases[i].name != NULL ? 2 : 0, "export chaplygin-sleigh --as %s %s", cases[i].as, cases[i].options);
    g_assert_cmpint(*result.output == '\0', ==, cases[i].name != NULL);
    if (cases[i].name != NULL)
      assert_contains(result.messages, cases[i].name);
  }
  /* a page that plays a computed motion keeps them */
  g_autofree char *path = scratch_write("plays.noslip",
                                        "noslip 1\ncoordinate y\nlagrangian y'^2/2 - y\nbounce y >= 0\n"
                                        "initial y = 1\nrun to 1 step 0.1\n",
                                        -1);
  g_auto(Result) page = expect(0, "export '%s' --as html --method rk4 --fixed-step 0.01", path);
  assert_contains(page.output, "recorded");
}

/* The shell completes what the option takes, pages and links too. */
static void
test_completion(void)
{
  g_auto(Result) bash = expect(0, "--completion bash");
  assert_contains(bash.output, " html link");
  g_auto(Result) unknown = expect(2, "export rolling-disk --as cobol");
  assert_contains(unknown.messages, "html or link, not 'cobol'");
  g_auto(Result) missing = expect(2, "export rolling-disk");
  assert_contains(missing.messages, "--as is missing");
  g_auto(Result) grammar = expect(2, "--grammar vim");
  assert_contains(grammar.messages, "there are textmate, tree-sitter and highlights");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/export-options/completion", test_completion);
  g_test_add_func("/export-options/refused", test_refused);
  g_test_add_func("/export-options/setup", test_setup);
  g_test_add_func("/export-options/unused", test_unused);
  int status = g_test_run();
  scratch_remove();
  return status;
}
