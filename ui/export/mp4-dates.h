/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dates in an MP4 file, which its muxer takes from the clock. */
#pragma once

/* Sets the dates of creation and change in a finished file to 0. 0 or an errno; EBADMSG if it is not an MP4 file. */
int noslip_mp4_set_dates(int fd);
