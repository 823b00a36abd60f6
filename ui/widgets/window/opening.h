/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system or a set-up (setup.h) being opened, with the requested time and playing, from the question about
 * unsaved changes until everything is ready. Signals: "system-wanted": a system is about to be loaded;
 * "setup-shown" (NoslipSetup *, or NULL: none is); "setup-ready" (NoslipSetup *, NoslipDiagnostics *): its system
 * is loaded and has its motion, so views, scene and camera may follow; "problems-changed"; "setups-opened"
 * (GPtrArray of NoslipSetup *): a file or text with more than one was opened; "setup-file-opened" (its path): a
 * file with any. */
#pragma once

#include "core/simulation/setup/setup.h"
#include "ui/widgets/window/document.h"

#define NOSLIP_TYPE_OPENING (noslip_opening_get_type())
G_DECLARE_FINAL_TYPE(NoslipOpening, noslip_opening, NOSLIP, OPENING, GObject)

/* A set-up, recognised by the suffix of its name, or by its first line. */
gboolean noslip_opening_is_setup_file(const char *path);

NoslipOpening *noslip_opening_new(NoslipSystemDocument *document, NoslipSimulation *simulation); /* both are borrowed */
/* Opens a catalogue id or a file; `play`: plays as soon as it is ready; `time`: position of the playhead (NaN: 0, or
 * the set-up's). */
void noslip_opening_open(NoslipOpening *opening, const char *id_or_path, gboolean play, double time);
void noslip_opening_open_setup_files(NoslipOpening *opening, GPtrArray *paths); /* of char *: one list */
void noslip_opening_show_setup(NoslipOpening *opening, NoslipSetup *setup);
/* Shows the first of those that were read from `name`. Takes ownership of the diagnostics. */
void noslip_opening_take_setups(NoslipOpening *opening, GPtrArray *setups, const char *name,
                                NoslipDiagnostics *diagnostics);
void noslip_opening_changed(NoslipOpening *opening, NoslipChange change);
gboolean noslip_opening_has_time(NoslipOpening *opening); /* that the playhead still has to reach */
/* The problems of the set-up that is shown, and its name; NULL: none. */
const NoslipDiagnostics *noslip_opening_problems(NoslipOpening *opening, const char **name);
