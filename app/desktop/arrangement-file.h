/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file that stores a system's arrangement of the views: $XDG_STATE_HOME/noslip/views/ID.ini. */
#pragma once

#include "core/system/system.h"

/* Its text, or NULL. Free with g_free(). */
char *noslip_arrangement_load(NoslipSystem *system);
/* If it cannot be written (a full disk, a read-only folder) the file is unchanged, or missing: then the views begin
 * with the system's own plots. */
void noslip_arrangement_save(NoslipSystem *system, const char *text);
