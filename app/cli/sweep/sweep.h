/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the sweep command: its grid, its blocks of motions, its journal. */
#pragma once

#include "app/cli/cli.h"
#include "core/trajectory/events.h"

#define SWEEP_POINTS_MOST 10000000
#define SWEEP_ROWS_MOST 1000000000

typedef struct {
  char *name;
  int parameter; /* its index, or -1: an initial value */
  double low, high;
  guint n; /* values from low to high, both included */
} SweepAxis;

typedef struct {
  CliProblem problem;
  NoslipDynamics *dynamics;
  GArray *axes;         /* of SweepAxis; the last varies fastest */
  guint64 n_points;     /* of the whole grid */
  guint part, parts;    /* 1 .. parts */
  gboolean is_part;     /* --part was given */
  guint64 first, n;     /* the points of this part */
  gboolean all_rows;    /* write every sample of a motion, not only its end */
  gboolean check;       /* judge the claims along each motion */
  gboolean json;        /* print the rows as JSON, too; instead of CSV on standard output */
  const char *classify; /* an expression at the last row, the column `class`; or NULL */
  const char *event;    /* the rows are the last `keep_last` zeros of it; or NULL */
  NoslipEventDirection direction;
  guint64 keep_last;
  guint block; /* number of points that are computed together */
  guint64 n_blocks;
} Sweep;

/* NAME=LO..HI:N for all axes, K/N for the part (NULL: the whole); FALSE after messages. The problem must be loaded;
 * `setup` lists the names with a fixed value. */
gboolean sweep_grid_read(Sweep *sweep, char **vary, const char *part, const CliSetup *setup);
/* values[axes] at a point of the grid. */
void sweep_grid_values(const Sweep *sweep, guint64 point, double *values);
/* The parameters and overrides of a point; returns the number of overrides. The arrays have room for those of the
 * problem and of all axes. */
guint sweep_grid_set(const Sweep *sweep, const double *values, double *parameters, NoslipOverride *overrides);
/* A checksum of everything that determines the rows: of this part, or the same for all parts. */
char *sweep_grid_fingerprint(const Sweep *sweep, gboolean of_the_whole);

/* Prints the messages and returns the exit status of a sweep with these counts of points. */
int sweep_status(const guint64 counts[4]);

/* Parts of a grid, written separately and joined. A part has FILE.sweep beside its rows, which identifies the sweep and
 * has a checksum of the rows. */
#define SWEEP_PART_SUFFIX ".sweep"
/* The text of FILE.sweep for these rows. Free with g_free(). */
char *sweep_part_text(const Sweep *sweep, guint64 length, const char *checksum, const guint64 counts[4]);
/* Whether the file already holds the rows of this part of this sweep; if so, counts[status] are those of its points. */
gboolean sweep_part_is_finished(const Sweep *sweep, const char *path, guint64 counts[4]);
/* Joins all parts of one grid, given in any order, into one file. Returns the status that the undivided sweep would
 * have had. */
int sweep_join(char **parts, const char *path);

/* The data with which one thread computes points. */
typedef struct _SweepWorker SweepWorker;
SweepWorker *sweep_worker_new(const Sweep *sweep);
void sweep_worker_free(SweepWorker *worker);
/* Appends the rows of a block to `text` and adds its points to counts[status]. FALSE if it was interrupted, or if
 * *error is set: no motion of this sweep can be computed. */
gboolean sweep_worker_block(SweepWorker *worker, guint64 block, GString *text, guint64 counts[4],
                            NoslipDiagnostic **error);
/* Whether motions are computed in lanes. */
gboolean sweep_takes_lanes(const Sweep *sweep);
/* The header line; NULL after messages. */
char *sweep_header(const Sweep *sweep);

/* Finished blocks on disk, so that an interrupted sweep can be continued. */
typedef struct _SweepJournal SweepJournal;
/* Opened beside the file of this path; for NULL, "-" or a path that is no regular file, a temporary file without a
 * name. NULL after messages. */
SweepJournal *sweep_journal_open(const char *path, const char *fingerprint, guint64 n_blocks);
/* The result does not need the journal: it is a warning if it cannot be written, and the computation can go on. */
void sweep_journal_set_spare(SweepJournal *journal);
gboolean sweep_journal_has(const SweepJournal *journal, guint64 block);
/* Thread-safe. FALSE (after a message, once) if it cannot be written. */
gboolean sweep_journal_add(SweepJournal *journal, guint64 block, const GString *text, const guint64 counts[4]);
/* Over all blocks in the journal: their number, and points by status. */
guint64 sweep_journal_counts(SweepJournal *journal, guint64 counts[4]);
/* Adds a block that is in the journal to the text; FALSE after a message. */
gboolean sweep_journal_block(const SweepJournal *journal, guint64 block, GString *text);
/* Adds all blocks in order to the text. */
gboolean sweep_journal_text(const SweepJournal *journal, GString *text);
/* Writes all blocks in order, and updates the checksum and the length (or NULL). FALSE if output->failed, or after a
 * message if the journal cannot be read. */
gboolean sweep_journal_copy(SweepJournal *journal, CliOutput *output, NoslipOutputFile *file, GChecksum *checksum,
                            guint64 *length);
void sweep_journal_close(SweepJournal *journal, gboolean keep);
