/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalogue: the systems of data/systems by their ids, and files of the system language by their paths.
 * Thread-safe; no state. */
#pragma once

#include "core/system/system.h"

typedef struct {
  char *id;      /* the file's name without .noslip */
  char *path;    /* of the file */
  char *title;   /* as given in the file, or "" */
  char *summary; /* the same */
  char **tags;   /* NULL-terminated */
} NoslipCatalogueEntry;
void noslip_catalogue_entry_free(NoslipCatalogueEntry *entry);
/* The entry of any file, with its path as id; NULL if it cannot be read. */
NoslipCatalogueEntry *noslip_catalogue_entry_read(const char *path);

/* Folders with *.noslip files, preferred ones first: NOSLIP_SYSTEMS (a search path) if it is set, else the source
 * tree's for a program in the build tree, and the installed one. Free with g_strfreev(). */
char **noslip_catalogue_folders(void);
/* The folder of the manual's pages, `help` beside the systems, or NULL if it is not installed. Free with g_free().
 */
char *noslip_catalogue_help(void);
/* The folder of the translations (LANGUAGE/LC_MESSAGES/noslip.mo), `locale` beside noslip's data, or the build tree's;
 * NULL if there is none. Free with g_free(). */
char *noslip_catalogue_locale(void);
/* The path of noslip-cli: in the build tree, or beside this program; only its name, to be looked up in PATH, if the
 * program's own path is unknown (no /proc). Free with g_free(). */
char *noslip_catalogue_command_line(void);
/* All entries (NoslipCatalogueEntry *), by title; for an id in several folders the first counts. Only the lines
 * `title`, `summary` and `tags` of a file are read. */
GPtrArray *noslip_catalogue_list(void);
/* The same for the companions that show the misprints of a paper beside the corrected formulas: systems of the folder
 * misprints, with ids such as misprints/snakeboard. They are loaded by these ids but are not entries of the list. */
GPtrArray *noslip_catalogue_misprints(void);
/* The path of the catalogue's system or companion `id`, or NULL. Free with g_free(). */
char *noslip_catalogue_path(const char *id);

/* Reads a regular file of at most NOSLIP_LANGUAGE_MOST_BYTES bytes; NULL with an error otherwise. Never blocks on a
 * pipe. */
char *noslip_catalogue_read(const char *path, gsize *length, NoslipDiagnostics *diagnostics);
/* The same for a table of measured or drawn data, of at most NOSLIP_CATALOGUE_MOST_DATA bytes. */
#define NOSLIP_CATALOGUE_MOST_DATA (32 * 1024 * 1024)
char *noslip_catalogue_read_data(const char *path, gsize *length, NoslipDiagnostics *diagnostics);
/* The name of standard input in diagnostics. */
#define NOSLIP_CATALOGUE_STANDARD_INPUT "standard-input"
/* The system of the text on standard input, up to its end. `text` as for noslip_catalogue_load_source(); without
 * `starts` the initial state is not computed, see noslip_language_system_unstarted(). A sealed one includes
 * nothing. */
NoslipSystem *noslip_catalogue_load_standard_input(gboolean sealed, gboolean starts, char **text,
                                                   NoslipDiagnostics *diagnostics);
/* `name` is a catalogue id, or the path of a file (it contains a '/', ends in .noslip, or is not an id but exists).
 * NULL after an error; `diagnostics` has notes and warnings too. */
/* The system of a text at `path`: included files are in its folder, or in the catalogue. `sealed`: the text is
 * untrusted, and no other file is opened for it. */
NoslipSystem *noslip_catalogue_system(const char *text, gssize length, const char *path, const char *id,
                                      gboolean sealed, NoslipDiagnostics *diagnostics);
NoslipSystem *noslip_catalogue_load(const char *name, NoslipDiagnostics *diagnostics);
/* The same without computing the initial state, see noslip_language_system_unstarted(); `file` as below. */
NoslipSystem *noslip_catalogue_load_unstarted(const char *name, char **file, NoslipDiagnostics *diagnostics);
/* The same, with the file and its text, with or without errors; each is unchanged if there is none (a file that is not
 * UTF-8 has no text that could be edited), and may be NULL. Free with g_free(). */
NoslipSystem *noslip_catalogue_load_source(const char *name, char **file, char **text, NoslipDiagnostics *diagnostics);
/* The same for an untrusted file: no other file is opened for it, now or later. starts: computes the initial state. */
NoslipSystem *noslip_catalogue_load_sealed(const char *name, gboolean starts, char **file, char **text,
                                           NoslipDiagnostics *diagnostics);

/* The same for a name that a text uses in a reduction: the file NAME.noslip in the folder of the text, which must not
 * be a link, or else a system of the catalogue. For safety a text may name only ids and such files, no paths, and
 * errors in the other text are only counted, without showing its lines. Nothing is loaded for a sealed system. */
NoslipSystem *noslip_catalogue_load_beside(const NoslipSystem *system, const char *name,
                                           NoslipDiagnostics *diagnostics);
/* The file of such a name used in the text of `file` (NULL: the text has no file); NULL with an error. Free with
 * g_free(). */
char *noslip_catalogue_beside(const char *file, const char *name, NoslipDiagnostics *diagnostics);
/* The file of an include of such a name (not a link either), in the text of `file` or one that it includes, or NULL.
 * Free with g_free(). */
char *noslip_catalogue_included(const char *file, const char *name);
/* All files that are read for a system: its own, those that its text includes, and those of its reductions. `file` is
 * the path of its own, NULL: the one given by the system. NULL-terminated, free with g_strfreev(). */
char **noslip_catalogue_inputs(const NoslipSystem *system, const char *file);
/* Whether a file is in a folder that does not belong to the user: it is not trusted. FALSE for the files of the
 * catalogue. */
gboolean noslip_catalogue_is_strange(const char *path);

/* The name among `names` (NULL-terminated) nearest to `name`, or NULL if none is near enough. */
const char *noslip_catalogue_nearest(const char *name, const char *const *names);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipCatalogueEntry, noslip_catalogue_entry_free)
