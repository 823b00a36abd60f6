/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What benchmarks of the window tell of its frames, beside what is asked of them. */
#pragma once

#include "ui/widgets/views/meter.h"

/* Prints the summary of what a meter counted; FALSE where it is more than it should be. */
gboolean frames_report(const char *what, const NoslipMeter *meter);
