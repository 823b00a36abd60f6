/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An untrusted file (noslip_catalogue_is_strange()) is first read by another process with limited time and memory:
 * `noslip-cli run --stranger`. A file that exceeds the limits is not read by this process. GLib only. */
#pragma once

#include "core/base/diagnostic.h"

typedef struct {
  const char *program; /* noslip-cli, or NULL: the one in this program's folder */
  guint seconds, mib;  /* of processor time and memory */
} NoslipStrangerBounds;

/* Tries the file. TRUE if it can be read within the limits, with or without errors in it; FALSE with an error, or if
 * *cancel (may be NULL; read atomically) became 1. Thread-safe; waits. */
gboolean noslip_stranger_try(const char *path, const NoslipStrangerBounds *trial, const int *cancel,
                             NoslipDiagnostics *diagnostics);
