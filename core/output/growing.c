/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/output/growing.h"

#include "core/output/output.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct _NoslipGrowing {
  int fd;
  char *path; /* NULL: a temporary file without a name */
};

static NoslipGrowingStatus
lock(int fd, int *number)
{
  struct stat status;
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
    return NOSLIP_GROWING_SPECIAL;
  if (flock(fd, LOCK_EX | LOCK_NB) == 0)
    return NOSLIP_GROWING_LOCKED;
  *number = errno;
  return *number == EWOULDBLOCK ? NOSLIP_GROWING_BUSY : NOSLIP_GROWING_UNLOCKED; /* no locks, as on some network file
                                                                                  * systems */
}

NoslipGrowing *
noslip_growing_open(const char *path, NoslipGrowingStatus *status, int *number)
{
  g_autofree char *name = NULL;
  int fd = path != NULL ? open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666)
                        : g_file_open_tmp("noslip-XXXXXX", &name, NULL);
  *number = errno;
  if (name != NULL)
    unlink(name);
  *status = fd < 0 ? NOSLIP_GROWING_FAILED : path != NULL ? lock(fd, number) : NOSLIP_GROWING_LOCKED;
  if (*status != NOSLIP_GROWING_LOCKED && *status != NOSLIP_GROWING_UNLOCKED) {
    if (fd >= 0)
      close(fd);
    return NULL;
  }
  NoslipGrowing *growing = g_new0(NoslipGrowing, 1);
  growing->fd = fd;
  growing->path = g_strdup(path);
  return growing;
}

gint64
noslip_growing_size(const NoslipGrowing *growing, int *number)
{
  struct stat status;
  if (fstat(growing->fd, &status) == 0)
    return status.st_size;
  *number = errno;
  return -1;
}

gsize
noslip_growing_read(const NoslipGrowing *growing, gint64 offset, char *data, gsize length)
{
  gsize done = 0;
  while (done < length) {
    gssize got = pread(growing->fd, data + done, length - done, offset + (gint64) done);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      break;
    done += (gsize) got;
  }
  return done;
}

int
noslip_growing_cut(NoslipGrowing *growing, gint64 size)
{
  return ftruncate(growing->fd, size) == 0 ? 0 : errno;
}

int
noslip_growing_write(NoslipGrowing *growing, gint64 offset, const char *data, gsize length)
{
  gsize done = 0;
  while (done < length) {
    gssize written = pwrite(growing->fd, data + done, length - done, offset + (gint64) done);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0) {
      int number = written < 0 ? errno : ENOSPC;
      noslip_growing_cut(growing, offset); /* if this fails too, the reader must detect the incomplete entry */
      return number;
    }
    done += (gsize) written;
  }
  return 0;
}

int
noslip_growing_flush(NoslipGrowing *growing, gboolean name)
{
  if (growing->path == NULL)
    return 0;
  if (fsync(growing->fd) != 0 && errno != EINVAL && errno != ENOTSUP)
    return errno;
  return name ? noslip_output_flush_folder(growing->path) : 0;
}

int
noslip_growing_close(NoslipGrowing *growing, gboolean keep)
{
  if (growing == NULL)
    return 0;
  int number = keep ? noslip_growing_flush(growing, FALSE) : 0;
  if (growing->path != NULL && !keep)
    unlink(growing->path); /* while it is locked */
  if (close(growing->fd) != 0 && errno != EINTR && keep && number == 0)
    number = errno;
  g_free(growing->path);
  g_free(growing);
  return number;
}
