/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/words.h"

#include <glib/gi18n-lib.h>

const char *
noslip_words(const char *text)
{
  return text != NULL ? g_dpgettext2(GETTEXT_PACKAGE, "system", text) : NULL; /* the context of data/po/systems.pot */
}
