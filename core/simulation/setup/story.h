/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stories: set-ups with captions. Their group [Story] has
 *
 *   caption=TEXT      one sentence or two, shown above the scene
 *   pause-at=T        seconds: playing stops there, asks "What will happen?" and goes on at a key; it may be left out
 *
 * The stories of the catalogue's system ID are the file ID.noslip-setup in the folder `stories` beside the systems. */
#pragma once

#include "core/simulation/setup/setup.h"

/* In the language of who reads it; NULL where the set-up is no story. Free with g_free(). */
char *noslip_story_caption(const NoslipSetup *setup);
/* Seconds after the set-up's beginning; NaN where it says none, or nothing that can be read. */
double noslip_story_pause(const NoslipSetup *setup);
/* The set-up's name in the language of who reads it. */
const char *noslip_story_name(const NoslipSetup *setup);
/* The file with the stories of a catalogue system, or NULL where it has none. Free with g_free(). */
char *noslip_stories_file(const char *id);
/* The stories in it (NoslipSetup *): those of its set-ups that have a caption. Empty for NULL. */
GPtrArray *noslip_stories_read(const char *file, NoslipDiagnostics *diagnostics);
