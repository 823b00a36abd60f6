/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/help/help-pages.h"

#include "ui/widgets/help/help-tables.h"

#include <locale.h>
#include <string.h>

#define MOST_PAGES 500
#define FIRST_PAGE "index.md"
#define WRITTEN_IN "en"

struct _NoslipHelpPages {
  char *folder;
  GPtrArray *names;        /* of char * */
  GPtrArray *translations; /* of char *: the folders of the available languages */
  GPtrArray *languages;    /* of char *: of those, the reader's, the best one first */
};

/* The place of the first page's link to this one, by which pages are sorted; pages without a link come last, by
 * name. */
static gsize
rank_of(const char *page, const char *first)
{
  if (g_str_equal(page, FIRST_PAGE))
    return 0;
  g_autofree char *link = g_strdup_printf("](%s)", page);
  const char *at = first ? strstr(first, link) : NULL;
  return at ? (gsize) (at - first) : G_MAXSIZE;
}

static int
compare_names(gconstpointer a, gconstpointer b, gpointer first)
{
  const char *one = *(char *const *) a, *other = *(char *const *) b;
  gsize rank = rank_of(one, first), other_rank = rank_of(other, first);
  return rank != other_rank ? (rank < other_rank ? -1 : 1) : strcmp(one, other);
}

static void
find_pages(NoslipHelpPages *self, const char *inside, int depth)
{
  g_autofree char *path = g_build_filename(self->folder, inside, NULL);
  g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
  const char *name;
  while (dir && (name = g_dir_read_name(dir)) && self->names->len < MOST_PAGES) {
    g_autofree char *page = *inside ? g_strdup_printf("%s/%s", inside, name) : g_strdup(name);
    g_autofree char *file = g_build_filename(self->folder, page, NULL);
    g_autofree char *first = g_build_filename(file, FIRST_PAGE, NULL);
    if (g_str_has_suffix(name, ".md"))
      g_ptr_array_add(self->names, g_steal_pointer(&page));
    else if (g_file_test(first, G_FILE_TEST_IS_REGULAR))
      g_ptr_array_add(self->translations, g_steal_pointer(&page));
    else if (depth > 0 && g_file_test(file, G_FILE_TEST_IS_DIR))
      find_pages(self, page, depth - 1);
  }
}

/* Like the lookup of messages: LANGUAGE counts except in the locale C; without a territory or encoding. */
static void
choose_languages(NoslipHelpPages *self)
{
  const char *locale = setlocale(LC_MESSAGES, NULL);
  if (!locale || g_str_equal(locale, "C") || g_str_equal(locale, "POSIX"))
    return;
  const char *const *names = g_get_language_names();
  for (guint i = 0; names[i] && !g_str_equal(names[i], WRITTEN_IN); i++)
    if (g_ptr_array_find_with_equal_func(self->translations, names[i], g_str_equal, NULL))
      g_ptr_array_add(self->languages, g_strdup(names[i]));
}

static char *
read_file(const NoslipHelpPages *self, const char *language, const char *page, gboolean original)
{
  if (!self->folder)
    return NULL;
  g_autofree char *path = g_build_filename(self->folder, language, page, NULL);
  g_autofree char *text = NULL;
  g_file_get_contents(path, &text, NULL, NULL);
  return text ? noslip_help_tables_fill(text, original) : NULL;
}

NoslipHelpPages *
noslip_help_pages_new(const char *folder)
{
  NoslipHelpPages *self = g_new0(NoslipHelpPages, 1);
  self->folder = g_strdup(folder);
  self->names = g_ptr_array_new_with_free_func(g_free);
  self->translations = g_ptr_array_new_with_free_func(g_free);
  self->languages = g_ptr_array_new_with_free_func(g_free);
  if (folder)
    find_pages(self, "", 2);
  g_autofree char *first = read_file(self, "", FIRST_PAGE, TRUE);
  g_ptr_array_sort_with_data(self->names, compare_names, first);
  choose_languages(self);
  return self;
}

void
noslip_help_pages_free(NoslipHelpPages *self)
{
  g_free(self->folder);
  g_ptr_array_unref(self->names);
  g_ptr_array_unref(self->translations);
  g_ptr_array_unref(self->languages);
  g_free(self);
}

const GPtrArray *
noslip_help_pages_names(const NoslipHelpPages *self)
{
  return self->names;
}

gboolean
noslip_help_pages_find(const NoslipHelpPages *self, const char *page, guint *at)
{
  return g_ptr_array_find_with_equal_func(self->names, page, g_str_equal, at);
}

char *
noslip_help_pages_read(const NoslipHelpPages *self, const char *page, char **original)
{
  g_autofree char *written = read_file(self, "", page, TRUE);
  char *text = NULL;
  for (guint i = 0; i < self->languages->len && !text; i++)
    text = read_file(self, g_ptr_array_index(self->languages, i), page, FALSE);
  if (original)
    *original = text ? g_steal_pointer(&written) : NULL;
  return text ? text : g_steal_pointer(&written);
}
