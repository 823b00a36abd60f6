/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/widgets/window/window.h"

/* Adds the keys that undo and redo values set with sliders and entries, unless a text handles them. */
void noslip_window_class_add_value_keys(GtkWidgetClass *class);
