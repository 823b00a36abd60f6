/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame statistics that benchmarks of the window print, with their limits. */
#pragma once

#include "ui/widgets/views/meter.h"

/* Prints the summary of a meter's frames; FALSE if it exceeds the limits. */
gboolean frames_report(const char *what, const NoslipMeter *meter);
