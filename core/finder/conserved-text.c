/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A conserved quantity as a claim and as mathematics. */
#include "core/finder/conserved.h"
#include "core/trajectory/observer.h"

const char *
noslip_conserved_kind_name(NoslipConservedKind kind)
{
  static const char *const names[] = {
      [NOSLIP_CONSERVED_FUNCTION] = "function of the coordinates",
      [NOSLIP_CONSERVED_LINEAR] = "linear",
      [NOSLIP_CONSERVED_QUADRATIC] = "quadratic",
      [NOSLIP_CONSERVED_CUBIC] = "cubic",
      [NOSLIP_CONSERVED_QUARTIC] = "quartic",
      [NOSLIP_CONSERVED_GAUGE_MOMENTUM] = "gauge momentum",
      [NOSLIP_CONSERVED_MOVING_ENERGY] = "moving energy",
  };
  return names[kind];
}

char *
noslip_conserved_claim(const NoslipConservedItem *item)
{
  return g_strdup_printf("claim \"%s\": d(%s) = 0", item->name, item->expression);
}

char *
noslip_conserved_latex_of(NoslipSystem *system, NoslipDynamicsKind kind, const char *expression)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipObserver) observer = noslip_observer_new(system, kind);
  int output = noslip_observer_add_text(observer, expression, diagnostics);
  return output < 0
             ? NULL
             : noslip_expr_latex(noslip_observer_graph(observer), noslip_observer_expr(observer, (guint) output));
}

char *
noslip_conserved_latex(NoslipSystem *system, NoslipDynamicsKind kind, const NoslipConservedItem *item)
{
  return noslip_conserved_latex_of(system, kind, item->expression);
}
