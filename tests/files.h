/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests that take each file of a folder: a system, a reference solution, a broken text. */
#pragma once

#include <glib.h>
#include <string.h>

static inline int
test_files_by_name(gconstpointer a, gconstpointer b)
{
  return strcmp(*(char *const *) a, *(char *const *) b);
}

/* The paths of the files in a folder, which must be there, that end with this; in the order of their names. */
static inline GPtrArray *
test_files(const char *folder, const char *suffix)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GDir) dir = g_dir_open(folder, 0, &error);
  g_assert_no_error(error);
  GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
  for (const char *name; (name = g_dir_read_name(dir));)
    if (g_str_has_suffix(name, suffix))
      g_ptr_array_add(paths, g_build_filename(folder, name, NULL));
  g_ptr_array_sort(paths, test_files_by_name);
  return paths;
}

/* The name of a file up to its suffix; free with g_free(). */
static inline char *
test_files_stem(const char *path)
{
  char *name = g_path_get_basename(path), *dot = strrchr(name, '.');
  if (dot)
    *dot = '\0';
  return name;
}
