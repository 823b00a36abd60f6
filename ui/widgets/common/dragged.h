/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data dragged out of a formula or a picture: a number, and its quantity. */
#pragma once

#include <gtk/gtk.h>

#define NOSLIP_TYPE_DRAGGED (noslip_dragged_get_type())
GType noslip_dragged_get_type(void);
typedef struct {
  char *quantity; /* by its name among the quantities, or NULL */
} NoslipDragged;

/* The number as text, for any target that accepts text, and the quantity (may be NULL) for views. */
GdkContentProvider *noslip_dragged_new(const char *quantity, const char *number);
/* The number of a label's text at this place of the label, or its first one, or NULL. Free with g_free(). */
char *noslip_dragged_label_number(GtkLabel *label, double x, double y);
/* A number of a label can be dragged away, as a value of this quantity (a static string, or NULL). */
void noslip_dragged_from_label(GtkWidget *label, const char *quantity);
