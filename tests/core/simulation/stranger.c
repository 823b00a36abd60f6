/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files in folders that do not belong to the user, as the window opens them. */
#include "core/simulation/stranger.h"

#include "core/catalogue/catalogue.h"
#include "core/simulation/setup/setup.h"
#include "tests/core/load.h"
#include "tests/core/simulation/support.h"

#include <glib/gstdio.h>
#include <gsl/gsl_errno.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOBODY 65534
#define GOOD "noslip 1\ncoordinate x\nlagrangian x'^2/2 - x^2\n"
#define WIDE 150

static char *folder;

static char *
write_file(const char *name, const char *text)
{
  char *path = g_build_filename(folder, name, NULL);
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  return path;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER TRUE
#else
#define HAS_SANITIZER FALSE
#endif

/* Its derivatives need gigabytes of memory. */
static char *
write_wide(void)
{
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
  return write_file("wide.noslip", text->str);
}

static gboolean
can_be_read(const char *path, const NoslipStrangerBounds *trial, const int *cancel, const char *cause)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  gboolean good = noslip_stranger_try(path, trial, cancel, diagnostics);
  test_report(diagnostics);
  g_assert_cmpuint(diagnostics->n_errors, ==, cause != NULL ? 1 : 0);
  if (cause != NULL)
    g_assert_nonnull(strstr(((NoslipDiagnostic *) diagnostics->list->pdata[0])->cause, cause));
  return good;
}

/* The command line is not built with the thread sanitizer. */
static gboolean
has_program(void)
{
  g_autofree char *program = noslip_catalogue_command_line();
  if (g_file_test(program, G_FILE_TEST_IS_EXECUTABLE))
    return TRUE;
  g_test_skip("noslip-cli is not built");
  return FALSE;
}

static void
test_trial(void)
{
  if (!has_program())
    return;
  const NoslipStrangerBounds trial = {.seconds = 20, .mib = 512}, absent = {.program = "/nowhere/noslip-cli"};
  const NoslipStrangerBounds endless = {.program = "/usr/bin/yes", .seconds = 20, .mib = 512};
  int cancel = 1;
  g_autofree char *good = write_file("good.noslip", GOOD), *bad = write_file("bad.noslip", "noslip 1\nlagrangian (\n");
  g_autofree char *stops = write_file("stops.noslip", "noslip 1\ncoordinate x\nlagrangian x'^2/2 + sqrt(-x - 1)\n");
  g_assert_true(can_be_read(good, &trial, NULL, NULL));
  g_assert_true(can_be_read(bad, &trial, NULL, NULL)); /* its errors are only for the program that reads it */
  g_assert_true(can_be_read(stops, &trial, NULL, NULL));
  g_assert_false(can_be_read(good, &absent, NULL, "noslip-cli"));
  g_assert_false(can_be_read(good, &endless, &cancel, NULL));
}

static void
test_memory(void)
{
  const NoslipStrangerBounds trial = {.seconds = 20, .mib = 128};
  if (HAS_SANITIZER) {
    g_test_skip("a sanitizer reserves more memory than any bound would allow");
    return;
  }
  g_autofree char *wide = write_wide();
  g_assert_false(can_be_read(wide, &trial, NULL, "takes more than 20 s or 128 MiB"));
}

static gboolean
give_away(void)
{
  if (geteuid() == 0 && chown(folder, NOBODY, NOBODY) == 0)
    return TRUE;
  g_test_skip("only root can give a folder away");
  return FALSE;
}

static void
test_strange(void)
{
  g_autofree char *good = write_file("good.noslip", GOOD);
  g_autofree char *link = g_strconcat(g_get_tmp_dir(), "/", "noslip-strange-link.noslip", NULL);
  g_autofree char *known = noslip_catalogue_path("heisenberg");
  g_assert_false(noslip_catalogue_is_strange(good));
  g_assert_false(noslip_catalogue_is_strange("/nowhere/at/all"));
  g_assert_false(noslip_catalogue_is_strange("heisenberg"));
  g_assert_false(noslip_catalogue_is_strange(known));
  if (!give_away())
    return;
  g_assert_true(noslip_catalogue_is_strange(good));
  g_assert_cmpint(symlink(good, link), ==, 0);
  g_assert_true(noslip_catalogue_is_strange(link)); /* at its target */
  g_remove(link);
  g_assert_cmpint(chown(folder, 0, 0), ==, 0);
}

/* A set-up from such a folder may not name another file there, by an id neither; one with its own text or of the catalogue is shown. */
static void
test_setups(void)
{
  g_autofree char *named = write_file("named.noslip-setup", "[Noslip set-up]\n[System]\nfile=good.noslip\n");
  g_autofree char *whole = write_file("whole.noslip-setup", "[Noslip set-up]\n[System]\n| noslip 1\n");
  g_autofree char *id = write_file("id.noslip-setup", "[Noslip set-up]\n[System]\nid=heisenberg\n");
  g_autofree char *path = g_build_filename(folder, "good.noslip", NULL);
  g_autofree char *other = g_strconcat("[Noslip set-up]\n[System]\nid=", path, "\n", NULL);
  g_autofree char *disguised = write_file("disguised.noslip-setup", other);
  const char *paths[] = {named, disguised, whole, id};
  for (guint strange = 0; strange < 2; strange++) {
    if (strange && !give_away())
      return;
    for (guint i = 0; i < G_N_ELEMENTS(paths); i++) {
      g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
      g_autoptr(GPtrArray) setups = noslip_setups_read(paths[i], diagnostics);
      g_assert_cmpuint(setups->len, ==, strange && i < 2 ? 0 : 1);
      g_assert_true((diagnostics->n_errors > 0) == (strange && i < 2));
    }
  }
  g_assert_cmpint(chown(folder, 0, 0), ==, 0);
}

/* The data that the worker reads of such a file are sealed; a file that costs too much is not read at all. */
static void
test_loading(void)
{
  g_autofree char *good = write_file("good.noslip", GOOD);
  if (!has_program())
    return;
  NoslipSimulation *own = support_opened(good);
  g_assert_false(noslip_simulation_system(own)->sealed);
  noslip_simulation_free(own);
  if (!give_away())
    return;
  NoslipSimulation *strange = support_opened(good);
  g_assert_true(noslip_simulation_system(strange)->sealed);
  noslip_simulation_free(strange);
  g_assert_cmpint(chown(folder, 0, 0), ==, 0);
}

/* On a system without /proc: the catalogue is found where it was installed, and noslip-cli by its name. */
static void
test_without_proc(void)
{
  enum { GOOD_END, WRONG, NOT_ALLOWED };
  pid_t child = fork();
  g_assert_cmpint(child, >=, 0);
  if (child == 0) {
    if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", "/proc", "tmpfs", 0, NULL) != 0)
      _exit(NOT_ALLOWED);
    g_unsetenv("NOSLIP_SYSTEMS");
    g_autofree char *program = noslip_catalogue_command_line();
    g_auto(GStrv) folders = noslip_catalogue_folders();
    _exit(strcmp(program, "noslip-cli") == 0 && folders[0] != NULL && folders[1] == NULL ? GOOD_END : WRONG);
  }
  int status = 0;
  g_assert_cmpint(waitpid(child, &status, 0), ==, child);
  g_assert_true(WIFEXITED(status));
  if (WEXITSTATUS(status) == NOT_ALLOWED)
    g_test_skip("only root may hide /proc");
  else
    g_assert_cmpint(WEXITSTATUS(status), ==, GOOD_END);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  folder = g_dir_make_tmp("noslip-stranger-XXXXXX", NULL);
  g_assert_nonnull(folder);
  g_test_add_func("/stranger/trial", test_trial);
  g_test_add_func("/stranger/memory", test_memory);
  g_test_add_func("/stranger/strange", test_strange);
  g_test_add_func("/stranger/set-ups", test_setups);
  g_test_add_func("/stranger/loading", test_loading);
  g_test_add_func("/stranger/without-proc", test_without_proc);
  int status = g_test_run();
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  for (const char *name; dir != NULL && (name = g_dir_read_name(dir)) != NULL;) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_remove(path);
  }
  g_rmdir(folder);
  g_free(folder);
  return status;
}
