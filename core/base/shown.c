/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/shown.h"

#include <string.h>

gboolean
noslip_is_hidden(gunichar c)
{
  return g_unichar_iscntrl(c) || c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

char *
noslip_shown(const char *text, const char *but)
{
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  GString *shown = g_string_sized_new(strlen(valid));
  for (const char *c = valid; *c != '\0'; c = g_utf8_next_char(c)) {
    gunichar u = g_utf8_get_char(c);
    if (!noslip_is_hidden(u) || (u < 0x80 && strchr(but, (int) u) != NULL))
      g_string_append_unichar(shown, u);
    else
      g_string_append_printf(shown, u < 0x100 ? "\\x%02x" : "\\u%04x", u);
  }
  return g_string_free(shown, FALSE);
}
