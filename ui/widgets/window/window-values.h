/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/widgets/window/window.h"

/* Adds the keys that undo and redo what was set with sliders and entries, where no text takes them for itself. */
void noslip_window_class_add_value_keys(GtkWidgetClass *class);
