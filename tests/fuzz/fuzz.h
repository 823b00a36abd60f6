/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzing: shared by harnesses, mutators and drivers. Each harness is a file that reads one kind of text (a system, a
 * set-up, a draft …). A driver calls it: libFuzzer (clang -fsanitize=fuzzer), which is guided by coverage, or driver.c,
 * which replays files and makes random changes. The names are libFuzzer's. */
#pragma once

#include <glib.h>

/* The harness: reads any bytes, aborts on a fault, returns 0. */
int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);
int LLVMFuzzerInitialize(int *argc, char ***argv);
/* Set by a harness: whether the last input was read without an error. Further changes start from such inputs. */
extern gboolean fuzz_accepted;
/* Set by a harness that tests code after the parser: most changes then leave a valid text (other numbers, signs and
 * names of the same kind), as a text with errors ends in the parser. */
extern gboolean fuzz_gently;

/* The mutator: changes data[size] in place, at most `most` bytes; returns the new size. The same seed makes the same
 * change. */
gsize LLVMFuzzerCustomMutator(guint8 *data, gsize size, gsize most, guint seed);

/* Random numbers with a cheap start. */
typedef struct {
  guint64 state;
} FuzzDice;
FuzzDice fuzz_dice(guint seed);
guint fuzz_dice_below(FuzzDice *dice, guint n); /* 0 .. n - 1; 0 if n is 0 */

/* Changes, copies, removes or replaces single bytes or a few of them; libFuzzer's own function if it is linked. */
void fuzz_change_bytes(GString *text, gsize most, FuzzDice *dice);
/* Returns the text as the result of a mutator. */
gsize fuzz_result(GString *text, guint8 *data, gsize most);

/* For a computation that may take long, such as the tiny steps of a motion that is not smooth: it stops when the value
 * at this pointer becomes 1, after a second of processor time. */
const int *fuzz_deadline(void);

/* A folder of this process, in /dev/shm if that exists; removed at exit. */
const char *fuzz_folder(void);
/* Counts results of the harness by name; printed at exit ("whole: 200000 read, 4711 judged"). */
void fuzz_count(const char *what);
