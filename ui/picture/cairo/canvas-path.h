/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the canvases of display lists share; for them only. */
#pragma once

#include "ui/picture/display-items.h"

/* The path of an item becomes the path of the canvas. */
void noslip_canvas_path(const NoslipDisplay *display, const NoslipItem *item, cairo_t *cairo);
