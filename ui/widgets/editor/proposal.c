/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/editor/proposal.h"

#define BRIEF 48 /* characters */

static char *
typed_text(GtkSourceCompletionProposal *proposal)
{
  return g_strdup(NOSLIP_PROPOSAL(proposal)->name);
}

static void
proposal_init(GtkSourceCompletionProposalInterface *interface)
{
  interface->get_typed_text = typed_text;
}

G_DEFINE_FINAL_TYPE_WITH_CODE(NoslipProposal, noslip_proposal, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(GTK_SOURCE_TYPE_COMPLETION_PROPOSAL, proposal_init))

static void
noslip_proposal_finalize(GObject *object)
{
  NoslipProposal *self = NOSLIP_PROPOSAL(object);
  g_free(self->name);
  g_free(self->brief);
  g_free(self->help);
  g_free(self->page);
  g_free(self->form);
  G_OBJECT_CLASS(noslip_proposal_parent_class)->finalize(object);
}

static void
noslip_proposal_class_init(NoslipProposalClass *class)
{
  G_OBJECT_CLASS(class)->finalize = noslip_proposal_finalize;
}

static void
noslip_proposal_init(NoslipProposal *self)
{
}

NoslipProposal *
noslip_proposal_new(const char *name, const char *brief, char *help, const char *heading)
{
  NoslipProposal *self = g_object_new(NOSLIP_TYPE_PROPOSAL, NULL);
  self->name = g_strdup(name);
  if (g_utf8_strlen(brief, -1) > BRIEF) {
    g_autofree char *start = g_utf8_substring(brief, 0, BRIEF - 1);
    self->brief = g_strconcat(start, "…", NULL);
  } else {
    self->brief = g_strdup(brief);
  }
  self->help = help;
  self->page = g_strconcat("language.md#", heading, NULL);
  return self;
}
