/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time: quantities against time. */
#include "ui/picture/math/mathtext.h"
#include "ui/widgets/common/run-style.h"
#include "ui/widgets/views/ensemble-layer.h"
#include "ui/widgets/views/view.h"

#include <glib/gi18n.h>

#define MOST_BY_DEFAULT 4
#define MOST_ENSEMBLES 4 /* number of quantities for which the ensemble is drawn */

/* While there are overlays a colour identifies a motion, as in the scene: its own or an overlay's. The dashes, which
 * are the same for all of them, then distinguish the quantities. */
static gboolean
compares(NoslipView *view)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  for (guint run = 1; run < noslip_runs_n(noslip_simulation_runs(simulation)); run++)
    if (noslip_runs_view(noslip_simulation_runs(simulation), run)->shown)
      return TRUE;
  return FALSE;
}

/* In a figure for paper each curve has its own unit, since it cannot be read with a pointer there. */
static void
add(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme, const NoslipQuantity *quantity, guint index)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  NoslipColor color = compares(view) ? theme->accent : noslip_theme_series_color(theme, index);
  if (index < MOST_ENSEMBLES)
    noslip_ensemble_layer_add(view, index, figure, 0,
                              noslip_quantities_find(noslip_view_quantities(view), quantity->name), FALSE, color);
  NoslipSeries series;
  for (guint run = noslip_runs_n(noslip_simulation_runs(simulation)); run-- > 0;) {
    const NoslipRunView *other = noslip_runs_view(noslip_simulation_runs(simulation), run);
    if (!other->shown || !other->quantities ||
        !noslip_view_series(view, run, 0, noslip_quantities_find(other->quantities, quantity->name), &series))
      continue;
    series.color = run == 0 ? color : noslip_run_color(theme, other);
    series.dash = noslip_theme_series_dash(index);
    /* an overlay is named once, at the end of its first curve */
    series.label = run == 0 ? noslip_quantity_words(quantity) : index == 0 ? noslip_run_title(other) : NULL;
    series.unit = run == 0 && noslip_view_is_figure(view) ? quantity->unit : NULL;
    series.quiet = run > 0;
    g_autofree char *reading = noslip_run_reading(simulation, run, noslip_quantity_words(quantity));
    series.reading = reading;
    noslip_figure_add_series(figure, &series);
  }
}

/* A single quantity gives the axis its name and unit; else the axis has the units of all, or in a figure for paper each
 * curve its own. */
static void
label_axis(NoslipView *view, NoslipFigure *figure, const GPtrArray *shown)
{
  NoslipAxis axis;
  g_autoptr(GString) units = g_string_new(NULL);
  noslip_view_axis(&axis, shown->len == 1 ? shown->pdata[0] : NULL);
  for (guint i = 0; i < shown->len; i++) {
    const NoslipQuantity *quantity = shown->pdata[i];
    gboolean listed = !quantity->unit || !quantity->unit[0];
    for (guint j = 0; j < i && !listed; j++)
      listed = g_strcmp0(((const NoslipQuantity *) shown->pdata[j])->unit, quantity->unit) == 0;
    if (!listed)
      g_string_append_printf(units, "%s%s", units->len ? ", " : "", quantity->unit);
  }
  axis.unit = noslip_view_is_figure(view) && shown->len > 1 ? NULL : units->str;
  noslip_view_set_axis(view, 0, figure, NOSLIP_AXIS_Y, &axis);
}

static void
compose_chosen(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme, const char *const *names)
{
  const NoslipQuantities *q = noslip_view_quantities(view);
  g_autoptr(GPtrArray) shown = g_ptr_array_new();
  for (guint i = 0; names[i]; i++) {
    int column = noslip_quantities_find(q, names[i]);
    if (column < 0)
      continue;
    add(view, figure, theme, &q->list[column], shown->len);
    g_ptr_array_add(shown, &q->list[column]);
  }
  label_axis(view, figure, shown);
}

static void
compose_kind(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme, NoslipQuantityKind kind)
{
  const NoslipQuantities *q = noslip_view_quantities(view);
  g_autoptr(GPtrArray) shown = g_ptr_array_new();
  for (guint c = 0; c < q->n && shown->len < MOST_BY_DEFAULT; c++)
    if (q->list[c].kind == kind) {
      add(view, figure, theme, &q->list[c], shown->len);
      g_ptr_array_add(shown, &q->list[c]);
    }
  label_axis(view, figure, shown);
}

/* The quantities that the text plots against time, except the energy, which has a view of its own. */
static char **
plotted(const NoslipSystem *system)
{
  GStrvBuilder *names = g_strv_builder_new();
  gboolean any = FALSE;
  for (guint i = 0; i < system->n_plots; i++)
    if (!system->plots[i].against && system->plots[i].expr != system->energy) {
      g_strv_builder_add(names, system->plots[i].name);
      any = TRUE;
    }
  char **list = g_strv_builder_end(names);
  g_strv_builder_unref(names);
  if (!any)
    g_clear_pointer(&list, g_strfreev);
  return list;
}

static void
compose_time(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme)
{
  noslip_figure_set_empty_text(figure, _("Choose quantities in this view's menu to see them against time."));
  noslip_view_time_axis(view, index, figure);
  if (!noslip_view_quantities(view))
    return;
  const char *const *names = noslip_view_choice(view, "shown");
  g_auto(GStrv) own = plotted(noslip_view_quantities(view)->system);
  if (!names)
    names = (const char *const *) own;
  if (names)
    compose_chosen(view, figure, theme, names);
  else
    compose_kind(view, figure, theme, NOSLIP_QUANTITY_VELOCITY);
}

/* The names of quantities shown by choice or by the text, without those shown by default. */
static char *
caption(NoslipView *view)
{
  const NoslipQuantities *q = noslip_view_quantities(view);
  g_autoptr(GString) names = g_string_new(NULL);
  g_auto(GStrv) own = q ? plotted(q->system) : NULL;
  const char *const *shown = noslip_view_choice(view, "shown");
  for (const char *const *name = shown ? shown : (const char *const *) own; q && name && *name; name++) {
    int column = noslip_quantities_find(q, *name);
    g_autofree char *words = column >= 0 ? noslip_math_pretty(noslip_quantity_words(&q->list[column])) : NULL;
    if (words)
      g_string_append_printf(names, "%s%s", names->len ? ", " : "", words);
  }
  return names->len ? g_string_free(g_steal_pointer(&names), FALSE) : NULL;
}

static void
add_time_choices(NoslipView *view, GtkBox *box)
{
  noslip_view_add_quantities(
      view, box, "shown", _("Shown against time"),
      ~(1u << NOSLIP_QUANTITY_TIME | 1u << NOSLIP_QUANTITY_GAUGE | 1u << NOSLIP_QUANTITY_MAGNITUDE));
}

/* Added to the quantities that are shown. */
static void
quantity_dropped(NoslipView *view, const NoslipQuantity *quantity, double x, double y)
{
  const char *const *shown = noslip_view_choice(view, "shown");
  const NoslipQuantities *quantities = noslip_view_quantities(view);
  g_auto(GStrv) own = shown ? NULL : plotted(quantities->system);
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  const char *const *present = shown ? shown : (const char *const *) own;
  for (guint i = 0; present && present[i]; i++)
    g_ptr_array_add(names, (gpointer) present[i]);
  for (guint c = 0; !present && c < quantities->n && names->len < MOST_BY_DEFAULT; c++)
    if (quantities->list[c].kind == NOSLIP_QUANTITY_VELOCITY)
      g_ptr_array_add(names, quantities->list[c].name);
  gboolean there = FALSE;
  for (guint i = 0; i < names->len; i++)
    there = there || g_str_equal(names->pdata[i], quantity->name);
  if (!there)
    g_ptr_array_add(names, quantity->name);
  g_ptr_array_add(names, NULL);
  g_auto(GStrv) copy = g_strdupv((char **) names->pdata); /* the present ones belong to the view, which frees them */
  noslip_view_set_choice(view, "shown", (const char *const *) copy);
}

const NoslipViewKind noslip_time_view = {
    .id = "time",
    .name = N_("Time"),
    .summary = N_("Any quantities against time"),
    .interest = NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_ENSEMBLE,
    .n_figures = 1,
    .compose = compose_time,
    .caption = caption,
    .dropped = quantity_dropped,
    .add_choices = add_time_choices,
};
