/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The menus of a window's header. */
#include "app/desktop/desktop.h"
#include "app/desktop/export.h"

#include <glib/gi18n.h>

static GMenuModel *
view_menu(void)
{
  GMenu *menu = g_menu_new();
  g_autoptr(GMenu) views = g_menu_new(), camera_menu = g_menu_new(), window = g_menu_new();
  for (guint i = 0; noslip_view_kinds()[i]; i++) {
    g_autofree char *action = g_strdup_printf("win.view-%s", noslip_view_kinds()[i]->id);
    g_menu_append(views, _(noslip_view_kinds()[i]->name), action);
  }
  g_menu_append(camera_menu, _("Camera as in the text"), "win.reset-camera");
  g_menu_append(camera_menu, _("Oblique"), "win.camera::isometric");
  g_menu_append(camera_menu, _("From above"), "win.camera::top");
  g_menu_append(camera_menu, _("Front"), "win.camera::front");
  g_menu_append(camera_menu, _("Side"), "win.camera::side");
  g_menu_append(window, _("Edit the system's text"), "win.editor");
  g_menu_append(window, _("Side pane"), "win.side-pane");
  g_menu_append(window, _("Presentation"), "win.presentation");
  g_menu_append(window, _("Show pressed keys"), "win.show-keys");
  g_menu_append_section(menu, _("Views"), G_MENU_MODEL(views));
  g_menu_append_section(menu, _("Camera"), G_MENU_MODEL(camera_menu));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(window));
  return G_MENU_MODEL(menu);
}

static GMenuModel *
main_menu(void)
{
  GMenu *menu = g_menu_new();
  g_autoptr(GMenu) file = g_menu_new(), compare = g_menu_new(), look = g_menu_new(), about = g_menu_new();
  g_menu_append(file, _("New system"), "win.new-system");
  g_menu_append(file, _("New window"), "app.new-window");
  g_menu_append(file, _("Open…"), "win.open");
  g_autoptr(GMenuModel) recent = noslip_recent_menu();
  g_menu_append_submenu(file, _("Recent"), recent);
  g_menu_append(file, _("Save"), "win.save");
  g_menu_append(file, _("Save as…"), "win.save-as");
  g_menu_append(file, _("Revert"), "win.revert");
  g_menu_append(compare, _("Overlay every formulation"), "win.compare-formulations");
  g_menu_append(compare, _("Nonholonomic against vakonomic"), "win.compare-vakonomic");
  g_menu_append(compare, _("Run the witness"), "win.witness");
  g_menu_append(compare, _("What is conserved?"), "win.find-conserved");
  g_menu_append(compare, _("The system on its distribution D"), "win.reduce-to-distribution");
  g_menu_append(compare, _("Values as in the text"), "win.reset");
  g_menu_append(look, _("Follow the desktop"), "app.color-scheme::default");
  g_menu_append(look, _("Light"), "app.color-scheme::light");
  g_menu_append(look, _("Dark"), "app.color-scheme::dark");
  g_menu_append(about, _("Manual"), "app.help");
  g_menu_append(about, _("Tour"), "win.tour");
  g_menu_append(about, _("Keyboard shortcuts"), "win.show-help-overlay");
  g_menu_append(about, _("About Noslip"), "app.about");
  g_menu_append(about, _("Quit"), "app.quit");
  g_menu_append_section(menu, NULL, G_MENU_MODEL(file));
  g_autoptr(GMenu) setups = g_menu_new();
  g_menu_append(setups, _("Add to the list"), "win.add-setup");
  g_menu_append(setups, _("List…"), "win.setups");
  g_menu_append(setups, _("Save…"), "win.save-setup");
  g_menu_append(setups, _("Copy as text"), "win.copy-setup");
  g_menu_append(setups, _("Paste"), "win.paste-setup");
  g_menu_append(setups, _("Link and QR code…"), "win.link");
  g_menu_append_submenu(file, _("Set-up"), G_MENU_MODEL(setups));
  g_menu_append(file, _("Stories about this system"), "win.stories");
  g_autoptr(GMenu) exports = g_menu_new();
  for (const NoslipExport *entry = noslip_exports(); entry->what; entry++) {
    g_autofree char *action = g_strconcat("win.export::", entry->what, NULL);
    g_menu_append(exports, _(entry->label), action);
  }
  g_menu_append_submenu(file, _("Export"), G_MENU_MODEL(exports));
  g_menu_append_section(menu, _("Compare"), G_MENU_MODEL(compare));
  g_menu_append_section(menu, _("Colours"), G_MENU_MODEL(look));
  g_menu_append_section(menu, NULL, G_MENU_MODEL(about));
  return G_MENU_MODEL(menu);
}

void
noslip_desktop_add_menus(NoslipWindow *window)
{
  g_autoptr(GMenuModel) views = view_menu();
  g_autoptr(GMenuModel) rest = main_menu();
  noslip_header_set_menus(noslip_window_header(window), views, rest);
}
