/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drafts survive the program that writes them, and are offered only after its end. */
#include "core/simulation/drafts.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *
new_folder(void)
{
  g_autofree char *top = g_dir_make_tmp("noslip-drafts-XXXXXX", NULL);
  g_assert_nonnull(top);
  return g_build_filename(top, "a", "b", NULL); /* the file need not exist */
}

static guint
n_files(const char *folder)
{
  g_autoptr(GDir) directory = g_dir_open(folder, 0, NULL);
  guint n = 0;
  while (directory && g_dir_read_name(directory))
    n++;
  return n;
}

static void
remove_folder(char *folder)
{
  g_assert_cmpuint(n_files(folder), ==, 0);
  for (int i = 0; i < 3; i++) {
    g_rmdir(folder);
    *strrchr(folder, '/') = '\0';
  }
  g_free(folder);
}

static void
assert_flushed(NoslipDraft *draft)
{
  g_autofree char *error = noslip_draft_flush(draft);
  g_assert_null(error);
}

static void
test_kept_and_discarded(void)
{
  char *folder = new_folder();
  NoslipDraft *draft = noslip_draft_new(folder);
  g_autofree char *base = noslip_draft_base("noslip 1\n");
  noslip_draft_discard(draft); /* nothing yet */
  noslip_draft_keep(draft, "/tmp/a b\n.noslip", base, "noslip 1\n");
  for (int i = 0; i < 200; i++)
    noslip_draft_keep(draft, "/tmp/a b\n.noslip", base, i == 199 ? "the last, θ\n" : "another\n");
  assert_flushed(draft);
  g_assert_cmpuint(n_files(folder), ==, 2);
  /* not offered while this process runs */
  g_autoptr(GPtrArray) none = noslip_drafts_find(folder);
  g_assert_cmpuint(none->len, ==, 0);
  noslip_draft_discard(draft);
  assert_flushed(draft);
  g_assert_cmpuint(n_files(folder), ==, 1);
  noslip_draft_keep(draft, "/tmp/a b\n.noslip", base, "the last, θ\n");
  noslip_draft_free(draft);
  g_autoptr(GPtrArray) left = noslip_drafts_find(folder);
  g_assert_cmpuint(left->len, ==, 1);
  NoslipFoundDraft *one = g_ptr_array_index(left, 0);
  g_assert_cmpstr(one->file, ==, "/tmp/a b\n.noslip");
  g_assert_cmpstr(one->text, ==, "the last, θ\n");
  g_assert_cmpstr(one->base, ==, base);
  /* claimed: not offered a second time */
  g_autoptr(GPtrArray) again = noslip_drafts_find(folder);
  g_assert_cmpuint(again->len, ==, 0);
  noslip_found_draft_discard(one);
  g_ptr_array_set_size(left, 0);
  remove_folder(folder);
}

static void
test_killed(void)
{
  char *folder = new_folder();
  int ready[2];
  g_assert_cmpint(pipe(ready), ==, 0);
  pid_t child = fork();
  g_assert_cmpint(child, >=, 0);
  if (child == 0) {
    NoslipDraft *draft = noslip_draft_new(folder);
    noslip_draft_keep(draft, NULL, NULL, "typed before the crash\n");
    g_free(noslip_draft_flush(draft));
    if (write(ready[1], "x", 1) != 1)
      _exit(1);
    for (;;)
      pause();
  }
  char byte;
  g_assert_cmpint(read(ready[0], &byte, 1), ==, 1);
  g_autoptr(GPtrArray) none = noslip_drafts_find(folder);
  g_assert_cmpuint(none->len, ==, 0);
  kill(child, SIGKILL);
  g_assert_cmpint(waitpid(child, NULL, 0), ==, child);
  GPtrArray *left = noslip_drafts_find(folder);
  g_assert_cmpuint(left->len, ==, 1);
  NoslipFoundDraft *one = g_ptr_array_index(left, 0);
  g_assert_null(one->file);
  g_assert_null(one->base);
  g_assert_cmpstr(one->text, ==, "typed before the crash\n");
  /* deferred: offered again */
  g_ptr_array_unref(left);
  left = noslip_drafts_find(folder);
  g_assert_cmpuint(left->len, ==, 1);
  noslip_found_draft_discard(g_ptr_array_index(left, 0));
  g_ptr_array_unref(left);
  close(ready[0]);
  close(ready[1]);
  remove_folder(folder);
}

static void
test_hostile(void)
{
  char *folder = new_folder();
  g_assert_cmpint(g_mkdir_with_parents(folder, 0700), ==, 0);
  g_autofree char *other = g_build_filename(folder, "other.draft", NULL);
  g_autofree char *bytes = g_build_filename(folder, "bytes.draft", NULL);
  g_autofree char *link = g_build_filename(folder, "link.draft", NULL);
  g_autofree char *stray = g_build_filename(folder, "stray.lock", NULL);
  g_assert_true(g_file_set_contents(other, "not a draft", -1, NULL));
  g_assert_true(g_file_set_contents(bytes, "# draft of \n\xff\0x", 15, NULL));
  g_assert_cmpint(symlink("/dev/zero", link), ==, 0);
  g_assert_true(g_file_set_contents(stray, "", 0, NULL));
  GPtrArray *left = noslip_drafts_find(folder);
  g_assert_cmpuint(left->len, ==, 1);
  NoslipFoundDraft *one = g_ptr_array_index(left, 0);
  g_assert_true(g_utf8_validate(one->text, -1, NULL));
  g_assert_true(g_str_has_suffix(one->text, "x"));
  noslip_found_draft_discard(one);
  g_ptr_array_unref(left);
  g_assert_false(g_file_test(stray, G_FILE_TEST_EXISTS));
  g_remove(other);
  g_remove(link);
  remove_folder(folder);
}

/* A folder that cannot be created is reported, without other effect. */
static void
test_no_folder(void)
{
  NoslipDraft *draft = noslip_draft_new("/dev/null/drafts");
  noslip_draft_keep(draft, NULL, NULL, "text");
  g_autofree char *error = noslip_draft_flush(draft);
  g_assert_nonnull(error);
  noslip_draft_free(draft);
  g_autoptr(GPtrArray) left = noslip_drafts_find("/dev/null/drafts");
  g_assert_cmpuint(left->len, ==, 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/drafts/kept-and-discarded", test_kept_and_discarded);
  g_test_add_func("/drafts/killed", test_killed);
  g_test_add_func("/drafts/hostile", test_hostile);
  g_test_add_func("/drafts/no-folder", test_no_folder);
  return g_test_run();
}
