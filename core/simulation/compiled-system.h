/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system with what the worker has compiled for it, so that a slider costs no compilation. Of the worker's thread. */
#pragma once

#include "core/simulation/channel.h"
#include "core/simulation/hand/pushes.h"

typedef struct {
  const NoslipFormulation *formulation;
  NoslipDynamics *dynamics;
  NoslipDiagnostic *error; /* where it refuses */
} NoslipCompiled;

/* All zero at first: no system. */
typedef struct {
  NoslipSystem *system;
  GArray *formulations;            /* of NoslipCompiled: those that were needed */
  NoslipQuantities *quantities[3]; /* by kind of dynamics; NULL: not needed yet */
  NoslipPushes *pushes;            /* or NULL */
} NoslipCompiledSystem;

/* Gives everything back under the channel's lock. */
void noslip_compiled_system_clear(NoslipCompiledSystem *self, NoslipChannel *channel);
/* Does nothing where it is that system already. */
void noslip_compiled_system_adopt(NoslipCompiledSystem *self, NoslipSystem *system, NoslipChannel *channel);
/* Valid until the next call. */
const NoslipCompiled *noslip_compiled_system_compile(NoslipCompiledSystem *self, const NoslipFormulation *formulation);
NoslipQuantities *noslip_compiled_system_quantities(NoslipCompiledSystem *self, NoslipDynamicsKind kind);
