/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motions on the command line: rows, claims, verdicts and events. */
#include "tests/app/cli/process.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

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
  g_autofree char *path = scratch_write("fall.noslip", SHORT_FALL "claim \"falls\": d(z') = -g\n", -1);
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
  g_autofree char *fails = scratch_write("fails.noslip", SHORT_FALL "claim \"rises\": d(z') = g\n", -1);
  g_auto(Result) failed = expect(1, "run '%s'", fails);
  assert_contains(failed.messages, "claim \"rises\": fails; residual ");
  g_autoptr(GPtrArray) rows = rows_of(failed.output);
  g_assert_cmpuint(rows->len, ==, 1 + 5);
  g_autofree char *misprint =
      scratch_write("misprint.noslip", SHORT_FALL "claim \"rises\": d(z') = g expected to fail\n", -1);
  g_auto(Result) expected = expect(0, "run '%s'", misprint);
  (void) expected;
  g_autofree char *holds =
      scratch_write("holds.noslip", SHORT_FALL "claim \"falls\": d(z') = -g expected to fail\n", -1);
  g_auto(Result) surprise = expect(1, "run '%s'", holds);
  assert_contains(surprise.messages, "expected to fail");
  g_auto(Result) check = expect(1, "check '%s' '%s'", misprint, fails);
  assert_contains(check.output, "FAILED  claim: rises");
  assert_contains(check.output, "2 systems");
  g_auto(Result) mixed = expect(2, "check snakeboard nowhere '%s'", fails);
  assert_contains(mixed.output, "FAILED  claim: rises");
}

/* A text that cannot be read counts as one failed check, in text and in JSON, and its errors are printed. */
static void
test_wrong_text(void)
{
  g_autofree char *wrong = scratch_write("wrong.noslip", "noslip 1\ncoordinate x, y\nlagrangian x'^2 + y'^2\n", -1);
  g_auto(Result) text = expect(2, "check '%s'", wrong);
  assert_contains(text.output, "1 checks and claims: 0 held, 1 failed");
  g_auto(Result) json = expect(2, "check --json '%s'", wrong);
  g_autoptr(JsonNode) root = json_of(&json);
  JsonObject *all = json_node_get_object(root);
  g_assert_cmpint(json_object_get_int_member(all, "total"), ==, 1);
  g_assert_cmpint(json_object_get_int_member(all, "failed"), ==, 1);
  JsonObject *report = json_array_get_object_element(json_object_get_array_member(all, "systems"), 0);
  JsonObject *finding = json_array_get_object_element(json_object_get_array_member(report, "findings"), 0);
  g_assert_false(json_object_get_boolean_member(finding, "good"));
  JsonObject *error = json_array_get_object_element(json_object_get_array_member(report, "errors"), 0);
  g_assert_cmpint(json_object_get_int_member(error, "line"), ==, 2);
  JsonObject *fix = json_object_get_object_member(error, "fix");
  g_assert_cmpint(json_object_get_int_member(fix, "column"), ==, 13);
  g_assert_cmpint(json_object_get_int_member(fix, "length"), ==, 2);
  g_assert_cmpstr(json_object_get_string_member(fix, "text"), ==, "\ncoordinate ");
}

/* Every command that starts a motion tells of given values that it replaced. */
static void
test_replaced(void)
{
  static const char text[] = "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\n"
                             "constraint rod: x^2 + y^2 = 1\ninitial x = 0.6\ninitial y = 0.801\ninitial x' = 0.8\n"
                             "initial y' = -0.6\nrun to 1 step 0.1\n";
  static const char *const commands[] = {"check", "run", "compare", "bracket"};
  g_autofree char *rod = scratch_write("rod.noslip", text, -1);
  for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
    g_auto(Result) result = expect(0, "%s '%s'", commands[i], rod);
    assert_contains(result.messages,
                    ":5:12: note: the initial coordinates were moved by 0.0008 onto the constraint rod");
    assert_contains(result.messages, "note: the nearest consistent initial values were taken: x' = ");
  }
}

/* Warnings as errors: the exit status and the JSON of one. */
static void
test_warnings_as_errors(void)
{
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
  g_assert_cmpstr(json_object_get_string_member(json_object_get_object_member(warning, "fix"), "text"), ==, "# ");
}

/* A formula that holds for one choice of the gauge only is not said to hold for all; what is proved does. What a gauge
 * or a form determines is not called least energy. */
static void
test_gauge(void)
{
  static const char *const text = "noslip 1\ncoordinate x1\ncoordinate x2\n"
                                  "lagrangian (x1' - x2')^2/2 - (x1 - x2)^2\ninitial x1 = 1\ninitial x2' = 0.3\n"
                                  "claim \"middle\": d(x1') + d(x2') = 0\n"
                                  "claim \"apart\": d(x1' - x2') = -2*(x1 - x2)\n";
  static const char *const form = "noslip 1\ncoordinate q\ncoordinate p\nform Omega = wedge(q', p')\n"
                                  "presymplectic Omega = dE((q^2 + p^2)/2)\ninitial q = 1\n";
  static const char *const one = "; tested for one choice of the 1 acceleration that stays free (gauge)\n";
  g_autofree char *gauged = g_strconcat(text, "gauge x1' = 0.3 + sin(t)\n", NULL);
  g_autofree char *free_file = scratch_write("free.noslip", text, -1);
  g_autofree char *gauged_file = scratch_write("gauged.noslip", gauged, -1);
  g_autofree char *form_file = scratch_write("form.noslip", form, -1);
  g_auto(Result) open = expect(0, "check '%s'", free_file), fixed = expect(1, "check '%s'", gauged_file);
  assert_contains(open.output, "ok      claim: middle: holds; residual ");
  assert_contains(open.output, one);
  g_assert_null(strstr(strstr(open.output, "claim: apart"), one));
  assert_contains(fixed.output, "FAILED  claim: middle: fails; ");
  g_assert_null(strstr(fixed.output, "one choice"));
  g_auto(Result) run = expect(1, "run '%s' --to 1", gauged_file), flow = expect(0, "run '%s' --to 1", form_file);
  g_assert_null(strstr(run.messages, "least energy"));
  assert_contains(flow.messages, "chosen: p' = -1 (i_X Omega = alpha)");
}

/* A claim for other dynamics has no verdict, once for all motions; with --strict it fails. */
static void
test_other_dynamics(void)
{
  static const char *const text = "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
                                  "lagrangian (x'^2 + y'^2 + z'^2)/2\nconstraint c: z' = y*x'\n"
                                  "initial x' = 1\ninitial y' = 0.5\nrun to 3\ntrial \"fast\": x' = 2\n"
                                  "claim \"other\": d(x') = 17 for vakonomic\n"
                                  "claim \"own\": d(energy) = 0 for nonholonomic\n";
  g_autofree char *file = scratch_write("other.noslip", text, -1);
  g_auto(Result) lax = expect(0, "check '%s'", file), strict = expect(1, "check --strict '%s'", file);
  assert_contains(lax.output, "-       claim: other: not checked: it is for vakonomic dynamics");
  assert_contains(lax.output, " held, 0 failed, 1 not checked\n");
  assert_contains(strict.output, "FAILED  claim: other: not checked: ");
  assert_contains(strict.output, " held, 1 failed\n");
  g_auto(Result) json = expect(0, "check --json '%s'", file);
  g_autoptr(JsonNode) root = json_of(&json);
  JsonArray *systems = json_object_get_array_member(json_node_get_object(root), "systems");
  JsonArray *claims = json_object_get_array_member(json_array_get_object_element(systems, 0), "claims");
  g_assert_cmpuint(json_array_get_length(claims), ==, 3);
  JsonObject *other = json_array_get_object_element(claims, 0);
  g_assert_cmpstr(json_object_get_string_member(other, "name"), ==, "other");
  g_assert_cmpstr(json_object_get_string_member(other, "verdict"), ==, "not checked");
  g_assert_true(json_object_get_null_member(other, "residual") && json_object_get_null_member(other, "sensitivity"));
  g_auto(Result) run = expect(1, "run '%s' --dynamics vakonomic", file);
  assert_contains(run.messages, "claim \"other\": fails; ");
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
  g_auto(Result) nothing = expect(2, "check");
  assert_contains(nothing.messages, "needs a SYSTEM, or --all");
}

/* Methods of SUNDIALS, which may be left out of the build, and one that does not exist. */
static void
test_methods(void)
{
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
}

/* The rows up to the end of the computation are written, and the exit status reports the failure. */
static void
test_stop(void)
{
  const char *text = "noslip 1\ncoordinate x\nlagrangian x'^2/2 + x^4\ninitial x = 1\nrun to 10 step 0.05\n";
  g_autofree char *path = scratch_write("blow-up.noslip", text, -1);
  g_autofree char *csv = g_build_filename(scratch(), "blow-up.csv", NULL);
  g_auto(Result) result = expect(3, "run '%s' -o '%s'", path, csv);
  (void) result;
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
test_compare(void)
{
  g_auto(Result) result = expect(0, "compare snakeboard --to 1 --json");
  g_autoptr(JsonNode) root = json_of(&result);
  JsonObject *comparison = json_node_get_object(root);
  g_assert_true(json_object_get_boolean_member(comparison, "agree"));
  JsonArray *formulations = json_object_get_array_member(comparison, "formulations");
  guint n = json_array_get_length(formulations);
  g_assert_cmpuint(n, >=, 5);
  g_assert_cmpint(json_object_get_int_member(comparison, "motions"), ==, n);
  g_auto(Result) table = expect(0, "compare chaplygin-sleigh --formulations multipliers,gibbs-appell");
  assert_contains(table.output, "2 motions by 1 derivation agree to");
  g_auto(Result) all = expect(0, "compare chaplygin-sleigh");
  g_autofree char *agreement = g_strdup_printf("%u motions by 3 derivations agree to", n);
  assert_contains(all.output, agreement);
  assert_contains(all.output, "multipliers: from F and W of the model; lambda its own");
  assert_contains(all.output, "lambda derived");
  /* With nothing to compare, no agreement is reported, in words, in JSON and in the status. */
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
test_vakonomic(void)
{
  g_auto(Result) result = expect(0, "run chaplygin-sleigh --dynamics vakonomic --to 1 --step 0.5");
  g_assert_true(g_str_has_prefix(result.output, "t,x,y,theta,v1,v2,omega,energy,mu[blade]"));
  g_auto(Result) heisenberg = expect(0, "run heisenberg --to 1 --step 0.5");
  assert_contains(heisenberg.output, "mu[horizontal]");
  g_auto(Result) named = expect(2, "run heisenberg --formulation multipliers");
  assert_contains(named.messages, "takes no --formulation");
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
  (void) wrong, (void) unknown, (void) none, (void) huge;
}

/* A fall with 1 m/s upwards is at its top at t = 1/g and back at t = 2/g. */
static void
test_events(void)
{
  g_autofree char *fall = scratch_write("fall.noslip", SHORT_FALL, -1);
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
  g_test_add_func("/cli/run", test_run);
  g_test_add_func("/cli/claims", test_claims);
  g_test_add_func("/cli/replaced", test_replaced);
  g_test_add_func("/cli/warnings-as-errors", test_warnings_as_errors);
  g_test_add_func("/cli/gauge", test_gauge);
  g_test_add_func("/cli/verdicts", test_verdicts);
  g_test_add_func("/cli/other-dynamics", test_other_dynamics);
  g_test_add_func("/cli/methods", test_methods);
  g_test_add_func("/cli/wrong-text", test_wrong_text);
  g_test_add_func("/cli/events", test_events);
  g_test_add_func("/cli/stop", test_stop);
  g_test_add_func("/cli/compare", test_compare);
  g_test_add_func("/cli/vakonomic", test_vakonomic);
  g_test_add_func("/cli/sweep", test_sweep);
  int status = g_test_run();
  scratch_remove();
  return status;
}
