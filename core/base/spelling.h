/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The distance between two spellings. */
#pragma once

#include <glib.h>

/* Damerau's distance (optimal string alignment) of two names in UTF-8: insertions, deletions, changes and exchanges of
 * neighbours, in characters. The first 64 of each name count. */
guint noslip_edit_distance(const char *a, const char *b);
