/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probable meanings of an undeclared name, besides typing errors. Inside language/. */
#pragma once

#include <glib.h>

/* The name with Greek letters spelled out, subscripts as digits, `_` removed and other common spellings replaced: "θ₁",
 * "theta_1" and "teta1" are all "theta1". Free with g_free(). */
char *noslip_hint_spelling(const char *name);
/* "x" of "xdot", "x_dot", "dotx", "dx" and "ẋ": the i-th candidate, or NULL after the last. Free with g_free(). */
char *noslip_hint_rate_of(const char *name, guint i);
