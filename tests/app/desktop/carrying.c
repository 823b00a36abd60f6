/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/desktop/carrying.h"

#include <string.h>

struct _Carried {
  GSubprocess *program;
  GDataInputStream *words;
  char *word; /* the last word that it printed, or NULL */
};

static void
on_line_read(GObject *stream, GAsyncResult *result, gpointer data)
{
  g_autoptr(GError) error = NULL;
  Carried *carried = data;
  carried->word = g_data_input_stream_read_line_finish(G_DATA_INPUT_STREAM(stream), result, NULL, &error);
  g_assert_no_error(error);
  g_assert_nonnull(carried->word);
}

static void
read_line(Carried *carried)
{
  g_clear_pointer(&carried->word, g_free);
  g_data_input_stream_read_line_async(carried->words, G_PRIORITY_DEFAULT, NULL, on_line_read, carried);
  WAIT_FOR(carried->word);
}

/* Its window is in the corner, in front of all others. */
Carried *
carried_new(const char *const *files)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GStrvBuilder) words = g_strv_builder_new();
  g_strv_builder_add(words, g_getenv("NOSLIP_TEST_CARRIER"));
  g_strv_builder_addv(words, (const char **) files);
  g_auto(GStrv) arguments = g_strv_builder_end(words);
  Carried *carried = g_new0(Carried, 1);
  carried->program = g_subprocess_newv((const char *const *) arguments, G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error);
  g_assert_no_error(error);
  carried->words = g_data_input_stream_new(g_subprocess_get_stdout_pipe(carried->program));
  read_line(carried);
  g_assert_cmpstr(carried->word, ==, "ready");
  driven_move("mousemove 20 20 mousedown 1 mousemove 30 24 mousemove 44 30");
  return carried;
}

static GtkDropTarget *
target_of(gpointer window)
{
  return GTK_DROP_TARGET(driven_controller(window, GTK_TYPE_DROP_TARGET));
}

/* The other program grabs the pointer some time later and only then receives motion, so keep moving until it does. */
void
carried_over(Carried *carried, GtkWidget *widget, double x, double y)
{
  GtkDropTarget *target = target_of(gtk_widget_get_root(widget));
  for (int i = 0; !gtk_drop_target_get_value(target); i++) {
    g_assert_cmpint(i, <, 600);
    driven_point(widget, x + i % 2, y);
  }
  driven_point(widget, x + 2, y);
}

void
carried_off(Carried *carried, NoslipWindow *window)
{
  driven_move("mousemove 30 20 mousemove 31 20");
  WAIT_FOR(!gtk_drop_target_get_current_drop(target_of(window)));
}

void
carried_drop(Carried *carried)
{
  driven_move("mouseup 1");
  read_line(carried);
  g_assert_true(g_str_equal(carried->word, "taken") || g_str_equal(carried->word, "refused"));
  g_subprocess_force_exit(carried->program);
  g_subprocess_wait(carried->program, NULL, NULL);
  g_object_unref(carried->words);
  g_object_unref(carried->program);
  g_free(carried->word);
  g_free(carried);
  driven_take_notice();
}
