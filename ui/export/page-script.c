/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page as text: its program, its data and its style. */
#include "ui/export/page-private.h"

#include "ui/export/json.h"

#include <gio/gio.h>
#include <string.h>

#include "data/page/noslip-page.h"
#include "shaders/noslip-shaders.h"

/* Escapes text that HTML would take for the end of the script, or for a comment. */
static void
append_script(GString *html, const char *script)
{
  g_auto(GStrv) ends = g_strsplit(script, "</", -1);
  g_autofree char *once = g_strjoinv("<\\/", ends);
  g_auto(GStrv) comments = g_strsplit(once, "<!--", -1);
  g_autofree char *twice = g_strjoinv("<\\!--", comments);
  g_auto(GStrv) starts = g_strsplit(twice, "<script", -1);
  g_autofree char *thrice = g_strjoinv("<\\script", starts);
  g_string_append(html, thrice);
}

static void
append_resource(GString *html, const char *name)
{
  g_autofree char *path = g_strconcat("/org/noslip/page/", name, NULL);
  g_autoptr(GBytes) bytes =
      g_resource_lookup_data(noslip_page_get_resource(), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  /* Without indentation, which leaves more of the page's length for the motion; no text in them has several lines. */
  g_auto(GStrv) lines = g_strsplit(g_bytes_get_data(bytes, NULL), "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    g_strchug(lines[i]);
  g_autofree char *text = g_strjoinv("\n", lines);
  append_script(html, text);
}

/* "  const v1 = a * b;" */
static gboolean
is_assignment(const char *line)
{
  return g_str_has_prefix(line, "  const v") && g_ascii_isdigit(line[9]) && g_str_has_suffix(line, ";");
}

/* Removes blanks around operators whose meaning does not depend on them. */
static void
append_tight(GString *out, const char *code)
{
  for (const char *c = code; *c != '\0'; c++) {
    if (*c == ' ' && c > code && (strchr("=*/+,", c[1]) != NULL || strchr("=*/+,", c[-1]) != NULL))
      continue;
    g_string_append_c(out, *c);
  }
}

/* Writes the long lists of assignments as one `const` each, without blanks: a third shorter. */
static char *
compacted(const char *program)
{
  g_auto(GStrv) lines = g_strsplit(program, "\n", -1);
  GString *out = g_string_new(NULL);
  gboolean open = FALSE;
  for (guint i = 0; lines[i] != NULL; i++) {
    gboolean assigns = is_assignment(lines[i]);
    if (open)
      g_string_append(out, assigns ? "," : ";\n");
    if (assigns) {
      lines[i][strlen(lines[i]) - 1] = '\0';
      g_string_append(out, open ? "" : "const ");
      append_tight(out, lines[i] + strlen("  const "));
    } else {
      g_string_append_printf(out, "%s\n", lines[i]);
    }
    open = assigns;
  }
  return g_string_free(out, FALSE);
}

/* The program of a motion with its picture, and the sides of its claims. */
static void
append_program(GString *html, const NoslipExport *code, const NoslipObserver *picture, const NoslipObserver *claims)
{
  g_autoptr(GString) program = g_string_new(NULL);
  NoslipListing *drawn = noslip_code_listing(code, picture, 0);
  noslip_code_javascript.write(code, program);
  noslip_code_javascript_function(program, code, "function picture", drawn);
  noslip_listing_free(drawn);
  if (claims != NULL) {
    NoslipListing *sides = noslip_code_listing(code, claims, 0);
    noslip_code_javascript_function(program, code, "function claimSides", sides);
    noslip_listing_free(sides);
  }
  g_autofree char *tight = compacted(program->str);
  append_script(html, tight);
}

/* The programs of overlays use the same names, so each is put into a function, from which nothing can be exported.
 * The main program for Node is left out. */
static void
append_overlay(GString *html, const NoslipPageOverlay *overlay)
{
  g_autoptr(GString) program = g_string_new(NULL);
  append_program(program, overlay->code, overlay->picture, NULL);
  g_auto(GStrv) parts = g_strsplit(program->str, "\nexport ", -1);
  g_autofree char *inside = g_strjoinv("\n", parts);
  char *main = strstr(inside, "\nif (typeof process");
  char *end = main != NULL ? strstr(main, "main();") : NULL;
  if (end != NULL)
    memset(main + 1, ' ', (gsize) (end + strlen("main();") - main - 1));
  g_string_append_printf(
      html, "OVERLAYS.push((() => {\n%s\nreturn {flow, finishStep, start, project, row, picture};\n})());\n", inside);
}

/* A shader without comments on separate lines or at the ends of lines. */
static char *
shader_text(const char *name)
{
  g_autofree char *path = g_strconcat("/org/noslip/Noslip/shaders/", name, NULL);
  g_autoptr(GBytes) bytes =
      g_resource_lookup_data(noslip_shaders_get_resource(), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_auto(GStrv) lines = g_strsplit(g_bytes_get_data(bytes, NULL), "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++) {
    char *comment = strstr(lines[i], "//");
    if (comment != NULL)
      *comment = '\0';
  }
  return g_strjoinv("\n", lines);
}

/* SHADERS: the window's shaders that the page uses, by name. */
static void
append_shaders(GString *html)
{
  static const char *const names[] = {"body.vert",   "body.frag",   "light.glsl", "plane.vert",
                                      "ground.frag", "ribbon.vert", "ribbon.frag"};
  g_autoptr(JsonBuilder) builder = json_builder_new();
  json_builder_begin_object(builder);
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autofree char *text = shader_text(names[i]);
    noslip_json_member_string(builder, names[i], text);
  }
  json_builder_end_object(builder);
  g_autofree char *text = noslip_json_text(builder);
  g_string_append_printf(html, "const SHADERS = %s;\n", text);
}

static void
append_head(GString *html, const NoslipSystem *system)
{
  g_autofree char *title = g_markup_escape_text(system->title != NULL ? system->title : system->id, -1);
  g_string_append_printf(html,
                         "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                         "<title>%s</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n",
                         title);
  append_resource(html, "page.css");
  g_string_append(html, "</style>\n</head>\n");
}

/* In this order: each may use earlier ones while it is loaded. */
static const char *const scripts[] = {"webgl.js", "motion.js", "bodies.js", "scene.js", "plot.js", "page.js"};

char *
noslip_page_html(const NoslipPage *page, JsonBuilder *builder)
{
  g_autofree char *data = noslip_json_text(builder);
  GString *html = g_string_new(NULL);
  append_head(html, page->content->system);
  g_string_append(html, "<body>\n<script type=\"module\">\n");
  if (page->code != NULL)
    append_program(html, page->code, page->picture, page->claims);
  g_string_append(html, "const OVERLAYS = [];\n");
  for (guint i = 0; i < page->overlays->len; i++)
    append_overlay(html, page->overlays->pdata[i]);
  g_string_append(html, "const PAGE = ");
  append_script(html, data);
  g_string_append(html, ";\n");
  append_shaders(html);
  for (guint i = 0; i < G_N_ELEMENTS(scripts); i++)
    append_resource(html, scripts[i]);
  g_string_append(html, "</script>\n</body>\n</html>\n");
  return g_string_free(html, FALSE);
}
