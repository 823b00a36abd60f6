/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views of a motion in which a hand pulls at a body for a while: no formula of the system contains its force. */
#include "tests/app/desktop/driven.h"

#include "tests/app/desktop/viewing.h"
#include "ui/widgets/views/formulas/formulas-private.h"
#include "ui/widgets/views/view-private.h"

#include <gsl/gsl_errno.h>
#include <string.h>

#define UNJUDGED "not judged while a hand pulls"

static void
settle(NoslipSimulation *simulation)
{
  WAIT_FOR(noslip_simulation_is_settled(simulation));
  noslip_simulation_poll(simulation);
}

/* The sleigh, pulled from t = 1 on, at 2 in another direction. */
static NoslipSimulation *
pulled(void)
{
  NoslipSimulation *simulation = viewing_opened("chaplygin-sleigh", 1);
  NoslipHands *hands = noslip_simulation_hands(simulation);
  const NoslipSystem *system = noslip_simulation_system(simulation);
  const double point[3] = {0.1, 0, 0.1}, target[3] = {3, 2, 0.1}, other[3] = {-1, 2, 0.1};
  guint box = 0;
  while (system->draws[box].kind != NOSLIP_DRAW_BOX)
    g_assert_cmpuint(++box, <, system->n_draws);
  g_assert_true(noslip_hands_take_body(hands, box, point));
  noslip_hands_pull_body(hands, target);
  settle(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 2);
  noslip_hands_pull_body(hands, other);
  settle(simulation);
  return simulation;
}

static void
release(NoslipSimulation *simulation, double t)
{
  noslip_playback_seek(noslip_simulation_playback(simulation), t);
  noslip_hands_release_body(noslip_simulation_hands(simulation));
  settle(simulation);
}

static gboolean
describes_no(NoslipView *view, const char *text)
{
  return !viewing_describes(view, text);
}

/* While the hand pulls only the claim about its work is judged; before and after, the others are, as if the time between
 * were left out. */
static void
test_claims(void)
{
  NoslipSimulation *simulation = pulled();
  NoslipView *view = viewing_view("claims", simulation);
  WAIT_FOR(viewing_describes(view, UNJUDGED) && viewing_describes(view, "1 of 1 claims pass"));
  WAIT_FOR(describes_no(view, "–, –"));
  viewing_picture(view, "pulled-claims", FALSE, 1, 1, 360, 420);
  noslip_playback_seek(noslip_simulation_playback(simulation), 0.5);
  WAIT_FOR(describes_no(view, UNJUDGED) && describes_no(view, "1 of 1 claims pass"));
  g_assert_true(describes_no(view, "undefined"));
  release(simulation, 3);
  for (double t = 0.5; t < 4.5; t++) {
    noslip_playback_seek(noslip_simulation_playback(simulation), t);
    WAIT_FOR(viewing_describes(view, UNJUDGED) == (t > 1 && t < 3));
    g_assert_true(describes_no(view, "drifts") && describes_no(view, "undefined"));
  }
  viewing_close(view);
  noslip_simulation_free(simulation);
}

/* How many of the formulas with numbers contain this text. */
static guint
formulas_with(NoslipView *view, const char *text)
{
  const NoslipFormulas *formulas = noslip_formulas_of(view);
  NoslipFormula formula;
  guint n = 0;
  for (guint id = 0; id < 300; id++)
    if (formulas->find(view, id, &formula) && formula.graph) {
      g_autofree char *words = noslip_formulas_text(view, id, &formula);
      n += strstr(words, text) != NULL;
    }
  return n;
}

/* An equation with numbers is not said to be wrong. */
static void
test_equations(void)
{
  NoslipSimulation *simulation = pulled();
  NoslipView *view = viewing_view("equations", simulation);
  NoslipFormula formula;
  WAIT_FOR(noslip_formulas_of(view)->find(view, 1, &formula) || noslip_formulas_of(view)->find(view, 2, &formula));
  viewing_picture(view, "pulled-equations", FALSE, 1, 1, 480, 1600);
  for (guint id = 0; id < 300; id++)
    if (noslip_formulas_of(view)->find(view, id, &formula) && formula.graph)
      noslip_formulas_toggle(view, id, NULL);
  g_assert_cmpuint(formulas_with(view, UNJUDGED), >, 0);
  g_assert_cmpuint(formulas_with(view, "!="), ==, 0);
  viewing_picture(view, "pulled-equations-with-numbers", FALSE, 1, 1, 480, 1600);
  noslip_playback_seek(noslip_simulation_playback(simulation), 0.5);
  g_assert_cmpuint(formulas_with(view, UNJUDGED), ==, 0);
  viewing_close(view);
  noslip_simulation_free(simulation);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/views/pulled-claims", test_claims);
  g_test_add_func("/views/pulled-equations", test_equations);
  return g_test_run();
}
