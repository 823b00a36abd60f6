/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of a sweep that were computed separately: FILE.sweep identifies the sweep of which FILE is a part; joining
 * checks it. */
#include "app/cli/sweep/sweep.h"

#include "app/cli/past.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define PART_MAGIC "noslip-sweep-part 1"
#define ABOUT_MOST 4096 /* bytes of a FILE.sweep */
#define BUFFER 65536

typedef struct {
  const char *path;
  char grid[65], checksum[65]; /* hexadecimal digits of SHA-256 */
  guint64 part, parts, length, counts[4];
} Part;

char *
sweep_part_text(const Sweep *sweep, guint64 length, const char *checksum, const guint64 counts[4])
{
  g_autofree char *grid = sweep_grid_fingerprint(sweep, TRUE);
  return g_strdup_printf(PART_MAGIC "\ngrid %s\npart %u %u\nbytes %" G_GUINT64_FORMAT "\nsha256 %s\nstatus"
                                    " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                                    " %" G_GUINT64_FORMAT "\n",
                         grid, sweep->part, sweep->parts, length, checksum, counts[0], counts[1], counts[2], counts[3]);
}

/* "NAME N N …": reads the requested number of numbers. */
static gboolean
read_numbers(const char *line, const char *name, guint n, guint64 *numbers)
{
  g_auto(GStrv) words = g_strsplit(line, " ", -1);
  if (g_strv_length(words) != n + 1 || strcmp(words[0], name) != 0)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!g_ascii_string_to_unsigned(words[1 + i], 10, 0, G_MAXINT64, &numbers[i], NULL))
      return FALSE;
  return TRUE;
}

static gboolean
read_digest(const char *line, const char *name, char digest[65])
{
  g_auto(GStrv) words = g_strsplit(line, " ", -1);
  if (g_strv_length(words) != 2 || strcmp(words[0], name) != 0 || strlen(words[1]) != 64)
    return FALSE;
  g_strlcpy(digest, words[1], 65);
  return TRUE;
}

/* FALSE if there is no such file, or if its format is unknown. */
static gboolean
read_about(const char *path, Part *part)
{
  guint64 numbers[2];
  g_autofree char *name = g_strconcat(path, SWEEP_PART_SUFFIX, NULL), *text = NULL;
  gsize length = 0;
  *part = (Part){.path = path};
  if (!g_file_test(name, G_FILE_TEST_IS_REGULAR) || !g_file_get_contents(name, &text, &length, NULL) ||
      length > ABOUT_MOST)
    return FALSE;
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  if (g_strv_length(lines) != 7 || strcmp(lines[0], PART_MAGIC) != 0 || !read_digest(lines[1], "grid", part->grid) ||
      !read_numbers(lines[2], "part", 2, numbers) || !read_numbers(lines[3], "bytes", 1, &part->length) ||
      !read_digest(lines[4], "sha256", part->checksum) || !read_numbers(lines[5], "status", 4, part->counts))
    return FALSE;
  part->part = numbers[0];
  part->parts = numbers[1];
  return part->part >= 1 && part->part <= part->parts && part->parts <= SWEEP_POINTS_MOST;
}

/* Reads the rows, and copies them to `output` if it is not NULL; the header is omitted unless they are the first. FALSE
 * if they are not the rows that were written, after a message if there is an output. */
static gboolean
pass_rows(const Part *part, gboolean header, CliOutput *output, NoslipOutputFile *file)
{
  g_autofree char *buffer = g_malloc(BUFFER);
  g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
  int fd = open(part->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  guint64 length = 0;
  gssize got = -1;
  gboolean within = header, written = TRUE;
  while (fd >= 0 && written && (got = read(fd, buffer, BUFFER)) != 0) {
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      break;
    g_checksum_update(checksum, (const guchar *) buffer, got);
    length += (guint64) got;
    const char *newline = within ? buffer : memchr(buffer, '\n', (gsize) got);
    const char *from = within ? buffer : newline != NULL ? newline + 1 : buffer + got;
    within = within || newline != NULL;
    written = output == NULL || cli_output_write(output, file, from, (gsize) (buffer + got - from));
  }
  if (fd >= 0)
    close(fd);
  gboolean same = got == 0 && length == part->length && strcmp(g_checksum_get_string(checksum), part->checksum) == 0;
  if (output != NULL && written && !same)
    cli_message("error: %s was cut or changed after the sweep wrote it; remove it and compute part %" G_GUINT64_FORMAT
                "/%" G_GUINT64_FORMAT " again",
                part->path, part->part, part->parts);
  return same && written;
}

gboolean
sweep_part_is_finished(const Sweep *sweep, const char *path, guint64 counts[4])
{
  Part part;
  if (path == NULL || !read_about(path, &part))
    return FALSE;
  g_autofree char *grid = sweep_grid_fingerprint(sweep, TRUE);
  if (strcmp(part.grid, grid) != 0 || part.part != sweep->part || part.parts != sweep->parts ||
      !pass_rows(&part, TRUE, NULL, NULL))
    return FALSE;
  memcpy(counts, part.counts, sizeof part.counts);
  return TRUE;
}

/* Checks that each of the parts 1 .. n is given once; stores their order in `order`. */
static gboolean
check_complete(const GArray *parts, const Part **order)
{
  const Part *first = &g_array_index(parts, Part, 0);
  for (guint i = 0; i < parts->len; i++) {
    const Part *part = &g_array_index(parts, Part, i);
    if (strcmp(part->grid, first->grid) != 0 || part->parts != first->parts) {
      cli_message("error: %s and %s are not parts of the same sweep", first->path, part->path);
      return FALSE;
    }
    if (order[part->part - 1] != NULL) {
      cli_message("error: %s and %s are the same part, %" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT,
                  order[part->part - 1]->path, part->path, part->part, part->parts);
      return FALSE;
    }
    order[part->part - 1] = part;
  }
  g_autoptr(GString) missing = g_string_new(NULL);
  for (guint64 i = 0; i < first->parts; i++)
    if (order[i] == NULL)
      g_string_append_printf(missing, "%s%" G_GUINT64_FORMAT, missing->len > 0 ? ", " : "", i + 1);
  if (missing->len > 0)
    cli_message("error: of %" G_GUINT64_FORMAT " parts these are missing: %s", first->parts, missing->str);
  return missing->len == 0;
}

/* The record of the first part, changed to describe the whole sweep; NULL if it has none. All parts have the same grid
 * and were computed in the same way. */
static char *
whole_past(const Part *first)
{
  g_autofree char *name = g_strconcat(first->path, CLI_PAST_SUFFIX, NULL);
  g_autoptr(JsonParser) parser = json_parser_new();
  if (!g_file_test(name, G_FILE_TEST_IS_REGULAR) || !json_parser_load_from_file(parser, name, NULL))
    return NULL;
  JsonNode *root = json_parser_get_root(parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT(root))
    return NULL;
  json_object_set_int_member(json_node_get_object(root), "part", 1);
  json_object_set_int_member(json_node_get_object(root), "parts", 1);
  return noslip_json_node_text(root);
}

/* FILE.json beside the joined FILE. FALSE if it cannot be written. */
static gboolean
write_past(const Part *first, const NoslipOutputFile *rows, const char *path, CliOutput *output)
{
  NoslipOutputFile *past = NULL;
  g_autofree char *text = whole_past(first);
  if (text == NULL) {
    cli_message("note: %s%s is missing, so how the rows were computed is not written beside them", first->path,
                CLI_PAST_SUFFIX);
    return TRUE;
  }
  return cli_past_add(output, rows, path, &past) &&
         (past == NULL || cli_output_write(output, past, text, strlen(text)));
}

static gboolean
write_joined(const Part *const *order, guint64 n, const char *path, CliOutput *output)
{
  for (guint64 i = 0; i < n; i++) {
    g_autofree char *about = g_strconcat(order[i]->path, SWEEP_PART_SUFFIX, NULL);
    noslip_output_reads(output->files, order[i]->path);
    noslip_output_reads(output->files, about);
    g_autofree char *past = g_strconcat(order[i]->path, CLI_PAST_SUFFIX, NULL);
    noslip_output_reads(output->files, past);
  }
  NoslipOutputFile *file = cli_output_add(output, path);
  for (guint64 i = 0; i < n && file != NULL; i++)
    if (!pass_rows(order[i], i == 0, output, file))
      return FALSE;
  return file != NULL && write_past(order[0], file, path, output);
}

int
sweep_join(char **paths, const char *path)
{
  g_autoptr(GArray) parts = g_array_new(FALSE, FALSE, sizeof(Part));
  guint64 counts[4] = {0};
  for (guint i = 0; paths[i] != NULL; i++) {
    Part part;
    if (!read_about(paths[i], &part)) {
      cli_message("error: %s has no %s%s beside it that a sweep with --part --output has written", paths[i], paths[i],
                  SWEEP_PART_SUFFIX);
      return CLI_INPUT;
    }
    for (guint c = 0; c < 4; c++)
      counts[c] += part.counts[c];
    g_array_append_val(parts, part);
  }
  guint64 n = g_array_index(parts, Part, 0).parts;
  g_autofree const Part **order = g_new0(const Part *, n);
  if (!check_complete(parts, order))
    return CLI_INPUT;
  CliOutput output;
  cli_output_start(&output, NULL);
  cli_catch_interrupts();
  int status = write_joined(order, n, path, &output) ? cli_output_end(&output, TRUE) : cli_output_drop(&output);
  return cli_worse(output.quiet ? CLI_DONE : status, sweep_status(counts));
}
