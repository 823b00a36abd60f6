/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The patterns of drawn bodies: `pattern "beach"`. */
#pragma once

#include <glib.h>

typedef enum {
  NOSLIP_PATTERN_PLAIN,
  NOSLIP_PATTERN_BEACH,
  NOSLIP_PATTERN_GRID,
  NOSLIP_PATTERN_SECTORS, /* of disks, always: it has no name in the language */
} NoslipPattern;

/* FALSE, and *pattern unchanged, if the name is unknown. */
gboolean noslip_pattern_find(const char *name, NoslipPattern *pattern);
