/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

/* A dialog with a heading in one line. */
GtkWidget *noslip_question_new(GtkWindow *parent, const char *heading);
