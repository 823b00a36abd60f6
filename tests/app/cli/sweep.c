/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps: the same bytes whatever the number of threads and parts, kills survived, files whole or not there. */
#include "tests/app/cli/process.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* 100 motions: three blocks of lanes and a part of one. */
#define LANES "sweep snakeboard --vary m=1..4:20 --vary \"psi'=0.5..2:5\" --method rk4 --step 0.02 --to 1"
#define ALONE "sweep snakeboard --vary m=1..4:5 --vary \"psi'=0.5..2:3\" --step 0.1 --to 0.5 --formulation projection"
/* Thousands of motions of some milliseconds each: longer than the test waits. */
#define LONG "sweep chaplygin-sleigh --vary a=0.1..0.4:60 --vary omega=1..2:30 --to 40 --step 1 --jobs 2"

static char *
file(const char *name)
{
  return g_build_filename(scratch(), name, NULL);
}

static char *
contents(const char *name)
{
  g_autofree char *path = file(name);
  char *text = NULL;
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  return text;
}

static gboolean
exists(const char *name)
{
  g_autofree char *path = file(name);
  return g_file_test(path, G_FILE_TEST_EXISTS);
}

static void
forget(const char *name)
{
  g_autofree char *path = file(name);
  g_unlink(path);
}

static guint
lines(const char *text)
{
  guint n = 0;
  for (; *text != '\0'; text++)
    n += *text == '\n';
  return n;
}

static void
test_jobs(gconstpointer line)
{
  g_auto(Result) one = expect(0, "%s --jobs 1", (const char *) line);
  g_auto(Result) two = expect(0, "%s --jobs 2", (const char *) line);
  g_auto(Result) eight = expect(0, "%s --jobs 8", (const char *) line);
  g_assert_cmpuint(lines(one.output), >, 15);
  g_assert_cmpstr(one.output, ==, two.output);
  g_assert_cmpstr(one.output, ==, eight.output);
  g_auto(Result) all = expect(0, "%s --jobs 1 --rows all", (const char *) line);
  g_auto(Result) again = expect(0, "%s --jobs 3 --rows all", (const char *) line);
  g_assert_cmpstr(all.output, ==, again.output);
}

/* Side by side or alone: the columns of `run` are those of one run. */
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

static void
test_parts(void)
{
  const char *const names[] = {LANES, ALONE};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    g_auto(Result) whole = expect(0, "%s", names[i]);
    g_autoptr(GString) joined = g_string_new(NULL);
    for (guint part = 1; part <= 7; part++) {
      g_auto(Result) result = expect(0, "%s --part %u/7", names[i], part);
      const char *rows = strchr(result.output, '\n') + 1;
      g_string_append(joined, part == 1 ? result.output : rows);
    }
    g_assert_cmpstr(joined->str, ==, whole.output);
  }
  g_auto(Result) empty = expect(0, "sweep chaplygin-sleigh --vary a=0.1..0.2:2 --to 0.1 --part 1/5");
  g_assert_cmpuint(lines(empty.output), ==, 1);
}

/* Killed at any moment, in both ways, and resumed until it is done, a sweep has the bytes of an undisturbed one. */
static void
test_resume(gconstpointer signal_name)
{
  g_auto(Result) whole = expect(0, LONG " -o '%s/whole.csv'", scratch());
  g_assert_false(exists("whole.csv.partial"));
  guint interrupted = 0;
  for (guint try = 0; try < 40 && !exists("cut.csv"); try++) {
    g_auto(Result) cut = run_cli(LONG " -o '%s/cut.csv' & sleep 0.%u; kill -%s $!; wait $!", scratch(), 1 + try % 5,
                                 (const char *) signal_name);
    assert_lacks(cut.messages, "another sweep");
    g_assert_true(exists("cut.csv") != exists("cut.csv.partial") || cut.status != 0);
    interrupted += cut.status != 0;
  }
  g_test_message("interrupted %u times", interrupted);
  g_auto(Result) last = expect(0, LONG " -o '%s/cut.csv'", scratch());
  g_autofree char *one = contents("whole.csv"), *two = contents("cut.csv");
  g_assert_cmpstr(one, ==, two);
  g_assert_false(exists("cut.csv.partial"));
  forget("whole.csv");
  forget("cut.csv");
}

/* A journal whose last blocks are torn or wrong loses those, and nothing else is believed. */
static void
test_torn(void)
{
  g_auto(Result) whole = expect(0, LANES " -o '%s/whole.csv'", scratch());
  g_autofree char *expected = contents("whole.csv"), *path = file("torn.csv.partial");
  g_auto(Result) killed = run_cli(LONG " -o '%s/other.csv' & sleep 0.4; kill -INT $!; wait $!", scratch());
  if (killed.status == 3) { /* it was not done before */
    assert_contains(killed.messages, "goes on from there");
    g_assert_false(exists("other.csv"));
    g_autofree char *journal = contents("other.csv.partial");
    g_autofree char *other = file("other.csv.partial");
    for (gsize length = strlen(journal), cut = 1; cut < length && cut < 100000; cut *= 7) {
      g_assert_true(g_file_set_contents(path, journal, (gssize) (length - cut), NULL));
      g_auto(Result) wrong = expect(2, LANES " -o '%s/torn.csv'", scratch());
      assert_contains(wrong.messages, "another sweep");
      g_assert_false(exists("torn.csv"));
    }
    g_unlink(other);
  }
  const char *beginnings[] = {"", "n", "noslip-sweep 1 "}; /* killed before the first line was written */
  for (guint i = 0; i < G_N_ELEMENTS(beginnings); i++) {
    g_assert_true(g_file_set_contents(path, beginnings[i], -1, NULL));
    g_auto(Result) empty = expect(0, LANES " -o '%s/torn.csv'", scratch());
    g_autofree char *got = contents("torn.csv");
    g_assert_cmpstr(got, ==, expected);
    forget("torn.csv");
  }
  g_assert_true(g_file_set_contents(path, "notes", -1, NULL));
  g_auto(Result) other = expect(2, LANES " -o '%s/torn.csv'", scratch());
  assert_contains(other.messages, "another sweep");
  forget("torn.csv.partial");
  forget("whole.csv");
}

/* Bytes of the whole blocks at the beginning of a journal. */
static gsize
whole_blocks(const char *journal)
{
  const char *at = strchr(journal, '\n') + 1;
  guint block;
  gsize length;
  while (sscanf(at, "block %u %" G_GSIZE_FORMAT, &block, &length) == 2) {
    const char *rows = strchr(at, '\n') + 1;
    if (strlen(rows) < length)
      break;
    at = rows + length;
  }
  return (gsize) (at - journal);
}

/* Where the disk is full (here: a file may not be longer) the journal ends with a whole block, and the sweep goes on
 * from there when there is room again. */
static void
test_full(void)
{
  g_auto(Result) whole = expect(0, LONG " -o '%s/whole.csv'", scratch());
  for (guint room = 10; room <= 40; room += 15) {
    g_auto(Result) full = run_cli("--version > /dev/null; trap '' XFSZ; ulimit -f %u; '%s' " LONG " -o '%s/cut.csv'",
                                  room, g_getenv("NOSLIP_CLI"), scratch());
    g_assert_cmpint(full.status, ==, 2);
    assert_contains(full.messages, "cut.csv.partial: ");
    g_assert_false(exists("cut.csv"));
    g_autofree char *journal = contents("cut.csv.partial");
    g_assert_cmpuint(whole_blocks(journal), ==, strlen(journal));
  }
  g_auto(Result) done = expect(0, LONG " -o '%s/cut.csv'", scratch());
  g_autofree char *one = contents("whole.csv"), *two = contents("cut.csv");
  g_assert_cmpstr(one, ==, two);
  forget("whole.csv");
  forget("cut.csv");
}

/* A flipped byte in a block that was finished: it is computed again. */
static void
test_damage(void)
{
  g_auto(Result) whole = expect(0, LONG " -o '%s/whole.csv'", scratch());
  g_auto(Result) killed = run_cli(LONG " -o '%s/bad.csv' & sleep 0.4; kill -KILL $!; wait $!", scratch());
  if (exists("bad.csv.partial")) {
    g_autofree char *journal = contents("bad.csv.partial"), *path = file("bad.csv.partial");
    gsize length = strlen(journal);
    journal[length / 2] = journal[length / 2] == '7' ? '8' : '7';
    g_assert_true(g_file_set_contents(path, journal, (gssize) length, NULL));
  }
  g_auto(Result) done = expect(0, LONG " -o '%s/bad.csv'", scratch());
  g_autofree char *one = contents("whole.csv"), *two = contents("bad.csv");
  g_assert_cmpstr(one, ==, two);
  forget("whole.csv");
  forget("bad.csv");
}

/* Some motions end on the way, some have no initial state: each has its row and its status. */
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

/* An old file stays as it was until the new one is complete. */
static void
test_atomic(void)
{
  g_autofree char *path = scratch_write("old.csv", "precious\n", -1);
  g_auto(Result) wrong = expect(2, "sweep snakeboard --vary m=1..2:2 --to 1 --step 1e-12 -o '%s'", path);
  g_autofree char *kept = contents("old.csv");
  g_assert_cmpstr(kept, ==, "precious\n");
  g_assert_false(exists("old.csv.partial"));
  g_auto(Result) cut = run_cli(LONG " -o '%s' & sleep 0.3; kill -KILL $!; wait $!", path);
  g_autofree char *after = contents("old.csv");
  if (exists("old.csv.partial"))
    g_assert_cmpstr(after, ==, "precious\n");
  forget("old.csv.partial");
  g_auto(Result) done = expect(0, "sweep snakeboard --vary m=1..2:2 --to 0.1 -o '%s'", path);
  g_autofree char *now = contents("old.csv");
  g_assert_cmpuint(lines(now), ==, 3);
  g_assert_false(exists("old.csv.partial"));
  forget("old.csv");
}

/* A finished part is not computed again; one that was damaged is. */
static void
test_skip(void)
{
  g_autofree char *command = g_strdup_printf(LANES " --part 2/3 -o '%s/part.csv'", scratch());
  g_auto(Result) first = expect(0, "%s", command);
  g_autofree char *rows = contents("part.csv"), *path = file("part.csv");
  g_assert_true(exists("part.csv.sweep"));
  g_auto(Result) again = expect(0, "%s", command);
  assert_contains(again.messages, "part 2/3 of this sweep already");
  g_assert_true(g_file_set_contents(path, rows, (gssize) strlen(rows) - 2, NULL));
  g_auto(Result) repaired = expect(0, "%s", command);
  assert_lacks(repaired.messages, "already");
  g_autofree char *now = contents("part.csv");
  g_assert_cmpstr(now, ==, rows);
  g_auto(Result) other = expect(0, "%s --step 0.05", command);
  assert_lacks(other.messages, "already");
  forget("part.csv");
  forget("part.csv.sweep");
}

/* The parts in any order make the whole; parts of different sweeps, or too few, are refused and nothing is written. */
static void
test_join(void)
{
  g_auto(Result) whole = expect(0, LANES);
  for (guint part = 1; part <= 3; part++) {
    g_auto(Result) result = expect(0, LANES " --part %u/3 -o '%s/p%u.csv'", part, scratch(), part);
  }
  g_auto(Result) joined = expect(0, "sweep --join '%s'/p3.csv '%s'/p1.csv '%s'/p2.csv -o '%s/all.csv'", scratch(),
                                 scratch(), scratch(), scratch());
  g_autofree char *all = contents("all.csv");
  g_assert_cmpstr(all, ==, whole.output);
  g_autofree char *past = contents("all.csv.json");
  assert_contains(past, "\"format\": \"noslip-sweep-1\"");
  assert_contains(past, "\"part\": 1,\n  \"parts\": 1\n");
  forget("all.csv");
  forget("all.csv.json");
  g_auto(Result) other = expect(0, LANES " --to 0.5 --part 3/3 -o '%s/q3.csv'", scratch());
  g_auto(Result) fourth = expect(0, LANES " --part 4/4 -o '%s/r4.csv'", scratch());
  const struct {
    const char *files, *says;
  } wrong[] = {
      {"p1.csv p3.csv", "missing: 2"},       {"p1.csv p2.csv q3.csv", "not parts of the same sweep"},
      {"p1.csv p2.csv r4.csv", "not parts"}, {"p1.csv p2.csv p1.csv p3.csv", "the same part"},
      {"p1.csv p2.csv no.csv", "no.csv"},    {"p1.csv.sweep", "beside it"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_auto(Result) result = run_cli("--version > /dev/null; cd '%s'; '%s' sweep --join %s -o all.csv", scratch(),
                                    g_getenv("NOSLIP_CLI"), wrong[i].files);
    g_assert_cmpint(result.status, ==, 2);
    assert_contains(result.messages, wrong[i].says);
    g_assert_false(exists("all.csv"));
  }
  g_autofree char *rows = contents("p2.csv"), *path = file("p2.csv");
  rows[strlen(rows) / 2] ^= 1;
  g_assert_true(g_file_set_contents(path, rows, -1, NULL));
  g_auto(Result) changed =
      run_cli("--version > /dev/null; cd '%s'; '%s' sweep --join p?.csv -o all.csv", scratch(), g_getenv("NOSLIP_CLI"));
  g_assert_cmpint(changed.status, ==, 2);
  assert_contains(changed.messages, "cut or changed");
  g_assert_false(exists("all.csv"));
  const char *names[] = {"p1.csv", "p2.csv", "p3.csv", "q3.csv", "r4.csv"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autofree char *about = g_strconcat(names[i], ".sweep", NULL);
    forget(names[i]);
    forget(about);
  }
}

/* As data/help/sweep.md shows it. */
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

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/sweep/jobs/lanes", LANES, test_jobs);
  g_test_add_data_func("/sweep/jobs/alone", ALONE, test_jobs);
  g_test_add_func("/sweep/rows", test_rows);
  g_test_add_func("/sweep/grid", test_grid);
  g_test_add_func("/sweep/parts", test_parts);
  g_test_add_data_func("/sweep/resume/interrupt", "INT", test_resume);
  g_test_add_data_func("/sweep/resume/kill", "KILL", test_resume);
  g_test_add_func("/sweep/torn", test_torn);
  g_test_add_func("/sweep/full", test_full);
  g_test_add_func("/sweep/damage", test_damage);
  g_test_add_func("/sweep/status", test_status);
  g_test_add_func("/sweep/check", test_check);
  g_test_add_func("/sweep/errors", test_errors);
  g_test_add_func("/sweep/atomic", test_atomic);
  g_test_add_func("/sweep/skip", test_skip);
  g_test_add_func("/sweep/join", test_join);
  g_test_add_func("/sweep/parallel", test_parallel);
  int status = g_test_run();
  scratch_remove();
  return status;
}
