/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/widgets/views/view.h"

/* Data for the Fit view, from a dropped or chosen file; the view reports errors in it. */
void noslip_fit_view_take_data(NoslipView *view, const char *path);
