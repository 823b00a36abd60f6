/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/dynamics-kind.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const ids[] = {
    [NOSLIP_DYNAMICS_NONHOLONOMIC] = NC_("dynamics", "nonholonomic"),
    [NOSLIP_DYNAMICS_VAKONOMIC] = NC_("dynamics", "vakonomic"),
    [NOSLIP_DYNAMICS_FREE] = NC_("dynamics", "free"),
    NULL,
};

const char *
noslip_dynamics_kind_id(NoslipDynamicsKind kind)
{
  return (guint) kind < G_N_ELEMENTS(ids) ? ids[kind] : NULL;
}

const char *
noslip_dynamics_kind_words(NoslipDynamicsKind kind)
{
  return g_dpgettext2(GETTEXT_PACKAGE, "dynamics", noslip_dynamics_kind_id(kind));
}

const char *const *
noslip_dynamics_kind_ids(void)
{
  return ids;
}

gboolean
noslip_dynamics_kind_find(const char *id, NoslipDynamicsKind *kind)
{
  for (guint i = 0; ids[i] != NULL; i++)
    if (strcmp(ids[i], id) == 0) {
      *kind = (NoslipDynamicsKind) i;
      return TRUE;
    }
  return FALSE;
}
