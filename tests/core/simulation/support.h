/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests of simulations share. */
#pragma once

#include "core/simulation/simulation.h"

/* Waits until everything is read and computed. */
void support_settle(NoslipSimulation *simulation);
/* A simulation of a system of the catalogue, computed to its end. */
NoslipSimulation *support_opened(const char *id);
/* Rows are those of the span, in the order of time, with as many columns as there are quantities. */
void support_check_run(const NoslipSimulation *simulation, const NoslipRunView *run);
