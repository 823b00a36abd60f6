/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims: each formula, its two present sides, its worst residual, and its verdict. Clicking one moves the shared time
 * to where it is worst. */
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/views/formulas/claims-formula.h"
#include "ui/widgets/views/formulas/claims-known.h"
#include "ui/widgets/views/formulas/claims-words.h"
#include "ui/widgets/views/formulas/formulas.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define ROW 44    /* pixels at scale 1 */
#define LEFT 38   /* where words begin */
#define PITCH 1.4 /* of the type, from line to line */
#define SIDE_DIGITS 4
#define MOST_SET 200 /* number of formulas: for more claims only titles are shown, so that the window need not wait */

/* A tick or a cross, drawn, so that it does not depend on the font. */
static void
draw_sign(const NoslipTheme *theme, NoslipClaimStanding state, double x, double y, double size, NoslipDisplay *display)
{
  gboolean tick = state == NOSLIP_CLAIM_HOLDS || state == NOSLIP_CLAIM_HARDLY_TESTED;
  NoslipStroke stroke = {.color = state == NOSLIP_CLAIM_HOLDS   ? theme->good
                                  : state == NOSLIP_CLAIM_FAILS ? theme->bad
                                                                : theme->caution,
                         .width = 1.3 * theme->line_width};
  if (state == NOSLIP_CLAIM_NOT_HERE || state == NOSLIP_CLAIM_NOT_JUDGED) {
    stroke.color = theme->dim;
    noslip_display_segment(display, x - size / 2, y, x + size / 2, y, &stroke);
  } else if (tick) {
    noslip_display_move(display, x - size / 2, y);
    noslip_display_line(display, x - size / 8, y + size * 0.4);
    noslip_display_line(display, x + size / 2, y - size * 0.45);
    noslip_display_stroke(display, &stroke);
  } else {
    noslip_display_segment(display, x - size * 0.4, y - size * 0.4, x + size * 0.4, y + size * 0.4, &stroke);
    noslip_display_segment(display, x - size * 0.4, y + size * 0.4, x + size * 0.4, y - size * 0.4, &stroke);
  }
}

/* The layout of a claim, computed once for this type and width. */
typedef struct {
  NoslipMath *math; /* or NULL */
  char **title;     /* its lines */
  NoslipClaimStanding standing;
  gboolean apart; /* the verdict is on a separate line */
  gboolean open;  /* numbers are written into the formula */
} Row;

typedef struct {
  const NoslipSystem *system;
  double width, size;
  GPtrArray *list; /* of Row */
  int shown;       /* the selected claim, or -1 */
  guint serial;    /* of the names in the formulas */
} Rows;

static void
row_free(gpointer data)
{
  Row *row = data;
  if (row->math)
    noslip_math_free(row->math);
  g_strfreev(row->title);
  g_free(row);
}

static void
rows_free(gpointer data)
{
  Rows *rows = data;
  g_ptr_array_unref(rows->list);
  g_free(rows);
}

/* Whether sides and verdict are too wide for one line, for any values: lines must not appear and disappear. */
static gboolean
is_apart(const NoslipTheme *theme, const NoslipVerdict *verdict, double width)
{
  static const char *const widest = "−8.888e−88";
  NoslipTextStyle style = {.size = theme->small_size};
  g_autofree char *sides = g_strdup_printf("%s = %s", widest, widest);
  g_autofree char *text = noslip_claim_words_with(verdict, sides, widest, widest);
  double taken = 0;
  noslip_text_measure(theme, &style, text, &taken, NULL, NULL);
  g_autofree char *unjudged = noslip_claim_words_unjudged(verdict, widest, widest);
  double other = 0;
  noslip_text_measure(theme, &style, unjudged, &other, NULL, NULL);
  return fmax(taken, other) > width && strstr(text, NOSLIP_CLAIM_GAP);
}

/* While a hand pulls the verdict on the motion says nothing about the present sides: no formula contains its force. */
static gboolean
is_unjudged(NoslipView *view, const NoslipVerdict *verdict)
{
  return verdict->applies && !noslip_claims_known_is_hand(verdict) &&
         (!verdict->judged || noslip_hands_pull(noslip_simulation_hands(noslip_view_simulation(view))));
}

/* The sides and the verdict at the shared time. Free with g_free(). */
static char *
words_now(NoslipView *view, const NoslipVerdict *verdict, const double *sides)
{
  if (!is_unjudged(view, verdict))
    return noslip_claim_words(verdict, sides);
  g_autofree char *left = noslip_number_text(sides ? sides[0] : NAN, SIDE_DIGITS);
  g_autofree char *right = noslip_number_text(sides ? sides[1] : NAN, SIDE_DIGITS);
  return noslip_claim_words_unjudged(verdict, left, right);
}

static Rows *
rows_of(NoslipView *view)
{
  const NoslipSystem *system = noslip_simulation_system(noslip_view_simulation(view));
  Rows *rows = noslip_view_state(view);
  if (!rows) {
    rows = g_new0(Rows, 1);
    rows->list = g_ptr_array_new_with_free_func(row_free);
    noslip_view_set_state(view, rows, rows_free);
  }
  if (rows->system != system) {
    g_ptr_array_set_size(rows->list, 0);
    rows->system = system;
    rows->shown = -1;
  }
  return rows;
}

static const Row *
row_of(NoslipView *view, const NoslipTheme *theme, const NoslipClaimsKnown *known, guint claim, double width)
{
  const NoslipVerdict *verdict = &known->list[claim];
  Rows *rows = rows_of(view);
  guint serial;
  noslip_formulas_names(view, &serial);
  if (rows->width != width || rows->size != theme->text_size || rows->serial != serial || rows->list->len > known->n) {
    g_ptr_array_set_size(rows->list, 0);
    rows->serial = serial;
    rows->width = width;
    rows->size = theme->text_size;
  }
  double room = width - (LEFT + 12) * theme->scale;
  NoslipTextStyle style = {.size = theme->text_size};
  while (rows->list->len <= claim) {
    const NoslipVerdict *next = &known->list[rows->list->len];
    Row *row = g_new0(Row, 1);
    row->math =
        rows->list->len < MOST_SET ? noslip_claims_set_formula(view, theme, rows->list->len, next->claim, room) : NULL;
    g_autofree char *title = noslip_claims_known_is_hand(next)
                                 ? g_strdup(noslip_claims_known_title(next))
                                 : noslip_math_words(rows->system, noslip_claims_known_title(next));
    row->title = noslip_text_lines(theme, &style, title, room);
    row->standing = noslip_claim_standing(next);
    row->apart = is_apart(theme, next, room);
    g_ptr_array_add(rows->list, row);
  }
  Row *row = rows->list->pdata[claim];
  if (row->standing != noslip_claim_standing(verdict)) {
    row->standing = noslip_claim_standing(verdict);
    row->apart = is_apart(theme, verdict, room);
  }
  return row;
}

/* A formula is laid out again when its numbers change; when they are removed, it gets its original layout back. */
static void
write_numbers(NoslipView *view, const NoslipTheme *theme, const NoslipClaimsKnown *known, double width)
{
  const Rows *rows = rows_of(view);
  for (guint i = 0; i < rows->list->len && i < known->n; i++) {
    Row *row = rows->list->pdata[i];
    gboolean open = noslip_formulas_is_open(view, i);
    if (row->math && (open || row->open)) {
      noslip_math_free(row->math);
      row->math = noslip_claims_set_formula(view, theme, i, known->list[i].claim, width - (LEFT + 12) * theme->scale);
    }
    row->open = open;
  }
}

static double
row_height(const NoslipTheme *theme, const Row *row)
{
  double width, ascent = 0, descent = 0;
  if (row->math)
    noslip_math_size(row->math, &width, &ascent, &descent);
  return ROW * theme->scale + (g_strv_length(row->title) - 1) * PITCH * theme->text_size +
         (row->apart ? PITCH * theme->small_size : 0) + (row->math ? ascent + descent + 4 * theme->scale : 0);
}

static void
draw_row(NoslipView *view, const NoslipTheme *theme, const NoslipVerdict *verdict, const double *sides, const Row *row,
         guint claim, double y, NoslipDisplay *display)
{
  double s = theme->scale, width, ascent = 0, descent = 0;
  g_autofree char *text = words_now(view, verdict, sides);
  NoslipClaimStanding standing = is_unjudged(view, verdict) ? NOSLIP_CLAIM_NOT_JUDGED : row->standing;
  draw_sign(theme, standing, 20 * s, y + 20 * s, 12 * s, display);
  NoslipTextStyle style = {.size = theme->text_size, .color = theme->text, .align_y = NOSLIP_ALIGN_BASELINE};
  noslip_display_text(display, theme, &style, LEFT * s, y + 18 * s, row->title[0]);
  for (guint i = 1; row->title[i]; i++) {
    y += PITCH * theme->text_size;
    noslip_display_text(display, theme, &style, LEFT * s, y + 18 * s, row->title[i]);
  }
  if (row->math) {
    noslip_math_size(row->math, &width, &ascent, &descent);
    noslip_formulas_draw(view, claim, row->math, theme, LEFT * s, y + 24 * s + ascent, display);
    y += ascent + descent + 4 * s;
  }
  style.size = theme->small_size;
  style.color = standing == NOSLIP_CLAIM_FAILS ? theme->bad : theme->dim;
  char *judgement = row->apart ? strstr(text, NOSLIP_CLAIM_GAP) : NULL;
  if (judgement) {
    *judgement = '\0';
    noslip_display_text(display, theme, &style, LEFT * s, y + 35 * s + PITCH * theme->small_size,
                        judgement + strlen(NOSLIP_CLAIM_GAP));
  }
  noslip_display_text(display, theme, &style, LEFT * s, y + 35 * s, text);
}

/* A row under the pointer, or selected: with a background, and the time of the worst residual at the end of its title.
 */
static void
draw_chosen(NoslipView *view, const NoslipTheme *theme, const NoslipVerdict *verdict, const double *sides,
            const Row *row, guint claim, NoslipColor ground, double y, double width, NoslipDisplay *display)
{
  double s = theme->scale, taken = 0, right = width - 12 * s;
  NoslipTextStyle style = {.size = theme->small_size, .align_x = 1, .align_y = NOSLIP_ALIGN_BASELINE};
  style.color = noslip_theme_type_color(theme, theme->accent);
  g_autofree char *when = noslip_number_text(verdict->worst_time, 3);
  g_autofree char *text = g_strdup_printf(_("worst at %s s"), when);
  noslip_text_measure(theme, &style, text, &taken, NULL, NULL);
  noslip_display_rectangle(display, 4 * s, y + 2 * s, width - 8 * s, row_height(theme, row) - 4 * s, 6 * s, ground);
  draw_row(view, theme, verdict, sides, row, claim, y, display);
  noslip_display_rectangle(display, right - taken - 8 * s, y + 5 * s, taken + 8 * s, 18 * s, 0, ground);
  noslip_display_text(display, theme, &style, right, y + 18 * s, text);
}

static void
draw_claim(NoslipView *view, const NoslipTheme *theme, const NoslipVerdict *verdict, const double *sides,
           const Row *row, int claim, double y, double width, NoslipDisplay *display)
{
  double px, py;
  noslip_view_pointer(view, &px, &py);
  gboolean shown = rows_of(view)->shown == claim && !noslip_view_is_document(view);
  gboolean pointed = isfinite(py) && py >= y && py < y + row_height(theme, row);
  if (!noslip_claim_has_worst(verdict) || !(shown || pointed)) {
    draw_row(view, theme, verdict, sides, row, (guint) claim, y, display);
    return;
  }
  NoslipColor ground = shown ? noslip_color_mix(theme->surface, theme->accent, 0.14)
                             : noslip_color_mix(theme->surface, theme->text, 0.06);
  draw_chosen(view, theme, verdict, sides, row, (guint) claim, ground, y, width, display);
}

static double
display_claims(NoslipView *view, const NoslipTheme *theme, double width, double height, NoslipDisplay *display)
{
  g_autoptr(NoslipClaimsKnown) known = noslip_claims_known_new(noslip_view_simulation(view));
  guint n = known->n;
  g_autofree double *sides = display && n ? noslip_claims_sides_now(view) : NULL;
  double y = 0;
  if (n == 0 && display) {
    NoslipTextStyle style = {.size = theme->text_size, .color = theme->dim, .align_x = 0.5, .align_y = 0.5};
    noslip_display_text(display, theme, &style, width / 2, height / 2, _("The system has no claims."));
  }
  if (display && n) {
    row_of(view, theme, known, n - 1, width);
    write_numbers(view, theme, known, width);
    noslip_formulas_begin(view);
  }
  for (guint i = 0; i < n; i++) {
    const Row *row = row_of(view, theme, known, i, width);
    if (display)
      draw_claim(view, theme, &known->list[i], sides ? sides + 2 * i : NULL, row, (int) i, y, width, display);
    y += row_height(theme, row);
  }
  return fmax(y, ROW * theme->scale) + 8 * theme->scale;
}

/* Choosing */

/* Top and height of a claim's row on the screen. */
static double
top_of(NoslipView *view, const NoslipClaimsKnown *known, guint claim, double *height)
{
  const NoslipTheme *theme = noslip_view_theme(view);
  double y = 0, width = gtk_widget_get_width(GTK_WIDGET(view));
  for (guint i = 0; i < claim; i++)
    y += row_height(theme, row_of(view, theme, known, i, width));
  *height = row_height(theme, row_of(view, theme, known, claim, width));
  return y;
}

/* Pauses at the time at which the claim is worst, and scrolls to its row. */
static void
go_to(NoslipView *view, const NoslipClaimsKnown *known, guint claim)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  GtkWidget *scroller = gtk_widget_get_ancestor(GTK_WIDGET(view), GTK_TYPE_SCROLLED_WINDOW);
  double height, y = top_of(view, known, claim, &height);
  rows_of(view)->shown = (int) claim;
  if (scroller)
    gtk_adjustment_clamp_page(gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller)), y, y + height);
  noslip_playback_pause(noslip_simulation_playback(simulation));
  noslip_playback_seek(noslip_simulation_playback(simulation), known->list[claim].worst_time);
  noslip_view_changed(view, NOSLIP_CHANGED_CURSOR); /* also if it was there already */
}

static void
clicked(NoslipView *view, double x, double y)
{
  g_autoptr(NoslipClaimsKnown) known = noslip_claims_known_new(noslip_view_simulation(view));
  for (guint i = 0; i < known->n; i++) {
    double height, top = top_of(view, known, i, &height);
    if (y >= top && y < top + height && noslip_claim_has_worst(&known->list[i])) {
      go_to(view, known, i);
      return;
    }
  }
}

static void
moved(NoslipView *view, int dx, int dy)
{
  g_autoptr(NoslipClaimsKnown) known = noslip_claims_known_new(noslip_view_simulation(view));
  int n = (int) known->n, at = n ? rows_of(view)->shown : -1;
  if (dx)
    noslip_formulas_moved(view, dx, 0);
  for (int i = 0; i < n && dy != 0; i++) {
    at = at < 0 ? (dy > 0 ? 0 : n - 1) : (at + dy + n) % n;
    if (noslip_claim_has_worst(&known->list[at])) {
      go_to(view, known, (guint) at);
      return;
    }
  }
}

static char *
describe(NoslipView *view)
{
  g_autoptr(NoslipClaimsKnown) known = noslip_claims_known_new(noslip_view_simulation(view));
  if (known->n == 0)
    return g_strdup(_("The system has no claims."));
  g_autofree double *sides = noslip_claims_sides_now(view);
  guint fine = 0, here = 0;
  g_autoptr(GString) text = g_string_new(NULL);
  g_autofree char *caret = noslip_formulas_caret_words(view);
  if (caret)
    g_string_append_printf(text, "; %s", caret);
  for (guint i = 0; i < known->n; i++) {
    const NoslipVerdict *verdict = &known->list[i];
    gboolean judged = verdict->applies && !is_unjudged(view, verdict);
    here += judged;
    fine += judged && verdict->good;
    g_autofree char *judgement = words_now(view, verdict, sides ? sides + 2 * i : NULL);
    g_string_append_printf(text, "; %s: %s", noslip_claims_known_title(verdict), judgement);
    g_autofree char *meaning = judged ? noslip_claim_explanation(noslip_claims_compiled(view), verdict) : NULL;
    if (meaning)
      g_string_append_printf(text, " (%s)", meaning);
  }
  int shown = rows_of(view)->shown;
  if (shown >= 0 && (guint) shown < known->n) {
    g_autofree char *when = noslip_number_text(known->list[shown].worst_time, 3);
    g_string_append_printf(text, _("; shown is “%s”, worst at %s s"), noslip_claims_known_title(&known->list[shown]),
                           when);
  }
  return g_strdup_printf(_("%u of %u claims pass%s"), fine, here, text->str);
}

static void
begin(NoslipView *view)
{
  noslip_formulas_attach(view, noslip_claims_find_formula, NULL);
}

const NoslipViewKind noslip_claims_view = {
    .id = "claims",
    .name = N_("Claims"),
    .summary = N_("Each claim of the system, its two sides now and its worst residual"),
    .interest = NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_CURSOR,
    .display = display_claims,
    .describe = describe,
    .begin = begin,
    .clicked = clicked,
    .moved = moved,
    .add_choices = noslip_formulas_add_items,
};
