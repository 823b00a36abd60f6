/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/setup/setup-private.h"

#include <string.h>

NoslipSetup *
noslip_setup_new(void)
{
  NoslipSetup *self = g_new0(NoslipSetup, 1);
  self->references = 1;
  self->keys = g_key_file_new();
  self->blocks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  self->lines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

NoslipSetup *
noslip_setup_ref(NoslipSetup *self)
{
  self->references++;
  return self;
}

void
noslip_setup_unref(NoslipSetup *self)
{
  if (!self || --self->references > 0)
    return;
  g_key_file_unref(self->keys);
  g_hash_table_unref(self->blocks);
  g_hash_table_unref(self->lines);
  g_free(self->name);
  g_free(self->system);
  g_free(self->file);
  g_free(self->link);
  g_free(self);
}

const char *
noslip_setup_link(const NoslipSetup *self)
{
  return self->link;
}

const char *
noslip_setup_name(const NoslipSetup *self)
{
  return self->name ? self->name : "";
}

void
noslip_setup_set_name(NoslipSetup *self, const char *name)
{
  g_free(self->name);
  self->name = g_strdup(name);
}

const char *
noslip_setup_system(const NoslipSetup *self)
{
  return self->system;
}

const char *
noslip_setup_source(const NoslipSetup *self)
{
  return self->system ? NULL : noslip_setup_block(self, NOSLIP_SETUP_SYSTEM);
}

void
noslip_setup_set_system(NoslipSetup *self, const char *id_or_path, const char *source)
{
  g_free(self->system);
  self->system = g_strdup(id_or_path);
  noslip_setup_set_block(self, NOSLIP_SETUP_SYSTEM, source);
}

char *
noslip_setup_get(const NoslipSetup *self, const char *group, const char *key)
{
  return g_key_file_get_string(self->keys, group, key, NULL);
}

void
noslip_setup_set(NoslipSetup *self, const char *group, const char *key, const char *value)
{
  if (value)
    g_key_file_set_string(self->keys, group, key, value);
  else
    g_key_file_remove_key(self->keys, group, key, NULL);
}

char **
noslip_setup_keys(const NoslipSetup *self, const char *group)
{
  return g_key_file_get_keys(self->keys, group, NULL, NULL);
}

const char *
noslip_setup_block(const NoslipSetup *self, const char *group)
{
  return g_hash_table_lookup(self->blocks, group);
}

void
noslip_setup_set_block(NoslipSetup *self, const char *group, const char *text)
{
  if (text && text[0])
    g_hash_table_replace(self->blocks, g_strdup(group), g_strdup(text));
  else
    g_hash_table_remove(self->blocks, group);
}

static void
copy_groups(GKeyFile *from, const char *prefix, GKeyFile *to)
{
  g_auto(GStrv) groups = g_key_file_get_groups(from, NULL);
  for (guint i = 0; groups[i]; i++) {
    if (!g_str_has_prefix(groups[i], prefix))
      continue;
    g_auto(GStrv) keys = g_key_file_get_keys(from, groups[i], NULL, NULL);
    for (guint j = 0; keys && keys[j]; j++) {
      g_autofree char *value = g_key_file_get_value(from, groups[i], keys[j], NULL);
      g_key_file_set_value(to, groups[i], keys[j], value);
    }
  }
}

char *
noslip_setup_groups(const NoslipSetup *self, const char *prefix)
{
  g_autoptr(GKeyFile) some = g_key_file_new();
  copy_groups(self->keys, prefix, some);
  gsize length = 0;
  g_autofree char *text = g_key_file_to_data(some, &length, NULL);
  return length > 0 ? g_steal_pointer(&text) : NULL;
}

void
noslip_setup_set_groups(NoslipSetup *self, const char *prefix, const char *text)
{
  g_auto(GStrv) groups = g_key_file_get_groups(self->keys, NULL);
  for (guint i = 0; groups[i]; i++)
    if (g_str_has_prefix(groups[i], prefix))
      g_key_file_remove_group(self->keys, groups[i], NULL);
  g_autoptr(GKeyFile) some = g_key_file_new();
  if (text && g_key_file_load_from_data(some, text, (gsize) -1, G_KEY_FILE_NONE, NULL))
    copy_groups(some, prefix, self->keys);
}
