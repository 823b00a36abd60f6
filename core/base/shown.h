/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts from untrusted files, made safe for a terminal or a label. */
#pragma once

#include <glib.h>

/* Whether a character would act on what stands around it instead of being seen: control characters (C0, C1 and DEL,
 * tab and newline included), separators of lines and paragraphs, and the marks that change the direction of a text
 * (U+061C, U+200E, U+200F, U+202A .. U+202E, U+2066 .. U+2069). */
gboolean noslip_is_hidden(gunichar character);

/* The text, in which each such character is written as \x1b or \u202e, and bytes that are no UTF-8 as U+FFFD; those of
 * `but` (ASCII, may be "") stay. Free with g_free(). */
char *noslip_shown(const char *text, const char *but);
