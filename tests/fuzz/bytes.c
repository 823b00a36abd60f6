/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/fuzz/fuzz.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* Provided by libFuzzer; absent in the plain driver. */
gsize LLVMFuzzerMutate(guint8 *data, gsize size, gsize most) __attribute__((weak));

gboolean fuzz_accepted, fuzz_gently;

FuzzDice
fuzz_dice(guint seed)
{
  return (FuzzDice){(seed + 1) * G_GUINT64_CONSTANT(0x9E3779B97F4A7C15)};
}

guint
fuzz_dice_below(FuzzDice *dice, guint n)
{
  dice->state ^= dice->state << 13;
  dice->state ^= dice->state >> 7;
  dice->state ^= dice->state << 17;
  return n > 0 ? (guint) ((dice->state >> 32) % n) : 0;
}

static void
change_blindly(GString *text, FuzzDice *dice)
{
  static const char *const pieces[] = {"\r", "\n", "\r\n", "\xE2\x80\xAE", "\xFF", "\xC2\x85", "\x1b[2J",
                                       "\\", "#",  "|"};
  gsize at = fuzz_dice_below(dice, (guint) text->len + 1), most = fuzz_dice_below(dice, 12) + 1;
  gsize n = MIN(most, text->len - at);
  switch (fuzz_dice_below(dice, 5)) {
  case 0:
    g_string_erase(text, (gssize) at, (gssize) n);
    break;
  case 1:
    g_string_insert(text, (gssize) at, pieces[fuzz_dice_below(dice, G_N_ELEMENTS(pieces))]);
    break;
  case 2: {
    g_autofree char *copy = g_memdup2(text->str + at, n + 1);
    g_string_insert_len(text, (gssize) fuzz_dice_below(dice, (guint) text->len + 1), copy, (gssize) n);
    break;
  }
  case 3:
    g_string_truncate(text, at);
    break;
  default:
    if (at < text->len)
      text->str[at] = (char) fuzz_dice_below(dice, 256);
  }
}

void
fuzz_change_bytes(GString *text, gsize most, FuzzDice *dice)
{
  if (!LLVMFuzzerMutate || fuzz_dice_below(dice, 4) == 0) {
    change_blindly(text, dice);
    return;
  }
  gsize room = MIN(most, text->len + 64), size = MIN(text->len, room);
  g_autofree guint8 *data = g_malloc0(room + 1);
  memcpy(data, text->str, size);
  size = LLVMFuzzerMutate(data, size, room);
  g_string_truncate(text, 0);
  g_string_append_len(text, (const char *) data, (gssize) size);
}

gsize
fuzz_result(GString *text, guint8 *data, gsize most)
{
  gsize size = MIN(text->len, most);
  memcpy(data, text->str, size);
  g_string_free(text, TRUE);
  return size;
}

static int over;

static void
on_time_over(int number)
{
  __atomic_store_n(&over, 1, __ATOMIC_RELAXED);
}

const int *
fuzz_deadline(void)
{
  const struct itimerval second = {.it_value = {1, 0}};
  over = 0;
  signal(SIGVTALRM, on_time_over); /* libFuzzer has SIGALRM */
  setitimer(ITIMER_VIRTUAL, &second, NULL);
  return &over;
}

static char *folder;

static void
remove_folder(void)
{
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  for (const char *name; dir != NULL && (name = g_dir_read_name(dir)) != NULL;) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_remove(path);
  }
  g_rmdir(folder);
  g_clear_pointer(&folder, g_free);
}

const char *
fuzz_folder(void)
{
  if (folder == NULL) {
    const char *below = g_access("/dev/shm", W_OK) == 0 ? "/dev/shm" : g_get_tmp_dir();
    folder = g_build_filename(below, "noslip-fuzz-XXXXXX", NULL);
    if (g_mkdtemp(folder) == NULL)
      abort();
    atexit(remove_folder);
  }
  return folder;
}

#define COUNTERS 8
static struct {
  const char *what;
  guint64 n;
} counters[COUNTERS];

static void
print_counters(void)
{
  for (guint i = 0; i < COUNTERS && counters[i].what != NULL; i++)
    fprintf(stderr, "%s: %" G_GUINT64_FORMAT "\n", counters[i].what, counters[i].n);
}

void
fuzz_count(const char *what)
{
  guint i = 0;
  while (i + 1 < COUNTERS && counters[i].what != NULL && counters[i].what != what)
    i++;
  if (i == 0 && counters[0].what == NULL)
    atexit(print_counters);
  counters[i].what = what;
  counters[i].n++;
}
