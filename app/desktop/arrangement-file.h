/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file that keeps a system's arrangement of the views: $XDG_STATE_HOME/noslip/views/ID.ini. */
#pragma once

#include "core/system/system.h"

/* Its text, or NULL. Free with g_free(). */
char *noslip_arrangement_load(NoslipSystem *system);
/* Where it cannot be kept (a full disk, a folder that may not be written) the file stays as it was, or is not there: then
 * the views begin as the system plots them. */
void noslip_arrangement_save(NoslipSystem *system, const char *text);
