/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last of several fields as a combination of the others, in symbols: private to the finder, see fields.h. */
#pragma once

#include "core/finder/measure/fields.h"

typedef struct {
  gboolean dependent; /* proved: the last field is a combination of the others */
  gboolean vanishes;  /* proved: its u is that of the combination */
} NoslipObstruction;

/* With the present parameters. Nothing is proved of more than a few fields. */
NoslipObstruction noslip_obstruction_of(const NoslipPrimitiveSetting *setting, const GArray *fields);
/* u of the last field minus that of its combination of the others; NOSLIP_ZERO if the expression is too long to be read,
 * or if its value at the row is not `number`. */
NoslipExpr noslip_obstruction_value(const NoslipPrimitiveSetting *setting, const GArray *fields, guint row,
                                    double number);
