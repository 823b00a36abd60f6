/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Geometry: the system's spaces at the shared time, with the motion in them. core/geometry/figure/space.h computes all
 * of it. */
#include "core/base/decimal.h"
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/plot.h"
#include "ui/picture/plot/space-plot.h"
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/views/view-derived.h"

#include "core/system/row.h"

#include <glib/gi18n.h>
#include <math.h>

#define MOST_ROWS 600    /* of the motion that are drawn */
#define STEP (G_PI / 24) /* angle by which a key rotates the picture */
#define A_PIXEL 0.008    /* a drag by a pixel, radians */
#define HIGHEST (G_PI / 2)
#define SIDE_BY_SIDE 1.35 /* relative to the height: from this width on two pictures are placed side by side */

static const struct {
  const char *id, *title;
} kinds[NOSLIP_N_SPACES] = {
    [NOSLIP_SPACE_VELOCITIES] = {"velocities", N_("Velocities: energy and constraints")},
    [NOSLIP_SPACE_MOMENTA] = {"momenta", N_("Momenta: coadjoint orbits")},
    [NOSLIP_SPACE_LEGENDRE] = {"legendre", N_("Legendre map: velocities and momenta")},
    [NOSLIP_SPACE_STATES] = {"states", N_("Submanifolds of states")},
};

/* The compiled spaces */

static gpointer
derive(NoslipSystem *system, const char *key, NoslipJob *job)
{
  return noslip_spaces_new(system, (NoslipDynamicsKind) g_ascii_strtoull(key, NULL, 10));
}

static void
derived_free(gpointer data)
{
  noslip_spaces_free(data);
}

static NoslipDynamicsKind
dynamics_of(NoslipView *view)
{
  const NoslipSimulation *simulation = noslip_view_simulation(view);
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  return primary && primary->formulation ? primary->formulation->kind : noslip_simulation_runs(simulation)->kind;
}

static NoslipSpaces *
spaces_of(NoslipView *view)
{
  static const NoslipDerivation spaces = {derive, derived_free};
  NoslipSimulation *simulation = noslip_view_simulation(view);
  if (!simulation || !noslip_simulation_system(simulation))
    return NULL;
  g_autofree char *key = g_strdup_printf("%d", (int) dynamics_of(view));
  return noslip_view_derived(view, "spaces", key, &spaces);
}

/* Choices */

static NoslipSpaceKind
chosen_kind(NoslipView *view, const NoslipSpaces *spaces)
{
  const char *const *choice = noslip_view_choice(view, "space");
  for (guint i = 0; choice && choice[0] && i < NOSLIP_N_SPACES; i++)
    if (g_str_equal(choice[0], kinds[i].id) && noslip_spaces_has(spaces, (NoslipSpaceKind) i))
      return (NoslipSpaceKind) i;
  return noslip_spaces_default(spaces);
}

static guint
n_entries(const NoslipSystem *system)
{
  return system->m + system->n + system->k;
}

/* The axes whose names were typed; 0 if none were, or a name is not one. */
static guint
chosen_axes(NoslipView *view, const NoslipSpaces *spaces, NoslipSpaceKind kind, guint axes[3])
{
  const NoslipSystem *system = noslip_simulation_system(noslip_view_simulation(view));
  const char *const *choice = noslip_view_choice(view, "axes");
  g_auto(GStrv) names = choice && choice[0] ? g_strsplit(choice[0], ",", -1) : NULL;
  guint n = names ? g_strv_length(names) : 0;
  if (n < 2 || n > 3)
    return 0;
  for (guint a = 0; a < n; a++) {
    guint i = 0;
    g_strstrip(names[a]);
    while (i < n_entries(system) &&
           !(noslip_spaces_may_be_axis(spaces, kind, i) && g_str_equal(names[a], noslip_spaces_axis_name(spaces, i))))
      i++;
    if (i == n_entries(system))
      return 0;
    axes[a] = i;
  }
  return n;
}

static NoslipSpaceLook
look_of(NoslipView *view)
{
  NoslipSpaceLook look = {-G_PI / 3, 0.42, 1};
  const char *const *choice = noslip_view_choice(view, "turn");
  double azimuth, elevation;
  if (choice && choice[0] && choice[1] && noslip_decimal_read(choice[0], &azimuth) &&
      noslip_decimal_read(choice[1], &elevation)) {
    look.azimuth = azimuth * G_PI / 180;
    look.elevation = elevation * G_PI / 180;
  }
  return look;
}

static void
turn_by(NoslipView *view, double azimuth, double elevation)
{
  char first[G_ASCII_DTOSTR_BUF_SIZE], second[G_ASCII_DTOSTR_BUF_SIZE];
  NoslipSpaceLook look = look_of(view);
  look.azimuth = remainder(look.azimuth + azimuth, 2 * G_PI);
  look.elevation = CLAMP(look.elevation + elevation, -HIGHEST, HIGHEST);
  g_ascii_formatd(first, sizeof first, "%.3f", look.azimuth * 180 / G_PI);
  g_ascii_formatd(second, sizeof second, "%.3f", look.elevation * 180 / G_PI);
  noslip_view_set_choice(view, "turn", (const char *const[]){first, second, NULL});
}

static void
moved(NoslipView *view, int dx, int dy)
{
  turn_by(view, dx * STEP, -dy * STEP);
}

static void
dragged(NoslipView *view, double dx, double dy)
{
  turn_by(view, -dx * A_PIXEL, dy * A_PIXEL);
}

/* Reading */

typedef struct {
  NoslipSpaceKind kind;
  NoslipDynamicsKind dynamics;
  guint n;
  NoslipSpace space[2];
  const char *wait; /* why there is nothing to show */
} Reading;

static void
reading_clear(Reading *reading)
{
  noslip_space_clear(&reading->space[0]);
  noslip_space_clear(&reading->space[1]);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Reading, reading_clear)

/* Rows of the motion up to now, evenly thinned out. */
static GPtrArray *
rows_of(const NoslipSimulation *simulation)
{
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  GPtrArray *rows = g_ptr_array_new();
  if (!primary || !primary->trajectory || noslip_trajectory_n_rows(primary->trajectory) == 0)
    return rows;
  guint last =
      noslip_trajectory_find(primary->trajectory, noslip_playhead_time(noslip_simulation_playhead(simulation)));
  guint every = last / MOST_ROWS + 1;
  for (guint r = 0; r <= last; r += every)
    g_ptr_array_add(rows, (gpointer) noslip_trajectory_row(primary->trajectory, r, NULL));
  return rows;
}

static void
read_spaces(NoslipView *view, Reading *reading)
{
  const NoslipSimulation *simulation = noslip_view_simulation(view);
  *reading = (Reading){.wait = _("The geometry is being derived.")};
  NoslipSpaces *spaces = spaces_of(view);
  if (!spaces)
    return;
  reading->wait = _("The geometry appears here as soon as there is a motion.");
  reading->kind = chosen_kind(view, spaces);
  reading->dynamics = dynamics_of(view);
  NoslipSpaceQuery query = {0};
  query.row = noslip_runs_sample(noslip_simulation_runs(simulation), 0, &query.parameters);
  if (!query.row)
    return;
  if (!noslip_spaces_has(spaces, reading->kind)) {
    reading->wait = _("This system has one velocity and no constraints: there is no space to show.");
    return;
  }
  g_autoptr(GPtrArray) rows = rows_of(simulation);
  query.rows = (const double *const *) rows->pdata;
  query.n_rows = rows->len;
  query.n_axes = chosen_axes(view, spaces, reading->kind, query.axes);
  reading->wait = _("A value in this space is not finite at this state.");
  reading->n = noslip_spaces_evaluate(spaces, reading->kind, &query, reading->space);
}

/* Words */

static const char *
allowed_name(const Reading *reading)
{
  return reading->kind == NOSLIP_SPACE_LEGENDRE ? _("D, and its image") : _("D or M: constraints");
}

/* "E_1" unchanged, "S^X" too. */
static const char *
step_name(const char *name)
{
  if (g_str_equal(name, "S^X"))
    return "Sˣ";
  g_autofree char *pretty = noslip_math_pretty(name);
  return g_intern_string(pretty);
}

static const char *
words_of(const NoslipPart *part, gpointer data)
{
  const Reading *reading = data;
  switch (part->role) {
  case NOSLIP_PART_ENERGY:
    return _("equal energy");
  case NOSLIP_PART_ALLOWED:
    return part->nth == 0 ? allowed_name(reading) : NULL;
  case NOSLIP_PART_LEVEL:
    return part->nth == 0 ? _("equal energy within the constraints") : NULL;
  case NOSLIP_PART_ORBIT:
    return part == noslip_space_part(&reading->space[0], NOSLIP_PART_ORBIT, 0) ? _("momentum sphere")
                                                                               : _("sphere of the vector");
  case NOSLIP_PART_CASIMIR:
    return _("Γ·p is the same");
  case NOSLIP_PART_STEP:
    return step_name(part->name);
  case NOSLIP_PART_COVECTOR:
    return _("vakonomic covector μ");
  case NOSLIP_PART_MOTION:
    return _("motion");
  case NOSLIP_PART_NOW:
    break;
  }
  return NULL;
}

static const char *
how_shown(const Reading *reading)
{
  NoslipShown shown = reading->n ? reading->space[0].shown : NOSLIP_SHOWN_WHOLE;
  return shown == NOSLIP_SHOWN_SHADOW ? _("Projection of more dimensions onto these axes.")
         : shown == NOSLIP_SHOWN_CUT  ? _("Cut: quantities that are on no axis have their present values.")
                                      : NULL;
}

static char *
describe(NoslipView *view)
{
  g_auto(Reading) reading = {0};
  read_spaces(view, &reading);
  if (reading.n == 0)
    return g_strdup(reading.wait);
  g_autoptr(GString) text = g_string_new(_(kinds[reading.kind].title));
  for (guint s = 0; s < reading.n; s++) {
    const NoslipSpace *space = &reading.space[s];
    for (guint a = 0; a < space->dimension; a++) {
      g_autofree char *number = noslip_number_text(space->now[a], 5), *name = noslip_math_pretty(space->axes[a]);
      g_string_append_printf(text, "; %s = %s", name, number);
    }
    for (guint p = 0; p < space->parts->len; p++) {
      const char *words = words_of(space->parts->pdata[p], &reading);
      if (words && noslip_mesh_n_points(((const NoslipPart *) space->parts->pdata[p])->mesh))
        g_string_append_printf(text, "; %s", words);
    }
  }
  if (how_shown(&reading))
    g_string_append_printf(text, ". %s", how_shown(&reading));
  return g_string_free(g_steal_pointer(&text), FALSE);
}

static char *
caption(NoslipView *view)
{
  NoslipSpaces *spaces = spaces_of(view);
  return spaces ? g_strdup(_(kinds[chosen_kind(view, spaces)].title)) : NULL;
}

static gboolean
is_ready(NoslipView *view)
{
  return noslip_view_simulation(view) == NULL || spaces_of(view) != NULL;
}

/* Drawing */

static void
draw_foot(const Reading *reading, const NoslipTheme *theme, double height, NoslipDisplay *display)
{
  const char *words = how_shown(reading);
  NoslipTextStyle style = {.size = theme->small_size, .color = theme->dim, .align_y = 1};
  if (words)
    noslip_display_text(display, theme, &style, 8 * theme->scale, height - 4 * theme->scale, words);
}

static double
display_geometry(NoslipView *view, const NoslipTheme *theme, double width, double height, NoslipDisplay *display)
{
  if (!display)
    return 200 * theme->scale;
  g_auto(Reading) reading = {0};
  read_spaces(view, &reading);
  if (reading.n == 0) {
    g_autoptr(NoslipFigure) empty = noslip_figure_new();
    noslip_figure_set_empty_text(empty, reading.wait);
    noslip_figure_display(empty, theme, width, height, display);
    return height;
  }
  NoslipSpaceLook look = look_of(view);
  double top = noslip_space_legend(reading.n, reading.space, words_of, &reading, theme, width, display);
  double foot = how_shown(&reading) ? 1.4 * theme->small_size : 0, room = height - top - foot;
  gboolean beside = reading.n == 2 && width > SIDE_BY_SIDE * room;
  for (guint s = 0; s < reading.n; s++) {
    double w = beside ? width / 2 : width, h = beside || reading.n == 1 ? room : room / 2;
    noslip_space_display(&reading.space[s], &look, theme, beside ? s * w : 0,
                         top + (beside || reading.n == 1 ? 0 : s * h), w, h, display);
  }
  draw_foot(&reading, theme, height, display);
  return height;
}

static void
selected(GtkDropDown *drop_down, GParamSpec *pspec, NoslipView *view)
{
  GObject *item = gtk_drop_down_get_selected_item(drop_down);
  for (guint i = 0; item && i < NOSLIP_N_SPACES; i++)
    if (g_str_equal(gtk_string_object_get_string(GTK_STRING_OBJECT(item)), _(kinds[i].title))) {
      noslip_view_set_choice(view, "axes", NULL);
      noslip_view_set_choice(view, "space", (const char *const[]){kinds[i].id, NULL});
    }
}

static void
add_choices(NoslipView *view, GtkBox *box)
{
  const NoslipSpaces *spaces = spaces_of(view);
  if (!spaces)
    return;
  g_autoptr(GPtrArray) titles = g_ptr_array_new();
  guint present = 0;
  for (guint i = 0; i < NOSLIP_N_SPACES; i++)
    if (noslip_spaces_has(spaces, (NoslipSpaceKind) i)) {
      if (chosen_kind(view, spaces) == (NoslipSpaceKind) i)
        present = titles->len;
      g_ptr_array_add(titles, (gpointer) _(kinds[i].title));
    }
  g_ptr_array_add(titles, NULL);
  GtkWidget *drop_down = gtk_drop_down_new_from_strings((const char *const *) titles->pdata);
  gtk_drop_down_set_selected(GTK_DROP_DOWN(drop_down), present);
  gtk_accessible_update_property(GTK_ACCESSIBLE(drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Space"), -1);
  g_signal_connect_object(drop_down, "notify::selected", G_CALLBACK(selected), view, 0);
  gtk_box_append(box, drop_down);
  noslip_view_add_text(view, box, "axes", _("Axes"), _("two or three names, with commas"));
}

const NoslipViewKind noslip_geometry_view = {
    .id = "geometry",
    .name = N_("Geometry"),
    .summary = N_("Energy, constraints, momenta and submanifolds as surfaces, with the motion on them"),
    .interest = NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_START,
    .whole = TRUE,
    .display = display_geometry,
    .is_ready = is_ready,
    .describe = describe,
    .moved = moved,
    .dragged = dragged,
    .caption = caption,
    .add_choices = add_choices,
};
