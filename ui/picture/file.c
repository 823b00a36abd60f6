/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

gboolean
noslip_file_is_special(const char *path)
{
  struct stat status;
  return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

static gboolean
fail(const char *path, GError **error)
{
  int number = errno;
  g_autofree char *shown = g_filename_display_name(path);
  g_set_error(error, G_FILE_ERROR, (gint) g_file_error_from_errno(number), _("%s cannot be written: %s"), shown,
              g_strerror(number));
  return FALSE;
}

static gboolean
write_all(int fd, const char *data, gsize length)
{
  while (length > 0) {
    gssize written = write(fd, data, length);
    if (written < 0 && errno != EINTR)
      return FALSE;
    data += MAX(written, 0);
    length -= (gsize) MAX(written, 0);
  }
  return TRUE;
}

gboolean
noslip_file_write(const char *path, const void *data, gsize length, GError **error)
{
  gboolean standard = strcmp(path, "-") == 0;
  if (!standard && !noslip_file_is_special(path))
    return g_file_set_contents(path, data, (gssize) length, error);
  int fd = standard ? STDOUT_FILENO : open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0)
    return fail(path, error);
  gboolean good = write_all(fd, data, length);
  int number = errno;
  if (!standard && close(fd) != 0 && good) {
    good = FALSE;
    number = errno;
  }
  errno = number;
  return good || fail(standard ? _("standard output") : path, error);
}
