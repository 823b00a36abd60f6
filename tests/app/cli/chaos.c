/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli lyapunov and section: motions whose exponents and crossings are known. */
#include "tests/app/cli/process.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static double *
numbers_of(const Result *result, const char *name, guint *n)
{
  g_autoptr(JsonNode) node = json_of(result);
  JsonArray *array = json_object_get_array_member(json_node_get_object(node), name);
  *n = json_array_get_length(array);
  double *numbers = g_new0(double, *n + 1);
  for (guint i = 0; i < *n; i++)
    numbers[i] = json_array_get_double_element(array, i);
  return numbers;
}

/* A saddle beside a damped oscillator: the exponents are the real parts of the eigenvalues. */
static void
test_linear(void)
{
  g_autofree char *file = scratch_write("linear.noslip",
                                        "noslip 1\ncoordinate x\ncoordinate y\nkinetic (x'^2 + y'^2)/2\n"
                                        "potential x^2/2 - y^2/2\nforce x' = -0.2*x'\n"
                                        "initial x = 1\ninitial x' = 0\ninitial y' = 0\nrun to 10\n",
                                        -1);
  guint n;
  g_auto(Result) result = expect(0, "lyapunov %s --to 100 --json", file);
  g_autofree double *exponents = numbers_of(&result, "exponents", &n);
  g_assert_cmpuint(n, ==, 4);
  g_assert_cmpfloat_with_epsilon(exponents[0], 1, 1e-7);
  g_assert_cmpfloat_with_epsilon(exponents[1] + exponents[2], -0.2, 1e-8); /* each turns about -0.1 */
  g_assert_cmpfloat_with_epsilon(exponents[1], -0.1, 0.01);
  g_assert_cmpfloat_with_epsilon(exponents[3], -1, 1e-7);
  g_auto(Result) one = expect(0, "lyapunov %s --to 100 --count 1 --json", file);
  g_autofree double *largest = numbers_of(&one, "exponents", &n);
  g_assert_cmpuint(n, ==, 1);
  g_assert_cmpfloat_with_epsilon(largest[0], 1, 1e-7);
  g_auto(Result) refused = expect(2, "lyapunov %s --to -1", file);
  g_auto(Result) nothing = expect(2, "lyapunov %s --to 5 --count 0", file);
  g_auto(Result) many = expect(0, "lyapunov %s --to 5 --count 9", file);
  assert_contains(many.messages, "there are 4 exponents");
}

/* M. Henon, C. Heiles (1964): chaos at E = 0.137; the exponents are pairs, and two are zero. */
#define HENON_HEILES                                                                                                   \
  "noslip 1\ncoordinate x\ncoordinate y\nkinetic (x'^2 + y'^2)/2\npotential (x^2 + y^2)/2 + x^2*y - y^3/3\n"           \
  "initial x = 0\ninitial y = -0.15\ninitial y' = 0\ninitial x' = 0.4783\nrun to 10 step 0.1\n"

static void
test_henon_heiles(void)
{
  g_autofree char *file = scratch_write("henon-heiles.noslip", HENON_HEILES, -1);
  guint n;
  g_auto(Result) result = expect(0, "lyapunov %s --to 2000 --json", file);
  g_autofree double *exponents = numbers_of(&result, "exponents", &n);
  g_autofree double *errors = numbers_of(&result, "error", &n);
  g_assert_cmpuint(n, ==, 4);
  g_assert_cmpfloat(exponents[0], >, 0.02);
  g_assert_cmpfloat(exponents[0], <, 0.08);
  g_assert_cmpfloat(exponents[0], >, 3 * errors[0]);
  g_assert_cmpfloat(fabs(exponents[1]), <, 0.01);
  g_assert_cmpfloat_with_epsilon(exponents[0], -exponents[3], 1e-6);
  g_assert_cmpfloat_with_epsilon(exponents[1], -exponents[2], 1e-6);
}

/* On the sleigh phase volume shrinks: the exponents of M tend to 0 except one, -m a v/(J + m a^2), v = sqrt(2 E/m). */
static void
test_sleigh(void)
{
  guint n;
  g_auto(Result) result = expect(0, "lyapunov chaplygin-sleigh --to 400 --json");
  g_autofree double *exponents = numbers_of(&result, "exponents", &n);
  g_assert_cmpuint(n, ==, 5);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat(fabs(exponents[i]), <, 0.05);
  g_assert_cmpfloat(exponents[4], <, -0.2);
}

/* An oscillator crosses x = 0 upwards at every multiple of 2 pi after 3 pi/2; the rows do not depend on threads. */
static void
test_section(void)
{
  g_autofree char *file = scratch_write("oscillator.noslip",
                                        "noslip 1\ncoordinate x\nkinetic x'^2/2\npotential x^2/2\ninitial x = 1\n"
                                        "initial x' = 0\nrun to 10 step 0.1\n",
                                        -1);
  g_auto(Result) rows =
      expect(0, "section %s --event x --direction rising --count 3 --ensemble x=1..2:2 --jobs 1", file);
  g_auto(Result) threads =
      expect(0, "section %s --event x --direction rising --count 3 --ensemble x=1..2:2 --jobs 3", file);
  g_assert_cmpstr(rows.output, ==, threads.output);
  g_auto(GStrv) lines = g_strsplit(rows.output, "\n", -1);
  g_assert_cmpuint(g_strv_length(lines), ==, 8); /* a header, six rows, the end */
  g_assert_true(g_str_has_prefix(lines[0], "motion,t,x,x',energy"));
  for (guint i = 0; i < 6; i++) {
    g_auto(GStrv) cells = g_strsplit(lines[1 + i], ",", -1);
    g_assert_cmpint((int) g_ascii_strtoll(cells[0], NULL, 10), ==, i / 3);
    g_assert_cmpfloat_with_epsilon(g_ascii_strtod(cells[1], NULL), (2 * (i % 3) + 1.5) * G_PI, 1e-8);
    g_assert_cmpfloat_with_epsilon(g_ascii_strtod(cells[3], NULL), 1 + i / 3, 1e-8);
  }
  g_auto(Result) late = expect(0, "section %s --event x --direction rising --count 3 --to 1e9", file);
  assert_contains(late.output, "\n0,4.71238898");
  g_auto(Result) ends = expect(1, "section %s --event x --direction rising --count 3 --to 6", file);
  assert_contains(ends.messages, "ended after 1 of 3 crossings");
  g_auto(Result) none = expect(2, "section %s --count 3", file);
  assert_contains(none.messages, "--event");
  g_auto(Result) unknown = expect(2, "section %s --event zz --count 3", file);
}

/* Steps of the method follow the motion, here of period 2 pi, not the expression, which may go through periods within a
 * step: no crossing is lost that is farther from the next than the sampling step, for one motion and in lanes. The
 * message names a shorter step where a longer one may lose some. */
static void
test_fast_section(void)
{
  g_autofree char *file = scratch_write("slow.noslip",
                                        "noslip 1\ncoordinate x\ncoordinate th angle\n"
                                        "lagrangian (x'^2 + th'^2)/2 - x^2/2\ninitial x = 1\ninitial th' = 50\n"
                                        "run to 10\n",
                                        -1);
  static const struct {
    const char *event;
    double rate;
  } cases[] = {{"sin(50*t)", 50}, {"sin(th)", 50}, {"sin(17*t)", 17}, {"cos(th/2)*sin(th/2)", 50}, {"sin(200*t)", 200}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    for (guint n = 1; n <= 16; n += 15) {
      guint each = (guint) floor(4 * cases[i].rate / G_PI);
      g_auto(Result) result =
          expect(0, "section %s --event '%s' --count %u --to 4 --ensemble x=1..2:%u", file, cases[i].event, each, n);
      g_auto(GStrv) lines = g_strsplit(result.output, "\n", -1);
      g_assert_cmpuint(g_strv_length(lines), ==, 1 + n * each + 1);
      for (guint k = 0; k < n * each; k++) {
        const char *comma = strchr(lines[1 + k], ',');
        g_assert_nonnull(comma);
        g_assert_cmpfloat_with_epsilon(g_ascii_strtod(comma + 1, NULL), (k % each + 1) * G_PI / cases[i].rate, 1e-9);
      }
    }
  g_auto(Result) coarse = expect(1, "section %s --event 'sin(th)' --count 50 --to 1 --step 0.5", file);
  assert_contains(coarse.messages, "a shorter --step finds crossings less than a step apart");
}

#define MANY "section heavy-top --event w1 --direction rising --count 40 --ensemble w3=2..6:%u"

/* Motions of a section side by side have the bits of each alone; those of a bifurcation diagram have those with --check, which computes
 * them one by one. */
static void
test_lanes(void)
{
  g_auto(Result) together = expect(0, MANY " --jobs 1", 71u); /* eight at a time, and the last seven alone */
  for (guint i = 0; i < 71; i += 14) {
    g_auto(Result) alone =
        expect(0, "section heavy-top --event w1 --direction rising --count 40 --initial w3=%.17g", 2 + 4 * i / 70.0);
    g_auto(GStrv) rows = g_strsplit(alone.output, "\n", -1);
    g_assert_cmpuint(g_strv_length(rows), ==, 42);
    for (guint r = 1; r < 41; r++) {
      g_autofree char *expected = g_strdup_printf("\n%u%s\n", i, strchr(rows[r], ','));
      assert_contains(together.output, expected);
    }
  }
  g_auto(Result) diagram =
      expect(0, "bifurcation heavy-top --vary mgl=1..3:9 --event w1 --keep-last 5 --to 10 --jobs 2");
  g_auto(Result) checked =
      expect(0, "bifurcation heavy-top --vary mgl=1..3:9 --event w1 --keep-last 5 --to 10 --check");
  g_assert_cmpstr(diagram.output, ==, checked.output);
}

/* A section is interrupted and goes on until it is done, with the bytes of one that was not. The last of nine motions has no crossing: the
 * others are kept when it is interrupted. */
static void
test_resume(void)
{
  g_autofree char *path = g_build_filename(scratch(), "long.csv", NULL);
  g_autofree char *partial = g_strconcat(path, ".partial", NULL);
  g_autofree char *rows = NULL;
  g_auto(Result) whole = expect(0, MANY, 64u);
  for (guint try = 0; try < 40 && !g_file_test(path, G_FILE_TEST_EXISTS); try++) {
    g_auto(Result) part = run_cli(MANY " --output '%s' & sleep 0.%u; kill -INT $!; wait $!", 64u, path, 1 + try % 5);
    g_assert_cmpint(part.status, !=, 1);
  }
  g_auto(Result) last = expect(0, MANY " --output '%s'", 64u, path);
  g_assert_true(g_file_get_contents(path, &rows, NULL, NULL));
  g_assert_cmpstr(rows, ==, whole.output);
  g_assert_false(g_file_test(partial, G_FILE_TEST_EXISTS));
  g_unlink(path);
  g_autofree char *file = scratch_write("slow.noslip",
                                        "noslip 1\nparameter c = 0\ncoordinate x\nkinetic x'^2/2\npotential x^2/2\n"
                                        "initial x = 1\nrun to 10 step 0.1\n",
                                        -1);
  const char *line = "--event 'x - c/7.5' --to 1e9 --ensemble c=0..8:9";
  g_auto(Result) cut = run_cli("section %s %s --count 2 --jobs 1 --output '%s' & for i in $(seq 2000); do "
                               "grep -qs '^block 7 ' '%s' && break; sleep 0.05; done; kill -INT $!; wait $!",
                               file, line, path, partial);
  g_assert_cmpint(cut.status, ==, 3);
  assert_contains(cut.messages, "interrupted after 8 of 9 motions; the same command goes on from there");
  g_auto(Result) other = expect(2, "section %s %s --count 3 --output '%s'", file, line, path);
  assert_contains(other.messages, "holds rows of another");
  g_unlink(partial);
}

/* A full disk, here a limit on the sizes of files: what was computed is kept, the message has the remedy, and the same
 * command goes on when there is room. The exponents of one motion do not need the file of their blocks. */
#define LIMITED "--version >&2; trap '' XFSZ; ulimit -f %u; \"$NOSLIP_CLI\" %s --output '%s'"
static void
test_full(void)
{
  const char *line = "section heavy-top --event w1 --count 8 --ensemble w3=5..9:96 --jobs 1";
  g_autofree char *path = g_build_filename(scratch(), "full.csv", NULL);
  g_autofree char *rows = NULL, *found = NULL;
  g_autofree char *much = g_strdup_printf(LIMITED, 64u, line, path);
  g_autofree char *little = g_strdup_printf(LIMITED, 1u, "lyapunov heavy-top --to 20", path);
  g_auto(Result) whole = expect(0, "%s", line);
  g_auto(Result) full = expect(2, "%s", much);
  assert_contains(full.messages, "error: cannot write");
  assert_contains(full.messages, "when there is room, the same command goes on from there");
  g_auto(Result) rest = expect(0, "%s --output '%s'", line, path);
  g_assert_true(g_file_get_contents(path, &rows, NULL, NULL));
  g_assert_cmpstr(rows, ==, whole.output);
  g_unlink(path);
  g_auto(Result) alone = expect(0, "lyapunov heavy-top --to 20");
  g_auto(Result) warned = expect(0, "%s", little);
  assert_contains(warned.messages, "warning: cannot write");
  assert_lacks(warned.messages, "error");
  g_assert_true(g_file_get_contents(path, &found, NULL, NULL));
  g_assert_cmpstr(found, ==, alone.output);
  g_unlink(path);
}

/* The computation of exponents is interrupted and goes on until it is done, with the bytes of one that was not; so do the
 * motions of an ensemble, on any number of threads. */
static void
test_exponents(void)
{
  static const char *const lines[] = {
      "lyapunov heavy-top --to 1500 --json",
      "lyapunov heavy-top --to 60 --count 2 --ensemble w3=2..6:19",
  };
  g_autofree char *path = g_build_filename(scratch(), "exponents", NULL);
  g_autofree char *partial = g_strconcat(path, ".partial", NULL);
  for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
    g_autofree char *found = NULL;
    g_auto(Result) whole = expect(0, "%s --jobs 2", lines[i]);
    g_auto(Result) alone = expect(0, "%s --jobs 1", lines[i]);
    g_assert_cmpstr(alone.output, ==, whole.output);
    for (guint try = 0; try < 40 && !g_file_test(path, G_FILE_TEST_EXISTS); try++) {
      g_auto(Result) part =
          run_cli("%s --output '%s' & sleep 0.%u; kill -INT $!; wait $!", lines[i], path, 1 + try % 5);
      g_assert_cmpint(part.status, !=, 1);
    }
    g_auto(Result) last = expect(0, "%s --output '%s'", lines[i], path);
    g_assert_true(g_file_get_contents(path, &found, NULL, NULL));
    g_assert_cmpstr(found, ==, whole.output);
    g_assert_false(g_file_test(partial, G_FILE_TEST_EXISTS));
    g_unlink(path);
  }
  g_auto(Result) many = expect(0, "%s --jobs 1", lines[1]); /* 19 in lanes; each has the bits of the motion alone */
  g_auto(GStrv) rows = g_strsplit(many.output, "\n", -1);
  for (guint i = 0; i < 19; i += 9) {
    guint n;
    g_auto(Result) one =
        expect(0, "lyapunov heavy-top --to 60 --count 2 --initial w3=%.17g --json", 2 + 4 * (i / 18.0));
    g_autofree double *exponents = numbers_of(&one, "exponents", &n);
    g_auto(GStrv) cells = g_strsplit(rows[1 + i], ",", -1);
    g_assert_cmpuint(n, ==, 2);
    for (guint k = 0; k < n; k++)
      g_assert_cmpfloat(g_ascii_strtod(cells[2 + k], NULL), ==, exponents[k]);
  }
  g_autofree char *file = scratch_write("pole.noslip",
                                        "noslip 1\ncoordinate x\nkinetic x'^2/2\npotential 1/x + x\n"
                                        "initial x = 1\nrun to 10\n",
                                        -1);
  g_auto(Result) pole = expect(3, "lyapunov %s --to 1 --ensemble x=0..1:2", file);
  assert_contains(pole.output,
                  "motion,initial[x],exponent1,exponent2,error1,error2,status\n0,0,nan,nan,nan,nan,3\n1,1,");
  g_auto(Result) unknown = expect(2, "lyapunov heavy-top --ensemble zz=0..1:2");
  g_auto(Result) jobs = expect(2, "lyapunov heavy-top --jobs 0");
}

/* Every sleigh ends up moving forward, whichever way it started; and the last crossings of an oscillator are those at
 * the end. */
static void
test_sweeps(void)
{
  g_auto(Result) basins = expect(0, "basins chaplygin-sleigh --vary v1=-1..1:3 --classify \"sign(v1)\" --to 20");
  g_auto(GStrv) ends = g_strsplit(basins.output, "\n", -1);
  g_assert_cmpuint(g_strv_length(ends), ==, 5);
  g_assert_true(g_str_has_suffix(ends[0], ",status,class"));
  for (guint i = 1; i < 4; i++)
    g_assert_true(g_str_has_suffix(ends[i], ",0,1"));
  g_autofree char *file = scratch_write("oscillator.noslip",
                                        "noslip 1\ncoordinate x\nkinetic x'^2/2\npotential x^2/2\ninitial x = 1\n"
                                        "initial x' = 0\nrun to 20 step 0.1\n",
                                        -1);
  g_auto(Result) one =
      expect(0, "bifurcation %s --vary x=1..2:2 --event x --direction rising --keep-last 2 --jobs 1", file);
  g_auto(Result) two =
      expect(0, "bifurcation %s --vary x=1..2:2 --event x --direction rising --keep-last 2 --jobs 2", file);
  g_assert_cmpstr(one.output, ==, two.output);
  g_auto(GStrv) lines = g_strsplit(one.output, "\n", -1);
  g_assert_cmpuint(g_strv_length(lines), ==, 6);
  for (guint i = 0; i < 4; i++) { /* of the crossings at 1.5 pi, 3.5 pi and 5.5 pi the last two */
    g_auto(GStrv) cells = g_strsplit(lines[1 + i], ",", -1);
    g_assert_cmpfloat_with_epsilon(g_ascii_strtod(cells[2], NULL), (3.5 + 2 * (i % 2)) * G_PI, 1e-8);
  }
  g_auto(Result) wrong = expect(2, "bifurcation %s --vary x=1..2:2 --event zz", file);
  g_auto(Result) no_event = expect(2, "bifurcation %s --vary x=1..2:2 --keep-last 3", file);
  assert_contains(no_event.messages, "--event");
  g_auto(Result) none = expect(2, "basins %s --vary x=1..2:2 --classify \"1 +\"", file);
}

/* Rows as JSON: the numbers of the CSV, beside the file or instead of it; a seed changes nothing. */
static void
test_rows_json(void)
{
  const char *const commands[] = {
      "section pendulum --event x --count 3",
      "basins chaplygin-sleigh --vary v1=-1..1:3 --classify sign\\(v1\\) --to 1",
      "bifurcation pendulum --vary g=9..10:2 --event x --keep-last 2 --to 10",
  };
  g_autofree char *file = g_build_filename(scratch(), "rows.csv", NULL);
  for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
    g_auto(Result) plain = expect(0, "%s", commands[i]);
    g_auto(Result) json = expect(0, "%s --json --seed 7 --output %s", commands[i], file);
    g_auto(Result) alone = expect(0, "%s --json", commands[i]);
    g_assert_cmpstr(json.output, ==, alone.output);
    g_autofree char *written = NULL;
    g_assert_true(g_file_get_contents(file, &written, NULL, NULL));
    g_assert_cmpstr(written, ==, plain.output);
    g_autoptr(JsonNode) node = json_of(&json);
    JsonObject *object = json_node_get_object(node);
    JsonArray *columns = json_object_get_array_member(object, "columns");
    JsonArray *rows = json_object_get_array_member(object, "rows");
    g_auto(GStrv) lines = g_strsplit(plain.output, "\n", -1);
    g_assert_cmpuint(json_array_get_length(rows), ==, g_strv_length(lines) - 2);
    for (guint r = 0; r < json_array_get_length(rows); r++) {
      g_auto(GStrv) cells = g_strsplit(lines[r + 1], ",", -1);
      JsonArray *row = json_array_get_array_element(rows, r);
      g_assert_cmpuint(json_array_get_length(row), ==, json_array_get_length(columns));
      for (guint c = 0; c < json_array_get_length(row); c++)
        if (strcmp(cells[c], "nan") == 0)
          g_assert_true(json_array_get_null_element(row, c));
        else
          g_assert_cmpfloat(json_array_get_double_element(row, c), ==, g_ascii_strtod(cells[c], NULL));
    }
  }
}

/* A falling body, x = 2 - 4 t^2/2 at three times: g and the height are fitted; wrong input is rejected. */
static void
test_fit(void)
{
  g_autofree char *file = scratch_write("fall.noslip",
                                        "noslip 1\nparameter g = 9\ncoordinate x\nkinetic x'^2/2\npotential g*x\n"
                                        "initial x = 1\ninitial x' = 0\nrun to 1\n",
                                        -1);
  g_autofree char *data = scratch_write("fall.csv", "t,x\n0,2\n0.5,1.5\n1,0\n2,-6\n", -1);
  g_auto(Result) result = expect(0, "fit %s --data %s --parameters g --initial x --json", file, data);
  g_autoptr(JsonNode) node = json_of(&result);
  JsonObject *object = json_node_get_object(node), *estimates = json_object_get_object_member(object, "estimates");
  JsonObject *g = json_object_get_object_member(estimates, "g"), *x = json_object_get_object_member(estimates, "x");
  g_assert_cmpfloat_with_epsilon(json_object_get_double_member(g, "value"), 4, 1e-8);
  g_assert_cmpfloat_with_epsilon(json_object_get_double_member(x, "value"), 2, 1e-8);
  g_assert_true(json_object_get_boolean_member(object, "identifiable"));
  g_auto(Result) begun = expect(0, "fit %s --data %s --parameters g --initial x --initial x=1.5 --json", file, data);
  g_autoptr(JsonNode) other = json_of(&begun); /* a value that is given is where the fit of it starts */
  JsonObject *fitted = json_object_get_object_member(json_node_get_object(other), "estimates");
  g_assert_cmpfloat_with_epsilon(json_object_get_double_member(json_object_get_object_member(fitted, "x"), "value"), 2,
                                 1e-8);
  g_autofree char *wrong = scratch_write("wrong.csv", "t,z\n0,2\n", -1);
  g_auto(Result) unknown = expect(2, "fit %s --data %s --parameters g", file, wrong);
  assert_contains(unknown.messages, "column 'z'");
  g_autofree char *few = scratch_write("few.csv", "t,x\n0,1\n1,-1\n", -1);
  g_auto(Result) open = expect(1, "fit %s --data %s --parameters g --initial x --initial \"x'\"", file, few);
  assert_contains(open.output, "not identifiable");
}

/* As many values as unknowns: errors come from weights, and from nothing else. Cells without a number are counted. */
static void
test_fit_few(void)
{
  g_autofree char *file = scratch_write("few.noslip",
                                        "noslip 1\nparameter g = 9\ncoordinate x\nkinetic x'^2/2\npotential g*x\n"
                                        "initial x = 1\ninitial x' = 0\nrun to 1\n",
                                        -1);
  g_autofree char *data = scratch_write("two.csv", "t,x\n0,2\n0.5,nan\n0.7,\n1,0\n", -1);
  g_auto(Result) weighted = expect(0, "fit %s --data %s --parameters g --initial x --weights 100 --json", file, data);
  g_autoptr(JsonNode) node = json_of(&weighted);
  JsonObject *object = json_node_get_object(node), *estimates = json_object_get_object_member(object, "estimates");
  JsonObject *g = json_object_get_object_member(estimates, "g");
  g_assert_true(json_object_get_boolean_member(object, "identifiable"));
  g_assert_cmpint(json_object_get_int_member(object, "measured"), ==, 2);
  g_assert_cmpint(json_object_get_int_member(object, "missing"), ==, 2);
  g_assert_cmpfloat_with_epsilon(json_object_get_double_member(g, "value"), 4, 1e-8);
  /* g = 2 (x(0) - x(1)), each with the error 0.1 */
  g_assert_cmpfloat_with_epsilon(json_object_get_double_member(g, "error"), 0.2 * sqrt(2), 1e-6);
  g_auto(Result) open = expect(1, "fit %s --data %s --parameters g --initial x", file, data);
  assert_contains(open.output, "not identifiable");
  assert_contains(open.output, "--weights");
  assert_contains(open.output, "over 2 values (left out: 2 that are empty or nan)");
}

/* Data may be longer than the text of a system; what is too long, or a pipe, is refused as data. */
static void
test_long_data(void)
{
  g_autofree char *file = scratch_write("drop.noslip",
                                        "noslip 1\nparameter g = 9\ncoordinate x\nkinetic x'^2/2\npotential g*x\n"
                                        "initial x = 2\ninitial x' = 0\nrun to 1\n",
                                        -1);
  g_autoptr(GString) text = g_string_new("t,x\n0,2\n0.5,1.5\n1,0\n2,-6");
  for (guint i = 0; i < 6 * 1024; i++)
    g_string_append_printf(text, "%1024s", "");
  g_string_append_c(text, '\n');
  g_autofree char *data = scratch_write("drop.csv", text->str, -1);
  g_auto(Result) fitted = expect(0, "fit %s --data %s --parameters g", file, data);
  assert_contains(fitted.output, "g = 4 ");
  g_assert_cmpint(truncate(data, 33 * 1024 * 1024), ==, 0);
  g_auto(Result) long_one = expect(2, "fit %s --data %s --parameters g", file, data);
  assert_contains(long_one.messages, "is too large to be a table of data");
  g_assert_cmpint(g_unlink(data), ==, 0);
  g_assert_cmpint(mkfifo(data, 0600), ==, 0);
  g_auto(Result) pipe = expect(2, "fit %s --data %s --parameters g", file, data);
  assert_contains(pipe.messages, "save the data to a file first");
}

/* Rows are as far apart as the method's steps: if a motion, or the expression along it, changes faster than that, it
 * has as many crossings as with the shortest step. */
static void
test_rows(void)
{
  static const char *const systems[] = {"rattleback", "heavy-top", "heavy-top", "heavy-top", "heavy-top"};
  static const char *const events[] = {"w1", "w1", "sin(40*g1)", "g2 - 0.3*sin(9*g1)", "d(w1)"};
  for (guint i = 0; i < G_N_ELEMENTS(systems); i++) {
    g_auto(Result) own = expect(1, "section %s --event \"%s\" --count 1000 --to 30 --output -", systems[i], events[i]);
    g_auto(Result) dense =
        expect(1, "section %s --event \"%s\" --count 1000 --to 30 --step 0.001 --output -", systems[i], events[i]);
    g_assert_cmpuint(count_lines(own.output), >, 2);
    g_assert_cmpuint(count_lines(own.output), ==, count_lines(dense.output));
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/chaos/linear", test_linear);
  g_test_add_func("/chaos/henon-heiles", test_henon_heiles);
  g_test_add_func("/chaos/sleigh", test_sleigh);
  g_test_add_func("/chaos/section", test_section);
  g_test_add_func("/chaos/fast-section", test_fast_section);
  g_test_add_func("/chaos/lanes", test_lanes);
  g_test_add_func("/chaos/resume", test_resume);
  g_test_add_func("/chaos/full", test_full);
  g_test_add_func("/chaos/exponents", test_exponents);
  g_test_add_func("/chaos/rows", test_rows);
  g_test_add_func("/chaos/sweeps", test_sweeps);
  g_test_add_func("/chaos/rows-json", test_rows_json);
  g_test_add_func("/chaos/fit", test_fit);
  g_test_add_func("/chaos/fit-few", test_fit_few);
  g_test_add_func("/chaos/fit/long-data", test_long_data);
  int status = g_test_run();
  scratch_remove();
  return status;
}
