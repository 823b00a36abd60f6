/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of formulations: a formulation that lacks an entry fails here, and the message names it. */
#include "core/dynamics/formulation.h"

#include <string.h>

static gboolean
is_text(const char *text)
{
  return text != NULL && *text != '\0';
}

static void
test_words(void)
{
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL; f++) {
    g_test_message("%s", (*f)->id);
    g_assert_true(is_text((*f)->id) && is_text((*f)->title) && is_text((*f)->summary));
    g_assert_true(is_text((*f)->source) && is_text((*f)->latex));
    g_assert_true((*f)->write != NULL || (*f)->automatic); /* the user can choose it, and reads its equations */
    for (const NoslipFormulation *const *other = noslip_formulations(); other != f; other++) {
      g_assert_cmpstr((*f)->id, !=, (*other)->id);
      g_assert_cmpstr((*f)->title, !=, (*other)->title);
      g_assert_cmpstr((*f)->latex, !=, (*other)->latex);
      g_assert_true((*f)->write == NULL || (*f)->write != (*other)->write);
    }
  }
}

/* Curves can be distinguished: only the default has the colour of the text, and all other colours differ. */
static void
test_looks(void)
{
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL; f++) {
    g_test_message("%s", (*f)->id);
    if (f == noslip_formulations()) {
      g_assert_null((*f)->color);
      continue;
    }
    g_assert_true(g_regex_match_simple("^#[0-9A-F]{6}$", (*f)->color != NULL ? (*f)->color : "", 0, 0));
    g_assert_cmpint((*f)->dash, !=, NOSLIP_DASH_SOLID);
    for (const NoslipFormulation *const *other = noslip_formulations() + 1; other < f; other++)
      g_assert_cmpstr((*f)->color, !=, (*other)->color);
  }
}

static void
test_functions(void)
{
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL; f++) {
    g_test_message("%s", (*f)->id);
    g_assert_true((*f)->create != NULL && (*f)->destroy != NULL && (*f)->size != NULL);
    g_assert_true((*f)->work_new != NULL && (*f)->work_free != NULL && (*f)->set_parameters != NULL);
    g_assert_true((*f)->enter != NULL && (*f)->rates != NULL && (*f)->accept != NULL && (*f)->observe != NULL);
    g_assert_nonnull((*f)->failure);
    if ((*f)->lanes != NULL) {
      const NoslipLanes *lanes = (*f)->lanes;
      g_assert_true(lanes->work_new != NULL && lanes->work_free != NULL && lanes->enter != NULL);
      g_assert_true(lanes->rates != NULL && lanes->accept != NULL && lanes->observe != NULL);
    }
  }
}

/* The default of each kind can be named where others of its kind can, and is found by its id. */
static void
test_defaults(void)
{
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL; f++) {
    const NoslipFormulation *usual = noslip_formulation_default((*f)->kind);
    g_assert_true(usual->kind == (*f)->kind && (!usual->automatic || (*f)->automatic));
    g_assert_true(noslip_formulation_find((*f)->id) == *f);
  }
  g_assert_null(noslip_formulation_find("no-such-formulation"));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/formulations/words", test_words);
  g_test_add_func("/formulations/looks", test_looks);
  g_test_add_func("/formulations/functions", test_functions);
  g_test_add_func("/formulations/defaults", test_defaults);
  return g_test_run();
}
