/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/mode-table.h"

#include "core/dynamics/companion.h"
#include "core/system/model.h"
#include "core/system/program.h"

#include <pthread.h>

typedef struct {
  NoslipDynamics *dynamics;
  NoslipTape *watched;
} Entry;

struct _NoslipModeTable {
  const NoslipFormulation *formulation;
  const NoslipSystem *system;
  NoslipModes *modes;
  NoslipTape *jumps;
  pthread_mutex_t lock; /* protects the entries */
  GHashTable *entries;  /* bytes of a mode -> Entry */
};

static void
free_entry(gpointer data)
{
  Entry *entry = data;
  noslip_dynamics_unref(entry->dynamics);
  noslip_tape_unref(entry->watched);
  g_free(entry);
}

static void
append(GArray *outputs, NoslipExpr e)
{
  g_array_append_val(outputs, e);
}

static void
append_direction(GArray *outputs, NoslipModel *model, NoslipExpr velocity)
{
  for (guint a = 0; a < model->n; a++)
    append(outputs, noslip_expr_derivative(model->graph, velocity, model->y[a]));
}

static NoslipTape *
compile_jumps(const NoslipSystem *system)
{
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autofree NoslipExpr *rates = noslip_exprs_new(system->n_bounces);
  g_array_append_vals(outputs, model->mass, model->n * model->n);
  if (model->k > 0)
    g_array_append_vals(outputs, model->jacobian, model->k * model->n);
  for (guint i = 0; i < system->n_bounces; i++) {
    rates[i] = noslip_mode_rate(system, model->graph, system->bounces[i].gap);
    append_direction(outputs, model, rates[i]);
  }
  for (guint i = 0; i < system->n_frictions; i++)
    append_direction(outputs, model, system->frictions[i].velocity);
  for (guint i = 0; i < system->n_bounces; i++) {
    append(outputs, system->bounces[i].gap);
    append(outputs, noslip_expr_magnitude(model->graph, system->bounces[i].gap));
    append(outputs, rates[i]);
    append(outputs, noslip_expr_magnitude(model->graph, rates[i]));
    append(outputs, system->bounces[i].restitution);
  }
  for (guint i = 0; i < system->n_frictions; i++) {
    append(outputs, system->frictions[i].velocity);
    append(outputs, noslip_expr_magnitude(model->graph, system->frictions[i].velocity));
  }
  append(outputs, system->energy);
  return noslip_program_of_state(system, model->graph, outputs->len, (const NoslipExpr *) (gpointer) outputs->data);
}

/* NULL with *error set if a limit is not linear in the multipliers. */
static gpointer
create(NoslipDynamics *dynamics, NoslipDiagnostic **error)
{
  NoslipSystem *system = noslip_dynamics_system(dynamics);
  NoslipModes *modes = noslip_modes_new(system, error);
  if (modes == NULL)
    return NULL;
  NoslipModeTable *table = g_new0(NoslipModeTable, 1);
  table->formulation = noslip_dynamics_formulation(dynamics);
  table->system = system;
  table->modes = modes;
  table->jumps = compile_jumps(system);
  table->entries = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, free_entry);
  pthread_mutex_init(&table->lock, NULL);
  return table;
}

static void
destroy(gpointer data)
{
  NoslipModeTable *table = data;
  g_hash_table_unref(table->entries);
  noslip_tape_unref(table->jumps);
  noslip_modes_free(table->modes);
  pthread_mutex_destroy(&table->lock);
  g_free(table);
}

const NoslipModes *
noslip_mode_table_modes(const NoslipModeTable *table)
{
  return table->modes;
}

NoslipTape *
noslip_mode_table_jumps(const NoslipModeTable *table)
{
  return table->jumps;
}

static Entry *
compile_mode(NoslipModeTable *table, const NoslipModeSign *mode, NoslipDiagnostic **error)
{
  const NoslipSystem *origin = table->system;
  g_autofree NoslipExpr *watched = NULL;
  g_autoptr(NoslipSystem) system = noslip_modes_system(table->modes, mode, &watched, error);
  NoslipDynamics *dynamics = system != NULL ? noslip_dynamics_new(table->formulation, system, error) : NULL;
  if (dynamics == NULL)
    return NULL;
  guint n_symbols, n = NOSLIP_MODE_OF_FRICTION * origin->n_frictions + NOSLIP_MODE_OF_BOUNCE * origin->n_bounces +
                       noslip_modes_n_corners(table->modes);
  g_autofree NoslipExpr *symbols = noslip_system_row_symbols(system, NOSLIP_DYNAMICS_NONHOLONOMIC, &n_symbols);
  Entry *entry = g_new0(Entry, 1);
  entry->dynamics = dynamics;
  entry->watched = noslip_program_new(system, system->graph, n_symbols, symbols, n, watched);
  return entry;
}

NoslipDynamics *
noslip_mode_table_get(NoslipModeTable *table, const NoslipModeSign *mode, NoslipTape **watched,
                      NoslipDiagnostic **error)
{
  GBytes *key = g_bytes_new(mode, noslip_modes_size(table->modes) * sizeof *mode);
  pthread_mutex_lock(&table->lock);
  Entry *entry = g_hash_table_lookup(table->entries, key);
  if (entry == NULL && (entry = compile_mode(table, mode, error)) != NULL)
    g_hash_table_insert(table->entries, g_bytes_ref(key), entry);
  pthread_mutex_unlock(&table->lock);
  g_bytes_unref(key);
  if (entry != NULL)
    *watched = entry->watched;
  return entry != NULL ? entry->dynamics : NULL;
}

NoslipModeTable *
noslip_dynamics_modes(NoslipDynamics *dynamics, NoslipDiagnostic **error)
{
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  static const NoslipCompanionKind table = {create, destroy};
  if (noslip_system_is_mode(system) || !noslip_system_has_modes(system) ||
      formulation->kind != NOSLIP_DYNAMICS_NONHOLONOMIC)
    return NULL;
  return noslip_dynamics_companion(dynamics, &table, error);
}
