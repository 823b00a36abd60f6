/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bracket --section: Noether's theorem with constraints (G 5.3, 5.6). */
#include "app/cli/noether.h"

#include "app/cli/json.h"
#include "core/language/language.h"

typedef struct {
  const char *section, *function;
  char *momentum, *rate;
  const NoslipModel *model;
  NoslipExpr *lift; /* m + n */
  gboolean conserved, in_symbols;
  double worst;
} Verdict;

static gboolean
read_expression(const NoslipModel *model, const char *option, const char *text, NoslipExpr *e, int *status)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  if (noslip_language_expression(model->system, model->graph, text, e, diagnostics))
    return TRUE;
  *status = cli_report_option(option, diagnostics);
  return FALSE;
}

/* df/dt = df/dx^i rho^i_alpha y^alpha; FALSE with a message if f depends on more than the coordinates. */
static gboolean
function_rate(const NoslipModel *model, NoslipExpr f, NoslipExpr *rate)
{
  if (noslip_expr_depends(model->graph, f, model->n, model->y) ||
      noslip_expr_depends(model->graph, f, 1, &model->system->t)) {
    cli_message("error: --function takes a function of the coordinates alone");
    return FALSE;
  }
  *rate = NOSLIP_ZERO;
  for (guint i = 0; i < model->m; i++)
    *rate = noslip_expr_add_product(model->graph, *rate, noslip_expr_derivative(model->graph, f, model->x[i]),
                                    model->velocity[i]);
  return TRUE;
}

/* The effect of the lift on each coordinate and velocity that it changes: the name, and its text, to be freed. */
static const char *
lift_of(const Verdict *verdict, guint i, char **text)
{
  const NoslipSystem *system = verdict->model->system;
  *text = verdict->lift[i] == NOSLIP_ZERO ? NULL : noslip_expr_text(verdict->model->graph, verdict->lift[i]);
  return i < system->m ? system->coordinates[i].name : system->fibres[i - system->m].name;
}

static void
append_lift(GString *text, const Verdict *verdict)
{
  gboolean any = FALSE;
  for (guint i = 0; i < verdict->model->m + verdict->model->n; i++) {
    g_autofree char *value = NULL;
    const char *name = lift_of(verdict, i, &value);
    if (value != NULL)
      g_string_append_printf(text, "%s%s: %s", any ? ", " : "Complete lift        d_T X = ", name, value);
    any = any || value != NULL;
  }
  g_string_append(text, any ? "\n" : "Complete lift        d_T X = 0\n");
}

static int
print_text(const Verdict *verdict)
{
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_append_printf(text, "Section of D         X = %s\n", verdict->section);
  append_lift(text, verdict);
  g_string_append_printf(text, "Momentum             <p, X> = %s\n", verdict->momentum);
  g_string_append_printf(text, "Momentum equation    d/dt <p, X> = %s\n", verdict->rate);
  g_autofree char *integral =
      verdict->function ? g_strdup_printf("<p, X> - (%s)", verdict->function) : g_strdup("<p, X>");
  if (verdict->conserved)
    g_string_append_printf(text, "Symmetry             yes, %s: %s is a first integral\n",
                           verdict->in_symbols ? "in symbols" : "at seeded states", integral);
  else
    g_string_append_printf(text, "Symmetry             no: %s changes, at up to %.6g at seeded states\n", integral,
                           verdict->worst);
  return cli_print_text(text->str);
}

static int
print_json(const NoslipSystem *system, const Verdict *verdict)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  cli_json_begin(builder, "noslip-noether-1");
  cli_json_member_string(builder, "system", system->id);
  cli_json_member_string(builder, "section", verdict->section);
  cli_json_member_string(builder, "function", verdict->function);
  cli_json_member_string(builder, "momentum", verdict->momentum);
  cli_json_member_string(builder, "rate", verdict->rate);
  json_builder_set_member_name(builder, "lift");
  json_builder_begin_object(builder);
  for (guint i = 0; i < verdict->model->m + verdict->model->n; i++) {
    g_autofree char *value = NULL;
    const char *name = lift_of(verdict, i, &value);
    if (value != NULL)
      cli_json_member_string(builder, name, value);
  }
  json_builder_end_object(builder);
  cli_json_member_boolean(builder, "conserved", verdict->conserved);
  cli_json_member_boolean(builder, "in_symbols", verdict->in_symbols);
  cli_json_member_number(builder, "worst", verdict->worst);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}

int
cli_noether(NoslipDistribution *distribution, const double *parameters, const char *section, const char *function,
            gboolean json)
{
  const NoslipModel *model = distribution->model;
  NoslipGraph *graph = model->graph;
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autofree NoslipExpr *x = g_new0(NoslipExpr, model->n + 1);
  NoslipExpr combination, f = NOSLIP_ZERO, f_rate;
  int status = CLI_INPUT;
  if (!read_expression(model, "--section", section, &combination, &status) ||
      (function && !read_expression(model, "--function", function, &f, &status)))
    return status;
  if (!noslip_noether_section(distribution, combination, x, &error))
    return cli_report_one(error);
  if (!function_rate(model, f, &f_rate))
    return CLI_INPUT;
  NoslipExpr rate = noslip_noether_rate(distribution, x);
  g_autofree NoslipExpr *lift = g_new0(NoslipExpr, model->m + model->n + 1);
  noslip_noether_lift(distribution, x, lift);
  Verdict verdict = {.section = section, .function = function, .model = model, .lift = lift};
  verdict.momentum = noslip_expr_text(graph, noslip_expr_simplify(graph, noslip_noether_momentum(distribution, x)));
  verdict.rate = noslip_expr_text(graph, noslip_expr_simplify(graph, rate));
  verdict.conserved = noslip_noether_vanishes(distribution, parameters, noslip_expr_sub(graph, rate, f_rate),
                                              &verdict.in_symbols, &verdict.worst);
  status = json ? print_json(model->system, &verdict) : print_text(&verdict);
  g_free(verdict.momentum);
  g_free(verdict.rate);
  return status;
}
