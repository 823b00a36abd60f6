/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Export: what a window shows, as files. `what` is the id of a view, "scene", "trajectory" or "equations-latex". */
#pragma once

#include "ui/widgets/window.h"

/* Asks where to, then exports. */
void noslip_window_export(NoslipWindow *window, const char *what);
/* Exports; long work goes on beside the window, with its progress and a button to cancel it in a toast, and what
 * became of it is told in a toast. width and height are the scene's, in pixels. */
void noslip_window_export_to(NoslipWindow *window, const char *what, const char *file, int width, int height);
