/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The patterns of what is drawn: `pattern "beach"`. */
#pragma once

#include <glib.h>

typedef enum {
  NOSLIP_PATTERN_PLAIN,
  NOSLIP_PATTERN_BEACH,
  NOSLIP_PATTERN_GRID,
  NOSLIP_PATTERN_SECTORS, /* of disks, which have no other: it cannot be written */
} NoslipPattern;

/* FALSE, and *pattern unchanged, where a text cannot name it. */
gboolean noslip_pattern_find(const char *name, NoslipPattern *pattern);
