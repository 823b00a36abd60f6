/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of a transaction. The old file keeps a second name until all new ones are in place, so that it can be
 * restored: link(target, backup), rename(temporary, target), then fsync of the folder, then unlink(backup). An existing
 * target is never missing. */
#include "core/output/output-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int
noslip_output_flush_folder(const char *path)
{
  g_autofree char *folder = g_path_get_dirname(path);
  int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) /* a folder that is writable but not readable cannot be flushed */
    return errno == EACCES ? 0 : errno;
  int number = fsync(fd) != 0 && errno != EINVAL && errno != ENOTSUP && errno != EROFS ? errno : 0;
  close(fd);
  return number;
}

/* Flushes the file to the disk if it is a regular one, and closes its descriptor. 0 or an errno. */
static int
finish(NoslipOutputFile *file)
{
  int number = file->temporary != NULL && fsync(file->fd) != 0 && errno != EINVAL && errno != ENOTSUP ? errno : 0;
  int fd = file->fd;
  file->fd = -1;
  /* closed even after EINTR */
  if (fd > STDERR_FILENO && close(fd) != 0 && errno != EINTR && number == 0)
    number = errno;
  return number;
}

/* Gives the new file its name. The backup fails if the file system has no hard links; then the file can be replaced,
 * but not restored. 0 or an errno. */
static int
place(NoslipOutputFile *file)
{
  if (file->existed) {
    file->backup = g_strconcat(file->temporary, ".old", NULL);
    if (link(file->target, file->backup) != 0)
      g_clear_pointer(&file->backup, g_free);
  }
  if (rename(file->temporary, file->target) != 0)
    return errno;
  file->placed = TRUE;
  file->spare = g_steal_pointer(&file->temporary);
  return 0;
}

static void
drop_backup(NoslipOutputFile *file)
{
  if (file->backup != NULL)
    unlink(file->backup);
  g_clear_pointer(&file->backup, g_free);
}

/* Restores the old file, or removes a new one that replaced nothing; FALSE if the new one stays. The new one gets its
 * hidden name back if possible: it is a partial result. */
static gboolean
put_back(NoslipOutputFile *file)
{
  if (!file->placed) {
    drop_backup(file);
    return TRUE;
  }
  if (link(file->target, file->spare) == 0)
    file->temporary = g_steal_pointer(&file->spare);
  gboolean back =
      file->existed ? file->backup != NULL && rename(file->backup, file->target) == 0 : unlink(file->target) == 0;
  if (back)
    g_clear_pointer(&file->backup, g_free);
  else
    drop_backup(file);
  file->placed = !back;
  return back;
}

/* Restores all files. New files that could not be removed are named after the reason. */
static gboolean
undo(NoslipOutput *output, const char *name, int number, GError **error)
{
  g_autoptr(GString) reason = g_string_new(g_strerror(number));
  for (guint i = output->files->len; i-- > 0;) {
    NoslipOutputFile *file = output->files->pdata[i];
    if (file->target == NULL || put_back(file))
      continue;
    g_autofree char *shown = g_filename_display_name(file->name);
    g_string_append_printf(reason, _("; %s is new, and could not be put back"), shown);
  }
  for (guint i = 0; i < output->files->len; i++) {
    const NoslipOutputFile *file = output->files->pdata[i];
    if (file->target != NULL)
      noslip_output_flush_folder(file->target); /* best effort */
  }
  output->failed = TRUE;
  noslip_output_fail(output, name, number, NULL);
  g_set_error_literal(error, NOSLIP_OUTPUT_ERROR, NOSLIP_OUTPUT_ERROR_FAILED, reason->str);
  return FALSE;
}

/* Finishes pipes and devices first, so that their errors can still stop the files. */
static gboolean
finish_all(NoslipOutput *output, GError **error)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < output->files->len; i++) {
      NoslipOutputFile *file = output->files->pdata[i];
      if ((file->temporary != NULL) != (pass == 1) || file->fd < 0)
        continue;
      int number = finish(file);
      if (number != 0) {
        output->failed = TRUE;
        return noslip_output_fail(output, file->name, number, error);
      }
    }
  return TRUE;
}

gboolean
noslip_output_commit(NoslipOutput *output, GError **error)
{
  if (output->failed) {
    g_set_error_literal(error, NOSLIP_OUTPUT_ERROR, NOSLIP_OUTPUT_ERROR_FAILED, _("it was not written completely"));
    return FALSE;
  }
  if (!finish_all(output, error))
    return FALSE;
  for (guint step = 0; step < 2; step++) /* first all names, then all folders */
    for (guint i = 0; i < output->files->len; i++) {
      NoslipOutputFile *file = output->files->pdata[i];
      int number = file->target == NULL ? 0 : step == 0 ? place(file) : noslip_output_flush_folder(file->target);
      if (number != 0)
        return undo(output, file->name, number, error);
    }
  for (guint i = 0; i < output->files->len; i++)
    drop_backup(output->files->pdata[i]);
  return TRUE;
}

/* Keeps the partial result of a file; *name is NULL if there is none. 0 or an errno. */
static int
keep_one(NoslipOutputFile *file, char **name)
{
  struct stat status;
  *name = NULL;
  if (file->temporary == NULL || stat(file->temporary, &status) != 0 || status.st_size == 0)
    return 0;
  if (file->fd >= 0)
    finish(file); /* ignores errors: on a full disk the partial result may be shorter */
  g_autofree char *partial = noslip_output_partial_name(file->target);
  if (stat(partial, &status) == 0 && noslip_output_is_input(file->output, &status))
    return 0;
  if (rename(file->temporary, partial) != 0)
    return errno;
  g_clear_pointer(&file->temporary, g_free);
  noslip_output_flush_folder(partial);
  *name = noslip_output_partial_name(file->name);
  return 0;
}

char **
noslip_output_keep_partial(NoslipOutput *output, GError **error)
{
  GPtrArray *names = g_ptr_array_new();
  output->failed = TRUE;
  for (guint i = 0; i < output->files->len; i++) {
    NoslipOutputFile *file = output->files->pdata[i];
    char *name;
    int number = keep_one(file, &name);
    if (name != NULL)
      g_ptr_array_add(names, name);
    if (number != 0) {
      g_ptr_array_add(names, NULL);
      g_strfreev((char **) g_ptr_array_free(names, FALSE));
      noslip_output_fail(output, file->name, number, error);
      return NULL;
    }
  }
  g_ptr_array_add(names, NULL);
  return (char **) g_ptr_array_free(names, FALSE);
}
