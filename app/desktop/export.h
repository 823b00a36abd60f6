/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Export: what a window shows, as files. `what` is the id of a view or of an entry of noslip_exports(). */
#pragma once

#include "ui/export/scene.h"
#include "ui/widgets/window/window.h"

typedef struct {
  int width, height; /* of the scene and of the motion, pixels */
  NoslipFilm film;   /* of the motion */
} NoslipExportOptions;

/* What can be exported beside the views. */
typedef struct {
  const char *what;               /* "scene": target of the action win.export */
  const char *label;              /* of its menu item, to be translated */
  const char *part;               /* of a proposed file name: SYSTEM-PART.SUFFIX */
  const char *files;              /* "Tables (%s)", to be translated: what its files are called, with their endings */
  const char *usual;              /* suffix of a name that is given without one */
  const char **(*suffixes)(void); /* NULL: the usual one alone; free with g_free() */
  gboolean asks, film;            /* for a size first; and for a part of the motion */
  gboolean without_motion;        /* there is something to write before a motion is computed */
  void (*write)(NoslipWindow *window, const char *file, const NoslipExportOptions *options);
} NoslipExport;
/* In the order of the menu, ends with an entry whose `what` is NULL. */
const NoslipExport *noslip_exports(void);
const NoslipExport *noslip_export_find(const char *what); /* or NULL */

/* A figure for paper. */
typedef struct {
  double width;     /* points; 0: a picture of the view as the window shows it, and the rest is not looked at */
  const char *font; /* of the text, static; NULL: the window's. Mathematics keeps its own */
  double font_size; /* points; lines and marks are as wide as fits it */
} NoslipPaperFigure;

/* The fonts that a figure can have: whether the machine has a family of this name. */
gboolean noslip_figure_has_font(const char *font);

/* Asks how and where to, then exports. */
void noslip_window_export(NoslipWindow *window, const char *what);
/* A view as it is now, as .svg, .pdf or .png; `figure` may be NULL. */
gboolean noslip_window_export_view(NoslipWindow *window, const NoslipViewKind *kind, const NoslipPaperFigure *figure,
                                   const char *file, GError **error);
/* Exports; long work goes on beside the window, with its progress and a button to cancel it above the line of time, and
 * its result in a toast. `options` may be NULL where `what` has none. */
void noslip_window_export_to(NoslipWindow *window, const char *what, const char *file,
                             const NoslipExportOptions *options);
