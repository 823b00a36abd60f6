/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts from untrusted files, made safe to show in a terminal or a label. */
#pragma once

#include <glib.h>

/* Whether a character is not visible and affects the text around it: control characters (C0, C1 and DEL, tab and
 * newline included), separators of lines and paragraphs, and the marks that change the direction of a text (U+061C,
 * U+200E, U+200F, U+202A .. U+202E, U+2066 .. U+2069). */
gboolean noslip_is_hidden(gunichar character);

/* The text with each such character written as \x1b or \u202e, and invalid UTF-8 bytes as U+FFFD; the characters of
 * `but` (ASCII, may be "") are kept. Free with g_free(). */
char *noslip_shown(const char *text, const char *but);
