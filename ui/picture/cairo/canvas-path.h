/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the canvases of display lists: their common part. */
#pragma once

#include "ui/picture/display-items.h"

/* Makes the path of an item the path of the canvas. */
void noslip_canvas_path(const NoslipDisplay *display, const NoslipItem *item, cairo_t *cairo);
