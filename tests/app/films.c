/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/films.h"

#include "ui/export/webm.h"

gboolean
have_films(void)
{
  g_autoptr(GError) error = NULL;
  if (noslip_webm_is_available(&error))
    return TRUE;
  g_test_skip(error->message);
  return FALSE;
}
