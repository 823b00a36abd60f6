/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/variation-lanes.h"

#include "core/integrate/adaptive-lanes.h"
#include "core/integrate/lane-order.h"
#include "core/integrate/variations-private.h"

#include <string.h>

#define LANES NOSLIP_TAPE_LANES
#define FOR_GROUPS NOSLIP_FOR_GROUPS
/* A motion that tries more steps on the way to one target leaves, so that the others continue. */
#define ATTEMPTS_MOST 100000

struct _NoslipVariationLanes {
  NoslipDynamics *dynamics;
  const NoslipLanes *inner; /* of the formulation */
  gpointer work;
  guint size, n; /* of z; number of tangent vectors */
  gsize length;  /* of a state, (1 + n) x size */
  /* Index order of the arrays below: [quantity][lane]. */
  double *state;
  double *linear; /* zdot, dzdot/dz */
  guint *terms;   /* size: columns of a row of dzdot/dz that are not 0 */
  double *xy;     /* LANES x size: full states of the motions */
  guint n_motions;
  NoslipLaneOrder order;
  guint32 in; /* bits of the lanes whose motion is still followed */
  double to[LANES];
  guint attempts[LANES];
  NoslipAdaptiveLanes *adaptive;
};

/* The columns of a row that are not 0 in all of 4 n lanes; returns their number. */
static inline __attribute__((always_inline)) guint
find_terms(const NoslipVariationLanes *lanes, const guint n, const double *row)
{
  typedef gint64 FourBits __attribute__((vector_size(32)));
  guint n_terms = 0;
  for (guint j = 0; j < lanes->size; j++) {
    const NoslipFourLanes *entry = (const NoslipFourLanes *) (gconstpointer) (row + (gsize) j * LANES);
    FourBits any = {0};
    FOR_GROUPS(n)
    any |= (FourBits) (entry[g] != (NoslipFourLanes){0});
    if ((any[0] | any[1] | any[2] | any[3]) != 0)
      lanes->terms[n_terms++] = j;
  }
  return n_terms;
}

/* The rates of all vectors, of 4 n lanes: sums stay in registers. */
static inline __attribute__((always_inline)) void
multiply_lanes(const NoslipVariationLanes *lanes, const guint n, const double *state, double *slopes)
{
  gsize vector = (gsize) lanes->size * LANES;
  for (gsize i = 0; i < lanes->size; i++) {
    const double *row = lanes->linear + (1 + i) * vector;
    guint n_terms = find_terms(lanes, n, row);
    for (gsize k = 1; k <= lanes->n; k++) {
      NoslipFourLanes sums[LANES / 4], *target = (NoslipFourLanes *) (gpointer) (slopes + k * vector + i * LANES);
      FOR_GROUPS(n)
      sums[g] = (NoslipFourLanes){0};
      for (guint s = 0; s < n_terms; s++) {
        gsize at = (gsize) lanes->terms[s] * LANES;
        const NoslipFourLanes *entry = (const NoslipFourLanes *) (gconstpointer) (row + at);
        const NoslipFourLanes *part = (const NoslipFourLanes *) (gconstpointer) (state + k * vector + at);
        FOR_GROUPS(n)
        sums[g] += entry[g] * part[g];
      }
      FOR_GROUPS(n)
      target[g] = sums[g];
    }
  }
}

NOSLIP_LANE_BUILDS static void
multiply(const NoslipVariationLanes *lanes, const double *state, double *slopes)
{
  if (lanes->order.width == LANES)
    multiply_lanes(lanes, LANES / 4, state, slopes);
  else if (lanes->order.width == LANES / 2)
    multiply_lanes(lanes, LANES / 8, state, slopes);
  else
    multiply_lanes(lanes, LANES / 16, state, slopes);
}

static void
rates(gpointer data, const double *t, const double *state, double *slopes, guint32 *in)
{
  NoslipVariationLanes *lanes = data;
  lanes->inner->linearize(lanes->work, t, state, lanes->linear, in);
  memcpy(slopes, lanes->linear, (gsize) lanes->size * LANES * sizeof(double));
  multiply(lanes, state, slopes);
}

static void
accept(gpointer data, const double *t, double *state, gboolean stabilise, guint32 *in, guint32 *changed)
{
  const NoslipVariationLanes *lanes = data;
  lanes->inner->accept(lanes->work, t, state, stabilise, in, changed);
}

/* What the steps need of a formulation. */
static const NoslipLanes table = {.rates = rates, .accept = accept};

NoslipVariationLanes *
noslip_variation_lanes_new(NoslipDynamics *dynamics, guint n, double rtol, double atol)
{
  const NoslipLanes *inner = noslip_dynamics_formulation(dynamics)->lanes;
  gconstpointer data = noslip_dynamics_data(dynamics);
  gpointer work = inner != NULL && inner->linearize != NULL ? inner->work_new(data) : NULL;
  if (work == NULL)
    return NULL;
  NoslipVariationLanes *lanes = g_new0(NoslipVariationLanes, 1);
  const NoslipRunOptions options = noslip_variations_options(rtol, atol);
  lanes->dynamics = noslip_dynamics_ref(dynamics);
  lanes->inner = inner;
  lanes->work = work;
  gsize size = lanes->size = noslip_dynamics_formulation(dynamics)->size(data);
  lanes->n = n;
  lanes->length = (1 + n) * size;
  lanes->state = g_aligned_alloc0((lanes->length + 1) * LANES, sizeof(double), 64);
  lanes->linear = g_aligned_alloc0((size * (1 + size) + 1) * LANES, sizeof(double), 64);
  lanes->terms = g_new0(guint, size + 1);
  lanes->xy = g_new0(double, LANES *size + 1);
  lanes->adaptive = noslip_adaptive_lanes_new(&table, lanes, (guint) lanes->length, NULL, &options);
  return lanes;
}

void
noslip_variation_lanes_free(NoslipVariationLanes *lanes)
{
  if (lanes == NULL)
    return;
  noslip_adaptive_lanes_free(lanes->adaptive);
  lanes->inner->work_free(lanes->work);
  noslip_dynamics_unref(lanes->dynamics);
  g_aligned_free(lanes->state);
  g_aligned_free(lanes->linear);
  g_free(lanes->terms);
  g_free(lanes->xy);
  g_free(lanes);
}

void
noslip_variation_lanes_start(NoslipVariationLanes *lanes, guint n_motions, const double *parameters, double t,
                             const double *const *states, const double *steps)
{
  lanes->n_motions = n_motions;
  noslip_lane_order_start(&lanes->order, n_motions);
  noslip_adaptive_lanes_start(lanes->adaptive, t, n_motions);
  for (guint lane = 0; lane < LANES; lane++) {
    guint motion = lane < n_motions ? lane : 0; /* unused lanes repeat the first motion */
    for (gsize i = 0; i < lanes->length; i++)
      lanes->state[i * LANES + lane] = states[motion][i];
    memcpy(lanes->xy + (gsize) lane * lanes->size, states[motion], lanes->size * sizeof(double));
    lanes->to[lane] = t;
    lanes->attempts[lane] = 0;
    noslip_adaptive_lanes_expect(lanes->adaptive, lane, steps[motion]);
  }
  lanes->inner->enter(lanes->work, n_motions, parameters, t, lanes->xy, lanes->state, &lanes->in);
}

void
noslip_variation_lanes_aim(NoslipVariationLanes *lanes, guint motion, double to)
{
  guint lane = lanes->order.lane[motion];
  lanes->to[lane] = to;
  lanes->attempts[lane] = 0;
}

static void
swap(gpointer data, guint a, guint b)
{
  NoslipVariationLanes *lanes = data;
  guint attempts = lanes->attempts[a];
  lanes->attempts[a] = lanes->attempts[b];
  lanes->attempts[b] = attempts;
  lanes->in = noslip_lanes_swap_bits(lanes->in, a, b);
  noslip_lanes_swap(1, lanes->to, a, b);
  noslip_lanes_swap(lanes->length, lanes->state, a, b);
  lanes->inner->swap(lanes->work, a, b);
  noslip_adaptive_lanes_swap(lanes->adaptive, a, b);
}

/* One attempt of each moving motion; returns the lanes that have reached their targets. */
static guint32
attempt(NoslipVariationLanes *lanes, guint32 moving)
{
  guint n = noslip_lane_order_gather(&lanes->order, moving, swap, lanes);
  if (n > 0) {
    lanes->inner->use(lanes->work, n);
    noslip_adaptive_lanes_use(lanes->adaptive, n);
    moving = noslip_adaptive_lanes_moving(lanes->adaptive, lanes->to, lanes->in);
  }
  noslip_adaptive_lanes_step(lanes->adaptive, lanes->to, lanes->state, &lanes->in);
  guint32 left = noslip_adaptive_lanes_moving(lanes->adaptive, lanes->to, lanes->in);
  for (guint lane = 0; lane < LANES; lane++)
    if ((left >> lane & 1) && ++lanes->attempts[lane] >= ATTEMPTS_MOST)
      lanes->in &= ~((guint32) 1 << lane);
  return moving & ~left & lanes->in;
}

guint32
noslip_variation_lanes_step(NoslipVariationLanes *lanes, const int *cancel)
{
  guint32 arrived = 0;
  while (arrived == 0) {
    guint32 moving = noslip_adaptive_lanes_moving(lanes->adaptive, lanes->to, lanes->in);
    if (moving == 0 || (cancel != NULL && g_atomic_int_get(cancel)))
      return 0;
    arrived = attempt(lanes, moving);
  }
  return noslip_lane_order_motions(&lanes->order, arrived);
}

double
noslip_variation_lanes_get(const NoslipVariationLanes *lanes, guint motion, double *state)
{
  guint lane = lanes->order.lane[motion];
  for (gsize i = 0; i < lanes->length; i++)
    state[i] = lanes->state[i * LANES + lane];
  return noslip_adaptive_lanes_expected(lanes->adaptive, lane);
}

void
noslip_variation_lanes_set(NoslipVariationLanes *lanes, guint motion, const double *state, double step)
{
  guint lane = lanes->order.lane[motion];
  for (gsize i = lanes->size; i < lanes->length; i++)
    lanes->state[i * LANES + lane] = state[i];
  noslip_adaptive_lanes_expect(lanes->adaptive, lane, step);
}

void
noslip_variation_lanes_drop(NoslipVariationLanes *lanes, guint motion)
{
  lanes->in &= ~((guint32) 1 << lanes->order.lane[motion]);
}

gboolean
noslip_variation_lanes_holds(const NoslipVariationLanes *lanes, guint motion)
{
  return motion < lanes->n_motions && (lanes->in >> lanes->order.lane[motion] & 1);
}
