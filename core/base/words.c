/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/words.h"

#include "core/base/shown.h"

#include <glib/gi18n-lib.h>

/* Texts with hidden characters are rare, so the replaced copy is interned by GLib. */
const char *
noslip_words(const char *text)
{
  const char *c = text != NULL ? text : "";
  while (*c != '\0' && !noslip_is_hidden(g_utf8_get_char(c)))
    c = g_utf8_next_char(c);
  if (*c != '\0') {
    g_autofree char *shown = noslip_shown(text, "");
    return g_intern_string(shown);
  }
  return text != NULL ? g_dpgettext2(GETTEXT_PACKAGE, "system", text) : NULL; /* the message context of
                                                                               * data/po/systems.pot */
}
