/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds which of the motions start at the same state as an abnormal extremal. */
#include "core/dynamics/algorithm/abnormal.h"
#include "core/finder/steer/steer.h"
#include "core/system/state.h"

static gboolean
has_defaults(const NoslipSystem *system, const double *parameters)
{
  g_autofree double *defaults = noslip_system_default_parameters(system);
  for (guint i = 0; i < system->n_parameters; i++)
    if (parameters[i] != defaults[i])
      return FALSE;
  return TRUE;
}

static int
is_abnormal(const NoslipSystem *system, const double *xy)
{
  NoslipDiagnostic *error = NULL;
  g_autoptr(NoslipAbnormal) abnormal = noslip_abnormal_new(system, xy, xy + system->m, &error);
  noslip_diagnostic_free(error);
  return abnormal == NULL ? -1 : abnormal->existence == NOSLIP_ABNORMAL_HERE;
}

void
noslip_steer_name_abnormal(const NoslipSystem *system, const double *parameters, GPtrArray *found, const int *cancel)
{
  gboolean known = has_defaults(system, parameters);
  for (guint i = 0; i < found->len; i++) {
    NoslipSteering *one = found->pdata[i];
    gboolean stop = cancel != NULL && g_atomic_int_get(cancel);
    one->abnormal = system->k == 0 ? 0 : known && !stop ? is_abnormal(system, one->xy) : -1;
  }
}
