/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stories: set-ups with captions. Their group [Story] has
 *
 *   caption=TEXT      one sentence or two, shown above the scene
 *   pause-at=T        seconds: playing stops there, asks "What will happen?" and continues at a key press; optional
 *   answer=TEXT       follows the caption once that pause is over; optional
 *
 * The stories of the catalogue's system ID are the file ID.noslip-setup in the folder `stories` beside the systems. */
#pragma once

#include "core/simulation/setup/setup.h"

/* Translated; NULL if the set-up is not a story. */
char *noslip_story_caption(const NoslipSetup *setup);
/* The same, with the answer to the question of its pause. Free with g_free(). */
char *noslip_story_answered(const NoslipSetup *setup);
/* Seconds after the set-up's start; NaN if it is missing or cannot be read. */
double noslip_story_pause(const NoslipSetup *setup);
/* The set-up's name, translated. */
const char *noslip_story_name(const NoslipSetup *setup);
/* The file with the stories of a catalogue system, or NULL if it has none. Free with g_free(). */
char *noslip_stories_file(const char *id);
/* The stories in it (NoslipSetup *): its set-ups with a caption. Empty for NULL. */
GPtrArray *noslip_stories_read(const char *file, NoslipDiagnostics *diagnostics);
