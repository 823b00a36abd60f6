/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzing: what a harness, a mutator and a driver share. Each harness is a file that reads one kind of text (a system,
 * a set-up, a draft …); a driver feeds it: libFuzzer (clang -fsanitize=fuzzer), which is guided by coverage, or
 * driver.c, which replays files and makes blind changes. The names are libFuzzer's. */
#pragma once

#include <glib.h>

/* The harness: reads any bytes, aborts where something is wrong, returns 0. */
int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);
int LLVMFuzzerInitialize(int *argc, char ***argv);
/* Set by a harness: whether the last input was read without an error. What is changed next starts from such inputs. */
extern gboolean fuzz_accepted;
/* Set by a harness that looks behind the parser: most changes leave a text that can be read (other numbers, signs and
 * names of the same kind), as one with errors goes no further. */
extern gboolean fuzz_gently;

/* The mutator: changes data[size] in place, at most `most` bytes; returns the new size. The same seed makes the same
 * change. */
gsize LLVMFuzzerCustomMutator(guint8 *data, gsize size, gsize most, guint seed);

/* Random numbers that cost nothing to start. */
typedef struct {
  guint64 state;
} FuzzDice;
FuzzDice fuzz_dice(guint seed);
guint fuzz_dice_below(FuzzDice *dice, guint n); /* 0 .. n - 1; 0 where n is 0 */

/* A change of single bytes or of a few of them, copied, lost or replaced; libFuzzer's own where it is linked. */
void fuzz_change_bytes(GString *text, gsize most, FuzzDice *dice);
/* The text as the result of a mutator. */
gsize fuzz_result(GString *text, guint8 *data, gsize most);

/* For a computation that may be long, as the millions of tiny steps of a motion that is not smooth: it ends when what
 * this points to is 1, a second of processor time from now. */
const int *fuzz_deadline(void);

/* A folder of this process, below /dev/shm where there is one; removed at exit. */
const char *fuzz_folder(void);
/* Counts what the harness has done, by name; printed at exit ("whole: 200000 read, 4711 judged"). */
void fuzz_count(const char *what);
