/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of systems in the reader's language. */
#pragma once

#include <glib.h>

/* A title, a summary, a description, a label, a claim's title or a tag for display: translated if the
 * translations have it (they cover the catalogue), else `text` itself (valid UTF-8), with its hidden characters
 * written out (shown.h). NULL for NULL. Identifiers (names, ids, texts in files) must not be passed through this
 * function. */
const char *noslip_words(const char *text);
