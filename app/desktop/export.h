/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Export: the contents of a window, as files. `what` is the id of a view or of an entry of noslip_exports(). */
#pragma once

#include "ui/export/scene.h"
#include "ui/widgets/window/figure-settings.h"
#include "ui/widgets/window/window.h"

typedef struct {
  int width, height;        /* of the scene and of the motion, pixels */
  NoslipFilm film;          /* of the motion */
  NoslipPaperFigure figure; /* of a view; without a width it is as the window shows it */
} NoslipExportOptions;

/* An export that is not a view. */
typedef struct {
  const char *what;               /* "scene": target of the action win.export */
  const char *label;              /* of its menu item, to be translated */
  const char *part;               /* of a proposed file name: SYSTEM-PART.SUFFIX */
  const char *files;              /* "Tables (%s)", to be translated: the name of its file type, with the endings */
  const char *usual;              /* suffix of a name that is given without one */
  const char **(*suffixes)(void); /* NULL: only the usual one; free with g_free() */
  gboolean asks, film;            /* ask for a size first; and for a part of the motion */
  gboolean without_motion;        /* it can be written before a motion is computed */
  void (*write)(NoslipWindow *window, const char *file, const NoslipExportOptions *options);
} NoslipExport;
/* In the order of the menu, ends with an entry whose `what` is NULL. */
const NoslipExport *noslip_exports(void);
const NoslipExport *noslip_export_find(const char *what); /* or NULL */

/* The fonts that a figure can have: whether the machine has a font family of this name. */
gboolean noslip_figure_has_font(const char *font);

/* Shows the dialogs of options and of the file, then exports. */
void noslip_desktop_export(NoslipWindow *window, const char *what);
/* The same for a view as a figure for paper. */
void noslip_desktop_export_figure(NoslipWindow *window, const char *view);
/* Exports a view in its present state, as .svg, .pdf or .png; `figure` may be NULL. */
gboolean noslip_desktop_export_view(NoslipWindow *window, const NoslipViewKind *kind, const NoslipPaperFigure *figure,
                                    const char *file, GError **error);
/* Exports; long work runs in the background, with its progress and a cancel button above the time line, and its result
 * in a toast. `options` may be NULL if `what` has none. */
void noslip_desktop_export_to(NoslipWindow *window, const char *what, const char *file,
                              const NoslipExportOptions *options);
