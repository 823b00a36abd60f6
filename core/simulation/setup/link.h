/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links: a set-up packed into `noslip:?s=…`, the set-up's text deflated (zlib, RFC 1950) and written in base64url
 * (RFC 4648) without padding. */
#pragma once

#include "core/simulation/setup/setup.h"

#define NOSLIP_LINK_PREFIX "noslip:?s="
#define NOSLIP_LINK_MOST 8000 /* characters; longer ones must be files */

/* Whether a text looks like a link. */
gboolean noslip_link_is(const char *text);
/* Whether a link to the set-up would open: FALSE with *error if the text of its system includes other files, since for a
 * link no file is opened. */
gboolean noslip_link_can_hold(const NoslipSetup *setup, GError **error);
/* Free with g_free(); NULL with *error if it would be too long. */
char *noslip_link_new(NoslipSetup *setup, GError **error);
/* The first set-up of a link; NULL with errors. A link is untrusted: its set-up may not name files. */
NoslipSetup *noslip_link_read(const char *link, NoslipDiagnostics *diagnostics);
