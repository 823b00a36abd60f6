/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/gallery/gallery.h"

#include "core/base/words.h"
#include "core/catalogue/catalogue.h"
#include "core/simulation/setup/story.h"
#include "ui/widgets/gallery/thumbnail-cache.h"
#include "ui/widgets/gallery/thumbnails.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define PICTURE_WIDTH 108
#define PICTURE_HEIGHT 72

struct _NoslipGallery {
  GtkPopover parent;
  GtkWidget *search, *groups, *list, *nothing;
  GPtrArray *entries; /* of NoslipCatalogueEntry *: the catalogue, its misprints, then the user's own */
  guint n_catalogue;
  guint group; /* of the list below */
  NoslipThumbnails *thumbnails;
  GHashTable *pictures; /* id -> GtkPicture * (borrowed) */
  gboolean dark, stale; /* stale: the user has other files of his own than the list says */
};

G_DEFINE_FINAL_TYPE(NoslipGallery, noslip_gallery, GTK_TYPE_POPOVER)

/* Groups */

typedef enum { ALL, PAPERS, CLASSICS, SINGULAR, VAKONOMIC, MISPRINTS, MINE, N_GROUPS } Group;
#define OF_SYSTEMS "group of systems" /* the context of their names */
static const char *const group_names[] = {NC_("group of systems", "All"),       NC_("group of systems", "Papers"),
                                          NC_("group of systems", "Classics"),  NC_("group of systems", "Singular"),
                                          NC_("group of systems", "Vakonomic"), NC_("group of systems", "Misprints"),
                                          NC_("group of systems", "Mine")};

/* A companion of a system, that shows the misprints of a paper failing. */
static gboolean
is_misprint(const NoslipCatalogueEntry *entry)
{
  return g_str_has_prefix(entry->id, "misprints/");
}

/* Without capitals and accents: what is typed in haste is found too. */
static char *
folded(const char *text)
{
  g_autofree char *apart = g_utf8_normalize(text, -1, G_NORMALIZE_ALL);
  g_autoptr(GString) plain = g_string_new(NULL);
  for (const char *c = apart; *c; c = g_utf8_next_char(c))
    if (!g_unichar_ismark(g_utf8_get_char(c)))
      g_string_append_unichar(plain, g_utf8_get_char(c));
  return g_utf8_casefold(plain->str, -1);
}

#define ASKING 4 /* letters of a word that is not finished */

/* Whether a word of the search begins like "misprint", in either language. */
static gboolean
asks_for_misprints(NoslipGallery *self)
{
  g_autofree char *wanted = folded(gtk_editable_get_text(GTK_EDITABLE(self->search)));
  g_autofree char *here = folded(g_dpgettext2(NULL, OF_SYSTEMS, group_names[MISPRINTS]));
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
    return group == ALL && asks_for_misprints(self); /* wrong formulas stand apart, but are found */
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
  GtkPicture *picture = g_hash_table_lookup(self->pictures, id);
  if (picture)
    gtk_picture_set_paintable(picture, GDK_PAINTABLE(texture));
}

/* What a search looks at, as the text says it and in the reader's language: id, title, summary, tags and `more`. */
static char *
searched_words(const NoslipCatalogueEntry *entry, const char *more)
{
  g_autoptr(GString) text = g_string_new(entry->id);
  g_string_append_printf(text, "\n%s\n%s\n%s\n%s", entry->title, noslip_words(entry->title), entry->summary,
                         noslip_words(entry->summary));
  for (guint i = 0; entry->tags && entry->tags[i]; i++)
    g_string_append_printf(text, "\n%s\n%s", entry->tags[i], noslip_words(entry->tags[i]));
  g_string_append(text, more);
  return folded(text->str);
}

/* The stories about a system, behind a button; NULL where there are none. What they are called is searched, too. */
static GtkWidget *
stories_button(const NoslipCatalogueEntry *entry, GString *searched)
{
  g_autofree char *file = noslip_stories_file(entry->id);
  g_autoptr(NoslipDiagnostics) unread = noslip_diagnostics_new();
  g_autoptr(GPtrArray) stories = noslip_stories_read(file, unread);
  if (stories->len == 0)
    return NULL;
  g_autoptr(GMenu) menu = g_menu_new();
  for (guint i = 0; i < stories->len; i++) {
    const char *name = noslip_story_name(stories->pdata[i]);
    g_autoptr(GMenuItem) item = g_menu_item_new(name, NULL);
    g_menu_item_set_action_and_target(item, "gallery.open-story", "(si)", entry->id, (int) i);
    g_menu_append_item(menu, item);
    g_string_append_printf(searched, "\n%s\n%s", name, noslip_setup_name(stories->pdata[i]));
  }
  GtkWidget *button = gtk_menu_button_new();
  gtk_menu_button_set_label(GTK_MENU_BUTTON(button), _("Stories"));
  gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(button), G_MENU_MODEL(menu));
  gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class(button, "flat");
  gtk_widget_add_css_class(button, "noslip-stories");
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Stories"),
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, noslip_words(entry->title), -1);
  return button;
}

/* Right opens the stories of the row that has the focus: the list is one step of Tab. */
static gboolean
row_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, GtkWidget *button)
{
  if ((key != GDK_KEY_Right && key != GDK_KEY_KP_Right) || state & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return FALSE;
  gtk_menu_button_popup(GTK_MENU_BUTTON(button));
  return TRUE;
}

static GtkWidget *
row_new(NoslipGallery *self, const NoslipCatalogueEntry *entry)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *picture = gtk_picture_new();
  gtk_widget_set_size_request(picture, PICTURE_WIDTH, PICTURE_HEIGHT);
  gtk_widget_set_valign(picture, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class(picture, "noslip-thumbnail");
  gtk_widget_set_overflow(picture, GTK_OVERFLOW_HIDDEN);
  g_hash_table_insert(self->pictures, entry->id, picture);
  GtkWidget *texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_set_valign(texts, GTK_ALIGN_CENTER);
  GtkWidget *title = gtk_label_new(entry->title[0] ? noslip_words(entry->title) : noslip_words(entry->id));
  gtk_label_set_xalign(GTK_LABEL(title), 0);
  gtk_label_set_ellipsize(GTK_LABEL(title), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class(title, "heading");
  GtkWidget *summary = gtk_label_new(noslip_words(entry->summary));
  gtk_label_set_xalign(GTK_LABEL(summary), 0);
  gtk_label_set_wrap(GTK_LABEL(summary), TRUE);
  gtk_label_set_lines(GTK_LABEL(summary), 2);
  gtk_label_set_ellipsize(GTK_LABEL(summary), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars(GTK_LABEL(summary), 44);
  gtk_label_set_width_chars(GTK_LABEL(summary), 44);
  gtk_widget_add_css_class(summary, "dim-label");
  gtk_widget_add_css_class(summary, "caption");
  gtk_box_append(GTK_BOX(texts), title);
  gtk_box_append(GTK_BOX(texts), summary);
  gtk_box_append(GTK_BOX(box), picture);
  gtk_box_append(GTK_BOX(box), texts);
  GtkWidget *row = gtk_list_box_row_new();
  g_autoptr(GString) named = g_string_new(NULL);
  GtkWidget *stories = stories_button(entry, named);
  if (stories) {
    gtk_widget_set_hexpand(texts, TRUE);
    gtk_box_append(GTK_BOX(box), stories);
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(row_key), stories);
    gtk_widget_add_controller(row, keys);
  }
  gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
  g_object_set_data(G_OBJECT(row), "entry", (gpointer) entry);
  g_object_set_data_full(G_OBJECT(row), "searched", searched_words(entry, named->str), g_free);
  gtk_accessible_update_property(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_PROPERTY_LABEL, noslip_words(entry->title),
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, noslip_words(entry->summary), -1);
  return row;
}

/* Of the group, and with every word of the search. */
static gboolean
matches(GtkListBoxRow *row, gpointer data)
{
  NoslipGallery *self = data;
  const NoslipCatalogueEntry *entry = g_object_get_data(G_OBJECT(row), "entry");
  const char *text = g_object_get_data(G_OBJECT(row), "searched");
  g_autofree char *wanted = folded(gtk_editable_get_text(GTK_EDITABLE(self->search)));
  g_auto(GStrv) words = g_strsplit_set(wanted, " \t", -1);
  if (!in_group(self, entry, self->group))
    return FALSE;
  for (guint i = 0; words[i]; i++)
    if (!strstr(text, words[i]))
      return FALSE;
  return TRUE;
}

/* Whether every word of the search stands in the title. */
static gboolean
is_titled(const NoslipCatalogueEntry *entry, char **words)
{
  g_autofree char *title = folded(noslip_words(entry->title)), *original = folded(entry->title);
  for (guint i = 0; words[i]; i++)
    if (!strstr(title, words[i]) && !strstr(original, words[i]))
      return FALSE;
  return TRUE;
}

/* What is called by the words of the search comes before what only has to do with them. */
static int
by_title(GtkListBoxRow *one, GtkListBoxRow *other, gpointer data)
{
  NoslipGallery *self = data;
  const NoslipCatalogueEntry *a = g_object_get_data(G_OBJECT(one), "entry");
  const NoslipCatalogueEntry *b = g_object_get_data(G_OBJECT(other), "entry");
  guint first = 0, second = 0;
  g_autofree char *wanted = folded(gtk_editable_get_text(GTK_EDITABLE(self->search)));
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

/* What would fill an empty list. */
static void
show_matches(NoslipGallery *self)
{
  gboolean words = gtk_editable_get_text(GTK_EDITABLE(self->search))[0] != '\0';
  gtk_label_set_text(GTK_LABEL(self->nothing),
                     words                 ? _("No system here has these words. Search by title, idea or tag.")
                     : self->group == MINE ? _("Systems that you open or save stand here. Ctrl+N begins a new one.")
                                           : _("There is no system of this group in the catalogue."));
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
  self->group = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(button), "group"));
  show_matches(self);
}

static void
chosen(GtkListBox *list, GtkListBoxRow *row, NoslipGallery *self)
{
  const NoslipCatalogueEntry *entry = g_object_get_data(G_OBJECT(row), "entry");
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

/* From above down into what was found. */
static gboolean
down_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipGallery *self)
{
  GtkListBoxRow *row = first_match(self);
  if (!row || (key != GDK_KEY_Down && key != GDK_KEY_KP_Down))
    return FALSE;
  gtk_list_box_select_row(GTK_LIST_BOX(self->list), row);
  return gtk_widget_grab_focus(GTK_WIDGET(row));
}

/* The list is one step of Tab, however long it is: from any of its rows on to the search, and back to the groups. */
static gboolean
list_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, NoslipGallery *self)
{
  if (key == GDK_KEY_Tab && !(state & GDK_SHIFT_MASK))
    return gtk_widget_grab_focus(self->search);
  if (key == GDK_KEY_ISO_Left_Tab || key == GDK_KEY_Tab)
    return gtk_widget_grab_focus(gtk_widget_get_last_child(self->groups));
  return FALSE;
}

/* Letters that are typed in the list and at the groups go on searching. */
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

/* And back up from the first of the list, past the groups. */
static gboolean
list_left(GtkWidget *list, GtkDirectionType direction, NoslipGallery *self)
{
  return direction == GTK_DIR_UP && gtk_widget_grab_focus(self->search);
}

/* Files that were opened or saved; those of the catalogue are never among them. */
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
  g_hash_table_remove_all(self->pictures);
  g_clear_pointer(&self->entries, g_ptr_array_unref);
  self->entries = noslip_catalogue_list();
  g_ptr_array_extend_and_steal(self->entries, noslip_catalogue_misprints());
  self->n_catalogue = self->entries->len;
  add_mine(self);
  for (guint i = 0; i < self->entries->len; i++)
    gtk_list_box_append(GTK_LIST_BOX(self->list), row_new(self, g_ptr_array_index(self->entries, i)));
  self->stale = FALSE;
}

static void
recent_changed(NoslipGallery *self)
{
  self->stale = TRUE;
}

/* The list and its pictures are made when they are first wanted. */
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
    self->thumbnails = noslip_thumbnails_new(2 * PICTURE_WIDTH, 2 * PICTURE_HEIGHT, dark, cache, picture_ready, self);
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
  g_hash_table_unref(self->pictures);
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
}

/* One of them is down at a time. */
static GtkWidget *
group_buttons(NoslipGallery *self)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), *first = NULL;
  gtk_widget_add_css_class(box, "linked");
  gtk_box_set_homogeneous(GTK_BOX(box), TRUE);
  for (guint i = 0; i < N_GROUPS; i++) {
    GtkWidget *button = gtk_toggle_button_new_with_label(g_dpgettext2(NULL, OF_SYSTEMS, group_names[i]));
    g_object_set_data(G_OBJECT(button), "group", GUINT_TO_POINTER(i));
    gtk_widget_add_css_class(button, "noslip-group");
    gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(button), GTK_TOGGLE_BUTTON(first));
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(button), i == ALL);
    g_signal_connect(button, "toggled", G_CALLBACK(group_toggled), self);
    gtk_box_append(GTK_BOX(box), button);
    first = first ? first : button;
  }
  gtk_accessible_update_property(GTK_ACCESSIBLE(box), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Groups"), -1);
  return box;
}

static void
add_keys(NoslipGallery *self, GtkWidget *widget, GtkPropagationPhase phase, GCallback pressed)
{
  GtkEventController *keys = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(keys, phase);
  g_signal_connect(keys, "key-pressed", pressed, self);
  gtk_widget_add_controller(widget, keys);
}

static void
noslip_gallery_init(NoslipGallery *self)
{
  self->pictures = g_hash_table_new(g_str_hash, g_str_equal);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
  self->search = gtk_search_entry_new();
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Search systems"), -1);
  g_object_set(self->search, "placeholder-text", _("Search systems"), NULL);
  g_signal_connect(self->search, "search-changed", G_CALLBACK(searched), self);
  g_signal_connect(self->search, "activate", G_CALLBACK(activated), self);
  g_signal_connect_swapped(self->search, "stop-search", G_CALLBACK(gtk_popover_popdown), self);
  add_keys(self, self->search, GTK_PHASE_CAPTURE, G_CALLBACK(down_key));
  self->groups = group_buttons(self);
  add_keys(self, self->groups, GTK_PHASE_CAPTURE, G_CALLBACK(down_key));
  add_keys(self, self->groups, GTK_PHASE_BUBBLE, G_CALLBACK(letter_key));
  self->list = gtk_list_box_new();
  add_keys(self, self->list, GTK_PHASE_CAPTURE, G_CALLBACK(list_key));
  add_keys(self, self->list, GTK_PHASE_BUBBLE, G_CALLBACK(letter_key));
  g_signal_connect(self->list, "keynav-failed", G_CALLBACK(list_left), self);
  gtk_list_box_set_selection_mode(GTK_LIST_BOX(self->list), GTK_SELECTION_BROWSE);
  gtk_list_box_set_filter_func(GTK_LIST_BOX(self->list), matches, self, NULL);
  gtk_list_box_set_sort_func(GTK_LIST_BOX(self->list), by_title, self, NULL);
  self->nothing = gtk_label_new(NULL);
  gtk_label_set_wrap(GTK_LABEL(self->nothing), TRUE);
  gtk_widget_add_css_class(self->nothing, "dim-label");
  gtk_widget_set_margin_top(self->nothing, 24);
  gtk_list_box_set_placeholder(GTK_LIST_BOX(self->list), self->nothing);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Systems"), -1);
  g_signal_connect(self->list, "row-activated", G_CALLBACK(chosen), self);
  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), self->list);
  gtk_widget_set_size_request(scroller, 480, 520);
  gtk_box_append(GTK_BOX(box), self->search);
  gtk_box_append(GTK_BOX(box), self->groups);
  gtk_box_append(GTK_BOX(box), scroller);
  g_signal_connect_object(gtk_recent_manager_get_default(), "changed", G_CALLBACK(recent_changed), self,
                          G_CONNECT_SWAPPED);
  gtk_popover_set_child(GTK_POPOVER(self), box);
}

GtkWidget *
noslip_gallery_new(void)
{
  return g_object_new(NOSLIP_TYPE_GALLERY, NULL);
}
