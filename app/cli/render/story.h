/* SPDX-License-Identifier: GPL-3.0-or-later */
/* render --story: the stories of a file as one film. */
#pragma once

#include "ui/export/scene.h"

typedef struct {
  const char *file;   /* of set-ups with captions (core/simulation/setup/story.h) */
  const char *output; /* its name ends in .webm */
  NoslipShot shot;
  int fps;
  double speed; /* factor on the speed of each story */
  gboolean dark;
} CliStoryFilm;

/* Starts writing the film; NULL after messages, with a status. */
NoslipJob *cli_story_film(const CliStoryFilm *film, int *status);
