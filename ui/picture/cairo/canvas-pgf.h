/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Display lists as PGF, the graphics of LaTeX: paths and clips unchanged, texts in the font of the document. */
#pragma once

#include "ui/picture/cairo/canvas-writer.h"

/* A picture of this size in points of 1/72 inch; `title` is a comment, or NULL. The units of the canvas are points, whatever
 * its transformation is. There is no text at the end if an image has more cells than PGF can hold. */
NoslipCanvasWriter *noslip_pgf_new(const char *title, double width, double height);
