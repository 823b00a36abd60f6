/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scene as a picture or as a film of any size, drawn off screen by a job. */
#pragma once

#include "ui/export/job.h"
#include "ui/export/stage.h"

/* Settings of the picture. */
typedef struct {
  int width, height;          /* pixels */
  gboolean legend;            /* names and values of the arrows */
  double scale;               /* pixels per logical pixel: lines and text grow with it */
  const NoslipCamera *camera; /* NULL: the default camera of the system, such that all of the motion is seen */
} NoslipShot;

typedef struct {
  double from, to; /* seconds of the motion */
  double speed;    /* seconds of the motion per second of the film */
  int fps;         /* frames a second of the film */
} NoslipFilm;

#define NOSLIP_FILM_FPS 30
#define NOSLIP_FILM_FPS_MOST 240
#define NOSLIP_FILM_MOST 4096 /* pixels, width and height */
#define NOSLIP_FILM_FRAMES_MOST 200000

/* The number of frames of a film: the first shows `from`, the last is not after `to`. 0 if the settings make no
 * sense. */
guint noslip_film_n_frames(const NoslipFilm *film);

/* One story of a film. */
typedef struct {
  NoslipStage *stage;
  const NoslipCamera *camera; /* as for a shot */
  const char *caption;        /* or NULL */
  const char *answered;       /* the caption after the pause, or NULL */
  double pause;               /* the film pauses here for a while and asks what will happen; NaN: none */
  NoslipFilm film;            /* all have the same number of frames per second */
} NoslipStoryShot;

/* The scene at time t as PNG, PDF or SVG, by the suffix of the file's name; a pixel becomes a point of a PDF's page.
 * Takes ownership of the stage. */
NoslipJob *noslip_export_scene(NoslipStage *stage, const NoslipShot *shot, double t, const char *file);
/* The motion as a film (see film.h for the suffixes). Takes ownership of the stage. The file appears when it is
 * complete. */
NoslipJob *noslip_export_film(NoslipStage *stage, const NoslipShot *shot, const NoslipFilm *film, const char *file);
/* Stories one after the other, with their captions. Takes ownership of the stages. */
NoslipJob *noslip_export_stories(guint n, const NoslipStoryShot *stories, const NoslipShot *shot, const char *file);
