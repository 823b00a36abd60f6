/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two loops over a program. Each run is a tight loop over instructions of one kind; the lane loop does the same
 * arithmetic in the same order on NOSLIP_TAPE_LANES states, so that every lane gives the same bits as the scalar
 * loop. */
#include "core/expr/tape-private.h"

#include "core/expr/lanes.h"
#include "core/expr/sincos.h"

#include <math.h>

#define LANES NOSLIP_TAPE_LANES

/* Slots of different numbers never overlap. */
#define FOR_LANES NOSLIP_FOR_FIRST_LANES

typedef const NoslipTapeInstruction *Code;

static double
call(guint32 op, double a, double b)
{
  return noslip_op_value((NoslipOp) op, a, b);
}

static inline void
sincos_one(double x, double *sine, double *cosine)
{
  if (fabs(x) < NOSLIP_SINCOS_MOST) {
    noslip_sincos_reduced(x, sine, cosine);
    return;
  }
  *sine = sin(x);
  *cosine = cos(x);
}

double
noslip_tape_kind_value(NoslipTapeKind kind, double a, double b, double c)
{
  double sine, cosine;
  switch (kind) {
  case NOSLIP_TAPE_ADD:
    return a + b;
  case NOSLIP_TAPE_SUB:
    return a - b;
  case NOSLIP_TAPE_MUL:
    return a * b;
  case NOSLIP_TAPE_DIV:
    return a / b;
  case NOSLIP_TAPE_SQRT:
    return sqrt(a);
  case NOSLIP_TAPE_SINCOS:
  case NOSLIP_TAPE_COS:
    sincos_one(a, &sine, &cosine);
    return kind == NOSLIP_TAPE_COS ? cosine : sine;
  case NOSLIP_TAPE_CALL:
    return call((guint32) c, a, b);
  default:
    return (double) NAN;
  }
}

void
noslip_tape_run(const NoslipTapeProgram *program, double *slots)
{
  Code i = program->code;
  const NoslipTapeRun *last = program->runs + program->n_runs;
  for (const NoslipTapeRun *run = program->runs; run < last; run++) {
    Code end = i + run->n;
    switch (run->kind) {
    case NOSLIP_TAPE_ADD:
      for (; i < end; i++)
        slots[i->target] = slots[i->a] + slots[i->b];
      break;
    case NOSLIP_TAPE_SUB:
      for (; i < end; i++)
        slots[i->target] = slots[i->a] - slots[i->b];
      break;
    case NOSLIP_TAPE_MUL:
      for (; i < end; i++)
        slots[i->target] = slots[i->a] * slots[i->b];
      break;
    case NOSLIP_TAPE_DIV:
      for (; i < end; i++)
        slots[i->target] = slots[i->a] / slots[i->b];
      break;
    case NOSLIP_TAPE_MULADD:
      for (; i < end; i++)
        slots[i->target] = slots[i->c] + slots[i->a] * slots[i->b];
      break;
    case NOSLIP_TAPE_MULSUB:
      for (; i < end; i++)
        slots[i->target] = slots[i->c] - slots[i->a] * slots[i->b];
      break;
    case NOSLIP_TAPE_SQRT:
      for (; i < end; i++)
        slots[i->target] = sqrt(slots[i->a]);
      break;
    case NOSLIP_TAPE_SINCOS:
      for (; i < end; i++)
        sincos_one(slots[i->a], &slots[i->target], &slots[i->c]);
      break;
    default:
      for (; i < end; i++)
        slots[i->target] = call(i->c, slots[i->a], slots[i->b]);
    }
  }
}

/* Lanes with arguments beyond the range of the vector code, one by one. */
static void
sincos_far(guint width, const double *x, double *sine, double *cosine)
{
  for (guint lane = 0; lane < width; lane++)
    sincos_one(x[lane], &sine[lane], &cosine[lane]);
}

static void
call_lanes(guint width, guint32 op, const double *a, const double *b, double *target)
{
  if (op == NOSLIP_OP_ABS) {
    FOR_LANES(width)
    target[lane] = fabs(a[lane]);
    return;
  }
  for (guint lane = 0; lane < width; lane++)
    target[lane] = call(op, a[lane], b[lane]);
}

static inline double *
lanes_of(double *slots, guint32 slot)
{
  return __builtin_assume_aligned(slots + (gsize) slot * LANES, NOSLIP_TAPE_ALIGNMENT);
}

static inline __attribute__((always_inline)) void
sincos_lanes(const guint width, const double *x, double *sine, double *cosine)
{
  gboolean far = FALSE;
  FOR_LANES(width)
  noslip_sincos_reduced(x[lane], &sine[lane], &cosine[lane]);
  for (guint lane = 0; lane < width; lane++)
    far |= !(fabs(x[lane]) < NOSLIP_SINCOS_MOST);
  if (far)
    sincos_far(width, x, sine, cosine);
}

typedef const NoslipFourLanes *Groups;

static inline NoslipFourLanes *
groups_of(double *slots, guint32 slot)
{
  return (NoslipFourLanes *) (gpointer) lanes_of(slots, slot);
}

/* `result` for all instructions of the run, four lanes at a time. */
#define RUN_LANES(result)                                                                                              \
  for (; i < end; i++) {                                                                                               \
    NoslipFourLanes *t = groups_of(slots, i->target);                                                                  \
    Groups a = groups_of(slots, i->a), b = groups_of(slots, i->b);                                                     \
    NOSLIP_FOR_GROUPS(width / 4)                                                                                       \
    t[g] = (result);                                                                                                   \
  }                                                                                                                    \
  break
#define RUN_LANES_OF_THREE(result)                                                                                     \
  for (; i < end; i++) {                                                                                               \
    NoslipFourLanes *t = groups_of(slots, i->target);                                                                  \
    Groups a = groups_of(slots, i->a), b = groups_of(slots, i->b), c = groups_of(slots, i->c);                         \
    NOSLIP_FOR_GROUPS(width / 4)                                                                                       \
    t[g] = (result);                                                                                                   \
  }                                                                                                                    \
  break

static inline __attribute__((always_inline)) void
run_lanes(const NoslipTapeProgram *program, const guint width, double *slots)
{
  Code i = program->code;
  const NoslipTapeRun *last = program->runs + program->n_runs;
  for (const NoslipTapeRun *run = program->runs; run < last; run++) {
    Code end = i + run->n;
    switch (run->kind) {
    case NOSLIP_TAPE_ADD:
      RUN_LANES(a[g] + b[g]);
    case NOSLIP_TAPE_SUB:
      RUN_LANES(a[g] - b[g]);
    case NOSLIP_TAPE_MUL:
      RUN_LANES(a[g] * b[g]);
    case NOSLIP_TAPE_DIV:
      RUN_LANES(a[g] / b[g]);
    case NOSLIP_TAPE_MULADD:
      RUN_LANES_OF_THREE(c[g] + a[g] * b[g]);
    case NOSLIP_TAPE_MULSUB:
      RUN_LANES_OF_THREE(c[g] - a[g] * b[g]);
    case NOSLIP_TAPE_SQRT:
      for (; i < end; i++) {
        double *t = lanes_of(slots, i->target);
        const double *a = lanes_of(slots, i->a);
        FOR_LANES(width)
        t[lane] = sqrt(a[lane]);
      }
      break;
    case NOSLIP_TAPE_SINCOS:
      for (; i < end; i++)
        sincos_lanes(width, lanes_of(slots, i->a), lanes_of(slots, i->target), lanes_of(slots, i->c));
      break;
    default:
      for (; i < end; i++)
        call_lanes(width, i->c, lanes_of(slots, i->a), lanes_of(slots, i->b), lanes_of(slots, i->target));
    }
  }
}

NOSLIP_LANE_BUILDS void
noslip_tape_run_lanes(const NoslipTapeProgram *program, guint width, double *slots)
{
  if (width <= LANES / 4)
    run_lanes(program, LANES / 4, slots);
  else if (width <= LANES / 2)
    run_lanes(program, LANES / 2, slots);
  else
    run_lanes(program, LANES, slots);
}
