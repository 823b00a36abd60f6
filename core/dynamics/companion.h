/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What other files compile for a dynamics at first use and keep with it, so that many motions share it: the table of
 * modes, the program of the guard, those of a method. Thread-safe. */
#pragma once

#include "core/dynamics/formulation.h"

typedef struct {
  /* NULL if there are no such data, with *error if it is known why. */
  gpointer (*create)(NoslipDynamics *dynamics, NoslipDiagnostic **error);
  GDestroyNotify destroy;
} NoslipCompanionKind;

/* The data of this kind, which is recognised by its address: they are created at first use, shared by all threads, not
 * changed any more, and live as long as the dynamics. NULL is not kept. */
gpointer noslip_dynamics_companion(NoslipDynamics *dynamics, const NoslipCompanionKind *kind, NoslipDiagnostic **error);
