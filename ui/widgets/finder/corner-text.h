/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of small text in a corner of a figure, on a background of their own. */
#pragma once

#include "ui/picture/plot/plot.h"

/* Into a layer of the figure. lines: of char *; line: of double, 2 a point, on the axes of the figure, or NULL. The
 * corner is the one in which the text hides the fewest points of the line, the upper left one of equals. Nothing is
 * drawn if the text would fill most of the figure's height. */
void noslip_corner_text_display(const GPtrArray *lines, const GArray *line, const NoslipFigure *figure,
                                const NoslipTheme *theme, NoslipDisplay *display);
