/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fields that a Matroska muxer draws at random or takes from the clock: SegmentUID, TrackUID and DateUTC. */
#pragma once

#include <glib.h>

#define NOSLIP_WEBM_TRACK_ID 8 /* bytes of a TrackUID without leading zeros */

/* The length of the shortest TrackUID in the file so far, in bytes; 0 if there is none. A muxer omits leading zeros, so
 * one file in 256 is shorter than the others. */
guint noslip_webm_track_id_length(int fd);
/* Sets these fields to fixed values in a finished file: UIDs count from 1, and a date becomes padding (a Void element
 * of the same length). 0 or an errno; EBADMSG if it is not a Matroska file. */
int noslip_webm_set_ids(int fd);
