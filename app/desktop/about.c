/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/desktop/desktop.h"

#include <glib/gi18n.h>
#include <string.h>

#define LEFT_OUT ": left out of this build"

/* The optional parts of meson.build, for the translations. */
static const char *const parts[] G_GNUC_UNUSED = {
    N_("films (GStreamer)"),
    N_("QR codes (libqrencode)"),
    N_("gamepads (libmanette)"),
    N_("the methods bdf, adams and ida (SUNDIALS)"),
    N_("introspection and Python (gobject-introspection)"),
};

char *
noslip_about_missing(const char *optional)
{
  g_auto(GStrv) lines = g_strsplit(optional, ";", -1);
  GString *names = g_string_new(NULL);
  for (guint i = 0; lines[i] != NULL; i++) {
    if (!g_str_has_suffix(lines[i], LEFT_OUT))
      continue;
    lines[i][strlen(lines[i]) - strlen(LEFT_OUT)] = '\0';
    g_string_append_printf(names, "%s%s", names->len > 0 ? "; " : "", _(lines[i]));
  }
  char *sentence = names->len > 0 ? g_strdup_printf(_("Left out of this build: %s."), names->str) : NULL;
  g_string_free(names, TRUE);
  return sentence;
}

void
noslip_about_show(GtkWindow *window)
{
  g_autofree char *renderer =
      NOSLIP_IS_WINDOW(window)
          ? g_strdup_printf(_("Scene: %s"), noslip_scene_view_renderer(noslip_window_scene(NOSLIP_WINDOW(window))))
          : g_strdup("");
  /* the same lines as noslip-cli --version: the features of this build, and those that it lacks */
  g_auto(GStrv) optional = g_strsplit(NOSLIP_OPTIONAL, ";", -1);
  g_autofree char *libraries = g_strjoinv("\n", optional), *debug = g_strconcat(renderer, libraries, NULL);
  g_autofree char *missing = noslip_about_missing(NOSLIP_OPTIONAL);
  g_autofree char *comments =
      g_strjoin(missing != NULL ? "\n\n" : NULL,
                _("Nonholonomic mechanics on Lie algebroids, computed several independent ways, checked and drawn."),
                missing, NULL);
  adw_show_about_window(window, "application-name", "Noslip", "application-icon", NOSLIP_APPLICATION_ID, "version",
                        NOSLIP_VERSION, "developer-name", _("The Noslip developers"), "comments", comments,
                        "license-type", GTK_LICENSE_GPL_3_0, "debug-info", debug, NULL);
}
