/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/verdict/judge.h"

#include "tests/core/load.h"

#include <string.h>

void
judge(const char *text, NoslipDynamicsKind kind, const double *row, NoslipWitnessResult *result, gboolean *found)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  g_autoptr(NoslipWitness) witness = noslip_witness_new(system, kind);
  g_autofree double *parameters = g_new0(double, system->n_parameters + 1);
  for (guint i = 0; i < system->n_parameters; i++)
    parameters[i] = system->parameters[i].value;
  noslip_witness_add_row(witness, parameters, row);
  noslip_witness_result(witness, result);
  g_test_message("%g in %s", result->residual, result->where);
  if (found != NULL)
    *found = strstr(result->where, "theta") != NULL;
  result->where = NULL;
}
