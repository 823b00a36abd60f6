/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a muxer of Matroska draws at random or takes from the clock: SegmentUID, TrackUID and DateUTC. */
#pragma once

#include <glib.h>

#define NOSLIP_WEBM_TRACK_ID 8 /* bytes of a TrackUID, unless it begins with zeros */

/* The bytes of the shortest TrackUID that is in the file so far; 0 where none is. A muxer leaves out zeros at its
 * beginning, so that one file in 256 is shorter than the others. */
guint noslip_webm_track_id_length(int fd);
/* Gives them fixed values in a finished file: UIDs count from 1, and a date becomes padding (a Void element of the same
 * length), since none is as good as a wrong one. 0 or an errno; EBADMSG where it is no Matroska file. */
int noslip_webm_set_ids(int fd);
