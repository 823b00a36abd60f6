/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/conserved-window.h"

#include "ui/widgets/common/bound.h"
#include "ui/widgets/common/formula.h"
#include "ui/widgets/common/toasts.h"
#include "ui/widgets/window/conserved-search.h"

#include <glib/gi18n.h>

#define POLL_INTERVAL 60 /* milliseconds */
#define FORMULA_WIDTH 520.0

struct _NoslipConservedWindow {
  AdwWindow parent;
  GtkWidget *overlay, *stack, *rows, *foot, *heading, *status, *bar, *degree, *moving, *search;
  NoslipWindow *window; /* weak */
  NoslipToasts *toasts;
  NoslipJob *job;
  guint source; /* polls the job */
};

G_DEFINE_FINAL_TYPE(NoslipConservedWindow, noslip_conserved_window, ADW_TYPE_WINDOW)

static void
show(NoslipConservedWindow *self, const char *page)
{
  gtk_stack_set_visible_child_name(GTK_STACK(self->stack), page);
}

/* One sentence in the middle of the window. */
static void
show_status(NoslipConservedWindow *self, const char *title, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text(text, -1);
  adw_status_page_set_title(ADW_STATUS_PAGE(self->status), title);
  adw_status_page_set_description(ADW_STATUS_PAGE(self->status), escaped);
  show(self, "status");
}

/* The buttons of a row */

static void
copy_clicked(GtkButton *button, const NoslipBound *claim)
{
  NoslipConservedWindow *self = claim->target;
  gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(self)), claim->name);
  noslip_toasts_show(self->toasts, _("The claim is copied"));
}

/* As a new line at the end of the text, like typed text: it can be undone. */
static void
add_clicked(GtkButton *button, const NoslipBound *claim)
{
  NoslipConservedWindow *self = claim->target;
  if (!self->window)
    return;
  noslip_window_set_editor(self->window, TRUE);
  noslip_editor_add_line(noslip_window_editor(self->window), claim->name);
  gtk_widget_set_sensitive(GTK_WIDGET(button), FALSE);
  noslip_toasts_show(self->toasts, _("The claim is at the end of the text"));
}

/* The answer */

static GtkWidget *
row_button(NoslipConservedWindow *self, const char *label, const char *claim, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_label(label);
  g_autofree char *name = g_strdup_printf("%s: %s", label, claim);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, name, -1);
  noslip_bound_connect(button, "clicked", clicked, &(NoslipBound){.target = self, .name = claim});
  return button;
}

static GtkWidget *
left_label(const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new(text);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class(label, class);
  return label;
}

/* A title, a formula (in LaTeX, or as text if there is none), words, and buttons if there is a claim. */
static GtkWidget *
row_new(NoslipConservedWindow *self, const char *title, const char *expression, const char *latex, const char *words,
        const char *claim)
{
  GtkWidget *row = gtk_list_box_row_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8);
  gtk_box_append(GTK_BOX(box), left_label(title, "heading"));
  if (expression) {
    GtkWidget *formula = latex ? noslip_formula_new(latex, FORMULA_WIDTH) : left_label(expression, "monospace");
    gtk_widget_set_halign(formula, GTK_ALIGN_START);
    gtk_box_append(GTK_BOX(box), formula);
  }
  gtk_box_append(GTK_BOX(box), left_label(words, "dim-label"));
  if (claim) {
    GtkWidget *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    gtk_box_append(GTK_BOX(buttons), row_button(self, _("Copy as claim"), claim, G_CALLBACK(copy_clicked)));
    gtk_box_append(GTK_BOX(buttons), row_button(self, _("Add to text"), claim, G_CALLBACK(add_clicked)));
    gtk_box_append(GTK_BOX(box), buttons);
  }
  gtk_widget_add_css_class(box, "noslip-conserved-row");
  gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
  gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row), FALSE);
  gtk_accessible_update_property(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_PROPERTY_LABEL, expression ? expression : title,
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words, -1);
  return row;
}

static void
add_item(NoslipConservedWindow *self, const NoslipConservedItem *item, const char *latex)
{
  g_autofree char *claim = noslip_conserved_claim(item), *words = noslip_conserved_item_words(item);
  gtk_list_box_append(GTK_LIST_BOX(self->rows),
                      row_new(self, noslip_conserved_item_title(item), item->expression, latex, words, claim));
}

/* The last row: the conserved volume. FALSE if it is undecided. */
static gboolean
add_measure(NoslipConservedWindow *self, const NoslipConservedSearch *search)
{
  const NoslipMeasure *measure = search->measure;
  const char *title = noslip_measure_title(measure);
  if (!title)
    return FALSE;
  g_autofree char *claim = noslip_measure_claim(measure), *words = noslip_measure_words(measure);
  gtk_list_box_append(GTK_LIST_BOX(self->rows),
                      row_new(self, title, noslip_measure_formula(measure), search->measure_latex, words, claim));
  return TRUE;
}

static void
answer(NoslipConservedWindow *self, const NoslipConservedSearch *search)
{
  g_autofree char *words = noslip_conserved_search_words(search);
  const NoslipConserved *conserved = search->conserved;
  if (!conserved) {
    show_status(self, _("No answer"), words);
    return;
  }
  for (guint i = 0; i < conserved->found->len; i++)
    add_item(self, conserved->found->pdata[i], search->latex->pdata[i]);
  if (!add_measure(self, search) && conserved->found->len == 0) {
    show_status(self, conserved->definite ? _("None in this space") : _("Undecided"), words);
    return;
  }
  gtk_label_set_text(GTK_LABEL(self->foot), words);
  gtk_label_set_text(GTK_LABEL(self->heading), conserved->definite ? _("None in this space") : _("Undecided"));
  gtk_widget_set_visible(self->heading, conserved->found->len == 0);
  show(self, "found");
}

/* Searching */

static void
stop(NoslipConservedWindow *self)
{
  g_clear_handle_id(&self->source, g_source_remove);
  g_clear_pointer(&self->job, noslip_job_free);
  gtk_widget_set_sensitive(self->search, TRUE);
}

static gboolean
poll_job(gpointer data)
{
  NoslipConservedWindow *self = data;
  gboolean animated = TRUE;
  if (!noslip_job_is_done(self->job)) {
    g_object_get(gtk_widget_get_settings(GTK_WIDGET(self)), "gtk-enable-animations", &animated, NULL);
    if (animated)
      gtk_progress_bar_pulse(GTK_PROGRESS_BAR(self->bar));
    return G_SOURCE_CONTINUE;
  }
  self->source = 0;
  answer(self, noslip_job_data(self->job));
  stop(self);
  return G_SOURCE_REMOVE;
}

static void
begin(NoslipConservedWindow *self)
{
  static const guint degrees[] = {0, 1, 2, 4}; /* as the template lists them */
  GtkWidget *row;
  stop(self);
  while ((row = gtk_widget_get_first_child(self->rows)) && GTK_IS_LIST_BOX_ROW(row))
    gtk_list_box_remove(GTK_LIST_BOX(self->rows), row);
  guint degree = gtk_drop_down_get_selected(GTK_DROP_DOWN(self->degree));
  if (self->window)
    self->job = noslip_conserved_search_new(noslip_window_simulation(self->window),
                                            degrees[MIN(degree, G_N_ELEMENTS(degrees) - 1)],
                                            gtk_check_button_get_active(GTK_CHECK_BUTTON(self->moving)));
  if (!self->job) {
    show_status(self, _("No answer"), _("The search needs the initial state, which is not known yet."));
    return;
  }
  gtk_widget_set_sensitive(self->search, FALSE);
  show(self, "search");
  self->source = g_timeout_add(POLL_INTERVAL, poll_job, self);
}

static void
search_clicked(GtkButton *button, NoslipConservedWindow *self)
{
  begin(self);
}

static void
cancel_clicked(GtkButton *button, NoslipConservedWindow *self)
{
  stop(self);
  show_status(self, _("Cancelled"), _("The search was cancelled before it had an answer."));
}

/* Life */

static void
noslip_conserved_window_dispose(GObject *object)
{
  NoslipConservedWindow *self = NOSLIP_CONSERVED_WINDOW(object);
  g_clear_handle_id(&self->source, g_source_remove);
  g_clear_pointer(&self->job, noslip_job_free);
  g_clear_pointer(&self->toasts, noslip_toasts_free);
  g_clear_weak_pointer(&self->window);
  G_OBJECT_CLASS(noslip_conserved_window_parent_class)->dispose(object);
}

static void
noslip_conserved_window_class_init(NoslipConservedWindowClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_conserved_window_dispose;
  gtk_widget_class_add_binding_action(GTK_WIDGET_CLASS(class), GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/conserved-window.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipConservedWindow, overlay);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipConservedWindow, stack);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipConservedWindow, rows);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipConservedWindow, foot);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipConservedWindow, heading);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipConservedWindow, status);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipConservedWindow, bar);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipConservedWindow, degree);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipConservedWindow, moving);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipConservedWindow, search);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), search_clicked);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), cancel_clicked);
}

static void
noslip_conserved_window_init(NoslipConservedWindow *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  self->toasts = noslip_toasts_new(ADW_TOAST_OVERLAY(self->overlay));
}

GtkWidget *
noslip_conserved_window_new(NoslipWindow *window)
{
  NoslipConservedWindow *self = g_object_new(NOSLIP_TYPE_CONSERVED_WINDOW, "transient-for", window, NULL);
  g_set_weak_pointer(&self->window, window);
  begin(self);
  return GTK_WIDGET(self);
}
