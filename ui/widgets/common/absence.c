/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/common/absence.h"

#include <glib/gi18n.h>

const char *
noslip_absence(const NoslipSimulation *simulation)
{
  const NoslipTextSource *source = simulation ? noslip_simulation_source(simulation) : NULL;
  gboolean wrong = source && source->problems && source->problems->n_errors > 0;
  return wrong ? _("The text has errors.") : _("No system is open.");
}
