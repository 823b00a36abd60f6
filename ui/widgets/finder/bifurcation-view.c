/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bifurcation: over a parameter, the last crossings of a section by the motion with each of its values, drawn as they
 * are found. A click on a point shows the motion through it. */
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/common/sentence.h"
#include "ui/widgets/finder/finder-choices.h"
#include "ui/widgets/views/section-run.h"
#include "ui/widgets/views/view-private.h"

#include "core/system/row.h"
#include "core/system/state.h"

#include <glib/gi18n.h>
#include <math.h>

#define REACH 14  /* largest distance of a click from a point, in pixels */
#define VALUES 80 /* values of a default parameter */
#define SKIP 60   /* crossings of each motion that are skipped */
#define KEEP 30   /* crossings of each motion that are shown */
#define MOST_SKIP 100000
#define MOST_KEEP 1000

typedef struct {
  NoslipView *view;
  NoslipSectionRun *run; /* or NULL */
  const NoslipSystem *system;
  char *key;
  guint closing;  /* source of the main loop */
  GArray *points; /* of double: the parameter and the displayed quantity of each point */
  GArray *places; /* of guint: the motion and the crossing of each point */
  guint selected; /* the selected point, counted from 1 */
  GActionGroup *actions;
} Bifurcation;

static Bifurcation *
bifurcation_of(NoslipView *view)
{
  return noslip_view_state(view);
}

static void
forget(Bifurcation *self)
{
  g_clear_pointer(&self->run, noslip_section_run_free);
  g_clear_pointer(&self->key, g_free);
  g_array_set_size(self->points, 0);
  g_array_set_size(self->places, 0);
  self->selected = 0;
}

/* The range of the first parameter that has one; NULL if none has. */
static char *
default_range(const NoslipSystem *system)
{
  char low[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE];
  for (guint i = 0; i < system->n_parameters; i++) {
    const NoslipParameter *parameter = &system->parameters[i];
    if (isfinite(parameter->low) && isfinite(parameter->high))
      return g_strdup_printf("%s=%s..%s:%d", parameter->name, g_ascii_formatd(low, sizeof low, "%.6g", parameter->low),
                             g_ascii_formatd(high, sizeof high, "%.6g", parameter->high), VALUES);
  }
  return NULL;
}

static char *
range_of(NoslipView *view)
{
  const char *chosen = noslip_finder_chosen(view, "vary");
  return chosen ? g_strdup(chosen) : default_range(noslip_finder_system(view));
}

static guint
skipped(NoslipView *view)
{
  return noslip_finder_count(view, "skip", 0, MOST_SKIP, SKIP);
}

static guint
kept(NoslipView *view)
{
  return noslip_finder_count(view, "keep", 1, MOST_KEEP, KEEP);
}

/* The error in the numbers of crossings, or NULL. */
static char *
problem_of(NoslipView *view)
{
  char *problem = noslip_view_count_problem(view, "skip", _("Crossings to leave out"), 0, MOST_SKIP);
  return problem ? problem : noslip_view_count_problem(view, "keep", _("Crossings to show"), 1, MOST_KEEP);
}

/* The displayed entry of the state: the chosen one, or the first that is not in the section's expression. */
static guint
shown_entry(NoslipView *view)
{
  const NoslipSystem *system = noslip_finder_system(view);
  const char *event = noslip_finder_chosen(view, "event");
  guint first = 0;
  while (first + 1 < system->m + system->n && g_strcmp0(event, noslip_state_name(system, first)) == 0)
    first++;
  return noslip_finder_entry(view, "of", first);
}

static void
follow(NoslipView *view)
{
  Bifurcation *self = bifurcation_of(view);
  const NoslipSystem *system = noslip_finder_system(view);
  const char *event = noslip_finder_chosen(view, "event");
  g_autofree char *problem = problem_of(view);
  if (system != self->system || !event || problem)
    forget(self);
  self->system = system;
  g_autofree char *range = noslip_finder_start(view) && event && !problem ? range_of(view) : NULL;
  if (!range)
    return;
  const NoslipSectionRequest request = {event, range, NOSLIP_EVENT_RISING, skipped(view) + kept(view)};
  g_autofree char *key = noslip_section_run_key(noslip_view_simulation(view), &request);
  if (!key || g_strcmp0(key, self->key) == 0)
    return;
  forget(self);
  self->key = g_steal_pointer(&key);
  self->run = noslip_section_run_new(view, &request);
}

static gboolean
is_ready(NoslipView *view)
{
  follow(view);
  return !bifurcation_of(view)->run || noslip_section_run_is_done(bifurcation_of(view)->run);
}

static const double *
row_of(const Bifurcation *self, guint motion, guint crossing)
{
  return &g_array_index(noslip_section_run_motion(self->run, motion)->rows, double,
                        (gsize) crossing *noslip_row_size(self->system));
}

/* The points found so far: of each motion the crossings after the skipped ones; of a finished motion with fewer, its
 * last ones. */
static void
take_points(NoslipView *view)
{
  Bifurcation *self = bifurcation_of(view);
  guint size = noslip_row_size(self->system), entry = shown_entry(view), skip = skipped(view), keep = kept(view);
  const NoslipSectionSpread *spread = noslip_section_run_spread(self->run);
  gboolean done = noslip_section_run_is_done(self->run),
           angle = entry < self->system->m && self->system->coordinates[entry].angle;
  g_array_set_size(self->points, 0);
  g_array_set_size(self->places, 0);
  for (guint i = 0; i < noslip_section_run_n_motions(self->run); i++) {
    guint n = noslip_section_run_motion(self->run, i)->rows->len / size;
    gboolean over = done || (i + 1 < noslip_section_run_n_motions(self->run) &&
                             noslip_section_run_motion(self->run, i + 1)->rows->len > 0);
    guint first = over && n < skip + keep ? (n > keep ? n - keep : 0) : skip;
    for (guint k = first; k < n; k++) {
      double value = row_of(self, i, k)[1 + entry];
      const double point[2] = {noslip_section_spread_value(spread, i), angle ? remainder(value, 2 * G_PI) : value};
      const guint place[2] = {i, k};
      g_array_append_vals(self->points, point, 2);
      g_array_append_vals(self->places, place, 2);
    }
  }
}

/* Words */

static char *
nothing(NoslipView *view)
{
  const Bifurcation *self = bifurcation_of(view);
  if (!noslip_finder_chosen(view, "event"))
    return g_strdup(_(
        "Enter an expression in this view's menu, whose zeros cut the motions, and choose the parameter that varies."));
  char *problem = problem_of(view);
  if (problem)
    return problem;
  if (!noslip_finder_start(view))
    return g_strdup(_("The diagram appears here as soon as the initial state is known."));
  if (!self->run)
    return g_strdup(_("No parameter has a range: write one in this view's menu."));
  if (noslip_section_run_error(self->run))
    return noslip_sentence(self->system, noslip_section_run_error(self->run)->cause);
  if (!noslip_section_run_spread(self->run)->name)
    return g_strdup(_("Write which parameter varies as NAME=LOW..HIGH:NUMBER."));
  return NULL;
}

static char *
progress(NoslipView *view)
{
  const Bifurcation *self = bifurcation_of(view);
  guint n = self->points->len / 2, motions = noslip_section_run_n_motions(self->run), begun = 0;
  for (guint i = 0; i < motions; i++)
    begun += noslip_section_run_motion(self->run, i)->rows->len > 0;
  if (noslip_section_run_is_cancelled(self->run))
    return g_strdup_printf(_("%u points of %u of %u motions; cancelled"), n, begun, motions);
  if (!noslip_section_run_is_done(self->run))
    return g_strdup_printf(_("%u points of %u of %u motions; growing"), n, begun, motions);
  return g_strdup_printf(_("%u points of %u motions"), n, motions);
}

static char *
caption(NoslipView *view)
{
  const Bifurcation *self = bifurcation_of(view);
  g_autofree char *why = self->run && noslip_finder_system(view) == self->system ? nothing(view) : g_strdup("");
  if (why)
    return NULL;
  take_points(view);
  g_autofree char *event = noslip_math_pretty(noslip_finder_chosen(view, "event")), *so_far = progress(view);
  return g_strdup_printf(_("%s = 0: %s"), event, so_far);
}

static char *
describe(NoslipView *view)
{
  const Bifurcation *self = bifurcation_of(view);
  follow(view);
  g_autofree char *why = nothing(view);
  if (why)
    return g_steal_pointer(&why);
  take_points(view);
  g_autofree char *so_far = progress(view);
  g_autofree char *x = noslip_math_pretty(noslip_section_run_spread(self->run)->name);
  g_autofree char *y = noslip_math_pretty(noslip_state_name(self->system, shown_entry(view)));
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_printf(text, _("Bifurcation diagram of %s over %s; %s"), y, x, so_far);
  if (self->selected > 0 && 2 * self->selected <= self->points->len) {
    noslip_finder_add_value(text, _("; shown is the motion with "), noslip_section_run_spread(self->run)->name,
                            g_array_index(self->points, double, 2 * (self->selected - 1)));
  }
  return g_string_free(g_steal_pointer(&text), FALSE);
}

/* Drawing */

static void
compose(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme)
{
  Bifurcation *self = bifurcation_of(view);
  follow(view);
  g_autofree char *why = nothing(view);
  noslip_figure_set_empty_text(figure, why);
  if (why)
    return;
  take_points(view);
  if (self->points->len == 0) {
    noslip_figure_set_empty_text(figure, noslip_section_run_is_done(self->run)
                                             ? _("No motion crosses the section.")
                                             : _("No motion has crossed the section yet; the search continues."));
    return;
  }
  const NoslipSectionSpread *spread = noslip_section_run_spread(self->run);
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.quantity = spread->name;
  axis.unit = spread->parameter >= 0 ? self->system->parameters[spread->parameter].unit : NULL;
  axis.low = fmin(spread->low, spread->high);
  axis.high = fmax(spread->low, spread->high);
  if (axis.low == axis.high)
    axis.low = axis.high = NAN;
  noslip_view_set_axis(view, index, figure, NOSLIP_AXIS_X, &axis);
  noslip_finder_set_axis(view, index, figure, NOSLIP_AXIS_Y, shown_entry(view), FALSE);
  NoslipSeries series;
  noslip_series_init(&series);
  series.x = (const double *) (gpointer) self->points->data;
  series.y = series.x + 1;
  series.n = self->points->len / 2;
  series.x_stride = series.y_stride = 2;
  series.points = TRUE;
  series.quiet = TRUE;
  series.color = theme->accent;
  noslip_figure_add_series(figure, &series);
  if (self->selected == 0 || 2 * self->selected > self->points->len)
    return;
  const double *point = series.x + (gsize) 2 * (self->selected - 1);
  const NoslipMark mark = {.x = point[0], .y = point[1], .passive = TRUE, .label = _("shown")};
  noslip_figure_add_mark(figure, &mark);
}

/* Pointer and keyboard */

static void
show_point(NoslipView *view, guint point)
{
  Bifurcation *self = bifurcation_of(view);
  const guint *place = &g_array_index(self->places, guint, (gsize) 2 * point);
  self->selected = point + 1;
  noslip_section_run_show(self->run, noslip_view_simulation(view), place[0], row_of(self, place[0], place[1]));
  noslip_view_changed(view, NOSLIP_CHANGED_START);
}

static void
clicked(NoslipView *view, double x, double y)
{
  const Bifurcation *self = bifurcation_of(view);
  double nearest = REACH;
  guint found = G_MAXUINT;
  if (!self->run || noslip_finder_system(view) != self->system)
    return;
  for (guint i = 0; i < self->points->len / 2; i++) {
    const double *point = &g_array_index(self->points, double, (gsize) 2 * i);
    double px, py;
    noslip_figure_to_pixels(view->figures[0], point[0], point[1], &px, &py);
    if (hypot(px - x, py - y) < nearest) {
      nearest = hypot(px - x, py - y);
      found = i;
    }
  }
  if (found != G_MAXUINT)
    show_point(view, found);
}

static void
next_point(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  const Bifurcation *self = bifurcation_of(view);
  if (self->run && noslip_finder_system(view) == self->system && self->points->len > 0)
    show_point(view, self->selected % (self->points->len / 2));
}

static void
stop(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  if (bifurcation_of(view)->run)
    noslip_section_run_cancel(bifurcation_of(view)->run);
}

static void
again(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  forget(bifurcation_of(view));
  noslip_view_refresh(view);
}

static void
add_choices(NoslipView *view, GtkBox *box)
{
  const Bifurcation *self = bifurcation_of(view);
  const NoslipSystem *system = noslip_finder_system(view);
  if (!system)
    return;
  g_autofree char *range = default_range(system);
  noslip_view_add_text(view, box, "event", _("Section where this is zero"), noslip_state_name(system, system->m));
  noslip_view_add_text(view, box, "vary", _("Parameter that varies"), range ? range : "NAME=0..1:80");
  noslip_view_add_text(view, box, "skip", _("Crossings to leave out"), "60");
  noslip_view_add_text(view, box, "keep", _("Crossings to show"), "30");
  noslip_finder_add_entries(view, box, _("Vertical"), "of", system->m + system->n, shown_entry(view));
  noslip_view_add_item(box, _("Show the motion of the next point"), "Enter", self->actions, "next-point");
  noslip_view_add_item(box, _("Compute it again"), NULL, self->actions, "again");
  noslip_view_add_item(box, _("Cancel the diagram"), "Esc", self->actions, "stop");
}

/* Life */

/* A closed view has no root. */
static gboolean
close_run(gpointer data)
{
  Bifurcation *self = data;
  self->closing = 0;
  if (!gtk_widget_get_root(GTK_WIDGET(self->view)))
    forget(self);
  return G_SOURCE_REMOVE;
}

static void
unmapped(GtkWidget *view, Bifurcation *self)
{
  if (!self->closing)
    self->closing = g_idle_add(close_run, self);
}

static void
bifurcation_free(gpointer data)
{
  Bifurcation *self = data;
  forget(self);
  g_clear_handle_id(&self->closing, g_source_remove);
  g_array_unref(self->points);
  g_array_unref(self->places);
  g_object_unref(self->actions);
  g_free(self);
}

static void
begin(NoslipView *view)
{
  static const GActionEntry entries[] = {{"stop", stop, NULL, NULL, NULL, {0}},
                                         {"again", again, NULL, NULL, NULL, {0}},
                                         {"next-point", next_point, NULL, NULL, NULL, {0}}};
  Bifurcation *self = g_new0(Bifurcation, 1);
  self->view = view;
  self->points = g_array_new(FALSE, FALSE, sizeof(double));
  self->places = g_array_new(FALSE, FALSE, sizeof(guint));
  self->actions = noslip_view_own_actions(view, "bifurcation", entries, G_N_ELEMENTS(entries));
  noslip_view_set_state(view, self, bifurcation_free);
  g_signal_connect(view, "unmap", G_CALLBACK(unmapped), self);
  noslip_view_add_key(view, GDK_KEY_Return, 0, self->actions, "next-point");
  noslip_view_add_key(view, GDK_KEY_Escape, 0, self->actions, "stop");
}

const NoslipViewKind noslip_bifurcation_view = {
    .id = "bifurcation",
    .name = N_("Bifurcation"),
    .summary = N_("The last crossings of a section over a parameter; a click on a point shows the motion through it"),
    .interest = NOSLIP_CHANGED_SYSTEM | NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_START,
    .n_figures = 1,
    .compose = compose,
    .is_ready = is_ready,
    .describe = describe,
    .caption = caption,
    .clicked = clicked,
    .begin = begin,
    .add_choices = add_choices,
};
