/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal of a sweep: FILE.csv.partial. Its first line identifies the sweep; then come the finished blocks in the
 * order in which they were finished, each after a line with its number, its length in bytes, its counts and a checksum,
 * so that a block that was damaged by a kill or a power failure is detected and computed again. The rows are flushed to
 * the disk at least every few seconds, and when the journal is closed; if the disk is full the file ends with the last
 * whole block. */
#include "app/cli/sweep/sweep.h"

#include "core/output/growing.h"

#include <pthread.h>
#include <string.h>
#include <sys/stat.h>

#define MAGIC "noslip-sweep 1 "
#define LINE_MOST 256
#define FLUSH_EVERY (3 * G_USEC_PER_SEC)

typedef struct {
  gint64 offset; /* of the rows in the file; 0: not present */
  gsize length;
} Block;

struct _SweepJournal {
  NoslipGrowing *file;
  char *path; /* NULL: not recoverable by name */
  guint64 n_blocks, n_done;
  Block *blocks;
  guint64 counts[4];
  gint64 end;     /* of the file */
  gint64 flushed; /* time of the last flush, in microseconds of the monotonic clock */
  gboolean failed, is_spare;
  pthread_mutex_t lock; /* not GMutex: the thread sanitizer supports this one */
};

/* Its path, or where it is. Free with g_free(). */
static char *
name_of(const SweepJournal *journal)
{
  return journal->path != NULL ? g_strdup(journal->path) : g_strdup_printf("a temporary file in %s", g_get_tmp_dir());
}

static gboolean
fail(SweepJournal *journal, int error)
{
  g_autofree char *name = name_of(journal);
  if (!journal->failed)
    cli_message("%s: cannot write %s: %s", journal->is_spare ? "warning" : "error", name, g_strerror(error));
  if (!journal->failed && journal->is_spare)
    cli_message("the computation goes on; after an interrupt, what it computes from now on is computed again");
  else if (!journal->failed && journal->path != NULL && journal->n_done > 0)
    cli_message("what was computed until then is kept there; when there is room, the same command goes on from there");
  else if (!journal->failed && journal->path == NULL)
    cli_message("give --output FILE, where there is room, or set TMPDIR to another folder for temporary files");
  journal->failed = TRUE;
  return FALSE;
}

/* Appends all of it, or nothing. */
static gboolean
append(SweepJournal *journal, const char *data, gsize length)
{
  int number = noslip_growing_write(journal->file, journal->end, data, length);
  if (number != 0)
    return fail(journal, number);
  journal->end += (gint64) length;
  return TRUE;
}

static gboolean
flush(SweepJournal *journal, gboolean name)
{
  int number = noslip_growing_flush(journal->file, name);
  journal->flushed = g_get_monotonic_time();
  return number == 0 || fail(journal, number);
}

static gboolean
read_line(const SweepJournal *journal, gint64 offset, char line[LINE_MOST])
{
  gsize got = noslip_growing_read(journal->file, offset, line, LINE_MOST - 1);
  char *newline = memchr(line, '\n', got);
  if (newline == NULL)
    return FALSE;
  *newline = '\0';
  return TRUE;
}

static char *
block_line(guint64 block, const char *text, gsize length, const guint64 counts[4])
{
  g_autofree char *checksum = g_compute_checksum_for_data(G_CHECKSUM_MD5, (const guchar *) text, length);
  return g_strdup_printf("block %" G_GUINT64_FORMAT " %" G_GSIZE_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                         " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %s\n",
                         block, length, counts[0], counts[1], counts[2], counts[3], checksum);
}

static void
remember(SweepJournal *journal, guint64 block, gint64 offset, gsize length, const guint64 counts[4])
{
  if (journal->blocks[block].offset != 0)
    return;
  journal->blocks[block] = (Block){offset, length};
  journal->n_done++;
  for (guint i = 0; i < 4; i++)
    journal->counts[i] += counts[i];
}

/* Reads the block at the current position; FALSE if it is incomplete. */
static gboolean
take_block(SweepJournal *journal, gint64 size)
{
  char line[LINE_MOST];
  guint64 numbers[6]; /* block, length, counts */
  if (!read_line(journal, journal->end, line))
    return FALSE;
  g_auto(GStrv) words = g_strsplit(line, " ", -1);
  if (g_strv_length(words) != 8 || strcmp(words[0], "block") != 0)
    return FALSE;
  for (guint i = 0; i < 6; i++)
    if (!g_ascii_string_to_unsigned(words[1 + i], 10, 0, G_MAXINT64 / 4, &numbers[i], NULL))
      return FALSE;
  gint64 offset = journal->end + (gint64) strlen(line) + 1;
  gsize length = (gsize) numbers[1];
  if (numbers[0] >= journal->n_blocks || (gint64) length > size - offset)
    return FALSE;
  g_autofree char *text = g_malloc(length + 1);
  if (noslip_growing_read(journal->file, offset, text, length) != length)
    return FALSE;
  g_autofree char *expected = block_line(numbers[0], text, length, numbers + 2);
  g_strchomp(expected);
  if (strcmp(expected, line) != 0)
    return FALSE;
  remember(journal, numbers[0], offset, length, numbers + 2);
  journal->end = offset + (gint64) length;
  return TRUE;
}

/* Whether the file holds the first line, or a part of it (which is valid only with its newline). */
static gboolean
begins_with(const SweepJournal *journal, const char *first, gint64 size)
{
  gsize length = strlen(first) + 1;
  g_autofree char *found = g_malloc(length);
  gsize got = noslip_growing_read(journal->file, 0, found, (gsize) MIN(size, (gint64) length));
  return memcmp(found, first, MIN(got, length - 1)) == 0 && (got < length || found[length - 1] == '\n');
}

/* Reads what an interrupted sweep has written; FALSE if it belongs to another sweep. */
static gboolean
resume(SweepJournal *journal, const char *first)
{
  int number = 0;
  gint64 length = (gint64) strlen(first) + 1, size = noslip_growing_size(journal->file, &number);
  if (size < 0)
    return fail(journal, number);
  if (!begins_with(journal, first, size)) {
    cli_message("error: %s holds rows of another sweep; remove it, or choose another --output", journal->path);
    return FALSE;
  }
  if (size >= length) {
    journal->end = length;
    while (journal->end < size && take_block(journal, size))
      ;
    number = noslip_growing_cut(journal->file, journal->end);
    return number == 0 || fail(journal, number);
  }
  g_autofree char *text = g_strdup_printf("%s\n", first);
  return append(journal, text, strlen(text)) && flush(journal, TRUE);
}

static gboolean
open_file(SweepJournal *journal, const char *path)
{
  struct stat status;
  NoslipGrowingStatus opened;
  int number = 0;
  if (path != NULL && strcmp(path, "-") != 0 && (stat(path, &status) != 0 || S_ISREG(status.st_mode)))
    journal->path = g_strdup_printf("%s.partial", path);
  journal->file = noslip_growing_open(journal->path, &opened, &number);
  switch (opened) {
  case NOSLIP_GROWING_LOCKED:
    break;
  case NOSLIP_GROWING_UNLOCKED:
    cli_message("warning: %s cannot be locked (%s); do not run the same sweep twice at a time", journal->path,
                g_strerror(number));
    break;
  case NOSLIP_GROWING_FAILED:
    return fail(journal, number);
  case NOSLIP_GROWING_SPECIAL:
    cli_message("error: %s is a pipe or a device, not a file", journal->path);
    break;
  case NOSLIP_GROWING_BUSY:
    cli_message("error: another sweep is writing %s", journal->path);
    break;
  }
  return journal->file != NULL;
}

SweepJournal *
sweep_journal_open(const char *path, const char *fingerprint, guint64 n_blocks)
{
  SweepJournal *journal = g_new0(SweepJournal, 1);
  pthread_mutex_init(&journal->lock, NULL);
  journal->n_blocks = n_blocks;
  journal->blocks = g_new0(Block, n_blocks + 1);
  g_autofree char *first = g_strconcat(MAGIC, fingerprint, NULL);
  if (open_file(journal, path) && resume(journal, first))
    return journal;
  sweep_journal_close(journal, TRUE);
  return NULL;
}

void
sweep_journal_set_spare(SweepJournal *journal)
{
  journal->is_spare = TRUE;
}

gboolean
sweep_journal_has(const SweepJournal *journal, guint64 block)
{
  return journal->blocks[block].offset != 0;
}

gboolean
sweep_journal_add(SweepJournal *journal, guint64 block, const GString *text, const guint64 counts[4])
{
  g_autofree char *line = block_line(block, text->str, text->len, counts);
  gsize length = strlen(line);
  g_autoptr(GString) record = g_string_sized_new(length + text->len + 1);
  g_string_append_len(record, line, (gssize) length);
  g_string_append_len(record, text->str, (gssize) text->len);
  pthread_mutex_lock(&journal->lock);
  gint64 offset = journal->end + (gint64) length;
  gboolean written = !journal->failed && append(journal, record->str, record->len) &&
                     (g_get_monotonic_time() - journal->flushed < FLUSH_EVERY || flush(journal, FALSE));
  if (written)
    remember(journal, block, offset, text->len, counts);
  pthread_mutex_unlock(&journal->lock);
  return written;
}

guint64
sweep_journal_counts(SweepJournal *journal, guint64 counts[4])
{
  pthread_mutex_lock(&journal->lock);
  guint64 done = journal->n_done;
  memcpy(counts, journal->counts, sizeof journal->counts);
  pthread_mutex_unlock(&journal->lock);
  return done;
}

gboolean
sweep_journal_block(const SweepJournal *journal, guint64 b, GString *text)
{
  const Block *block = &journal->blocks[b];
  gsize before = text->len;
  g_string_set_size(text, before + block->length);
  if (noslip_growing_read(journal->file, block->offset, text->str + before, block->length) == block->length)
    return TRUE;
  g_autofree char *name = name_of(journal);
  cli_message("error: cannot read %s back", name);
  return FALSE;
}

gboolean
sweep_journal_text(const SweepJournal *journal, GString *text)
{
  for (guint64 b = 0; b < journal->n_blocks; b++)
    if (!sweep_journal_block(journal, b, text))
      return FALSE;
  return TRUE;
}

gboolean
sweep_journal_copy(SweepJournal *journal, CliOutput *output, NoslipOutputFile *file, GChecksum *checksum,
                   guint64 *length)
{
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint64 b = 0; b < journal->n_blocks; b++) {
    g_string_truncate(text, 0);
    if (!sweep_journal_block(journal, b, text) || !cli_output_write(output, file, text->str, text->len))
      return FALSE;
    if (checksum != NULL)
      g_checksum_update(checksum, (const guchar *) text->str, (gssize) text->len);
    if (length != NULL)
      *length += text->len;
  }
  return TRUE;
}

void
sweep_journal_close(SweepJournal *journal, gboolean keep)
{
  int number = noslip_growing_close(journal->file, keep);
  if (number != 0)
    fail(journal, number);
  pthread_mutex_destroy(&journal->lock);
  g_free(journal->blocks);
  g_free(journal->path);
  g_free(journal);
}
