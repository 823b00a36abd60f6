/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checks of reductions in the document: of one that holds, of one to another body, and of those that cannot be
 * checked. */
#include "core/equations/portrait.h"
#include "tests/core/load.h"

#include <string.h>

/* Euler's equations on so(3) with the first moment of inertia `moment`. */
static NoslipSystem *
body(const char *moment)
{
  g_autofree char *text = g_strdup_printf("noslip 1\nparameter I2 = 2\nparameter I3 = 3\nsection w1\nsection w2\n"
                                          "section w3\nbracket [w1, w2] = w3\nbracket [w2, w3] = w1\n"
                                          "bracket [w3, w1] = w2\nlagrangian (%s*w1^2 + I2*w2^2 + I3*w3^2)/2\n"
                                          "initial w1 = 1\ninitial w2 = 0.1\n",
                                          moment);
  return test_text(text);
}

static NoslipSystem *
load_same(const NoslipSystem *system, const char *name, NoslipDiagnostics *diagnostics)
{
  (void) system;
  (void) diagnostics;
  return test_catalogue(name);
}

static NoslipSystem *
load_heavier(const NoslipSystem *system, const char *name, NoslipDiagnostics *diagnostics)
{
  (void) system;
  (void) name;
  (void) diagnostics;
  return body("5");
}

static NoslipSystem *
load_none(const NoslipSystem *system, const char *name, NoslipDiagnostics *diagnostics)
{
  (void) system;
  (void) name;
  (void) diagnostics;
  return NULL;
}

/* The document of the rigid body, for the screen (free with g_ptr_array_unref()) and as text. */
static char *
documents(NoslipPortraitLoad load, gboolean sealed, GPtrArray **screen)
{
  g_autoptr(NoslipSystem) system = test_catalogue("rigid-body");
  system->sealed = sealed;
  g_autoptr(NoslipPortrait) portrait = noslip_portrait_new(system, NULL, NULL);
  noslip_portrait_check_reductions(portrait, system, load, NULL);
  g_autoptr(NoslipDocument) document = noslip_portrait_document(portrait);
  GString *text = g_string_new(NULL);
  noslip_document_text(document, text);
  *screen = noslip_document_screen(document);
  return g_string_free(text, FALSE);
}

/* The lines of the section, one a line of text. Free with g_free(). */
static char *
section_of(const GPtrArray *lines)
{
  GString *text = g_string_new(NULL);
  gboolean inside = FALSE;
  for (guint i = 0; i < lines->len; i++) {
    const NoslipDocumentLine *line = lines->pdata[i];
    if (line->title != NULL)
      inside = g_str_equal(line->title, "Checks of the reduction");
    if (inside)
      g_string_append_printf(text, "%s\n", line->words != NULL ? line->words : line->latex);
  }
  return g_string_free(text, FALSE);
}

static void
assert_order(const char *text, const char *first, const char *second)
{
  const char *at = strstr(text, first);
  if (at == NULL || strstr(at, second) == NULL)
    g_error("\"%s\" does not precede \"%s\" in\n%s", first, second, text);
}

static void
test_holds(void)
{
  g_autoptr(GPtrArray) lines = NULL;
  g_autofree char *text = documents(load_same, FALSE, &lines), *screen = section_of(lines);
  assert_order(text, "\nChecks of the reduction (M, I Theorem 3.3)\n  to rigid-body-reduced\n",
               "  brackets are mapped to brackets: in symbols\n");
  assert_order(text, "  motions are mapped to motions: residual ", ", allowed 1e-09\n");
  g_assert_null(strstr(text, "FAILED"));
  g_assert_true(g_str_has_prefix(screen, "\\Phi: E \\to E' \\text{ (rigid-body-reduced)}\nthese hold in symbols\n"));
  assert_order(screen, "these hold in symbols\n", "brackets are mapped to brackets\n");
  assert_order(screen, "the map is onto\n", "motions are mapped to motions\n");
  g_assert_null(strstr(screen, "r = 0 \\le 0\n"));
  assert_order(screen, "these hold in numbers, with the largest relative residual r\n",
               "motions are mapped to motions\nr = ");
  g_assert_null(strstr(screen, "do not hold"));
  g_assert_null(strstr(screen, " > "));
}

/* A body with I1 = 5 instead of 1.5 has another Lagrangian, and moves otherwise; the brackets are those of so(3). */
static void
test_fails(void)
{
  g_autoptr(GPtrArray) lines = NULL;
  g_autofree char *text = documents(load_heavier, FALSE, &lines), *screen = section_of(lines);
  assert_order(text, "  brackets are mapped to brackets: in symbols\n",
               "  the Lagrangian is that of the reduced system: FAILED: residual ");
  assert_order(text, "the Lagrangian is that of", "  motions are mapped to motions: FAILED: residual ");
  assert_order(screen, "these do not hold; r is the largest relative residual\n",
               "the Lagrangian is that of the reduced system\nr = ");
  assert_order(screen, "motions are mapped to motions\nr = ", " > 10^{-9}\n");
}

static void
test_not_checked(void)
{
  g_autoptr(GPtrArray) lines = NULL, sealed_lines = NULL;
  g_autofree char *text = documents(load_none, FALSE, &lines), *sealed = documents(load_none, TRUE, &sealed_lines);
  assert_order(text, "Checks of the reduction", "  not checked: the other system or the map has errors");
  assert_order(sealed, "Checks of the reduction", "  not checked: no other file is opened");
  g_assert_null(strstr(text, "in symbols"));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/equations/reductions/holds", test_holds);
  g_test_add_func("/equations/reductions/fails", test_fails);
  g_test_add_func("/equations/reductions/not-checked", test_not_checked);
  return g_test_run();
}
