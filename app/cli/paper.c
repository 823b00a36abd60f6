/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper: a folder with an article about a system: equations, figures, data, verdicts, the system itself and a Makefile
 * that regenerates all of it. The folder is written as FOLDER.partial and renamed at the end; an interrupted command
 * leaves FOLDER.partial. */
#include "app/cli/cli.h"
#include "app/cli/paper-private.h"
#include "core/base/decimal.h"
#include "core/base/length.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

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

/* Runs another command on the copy of the system, with its result in the folder. */
static int
run_command(const CliPaper *paper, const CliCommand *command, const char *result, const char *const *more)
{
  g_autoptr(GPtrArray) arguments = g_ptr_array_new_with_free_func(g_free);
  g_autofree char *file = g_strconcat(paper->id, ".noslip", NULL);
  g_ptr_array_add(arguments, g_strdup(command->name));
  g_ptr_array_add(arguments, g_build_filename(paper->folder, file, NULL));
  cli_paper_append_setup(arguments, paper->setup);
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
copy_system(const CliPaper *paper)
{
  GHashTableIter iter;
  gpointer name, text;
  g_autofree char *file = g_strconcat(paper->id, ".noslip", NULL);
  gboolean good = cli_paper_write_file(paper, file, paper->system->text);
  if (paper->system->included == NULL)
    return good;
  g_hash_table_iter_init(&iter, paper->system->included);
  while (good && g_hash_table_iter_next(&iter, &name, &text)) {
    g_autofree char *other = g_str_has_suffix(name, ".noslip") ? g_strdup(name) : g_strconcat(name, ".noslip", NULL);
    good = cli_paper_write_file(paper, other, text);
  }
  return good;
}

/* Reads columns and verdicts from the record beside the data. */
static gboolean
read_past(CliPaper *paper, JsonParser *parser)
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

/* Writes everything to paper->folder. */
static int
fill_folder(CliPaper *paper, guint n_rows)
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
  if (!read_past(paper, parser) || !cli_paper_write_article(paper, n_rows) || !cli_paper_write_makefile(paper))
    return CLI_INPUT;
  return status;
}

static int
make_paper(CliPaper *paper, const char *output, guint n_rows)
{
  gsize length = strlen(output);
  while (length > 1 && G_IS_DIR_SEPARATOR(output[length - 1]))
    length--;
  g_autofree char *name = g_strndup(output, length), *partial = g_strconcat(name, ".partial", NULL);
  if (g_file_test(output, G_FILE_TEST_EXISTS)) {
    cli_message("error: %s exists already; name a new folder", output);
    return CLI_INPUT;
  }
  if (g_mkdir(partial, 0777) != 0) {
    cli_message(errno == EEXIST ? "error: %s is left of an earlier command; remove it, or name another folder"
                                : "error: the folder %s cannot be made: %s",
                partial, g_strerror(errno));
    return CLI_INPUT;
  }
  paper->folder = partial;
  int status = fill_folder(paper, n_rows);
  gboolean good = status == CLI_DONE || status == CLI_FAILED;
  if (good && g_rename(partial, name) != 0) {
    cli_message("error: the folder %s cannot be made: %s", output, g_strerror(errno));
    status = CLI_INPUT;
    good = FALSE;
  }
  if (status == CLI_STOPPED)
    cli_message("what was computed until then is in %s", partial);
  else if (!good)
    remove_folder(partial);
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

/* Fonts of the article, and the LaTeX packages that select them for text and mathematics. */
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
  CliPaper paper = {.setup = &setup};
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
