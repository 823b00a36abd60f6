/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal of an interrupted sweep: whatever it contains, only complete blocks are used, and they are the written
 * ones. */
#include "tests/fuzz/fuzz.h"

#include "app/cli/sweep/sweep.h"

#define BLOCKS 8
#define FINGERPRINT "0123456789abcdef0123456789abcdef"

/* Reports of the journal, which a sweep would print. */
void
cli_message(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *text = g_strdup_vprintf(format, arguments);
  va_end(arguments);
}

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
  return 0;
}

static guint64
resume(const char *target, guint64 counts[4])
{
  SweepJournal *journal = sweep_journal_open(target, FINGERPRINT, BLOCKS);
  if (journal == NULL)
    return 0;
  guint64 n = sweep_journal_counts(journal, counts), has = 0;
  for (guint64 b = 0; b < BLOCKS; b++)
    has += sweep_journal_has(journal, b);
  g_assert_cmpuint(has, ==, n);
  sweep_journal_close(journal, TRUE);
  fuzz_count("journals taken up");
  return n;
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
  g_autofree char *target = g_build_filename(fuzz_folder(), "sweep.csv", NULL);
  g_autofree char *path = g_strconcat(target, ".partial", NULL);
  guint64 first[4] = {0}, second[4] = {0};
  g_assert_true(
      g_file_set_contents_full(path, (const char *) data, (gssize) size, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  guint64 n = resume(target, first);
  g_assert_cmpuint(resume(target, second), ==, n); /* a torn block is removed once */
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint(first[i], ==, second[i]);
  return 0;
}
