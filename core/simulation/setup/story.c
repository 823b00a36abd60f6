/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/setup/story.h"

#include "core/base/decimal.h"
#include "core/base/words.h"
#include "core/catalogue/catalogue.h"

#include <math.h>
#include <string.h>

#define STORY "Story"

/* Translated, or NULL. */
static char *
text_of(const NoslipSetup *setup, const char *key)
{
  g_autofree char *text = noslip_setup_get(setup, STORY, key);
  return text && text[0] ? g_strdup(noslip_words(text)) : NULL;
}

char *
noslip_story_caption(const NoslipSetup *setup)
{
  return text_of(setup, "caption");
}

char *
noslip_story_answered(const NoslipSetup *setup)
{
  g_autofree char *caption = text_of(setup, "caption"), *answer = text_of(setup, "answer");
  return caption && answer ? g_strjoin(" ", caption, answer, NULL) : g_steal_pointer(&caption);
}

double
noslip_story_pause(const NoslipSetup *setup)
{
  double t = NAN;
  g_autofree char *text = noslip_setup_get(setup, STORY, "pause-at");
  g_autofree char *plain = text ? g_strstrip(g_strdup(text)) : NULL;
  return plain && noslip_decimal_read(plain, &t) && t >= 0 ? t : NAN;
}

const char *
noslip_story_name(const NoslipSetup *setup)
{
  return noslip_words(noslip_setup_name(setup));
}

char *
noslip_stories_file(const char *id)
{
  if (!id || !id[0] || id[0] == '.' || strchr(id, '/'))
    return NULL;
  g_auto(GStrv) folders = noslip_catalogue_folders();
  g_autofree char *name = g_strconcat(id, NOSLIP_SETUP_SUFFIX, NULL);
  for (guint i = 0; folders[i]; i++) {
    g_autofree char *path = g_build_filename(folders[i], "..", "stories", name, NULL);
    if (g_file_test(path, G_FILE_TEST_IS_REGULAR))
      return g_canonicalize_filename(path, NULL);
  }
  return NULL;
}

GPtrArray *
noslip_stories_read(const char *file, NoslipDiagnostics *diagnostics)
{
  GPtrArray *stories = file ? noslip_setups_read(file, diagnostics)
                            : g_ptr_array_new_with_free_func((GDestroyNotify) noslip_setup_unref);
  for (guint i = stories->len; i-- > 0;) {
    g_autofree char *caption = noslip_story_caption(stories->pdata[i]);
    if (!caption)
      g_ptr_array_remove_index(stories, i);
  }
  return stories;
}
