/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which lines of two texts differ. */
#pragma once

/* All lines of both texts, each behind "  " (in both), "- " (only in `from`) or "+ " (only in `to`), with as few of the
 * latter two as there can be; where more than some hundred differ, all between the first and the last of them do. Lines
 * of `from` stand before those of `to`. Free with g_free(). */
char *noslip_difference(const char *from, const char *to);
