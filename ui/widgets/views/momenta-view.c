/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Momenta: those of the sections of D, and below their rates, measured and by the momentum equation. */
#include "ui/widgets/views/momenta-section.h"

#include "core/base/words.h"
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/common/run-style.h"
#include "ui/widgets/common/sentence.h"

#include <glib/gi18n.h>
#include <math.h>

#define MOST_BY_DEFAULT 4
#define MEASURED 5.25 /* pixels at scale 1 */
#define CONSERVED 2.8
#define HOLDS 1e-8 /* required accuracy of the momentum equation, relative to the largest rate or momentum per second */

#define MOMENTA (1u << NOSLIP_QUANTITY_MOMENTUM | 1u << NOSLIP_QUANTITY_SECTION)

static const NoslipSectionColumns *
section_of(const NoslipQuantities *q, guint column)
{
  for (guint i = 0; i < q->n_sections; i++)
    if (q->sections[i].momentum == column)
      return &q->sections[i];
  return NULL;
}

static double
worst(NoslipView *view, guint column)
{
  return noslip_runs_worst(noslip_simulation_runs(noslip_view_simulation(view)), 0, column);
}

/* A first integral at the text's parameters is one at the present parameters too, if its rate is zero. */
static gboolean
is_conserved(NoslipView *view, const NoslipSectionColumns *section)
{
  return section && section->conserved &&
         !(worst(view, section->equation) > HOLDS * (1 + worst(view, section->momentum)));
}

/* The columns shown: the chosen ones, or the sections of D, or the momenta of the fibre coordinates. */
static GArray *
shown(NoslipView *view)
{
  const NoslipQuantities *q = noslip_view_quantities(view);
  GArray *columns = g_array_new(FALSE, FALSE, sizeof(guint));
  const char *const *names = noslip_view_choice(view, "shown");
  for (guint i = 0; names && names[i]; i++) {
    int column = noslip_quantities_find(q, names[i]);
    if (column >= 0 && MOMENTA & 1u << q->list[column].kind)
      g_array_append_vals(columns, &column, 1);
  }
  if (!names && noslip_view_choice(view, "section"))
    return columns; /* a section given by the user is shown alone, unless others are chosen too */
  for (guint i = 0; !names && i < q->n_sections && columns->len < MOST_BY_DEFAULT; i++)
    g_array_append_val(columns, q->sections[i].momentum);
  for (guint c = 0; !names && q->n_sections == 0 && c < q->n && columns->len < MOST_BY_DEFAULT; c++)
    if (q->list[c].kind == NOSLIP_QUANTITY_MOMENTUM)
      g_array_append_val(columns, c);
  return columns;
}

static void
add(NoslipView *view, NoslipFigure *figure, guint column, const char *label, NoslipColor color, double alpha,
    NoslipDash dash, double width)
{
  NoslipSeries series;
  if (!noslip_view_series(view, 0, 0, (int) column, &series))
    return;
  series.label = label;
  series.color = color;
  series.alpha = alpha;
  series.dash = dash;
  series.width = width;
  series.quiet = label == NULL;
  g_autofree char *reading = noslip_run_reading(noslip_view_simulation(view), 0,
                                                noslip_quantity_words(&noslip_view_quantities(view)->list[column]));
  series.reading = reading;
  noslip_figure_add_series(figure, &series);
}

static void
add_other_runs(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme, const char *name, guint index)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  for (guint run = noslip_runs_n(noslip_simulation_runs(simulation)); run-- > 1;) {
    const NoslipRunView *other = noslip_runs_view(noslip_simulation_runs(simulation), run);
    NoslipSeries series;
    if (!other->shown || !other->quantities ||
        !noslip_view_series(view, run, 0, noslip_quantities_find(other->quantities, name), &series))
      continue;
    series.quiet = TRUE;
    g_autofree char *reading = noslip_run_reading(simulation, run, name);
    series.reading = reading;
    series.color = noslip_run_color(theme, other);
    series.dash = noslip_theme_series_dash(index);
    noslip_figure_add_series(figure, &series);
  }
}

#define LONG_NAME 9 /* characters: a momentum with a longer name is shown by its number if there is little room */

static char *
short_name(const char *name, guint nth)
{
  g_autofree char *number = g_strdup_printf("p_%u", nth + 1);
  return noslip_math_expression(g_utf8_strlen(name, -1) > LONG_NAME ? number : name);
}

static void
compose_momenta(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme, const GArray *columns)
{
  const NoslipQuantities *q = noslip_view_quantities(view);
  NoslipAxis axis;
  noslip_view_axis(&axis, NULL);
  axis.quantity = columns->len == 1 ? q->list[g_array_index(columns, guint, 0)].name : _("momenta");
  noslip_view_set_axis(view, 0, figure, NOSLIP_AXIS_Y, &axis);
  for (guint i = 0; i < columns->len; i++) {
    guint column = g_array_index(columns, guint, i);
    NoslipColor color = noslip_theme_series_color(theme, i);
    gboolean conserved = is_conserved(view, section_of(q, column));
    g_autofree char *pretty = noslip_math_expression(q->list[column].name),
                    *number = short_name(q->list[column].name, i);
    g_autofree char *named = g_utf8_strlen(q->list[column].name, -1) > LONG_NAME
                                 ? g_strdup_printf("%s = %s", number, pretty)
                                 : g_strdup(pretty);
    g_autofree char *label = conserved ? g_strdup_printf(_("%s conserved"), named) : g_strdup(named);
    add_other_runs(view, figure, theme, q->list[column].name, i);
    add(view, figure, column, label, color, 1, noslip_theme_series_dash(i), conserved ? CONSERVED : 0);
  }
}

/* Each measured rate below the dashes of its momentum equation, in the same colour: if the theorem holds they
 * coincide. */
static void
compose_rates(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme, const GArray *columns)
{
  const NoslipQuantities *q = noslip_view_quantities(view);
  noslip_figure_set_empty_text(figure, q->n_sections
                                           ? _("Choose the momentum of a section of D to see its momentum equation.")
                                           : _("No momentum equation applies: it needs nonholonomic dynamics and "
                                               "constraints that are linear or affine."));
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.quantity = _("dp/dt measured, and by the equation (dashes)");
  axis.include_zero = TRUE;
  for (guint i = 0; i < columns->len; i++)
    axis.minimum_span = fmax(axis.minimum_span, 1e-6 * worst(view, g_array_index(columns, guint, i)));
  noslip_view_set_axis(view, 1, figure, NOSLIP_AXIS_Y, &axis);
  for (guint i = 0; i < columns->len; i++) {
    const NoslipSectionColumns *section = section_of(q, g_array_index(columns, guint, i));
    if (!section)
      continue;
    NoslipColor color = noslip_theme_series_color(theme, i);
    g_autofree char *label = short_name(q->list[section->momentum].name, i);
    add(view, figure, section->rate, label, color, 0.45, NOSLIP_DASH_SOLID, MEASURED);
    add(view, figure, section->equation, NULL, color, 1, NOSLIP_DASH_DASHED, 0);
  }
}

/* The name of a column of the section at its curve (NULL: it is drawn below another one) and under the pointer. */
static void
name_section(const NoslipSection *section, NoslipSectionColumn column, char **label, char **reading)
{
  g_autofree char *pretty = noslip_math_expression(section->text), *name = g_strdup_printf("p(%s)", pretty);
  const char *brief = g_utf8_strlen(section->text, -1) <= LONG_NAME ? name : "p(X)";
  if (column == NOSLIP_SECTION_EQUATION) {
    *label = NULL;
    *reading = g_strdup_printf(_("momentum equation of %s"), name);
  } else if (column == NOSLIP_SECTION_RATE) {
    *label = g_strdup(brief);
    *reading = g_strdup_printf("d(%s)", name);
  } else {
    g_autofree char *whole = brief == name ? g_strdup(name) : g_strdup_printf("%s = %s", brief, name);
    *label = section->conserved ? g_strdup_printf(_("%s conserved"), whole) : g_strdup(whole);
    *reading = g_strdup(name);
  }
}

/* A column of the section given by the user, in the text colour: the others are drawn too. */
static void
add_section(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme, const NoslipSection *section,
            NoslipSectionColumn column)
{
  NoslipSeries series;
  noslip_series_init(&series);
  if (!section->rows)
    return;
  g_autofree char *label = NULL, *reading = NULL;
  name_section(section, column, &label, &reading);
  series.x = section->rows;
  series.y = section->rows + 1 + column;
  series.x_stride = series.y_stride = NOSLIP_SECTION_STRIDE;
  series.n = section->n;
  series.source = section->source + column;
  series.x_increases = TRUE;
  series.cursor = noslip_runs_cursor(noslip_simulation_runs(noslip_view_simulation(view)), 0);
  series.color = theme->text;
  series.label = label;
  series.reading = reading;
  series.quiet = column == NOSLIP_SECTION_EQUATION;
  series.dash = column == NOSLIP_SECTION_EQUATION ? NOSLIP_DASH_DASHED : NOSLIP_DASH_SOLID;
  series.width = column == NOSLIP_SECTION_RATE                             ? MEASURED
                 : column == NOSLIP_SECTION_MOMENTUM && section->conserved ? CONSERVED
                                                                           : 0;
  series.alpha = column == NOSLIP_SECTION_RATE ? 0.45 : 1;
  noslip_figure_add_series(figure, &series);
}

/* A message about a section that cannot be shown is shown alone, without curves. */
static void
compose_refusal(NoslipView *view, guint index, NoslipFigure *figure, const char *error)
{
  g_autofree char *why = noslip_sentence(noslip_simulation_system(noslip_view_simulation(view)), error);
  noslip_figure_set_empty_text(figure, index == 0 ? why : "");
}

static void
compose_section(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme,
                const NoslipSection *section)
{
  if (!section->rows)
    noslip_figure_set_empty_text(figure, index == 0 ? _("The momentum of this section is being derived.") : "");
  if (index == 0) {
    add_section(view, figure, theme, section, NOSLIP_SECTION_MOMENTUM);
  } else {
    add_section(view, figure, theme, section, NOSLIP_SECTION_RATE);
    add_section(view, figure, theme, section, NOSLIP_SECTION_EQUATION);
  }
}

static void
compose(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme)
{
  noslip_figure_set_empty_text(figure, _("The momenta appear here as soon as the motion is computed."));
  noslip_view_time_axis(view, index, figure);
  if (!noslip_view_quantities(view))
    return;
  NoslipSection section;
  gboolean named = noslip_momenta_section(view, &section);
  if (named && section.error) {
    compose_refusal(view, index, figure, section.error);
    return;
  }
  g_autoptr(GArray) columns = shown(view);
  if (index == 0)
    compose_momenta(view, figure, theme, columns);
  else
    compose_rates(view, figure, theme, columns);
  if (named)
    compose_section(view, index, figure, theme, &section);
}

static void
describe_section(NoslipView *view, GString *text)
{
  NoslipSection section;
  if (!noslip_momenta_section(view, &section))
    return;
  double cursor = noslip_runs_cursor(noslip_simulation_runs(noslip_view_simulation(view)), 0);
  g_string_append_printf(text, "%sp(%s)", text->len ? "; " : "", section.text);
  if (section.error) {
    g_string_append_printf(text, ": %s", section.error);
  } else if (section.rows && cursor >= 0 && cursor < section.n) {
    const double *row = section.rows + NOSLIP_SECTION_STRIDE * (gsize) cursor;
    g_autofree char *now = noslip_number_text(row[1], 4), *rate = noslip_number_text(row[2], 4);
    g_autofree char *equation = noslip_number_text(row[3], 4);
    g_string_append_printf(text, " = %s", now);
    g_string_append_printf(text, _(", its rate measured %s, by the momentum equation %s"), rate, equation);
  }
}

static char *
describe(NoslipView *view)
{
  const NoslipQuantities *q = noslip_view_quantities(view);
  if (!q)
    return g_strdup(_("The momenta appear here as soon as the motion is computed."));
  g_autoptr(GArray) columns = shown(view);
  g_autoptr(GString) text = g_string_new(NULL);
  NoslipSimulation *simulation = noslip_view_simulation(view);
  for (guint i = 0; i < columns->len; i++) {
    guint column = g_array_index(columns, guint, i);
    const NoslipSectionColumns *section = section_of(q, column);
    g_autofree char *now = noslip_number_text(noslip_runs_value(noslip_simulation_runs(simulation), 0, column), 4);
    g_string_append_printf(text, "%s%s = %s", text->len ? "; " : "", q->list[column].name, now);
    if (q->list[column].description && !g_str_equal(q->list[column].description, q->list[column].name))
      g_string_append_printf(text, " (%s)", noslip_words(q->list[column].description));
    if (is_conserved(view, section)) {
      g_string_append(text, _(", conserved"));
    } else if (section) {
      g_autofree char *rate =
          noslip_number_text(noslip_runs_value(noslip_simulation_runs(simulation), 0, section->rate), 4);
      g_autofree char *equation =
          noslip_number_text(noslip_runs_value(noslip_simulation_runs(simulation), 0, section->equation), 4);
      g_string_append_printf(text, _(", its rate measured %s, by the momentum equation %s"), rate, equation);
    }
  }
  describe_section(view, text);
  if (text->len == 0)
    g_string_append(text, _("There is no momentum to show."));
  return g_string_free(g_steal_pointer(&text), FALSE);
}

static void
add_choices(NoslipView *view, GtkBox *box)
{
  noslip_view_add_text(view, box, "section", _("Momentum of a section of D"), _("velocities: x' + r*w2"));
  noslip_view_add_quantities(view, box, "shown", _("Momenta"), MOMENTA);
}

static char *
caption(NoslipView *view)
{
  const char *const *section = noslip_view_choice(view, "section");
  return section ? noslip_math_expression(section[0]) : NULL;
}

const NoslipViewKind noslip_momenta_view = {
    .id = "momenta",
    .name = N_("Momenta"),
    .summary = N_("The momenta of sections, and their rates, measured against the momentum equation"),
    .interest = NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_RUNS,
    .n_figures = 2,
    .share = 0.55,
    .compose = compose,
    .caption = caption,
    .add_choices = add_choices,
    .describe = describe,
};
