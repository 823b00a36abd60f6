/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders a tape's instructions so that few values are alive at once. */
#include "core/expr/tape-schedule.h"

#include "core/expr/tape-private.h"

#include <string.h>

static gboolean
is_instruction(const NoslipTapeCompiler *c, guint32 v, NoslipTapeClass class)
{
  const NoslipTapeValue *value = &c->values[v];
  return value->live && value->kind != NOSLIP_TAPE_LEAF && value->class == class;
}

void
noslip_tape_schedule_clear(NoslipTapeSchedule *s)
{
  g_free(s->value);
  g_free(s->producer);
  g_free(s->missing);
  g_free(s->user_start);
  g_free(s->users);
  g_free(s->order);
  g_free(s->kind);
}

void
noslip_tape_schedule_init(NoslipTapeSchedule *s, const NoslipTapeCompiler *c, NoslipTapeClass class)
{
  *s = (NoslipTapeSchedule){.value = g_new(guint32, c->n + 1), .producer = g_new(guint32, c->n + 1)};
  memset(s->producer, 255, c->n * sizeof *s->producer);
  for (guint v = 0; v < c->n; v++) {
    if (!is_instruction(c, v, class) || s->producer[v] != NOSLIP_TAPE_NONE)
      continue;
    if (c->values[v].kind == NOSLIP_TAPE_SINCOS && c->cosine[v] != NOSLIP_TAPE_NONE)
      s->producer[c->cosine[v]] = s->n;
    s->producer[v] = s->n;
    s->value[s->n++] = v;
  }
  /* A cosine found before its sine has a separate instruction: remove it. */
  guint n = 0;
  for (guint i = 0; i < s->n; i++)
    if (c->values[s->value[i]].kind != NOSLIP_TAPE_COS || s->producer[s->value[i]] == i)
      s->value[n++] = s->value[i];
  s->n = n;
  for (guint i = 0; i < n; i++) {
    s->producer[s->value[i]] = i;
    if (c->values[s->value[i]].kind == NOSLIP_TAPE_SINCOS && c->cosine[s->value[i]] != NOSLIP_TAPE_NONE)
      s->producer[c->cosine[s->value[i]]] = i;
  }
  s->missing = g_new0(guint32, n + 1);
  s->user_start = g_new0(guint32, n + 2);
  s->order = g_new(guint32, n + 1);
  s->kind = g_new(guint8, n + 1);
  for (guint i = 0; i < n; i++) {
    s->kind[i] = (guint8) noslip_tape_instruction_kind(c, s->value[i]);
    for (guint j = 0; j < noslip_tape_n_operands(&c->values[s->value[i]]); j++) {
      guint32 from = s->producer[noslip_tape_operand(&c->values[s->value[i]], j)];
      if (from != NOSLIP_TAPE_NONE) {
        s->user_start[from + 2]++;
        s->missing[i]++;
      }
    }
  }
  for (guint i = 2; i < n + 2; i++)
    s->user_start[i] += s->user_start[i - 1];
  s->users = g_new(guint32, s->user_start[n + 1] + 1);
  /* Filling moves each start to its end, which is the start of the next. */
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < noslip_tape_n_operands(&c->values[s->value[i]]); j++) {
      guint32 from = s->producer[noslip_tape_operand(&c->values[s->value[i]], j)];
      if (from != NOSLIP_TAPE_NONE)
        s->users[s->user_start[from + 1]++] = i;
    }
}

/* One greedy order: instructions that are ready are in a queue for each kind, and a whole queue is emitted at once. */
typedef struct {
  guint32 *missing; /* operands that are not computed yet */
  guint32 *next;    /* of each queued instruction */
  guint32 first[NOSLIP_TAPE_N_KINDS], last[NOSLIP_TAPE_N_KINDS];
  guint ready[NOSLIP_TAPE_N_KINDS], left[NOSLIP_TAPE_N_KINDS];
} Queues;

static void
enqueue(Queues *q, guint kind, guint32 instruction)
{
  q->next[instruction] = NOSLIP_TAPE_NONE;
  if (q->ready[kind]++ == 0)
    q->first[kind] = instruction;
  else
    q->next[q->last[kind]] = instruction;
  q->last[kind] = instruction;
}

/* The queue to emit next: the longest, or the first that can be finished; later tries weigh lengths at random. */
static guint
choose_queue(const Queues *q, guint try, guint32 *seed)
{
  guint best = NOSLIP_TAPE_N_KINDS;
  guint64 most = 0;
  for (guint k = 0; k < NOSLIP_TAPE_N_KINDS; k++) {
    guint64 score = (guint64) q->ready[k] << 8;
    if (q->ready[k] == q->left[k] && try != 0)
      score <<= 24;
    *seed = *seed * 1664525u + 1013904223u;
    if (try > 1)
      score *= 1 + (*seed >> 28);
    if (score > most) {
      best = k;
      most = score;
    }
  }
  return best;
}

/* Returns the number of runs; stops early if it reaches `most`. */
static guint
schedule_order(const NoslipTapeSchedule *s, Queues *q, guint try, guint most, guint32 *order)
{
  guint n = 0, runs = 0;
  guint32 seed = try;
  memcpy(q->missing, s->missing, s->n * sizeof *q->missing);
  memset(q->ready, 0, sizeof q->ready);
  memset(q->left, 0, sizeof q->left);
  for (guint i = 0; i < s->n; i++) {
    q->left[s->kind[i]]++;
    if (q->missing[i] == 0)
      enqueue(q, s->kind[i], i);
  }
  while (n < s->n && runs < most) {
    guint kind = choose_queue(q, try, &seed);
    if (kind == NOSLIP_TAPE_N_KINDS)
      break;
    runs++;
    for (guint32 i = q->first[kind]; i != NOSLIP_TAPE_NONE; i = q->next[i]) {
      order[n++] = i;
      q->left[kind]--;
      for (guint32 u = s->user_start[i]; u < s->user_start[i + 1]; u++)
        if (--q->missing[s->users[u]] == 0)
          enqueue(q, s->kind[s->users[u]], s->users[u]);
    }
    q->ready[kind] = 0;
  }
  return n < s->n ? G_MAXUINT : runs;
}

#define TRIES 8
#define MOST_FOR_TRIES 1000

void
noslip_tape_schedule_best(NoslipTapeSchedule *s)
{
  g_autofree guint32 *memory = g_new(guint32, 3 * (gsize) s->n + 1);
  Queues q = {.missing = memory, .next = memory + s->n};
  guint32 *other = memory + 2 * (gsize) s->n;
  guint fewest = schedule_order(s, &q, 0, G_MAXUINT, s->order);
  guint tries = s->n > MOST_FOR_TRIES ? 2 : fewest > 4 ? TRIES : 1;
  for (guint try = 1; try < tries; try++) {
    guint runs = schedule_order(s, &q, try, fewest, other);
    if (runs < fewest) {
      memcpy(s->order, other, s->n * sizeof *other);
      fewest = runs;
    }
  }
}
