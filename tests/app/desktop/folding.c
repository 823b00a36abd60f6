/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sections of the Equations view fold under real pointer and keyboard input; folding is announced, stored in
 * set-ups, and does not affect copying. */
#include "tests/app/desktop/plots.h"
#include "ui/widgets/views/formulas/equations-sections.h"
#include "ui/widgets/views/formulas/formulas-private.h"

#include <string.h>

#define SYSTEM "snakeboard"

static NoslipView *
open_equations(NoslipWindow *window)
{
  NoslipView *view = plots_alone(window, "8", "Equations");
  WAIT_FOR(driven_settled(window) && noslip_equations_section_of(view, 0) &&
           noslip_equations_section_of(view, 0)->top >= 0);
  return view;
}

/* The n-th section, or NULL; with `folded` the first that is. */
static NoslipEquationsSection *
section_at(NoslipView *view, guint n)
{
  NoslipEquationsSection *section = noslip_equations_section_of(view, 0);
  while (n-- > 0 && section)
    section = noslip_equations_section_of(view, section->end);
  return section;
}

static guint
first_long(NoslipView *view)
{
  guint n = 0;
  while (!section_at(view, n)->is_long)
    n++;
  return n;
}

static gboolean
has_formula(NoslipView *view, guint id)
{
  const NoslipFormulas *formulas = noslip_formulas_of(view);
  for (guint i = 0; i < formulas->boxes->len; i++)
    if (g_array_index(formulas->boxes, NoslipSpot, i).id == id)
      return TRUE;
  return FALSE;
}

/* Long sections start folded, with their length; a click on a heading folds what is short, and opens it again. */
static void
test_pointer(void)
{
  NoslipWindow *window = driven_open(SYSTEM, 1);
  NoslipView *view = open_equations(window);
  NoslipEquationsSection *first = section_at(view, 0), *late = section_at(view, first_long(view));
  g_autofree char *text = g_strdup_printf("%s (%u lines)", late->title, late->end - late->first);
  g_assert_true(late->folded && !first->folded);
  WAIT_FOR(driven_settled(window) && driven_describes(view, text) && driven_describes(view, "folded: "));
  g_assert_true(has_formula(view, first->first));
  g_assert_false(has_formula(view, late->first));
  int before = gtk_widget_get_height(GTK_WIDGET(view));
  driven_click(GTK_WIDGET(view), 30, (first->top + first->bottom) / 2);
  WAIT_FOR(driven_settled(window) && !has_formula(view, first->first));
  g_assert_true(first->folded);
  driven_click(GTK_WIDGET(view), 30, (first->top + first->bottom) / 2);
  WAIT_FOR(driven_settled(window) && has_formula(view, first->first));
  WAIT_FOR(driven_settled(window) && gtk_widget_get_height(GTK_WIDGET(view)) == before);
  driven_close(window);
}

/* The view is not ready, and nobody takes a picture of it, before an opened section is laid out and has its place. */
static void
test_ready(void)
{
  NoslipWindow *window = driven_open(SYSTEM, 1);
  NoslipView *view = open_equations(window);
  NoslipEquationsSection *late = section_at(view, first_long(view));
  int before = gtk_widget_get_height(GTK_WIDGET(view));
  noslip_equations_sections_clicked(view, 30, (late->top + late->bottom) / 2);
  g_assert_false(noslip_view_is_ready(view));
  WAIT_FOR(noslip_view_is_ready(view));
  g_assert_true(has_formula(view, late->first));
  g_assert_cmpint(gtk_widget_get_height(GTK_WIDGET(view)), >, before);
  driven_close(window);
}

static void
on_text_read(GObject *clipboard, GAsyncResult *result, gpointer text)
{
  *(char **) text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(clipboard), result, NULL);
}

static char *
copied(NoslipView *view, const char *keys)
{
  char *text = NULL;
  driven_key(keys);
  gdk_clipboard_read_text_async(gtk_widget_get_clipboard(GTK_WIDGET(view)), NULL, on_text_read, &text);
  WAIT_FOR(text);
  return text;
}

/* Alt+Page Down moves from heading to heading, scrolls to them and announces them; Alt+Enter opens and folds; the
 * copied section is complete, folded or not. A view that takes over the choices has the same sections open. */
static void
test_keys(void)
{
  NoslipWindow *window = driven_open(SYSTEM, 1);
  NoslipView *view = open_equations(window);
  guint n = first_long(view);
  const NoslipEquationsSection *section = section_at(view, n);
  for (guint i = 0; i <= n; i++)
    driven_key("alt+Page_Down");
  g_autofree char *folded_words = g_strdup_printf("%s, folded, ", section->title);
  g_autofree char *open_words = g_strdup_printf("%s, open, ", section->title);
  WAIT_FOR(driven_settled(window) && driven_describes(view, folded_words));
  g_autofree char *folded = copied(view, "ctrl+alt+c");
  driven_key("alt+Return");
  WAIT_FOR(driven_settled(window) && driven_describes(view, open_words) && has_formula(view, section->first));
  GtkWidget *scroller = gtk_widget_get_ancestor(GTK_WIDGET(view), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *scroll = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller));
  g_assert_cmpfloat(section->top, >=, gtk_adjustment_get_value(scroll));
  g_assert_cmpfloat(section->bottom, <=, gtk_adjustment_get_value(scroll) + gtk_adjustment_get_page_size(scroll));
  g_autofree char *open = copied(view, "ctrl+alt+c");
  g_assert_cmpstr(folded, ==, open);
  g_assert_nonnull(strstr(open, "\\begin{gather*}"));
  g_assert_nonnull(strstr(open, section->title));
  g_autoptr(GKeyFile) file = g_key_file_new();
  noslip_view_save_choices(view, file, "view");
  driven_key("alt+Return");
  WAIT_FOR(driven_settled(window) && !has_formula(view, section->first) && section->folded);
  noslip_view_load_choices(view, file, "view");
  WAIT_FOR(driven_settled(window) && has_formula(view, section->first));
  g_assert_false(section->folded);
  driven_key("alt+Right");
  g_autofree char *formula = copied(view, "alt+c");
  g_assert_null(strstr(formula, "gather"));
  g_assert_nonnull(strstr(open, section->title));
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  g_test_add_func("/folding/pointer", test_pointer);
  g_test_add_func("/folding/ready", test_ready);
  g_test_add_func("/folding/keys", test_keys);
  int status = g_test_run();
  driven_end();
  return status;
}
