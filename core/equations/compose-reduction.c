/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checks of the system's reductions in the document: what `noslip-cli check` says of them. */
#include "core/equations/compose-private.h"
#include "core/geometry/reduction/reduction.h"

#include <glib/gi18n-lib.h>

static void
report_free(gpointer report)
{
  noslip_reduction_report_free(report);
}

void
noslip_portrait_check_reductions(NoslipPortrait *portrait, NoslipSystem *system, NoslipPortraitLoad load,
                                 const int *cancel)
{
  g_clear_pointer(&portrait->reductions, g_ptr_array_unref);
  portrait->reductions = g_ptr_array_new_with_free_func(report_free);
  for (guint i = 0; i < system->n_reductions; i++) {
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_autoptr(NoslipSystem) other = load(system, system->reductions[i].system, diagnostics);
    g_autoptr(NoslipMorphism) morphism = other != NULL ? noslip_morphism_new(system, i, other, diagnostics) : NULL;
    g_ptr_array_add(portrait->reductions, morphism != NULL ? noslip_reduction_check(morphism, 0, cancel) : NULL);
  }
}

const char *
noslip_portrait_no_reduction(const NoslipPortrait *portrait)
{
  return portrait->system->sealed ? N_("not checked: no other file is opened for a stranger's system")
                                  : N_("not checked: the other system or the map has errors; noslip-cli check names "
                                       "them");
}

typedef enum { IN_SYMBOLS, IN_NUMBERS, NOT_HELD, NOT_APPLICABLE, N_OUTCOMES } Outcome;

/* How the screen introduces the checks with each outcome. */
static const char *const introductions[N_OUTCOMES] = {
    [IN_SYMBOLS] = N_("these hold in symbols"),
    [IN_NUMBERS] = N_("these hold in numbers, with the largest relative residual r"),
    [NOT_HELD] = N_("these do not hold; r is the largest relative residual"),
    [NOT_APPLICABLE] = N_("these are not checked"),
};

/* FALSE if there is nothing to say of the check. */
static gboolean
outcome_of(const NoslipReductionCheck *check, Outcome *outcome)
{
  *outcome = !check->applies ? NOT_APPLICABLE : !check->good ? NOT_HELD : check->in_symbols ? IN_SYMBOLS : IN_NUMBERS;
  return check->applies || check->detail != NULL;
}

/* One line, as `check` has it. */
static void
add_line(NoslipDocument *document, const NoslipReductionCheck *check, Outcome outcome)
{
  const char *detail = check->detail != NULL ? check->detail : "";
  if (outcome == IN_SYMBOLS)
    noslip_document_sentence(document, "%s: in symbols", check->title);
  else if (outcome == NOT_APPLICABLE)
    noslip_document_sentence(document, "%s: not applicable: %s", check->title, detail);
  else if (outcome == IN_NUMBERS)
    noslip_document_sentence(document, "%s: residual %.2g, allowed %.2g", check->title, check->residual,
                             check->allowed);
  else
    noslip_document_sentence(document, "%s: FAILED: residual %.2g, allowed %.2g (%s)", check->title, check->residual,
                             check->allowed, detail);
}

/* A number as LaTeX, such as 3.1 \cdot 10^{-13}. Free with g_free(). */
static char *
number_latex(double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd(digits, sizeof digits, "%.2g", value);
  g_auto(GStrv) parts = g_strsplit(digits, "e", 2);
  if (g_str_equal(digits, "inf"))
    return g_strdup("\\infty");
  if (parts[0] == NULL || parts[1] == NULL)
    return g_strdup(digits);
  int exponent = (int) g_ascii_strtoll(parts[1], NULL, 10);
  return g_str_equal(parts[0], "1") ? g_strdup_printf("10^{%d}", exponent)
                                    : g_strdup_printf("%s \\cdot 10^{%d}", parts[0], exponent);
}

/* On the screen, titles are sentences, which are translated, and residuals are formulas. Where nothing but 0 is allowed,
 * a check that holds needs none. */
static void
add_to_screen(NoslipDocument *document, const NoslipReductionCheck *check, Outcome outcome)
{
  noslip_document_sentence(document, "%s", check->title);
  if (outcome == NOT_HELD || (outcome == IN_NUMBERS && check->allowed > 0)) {
    g_autofree char *residual = number_latex(check->residual), *allowed = number_latex(check->allowed);
    g_autofree char *row = g_strdup_printf("r = %s %s %s", residual, outcome == IN_NUMBERS ? "\\le" : ">", allowed);
    noslip_document_row(document, NULL, row);
  }
  if (outcome != IN_SYMBOLS && outcome != IN_NUMBERS && check->detail != NULL)
    noslip_document_sentence(document, "%s", check->detail);
}

static void
add_report(NoslipDocument *document, const NoslipReductionReport *report)
{
  for (Outcome group = 0; group < N_OUTCOMES; group++) {
    gboolean introduced = FALSE;
    for (guint i = 0; i < NOSLIP_N_REDUCTION_CHECKS; i++) {
      Outcome outcome;
      if (!outcome_of(&report->checks[i], &outcome) || outcome != group)
        continue;
      noslip_document_for(document, NOSLIP_FOR_PAPER);
      add_line(document, &report->checks[i], outcome);
      noslip_document_for(document, NOSLIP_FOR_SCREEN);
      if (!introduced)
        noslip_document_sentence(document, "%s", introductions[group]);
      introduced = TRUE;
      add_to_screen(document, &report->checks[i], outcome);
    }
  }
}

void
noslip_portrait_add_reductions(const NoslipPortrait *portrait, NoslipDocument *document)
{
  const NoslipSystem *system = portrait->system;
  for (guint i = 0; portrait->reductions != NULL && i < portrait->reductions->len; i++) {
    const NoslipReductionReport *report = portrait->reductions->pdata[i];
    g_autofree char *latex = g_strdup_printf("\\Phi: E \\to E' \\text{ (%s)}", system->reductions[i].system);
    noslip_document_heading(document, NOSLIP_FOR_ALL, N_("Checks of the reduction"), "M, I Theorem 3.3");
    noslip_document_for(document, NOSLIP_FOR_PAPER);
    noslip_document_sentence(document, "to %s", system->reductions[i].system);
    noslip_document_for(document, NOSLIP_FOR_SCREEN);
    noslip_document_row(document, NULL, latex);
    noslip_document_for(document, NOSLIP_FOR_ALL);
    if (report != NULL)
      add_report(document, report);
    else
      noslip_document_sentence(document, "%s", noslip_portrait_no_reduction(portrait));
  }
}
