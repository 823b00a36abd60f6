/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages of the manual: their list, in order, each in the reader's language if it is translated. A
 * page is a file of the folder and is identified by its name, "lessons/why-does-the-sleigh-turn.md", in every language;
 * a subfolder with its own index.md is the manual in the language of its name. */
#pragma once

#include <glib.h>

typedef struct _NoslipHelpPages NoslipHelpPages;

/* The languages are those of the program's messages (LC_MESSAGES, LANGUAGE). No pages if `folder` is
 * NULL. */
NoslipHelpPages *noslip_help_pages_new(const char *folder);
void noslip_help_pages_free(NoslipHelpPages *pages);
/* char *, index.md first, then in the order of its links. */
const GPtrArray *noslip_help_pages_names(const NoslipHelpPages *pages);
gboolean noslip_help_pages_find(const NoslipHelpPages *pages, const char *page, guint *at);
/* The page in the reader's language, or the original; NULL if it cannot be read. `original`, which may be NULL, gets
 * the text of which it is a translation, or NULL. Free both with g_free(). */
char *noslip_help_pages_read(const NoslipHelpPages *pages, const char *page, char **original);
