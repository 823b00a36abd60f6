/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by completion.c and completion-words.c; private to the editor. */
#pragma once

#include "ui/widgets/editor/completion.h"
#include "ui/widgets/editor/proposal.h"

struct _NoslipCompletion {
  GObject parent;
  GPtrArray *language; /* of NoslipProposal *: functions and predefined names */
  GPtrArray *statements;
  GPtrArray *shapes; /* of `draw`, in the order of the language's table */
  GPtrArray *system; /* names declared by the last valid text */
  GPtrArray *typed;  /* further names declared by the present text */
  NoslipSystem *of;  /* the system and text of the two lists, or NULL */
  char *text;
  gboolean stale;         /* they are rebuilt on next use: long texts change far more often */
  NoslipUndoNames *names; /* borrowed, or NULL */
};

/* Adds a proposal to the list; `help` is taken. */
void noslip_completion_add(GPtrArray *list, const char *name, const char *brief, char *help, const char *heading);
/* Fills the lists that do not change. */
void noslip_completion_add_language(NoslipCompletion *self);
void noslip_completion_add_shapes(NoslipCompletion *self);
/* NULL if the list has no such name. */
const NoslipProposal *noslip_completion_find(GPtrArray *list, const char *name);
/* Rebuilds the lists of the system and of the text if they are out of date. */
void noslip_completion_refresh(NoslipCompletion *self);
