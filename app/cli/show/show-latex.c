/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/show/show.h"

int
cli_show_latex(const NoslipPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  g_autoptr(NoslipDocument) document = noslip_portrait_document(portrait);
  const char *title = system->title != NULL ? system->title : system->id;
  g_autofree char *text = noslip_document_latex(document, NOSLIP_FOR_LATEX, title, system->summary, NULL);
  return cli_print(text);
}
