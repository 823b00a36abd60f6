/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a harness without a fuzzer's runtime: replays files and folders, and makes random changes to them. fuzz-NAME
 * [--changes N] [--seed S] [--last FILE] FILE|FOLDER... Without changes it tests that every earlier interesting input
 * is read without a fault. */
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_MOST 4096 /* limit of a changed input, in bytes */
#define POOL_MOST 2000

static GPtrArray *inputs; /* of GBytes */

static int
by_name(gconstpointer a, gconstpointer b)
{
  return strcmp(*(char *const *) a, *(char *const *) b);
}

static void
read_input(const char *path)
{
  char *text = NULL;
  gsize length = 0;
  if (!g_file_get_contents(path, &text, &length, NULL)) {
    fprintf(stderr, "cannot read %s\n", path);
    exit(2);
  }
  g_ptr_array_add(inputs, g_bytes_new_take(text, length));
}

static void
read_path(const char *path)
{
  g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
  if (dir == NULL) {
    read_input(path);
    return;
  }
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_free);
  for (const char *name; (name = g_dir_read_name(dir)) != NULL;) {
    char *file = g_build_filename(path, name, NULL);
    if (g_file_test(file, G_FILE_TEST_IS_REGULAR))
      g_ptr_array_add(files, file);
    else
      g_free(file);
  }
  g_ptr_array_sort(files, by_name);
  for (guint i = 0; i < files->len; i++)
    read_input(files->pdata[i]);
}

static void
feed(const guint8 *data, gsize size)
{
  g_autofree guint8 *copy =
      g_memdup2(data, size + (size == 0)); /* of its exact size, so that reads beyond it are detected */
  LLVMFuzzerTestOneInput(copy, size);
}

/* A changed input that the harness accepts is added to the pool for further changes; in a full pool it replaces a
 * random one, but never an input that was read from a file. */
static void
keep(guint n_files, const guint8 *data, gsize size, FuzzDice *dice)
{
  GBytes *bytes = g_bytes_new(data, size);
  if (inputs->len < n_files + POOL_MOST) {
    g_ptr_array_add(inputs, bytes);
    return;
  }
  guint i = n_files + fuzz_dice_below(dice, POOL_MOST);
  g_bytes_unref(inputs->pdata[i]);
  inputs->pdata[i] = bytes;
}

/* How many of the changed inputs the harness accepted. If an input crashes the process, the file of --last contains
 * it. */
static guint64
change(guint64 n, guint seed, const char *last)
{
  FuzzDice dice = fuzz_dice(seed);
  guint64 n_accepted = 0;
  guint8 data[SIZE_MOST];
  guint n_files = inputs->len;
  for (guint64 i = 0; i < n; i++) {
    gsize size;
    /* Half of them from the files: repeated changes drift away from valid inputs. */
    guint from = fuzz_dice_below(&dice, 2) == 0 ? n_files : inputs->len;
    const guint8 *start = g_bytes_get_data(inputs->pdata[fuzz_dice_below(&dice, from)], &size);
    size = MIN(size, SIZE_MOST);
    memcpy(data, start, size);
    size = LLVMFuzzerCustomMutator(data, size, SIZE_MOST, fuzz_dice_below(&dice, G_MAXUINT));
    if (last != NULL)
      g_file_set_contents_full(last, (const char *) data, (gssize) size, G_FILE_SET_CONTENTS_NONE, 0600, NULL);
    fuzz_accepted = FALSE;
    feed(data, size);
    if (fuzz_accepted) {
      n_accepted++;
      keep(n_files, data, size, &dice);
    }
  }
  return n_accepted;
}

int
main(int argc, char **argv)
{
  guint64 n = 0;
  guint seed = 1;
  const char *last = NULL;
  inputs = g_ptr_array_new_with_free_func((GDestroyNotify) g_bytes_unref);
  LLVMFuzzerInitialize(&argc, &argv);
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "--changes") == 0 && i + 1 < argc)
      n = g_ascii_strtoull(argv[++i], NULL, 10);
    else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
      seed = (guint) g_ascii_strtoull(argv[++i], NULL, 10);
    else if (strcmp(argv[i], "--last") == 0 && i + 1 < argc)
      last = argv[++i];
    else
      read_path(argv[i]);
  for (guint i = 0; i < inputs->len; i++) {
    gsize size;
    const guint8 *data = g_bytes_get_data(inputs->pdata[i], &size);
    feed(data, size);
  }
  guint n_files = inputs->len;
  guint64 n_accepted = change(n, seed, last);
  printf("1..1\nok 1 %u inputs, %" G_GUINT64_FORMAT " changes, of which %" G_GUINT64_FORMAT " are accepted\n", n_files,
         n, n_accepted);
  gboolean empty = inputs->len == 0;
  g_ptr_array_unref(inputs);
  return empty ? 2 : 0;
}
