/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hand that pulls a body during the motion: compared with closed forms, in every formulation, and replayed from a
 * set-up. */
#include "core/simulation/hand/push-columns.h"
#include "core/simulation/setup/setup.h"
#include "tests/core/simulation/support.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static const NoslipRunView *
primary(NoslipSimulation *simulation)
{
  return noslip_runs_primary(noslip_simulation_runs(simulation));
}

static guint
draw_of(NoslipSimulation *simulation, NoslipDrawKind kind)
{
  const NoslipSystem *system = noslip_simulation_system(simulation);
  for (guint i = 0; i < system->n_draws; i++)
    if (system->draws[i].kind == kind)
      return i;
  g_assert_not_reached();
}

/* The energy changes by the work of the hand alone. */
static void
assert_balance(NoslipSimulation *simulation, double from, double to)
{
  const NoslipRunView *view = primary(simulation);
  const NoslipQuantities *q = view->quantities;
  double most = 0;
  for (guint i = 0; i < view->n_rows; i++) {
    double t = noslip_trajectory_row(view->trajectory, i, NULL)[0];
    double power = noslip_columns_value(view->values, i, q->hand),
           rate = noslip_columns_value(view->values, i, q->rate);
    if (t < from || t >= to)
      g_assert_cmpfloat(power, ==, 0);
    g_assert_cmpfloat(fabs(rate - power), <, 1e-9 * (1 + fabs(power)));
    most = fmax(most, fabs(power));
  }
  g_assert_cmpfloat(most, >, 1e-3);
  noslip_playback_seek(noslip_simulation_playback(simulation), view->report.computed);
  g_assert_cmpfloat(noslip_runs_worst(noslip_simulation_runs(simulation), 0, q->drift), <, 1e-9);
}

/* The claim about the work of the hand is judged while it pulls, and not before. */
static void
assert_claim(NoslipSimulation *simulation)
{
  NoslipVerdict verdict;
  g_assert_true(noslip_hands_verdict(noslip_simulation_hands(simulation), &verdict));
  if (verdict.kind != NOSLIP_VERDICT_HOLDS)
    g_test_message("%s: %s, residual %g, sensitivity %g", noslip_simulation_system(simulation)->id,
                   noslip_verdict_word(verdict.kind), verdict.residual, verdict.sensitivity);
  g_assert_cmpint(verdict.kind, ==, NOSLIP_VERDICT_HOLDS);
  g_assert_cmpfloat(verdict.residual, <, 1e-10);
}

/* A particle at rest is pulled to a place 1 m away: a damped oscillator, then a straight line. */
static void
test_particle(void)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  noslip_simulation_load_text(simulation,
                              "noslip 1\nparameter m = 3\ncoordinate x\ncoordinate y\n"
                              "lagrangian m/2*(x'^2 + y'^2)\nrun to 4 step 0.01\n"
                              "draw ground\ndraw sphere at (x, y, 0) radius 0.1\n",
                              "text.noslip");
  support_wait(simulation);
  const double from[3] = {0, 0, 0}, to[3] = {1, 0, 0};
  noslip_playback_seek(noslip_simulation_playback(simulation), 1);
  g_assert_false(noslip_hands_take_body(noslip_simulation_hands(simulation), 0, from)); /* the ground */
  g_assert_true(noslip_hands_take_body(noslip_simulation_hands(simulation), 1, from));
  noslip_hands_pull_body(noslip_simulation_hands(simulation), to);
  support_wait(simulation);
  double point[3], target[3];
  g_assert_true(noslip_hands_pushed(noslip_simulation_hands(simulation), point, target));
  g_assert_cmpfloat(fabs(point[0]), <, 1e-12);
  g_assert_cmpfloat(target[0], ==, 1);
  noslip_playback_seek(noslip_simulation_playback(simulation), 2);
  noslip_hands_release_body(noslip_simulation_hands(simulation));
  noslip_hands_pull_body(noslip_simulation_hands(simulation), from); /* nothing is pulled */
  support_wait(simulation);
  g_assert_false(noslip_hands_pushed(noslip_simulation_hands(simulation), point, target));
  const NoslipRunView *view = primary(simulation);
  g_assert_cmpuint(view->n_rows, ==, 401);
  double omega = 2 * G_PI, damped = omega * sqrt(0.75), x2 = 0, v2 = 0;
  for (guint i = 0; i < view->n_rows; i++) {
    const double *row = noslip_trajectory_row(view->trajectory, i, NULL);
    double s = fmax(0, fmin(row[0], 2) - 1), fade = exp(-omega * s / 2);
    double x = 1 - fade * (cos(damped * s) + omega / 2 / damped * sin(damped * s));
    v2 = fade * omega * omega / damped * sin(damped * s);
    x2 = x + (row[0] > 2 ? (row[0] - 2) * v2 : 0);
    g_assert_cmpfloat(fabs(row[1] - x2), <, 1e-8);
    g_assert_cmpfloat(fabs(row[2]), <, 1e-12);
  }
  assert_balance(simulation, 1, 2);
  noslip_simulation_free(simulation);
}

/* While it plays, the agreement is that of the last rows known if checks are a little later than the primary. */
static void
test_late_checks(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  const NoslipRuns *runs = noslip_simulation_runs(simulation);
  NoslipPlayback *playback = noslip_simulation_playback(simulation);
  noslip_playback_seek(playback, 1);
  g_assert_true(noslip_hands_take_body(noslip_simulation_hands(simulation), draw_of(simulation, NOSLIP_DRAW_BOX),
                                       (double[3]){0.1, 0, 0.1}));
  support_wait(simulation);
  for (guint i = 1; i < runs->list->len; i++) /* as after the first rows of the primary */
    ((NoslipSimulationRun *) g_ptr_array_index(runs->list, i))->view.pending = TRUE;
  noslip_playback_seek(playback, 1.05);
  g_assert_true(isnan(noslip_runs_agreement(runs)));
  noslip_playback_play(playback);
  g_assert_cmpfloat(noslip_runs_agreement(runs), <, 1e-9);
  noslip_playback_seek(playback, 1.5);
  g_assert_true(isnan(noslip_runs_agreement(runs)));
  noslip_playback_pause(playback);
  noslip_simulation_free(simulation);
}

/* The same motion, as a set-up keeps it. */
static NoslipSimulation *
reopened(NoslipSimulation *simulation, const char *id)
{
  NoslipSetup *setup = noslip_setup_new();
  noslip_setup_take_motion(setup, simulation, FALSE);
  g_autofree char *text = noslip_setups_to_text(1, &setup, NULL);
  noslip_setup_unref(setup);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(GPtrArray) read = noslip_setups_from_text(text, NULL, "setup", diagnostics);
  NoslipSimulation *again = support_opened(id);
  noslip_setup_give_motion(read->pdata[0], again, diagnostics);
  g_assert_cmpuint(diagnostics->list->len, ==, 0);
  support_wait(again);
  return again;
}

/* Both motions have the same energy drift at each row, and the same change of the energy from t = 0 on. */
static void
assert_same_energy(NoslipSimulation *simulation, NoslipSimulation *again)
{
  const NoslipRunView *view = primary(simulation), *other = primary(again);
  const NoslipQuantities *q = view->quantities;
  double start = noslip_columns_value(view->values, 0, q->energy);
  g_assert_cmpuint(other->n_rows, ==, view->n_rows);
  for (guint i = 0; i < view->n_rows; i++) {
    double drift = noslip_columns_value(view->values, i, q->drift);
    g_assert_cmpfloat(noslip_columns_value(other->values, i, q->drift), ==, drift);
    if (q->conserves)
      g_assert_cmpfloat(fabs(drift), <, 1e-9);
    double t = noslip_trajectory_row(view->trajectory, i, NULL)[0];
    noslip_playback_seek(noslip_simulation_playback(simulation), t);
    noslip_playback_seek(noslip_simulation_playback(again), t);
    double change = noslip_runs_energy_change(noslip_simulation_runs(simulation));
    g_assert_cmpfloat(change, ==, noslip_columns_value(view->values, i, q->energy) - start);
    g_assert_cmpfloat(noslip_runs_energy_change(noslip_simulation_runs(again)), ==, change);
  }
}

/* The verdicts are those of the whole motion without the time in which a hand pulls. */
static void
assert_same_verdicts(NoslipSimulation *simulation, NoslipSimulation *again)
{
  const NoslipReport *report = &primary(simulation)->report, *other = &primary(again)->report;
  g_assert_cmpuint(report->n_verdicts, >, 0);
  for (guint i = 0; i < report->n_verdicts; i++) {
    const NoslipVerdict *verdict = &report->verdicts[i];
    g_assert_true(verdict->judged && verdict->good);
    g_assert_cmpint(verdict->kind, ==, other->verdicts[i].kind);
    g_assert_cmpfloat(verdict->residual, ==, other->verdicts[i].residual);
    g_assert_true(verdict->drift == other->verdicts[i].drift || isnan(verdict->drift));
  }
}

/* A hand that holds the body until the end leaves the claims to the time before it pulled. */
static void
test_held(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  double target[3] = {3, 2, 0.1};
  noslip_playback_seek(noslip_simulation_playback(simulation), 1);
  g_assert_true(noslip_hands_take_body(noslip_simulation_hands(simulation), draw_of(simulation, NOSLIP_DRAW_BOX),
                                       (double[3]){0.1, 0, 0.1}));
  noslip_hands_pull_body(noslip_simulation_hands(simulation), target);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 2);
  target[0] = -1;
  noslip_hands_pull_body(noslip_simulation_hands(simulation), target);
  support_wait(simulation);
  g_assert_true(noslip_hands_pull(noslip_simulation_hands(simulation)));
  NoslipSimulation *again = reopened(simulation, "chaplygin-sleigh");
  assert_same_energy(simulation, again);
  assert_same_verdicts(simulation, again);
  noslip_playback_seek(noslip_simulation_playback(simulation), 0.5);
  g_assert_false(noslip_hands_pull(noslip_simulation_hands(simulation)));
  noslip_simulation_free(again);
  noslip_simulation_free(simulation);
}

/* An input that is moved twice: the energy changes by work that is not known. */
static void
test_input_energy(void)
{
  NoslipSimulation *simulation = support_opened("ball-on-driven-table");
  noslip_playback_seek(noslip_simulation_playback(simulation), 1);
  noslip_hands_move_input(noslip_simulation_hands(simulation), 0, 2.5);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 2);
  noslip_hands_move_input(noslip_simulation_hands(simulation), 0, 0.5);
  support_wait(simulation);
  NoslipSimulation *again = reopened(simulation, "ball-on-driven-table");
  assert_same_energy(simulation, again);
  noslip_simulation_free(again);
  noslip_simulation_free(simulation);
}

/* Pulled at a corner, the sleigh's blade still does not slip, in any formulation. */
static void
test_sleigh(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  guint n_runs = noslip_runs_n(noslip_simulation_runs(simulation)), box = draw_of(simulation, NOSLIP_DRAW_BOX);
  g_assert_cmpuint(n_runs, ==, 5);
  noslip_playback_seek(noslip_simulation_playback(simulation), 1);
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  double point[3] = {row[1] + 0.3, row[2] + 0.2, 0.1}, held[3], target[3];
  g_assert_true(noslip_hands_take_body(noslip_simulation_hands(simulation), box, point));
  support_wait(simulation);
  g_assert_true(noslip_hands_pushed(noslip_simulation_hands(simulation), held, target));
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat(fabs(held[i] - point[i]), <, 1e-12);
  for (guint i = 1; i <= 5; i++) { /* the pointer moves */
    noslip_playback_seek(noslip_simulation_playback(simulation), 1 + 0.2 * i);
    point[0] += 0.3;
    noslip_hands_pull_body(noslip_simulation_hands(simulation), point);
    support_wait(simulation);
  }
  noslip_hands_brake_body(noslip_simulation_hands(simulation), TRUE);
  noslip_playback_seek(noslip_simulation_playback(simulation), 3);
  noslip_hands_release_body(noslip_simulation_hands(simulation));
  support_wait(simulation);
  assert_balance(simulation, 1, 3);
  assert_claim(simulation);
  g_assert_cmpfloat(noslip_runs_agreement(noslip_simulation_runs(simulation)), <, 1e-8);
  for (guint i = 0; i < primary(simulation)->report.n_verdicts; i++)
    g_assert_true(primary(simulation)->report.verdicts[i].good);

  NoslipSimulation *again = reopened(simulation, "chaplygin-sleigh");
  g_assert_cmpuint(primary(again)->n_rows, ==, primary(simulation)->n_rows);
  for (guint i = 0; i < primary(again)->n_rows; i++) {
    const NoslipChunk *chunk;
    const double *one = noslip_trajectory_row(primary(again)->trajectory, i, &chunk);
    const double *other = noslip_trajectory_row(primary(simulation)->trajectory, i, NULL);
    g_assert_cmpmem(one, chunk->row_size * sizeof(double), other, chunk->row_size * sizeof(double));
  }
  assert_same_energy(simulation, again);
  assert_same_verdicts(simulation, again);
  assert_balance(again, 1, 3);
  noslip_simulation_free(again);
  noslip_simulation_free(simulation);
}

/* The pull in a table: as recorded while the hand pulls, zero before and after. */
static void
test_columns(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  const double point[3] = {0.1, 0, 0.1}, target[3] = {1, 2, 0.1};
  g_assert_false(noslip_gestures_have_push(noslip_hands_gestures(noslip_simulation_hands(simulation))));
  noslip_playback_seek(noslip_simulation_playback(simulation), 1);
  g_assert_true(
      noslip_hands_take_body(noslip_simulation_hands(simulation), draw_of(simulation, NOSLIP_DRAW_BOX), point));
  noslip_hands_pull_body(noslip_simulation_hands(simulation), target);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 2);
  noslip_hands_release_body(noslip_simulation_hands(simulation));
  support_wait(simulation);
  const NoslipGestures *gestures = noslip_hands_gestures(noslip_simulation_hands(simulation));
  g_assert_true(noslip_gestures_have_push(gestures));
  g_autoptr(GString) text = g_string_new(NULL);
  noslip_push_columns_header(text);
  g_assert_cmpstr(text->str, ==,
                  ",push[draw],push[x],push[y],push[z],push[Fx],push[Fy],push[Fz],push[couple],push[power]");
  g_autoptr(NoslipPushes) pushes = noslip_pushes_new(noslip_simulation_system(simulation));
  const NoslipRunView *view = primary(simulation);
  for (guint i = 0; i < view->n_rows; i++) {
    const NoslipChunk *chunk;
    const double *row = noslip_trajectory_row(view->trajectory, i, &chunk);
    g_string_truncate(text, 0);
    noslip_push_columns_row(pushes, gestures, chunk->parameters, row, text);
    if (row[0] < 1 || row[0] >= 2) {
      g_assert_cmpstr(text->str, ==, ",nan,nan,nan,nan,0,0,0,0,0");
      continue;
    }
    g_auto(GStrv) values = g_strsplit(text->str + 1, ",", -1);
    g_assert_cmpuint(g_strv_length(values), ==, 9);
    g_assert_cmpfloat(g_ascii_strtod(values[1], NULL), ==, target[0]);
    g_assert_cmpfloat(g_ascii_strtod(values[2], NULL), ==, target[1]);
    g_assert_cmpfloat(hypot(g_ascii_strtod(values[4], NULL), g_ascii_strtod(values[5], NULL)), >, 0);
    g_assert_cmpfloat(g_ascii_strtod(values[8], NULL), ==,
                      noslip_columns_value(view->values, i, view->quantities->hand));
  }
  noslip_simulation_free(simulation);
}

/* A wheel's step spins a ball about the vertical: its angular velocity grows by a fixed rate. */
static void
test_spin(void)
{
  NoslipSimulation *simulation = support_opened("rolling-ball");
  const NoslipSystem *system = noslip_simulation_system(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 1);
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  guint w3 = noslip_row_y(system) + system->n - 1, ball = draw_of(simulation, NOSLIP_DRAW_SPHERE);
  double spin = row[w3],
         r = noslip_start_parameter(noslip_simulation_start(simulation), (guint) noslip_system_parameter(system, "r"));
  double point[3] = {row[1], row[2], r}; /* at the middle the spring exerts no torque */
  g_assert_true(noslip_hands_take_body(noslip_simulation_hands(simulation), ball, point));
  noslip_hands_spin_body(noslip_simulation_hands(simulation), 0.5);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 2);
  row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  g_assert_cmpfloat(fabs(row[w3] - spin - 0.5 * 2 * G_PI), <, 1e-8);
  noslip_simulation_free(simulation);
}

/* A block that friction holds on a slope stays under a weak pull, slides under a strong one, and stops again; every
 * formulation agrees. */
static void
test_friction(void)
{
  NoslipSimulation *simulation = support_opened("sliding-block");
  NoslipVerdict none;
  noslip_playback_set_end(noslip_simulation_playback(simulation), 12);
  support_wait(simulation);
  const NoslipSystem *system = noslip_simulation_system(simulation);
  guint s = noslip_row_x(system), box = draw_of(simulation, NOSLIP_DRAW_BOX);
  g_assert_false(noslip_hands_verdict(noslip_simulation_hands(simulation), &none));
  noslip_playback_seek(noslip_simulation_playback(simulation), 9);
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  double rest = row[s], velocity = row[noslip_row_y(system)];
  g_assert_cmpfloat(fabs(velocity), <, 1e-12);
  double middle[3] = {0}, point[3], target[3];
  g_assert_null(noslip_hands_push_refusal(noslip_simulation_hands(simulation), box));
  g_assert_true(noslip_hands_take_body(noslip_simulation_hands(simulation), box, middle));
  support_wait(simulation);
  g_assert_true(noslip_hands_pushed(noslip_simulation_hands(simulation), point, target));
  noslip_hands_release_body(noslip_simulation_hands(simulation));
  support_wait(simulation);
  g_assert_true(noslip_hands_take_body(noslip_simulation_hands(simulation), box, point));
  for (guint i = 0; i < 3; i++)
    target[i] = point[i] + (i == 0 ? 1e-4 : 0);
  noslip_hands_pull_body(noslip_simulation_hands(simulation), target);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 9.5);
  row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  g_assert_cmpfloat(fabs(row[s] - rest), <, 1e-9); /* friction holds it */
  target[0] = point[0] - 2;
  noslip_hands_pull_body(noslip_simulation_hands(simulation), target);
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 10);
  row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  g_assert_cmpfloat(fabs(row[s] - rest), >, 0.05);
  assert_claim(simulation);
  noslip_hands_release_body(noslip_simulation_hands(simulation));
  support_wait(simulation);
  noslip_playback_seek(noslip_simulation_playback(simulation), 12);
  g_assert_cmpfloat(noslip_runs_agreement(noslip_simulation_runs(simulation)), <, 1e-6);
  noslip_simulation_free(simulation);
}

/* Pulled into a wall, a disk bounces as often as it reaches it. */
static void
test_bounce(void)
{
  NoslipSimulation *simulation = support_opened("bouncing-disk");
  const NoslipSystem *system = noslip_simulation_system(simulation);
  guint disk = G_MAXUINT, x = (guint) noslip_row_x(system);
  for (guint i = 0; i < system->n_draws && disk == G_MAXUINT; i++) {
    g_autofree char *refusal = noslip_hands_push_refusal(noslip_simulation_hands(simulation), i);
    disk = refusal ? disk : i;
  }
  noslip_playback_seek(noslip_simulation_playback(simulation), 1);
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  double point[3] = {row[x], row[x + 1], 0.3}, target[3] = {4, row[x + 1], 0.3};
  g_assert_true(noslip_hands_take_body(noslip_simulation_hands(simulation), disk, point));
  noslip_hands_pull_body(noslip_simulation_hands(simulation), target);
  support_wait(simulation);
  const NoslipRunView *view = primary(simulation);
  g_assert_null(view->report.error);
  double most = 0;
  for (guint i = 0; i < view->n_rows; i++)
    most = fmax(most, noslip_trajectory_row(view->trajectory, i, NULL)[x]);
  g_assert_cmpfloat(most, <, 2);
  g_assert_cmpfloat(most, >, 1);
  assert_claim(simulation);
  noslip_simulation_free(simulation);
}

/* Every body of the catalogue that can be pulled: the claim holds in each motion, even if other forces do work. */
static void
test_catalogue(void)
{
  g_autoptr(GDir) dir = g_dir_open(g_getenv("NOSLIP_SYSTEMS"), 0, NULL);
  const char *name;
  guint n = 0;
  while ((name = g_dir_read_name(dir))) {
    if (!g_str_has_suffix(name, ".noslip"))
      continue;
    g_autofree char *id = g_strndup(name, strlen(name) - strlen(".noslip"));
    NoslipSimulation *simulation = support_opened(id);
    const NoslipSystem *system = noslip_simulation_system(simulation);
    noslip_playback_set_end(noslip_simulation_playback(simulation), 0.3);
    support_wait(simulation);
    noslip_playback_seek(noslip_simulation_playback(simulation), 0.1);
    for (guint i = 0; i < system->n_draws; i++) {
      const double point[3] = {0.1, 0.2, 0.3}, target[3] = {0.6, -0.1, 0.5};
      g_autofree char *refusal = noslip_hands_push_refusal(noslip_simulation_hands(simulation), i);
      gboolean taken = noslip_hands_take_body(noslip_simulation_hands(simulation), i, point);
      g_assert_true(refusal == NULL || !taken);
      if (!taken)
        continue;
      noslip_hands_pull_body(noslip_simulation_hands(simulation), target);
      support_wait(simulation);
      NoslipVerdict verdict;
      g_assert_true(noslip_hands_verdict(noslip_simulation_hands(simulation), &verdict));
      g_test_message("%s: %s, residual %g", id, noslip_verdict_word(verdict.kind), verdict.residual);
      g_assert_null(primary(simulation)->report.error);
      g_assert_cmpint(verdict.kind, ==, NOSLIP_VERDICT_HOLDS);
      n++;
      break;
    }
    noslip_simulation_free(simulation);
  }
  g_assert_cmpuint(n, >, 25);
}

/* The stiffness of the spring: four times the frequency is sixteen times the stiffness. */
static void
test_stiffness(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  guint box = draw_of(simulation, NOSLIP_DRAW_BOX);
  const double point[3] = {0.1, 0, 0.1};
  double stiffness[2];
  g_assert_cmpfloat(noslip_hands_push_frequency(noslip_simulation_hands(simulation)), ==, 1);
  for (guint i = 0; i < 2; i++) {
    noslip_hands_set_push_frequency(noslip_simulation_hands(simulation), i == 0 ? 0.5 : 2);
    noslip_playback_seek(noslip_simulation_playback(simulation), 1);
    g_assert_true(noslip_hands_take_body(noslip_simulation_hands(simulation), box, point));
    stiffness[i] = noslip_gestures_push(noslip_hands_gestures(noslip_simulation_hands(simulation)), 1)
                       ->values[NOSLIP_PUSH_STIFFNESS];
    noslip_hands_release_body(noslip_simulation_hands(simulation));
  }
  g_assert_cmpfloat_with_epsilon(stiffness[1] / stiffness[0], 16, 1e-9);
  noslip_hands_set_push_frequency(noslip_simulation_hands(simulation), 1e9);
  g_assert_cmpfloat(noslip_hands_push_frequency(noslip_simulation_hands(simulation)), ==, NOSLIP_PUSH_STIFFEST);
  noslip_hands_set_push_frequency(noslip_simulation_hands(simulation), (double) NAN);
  g_assert_cmpfloat(noslip_hands_push_frequency(noslip_simulation_hands(simulation)), ==, NOSLIP_PUSH_STIFFEST);
  noslip_simulation_free(simulation);
}

static void
assert_refused(NoslipSimulation *simulation, guint draw, const char *because)
{
  const double point[3] = {0, 0, 0};
  g_autofree char *refusal = noslip_hands_push_refusal(noslip_simulation_hands(simulation), draw);
  g_assert_nonnull(refusal);
  g_assert_nonnull(strstr(refusal, because));
  g_assert_false(noslip_hands_take_body(noslip_simulation_hands(simulation), draw, point));
}

static void
test_refused(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  guint box = draw_of(simulation, NOSLIP_DRAW_BOX);
  assert_refused(simulation, 1000, "no motion");
  assert_refused(simulation, draw_of(simulation, NOSLIP_DRAW_GROUND), "not a body");
  noslip_runs_set_kind(noslip_simulation_runs(simulation), NOSLIP_DYNAMICS_VAKONOMIC);
  support_wait(simulation);
  assert_refused(simulation, box, "vakonomic motion");
  noslip_simulation_free(simulation);
  simulation = support_opened("magnetic-limit");
  gboolean any = FALSE;
  for (guint i = 0; i < noslip_simulation_system(simulation)->n_draws; i++) {
    g_autofree char *refusal = noslip_hands_push_refusal(noslip_simulation_hands(simulation), i);
    g_assert_nonnull(refusal);
    any = any || strstr(refusal, "degenerate");
  }
  g_assert_true(any);
  noslip_simulation_free(simulation);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/pushing/particle", test_particle);
  g_test_add_func("/pushing/sleigh", test_sleigh);
  g_test_add_func("/pushing/late-checks", test_late_checks);
  g_test_add_func("/pushing/held", test_held);
  g_test_add_func("/pushing/input-energy", test_input_energy);
  g_test_add_func("/pushing/columns", test_columns);
  g_test_add_func("/pushing/spin", test_spin);
  g_test_add_func("/pushing/friction", test_friction);
  g_test_add_func("/pushing/bounce", test_bounce);
  g_test_add_func("/pushing/catalogue", test_catalogue);
  g_test_add_func("/pushing/stiffness", test_stiffness);
  g_test_add_func("/pushing/refused", test_refused);
  return g_test_run();
}
