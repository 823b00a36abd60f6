/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims: each printed formula, its two sides now, its worst residual, and whether it holds. */
#include "ui/widgets/view.h"

#include "ui/picture/ticks.h"

#include <glib/gi18n.h>

#define ROW 44 /* pixels at scale 1 */

typedef enum { HOLDS, FAILS_AS_EXPECTED, FAILS, NOT_HERE } Standing;

static Standing
standing(const NoslipVerdict *verdict)
{
  if (!verdict->applies)
    return NOT_HERE;
  if (verdict->holds && verdict->as_expected)
    return HOLDS;
  return verdict->as_expected ? FAILS_AS_EXPECTED : FAILS;
}

static char *
words(const NoslipVerdict *verdict)
{
  if (!verdict->applies)
    return g_strdup(_("not for these dynamics"));
  g_autofree char *residual = noslip_number_text(verdict->residual, 2);
  g_autofree char *left = noslip_number_text(verdict->left, 4);
  g_autofree char *right = noslip_number_text(verdict->right, 4);
  if (verdict->holds)
    return g_strdup_printf(verdict->as_expected ? _("%s = %s   residual %s") : _("%s = %s   holds, and should not; residual %s"),
                           left, right, residual);
  g_autofree char *when = noslip_number_text(verdict->worst_time, 3);
  return g_strdup_printf(verdict->as_expected ? _("%s, %s   misprint, as expected; residual %s at %s s")
                                              : _("%s, %s   residual %s at %s s"),
                         left, right, residual, when);
}

/* A tick or a cross, drawn, so that every font has it. */
static void
draw_sign(const NoslipTheme *theme, Standing state, double x, double y, double size, NoslipDisplay *display)
{
  NoslipStroke stroke = {.color = state == HOLDS ? theme->good : state == FAILS ? theme->bad : theme->caution,
                         .width = 1.3 * theme->line_width};
  if (state == NOT_HERE) {
    stroke.color = theme->dim;
    noslip_display_segment(display, x - size / 2, y, x + size / 2, y, &stroke);
  } else if (state == HOLDS) {
    noslip_display_move(display, x - size / 2, y);
    noslip_display_line(display, x - size / 8, y + size * 0.4);
    noslip_display_line(display, x + size / 2, y - size * 0.45);
    noslip_display_stroke(display, &stroke);
  } else {
    noslip_display_segment(display, x - size * 0.4, y - size * 0.4, x + size * 0.4, y + size * 0.4, &stroke);
    noslip_display_segment(display, x - size * 0.4, y + size * 0.4, x + size * 0.4, y - size * 0.4, &stroke);
  }
}

static void
draw_row(const NoslipTheme *theme, const NoslipVerdict *verdict, double y, NoslipDisplay *display)
{
  double s = theme->scale;
  Standing state = standing(verdict);
  g_autofree char *text = words(verdict);
  draw_sign(theme, state, 20 * s, y + 20 * s, 12 * s, display);
  NoslipTextStyle style = {.size = theme->text_size, .color = theme->text, .align_y = NOSLIP_ALIGN_BASELINE};
  noslip_display_text(display, theme, &style, 38 * s, y + 18 * s, verdict->claim->title);
  style.size = theme->small_size;
  style.color = state == FAILS ? theme->bad : theme->dim;
  noslip_display_text(display, theme, &style, 38 * s, y + 35 * s, text);
}

static const NoslipReport *
report(NoslipView *view)
{
  const NoslipRunView *primary = noslip_simulation_primary(noslip_view_simulation(view));
  return primary ? &primary->report : NULL;
}

static double
display_claims(NoslipView *view, const NoslipTheme *theme, double width, double height, NoslipDisplay *display)
{
  const NoslipReport *known = report(view);
  guint n = known ? known->n_verdicts : 0;
  if (!display)
    return (MAX(n, 1) * ROW + 8) * theme->scale;
  if (n == 0) {
    NoslipTextStyle style = {.size = theme->text_size, .color = theme->dim, .align_x = 0.5, .align_y = 0.5};
    noslip_display_text(display, theme, &style, width / 2, height / 2, _("The system makes no claims."));
  }
  for (guint i = 0; i < n; i++)
    draw_row(theme, &known->verdicts[i], i * ROW * theme->scale, display);
  return height;
}

static char *
describe(NoslipView *view)
{
  const NoslipReport *known = report(view);
  if (!known || known->n_verdicts == 0)
    return g_strdup(_("The system makes no claims."));
  guint fine = 0, here = 0;
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < known->n_verdicts; i++) {
    const NoslipVerdict *verdict = &known->verdicts[i];
    here += verdict->applies;
    fine += verdict->applies && verdict->as_expected;
    g_autofree char *told = words(verdict);
    g_string_append_printf(text, "; %s: %s", verdict->claim->title, told);
  }
  return g_strdup_printf(_("%u of %u claims stand%s"), fine, here, text->str);
}

const NoslipViewKind noslip_claims_view = {
    .id = "claims",
    .name = N_("Claims"),
    .summary = N_("Each claim of the system, its two sides now and its worst residual"),
    .interest = NOSLIP_CHANGED_ROWS,
    .display = display_claims,
    .describe = describe,
};
