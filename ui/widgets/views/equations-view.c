/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equations: the document of the system as typeset mathematics. A job solves the equations of motion symbolically;
 * lines are laid out a few at a time, so that no frame is late. */
#include "ui/widgets/views/view.h"

#include "core/catalogue/catalogue.h"
#include "core/equations/portrait.h"
#include "ui/picture/math/mathtext.h"
#include "ui/widgets/common/sentence.h"
#include "ui/widgets/views/formulas/equations-defined.h"
#include "ui/widgets/views/formulas/equations-sections.h"
#include "ui/widgets/views/formulas/formulas.h"
#include "ui/widgets/views/view-derived.h"

#include <glib/gi18n.h>
#include <math.h>

#define LAYOUT_FOR 4000 /* microseconds of layout in one frame */
#define LEAST_SIZE 0.62 /* of the size at scale 1: wide lines are reduced down to this */
#define WIDEST 6000     /* pixels that are scrolled over */

typedef struct {
  GPtrArray *lines; /* of NoslipDocumentLine *, the view's; NULL while they are being derived */
  /* the layouts of the lines */
  double width, size, height, widest; /* height, widest: at the last drawing */
  double document_width;              /* that the last document needed */
  gboolean grows;                     /* the last drawing had not all lines, or another size than the page */
  GPtrArray *maths; /* of NoslipMath *, one for each line; NULL for text, and for lines without a layout */
  guint next;       /* the lines before it are laid out, except those of folded sections */
  GArray *open;     /* of gboolean: numbers are written into that line */
  guint serial;     /* of the names with which they were laid out */
} Page;

static gboolean
stop(gpointer job)
{
  return noslip_job_is_cancelled(job);
}

static gpointer
derive(NoslipSystem *system, const char *key, NoslipJob *job)
{
  NoslipSystem *written = noslip_system_written(system);
  g_autoptr(NoslipPortrait) portrait = noslip_portrait_new(written, stop, job);
  if (!portrait)
    return NULL;
  noslip_portrait_check_reductions(portrait, written, noslip_catalogue_load_beside, noslip_job_cancel_flag(job));
  g_autoptr(NoslipDocument) document = noslip_portrait_document(portrait);
  return noslip_document_screen(document);
}

static void
lines_free(gpointer lines)
{
  g_ptr_array_unref(lines);
}

static const NoslipDerivation equations = {derive, lines_free};

static void
maybe_math_free(gpointer math)
{
  if (math)
    noslip_math_free(math);
}

static void
page_free(gpointer data)
{
  Page *page = data;
  g_ptr_array_unref(page->maths);
  g_array_unref(page->open);
  g_free(page);
}

static NoslipSystem *
system_of(NoslipView *view)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  return simulation ? noslip_simulation_system(simulation) : NULL;
}

/* The symbols defined in the document itself: momenta, names for parts. */
static void
define_names(NoslipView *view, const GPtrArray *lines)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; lines && i < lines->len; i++) {
    const NoslipDocumentLine *line = lines->pdata[i];
    if (line->graph && noslip_expr_op(line->graph, line->left_expr) == NOSLIP_OP_SYMBOL)
      g_ptr_array_add(names, (gpointer) noslip_expr_symbol_name(line->graph, line->left_expr));
  }
  noslip_formulas_define(view, names->len, (const char *const *) names->pdata);
}

/* Without lines between two systems, so that formulas of one are never used for the other. */
static Page *
page_of(NoslipView *view)
{
  Page *page = noslip_view_state(view);
  if (!page) {
    page = g_new0(Page, 1);
    page->maths = g_ptr_array_new_with_free_func(maybe_math_free);
    page->open = g_array_new(FALSE, TRUE, sizeof(gboolean));
    noslip_view_set_state(view, page, page_free);
  }
  GPtrArray *lines = noslip_view_derived(view, "equations", "", &equations);
  if (page->lines != lines) {
    g_ptr_array_set_size(page->maths, 0);
    g_ptr_array_set_size(page->maths, lines ? (int) lines->len : 0);
    g_array_set_size(page->open, 0);
    page->next = 0;
    define_names(view, lines);
    noslip_equations_sections_set(view, lines);
  }
  page->lines = lines;
  noslip_equations_sections_read(view);
  return page;
}

static GPtrArray *
lines_of(NoslipView *view)
{
  return noslip_view_derived(view, "equations", "", &equations);
}

static gboolean
find_formula(NoslipView *view, guint id, NoslipFormula *formula)
{
  const GPtrArray *lines = lines_of(view);
  const NoslipDocumentLine *line = lines && id < lines->len ? lines->pdata[id] : NULL;
  if (!line || !line->latex)
    return FALSE;
  *formula = (NoslipFormula){.left_latex = line->left,
                             .right_latex = line->latex, /* not used without a graph */
                             .graph = line->graph,
                             .left = line->left_expr,
                             .right = line->right_expr,
                             .remarks = TRUE,
                             .totals = {NAN, NAN}};
  return TRUE;
}

static double
defined(NoslipView *view, guint id, const char *name, NoslipSymbols *symbols)
{
  const GPtrArray *lines = lines_of(view);
  return lines && id < lines->len ? noslip_equations_defined(lines, id, name, symbols) : NAN;
}

/* The LaTeX of a line, with the numbers that are written in. Free with g_free(). */
static char *
line_latex(NoslipView *view, const NoslipDocumentLine *line, guint id)
{
  NoslipFormula formula;
  if (!noslip_formulas_is_open(view, id) || !find_formula(view, id, &formula) || !formula.graph)
    return g_strdup(line->latex);
  g_autofree char *right = noslip_expr_latex(line->graph, line->right_expr);
  formula.right_latex = right;
  return noslip_formulas_latex(view, id, &formula);
}

/* A line fitted to the width, in smaller type if necessary. */
static NoslipMath *
lay_out(NoslipView *view, const NoslipTheme *theme, const NoslipDocumentLine *line, guint id, double width)
{
  double size = 1.15 * theme->text_size, set = 0, ascent, descent;
  g_autofree char *latex = line_latex(view, line, id);
  const NoslipMathNames *names = noslip_formulas_names(view, NULL);
  NoslipMath *math = noslip_math_new_symbols(theme, latex, size, width, names);
  noslip_math_size(math, &set, &ascent, &descent);
  if (!(set > width))
    return math;
  noslip_math_free(math);
  return noslip_math_new_symbols(theme, latex, size * fmax(LEAST_SIZE / fmax(theme->scale, 1), width / set), width,
                                 names);
}

/* A line is laid out again when its numbers change; when they are removed, it gets its original layout back. */
static void
write_numbers(NoslipView *view, Page *page, const NoslipTheme *theme)
{
  g_array_set_size(page->open, page->lines->len);
  for (guint i = 0; i < page->maths->len; i++) {
    gboolean *was = &g_array_index(page->open, gboolean, i), is = noslip_formulas_is_open(view, i);
    if ((*was || is) && page->maths->pdata[i]) {
      noslip_math_free(page->maths->pdata[i]);
      page->maths->pdata[i] = lay_out(view, theme, page->lines->pdata[i], i, page->width);
    }
    *was = is;
  }
}

/* Folded away; in a document, what only the exported equations have. */
static gboolean
is_hidden(NoslipView *view, guint line)
{
  const NoslipEquationsSection *section = noslip_equations_section_of(view, line);
  return section && (noslip_view_is_document(view) ? section->is_omitted : section->folded);
}

static gboolean
is_laid_out(NoslipView *view, const Page *page)
{
  for (guint i = 0; i < page->lines->len; i++) {
    const NoslipDocumentLine *line = page->lines->pdata[i];
    if (line->latex && !page->maths->pdata[i] && !is_hidden(view, i))
      return FALSE;
  }
  return TRUE;
}

/* On the screen it is ready only when all its lines are laid out, and the page has the height that they need. */
static gboolean
is_ready(NoslipView *view)
{
  const Page *page = page_of(view);
  if (!page->lines || !noslip_view_is_visible(view))
    return page->lines || !system_of(view);
  return !page->grows && is_laid_out(view, page);
}

/* Lays out lines until the time of this frame is used up; TRUE if all are done. Lines of a section that has just been
 * opened have no layout yet. */
static gboolean
continue_layout(NoslipView *view, Page *page, const NoslipTheme *theme, double width, gboolean at_once)
{
  gint64 begun = g_get_monotonic_time();
  guint serial;
  noslip_formulas_names(view, &serial);
  if (page->width != width || page->size != theme->text_size || page->serial != serial) {
    g_ptr_array_set_size(page->maths, 0);
    g_ptr_array_set_size(page->maths, (int) page->lines->len);
    page->next = 0;
    page->serial = serial;
    page->width = width;
    page->size = theme->text_size;
  }
  for (guint i = 0; i < page->lines->len; i++) {
    const NoslipDocumentLine *line = page->lines->pdata[i];
    if (page->maths->pdata[i] || !line->latex || is_hidden(view, i))
      continue;
    if (!at_once && g_get_monotonic_time() - begun > LAYOUT_FOR)
      return FALSE;
    page->maths->pdata[i] = lay_out(view, theme, line, i, width);
    page->next = MAX(page->next, i + 1);
  }
  page->next = page->lines->len;
  return TRUE;
}

static gboolean
again(gpointer data)
{
  gtk_widget_queue_resize(GTK_WIDGET(data));
  gtk_widget_queue_draw(GTK_WIDGET(data)); /* a page that is lower than its frame keeps its size */
  return G_SOURCE_REMOVE;
}

/* The text instead of a formula. Free with g_free(). */
static char *
text_of(const NoslipDocumentLine *line)
{
  if (line->words)
    return noslip_sentence(NULL, _(line->words));
  return g_strdup_printf(_("… %u symbols; export the equations to read them"), line->size);
}

/* Draws a line of words within the width of the page. Returns its height; with display NULL it only measures. */
static double
draw_words(const Page *page, const NoslipTheme *theme, const NoslipDocumentLine *line, double x, double y,
           NoslipDisplay *display)
{
  NoslipTextStyle style = {.size = theme->text_size, .color = theme->dim};
  double set = 0;
  if (line->left) {
    g_autofree char *left = g_strdup_printf("%s =", line->left);
    g_autoptr(NoslipMath) math = noslip_math_new(theme, left, 1.15 * theme->text_size);
    noslip_math_size(math, &set, NULL, NULL);
    if (display)
      noslip_math_display(math, x, y + theme->text_size, theme->text, display);
    set += 0.5 * theme->text_size;
  }
  g_autofree char *text = text_of(line);
  g_auto(GStrv) lines = noslip_text_lines(theme, &style, text, page->width - set);
  guint n = g_strv_length(lines);
  for (guint i = 0; i < n && display; i++)
    noslip_display_text(display, theme, &style, x + set, y + 1.4 * i * theme->text_size, lines[i]);
  return (1.6 + 1.4 * (n - 1)) * theme->text_size + 6 * theme->scale;
}

/* A formula or text. Returns the height. */
static double
draw_line(NoslipView *view, Page *page, const NoslipTheme *theme, guint id, double x, double y, NoslipDisplay *display)
{
  const NoslipDocumentLine *line = page->lines->pdata[id];
  const NoslipMath *math = page->maths->pdata[id];
  double width, ascent, descent;
  if (!math)
    return line->latex ? 0 : draw_words(page, theme, line, x, y, display);
  noslip_math_size(math, &width, &ascent, &descent);
  if (display)
    noslip_formulas_draw(view, id, math, theme, x, y + ascent, display);
  page->widest = fmin(fmax(page->widest, width + 2 * x), WIDEST);
  return ascent + descent + 7 * theme->scale;
}

/* Returns the height. */
static double
draw_page(NoslipView *view, Page *page, const NoslipTheme *theme, NoslipDisplay *display)
{
  double s = theme->scale, y = 6 * s, left = 14 * s;
  page->widest = 0;
  for (guint i = 0; i < page->next; i++) {
    const NoslipDocumentLine *line = page->lines->pdata[i];
    if (line->title) {
      y += (i ? 10 : 0) * s;
      y += noslip_equations_section_draw(view, noslip_equations_section_of(view, i), theme, left, y, page->width,
                                         noslip_view_is_document(view), display);
    }
    if (!is_hidden(view, i))
      y += draw_line(view, page, theme, i, left, y, display);
  }
  return y + 8 * s;
}

/* Lines are broken at the visible width, even if a longer line makes the page wider. */
static double
width_in_sight(NoslipView *view, double width)
{
  GtkWidget *scroller = gtk_widget_get_ancestor(GTK_WIDGET(view), GTK_TYPE_SCROLLED_WINDOW);
  int seen = scroller ? gtk_widget_get_width(scroller) : 0;
  return seen > 0 ? fmin(width, seen) : width;
}

static double
least_width(NoslipView *view)
{
  const Page *page = page_of(view);
  return noslip_view_is_document(view) ? page->document_width : page->widest;
}

static double
display_equations(NoslipView *view, const NoslipTheme *theme, double width, double height, NoslipDisplay *display)
{
  Page *page = page_of(view);
  if (!page->lines) {
    NoslipTextStyle style = {.size = theme->text_size, .color = theme->dim, .align_x = 0.5, .align_y = 0.5};
    if (display && system_of(view))
      noslip_display_text(display, theme, &style, width / 2, height / 2, _("The equations are being derived."));
    return 0;
  }
  double room = fmax(width - 28 * theme->scale, 40);
  if (noslip_view_is_document(view)) {
    g_autoptr(GPtrArray) maths = g_ptr_array_new_full(page->lines->len, maybe_math_free);
    Page document = {.lines = page->lines, .maths = maths};
    continue_layout(view, &document, theme, room, TRUE);
    double drawn = draw_page(view, &document, theme, display);
    page->document_width = document.widest;
    return drawn;
  }
  if (!display)
    return page->height;
  double widest = page->widest;
  gboolean complete =
      continue_layout(view, page, theme, fmax(width_in_sight(view, width) - 28 * theme->scale, 40), FALSE);
  write_numbers(view, page, theme);
  noslip_formulas_begin(view);
  double drawn = draw_page(view, page, theme, display);
  page->grows = !complete || fabs(drawn - page->height) > 1 || fabs(widest - page->widest) > 1;
  if (page->grows)
    g_idle_add_full(G_PRIORITY_DEFAULT, again, g_object_ref(view), g_object_unref);
  page->height = drawn;
  return drawn;
}

static char *
describe(NoslipView *view)
{
  const NoslipSystem *system = noslip_simulation_system(noslip_view_simulation(view));
  const Page *page = page_of(view);
  g_autoptr(GString) text = g_string_new(NULL);
  g_autofree char *caret = noslip_formulas_caret_words(view);
  g_autofree char *chosen = noslip_equations_sections_chosen(view), *folded = noslip_equations_sections_folded(view);
  if (chosen)
    g_string_append_printf(text, "%s; ", chosen);
  if (caret)
    g_string_append_printf(text, "%s; ", caret);
  g_autofree char *lagrangian = noslip_expr_text(system->graph, system->lagrangian);
  g_string_append_printf(text, "L = %s", lagrangian);
  for (guint a = 0; a < system->k; a++) {
    g_autofree char *phi = noslip_expr_text(system->graph, system->constraints[a].phi);
    g_string_append_printf(text, "; %s: %s = 0", system->constraints[a].name, phi);
  }
  for (guint i = 0; i < system->m; i++) {
    g_autofree char *velocity = noslip_expr_text(system->graph, system->coordinates[i].velocity);
    g_string_append_printf(text, "; %s' = %s", system->coordinates[i].name, velocity);
  }
  if (folded)
    g_string_append_printf(text, "; %s", folded);
  if (!page->lines)
    g_string_append(text, _("; the equations of motion are being derived"));
  return g_string_free(g_steal_pointer(&text), FALSE);
}

/* From symbol to symbol; deselects the heading. */
static void
moved(NoslipView *view, int dx, int dy)
{
  noslip_equations_sections_leave(view);
  noslip_formulas_moved(view, dx, dy);
}

static void
begin(NoslipView *view)
{
  noslip_formulas_attach(view, find_formula, defined);
  noslip_equations_sections_attach(view);
}

static void
add_choices(NoslipView *view, GtkBox *box)
{
  noslip_formulas_add_items(view, box);
  gtk_box_append(box, gtk_separator_new(GTK_ORIENTATION_HORIZONTAL));
  noslip_equations_sections_add_items(view, box);
  noslip_view_add_export(box, _("Export as LaTeX…"), "equations-latex");
}

const NoslipViewKind noslip_equations_view = {
    .id = "equations",
    .name = N_("Equations"),
    .is_ready = is_ready,
    .summary = N_("Coordinates, anchor, brackets, projected brackets and equations of motion, as mathematics"),
    .interest = NOSLIP_CHANGED_SYSTEM,
    .display = display_equations,
    .least_width = least_width,
    .describe = describe,
    .begin = begin,
    .clicked = noslip_equations_sections_clicked,
    .moved = moved,
    .add_choices = add_choices,
};
