/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/desktop/arrangement-file.h"

#include "core/output/output.h"

#include <glib/gstdio.h>
#include <string.h>

static char *
file_of(const NoslipSystem *system)
{
  if (!system->id || system->id[0] == '\0')
    return NULL; /* a text without a file */
  g_autofree char *id = g_uri_escape_string(system->id, NULL, FALSE);
  g_autofree char *name = g_strconcat(id, ".ini", NULL);
  return g_build_filename(g_get_user_state_dir(), "noslip", "views", name, NULL);
}

char *
noslip_arrangement_load(NoslipSystem *system)
{
  g_autofree char *file = file_of(system);
  char *text = NULL;
  if (file)
    g_file_get_contents(file, &text, NULL, NULL);
  return text;
}

void
noslip_arrangement_save(NoslipSystem *system, const char *text)
{
  g_autofree char *file = file_of(system);
  g_autofree char *folder = file ? g_path_get_dirname(file) : NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *known = noslip_arrangement_load(system);
  if (!file || g_strcmp0(known, text) == 0 || g_mkdir_with_parents(folder, 0700) != 0)
    return;
  if (!noslip_output_write(file, text, strlen(text), NOSLIP_OUTPUT_ANY, NULL, &error))
    g_debug("the arrangement of the views is not kept: %s", error->message);
}
