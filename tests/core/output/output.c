/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Transactions: old or new, complete, never an input; links and permissions are kept. */
#include "core/output/output.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *folder;

static char *
path(const char *name)
{
  return g_build_filename(folder, name, NULL);
}

static void
put(const char *name, const char *text)
{
  g_autofree char *file = path(name);
  g_assert_true(g_file_set_contents(file, text, -1, NULL));
}

static void
check(const char *name, const char *expected)
{
  g_autofree char *file = path(name), *text = NULL;
  g_file_get_contents(file, &text, NULL, NULL);
  g_assert_cmpstr(text, ==, expected);
}

/* No files but these exist; they are removed. */
static void
clear(guint n, ...)
{
  va_list names;
  va_start(names, n);
  for (guint i = 0; i < n; i++) {
    g_autofree char *file = path(va_arg(names, const char *));
    g_assert_cmpint(g_unlink(file), ==, 0);
  }
  va_end(names);
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  g_assert_cmpstr(g_dir_read_name(dir), ==, NULL);
}

static NoslipOutputFile *
add(NoslipOutput *output, const char *name)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *file = path(name);
  NoslipOutputFile *added = noslip_output_add(output, file, NOSLIP_OUTPUT_ANY, &error);
  g_assert_no_error(error);
  return added;
}

static void
write_text(NoslipOutputFile *file, const char *text)
{
  g_autoptr(GError) error = NULL;
  g_assert_true(noslip_output_file_write(file, text, strlen(text), &error));
  g_assert_no_error(error);
}

/* The old files until the commit, the new ones after it. */
static void
test_together(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(NoslipOutput) output = noslip_output_new(NULL, NULL);
  put("a", "old");
  write_text(add(output, "a"), "new a");
  write_text(add(output, "b"), "new b");
  check("a", "old");
  check("b", NULL);
  g_assert_true(noslip_output_commit(output, &error));
  check("a", "new a");
  check("b", "new b");
  clear(2, "a", "b");
}

/* Without a commit no file is left. */
static void
test_dropped(void)
{
  NoslipOutput *output = noslip_output_new(NULL, NULL);
  put("a", "old");
  write_text(add(output, "a"), "new");
  write_text(add(output, "b"), "new");
  noslip_output_free(output);
  check("a", "old");
  clear(1, "a");
}

/* The second file cannot be renamed: the first is restored. */
static void
test_undone(void)
{
  for (guint existed = 0; existed < 2; existed++) {
    g_autoptr(GError) error = NULL;
    NoslipOutput *output = noslip_output_new(NULL, NULL);
    if (existed)
      put("a", "old");
    write_text(add(output, "a"), "new");
    write_text(add(output, "b"), "new");
    g_autofree char *b = path("b");
    g_assert_cmpint(g_mkdir(b, 0700), ==, 0);
    g_assert_false(noslip_output_commit(output, &error));
    g_assert_error(error, NOSLIP_OUTPUT_ERROR, NOSLIP_OUTPUT_ERROR_FAILED);
    g_assert_true(g_str_has_suffix(noslip_output_culprit(output), "/b"));
    g_assert_null(strstr(error->message, "could not be put back"));
    g_assert_cmpint(g_rmdir(b), ==, 0);
    check("a", existed ? "old" : NULL);
    g_auto(GStrv) names = noslip_output_keep_partial(output, NULL);
    g_assert_cmpuint(g_strv_length(names), ==, 2);
    check("a.partial", "new");
    check("b.partial", "new");
    noslip_output_free(output);
    if (existed)
      clear(3, "a", "a.partial", "b.partial");
    else
      clear(2, "a.partial", "b.partial");
  }
}

static void
test_partial(void)
{
  g_autoptr(GError) error = NULL;
  NoslipOutput *output = noslip_output_new(NULL, NULL);
  put("a", "old");
  put("a.partial", "older");
  put("c.partial", "read");
  g_autofree char *input = path("c.partial");
  noslip_output_reads(output, input);
  write_text(add(output, "a"), "half");
  add(output, "b"); /* nothing was written */
  write_text(add(output, "c"), "half");
  g_auto(GStrv) names = noslip_output_keep_partial(output, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(g_strv_length(names), ==, 1);
  g_assert_true(g_str_has_suffix(names[0], "/a.partial"));
  g_assert_false(noslip_output_commit(output, NULL));
  noslip_output_free(output);
  check("a", "old");
  check("a.partial", "half");
  check("c.partial", "read");
  clear(3, "a", "a.partial", "c.partial");
}

static void
assert_refused(NoslipOutput *output, const char *name, NoslipOutputFlags flags, int code)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *file = path(name);
  g_assert_null(noslip_output_add(output, file, flags, &error));
  g_assert_error(error, NOSLIP_OUTPUT_ERROR, code);
}

/* An input by its name, another spelling, a symbolic and a hard link. */
static void
test_inputs(void)
{
  put("in", "precious");
  g_autofree char *in = path("in"), *symbolic = path("symbolic"), *hard = path("hard");
  g_autofree char *spelled = g_strconcat(folder, "/./in", NULL);
  g_assert_cmpint(symlink("in", symbolic), ==, 0);
  g_assert_cmpint(link(in, hard), ==, 0);
  const char *names[] = {"in", "symbolic", "hard", "./in"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autoptr(NoslipOutput) output = noslip_output_new(NULL, NULL);
    noslip_output_reads(output, spelled);
    assert_refused(output, names[i], NOSLIP_OUTPUT_ANY, NOSLIP_OUTPUT_ERROR_INPUT);
  }
  g_assert_false(noslip_output_write(in, "x", 1, NOSLIP_OUTPUT_ANY, hard, NULL));
  g_assert_true(noslip_output_same_file(symbolic, hard));
  g_assert_false(noslip_output_same_file(in, folder));
  check("in", "precious");
  clear(3, "in", "symbolic", "hard");
}

static void
test_twice(void)
{
  const char *pairs[][2] = {{"a", "a"}, {"a", "./a"}, {"a", "a.partial"}, {"a.partial", "a"}};
  for (guint i = 0; i < G_N_ELEMENTS(pairs); i++) {
    g_autoptr(NoslipOutput) output = noslip_output_new(NULL, NULL);
    add(output, pairs[i][0]);
    assert_refused(output, pairs[i][1], NOSLIP_OUTPUT_ANY, NOSLIP_OUTPUT_ERROR_TWICE);
  }
  clear(0);
}

/* Links stay links, also one to a file that does not exist yet; permissions are kept. */
static void
test_kept(void)
{
  struct stat status;
  g_autoptr(GError) error = NULL;
  g_autofree char *a = path("a"), *link = path("link"), *chain = path("chain"), *fresh = path("fresh");
  put("a", "old");
  g_assert_cmpint(chmod(a, 0640), ==, 0);
  g_assert_cmpint(symlink("a", link), ==, 0);
  g_assert_cmpint(symlink("link", chain), ==, 0);
  g_assert_cmpint(symlink("b", fresh), ==, 0);
  g_assert_true(noslip_output_write(chain, "new", 3, NOSLIP_OUTPUT_ANY, NULL, &error));
  g_assert_true(noslip_output_write(fresh, "b", 1, NOSLIP_OUTPUT_PRIVATE, NULL, &error));
  g_assert_no_error(error);
  g_assert_true(g_file_test(chain, G_FILE_TEST_IS_SYMLINK) && g_file_test(link, G_FILE_TEST_IS_SYMLINK));
  g_assert_true(g_file_test(fresh, G_FILE_TEST_IS_SYMLINK));
  g_assert_cmpint(lstat(a, &status), ==, 0);
  g_assert_true(S_ISREG(status.st_mode));
  g_assert_cmpuint(status.st_mode & 07777, ==, 0640);
  g_assert_cmpint(stat(fresh, &status), ==, 0);
  g_assert_cmpuint(status.st_mode & 07777, ==, 0600);
  check("a", "new");
  check("b", "b");
  clear(5, "a", "b", "link", "chain", "fresh");
}

static void
test_refused(void)
{
  g_autofree char *fifo = path("fifo"), *loop = path("loop");
  g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
  g_assert_cmpint(symlink("loop", loop), ==, 0);
  const struct {
    const char *name;
    NoslipOutputFlags flags;
    int code;
  } cases[] = {
      {"no/such/folder", NOSLIP_OUTPUT_ANY, NOSLIP_OUTPUT_ERROR_FAILED},
      {".", NOSLIP_OUTPUT_ANY, NOSLIP_OUTPUT_ERROR_FAILED},
      {"loop", NOSLIP_OUTPUT_ANY, NOSLIP_OUTPUT_ERROR_FAILED},
      {"fifo", NOSLIP_OUTPUT_REGULAR, NOSLIP_OUTPUT_ERROR_SPECIAL},
      {"fifo", NOSLIP_OUTPUT_ANY, NOSLIP_OUTPUT_ERROR_FAILED}, /* it has no reader, and cannot be cancelled */
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(NoslipOutput) output = noslip_output_new(NULL, NULL);
    assert_refused(output, cases[i].name, cases[i].flags, cases[i].code);
    g_assert_false(noslip_output_commit(output, NULL));
  }
  clear(2, "fifo", "loop");
}

static gboolean
after_some_looks(gpointer data)
{
  return ++*(guint *) data > 3;
}

/* Waiting for a pipe without a reader, or with one that does not read, ends when the command is cancelled. */
static void
test_pipes(void)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *fifo = path("fifo");
  g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
  guint looks = 0;
  NoslipOutput *output = noslip_output_new(after_some_looks, &looks);
  assert_refused(output, "fifo", NOSLIP_OUTPUT_ANY, NOSLIP_OUTPUT_ERROR_CANCELLED);
  noslip_output_free(output);
  int reader = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  looks = 0;
  output = noslip_output_new(after_some_looks, &looks);
  NoslipOutputFile *file = add(output, "fifo");
  g_autofree char *much = g_malloc0(1 << 20);
  g_assert_false(noslip_output_file_write(file, much, 1 << 20, &error));
  g_assert_error(error, NOSLIP_OUTPUT_ERROR, NOSLIP_OUTPUT_ERROR_CANCELLED);
  g_clear_error(&error);
  noslip_output_free(output);
  output = noslip_output_new(after_some_looks, &looks);
  looks = 0;
  file = add(output, "fifo");
  close(reader);
  g_assert_false(noslip_output_file_write(file, "x", 1, &error));
  g_assert_error(error, NOSLIP_OUTPUT_ERROR, NOSLIP_OUTPUT_ERROR_CLOSED);
  noslip_output_free(output);
  clear(1, "fifo");
}

/* A full device makes the files beside it fail, too. */
static void
test_full(void)
{
  g_autoptr(GError) error = NULL;
  NoslipOutput *output = noslip_output_new(NULL, NULL);
  put("a", "old");
  write_text(add(output, "a"), "new");
  NoslipOutputFile *full = noslip_output_add(output, "/dev/full", NOSLIP_OUTPUT_ANY, &error);
  g_assert_false(noslip_output_file_write(full, "x", 1, &error));
  g_assert_cmpstr(noslip_output_culprit(output), ==, "/dev/full");
  g_assert_false(noslip_output_commit(output, NULL));
  noslip_output_free(output);
  check("a", "old");
  clear(1, "a");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  signal(SIGPIPE, SIG_IGN);
  folder = g_dir_make_tmp("noslip-output-XXXXXX", NULL);
  g_test_add_func("/output/together", test_together);
  g_test_add_func("/output/dropped", test_dropped);
  g_test_add_func("/output/undone", test_undone);
  g_test_add_func("/output/partial", test_partial);
  g_test_add_func("/output/inputs", test_inputs);
  g_test_add_func("/output/twice", test_twice);
  g_test_add_func("/output/kept", test_kept);
  g_test_add_func("/output/refused", test_refused);
  g_test_add_func("/output/pipes", test_pipes);
  g_test_add_func("/output/full", test_full);
  int status = g_test_run();
  g_rmdir(folder);
  g_free(folder);
  return status;
}
