/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stability: the eigenvalues, in the complex plane and over a parameter, of the equilibrium or relative equilibrium
 * nearest to the initial state. They are computed in the background (core/finder/equilibria.h) for the present parameters; the previous ones
 * stay until the new ones are known. */
#include "core/finder/equilibria.h"
#include "core/system/state.h"
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/plot.h"
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/common/bound.h"
#include "ui/widgets/views/stability-diagram.h"
#include "ui/widgets/views/view-derived.h"
#include "ui/widgets/views/view-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define SPAN 0.5      /* relative to the largest rate: the smallest range of the axes */
#define ROUNDING 1e-7 /* relative to the largest rate: counts as 0 */
#define AMPLITUDE 0.1 /* of it, see noslip_equilibrium_displaced() */
#define REACH 14      /* pixels from a click to an eigenvalue */
#define TELLS 6       /* number of entries of the state and eigenvalues in the description */

typedef struct {
  const NoslipSystem *system; /* the system to which it belongs; not referenced */
  gboolean found, relative;
  int stable; /* NoslipEquilibrium.stable */
  guint n, forced, size;
  double rate;           /* 1/s: of the motion */
  double *eigenvalues;   /* n x 2 */
  double *state;         /* size */
  NoslipEquilibria *all; /* or NULL */
  char *cause;           /* why nothing was found, or NULL */
} Stability;             /* counted by references */

static void
clear(gpointer data)
{
  Stability *stability = data;
  g_free(stability->eigenvalues);
  g_free(stability->state);
  g_free(stability->cause);
  g_clear_pointer(&stability->all, noslip_equilibria_free);
}

static void
release(gpointer data)
{
  g_atomic_rc_box_release_full(data, clear);
}

/* The largest eigenvalue, or the usual rate of the motion if that is larger. */
static double
largest_rate(const Stability *stability)
{
  double largest = stability->rate;
  for (guint i = 0; i < stability->n; i++)
    largest = fmax(largest, hypot(stability->eigenvalues[2 * i], stability->eigenvalues[2 * i + 1]));
  return largest > 0 ? largest : 1;
}

static void
take(Stability *stability, const NoslipEquilibrium *equilibrium, guint size)
{
  stability->found = TRUE;
  stability->relative = equilibrium->relative;
  stability->stable = equilibrium->stable;
  stability->n = equilibrium->n;
  stability->forced = equilibrium->forced;
  stability->size = size;
  stability->eigenvalues = g_memdup2(equilibrium->eigenvalues, sizeof(double) * 2 * equilibrium->n);
  stability->rate = equilibrium->rate;
  double small = ROUNDING * largest_rate(stability);
  for (guint i = 0; i < 2 * stability->n; i++)
    if (fabs(stability->eigenvalues[i]) <= small)
      stability->eigenvalues[i] = 0;
  stability->state = g_memdup2(equilibrium->state, sizeof(double) * size);
}

/* On the job's thread. */
static gpointer
derive(NoslipSystem *system, const char *key, NoslipJob *job)
{
  NoslipDynamicsKind kind = system->dynamics;
  guint size = system->m + system->n;
  g_autofree double *numbers = noslip_stability_read_key(key, system->n_parameters + size, &kind);
  g_autoptr(NoslipDiagnostic) error = NULL;
  if (numbers == NULL || noslip_job_is_cancelled(job))
    return NULL;
  const double *xy = numbers + system->n_parameters;
  const NoslipEquilibriaOptions options = {.relative = TRUE, .along = -1, .near = xy, .seed = 1};
  g_autoptr(NoslipEquilibria) equilibria =
      noslip_equilibria_find(system, kind, numbers, xy, &options, noslip_job_cancel_flag(job), &error);
  Stability *stability = g_atomic_rc_box_new0(Stability);
  stability->system = system;
  if (equilibria != NULL && equilibria->equilibria->len > 0) {
    take(stability, equilibria->equilibria->pdata[0], size);
    stability->all = g_steal_pointer(&equilibria);
  } else if (error != NULL) {
    stability->cause = g_strdup(error->cause);
  }
  return stability;
}

static NoslipDynamicsKind
dynamics_of(const NoslipSimulation *simulation)
{
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  return primary && primary->formulation ? primary->formulation->kind : noslip_simulation_runs(simulation)->kind;
}

/* NULL while the initial state is not known. */
static char *
key_of(NoslipView *view)
{
  const NoslipSimulation *simulation = noslip_view_simulation(view);
  const NoslipSystem *system = simulation ? noslip_simulation_system(simulation) : NULL;
  const NoslipStart *start = system ? noslip_simulation_start(simulation) : NULL;
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  if (!start || !start->is_found)
    return NULL;
  g_autoptr(GString) key = g_string_new(NULL);
  g_string_printf(key, "%d", (int) dynamics_of(simulation));
  for (guint i = 0; i < system->n_parameters; i++)
    g_string_append_printf(key, " %s", g_ascii_formatd(number, sizeof number, "%.12g", start->parameters[i]));
  for (guint i = 0; i < system->m + system->n; i++)
    g_string_append_printf(key, " %s", g_ascii_formatd(number, sizeof number, "%.12g", start->found[i]));
  return g_string_free(g_steal_pointer(&key), FALSE);
}

/* The state of the view. */
typedef struct {
  Stability *last; /* the last result, or NULL */
  guint mode;      /* the mode that plays, counted from 1 */
  NoslipStabilityDiagram *diagram;
} Kept;

static void
kept_free(gpointer data)
{
  Kept *kept = data;
  g_clear_pointer(&kept->last, release);
  noslip_stability_diagram_free(kept->diagram);
  g_free(kept);
}

static Kept *
kept_of(NoslipView *view)
{
  Kept *kept = noslip_view_state(view);
  if (!kept) {
    kept = g_new0(Kept, 1);
    kept->diagram = noslip_stability_diagram_new();
    noslip_view_set_state(view, kept, kept_free);
  }
  return kept;
}

/* For the present values; NULL while they are being computed. */
static Stability *
present(NoslipView *view)
{
  static const NoslipDerivation derivation = {derive, release};
  g_autofree char *key = key_of(view);
  Stability *stability = key ? noslip_view_derived(view, "stability", key, &derivation) : NULL;
  Kept *kept = kept_of(view);
  if (stability && kept->last != stability) {
    g_clear_pointer(&kept->last, release);
    kept->last = g_atomic_rc_box_acquire(stability);
  }
  return stability;
}

/* The same, or the last result for this system. */
static const Stability *
shown(NoslipView *view)
{
  const Stability *stability = present(view), *last = kept_of(view)->last;
  const NoslipSimulation *simulation = noslip_view_simulation(view);
  if (stability)
    return stability;
  return last && simulation && last->system == noslip_simulation_system(simulation) ? last : NULL;
}

static const char *
verdict(const Stability *stability)
{
  return stability->stable > 0    ? _("stable: all other modes decay")
         : stability->stable == 0 ? _("unstable: a mode grows")
                                  : _("a mode neither grows nor decays: the linearization does not decide");
}

static const char *
nothing(const Stability *stability)
{
  if (!stability)
    return _("Searching for the equilibrium nearest to the initial state.");
  return stability->cause ? stability->cause : _("There is no equilibrium near the initial state.");
}

static char *
eigenvalue_text(const double *value)
{
  g_autofree char *re = noslip_number_text(value[0], 4), *im = noslip_number_text(fabs(value[1]), 4);
  return value[1] == 0 ? g_strdup(re) : g_strdup_printf("%s %s %si", re, value[1] < 0 ? "−" : "+", im);
}

/* The modes that are not forced; the first one of a conjugate pair. */
static gboolean
has_mode(const Stability *stability, guint i)
{
  return i < stability->n - stability->forced && stability->eigenvalues[2 * i + 1] >= 0;
}

static guint
playing(NoslipView *view)
{
  return kept_of(view)->mode;
}

/* Plays the motion that starts from the steady one, displaced by a fraction of a mode. */
static void
play_mode(NoslipView *view, guint mode)
{
  const Stability *stability = shown(view);
  NoslipSimulation *simulation = noslip_view_simulation(view);
  NoslipPlayback *playback = noslip_simulation_playback(simulation);
  if (!stability || !stability->found || !has_mode(stability, mode))
    return;
  const NoslipSystem *system = stability->system;
  g_autofree double *xy = g_new0(double, stability->size);
  g_autofree guint *all = g_new0(guint, stability->size);
  for (guint i = 0; i < stability->size; i++)
    all[i] = i;
  noslip_equilibrium_displaced(stability->all->equilibria->pdata[0], system->m, system->n, mode, AMPLITUDE, xy);
  kept_of(view)->mode = mode + 1;
  noslip_playback_pause(playback);
  noslip_playback_seek(playback, 0);
  noslip_simulation_place(simulation, xy, stability->size, all);
  noslip_playback_play(playback);
  noslip_view_changed(view, NOSLIP_CHANGED_START);
}

static void
clicked(NoslipView *view, double x, double y)
{
  const Stability *stability = shown(view);
  double nearest = REACH;
  guint mode = G_MAXUINT;
  if (noslip_stability_diagram_clicked(view, 1, x, y))
    return;
  for (guint i = 0; stability && stability->found && i < stability->n - stability->forced; i++) {
    double px, py;
    noslip_figure_to_pixels(view->figures[0], stability->eigenvalues[2 * i], stability->eigenvalues[2 * i + 1], &px,
                            &py);
    if (hypot(px - x, py - y) < nearest) {
      nearest = hypot(px - x, py - y);
      mode = i;
    }
  }
  while (mode != G_MAXUINT && mode > 0 && !has_mode(stability, mode))
    mode--; /* the other one of its pair */
  if (mode != G_MAXUINT)
    play_mode(view, mode);
}

static char *
describe(NoslipView *view)
{
  const Stability *stability = shown(view);
  if (!stability || !stability->found)
    return g_strdup(nothing(stability));
  g_autoptr(GString) text = g_string_new(stability->relative ? _("Relative equilibrium") : _("Equilibrium"));
  for (guint i = 0; i < stability->size && i < 2 * TELLS; i++) {
    g_autofree char *number = noslip_number_text(stability->state[i], 4);
    g_autofree char *name = noslip_math_pretty(noslip_state_name(stability->system, i));
    g_string_append_printf(text, "; %s = %s", name, number);
  }
  g_string_append_printf(text, ". %s. ", verdict(stability));
  g_string_append(text, _("Eigenvalues"));
  for (guint i = 0; i < stability->n - stability->forced && i < 2 * TELLS; i++) {
    g_autofree char *value = eigenvalue_text(stability->eigenvalues + (gsize) 2 * i);
    g_string_append_printf(text, "%s %s", i > 0 ? ";" : ":", value);
  }
  if (playing(view) > 0 && playing(view) <= stability->n) {
    g_autofree char *value = eigenvalue_text(stability->eigenvalues + (gsize) 2 * (playing(view) - 1));
    g_string_append_printf(text, _("; the mode of %s plays"), value);
  }
  if (stability->forced > 0) {
    g_string_append(text, "; ");
    g_string_append_printf(text, _("zeros forced by symmetry or family: %u"), stability->forced);
  }
  g_autofree char *key = key_of(view);
  noslip_stability_diagram_describe(kept_of(view)->diagram, view, key, text);
  return g_string_free(g_steal_pointer(&text), FALSE);
}

static char *
caption(NoslipView *view)
{
  const Stability *stability = shown(view);
  return stability && stability->found ? g_strdup(verdict(stability)) : NULL;
}

static gboolean
is_ready(NoslipView *view)
{
  g_autofree char *key = noslip_view_simulation(view) ? key_of(view) : NULL;
  return noslip_view_simulation(view) == NULL ||
         (present(view) != NULL && noslip_stability_diagram_is_ready(view, key));
}

/* The boundary between decay and growth, below the eigenvalues. */
static void
draw_border(const NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display, gpointer data)
{
  const NoslipStroke stroke = {noslip_color_mix(theme->surface, theme->text, 0.5), 1.5 * theme->scale,
                               NOSLIP_DASH_DASHED};
  double low, high, x, bottom, top;
  (void) data;
  noslip_figure_range(figure, NOSLIP_AXIS_Y, &low, &high);
  noslip_figure_to_pixels(figure, 0, low, &x, &bottom);
  noslip_figure_to_pixels(figure, 0, high, &x, &top);
  noslip_display_segment(display, x, bottom, x, top, &stroke);
}

static void
compose_plane(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme)
{
  const Stability *stability = shown(view);
  NoslipAxis axis;
  double largest = stability && stability->found ? largest_rate(stability) : 1;
  noslip_figure_set_empty_text(figure, nothing(stability));
  if (!stability || !stability->found)
    return;
  noslip_axis_init(&axis);
  axis.unit = "1/s";
  axis.include_zero = TRUE;
  axis.minimum_span = SPAN * largest;
  axis.quantity = _("growth rate: real part");
  noslip_view_set_axis(view, index, figure, NOSLIP_AXIS_X, &axis);
  axis.quantity = _("angular frequency: imaginary part");
  noslip_view_set_axis(view, index, figure, NOSLIP_AXIS_Y, &axis);
  noslip_figure_add_layer(figure, draw_border, NULL);
  for (guint i = stability->n; i-- > 0;) {
    const double *value = stability->eigenvalues + (gsize) 2 * i;
    gboolean forced = i >= stability->n - stability->forced;
    g_autofree char *number = eigenvalue_text(value);
    g_autofree char *label =
        forced ? NULL : g_strdup_printf("%s%s", i + 1 == playing(view) ? "\342\226\270 " : "", number);
    const NoslipMark mark = {.x = value[0],
                             .y = value[1],
                             .hollow = !forced && stability->stable == 0 && value[0] > 0,
                             .one_of_many = forced,
                             .label = label};
    noslip_figure_add_mark(figure, &mark);
  }
}

static void
compose(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme)
{
  if (index == 0) {
    compose_plane(view, index, figure, theme);
    return;
  }
  g_autofree char *key = key_of(view);
  noslip_stability_diagram_compose(kept_of(view)->diagram, view, key, index, figure, theme);
}

static guint
n_shown(NoslipView *view)
{
  return noslip_stability_diagram_is_shown(view) ? 2 : 1;
}

static void
mode_clicked(GtkButton *button, const NoslipBound *mode)
{
  play_mode(mode->target, mode->index);
}

static void
add_choices(NoslipView *view, GtkBox *box)
{
  const Stability *stability = shown(view);
  noslip_stability_diagram_add_choice(view, box);
  for (guint i = 0; stability && stability->found && i < stability->n - stability->forced && i < 2 * TELLS; i++) {
    if (!has_mode(stability, i))
      continue;
    g_autofree char *value = eigenvalue_text(stability->eigenvalues + (gsize) 2 * i);
    g_autofree char *title = g_strdup_printf(_("Play the mode of %s"), value);
    GtkWidget *button = gtk_button_new_with_label(title);
    gtk_widget_add_css_class(button, "flat");
    noslip_bound_connect(button, "clicked", G_CALLBACK(mode_clicked), &(NoslipBound){.target = view, .index = i});
    gtk_box_append(box, button);
  }
}

const NoslipViewKind noslip_stability_view = {
    .id = "stability",
    .name = N_("Stability"),
    .summary = N_("Eigenvalues of the equilibrium or relative equilibrium nearest to the initial state, for the values "
                  "of the sliders or over a parameter; a click on one plays its mode"),
    .interest = NOSLIP_CHANGED_SYSTEM | NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_START,
    .n_figures = 2,
    .share = 0.5,
    .n_shown = n_shown,
    .compose = compose,
    .is_ready = is_ready,
    .describe = describe,
    .caption = caption,
    .clicked = clicked,
    .add_choices = add_choices,
};
