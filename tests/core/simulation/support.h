/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Helpers for tests of simulations. */
#pragma once

#include "core/simulation/simulation.h"

/* Waits until everything is read and computed. */
void support_wait(NoslipSimulation *simulation);
/* A simulation of a system of the catalogue, computed to its end. */
NoslipSimulation *support_opened(const char *id);
/* Checks that the rows cover the span in increasing time, with one column for each quantity. */
void support_check_run(const NoslipSimulation *simulation, const NoslipRunView *run);
