/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The questions before the scene or a film is exported: the size, and for a film its part of the motion and its
 * speed. */
#pragma once

#include "ui/export/scene.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_EXPORT_SETTINGS (noslip_export_settings_get_type())
G_DECLARE_FINAL_TYPE(NoslipExportSettings, noslip_export_settings, NOSLIP, EXPORT_SETTINGS, GtkGrid)

/* Signal "changed": a number of a film has changed. `most` is the largest width and height, pixels. */
GtkWidget *noslip_export_settings_new(int width, int height, int most);
/* Also has settings of a film: `film` has the initial values, `end` is the end of the motion, seconds. */
void noslip_export_settings_ask_film(NoslipExportSettings *settings, const NoslipFilm *film, double end);
/* The settings; numbers that are still being typed count after noslip_export_settings_update(). `film` is unchanged if
 * there are no settings of a film. */
void noslip_export_settings_get(NoslipExportSettings *settings, int *width, int *height, NoslipFilm *film);
void noslip_export_settings_update(NoslipExportSettings *settings);
void noslip_export_settings_set_length(NoslipExportSettings *settings, const char *words); /* of the film */
