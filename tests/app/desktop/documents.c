/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views as documents, checked with other programs (packages poppler-utils and librsvg2-bin): size, fonts, text, and the
 * same picture in every format. */
#include "app/desktop/export.h"
#include "tests/app/desktop/driven.h"
#include "tests/ui/picture/pictures.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define SYSTEM "chaplygin-sleigh"
#define LETTER 16 /* pixels: blocks whose means are compared */
#define ALIKE 0.1 /* tolerance for other renderers of text and lines */

static char *folder;

static const struct {
  const char *id, *words[4]; /* texts that it must contain */
} views[] = {{"energy", {"energy (J)", "t (s)", "dE/dt measured, and claimed (dashes)", "0.4138"}},
             {"path", {"(m/s)", "ω (rad/s)"}},
             {"time", {"t (s)", "ω"}},
             {"bracket", {"Jacobi fails"}},
             {"constraints", {"λ(blade) (N)", "The constraints are met to the last digit.", "t (s)"}},
             {"momenta", {"momenta", "p(v", "p(ω)"}},
             {"agreement", {"difference", "Hamiltonian", "Gibbs-Appell"}},
             {"equations", {"Lagrangian", "Basis of D", "Equations of motion", "Checks of the reduction"}},
             {"claims", {"energy is conserved", "turning equation", "residual"}}};

static gboolean
have_readers(void)
{
  static const char *const programs[] = {"pdftoppm", "pdftotext", "pdffonts", "pdfinfo", "pdfimages", "rsvg-convert"};
  for (guint i = 0; i < G_N_ELEMENTS(programs); i++) {
    g_autofree char *path = g_find_program_in_path(programs[i]);
    if (!path) {
      g_autofree char *why = g_strdup_printf("there is no %s to read documents with", programs[i]);
      g_test_skip(why);
      return FALSE;
    }
  }
  return TRUE;
}

/* The output of a program; %s is the file. */
static char *
read_by(const char *command, const char *file)
{
  g_auto(GStrv) words = g_strsplit(command, " ", -1);
  char *output = NULL;
  int status = -1;
  g_autoptr(GError) error = NULL;
  for (guint i = 0; words[i]; i++)
    if (g_str_equal(words[i], "%s")) {
      g_free(words[i]);
      words[i] = g_strdup(file);
    }
  g_spawn_sync(NULL, words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, NULL, &status, &error);
  g_assert_no_error(error);
  g_assert_cmpint(status, ==, 0);
  return output;
}

static char *
exported(NoslipWindow *window, const char *id, const char *suffix)
{
  g_autofree char *name = g_strdup_printf("%s.%s", id, suffix);
  char *file = g_build_filename(folder, name, NULL);
  noslip_desktop_export_to(window, id, file, NULL);
  WAIT_FOR(g_file_test(file, G_FILE_TEST_EXISTS));
  return file;
}

static cairo_surface_t *
picture_in(const char *file)
{
  cairo_surface_t *picture = cairo_image_surface_create_from_png(file);
  g_assert_cmpint(cairo_surface_status(picture), ==, CAIRO_STATUS_SUCCESS);
  g_unlink(file);
  return picture;
}

/* With two pixels per point, as in a PNG. */
static cairo_surface_t *
rendered(const char *file)
{
  gboolean pdf = g_str_has_suffix(file, ".pdf");
  g_autofree char *base = g_strdup_printf("%s-rendered", file), *png = g_strdup_printf("%s.png", base);
  g_autofree char *command = pdf ? g_strdup_printf("pdftoppm -r 144 -png -singlefile %%s %s", base)
                                 : g_strdup_printf("rsvg-convert -z 2 -o %s %%s", png);
  g_free(read_by(command, file));
  return picture_in(png);
}

/* One page of the view's size, with a title. */
static void
assert_page(NoslipView *view, const char *file)
{
  double width, height, reported_width = 0, reported_height = 0;
  noslip_view_document_size(view, noslip_view_theme(view), &width, &height);
  g_autofree char *report = read_by("pdfinfo %s", file);
  g_auto(GStrv) lines = g_strsplit(report, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (g_str_has_prefix(lines[i], "Page size:"))
      g_assert_cmpint(sscanf(lines[i], "Page size: %lf x %lf pts", &reported_width, &reported_height), ==, 2);
    else if (g_str_has_prefix(lines[i], "Pages:"))
      g_assert_cmpstr(g_strstrip(lines[i] + strlen("Pages:")), ==, "1");
    else if (g_str_has_prefix(lines[i], "Title:")) {
      g_autofree char *title = g_strdup_printf("Chaplygin sleigh – %s", noslip_view_kind(view)->name);
      g_assert_cmpstr(g_strstrip(lines[i] + strlen("Title:")), ==, title);
    }
  g_assert_nonnull(strstr(report, "Title:"));
  g_assert_cmpfloat_with_epsilon(reported_width, width, 0.5);
  g_assert_cmpfloat_with_epsilon(reported_height, height, 0.5);
}

/* All fonts are embedded, and their characters can be read as text; nothing is a bitmap. */
static void
assert_fonts(const char *file)
{
  g_autofree char *report = read_by("pdffonts %s", file), *images = read_by("pdfimages -list %s", file);
  g_auto(GStrv) lines = g_strsplit(g_strchomp(report), "\n", -1), rows = g_strsplit(g_strchomp(images), "\n", -1);
  g_assert_cmpuint(g_strv_length(lines), >, 2); /* below a head and a rule */
  for (guint i = 2; lines[i]; i++) {
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    for (char *word = strtok(lines[i], " "); word; word = strtok(NULL, " "))
      g_ptr_array_add(words, word);
    g_assert_cmpuint(words->len, >, 5); /* … embedded, a subset, Unicode, and two numbers */
    g_assert_cmpstr(words->pdata[words->len - 5], ==, "yes");
    g_assert_cmpstr(words->pdata[words->len - 3], ==, "yes");
  }
  g_assert_cmpuint(g_strv_length(rows), ==, 2);
}

static void
assert_words(const char *file, const char *const *words, guint n)
{
  g_autofree char *text = read_by("pdftotext -layout %s -", file);
  for (guint i = 0; i < n && words[i]; i++)
    if (!strstr(text, words[i]))
      g_error("%s has no “%s”, but: %s", file, words[i], text);
}

/* Each view as PDF and SVG matches its PNG. */
static void
test_same_picture(void)
{
  if (!have_readers())
    return;
  NoslipWindow *window = driven_open(SYSTEM, 2);
  NoslipTiles *tiles = noslip_window_tiles(window);
  for (guint i = 0; i < G_N_ELEMENTS(views); i++) {
    g_autofree char *pdf = exported(window, views[i].id, "pdf"), *svg = exported(window, views[i].id, "svg");
    g_autofree char *png = exported(window, views[i].id, "png"), *markup = NULL;
    g_assert_true(g_file_get_contents(svg, &markup, NULL, NULL));
    g_assert_null(strstr(markup, "<image"));
    cairo_surface_t *picture = picture_in(png), *page = rendered(pdf), *drawing = rendered(svg);
    g_autofree char *as_pdf = g_strconcat(views[i].id, "-pdf", NULL), *as_svg = g_strconcat(views[i].id, "-svg", NULL);
    picture_assert_similar(as_pdf, page, picture, LETTER, ALIKE);
    picture_assert_similar(as_svg, drawing, picture, LETTER, ALIKE);
    cairo_surface_destroy(picture);
    cairo_surface_destroy(page);
    cairo_surface_destroy(drawing);
    assert_page(noslip_tiles_view(tiles, noslip_view_kind_find(views[i].id)), pdf);
    assert_fonts(pdf);
    assert_words(pdf, views[i].words, G_N_ELEMENTS(views[i].words));
    g_unlink(pdf);
    g_unlink(svg);
  }
  driven_close(window);
}

/* A figure has the requested width, its text the requested font and size, and an SVG its size on paper; a missing
 * font is detected. */
static void
test_figure(void)
{
  if (!have_readers())
    return;
  g_assert_true(noslip_figure_has_font("DejaVu Sans"));
  g_assert_false(noslip_figure_has_font("No Such Font"));
  NoslipWindow *window = driven_open(SYSTEM, 2);
  static const char *const ids[] = {"energy", "bracket", "equations"};
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    const NoslipPaperFigure figure = {.width = 240, .font = "DejaVu Sans", .font_size = 8};
    g_autoptr(GError) error = NULL;
    g_autofree char *pdf = g_strdup_printf("%s/%s-figure.pdf", folder, ids[i]);
    g_autofree char *svg = g_strdup_printf("%s/%s-figure.svg", folder, ids[i]), *markup = NULL;
    const NoslipViewKind *kind = noslip_view_kind_find(ids[i]);
    WAIT_FOR(noslip_view_is_ready(noslip_tiles_view(noslip_window_tiles(window), kind)));
    g_assert_true(noslip_desktop_export_view(window, kind, &figure, pdf, &error));
    g_assert_true(noslip_desktop_export_view(window, kind, &figure, svg, &error));
    g_autofree char *report = read_by("pdfinfo %s", pdf), *fonts = read_by("pdffonts %s", pdf);
    g_assert_nonnull(strstr(report, "Page size:       240 x "));
    g_assert_nonnull(strstr(fonts, "DejaVuSans"));
    g_assert_null(strstr(fonts, "Cantarell"));
    g_assert_true(g_file_get_contents(svg, &markup, NULL, NULL));
    g_assert_nonnull(strstr(markup, "width=\"240pt\""));
    g_unlink(pdf);
    g_unlink(svg);
  }
  driven_close(window);
}

static guint
count(const char *text, const char *word)
{
  guint n = 0;
  for (const char *c = strstr(text, word); c; c = strstr(c + 1, word))
    n++;
  return n;
}

/* The file of a figure contains what its options request (letters as letters, thicker lines, the meaning of marks,
 * units of curves), and nothing that they exclude. */
static void
test_look(void)
{
  NoslipWindow *window = driven_open(SYSTEM, 2);
  NoslipTiles *tiles = noslip_window_tiles(window);
  NoslipPaperFigure figure = {.width = 240, .font_size = 8, .line_width = 1.7, .live_text = TRUE};
  for (guint round = 0; round < 2; round++) {
    g_autofree char *file = g_build_filename(folder, "look.svg", NULL), *path = NULL, *time = NULL;
    figure.without_readings = figure.without_cursor = figure.without_grid = round == 1;
    const NoslipViewKind *kinds[] = {noslip_view_kind_find("path"), noslip_view_kind_find("time")};
    for (guint i = 0; i < 2; i++) {
      g_autoptr(GError) error = NULL;
      WAIT_FOR(noslip_view_is_ready(noslip_tiles_view(tiles, kinds[i])));
      g_assert_true(noslip_desktop_export_view(window, kinds[i], &figure, file, &error));
      g_assert_true(g_file_get_contents(file, i == 0 ? &path : &time, NULL, NULL));
      g_unlink(file);
    }
    g_assert_nonnull(strstr(path, ">equilibria</text>"));
    g_assert_nonnull(strstr(path, "(the motion&apos;s)"));
    g_assert_nonnull(strstr(path, "stroke-width=\"1.700\""));
    g_assert_nonnull(strstr(time, "(rad/s)</tspan>"));
    g_assert_cmpuint(count(path, ">ω</tspan>"), ==, round == 0 ? 2 : 1); /* the axis, and the reading */
  }
  driven_close(window);
}

static double
brightness(cairo_surface_t *picture)
{
  Pixel corner = picture_pixel(picture, 3, 3);
  return (corner.r + corner.g + corner.b) / 3;
}

/* Documents have a white background, independent of the window's colours; a PNG looks like the window. */
static void
test_dark(void)
{
  if (!have_readers())
    return;
  AdwStyleManager *style = adw_style_manager_get_default();
  NoslipWindow *window = driven_open(SYSTEM, 2);
  adw_style_manager_set_color_scheme(style, ADW_COLOR_SCHEME_FORCE_DARK);
  WAIT_FOR(adw_style_manager_get_dark(style) && driven_settled(window));
  static const char *const formats[] = {"pdf", "svg", "png"};
  for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
    g_autofree char *file = exported(window, "momenta", formats[i]);
    cairo_surface_t *picture = g_str_equal(formats[i], "png") ? picture_in(file) : rendered(file);
    if (g_str_equal(formats[i], "png"))
      g_assert_cmpfloat(brightness(picture), <, 0.3);
    else
      g_assert_cmpfloat(brightness(picture), >, 0.99);
    cairo_surface_destroy(picture);
    g_unlink(file);
  }
  adw_style_manager_set_color_scheme(style, ADW_COLOR_SCHEME_DEFAULT);
  driven_close(window);
}

static gboolean
have_latex(void)
{
  g_autofree char *latex = g_find_program_in_path("pdflatex"), *finder = g_find_program_in_path("kpsewhich"),
                  *found = NULL;
  int status = -1;
  return latex && finder && g_spawn_command_line_sync("kpsewhich pgf.sty", &found, NULL, &status, NULL) && status == 0;
}

/* A document with only the figure compiles without LaTeX warnings, and has the figure's width and the document's own
 * fonts, in which the texts can be read. */
static void
compile_figure(const char *pgf, double width, const char *word)
{
  g_autofree char *document =
      g_strdup_printf("\\documentclass{article}\\usepackage{pgf}\\begin{document}\\setbox0\\hbox{\\input{%s}}\n"
                      "\\pdfpagewidth\\wd0 \\pdfpageheight\\dimexpr\\ht0+\\dp0\\relax\n"
                      "\\pdfhorigin0pt\\pdfvorigin0pt\\shipout\\box0 \\end{document}\n",
                      pgf);
  g_autofree char *tex = g_build_filename(folder, "figure.tex", NULL),
                  *pdf = g_build_filename(folder, "figure.pdf", NULL);
  g_assert_true(g_file_set_contents(tex, document, -1, NULL));
  g_autofree char *command =
      g_strdup_printf("pdflatex -interaction=nonstopmode -halt-on-error -output-directory %s %%s", folder);
  g_autofree char *log = read_by(command, tex), *report = read_by("pdfinfo %s", pdf),
                  *fonts = read_by("pdffonts %s", pdf);
  g_autofree char *text = read_by("pdftotext %s -", pdf);
  double page = 0;
  g_assert_null(strstr(log, "Missing character"));
  g_assert_nonnull(strstr(report, "Page size:"));
  g_assert_cmpint(sscanf(strstr(report, "Page size:"), "Page size: %lf x", &page), ==, 1);
  g_assert_cmpfloat_with_epsilon(page, width, 0.5);
  g_assert_nonnull(strstr(fonts, "+CM"));
  g_assert_null(strstr(fonts, "DejaVu"));
  g_assert_nonnull(strstr(text, word));
  static const char *const endings[] = {"tex", "pdf", "log", "aux"};
  for (guint i = 0; i < G_N_ELEMENTS(endings); i++) {
    g_autofree char *file = g_strdup_printf("%s/figure.%s", folder, endings[i]);
    g_unlink(file);
  }
}

/* Every view as PGF: its scopes are closed, its texts are valid LaTeX, and LaTeX compiles it. */
static void
test_pgf(void)
{
  static const char *const signs[] = {"ω", "θ", "−", "λ", "₁"};
  NoslipWindow *window = driven_open(SYSTEM, 2);
  gboolean latex = have_latex() && have_readers();
  for (guint i = 0; i < G_N_ELEMENTS(views); i++) {
    const NoslipPaperFigure figure = {.width = 240, .font_size = 8};
    const NoslipViewKind *kind = noslip_view_kind_find(views[i].id);
    g_autoptr(GError) error = NULL;
    g_autofree char *file = g_strdup_printf("%s/%s.pgf", folder, views[i].id), *text = NULL;
    WAIT_FOR(noslip_view_is_ready(noslip_tiles_view(noslip_window_tiles(window), kind)));
    g_assert_true(noslip_desktop_export_view(window, kind, &figure, file, &error));
    g_assert_true(g_file_get_contents(file, &text, NULL, NULL));
    g_assert_cmpuint(count(text, "\\begin{pgfscope}"), ==, count(text, "\\end{pgfscope}"));
    g_assert_cmpuint(count(text, "\\pgftext["), >, 3);
    g_assert_cmpuint(count(text, "\\pgfusepath{"), >, 1);
    for (guint j = 0; j < G_N_ELEMENTS(signs); j++)
      g_assert_null(strstr(strchr(text, '\n'), signs[j])); /* behind the title */
    if (latex)
      compile_figure(file, 240, i == 0 ? "energy (J)" : "");
    g_unlink(file);
  }
  driven_close(window);
  if (!latex)
    g_test_skip("there is no pdflatex with pgf, or nothing to read its pages with");
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  folder = g_dir_make_tmp("noslip-documents-XXXXXX", NULL);
  g_test_add_func("/documents/same-picture", test_same_picture);
  g_test_add_func("/documents/figure", test_figure);
  g_test_add_func("/documents/look", test_look);
  g_test_add_func("/documents/dark", test_dark);
  g_test_add_func("/documents/pgf", test_pgf);
  int status = g_test_run();
  g_rmdir(folder);
  g_free(folder);
  driven_end();
  return status;
}
