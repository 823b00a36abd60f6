/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that --output and --events write: an input is never overwritten, and no partial result has the final
 * name. */
#include "tests/app/cli/process.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>

#define FALL "noslip 1\nparameter g = 9.81\ncoordinate z\nlagrangian z'^2/2 - g*z\ninitial z' = 1\nrun to 1 step 0.1\n"

static char *
contents(const char *name)
{
  g_autofree char *path = g_build_filename(scratch(), name, NULL);
  char *text = NULL;
  g_file_get_contents(path, &text, NULL, NULL);
  return text;
}

static void
assert_holds(const char *name, const char *expected)
{
  g_autofree char *text = contents(name);
  g_assert_cmpstr(text, ==, expected);
}

static void
forget(const char *name)
{
  g_autofree char *path = g_build_filename(scratch(), name, NULL);
  g_assert_cmpint(g_unlink(path), ==, 0);
}

/* Writing over the input by its name, by links and through standard output: exit 2, and the input is unchanged. */
static void
test_input(void)
{
  g_autofree char *fall = scratch_write("fall.noslip", FALL, -1);
  g_autofree char *partial = scratch_write("fall.csv.partial", FALL, -1);
  g_auto(Result) linked =
      run_cli("--version; cd '%s' && ln -s fall.noslip soft.noslip && ln fall.noslip hard.noslip", scratch());
  const char *lines[] = {
      "run fall.noslip -o fall.noslip",
      "run fall.noslip -o ./fall.noslip",
      "run fall.noslip -o soft.noslip",
      "run soft.noslip -o hard.noslip",
      "run fall.noslip >> fall.noslip",
      "run fall.noslip --event z --events fall.noslip -o new.csv",
      "sweep fall.noslip --vary g=1..2:3 -o hard.noslip",
      "sweep ./fall.csv.partial --vary g=1..2:3 -o fall.csv",
      "render fall.noslip -o fall.noslip --size 64x48",
  };
  for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
    g_auto(Result) result =
        run_cli("--version > /dev/null; cd '%s'; '%s' %s", scratch(), g_getenv("NOSLIP_CLI"), lines[i]);
    g_assert_cmpint(result.status, ==, 2);
    assert_contains(result.messages, "read by the same command");
    assert_holds("fall.noslip", FALL);
    assert_holds("fall.csv.partial", FALL);
  }
  forget("fall.csv.partial");
  g_assert_true(scratch_is_empty_but(NULL));
  forget("soft.noslip");
  forget("hard.noslip");
  forget("fall.noslip");
}

/* A text also reads the files that it includes, directly or not, and the file that it reduces to. */
static void
test_other_inputs(void)
{
  static const char reduced[] = "noslip 1\ncoordinate w\nlagrangian w'^2/2\ninitial w' = 1\nrun to 1 step 0.1\n";
  static const struct {
    const char *name, *text;
  } files[] = {
      {"inner.noslip", "noslip 1\nparameter m = 1\n"},
      {"outer.noslip", "noslip 1\n\tinclude \"inner.noslip\"\n"},
      {"reduced.noslip", reduced},
      {"main.noslip", "noslip 1\ninclude \"outer\" # more\ncoordinate x\nlagrangian m*x'^2/2\ninitial x' = 1\n"
                      "reduction \"reduced\": w = x, w' = x'\nrun to 1 step 0.1\n"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(files); i++)
    g_free(scratch_write(files[i].name, files[i].text, -1));
  for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
    const char *lines[] = {"run main.noslip -o", "sweep main.noslip --vary m=1..2:2 -o",
                           "render main.noslip --size 64x48 -o", "format main.noslip -o",
                           "export main.noslip --as python -o"};
    for (guint l = 0; l < G_N_ELEMENTS(lines); l++) {
      if (i == 3 && g_str_has_prefix(lines[l], "format"))
        continue; /* it is meant to write its input */
      g_auto(Result) linked = run_cli("--version; cd '%s' && ln %s hard.out", scratch(), files[i].name);
      g_auto(Result) result =
          run_cli("--version > /dev/null; cd '%s'; '%s' %s hard.out", scratch(), g_getenv("NOSLIP_CLI"), lines[l]);
      g_assert_cmpint(result.status, ==, 2);
      assert_contains(result.messages, "read by the same command");
      assert_holds(files[i].name, files[i].text);
      forget("hard.out");
    }
  }
  for (guint i = 0; i < G_N_ELEMENTS(files); i++)
    forget(files[i].name);
  g_assert_true(scratch_is_empty_but(NULL));
}

/* Samples and events are one result: if one cannot be written, the other is not replaced either. */
static void
test_together(void)
{
  g_autofree char *fall = scratch_write("fall.noslip", FALL, -1);
  g_autofree char *good = scratch_write("good.csv", "precious\n", -1);
  g_auto(Result) full = expect(2, "run '%s' -o '%s' --event z --events /dev/full", fall, good);
  assert_contains(full.messages, "/dev/full");
  assert_holds("good.csv", "precious\n");
  g_auto(Result) other = expect(2, "run '%s' -o /dev/full --event z --events '%s'", fall, good);
  assert_holds("good.csv", "precious\n");
  g_auto(Result) nowhere = expect(2, "run '%s' -o '%s' --event z --events /no/such/folder/e.csv", fall, good);
  assert_holds("good.csv", "precious\n");
  g_auto(Result) same = expect(2, "run '%s' -o '%s' --event z --events '%s'", fall, good, good);
  assert_contains(same.messages, "same file");
  assert_holds("good.csv", "precious\n");
  g_auto(Result) done = expect(0, "run '%s' -o '%s' --event z --events '%s.events'", fall, good, good);
  g_autofree char *samples = contents("good.csv"), *events = contents("good.csv.events");
  g_assert_true(g_str_has_prefix(samples, "t,z,z',energy\n"));
  g_assert_true(g_str_has_prefix(events, "t,z,z',energy,event\n"));
  forget("good.csv.events");
  forget("good.csv.json");
  g_autofree char *path = g_build_filename(scratch(), "good.csv.partial", NULL);
  g_unlink(path);
  forget("good.csv");
  forget("fall.noslip");
  g_assert_true(scratch_is_empty_but(NULL));
}

static void
test_no_signals(void)
{
  g_test_skip("signals are ignored here from the start, or a sanitizer makes the program too slow for them");
}

/* Each of the three signals leaves the old file, the computed rows in FILE.partial, and nothing else. */
static void
test_signals(gconstpointer signal_name)
{
  g_autofree char *old = scratch_write("old.csv", "precious\n", -1);
  g_auto(Result) result = run_cli("run chaplygin-sleigh --to 4e5 --step 0.01 --event x --events '%s.events' -o '%s' & "
                                  "until find '%s' -name '.old.csv.*' -size +100k | grep -q .; do sleep 0.05; done; "
                                  "kill -%s $!; wait $!",
                                  old, old, scratch(), (const char *) signal_name);
  g_assert_cmpint(result.status, ==, 3);
  assert_contains(result.messages, "old.csv.partial");
  assert_holds("old.csv", "precious\n");
  g_autofree char *partial = contents("old.csv.partial"), *events = contents("old.csv.events.partial");
  g_assert_true(g_str_has_prefix(partial, "t,x,y,theta,"));
  g_assert_true(g_str_has_suffix(partial, "\n"));
  g_assert_true(g_str_has_prefix(events, "t,x,y,theta,"));
  forget("old.csv.partial");
  forget("old.csv.events.partial");
  g_assert_true(scratch_is_empty_but("old.csv"));
  forget("old.csv");
}

/* Sends the signal once the program handles it; a slow machine may need longer for that. */
static Result
signalled(const char *line, const char *signal_name, const char *more)
{
  static const char *const delays[] = {"0.3", "1.5", "8"};
  for (guint i = 0;; i++) {
    Result result =
        run_cli("%s & program=$!; %s sleep %s; kill -%s $program; wait $program", line, more, delays[i], signal_name);
    if (result.status < 128 || i + 1 == G_N_ELEMENTS(delays))
      return result;
    result_clear(&result);
  }
}

/* The program waits for a pipe without a reader; one signal ends the wait, also if the reader does not read. */
static void
test_pipe(void)
{
  g_autofree char *fifo = g_build_filename(scratch(), "pipe", NULL);
  g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
  g_autofree char *run = g_strdup_printf("run chaplygin-sleigh --to 4e5 --step 0.01 -o '%s'", fifo);
  g_autofree char *draw = g_strdup_printf("render chaplygin-sleigh --size 64x48 --time 0.1 -o '%s'", fifo);
  g_autofree char *reader = g_strdup_printf("sleep 12 <> '%s' >&- 2>&- &", fifo);
  const char *signals[] = {"INT", "TERM", "HUP"};
  for (guint i = 0; i < G_N_ELEMENTS(signals); i++) {
    g_auto(Result) alone = signalled(run, signals[i], "");
    g_assert_cmpint(alone.status, ==, 3);
    assert_contains(alone.messages, "cannot write");
  }
  g_auto(Result) picture = signalled(draw, "INT", "");
  g_assert_cmpint(picture.status, ==, 3);
  g_auto(Result) stuck = signalled(run, "TERM", reader);
  g_assert_cmpint(stuck.status, ==, 3);
  g_auto(Result) read = run_cli("run chaplygin-sleigh --to 1 -o '%s' & head -c 3 '%s'; wait $!", fifo, fifo);
  g_assert_cmpstr(read.output, ==, "t,x");
  forget("pipe");
}

/* While the first signal is still being handled, a second one of any kind ends the program. */
static void
test_second_signal(void)
{
  g_autofree char *old = scratch_write("old.csv", "precious\n", -1);
  g_auto(Result) result =
      run_cli("run chaplygin-sleigh --to 1e9 --step 1e8 -o '%s' & sleep 0.5; kill -STOP $!; kill -INT $!; "
              "kill -TERM $!; kill -CONT $!; wait $!",
              old);
  g_assert_cmpint(result.status, >, 128);
  g_auto(Result) hidden = run_cli("--version; rm '%s'/.old.csv.*", scratch()); /* it had no time to clean up */
  assert_holds("old.csv", "precious\n");
  forget("old.csv");
}

/* Under nohup the program keeps running after its terminal is closed. */
static void
test_nohup(void)
{
  g_auto(Result) result =
      run_cli("--version > /dev/null; (trap '' HUP; '%s' run chaplygin-sleigh --to 3000 --step 1 -o /dev/null & "
              "sleep 0.2; kill -HUP $!; wait $!)",
              g_getenv("NOSLIP_CLI"));
  g_assert_cmpint(result.status, ==, 0);
}
/* Shells inherit ignored signals from the process that started the tests. */
static gboolean
signals_arrive(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return FALSE;
#endif
  const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
    struct sigaction old;
    if (sigaction(numbers[i], NULL, &old) != 0 || old.sa_handler == SIG_IGN)
      return FALSE;
  }
  return TRUE;
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/files/input", test_input);
  g_test_add_func("/files/other-inputs", test_other_inputs);
  g_test_add_func("/files/together", test_together);
  if (signals_arrive()) {
    g_test_add_data_func("/files/signals/INT", "INT", test_signals);
    g_test_add_data_func("/files/signals/TERM", "TERM", test_signals);
    g_test_add_data_func("/files/signals/HUP", "HUP", test_signals);
    g_test_add_func("/files/pipe", test_pipe);
    g_test_add_func("/files/second-signal", test_second_signal);
    g_test_add_func("/files/nohup", test_nohup);
  } else {
    g_test_add_func("/files/signals", test_no_signals);
  }
  int status = g_test_run();
  scratch_remove();
  return status;
}
