/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/widgets/window/window.h"

/* Sets the views, the scene and the camera from a set-up. */
void noslip_window_give_setup(NoslipWindow *window, const NoslipSetup *setup, NoslipDiagnostics *diagnostics);
