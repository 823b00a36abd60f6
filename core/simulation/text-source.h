/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of a simulation's system: what is being read, what was read last, and its problems. */
#pragma once

#include "core/simulation/worker.h"

typedef struct {
  guint64 requested;  /* generation of the text being read */
  char *request_name; /* the id or path that was requested */
  gboolean is_reading;
  gboolean is_edit; /* the text being read is the present text, edited */

  /* The text read last, with or without errors. */
  guint64 generation;
  char *text;                  /* NULL if there was nothing to read */
  char *file;                  /* NULL if it was given as text */
  NoslipDiagnostics *problems; /* or NULL */
  char *problems_name;         /* of that text */
} NoslipTextSource;

void noslip_text_source_clear(NoslipTextSource *source);
/* Requests an id or a path from the worker, or `text` with that name. */
void noslip_text_source_request(NoslipTextSource *source, NoslipWorker *worker, guint64 generation, const char *name,
                                const char *text);
/* Takes text, file and problems of the message; FALSE if it belongs to an older request. */
gboolean noslip_text_source_receive(NoslipTextSource *source, NoslipMessage *message);
