/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout of a row of a trajectory: t, x^i (m), y^alpha (n), dy^alpha/dt (n), lambda_A or mu_A (k). All observations
 * are computed from a row; its symbols are noslip_system_row_symbols(). */
#pragma once

#include "core/system/system.h"

static inline guint
noslip_row_x(const NoslipSystem *system)
{
  (void) system;
  return 1;
}

static inline guint
noslip_row_y(const NoslipSystem *system)
{
  return 1 + system->m;
}

static inline guint
noslip_row_ydot(const NoslipSystem *system)
{
  return 1 + system->m + system->n;
}

static inline guint
noslip_row_lambda(const NoslipSystem *system)
{
  return 1 + system->m + 2 * system->n;
}

static inline guint
noslip_row_size(const NoslipSystem *system)
{
  return 1 + system->m + 2 * system->n + system->k;
}
