/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files from untrusted sources: they cannot use paths, show other files or write anything but text to the terminal, and
 * with --stranger their cost is limited. */
#include "tests/app/cli/process.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define SYSTEM "noslip 1\ncoordinate x\nlagrangian x'^2/2 - x^2\n"
#define SECRET "the secret line"

static void
assert_refused(const char *name, const char *message)
{
  g_autofree char *text = g_strdup_printf(SYSTEM "reduction \"%s\": x = x, x' = x'\n", name);
  g_autofree char *path = scratch_write("names.noslip", text, -1);
  g_auto(Result) result = expect(2, "check '%s'", path);
  assert_contains(result.messages, message);
  assert_lacks(result.messages, SECRET);
  assert_lacks(result.output, SECRET);
}

/* A reduction names ids and plain files beside its own: no path is read, and no line of another file is shown. */
static void
test_reduction_names(void)
{
  g_autofree char *secret = scratch_write("secret.noslip", SECRET "\n", -1);
  g_autofree char *below = g_build_filename(scratch(), "below", NULL);
  g_autofree char *link = g_build_filename(scratch(), "link.noslip", NULL);
  g_assert_cmpint(g_mkdir(below, 0700), ==, 0);
  g_assert_cmpint(symlink(secret, link), ==, 0);
  assert_refused(secret, "neither an id nor a plain file name");
  assert_refused("/etc/passwd", "neither an id nor a plain file name");
  assert_refused("below/../secret", "neither an id nor a plain file name");
  assert_refused("../secret", "neither an id nor a plain file name");
  assert_refused("./secret.noslip", "neither an id nor a plain file name");
  assert_refused(".", "neither an id nor a plain file name");
  assert_refused("", "neither an id nor a plain file name");
  assert_refused("link", "there is no system or file called 'link'");
  assert_refused("nowhere", "there is no system or file called 'nowhere'");
  assert_refused("secret", "the system 'secret' has 2 errors"); /* counted, not shown */
  g_assert_cmpint(g_remove(link), ==, 0);
  g_assert_cmpint(g_rmdir(below), ==, 0);
}

/* The companions of the catalogue have a folder in their ids; a file in the same folder is read. */
static void
test_reduction_beside(void)
{
  g_autofree char *beside = scratch_write("beside.noslip", SYSTEM, -1);
  g_autofree char *path = scratch_write("uses.noslip", SYSTEM "reduction \"beside\": x = x, x' = x'\n", -1);
  g_auto(Result) result = expect(0, "check '%s'", path);
  assert_contains(result.output, "ok      reduction to beside: the map is onto");
  g_autofree char *again = scratch_write("uses.noslip", SYSTEM "reduction \"misprints/martinet\": x = x\n", -1);
  g_auto(Result) companion = expect(2, "check '%s'", again);
  assert_lacks(companion.messages, "neither an id nor a plain");
}

/* An untrusted text may not include files; and no text may reach, through a symbolic link, a file that it may not name. */
static void
test_includes(void)
{
  g_free(scratch_write("inner.noslip", "noslip 1\nparameter m = 1\n", -1));
  g_autofree char *path = scratch_write("outer.noslip",
                                        "noslip 1\ninclude \"inner\"\n"
                                        "coordinate x\nlagrangian m*x'^2/2\n",
                                        -1);
  g_auto(Result) own = expect(0, "show '%s'", path);
  g_auto(Result) strange = expect(2, "show '%s' --stranger", path);
  assert_contains(strange.messages, "'inner' is not opened");
  g_auto(Result) formatted = expect(2, "format '%s' --stranger", path);
  assert_contains(formatted.messages, "'inner' is not opened");
  g_autofree char *secret = g_build_filename(scratch(), "secret.noslip", NULL);
  g_autofree char *link = g_build_filename(scratch(), "link.noslip", NULL);
  g_free(scratch_write("secret.noslip", SECRET "\n", -1));
  g_assert_cmpint(symlink(secret, link), ==, 0);
  g_free(scratch_write("outer.noslip", SYSTEM "include \"link\"\n", -1));
  g_auto(Result) linked = expect(2, "show '%s'", path);
  assert_contains(linked.messages, "there is no system or file called 'link'");
  g_assert_cmpint(g_remove(link), ==, 0);
}

#define HIDDEN                                                                                                         \
  "\xE2\x80\xAE"                                                                                                       \
  "evil\x1b[2J\xC2\x9B"                                                                                                \
  "2J\xE2\x81\xA6"
#define SHOWN "\\u202eevil\\x1b[2J\\x9b2J\\u2066"

/* Control characters and direction marks are escaped on a terminal; JSON has them unchanged. */
static void
test_terminal(void)
{
  g_autofree char *path = scratch_write("hidden.noslip",
                                        "noslip 1\ntitle \"" HIDDEN "\"\nsummary \"" HIDDEN "\"\ncoordinate x\n"
                                        "lagrangian x'^2/2\nclaim \"" HIDDEN "\": x' = 1\n",
                                        -1);
  g_auto(Result) shown = expect(0, "show '%s'", path);
  assert_contains(shown.output, SHOWN);
  g_auto(Result) checked = expect(1, "check '%s'", path);
  assert_contains(checked.output, SHOWN);
  g_auto(Result) run = expect(1, "run '%s' --output /dev/null", path);
  assert_contains(run.messages, SHOWN);
  const char *texts[] = {shown.output, checked.output, run.messages};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    assert_lacks(texts[i], "\x1b");
    assert_lacks(texts[i], "\xE2\x80\xAE");
    assert_lacks(texts[i], "\xC2\x9B");
  }
  g_auto(Result) json = expect(0, "show '%s' --json", path);
  g_autoptr(JsonNode) root = json_of(&json);
  g_assert_cmpstr(json_object_get_string_member(json_node_get_object(root), "title"), ==, HIDDEN);
}

/* The same holds for the line of a text in an error message and for names of files. */
static void
test_terminal_errors(void)
{
  g_autofree char *path = scratch_write("\x1b[2J\xE2\x80\xAE.noslip", "noslip 1\ntitle " HIDDEN "\n", -1);
  g_auto(Result) result = expect(2, "check '%s'", path);
  assert_contains(result.messages, "\\x1b[2J\\u202e.noslip");
  assert_lacks(result.messages, "\x1b");
  assert_lacks(result.messages, "\xE2\x80\xAE");
  assert_contains(result.output, "\\x1b[2J\\u202e.noslip");
  assert_lacks(result.output, "\x1b");
  g_assert_cmpint(g_remove(path), ==, 0);
}

static void
test_stranger(void)
{
  g_auto(Result) before = expect(0, "--stranger check chaplygin-sleigh");
  assert_contains(before.output, "not checked: --stranger opens no other file");
  g_auto(Result) after = expect(0, "check chaplygin-sleigh --stranger");
  g_assert_cmpstr(before.output, ==, after.output);
  g_auto(Result) without = expect(0, "check chaplygin-sleigh");
  assert_lacks(without.output, "not checked");
  g_autofree char *path = scratch_write("names.noslip", SYSTEM "reduction \"nowhere\": x = x, x' = x'\n", -1);
  g_auto(Result) named = expect(0, "check --stranger '%s'", path); /* the file is not even opened */
  assert_contains(named.output, "not checked");
  g_auto(Result) failed = expect(2, "--stranger check nowhere");
  assert_contains(failed.messages, "there is no system");
  g_auto(Result) last = expect(2, "check -- --stranger"); /* the name of a system there */
  assert_contains(last.messages, "'--stranger'");
  g_auto(Result) wrong = expect(2, "--stranger=soon check heisenberg");
  assert_contains(wrong.messages, "--stranger=SECONDS[,MIB] needs whole numbers");
  g_auto(Result) twice = expect(2, "--stranger=20 check heisenberg --stranger=30");
  assert_contains(twice.messages, "--stranger is given twice: '20' and '30'");
  g_auto(Result) same = expect(0, "--stranger check heisenberg --stranger=30");
  g_auto(Result) help = expect(0, "--help");
  assert_contains(help.output, "--stranger[=SECONDS[,MIB]]");
  g_auto(Result) own = expect(0, "run --help");
  assert_contains(own.output, "--stranger[=SECONDS[,MIB]]");
}

/* A motion that takes forever ends at the time limit, and the rows computed so far are written. */
static void
test_time(void)
{
  g_autofree char *path = scratch_write("long.noslip", SYSTEM "run to 1e5 step 0.011\nobservable o = sin(x)^2\n", -1);
  g_auto(Result) result = expect(3, "run --stranger=1 '%s' --rtol 1e-14 --output /dev/null", path);
  assert_contains(result.messages, "the processor time that --stranger allows is over");
}

#define WIDE 150

/* A text of a few kilobytes whose derivatives need gigabytes. */
static void
test_memory(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  g_test_skip("a sanitizer reserves more memory than any bound would allow");
#else
  g_autoptr(GString) text = g_string_new("noslip 1\n");
  for (guint i = 0; i < WIDE; i++)
    g_string_append_printf(text, "coordinate x%u\n", i);
  g_string_append(text, "let s = 0");
  for (guint i = 0; i < WIDE; i++)
    g_string_append_printf(text, " + x%u^2", i);
  g_string_append(text, "\nlet u = 0");
  for (guint i = 0; i < WIDE; i++)
    g_string_append_printf(text, " + x%u'*sin(x%u)", i, (i + 1) % WIDE);
  g_string_append(text, "\nlagrangian u^2*s^2 + sin(u*s)^2");
  for (guint i = 0; i < WIDE; i++)
    g_string_append_printf(text, " + x%u'^2", i);
  g_autofree char *path = scratch_write("wide.noslip", text->str, -1);
  g_auto(Result) result = run_cli("check --stranger=20,128 '%s'", path);
  g_assert_cmpint(result.status, ==, 3);
  assert_contains(result.messages, "the 128 MiB of memory that --stranger allows");
#endif
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/stranger/reduction-names", test_reduction_names);
  g_test_add_func("/stranger/reduction-beside", test_reduction_beside);
  g_test_add_func("/stranger/includes", test_includes);
  g_test_add_func("/stranger/terminal", test_terminal);
  g_test_add_func("/stranger/terminal-errors", test_terminal_errors);
  g_test_add_func("/stranger/option", test_stranger);
  g_test_add_func("/stranger/time", test_time);
  g_test_add_func("/stranger/memory", test_memory);
  int status = g_test_run();
  scratch_remove();
  return status;
}
