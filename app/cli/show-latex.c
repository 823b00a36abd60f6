/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations as a LaTeX document that needs amsmath and nothing else. */
#include "app/cli/show.h"

int
cli_show_latex(const CliPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  g_autoptr(CliPage) page = cli_portrait_page(portrait);
  GString *text = g_string_new("\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage{amsmath}\n"
                               "\\setlength{\\textwidth}{470pt}\n\\setlength{\\oddsidemargin}{-5pt}"
                               "\n\\allowdisplaybreaks\n\\begin{document}\n\\section*{");
  cli_latex_words(text, system->title != NULL ? system->title : system->id);
  g_string_append(text, "}\n");
  if (system->summary != NULL)
    cli_latex_words(text, system->summary);
  g_string_append_c(text, '\n');
  cli_page_latex(page, text);
  cli_show_atiyah_latex(portrait, text);
  g_string_append(text, "\n\\end{document}\n");
  int status = cli_print(text->str);
  g_string_free(text, TRUE);
  return status;
}
