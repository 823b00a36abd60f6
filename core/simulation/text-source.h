/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of a simulation's system: what is being read, what was read last, and what is wrong with it. */
#pragma once

#include "core/simulation/worker.h"

typedef struct {
  guint64 requested;  /* generation of what is being read */
  char *request_name; /* the id or path that was requested */
  gboolean is_reading;
  gboolean is_edit; /* what is being read is the present text, edited */

  /* What was read last, with or without errors. */
  guint64 generation;
  char *text;                  /* NULL where there was nothing to read */
  char *file;                  /* NULL where it was given as text */
  NoslipDiagnostics *problems; /* or NULL */
  char *problems_name;         /* of that text */
} NoslipTextSource;

void noslip_text_source_clear(NoslipTextSource *source);
/* Asks the worker for an id or a path, or for `text` by that name. */
void noslip_text_source_request(NoslipTextSource *source, NoslipWorker *worker, guint64 generation, const char *name,
                                const char *text);
/* Takes text, file and problems of the message; FALSE where it belongs to an older request. */
gboolean noslip_text_source_receive(NoslipTextSource *source, NoslipMessage *message);
