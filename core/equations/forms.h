/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of each formulation in its own variables, as expressions for display. */
#pragma once

#include "core/dynamics/form-writer.h"
#include "core/geometry/bracket.h"

typedef struct {
  const NoslipFormulation *formulation;
  char *reason;  /* why no equations are shown, or NULL */
  GArray *lines; /* of NoslipWrittenLine */
} NoslipWrittenForm;

/* One for each formulation that the user may name, in the order of noslip_formulations(), from its write() function.
 * `distribution` and `equations` are NULL if they do not exist. Array of NoslipWrittenForm *; the graph of the model
 * grows. */
GPtrArray *noslip_written_forms_new(NoslipModel *model, NoslipDistribution *distribution,
                                    const NoslipEquations *equations);
