/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/formulas/equations-sections.h"

#include "ui/widgets/views/formulas/formulas-private.h"
#include "ui/widgets/views/view-private.h"

#include <glib/gi18n.h>
#include <string.h>

#define CHOICE "sections" /* "+Title" was opened, "-Title" was folded; "Title: names" are the definitions of one */
#define LONG_LINES 14     /* more lines start folded */
#define PICTURE_LINES 500 /* a picture with more leaves out long sections */
#define LONG_LATEX 1600   /* bytes of LaTeX, the same */

typedef struct {
  const GPtrArray *lines; /* the view's */
  GArray *sections;       /* of NoslipEquationsSection */
  int chosen;             /* selected by the keys; -1: none */
} Sections;

static void
sections_free(gpointer data)
{
  Sections *self = data;
  g_array_unref(self->sections);
  g_free(self);
}

static Sections *
sections_of(NoslipView *view)
{
  return view->sections;
}

static NoslipEquationsSection *
nth(const Sections *self, guint i)
{
  return &g_array_index(self->sections, NoslipEquationsSection, i);
}

/* The heading. Free with g_free(). */
static char *
heading_of(const NoslipEquationsSection *section)
{
  return section->n_names > 0 ? g_strdup_printf(_("%s: names for parts"), _(section->title))
                              : g_strdup(_(section->title));
}

/* The stored choices */

static gboolean
is_long(const GPtrArray *lines, const NoslipEquationsSection *section)
{
  gsize latex = 0;
  for (guint i = section->first; i < section->end; i++) {
    const NoslipDocumentLine *line = lines->pdata[i];
    latex += line->latex ? strlen(line->latex) : 0;
  }
  return section->end - section->first > LONG_LINES || latex > LONG_LATEX;
}

static char *
entry_of(char sign, const NoslipEquationsSection *section)
{
  return g_strdup_printf("%c%s%s", sign, section->title, section->n_names > 0 ? ": names" : "");
}

static gboolean
is_remembered(NoslipView *view, char sign, const NoslipEquationsSection *section)
{
  const char *const *known = noslip_view_choice(view, CHOICE);
  g_autofree char *entry = entry_of(sign, section);
  return known && g_strv_contains(known, entry);
}

void
noslip_equations_sections_read(NoslipView *view)
{
  const Sections *self = sections_of(view);
  for (guint i = 0; i < self->sections->len; i++) {
    NoslipEquationsSection *section = nth(self, i);
    section->folded = is_remembered(view, '-', section) || (section->is_long && !is_remembered(view, '+', section));
  }
}

/* Only choices that differ from the default are stored. */
static void
remember(NoslipView *view, const Sections *self)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < self->sections->len; i++) {
    const NoslipEquationsSection *section = nth(self, i);
    if (section->folded != section->is_long)
      g_ptr_array_add(names, entry_of(section->folded ? '-' : '+', section));
  }
  g_ptr_array_add(names, NULL);
  noslip_view_set_choice(view, CHOICE, names->len > 1 ? (const char *const *) names->pdata : NULL);
}

void
noslip_equations_sections_set(NoslipView *view, const GPtrArray *lines)
{
  Sections *self = sections_of(view);
  self->lines = lines;
  self->chosen = -1;
  g_array_set_size(self->sections, 0);
  for (guint i = 0; lines && i < lines->len; i++) {
    const NoslipDocumentLine *line = lines->pdata[i];
    if (line->title) {
      NoslipEquationsSection section = {
          .title = line->title, .source = line->source, .n_names = line->n_names, .first = i, .top = -1, .bottom = -1};
      g_array_append_val(self->sections, section);
    }
    if (self->sections->len > 0)
      nth(self, self->sections->len - 1)->end = i + 1;
  }
  guint n_lines = 0;
  for (guint i = 0; i < self->sections->len; i++) {
    NoslipEquationsSection *section = nth(self, i);
    section->is_long = is_long(lines, section);
    n_lines += section->n_names > 0 ? 0 : section->end - section->first;
  }
  for (guint i = 0; i < self->sections->len; i++) {
    NoslipEquationsSection *section = nth(self, i);
    section->is_omitted = section->n_names > 0 || (section->is_long && n_lines > PICTURE_LINES);
  }
}

NoslipEquationsSection *
noslip_equations_section_of(NoslipView *view, guint line)
{
  const Sections *self = sections_of(view);
  guint low = 0, high = self->sections->len;
  while (low < high) {
    guint middle = (low + high) / 2;
    if (line >= nth(self, middle)->end)
      low = middle + 1;
    else
      high = middle;
  }
  return low < self->sections->len && line >= nth(self, low)->first ? nth(self, low) : NULL;
}

/* Drawing */

static char *
length_of(const NoslipEquationsSection *section)
{
  guint n = section->end - section->first;
  return g_strdup_printf(ngettext("%u line", "%u lines", n), n);
}

/* A triangle that points to the right where the section is folded, else downwards. */
static void
draw_mark(gboolean folded, const NoslipTheme *theme, NoslipColor color, double x, double y, NoslipDisplay *display)
{
  double a = 0.3 * theme->small_size;
  noslip_display_move(display, x, y);
  noslip_display_line(display, folded ? x + 1.6 * a : x + 2 * a, folded ? y + a : y);
  noslip_display_line(display, folded ? x : x + a, folded ? y + 2 * a : y + 1.6 * a);
  noslip_display_close(display);
  noslip_display_fill(display, color);
}

/* Behind the heading: the papers that the section follows, and its length where it is folded. Free with g_free(). */
static char *
remark_of(const NoslipEquationsSection *section, gboolean folded)
{
  g_autofree char *length = folded ? length_of(section) : NULL;
  g_autofree char *source = section->source && section->n_names == 0 ? g_strdup_printf("(%s)", section->source) : NULL;
  return source && length ? g_strdup_printf("%s %s", source, length) : g_strdup(source ? source : length);
}

static void
draw_remark(const NoslipEquationsSection *section, gboolean folded, const NoslipTheme *theme,
            const NoslipTextStyle *style, const char *heading, double x, double y, NoslipDisplay *display)
{
  NoslipTextStyle plain = *style;
  double wide;
  g_autofree char *remark = remark_of(section, folded);
  if (!remark)
    return;
  noslip_text_measure(theme, style, heading, &wide, NULL, NULL);
  plain.bold = FALSE;
  noslip_display_text(display, theme, &plain, x + wide + theme->small_size, y, remark);
}

double
noslip_equations_section_draw(NoslipView *view, NoslipEquationsSection *section, const NoslipTheme *theme, double x,
                              double y, double width, gboolean document, NoslipDisplay *display)
{
  const Sections *self = sections_of(view);
  double s = theme->scale, height = 1.7 * theme->small_size, px, py;
  NoslipTextStyle style = {.size = theme->small_size, .color = theme->dim, .bold = TRUE};
  g_autofree char *heading = heading_of(section);
  if (document) {
    g_autofree char *length = length_of(section);
    g_autofree char *shown = section->is_omitted
                                 ? g_strdup_printf(_("%s (%s, in the exported equations)"), heading, length)
                                 : g_strdup(heading);
    if (display) {
      noslip_display_text(display, theme, &style, x, y, shown);
      draw_remark(section, FALSE, theme, &style, shown, x, y, display);
    }
    return height;
  }
  noslip_view_pointer(view, &px, &py);
  section->top = y - 3 * s;
  section->bottom = y + height - 1 * s;
  gboolean chosen = self->chosen >= 0 && nth(self, (guint) self->chosen) == section;
  if (!display)
    return height;
  if (chosen)
    noslip_display_rectangle(display, x - 12 * s, section->top, width + 16 * s, section->bottom - section->top, 3 * s,
                             theme->grid);
  if (chosen || (py >= section->top && py < section->bottom))
    style.color = theme->text;
  draw_mark(section->folded, theme, style.color, x - 10 * s, y + 0.35 * theme->small_size, display);
  noslip_display_text(display, theme, &style, x, y, heading);
  draw_remark(section, section->folded, theme, &style, heading, x, y, display);
  return height;
}

/* Folding */

static void
toggle(NoslipView *view, NoslipEquationsSection *section)
{
  section->folded = !section->folded;
  remember(view, sections_of(view));
  gtk_widget_queue_resize(GTK_WIDGET(view));
  noslip_view_update_description(view);
}

void
noslip_equations_sections_clicked(NoslipView *view, double x, double y)
{
  Sections *self = sections_of(view);
  self->chosen = -1;
  for (guint i = 0; i < self->sections->len; i++)
    if (y >= nth(self, i)->top && y < nth(self, i)->bottom) {
      toggle(view, nth(self, i));
      return;
    }
}

static void
fold_all(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  const Sections *self = sections_of(view);
  gboolean fold = g_str_equal(g_action_get_name(G_ACTION(action)), "fold-all");
  for (guint i = 0; i < self->sections->len; i++)
    nth(self, i)->folded = fold;
  remember(view, self);
  gtk_widget_queue_resize(GTK_WIDGET(view));
  noslip_view_update_description(view);
}

/* Keys */

static void
show_chosen(NoslipView *view)
{
  const Sections *self = sections_of(view);
  const NoslipEquationsSection *section = nth(self, (guint) self->chosen);
  GtkWidget *scroller = gtk_widget_get_ancestor(GTK_WIDGET(view), GTK_TYPE_SCROLLED_WINDOW);
  if (scroller && section->top >= 0)
    gtk_adjustment_clamp_page(gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller)), section->top - 8,
                              section->bottom + 60);
  gtk_widget_queue_draw(GTK_WIDGET(view));
  noslip_view_update_description(view);
}

static void
choose(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  Sections *self = sections_of(view);
  int n = (int) self->sections->len, step = g_str_equal(g_action_get_name(G_ACTION(action)), "next-section") ? 1 : -1;
  if (n == 0)
    return;
  self->chosen = self->chosen < 0 ? (step > 0 ? 0 : n - 1) : (self->chosen + step + n) % n;
  show_chosen(view);
}

/* The section selected by the keys, or that of the symbol at the caret, or the one under the pointer; NULL: none. */
static NoslipEquationsSection *
present(NoslipView *view)
{
  const Sections *self = sections_of(view);
  const NoslipSpot *spot = noslip_formulas_caret(noslip_formulas_of(view));
  double x, y;
  noslip_view_pointer(view, &x, &y);
  if (self->chosen >= 0)
    return nth(self, (guint) self->chosen);
  if (spot)
    return noslip_equations_section_of(view, spot->id);
  NoslipEquationsSection *found = NULL;
  for (guint i = 0; i < self->sections->len && y >= nth(self, i)->top; i++)
    found = nth(self, i);
  return found;
}

static void
fold(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  NoslipEquationsSection *section = present(view);
  if (!section)
    return;
  Sections *self = sections_of(view);
  self->chosen = (int) (section - nth(self, 0));
  toggle(view, section);
}

/* A section, folded or not, as LaTeX: its formulas between sentences. Free with g_free(). */
static char *
equations_section_latex(const GPtrArray *lines, const NoslipEquationsSection *section)
{
  g_autoptr(GString) text = g_string_new(NULL);
  gboolean open = FALSE;
  g_string_append_printf(text, "%% %s%s", section->title, section->n_names > 0 ? ": names for parts" : "");
  if (section->source && section->n_names == 0)
    g_string_append_printf(text, " (%s)", section->source);
  g_string_append_c(text, '\n');
  for (guint i = section->first; i < section->end; i++) {
    const NoslipDocumentLine *line = lines->pdata[i];
    if (line->latex) {
      g_string_append_printf(text, "%s%s", open ? " \\\\\n" : "\\begin{gather*}\n", line->latex);
      open = TRUE;
      continue;
    }
    if (open)
      g_string_append(text, "\n\\end{gather*}\n");
    open = FALSE;
    if (line->words)
      g_string_append_printf(text, "%% %s\n", line->words);
  }
  if (open)
    g_string_append(text, "\n\\end{gather*}\n");
  return g_string_free(g_steal_pointer(&text), FALSE);
}

static void
copy_section(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  const Sections *self = sections_of(view);
  const NoslipEquationsSection *section = present(view);
  if (!section)
    return;
  g_autofree char *latex = equations_section_latex(self->lines, section), *names = NULL;
  gboolean last = section == nth(self, self->sections->len - 1);
  if (section->n_names == 0 && !last && (section + 1)->n_names > 0) { /* the formulas need their definitions */
    g_autofree char *formulas = g_steal_pointer(&latex);
    names = equations_section_latex(self->lines, section + 1);
    latex = g_strconcat(formulas, names, NULL);
  }
  gdk_clipboard_set_text(gtk_widget_get_clipboard(view), latex);
}

/* The formula at the caret; without a caret, a formula under the pointer selects its section. */
static void
copy_formula(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  const Sections *self = sections_of(view);
  const NoslipSpot *spot = noslip_formulas_caret(noslip_formulas_of(view));
  const NoslipDocumentLine *line = spot && spot->id < self->lines->len ? self->lines->pdata[spot->id] : NULL;
  if (line && line->latex)
    gdk_clipboard_set_text(gtk_widget_get_clipboard(view), line->latex);
}

/* Words */

char *
noslip_equations_sections_chosen(NoslipView *view)
{
  const Sections *self = sections_of(view);
  if (self->chosen < 0)
    return NULL;
  const NoslipEquationsSection *section = nth(self, (guint) self->chosen);
  g_autofree char *length = length_of(section), *heading = heading_of(section);
  return g_strdup_printf("%s, %s, %s", heading, section->folded ? _("folded") : _("open"), length);
}

char *
noslip_equations_sections_folded(NoslipView *view)
{
  const Sections *self = sections_of(view);
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < self->sections->len; i++) {
    g_autofree char *length = length_of(nth(self, i)), *heading = heading_of(nth(self, i));
    if (nth(self, i)->folded)
      g_string_append_printf(text, "%s%s (%s)", text->len > 0 ? ", " : "", heading, length);
  }
  return text->len > 0 ? g_strdup_printf(_("folded: %s"), text->str) : NULL;
}

void
noslip_equations_sections_leave(NoslipView *view)
{
  sections_of(view)->chosen = -1;
}

void
noslip_equations_sections_add_items(NoslipView *view, GtkBox *box)
{
  GActionGroup *actions = noslip_view_actions(view);
  noslip_view_add_item(box, _("Next section"), _("Alt Page Down"), actions, "next-section");
  noslip_view_add_item(box, _("Fold the section, or open it"), _("Alt Enter"), actions, "fold");
  noslip_view_add_item(box, _("Fold all sections"), NULL, actions, "fold-all");
  noslip_view_add_item(box, _("Open all sections"), NULL, actions, "open-all");
  noslip_view_add_item(box, _("Copy the section as LaTeX"), _("Ctrl Alt C"), actions, "copy-section");
  noslip_view_add_item(box, _("Copy the formula as LaTeX"), _("Alt C"), actions, "copy-formula");
}

void
noslip_equations_sections_attach(NoslipView *view)
{
  static const GActionEntry entries[] = {
      {"next-section", choose, NULL, NULL, NULL, {0}},
      {"previous-section", choose, NULL, NULL, NULL, {0}},
      {"fold", fold, NULL, NULL, NULL, {0}},
      {"fold-all", fold_all, NULL, NULL, NULL, {0}},
      {"open-all", fold_all, NULL, NULL, NULL, {0}},
      {"copy-section", copy_section, NULL, NULL, NULL, {0}},
      {"copy-formula", copy_formula, NULL, NULL, NULL, {0}},
  };
  Sections *self = g_new0(Sections, 1);
  self->chosen = -1;
  self->sections = g_array_new(FALSE, FALSE, sizeof(NoslipEquationsSection));
  view->sections = self;
  view->sections_free = sections_free;
  GActionGroup *actions = noslip_view_actions(view);
  g_action_map_add_action_entries(G_ACTION_MAP(actions), entries, G_N_ELEMENTS(entries), view);
  noslip_view_add_key(view, GDK_KEY_Page_Down, GDK_ALT_MASK, actions, "next-section");
  noslip_view_add_key(view, GDK_KEY_Page_Up, GDK_ALT_MASK, actions, "previous-section");
  noslip_view_add_key(view, GDK_KEY_Return, GDK_ALT_MASK, actions, "fold");
  noslip_view_add_key(view, GDK_KEY_KP_Enter, GDK_ALT_MASK, actions, "fold");
  noslip_view_add_key(view, GDK_KEY_c, GDK_ALT_MASK | GDK_CONTROL_MASK, actions, "copy-section");
  noslip_view_add_key(view, GDK_KEY_c, GDK_ALT_MASK, actions, "copy-formula");
}
