/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that the pointer drags from another program (carrier.c) and drops here. */
#pragma once

#include "tests/app/desktop/driven.h"

typedef struct _Carried Carried;
/* Starts dragging these files (NULL-terminated; paths or URIs). */
Carried *carried_new(const char *const *files);
/* Moves to a place of the widget and waits until its window has received the drag. */
void carried_over(Carried *carried, GtkWidget *widget, double x, double y);
void carried_off(Carried *carried, NoslipWindow *window); /* off the window again */
/* Drops, and waits until the other program has received the result. */
void carried_drop(Carried *carried);
