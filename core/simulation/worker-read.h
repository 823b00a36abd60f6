/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a system on the worker's thread. */
#pragma once

#include "core/simulation/channel.h"

/* The message LOADED: from `text` (called `name` in diagnostics), or if that is NULL from the catalogue's system, file
 * or link `name`. Untrusted texts are tried by another process first; *stop ends that (read atomically). */
NoslipMessage *noslip_worker_read(guint64 generation, const char *name, const char *text, const int *stop);
