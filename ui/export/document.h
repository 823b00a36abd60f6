/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of a system as a LaTeX document, written by a job. */
#pragma once

#include "core/system/system.h"
#include "ui/export/job.h"

NoslipJob *noslip_export_equations(NoslipSystem *system, const char *file);
