/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Set-ups: everything that a window shows, as a short text that people can read, mail and edit.
 *
 *   [Noslip set-up]
 *   version=1
 *   name=The sleigh turns by itself
 *
 *   [System]
 *   id=chaplygin-sleigh              or file=mine.noslip, from the set-up's own folder, or the text itself, each line
 *                                    after a bar: | noslip 1
 *   [Motion]
 *   dynamics=nonholonomic
 *   formulation=multipliers
 *   method=rk8pd
 *   tolerance=1e-10
 *
 *   [Parameters]
 *   m=2
 *
 *   [Initial values]
 *   omega=1.5                        or mu(blade)=0.2, a multiplier of vakonomic dynamics
 *
 *   [Time]
 *   end=20                           the end of the motion, if it differs from the text's
 *   time=3.5
 *   speed=1
 *   playing=true
 *   loop=true
 *   loop-from=2
 *   loop-to=5
 *
 *   [Compare]                        what is compared (comparison.h), each line after a bar
 *   [Scene]                          constraints=true: what the constraints allow and forbid is drawn
 *   [Camera]                         look=… (ui/picture/scene/camera.h)
 *   [View 1] …                       the views (ui/widgets/window/tiles.h)
 *
 * A list of set-ups is their texts one after the other, each beginning with the line [Noslip set-up]. Values that a
 * set-up does not contain are those of the system's text. Entries unknown to this version are kept unchanged;
 * unreadable ones are reported with their line and left out. */
#pragma once

#include "core/simulation/simulation.h"

#define NOSLIP_SETUP_SUFFIX ".noslip-setup"

typedef struct _NoslipSetup NoslipSetup;
NoslipSetup *noslip_setup_new(void);
NoslipSetup *noslip_setup_ref(NoslipSetup *setup);
void noslip_setup_unref(NoslipSetup *setup);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipSetup, noslip_setup_unref)

const char *noslip_setup_name(const NoslipSetup *setup); /* "" if it has none */
void noslip_setup_set_name(NoslipSetup *setup, const char *name);
/* The catalogue id or the path of its system, or NULL if it contains the text. */
const char *noslip_setup_system(const NoslipSetup *setup);
const char *noslip_setup_source(const NoslipSetup *setup); /* that text, or NULL */
/* The link from which it was read (link.h), or NULL; the text in it is untrusted. */
const char *noslip_setup_link(const NoslipSetup *setup);
/* Sets one of the two; the other becomes NULL. */
void noslip_setup_set_system(NoslipSetup *setup, const char *id_or_path, const char *source);

/* Values by group and key. Free with g_free(); NULL if not given. */
char *noslip_setup_get(const NoslipSetup *setup, const char *group, const char *key);
void noslip_setup_set(NoslipSetup *setup, const char *group, const char *key, const char *value);
char **noslip_setup_keys(const NoslipSetup *setup, const char *group); /* NULL: none; free with g_strfreev() */
/* Lines of a group, as a text; NULL if it has none, which removes them. */
const char *noslip_setup_block(const NoslipSetup *setup, const char *group);
void noslip_setup_set_block(NoslipSetup *setup, const char *group, const char *text);
/* The groups whose names begin with `prefix`, as the text of a key file; NULL if there are none. Free with
 * g_free(). */
char *noslip_setup_groups(const NoslipSetup *setup, const char *prefix);
void noslip_setup_set_groups(NoslipSetup *setup, const char *prefix, const char *text); /* replaces the present ones */

/* setup-text.c */
gboolean noslip_setup_is_text(const char *text); /* starts like a set-up */
/* All set-ups of a text (NoslipSetup *; an empty list is an error). `folder`, an absolute path or NULL, is searched for
 * its files; `name` is the text's name in diagnostics. */
GPtrArray *noslip_setups_from_text(const char *text, const char *folder, const char *name,
                                   NoslipDiagnostics *diagnostics);
GPtrArray *noslip_setups_read(const char *file, NoslipDiagnostics *diagnostics);
/* The text of one or more set-ups; files of systems in `folder` are named without it. Free with g_free(). */
char *noslip_setups_to_text(guint n, NoslipSetup *const *setups, const char *folder);
gboolean noslip_setups_write(guint n, NoslipSetup *const *setups, const char *file, GError **error);
/* Adds a warning about a value, at its line. */
void noslip_setup_complain(const NoslipSetup *setup, const char *group, const char *key, const char *cause,
                           const char *remedy, NoslipDiagnostics *diagnostics);

/* setup-motion.c: the part that belongs to a simulation. `unsaved`: the set-up contains the text. A motion that was
 * changed on its way begins, in the set-up, with its state at that time, including multipliers. */
void noslip_setup_take_motion(NoslipSetup *setup, const NoslipSimulation *simulation, gboolean unsaved);
/* To be called after the simulation has read the set-up's system. Does not seek to the time yet: nothing is
 * computed. */
void noslip_setup_give_motion(const NoslipSetup *setup, NoslipSimulation *simulation, NoslipDiagnostics *diagnostics);
/* Its formulation, whose dynamics are those of the motion; NULL: it has none, or an unknown one, or one of other
 * dynamics than it gives, with a warning. */
const NoslipFormulation *noslip_setup_formulation(const NoslipSetup *setup, NoslipDiagnostics *diagnostics);
double noslip_setup_time(const NoslipSetup *setup); /* seconds; 0 if not given */
gboolean noslip_setup_plays(const NoslipSetup *setup);
