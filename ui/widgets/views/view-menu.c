/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The menu of a view. */
#include "ui/widgets/views/view-private.h"

#include <glib/gi18n.h>

void
noslip_view_add_export(GtkBox *box, const char *title, const char *what)
{
  g_autofree char *action = g_strdup_printf("win.export::%s", what);
  noslip_view_add_item(box, title, NULL, NULL, action);
}

void
noslip_view_add_menu(NoslipView *view, GtkBox *box)
{
  const NoslipViewKind *kind = noslip_view_kind(view);
  if (kind->add_choices) {
    kind->add_choices(view, box);
    gtk_box_append(box, gtk_separator_new(GTK_ORIENTATION_HORIZONTAL));
  }
  if (kind->n_figures > 0) {
    noslip_view_add_plot_items(view, box);
    gtk_box_append(box, gtk_separator_new(GTK_ORIENTATION_HORIZONTAL));
  }
  noslip_view_add_item(box, _("Copy the values"), _("Ctrl C"), noslip_view_actions(view), "copy");
  noslip_view_add_export(box, _("Export…"), kind->id);
  g_autofree char *figure = g_strdup_printf("win.export-figure::%s", kind->id);
  noslip_view_add_item(box, _("Export for paper…"), NULL, NULL, figure);
}
