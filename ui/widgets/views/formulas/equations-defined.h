/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names defined in the Equations view itself: parts of formulas, momenta. */
#pragma once

#include "core/equations/document.h"
#include "core/simulation/symbols.h"

/* The value at the shared time of a name that a line of the same section as line `id` defines, or NaN. */
double noslip_equations_defined(const GPtrArray *lines, guint id, const char *name, NoslipSymbols *symbols);
