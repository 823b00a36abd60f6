/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by variations.c and variation-lanes.c. */
#pragma once

#include "core/integrate/run.h"

/* The options of the steps: those of one motion and in lanes are the same. */
NoslipRunOptions noslip_variations_options(double rtol, double atol);
