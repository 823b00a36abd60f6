/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps: the grid, the order of the rows, the threads, the status and the errors. */
#include "tests/app/cli/process.h"

#include <glib/gstdio.h>
#include <math.h>

#define ALONE "sweep snakeboard --vary m=1..4:5 --vary \"psi'=0.5..2:3\" --step 0.1 --to 0.5 --formulation projection"

static void
test_jobs(gconstpointer line)
{
  g_auto(Result) one = expect(0, "%s --jobs 1", (const char *) line);
  g_auto(Result) two = expect(0, "%s --jobs 2", (const char *) line);
  g_auto(Result) eight = expect(0, "%s --jobs 8", (const char *) line);
  g_assert_cmpuint(count_lines(one.output), >, 15);
  g_assert_cmpstr(one.output, ==, two.output);
  g_assert_cmpstr(one.output, ==, eight.output);
  g_auto(Result) all = expect(0, "%s --jobs 1 --rows all", (const char *) line);
  g_auto(Result) again = expect(0, "%s --jobs 3 --rows all", (const char *) line);
  g_assert_cmpstr(all.output, ==, again.output);
}

/* In lanes or one by one: the columns of `run` are those of one run. */
static void
test_rows(void)
{
  g_auto(Result) sweep = expect(0, LANES " --rows all | grep '^64,'");
  g_auto(Result) motion = expect(0, LANES " | grep '^64,'");
  g_auto(Result) values = expect(0, LANES " | grep '^64,' | cut -d, -f2,3");
  g_auto(GStrv) value = g_strsplit(g_strchomp(values.output), ",", 2);
  g_auto(Result) run =
      expect(0, "run snakeboard --set m=%s --initial \"psi'=%s\" --method rk4 --step 0.02 --to 1", value[0], value[1]);
  g_auto(GStrv) swept = g_strsplit(sweep.output, "\n", -1), single = g_strsplit(run.output, "\n", -1);
  g_assert_cmpuint(g_strv_length(swept), ==, 51 + 1);
  for (guint i = 0; i < 51; i++) {
    g_autofree char *expected = g_strdup_printf("64,%s,%s,%s,", value[0], value[1], single[i + 1]);
    g_assert_true(g_str_has_prefix(swept[i], expected));
  }
  g_assert_cmpstr(g_strchomp(motion.output), ==, swept[50]); /* what remains is the last row */
  g_assert_true(g_str_has_suffix(swept[50], ",0"));
}

/* The grid: the last axis fastest, both ends exact, one value. */
static void
test_grid(void)
{
  g_auto(Result) grid =
      expect(0, "sweep chaplygin-sleigh --vary a=0.1..0.4:3 --vary omega=2..1:2 --vary m=3..5:1 --to 0.1 | cut "
                "-d, -f1-4");
  g_assert_cmpstr(grid.output, ==,
                  "index,a,initial[omega],m\n"
                  "0,0.10000000000000001,2,3\n1,0.10000000000000001,1,3\n2,0.25,2,3\n3,0.25,1,3\n"
                  "4,0.40000000000000002,2,3\n5,0.40000000000000002,1,3\n");
}

/* Some motions end early, some have no initial state: each has its row and its status. */
static void
test_status(void)
{
  g_autofree char *cliff =
      scratch_write("cliff.noslip",
                    "noslip 1\nparameter v = 1\ncoordinate x\ncoordinate y\n"
                    "lagrangian (x'^2 + y'^2)/2 + sqrt(1 - x)\nconstraint line: y' = 0\ninitial x = 1 - 1/v\n"
                    "initial x' = 1\nrun to 1 step 0.1\n",
                    -1);
  for (guint i = 0; i < 2; i++) {
    const char *method = i == 0 ? "rk4" : "rk8pd";
    g_auto(Result) result = expect(3, "sweep '%s' --vary v=0..10:11 --method %s", cliff, method);
    assert_contains(result.messages, "did not come to their end");
    g_auto(GStrv) rows = g_strsplit(result.output, "\n", -1);
    g_assert_cmpuint(g_strv_length(rows), ==, 1 + 11 + 1);
    g_assert_true(g_str_has_prefix(rows[1], "0,0,nan,nan,"));
    g_assert_true(g_str_has_suffix(rows[1], ",2"));
    guint stopped = 0, done = 0;
    for (guint row = 2; row <= 11; row++) {
      stopped += g_str_has_suffix(rows[row], ",3");
      done += g_str_has_suffix(rows[row], ",0");
    }
    g_assert_cmpuint(stopped, >, 0);
    g_assert_cmpuint(stopped + done, ==, 10);
  }
  g_unlink(cliff);
}

static void
test_check(void)
{
  g_autofree char *fall =
      scratch_write("fall.noslip",
                    "noslip 1\nparameter g = 9.81\ncoordinate z\nlagrangian z'^2/2 - g*z\n"
                    "run to 1 step 0.25\nclaim \"falls\": d(z') = -g\nclaim \"slowly\": d(z') = -g^2\n",
                    -1);
  g_auto(Result) held = expect(0, "sweep '%s' --vary g=1..1:1 --check", fall);
  g_auto(Result) unjudged = expect(0, "sweep '%s' --vary g=1..3:3", fall);
  g_auto(Result) failed = expect(1, "sweep '%s' --vary g=1..3:3 --check", fall);
  assert_contains(failed.messages, "claims failed along 2 of 3 motions");
  g_unlink(fall);
}

static void
test_errors(void)
{
  const struct {
    const char *line, *says;
  } wrong[] = {
      {"", "--vary"},
      {"--vary m", "NAME=LO..HI:N"},
      {"--vary m=1", "NAME=LO..HI:N"},
      {"--vary m=1..2", "NAME=LO..HI:N"},
      {"--vary m=1:2", "NAME=LO..HI:N"},
      {"--vary =1..2:2", "NAME=LO..HI:N"},
      {"--vary m=1..2:0", "1 to 10000000"},
      {"--vary m=1..2:-3", "1 to 10000000"},
      {"--vary m=1..2:2.5", "1 to 10000000"},
      {"--vary m=1..2:10000001", "1 to 10000000"},
      {"--vary m=1..2:99999999999999999999", "1 to 10000000"},
      {"--vary m=1..2:10000 --vary r=1..2:10000", "more than 10000000 points"},
      {"--vary m=..2:3", "finite number"},
      {"--vary m=1..:3", "finite number"},
      {"--vary m=nan..2:3", "finite number"},
      {"--vary m=1..inf:3", "finite number"},
      {"--vary m=a..b:3", "finite number"},
      {"--vary thet=1..2:3", "did you mean theta?"},
      {"--vary m=1..2:2 --vary m=1..2:2", "twice"},
      {"--vary m=1..2:2 --set m=3", "fixed value"},
      {"--vary x=1..2:2 --initial x=3", "fixed value"},
      {"--vary m=1..2:2 --part 0/3", "--part"},
      {"--vary m=1..2:2 --part 4/3", "--part"},
      {"--vary m=1..2:2 --part 1/0", "--part"},
      {"--vary m=1..2:2 --part 3", "--part"},
      {"--vary m=1..2:2 --jobs 0", "--jobs"},
      {"--vary m=1..2:2 --jobs 1e3", "--jobs"},
      {"--vary m=1..2:2 --rows some", "--rows"},
      {"--vary m=1..2:100000 --rows all --step 0.0001", "rows"},
      {"--vary m=1..2:2 --method rk4 --to 1 --step 1e-12", "samples"},
      {"--vary m=1..2:2 -o /no/such/folder/a.csv", "cannot write"},
      {"--vary m=1..2:2 -o .", "cannot write"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_auto(Result) result = expect(2, "sweep snakeboard %s", wrong[i].line);
    assert_contains(result.messages, wrong[i].says);
    g_assert_cmpstr(result.output, ==, "");
  }
}

/* As shown in data/help/sweep.md. */
static void
test_parallel(void)
{
  g_autofree char *parallel = g_find_program_in_path("parallel");
  if (parallel == NULL) {
    g_test_skip("GNU Parallel is not installed");
    return;
  }
  g_auto(Result) whole = expect(0, LANES);
  g_autofree char *command = g_strdup_printf(
      "cd '%s' && '%s' --will-cite -q --jobs 2 '%s' sweep snakeboard --vary m=1..4:20 --vary \"psi'=0.5..2:5\" "
      "--method rk4 --step 0.02 --to 1 --part {}/5 --jobs 1 --output part-{}.csv ::: 1 2 3 4 5 && awk "
      "'FNR > 1 || NR == 1' part-{1..5}.csv",
      scratch(), parallel, g_getenv("NOSLIP_CLI"));
  g_auto(Result) joined = run_cli("--version >&2; %s", command);
  g_assert_cmpint(joined.status, ==, 0);
  g_assert_cmpstr(joined.output, ==, whole.output);
}

/* The largest difference of two tables of numbers, relative to the largest number of its column or to 1. */
static double
largest_difference(const char *one, const char *other)
{
  g_auto(GStrv) a = g_strsplit(one, "\n", -1), b = g_strsplit(other, "\n", -1);
  double largest[64] = {0}, difference[64] = {0}, worst = 0;
  g_assert_cmpstr(a[0], ==, b[0]);
  g_assert_cmpuint(g_strv_length(a), ==, g_strv_length(b));
  for (guint i = 1; a[i] != NULL; i++) {
    g_auto(GStrv) p = g_strsplit(a[i], ",", -1), q = g_strsplit(b[i], ",", -1);
    g_assert_cmpuint(g_strv_length(p), <=, 64);
    g_assert_cmpuint(g_strv_length(p), ==, g_strv_length(q));
    for (guint j = 0; p[j] != NULL; j++) {
      double x = g_ascii_strtod(p[j], NULL), y = g_ascii_strtod(q[j], NULL);
      g_assert_true(isnan(x) == isnan(y));
      largest[j] = fmax(largest[j], fabs(x));
      difference[j] = fmax(difference[j], fabs(x - y));
    }
  }
  for (guint j = 0; j < 64; j++)
    worst = fmax(worst, difference[j] / fmax(largest[j], 1));
  return worst;
}

/* Compiled equations of motion give the same numbers, and a message says that they were compiled. */
static void
test_native(void)
{
  static const char *const lines[] = {
      "sweep chaplygin-sleigh --vary a=-0.3..0.3:4 --vary omega=1..2:3 --to 5",
      "sweep chaplygin-sleigh --vary omega=1..2:3 --to 5 --dynamics free",
      "sweep rolling-ball --vary w3=-2..2:4 --to 5 --method rkf45 --rows all --step 0.5",
      "sweep two-wheeled-carriage --vary \"theta'=0.2..1:4\" --to 5 --jobs 2",
  };
  g_autofree char *compiler = g_find_program_in_path("cc");
  if (compiler == NULL) {
    g_test_skip("there is no C compiler");
    return;
  }
  for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
    g_auto(Result) plain = expect(0, "%s", lines[i]);
    g_auto(Result) native = expect(0, "%s --native", lines[i]);
    assert_contains(native.messages, "note: --native: the equations of motion were compiled");
    g_assert_cmpfloat(largest_difference(plain.output, native.output), <=, 1e-12);
  }
}

/* If nothing can be compiled, the bytes are those without --native, and a message says why. */
static void
test_not_native(void)
{
  static const struct {
    const char *line, *says;
  } cases[] = {
      {"sweep sliding-block --vary s=0.2..0.8:3", "cannot be written out"},
      {"sweep chaplygin-sleigh --vary omega=1..2:3 --formulation gibbs-appell", "variables of its own"},
      {"--stranger sweep chaplygin-sleigh --vary omega=1..2:3", "starts no other program"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_auto(Result) plain = expect(0, "%s", cases[i].line);
    g_auto(Result) native = expect(0, "%s --native", cases[i].line);
    assert_contains(native.messages, cases[i].says);
    assert_contains(native.messages, "the built-in evaluation is used");
    g_assert_cmpstr(native.output, ==, plain.output);
  }
  g_auto(Result) plain = expect(0, "sweep chaplygin-sleigh --vary omega=1..2:3");
  g_auto(Result) bare = run_cli("--version >/dev/null; PATH=/nowhere '%s' sweep chaplygin-sleigh --vary omega=1..2:3 "
                                "--native",
                                g_getenv("NOSLIP_CLI"));
  g_assert_cmpint(bare.status, ==, 0);
  assert_contains(bare.messages, "there is no C compiler (cc) on this machine; the built-in evaluation is used");
  g_assert_cmpstr(bare.output, ==, plain.output);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/sweep/jobs/lanes", LANES, test_jobs);
  g_test_add_data_func("/sweep/jobs/alone", ALONE, test_jobs);
  g_test_add_func("/sweep/rows", test_rows);
  g_test_add_func("/sweep/grid", test_grid);
  g_test_add_func("/sweep/status", test_status);
  g_test_add_func("/sweep/check", test_check);
  g_test_add_func("/sweep/errors", test_errors);
  g_test_add_func("/sweep/parallel", test_parallel);
  g_test_add_func("/sweep/native", test_native);
  g_test_add_func("/sweep/not-native", test_not_native);
  int status = g_test_run();
  scratch_remove();
  return status;
}
