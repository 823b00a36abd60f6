/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system with everything that the worker has compiled for it, so that a moved slider needs no compilation. Used by
 * the worker's thread. */
#pragma once

#include "core/simulation/channel.h"
#include "core/simulation/hand/pushes.h"
#include "core/verdict/watch.h"

typedef struct {
  const NoslipFormulation *formulation;
  NoslipDynamics *dynamics;
  NoslipDiagnostic *error; /* why the formulation does not apply, or NULL */
} NoslipCompiled;

/* What judges the rows of a motion. */
typedef struct {
  NoslipClaims *claims; /* or NULL: one cannot be evaluated */
  NoslipWatch *watch;   /* NULL: not needed yet */
} NoslipJudges;

/* Initialised to zeros: no system. */
typedef struct {
  NoslipSystem *system;
  GArray *formulations;            /* of NoslipCompiled: those used so far */
  NoslipQuantities *quantities[3]; /* by kind of dynamics; NULL: not needed yet */
  NoslipJudges judges[3];          /* the same */
  NoslipPushes *pushes;            /* or NULL */
} NoslipCompiledSystem;

/* Releases everything under the channel's lock. */
void noslip_compiled_system_clear(NoslipCompiledSystem *self, NoslipChannel *channel);
/* Changes to another system; does nothing if it is the present one. */
void noslip_compiled_system_adopt(NoslipCompiledSystem *self, NoslipSystem *system, NoslipChannel *channel);
/* Valid until the next call. */
const NoslipCompiled *noslip_compiled_system_compile(NoslipCompiledSystem *self, const NoslipFormulation *formulation);
NoslipQuantities *noslip_compiled_system_quantities(NoslipCompiledSystem *self, NoslipDynamicsKind kind);
/* For a new motion: without rows. One motion at a time is judged. */
NoslipJudges noslip_compiled_system_judges(NoslipCompiledSystem *self, NoslipDynamicsKind kind);
