/* SPDX-License-Identifier: GPL-3.0-or-later */
/* render: the scene at a moment as a picture, without a display. */
#include "app/cli/cli.h"

#include "ui/picture/offscreen.h"
#include "ui/picture/scene-builder.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  char *formulation, *time, *size, *output;
  gboolean dark;
  double seconds;
  int width, height;
} Picture;

static gboolean
read_size(Picture *picture)
{
  char rest;
  picture->width = 1280;
  picture->height = 800;
  if (picture->size == NULL)
    return TRUE;
  if (sscanf(picture->size, "%5dx%5d%c", &picture->width, &picture->height, &rest) == 2 && picture->width > 0 &&
      picture->height > 0 && picture->width <= NOSLIP_OFFSCREEN_MOST && picture->height <= NOSLIP_OFFSCREEN_MOST)
    return TRUE;
  cli_message("error: --size needs WIDTHxHEIGHT in pixels, at most %d each, not '%s'", NOSLIP_OFFSCREEN_MOST,
              picture->size);
  return FALSE;
}

static gboolean
read_time(Picture *picture, CliProblem *problem)
{
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

/* Computes up to the moment; the last row is kept in `row`. */
static int
follow(const CliProblem *problem, const Picture *picture, NoslipSceneBuilder *builder, double *row)
{
  int status;
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDynamics) dynamics = cli_problem_dynamics(problem, picture->formulation, &status);
  if (dynamics == NULL)
    return status;
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &problem->options, problem->parameters, 0, problem->xy,
                                            problem->kind == NOSLIP_DYNAMICS_VAKONOMIC ? problem->mu : NULL, &error);
  if (run == NULL)
    return cli_report_one(error);
  while (noslip_run_next(run, row, &cli_cancelled, &error)) {
    noslip_scene_builder_add_rows(builder, problem->parameters, 1, row);
    if (row[0] >= picture->seconds)
      break;
  }
  return error != NULL ? cli_report_one(error) : CLI_DONE;
}

static int
draw(const CliProblem *problem, const Picture *picture, NoslipSceneBuilder *builder, const double *row)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(NoslipScene) scene = noslip_scene_new();
  NoslipTheme theme;
  NoslipSceneLook look;
  NoslipCamera camera;
  noslip_theme_init(&theme, picture->dark, 1);
  noslip_scene_look_init(&look, &theme);
  noslip_scene_builder_build(builder, problem->parameters, row, &look, scene);
  double aspect = (double) picture->width / picture->height;
  NoslipBounds bounds;
  noslip_scene_builder_camera(builder, problem->parameters, row, aspect, &camera);
  noslip_scene_builder_bounds(builder, &bounds);
  /* The system's camera says from where; the whole motion shall be seen. */
  if (!noslip_bounds_is_empty(&bounds))
    noslip_camera_frame(&camera, &bounds, aspect);
  g_autoptr(NoslipOffscreen) offscreen = noslip_offscreen_new(NOSLIP_OFFSCREEN_ANY, &error);
  cairo_surface_t *surface = NULL;
  if (offscreen != NULL)
    surface =
        noslip_offscreen_render(offscreen, scene, &camera, &theme, NULL, picture->width, picture->height, 1, &error);
  gboolean written = surface != NULL && noslip_picture_write_png(surface, picture->output, &error);
  if (!written)
    cli_message("error: cannot draw %s: %s", picture->output, error != NULL ? error->message : "there is no picture");
  if (surface != NULL)
    cairo_surface_destroy(surface);
  return written ? CLI_DONE : CLI_INPUT;
}

static int
render(CliProblem *problem, Picture *picture)
{
  if (picture->output == NULL) {
    cli_message("error: render needs --output FILE.png");
    return CLI_INPUT;
  }
  gboolean good = read_size(picture);
  good = read_time(picture, problem) && good;
  int status = good ? cli_problem_start(problem, FALSE) : CLI_INPUT;
  if (status != CLI_DONE)
    return status;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSceneBuilder) builder = noslip_scene_builder_new(problem->system, problem->kind, diagnostics);
  cli_report(diagnostics);
  g_autofree double *row = g_new(double, noslip_row_size(problem->system));
  row[0] = NAN;
  status = follow(problem, picture, builder, row);
  if (isnan(row[0]))
    return status != CLI_DONE ? status : CLI_STOPPED;
  return cli_worse(status, draw(problem, picture, builder, row));
}

static int
run(int argc, char **argv)
{
  CliSetup setup = {0};
  CliProblem problem = {0};
  Picture picture = {0};
  const GOptionEntry extra[] = {
      {"time", 0, 0, G_OPTION_ARG_FILENAME, &picture.time, "The moment in seconds; the end of the run if not given",
       "T"},
      {"size", 0, 0, G_OPTION_ARG_FILENAME, &picture.size, "Size in pixels, 1280x800 if not given", "WxH"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &picture.output, "The picture", "FILE.png"},
      {"dark", 0, 0, G_OPTION_ARG_NONE, &picture.dark, "On a dark ground", NULL},
      {"dynamics", 0, 0, G_OPTION_ARG_FILENAME, &setup.dynamics, "nonholonomic, vakonomic or free", "D"},
      {"formulation", 0, 0, G_OPTION_ARG_FILENAME, &picture.formulation, "As in run", "F"},
      {NULL},
  };
  g_autofree GOptionEntry *entries = cli_setup_entries(&setup, extra);
  int status = CLI_INPUT;
  if (cli_parse(&cli_render, entries, &argc, &argv, 1, 1))
    status = cli_problem_load(&problem, argv[0], &setup);
  if (problem.system != NULL && status == CLI_DONE)
    status = render(&problem, &picture);
  cli_problem_clear(&problem);
  cli_setup_clear(&setup);
  g_free(picture.formulation);
  g_free(picture.time);
  g_free(picture.size);
  g_free(picture.output);
  return status;
}

const CliCommand cli_render = {
    .name = "render",
    .usage = "SYSTEM",
    .summary = "Draw the scene at a moment as a PNG picture, without a display.",
    .example = "noslip-cli render chaplygin-sleigh --time 5 --size 640x400 --output sleigh.png",
    .run = run,
};
