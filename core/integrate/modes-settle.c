/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what is held and what slides. */
#include "core/integrate/modes.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* One search. Arrays of b + f begin with the contacts. */
typedef struct {
  NoslipModesRun *run;
  double t;
  double *watched;
  NoslipModeSign *mode;   /* f + b + c */
  gboolean *wanted;       /* b + f: at rest */
  int *owner;             /* b + f: what a tied one is tied to, -1 if it is held */
  int *along;             /* b + f: the sign of its rate in that of the owner */
  NoslipModeSign *helper; /* f: the sign that helps the owner, 0 before it was asked for */
} Search;

/* The mode that holds what is wanted. What depends on things held before it is tied to them. */
static void
fill_mode(Search *search)
{
  NoslipModesRun *run = search->run;
  g_autoptr(NoslipHeld) held = noslip_held_new(run);
  for (guint i = 0; i < run->b; i++) {
    search->owner[i] = -1;
    search->mode[run->f + i] =
        search->wanted[i] &&
        (noslip_held_add(held, run, i, &search->owner[i], &search->along[i]) || search->owner[i] < 0);
  }
  for (guint i = 0; i < run->f; i++) {
    guint at = run->b + i;
    search->owner[at] = -1;
    if (!search->wanted[at])
      continue;
    search->mode[i] = 0;
    if (noslip_held_add(held, run, at, &search->owner[at], &search->along[at]))
      search->owner[at] = -1;
    else if (search->owner[at] >= 0) /* against a contact that opens */
      search->mode[i] = search->helper[i] != 0 ? search->helper[i] : (NoslipModeSign) search->along[at];
  }
}

/* Turns a friction that is tied to friction i, so that it helps to hold it; each only once. */
static gboolean
find_help(Search *search, guint i, int sliding)
{
  for (guint h = 0; h < search->run->f; h++) {
    guint at = search->run->b + h;
    int sign = search->along[at] * sliding;
    if (!search->wanted[at] || search->owner[at] != (int) (search->run->b + i) || search->helper[h] != 0)
      continue;
    search->helper[h] = (NoslipModeSign) sign;
    if (search->mode[h] != sign)
      return TRUE;
  }
  return FALSE;
}

/* Removes the first condition that the forces contradict; FALSE if there is none. */
static gboolean
correct(Search *search, gboolean *failed)
{
  NoslipModesRun *run = search->run;
  NoslipModeSign *mode = search->mode;
  const double *corners = noslip_modes_of_corners(run, search->watched);
  for (guint i = 0; i < run->c; i++)
    if (mode[run->f + run->b + i] * corners[i] < 0) {
      mode[run->f + run->b + i] = (NoslipModeSign) -mode[run->f + run->b + i];
      return TRUE;
    }
  for (guint i = 0; i < run->b; i++)
    if (mode[run->f + i] != 0 && noslip_modes_of_bounce(run, search->watched, i)[3] < 0) {
      search->wanted[i] = FALSE;
      return TRUE;
    }
  for (guint i = 0; i < run->f; i++) {
    const double *friction = noslip_modes_of_friction(search->watched, i);
    if (friction[2] < 0 || isnan(friction[2])) {
      run->error = noslip_diagnostic_new(
          NOSLIP_ERROR, NOSLIP_CODE_STEP, &run->system->frictions[i].place,
          _("write abs( ) around a pressure, or swap the sides of its constraint, which flips the sign of lambda"),
          _("the limit of the friction on %s is %.6g at t = %.12g s, and cannot be negative"),
          run->system->frictions[i].name, friction[2], search->t);
      *failed = TRUE;
      return FALSE;
    }
    if (mode[i] == 0 && fabs(friction[3]) > friction[2] * (1 + 1e-12)) {
      int sliding = friction[3] > 0 ? -1 : 1;
      if (!find_help(search, i, sliding)) {
        search->wanted[run->b + i] = FALSE;
        mode[i] = (NoslipModeSign) sliding;
      }
      return TRUE;
    }
  }
  return FALSE;
}

static NoslipLeg *
settle(Search *search, const double *xy, gboolean *contradicts)
{
  NoslipModesRun *run = search->run;
  guint tries = 12 * (run->f + run->b + run->c + 1);
  for (guint i = 0; i < tries; i++) {
    fill_mode(search);
    NoslipLeg *leg = noslip_modes_enter(run, search->mode, search->t, xy);
    if (leg == NULL || !noslip_modes_observe(run, leg, search->t, leg->stepper->z, search->watched))
      return NULL;
    *contradicts = FALSE;
    if (!correct(search, contradicts))
      return *contradicts ? NULL : leg;
  }
  *contradicts = TRUE;
  run->error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_STEP, NULL,
                                     _("make the friction smaller, or let fewer things touch"),
                                     _("friction and pressure contradict each other at t = %.12g s, whether things "
                                       "stick or slide"),
                                     search->t);
  return NULL;
}

NoslipLeg *
noslip_modes_settle(NoslipModesRun *run, double t, const double *xy, const gboolean *chosen, double *watched,
                    gboolean *contradicts)
{
  guint n = run->b + run->f;
  g_autofree NoslipModeSign *mode = g_new0(NoslipModeSign, (gsize) n + run->c + 1);
  g_autofree NoslipModeSign *helper = g_new0(NoslipModeSign, (gsize) run->f + 1);
  g_autofree gboolean *wanted = g_memdup2(chosen, ((gsize) n + 1) * sizeof(gboolean));
  g_autofree int *owner = g_new0(int, (gsize) n + 1);
  g_autofree int *along = g_new0(int, (gsize) n + 1);
  Search search = {run, t, watched, mode, wanted, owner, along, helper};
  *contradicts = FALSE;
  noslip_modes_look(run, t, xy);
  for (guint i = 0; i < run->f; i++)
    mode[i] = noslip_modes_friction(run, i)[0] > 0 ? 1 : -1;
  for (guint i = 0; i < run->c; i++)
    mode[n + i] = 1;
  return settle(&search, xy, contradicts);
}
