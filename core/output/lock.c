/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/output/output.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

int
noslip_output_lock(const char *path)
{
  int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    close(fd);
    fd = -1;
  }
  return fd;
}

void
noslip_output_unlock(const char *path, int lock)
{
  unlink(path);
  close(lock);
}
