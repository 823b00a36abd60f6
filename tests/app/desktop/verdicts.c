/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages beside the motion: initial values that the program chose, those that contradict a constraint, warnings, and
 * the witness. */
#include "tests/app/desktop/driven.h"

#include "ui/widgets/side/parameter-row.h"

#include <math.h>

/* A particle on a skate: y' = x x'. */
#define SKATE                                                                                                          \
  "noslip 1\ntitle \"Skate\"\nparameter g = 1\n"                                                                       \
  "coordinate x \"along the ice\"\ncoordinate y \"across the ice\"\ncoordinate z\n"                                    \
  "lagrangian (x'^2 + y'^2 + z'^2)/2\nconstraint skate: y' = x*x'\n"                                                   \
  "observable root = sqrt(1/2 - z)\ninitial x = 1\ninitial x' = 1\ninitial z' = 1\nrun to 1 step 0.1\n"

static NoslipWindow *
opened(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  noslip_simulation_load_text(simulation, SKATE, "skate.noslip");
  WAIT_FOR(g_str_equal(driven_shown(window), "skate") && driven_settled(window));
  return window;
}

static GtkWidget *
named(NoslipWindow *window, GType type, const char *name)
{
  GtkWidget *found = driven_find(GTK_WIDGET(window), type, name);
  if (!found)
    g_error("nothing of that kind is named %s", name);
  return found;
}

static void
assert_described(GtkWidget *widget, const char *description)
{
  gtk_test_accessible_assert_property(widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description);
}

/* y' follows from the constraint: a mark, a tooltip, and an accessible description, until a value is given. */
static void
test_chosen(void)
{
  NoslipWindow *window = opened();
  GtkWidget *entry = named(window, GTK_TYPE_ENTRY, "y'");
  GtkWidget *row = gtk_widget_get_ancestor(entry, NOSLIP_TYPE_PARAMETER_ROW);
  g_assert_nonnull(driven_label(row, "◦"));
  assert_described(entry, "chosen (least energy)");
  assert_described(named(window, GTK_TYPE_SCALE, "y'"), "chosen (least energy)");
  g_assert_true(g_str_has_suffix(gtk_widget_get_tooltip_text(row), "\nchosen (least energy)"));
  GtkWidget *given = gtk_widget_get_ancestor(named(window, GTK_TYPE_ENTRY, "x'"), NOSLIP_TYPE_PARAMETER_ROW);
  g_assert_null(driven_label(given, "◦"));
  noslip_simulation_set_initial(noslip_window_simulation(window), 4, 1 + 1e-12);
  WAIT_FOR(driven_settled(window));
  g_assert_null(driven_label(row, "◦"));
  assert_described(entry, "");
  driven_close(window);
}

/* Contradicting values: the pane describes the contradiction, a click takes the nearest consistent values, and this can
 * be undone. */
static void
test_nearest(void)
{
  NoslipWindow *window = opened();
  NoslipSimulation *simulation = noslip_window_simulation(window);
  GtkWidget *button = named(window, GTK_TYPE_BUTTON, "Take the nearest consistent values");
  g_assert_false(gtk_widget_get_mapped(button));
  noslip_simulation_set_initial(simulation, 4, 3);
  WAIT_FOR(gtk_widget_get_mapped(button) && driven_settled(window));
  g_assert_nonnull(driven_label(GTK_WIDGET(window), "; the nearest consistent values are x' = 2, y' = 2"));
  g_assert_null(driven_label(GTK_WIDGET(window), "--consistent"));
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), 4), ==, 3);
  driven_click_on(button);
  WAIT_FOR(!gtk_widget_get_mapped(button) && driven_settled(window));
  g_assert_cmpfloat_with_epsilon(noslip_start_initial(noslip_simulation_start(simulation), 3), 2, 1e-12);
  g_assert_cmpfloat_with_epsilon(noslip_start_initial(noslip_simulation_start(simulation), 4), 2, 1e-12);
  g_assert_true(noslip_runs_primary(noslip_simulation_runs(simulation))->report.finished);
  g_assert_null(noslip_runs_primary(noslip_simulation_runs(simulation))->report.error);
  g_assert_true(noslip_window_undo_value(window));
  WAIT_FOR(gtk_widget_get_mapped(button) && driven_settled(window));
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), 4), ==, 3);
  driven_close(window);
}

/* The root is not a number after 0.5 s: reported once, and kept in the list of the status bar as long as it applies. */
static void
test_warnings(void)
{
  const char *warning = "the observable root is not a number at t = 0.6";
  NoslipWindow *window = opened();
  GtkWidget *warnings = named(window, GTK_TYPE_MENU_BUTTON, "Warnings");
  WAIT_FOR(gtk_widget_get_mapped(warnings));
  assert_described(warnings, warning);
  driven_click_on(warnings);
  GtkWidget *popover = GTK_WIDGET(gtk_menu_button_get_popover(GTK_MENU_BUTTON(warnings)));
  WAIT_FOR(gtk_widget_get_mapped(popover));
  g_assert_nonnull(driven_label(popover, warning));
  g_assert_nonnull(driven_label(popover, "nothing uses the parameter g"));
  g_assert_nonnull(driven_label(popover, "chosen: y' = 1 (least energy)"));
  driven_key("Escape");
  WAIT_FOR(!gtk_widget_get_mapped(popover));
  noslip_simulation_set_initial(noslip_window_simulation(window), 5, 0.25);
  WAIT_FOR(driven_settled(window) && !driven_label(popover, warning));
  assert_described(warnings, "nothing uses the parameter g");
  driven_close(window);
}

/* A click runs the witness; its result for one motion is not shown for another. */
static void
test_witness(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 2);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  GtkWidget *witness = named(window, GTK_TYPE_BUTTON, "Witness");
  WAIT_FOR(gtk_widget_get_mapped(witness));
  g_assert_cmpstr(gtk_button_get_label(GTK_BUTTON(witness)), ==, "witness");
  driven_click_on(witness);
  WAIT_FOR(noslip_simulation_remarks(simulation)->testimony && driven_settled(window));
  WAIT_FOR(g_str_has_prefix(gtk_button_get_label(GTK_BUTTON(witness)), "witness "));
  g_assert_true(noslip_simulation_remarks(simulation)->testimony->holds);
  WAIT_FOR(gtk_widget_has_css_class(witness, "noslip-good"));
  noslip_simulation_set_parameter(simulation, 0, 2 * noslip_start_parameter(noslip_simulation_start(simulation), 0));
  WAIT_FOR(driven_settled(window) && g_str_equal(gtk_button_get_label(GTK_BUTTON(witness)), "witness"));
  g_assert_false(gtk_widget_has_css_class(witness, "noslip-good"));
  driven_close(window);
}

/* Overlays of all formulations coincide in the scene, so the Agreement view opens; its heading is not cut. A presentation shows the time. */
static void
test_overlaid(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 2);
  NoslipTiles *tiles = noslip_window_tiles(window);
  const NoslipViewKind *agreement = noslip_view_kind_find("agreement");
  noslip_tiles_set_open(tiles, agreement, FALSE);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.compare-formulations", NULL);
  WAIT_FOR(noslip_tiles_is_open(tiles, agreement) && driven_settled(window));
  GtkWidget *heading = driven_label(GTK_WIDGET(window), "3 derivations agree");
  g_assert_nonnull(heading);
  g_assert_false(pango_layout_is_ellipsized(gtk_label_get_layout(GTK_LABEL(heading))));
  g_assert_true(driven_describes(noslip_tiles_view(tiles, agreement), "5 motions by 3 derivations agree to "));
  noslip_window_set_presentation(window, TRUE);
  WAIT_FOR(driven_label(GTK_WIDGET(window), "2.00 s") && driven_settled(window));
  noslip_window_set_presentation(window, FALSE);
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  g_test_add_func("/verdicts/chosen", test_chosen);
  g_test_add_func("/verdicts/nearest", test_nearest);
  g_test_add_func("/verdicts/warnings", test_warnings);
  g_test_add_func("/verdicts/witness", test_witness);
  g_test_add_func("/verdicts/overlaid", test_overlaid);
  int status = g_test_run();
  driven_end();
  return status;
}
