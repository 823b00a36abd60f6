/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/films.h"

#include "ui/export/film.h"

gboolean
have_film(const char *suffix)
{
  g_autoptr(GError) error = NULL;
  if (noslip_film_kind_is_available(noslip_film_kind_of(suffix), &error))
    return TRUE;
  g_test_skip(error->message);
  return FALSE;
}

gboolean
have_films(void)
{
  return have_film(".webm");
}
