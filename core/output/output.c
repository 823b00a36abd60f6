/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/output/output-private.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#define PIECE 4096           /* bytes: a pipe that poll() reports as ready takes these without blocking (PIPE_BUF) */
#define POLL_INTERVAL 50     /* milliseconds between checks of `cancelled` */
#define WRITE_MOST (1 << 30) /* bytes in one call: below the limit of the system */

static void
file_free(gpointer data)
{
  NoslipOutputFile *file = data;
  if (file->fd > STDERR_FILENO)
    close(file->fd);
  if (file->temporary != NULL)
    unlink(file->temporary);
  g_free(file->name);
  g_free(file->target);
  g_free(file->temporary);
  g_free(file->spare);
  g_free(file->backup);
  g_free(file);
}

NoslipOutput *
noslip_output_new(NoslipOutputCancelled cancelled, gpointer data)
{
  NoslipOutput *output = g_new0(NoslipOutput, 1);
  output->files = g_ptr_array_new_with_free_func(file_free);
  output->inputs = g_array_new(FALSE, FALSE, sizeof(NoslipOutputInput));
  output->cancelled = cancelled;
  output->data = data;
  return output;
}

void
noslip_output_free(NoslipOutput *output)
{
  if (output == NULL)
    return;
  g_ptr_array_unref(output->files);
  g_array_unref(output->inputs);
  g_free(output->culprit);
  g_free(output);
}

/* Only regular files count: a terminal may be read and written. */
void
noslip_output_reads(NoslipOutput *output, const char *path)
{
  struct stat status;
  if (path == NULL || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
    return;
  NoslipOutputInput input = {status.st_dev, status.st_ino};
  g_array_append_val(output->inputs, input);
}

void
noslip_output_reads_all(NoslipOutput *output, const char *const *paths)
{
  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    noslip_output_reads(output, paths[i]);
}

gboolean
noslip_output_same_file(const char *one, const char *other)
{
  struct stat a, b;
  return one != NULL && other != NULL && stat(one, &a) == 0 && stat(other, &b) == 0 && S_ISREG(a.st_mode) &&
         a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

gboolean
noslip_output_is_one_of(const char *path, const char *const *files)
{
  for (guint i = 0; files != NULL && files[i] != NULL; i++)
    if (noslip_output_same_file(path, files[i]))
      return TRUE;
  return FALSE;
}

const char *
noslip_output_culprit(const NoslipOutput *output)
{
  return output->culprit;
}

/* Whether the targets are distinct: no two files with one target, and none with the partial result of another. */
static gboolean
check_distinct(NoslipOutput *output, const NoslipOutputFile *file, GError **error)
{
  g_autofree char *partial = file->target != NULL ? noslip_output_partial_name(file->target) : NULL;
  for (guint i = 0; i < output->files->len && partial != NULL; i++) {
    const NoslipOutputFile *other = output->files->pdata[i];
    if (other->target == NULL)
      continue;
    g_autofree char *its_partial = noslip_output_partial_name(other->target);
    if (strcmp(other->target, file->target) != 0 && strcmp(other->target, partial) != 0 &&
        strcmp(its_partial, file->target) != 0)
      continue;
    g_free(output->culprit);
    output->culprit = g_filename_display_name(file->name);
    g_set_error_literal(error, NOSLIP_OUTPUT_ERROR, NOSLIP_OUTPUT_ERROR_TWICE,
                        _("two results of one command cannot have the same file"));
    return FALSE;
  }
  return TRUE;
}

NoslipOutputFile *
noslip_output_add(NoslipOutput *output, const char *path, NoslipOutputFlags flags, GError **error)
{
  NoslipOutputFile *file = g_new0(NoslipOutputFile, 1);
  file->output = output;
  file->fd = -1;
  file->name = g_strdup(path != NULL && strcmp(path, "-") != 0 ? path : "standard output");
  if (path == NULL || strcmp(path, "-") == 0)
    file->fd = STDOUT_FILENO;
  if (noslip_output_file_open(file, flags, error) && check_distinct(output, file, error)) {
    g_ptr_array_add(output->files, file);
    return file;
  }
  output->failed = TRUE;
  file_free(file);
  return NULL;
}

int
noslip_output_file_fd(const NoslipOutputFile *file)
{
  return file->fd;
}

gboolean
noslip_output_file_is_regular(const NoslipOutputFile *file)
{
  return file->target != NULL;
}

/* Waits until a pipe or a device accepts more; FALSE if the command is cancelled first. */
static gboolean
wait_until_ready(const NoslipOutputFile *file)
{
  struct pollfd ready = {.fd = file->fd, .events = POLLOUT};
  while (poll(&ready, 1, POLL_INTERVAL) <= 0)
    if (noslip_output_is_cancelled(file->output))
      return FALSE;
  return TRUE;
}

static int
write_all(const NoslipOutputFile *file, const char *data, gsize length)
{
  while (length > 0) {
    if (!file->regular && !wait_until_ready(file))
      return ECANCELED;
    gssize written = write(file->fd, data, MIN(length, file->regular ? WRITE_MOST : PIECE));
    if (written < 0 && (errno == EINTR || (errno == EAGAIN && !file->regular)))
      continue;
    if (written <= 0)
      return written < 0 ? errno : ENOSPC;
    data += written;
    length -= (gsize) written;
  }
  return 0;
}

gboolean
noslip_output_file_write(NoslipOutputFile *file, const void *data, gsize length, GError **error)
{
  int number = write_all(file, data, length);
  if (number == 0)
    return TRUE;
  file->output->failed = TRUE;
  return noslip_output_fail(file->output, file->name, number, error);
}

gboolean
noslip_output_write(const char *path, const void *data, gsize length, NoslipOutputFlags flags, const char *reads,
                    GError **error)
{
  g_autoptr(NoslipOutput) output = noslip_output_new(NULL, NULL);
  noslip_output_reads(output, reads);
  NoslipOutputFile *file = noslip_output_add(output, path, flags, error);
  return file != NULL && noslip_output_file_write(file, data, length, error) && noslip_output_commit(output, error);
}

gboolean
noslip_output_replaces(const NoslipOutput *output)
{
  for (guint i = 0; i < output->files->len; i++) {
    const NoslipOutputFile *file = g_ptr_array_index(output->files, i);
    struct stat old;
    if (file->target != NULL && stat(file->target, &old) == 0 && old.st_size > 0)
      return TRUE;
  }
  return FALSE;
}
