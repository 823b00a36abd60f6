/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/gallery/gallery-row.h"

#include "core/base/words.h"
#include "core/simulation/setup/story.h"

#include <glib/gi18n.h>

struct _NoslipGalleryRow {
  GtkListBoxRow parent;
  GtkWidget *box, *picture, *texts, *title, *summary;
  const NoslipCatalogueEntry *entry; /* borrowed */
  char *searched;
};

G_DEFINE_FINAL_TYPE(NoslipGalleryRow, noslip_gallery_row, GTK_TYPE_LIST_BOX_ROW)

/* Without capitals and accents, so that searches ignore them. */
char *
noslip_gallery_fold(const char *text)
{
  g_autofree char *apart = g_utf8_normalize(text, -1, G_NORMALIZE_ALL);
  g_autoptr(GString) plain = g_string_new(NULL);
  for (const char *c = apart; *c; c = g_utf8_next_char(c))
    if (!g_unichar_ismark(g_utf8_get_char(c)))
      g_string_append_unichar(plain, g_utf8_get_char(c));
  return g_utf8_casefold(plain->str, -1);
}

/* The searched words, untranslated and translated: id, title, summary, tags and `more`. */
static char *
searched_words(const NoslipCatalogueEntry *entry, const char *more)
{
  g_autoptr(GString) text = g_string_new(entry->id);
  g_string_append_printf(text, "\n%s\n%s\n%s\n%s", entry->title, noslip_words(entry->title), entry->summary,
                         noslip_words(entry->summary));
  for (guint i = 0; entry->tags && entry->tags[i]; i++)
    g_string_append_printf(text, "\n%s\n%s", entry->tags[i], noslip_words(entry->tags[i]));
  g_string_append(text, more);
  return noslip_gallery_fold(text->str);
}

/* The stories about a system, behind a button; NULL if there are none. Their names are searched too. */
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

const NoslipCatalogueEntry *
noslip_gallery_row_entry(NoslipGalleryRow *self)
{
  return self->entry;
}

const char *
noslip_gallery_row_searched(NoslipGalleryRow *self)
{
  return self->searched;
}

void
noslip_gallery_row_set_picture(NoslipGalleryRow *self, GdkPaintable *picture)
{
  gtk_picture_set_paintable(GTK_PICTURE(self->picture), picture);
}

static void
noslip_gallery_row_finalize(GObject *object)
{
  g_free(NOSLIP_GALLERY_ROW(object)->searched);
  G_OBJECT_CLASS(noslip_gallery_row_parent_class)->finalize(object);
}

static void
noslip_gallery_row_class_init(NoslipGalleryRowClass *class)
{
  G_OBJECT_CLASS(class)->finalize = noslip_gallery_row_finalize;
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/gallery-row.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipGalleryRow, box);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipGalleryRow, picture);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipGalleryRow, texts);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipGalleryRow, title);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipGalleryRow, summary);
}

static void
noslip_gallery_row_init(NoslipGalleryRow *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  gtk_widget_set_size_request(self->picture, NOSLIP_GALLERY_PICTURE_WIDTH, NOSLIP_GALLERY_PICTURE_HEIGHT);
}

static void
add_stories(NoslipGalleryRow *self, GtkWidget *stories)
{
  gtk_widget_set_hexpand(self->texts, TRUE);
  gtk_box_append(GTK_BOX(self->box), stories);
  GtkEventController *keys = gtk_event_controller_key_new();
  g_signal_connect(keys, "key-pressed", G_CALLBACK(row_key), stories);
  gtk_widget_add_controller(GTK_WIDGET(self), keys);
}

GtkWidget *
noslip_gallery_row_new(const NoslipCatalogueEntry *entry)
{
  NoslipGalleryRow *self = g_object_new(NOSLIP_TYPE_GALLERY_ROW, NULL);
  g_autoptr(GString) named = g_string_new(NULL);
  GtkWidget *stories = stories_button(entry, named);
  self->entry = entry;
  self->searched = searched_words(entry, named->str);
  gtk_label_set_text(GTK_LABEL(self->title), noslip_words(entry->title[0] ? entry->title : entry->id));
  gtk_label_set_text(GTK_LABEL(self->summary), noslip_words(entry->summary));
  if (stories)
    add_stories(self, stories);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, noslip_words(entry->title),
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, noslip_words(entry->summary), -1);
  return GTK_WIDGET(self);
}
