/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/finder/finder-choices.h"

#include "core/base/decimal.h"
#include "core/system/state.h"
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/ticks.h"

#include <math.h>

NoslipSystem *
noslip_finder_system(NoslipView *view)
{
  const NoslipSimulation *simulation = noslip_view_simulation(view);
  return simulation ? noslip_simulation_system(simulation) : NULL;
}

NoslipDynamicsKind
noslip_finder_dynamics(NoslipView *view)
{
  const NoslipRuns *runs = noslip_simulation_runs(noslip_view_simulation(view));
  const NoslipRunView *primary = noslip_runs_primary(runs);
  return primary && primary->formulation ? primary->formulation->kind : runs->kind;
}

const NoslipStart *
noslip_finder_start(NoslipView *view)
{
  const NoslipStart *start = noslip_finder_system(view) ? noslip_simulation_start(noslip_view_simulation(view)) : NULL;
  return start && start->is_found ? start : NULL;
}

const char *
noslip_finder_chosen(NoslipView *view, const char *name)
{
  const char *const *choice = noslip_view_choice(view, name);
  return choice && choice[0] && *choice[0] ? choice[0] : NULL;
}

void
noslip_finder_choose(NoslipView *view, const char *name, const char *value)
{
  const char *const values[] = {value, NULL};
  noslip_view_set_choice(view, name, value ? values : NULL);
}

guint
noslip_finder_count(NoslipView *view, const char *name, guint low, guint high, guint otherwise)
{
  const char *text = noslip_finder_chosen(view, name);
  guint64 n;
  return text && g_ascii_string_to_unsigned(text, 10, low, high, &n, NULL) ? (guint) n : otherwise;
}

double
noslip_finder_seconds(NoslipView *view, double otherwise)
{
  const char *text = noslip_finder_chosen(view, "time");
  double time = 0;
  if (!text)
    return otherwise;
  return noslip_decimal_read(text, &time) && time > 0 && isfinite(time) ? time : 0;
}

guint
noslip_finder_entry(NoslipView *view, const char *name, guint otherwise)
{
  const NoslipSystem *system = noslip_finder_system(view);
  const char *chosen = noslip_finder_chosen(view, name);
  for (guint i = 0; chosen && i < system->m + system->n; i++)
    if (g_str_equal(noslip_state_name(system, i), chosen))
      return i;
  return otherwise;
}

void
noslip_finder_add_entries(NoslipView *view, GtkBox *box, const char *title, const char *name, guint n, guint present)
{
  const NoslipSystem *system = noslip_finder_system(view);
  g_autofree const char **names = g_new0(const char *, (gsize) n + 1); /* NULL-terminated */
  for (guint i = 0; i < n; i++)
    names[i] = noslip_state_name(system, i);
  noslip_view_add_list(view, box, name, title, names, names, (int) present);
}

void
noslip_finder_set_axis(NoslipView *view, guint index, NoslipFigure *figure, NoslipAxisId id, guint entry,
                       gboolean folded)
{
  NoslipAxis axis;
  const NoslipSystem *system = noslip_finder_system(view);
  const NoslipQuantities *quantities = noslip_view_quantities(view);
  const char *name = noslip_state_name(system, entry);
  int column = quantities ? noslip_quantities_find(quantities, name) : -1;
  noslip_view_axis(&axis, column >= 0 ? &quantities->list[column] : NULL);
  axis.quantity = name;
  axis.period = folded && entry < system->m && system->coordinates[entry].angle ? 2 * G_PI : 0;
  noslip_view_set_axis(view, index, figure, id, &axis);
}

gboolean
noslip_finder_same_unit(NoslipView *view, const guint entries[2])
{
  const NoslipSystem *system = noslip_finder_system(view);
  if (MAX(entries[0], entries[1]) >= system->m)
    return FALSE;
  const NoslipCoordinate *one = &system->coordinates[entries[0]], *other = &system->coordinates[entries[1]];
  return !one->angle && !other->angle && g_strcmp0(one->unit, other->unit) == 0;
}

void
noslip_finder_set_value(NoslipView *view, int parameter, const char *name, double value)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  const NoslipSystem *system = noslip_finder_system(view);
  if (parameter >= 0)
    noslip_simulation_set_parameter(simulation, (guint) parameter, value);
  for (guint i = 0; parameter < 0 && i < system->m + system->n; i++)
    if (g_strcmp0(noslip_state_name(system, i), name) == 0)
      noslip_simulation_set_initial(simulation, i, value);
}

void
noslip_finder_add_start(GString *key, const NoslipSystem *system, const NoslipStart *start, guint n)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  for (guint i = 0; i < system->n_parameters; i++)
    g_string_append_printf(key, " %s", g_ascii_formatd(number, sizeof number, "%.15g", start->parameters[i]));
  for (guint i = 0; i < n; i++)
    g_string_append_printf(key, " %s", g_ascii_formatd(number, sizeof number, "%.12g", start->found[i]));
}

void
noslip_finder_add_value(GString *text, const char *separator, const char *name, double value)
{
  g_autofree char *number = noslip_number_text(value, 4), *pretty = noslip_math_pretty(name);
  g_string_append_printf(text, "%s%s = %s", separator, pretty, number);
}
