/* SPDX-License-Identifier: GPL-3.0-or-later */
/* EBML (RFC 8794): an element is an ID, a length and its content; IDs and lengths have 1 to 8 bytes, and the number
 * of zero bits before the first 1 is the number of further bytes. Matroska (RFC 9559): Segment { Info { SegmentUID,
 * DateUTC }, Tracks { TrackEntry { TrackUID } }, Cluster … }. The elements of interest come before the first
 * Cluster. */
#include "ui/export/webm-ids.h"

#include <errno.h>
#include <glib.h>
#include <string.h>
#include <unistd.h>

enum {
  SEGMENT = 0x18538067,
  INFO = 0x1549a966,
  SEGMENT_UID = 0x73a4,
  DATE = 0x4461,
  TRACKS = 0x1654ae6b,
  TRACK = 0xae,
  TRACK_UID = 0x73c5,
  CLUSTER = 0x1f43b675,
  VOID = 0xec,
};
#define HEAD_MOST 65536 /* limit of the bytes searched before the first Cluster */
#define UID_MOST 16     /* bytes */

/* The number at `*at`, with its marker if it is an ID; FALSE at the end of the data. */
static gboolean
read_number(const guint8 *data, gsize end, gsize *at, gboolean is_id, guint64 *number)
{
  guint length = 1;
  if (*at >= end || data[*at] == 0)
    return FALSE;
  while (!(data[*at] & (0x80 >> (length - 1))))
    length++;
  if (length > end - *at)
    return FALSE;
  *number = is_id ? data[*at] : data[*at] & ((0x80u >> (length - 1)) - 1);
  for (guint i = 1; i < length; i++)
    *number = *number << 8 | data[*at + i];
  *at += length;
  return TRUE;
}

/* 0 0 … 0 1. Several tracks get different UIDs. */
static void
set_uid(guint8 *content, gsize length, guint8 number)
{
  memset(content, 0, length);
  content[length - 1] = number;
}

/* An element becomes a Void element (one byte of ID, one of length) of the same size. */
static void
set_void(guint8 *element, gsize whole)
{
  memset(element, 0, whole);
  element[0] = VOID;
  element[1] = (guint8) (0x80 | (whole - 2));
}

typedef struct {
  guint8 n_tracks;
  gsize shortest; /* bytes of the shortest TrackUID */
} Ids;

/* The elements of data[at .. end), and those nested in them that lead to the fields of interest; FALSE if it is not
 * EBML, or ends within an element. */
static gboolean
walk(guint8 *data, gsize at, gsize end, Ids *ids)
{
  while (at < end) {
    gsize begin = at;
    guint64 id, length;
    if (!read_number(data, end, &at, TRUE, &id) || !read_number(data, end, &at, FALSE, &length))
      return FALSE;
    if (id == CLUSTER)
      return TRUE;
    gsize stop = length > end - at ? end : at + (gsize) length;
    if (id == SEGMENT || id == INFO || id == TRACKS || id == TRACK) {
      if (!walk(data, at, stop, ids))
        return FALSE;
    } else if (stop - at != length) {
      return FALSE;
    } else if (id == TRACK_UID && length >= 1 && length <= UID_MOST) {
      set_uid(data + at, (gsize) length, ++ids->n_tracks);
      ids->shortest = ids->n_tracks == 1 ? (gsize) length : MIN(ids->shortest, (gsize) length);
    } else if (id == SEGMENT_UID && length >= 1 && length <= UID_MOST) {
      set_uid(data + at, (gsize) length, 1);
    } else if (id == DATE && stop - begin < 0x7f) {
      set_void(data + begin, stop - begin);
    }
    at = stop;
  }
  return TRUE;
}

guint
noslip_webm_track_id_length(int fd)
{
  g_autofree guint8 *data = g_malloc(HEAD_MOST);
  gssize got = pread(fd, data, HEAD_MOST, 0);
  Ids ids = {0};
  if (got > 0)
    walk(data, 0, (gsize) got, &ids);
  return (guint) ids.shortest;
}

int
noslip_webm_set_ids(int fd)
{
  g_autofree guint8 *data = g_malloc(HEAD_MOST);
  gssize got = pread(fd, data, HEAD_MOST, 0);
  Ids ids = {0};
  if (got < 0)
    return errno;
  if (!walk(data, 0, (gsize) got, &ids) || ids.n_tracks == 0)
    return EBADMSG;
  for (gssize done = 0; done < got;) {
    gssize written = pwrite(fd, data + done, (gsize) (got - done), done);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return written < 0 ? errno : ENOSPC;
    done += written;
  }
  return 0;
}
