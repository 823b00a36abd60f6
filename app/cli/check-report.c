/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the findings as text and as JSON. */
#include "app/cli/check.h"

#include <math.h>

static void
print_finding(GString *text, const Finding *finding)
{
  g_string_append_printf(text, "  %s  ", !finding->good ? "FAILED" : finding->unchecked ? "-     " : "ok    ");
  if (finding->trial != NULL)
    g_string_append_printf(text, "trial \"%s\": ", finding->trial);
  if (finding->is_claim) {
    g_string_append_printf(text, "claim: %s: %s\n", finding->title, finding->detail);
    return;
  }
  g_string_append(text, finding->title);
  if (finding->is_witness && !isnan(finding->residual))
    g_string_append_printf(text, ": %.2g, allowed %.2g", finding->residual, finding->allowed);
  else if (!isnan(finding->residual) && isnan(finding->allowed))
    g_string_append_printf(text, ": residual %.2g", finding->residual);
  else if (!isnan(finding->residual))
    g_string_append_printf(text, ": residual %.2g, allowed %.2g", finding->residual, finding->allowed);
  if (finding->detail != NULL)
    g_string_append_printf(text, " (%s)", finding->detail);
  g_string_append_c(text, '\n');
}

guint
cli_check_count_failed(const Report *report)
{
  guint failed = 0;
  for (guint i = 0; i < report->findings->len; i++)
    failed += !g_array_index(report->findings, Finding, i).good;
  return failed;
}

/* Claims without a verdict that do not count as failures. */
static guint
count_unchecked(const Report *report)
{
  guint unchecked = 0;
  for (guint i = 0; i < report->findings->len; i++) {
    const Finding *finding = &g_array_index(report->findings, Finding, i);
    unchecked += finding->unchecked && finding->good;
  }
  return unchecked;
}

int
cli_check_print_text(const GPtrArray *reports)
{
  GString *text = g_string_new(NULL);
  guint checks = 0, failed = 0, unchecked = 0;
  for (guint i = 0; i < reports->len; i++) {
    const Report *report = reports->pdata[i];
    g_string_append_printf(text, "%s\n", report->system);
    for (guint j = 0; j < report->findings->len; j++)
      print_finding(text, &g_array_index(report->findings, Finding, j));
    checks += report->findings->len;
    failed += cli_check_count_failed(report);
    unchecked += count_unchecked(report);
  }
  g_string_append_printf(text, "%u system%s, %u checks and claims: %u held, %u failed", reports->len,
                         reports->len == 1 ? "" : "s", checks, checks - failed - unchecked, failed);
  if (unchecked > 0)
    g_string_append_printf(text, ", %u not checked", unchecked);
  g_string_append_c(text, '\n');
  int status = cli_print_text(text->str);
  g_string_free(text, TRUE);
  return status;
}

static void
build_finding(JsonBuilder *builder, const Finding *finding)
{
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "kind", finding->is_claim ? "claim" : "check");
  cli_json_member_string(builder, "title", finding->title);
  cli_json_member_boolean(builder, "good", finding->good);
  if (finding->is_claim)
    cli_json_member_boolean(builder, "expected_to_fail", finding->expected_to_fail);
  if (finding->is_claim || !isnan(finding->residual)) {
    cli_json_member_number(builder, "residual", finding->residual);
    cli_json_member_number(builder, "allowed", finding->allowed);
  }
  cli_json_member_string(builder, "detail", finding->detail);
  cli_json_member_string(builder, "trial", finding->trial);
  if (finding->is_claim)
    cli_json_member_number(builder, "worst_time", finding->time);
  json_builder_end_object(builder);
}

/* The witness's residual along the default motion; null if it was not checked. */
static void
build_witness(JsonBuilder *builder, const Report *report)
{
  double residual = NAN;
  for (guint i = 0; i < report->findings->len; i++)
    if (g_array_index(report->findings, Finding, i).is_witness &&
        g_array_index(report->findings, Finding, i).trial == NULL)
      residual = g_array_index(report->findings, Finding, i).residual;
  cli_json_member_number(builder, "witness", residual);
}

static void
build_claim(JsonBuilder *builder, const Finding *finding)
{
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "name", finding->title);
  cli_json_member_int(builder, "line", finding->line);
  cli_json_member_string(builder, "verdict", finding->unchecked ? "not checked" : noslip_verdict_word(finding->kind));
  cli_json_member_number(builder, "residual", finding->residual);
  cli_json_member_number(builder, "tolerance", finding->allowed);
  cli_json_member_number(builder, "sensitivity", finding->sensitivity);
  cli_json_member_number(builder, "drift", finding->drift);
  json_builder_set_member_name(builder, "trial");
  if (finding->trial != NULL)
    json_builder_add_string_value(builder, finding->trial);
  else
    json_builder_add_null_value(builder);
  json_builder_end_object(builder);
}

static void
build_fix(JsonBuilder *builder, const NoslipDiagnostic *diagnostic)
{
  json_builder_set_member_name(builder, "fix");
  json_builder_begin_object(builder);
  cli_json_member_int(builder, "line", diagnostic->fixed.line);
  cli_json_member_int(builder, "column", diagnostic->fixed.column);
  cli_json_member_int(builder, "length", diagnostic->fixed.length);
  cli_json_member_string(builder, "text", diagnostic->fix);
  json_builder_end_object(builder);
}

static void
build_diagnostics(JsonBuilder *builder, const char *name, const GPtrArray *diagnostics)
{
  json_builder_set_member_name(builder, name);
  json_builder_begin_array(builder);
  for (guint i = 0; i < diagnostics->len; i++) {
    const NoslipDiagnostic *diagnostic = diagnostics->pdata[i];
    json_builder_begin_object(builder);
    cli_json_member_int(builder, "line", diagnostic->place.line);
    cli_json_member_int(builder, "column", diagnostic->place.column);
    cli_json_member_string(builder, "code", noslip_diagnostic_slug(diagnostic->code));
    cli_json_member_string(builder, "cause", diagnostic->cause);
    cli_json_member_string(builder, "remedy", diagnostic->remedy != NULL ? diagnostic->remedy : "");
    if (diagnostic->fix != NULL)
      build_fix(builder, diagnostic);
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
}

static void
build_report(JsonBuilder *builder, const Report *report)
{
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "system", report->system);
  cli_json_member_int(builder, "status", report->status);
  build_witness(builder, report);
  build_diagnostics(builder, "errors", report->errors);
  build_diagnostics(builder, "warnings", report->warnings);
  json_builder_set_member_name(builder, "findings");
  json_builder_begin_array(builder);
  for (guint j = 0; j < report->findings->len; j++)
    build_finding(builder, &g_array_index(report->findings, Finding, j));
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "claims");
  json_builder_begin_array(builder);
  for (guint j = 0; j < report->findings->len; j++)
    if (g_array_index(report->findings, Finding, j).is_claim)
      build_claim(builder, &g_array_index(report->findings, Finding, j));
  json_builder_end_array(builder);
  json_builder_end_object(builder);
}

int
cli_check_print_json(const GPtrArray *reports)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  guint checks = 0, failed = 0;
  cli_json_begin(builder, "noslip-check-1");
  json_builder_set_member_name(builder, "systems");
  json_builder_begin_array(builder);
  for (guint i = 0; i < reports->len; i++) {
    const Report *report = reports->pdata[i];
    build_report(builder, report);
    checks += report->findings->len;
    failed += cli_check_count_failed(report);
  }
  json_builder_end_array(builder);
  cli_json_member_int(builder, "total", checks);
  cli_json_member_int(builder, "failed", failed);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}
