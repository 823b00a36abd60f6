/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout of a figure. */
#pragma once

#include "ui/picture/plot/plot-items.h"
#include "ui/picture/plot/ticks.h"

/* The ticks of both axes and the area that they enclose, in figure->layout. `room`: for labels at the right end. */
void noslip_figure_lay_out(NoslipFigure *figure, const NoslipTheme *theme, double width, double height, double room,
                           NoslipTicks ticks[2]);
