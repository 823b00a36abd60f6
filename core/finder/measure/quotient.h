/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of the coordinates that are left when the symmetries of the bracket on D* are divided out: private to
 * the finder, see measure.h. Those divided out are translations of coordinates, and rotations of each `rotation`: about
 * an axis fixed in space or in the body, or about all of them. */
#pragma once

#include "core/finder/measure/setting.h"

typedef struct {
  const NoslipPrimitiveSetting *setting;
  gboolean *marked;   /* m: coordinates on which the metric, the potential, the brackets depend, and those that these
                       * need */
  GArray *functions;  /* of NoslipExpr: generate the functions on the reduced space */
  GPtrArray *names;   /* their texts */
  GArray *relations;  /* of guint: functions i, i + 1, i + 2 are the components of a unit vector */
  GArray *symmetries; /* of NoslipExpr, m for each: the fields that were divided out */
} NoslipQuotient;

NoslipQuotient *noslip_quotient_new(const NoslipPrimitiveSetting *setting);
void noslip_quotient_free(NoslipQuotient *quotient);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipQuotient, noslip_quotient_free)
