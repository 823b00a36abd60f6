/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A formula among words, set as mathematics. */
#pragma once

#include <gtk/gtk.h>

/* `latex` as noslip_math_new() reads it; its lines end in \\ and are broken where they are wider than `width` pixels.
 * A screen reader is given the LaTeX. */
GtkWidget *noslip_formula_new(const char *latex, double width);
