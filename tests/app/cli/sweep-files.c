/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of sweeps: in parts, resumed, torn, full, damaged, joined, and replaced atomically. */
#include "tests/app/cli/process.h"

#include <glib/gstdio.h>
#include <string.h>

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
  g_assert_cmpuint(count_lines(empty.output), ==, 1);
}

/* A sweep that is killed at any moment, in both ways, and resumed until it is done, gives the same bytes as an
 * undisturbed one. */
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

/* A journal whose last blocks are torn or wrong loses only those, and they are not used. */
static void
test_torn(void)
{
  g_auto(Result) whole = expect(0, LANES " -o '%s/whole.csv'", scratch());
  g_autofree char *expected = contents("whole.csv"), *path = file("torn.csv.partial");
  g_auto(Result) killed = run_cli(LONG " -o '%s/other.csv' & sleep 0.4; kill -INT $!; wait $!", scratch());
  if (killed.status == 3) { /* it had not finished before */
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

/* If the disk is full (here: by a limit on the file size) the journal ends with a whole block, and the sweep continues
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
  /* without --output the rows are kept in the folder for temporary files, which the message names */
  g_auto(Result) unnamed = run_cli("--version > /dev/null; trap '' XFSZ; ulimit -f 1; TMPDIR='%s' '%s' " LANES,
                                   scratch(), g_getenv("NOSLIP_CLI"));
  g_assert_cmpint(unnamed.status, ==, 2);
  g_autofree char *where = g_strdup_printf("error: cannot write a temporary file in %s: ", scratch());
  assert_contains(unnamed.messages, where);
  assert_contains(unnamed.messages, "give --output FILE");
  g_auto(Result) done = expect(0, LONG " -o '%s/cut.csv'", scratch());
  g_autofree char *one = contents("whole.csv"), *two = contents("cut.csv");
  g_assert_cmpstr(one, ==, two);
  forget("whole.csv");
  forget("cut.csv");
}

/* A flipped byte in a finished block: the block is computed again. */
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

/* The old file is unchanged until the new one is complete. */
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
  g_assert_cmpuint(count_lines(now), ==, 3);
  g_assert_false(exists("old.csv.partial"));
  forget("old.csv");
}

/* A finished part is not computed again; a damaged one is. */
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
  g_auto(Result) other = expect(0, "%s --rtol 1e-7", command);
  assert_lacks(other.messages, "already");
  forget("part.csv");
  forget("part.csv.sweep");
}

/* The parts in any order give the whole; parts of different sweeps, or too few parts, are rejected and nothing is
 * written. */
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
  g_auto(Result) other = expect(0, LANES " --rtol 1e-7 --part 3/3 -o '%s/q3.csv'", scratch());
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

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/sweep/parts", test_parts);
  g_test_add_data_func("/sweep/resume/interrupt", "INT", test_resume);
  g_test_add_data_func("/sweep/resume/kill", "KILL", test_resume);
  g_test_add_func("/sweep/torn", test_torn);
  g_test_add_func("/sweep/full", test_full);
  g_test_add_func("/sweep/damage", test_damage);
  g_test_add_func("/sweep/atomic", test_atomic);
  g_test_add_func("/sweep/skip", test_skip);
  g_test_add_func("/sweep/join", test_join);
  int status = g_test_run();
  scratch_remove();
  return status;
}
