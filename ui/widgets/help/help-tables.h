/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists of the manual (views, formulations, methods), generated from the tables of the program, in the
 * reader's language, where a page has a line <!-- program: NAME -->. */
#pragma once

#include <glib.h>

/* The page with these lines replaced; a line whose NAME is not known stays. `original`: in English, whatever the
 * reader's language is. Free with g_free(). */
char *noslip_help_tables_fill(const char *page, gboolean original);
