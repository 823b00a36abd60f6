/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/stability-diagram.h"

#include "core/base/decimal.h"
#include "core/finder/equilibria.h"
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/views/view-derived.h"
#include "ui/widgets/views/view-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define VALUES 60     /* of the parameter */
#define ROUNDING 1e-7 /* relative to the largest eigenvalue of an equilibrium: counts as 0 */
#define CHOICE "over"

/* What was found for one key; counted by references. */
typedef struct {
  const NoslipSystem *system; /* the system to which it belongs; not referenced */
  GArray *points;             /* of double: the parameter, the real part, the imaginary part (NaN: not positive) */
  GArray *events;             /* of Event */
} Found;

typedef struct {
  const char *kind; /* NoslipEquilibriumEvent.kind */
  double value;
} Event;

struct _NoslipStabilityDiagram {
  Found *last; /* or NULL */
};

double *
noslip_stability_read_key(const char *key, guint n, NoslipDynamicsKind *kind)
{
  g_auto(GStrv) words = g_strsplit(key, " ", -1);
  if (g_strv_length(words) != n + 1)
    return NULL;
  double *numbers = g_new0(double, n + 1);
  *kind = (NoslipDynamicsKind) g_ascii_strtoull(words[0], NULL, 10);
  for (guint i = 0; i < n; i++)
    numbers[i] = noslip_decimal_value(words[i + 1]);
  return numbers;
}

static void
clear(gpointer data)
{
  Found *found = data;
  g_array_unref(found->points);
  g_array_unref(found->events);
}

static void
release(gpointer data)
{
  g_atomic_rc_box_release_full(data, clear);
}

NoslipStabilityDiagram *
noslip_stability_diagram_new(void)
{
  return g_new0(NoslipStabilityDiagram, 1);
}

void
noslip_stability_diagram_free(NoslipStabilityDiagram *self)
{
  g_clear_pointer(&self->last, release);
  g_free(self);
}

/* Searching */

static void
take_point(Found *found, double value, const NoslipEquilibrium *at)
{
  double largest = at->rate;
  guint n = at->n - at->forced;
  for (guint i = 0; i < n; i++)
    largest = fmax(largest, hypot(at->eigenvalues[2 * i], at->eigenvalues[2 * i + 1]));
  for (guint i = 0; i < n; i++) {
    double re = at->eigenvalues[2 * i], im = at->eigenvalues[2 * i + 1], small = ROUNDING * largest;
    const double point[3] = {value, fabs(re) <= small ? 0 : re, im > small ? im : NAN};
    g_array_append_vals(found->points, point, 3);
  }
}

static void
take(Found *found, const NoslipEquilibria *equilibria)
{
  for (guint b = 0; b < equilibria->branches->len; b++) {
    const NoslipEquilibriumBranch *branch = equilibria->branches->pdata[b];
    for (guint i = 0; i < branch->points->len; i++)
      take_point(found, g_array_index(branch->values, double, i), branch->points->pdata[i]);
  }
  for (guint i = 0; i < equilibria->events->len; i++) {
    const NoslipEquilibriumEvent *event = &g_array_index(equilibria->events, NoslipEquilibriumEvent, i);
    const Event taken = {event->kind, event->parameter};
    g_array_append_val(found->events, taken);
  }
}

/* On the job's thread. The key: "PARAMETER KEY", the index of the parameter first. */
static gpointer
derive(NoslipSystem *system, const char *key, NoslipJob *job)
{
  NoslipDynamicsKind kind = system->dynamics;
  char *rest = NULL;
  guint parameter = (guint) g_ascii_strtoull(key, &rest, 10);
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autofree double *numbers = noslip_stability_read_key(rest + 1, system->n_parameters + system->m + system->n, &kind);
  if (numbers == NULL || noslip_job_is_cancelled(job))
    return NULL;
  const NoslipParameter *varies = &system->parameters[parameter];
  const double *xy = numbers + system->n_parameters;
  const NoslipEquilibriaOptions options = {.relative = TRUE,
                                           .along = (int) parameter,
                                           .low = varies->low,
                                           .high = varies->high,
                                           .n_values = VALUES,
                                           .near = xy,
                                           .seed = 1};
  g_autoptr(NoslipEquilibria) equilibria =
      noslip_equilibria_find(system, kind, numbers, xy, &options, noslip_job_cancel_flag(job), &error);
  Found *found = g_atomic_rc_box_new0(Found);
  found->system = system;
  found->points = g_array_new(FALSE, FALSE, sizeof(double));
  found->events = g_array_new(FALSE, FALSE, sizeof(Event));
  if (equilibria != NULL)
    take(found, equilibria);
  return found;
}

/* The parameter */

static const NoslipSystem *
system_of(NoslipView *view)
{
  const NoslipSimulation *simulation = noslip_view_simulation(view);
  return simulation ? noslip_simulation_system(simulation) : NULL;
}

static gboolean
has_range(const NoslipParameter *parameter)
{
  return isfinite(parameter->low) && isfinite(parameter->high) && parameter->low < parameter->high;
}

/* The index of the chosen parameter, or -1. */
static int
chosen(NoslipView *view)
{
  const NoslipSystem *system = system_of(view);
  const char *const *choice = noslip_view_choice(view, CHOICE);
  int parameter = system && choice && choice[0] ? noslip_system_parameter(system, choice[0]) : -1;
  return parameter >= 0 && has_range(&system->parameters[parameter]) ? parameter : -1;
}

gboolean
noslip_stability_diagram_is_shown(NoslipView *view)
{
  return chosen(view) >= 0;
}

void
noslip_stability_diagram_add_choice(NoslipView *view, GtkBox *box)
{
  const NoslipSystem *system = system_of(view);
  g_autoptr(GPtrArray) labels = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) values = g_ptr_array_new();
  int present = 0, parameter = chosen(view);
  g_ptr_array_add(labels, g_strdup(C_("diagram", "No diagram")));
  g_ptr_array_add(values, (gpointer) "");
  for (guint i = 0; system && i < system->n_parameters; i++) {
    if (!has_range(&system->parameters[i]))
      continue;
    present = (int) i == parameter ? (int) values->len : present;
    g_ptr_array_add(labels, noslip_math_pretty(system->parameters[i].name));
    g_ptr_array_add(values, system->parameters[i].name);
  }
  if (values->len == 1)
    return;
  g_ptr_array_add(labels, NULL);
  g_ptr_array_add(values, NULL);
  noslip_view_add_list(view, box, CHOICE, _("Diagram over a parameter"), (const char *const *) labels->pdata,
                       (const char *const *) values->pdata, present);
}

gboolean
noslip_stability_diagram_clicked(NoslipView *view, guint index, double x, double y)
{
  int parameter = chosen(view);
  double top, height, value, other;
  if (parameter < 0 || noslip_view_figure_at(view, y) != (int) index)
    return FALSE;
  noslip_view_figure_area(view, index, gtk_widget_get_width(GTK_WIDGET(view)), gtk_widget_get_height(GTK_WIDGET(view)),
                          &top, &height);
  if (noslip_figure_to_data(view->figures[index], x, y - top, &value, &other))
    noslip_simulation_set_parameter(noslip_view_simulation(view), (guint) parameter, value);
  return TRUE;
}

/* The diagram */

/* That of this key; NULL while it is computed, or if nothing is chosen. */
static Found *
present(NoslipView *view, const char *key)
{
  static const NoslipDerivation derivation = {derive, release};
  int parameter = chosen(view);
  if (!key || parameter < 0)
    return NULL;
  g_autofree char *whole = g_strdup_printf("%d %s", parameter, key);
  return noslip_view_derived(view, "stability-diagram", whole, &derivation);
}

gboolean
noslip_stability_diagram_is_ready(NoslipView *view, const char *key)
{
  return chosen(view) < 0 || present(view, key) != NULL;
}

/* The same, or the last one of this system. */
static const Found *
shown(NoslipStabilityDiagram *self, NoslipView *view, const char *key)
{
  Found *found = present(view, key);
  if (found && found != self->last) {
    g_clear_pointer(&self->last, release);
    self->last = g_atomic_rc_box_acquire(found);
  }
  return self->last && self->last->system == system_of(view) ? self->last : NULL;
}

static const char *
event_words(const char *kind)
{
  return g_str_equal(kind, "fold")     ? _("fold")
         : g_str_equal(kind, "hopf")   ? _("Hopf bifurcation")
         : g_str_equal(kind, "branch") ? _("branch point")
                                       : _("zero eigenvalue");
}

void
noslip_stability_diagram_describe(NoslipStabilityDiagram *self, NoslipView *view, const char *key, GString *text)
{
  int parameter = chosen(view);
  const Found *found = parameter >= 0 ? shown(self, view, key) : NULL;
  if (!found)
    return;
  const NoslipParameter *varies = &found->system->parameters[parameter];
  g_autofree char *name = noslip_math_pretty(varies->name);
  g_autofree char *low = noslip_number_text(varies->low, 4), *high = noslip_number_text(varies->high, 4);
  g_string_append_printf(text, _("; diagram over %s from %s to %s"), name, low, high);
  for (guint i = 0; i < found->events->len; i++) {
    const Event *event = &g_array_index(found->events, Event, i);
    g_autofree char *at = noslip_number_text(event->value, 4);
    g_string_append_printf(text, _("; %s at %s"), event_words(event->kind), at);
  }
}

static void
add_points(NoslipFigure *figure, const NoslipTheme *theme, const Found *found, guint part, const char *label)
{
  NoslipSeries series;
  noslip_series_init(&series);
  series.x = (const double *) (gpointer) found->points->data;
  series.y = series.x + 1 + part;
  series.n = found->points->len / 3;
  series.x_stride = series.y_stride = 3;
  series.points = TRUE;
  series.label = label;
  series.color = noslip_theme_series_color(theme, part);
  noslip_figure_add_series(figure, &series);
}

void
noslip_stability_diagram_compose(NoslipStabilityDiagram *self, NoslipView *view, const char *key, guint index,
                                 NoslipFigure *figure, const NoslipTheme *theme)
{
  int parameter = chosen(view);
  const Found *found = parameter >= 0 ? shown(self, view, key) : NULL;
  noslip_figure_set_empty_text(figure, found ? _("The equilibrium cannot be followed over this parameter.")
                                             : _("The equilibrium is being followed over the parameter."));
  if (!found || found->points->len == 0)
    return;
  const NoslipParameter *varies = &found->system->parameters[parameter];
  const NoslipStart *start = noslip_simulation_start(noslip_view_simulation(view));
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.quantity = _("Eigenvalues");
  axis.unit = "1/s";
  axis.include_zero = TRUE;
  noslip_view_set_axis(view, index, figure, NOSLIP_AXIS_Y, &axis);
  noslip_axis_init(&axis);
  axis.quantity = varies->name;
  axis.unit = varies->unit;
  axis.low = varies->low;
  axis.high = varies->high;
  noslip_view_set_axis(view, index, figure, NOSLIP_AXIS_X, &axis);
  add_points(figure, theme, found, 1, _("imaginary part"));
  add_points(figure, theme, found, 0, _("real part"));
  for (guint i = 0; i < found->events->len; i++) {
    const Event *event = &g_array_index(found->events, Event, i);
    const NoslipMark mark = {.x = event->value, .hollow = TRUE, .passive = TRUE, .label = event_words(event->kind)};
    noslip_figure_add_mark(figure, &mark);
  }
  if (start)
    noslip_figure_set_cursor(figure, start->parameters[parameter]);
}
