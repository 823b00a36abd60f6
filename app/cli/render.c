/* SPDX-License-Identifier: GPL-3.0-or-later */
/* render: draws the scene at one time as a picture, or the motion as a film, without a display. Strokes, arrows and
 * letters are in units of a thousandth of the width. */
#include "app/cli/cli.h"
#include "app/cli/render/story.h"

#include "ui/export/film.h"
#include "ui/export/picture.h"
#include "ui/export/scene.h"
#include "ui/picture/gl/offscreen.h"

#include <gio/gio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define POLL_INTERVAL 20000 /* microseconds */

typedef struct {
  char *formulation, *time, *from, *fps, *speed, *size, *scale, *output, *story;
  gboolean dark, constraints;
  gboolean is_film;
  double seconds; /* of a picture */
  NoslipFilm film;
  int width, height;
} Picture;

#define UNITS 1000 /* across the picture */

static gboolean
read_scale(Picture *picture)
{
  double scale = 1, most = picture->is_film ? NOSLIP_FILM_MOST : NOSLIP_OFFSCREEN_MOST;
  if (picture->scale != NULL && !cli_number("--scale", picture->scale, &scale))
    return FALSE;
  if (!(scale > 0) || round(picture->width * scale) < 1 || round(picture->height * scale) < 1 ||
      picture->width * scale > most || picture->height * scale > most) {
    cli_message("error: --scale must make 1 to %g pixels a side of %d x %d, which %s does not", most, picture->width,
                picture->height, picture->scale != NULL ? picture->scale : "1");
    return FALSE;
  }
  picture->width = (int) round(picture->width * scale);
  picture->height = (int) round(picture->height * scale);
  return TRUE;
}

static gboolean
read_size(Picture *picture)
{
  char rest;
  int most = picture->is_film ? NOSLIP_FILM_MOST : NOSLIP_OFFSCREEN_MOST;
  picture->width = 1280;
  picture->height = 800;
  if (picture->size == NULL ||
      (sscanf(picture->size, "%5dx%5d%c", &picture->width, &picture->height, &rest) == 2 && picture->width > 0 &&
       picture->height > 0 && picture->width <= most && picture->height <= most))
    return read_scale(picture);
  cli_message("error: --size needs WIDTHxHEIGHT in pixels, at most %d each, not '%s'", most, picture->size);
  return FALSE;
}

static NoslipShot
shot_of(const Picture *picture)
{
  return (NoslipShot){.width = picture->width, .height = picture->height, .scale = (double) picture->width / UNITS};
}

static gboolean
read_time(Picture *picture, CliProblem *problem)
{
  const char *strange = picture->from != NULL    ? "--from"
                        : picture->fps != NULL   ? "--fps"
                        : picture->speed != NULL ? "--speed"
                                                 : NULL;
  if (strange != NULL) {
    cli_message("error: %s applies to films; end the name of --output in .webm, .mp4 or .gif, or give --time", strange);
    return FALSE;
  }
  picture->seconds = problem->options.to;
  if (picture->time == NULL)
    return TRUE;
  if (!cli_number("--time", picture->time, &picture->seconds))
    return FALSE;
  if (picture->seconds < 0) {
    cli_message("error: --time must not be negative, not %s", picture->time);
    return FALSE;
  }
  if (picture->seconds > 0)
    problem->options.to = picture->seconds;
  return TRUE;
}

static gboolean
is_fps(double fps)
{
  if (fps >= 1 && fps <= NOSLIP_FILM_FPS_MOST && fps == floor(fps))
    return TRUE;
  cli_message("error: --fps needs a whole number of frames a second, 1 to %d, not %g", NOSLIP_FILM_FPS_MOST, fps);
  return FALSE;
}

static gboolean
read_film(Picture *picture, const CliProblem *problem)
{
  NoslipFilm *film = &picture->film;
  double fps = NOSLIP_FILM_FPS;
  *film = (NoslipFilm){.from = 0, .to = problem->options.to, .speed = 1};
  if (picture->time != NULL) {
    cli_message("error: --time is for a picture; a film has --from and --to");
    return FALSE;
  }
  if ((picture->from != NULL && !cli_number("--from", picture->from, &film->from)) ||
      (picture->fps != NULL && !cli_number("--fps", picture->fps, &fps)) ||
      (picture->speed != NULL && !cli_number("--speed", picture->speed, &film->speed)))
    return FALSE;
  if (!is_fps(fps))
    return FALSE;
  film->fps = (int) fps;
  if (film->from < 0 || film->from > film->to) {
    cli_message("error: --from must be between 0 and --to, which is %g, not %g", film->to, film->from);
    return FALSE;
  }
  if (noslip_film_n_frames(film) == 0) {
    cli_message("error: --speed must be positive, and a film has at most %d frames", NOSLIP_FILM_FRAMES_MOST);
    return FALSE;
  }
  return TRUE;
}

/* Computes the motion to the end; the rows are kept. */
static int
follow(const CliProblem *problem, const Picture *picture, NoslipTrajectory *trajectory)
{
  int status;
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDynamics) dynamics = cli_problem_dynamics(problem, picture->formulation, &status);
  g_autoptr(NoslipPushes) pushes = noslip_pushes_new(problem->system);
  g_autoptr(NoslipHandRun) run = dynamics != NULL ? cli_problem_run(problem, dynamics, pushes, &status) : NULL;
  if (run == NULL)
    return status;
  double end = picture->is_film ? picture->film.to : picture->seconds;
  gboolean more = TRUE;
  while (more) {
    g_autoptr(NoslipChunk) chunk =
        noslip_chunk_new(problem->system, NOSLIP_CHUNK_ROWS, noslip_hand_run_parameters(run));
    NoslipHandRunStep step = NOSLIP_HAND_RUN_ROW;
    while (more && step == NOSLIP_HAND_RUN_ROW && chunk->n_rows < NOSLIP_CHUNK_ROWS) {
      double *row = chunk->rows + (gsize) chunk->n_rows * chunk->row_size;
      step = noslip_hand_run_next(run, row, &cli_cancelled, &error);
      chunk->n_rows += step == NOSLIP_HAND_RUN_ROW;
      more = step == NOSLIP_HAND_RUN_ROW ? row[0] < end : step == NOSLIP_HAND_RUN_TURN;
    }
    noslip_trajectory_append(trajectory, chunk);
  }
  return error != NULL ? cli_report_one(error) : CLI_DONE;
}

/* Waits for the job; Ctrl+C cancels it. On a terminal its progress is shown. */
static int
wait_for(NoslipJob *job, const char *output)
{
  gboolean shown = FALSE, terminal = isatty(STDERR_FILENO);
  while (!noslip_job_is_done(job)) {
    if (__atomic_load_n(&cli_cancelled, __ATOMIC_RELAXED))
      noslip_job_cancel(job);
    g_usleep(POLL_INTERVAL);
    if (terminal) {
      fprintf(stderr, "\r%3.0f %%", 100 * noslip_job_progress(job));
      shown = TRUE;
    }
  }
  if (shown)
    fputs("\r     \r", stderr);
  const GError *error = NULL;
  if (noslip_job_succeeded(job, &error))
    return CLI_DONE;
  gboolean cancelled = g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  cli_message("error: cannot draw %s: %s", output, error != NULL ? error->message : "there is no picture");
  return cancelled ? CLI_STOPPED : CLI_INPUT;
}

static int
draw(const CliProblem *problem, const Picture *picture, const NoslipTrajectory *trajectory)
{
  NoslipStage *stage = noslip_stage_new(problem->system, picture->dark);
  NoslipShot shot = shot_of(picture);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  noslip_stage_show_constraints(stage, picture->constraints);
  noslip_stage_add(stage, problem->kind, trajectory, NULL, NULL, diagnostics);
  cli_report(diagnostics);
  NoslipFilm film = picture->film;
  film.to = fmin(film.to, noslip_trajectory_end(trajectory)); /* what was computed is written */
  g_autoptr(NoslipJob) job =
      picture->is_film ? noslip_export_film(stage, &shot, &film, picture->output)
                       : noslip_export_scene(stage, &shot, noslip_trajectory_end(trajectory), picture->output);
  return wait_for(job, picture->output);
}

/* Whether the name has the ending of a file in another format; a name without such an ending gets a PNG. */
static gboolean
is_of_other_format(const char *file)
{
  g_autofree char *name = g_path_get_basename(file);
  const char *ending = strrchr(name, '.');
  return ending != NULL && ending != name && strlen(ending) <= 5 && noslip_picture_format_of(file) == NULL &&
         noslip_film_kind_of(file) == NULL;
}

/* The endings of files for pictures, or for films. Free with g_free(). */
static char *
endings(gboolean film, const char *separator)
{
  g_autofree const char **suffixes = film ? noslip_film_suffixes() : noslip_picture_suffixes(TRUE);
  return g_strjoinv(separator, (char **) suffixes);
}

static int
render(CliProblem *problem, Picture *picture)
{
  picture->is_film = picture->output != NULL && noslip_film_kind_of(picture->output) != NULL;
  if (picture->output != NULL && noslip_output_is_one_of(picture->output, (const char *const *) problem->inputs)) {
    cli_message("error: cannot write %s: it is read by the same command", picture->output);
    return CLI_INPUT;
  }
  if (picture->output == NULL || is_of_other_format(picture->output)) {
    g_autofree char *pictures = endings(FALSE, ", ."), *films = endings(TRUE, ", .");
    cli_message("error: render needs --output FILE, which ends in .%s for a picture, or in .%s for a film", pictures,
                films);
    return CLI_INPUT;
  }
  gboolean good = read_size(picture);
  good = (picture->is_film ? read_film(picture, problem) : read_time(picture, problem)) && good;
  int status = good ? cli_problem_start(problem, FALSE) : CLI_INPUT;
  if (status != CLI_DONE)
    return status;
  g_autoptr(NoslipTrajectory) trajectory = noslip_trajectory_new(problem->system);
  status = follow(problem, picture, trajectory);
  if (__atomic_load_n(&cli_cancelled, __ATOMIC_RELAXED))
    return cli_worse(status, CLI_STOPPED); /* the picture would not show the requested time */
  if (noslip_trajectory_n_rows(trajectory) == 0 ||
      (picture->is_film && noslip_trajectory_end(trajectory) < picture->film.from))
    return status != CLI_DONE ? status : CLI_STOPPED;
  return cli_worse(status, draw(problem, picture, trajectory));
}

/* Rejects options of a single motion, which stories set themselves. */
static int
render_stories(Picture *picture, const CliSetup *setup)
{
  int status = CLI_INPUT;
  if (picture->time || picture->from || picture->formulation || setup->set || setup->initial || setup->to ||
      setup->dynamics) {
    cli_message("error: with --story there are only --output, --size, --scale, --fps, --speed and --dark");
    return CLI_INPUT;
  }
  if (picture->output == NULL || noslip_film_kind_of(picture->output) == NULL) {
    cli_message("error: render --story needs --output FILE.webm, FILE.mp4 or FILE.gif");
    return CLI_INPUT;
  }
  const char *const inputs[] = {picture->story, NULL};
  if (noslip_output_is_one_of(picture->output, inputs)) {
    cli_message("error: cannot write %s: it is read by the same command", picture->output);
    return CLI_INPUT;
  }
  double fps = NOSLIP_FILM_FPS;
  CliStoryFilm film = {.file = picture->story, .output = picture->output, .speed = 1, .dark = picture->dark};
  picture->is_film = TRUE;
  if (!read_size(picture) || (picture->fps != NULL && !cli_number("--fps", picture->fps, &fps)) ||
      (picture->speed != NULL && !cli_number("--speed", picture->speed, &film.speed)))
    return CLI_INPUT;
  if (!is_fps(fps))
    return CLI_INPUT;
  if (!(film.speed > 0)) {
    cli_message("error: --speed must be positive, not %s", picture->speed);
    return CLI_INPUT;
  }
  film.fps = (int) fps;
  film.shot = shot_of(picture);
  g_autoptr(NoslipJob) job = cli_story_film(&film, &status);
  return job != NULL ? cli_worse(status, wait_for(job, picture->output)) : status;
}

static int
run(int argc, char **argv)
{
  CliSetup setup = {.takes_hands = TRUE};
  CliProblem problem = {0};
  Picture picture = {0};
  g_autofree char *pictures = endings(FALSE, ", "), *films = endings(TRUE, ", ");
  g_autofree char *output = g_strdup_printf("The picture (%s), or the film (%s)", pictures, films);
  const GOptionEntry extra[] = {
      {"time", 0, 0, G_OPTION_ARG_FILENAME, &picture.time, "The moment in seconds; the end of the run if not given",
       "T"},
      {"size", 0, 0, G_OPTION_ARG_FILENAME, &picture.size, "Size in pixels, 1280x800 if not given", "WxH"},
      {"scale", 0, 0, G_OPTION_ARG_FILENAME, &picture.scale, "Multiplies the pixels of --size, and nothing else", "K"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &picture.output, g_intern_string(output), "FILE"},
      {"from", 0, 0, G_OPTION_ARG_FILENAME, &picture.from, "Where a film begins; it ends at --to", "T"},
      {"fps", 0, 0, G_OPTION_ARG_FILENAME, &picture.fps, "Frames a second of a film, 30 if not given", "N"},
      {"speed", 0, 0, G_OPTION_ARG_FILENAME, &picture.speed, "Seconds of motion in a second of a film, 1 if not given",
       "S"},
      {"story", 0, 0, G_OPTION_ARG_FILENAME, &picture.story,
       "Instead of a SYSTEM: the stories of this file, one after the other, as a film", "FILE"},
      {"dark", 0, 0, G_OPTION_ARG_NONE, &picture.dark, "On a dark ground", NULL},
      {"constraints", 0, 0, G_OPTION_ARG_NONE, &picture.constraints, "Draw what the constraints allow and forbid, too",
       NULL},
      {"dynamics", 0, 0, G_OPTION_ARG_FILENAME, &setup.dynamics, "nonholonomic, vakonomic or free", "D"},
      {"formulation", 0, 0, G_OPTION_ARG_FILENAME, &picture.formulation, "As in run", "F"},
      {NULL},
  };
  g_autofree GOptionEntry *entries = cli_setup_entries(&setup, extra);
  int status = CLI_INPUT;
  if (!cli_parse(&cli_render, entries, &argc, &argv, 0, 1))
    status = CLI_INPUT;
  else if (picture.story != NULL ? argc > 0 : argc == 0)
    cli_message(argc == 0 ? "error: render needs a SYSTEM, or --story FILE"
                          : "error: a story names its own system: leave out %s",
                argv[0]);
  else if (picture.story != NULL)
    status = render_stories(&picture, &setup);
  else
    status = cli_problem_load(&problem, argv[0], &setup);
  if (problem.system != NULL && status == CLI_DONE)
    status = render(&problem, &picture);
  cli_problem_clear(&problem);
  cli_setup_clear(&setup);
  g_free(picture.formulation);
  g_free(picture.time);
  g_free(picture.from);
  g_free(picture.fps);
  g_free(picture.speed);
  g_free(picture.size);
  g_free(picture.scale);
  g_free(picture.output);
  g_free(picture.story);
  return status;
}

const CliCommand cli_render = {
    .name = "render",
    .usage = "SYSTEM | --story FILE",
    .summary = "Draw the scene at a moment, or the motion as a film, without a display.",
    .example = "noslip-cli render chaplygin-sleigh --time 5 --size 640x400 --output sleigh.png",
    .run = run,
};
