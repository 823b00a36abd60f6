/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section: the states at which an expression changes its sign, for the motion or for motions with other initial values,
 * drawn as they are found. A click on a point shows the motion through it. */
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/common/sentence.h"
#include "ui/widgets/views/section-choices.h"
#include "ui/widgets/views/view-private.h"

#include "core/system/row.h"
#include "core/system/state.h"

#include <glib/gi18n.h>
#include <math.h>

#define REACH 14  /* pixels from a click to a point */
#define SAME 1e-9 /* of two states, relative */

typedef struct {
  NoslipView *view;
  NoslipSectionRun *run; /* or NULL */
  const NoslipSystem *system;
  char *key;           /* of the run */
  double *start;       /* initial state of the window's motion at that time: m + n */
  guint motion, point; /* that is shown */
  gboolean shows;
  GActionGroup *actions; /* "stop", "again" and "next-point"; in the view as "section" */
} Section;

static void
section_free(gpointer data)
{
  Section *section = data;
  noslip_section_run_free(section->run);
  g_free(section->key);
  g_free(section->start);
  g_object_unref(section->actions);
  g_free(section);
}

static Section *
section_of(NoslipView *view)
{
  return noslip_view_state(view);
}

static const NoslipSystem *
system_of(NoslipView *view)
{
  const NoslipSimulation *simulation = noslip_view_simulation(view);
  return simulation ? noslip_simulation_system(simulation) : NULL;
}

/* The run */

static void
forget(Section *section)
{
  g_clear_pointer(&section->run, noslip_section_run_free);
  g_clear_pointer(&section->key, g_free);
  g_clear_pointer(&section->start, g_free);
  section->shows = FALSE;
}

/* The row of a crossing. */
static const double *
row_of(const Section *section, guint motion, guint point)
{
  return &g_array_index(noslip_section_run_motion(section->run, motion)->rows, double,
                        (gsize) point *noslip_row_size(section->system));
}

static gboolean
same_state(const double *a, const double *b, guint n)
{
  gboolean same = TRUE;
  for (guint i = 0; i < n; i++)
    same &= fabs(a[i] - b[i]) <= SAME * (1 + fabs(a[i]));
  return same;
}

static const double *
shown_start(const Section *section)
{
  return noslip_section_run_shown_start(section->run, section->motion,
                                        row_of(section, section->motion, section->point));
}

/* Whether the window's motion starts as before, or as that of the point that is shown. */
static gboolean
is_of(const Section *section, const NoslipStart *start)
{
  guint n = section->system->m + section->system->n;
  return same_state(section->start, start->found, n) ||
         (section->shows && same_state(shown_start(section), start->found, n));
}

/* Starts another run if its definition has changed. */
static const NoslipSectionRun *
run_of(NoslipView *view)
{
  Section *section = section_of(view);
  const NoslipSimulation *simulation = noslip_view_simulation(view);
  const NoslipSystem *system = system_of(view);
  NoslipSectionRequest request = noslip_section_request(view);
  g_autofree char *problem = noslip_section_problem(view);
  g_autofree char *key = system && request.event && !problem ? noslip_section_run_key(simulation, &request) : NULL;
  if (!request.event || problem || !system || system != section->system)
    forget(section);
  section->system = system;
  if (!key)
    return section->run;
  const NoslipStart *start = noslip_simulation_start(simulation);
  if (g_strcmp0(key, section->key) == 0 && is_of(section, start))
    return section->run;
  forget(section);
  section->key = g_steal_pointer(&key);
  section->start = g_memdup2(start->found, sizeof(double) * (system->m + system->n));
  section->run = noslip_section_run_new(view, &request);
  return section->run;
}

static void
stop(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  Section *section = section_of(view);
  if (section->run)
    noslip_section_run_cancel(section->run);
}

static void
again(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  forget(section_of(view));
  noslip_view_refresh(view);
}

/* Words */

static guint
n_crossings(const NoslipSectionRun *run, guint row_size)
{
  guint n = 0;
  for (guint i = 0; i < noslip_section_run_n_motions(run); i++)
    n += noslip_section_run_motion(run, i)->rows->len / row_size;
  return n;
}

/* Why nothing is shown, or NULL. */
static char *
nothing(NoslipView *view, const NoslipSectionRun *run)
{
  const NoslipSystem *system = system_of(view);
  if (!noslip_section_event(view)) {
    return g_strdup_printf(
        _("Choose in this view's menu where motions are cut: an expression that changes its sign, %s for example."),
        system ? noslip_state_name(system, system->m) : "x");
  }
  char *problem = noslip_section_problem(view);
  if (problem)
    return problem;
  if (!run)
    return g_strdup(_("The section appears here as soon as the initial state is known."));
  if (noslip_section_run_error(run))
    return noslip_sentence(system, noslip_section_run_error(run)->cause);
  if (n_crossings(run, noslip_row_size(system)) > 0)
    return NULL;
  if (noslip_section_run_is_cancelled(run))
    return g_strdup(_("The section was cancelled before a motion crossed it."));
  if (!noslip_section_run_is_done(run))
    return g_strdup(_("No motion has crossed the section yet; the search continues."));
  const NoslipDiagnostic *ended = noslip_section_run_motion(run, 0)->ended;
  return ended ? noslip_sentence(system, ended->cause) : g_strdup(_("No motion crosses the section."));
}

/* `brief`: without the number of motions, for a narrow tile. */
static char *
progress(NoslipView *view, const NoslipSectionRun *run, gboolean brief)
{
  guint n = n_crossings(run, noslip_row_size(system_of(view))), motions = noslip_section_run_n_motions(run), ended = 0;
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_printf(text, g_dngettext(NULL, "%u crossing", "%u crossings", n), n);
  if (motions > 1 && !brief)
    g_string_append_printf(text, g_dngettext(NULL, " of %u motion", " of %u motions", motions), motions);
  for (guint i = 0; i < motions; i++)
    ended += noslip_section_run_motion(run, i)->ended != NULL;
  if (ended > 0)
    g_string_append_printf(text, g_dngettext(NULL, "; %u motion ended early", "; %u motions ended early", ended),
                           ended);
  if (!noslip_section_run_is_done(run))
    g_string_append(text, _("; growing"));
  else if (noslip_section_run_is_cancelled(run))
    g_string_append(text, _("; cancelled"));
  return g_string_free(g_steal_pointer(&text), FALSE);
}

static char *
condition_of(NoslipView *view, gboolean brief)
{
  const NoslipSectionRun *run = system_of(view) == section_of(view)->system ? section_of(view)->run : NULL;
  if (!run || !noslip_section_event(view) || noslip_section_run_error(run))
    return NULL;
  g_autofree char *event = noslip_math_pretty(noslip_section_event(view)), *so_far = progress(view, run, brief);
  return g_strdup_printf(_("%s = 0: %s"), event, so_far);
}

static char *
caption(NoslipView *view)
{
  return condition_of(view, TRUE);
}

static void
add_selected(NoslipView *view, GString *text)
{
  const Section *section = section_of(view);
  const NoslipSystem *system = system_of(view);
  if (!section->shows)
    return;
  const double *row = row_of(section, section->motion, section->point);
  g_string_append(text, _("; shown is the motion through"));
  if (!noslip_system_is_autonomous(system)) {
    g_autofree char *number = noslip_number_text(row[0], 4);
    g_string_append_printf(text, " t = %s,", number);
  }
  for (guint i = 0; i < system->m + system->n && i < 12; i++) {
    g_autofree char *number = noslip_number_text(row[1 + i], 4),
                    *name = noslip_math_pretty(noslip_state_name(system, i));
    g_string_append_printf(text, "%s %s = %s", i > 0 ? "," : "", name, number);
  }
}

static char *
describe(NoslipView *view)
{
  const NoslipSectionRun *run = run_of(view);
  g_autofree char *why = nothing(view, run);
  if (why)
    return g_steal_pointer(&why);
  const NoslipSystem *system = system_of(view);
  guint axes[2];
  noslip_section_axes(view, system, axes);
  g_autofree char *condition = condition_of(view, FALSE), *x = noslip_math_pretty(noslip_state_name(system, axes[0])),
                  *y = noslip_math_pretty(noslip_state_name(system, axes[1]));
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_printf(text, _("Section where %s; %s against %s"), condition, y, x);
  add_selected(view, text);
  return g_string_free(g_steal_pointer(&text), FALSE);
}

static gboolean
is_ready(NoslipView *view)
{
  const NoslipSectionRun *run = noslip_view_simulation(view) ? run_of(view) : NULL;
  return !run || noslip_section_run_is_done(run);
}

/* Drawing */

static void
set_axes(NoslipView *view, NoslipFigure *figure, const NoslipSystem *system, const guint axes[2])
{
  for (guint a = 0; a < 2; a++) {
    NoslipAxis axis;
    const NoslipQuantities *quantities = noslip_view_quantities(view);
    const char *name = noslip_state_name(system, axes[a]);
    int column = quantities ? noslip_quantities_find(quantities, name) : -1;
    noslip_view_axis(&axis, column >= 0 ? &quantities->list[column] : NULL);
    axis.quantity = name;
    if (noslip_section_is_angle(system, axes[a]))
      axis.period = 2 * G_PI;
    noslip_view_set_axis(view, 0, figure, (NoslipAxisId) a, &axis);
  }
}

static void
add_motion(NoslipFigure *figure, const NoslipTheme *theme, const NoslipSectionRun *run, guint motion, guint row_size,
           const guint axes[2])
{
  const GArray *rows = noslip_section_run_motion(run, motion)->rows;
  guint n = noslip_section_run_n_motions(run);
  NoslipSeries series;
  if (rows->len == 0)
    return;
  noslip_series_init(&series);
  series.x = (const double *) (gpointer) rows->data + 1 + axes[0];
  series.y = (const double *) (gpointer) rows->data + 1 + axes[1];
  series.n = rows->len / row_size;
  series.x_stride = series.y_stride = row_size;
  series.points = TRUE;
  series.quiet = TRUE;
  series.color = n == 1 ? theme->accent : noslip_theme_gradient(theme, motion / (n - 1.0));
  series.source = (noslip_section_run_serial(run) << 32 | (guint64) motion << 16 | axes[0] << 8 | axes[1]) + 1;
  noslip_figure_add_series(figure, &series);
}

static void
compose(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme)
{
  const NoslipSectionRun *run = run_of(view);
  const NoslipSystem *system = system_of(view);
  const Section *section = section_of(view);
  g_autofree char *why = nothing(view, run);
  guint axes[2];
  noslip_figure_set_empty_text(figure, why);
  if (why)
    return;
  guint row_size = noslip_row_size(system);
  noslip_section_axes(view, system, axes);
  set_axes(view, figure, system, axes);
  for (guint i = 0; i < noslip_section_run_n_motions(run); i++)
    add_motion(figure, theme, run, i, row_size, axes);
  if (!section->shows)
    return;
  const double *row = row_of(section, section->motion, section->point);
  NoslipMark mark = {.x = row[1 + axes[0]], .y = row[1 + axes[1]], .passive = TRUE, .label = _("shown")};
  if (noslip_section_is_angle(system, axes[0]))
    mark.x = remainder(mark.x, 2 * G_PI);
  if (noslip_section_is_angle(system, axes[1]))
    mark.y = remainder(mark.y, 2 * G_PI);
  noslip_figure_add_mark(figure, &mark);
}

/* The motion of a point */

static void
show_motion(NoslipView *view, guint motion, guint point)
{
  Section *section = section_of(view);
  section->motion = motion;
  section->point = point;
  section->shows = TRUE;
  noslip_section_run_show(section->run, noslip_view_simulation(view), motion, row_of(section, motion, point));
  noslip_view_changed(view, NOSLIP_CHANGED_START);
}

static void
clicked(NoslipView *view, double x, double y)
{
  const Section *section = section_of(view);
  const NoslipSystem *system = system_of(view);
  double nearest = REACH;
  guint motion = 0, point = 0, axes[2];
  g_autofree char *why = section->run && system ? nothing(view, section->run) : g_strdup("");
  if (why)
    return;
  noslip_section_axes(view, system, axes);
  for (guint i = 0; i < noslip_section_run_n_motions(section->run); i++) {
    const GArray *rows = noslip_section_run_motion(section->run, i)->rows;
    for (guint k = 0; k < rows->len / noslip_row_size(system); k++) {
      const double *row = row_of(section, i, k);
      double px, py, at[2];
      for (guint a = 0; a < 2; a++)
        at[a] = noslip_section_is_angle(system, axes[a]) ? remainder(row[1 + axes[a]], 2 * G_PI) : row[1 + axes[a]];
      noslip_figure_to_pixels(view->figures[0], at[0], at[1], &px, &py);
      if (hypot(px - x, py - y) < nearest) {
        nearest = hypot(px - x, py - y);
        motion = i;
        point = k;
      }
    }
  }
  if (nearest < REACH)
    show_motion(view, motion, point);
}

/* With the keyboard: the next crossing of the motion that is shown; after its last, the first of the next motion. */
static void
next_point(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  const Section *section = section_of(view);
  const NoslipSystem *system = system_of(view);
  guint motion = section->shows ? section->motion : 0, point = section->shows ? section->point + 1 : 0;
  if (!section->run || !system)
    return;
  for (guint tried = 0; tried <= noslip_section_run_n_motions(section->run); tried++) {
    if (point < noslip_section_run_motion(section->run, motion)->rows->len / noslip_row_size(system)) {
      show_motion(view, motion, point);
      return;
    }
    motion = (motion + 1) % noslip_section_run_n_motions(section->run);
    point = 0;
  }
}

static void
add_choices(NoslipView *view, GtkBox *box)
{
  noslip_section_add_choices(view, box, section_of(view)->actions);
}

static void
begin(NoslipView *view)
{
  static const GActionEntry entries[] = {{"stop", stop, NULL, NULL, NULL, {0}},
                                         {"again", again, NULL, NULL, NULL, {0}},
                                         {"next-point", next_point, NULL, NULL, NULL, {0}}};
  Section *section = g_new0(Section, 1);
  section->view = view;
  section->actions = noslip_view_own_actions(view, "section", entries, G_N_ELEMENTS(entries));
  noslip_view_set_state(view, section, section_free);
  noslip_view_add_key(view, GDK_KEY_Return, 0, section->actions, "next-point");
  noslip_view_add_key(view, GDK_KEY_Escape, 0, section->actions, "stop");
}

const NoslipViewKind noslip_section_view = {
    .id = "section",
    .name = N_("Section"),
    .summary = N_("Poincaré section: the states at which an expression changes its sign; a click on a point shows the "
                  "motion through it"),
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
