/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Display lists as SVG whose texts stay texts, so that they can be read and edited; Cairo's own SVG has outlines of the
 * letters. */
#pragma once

#include "ui/picture/cairo/canvas-writer.h"

/* A picture of this size in units, "pt" or "px"; `title` may be NULL. */
NoslipCanvasWriter *noslip_svg_new(const char *title, double width, double height, const char *unit);
