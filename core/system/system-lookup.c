/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that a text may use in a system: calls, built-in names, coordinates, velocities, parameters. */
#include "core/system/system.h"

#include <string.h>

/* "p(omega)" with the head "p": the length of the argument, which starts after the parenthesis; 0 if the name has
 * another form. */
static gsize
argument_length(const char *name, const char *head)
{
  gsize length = strlen(name), n = strlen(head);
  if (length < n + 3 || strncmp(name, head, n) != 0 || name[n] != '(' || name[length - 1] != ')')
    return 0;
  return length - n - 2;
}

static gboolean
lookup_call(const NoslipSystem *system, const char *name, NoslipExpr *expr)
{
  gsize length = argument_length(name, "p");
  for (guint i = 0; length > 0 && system->momentum != NULL && i < system->n; i++)
    if (strlen(system->fibres[i].name) == length && strncmp(system->fibres[i].name, name + 2, length) == 0) {
      *expr = system->momentum[i];
      return TRUE;
    }
  static const char *const heads[] = {"lambda", "mu"};
  for (guint head = 0; head < G_N_ELEMENTS(heads); head++) {
    length = argument_length(name, heads[head]);
    for (guint i = 0; length > 0 && i < system->k; i++) {
      const NoslipConstraint *constraint = &system->constraints[i];
      if (strlen(constraint->name) == length &&
          strncmp(constraint->name, name + strlen(heads[head]) + 1, length) == 0) {
        *expr = head == 0 ? constraint->multiplier : constraint->mu;
        return TRUE;
      }
    }
  }
  return FALSE;
}

static gboolean
lookup_builtin(const NoslipSystem *system, const char *name, NoslipExpr *expr)
{
  const struct {
    const char *name;
    NoslipExpr expr;
  } builtins[] = {
      {"t", system->t},
      {"energy", system->energy},
      {"kinetic", system->kinetic},
      {"potential", system->potential},
      {"lagrangian", system->lagrangian},
  };
  for (guint i = 0; i < G_N_ELEMENTS(builtins); i++)
    if (strcmp(name, builtins[i].name) == 0) {
      *expr = builtins[i].expr;
      return TRUE;
    }
  return FALSE;
}

static gboolean
lookup_named(const NoslipNamed *named, guint n, const char *name, NoslipExpr *expr)
{
  for (guint i = 0; i < n; i++)
    if (strcmp(named[i].name, name) == 0) {
      *expr = named[i].expr;
      return TRUE;
    }
  return FALSE;
}

/* "x'" with an apostrophe or a prime (U+2032). */
static gboolean
is_velocity_of(const char *name, const char *coordinate)
{
  gsize n = strlen(coordinate);
  return strncmp(name, coordinate, n) == 0 && (strcmp(name + n, "'") == 0 || strcmp(name + n, "\u2032") == 0);
}

/* An input, or one of its rates: "u", "u'", "u''". */
static gboolean
lookup_input(const NoslipSystem *system, const char *name, NoslipExpr *expr)
{
  for (guint i = 0; i < system->n_inputs; i++) {
    const NoslipInput *input = &system->inputs[i];
    gsize n = strlen(input->name), primes = strncmp(name, input->name, n) == 0 ? strspn(name + n, "'") : 0;
    if (strncmp(name, input->name, n) != 0 || name[n + primes] != '\0' || primes > NOSLIP_INPUT_RATES)
      continue;
    *expr = primes > 0 ? input->rates[primes - 1] : input->expr;
    return TRUE;
  }
  return FALSE;
}

gboolean
noslip_system_lookup(const NoslipSystem *system, const char *name, NoslipExpr *expr)
{
  if (lookup_builtin(system, name, expr) || lookup_call(system, name, expr))
    return TRUE;
  for (guint i = 0; i < system->n_parameters; i++)
    if (strcmp(system->parameters[i].name, name) == 0) {
      *expr = system->parameters[i].symbol;
      return TRUE;
    }
  for (guint i = 0; i < system->n; i++)
    if (strcmp(system->fibres[i].name, name) == 0) {
      *expr = system->fibres[i].symbol;
      return TRUE;
    }
  for (guint i = 0; i < system->m; i++) {
    if (strcmp(system->coordinates[i].name, name) == 0) {
      *expr = system->coordinates[i].symbol;
      return TRUE;
    }
    if (is_velocity_of(name, system->coordinates[i].name)) {
      *expr = system->coordinates[i].velocity;
      return TRUE;
    }
  }
  if (lookup_input(system, name, expr))
    return TRUE;
  return lookup_named(system->lets, system->n_lets, name, expr) ||
         lookup_named(system->observables, system->n_observables, name, expr);
}
