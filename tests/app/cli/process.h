/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs noslip-cli and checks its output. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

typedef struct {
  int status; /* exit status; -1 if a signal ended it */
  char *output, *messages;
} Result;
void result_clear(Result *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Result, result_clear)

/* Runs `noslip-cli LINE` through the shell; the line may redirect. A run that takes longer than 60 s fails the test. */
Result run_cli(const char *line, ...) G_GNUC_PRINTF(1, 2);
/* The same, and the exit status must be this one; no run may write a sanitizer's report or a critical warning. */
Result expect(int status, const char *line, ...) G_GNUC_PRINTF(2, 3);

/* A temporary folder, removed at the end. */
const char *scratch(void);
void scratch_remove(void);
char *scratch_write(const char *name, const char *text, gssize length);
gboolean scratch_is_empty_but(const char *name);

/* The output as JSON. */
JsonNode *json_of(const Result *result);
void assert_contains(const char *text, const char *part);
void assert_lacks(const char *text, const char *part);
guint count_lines(const char *text);

/* A particle in free fall: small, with claims that hold and claims that fail, as its text says. */
#define SHORT_FALL                                                                                                     \
  "noslip 1\ntitle \"Fall\"\nparameter g = 9.81\ncoordinate z\nlagrangian z'^2/2 - g*z\ninitial z' = 1\nrun to 1 "     \
  "step 0.25\n"

/* A sweep of 100 motions: three blocks of lanes and a part of one. */
#define LANES "sweep snakeboard --vary m=1..4:20 --vary \"psi'=0.5..2:5\" --method rk4 --step 0.02 --to 1"
