/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The article and the makefile that noslip-cli paper writes. */
#include "app/cli/cli.h"
#include "app/cli/paper-private.h"
#include "core/base/decimal.h"
#include "core/base/version.h"
#include "core/catalogue/catalogue.h"
#include "core/equations/portrait.h"
#include "core/equations/words-latex.h"
#include "core/output/output.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#define POINTS_MOST 500 /* of a curve in the article */

gboolean
cli_paper_write_file(const CliPaper *paper, const char *name, const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *path = g_build_filename(paper->folder, name, NULL);
  if (noslip_output_write(path, text, strlen(text), NOSLIP_OUTPUT_REGULAR, NULL, &error))
    return TRUE;
  cli_message("error: cannot write %s: %s", name, error->message);
  return FALSE;
}

void
cli_paper_append_setup(GPtrArray *arguments, const CliSetup *setup)
{
  char **const lists[] = {setup->set, setup->initial, setup->input};
  static const char *const list_names[] = {"--set", "--initial", "--input"};
  for (guint i = 0; i < G_N_ELEMENTS(lists); i++)
    for (guint j = 0; lists[i] != NULL && lists[i][j] != NULL; j++) {
      g_ptr_array_add(arguments, g_strdup(list_names[i]));
      g_ptr_array_add(arguments, g_strdup(lists[i][j]));
    }
  char *const values[] = {setup->dynamics, setup->trial, setup->to,   setup->step,
                          setup->method,   setup->rtol,  setup->atol, setup->fixed_step};
  static const char *const names[] = {"--dynamics", "--trial", "--to",   "--step",
                                      "--method",   "--rtol",  "--atol", "--fixed-step"};
  for (guint i = 0; i < G_N_ELEMENTS(values); i++)
    if (values[i] != NULL) {
      g_ptr_array_add(arguments, g_strdup(names[i]));
      g_ptr_array_add(arguments, g_strdup(values[i]));
    }
  if (setup->consistent)
    g_ptr_array_add(arguments, g_strdup("--consistent"));
  if (setup->no_stabilise)
    g_ptr_array_add(arguments, g_strdup("--no-stabilise"));
}

static int
column_of(const CliPaper *paper, const char *name)
{
  for (guint i = 0; paper->columns[i] != NULL; i++)
    if (strcmp(paper->columns[i], name) == 0)
      return (int) i;
  return -1;
}

static const char *
unit_of(const NoslipSystem *system, const char *name)
{
  if (strcmp(name, "t") == 0)
    return "s";
  if (strcmp(name, "energy") == 0)
    return system->energy_unit;
  for (guint i = 0; i < system->m; i++)
    if (strcmp(system->coordinates[i].name, name) == 0)
      return system->coordinates[i].unit;
  for (guint a = 0; a < system->n; a++)
    if (strcmp(system->fibres[a].name, name) == 0)
      return system->fibres[a].unit;
  for (guint i = 0; i < system->n_observables; i++)
    if (strcmp(system->observables[i].name, name) == 0)
      return system->observables[i].unit;
  return NULL;
}

static void
append_axis(GString *tex, const CliPaper *paper, const char *axis, const char *name)
{
  g_autofree char *latex = noslip_latex_name(name);
  const char *unit = unit_of(paper->system, name);
  g_string_append_printf(tex, "  %s={$%s$", axis, latex);
  if (unit != NULL && strcmp(unit, "1") != 0) {
    g_string_append(tex, " / ");
    noslip_latex_escape(tex, unit);
  }
  g_string_append(tex, "},\n");
}

/* The figures in the text, drawn by the document itself in its own fonts. */
static void
append_figures(GString *tex, const CliPaper *paper, guint n_rows)
{
  const NoslipSystem *system = paper->system;
  if (paper->scene)
    g_string_append_printf(tex,
                           "\n\\begin{figure}[htbp]\n\\centering\n\\includegraphics[width=%s]{figures/scene.png}\n"
                           "\\caption{The scene at the end of the motion.}\n\\end{figure}\n",
                           paper->width);
  for (guint i = 0; i < system->n_plots; i++) {
    const NoslipPlot *plot = &system->plots[i];
    const char *against = plot->against != NULL ? plot->against : "t";
    int x = column_of(paper, against), y = column_of(paper, plot->name);
    if (x < 0 || y < 0) /* an expression, which has no column */
      continue;
    g_string_append_printf(tex,
                           "\n\\begin{figure}[htbp]\n\\centering\n\\begin{tikzpicture}\n\\begin{axis}[\n"
                           "  width=%s, height=0.62*%s, unbounded coords=jump,\n",
                           paper->width, paper->width);
    append_axis(tex, paper, "xlabel", against);
    append_axis(tex, paper, "ylabel", plot->name);
    g_string_append_printf(tex,
                           "]\n\\addplot[thick, each nth point=%u, filter discard warning=false] table[x index=%d, "
                           "y index=%d, col sep=comma] {data/%s.csv};\n\\end{axis}\n\\end{tikzpicture}\n\\caption{",
                           1 + n_rows / POINTS_MOST, x, y, paper->id);
    g_autofree char *left = noslip_latex_name(plot->name);
    g_autofree char *right = noslip_latex_name(against);
    g_string_append_printf(tex, "$%s$ against $%s$.}\n\\end{figure}\n", left, right);
  }
}

/* 0, or $1.2\cdot 10^{-16}$ */
static void
append_residual(GString *tex, double residual)
{
  g_autofree char *text = g_strdup_printf("%.1e", residual);
  char *power = strchr(text, 'e');
  if (residual == 0 || power == NULL) {
    g_string_append(tex, residual == 0 ? "0" : text);
    return;
  }
  *power = '\0';
  g_string_append_printf(tex, "$%s\\cdot 10^{%d}$", text, atoi(power + 1));
}

static void
append_verdicts(GString *tex, const CliPaper *paper)
{
  guint n = paper->verdicts != NULL ? json_array_get_length(paper->verdicts) : 0;
  g_string_append(tex, "\n\\subsection*{Claims along the motion}\n");
  if (n == 0)
    g_string_append(tex, "The system has no claims.\n");
  else
    g_string_append(
        tex, "\\begin{center}\n\\begin{tabular}{p{0.5\\linewidth}ll}\nclaim & verdict & residual \\\\ \\hline\n");
  for (guint i = 0; i < n; i++) {
    JsonObject *verdict = json_array_get_object_element(paper->verdicts, i);
    noslip_latex_escape(tex, json_object_get_string_member(verdict, "name"));
    g_string_append(tex, " & ");
    noslip_latex_escape(tex, json_object_get_string_member(verdict, "verdict"));
    JsonNode *residual = json_object_get_member(verdict, "residual");
    g_string_append(tex, " & ");
    if (JSON_NODE_HOLDS_NULL(residual))
      g_string_append(tex, "---");
    else
      append_residual(tex, json_node_get_double(residual));
    g_string_append(tex, " \\\\\n");
  }
  if (n > 0)
    g_string_append(tex, "\\end{tabular}\n\\end{center}\n");
  g_string_append_printf(tex, "Computed by Noslip %s.\n", noslip_version());
}

gboolean
cli_paper_write_article(const CliPaper *paper, guint n_rows)
{
  const NoslipSystem *system = paper->system;
  static const char end[] = "\\end{document}", start[] = "\\begin{document}";
  g_autoptr(NoslipPortrait) portrait = noslip_portrait_new(paper->system, NULL, NULL);
  noslip_portrait_check_reductions(portrait, paper->system, noslip_catalogue_load_beside, &cli_cancelled);
  g_autoptr(NoslipDocument) document = noslip_portrait_document(portrait);
  const char *title = system->title != NULL ? system->title : system->id;
  g_autofree char *text = noslip_document_latex(document, NOSLIP_FOR_LATEX, title, system->summary, NULL);
  char *body = strstr(text, start), *last = g_strrstr(text, end);
  if (body == NULL || last == NULL) {
    cli_message("error: the equations cannot be written as an article");
    return FALSE;
  }
  GString *tex = g_string_new_len(text, body - text);
  g_string_append(tex, paper->font);
  g_string_append(tex, "\\usepackage{graphicx}\n\\usepackage{pgfplots}\n\\pgfplotsset{compat=1.16}\n");
  if (paper->font_size > 0) {
    char size[NOSLIP_DECIMAL_SIZE], line[NOSLIP_DECIMAL_SIZE];
    g_string_append_printf(tex, "\\pgfplotsset{every axis/.append style={font=\\fontsize{%s}{%s}\\selectfont}}\n",
                           noslip_decimal_text(paper->font_size, size),
                           noslip_decimal_text(1.2 * paper->font_size, line));
  }
  g_string_append_len(tex, body, last - body);
  append_figures(tex, paper, n_rows);
  append_verdicts(tex, paper);
  g_string_append(tex, "\n\\end{document}\n");
  gboolean good = cli_paper_write_file(paper, "article.tex", tex->str);
  g_string_free(tex, TRUE);
  return good;
}

gboolean
cli_paper_write_makefile(const CliPaper *paper)
{
  g_autoptr(GPtrArray) arguments = g_ptr_array_new_with_free_func(g_free);
  cli_paper_append_setup(arguments, paper->setup);
  g_autoptr(GString) setup = g_string_new(NULL);
  for (guint i = 0; i < arguments->len; i++) {
    g_autofree char *quoted = g_shell_quote(arguments->pdata[i]);
    g_auto(GStrv) parts = g_strsplit(quoted, "$", -1);
    g_autofree char *doubled = g_strjoinv("$$", parts);
    g_string_append_printf(setup, " %s", doubled);
  }
  const char *formulation = paper->formulation != NULL ? paper->formulation : NULL;
  GString *text = g_string_new(NULL);
  g_string_append_printf(text,
                         "# Made by Noslip %s. `make` makes the data, the picture and the article again.\n"
                         "NOSLIP = noslip-cli\nSETUP =%s%s%s\n\n",
                         noslip_version(), setup->str, formulation != NULL ? " --formulation " : "",
                         formulation != NULL ? formulation : "");
  g_string_append_printf(text,
                         "article.pdf: article.tex data/%s.csv%s\n\tpdflatex -interaction=nonstopmode article.tex\n\n",
                         paper->id, paper->scene ? " figures/scene.png" : "");
  /* run ends with status 1 if a claim fails, and the data are complete */
  g_string_append_printf(
      text, "data/%s.csv: %s.noslip\n\t$(NOSLIP) run ./%s.noslip $(SETUP) --output $@ || test $$? -eq 1\n\n", paper->id,
      paper->id, paper->id);
  if (paper->scene)
    g_string_append_printf(
        text, "figures/scene.png: %s.noslip\n\t$(NOSLIP) render ./%s.noslip $(SETUP) --size 1600x1000 --output $@\n\n",
        paper->id, paper->id);
  g_string_append_printf(text, "verdicts:\n\t$(NOSLIP) check ./%s.noslip\n\n.PHONY: verdicts\n", paper->id);
  gboolean good = cli_paper_write_file(paper, "Makefile", text->str);
  g_string_free(text, TRUE);
  return good;
}
