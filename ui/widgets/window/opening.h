/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is being opened: a system or a set-up (setup.h), with the time and the play that were asked for, from the
 * question about unsaved changes until everything stands. Signals:
 * "system-wanted": a system is about to be loaded; "setup-shown" (NoslipSetup *, or NULL: none is);
 * "setup-ready" (NoslipSetup *, NoslipDiagnostics *): its system is there and has its motion, so views, scene and
 * camera may follow; "problems-changed"; "setups-opened" (GPtrArray of NoslipSetup *): a file or text with more than
 * one was opened; "setup-file-opened" (its path): a file with any. */
#pragma once

#include "core/simulation/setup/setup.h"
#include "ui/widgets/window/document.h"

#define NOSLIP_TYPE_OPENING (noslip_opening_get_type())
G_DECLARE_FINAL_TYPE(NoslipOpening, noslip_opening, NOSLIP, OPENING, GObject)

/* A set-up by the end of its name, or by how it begins. */
gboolean noslip_opening_is_setup_file(const char *path);

NoslipOpening *noslip_opening_new(NoslipSystemDocument *document, NoslipSimulation *simulation); /* both are borrowed */
/* Opens a catalogue id or a file; `play`: runs as soon as it is there; `time`: where the playhead goes (NaN: 0, or
 * where the set-up says). */
void noslip_opening_open(NoslipOpening *opening, const char *id_or_path, gboolean play, double time);
void noslip_opening_open_setup_files(NoslipOpening *opening, GPtrArray *paths); /* of char *: one list */
void noslip_opening_show_setup(NoslipOpening *opening, NoslipSetup *setup);
/* Shows the first of those that were read from `name`. Takes the diagnostics. */
void noslip_opening_take_setups(NoslipOpening *opening, GPtrArray *setups, const char *name,
                                NoslipDiagnostics *diagnostics);
void noslip_opening_changed(NoslipOpening *opening, NoslipChange change);
gboolean noslip_opening_has_time(NoslipOpening *opening); /* that the playhead still has to reach */
/* What is wrong with the set-up that is shown, and its name; NULL: nothing. */
const NoslipDiagnostics *noslip_opening_problems(NoslipOpening *opening, const char **name);
