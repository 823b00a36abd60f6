/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches of conserved quantities for tests. */
#pragma once

#include "core/finder/conserved.h"

/* Of the system of a text, with the default parameters and initial values. */
NoslipConserved *test_find_conserved(const char *text, guint degree, guint64 seed);
