/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines in which two texts differ. */
#pragma once

/* All lines of both texts, each after " " (in both), "- " (only in `from`) or "+ " (only in `to`), with as few of the
 * latter two as possible; if more than a few hundred differ, all lines between the first and the last of them count as
 * different. Lines of `from` precede those of `to`. Free with g_free(). */
char *noslip_difference(const char *from, const char *to);
