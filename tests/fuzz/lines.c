/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mutator of texts of groups, keys and values: set-ups, drafts, journals. */
#include "tests/app/mutants.h"
#include "tests/fuzz/fuzz.h"

gsize
LLVMFuzzerCustomMutator(guint8 *data, gsize size, gsize most, guint seed)
{
  FuzzDice dice = fuzz_dice(seed);
  GString *text = g_string_new_len((const char *) data, (gssize) size);
  g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
  for (guint i = 1 + fuzz_dice_below(&dice, 3); i > 0; i--)
    if (fuzz_dice_below(&dice, 2) == 0)
      mutants_change(text, rand);
    else
      fuzz_change_bytes(text, most, &dice);
  return fuzz_result(text, data, most);
}
