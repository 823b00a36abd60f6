/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder with an article about a system: equations, figures, data, verdicts, the system itself and a Makefile that
 * makes all of it again. The folder is filled under another name and takes its own at the end. */
#include "app/cli/cli.h"
#include "app/cli/json.h"

#include "core/base/decimal.h"
#include "core/base/length.h"
#include "core/base/version.h"
#include "core/equations/portrait.h"
#include "core/equations/words-latex.h"
#include "core/output/output.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define POINTS_MOST 500 /* of a curve in the article */

typedef struct {
  const CliSetup *setup;
  const char *width, *formulation;
  const char *font; /* the packages that set it */
  double font_size; /* of figures, in points; 0: the text's */
  NoslipSystem *system;
  char *id;       /* of the files */
  char *folder;   /* that is filled */
  gboolean scene; /* there is a picture of the scene */
  char **columns; /* of the data */
  JsonArray *verdicts;
} Paper;

static gboolean
write_file(const Paper *paper, const char *name, const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *path = g_build_filename(paper->folder, name, NULL);
  if (g_file_set_contents(path, text, -1, &error))
    return TRUE;
  cli_message("error: %s", error->message);
  return FALSE;
}

static void
remove_folder(const char *path)
{
  g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
  const char *name;
  while (folder != NULL && (name = g_dir_read_name(folder)) != NULL) {
    g_autofree char *entry = g_build_filename(path, name, NULL);
    if (g_file_test(entry, G_FILE_TEST_IS_DIR) && !g_file_test(entry, G_FILE_TEST_IS_SYMLINK))
      remove_folder(entry);
    else
      g_remove(entry);
  }
  g_rmdir(path);
}

/* The options of the set-up, as they were given. */
static void
append_setup(GPtrArray *arguments, const CliSetup *setup)
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

/* Runs another command on the copy of the system, its result in the folder. */
static int
run_command(const Paper *paper, const CliCommand *command, const char *result, const char *const *more)
{
  g_autoptr(GPtrArray) arguments = g_ptr_array_new_with_free_func(g_free);
  g_autofree char *file = g_strconcat(paper->id, ".noslip", NULL);
  g_ptr_array_add(arguments, g_strdup(command->name));
  g_ptr_array_add(arguments, g_build_filename(paper->folder, file, NULL));
  append_setup(arguments, paper->setup);
  if (paper->formulation != NULL) {
    g_ptr_array_add(arguments, g_strdup("--formulation"));
    g_ptr_array_add(arguments, g_strdup(paper->formulation));
  }
  for (guint i = 0; more != NULL && more[i] != NULL; i++)
    g_ptr_array_add(arguments, g_strdup(more[i]));
  g_ptr_array_add(arguments, g_strdup("--output"));
  g_ptr_array_add(arguments, g_build_filename(paper->folder, result, NULL));
  g_autofree char **argv = g_new0(char *, arguments->len + 1);
  memcpy(argv, arguments->pdata, arguments->len * sizeof(char *));
  return command->run((int) arguments->len, argv);
}

static gboolean
copy_system(const Paper *paper)
{
  GHashTableIter iter;
  gpointer name, text;
  g_autofree char *file = g_strconcat(paper->id, ".noslip", NULL);
  gboolean good = write_file(paper, file, paper->system->text);
  if (paper->system->included == NULL)
    return good;
  g_hash_table_iter_init(&iter, paper->system->included);
  while (good && g_hash_table_iter_next(&iter, &name, &text)) {
    g_autofree char *other = g_str_has_suffix(name, ".noslip") ? g_strdup(name) : g_strconcat(name, ".noslip", NULL);
    good = write_file(paper, other, text);
  }
  return good;
}

/* Columns and verdicts from what stands beside the data. */
static gboolean
read_past(Paper *paper, JsonParser *parser)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *name = g_strconcat(paper->id, ".csv.json", NULL);
  g_autofree char *path = g_build_filename(paper->folder, "data", name, NULL);
  if (!json_parser_load_from_file(parser, path, &error)) {
    cli_message("error: %s", error->message);
    return FALSE;
  }
  JsonObject *past = json_node_get_object(json_parser_get_root(parser));
  JsonArray *columns = json_object_get_array_member(past, "columns");
  guint n = json_array_get_length(columns);
  paper->columns = g_new0(char *, n + 1);
  for (guint i = 0; i < n; i++)
    paper->columns[i] = g_strdup(json_array_get_string_element(columns, i));
  paper->verdicts = json_object_get_array_member(past, "verdicts");
  return TRUE;
}

static int
column_of(const Paper *paper, const char *name)
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
append_axis(GString *tex, const Paper *paper, const char *axis, const char *name)
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

/* The figures in the text, drawn by the document itself with its own letters. */
static void
append_figures(GString *tex, const Paper *paper, guint n_rows)
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
    if (x < 0 || y < 0) /* an expression: it has no column */
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

static void
append_verdicts(GString *tex, const Paper *paper)
{
  guint n = paper->verdicts != NULL ? json_array_get_length(paper->verdicts) : 0;
  g_string_append(tex, "\n\\subsection*{Claims along the motion}\n");
  if (n == 0)
    g_string_append(tex, "The system makes no claims.\n");
  else
    g_string_append(
        tex, "\\begin{center}\n\\begin{tabular}{p{0.5\\linewidth}ll}\nclaim & verdict & residual \\\\ \\hline\n");
  for (guint i = 0; i < n; i++) {
    JsonObject *verdict = json_array_get_object_element(paper->verdicts, i);
    noslip_latex_escape(tex, json_object_get_string_member(verdict, "name"));
    g_string_append(tex, " & ");
    noslip_latex_escape(tex, json_object_get_string_member(verdict, "verdict"));
    JsonNode *residual = json_object_get_member(verdict, "residual");
    if (JSON_NODE_HOLDS_NULL(residual))
      g_string_append(tex, " & --- \\\\\n");
    else
      g_string_append_printf(tex, " & %.1e \\\\\n", json_node_get_double(residual));
  }
  if (n > 0)
    g_string_append(tex, "\\end{tabular}\n\\end{center}\n");
  g_string_append_printf(tex, "Computed by Noslip %s.\n", noslip_version());
}

/* The document of the equations, with figures and verdicts before its end. */
static gboolean
write_article(const Paper *paper, guint n_rows)
{
  const NoslipSystem *system = paper->system;
  static const char end[] = "\\end{document}", start[] = "\\begin{document}";
  g_autoptr(NoslipPortrait) portrait = noslip_portrait_new(paper->system, NULL, NULL);
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
  gboolean good = write_file(paper, "article.tex", tex->str);
  g_string_free(tex, TRUE);
  return good;
}

static gboolean
write_makefile(const Paper *paper)
{
  g_autoptr(GPtrArray) arguments = g_ptr_array_new_with_free_func(g_free);
  append_setup(arguments, paper->setup);
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
  g_string_append_printf(text, "data/%s.csv: %s.noslip\n\t$(NOSLIP) run ./%s.noslip $(SETUP) --output $@\n\n",
                         paper->id, paper->id, paper->id);
  if (paper->scene)
    g_string_append_printf(
        text, "figures/scene.png: %s.noslip\n\t$(NOSLIP) render ./%s.noslip $(SETUP) --size 1600x1000 --output $@\n\n",
        paper->id, paper->id);
  g_string_append_printf(text, "verdicts:\n\t$(NOSLIP) check ./%s.noslip\n\n.PHONY: verdicts\n", paper->id);
  gboolean good = write_file(paper, "Makefile", text->str);
  g_string_free(text, TRUE);
  return good;
}

/* Everything into paper->folder. */
static int
fill_folder(Paper *paper, guint n_rows)
{
  static const char *const size[] = {"--size", "1600x1000", NULL};
  g_autofree char *data = g_build_filename(paper->folder, "data", NULL);
  g_autofree char *figures = g_build_filename(paper->folder, "figures", NULL);
  g_autofree char *csv = g_strconcat("data/", paper->id, ".csv", NULL);
  g_autoptr(JsonParser) parser = json_parser_new();
  if (g_mkdir(data, 0777) != 0 || g_mkdir(figures, 0777) != 0) {
    cli_message("error: the folder %s cannot be written to", paper->folder);
    return CLI_INPUT;
  }
  if (!copy_system(paper))
    return CLI_INPUT;
  int status = run_command(paper, &cli_run, csv, NULL);
  if (status != CLI_DONE && status != CLI_FAILED)
    return status;
  paper->scene = run_command(paper, &cli_render, "figures/scene.png", size) == CLI_DONE;
  if (!paper->scene)
    cli_message("note: there is no picture of the scene in the article");
  if (!read_past(paper, parser) || !write_article(paper, n_rows) || !write_makefile(paper))
    return CLI_INPUT;
  return status;
}

static int
make_paper(Paper *paper, const char *output, guint n_rows)
{
  g_autofree char *template = g_strconcat(output, ".XXXXXX", NULL);
  if (g_file_test(output, G_FILE_TEST_EXISTS)) {
    cli_message("error: %s exists already; name a new folder", output);
    return CLI_INPUT;
  }
  if (g_mkdtemp_full(template, 0777) == NULL) {
    cli_message("error: the folder %s cannot be made: %s", output, g_strerror(errno));
    return CLI_INPUT;
  }
  paper->folder = template;
  int status = fill_folder(paper, n_rows);
  gboolean good = status == CLI_DONE || status == CLI_FAILED;
  if (good && g_rename(template, output) != 0) {
    cli_message("error: the folder %s cannot be made: %s", output, g_strerror(errno));
    status = CLI_INPUT;
    good = FALSE;
  }
  if (!good)
    remove_folder(template);
  g_strfreev(paper->columns);
  return status;
}

static gboolean
is_length(const char *width)
{
  double points;
  if (width == NULL || noslip_length_read(width, &points))
    return TRUE;
  cli_message("error: --width is a length such as 85mm, not '%s'", width);
  return FALSE;
}

/* Fonts of the article, and the packages of LaTeX that set letters and mathematics in them. */
static const struct {
  const char *name, *package;
} fonts[] = {
    {"Computer Modern", ""},
    {"Latin Modern", "\\usepackage[T1]{fontenc}\n\\usepackage{lmodern}\n"},
    {"Times", "\\usepackage[T1]{fontenc}\n\\usepackage{mathptmx}\n"},
    {"Palatino", "\\usepackage[T1]{fontenc}\n\\usepackage{mathpazo}\n"},
};

static gboolean
read_font(const char *name, const char **package)
{
  g_autoptr(GString) names = g_string_new(NULL);
  *package = "";
  for (guint i = 0; i < G_N_ELEMENTS(fonts); i++) {
    g_string_append_printf(names, "%s%s", i > 0 ? ", " : "", fonts[i].name);
    if (name != NULL && g_ascii_strcasecmp(name, fonts[i].name) == 0)
      *package = fonts[i].package;
    if (name == NULL || g_ascii_strcasecmp(name, fonts[i].name) == 0)
      return TRUE;
  }
  cli_message("error: --font is one of %s, not '%s'", names->str, name);
  return FALSE;
}

static gboolean
read_font_size(const char *text, double *size)
{
  if (text == NULL || (noslip_decimal_read(text, size) && *size >= 3 && *size <= 72))
    return TRUE;
  cli_message("error: --font-size is a number of points, 3 to 72, not '%s'", text);
  return FALSE;
}

static int
run(int argc, char **argv)
{
  CliSetup setup = {0};
  CliProblem problem = {0};
  g_autofree char *output = NULL;
  g_autofree char *width = NULL;
  g_autofree char *formulation = NULL;
  g_autofree char *font = NULL, *font_size = NULL;
  Paper paper = {.setup = &setup};
  const GOptionEntry extra[] = {
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "The folder, which must not exist", "DIR"},
      {"width", 0, 0, G_OPTION_ARG_STRING, &width, "Width of the figures, 85mm if not given", "LENGTH"},
      {"font", 0, 0, G_OPTION_ARG_STRING, &font,
       "Font of the article: Computer Modern (if not given), Latin Modern, Times or Palatino", "NAME"},
      {"font-size", 0, 0, G_OPTION_ARG_STRING, &font_size, "Size of the letters in figures, the text's if not given",
       "PT"},
      {"formulation", 0, 0, G_OPTION_ARG_FILENAME, &formulation, cli_formulation_list(" or "), "F"},
      {"dynamics", 0, 0, G_OPTION_ARG_FILENAME, &setup.dynamics, "nonholonomic, vakonomic or free", "D"},
      {NULL},
  };
  g_autofree GOptionEntry *entries = cli_setup_entries(&setup, extra);
  int status = CLI_INPUT;
  if (cli_parse(&cli_paper, entries, &argc, &argv, 1, 1) && is_length(width) && read_font(font, &paper.font) &&
      read_font_size(font_size, &paper.font_size)) {
    if (output == NULL)
      cli_message("error: --output is missing; name a folder");
    else
      status = cli_problem_load(&problem, argv[0], &setup);
  }
  if (problem.system != NULL && status == CLI_DONE) {
    NoslipRunOptions *options = &problem.options;
    double to = options->to > 0 ? options->to : problem.system->run_to;
    double step = options->step > 0 ? options->step : problem.system->run_step;
    paper.width = width != NULL ? width : "85mm";
    paper.formulation = formulation;
    paper.system = problem.system;
    paper.id = g_path_get_basename(problem.system->id);
    status = make_paper(&paper, output, (guint) fmin(to / step, 1e7));
    g_free(paper.id);
  }
  cli_problem_clear(&problem);
  cli_setup_clear(&setup);
  return status;
}

const CliCommand cli_paper = {
    .name = "paper",
    .usage = "SYSTEM --output DIR",
    .summary = "Write an article about a system: equations, figures, data, verdicts and a Makefile.",
    .details =
        "DIR has article.tex, which needs pgfplots and graphicx, the system, data/ID.csv with the set-up and the\n"
        "verdicts in data/ID.csv.json, the picture of the scene in figures, and a Makefile that makes data,\n"
        "picture and article again. The curves are drawn by the document, in its own letters.",
    .example = "noslip-cli paper chaplygin-sleigh --output sleigh --width 85mm",
    .run = run,
};
