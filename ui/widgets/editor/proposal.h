/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One name that the editor proposes. */
#pragma once

#include <gtksourceview/gtksource.h>

#define NOSLIP_TYPE_PROPOSAL (noslip_proposal_get_type())
G_DECLARE_FINAL_TYPE(NoslipProposal, noslip_proposal, NOSLIP, PROPOSAL, GObject)

struct _NoslipProposal {
  GObject parent;
  char *name;
  char *brief; /* beside the name, a few words */
  char *help;
  char *page; /* of the manual */
  char *form; /* of a statement: a snippet */
};

/* Takes ownership of `help`; `heading` is a section of the manual's page on the language. */
NoslipProposal *noslip_proposal_new(const char *name, const char *brief, char *help, const char *heading);
