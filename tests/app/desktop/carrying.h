/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that the pointer carries out of another program (carrier.c) and drops here. */
#pragma once

#include "tests/app/desktop/driven.h"

typedef struct _Carried Carried;
/* Takes these files up (NULL-terminated; paths or URIs). */
Carried *carried_new(const char *const *files);
/* Moves to a place of the widget and waits until its window knows the dragged files. */
void carried_over(Carried *carried, GtkWidget *widget, double x, double y);
void carried_away(Carried *carried, NoslipWindow *window); /* off the window again */
/* Lets go, and waits until the other program has seen it. */
void carried_drop(Carried *carried);
