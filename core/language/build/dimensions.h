/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dimensions of the expressions of a text. Inside language/. */
#pragma once

#include "core/language/build/build.h"
#include "core/language/units.h"

typedef struct {
  Builder *builder;
  Dimension *named;      /* of each statement that defines a name */
  Dimension *parameters; /* of each parameter */
  Dimension energy;
  gboolean warns; /* differences are reported, and an operand without a unit fits every unit */
  gboolean mute;
  gboolean values; /* numbers may represent quantities */
} Units;

extern const Dimension noslip_units_second;
/* Warns at `place`, once and only if units->warns. */
void noslip_units_report(const Units *units, NoslipPlace place, const char *remedy, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
/* The text of a dimension; lives as long as the source. */
const char *noslip_units_text(const Units *units, Dimension dimension);
/* Of a name in the text, and of an expression; one without a known dimension is a number. */
Dimension noslip_units_of_name(const Units *units, const char *text);
Dimension noslip_units_of_span(const Units *units, const Span *span);
