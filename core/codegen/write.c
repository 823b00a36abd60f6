/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/codegen/write.h"

#include "core/base/version.h"

#include <math.h>
#include <string.h>

/* "0.25", as a floating-point number with all its digits; free with g_free(). */
static char *
number_text(double value, const NoslipCodeStyle *style)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  if (isnan(value))
    return g_strdup(style->nan);
  if (isinf(value))
    return g_strconcat(value < 0 ? "-" : "", style->infinity, NULL);
  g_ascii_dtostr(text, sizeof text, value);
  return g_strconcat(text, !style->whole && strpbrk(text, ".e") == NULL ? ".0" : "", NULL);
}

static char *
operand_text(const NoslipOperand *operand, const NoslipCodeStyle *style)
{
  switch (operand->kind) {
  case NOSLIP_OPERAND_CONSTANT:
    return g_strdup_printf("parameters[%u]", operand->index + style->base);
  case NOSLIP_OPERAND_INPUT:
    return operand->index == 0 ? g_strdup("t") : g_strdup_printf("state[%u]", operand->index - 1 + style->base);
  case NOSLIP_OPERAND_STEP:
    return g_strdup_printf("v%u", operand->index);
  default:
    return number_text(operand->number, style);
  }
}

/* The format with its operands. */
static void
fill(GString *out, const char *format, const char *a, const char *b, const char *c)
{
  for (; *format != '\0'; format++) {
    if (*format != '$') {
      g_string_append_c(out, *format);
      continue;
    }
    format++;
    g_string_append(out, *format == 'a' ? a : *format == 'b' ? b : c);
  }
}

static const char *
step_format(const NoslipListingStep *step, const NoslipCodeStyle *style)
{
  switch (step->kind) {
  case NOSLIP_STEP_ADD:
    return "$a + $b";
  case NOSLIP_STEP_SUB:
    return "$a - $b";
  case NOSLIP_STEP_MUL:
    return "$a * $b";
  case NOSLIP_STEP_DIV:
    return style->divide;
  case NOSLIP_STEP_MULADD:
    return "$c + $a * $b";
  case NOSLIP_STEP_MULSUB:
    return "$c - $a * $b";
  default:
    return style->call[step->op] != NULL ? style->call[step->op] : style->nan;
  }
}

void
noslip_code_assignments(GString *out, const NoslipListing *listing, const NoslipCodeStyle *style)
{
  GString *value = g_string_new(NULL);
  for (guint s = 0; s < listing->steps->len; s++) {
    const NoslipListingStep *step = &g_array_index(listing->steps, NoslipListingStep, s);
    g_autofree char *target = g_strdup_printf("%u", s);
    g_autofree char *a = operand_text(&step->a, style);
    g_autofree char *b = operand_text(&step->b, style);
    g_autofree char *c = operand_text(&step->c, style);
    g_string_truncate(value, 0);
    fill(value, step_format(step, style), a, b, c);
    fill(out, style->assign, target, value->str, "");
  }
  g_string_free(value, TRUE);
}

void
noslip_code_outputs(GString *out, const NoslipListing *listing, const NoslipCodeStyle *style)
{
  for (guint i = 0; i < listing->outputs->len; i++) {
    g_autofree char *target = g_strdup_printf("%u", i + style->base);
    g_autofree char *result = operand_text(&g_array_index(listing->outputs, NoslipOperand, i), style);
    fill(out, style->result, target, result, "");
  }
}

void
noslip_code_steps(GString *out, const NoslipListing *listing, const NoslipCodeStyle *style)
{
  noslip_code_assignments(out, listing, style);
  noslip_code_outputs(out, listing, style);
}

/* A string in double quotes, in a form that C, Python, JavaScript and Julia all read. */
static void
append_quoted(GString *out, const char *text)
{
  g_string_append_c(out, '"');
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\' || *text == '$') {
      g_string_append_printf(out, *text == '$' ? "\\x24" : "\\%c", *text);
      continue;
    }
    g_string_append_c(out, *text);
  }
  g_string_append_c(out, '"');
}

void
noslip_code_names(GString *out, guint n, const char *const *names)
{
  for (guint i = 0; i < n; i++) {
    if (i > 0)
      g_string_append(out, ", ");
    append_quoted(out, names[i]);
  }
}

void
noslip_code_numbers(GString *out, guint n, const double *values, const NoslipCodeStyle *style)
{
  for (guint i = 0; i < n; i++) {
    g_autofree char *number = number_text(values[i], style);
    g_string_append_printf(out, "%s%s", i > 0 ? ", " : "", number);
  }
}

const char **
noslip_code_parameter_names(const NoslipExport *code)
{
  const NoslipSystem *system = code->system;
  const char **names = g_new0(const char *, (gsize) system->n_parameters + 1);
  for (guint i = 0; i < system->n_parameters; i++)
    names[i] = system->parameters[i].name;
  return names;
}

const char **
noslip_code_observable_names(const NoslipExport *code)
{
  const NoslipSystem *system = code->system;
  const char **names = g_new0(const char *, (gsize) system->n_observables + 1);
  for (guint i = 0; i < system->n_observables; i++)
    names[i] = system->observables[i].name;
  return names;
}

/* RFC 4180. */
static void
append_column(GString *out, const char *name)
{
  g_autofree char *doubled = NULL;
  g_string_append_c(out, ',');
  if (strpbrk(name, ",\"\r\n") == NULL) {
    g_string_append(out, name);
    return;
  }
  g_auto(GStrv) parts = g_strsplit(name, "\"", -1);
  doubled = g_strjoinv("\"\"", parts);
  g_string_append_printf(out, "\"%s\"", doubled);
}

char *
noslip_code_header(const NoslipExport *code)
{
  GString *out = g_string_new("t");
  for (guint i = 0; i < code->system->m + code->system->n; i++)
    append_column(out, code->states[i]);
  for (guint i = 0; i < code->n_columns; i++)
    append_column(out, code->columns[i]);
  return g_string_free(out, FALSE);
}

void
noslip_code_lists(GString *out, const NoslipExport *code, const NoslipCodeLists *lists, const NoslipCodeStyle *style)
{
  const NoslipSystem *system = code->system;
  g_autofree const char **parameters = noslip_code_parameter_names(code);
  g_autofree const char **observables = noslip_code_observable_names(code);
  g_string_append(out, lists->states);
  noslip_code_names(out, code->flow->n_state, (const char *const *) code->states);
  g_string_append(out, lists->parameters);
  noslip_code_names(out, system->n_parameters, parameters);
  g_string_append(out, lists->observables);
  noslip_code_names(out, system->n_observables, observables);
  g_string_append(out, lists->values);
  noslip_code_numbers(out, system->n_parameters, code->parameters, style);
  g_string_append(out, lists->initial);
  noslip_code_numbers(out, code->flow->n_state, code->initial, style);
  if (lists->header != NULL) {
    g_autofree char *header = noslip_code_header(code);
    const char *headers[] = {header};
    g_string_append(out, lists->header);
    noslip_code_names(out, 1, headers);
  }
  g_string_append(out, lists->end);
}

/* Whole numbers that count from `base`, separated by commas. */
static void
append_whole(GString *out, guint n, const guint *values, guint base)
{
  for (guint i = 0; i < n; i++)
    g_string_append_printf(out, "%s%u", i > 0 ? ", " : "", values[i] + base);
}

void
noslip_code_text(GString *out, const NoslipExport *code, const char *text, const NoslipCodeStyle *style)
{
  const NoslipSystem *system = code->system;
  const NoslipFlow *flow = code->flow;
  const struct {
    const char *key;
    guint value;
  } numbers[] = {
      {"m", system->m},
      {"n", system->n},
      {"c", flow->n_positions},
      {"k", flow->n_velocities},
      {"size", flow->n_state},
      {"inner", flow->n_inner},
      {"total", flow->n_state + flow->n_inner},
      {"parameters", system->n_parameters},
      {"observables", system->n_observables},
      {"columns", code->n_columns},
      {"samples", code->n_samples},
      {"back", flow->n_positions * (2 + system->m)},
      {"terms", flow->n_velocities * (2 + system->n)},
      {"charts", flow->n_charts},
      {"pivots", flow->n_pivots},
      {"bound", flow->n_multipliers},
      {"k2", 2 * flow->n_multipliers},
      {"free", flow->n_charts > 0 ? flow->n_inner - 1 - flow->n_pivots : 0},
      {"survey", (flow->n_multipliers + 1) * system->n},
  };
  g_auto(GStrv) parts = g_strsplit(text, "@", -1);
  for (guint i = 0; parts[i] != NULL; i++) {
    if (i % 2 == 0) {
      g_string_append(out, parts[i]);
    } else if (strcmp(parts[i], "N") == 0) {
      g_string_append(out, code->name);
    } else if (strcmp(parts[i], "to") == 0 || strcmp(parts[i], "step") == 0) {
      g_autofree char *number = number_text(parts[i][0] == 't' ? code->to : code->step, style);
      g_string_append(out, number);
    } else if (strcmp(parts[i], "varies") == 0) {
      append_whole(out, flow->n_multipliers * system->n, flow->varies, 0);
    } else if (strcmp(parts[i], "pivoted") == 0) {
      append_whole(out, 2 * flow->n_charts * flow->n_multipliers, flow->pivots, style->base);
    }
    for (guint j = 0; i % 2 == 1 && j < G_N_ELEMENTS(numbers); j++)
      if (strcmp(parts[i], numbers[j].key) == 0)
        g_string_append_printf(out, "%u", numbers[j].value);
  }
}

/* One line of a comment, without characters that end or continue it ("?" "?/" is a backslash in C11) or control a
 * terminal. */
static void
append_line(GString *out, const char *mark, const char *text)
{
  g_string_append(out, mark);
  for (const char *c = text; *c != '\0'; c++) {
    gboolean trigraph = *c == '?' && c > text && c[-1] == '?';
    g_string_append_c(out, (guchar) *c < ' ' || *c == '\\' || *c == 0x7f || trigraph ? ' ' : *c);
  }
  g_string_append_c(out, '\n');
}

void
noslip_code_heading(GString *out, const NoslipExport *code, const char *mark)
{
  g_autofree char *made = g_strdup_printf("The equations of motion of %s, formulation %s, written by Noslip %s.",
                                          code->system->id, code->formulation->id, noslip_version());
  if (code->system->title != NULL)
    append_line(out, mark, code->system->title);
  append_line(out, mark, made);
  append_line(out, mark,
              "The state is the coordinates, then the fibre coordinates, then the multipliers mu where there are any.");
  if (code->note != NULL)
    append_line(out, mark, code->note);
}
