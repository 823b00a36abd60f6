/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that grow in place: one writer, whole entries, and no entry that does not fit. */
#include "core/output/growing.h"

#include "core/output/output.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

static char *folder;

static NoslipGrowing *
expect(const char *path, NoslipGrowingStatus expected)
{
  NoslipGrowingStatus status;
  int number = 0;
  NoslipGrowing *growing = noslip_growing_open(path, &status, &number);
  g_assert_cmpint(status, ==, expected);
  g_assert_true((growing != NULL) == (expected == NOSLIP_GROWING_LOCKED));
  return growing;
}

static void
test_entries(void)
{
  g_autofree char *path = g_build_filename(folder, "journal", NULL), *text = NULL;
  char read[8] = "";
  int number = 0;
  NoslipGrowing *growing = expect(path, NOSLIP_GROWING_LOCKED);
  expect(path, NOSLIP_GROWING_BUSY);
  g_assert_cmpint(noslip_growing_write(growing, 0, "one two", 7), ==, 0);
  g_assert_cmpint(noslip_growing_size(growing, &number), ==, 7);
  g_assert_cmpuint(noslip_growing_read(growing, 4, read, 7), ==, 3);
  g_assert_cmpstr(read, ==, "two");
  g_assert_cmpint(noslip_growing_cut(growing, 3), ==, 0);
  g_assert_cmpint(noslip_growing_flush(growing, TRUE), ==, 0);
  g_assert_cmpint(noslip_growing_close(growing, TRUE), ==, 0);
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  g_assert_cmpstr(text, ==, "one");
  growing = expect(path, NOSLIP_GROWING_LOCKED);
  g_assert_cmpint(noslip_growing_size(growing, &number), ==, 3); /* the earlier content is kept */
  g_assert_cmpint(noslip_growing_close(growing, FALSE), ==, 0);
  g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
}

/* A limit on the size of files stands for a full disk. */
static void
test_full(void)
{
  g_autofree char *path = g_build_filename(folder, "full", NULL), *text = NULL;
  struct rlimit before, limit;
  g_assert_cmpint(getrlimit(RLIMIT_FSIZE, &before), ==, 0);
  signal(SIGXFSZ, SIG_IGN);
  NoslipGrowing *growing = expect(path, NOSLIP_GROWING_LOCKED);
  g_assert_cmpint(noslip_growing_write(growing, 0, "kept", 4), ==, 0);
  limit = before;
  limit.rlim_cur = 6;
  g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &limit), ==, 0);
  int number = noslip_growing_write(growing, 4, "too long", 8);
  g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &before), ==, 0);
  g_assert_cmpint(number, ==, EFBIG);
  g_assert_cmpint(noslip_growing_close(growing, TRUE), ==, 0);
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  g_assert_cmpstr(text, ==, "kept");
  g_unlink(path);
}

static void
test_others(void)
{
  g_autofree char *pipe = g_build_filename(folder, "pipe", NULL);
  g_autofree char *missing = g_build_filename(folder, "none", "journal", NULL);
  g_assert_cmpint(mkfifo(pipe, 0600), ==, 0);
  expect(pipe, NOSLIP_GROWING_SPECIAL);
  g_unlink(pipe);
  expect(missing, NOSLIP_GROWING_FAILED);
  NoslipGrowing *unnamed = expect(NULL, NOSLIP_GROWING_LOCKED);
  g_assert_cmpint(noslip_growing_write(unnamed, 0, "x", 1), ==, 0);
  g_assert_cmpint(noslip_growing_close(unnamed, TRUE), ==, 0);
}

static void
test_lock(void)
{
  g_autofree char *path = g_build_filename(folder, "a.lock", NULL);
  int lock = noslip_output_lock(path);
  g_assert_cmpint(lock, >=, 0);
  g_assert_cmpint(noslip_output_lock(path), ==, -1);
  noslip_output_unlock(path, lock);
  g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  folder = g_dir_make_tmp("noslip-growing-XXXXXX", NULL);
  g_test_add_func("/growing/entries", test_entries);
  g_test_add_func("/growing/full", test_full);
  g_test_add_func("/growing/others", test_others);
  g_test_add_func("/growing/lock", test_lock);
  int status = g_test_run();
  g_rmdir(folder);
  g_free(folder);
  return status;
}
