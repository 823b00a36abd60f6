/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/distribution-text.h"

#include "core/base/decimal.h"
#include "core/expr/naming.h"
#include "core/geometry/bracket.h"
#include "core/geometry/symbolic.h"
#include "core/system/state.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define LONG_PART 80 /* parts with more nodes that occur twice get names */
#define MOST_NAMES 2000
#define LONG_TEXT 20000 /* a text of more symbols gets names for parts */

typedef struct {
  const NoslipSystem *system;
  NoslipModel *model;
  NoslipDistribution *distribution;
  guint r;
  GString *text;
  char **names;         /* of the sections, r */
  int *kept;            /* r: the section of E that it equals, or -1 */
  NoslipExpr *symbols;  /* r */
  NoslipExpr *velocity; /* y^alpha of the new fibre coordinates, n */
  GArray *exprs;        /* of NoslipExpr, in the order of writing */
  NoslipNaming *naming; /* names for their parts; NULL if they are written in full */
  guint at;             /* number of expressions written so far */
} Writer;

static void
append_string(Writer *writer, const char *before, const char *string)
{
  if (string == NULL)
    return;
  g_string_append(writer->text, before);
  g_string_append_c(writer->text, '"');
  for (const char *at = string; *at != '\0'; at++) {
    if (*at == '"' || *at == '\\')
      g_string_append_c(writer->text, '\\');
    g_string_append_c(writer->text, *at);
  }
  g_string_append_c(writer->text, '"');
}

static void
append_number(Writer *writer, double value)
{
  char digits[NOSLIP_DECIMAL_SIZE];
  g_string_append(writer->text, noslip_decimal_text(value, digits));
}

/* Appends e in the new fibre coordinates; in the second round with names for shared parts. */
static void
append_expr(Writer *writer, NoslipExpr e)
{
  NoslipGraph *graph = writer->model->graph;
  guint at = writer->at++;
  if (writer->naming != NULL) {
    g_autofree char *named = noslip_expr_text(writer->naming->graph, writer->naming->exprs[at]);
    g_string_append(writer->text, named);
    return;
  }
  e = noslip_expr_substitute(graph, e, writer->system->n, writer->model->y, writer->velocity);
  e = noslip_symbolic_tidy(graph, e);
  g_array_append_val(writer->exprs, e);
  if (noslip_expr_size(graph, e, LONG_TEXT) >= LONG_TEXT)
    return; /* the second round adds names */
  g_autofree char *text = noslip_expr_text(graph, e);
  g_string_append(writer->text, text);
}

static void
append_range(Writer *writer, double low, double high)
{
  if (isnan(low) || isnan(high))
    return;
  g_string_append(writer->text, " in ");
  append_number(writer, low);
  g_string_append(writer->text, " .. ");
  append_number(writer, high);
}

/* Names the sections: a section of E that is a section of D keeps its name, except natural ones, whose anchor would be
 * implied. */
static void
name_sections(Writer *writer)
{
  const NoslipSystem *system = writer->system;
  guint n = system->n, r = writer->r, next = 1;
  for (guint a = 0; a < r; a++) {
    int only = -1;
    guint others = 0;
    for (guint alpha = 0; alpha < n; alpha++) {
      NoslipExpr entry = writer->distribution->basis[alpha * r + a];
      if (entry == NOSLIP_ONE && only < 0)
        only = (int) alpha;
      else if (entry != NOSLIP_ZERO)
        others++;
    }
    writer->kept[a] = only >= 0 && others == 0 && strchr(system->fibres[only].name, '\'') == NULL ? only : -1;
    if (writer->kept[a] >= 0) {
      writer->names[a] = g_strdup(system->fibres[writer->kept[a]].name);
    } else {
      NoslipExpr known;
      do {
        g_free(writer->names[a]);
        writer->names[a] = g_strdup_printf("u%u", next++);
      } while (noslip_system_lookup(system, writer->names[a], &known));
    }
    writer->symbols[a] = noslip_expr_symbol(writer->model->graph, writer->names[a]);
  }
  for (guint alpha = 0; alpha < n; alpha++)
    writer->velocity[alpha] =
        noslip_expr_dot(writer->model->graph, r, writer->distribution->basis + (gsize) alpha * r, writer->symbols);
}

static void
write_head(Writer *writer)
{
  const NoslipSystem *system = writer->system;
  g_autofree char *title = g_strdup_printf("%s, on its distribution", system->title);
  append_string(writer, "noslip 1\ntitle ", title);
  append_string(writer, "\nsummary ", "The free motion of the restricted Lagrangian on D with the projected bracket.");
  for (guint i = 0; system->sources != NULL && system->sources[i] != NULL; i++)
    append_string(writer, "\nsource ", system->sources[i]);
  g_string_append(writer->text, "\n\n");
  for (guint i = 0; i < system->n_parameters; i++) {
    const NoslipParameter *parameter = &system->parameters[i];
    g_string_append_printf(writer->text, "parameter %s = ", parameter->name);
    append_number(writer, parameter->value);
    append_range(writer, parameter->low, parameter->high);
    append_string(writer, " unit ", parameter->unit);
    append_string(writer, " ", parameter->description);
    g_string_append_c(writer->text, '\n');
  }
  for (guint i = 0; i < system->m; i++) {
    const NoslipCoordinate *coordinate = &system->coordinates[i];
    g_string_append_printf(writer->text, "coordinate %s%s", coordinate->name, coordinate->angle ? " angle" : "");
    append_range(writer, coordinate->low, coordinate->high);
    append_string(writer, " unit ", coordinate->unit);
    append_string(writer, " ", coordinate->description);
    g_string_append_c(writer->text, '\n');
  }
  for (guint i = 0; i < system->n_manifolds; i++) {
    g_string_append(writer->text, "manifold ");
    append_expr(writer, system->manifolds[i]);
    g_string_append(writer->text, " = 0\n");
  }
}

static void
write_algebroid(Writer *writer)
{
  const NoslipDistribution *distribution = writer->distribution;
  NoslipGraph *graph = writer->model->graph;
  guint m = writer->system->m, r = writer->r;
  g_string_append(writer->text, "algebroid quasi\n");
  for (guint a = 0; a < r; a++) {
    const char *before = " anchor ";
    g_string_append_printf(writer->text, "section %s", writer->names[a]);
    for (guint i = 0; i < m; i++) {
      NoslipExpr rho = noslip_symbolic_tidy(graph, distribution->anchor[i * r + a]);
      if (rho == NOSLIP_ZERO)
        continue;
      g_string_append_printf(writer->text, "%s%s: ", before, writer->system->coordinates[i].name);
      append_expr(writer, rho);
      before = ", ";
    }
    append_string(writer, " ", distribution->basis_text[a]);
    g_string_append_c(writer->text, '\n');
  }
  for (guint a = 0; a < r; a++)
    for (guint b = a + 1; b < r; b++) {
      NoslipExpr value = NOSLIP_ZERO;
      for (guint c = 0; c < r; c++)
        value = noslip_expr_add_product(graph, value, distribution->structure[(c * r + a) * r + b], writer->symbols[c]);
      if (value == NOSLIP_ZERO)
        continue;
      g_string_append_printf(writer->text, "bracket [%s, %s] = ", writer->names[a], writer->names[b]);
      append_expr(writer, value);
      g_string_append_c(writer->text, '\n');
    }
}

static gboolean
is_state(const Writer *writer, NoslipExpr e)
{
  static const NoslipOp formal[] = {NOSLIP_OP_RATE, NOSLIP_OP_BRACKET, NOSLIP_OP_JACOBIATOR};
  const NoslipSystem *system = writer->system;
  for (guint i = 0; i < G_N_ELEMENTS(formal); i++)
    if (noslip_expr_contains(writer->model->graph, e, formal[i]))
      return FALSE;
  for (guint c = 0; c < system->k; c++)
    if (noslip_expr_depends(writer->model->graph, e, 1, &system->constraints[c].multiplier) ||
        noslip_expr_depends(writer->model->graph, e, 1, &system->constraints[c].mu))
      return FALSE;
  for (guint a = 0; a < system->n; a++)
    if (noslip_expr_depends(writer->model->graph, e, 1, &system->fibres[a].acceleration))
      return FALSE;
  return TRUE;
}

/* Writes as observables the velocities of E that are not sections of D, and the observables that are functions of the
 * state. */
static void
write_observables(Writer *writer)
{
  const NoslipSystem *system = writer->system;
  for (guint alpha = 0; alpha < system->n; alpha++) {
    gboolean kept = strchr(system->fibres[alpha].name, '\'') != NULL;
    for (guint a = 0; a < writer->r; a++)
      kept = kept || writer->kept[a] == (int) alpha;
    if (kept)
      continue;
    g_string_append_printf(writer->text, "observable %s = ", system->fibres[alpha].name);
    append_expr(writer, writer->model->y[alpha]);
    append_string(writer, " unit ", system->fibres[alpha].unit);
    g_string_append_c(writer->text, '\n');
  }
  for (guint i = 0; i < system->n_observables; i++) {
    const NoslipNamed *observable = &system->observables[i];
    if (!is_state(writer, observable->expr))
      continue;
    g_string_append_printf(writer->text, "observable %s = ", observable->name);
    append_expr(writer, observable->expr);
    append_string(writer, " unit ", observable->unit);
    append_string(writer, " ", observable->description);
    g_string_append_c(writer->text, '\n');
  }
}

static void
write_mechanics(Writer *writer)
{
  const NoslipSystem *system = writer->system;
  NoslipGraph *graph = writer->model->graph;
  guint n = system->n, r = writer->r;
  g_string_append(writer->text, "\nlagrangian ");
  append_expr(writer, system->lagrangian);
  g_string_append_c(writer->text, '\n');
  for (guint a = 0; a < r; a++) {
    NoslipExpr force = NOSLIP_ZERO;
    for (guint alpha = 0; alpha < n && system->forces != NULL; alpha++)
      force = noslip_expr_add_product(graph, force, writer->distribution->basis[alpha * r + a], system->forces[alpha]);
    if (force == NOSLIP_ZERO)
      continue;
    g_string_append_printf(writer->text, "force %s = ", writer->names[a]);
    append_expr(writer, force);
    g_string_append_c(writer->text, '\n');
  }
}

/* Finds v with e_a v^a = y for y in D, by the normal equations of the basis at the state. */
static gboolean
find_components(const Writer *writer, const double *parameters, const double *x, const double *y, double *v)
{
  guint n = writer->system->n, r = writer->r;
  g_autoptr(NoslipProbe) probe = noslip_probe_new(writer->system);
  noslip_probe_set_state(probe, writer->system, parameters, x, y);
  g_autofree double *basis = g_new0(double, (gsize) n *r + 1);
  g_autofree double *normal = g_new0(double, (gsize) r *r + 1);
  for (guint i = 0; i < n * r; i++)
    basis[i] = noslip_probe_value(probe, writer->model->graph, 0, writer->distribution->basis[i]);
  for (guint a = 0; a < r; a++) {
    v[a] = 0;
    for (guint alpha = 0; alpha < n; alpha++)
      v[a] += basis[alpha * r + a] * y[alpha];
    for (guint b = 0; b < r; b++)
      for (guint alpha = 0; alpha < n; alpha++)
        normal[a * r + b] += basis[alpha * r + a] * basis[alpha * r + b];
  }
  for (guint p = 0; p < r; p++) { /* a positive definite matrix needs no row exchanges */
    if (!(normal[p * r + p] > 0))
      return FALSE;
    for (guint i = p + 1; i < r; i++) {
      double factor = normal[i * r + p] / normal[p * r + p];
      for (guint j = p; j < r; j++)
        normal[i * r + j] -= factor * normal[p * r + j];
      v[i] -= factor * v[p];
    }
  }
  for (guint p = r; p-- > 0;) {
    for (guint j = p + 1; j < r; j++)
      v[p] -= normal[p * r + j] * v[j];
    v[p] /= normal[p * r + p];
  }
  return TRUE;
}

static gboolean
is_taken(const char *name, gpointer data)
{
  NoslipExpr known;
  return noslip_system_lookup(data, name, &known);
}

/* Whether shared parts get names, because the text would be long without. */
static gboolean
name_parts(Writer *writer)
{
  const NoslipGraph *graph = writer->model->graph;
  guint size = 0;
  for (guint i = 0; i < writer->exprs->len && size < LONG_TEXT; i++)
    size += noslip_expr_size(graph, g_array_index(writer->exprs, NoslipExpr, i), LONG_TEXT);
  if (size < LONG_TEXT)
    return FALSE;
  writer->naming =
      noslip_naming_new(graph, writer->exprs->len, (const NoslipExpr *) (gconstpointer) writer->exprs->data, LONG_PART,
                        MOST_NAMES, is_taken, (gpointer) writer->system);
  return writer->naming != NULL;
}

static void
write_names(Writer *writer)
{
  const NoslipNaming *naming = writer->naming;
  g_string_append_c(writer->text, '\n');
  for (guint i = 0; naming != NULL && i < naming->n; i++) {
    g_autofree char *value = noslip_expr_text(naming->graph, naming->value[i]);
    g_string_append_printf(writer->text, "let %s = %s\n", noslip_expr_symbol_name(naming->graph, naming->name[i]),
                           value);
  }
}

static gboolean
write_start(Writer *writer)
{
  const NoslipSystem *system = writer->system;
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *x = g_new0(double, system->m + 1), *y = g_new0(double, system->n + 1);
  g_autofree double *v = g_new0(double, writer->r + 1);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  if (!noslip_state_initial(system, parameters, 0, NULL, x, y, NULL, diagnostics) ||
      !find_components(writer, parameters, x, y, v))
    return FALSE;
  g_string_append_c(writer->text, '\n');
  for (guint i = 0; i < system->m + writer->r; i++) {
    const char *name = i < system->m ? system->coordinates[i].name : writer->names[i - system->m];
    g_string_append_printf(writer->text, "initial %s = ", name);
    append_number(writer, i < system->m ? x[i] : v[i - system->m]);
    g_string_append_c(writer->text, '\n');
  }
  g_string_append(writer->text, "run to ");
  append_number(writer, system->run_to);
  g_string_append(writer->text, " step ");
  append_number(writer, system->run_step);
  g_string_append(writer->text, "\n\n");
  write_observables(writer);
  return TRUE;
}

static gboolean
write_all(Writer *writer)
{
  g_string_set_size(writer->text, 0);
  writer->at = 0;
  write_head(writer);
  write_names(writer);
  write_algebroid(writer);
  write_mechanics(writer);
  return write_start(writer);
}

static NoslipDiagnostic *
refuse(const char *remedy, const char *cause)
{
  return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, remedy, "%s", cause);
}

static NoslipDiagnostic *
refusal(const NoslipSystem *system)
{
  if (noslip_system_constraint_class(system) != NOSLIP_LINEAR)
    return refuse(_("take constraints that are linear in the velocities"),
                  _("the constraints are not linear in the velocities: D is no subbundle"));
  if (!noslip_system_is_mechanical(system))
    return refuse(_("take a Lagrangian that is a kinetic energy minus a potential"),
                  _("the theorem is for mechanical Lagrangians"));
  if (noslip_system_is_timed(system))
    return refuse(_("leave t out of the Lagrangian, the frame and the constraints"), _("the system depends on t"));
  for (guint c = 0; c < system->k; c++)
    if (system->constraints[c].holonomic)
      return refuse(_("declare it as a manifold, or choose coordinates of it"),
                    _("a constraint on coordinates restricts the base"));
  return NULL;
}

static void
writer_clear(Writer *writer)
{
  for (guint a = 0; a < writer->r && writer->names != NULL; a++)
    g_free(writer->names[a]);
  g_free(writer->names);
  g_free(writer->kept);
  g_free(writer->symbols);
  g_free(writer->velocity);
  if (writer->exprs != NULL)
    g_array_unref(writer->exprs);
  noslip_naming_free(writer->naming);
  noslip_distribution_free(writer->distribution);
  noslip_model_free(writer->model);
}

char *
noslip_distribution_system_text(const NoslipSystem *system, NoslipDiagnostic **error)
{
  if ((*error = refusal(system)) != NULL)
    return NULL;
  Writer writer = {.system = system, .model = noslip_model_new(system)};
  writer.distribution = noslip_distribution_new(writer.model, error);
  if (writer.distribution == NULL) {
    writer_clear(&writer);
    return NULL;
  }
  guint r = writer.r = writer.distribution->r;
  writer.text = g_string_new(NULL);
  writer.exprs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  writer.names = g_new0(char *, r + 1);
  writer.kept = g_new0(int, r + 1);
  writer.symbols = g_new0(NoslipExpr, r + 1);
  writer.velocity = g_new0(NoslipExpr, system->n + 1);
  name_sections(&writer);
  gboolean good = write_all(&writer);
  if (good && name_parts(&writer))
    good = write_all(&writer);
  if (!good || noslip_graph_failed(writer.model->graph))
    *error = refuse(_("give other initial values"), _("D has no basis that is good at the initial state"));
  char *text = g_string_free(writer.text, *error != NULL);
  writer_clear(&writer);
  return text;
}
