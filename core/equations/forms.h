/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of each formulation in its own variables, as expressions for people to read. */
#pragma once

#include "core/dynamics/form-writer.h"
#include "core/geometry/bracket.h"

typedef struct {
  const char *id, *title; /* of the formulation */
  char *reason;           /* why there is nothing to read, or NULL */
  GArray *lines;          /* of NoslipWrittenLine */
} NoslipWrittenForm;

/* One for each formulation that the user may name, in the order of noslip_formulations(), as its write() says.
 * `distribution` and `equations` may be NULL where they do not exist. Array of NoslipWrittenForm *; the graph of the
 * model grows. */
GPtrArray *noslip_written_forms_new(NoslipModel *model, NoslipDistribution *distribution,
                                    const NoslipEquations *equations);
