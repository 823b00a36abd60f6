/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli format: only blanks change, and formatting again changes nothing. */
#include "tests/app/cli/process.h"

#include <glib/gstdio.h>
#include <string.h>

static char *
scratch_file(const char *name)
{
  static char *folder = NULL;
  if (folder == NULL)
    folder = g_dir_make_tmp("noslip-format-XXXXXX", NULL);
  return g_build_filename(folder, name, NULL);
}

/* The text without blanks and line ends: it must not change. */
static char *
without_blanks(const char *text)
{
  GString *rest = g_string_new(NULL);
  for (const char *c = text; *c != '\0'; c++)
    if (!g_ascii_isspace(*c))
      g_string_append_c(rest, *c);
  return g_string_free(rest, FALSE);
}

static void
test_layout(void)
{
  static const char before[] = "\n\n# a sleigh\nnoslip 1   \r\ntags  se(2)   a-b\n\n\n"
                               "coordinate   x in -1 .. 1 # its place\ncoordinate y\n"
                               "lagrangian (x'^2 +\n y'^2)/2   -\nx*y # two  blanks\n"
                               "constraint c:x'=y' \"a  b\"\n\tinitial x' = 1.\nobservable f = max( x ,y,-x )\n\n";
  static const char after[] = "# a sleigh\nnoslip 1\ntags se(2) a-b\n\n"
                              "coordinate x in -1 .. 1  # its place\ncoordinate y\n"
                              "lagrangian (x'^2 +\n  y'^2)/2 -\n  x*y  # two  blanks\n"
                              "constraint c:x' = y' \"a  b\"\ninitial x' = 1.\nobservable f = max(x, y, -x)\n";
  g_autofree char *path = scratch_file("layout.noslip");
  g_assert_true(g_file_set_contents(path, before, -1, NULL));
  g_auto(Result) first = expect(0, "format %s", path);
  g_assert_cmpstr(first.output, ==, after);
  g_auto(Result) itself = expect(2, "format %s -o %s", path, path);
  assert_contains(itself.messages, "read by the same command");
  g_auto(Result) written = expect(0, "format %s -o %s.new && mv %s.new %s", path, path, path, path);
  g_assert_cmpstr(written.output, ==, "");
  g_auto(Result) second = expect(0, "format %s", path);
  g_assert_cmpstr(second.output, ==, after);
}

/* Every system of the catalogue: the same characters except blanks, the same system, and the same text again. */
static void
test_catalogue(void)
{
  g_auto(Result) list = expect(0, "list --json");
  g_autoptr(JsonNode) root = json_of(&list);
  JsonArray *systems = json_object_get_array_member(json_node_get_object(root), "systems");
  g_assert_cmpuint(json_array_get_length(systems), >, 20);
  for (guint i = 0; i < json_array_get_length(systems); i++) {
    const char *id = json_object_get_string_member(json_array_get_object_element(systems, i), "id");
    g_autofree char *name = g_strconcat(id, ".noslip", NULL);
    g_autofree char *source = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), name, NULL);
    g_autofree char *path = scratch_file(name);
    g_autofree char *text = NULL;
    g_auto(Result) second = expect(0, "format %s", id);
    g_assert_true(g_file_set_contents(path, second.output, -1, NULL));
    g_auto(Result) again = expect(0, "format %s", path);
    g_assert_cmpstr(again.output, ==, second.output);
    if (!g_file_get_contents(source, &text, NULL, NULL))
      continue; /* in a folder below */
    g_autofree char *a = without_blanks(text), *b = without_blanks(second.output);
    g_assert_cmpstr(a, ==, b);
  }
}

static void
test_refused(void)
{
  g_autofree char *path = scratch_file("wrong.noslip");
  g_assert_true(g_file_set_contents(path, "noslip 1\ncoordinate x\nlagrangian x'^2/2 +* 3\n", -1, NULL));
  g_auto(Result) wrong = expect(2, "format %s", path);
  g_assert_cmpstr(wrong.output, ==, "");
  assert_contains(wrong.messages, "wrong.noslip:3");
  g_auto(Result) unknown = expect(2, "format no-such-system");
  g_assert_cmpstr(unknown.output, ==, "");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/format/layout", test_layout);
  g_test_add_func("/format/catalogue", test_catalogue);
  g_test_add_func("/format/refused", test_refused);
  return g_test_run();
}
