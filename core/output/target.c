/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the name of a file to the file being written: a new file in the folder of the target, or the target itself if it
 * is not a regular file. */
#include "core/output/output-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINKS_MOST 40       /* limit of links to follow, that of the system */
#define POLL_INTERVAL 20000 /* microseconds between checks for a reader of a pipe */
#define NAME_SHOWN 64 /* bytes of the target's name in that of the temporary file: the length of names is limited */

char *
noslip_output_partial_name(const char *target)
{
  return g_strconcat(target, ".partial", NULL);
}

/* The path to which a name leads when links are followed; its end need not exist. NULL with errno. */
static char *
follow_links(const char *name)
{
  char *real = realpath(name, NULL);
  if (real != NULL || errno != ENOENT) {
    char *copy = g_strdup(real);
    free(real);
    return copy;
  }
  g_autofree char *path = g_strdup(name);
  for (guint i = 0; i < LINKS_MOST; i++) {
    g_autofree char *link = g_file_read_link(path, NULL);
    g_autofree char *folder = g_path_get_dirname(path);
    if (link == NULL) { /* no link or no such file: the folder must exist */
      g_autofree char *base = g_path_get_basename(path);
      char *place = realpath(folder, NULL);
      char *found = place != NULL ? g_build_filename(place, base, NULL) : NULL;
      free(place);
      return found;
    }
    char *next = g_path_is_absolute(link) ? g_strdup(link) : g_build_filename(folder, link, NULL);
    g_free(path);
    path = next;
  }
  errno = ELOOP;
  return NULL;
}

/* A new file gets the owner and the permissions of the old one. If the owner cannot be set, the set-user and set-group
 * bits are dropped. 0 or an errno. */
static int
keep_permissions(int fd, const struct stat *old)
{
  struct stat now;
  mode_t mode = old->st_mode & 07777;
  if (fstat(fd, &now) != 0)
    return errno;
  gboolean other = now.st_uid != old->st_uid || now.st_gid != old->st_gid;
  if (other && fchown(fd, old->st_uid, old->st_gid) != 0 && fchown(fd, (uid_t) -1, old->st_gid) != 0)
    mode &= 01777;
  /* some file systems do not support permissions */
  return fchmod(fd, mode) != 0 && errno != ENOTSUP && errno != EPERM ? errno : 0;
}

static gboolean
open_temporary(NoslipOutputFile *file, NoslipOutputFlags flags, const struct stat *old, GError **error)
{
  g_autofree char *folder = g_path_get_dirname(file->target);
  g_autofree char *base = g_path_get_basename(file->target);
  g_autofree char *hidden = g_strdup_printf(".%.*s.XXXXXX", NAME_SHOWN, base);
  char *path = g_build_filename(folder, hidden, NULL);
  /* an existing file that is not writable is not replaced either */
  if (old != NULL && access(file->target, W_OK) != 0) {
    int number = errno;
    g_free(path);
    return noslip_output_fail(file->output, file->name, number, error);
  }
  int mode = flags & NOSLIP_OUTPUT_PRIVATE || old != NULL ? 0600 : 0666;
  file->fd = g_mkstemp_full(path, O_RDWR | O_CLOEXEC, mode);
  if (file->fd < 0) {
    int number = errno;
    g_free(path);
    return noslip_output_fail(file->output, file->name, number, error);
  }
  file->temporary = path;
  int number = old != NULL ? keep_permissions(file->fd, old) : 0;
  return number == 0 || noslip_output_fail(file->output, file->name, number, error);
}

/* A pipe is opened without blocking, so that waiting for its reader can be cancelled. 0 or an errno. */
static int
open_special(NoslipOutputFile *file, const struct stat *status)
{
  int waiting = S_ISFIFO(status->st_mode) ? O_NONBLOCK : 0;
  for (;;) {
    file->fd = open(file->name, O_WRONLY | O_CLOEXEC | O_NOCTTY | waiting);
    if (file->fd >= 0)
      return 0;
    if (errno == EINTR)
      continue;
    if (!waiting || errno != ENXIO || file->output->cancelled == NULL)
      return errno;
    if (noslip_output_is_cancelled(file->output))
      return ECANCELED;
    g_usleep(POLL_INTERVAL);
  }
}

static gboolean
refuse(NoslipOutputFile *file, NoslipOutputError code, const char *reason, GError **error)
{
  g_free(file->output->culprit);
  file->output->culprit = g_filename_display_name(file->name);
  g_set_error_literal(error, NOSLIP_OUTPUT_ERROR, (int) code, reason);
  return FALSE;
}

static gboolean
check_status(NoslipOutputFile *file, NoslipOutputFlags flags, const struct stat *status, GError **error)
{
  if (S_ISDIR(status->st_mode))
    return noslip_output_fail(file->output, file->name, EISDIR, error);
  if (noslip_output_is_input(file->output, status))
    return refuse(file, NOSLIP_OUTPUT_ERROR_INPUT, _("it is read by the same command"), error);
  if (!S_ISREG(status->st_mode) && (flags & NOSLIP_OUTPUT_REGULAR))
    return refuse(file, NOSLIP_OUTPUT_ERROR_SPECIAL, _("it is a pipe or a device, not a file"), error);
  return TRUE;
}

gboolean
noslip_output_file_open(NoslipOutputFile *file, NoslipOutputFlags flags, GError **error)
{
  struct stat status;
  if (file->fd == STDOUT_FILENO) {
    if (fstat(file->fd, &status) != 0)
      return noslip_output_fail(file->output, file->name, errno, error);
    file->regular = S_ISREG(status.st_mode);
    if (file->regular && noslip_output_is_input(file->output, &status))
      return refuse(file, NOSLIP_OUTPUT_ERROR_INPUT, _("it is read by the same command"), error);
    return !(flags & NOSLIP_OUTPUT_REGULAR) ||
           refuse(file, NOSLIP_OUTPUT_ERROR_SPECIAL, _("it is a pipe or a device, not a file"), error);
  }
  if (*file->name == '\0')
    return noslip_output_fail(file->output, "''", ENOENT, error);
  file->existed = stat(file->name, &status) == 0;
  if (!file->existed && errno != ENOENT)
    return noslip_output_fail(file->output, file->name, errno, error);
  if (file->existed && !check_status(file, flags, &status, error))
    return FALSE;
  if (file->existed && !S_ISREG(status.st_mode)) {
    int number = open_special(file, &status);
    return number == 0 || noslip_output_fail(file->output, file->name, number, error);
  }
  file->regular = TRUE;
  file->target = follow_links(file->name);
  if (file->target == NULL)
    return noslip_output_fail(file->output, file->name, errno, error);
  return open_temporary(file, flags, file->existed ? &status : NULL, error);
}
