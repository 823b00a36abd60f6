/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/widgets/window/window.h"

/* Gives the views, the scene and the camera what a set-up says of them. */
void noslip_window_give_setup(NoslipWindow *window, const NoslipSetup *setup, NoslipDiagnostics *diagnostics);
