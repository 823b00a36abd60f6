/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mistakes of authors who are used to other notations: the fixes of the diagnostics give a valid text. */
#include "core/language/language.h"

#include <gsl/gsl_errno.h>
#include <string.h>

static const char head[] = "noslip 1\n"
                           "parameter k = 2\n"
                           "coordinate x\n"
                           "coordinate theta angle\n"
                           "constraint blade: x' = theta'\n"
                           "initial theta' = 1\n"
                           "observable used = k*x\n";
static const char lagrangian[] = "lagrangian x'^2 + theta'^2\n";

/* A line with a mistake, and the line after its fixes. */
static const struct {
  const char *wrong, *right;
} slips[] = {
    {"coordinate u, w\nobservable o = u + w", "coordinate u\ncoordinate w\nobservable o = u + w"},
    {"coordinate u w\nobservable o = u + w", "coordinate u\ncoordinate w\nobservable o = u + w"},
    {"initial x = 1, theta = 2", "initial x = 1\ninitial theta = 2"},
    {"plot x, theta", "plot x\nplot theta"},
    {"plot x vs theta", "plot x against theta"},
    {"parameter m = 1 [kg m/s]\nobservable o = m*x", "parameter m = 1 unit \"kg m/s\"\nobservable o = m*x"},
    {"parameter m = 1 kg/s\nobservable o = m*x", "parameter m = 1 unit \"kg/s\"\nobservable o = m*x"},
    {"parameter m = 1 m/s^2 \"what\"\nobservable o = m*x",
     "parameter m = 1 unit \"m/s^2\" \"what\"\nobservable o = m*x"},
    {"parameter m = 1 unit kg\nobservable o = m*x", "parameter m = 1 unit \"kg\"\nobservable o = m*x"},
    {"parameter m = 1 in 0.1 to 10\nobservable o = m*x", "parameter m = 1 in 0.1 .. 10\nobservable o = m*x"},
    {"parameter m = 1 in [0.1, 10]\nobservable o = m*x", "parameter m = 1 in 0.1 .. 10\nobservable o = m*x"},
    {"parameter m = 1 in (-1, 3) unit \"m\"\nobservable o = m*x",
     "parameter m = 1 in -1 .. 3 unit \"m\"\nobservable o = m*x"},
    {"parameter m = 1 in [0.1 .. 10]\nobservable o = m*x", "parameter m = 1 in 0.1 .. 10\nobservable o = m*x"},
    {"parameter m = 1 in 0.1, 10\nobservable o = m*x", "parameter m = 1 in 0.1 .. 10\nobservable o = m*x"},
    {"let v: x'\nobservable o = v", "let v = x'\nobservable o = v"},
    {"parameter m 1\nobservable o = m*x", "parameter m = 1\nobservable o = m*x"},
    {"initial x: 1", "initial x = 1"},
    {"claim \"energy\" d(energy) = 0", "claim \"energy\": d(energy) = 0"},
    {"claim energy: d(energy) = 0", "claim \"energy\": d(energy) = 0"},
    {"trial fast: x = 3", "trial \"fast\": x = 3"},
    {"bounce x + 2 > 0", "bounce x + 2 >= 0"},
    {"coordinate u in 0.1:10\nobservable o = u", "coordinate u in 0.1 ..10\nobservable o = u"},
    {"coordinate u\nforce u' = 1\nconstraint roll u' = k*x'\nobservable o = lambda(roll)",
     "coordinate u\nforce u' = 1\nconstraint roll: u' = k*x'\nobservable o = lambda(roll)"},
    {"coordinate u\nconstraint roll -u' + k*x' = 0", "coordinate u\nconstraint roll: -u' + k*x' = 0"},
    {"parameter m = 9,81\nobservable o = m*x", "parameter m = 9.81\nobservable o = m*x"},
    {"const m = 2\nobservable o = m*x", "parameter m = 2\nobservable o = m*x"},
    {"title A vertical disk", "title \"A vertical disk\""},
    {"v = x'\nobservable o = v", "let v = x'\nobservable o = v"},
    {"run to 10 plot x", "run to 10\nplot x"},
    {"initial x(0) = 1", "initial x = 1"},
    {"initial x == 1", "initial x = 1"},
    {"initial theta = 30°", "initial theta = 30 deg"},
    {"initial theta = 30 degrees", "initial theta = 30 deg"},
    {"run 10", "run to 10"},
    {"run to 10 s", "run to 10"},
    {"run to 10 by 0.1", "run to 10 step 0.1"},
    {"observable o = 2 x", "observable o = 2*x"},
    {"observable o = x(1 + k)", "observable o = x*(1 + k)"},
    {"observable o = k x'^2", "observable o = k*x'^2"},
    {"observable o = x**2", "observable o = x^2"},
    {"observable o = x²", "observable o = x^2"},
    {"observable o = k·x − 1", "observable o = k*x - 1"},
    {"observable o = [x + 1]*2", "observable o = (x + 1)*2"},
    {"observable o = sin theta", "observable o = sin(theta)"},
    {"observable o = 2*sin^2(theta) + 1", "observable o = 2*sin(theta)^2 + 1"},
    {"observable o = xdot", "observable o = x'"},
    {"observable o = x_dot + dtheta", "observable o = x' + theta'"},
    {"observable o = \\dot{x} + \\dot\\theta", "observable o = x' + theta'"},
    {"observable o = k \\cdot x", "observable o = k * x"},
    {"observable o = teta", "observable o = theta"},
    {"observable o = ln(k)*x", "observable o = log(k)*x"},
    {"observable o = e^x", "observable o = exp(1)^x"},
    {"observable o = x*cos(time)", "observable o = x*cos(t)"},
    {"observable o = lambda", "observable o = lambda(blade)"},
    {"observable o = lambda_blade", "observable o = lambda(blade)"},
    {"observable o = blade", "observable o = lambda(blade)"},
    {"observable o = p_x", "observable o = p(x')"},
    {"observable o = p(x)", "observable o = p(x')"},
    {"observable o = (x + 1", "observable o = (x + 1)"},
    {"observable o = if(x > 0 && x < 1, x, 0)", "observable o = if(x > 0 and x < 1, x, 0)"},
    {"observable o = ½*x", "observable o = 1/2*x"},
    {"observable o := 2*x", "observable o = 2*x"},
    {"observable o = √(x^2)", "observable o = sqrt(x^2)"},
    {"claim \"energy\": energy' = 0", "claim \"energy\": d(energy) = 0"},
    {"claim \"energy\": d(energy)", "claim \"energy\": d(energy) = 0"},
    {"force x = 2", "force x' = 2"},
    {"draw ball at (x, 0, 0) radius 1", "draw sphere at (x, 0, 0) radius 1"},
    {"draw sphere at (x, 0, 0) radius 1 color red", "draw sphere at (x, 0, 0) radius 1 color \"red\""},
    {"body b mass 1 at (x, 0, 0) radius 1", "body b mass 1 at (x, 0, 0) draw sphere radius 1"},
    {"coordinate u = 1\nobservable o = u", "coordinate u\ninitial u = 1\nobservable o = u"},
    {"plot x // the path", "plot x # the path"},
    {"plot x % the path", "plot x # the path"},
};

/* Ways to begin the Lagrangian. */
static const char *const beginnings[] = {"L = ", "lagrangian L = ", "lagrangian: ", "lagrangian = ", "lagrangean "};

/* The text after the first fix of the list, or NULL if no diagnostic has one; *n_errors are those of `text`. */
static char *
fix_once(const char *text, guint *n_errors)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipSystem *system = noslip_language_system(text, -1, "slip", "slip", diagnostics);
  char *fixed = NULL;
  *n_errors = diagnostics->n_errors;
  noslip_diagnostics_sort(diagnostics);
  for (guint i = 0; i < diagnostics->list->len && fixed == NULL; i++) {
    const NoslipDiagnostic *diagnostic = g_ptr_array_index(diagnostics->list, i);
    if (diagnostic->severity == NOSLIP_ERROR && (fixed = noslip_diagnostic_apply_fix(diagnostic, text)) == NULL)
      g_test_message("no fix: %s; %s", diagnostic->cause, diagnostic->remedy);
  }
  noslip_system_unref(system);
  return fixed;
}

static char *
fix_all(const char *text)
{
  char *present = g_strdup(text), *next;
  guint n_errors;
  for (guint i = 0; i < 6 && (next = fix_once(present, &n_errors)) != NULL; i++) {
    g_free(present);
    present = next;
  }
  g_free(fix_once(present, &n_errors));
  if (n_errors > 0)
    g_error("errors are left in:\n%s", present);
  return present;
}

static void
test_slips(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(slips); i++) {
    g_autofree char *text = g_strconcat(head, lagrangian, slips[i].wrong, "\nplot k*x\n", NULL);
    g_autofree char *wanted = g_strconcat(head, lagrangian, slips[i].right, "\nplot k*x\n", NULL);
    g_autofree char *fixed = fix_all(text);
    g_assert_cmpstr(fixed, ==, wanted);
  }
}

static void
test_lagrangian(void)
{
  g_autofree char *wanted = g_strconcat(head, lagrangian, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(beginnings); i++) {
    g_autofree char *text = g_strconcat(head, beginnings[i], lagrangian + strlen("lagrangian "), NULL);
    g_autofree char *fixed = fix_all(text);
    g_assert_cmpstr(fixed, ==, wanted);
  }
  g_autofree char *unversioned = g_strconcat(head + strlen("noslip 1\n"), lagrangian, NULL);
  g_autofree char *fixed = fix_all(unversioned);
  g_assert_cmpstr(fixed, ==, wanted);
}

/* One cause is reported once: a Lagrangian that cannot be read is not reported as missing too, nor constraints without
 * velocities if the velocities are too few. */
static void
test_once(void)
{
  static const char *const texts[] = {"lagrangean x'^2 + theta'^2\n", "L = x'^2 + theta'^2\n",
                                      "velocity v = x'\nlagrangian x'^2 + theta'^2\n"};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_autofree char *text = g_strconcat(head, texts[i], NULL);
    g_assert_null(noslip_language_system(text, -1, "slip", "slip", diagnostics));
    g_assert_cmpuint(diagnostics->n_errors, ==, 1);
  }
}

/* Warnings: the fix for an unused parameter turns it into a comment, and chosen velocities are written out. */
static void
test_warnings(void)
{
  g_autofree char *text = g_strconcat(head, lagrangian, "parameter idle = 1\n", NULL);
  g_autofree char *wanted = g_strconcat(head, lagrangian, "# parameter idle = 1\n", NULL);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipSystem *system = noslip_language_system(text, -1, "slip", "slip", diagnostics);
  g_assert_nonnull(system);
  g_autofree char *fixed = NULL;
  for (guint i = 0; i < diagnostics->list->len && fixed == NULL; i++)
    fixed = noslip_diagnostic_apply_fix(g_ptr_array_index(diagnostics->list, i), text);
  g_assert_cmpstr(fixed, ==, wanted);
  noslip_system_unref(system);
}

/* There is no fix for a name that is not in the text as read, as in a loop. */
static void
test_loops(void)
{
  g_autofree char *text =
      g_strconcat(head, lagrangian, "for i in 1..2 {\n  let u[i] = i*x\n}\nfor i in 1..2 {\n  plot v[i]\n}\n", NULL);
  guint n_errors;
  g_autofree char *fixed = fix_once(text, &n_errors);
  g_assert_cmpuint(n_errors, >, 0);
  g_assert_null(fixed);
}

/* Texts that end too early. */
static void
test_ends(void)
{
  static const char *const ends[] = {"parameter m = 1 kg/",
                                     "parameter m = 1 kg^",
                                     "parameter m = 1 [",
                                     "coordinate u,",
                                     "initial x(",
                                     "run to 10 by",
                                     "observable o = sin^2(",
                                     "lagrangian L =",
                                     "observable o = \\dot{",
                                     "observable o = \\dot",
                                     "title A",
                                     "draw ball"};
  for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
    g_autofree char *text = g_strconcat(head, i == 7 ? "" : lagrangian, ends[i], NULL);
    guint n_errors;
    g_free(fix_once(text, &n_errors));
    if (n_errors == 0)
      g_error("no error: %s", ends[i]);
  }
}

/* A fix beyond the text has no effect. */
static void
test_beyond(void)
{
  g_autoptr(NoslipDiagnostic) diagnostic =
      noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_SYNTAX, &(NoslipPlace){1, 1, 1}, NULL, "wrong");
  g_assert_null(noslip_diagnostic_apply_fix(diagnostic, "abc"));
  noslip_diagnostic_set_fix(diagnostic, (NoslipPlace){2, 1, 0}, "x");
  g_assert_null(noslip_diagnostic_apply_fix(diagnostic, "abc"));
  noslip_diagnostic_set_fix(diagnostic, (NoslipPlace){1, 3, 2}, "x");
  g_assert_null(noslip_diagnostic_apply_fix(diagnostic, "abc\ndef"));
  noslip_diagnostic_set_fix(diagnostic, (NoslipPlace){1, 2, 1}, "αβ");
  g_autofree char *fixed = noslip_diagnostic_apply_fix(diagnostic, "äöü");
  g_assert_cmpstr(fixed, ==, "äαβü");
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/fixes/slips", test_slips);
  g_test_add_func("/fixes/lagrangian", test_lagrangian);
  g_test_add_func("/fixes/reported-once", test_once);
  g_test_add_func("/fixes/warnings", test_warnings);
  g_test_add_func("/fixes/loops", test_loops);
  g_test_add_func("/fixes/ends", test_ends);
  g_test_add_func("/fixes/beyond", test_beyond);
  return g_test_run();
}
