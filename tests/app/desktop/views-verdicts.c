/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views of claims and of agreement, and the sheet of equations. */
#include "tests/app/desktop/driven.h"

#include "core/equations/portrait.h"
#include "tests/app/desktop/viewing.h"
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/views/view-private.h"

#include <glib/gstdio.h>
#include <gsl/gsl_errno.h>
#include <string.h>

/* The two sides of a claim at the current time: the energy of the ball on the table changes with it. */
static void
test_claims_follow_the_cursor(void)
{
  NoslipSimulation *simulation = viewing_opened("ball-on-rotating-table", 0);
  NoslipView *view = viewing_view("claims", simulation);
  const NoslipRunView *run = noslip_runs_primary(noslip_simulation_runs(simulation));
  for (double t = 2; t < 9; t += 3) {
    noslip_playback_seek(noslip_simulation_playback(simulation), t);
    g_autofree char *rate =
        noslip_number_text(noslip_runs_value(noslip_simulation_runs(simulation), 0, run->quantities->rate), 4);
    g_autofree char *text = g_strdup_printf("energy rate: %s = %s", rate, rate);
    WAIT_FOR(viewing_describes(view, text));
  }
  viewing_picture(view, "ball-claims", FALSE, 1, 1, 360, 420);
  viewing_close(view);
  noslip_simulation_free(simulation);
}

/* A text may make any number of claims; each has its line. */
static void
test_many_claims(void)
{
  g_autofree char *file = NULL;
  g_autoptr(GString) text = g_string_new("noslip 1\ncoordinate x\nlagrangian x'^2/2\ninitial x' = 1\n");
  for (int i = 0; i < 300; i++)
    g_string_append_printf(text, "claim \"claim %d\": d(energy) = 0\n", i);
  int fd = g_file_open_tmp("claims-XXXXXX.noslip", &file, NULL);
  g_assert_true(g_close(fd, NULL) && g_file_set_contents(file, text->str, -1, NULL));
  NoslipSimulation *simulation = viewing_opened(file, 0);
  NoslipView *view = viewing_view("claims", simulation);
  viewing_picture(view, "many-claims", FALSE, 1, 1, 360, 420);
  int least = 0;
  gtk_widget_measure(GTK_WIDGET(view), GTK_ORIENTATION_VERTICAL, 360, &least, NULL, NULL, NULL);
  g_assert_cmpint(least, >, 300 * 20);
  WAIT_FOR(viewing_describes(view, "claim 299"));
  viewing_close(view);
  noslip_simulation_free(simulation);
  g_unlink(file);
}

/* Only another formulation of the same dynamics adds data; an overlay of another kind does not. */
static void
test_agreement_of_one(void)
{
  NoslipSimulation *simulation = viewing_opened("martinet", 1);
  NoslipView *view = viewing_view("agreement", simulation);
  for (guint shown = 0; shown < 2; shown++) {
    g_autofree char *description = noslip_view_description(view);
    g_assert_nonnull(strstr(description, "Only one formulation of these dynamics"));
    noslip_overlays_show(noslip_simulation_overlays(simulation),
                         noslip_runs_opponent(noslip_simulation_runs(simulation)), TRUE);
    WAIT_FOR((noslip_simulation_poll(simulation), noslip_simulation_is_settled(simulation)));
    g_assert_cmpuint(noslip_runs_n(noslip_simulation_runs(simulation)), ==, 2);
  }
  viewing_close(view);
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
  NoslipSimulation *simulation = viewing_opened("chaplygin-sleigh", 0);
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

/* For equations with hundreds of names for parts, the window shows all of them, under headings of their own. */
static void
test_sheet_names(void)
{
  NoslipSimulation *simulation = viewing_opened("rattleback", 0);
  g_autoptr(NoslipPortrait) portrait = noslip_portrait_new(noslip_simulation_system(simulation), NULL, NULL);
  g_autoptr(NoslipDocument) document = noslip_portrait_document(portrait);
  g_autoptr(GPtrArray) lines = noslip_document_screen(document);
  g_autofree char *text = exported(document);
  guint n_names = 0, n_turns = 0, part = 0, lagrangian = 0;
  for (guint i = 0; i < lines->len; i++) {
    const NoslipDocumentLine *line = lines->pdata[i];
    g_assert_true(line->latex || line->words);
    n_names += line->n_names > NOSLIP_DOCUMENT_MOST_NAMES;
    n_turns += g_strcmp0(line->left, "\\dot{q}_{0}") == 0;
    part = g_strcmp0(line->left, "B_{1}") == 0 ? i : part;
    lagrangian = g_strcmp0(line->left, "L") == 0 ? i : lagrangian;
  }
  g_assert_cmpuint(n_names, >, 1);
  g_assert_cmpuint(n_turns, >, 1);
  /* the Lagrangian has separate names */
  g_assert_cmpuint(part, >, 0);
  g_assert_cmpuint(lagrangian, >, part);
  g_assert_nonnull(strstr(text, "  A_{1} &= "));
  g_assert_nonnull(strstr(text, "\\dot{w}_{3} &= "));
  g_assert_nonnull(strstr(text, "  \\lambda_{\\mathrm{roll}_{x}} &= "));
  g_assert_null(strstr(text, "not written"));
  noslip_simulation_free(simulation);
}

static gboolean
describes(NoslipView *view, const char *words)
{
  g_autofree char *description = noslip_view_description(view);
  return strstr(description, words) != NULL;
}

/* If there is no curve, a text says why. */
static void
test_agreement_words(void)
{
  static const struct {
    const char *system, *words;
  } cases[] = {{"suslov", " motions by 3 derivations agree to 0"},
               {"relational-oscillator", "Lagrange multipliers: the Lagrangian does not determine the accelerations"},
               {"martinet-full", "Only one formulation"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    NoslipSimulation *simulation = viewing_opened(cases[i].system, 1);
    NoslipView *view = viewing_view("agreement", simulation);
    WAIT_FOR(describes(view, cases[i].words));
    viewing_close(view);
    noslip_simulation_free(simulation);
  }
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/views/agreement-words", test_agreement_words);
  g_test_add_func("/views/claims-follow-the-cursor", test_claims_follow_the_cursor);
  g_test_add_func("/views/many-claims", test_many_claims);
  g_test_add_func("/views/agreement-of-one", test_agreement_of_one);
  g_test_add_func("/views/sheet-formulations", test_sheet_formulations);
  g_test_add_func("/views/sheet-names", test_sheet_names);
  return g_test_run();
}
