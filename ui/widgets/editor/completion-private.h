/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What completion.c and completion-words.c share. Inside the editor. */
#pragma once

#include "ui/widgets/editor/completion.h"
#include "ui/widgets/editor/proposal.h"

struct _NoslipCompletion {
  GObject parent;
  GPtrArray *language; /* of NoslipProposal *: functions and what exists by itself */
  GPtrArray *statements;
  GPtrArray *shapes; /* of `draw`, in the order of the language's table */
  GPtrArray *system; /* what the last good text declares */
  GPtrArray *typed;  /* what the text declares beyond that as it stands */
  NoslipSystem *of;  /* the two lists are of this system and this text, or NULL */
  char *text;
  gboolean stale;         /* and are rebuilt on next use: long texts change far more often */
  NoslipUndoNames *names; /* borrowed, or NULL */
};

/* Adds a proposal to the list; `help` is taken. */
void noslip_completion_add(GPtrArray *list, const char *name, const char *brief, char *help, const char *heading);
/* Fills the lists that do not change. */
void noslip_completion_add_language(NoslipCompletion *self);
void noslip_completion_add_shapes(NoslipCompletion *self);
/* NULL where the list has no such name. */
const NoslipProposal *noslip_completion_find(GPtrArray *list, const char *name);
/* Rebuilds the lists of the system and of the text where they are stale. */
void noslip_completion_refresh(NoslipCompletion *self);
