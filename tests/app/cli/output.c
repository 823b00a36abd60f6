/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that cannot be read, and output that goes to files, to a full disk and to a closed pipe. */
#include "tests/app/cli/process.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

/* Commands that read a system first. */
static const char *const commands[] = {"show", "check", "run", "compare", "bracket", "sweep", "benchmark"};

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
test_output(void)
{
  g_autofree char *csv = g_build_filename(scratch(), "run.csv", NULL);
  g_auto(Result) direct = expect(0, "run chaplygin-sleigh --to 1 --step 0.1");
  g_auto(Result) file = expect(0, "run chaplygin-sleigh --to 1 --step 0.1 --output '%s'", csv);
  g_autofree char *written = NULL;
  g_assert_true(g_file_get_contents(csv, &written, NULL, NULL));
  g_assert_cmpstr(written, ==, direct.output);
  g_assert_cmpstr(file.output, ==, "");
  /* Wrong input leaves the old file unchanged. */
  g_auto(Result) wrong = expect(2, "run chaplygin-sleigh --set m=x --output '%s'", csv);
  g_assert_cmpstr(wrong.output, ==, "");
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
                         "--help > /dev/full",
                         "run --help > /dev/full",
                         "find --help > /dev/full",
                         "find conserved -h > /dev/full"};
  for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
    g_auto(Result) full = expect(2, "%s", lines[i]);
    assert_contains(full.messages, "cannot write");
  }
  g_auto(Result) closed = expect(2, "run chaplygin-sleigh --to 1 >&-");
  assert_contains(closed.messages, "cannot write");
  /* A file that exceeds its size limit is not left half written. */
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

/* An interrupt ends a run cleanly: the computed rows are written. */
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

static char *
text_of(const char *name)
{
  char *text = NULL;
  g_autofree char *path = g_build_filename(scratch(), name, NULL);
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  return text;
}

/* Where the motion cannot go on, the rows until then are a new file, but replace none that has content. */
static void
test_stopped(void)
{
  const char *text = "noslip 1\ncoordinate x\nlagrangian x'^2/2 + x^4\ninitial x = 1\nrun to 10 step 0.05\n";
  g_autofree char *path = scratch_write("blow-up.noslip", text, -1);
  g_autofree char *csv = g_build_filename(scratch(), "blow-up.csv", NULL);
  g_auto(Result) fresh = expect(3, "run '%s' -o '%s'", path, csv);
  g_assert_null(strstr(fresh.messages, "partial"));
  g_autofree char *rows = text_of("blow-up.csv");
  g_assert_true(g_str_has_prefix(rows, "t,x,x',energy\n"));
  g_free(scratch_write("blow-up.csv", "precious\n", -1));
  g_auto(Result) again = expect(3, "run '%s' -o '%s'", path, csv);
  assert_contains(again.messages, "blow-up.csv.partial");
  g_autofree char *old = text_of("blow-up.csv"), *partial = text_of("blow-up.csv.partial");
  g_assert_cmpstr(old, ==, "precious\n");
  g_assert_cmpstr(partial, ==, rows);
  const char *const names[] = {"blow-up.csv", "blow-up.csv.json", "blow-up.csv.partial", "blow-up.csv.json.partial",
                               "blow-up.noslip"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autofree char *name = g_build_filename(scratch(), names[i], NULL);
    g_assert_cmpint(g_unlink(name), ==, 0);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cli/files", test_files);
  g_test_add_func("/cli/output", test_output);
  g_test_add_func("/cli/stopped", test_stopped);
  g_test_add_func("/cli/full-disk", test_full_disk);
  g_test_add_func("/cli/broken-pipe", test_broken_pipe);
  g_test_add_func("/cli/interrupt", test_interrupt);
  int status = g_test_run();
  scratch_remove();
  return status;
}
