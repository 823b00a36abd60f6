/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of windows and their parts. All of them stay valid until shots_end(). */
#pragma once

#include <gtk/gtk.h>

void shots_begin(void);
void shots_end(void);
cairo_surface_t *shot_blank(int width, int height);
/* Reads a picture, and deletes its file. */
cairo_surface_t *shot_read(const char *file);
/* A rectangle of it, or all of it, enlarged by this factor. */
cairo_surface_t *shot_part(cairo_surface_t *picture, double x, double y, double width, double height, double scale);
cairo_surface_t *shot_scaled(cairo_surface_t *picture, double scale);
/* The place of a widget in the picture of its window, which includes the window's edge. */
graphene_rect_t shot_place(GtkWidget *widget);
/* A widget in the picture of its window. */
cairo_surface_t *shot_of(cairo_surface_t *picture, GtkWidget *widget);
/* Covers a widget in the picture of its window, with this many pixels around it, to exclude it from a comparison. */
void shot_cover(cairo_surface_t *picture, GtkWidget *widget, float shadow);
