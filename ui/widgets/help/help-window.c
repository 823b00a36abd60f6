/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/help/help-window.h"

#include "ui/widgets/common/scroll.h"
#include "ui/widgets/common/toasts.h"
#include "ui/widgets/help/help-pages.h"
#include "ui/widgets/help/markdown.h"

#include <glib/gi18n.h>
#include <string.h>

#define FRAMES_HELD 20
#define SYSTEM_LINK "system:"

/* A text view whose tables handle links too. */
#define NOSLIP_TYPE_HELP_TEXT (noslip_help_text_get_type())
G_DECLARE_FINAL_TYPE(NoslipHelpText, noslip_help_text, NOSLIP, HELP_TEXT, GtkTextView)
struct _NoslipHelpText {
  GtkTextView parent;
};
G_DEFINE_FINAL_TYPE(NoslipHelpText, noslip_help_text, GTK_TYPE_TEXT_VIEW)

static void
noslip_help_text_init(NoslipHelpText *self)
{
}

static void
noslip_help_text_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  noslip_scroll_draw_text(widget, snapshot, GTK_WIDGET_CLASS(noslip_help_text_parent_class)->snapshot);
}

static void
noslip_help_text_class_init(NoslipHelpTextClass *class)
{
  GTK_WIDGET_CLASS(class)->snapshot = noslip_help_text_snapshot;
  g_signal_new("noslip-follow", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL,
               NULL, G_TYPE_BOOLEAN, 1, G_TYPE_STRING);
}

struct _NoslipHelpWindow {
  AdwWindow parent;
  GtkWidget *overlay, *list, *text, *back;
  NoslipToasts *toasts;
  char *page;
  NoslipHelpPages *pages;
  GPtrArray *history; /* of char *: the pages before this one */
  gboolean choosing;  /* the list follows the page at present, not the other way round */
  guint settling;     /* tick callback */
  int frames;         /* frames during which the scrolled position is held */
};

G_DEFINE_FINAL_TYPE(NoslipHelpWindow, noslip_help_window, ADW_TYPE_WINDOW)

/* Pages */

static void
add_rows(NoslipHelpWindow *self)
{
  const GPtrArray *names = noslip_help_pages_names(self->pages);
  for (guint i = 0; i < names->len; i++) {
    const char *page = g_ptr_array_index(names, i);
    g_autofree char *text = noslip_help_pages_read(self->pages, page, NULL);
    g_autofree char *title = text ? noslip_markdown_title(text) : NULL;
    GtkWidget *label = gtk_label_new(title ? title : page);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_widget_set_margin_start(label, strchr(page, '/') ? 18 : 6);
    GtkWidget *row = gtk_list_box_row_new();
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), label);
    gtk_accessible_update_property(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_PROPERTY_LABEL, title ? title : page, -1);
    gtk_list_box_append(GTK_LIST_BOX(self->list), row);
  }
}

static gboolean
show_page(NoslipHelpWindow *self, const char *page)
{
  guint at = 0;
  g_autofree char *original = NULL;
  g_autofree char *text =
      noslip_help_pages_find(self->pages, page, &at) ? noslip_help_pages_read(self->pages, page, &original) : NULL;
  if (!text)
    return FALSE;
  g_autofree char *own = g_strdup(page);
  g_free(self->page);
  self->page = g_steal_pointer(&own);
  noslip_markdown_show(GTK_TEXT_VIEW(self->text), text, original);
  g_autofree char *title = noslip_markdown_title(text);
  g_autofree char *name = g_strdup_printf(_("%s — Manual of Noslip"), title ? title : page);
  gtk_window_set_title(GTK_WINDOW(self), name);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->text), GTK_ACCESSIBLE_PROPERTY_LABEL, title ? title : page, -1);
  self->choosing = TRUE;
  gtk_list_box_select_row(GTK_LIST_BOX(self->list), gtk_list_box_get_row_at_index(GTK_LIST_BOX(self->list), (int) at));
  self->choosing = FALSE;
  gtk_widget_set_sensitive(self->back, self->history->len > 0);
  return TRUE;
}

/* Scrolls the cursor to the top of the window, or a new page to its very start: the toolkit aligns a mark by line
 * heights that are not known yet, and without the focus it leaves the page at its end. */
static void
bring_to_top(NoslipHelpWindow *self)
{
  GtkTextView *view = GTK_TEXT_VIEW(self->text);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(view);
  GtkTextIter cursor;
  gtk_text_buffer_get_iter_at_mark(buffer, &cursor, gtk_text_buffer_get_insert(buffer));
  GtkAdjustment *height = gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(view));
  if (gtk_text_iter_is_start(&cursor))
    gtk_adjustment_set_value(height, gtk_adjustment_get_lower(height));
  else
    gtk_text_view_scroll_to_mark(view, gtk_text_buffer_get_insert(buffer), 0, TRUE, 0, 0.02);
}

/* Lines and tables above a heading get their heights over some frames: it is held at the top meanwhile. */
static gboolean
hold_place(GtkWidget *text, GdkFrameClock *clock, gpointer data)
{
  NoslipHelpWindow *self = data;
  bring_to_top(self);
  if (--self->frames > 0)
    return G_SOURCE_CONTINUE;
  self->settling = 0;
  return G_SOURCE_REMOVE;
}

static void
go_to_heading(NoslipHelpWindow *self, const char *heading)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(self->text));
  GtkTextMark *mark = heading && *heading ? gtk_text_buffer_get_mark(buffer, heading) : NULL;
  GtkTextIter iter;
  gtk_text_buffer_get_start_iter(buffer, &iter);
  if (mark)
    gtk_text_buffer_get_iter_at_mark(buffer, &iter, mark);
  gtk_text_buffer_place_cursor(buffer, &iter);
  bring_to_top(self);
  self->frames = FRAMES_HELD;
  if (!self->settling)
    self->settling = gtk_widget_add_tick_callback(self->text, hold_place, self, NULL);
}

gboolean
noslip_help_window_go(NoslipHelpWindow *self, const char *target)
{
  g_auto(GStrv) parts = g_strsplit(target, "#", 2);
  const char *page = parts[0] && *parts[0] ? parts[0] : self->page;
  if (!page || !noslip_help_pages_find(self->pages, page, NULL))
    return FALSE;
  if (self->page && !g_str_equal(page, self->page))
    g_ptr_array_add(self->history, g_strdup(self->page));
  if ((!self->page || !g_str_equal(page, self->page)) && !show_page(self, page))
    return FALSE;
  go_to_heading(self, parts[0] ? parts[1] : NULL);
  return TRUE;
}

/* A link is relative to its page; "system:snakeboard" opens that system of the catalogue. */
static gboolean
follow(NoslipHelpWindow *self, const char *target)
{
  if (g_str_has_prefix(target, SYSTEM_LINK))
    return gtk_widget_activate_action(GTK_WIDGET(self), "app.open-system", "s", target + strlen(SYSTEM_LINK));
  if (g_str_has_prefix(target, "https://") || g_str_has_prefix(target, "http://")) {
    gtk_show_uri(GTK_WINDOW(self), target, GDK_CURRENT_TIME);
    return TRUE;
  }
  g_autofree char *inside = self->page && *target != '#' ? g_path_get_dirname(self->page) : NULL;
  g_autofree char *root = inside ? g_strdup_printf("/%s", inside) : NULL;
  g_autofree char *absolute = root ? g_canonicalize_filename(target, root) : NULL;
  if (noslip_help_window_go(self, absolute ? absolute + 1 : target))
    return TRUE;
  g_autofree char *words = g_strdup_printf(_("The manual has no page “%s”"), target);
  noslip_toasts_show(self->toasts, words);
  return FALSE;
}

static gboolean
table_link(GtkTextView *text, const char *target, NoslipHelpWindow *self)
{
  g_autofree char *own = g_strdup(target); /* the label is freed with the page */
  return follow(self, own);
}

/* Mouse and keys */

static const char *
link_under(NoslipHelpWindow *self, double x, double y)
{
  int bx = 0, by = 0;
  GtkTextIter iter;
  gtk_text_view_window_to_buffer_coords(GTK_TEXT_VIEW(self->text), GTK_TEXT_WINDOW_WIDGET, (int) x, (int) y, &bx, &by);
  return gtk_text_view_get_iter_at_location(GTK_TEXT_VIEW(self->text), &iter, bx, by) ? noslip_markdown_link_at(&iter)
                                                                                      : NULL;
}

static void
released(GtkGestureClick *click, int n, double x, double y, NoslipHelpWindow *self)
{
  g_autofree char *target = g_strdup(link_under(self, x, y));
  if (target && !gtk_text_buffer_get_has_selection(gtk_text_view_get_buffer(GTK_TEXT_VIEW(self->text))))
    follow(self, target);
}

static void
on_motion(GtkEventControllerMotion *motion, double x, double y, NoslipHelpWindow *self)
{
  gtk_widget_set_cursor_from_name(self->text, link_under(self, x, y) ? "pointer" : "text");
}

/* Tab moves from link to link; after the last one it leaves the text. */
static gboolean
next_link(NoslipHelpWindow *self, gboolean forward)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(self->text));
  GtkTextIter iter;
  gtk_text_buffer_get_iter_at_mark(buffer, &iter, gtk_text_buffer_get_insert(buffer));
  const char *from = noslip_markdown_link_at(&iter);
  while (forward ? gtk_text_iter_forward_to_tag_toggle(&iter, NULL)
                 : gtk_text_iter_backward_to_tag_toggle(&iter, NULL)) {
    const char *here = noslip_markdown_link_at(&iter);
    if (here && here != from) {
      gtk_text_buffer_place_cursor(buffer, &iter);
      gtk_text_view_scroll_mark_onscreen(GTK_TEXT_VIEW(self->text), gtk_text_buffer_get_insert(buffer));
      return TRUE;
    }
  }
  return FALSE;
}

static gboolean
text_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipHelpWindow *self)
{
  if (key == GDK_KEY_Tab)
    return next_link(self, TRUE);
  if (key == GDK_KEY_ISO_Left_Tab)
    return next_link(self, FALSE);
  if (key != GDK_KEY_Return && key != GDK_KEY_KP_Enter)
    return FALSE;
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(self->text));
  GtkTextIter iter;
  gtk_text_buffer_get_iter_at_mark(buffer, &iter, gtk_text_buffer_get_insert(buffer));
  g_autofree char *target = g_strdup(noslip_markdown_link_at(&iter));
  return target && follow(self, target);
}

static void
go_back(NoslipHelpWindow *self)
{
  if (self->history->len == 0)
    return;
  g_autofree char *page = g_ptr_array_steal_index(self->history, self->history->len - 1);
  if (show_page(self, page))
    go_to_heading(self, NULL);
}

static gboolean
window_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipHelpWindow *self)
{
  if (key == GDK_KEY_Left && state & GDK_ALT_MASK)
    go_back(self);
  else if (key == GDK_KEY_Escape)
    gtk_window_close(GTK_WINDOW(self));
  else
    return FALSE;
  return TRUE;
}

static void
row_selected(GtkListBox *list, GtkListBoxRow *row, NoslipHelpWindow *self)
{
  if (row && !self->choosing)
    noslip_help_window_go(
        self, g_ptr_array_index(noslip_help_pages_names(self->pages), (guint) gtk_list_box_row_get_index(row)));
}

/* The window */

static void
noslip_help_window_init(NoslipHelpWindow *self)
{
  self->history = g_ptr_array_new_with_free_func(g_free);
  gtk_widget_init_template(GTK_WIDGET(self));
  self->toasts = noslip_toasts_new(ADW_TOAST_OVERLAY(self->overlay));
}

static void
noslip_help_window_finalize(GObject *object)
{
  NoslipHelpWindow *self = NOSLIP_HELP_WINDOW(object);
  g_free(self->page);
  noslip_help_pages_free(self->pages);
  g_ptr_array_unref(self->history);
  G_OBJECT_CLASS(noslip_help_window_parent_class)->finalize(object);
}

static void
noslip_help_window_dispose(GObject *object)
{
  g_clear_pointer(&NOSLIP_HELP_WINDOW(object)->toasts, noslip_toasts_free);
  G_OBJECT_CLASS(noslip_help_window_parent_class)->dispose(object);
}

static void
noslip_help_window_class_init(NoslipHelpWindowClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_help_window_dispose;
  G_OBJECT_CLASS(class)->finalize = noslip_help_window_finalize;
  g_type_ensure(NOSLIP_TYPE_HELP_TEXT);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/help-window.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipHelpWindow, overlay);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipHelpWindow, list);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipHelpWindow, text);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipHelpWindow, back);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), window_key);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), go_back);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), row_selected);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), table_link);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), released);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), on_motion);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), text_key);
}

NoslipHelpWindow *
noslip_help_window_new(GtkApplication *application, const char *folder)
{
  NoslipHelpWindow *self =
      g_object_new(NOSLIP_TYPE_HELP_WINDOW, "application", application, "title", _("Manual"), NULL);
  self->pages = noslip_help_pages_new(folder);
  add_rows(self);
  const GPtrArray *names = noslip_help_pages_names(self->pages);
  if (names->len == 0)
    noslip_markdown_show(GTK_TEXT_VIEW(self->text), _("The pages of the manual are not installed."), NULL);
  else
    noslip_help_window_go(self, g_ptr_array_index(names, 0));
  gtk_widget_grab_focus(self->text);
  return self;
}

const char *
noslip_help_window_page(NoslipHelpWindow *self)
{
  return self->page;
}

guint
noslip_help_window_n_pages(NoslipHelpWindow *self)
{
  return noslip_help_pages_names(self->pages)->len;
}

GtkTextView *
noslip_help_window_text(NoslipHelpWindow *self)
{
  return GTK_TEXT_VIEW(self->text);
}
