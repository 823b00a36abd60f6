/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder of drafts after a crash. */
#include "tests/fuzz/fuzz.h"

#include "core/simulation/drafts.h"

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
  return 0;
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
  g_autofree char *path = g_build_filename(fuzz_folder(), "left.draft", NULL);
  g_assert_true(
      g_file_set_contents_full(path, (const char *) data, (gssize) size, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  g_autoptr(GPtrArray) found = noslip_drafts_find(fuzz_folder());
  for (guint i = 0; i < found->len; i++) {
    const NoslipFoundDraft *left = g_ptr_array_index(found, i);
    g_assert_true(g_utf8_validate(left->text, -1, NULL));
    fuzz_count("drafts read");
  }
  g_assert_true(g_file_test(path, G_FILE_TEST_EXISTS)); /* reading loses nothing */
  return 0;
}
