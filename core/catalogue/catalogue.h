/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalogue: the systems of data/systems by their ids, and files of the system language by their paths.
 * Thread-safe; no state. */
#pragma once

#include "core/system/system.h"

typedef struct {
  char *id;      /* the file's name without .noslip */
  char *path;    /* of the file */
  char *title;   /* as the file says, "" where it does not */
  char *summary; /* the same */
  char **tags;   /* NULL-terminated */
} NoslipCatalogueEntry;
void noslip_catalogue_entry_free(NoslipCatalogueEntry *entry);
/* The entry of a file anywhere, its path for an id; NULL where it cannot be read. */
NoslipCatalogueEntry *noslip_catalogue_entry_read(const char *path);

/* Folders that hold *.noslip files, those to prefer first: NOSLIP_SYSTEMS (a search path) where it is set, else the
 * source tree's for a program in the build tree, and the installed one. Free with g_strfreev(). */
char **noslip_catalogue_folders(void);
/* The folder of the manual's pages, `help` beside the systems, or NULL where it is not installed. Free with g_free().
 */
char *noslip_catalogue_help(void);
/* The folder of the translations (LANGUAGE/LC_MESSAGES/noslip.mo), `locale` beside noslip's data, or the build tree's;
 * NULL where there is none. Free with g_free(). */
char *noslip_catalogue_locale(void);
/* The path of noslip-cli: in the build tree, or beside this program. Free with g_free(). */
char *noslip_catalogue_command_line(void);
/* All entries (NoslipCatalogueEntry *), by title; an id that several folders have comes from the first. Only the lines
 * `title`, `summary` and `tags` of a file are looked at. */
GPtrArray *noslip_catalogue_list(void);
/* The same of the companions that show the misprints of a paper beside the corrected formulas: systems of the folder
 * misprints, with ids such as misprints/snakeboard. They are loaded by these ids but are no entries of the list. */
GPtrArray *noslip_catalogue_misprints(void);
/* The path of the catalogue's system or companion `id`, or NULL. Free with g_free(). */
char *noslip_catalogue_path(const char *id);

/* Reads a regular file of at most NOSLIP_LANGUAGE_MOST_BYTES; NULL with an error otherwise. Never blocks on a pipe. */
char *noslip_catalogue_read(const char *path, gsize *length, NoslipDiagnostics *diagnostics);
/* What is read from standard input is called so. */
#define NOSLIP_CATALOGUE_STANDARD_INPUT "standard-input"
/* The system of the text on standard input, up to its end. `text` as for noslip_catalogue_load_source(); without
 * `starts` there is no look at the initial state, see noslip_language_system_unstarted(). A sealed one includes
 * nothing. */
NoslipSystem *noslip_catalogue_load_standard_input(gboolean sealed, gboolean starts, char **text,
                                                   NoslipDiagnostics *diagnostics);
/* `name` is a catalogue id, or the path of a file (it has a '/' or ends in .noslip, or is no id but exists). NULL where
 * there was an error; `diagnostics` has notes and warnings too. */
/* The system of a text that stands at `path`: what it includes lies beside it, or in the catalogue. `sealed`: the text
 * is untrusted, and no other file is opened for it. */
NoslipSystem *noslip_catalogue_system(const char *text, gssize length, const char *path, const char *id,
                                      gboolean sealed, NoslipDiagnostics *diagnostics);
NoslipSystem *noslip_catalogue_load(const char *name, NoslipDiagnostics *diagnostics);
/* The same without a look at the initial state, see noslip_language_system_unstarted(); `file` as below. */
NoslipSystem *noslip_catalogue_load_unstarted(const char *name, char **file, NoslipDiagnostics *diagnostics);
/* The same, with the file that it was read from and its text, with or without errors; each stays as it was where there
 * is none (a file that is not UTF-8 has no text that could be edited), and may be NULL. Free with g_free(). */
NoslipSystem *noslip_catalogue_load_source(const char *name, char **file, char **text, NoslipDiagnostics *diagnostics);
/* Both for an untrusted file: no other file is opened for it, now or later. `starts`: with a look at the
 * initial state. */
NoslipSystem *noslip_catalogue_load_sealed(const char *name, gboolean starts, char **file, char **text,
                                           NoslipDiagnostics *diagnostics);

/* The same for a name that a text uses (in a reduction): the file NAME.noslip beside the text's own, which may not be a
 * link, before the catalogue. A text names ids and such files alone, no path: it may come from anybody, and must not
 * choose what is read. For the same reason errors in that other text are counted here, and not shown with its lines.
 * Nothing is loaded for a sealed system. */
NoslipSystem *noslip_catalogue_load_beside(const NoslipSystem *system, const char *name,
                                           NoslipDiagnostics *diagnostics);
/* The file of such a name used in the text of `file` (NULL: it has none); NULL with an error. Free with g_free(). */
char *noslip_catalogue_beside(const char *file, const char *name, NoslipDiagnostics *diagnostics);
/* The file of an include of such a name (no link either), in the text of `file` or one that this includes, or NULL.
 * Free with g_free(). */
char *noslip_catalogue_included(const char *file, const char *name);
/* All files that are read for a system: its own, those that its text includes, and those of its reductions. `file` is
 * the path of its own, NULL: as the system says. NULL-terminated, free with g_strfreev(). */
char **noslip_catalogue_inputs(const NoslipSystem *system, const char *file);
/* Whether a file stands in a folder that is not the user's own: it is not trusted. FALSE for the files of the
 * catalogue. */
gboolean noslip_catalogue_is_strange(const char *path);

/* The name among `names` (NULL-terminated) that is nearest to `name`, or NULL where none is near enough. */
const char *noslip_catalogue_nearest(const char *name, const char *const *names);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipCatalogueEntry, noslip_catalogue_entry_free)
