/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line as people and scripts meet it: exit statuses, formats, files, broken input. */
#include "tests/app/cli/process.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

static const char *const commands[] = {"list", "show", "check", "run", "compare", "bracket", "sweep", "benchmark"};

/* A particle in free fall: small, and with claims that hold and fail as its text says. */
#define FALL                                                                                                           \
  "noslip 1\ntitle \"Fall\"\nparameter g = 9.81\ncoordinate z\nlagrangian z'^2/2 - g*z\ninitial z' = 1\nrun to 1 "     \
  "step 0.25\n"

/* The command line speaks English to everybody: other programs read it. */
static void
test_language(void)
{
  g_autofree char *broken = scratch_write("broken.noslip", FALL "lagrangian 2 z\ninitial y = sin(\n", -1);
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

static void
test_help(void)
{
  g_auto(Result) all = expect(0, "--help");
  const char *list = strstr(all.output, "Commands:\n");
  g_assert_nonnull(list);
  g_auto(GStrv) lines = g_strsplit(list, "\n", -1);
  for (guint i = 0; i < G_N_ELEMENTS(commands); i++) /* a line for each, and no more */
    g_assert_true(g_str_has_prefix(lines[i + 1], "  ") && *g_strstrip(lines[i + 1]) != '\0');
  g_auto(Result) version = expect(0, "--version");
  g_assert_true(g_str_has_prefix(version.output, "noslip-cli "));
  for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
    g_auto(Result) help = expect(0, "%s --help", commands[i]);
    assert_contains(all.output, commands[i]);
    const char *example = strstr(help.output, "Example:\n  noslip-cli ");
    g_assert_nonnull(example);
    g_autofree char *line = g_strdup(example + strlen("Example:\n  noslip-cli "));
    line[strcspn(line, "\n")] = '\0';
    g_auto(Result) done = expect(0, "%s", line);
    g_assert_cmpuint(strlen(done.output), >, 20);
  }
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
      {"run snakeboard rolling-disk", "does not know what to do"},
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
      {"list snakeboard", "takes no arguments"},
      {"show snakeboard --json --latex", "either JSON or LaTeX"},
      {"compare snakeboard --formulations projektion", "there is no formulation"},
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

static void
test_files(void)
{
  g_autofree char *binary = scratch_write("binary.noslip", "\x7f\x45LF\0\0\xff\xfe", 8);
  g_autofree char *empty = scratch_write("empty.noslip", "", 0);
  g_autofree char *fifo = g_build_filename(scratch(), "fifo.noslip", NULL);
  g_autofree char *huge = g_build_filename(scratch(), "huge.noslip", NULL);
  g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
  g_auto(Result) made = run_cli("--version; truncate -s 100M '%s'", huge);
  g_assert_cmpint(made.status, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
    if (strcmp(commands[i], "list") == 0)
      continue;
    g_auto(Result) absent = expect(2, "%s '%s/absent.noslip'", commands[i], scratch());
    assert_contains(absent.messages, "No such file");
    g_auto(Result) is_folder = expect(2, "%s '%s/'", commands[i], scratch());
    assert_contains(is_folder.messages, "is a folder");
    g_auto(Result) is_fifo = expect(2, "%s '%s'", commands[i], fifo);
    assert_contains(is_fifo.messages, "not a regular file");
    g_auto(Result) is_huge = expect(2, "%s '%s'", commands[i], huge);
    assert_contains(is_huge.messages, "too large");
    g_auto(Result) is_binary = expect(2, "%s '%s'", commands[i], binary);
    assert_contains(is_binary.messages, "binary.noslip");
    g_auto(Result) is_empty = expect(2, "%s '%s'", commands[i], empty);
    assert_contains(is_empty.messages, "error");
  }
  g_unlink(fifo);
  g_unlink(huge);
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

static GPtrArray *
rows_of(const char *csv)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify) g_strfreev);
  g_auto(GStrv) lines = g_strsplit(csv, "\n", -1);
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    g_ptr_array_add(rows, g_strsplit(lines[i], ",", -1));
  return rows;
}

static void
test_run(void)
{
  g_autofree char *path = scratch_write("fall.noslip", FALL "claim \"falls\": d(z') = -g\n", -1);
  g_auto(Result) result = expect(0, "run '%s' --set g=2 --to 1.1", path);
  g_autoptr(GPtrArray) rows = rows_of(result.output);
  g_assert_true(g_str_has_prefix(result.output, "t,z,z',energy\n"));
  g_assert_cmpuint(rows->len, ==, 1 + 6);
  const double times[] = {0, 0.25, 0.5, 0.75, 1, 1.1};
  for (guint i = 0; i < G_N_ELEMENTS(times); i++) {
    char **row = rows->pdata[i + 1];
    g_assert_cmpuint(g_strv_length(row), ==, 4);
    double t = g_ascii_strtod(row[0], NULL);
    g_assert_cmpfloat_with_epsilon(t, times[i], 1e-15);
    g_assert_cmpfloat_with_epsilon(g_ascii_strtod(row[1], NULL), t - t * t, 1e-9);
    g_assert_cmpfloat_with_epsilon(g_ascii_strtod(row[2], NULL), 1 - 2 * t, 1e-9);
    g_assert_cmpfloat_with_epsilon(g_ascii_strtod(row[3], NULL), 0.5, 1e-9);
  }
}

static void
test_claims(void)
{
  g_autofree char *fails = scratch_write("fails.noslip", FALL "claim \"rises\": d(z') = g\n", -1);
  g_auto(Result) failed = expect(1, "run '%s'", fails);
  assert_contains(failed.messages, "claim \"rises\": fails; residual ");
  g_autoptr(GPtrArray) rows = rows_of(failed.output);
  g_assert_cmpuint(rows->len, ==, 1 + 5);
  g_autofree char *misprint =
      scratch_write("misprint.noslip", FALL "claim \"rises\": d(z') = g expected to fail\n", -1);
  g_auto(Result) expected = expect(0, "run '%s'", misprint);
  g_autofree char *holds = scratch_write("holds.noslip", FALL "claim \"falls\": d(z') = -g expected to fail\n", -1);
  g_auto(Result) surprise = expect(1, "run '%s'", holds);
  assert_contains(surprise.messages, "expected to fail");
  g_auto(Result) check = expect(1, "check '%s' '%s'", misprint, fails);
  assert_contains(check.output, "FAILED  claim: rises");
  assert_contains(check.output, "2 systems");
  g_auto(Result) mixed = expect(2, "check snakeboard nowhere '%s'", fails);
  assert_contains(mixed.output, "FAILED  claim: rises");
}

/* The verdicts of check and their statuses: strict or not, along trials, in text and JSON. */
static void
test_verdicts(void)
{
  static const char *const text = "noslip 1\nparameter k = 4\ncoordinate x\ncoordinate y\n"
                                  "lagrangian (x'^2 + y'^2)/2 - k/2*(x^2 + y^2)\ninitial x = 1\nrun to 2 step 0.01\n"
                                  "observable root = sqrt(x)\nclaim \"oval\": d(x') = -4*x\n"
                                  "claim \"mixed\": d(y') + d(x') = -4*x - 4*y\n"
                                  "claim \"kept\": d(energy) = 0\n";
  static const char *const moved = "trial \"both\": y' = 1\n";
  g_autofree char *both = g_strconcat(text, moved, NULL);
  g_autofree char *weak = scratch_write("weak.noslip", text, -1), *tested = scratch_write("tested.noslip", both, -1);
  g_auto(Result) lax = expect(0, "check '%s'", weak);
  assert_contains(lax.output, "ok      claim: mixed: weak; residual ");
  assert_contains(lax.output, "this motion hardly tests the term ");
  assert_contains(lax.output, "ok      claim: kept: proved; residual ");
  assert_contains(lax.messages, "the observable root is not a number at t = 0.79");
  g_auto(Result) strict = expect(1, "check --strict '%s'", weak);
  assert_contains(strict.output, "FAILED  claim: mixed: weak; ");
  g_auto(Result) passed = expect(0, "check --strict '%s'", tested);
  assert_contains(passed.output, "ok      claim: mixed: weak; ");
  assert_contains(passed.output, "ok      trial \"both\": claim: mixed: holds; residual ");
  g_auto(Result) warned = expect(1, "check --warnings-as-errors '%s'", tested);
  assert_contains(warned.output, "FAILED  no warnings");
  g_autofree char *unused =
      scratch_write("unused.noslip", "noslip 1\nparameter m = 1\ncoordinate x\nlagrangian x'^2/2\n", -1);
  g_auto(Result) slip = expect(1, "check --warnings-as-errors --json '%s'", unused);
  assert_contains(slip.messages, "unused.noslip:2:11: warning: nothing uses the parameter m; leave it out");
  g_autoptr(JsonNode) slip_root = json_of(&slip);
  JsonObject *report =
      json_array_get_object_element(json_object_get_array_member(json_node_get_object(slip_root), "systems"), 0);
  JsonObject *warning = json_array_get_object_element(json_object_get_array_member(report, "warnings"), 0);
  g_assert_cmpint(json_object_get_int_member(warning, "line"), ==, 2);
  g_assert_cmpint(json_object_get_int_member(warning, "column"), ==, 11);
  g_assert_cmpstr(json_object_get_string_member(warning, "code"), ==, "slip");
  g_assert_cmpstr(json_object_get_string_member(warning, "cause"), ==, "nothing uses the parameter m");
  g_auto(Result) json = expect(0, "check --json '%s'", tested);
  g_autoptr(JsonNode) root = json_of(&json);
  JsonArray *systems = json_object_get_array_member(json_node_get_object(root), "systems");
  JsonArray *claims = json_object_get_array_member(json_array_get_object_element(systems, 0), "claims");
  g_assert_cmpuint(json_array_get_length(claims), ==, 6);
  JsonObject *mixed = json_array_get_object_element(claims, 1), *again = json_array_get_object_element(claims, 4);
  g_assert_cmpstr(json_object_get_string_member(mixed, "name"), ==, "mixed");
  g_assert_cmpint(json_object_get_int_member(mixed, "line"), ==, 10);
  g_assert_cmpstr(json_object_get_string_member(mixed, "verdict"), ==, "weak");
  g_assert_cmpfloat(json_object_get_double_member(mixed, "tolerance"), ==, 1e-10);
  g_assert_true(json_object_get_null_member(mixed, "sensitivity")); /* infinite */
  g_assert_true(json_object_get_null_member(mixed, "drift") && json_object_get_null_member(mixed, "trial"));
  g_assert_cmpstr(json_object_get_string_member(again, "trial"), ==, "both");
  g_assert_cmpstr(json_object_get_string_member(again, "verdict"), ==, "holds");
  g_assert_cmpfloat(json_object_get_double_member(again, "sensitivity"), <, 1e-8);
  g_assert_cmpfloat(json_object_get_double_member(json_array_get_object_element(claims, 2), "drift"), <, 1e-9);
  g_auto(Result) run = expect(0, "run '%s' --trial both", tested);
  assert_contains(run.messages, "claim \"mixed\": holds; residual ");
  assert_contains(run.output, "\n0,1,0,0,1,");
  g_auto(Result) none = expect(2, "run '%s' --trial neither", tested);
  assert_contains(none.messages, "has no trial 'neither'; it has both");
  g_auto(Result) coarse = expect(1, "run '%s' --method rk4 --fixed-step 0.25 --step 0.25", weak);
  assert_contains(coarse.messages, "the computed motion does not keep it: method rk4, step 0.25");
  g_auto(Result) version = expect(0, "--version");
  gboolean multistep = strstr(version.output, "(SUNDIALS): yes") != NULL;
  g_auto(Result) bdf = expect(multistep ? 0 : 2, "run pendulum --method bdf --to 1");
  if (multistep) {
    g_auto(Result) fixed = expect(2, "run pendulum --method bdf --fixed-step 0.1");
    assert_contains(fixed.messages, "method 'bdf' chooses its steps itself; leave the fixed step out");
  } else {
    assert_contains(version.output, "(SUNDIALS): left out of this build");
    assert_contains(bdf.messages, "the method 'bdf' needs SUNDIALS, which was left out of this build");
  }
  g_auto(Result) euler = expect(2, "run pendulum --method euler");
  assert_contains(euler.messages, "there is no method 'euler'");
  g_auto(Result) nothing = expect(2, "check");
  assert_contains(nothing.messages, "needs a SYSTEM, or --all");
}

/* The rows up to the end of the computation are written, and the exit status reports the failure. */
static void
test_stop(void)
{
  const char *text = "noslip 1\ncoordinate x\nlagrangian x'^2/2 + x^4\ninitial x = 1\nrun to 10 step 0.05\n";
  g_autofree char *path = scratch_write("blow-up.noslip", text, -1);
  g_autofree char *csv = g_build_filename(scratch(), "blow-up.csv", NULL);
  g_auto(Result) result = expect(3, "run '%s' -o '%s'", path, csv);
  g_autofree char *written = NULL;
  g_assert_true(g_file_get_contents(csv, &written, NULL, NULL));
  g_autoptr(GPtrArray) rows = rows_of(written);
  g_assert_cmpuint(rows->len, >, 5);
  g_assert_cmpuint(rows->len, <, 200);
  g_autofree char *past = g_strconcat(csv, ".json", NULL);
  g_assert_cmpint(g_unlink(past), ==, 0);
  g_unlink(csv);
}

static void
test_output(void)
{
  g_autofree char *csv = g_build_filename(scratch(), "run.csv", NULL);
  g_auto(Result) direct = expect(0, "run chaplygin-sleigh --to 1 --step 0.1");
  g_auto(Result) file = expect(0, "run chaplygin-sleigh --to 1 --step 0.1 --output '%s'", csv);
  g_autofree char *written = NULL;
  g_assert_true(g_file_get_contents(csv, &written, NULL, NULL));
  g_assert_cmpstr(written, ==, direct.output);
  g_assert_cmpstr(file.output, ==, "");
  /* Wrong input leaves the old file as it was. */
  g_auto(Result) wrong = expect(2, "run chaplygin-sleigh --set m=x --output '%s'", csv);
  g_autofree char *kept = NULL;
  g_assert_true(g_file_get_contents(csv, &kept, NULL, NULL));
  g_assert_cmpstr(kept, ==, written);
  g_autofree char *past = g_strconcat(csv, ".json", NULL);
  g_assert_cmpint(g_unlink(past), ==, 0);
  g_assert_true(scratch_is_empty_but("run.csv"));
  g_unlink(csv);
}

static void
test_full_disk(void)
{
  const char *lines[] = {"run chaplygin-sleigh --to 1 > /dev/full",
                         "run chaplygin-sleigh --to 1 -o /dev/full",
                         "list > /dev/full",
                         "show snakeboard --json > /dev/full",
                         "check snakeboard > /dev/full",
                         "--help > /dev/full"};
  for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
    g_auto(Result) full = expect(2, "%s", lines[i]);
    assert_contains(full.messages, "cannot write");
  }
  g_auto(Result) closed = expect(2, "run chaplygin-sleigh --to 1 >&-");
  assert_contains(closed.messages, "cannot write");
  /* A file that grows beyond its limit is not left half written. */
  g_autofree char *csv = g_build_filename(scratch(), "large.csv", NULL);
  g_auto(Result) limited =
      expect(2, "--version >/dev/null; (ulimit -f 8; trap '' XFSZ; exec '%s' run chaplygin-sleigh -o '%s')",
             g_getenv("NOSLIP_CLI"), csv);
  assert_contains(limited.messages, "cannot write");
  g_assert_false(g_file_test(csv, G_FILE_TEST_EXISTS));
  g_assert_true(scratch_is_empty_but("large.csv.partial"));
  g_autofree char *partial = g_strconcat(csv, ".partial", NULL);
  g_assert_cmpint(g_unlink(partial), ==, 0);
}

static void
test_broken_pipe(void)
{
  g_auto(Result) result = run_cli("run chaplygin-sleigh | head -n 2");
  g_assert_cmpint(result.status, ==, 0);
  g_assert_true(g_str_has_prefix(result.output, "t,x,y,theta,v1,v2,omega,energy,lambda[blade]"));
  g_assert_cmpstr(result.messages, ==, "");
}

static void
test_free(void)
{
  g_auto(Result) result = expect(0, "run chaplygin-sleigh --dynamics free --to 1");
  assert_lacks(result.output, "lambda");
}

static double
number_in(JsonNode *root, const char *expression)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) found = json_path_query(expression, root, &error);
  g_assert_no_error(error);
  JsonArray *matches = json_node_get_array(found);
  g_assert_cmpuint(json_array_get_length(matches), ==, 1);
  return json_array_get_double_element(matches, 0);
}

static void
test_list_json(void)
{
  g_auto(Result) result = expect(0, "list --json");
  g_autoptr(JsonNode) root = json_of(&result);
  JsonArray *entries = json_object_get_array_member(json_node_get_object(root), "systems");
  g_assert_cmpuint(json_array_get_length(entries), >=, 12);
  for (guint i = 0; i < json_array_get_length(entries); i++) {
    JsonObject *entry = json_array_get_object_element(entries, i);
    g_assert_true(json_object_has_member(entry, "id"));
    g_assert_true(json_object_has_member(entry, "summary"));
  }
}

static void
test_show_json(void)
{
  g_auto(Result) result = expect(0, "show chaplygin-sleigh --json");
  g_autoptr(JsonNode) root = json_of(&result);
  JsonObject *system = json_node_get_object(root);
  g_assert_cmpstr(json_object_get_string_member(system, "constraint_class"), ==, "linear");
  g_assert_true(json_object_get_boolean_member(system, "regular"));
  g_assert_cmpint(json_object_get_int_member(system, "rank"), ==, 2);
  g_assert_cmpfloat(number_in(root, "$.dimensions.fibre_coordinates"), ==, 3);
  JsonObject *equations = json_object_get_object_member(system, "equations");
  g_assert_nonnull(json_object_get_string_member(equations, "omega'"));
  g_auto(Result) latex = expect(0, "show chaplygin-sleigh --latex");
  assert_contains(latex.output, "\\begin{align*}");
  assert_contains(latex.output, "\\dot{\\omega}");
  g_auto(Result) text = expect(0, "show chaplygin-sleigh");
  assert_contains(text.output, "Equations of motion");
}

/* {p1, p2} = -C^c_12 p_c of G 6.1 with the catalogue's parameters: m = 1, J = 0.3, a = 0.2, b = 0.1. */
static void
test_bracket_json(void)
{
  g_auto(Result) result = expect(0, "bracket chaplygin-sleigh --of 'x, theta, p(omega), p(v1)' "
                                    "--at theta=0.5 --at v1=0.7 --at omega=-0.3 --json");
  g_autoptr(JsonNode) root = json_of(&result);
  double p_omega = (0.3 + 0.04 + 0.01) * -0.3 - 0.1 * 0.7, p_v1 = 0.7 + 0.1 * 0.3;
  g_assert_cmpfloat_with_epsilon(number_in(root, "$.matrix[0][3]"), cos(0.5), 1e-14);
  g_assert_cmpfloat_with_epsilon(number_in(root, "$.matrix[1][2]"), 1, 1e-14);
  g_assert_cmpfloat_with_epsilon(number_in(root, "$.matrix[2][3]"), -0.2 / 0.34 * (p_omega + 0.1 * p_v1), 1e-14);
  g_assert_cmpfloat_with_epsilon(number_in(root, "$.matrix[3][2]"), 0.2 / 0.34 * (p_omega + 0.1 * p_v1), 1e-14);
  g_assert_cmpfloat(number_in(root, "$.state.theta"), ==, 0.5);
  JsonObject *table = json_node_get_object(root);
  g_assert_true(json_object_has_member(table, "structure"));
  g_assert_true(json_object_has_member(table, "jacobiator"));
  g_auto(Result) special = expect(0, "bracket martinet-full --dynamics nonholonomic --at x=0");
  assert_contains(special.output, "at the state (2, 2, 3), at a generic point (2, 3); D is completely nonholonomic");
  g_auto(Result) grown = expect(0, "bracket martinet --dynamics vakonomic --at x=0 --json");
  g_autoptr(JsonNode) grown_root = json_of(&grown);
  JsonObject *growth = json_object_get_object_member(json_node_get_object(grown_root), "growth");
  g_assert_cmpuint(json_array_get_length(json_object_get_array_member(growth, "at")), ==, 3);
  g_assert_cmpuint(json_array_get_length(json_object_get_array_member(growth, "generic")), ==, 2);
  g_assert_false(json_object_get_boolean_member(growth, "involutive"));
  g_assert_false(json_object_get_boolean_member(growth, "bound"));
  g_auto(Result) usual = expect(0, "bracket rolling-ball --json");
  g_autoptr(JsonNode) default_root = json_of(&usual);
  JsonArray *names = json_object_get_array_member(json_node_get_object(default_root), "names");
  g_assert_cmpuint(json_array_get_length(names), ==, 6 + 3);
  g_assert_cmpstr(json_array_get_string_element(names, 8), ==, "p_3");
}

static void
test_compare(void)
{
  g_auto(Result) result = expect(0, "compare snakeboard --to 1 --json");
  g_autoptr(JsonNode) root = json_of(&result);
  JsonObject *comparison = json_node_get_object(root);
  g_assert_true(json_object_get_boolean_member(comparison, "agree"));
  JsonArray *formulations = json_object_get_array_member(comparison, "formulations");
  g_assert_cmpuint(json_array_get_length(formulations), ==, 5);
  g_auto(Result) table = expect(0, "compare chaplygin-sleigh --formulations multipliers,gibbs-appell");
  assert_contains(table.output, "2 motions by 1 derivation agree to");
  g_auto(Result) all = expect(0, "compare chaplygin-sleigh");
  assert_contains(all.output, "5 motions by 3 derivations agree to");
  assert_contains(all.output, "multipliers: from F and W of the model; lambda its own");
  assert_contains(all.output, "lambda derived");
  /* Nothing to compare is no agreement, in words, in JSON and in the status. */
  g_auto(Result) single = expect(1, "compare chaplygin-sleigh --formulations multipliers");
  assert_contains(single.output, "nothing to compare");
  g_auto(Result) map = expect(1, "compare chaplygin-sleigh --method dla --to 1 --json");
  g_autoptr(JsonNode) map_root = json_of(&map);
  g_assert_false(json_object_get_boolean_member(json_node_get_object(map_root), "agree"));
  g_assert_cmpint(json_object_get_int_member(json_node_get_object(map_root), "motions"), ==, 1);
  /* A loose tolerance allows no more than 1e-3. */
  g_auto(Result) loose = expect(0, "compare chaplygin-sleigh --rtol 0.1 --to 1 --json");
  g_autoptr(JsonNode) loose_root = json_of(&loose);
  g_assert_cmpfloat(json_object_get_double_member(json_node_get_object(loose_root), "allowed"), ==, 1e-3);
}

static void
test_check_json(void)
{
  g_auto(Result) result = expect(0, "check chaplygin-sleigh --json");
  g_autoptr(JsonNode) root = json_of(&result);
  g_assert_cmpfloat(number_in(root, "$.failed"), ==, 0);
  g_assert_cmpfloat(number_in(root, "$.total"), >, 10);
}

/* A map that is no reduction is found out. */
static void
test_reduction(void)
{
  g_auto(Result) good = expect(0, "check chaplygin-sleigh");
  assert_contains(good.output, "reduction to chaplygin-sleigh-reduced: motions are mapped to motions");
  g_autofree char *text = NULL;
  g_autofree char *source = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), "chaplygin-sleigh.noslip", NULL);
  g_assert_true(g_file_get_contents(source, &text, NULL, NULL));
  g_auto(GStrv) parts = g_strsplit(text, "omega = omega", 2);
  g_assert_nonnull(parts[1]);
  g_autofree char *wrong = g_strjoinv("omega = 2*omega", parts);
  g_autofree char *path = scratch_write("wrong-map.noslip", wrong, -1);
  g_auto(Result) bad = expect(1, "check '%s'", path);
  assert_contains(bad.output, "FAILED  reduction to chaplygin-sleigh-reduced: the Lagrangian is that");
  assert_contains(bad.output, "FAILED  reduction to chaplygin-sleigh-reduced: brackets are mapped to brackets");
  assert_contains(bad.output, "ok      reduction to chaplygin-sleigh-reduced: the map is onto");
  const struct {
    const char *from, *to, *message;
  } refused[] = {
      {"omega = omega\n", "omga = omega\n", "no coordinate or fibre coordinate omga; did you mean omega?"},
      {", omega = omega\n", "\n", "does not say what omega is"},
      {"\"chaplygin-sleigh-reduced\"", "\"chaplygin-sleigh-redused\"", "did you mean chaplygin-sleigh-reduced?"},
      {"omega = omega\n", "omega = 1\n", "is not linear in the velocities"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(refused); i++) {
    g_auto(GStrv) pieces = g_strsplit(text, refused[i].from, 2);
    g_assert_nonnull(pieces[1]);
    g_autofree char *other = g_strjoinv(refused[i].to, pieces);
    g_autofree char *file = scratch_write("refused-map.noslip", other, -1);
    g_auto(Result) result = expect(2, "check '%s'", file);
    assert_contains(result.messages, refused[i].message);
    assert_contains(result.messages, "refused-map.noslip:");
    assert_contains(result.output, "a map of bundles");
  }
}

/* On an Atiyah algebroid the horizontal and vertical equations stand apart. */
static void
test_show_atiyah(void)
{
  g_auto(Result) text = expect(0, "show rolling-ball-reduced");
  assert_contains(text.output, "Lagrange-d'Alembert-Poincaré equations");
  assert_contains(text.output, "d/dt(I*w1) = r*lambda(slip_y)");
  assert_contains(text.output, "horizontal x' + 1/r*w2:  d/dt(I*w2/r + m*r*w2) = force_x");
  g_auto(Result) split = expect(0, "show rolling-ball-reduced --latex");
  assert_contains(split.output, "% The same without multipliers");
  g_auto(Result) latex = expect(0, "show martinet --latex");
  assert_contains(latex.output, "% Lagrange-Poincaré equations, vertical");
  g_auto(Result) json = expect(0, "show martinet --json");
  assert_contains(json.output, "connection(x', y1) along y2 = x");
  g_auto(Result) other = expect(0, "show rolling-ball");
  g_assert_null(strstr(other.output, "Poincaré equations"));
}

static void
test_vakonomic(void)
{
  g_auto(Result) result = expect(0, "run chaplygin-sleigh --dynamics vakonomic --to 1 --step 0.5");
  g_assert_true(g_str_has_prefix(result.output, "t,x,y,theta,v1,v2,omega,energy,mu[blade]"));
  g_auto(Result) heisenberg = expect(0, "run heisenberg --to 1 --step 0.5");
  assert_contains(heisenberg.output, "mu[horizontal]");
  g_auto(Result) named = expect(2, "run heisenberg --formulation multipliers");
  assert_contains(named.messages, "takes no --formulation");
}

/* The prime may be written ' or ′, and a decomposed name is the same name. */
static void
test_names(void)
{
  g_auto(Result) plain = expect(0, "run rolling-disk --initial \"phi'=1.5\" --to 1 --step 0.5");
  g_auto(Result) prime = expect(0, "run rolling-disk --initial 'phi′=1.5' --to 1 --step 0.5");
  g_assert_cmpstr(plain.output, ==, prime.output);
  g_auto(Result) last = expect(0, "run rolling-disk --initial \"phi'=9\" --initial \"phi'=1.5\" --to 1 --step 0.5");
  g_assert_cmpstr(plain.output, ==, last.output);
}

/* The rows of a sweep are those of single runs, and the same for any number of jobs. */
static void
test_sweep(void)
{
  g_auto(Result) one = expect(0, "sweep chaplygin-sleigh --vary a=-0.2..0.2:3 --vary omega=1..2:2 --to 2 --jobs 1");
  g_auto(Result) many = expect(0, "sweep chaplygin-sleigh --vary a=-0.2..0.2:3 --vary omega=1..2:2 --to 2 --jobs 4");
  g_assert_cmpstr(one.output, ==, many.output);
  g_autoptr(GPtrArray) rows = rows_of(one.output);
  g_assert_cmpuint(rows->len, ==, 1 + 6);
  g_assert_true(g_str_has_prefix(one.output, "index,a,initial[omega],t,x,y,theta,"));
  g_auto(Result) single = expect(0, "run chaplygin-sleigh --set a=0.2 --initial omega=1 --to 2");
  g_autoptr(GPtrArray) run = rows_of(single.output);
  char **swept = rows->pdata[5], **last = run->pdata[run->len - 1];
  for (guint i = 0; last[i] != NULL; i++)
    g_assert_cmpstr(swept[i + 3], ==, last[i]);
  g_auto(Result) wrong = expect(2, "sweep chaplygin-sleigh --vary a=0..1");
  g_auto(Result) unknown = expect(2, "sweep chaplygin-sleigh --vary q=0..1:2");
  g_auto(Result) none = expect(2, "sweep chaplygin-sleigh");
  g_auto(Result) huge = expect(2, "sweep chaplygin-sleigh --vary a=0..1:10000000 --vary b=0..1:10000000");
}

/* A picture without a display: of the size that was asked for, and not blank. */
static void
test_render(void)
{
  g_autofree char *png = g_build_filename(scratch(), "sleigh.png", NULL);
  g_auto(Result) drawn = expect(0, "render chaplygin-sleigh --time 2 --size 320x200 --output '%s'", png);
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
  g_unlink(png);
}

/* The program without a display needs no toolkit. */
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

/* An interrupt ends a run in order: what was computed is there. */
static void
test_interrupt(void)
{
  g_autofree char *csv = g_build_filename(scratch(), "interrupted.csv", NULL);
  g_auto(Result) result =
      run_cli("run chaplygin-sleigh --to 4e5 --step 0.01 -o '%s' & while [ -z \"$(ls -A '%s')\" ]; do sleep 0.1; done; "
              "sleep 0.5; kill -INT $!; wait $!",
              csv, scratch());
  g_assert_cmpint(result.status, ==, 3);
  g_assert_true(scratch_is_empty_but("interrupted.csv.partial"));
  g_autofree char *partial = g_strconcat(csv, ".partial", NULL);
  g_assert_cmpint(g_unlink(partial), ==, 0);
}

/* The fall of 1 m/s upwards is at its top at t = 1/g and back at t = 2/g. */
static void
test_events(void)
{
  g_autofree char *fall = scratch_write("fall.noslip", FALL, -1);
  g_autofree char *file = g_build_filename(scratch(), "events.csv", NULL);
  g_auto(Result) found = expect(0, "run %s --event z\\' --event z-0.01 --event-direction falling --rtol 1e-12", fall);
  g_auto(GStrv) lines = g_strsplit(found.output, "\n", -1);
  g_assert_cmpuint(g_strv_length(lines), ==, 4); /* a header, two events, the end */
  g_assert_cmpstr(lines[0], ==, "t,z,z',energy,event");
  g_assert_cmpfloat(fabs(g_ascii_strtod(lines[1], NULL) - 1 / 9.81), <, 1e-12);
  g_assert_true(g_str_has_suffix(lines[1], ",1"));
  g_assert_cmpfloat(fabs(g_ascii_strtod(lines[2], NULL) - (1 + sqrt(1 - 0.02 * 9.81)) / 9.81), <, 1e-12);
  g_assert_true(g_str_has_suffix(lines[2], ",2"));
  /* the run ends at the second event, whose row is the last sample */
  g_auto(Result) stopped =
      expect(0, "run %s --event z-0.01 --stop-at-event 2 --step 0.01 --rtol 1e-12 --events %s", fall, file);
  g_autofree char *written = NULL;
  g_assert_true(g_file_get_contents(file, &written, NULL, NULL));
  g_auto(GStrv) events = g_strsplit(written, "\n", -1);
  g_auto(GStrv) samples = g_strsplit(stopped.output, "\n", -1);
  g_assert_cmpuint(g_strv_length(events), ==, 4);
  g_autofree char *last = g_strconcat(samples[g_strv_length(samples) - 2], ",1", NULL);
  g_assert_cmpstr(last, ==, events[2]);
  g_auto(Result) fewer = expect(0, "run %s --event z-0.01 --stop-at-event 3 --step 0.01", fall);
  assert_contains(fewer.messages, "there were 2");
  g_auto(Result) idle = expect(2, "run %s --stop-at-event 1", fall);
  assert_contains(idle.messages, "--event");
  g_auto(Result) way = expect(2, "run %s --event z --event-direction up", fall);
  assert_contains(way.messages, "rising, falling or both");
  g_auto(Result) number = expect(2, "run %s --event z --stop-at-event 1.5", fall);
  assert_contains(number.messages, "whole number");
  g_auto(Result) unknown = expect(2, "run %s --event zz", fall);
  assert_contains(unknown.messages, "zz");
  g_auto(Result) both = expect(2, "run %s --event z --output -", fall);
  assert_contains(both.messages, "standard output");
  g_assert_cmpint(g_unlink(file), ==, 0);
  g_assert_cmpint(g_unlink(fall), ==, 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cli/help", test_help);
  g_test_add_func("/cli/usage", test_usage);
  g_test_add_func("/cli/files", test_files);
  g_test_add_func("/cli/broken-text", test_broken_text);
  g_test_add_func("/cli/run", test_run);
  g_test_add_func("/cli/claims", test_claims);
  g_test_add_func("/cli/verdicts", test_verdicts);
  g_test_add_func("/cli/events", test_events);
  g_test_add_func("/cli/stop", test_stop);
  g_test_add_func("/cli/output", test_output);
  g_test_add_func("/cli/full-disk", test_full_disk);
  g_test_add_func("/cli/broken-pipe", test_broken_pipe);
  g_test_add_func("/cli/interrupt", test_interrupt);
  g_test_add_func("/cli/free", test_free);
  g_test_add_func("/cli/list-json", test_list_json);
  g_test_add_func("/cli/show-json", test_show_json);
  g_test_add_func("/cli/bracket-json", test_bracket_json);
  g_test_add_func("/cli/compare", test_compare);
  g_test_add_func("/cli/check-json", test_check_json);
  g_test_add_func("/cli/reduction", test_reduction);
  g_test_add_func("/cli/show-atiyah", test_show_atiyah);
  g_test_add_func("/cli/language", test_language);
  g_test_add_func("/cli/vakonomic", test_vakonomic);
  g_test_add_func("/cli/names", test_names);
  g_test_add_func("/cli/sweep", test_sweep);
  g_test_add_func("/cli/render", test_render);
  g_test_add_func("/cli/no-toolkit", test_no_toolkit);
  int status = g_test_run();
  scratch_remove();
  return status;
}
