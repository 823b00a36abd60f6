/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The texts of systems in the language of who reads them. */
#pragma once

#include <glib.h>

/* A title, a summary, a description, a label, a claim's title or a tag as people are to read it: in their language
 * where the translations have it, which have those of the catalogue, else `text` itself (valid UTF-8), its hidden
 * characters written out (shown.h); NULL for NULL. What a system
 * is known by (names, ids, texts in files) is never put through this. */
const char *noslip_words(const char *text);
