/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/simulation/simulation.h"

/* Why a view has nothing to show: no system is open, or the text of the one that was opened has errors. simulation may be
 * NULL. */
const char *noslip_absence(const NoslipSimulation *simulation);
