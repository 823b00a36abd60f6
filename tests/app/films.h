/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by tests that make films. */
#pragma once

#include <glib.h>

/* Whether films can be made here; if not, the test is skipped with the reason. */
gboolean have_films(void);
/* The same for films whose names end so: ".mp4". */
gboolean have_film(const char *suffix);
