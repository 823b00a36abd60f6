/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lengths on paper. */
#pragma once

#include <glib.h>

/* "85mm", "12.5cm", "3in" or "240pt" (72 points an inch), positive and below 10000 of its unit. FALSE, with *points
 * unchanged, for other texts. */
gboolean noslip_length_read(const char *text, double *points);
