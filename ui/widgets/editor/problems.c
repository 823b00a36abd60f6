/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/editor/problems.h"

#include "ui/widgets/common/bound.h"

#include <glib/gi18n.h>

struct _NoslipProblems {
  GtkWidget parent;
  GtkWidget *revealer, *head, *title, *list, *scroller;
  gboolean compact;
  GArray *places; /* of NoslipPlace, by row */
};

enum { PLACE_ACTIVATED, FIX_ACTIVATED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(NoslipProblems, noslip_problems, GTK_TYPE_WIDGET)

static GtkWidget *
label_new(const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new(text);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_selectable(GTK_LABEL(label), FALSE);
  if (class)
    gtk_widget_add_css_class(label, class);
  return label;
}

/* The line and, below it, a caret. */
static char *
line_with_caret(const NoslipDiagnostic *diagnostic)
{
  g_autoptr(GString) text = g_string_new(diagnostic->source_line);
  g_string_append_c(text, '\n');
  const char *at = diagnostic->source_line;
  for (guint column = 1; column < noslip_diagnostic_source_column(diagnostic); column++) {
    g_string_append_c(text, at && *at == '\t' ? '\t' : ' ');
    if (at && *at)
      at = g_utf8_next_char(at);
  }
  g_string_append_c(text, '^');
  for (guint i = 1; i < diagnostic->place.length && at && *at; i++, at = g_utf8_next_char(at))
    g_string_append_c(text, '^');
  return g_string_free(g_steal_pointer(&text), FALSE);
}

static GtkWidget *
words_new(const char *words, const char *style)
{
  GtkWidget *label = label_new(words, style);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_widget_set_valign(label, GTK_ALIGN_START);
  return label;
}

static void
fix_clicked(GtkButton *button, const NoslipBound *problem)
{
  g_signal_emit(problem->target, signals[FIX_ACTIVATED], 0, problem->index);
}

/* The button that applies the fix; it shows the replacement. */
static GtkWidget *
fix_new(NoslipProblems *self, guint index, const NoslipDiagnostic *diagnostic)
{
  GtkWidget *button = gtk_button_new_with_label(_("Fix"));
  g_autofree char *shown = g_strstrip(g_strdup(diagnostic->fix));
  g_autofree char *tooltip = *shown                     ? g_strdup_printf(_("Write %s (Alt+Enter)"), shown)
                             : *diagnostic->fix == '\n' ? g_strdup(_("Begin a new line (Alt+Enter)"))
                                                        : g_strdup(_("Take it out (Alt+Enter)"));
  g_autofree char *name = g_strdup_printf(_("Fix line %u"), diagnostic->place.line);
  gtk_widget_add_css_class(button, "flat");
  gtk_widget_add_css_class(button, "noslip-fix");
  gtk_widget_set_valign(button, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text(button, tooltip);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tooltip, -1);
  noslip_bound_connect(button, "clicked", G_CALLBACK(fix_clicked), &(NoslipBound){.target = self, .index = index});
  return button;
}

/* In one line where there is room, beside a text that shows the place. */
static GtkWidget *
line_new(const NoslipDiagnostic *diagnostic)
{
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *place = diagnostic->place.line
                               ? g_strdup_printf("%u:%u", diagnostic->place.line, diagnostic->place.column)
                               : g_strdup("");
  GtkWidget *at = label_new(place, "dim-label"),
            *cause = words_new(diagnostic->cause, diagnostic->severity == NOSLIP_ERROR ? "error" : "warning");
  gtk_widget_add_css_class(at, "numeric");
  gtk_widget_set_valign(at, GTK_ALIGN_START);
  gtk_label_set_width_chars(GTK_LABEL(at), 6);
  gtk_box_append(GTK_BOX(row), at);
  gtk_box_append(GTK_BOX(row), cause);
  if (diagnostic->remedy)
    gtk_box_append(GTK_BOX(row), words_new(diagnostic->remedy, "dim-label"));
  return row;
}

static GtkWidget *
paragraph_new(const NoslipDiagnostic *diagnostic, const char *cause)
{
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
  gtk_box_append(GTK_BOX(row), words_new(cause, diagnostic->severity == NOSLIP_ERROR ? "error" : "warning"));
  if (diagnostic->source_line) {
    g_autofree char *lines = line_with_caret(diagnostic);
    GtkWidget *source = label_new(lines, "monospace");
    gtk_label_set_ellipsize(GTK_LABEL(source), PANGO_ELLIPSIZE_END);
    gtk_box_append(GTK_BOX(row), source);
  }
  if (diagnostic->remedy)
    gtk_box_append(GTK_BOX(row), words_new(diagnostic->remedy, "dim-label"));
  return row;
}

static GtkWidget *
row_new(NoslipProblems *self, guint index, const NoslipDiagnostic *diagnostic)
{
  gboolean compact = self->compact;
  const char *severity = diagnostic->severity == NOSLIP_ERROR     ? _("error")
                         : diagnostic->severity == NOSLIP_WARNING ? _("warning")
                                                                  : _("note");
  g_autofree char *cause = diagnostic->place.line
                               ? g_strdup_printf(_("Line %u, column %u: %s: %s"), diagnostic->place.line,
                                                 diagnostic->place.column, severity, diagnostic->cause)
                               : g_strdup_printf("%s: %s", severity, diagnostic->cause);
  GtkWidget *row = compact ? line_new(diagnostic) : paragraph_new(diagnostic, cause);
  if (compact && diagnostic->fix)
    gtk_box_append(GTK_BOX(row), fix_new(self, index, diagnostic));
  g_autofree char *whole = noslip_diagnostic_format(diagnostic);
  GtkWidget *item = gtk_list_box_row_new();
  gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(item), row);
  gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(item), diagnostic->place.line > 0);
  gtk_widget_set_tooltip_text(item, compact ? whole : NULL);
  gtk_accessible_update_property(GTK_ACCESSIBLE(item), GTK_ACCESSIBLE_PROPERTY_LABEL, cause,
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, whole, -1);
  return item;
}

void
noslip_problems_show(NoslipProblems *self, const char *name, const NoslipDiagnostics *diagnostics)
{
  GtkListBoxRow *row;
  while ((row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(self->list), 0)))
    gtk_list_box_remove(GTK_LIST_BOX(self->list), GTK_WIDGET(row));
  g_array_set_size(self->places, 0);
  guint shown = 0;
  for (guint i = 0; diagnostics && i < diagnostics->list->len; i++) {
    const NoslipDiagnostic *diagnostic = g_ptr_array_index(diagnostics->list, i);
    if (diagnostic->severity == NOSLIP_NOTE)
      continue;
    gtk_list_box_append(GTK_LIST_BOX(self->list), row_new(self, i, diagnostic));
    g_array_append_val(self->places, diagnostic->place);
    shown++;
  }
  g_autofree char *base = name ? g_path_get_basename(name) : g_strdup("");
  g_autofree char *title = g_strdup_printf(ngettext("%u problem in %s", "%u problems in %s", shown), shown, base);
  gtk_label_set_text(GTK_LABEL(self->title), title);
  gtk_revealer_set_reveal_child(GTK_REVEALER(self->revealer), shown > 0);
  gtk_widget_set_visible(GTK_WIDGET(self), shown > 0);
}

static void
row_activated(GtkListBox *list, GtkListBoxRow *row, NoslipProblems *self)
{
  const NoslipPlace *place = &g_array_index(self->places, NoslipPlace, gtk_list_box_row_get_index(row));
  if (place->line > 0)
    g_signal_emit(self, signals[PLACE_ACTIVATED], 0, place->line, place->column);
}

void
noslip_problems_set_compact(NoslipProblems *self, gboolean compact)
{
  self->compact = compact;
  if (compact)
    gtk_widget_add_css_class(GTK_WIDGET(self), "noslip-compact");
  gtk_widget_set_visible(self->head, !compact);
  gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(self->scroller), compact ? 78 : 220);
  gtk_revealer_set_transition_type(GTK_REVEALER(self->revealer), GTK_REVEALER_TRANSITION_TYPE_NONE);
}

static void
closed(GtkButton *button, NoslipProblems *self)
{
  gtk_revealer_set_reveal_child(GTK_REVEALER(self->revealer), FALSE);
  gtk_widget_set_visible(GTK_WIDGET(self), FALSE);
}

static void
noslip_problems_dispose(GObject *object)
{
  g_clear_pointer(&NOSLIP_PROBLEMS(object)->revealer, gtk_widget_unparent);
  G_OBJECT_CLASS(noslip_problems_parent_class)->dispose(object);
}

static void
noslip_problems_finalize(GObject *object)
{
  g_array_unref(NOSLIP_PROBLEMS(object)->places);
  G_OBJECT_CLASS(noslip_problems_parent_class)->finalize(object);
}

static void
noslip_problems_class_init(NoslipProblemsClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_problems_dispose;
  G_OBJECT_CLASS(class)->finalize = noslip_problems_finalize;
  signals[PLACE_ACTIVATED] = g_signal_new("place-activated", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[FIX_ACTIVATED] = g_signal_new("fix-activated", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                        NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/problems.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipProblems, revealer);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipProblems, head);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipProblems, title);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipProblems, list);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipProblems, scroller);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), row_activated);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), closed);
}

static void
noslip_problems_init(NoslipProblems *self)
{
  self->places = g_array_new(FALSE, FALSE, sizeof(NoslipPlace));
  gtk_widget_init_template(GTK_WIDGET(self));
}

GtkWidget *
noslip_problems_new(void)
{
  return g_object_new(NOSLIP_TYPE_PROBLEMS, NULL);
}
