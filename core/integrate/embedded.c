/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The embedded pairs for one motion at a time. */
#include "core/integrate/embedded.h"

#include "core/expr/lanes.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#define MOST NOSLIP_EMBEDDED_STAGES_MOST
#define SAFETY 0.9
#define GROWTH_MOST 5.0

typedef struct {
  const gsl_odeiv2_system *equations;
  const NoslipEmbedded *pair;
  guint order;
  double rtol, atol;
  gsize room;                /* the size of a state, rounded up to a multiple of WIDTH */
  double *k[MOST];           /* slopes of the stages; one array, owned by k[0] */
  double *before, *argument; /* the state at the start of the step, and that of a stage */
  NoslipStageSums sums;
} EmbeddedWorkspace;

#define WIDTH 8 /* numbers that a sum keeps in registers */

static NoslipStageSum
sum_of(guint n, const double *weights, double *const *k)
{
  NoslipStageSum sum = {0};
  for (guint s = 0; s < n; s++)
    if (weights[s] != 0) {
      sum.weights[sum.n] = weights[s];
      sum.slopes[sum.n++] = k[s];
    }
  return sum;
}

void
noslip_stage_sums_set(NoslipStageSums *sums, const NoslipEmbedded *pair, double *const *k)
{
  for (guint s = 1; s < pair->stages; s++)
    sums->stages[s] = sum_of(s, pair->a + (gsize) s * MOST, k);
  sums->end = sum_of(pair->stages, pair->b, k);
  sums->error = sum_of(pair->stages, pair->e, k);
}

static gpointer
embedded_create(const NoslipMethod *method, const NoslipMethodProblem *problem, NoslipDiagnostic **error)
{
  EmbeddedWorkspace *work = g_new0(EmbeddedWorkspace, 1);
  work->pair = method->detail;
  work->equations = problem->equations;
  work->order = method->order;
  work->rtol = problem->rtol;
  work->atol = problem->atol;
  work->room = (problem->equations->dimension + WIDTH - 1) / WIDTH * WIDTH;
  work->k[0] = g_aligned_alloc0(work->room * (MOST + 2) + 1, sizeof(double), 64);
  for (guint s = 1; s < MOST; s++)
    work->k[s] = work->k[0] + s * work->room;
  work->before = work->k[0] + MOST * work->room;
  work->argument = work->before + work->room;
  noslip_stage_sums_set(&work->sums, work->pair, work->k);
  return work;
}

static void
embedded_free(gpointer data)
{
  EmbeddedWorkspace *work = data;
  g_aligned_free(work->k[0]);
  g_free(work);
}

/* work->argument = from + h * the sum of weights_s k_s; from may be NULL for 0. */
NOSLIP_LANE_BUILDS static void
combine(const EmbeddedWorkspace *work, const NoslipStageSum *sum, double h, const double *from)
{
  for (gsize i = 0; i < work->room; i += WIDTH) {
    const NoslipFourLanes *slope = (const NoslipFourLanes *) (gpointer) (sum->slopes[0] + i);
    NoslipFourLanes first = sum->weights[0] * slope[0], second = sum->weights[0] * slope[1];
    NoslipFourLanes *to = (NoslipFourLanes *) (gpointer) (work->argument + i);
    for (guint s = 1; s < sum->n; s++) {
      slope = (const NoslipFourLanes *) (gpointer) (sum->slopes[s] + i);
      first += sum->weights[s] * slope[0];
      second += sum->weights[s] * slope[1];
    }
    const NoslipFourLanes *start = (const NoslipFourLanes *) (gpointer) (from != NULL ? from + i : NULL);
    to[0] = from != NULL ? start[0] + h * first : h * first;
    to[1] = from != NULL ? start[1] + h * second : h * second;
  }
}

static NoslipStepStatus
embedded_step(gpointer data, double t, double h, const NoslipMethodStep *step)
{
  EmbeddedWorkspace *work = data;
  const NoslipEmbedded *pair = work->pair;
  const gsl_odeiv2_system *equations = work->equations;
  gsize bytes = equations->dimension * sizeof(double);
  memcpy(work->k[0], step->rates_before, bytes);
  memcpy(work->before, step->state, bytes);
  for (guint s = 1; s < pair->stages; s++) {
    combine(work, &work->sums.stages[s], h, work->before);
    if (equations->function(t + pair->c[s] * h, work->argument, work->k[s], equations->params) != GSL_SUCCESS)
      return NOSLIP_STEP_UNDEFINED;
  }
  combine(work, &work->sums.error, h, NULL);
  memcpy(step->error, work->argument, bytes);
  combine(work, &work->sums.end, h, work->before);
  memcpy(step->state, work->argument, bytes);
  return equations->function(t + h, step->state, step->rates_after, equations->params) == GSL_SUCCESS
             ? NOSLIP_STEP_OK
             : NOSLIP_STEP_UNDEFINED;
}

int
noslip_pace_adjust(guint order, double ratio, double *h)
{
  if (ratio > 1.1) {
    *h *= fmax(SAFETY / pow(ratio, 1.0 / order), 1 / GROWTH_MOST);
    return GSL_ODEIV_HADJ_DEC;
  }
  if (ratio < 0.5) {
    *h *= fmin(fmax(SAFETY / pow(ratio, 1.0 / (order + 1.0)), 1), GROWTH_MOST);
    return GSL_ODEIV_HADJ_INC;
  }
  return GSL_ODEIV_HADJ_NIL;
}

static int
embedded_adjust(gpointer data, const NoslipMethodStep *step, double *h)
{
  const EmbeddedWorkspace *work = data;
  double ratio = DBL_MIN;
  for (gsize i = 0; i < work->equations->dimension; i++) {
    double here = fabs(step->error[i]) / (work->rtol * fabs(step->state[i]) + work->atol);
    ratio = here > ratio ? here : ratio;
  }
  return noslip_pace_adjust(work->order, ratio, h);
}

const NoslipEmbedded *
noslip_embedded_pair(const NoslipMethod *method)
{
  return method->create == embedded_create ? method->detail : NULL;
}

#define EMBEDDED_FUNCTIONS                                                                                             \
  .rates_after = TRUE, .create = embedded_create, .free = embedded_free, .step = embedded_step,                        \
  .adjust = embedded_adjust

/* Prince-Dormand 8(7): RK8(7)13M of the paper. */

static const double pd_c[MOST] = {0,
                                  1.0 / 18,
                                  1.0 / 12,
                                  1.0 / 8,
                                  5.0 / 16,
                                  3.0 / 8,
                                  59.0 / 400,
                                  93.0 / 200,
                                  5490023248.0 / 9719169821.0,
                                  0.65,
                                  1201146811.0 / 1299019798.0,
                                  1,
                                  1};
static const double pd_a[MOST][MOST] = {
    {0},
    {1.0 / 18},
    {1.0 / 48, 1.0 / 16},
    {1.0 / 32, 0, 3.0 / 32},
    {5.0 / 16, 0, -75.0 / 64, 75.0 / 64},
    {3.0 / 80, 0, 0, 3.0 / 16, 3.0 / 20},
    {29443841.0 / 614563906.0, 0, 0, 77736538.0 / 692538347.0, -28693883.0 / 1125000000.0, 23124283.0 / 1800000000.0},
    {16016141.0 / 946692911.0, 0, 0, 61564180.0 / 158732637.0, 22789713.0 / 633445777.0, 545815736.0 / 2771057229.0,
     -180193667.0 / 1043307555.0},
    {39632708.0 / 573591083.0, 0, 0, -433636366.0 / 683701615.0, -421739975.0 / 2616292301.0, 100302831.0 / 723423059.0,
     790204164.0 / 839813087.0, 800635310.0 / 3783071287.0},
    {246121993.0 / 1340847787.0, 0, 0, -37695042795.0 / 15268766246.0, -309121744.0 / 1061227803.0,
     -12992083.0 / 490766935.0, 6005943493.0 / 2108947869.0, 393006217.0 / 1396673457.0, 123872331.0 / 1001029789.0},
    {-1028468189.0 / 846180014.0, 0, 0, 8478235783.0 / 508512852.0, 1311729495.0 / 1432422823.0,
     -10304129995.0 / 1701304382.0, -48777925059.0 / 3047939560.0, 15336726248.0 / 1032824649.0,
     -45442868181.0 / 3398467696.0, 3065993473.0 / 597172653.0},
    {185892177.0 / 718116043.0, 0, 0, -3185094517.0 / 667107341.0, -477755414.0 / 1098053517.0,
     -703635378.0 / 230739211.0, 5731566787.0 / 1027545527.0, 5232866602.0 / 850066563.0, -4093664535.0 / 808688257.0,
     3962137247.0 / 1805957418.0, 65686358.0 / 487910083.0},
    {403863854.0 / 491063109.0, 0, 0, -5068492393.0 / 434740067.0, -411421997.0 / 543043805.0,
     652783627.0 / 914296604.0, 11173962825.0 / 925320556.0, -13158990841.0 / 6184727034.0, 3936647629.0 / 1978049680.0,
     -160528059.0 / 685178525.0, 248638103.0 / 1413531060.0},
};
#define PD_B(s, eighth, seventh) eighth,
#define PD_E(s, eighth, seventh) (seventh) - (eighth),
#define PD_WEIGHTS(w)                                                                                                  \
  w(0, 14005451.0 / 335480064.0, 13451932.0 / 455176623.0) w(1, 0, 0) w(2, 0, 0) w(3, 0, 0) w(4, 0, 0)                 \
      w(5, -59238493.0 / 1068277825.0, -808719846.0 / 976000145.0)                                                     \
          w(6, 181606767.0 / 758867731.0, 1757004468.0 / 5645159321.0)                                                 \
              w(7, 561292985.0 / 797845732.0, 656045339.0 / 265891186.0)                                               \
                  w(8, -1041891430.0 / 1371343529.0, -3867574721.0 / 1518517206.0)                                     \
                      w(9, 760417239.0 / 1151165299.0, 465885868.0 / 322736535.0)                                      \
                          w(10, 118820643.0 / 751138087.0, 53011238.0 / 667516719.0)                                   \
                              w(11, -528747749.0 / 2220607170.0, 2.0 / 45) w(12, 0.25, 0)
static const double pd_b[MOST] = {PD_WEIGHTS(PD_B)};
static const double pd_e[MOST] = {PD_WEIGHTS(PD_E)};
static const NoslipEmbedded pd_pair = {13, pd_c, pd_a[0], pd_b, pd_e};

const NoslipMethod noslip_method_rk8pd = {
    .id = "rk8pd",
    .title = N_("Prince-Dormand 8(7)"),
    .documentation = N_("Long steps at tight tolerances; for smooth motions."),
    .source = "P. J. Prince, J. R. Dormand: High order embedded Runge-Kutta formulae (1981)",
    .order = 8,
    .kind = NOSLIP_METHOD_EXPLICIT,
    .detail = &pd_pair,
    EMBEDDED_FUNCTIONS,
};

/* Fehlberg 4(5), continued with the value of order 5. */

static const double fehlberg_c[] = {0, 1.0 / 4, 3.0 / 8, 12.0 / 13, 1, 1.0 / 2};
static const double fehlberg_a[][MOST] = {
    {0},
    {1.0 / 4},
    {3.0 / 32, 9.0 / 32},
    {1932.0 / 2197, -7200.0 / 2197, 7296.0 / 2197},
    {439.0 / 216, -8.0, 3680.0 / 513, -845.0 / 4104},
    {-8.0 / 27, 2.0, -3544.0 / 2565, 1859.0 / 4104, -11.0 / 40},
};
static const double fehlberg_b[] = {16.0 / 135, 0, 6656.0 / 12825, 28561.0 / 56430, -9.0 / 50, 2.0 / 55};
static const double fehlberg_e[] = {1.0 / 360, 0, -128.0 / 4275, -2197.0 / 75240, 1.0 / 50, 2.0 / 55};
static const NoslipEmbedded fehlberg_pair = {6, fehlberg_c, fehlberg_a[0], fehlberg_b, fehlberg_e};

const NoslipMethod noslip_method_rkf45 = {
    .id = "rkf45",
    .title = N_("Runge-Kutta-Fehlberg 4(5)"),
    .documentation = N_("For loose tolerances and forces that are not smooth."),
    .source = "E. Fehlberg: Low-order classical Runge-Kutta formulas with stepsize control (1969)",
    .order = 5,
    .kind = NOSLIP_METHOD_EXPLICIT,
    .detail = &fehlberg_pair,
    EMBEDDED_FUNCTIONS,
};

/* Cash-Karp 4(5) */

static const double cash_c[] = {0, 1.0 / 5, 3.0 / 10, 3.0 / 5, 1, 7.0 / 8};
static const double cash_a[][MOST] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {3.0 / 10, -9.0 / 10, 6.0 / 5},
    {-11.0 / 54, 5.0 / 2, -70.0 / 27, 35.0 / 27},
    {1631.0 / 55296, 175.0 / 512, 575.0 / 13824, 44275.0 / 110592, 253.0 / 4096},
};
static const double cash_b[] = {37.0 / 378, 0, 250.0 / 621, 125.0 / 594, 0, 512.0 / 1771};
static const double cash_e[] = {
    37.0 / 378 - 2825.0 / 27648, 0, 250.0 / 621 - 18575.0 / 48384, 125.0 / 594 - 13525.0 / 55296, -277.0 / 14336,
    512.0 / 1771 - 1.0 / 4};
static const NoslipEmbedded cash_pair = {6, cash_c, cash_a[0], cash_b, cash_e};

const NoslipMethod noslip_method_rkck = {
    .id = "rkck",
    .title = N_("Cash-Karp 4(5)"),
    .documentation = N_("For loose tolerances; slightly more accurate than rkf45 for the same work."),
    .source = "J. R. Cash, A. H. Karp: A variable order Runge-Kutta method for initial value problems with rapidly "
              "varying right-hand sides (1990)",
    .order = 5,
    .kind = NOSLIP_METHOD_EXPLICIT,
    .detail = &cash_pair,
    EMBEDDED_FUNCTIONS,
};
