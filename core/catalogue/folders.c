/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The folders that the programs read: systems, help, translations; relative to the program, in its source tree, or
 * installed. */
#include "core/catalogue/catalogue-private.h"
#include "core/catalogue/catalogue.h"

#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether the program runs from its build tree. */
static gboolean
in_build_tree(void)
{
  if (*NOSLIP_BUILD_ROOT == '\0') /* no build tree: a package */
    return FALSE;
  g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
  return program != NULL && g_str_has_prefix(program, NOSLIP_BUILD_ROOT "/");
}

/* The catalogue's folder relative to the program, for an installation that was moved as a whole. */
static char *
moved_folder(void)
{
  g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
  g_autofree char *bin = program != NULL ? g_path_get_dirname(program) : NULL;
  return bin != NULL ? g_canonicalize_filename(NOSLIP_SYSTEMS_FROM_BIN, bin) : NULL;
}

static char **
own_folders(void)
{
  GStrvBuilder *folders = g_strv_builder_new();
  if (in_build_tree())
    g_strv_builder_add(folders, NOSLIP_SOURCE_SYSTEMS);
  g_autofree char *moved = moved_folder();
  if (moved != NULL && g_file_test(moved, G_FILE_TEST_IS_DIR) && !g_str_equal(moved, NOSLIP_INSTALLED_SYSTEMS))
    g_strv_builder_add(folders, moved);
  g_strv_builder_add(folders, NOSLIP_INSTALLED_SYSTEMS);
  char **result = g_strv_builder_end(folders);
  g_strv_builder_unref(folders);
  return result;
}

char **
noslip_catalogue_folders(void)
{
  const char *given = g_getenv("NOSLIP_SYSTEMS");
  if (given != NULL && *given != '\0')
    return g_strsplit(given, G_SEARCHPATH_SEPARATOR_S, -1);
  return own_folders();
}

char *
noslip_catalogue_help(void)
{
  g_auto(GStrv) folders = own_folders();
  for (guint i = 0; folders[i] != NULL; i++) {
    g_autofree char *data = g_path_get_dirname(folders[i]);
    g_autofree char *help = g_build_filename(data, "help", NULL);
    if (g_file_test(help, G_FILE_TEST_IS_DIR))
      return g_steal_pointer(&help);
  }
  return NULL;
}

char *
noslip_catalogue_locale(void)
{
  if (in_build_tree())
    return g_strdup(NOSLIP_BUILD_ROOT "/data/po");
  g_auto(GStrv) folders = own_folders();
  for (guint i = 0; folders[i] != NULL; i++) {
    g_autofree char *data = g_path_get_dirname(folders[i]);
    g_autofree char *share = g_path_get_dirname(data);
    g_autofree char *locale = g_build_filename(share, "locale", NULL);
    if (g_file_test(locale, G_FILE_TEST_IS_DIR))
      return g_steal_pointer(&locale);
  }
  return NULL;
}

char *
noslip_catalogue_command_line(void)
{
  g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
  if (program == NULL) /* no /proc */
    return g_strdup("noslip-cli");
  g_autofree char *bin = g_path_get_dirname(program);
  return in_build_tree() ? g_strdup(NOSLIP_BUILD_ROOT "/app/cli/noslip-cli")
                         : g_build_filename(bin, "noslip-cli", NULL);
}

gboolean
noslip_catalogue_is_strange(const char *path)
{
  GStatBuf status;
  g_auto(GStrv) folders = own_folders();
  g_autofree char *real = realpath(path, NULL);
  if (real == NULL)
    return FALSE; /* there is no such file */
  g_autofree char *folder = g_path_get_dirname(real);
  for (guint i = 0; folders[i] != NULL; i++) {
    g_autofree char *below = g_build_filename(folders[i], MISPRINTS, NULL);
    if (g_str_equal(folder, folders[i]) || g_str_equal(folder, below))
      return FALSE;
  }
  return g_stat(folder, &status) == 0 && status.st_uid != geteuid();
}
