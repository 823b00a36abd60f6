/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a muxer of Matroska draws at random or takes from the clock: SegmentUID, TrackUID and DateUTC. */
#pragma once

/* Gives them fixed values in a finished file: UIDs count from 1, and a date becomes padding (a Void element of the same
 * length), since none is as good as a wrong one. 0 or an errno; EBADMSG where it is no Matroska file. */
int noslip_webm_set_ids(int fd);
