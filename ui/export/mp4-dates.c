/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ISO/IEC 14496-12: a box is a length of 4 bytes that counts all of it (1: a length of 8 bytes follows the name, 0: to
 * the end), a name of 4 letters and its content. moov { mvhd, trak { tkhd, mdia { mdhd } } } have the dates, after a
 * byte of version and three of flags: 4 bytes each in version 0, 8 in version 1. */
#include "ui/export/mp4-dates.h"

#include <errno.h>
#include <glib.h>
#include <string.h>
#include <unistd.h>

#define HEAD 16  /* bytes of the longest head of a box */
#define DATES 20 /* bytes of version, flags and two dates of 8 bytes */

static gboolean
is_one_of(const guint8 *name, const char *names)
{
  for (; *names != '\0'; names += 4)
    if (memcmp(name, names, 4) == 0)
      return TRUE;
  return FALSE;
}

static guint64
number_of(const guint8 *bytes, guint n)
{
  guint64 number = 0;
  for (guint i = 0; i < n; i++)
    number = number << 8 | bytes[i];
  return number;
}

/* 0 or an errno. */
static int
clear_dates(int fd, gint64 at)
{
  guint8 bytes[DATES];
  if (pread(fd, bytes, 1, at) != 1)
    return EBADMSG;
  gsize length = bytes[0] == 1 ? 16 : 8;
  memset(bytes, 0, sizeof bytes);
  for (gsize done = 0; done < length;) {
    gssize written = pwrite(fd, bytes, length - done, at + 4 + (gint64) done);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return written < 0 ? errno : ENOSPC;
    done += (gsize) written;
  }
  return 0;
}

/* The boxes between `at` and `end`, and those within them that lead to dates. */
static int
walk(int fd, gint64 at, gint64 end, guint *n_dates)
{
  while (at < end) {
    guint8 head[HEAD];
    gssize got = pread(fd, head, HEAD, at);
    if (got < 8)
      return got < 0 ? errno : EBADMSG;
    gint64 length = (gint64) number_of(head, 4), content = 8;
    if (length == 1 && got == HEAD) {
      length = (gint64) number_of(head + 8, 8);
      content = HEAD;
    } else if (length == 0) {
      length = end - at;
    }
    if (length < content || length > end - at)
      return EBADMSG;
    int number = 0;
    if (is_one_of(head + 4, "moovtrakmdia"))
      number = walk(fd, at + content, at + length, n_dates);
    else if (is_one_of(head + 4, "mvhdtkhdmdhd")) {
      number = clear_dates(fd, at + content);
      ++*n_dates;
    }
    if (number != 0)
      return number;
    at += length;
  }
  return 0;
}

int
noslip_mp4_set_dates(int fd)
{
  guint n_dates = 0;
  gint64 end = lseek(fd, 0, SEEK_END);
  int number = end < 0 ? errno : walk(fd, 0, end, &n_dates);
  return number == 0 && n_dates == 0 ? EBADMSG : number;
}
