/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views as pictures and in words, and the columns that they draw. With NOSLIP_TEST_PICTURES set to a folder the
 * pictures are kept there to be looked at. */
#include "tests/app/desktop/driven.h"

#include "core/equations/portrait.h"
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/views/bracket-reading.h"
#include "ui/widgets/views/momenta-section.h"
#include "ui/widgets/views/view-private.h"

#include <glib/gstdio.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static NoslipSimulation *
opened(const char *id, double time)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  noslip_simulation_load(simulation, id);
  WAIT_FOR((noslip_simulation_poll(simulation),
            noslip_simulation_is_settled(simulation) && noslip_simulation_instruments(simulation)));
  g_assert_nonnull(noslip_simulation_system(simulation));
  noslip_simulation_seek(simulation, time);
  return simulation;
}

static void
keep(cairo_surface_t *surface, const char *id, const NoslipViewKind *kind, const NoslipTheme *theme, double factor)
{
  const char *folder = g_getenv("NOSLIP_TEST_PICTURES");
  if (!folder)
    return;
  g_autofree char *name = g_strdup_printf("%s/%s-%s-%s-%g.png", folder, id, kind->id, theme->dark ? "dark" : "light",
                                          factor * theme->scale);
  cairo_surface_write_to_png(surface, name);
}

static void
picture(NoslipView *view, const char *id, gboolean dark, double scale, double factor, double width, double height)
{
  NoslipTheme theme;
  noslip_theme_init(&theme, dark, scale);
  noslip_view_set_look(view, dark, scale);
  cairo_surface_t *surface =
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int) (width * factor), (int) (height * factor));
  cairo_t *cairo = cairo_create(surface);
  cairo_scale(cairo, factor, factor);
  cairo_set_source_rgb(cairo, theme.surface.r, theme.surface.g, theme.surface.b);
  cairo_paint(cairo);
  noslip_view_draw(view, &theme, width, height, cairo);
  cairo_destroy(cairo);
  cairo_surface_flush(surface);
  const guint32 *pixels = (const guint32 *) (gpointer) cairo_image_surface_get_data(surface);
  int n = cairo_image_surface_get_width(surface) * cairo_image_surface_get_height(surface);
  g_assert_cmpuint(driven_colours(pixels, n), >, 4);
  keep(surface, id, noslip_view_kind(view), &theme, factor);
  cairo_surface_destroy(surface);
}

static NoslipView *
view_of(const char *kind, NoslipSimulation *simulation)
{
  NoslipView *view = NOSLIP_VIEW(g_object_ref_sink(noslip_view_new(noslip_view_kind_find(kind))));
  noslip_view_set_simulation(view, simulation);
  return view;
}

static void
close_view(NoslipView *view)
{
  noslip_view_set_simulation(view, NULL);
  g_object_unref(view);
}

/* Whether a view has these words to say. */
static gboolean
tells(NoslipView *view, const char *words)
{
  const NoslipViewKind *kind = noslip_view_kind(view);
  g_autofree char *said = kind->describe ? kind->describe(view) : NULL;
  return said && strstr(said, words);
}

static void
test_every_view_is_drawn(void)
{
  static const char *const systems[] = {"chaplygin-sleigh", "snakeboard",    "ball-on-rotating-table",
                                        "appell-hamel",     "central-force", "plate-ball",
                                        "rattleback"};
  for (guint s = 0; s < G_N_ELEMENTS(systems); s++) {
    NoslipSimulation *simulation = opened(systems[s], 3);
    g_test_message("%s", systems[s]);
    for (guint k = 0; noslip_view_kinds()[k]; k++) {
      NoslipView *view = view_of(noslip_view_kinds()[k]->id, simulation);
      WAIT_FOR(!tells(view, "are being derived")); /* beside the window */
      picture(view, systems[s], FALSE, 1, 1, 360, 300);
      picture(view, systems[s], TRUE, 1, 2, 360, 300);
      picture(view, systems[s], FALSE, NOSLIP_THEME_PRESENTATION_SCALE, 1, 640, 480);
      close_view(view);
    }
    noslip_simulation_free(simulation);
  }
}

static double
cell(const NoslipRunView *run, guint row, guint column)
{
  return noslip_columns_value(run->values, row, column);
}

/* The momentum equation holds along the motion, for every section of D: the accelerations come from a formulation that
 * knows nothing of sections. Conserved momenta are constant. */
static void
test_momentum_equation(void)
{
  static const char *const systems[] = {"chaplygin-sleigh",       "snakeboard",   "rolling-disk",
                                        "ball-on-rotating-table", "rolling-ball", "central-force",
                                        "nonholonomic-particle"};
  guint conserved = 0, sections = 0;
  for (guint s = 0; s < G_N_ELEMENTS(systems); s++) {
    NoslipSimulation *simulation = opened(systems[s], 0);
    const NoslipRunView *run = noslip_runs_primary(noslip_simulation_runs(simulation));
    const NoslipQuantities *q = run->quantities;
    g_assert_cmpuint(q->n_sections, >, 0);
    for (guint i = 0; i < q->n_sections; i++) {
      const NoslipSectionColumns *section = &q->sections[i];
      double scale = 1, worst = 0, change = 0;
      for (guint row = 0; row < run->n_rows; row++) {
        scale = fmax(scale, fmax(fabs(cell(run, row, section->rate)), fabs(cell(run, row, section->momentum))));
        worst = fmax(worst, fabs(cell(run, row, section->rate) - cell(run, row, section->equation)));
        change = fmax(change, fabs(cell(run, row, section->momentum) - cell(run, 0, section->momentum)));
      }
      g_assert_cmpfloat(worst, <, 1e-9 * scale);
      if (section->conserved)
        g_assert_cmpfloat(change, <, 1e-7 * scale);
      conserved += section->conserved;
      sections++;
    }
    noslip_simulation_free(simulation);
  }
  g_assert_cmpuint(conserved, >, 3);
  g_assert_cmpuint(conserved, <, sections);
}

/* What the reactions bring in is what the energy gains: on the rotating table, where the constraints are affine, and
 * nothing at all on the sleigh. */
static void
test_reaction_power(void)
{
  static const char *const systems[] = {"ball-on-rotating-table", "chaplygin-sleigh"};
  for (guint s = 0; s < G_N_ELEMENTS(systems); s++) {
    NoslipSimulation *simulation = opened(systems[s], 0);
    const NoslipRunView *run = noslip_runs_primary(noslip_simulation_runs(simulation));
    const NoslipQuantities *q = run->quantities;
    double largest = 0;
    for (guint row = 0; row < run->n_rows; row++) {
      double power = 0;
      for (guint c = 0; c < q->n; c++)
        if (q->list[c].kind == NOSLIP_QUANTITY_POWER)
          power += cell(run, row, c);
      double rate = cell(run, row, q->rate);
      g_assert_cmpfloat(fabs(power - rate), <, 1e-8 * (1 + fabs(rate)));
      largest = fmax(largest, fabs(power));
    }
    if (s == 0)
      g_assert_cmpfloat(largest, >, 1e-3);
    else
      g_assert_cmpfloat(largest, <, 1e-9);
    noslip_simulation_free(simulation);
  }
}

static void
test_words(void)
{
  NoslipSimulation *simulation = opened("chaplygin-sleigh", 2);
  NoslipView *constraints = view_of("constraints", simulation), *momenta = view_of("momenta", simulation);
  g_autofree char *said = noslip_view_kind(constraints)->describe(constraints);
  g_assert_nonnull(strstr(said, "lambda("));
  g_assert_nonnull(strstr(said, "|phi("));
  g_assert_nonnull(strstr(said, "do no work"));
  g_autofree char *told = noslip_view_kind(momenta)->describe(momenta);
  g_assert_nonnull(strstr(told, "p(omega) = "));
  g_assert_nonnull(strstr(told, "by the momentum equation"));
  close_view(constraints);
  close_view(momenta);
  noslip_simulation_free(simulation);
}

static void
choose(NoslipView *view, const char *name, const char *first, const char *second, const char *third)
{
  const char *names[] = {first, second, third, NULL};
  noslip_view_set_choice(view, name, names);
}

/* Formulas against closed forms. */
static void
test_bracket_formulas(void)
{
  NoslipSimulation *simulation = opened("central-force", 3);
  NoslipView *view = view_of("bracket", simulation);
  static const struct {
    const char *names[4], *latex;
  } cases[] = {{{"r", "p_1"}, "\\left\\{r, p_{1}\\right\\} = 1"},
               {{"p_1", "r"}, "\\left\\{p_{1}, r\\right\\} = -1"},
               {{"theta", "p_2"}, "\\left\\{\\theta, p_{2}\\right\\} = \\frac{1}{r^{2}}"},
               {{"r", "p_1", "p_2"}, "\\operatorname{jacobi}\\left(r, p_{1}, p_{2}\\right) = 0"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const char *const *names = cases[i].names;
    WAIT_FOR(noslip_bracket_formula(view, names));
    g_assert_cmpstr(noslip_bracket_formula(view, names), ==, cases[i].latex);
    choose(view, "cell", names[0], names[1], names[2]);
    picture(view, "central-force-formula", FALSE, 1, 1, 360, 260);
  }
  g_autofree char *said = noslip_view_kind(view)->describe(view);
  g_assert_nonnull(strstr(said, "formula: \\operatorname{jacobi}"));
  close_view(view);
  noslip_simulation_free(simulation);
}

static gboolean
read_again(NoslipView *view, NoslipBracketReading *reading)
{
  noslip_bracket_reading_clear(reading);
  return noslip_bracket_read(view, reading);
}

/* With these words; it may not be read meanwhile. */
static gboolean
is_refused(NoslipView *view, const char *words)
{
  g_auto(NoslipBracketReading) reading = {0};
  g_assert_false(noslip_bracket_read(view, &reading));
  return strstr(reading.wait, words) != NULL;
}

/* Any observables: values against products of known ones, and errors that are told. */
static void
test_bracket_observables(void)
{
  NoslipSimulation *simulation = opened("central-force", 3);
  NoslipView *view = view_of("bracket", simulation);
  choose(view, "of", "r^2, r*theta, w1", NULL, NULL);
  g_auto(NoslipBracketReading) reading = {0};
  WAIT_FOR(read_again(view, &reading));
  g_assert_cmpuint(reading.n, ==, 3);
  g_assert_cmpuint(reading.n_triples, ==, 1);
  const NoslipSystem *system = noslip_simulation_system(simulation);
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  double r = row[noslip_row_x(system)], theta = row[noslip_row_x(system) + 1];
  g_assert_cmpfloat_with_epsilon(reading.values[0 * 3 + 2], 2 * r, 1e-9); /* {r^2, w1} with p_1 = w1 */
  g_assert_cmpfloat_with_epsilon(reading.values[1 * 3 + 2], theta, 1e-9); /* {r theta, w1} */
  g_assert_cmpfloat_with_epsilon(reading.values[0 * 3 + 1], 0, 1e-12);
  g_assert_cmpfloat_with_epsilon(reading.values[2 * 3 + 0], -2 * r, 1e-9);
  picture(view, "central-force-observables", FALSE, 1, 1, 360, 260);
  choose(view, "of", "r, no_such_thing", NULL, NULL);
  WAIT_FOR(is_refused(view, "no_such_thing"));
  close_view(view);
  noslip_simulation_free(simulation);
}

/* The bracket is that of the motion's dynamics, and the title says which. On W_1 of Martinet's system (I Example 5.11)
 * p_x = x' and p_y1 = y1' + mu x^2/2 in Darboux form have canonical brackets, so that Jacobi holds. */
static void
test_bracket_follows_the_dynamics(void)
{
  NoslipSimulation *simulation = opened("martinet", 2);
  NoslipView *view = view_of("bracket", simulation);
  g_assert_cmpint(noslip_simulation_runs(simulation)->kind, ==, NOSLIP_DYNAMICS_VAKONOMIC);
  g_auto(NoslipBracketReading) reading = {0};
  WAIT_FOR(read_again(view, &reading));
  g_assert_cmpint(noslip_bracket_table_kind(reading.table), ==, NOSLIP_DYNAMICS_VAKONOMIC);
  g_assert_true(g_str_has_prefix(noslip_view_caption(view), "vakonomic"));
  g_autofree char *said = noslip_view_kind(view)->describe(view);
  g_assert_nonnull(strstr(said, "Jacobi holds, by Theorem 5.8"));
  const NoslipSystem *system = noslip_simulation_system(simulation);
  g_autofree char *names = g_strdup_printf("x, x', mu(%s)", system->constraints[0].name);
  choose(view, "of", names, NULL, NULL);
  WAIT_FOR(read_again(view, &reading));
  g_assert_cmpfloat_with_epsilon(reading.values[0 * 3 + 1], 1, 1e-12); /* {x, x'} = {x, p_x} */
  noslip_simulation_set_kind(simulation, NOSLIP_DYNAMICS_NONHOLONOMIC);
  WAIT_FOR((noslip_simulation_poll(simulation), noslip_simulation_is_settled(simulation)));
  noslip_view_changed(view, NOSLIP_CHANGED_RUNS);
  g_assert_true(g_str_has_prefix(noslip_view_caption(view), "nonholonomic"));
  choose(view, "of", NULL, NULL, NULL);
  WAIT_FOR(read_again(view, &reading));
  g_assert_cmpint(noslip_bracket_table_kind(reading.table), ==, NOSLIP_DYNAMICS_NONHOLONOMIC);
  close_view(view);
  noslip_simulation_free(simulation);
}

/* Of eight functions and more, too. In the snakeboard's (G Example 6.2) it does not vanish. */
static void
test_jacobiator_of_many(void)
{
  static const struct {
    const char *id;
    guint n;
    const char *words;
  } cases[] = {{"snakeboard", 8, "Jacobi fails"}, {"trailer", 0, "Jacobi"}, {"chaplygin-ball", 0, "Jacobi"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    NoslipSimulation *simulation = opened(cases[i].id, 1);
    NoslipView *view = view_of("bracket", simulation);
    g_auto(NoslipBracketReading) reading = {0};
    WAIT_FOR(read_again(view, &reading));
    g_assert_true(cases[i].n == 0 || cases[i].n == reading.n);
    g_assert_cmpuint(reading.n_triples, ==, reading.n * (reading.n - 1) * (reading.n - 2) / 6);
    g_autofree char *said = noslip_view_kind(view)->describe(view);
    g_assert_nonnull(strstr(said, cases[i].words));
    close_view(view);
    noslip_simulation_free(simulation);
  }
}

/* The two sides of a claim are those of the shared time: the energy of the ball on the table changes with it. */
static void
test_claims_follow_the_cursor(void)
{
  NoslipSimulation *simulation = opened("ball-on-rotating-table", 0);
  NoslipView *view = view_of("claims", simulation);
  const NoslipRunView *run = noslip_runs_primary(noslip_simulation_runs(simulation));
  for (double t = 2; t < 9; t += 3) {
    noslip_simulation_seek(simulation, t);
    g_autofree char *rate =
        noslip_number_text(noslip_runs_value(noslip_simulation_runs(simulation), 0, run->quantities->rate), 4);
    g_autofree char *told = g_strdup_printf("energy rate: %s = %s", rate, rate);
    WAIT_FOR(tells(view, told));
  }
  picture(view, "ball-claims", FALSE, 1, 1, 360, 420);
  close_view(view);
  noslip_simulation_free(simulation);
}

/* However many claims a text makes, each has its line. */
static void
test_many_claims(void)
{
  g_autofree char *file = NULL;
  g_autoptr(GString) text = g_string_new("noslip 1\ncoordinate x\nlagrangian x'^2/2\ninitial x' = 1\n");
  for (int i = 0; i < 300; i++)
    g_string_append_printf(text, "claim \"claim %d\": d(energy) = 0\n", i);
  int fd = g_file_open_tmp("claims-XXXXXX.noslip", &file, NULL);
  g_assert_true(g_close(fd, NULL) && g_file_set_contents(file, text->str, -1, NULL));
  NoslipSimulation *simulation = opened(file, 0);
  NoslipView *view = view_of("claims", simulation);
  picture(view, "many-claims", FALSE, 1, 1, 360, 420);
  int least = 0;
  gtk_widget_measure(GTK_WIDGET(view), GTK_ORIENTATION_VERTICAL, 360, &least, NULL, NULL, NULL);
  g_assert_cmpint(least, >, 300 * 20);
  WAIT_FOR(tells(view, "claim 299"));
  close_view(view);
  noslip_simulation_free(simulation);
  g_unlink(file);
}

/* They are looked for while the view is drawn. */
static gboolean
rests_are_told(NoslipView *view)
{
  picture(view, "sleigh-rest", FALSE, 1, 1, 360, 260);
  g_autofree char *said = noslip_view_description(view);
  return said && strstr(said, "points of rest");
}

/* The sleigh rests (in the plane of its velocities) wherever it does not turn, stably while it goes forwards. */
static void
test_points_of_rest(void)
{
  NoslipSimulation *simulation = opened("chaplygin-sleigh", 6);
  NoslipView *view = view_of("path", simulation);
  WAIT_FOR(rests_are_told(view));
  g_autofree char *said = noslip_view_description(view);
  const char *place = strstr(said, "points of rest");
  g_assert_nonnull(place);
  while (place > said && place[-1] != ';')
    place--;
  g_assert_cmpint(atoi(place), >=, 8);
  g_assert_nonnull(strstr(said, ", 0 of them unstable"));
  close_view(view);
  noslip_simulation_free(simulation);
}

/* r^2 e_2 turns about the centre: its momentum is the angular momentum w2, which stays. */
static void
test_named_section(void)
{
  NoslipSimulation *simulation = opened("central-force", 5);
  NoslipView *view = view_of("momenta", simulation);
  NoslipSection section = {0};
  choose(view, "section", "r^2*w2", NULL, NULL);
  WAIT_FOR(noslip_momenta_section(view, &section) && section.rows);
  g_assert_null(section.error);
  g_assert_true(section.conserved);
  g_assert_cmpuint(section.n, ==, noslip_runs_primary(noslip_simulation_runs(simulation))->n_rows);
  for (guint i = 0; i < section.n; i++)
    g_assert_cmpfloat_with_epsilon(section.rows[NOSLIP_SECTION_STRIDE * i + 1], section.rows[1], 1e-8);
  choose(view, "section", "w1", NULL, NULL); /* not conserved: measured and by the equation */
  WAIT_FOR(noslip_momenta_section(view, &section) && section.rows);
  g_assert_false(section.conserved);
  for (guint i = 0; i < section.n; i++) {
    const double *row = section.rows + NOSLIP_SECTION_STRIDE * i;
    g_assert_cmpfloat_with_epsilon(row[2], row[3], 1e-9);
  }
  picture(view, "central-force-section", FALSE, 1, 1, 360, 300);
  choose(view, "section", "r", NULL, NULL);
  WAIT_FOR(noslip_momenta_section(view, &section) && section.error);
  close_view(view);
  noslip_simulation_free(simulation);
}

/* What would fill it is another formulation of the same dynamics; an overlay of another kind is none. */
static void
test_agreement_of_one(void)
{
  NoslipSimulation *simulation = opened("martinet", 1);
  NoslipView *view = view_of("agreement", simulation);
  for (guint shown = 0; shown < 2; shown++) {
    g_autofree char *said = noslip_view_description(view);
    g_assert_nonnull(strstr(said, "Only one formulation of these dynamics"));
    noslip_simulation_show(simulation, noslip_runs_opponent(noslip_simulation_runs(simulation)), TRUE);
    WAIT_FOR((noslip_simulation_poll(simulation), noslip_simulation_is_settled(simulation)));
    g_assert_cmpuint(noslip_runs_n(noslip_simulation_runs(simulation)), ==, 2);
  }
  close_view(view);
  noslip_simulation_free(simulation);
}

static char *
exported(NoslipDocument *document)
{
  return noslip_document_latex(document, NOSLIP_FOR_EXPORT, "title", NULL, NULL);
}

/* Every formulation that applies is written out. */
static void
test_sheet_formulations(void)
{
  NoslipSimulation *simulation = opened("chaplygin-sleigh", 0);
  NoslipSystem *system = noslip_simulation_system(simulation);
  g_autoptr(NoslipPortrait) portrait = noslip_portrait_new(system, NULL, NULL);
  g_autoptr(NoslipDocument) document = noslip_portrait_document(portrait);
  g_autoptr(GPtrArray) lines = noslip_document_screen(document);
  for (guint f = 0; noslip_formulations()[f]; f++) {
    const NoslipFormulation *formulation = noslip_formulations()[f];
    g_autofree char *refusal = noslip_formulation_refusal(formulation, system);
    gboolean there = FALSE;
    for (guint i = 0; i < lines->len; i++) {
      const NoslipDocumentLine *line = lines->pdata[i];
      there = there || (g_strcmp0(line->title, formulation->title) == 0 && line->latex);
    }
    g_assert_true(there == !refusal);
  }
  g_autofree char *text = exported(document);
  g_assert_nonnull(strstr(text, "\\frac{\\partial l}{\\partial v^a}"));
  noslip_simulation_free(simulation);
}

/* Equations with more names than the window shows are for the exported document, where all of them stand. */
static void
test_sheet_names(void)
{
  NoslipSimulation *simulation = opened("rattleback", 0);
  g_autoptr(NoslipPortrait) portrait = noslip_portrait_new(noslip_simulation_system(simulation), NULL, NULL);
  g_autoptr(NoslipDocument) document = noslip_portrait_document(portrait);
  g_autoptr(GPtrArray) lines = noslip_document_screen(document);
  g_autofree char *text = exported(document);
  guint n_left_out = 0, n_turns = 0, part = 0, lagrangian = 0;
  for (guint i = 0; i < lines->len; i++) {
    const NoslipDocumentLine *line = lines->pdata[i];
    n_left_out += line->n_names > NOSLIP_DOCUMENT_MOST_NAMES;
    n_turns += g_strcmp0(line->left, "\\dot{q}_{0}") == 0;
    part = g_strcmp0(line->left, "B_{1}") == 0 ? i : part;
    lagrangian = g_strcmp0(line->left, "L") == 0 ? i : lagrangian;
  }
  g_assert_cmpuint(n_left_out, >, 1);
  g_assert_cmpuint(n_turns, >, 1); /* the formulas that need no names stand in such sections too */
  /* the Lagrangian has names of its own */
  g_assert_cmpuint(part, >, 0);
  g_assert_cmpuint(lagrangian, >, part);
  g_assert_nonnull(strstr(text, "  A_{1} &= "));
  g_assert_nonnull(strstr(text, "\\dot{w}_{3} &= "));
  g_assert_nonnull(strstr(text, "  \\lambda_{\\mathrm{roll}_{x}} &= "));
  const char *motion = strstr(text, "\\subsection*{Equations of motion}");
  g_assert_nonnull(motion);
  g_autofree char *section = g_strndup(motion, (gsize) (strstr(motion + 1, "\\subsection*") - motion));
  g_assert_null(strstr(section, "too long"));
  noslip_simulation_free(simulation);
}

static int
least_height(NoslipView *view, int width)
{
  int least, natural;
  gtk_widget_measure(GTK_WIDGET(view), GTK_ORIENTATION_VERTICAL, width, &least, &natural, NULL, NULL);
  g_assert_cmpint(least, <=, natural);
  return least;
}

/* What a view needs where no width is known is enough where there is all the room: the toolkit relies on it. Formulas
 * are set smaller where they have less, so that a text can be higher for being wider. */
static void
test_heights(void)
{
  const char *systems[] = {"chaplygin-sleigh", "ball-on-rotating-table"};
  const char *kinds[] = {"equations", "claims", "bracket"};
  for (guint i = 0; i < G_N_ELEMENTS(systems); i++) {
    NoslipSimulation *simulation = opened(systems[i], 0);
    for (guint k = 0; k < G_N_ELEMENTS(kinds); k++) {
      NoslipView *view = view_of(kinds[k], simulation);
      g_test_message("%s of %s", kinds[k], systems[i]);
      g_assert_cmpint(least_height(view, -1), >=, least_height(view, 1 << 20));
      g_object_unref(view);
    }
    noslip_simulation_free(simulation);
  }
}

/* What is no more than rounding is drawn flat, on axes that stay as they are while kinetic energy comes and goes. */
static void
test_rates_stay(void)
{
  NoslipSimulation *simulation = opened("knife-edge-on-incline", 0);
  NoslipView *view = view_of("energy", simulation);
  g_autofree char *first = NULL;
  for (guint i = 0; i < 8; i++) {
    noslip_simulation_seek(simulation, 0.4 * i);
    g_autofree char *said = noslip_view_description(view);
    const char *from = strstr(said, "claimed (dashes) (W) from "), *to = from ? strstr(from, ", against") : NULL;
    g_assert_nonnull(to);
    g_autofree char *range = g_strndup(from, (gsize) (to - from));
    if (first)
      g_assert_cmpstr(range, ==, first);
    else
      first = g_steal_pointer(&range);
  }
  close_view(view);
  noslip_simulation_free(simulation);
}

/* Figures that stand one above the other share their margins from the first picture on, not from the second. */
static void
test_one_pass(void)
{
  NoslipSimulation *simulation = opened("knife-edge-on-incline", 1);
  NoslipView *view = view_of("energy", simulation);
  view->margin[0] = view->margin[1] = 0;
  memset(view->filled, 0, sizeof view->filled);
  double x[2][2] = {{0}}, unused, width;
  noslip_view_arrange(view, &view->theme, 420, 320);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < 2; i++) {
      g_assert_true(noslip_view_show_figure(view, i, &view->theme, 420, 320, &unused));
      noslip_figure_area(view->figures[i], &x[pass][i], &unused, &width, &unused);
      g_assert_cmpfloat(width, >, 100);
    }
  g_assert_cmpfloat(x[0][0], >, 10);
  g_assert_cmpfloat(x[0][0], ==, x[0][1]);
  g_assert_cmpfloat(x[1][0], ==, x[0][0]);
  /* each by itself would leave another margin */
  double left[2];
  for (guint i = 0; i < 2; i++)
    noslip_figure_margins(view->figures[i], &left[i], &unused);
  g_assert_cmpfloat(left[0], !=, left[1]);
  g_assert_cmpfloat(fmax(left[0], left[1]), ==, x[0][0]);
  close_view(view);
  noslip_simulation_free(simulation);
}

static gboolean
describes(NoslipView *view, const char *words)
{
  g_autofree char *said = noslip_view_description(view);
  return strstr(said, words) != NULL;
}

/* Where there is no curve, words tell why. */
static void
test_agreement_words(void)
{
  static const struct {
    const char *system, *words;
  } cases[] = {{"suslov", "5 motions by 3 derivations agree to 0"},
               {"relational-oscillator", "Lagrange multipliers: the Lagrangian does not determine the accelerations"},
               {"martinet-full", "Only one formulation"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    NoslipSimulation *simulation = opened(cases[i].system, 1);
    NoslipView *view = view_of("agreement", simulation);
    WAIT_FOR(describes(view, cases[i].words));
    close_view(view);
    noslip_simulation_free(simulation);
  }
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/views/every-view-is-drawn", test_every_view_is_drawn);
  g_test_add_func("/views/rates-stay", test_rates_stay);
  g_test_add_func("/views/one-pass", test_one_pass);
  g_test_add_func("/views/agreement-words", test_agreement_words);
  g_test_add_func("/views/momentum-equation", test_momentum_equation);
  g_test_add_func("/views/reaction-power", test_reaction_power);
  g_test_add_func("/views/words", test_words);
  g_test_add_func("/views/bracket-formulas", test_bracket_formulas);
  g_test_add_func("/views/bracket-observables", test_bracket_observables);
  g_test_add_func("/views/bracket-follows-the-dynamics", test_bracket_follows_the_dynamics);
  g_test_add_func("/views/jacobiator-of-many", test_jacobiator_of_many);
  g_test_add_func("/views/claims-follow-the-cursor", test_claims_follow_the_cursor);
  g_test_add_func("/views/many-claims", test_many_claims);
  g_test_add_func("/views/points-of-rest", test_points_of_rest);
  g_test_add_func("/views/named-section", test_named_section);
  g_test_add_func("/views/agreement-of-one", test_agreement_of_one);
  g_test_add_func("/views/sheet-formulations", test_sheet_formulations);
  g_test_add_func("/views/sheet-names", test_sheet_names);
  g_test_add_func("/views/heights", test_heights);
  return g_test_run();
}
