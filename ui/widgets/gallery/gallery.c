/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/gallery/gallery.h"

#include "core/base/words.h"
#include "core/catalogue/catalogue.h"
#include "ui/widgets/gallery/gallery-row.h"
#include "ui/widgets/gallery/thumbnail-cache.h"
#include "ui/widgets/gallery/thumbnails.h"

#include <adwaita.h>
#include <glib/gi18n.h>

struct _NoslipGallery {
  GtkPopover parent;
  GtkWidget *search, *groups, *list, *nothing;
  GPtrArray *entries; /* of NoslipCatalogueEntry *: the catalogue, its misprints, then the user's own */
  guint n_catalogue;
  guint group; /* of the list below */
  NoslipThumbnails *thumbnails;
  GHashTable *rows;     /* id -> NoslipGalleryRow * (borrowed) */
  gboolean dark, stale; /* stale: the user's own files have changed since the list was made */
};

G_DEFINE_FINAL_TYPE(NoslipGallery, noslip_gallery, GTK_TYPE_POPOVER)

/* Groups */

typedef enum { ALL, PAPERS, CLASSICS, SINGULAR, VAKONOMIC, MISPRINTS, MINE } Group; /* in the order of the buttons */

/* A companion of a system that shows the misprints of a paper. */
static gboolean
is_misprint(const NoslipCatalogueEntry *entry)
{
  return g_str_has_prefix(entry->id, "misprints/");
}

#define ASKING 4 /* letters of an unfinished word */

/* Whether a word of the search begins like "misprint", in either language. */
static gboolean
asks_for_misprints(NoslipGallery *self)
{
  g_autofree char *wanted = noslip_gallery_fold(gtk_editable_get_text(GTK_EDITABLE(self->search)));
  g_autofree char *here = noslip_gallery_fold(g_dpgettext2(NULL, "group of systems", "Misprints"));
  g_auto(GStrv) words = g_strsplit_set(wanted, " \t", -1);
  for (guint i = 0; words[i]; i++)
    if (strlen(words[i]) >= ASKING && (g_str_has_prefix("misprints", words[i]) || g_str_has_prefix(here, words[i])))
      return TRUE;
  return FALSE;
}

static gboolean
in_group(NoslipGallery *self, const NoslipCatalogueEntry *entry, Group group)
{
  const char *const *tags = (const char *const *) entry->tags;
  guint at = 0;
  g_ptr_array_find(self->entries, entry, &at);
  gboolean mine = at >= self->n_catalogue, misprint = is_misprint(entry);
  if (misprint && group != MISPRINTS)
    return group == ALL && asks_for_misprints(self); /* misprints are not listed, but are found by a search */
  switch (group) {
  case MISPRINTS:
    return misprint;
  case PAPERS:
    return !mine && g_strv_contains(tags, "paper");
  case CLASSICS:
    return !mine && !g_strv_contains(tags, "paper");
  case SINGULAR:
    return g_strv_contains(tags, "singular");
  case VAKONOMIC:
    return g_strv_contains(tags, "vakonomic");
  case MINE:
    return mine;
  default:
    return TRUE;
  }
}

static void
picture_ready(const char *id, GdkTexture *texture, gpointer data)
{
  NoslipGallery *self = data;
  NoslipGalleryRow *row = g_hash_table_lookup(self->rows, id);
  if (row)
    noslip_gallery_row_set_picture(row, GDK_PAINTABLE(texture));
}

/* Whether it is in the group and contains every word of the search. */
static gboolean
matches(GtkListBoxRow *row, gpointer data)
{
  NoslipGallery *self = data;
  const NoslipCatalogueEntry *entry = noslip_gallery_row_entry(NOSLIP_GALLERY_ROW(row));
  const char *text = noslip_gallery_row_searched(NOSLIP_GALLERY_ROW(row));
  g_autofree char *wanted = noslip_gallery_fold(gtk_editable_get_text(GTK_EDITABLE(self->search)));
  g_auto(GStrv) words = g_strsplit_set(wanted, " \t", -1);
  if (!in_group(self, entry, self->group))
    return FALSE;
  for (guint i = 0; words[i]; i++)
    if (!strstr(text, words[i]))
      return FALSE;
  return TRUE;
}

/* Whether the title contains every word of the search. */
static gboolean
is_titled(const NoslipCatalogueEntry *entry, char **words)
{
  g_autofree char *title = noslip_gallery_fold(noslip_words(entry->title)),
                  *original = noslip_gallery_fold(entry->title);
  for (guint i = 0; words[i]; i++)
    if (!strstr(title, words[i]) && !strstr(original, words[i]))
      return FALSE;
  return TRUE;
}

/* Titles that contain the search words come before other matches. */
static int
by_title(GtkListBoxRow *one, GtkListBoxRow *other, gpointer data)
{
  NoslipGallery *self = data;
  const NoslipCatalogueEntry *a = noslip_gallery_row_entry(NOSLIP_GALLERY_ROW(one));
  const NoslipCatalogueEntry *b = noslip_gallery_row_entry(NOSLIP_GALLERY_ROW(other));
  guint first = 0, second = 0;
  g_autofree char *wanted = noslip_gallery_fold(gtk_editable_get_text(GTK_EDITABLE(self->search)));
  g_auto(GStrv) words = g_strsplit_set(wanted, " \t", -1);
  gboolean titled = is_titled(a, words);
  if (titled != is_titled(b, words))
    return titled ? -1 : 1;
  g_ptr_array_find(self->entries, a, &first);
  g_ptr_array_find(self->entries, b, &second);
  return (first > second) - (first < second);
}

static GtkListBoxRow *
first_match(NoslipGallery *self)
{
  for (int i = 0;; i++) {
    GtkListBoxRow *row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(self->list), i);
    if (!row || matches(row, self))
      return row;
  }
}

/* The hint shown in an empty list. */
static void
show_matches(NoslipGallery *self)
{
  gboolean words = gtk_editable_get_text(GTK_EDITABLE(self->search))[0] != '\0';
  gtk_label_set_text(GTK_LABEL(self->nothing),
                     words ? _("No system contains these words. Search by title, idea or tag.")
                     : self->group == MINE
                         ? _("Systems that you open or save are listed here. Ctrl+N creates a new one.")
                         : _("The catalogue has no system of this group."));
  gtk_list_box_invalidate_sort(GTK_LIST_BOX(self->list));
  gtk_list_box_invalidate_filter(GTK_LIST_BOX(self->list));
}

static void
searched(GtkSearchEntry *entry, NoslipGallery *self)
{
  show_matches(self);
}

static void
group_toggled(GtkToggleButton *button, NoslipGallery *self)
{
  if (!gtk_toggle_button_get_active(button))
    return;
  self->group = 0;
  for (GtkWidget *one = GTK_WIDGET(button); (one = gtk_widget_get_prev_sibling(one));)
    self->group++;
  show_matches(self);
}

static void
chosen(GtkListBox *list, GtkListBoxRow *row, NoslipGallery *self)
{
  const NoslipCatalogueEntry *entry = noslip_gallery_row_entry(NOSLIP_GALLERY_ROW(row));
  gtk_popover_popdown(GTK_POPOVER(self));
  gtk_widget_activate_action(GTK_WIDGET(self), "win.open-system", "s", entry->id);
}

static void
activated(GtkSearchEntry *entry, NoslipGallery *self)
{
  GtkListBoxRow *row = first_match(self);
  if (row)
    chosen(GTK_LIST_BOX(self->list), row, self);
}

/* From the search down to the results. */
static gboolean
down_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipGallery *self)
{
  GtkListBoxRow *row = first_match(self);
  if (!row || (key != GDK_KEY_Down && key != GDK_KEY_KP_Down))
    return FALSE;
  gtk_list_box_select_row(GTK_LIST_BOX(self->list), row);
  return gtk_widget_grab_focus(GTK_WIDGET(row));
}

/* The list is one step of Tab, however long it is: from any of its rows to the search, and back to the groups. */
static gboolean
list_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipGallery *self)
{
  if (key == GDK_KEY_Tab && !(state & GDK_SHIFT_MASK))
    return gtk_widget_grab_focus(self->search);
  if (key == GDK_KEY_ISO_Left_Tab || key == GDK_KEY_Tab)
    return gtk_widget_grab_focus(gtk_widget_get_last_child(self->groups));
  return FALSE;
}

/* Letters typed in the list and at the groups continue the search. */
static gboolean
letter_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipGallery *self)
{
  GtkWidget *text = GTK_WIDGET(gtk_editable_get_delegate(GTK_EDITABLE(self->search)));
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) || !g_unichar_isgraph(gdk_keyval_to_unicode(key)) || !text)
    return FALSE;
  gtk_text_grab_focus_without_selecting(GTK_TEXT(text));
  gtk_editable_set_position(GTK_EDITABLE(self->search), -1);
  return gtk_event_controller_key_forward(controller, text);
}

/* And back up from the first row of the list, past the groups. */
static gboolean
list_left(GtkWidget *list, GtkDirectionType direction, NoslipGallery *self)
{
  return direction == GTK_DIR_UP && gtk_widget_grab_focus(self->search);
}

/* Files that were opened or saved; not those of the catalogue. */
static void
add_mine(NoslipGallery *self)
{
  GList *items = gtk_recent_manager_get_items(gtk_recent_manager_get_default());
  for (GList *l = items; l; l = l->next) {
    g_autofree char *path = g_filename_from_uri(gtk_recent_info_get_uri(l->data), NULL, NULL);
    NoslipCatalogueEntry *entry = path && g_str_has_suffix(path, ".noslip") && g_utf8_validate(path, -1, NULL)
                                      ? noslip_catalogue_entry_read(path)
                                      : NULL;
    if (entry)
      g_ptr_array_add(self->entries, entry);
  }
  g_list_free_full(items, (GDestroyNotify) gtk_recent_info_unref);
}

static void
fill(NoslipGallery *self)
{
  GtkWidget *row;
  while ((row = GTK_WIDGET(gtk_list_box_get_row_at_index(GTK_LIST_BOX(self->list), 0))))
    gtk_list_box_remove(GTK_LIST_BOX(self->list), row);
  g_hash_table_remove_all(self->rows);
  g_clear_pointer(&self->entries, g_ptr_array_unref);
  self->entries = noslip_catalogue_list();
  g_ptr_array_extend_and_steal(self->entries, noslip_catalogue_misprints());
  self->n_catalogue = self->entries->len;
  add_mine(self);
  for (guint i = 0; i < self->entries->len; i++) {
    const NoslipCatalogueEntry *entry = g_ptr_array_index(self->entries, i);
    GtkWidget *added = noslip_gallery_row_new(entry);
    g_hash_table_insert(self->rows, entry->id, added);
    gtk_list_box_append(GTK_LIST_BOX(self->list), added);
  }
  self->stale = FALSE;
}

static void
recent_changed(NoslipGallery *self)
{
  self->stale = TRUE;
}

/* The list and its pictures are created on first use. */
static void
noslip_gallery_map(GtkWidget *widget)
{
  NoslipGallery *self = NOSLIP_GALLERY(widget);
  gboolean anew = !self->entries || self->stale;
  if (anew) {
    g_clear_pointer(&self->thumbnails, noslip_thumbnails_free);
    fill(self);
  }
  gboolean dark = adw_style_manager_get_dark(adw_style_manager_get_default());
  if (!self->thumbnails || dark != self->dark) {
    g_clear_pointer(&self->thumbnails, noslip_thumbnails_free);
    self->dark = dark;
    g_autofree char *cache = noslip_thumbnail_cache_folder();
    self->thumbnails = noslip_thumbnails_new(2 * NOSLIP_GALLERY_PICTURE_WIDTH, 2 * NOSLIP_GALLERY_PICTURE_HEIGHT, dark,
                                             cache, picture_ready, self);
    for (guint i = 0; i < self->entries->len; i++)
      noslip_thumbnails_add(self->thumbnails, ((NoslipCatalogueEntry *) g_ptr_array_index(self->entries, i))->id);
  }
  GTK_WIDGET_CLASS(noslip_gallery_parent_class)->map(widget);
  gtk_editable_select_region(GTK_EDITABLE(self->search), 0, -1);
  gtk_widget_grab_focus(self->search);
}

static void
noslip_gallery_dispose(GObject *object)
{
  NoslipGallery *self = NOSLIP_GALLERY(object);
  g_clear_pointer(&self->thumbnails, noslip_thumbnails_free);
  G_OBJECT_CLASS(noslip_gallery_parent_class)->dispose(object);
}

static void
noslip_gallery_finalize(GObject *object)
{
  NoslipGallery *self = NOSLIP_GALLERY(object);
  g_hash_table_unref(self->rows);
  g_clear_pointer(&self->entries, g_ptr_array_unref);
  G_OBJECT_CLASS(noslip_gallery_parent_class)->finalize(object);
}

/* A menu of stories closes by itself, and the gallery with it. */
static void
open_story(GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_popover_popdown(GTK_POPOVER(widget));
  gtk_widget_activate_action_variant(widget, "win.open-story", parameter);
}

static void
noslip_gallery_class_init(NoslipGalleryClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_gallery_dispose;
  G_OBJECT_CLASS(class)->finalize = noslip_gallery_finalize;
  GTK_WIDGET_CLASS(class)->map = noslip_gallery_map;
  gtk_widget_class_install_action(GTK_WIDGET_CLASS(class), "gallery.open-story", "(si)", open_story);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/gallery.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipGallery, search);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipGallery, groups);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipGallery, list);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipGallery, nothing);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), searched);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), activated);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), gtk_popover_popdown);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), down_key);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), letter_key);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), group_toggled);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), list_key);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), list_left);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), chosen);
}

static void
noslip_gallery_init(NoslipGallery *self)
{
  self->rows = g_hash_table_new(g_str_hash, g_str_equal);
  gtk_widget_init_template(GTK_WIDGET(self));
  gtk_list_box_set_filter_func(GTK_LIST_BOX(self->list), matches, self, NULL);
  gtk_list_box_set_sort_func(GTK_LIST_BOX(self->list), by_title, self, NULL);
  g_signal_connect_object(gtk_recent_manager_get_default(), "changed", G_CALLBACK(recent_changed), self,
                          G_CONNECT_SWAPPED);
}

GtkWidget *
noslip_gallery_new(void)
{
  return g_object_new(NOSLIP_TYPE_GALLERY, NULL);
}
