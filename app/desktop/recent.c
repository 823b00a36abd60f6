/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of systems and set-ups that were opened or saved: all are added to the desktop's list, and the menu shows the
 * last ones. */
#include "app/desktop/desktop.h"

#include "core/catalogue/catalogue.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST 8
#define SYSTEM_SUFFIX ".noslip"

/* The catalogue's own systems are in the gallery. */
static gboolean
in_catalogue(const char *file)
{
  g_auto(GStrv) folders = noslip_catalogue_folders();
  gboolean inside = FALSE;
  for (guint i = 0; folders[i] && !inside; i++) {
    g_autofree char *folder = g_canonicalize_filename(folders[i], NULL);
    inside = g_str_has_prefix(file, folder) && file[strlen(folder)] == G_DIR_SEPARATOR;
  }
  return inside;
}

void
noslip_recent_add(const char *file)
{
  g_autofree char *path = file ? g_canonicalize_filename(file, NULL) : NULL;
  g_autofree char *uri = path && !in_catalogue(path) ? g_filename_to_uri(path, NULL, NULL) : NULL;
  if (!uri)
    return;
  gboolean setup = g_str_has_suffix(path, NOSLIP_SETUP_SUFFIX);
  GtkRecentData data = {.mime_type = (char *) (setup ? "application/x-noslip-setup" : "application/x-noslip"),
                        .app_name = (char *) "Noslip",
                        .app_exec = (char *) "noslip %f"};
  gtk_recent_manager_add_full(gtk_recent_manager_get_default(), uri, &data);
}

static void
title_changed(NoslipWindow *window, GParamSpec *pspec, gpointer data)
{
  NoslipSimulation *simulation = noslip_window_simulation(window);
  if (simulation)
    noslip_recent_add(noslip_simulation_source(simulation)->file);
}

static void
setup_file_opened(NoslipOpening *opening, const char *file, gpointer data)
{
  noslip_recent_add(file);
}

void
noslip_recent_follow(NoslipWindow *window)
{
  g_signal_connect(window, "notify::title", G_CALLBACK(title_changed), NULL);
  g_signal_connect(noslip_window_opening(window), "setup-file-opened", G_CALLBACK(setup_file_opened), NULL);
}

/* The menu */

static int
newer_first(gconstpointer a, gconstpointer b)
{
  GDateTime *one = gtk_recent_info_get_modified((GtkRecentInfo *) a);
  GDateTime *other = gtk_recent_info_get_modified((GtkRecentInfo *) b);
  return g_date_time_compare(other, one);
}

/* The paths to show, the newest first. */
static GPtrArray *
paths_of(GtkRecentManager *manager)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
  GList *items = g_list_sort(gtk_recent_manager_get_items(manager), newer_first);
  for (GList *l = items; l && paths->len < MOST; l = l->next) {
    g_autofree char *path = g_filename_from_uri(gtk_recent_info_get_uri(l->data), NULL, NULL);
    if (path && (g_str_has_suffix(path, SYSTEM_SUFFIX) || g_str_has_suffix(path, NOSLIP_SETUP_SUFFIX)) &&
        gtk_recent_info_exists(l->data) && g_utf8_validate(path, -1, NULL))
      g_ptr_array_add(paths, g_steal_pointer(&path));
  }
  g_list_free_full(items, (GDestroyNotify) gtk_recent_info_unref);
  return paths;
}

static gboolean
is_like(const char *path, const char *base)
{
  g_autofree char *other = g_path_get_basename(path);
  return g_str_equal(other, base);
}

/* The name, and the folder too if another path has the same name. Free with g_free(). */
static char *
label_of(GPtrArray *paths, guint nth)
{
  g_autofree char *base = g_path_get_basename(paths->pdata[nth]), *folder = g_path_get_dirname(paths->pdata[nth]);
  gboolean alone = TRUE;
  for (guint i = 0; i < paths->len && alone; i++)
    alone = i == nth || !is_like(paths->pdata[i], base);
  gboolean at_home = g_str_has_prefix(folder, g_get_home_dir()) && strlen(g_get_home_dir()) > 1;
  g_autofree char *text = alone ? g_strdup(base)
                                : g_strdup_printf("%s \342\200\223 %s%s", base, at_home ? "~" : "",
                                                  folder + (at_home ? strlen(g_get_home_dir()) : 0));
  g_auto(GStrv) parts = g_strsplit(text, "_", -1); /* an underscore would be taken for a mnemonic */
  return g_strjoinv("__", parts);
}

static void
fill(GtkRecentManager *manager, GMenu *menu)
{
  g_autoptr(GPtrArray) paths = paths_of(manager);
  g_menu_remove_all(menu);
  for (guint i = 0; i < paths->len; i++) {
    g_autofree char *label = label_of(paths, i);
    g_autoptr(GMenuItem) item = g_menu_item_new(label, NULL);
    g_menu_item_set_action_and_target(item, "win.open-system", "s", paths->pdata[i]);
    g_menu_append_item(menu, item);
  }
  if (paths->len == 0) /* an action that is never enabled */
    g_menu_append(menu, _("Files that you open or save"), "win.no-recent-files");
}

GMenuModel *
noslip_recent_menu(void)
{
  GMenu *menu = g_menu_new();
  GtkRecentManager *manager = gtk_recent_manager_get_default();
  fill(manager, menu);
  g_signal_connect_object(manager, "changed", G_CALLBACK(fill), menu, 0);
  return G_MENU_MODEL(menu);
}
