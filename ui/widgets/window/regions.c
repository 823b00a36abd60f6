/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The regions of a window as landmarks: F6 moves from one to the next, and screen readers name them. */
#include "ui/widgets/editor/editor.h"
#include "ui/widgets/window/window-private.h"

#include <glib/gi18n.h>

#define MOST 6

typedef struct {
  GtkWidget *widget; /* or NULL */
  const char *name;  /* NULL: it has a name already */
  GtkWidget *first;  /* the widget that takes the focus; NULL: the first one in it that can */
} Region;

/* From the upper left corner to the bottom. */
static void
list_regions(NoslipWindow *self, Region regions[MOST])
{
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(self));
  NoslipEditor *editor = noslip_window_has_editor(self) ? noslip_window_editor(self) : NULL; /* created on first use */
  GtkWidget *text = editor != NULL ? noslip_editor_text_widget(editor) : NULL;
  const Region all[MOST] = {{self->header, N_("Header"), NULL},
                            {self->side_pane, N_("Values"), NULL},
                            {self->scene_pane, N_("Motion in space"), scene},
                            {(GtkWidget *) editor, NULL, text},
                            {self->tiles, N_("Views"), NULL},
                            {self->timeline, N_("Timeline"), NULL}};
  for (guint i = 0; i < MOST; i++)
    regions[i] = all[i];
}

void
noslip_window_name_regions(NoslipWindow *self)
{
  Region regions[MOST];
  list_regions(self, regions);
  for (guint i = 0; i < MOST; i++)
    if (regions[i].widget != NULL && regions[i].name != NULL)
      gtk_accessible_update_property(GTK_ACCESSIBLE(regions[i].widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                     _(regions[i].name), -1);
}

static gboolean
enter(const Region *region)
{
  if (region->widget == NULL || !gtk_widget_get_mapped(region->widget))
    return FALSE;
  return region->first != NULL ? gtk_widget_grab_focus(region->first)
                               : gtk_widget_child_focus(region->widget, GTK_DIR_TAB_FORWARD);
}

void
noslip_window_go_to_region(NoslipWindow *self, int direction)
{
  Region regions[MOST];
  GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(self));
  int at = direction > 0 ? -1 : MOST;
  list_regions(self, regions);
  for (int i = 0; i < MOST; i++)
    if (focus != NULL && regions[i].widget != NULL &&
        (focus == regions[i].widget || gtk_widget_is_ancestor(focus, regions[i].widget)))
      at = i;
  for (int i = 1; i <= MOST; i++)
    if (enter(&regions[((at + direction * i) % MOST + MOST) % MOST]))
      return;
}
