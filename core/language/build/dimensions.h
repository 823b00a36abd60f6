/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dimensions of the expressions of a text. Inside language/. */
#pragma once

#include "core/language/build/build.h"
#include "core/language/units.h"

typedef struct {
  Builder *builder;
  Dimension *named; /* of each statement that defines a name */
  Dimension energy;
  gboolean warns; /* and reads more generously */
  gboolean mute;
  gboolean values; /* numbers stand for quantities */
} Units;

extern const Dimension noslip_units_second;
/* Warns at `place`, once and only where units->warns. */
void noslip_units_say(const Units *units, NoslipPlace place, const char *remedy, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
/* The text of a dimension; lives as long as the source. */
const char *noslip_units_text(const Units *units, Dimension dimension);
/* Of a name in the text, and of an expression; what has no dimension that is known is a number. */
Dimension noslip_units_of_name(const Units *units, const char *text);
Dimension noslip_units_of_span(const Units *units, const Span *span);
