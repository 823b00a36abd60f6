/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages of the manual: which there are, in their order, each in the reader's language where it is translated. A
 * page is a file of the folder and is known by its name in it, "lessons/why-does-the-sleigh-turn.md", in every
 * language; a folder in it that has an index.md of its own is the manual in the language that it is named by. */
#pragma once

#include <glib.h>

typedef struct _NoslipHelpPages NoslipHelpPages;

/* The languages are those that the messages of the program are in (LC_MESSAGES, LANGUAGE). No pages where `folder` is
 * NULL. */
NoslipHelpPages *noslip_help_pages_new(const char *folder);
void noslip_help_pages_free(NoslipHelpPages *pages);
/* char *, index.md first, then as it leads to them. */
const GPtrArray *noslip_help_pages_names(const NoslipHelpPages *pages);
gboolean noslip_help_pages_find(const NoslipHelpPages *pages, const char *page, guint *at);
/* The page in the reader's language, or as it was written; NULL where it cannot be read. `original`, which may be NULL,
 * gets the text that it is a translation of, or NULL where it is none. Free both with g_free(). */
char *noslip_help_pages_read(const NoslipHelpPages *pages, const char *page, char **original);
