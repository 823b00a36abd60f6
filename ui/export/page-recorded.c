/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a motion that a page plays without computing it. */
#include "core/base/decimal.h"
#include "ui/export/page-private.h"

#include "ui/export/json.h"

#include <string.h>

#define DRAWN "%.5g"     /* digits of what is only drawn */
#define RECORDED "%.11g" /* number format of a motion that the page does not compute */

/* The number with fewer digits. */
static double
rounded(double value, const char *format)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  return noslip_decimal_value(g_ascii_formatd(text, sizeof text, format, value));
}

/* The values for drawing all rows: n_rows x outputs of the picture. Free with g_free(). */
static double *
draw_rows(const NoslipPage *page, const GArray *rows)
{
  guint size = noslip_row_size(page->content->system), n = rows->len / size, width = noslip_observer_n(page->picture);
  double *values = g_new0(double, (gsize) n *width + 1);
  NoslipObserverWorkspace *work = noslip_observer_workspace_new(page->picture);
  noslip_observer_set_parameters(work, page->content->parameters);
  for (guint i = 0; i < n; i++) {
    noslip_observer_evaluate(work, &g_array_index(rows, double, (gsize) i *size), values + (gsize) i * width);
    for (guint c = 0; c < width; c++)
      values[(gsize) i * width + c] = rounded(values[(gsize) i * width + c], DRAWN);
  }
  noslip_observer_workspace_free(work);
  return values;
}

/* "still": the values for drawing the first row; "moving": which of them change. */
static GArray *
build_still(JsonBuilder *builder, guint n, guint width, const double *values)
{
  GArray *moving = g_array_new(FALSE, FALSE, sizeof(guint));
  noslip_json_member_numbers(builder, "still", width, values);
  json_builder_set_member_name(builder, "moving");
  json_builder_begin_array(builder);
  for (guint c = 0; c < width; c++)
    for (guint i = 1; i < n; i++)
      if (memcmp(&values[(gsize) i * width + c], &values[c], sizeof *values) != 0) {
        g_array_append_val(moving, c);
        json_builder_add_int_value(builder, c);
        break;
      }
  json_builder_end_array(builder);
  return moving;
}

/* Every stride-th row of a motion and its last one, with the moving values of the picture. Returns the time of the
 * last. */
static double
build_rows(JsonBuilder *builder, const NoslipPage *page, NoslipCsv *csv, guint n_columns, const GArray *rows)
{
  guint size = noslip_row_size(page->content->system), n = rows->len / size, width = noslip_observer_n(page->picture);
  g_autofree double *picture = draw_rows(page, rows), *values = g_new0(double, n_columns);
  g_autoptr(GArray) moving = build_still(builder, n, width, picture);
  json_builder_set_member_name(builder, "rows");
  json_builder_begin_array(builder);
  for (guint i = 0; i < n; i++) {
    if (i % page->stride != 0 && i != n - 1)
      continue;
    noslip_csv_values(csv, page->content->parameters, 1, &g_array_index(rows, double, (gsize) i *size), values);
    json_builder_begin_array(builder);
    for (guint c = 0; c < n_columns; c++)
      noslip_json_number(builder, c == 0 ? values[c] : rounded(values[c], RECORDED));
    for (guint c = 0; c < moving->len; c++)
      noslip_json_number(builder, picture[(gsize) i * width + g_array_index(moving, guint, c)]);
    json_builder_end_array(builder);
  }
  json_builder_end_array(builder);
  return g_array_index(rows, double, (gsize) (n - 1) * size);
}

/* Computes all rows, and judges them. */
static GArray *
compute(const NoslipPage *page, NoslipDynamics *dynamics, NoslipClaims *claims)
{
  const NoslipPageContent *content = page->content;
  NoslipDiagnostic *error = NULL;
  guint size = noslip_row_size(content->system);
  GArray *rows = g_array_new(FALSE, FALSE, sizeof(double));
  g_autofree double *row = g_new0(double, size);
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &content->options, content->parameters, 0, content->xy,
                                            content->kind == NOSLIP_DYNAMICS_VAKONOMIC ? content->mu : NULL, &error);
  while (run != NULL && noslip_run_next(run, row, page->cancel, &error)) {
    g_array_append_vals(rows, row, size);
    noslip_claims_add_rows(claims, content->parameters, 1, row);
  }
  if (error != NULL)
    noslip_diagnostics_add(page->diagnostics, error);
  return rows;
}

gboolean
noslip_page_build_recorded(JsonBuilder *builder, const NoslipPage *page, NoslipDynamics *dynamics, NoslipCsv *csv,
                           guint n_columns)
{
  const NoslipPageContent *content = page->content;
  g_autoptr(NoslipClaims) claims = noslip_claims_new(content->system, content->kind, page->diagnostics);
  if (claims == NULL)
    return FALSE;
  g_autoptr(GArray) rows = compute(page, dynamics, claims);
  if (rows->len == 0)
    return FALSE;
  noslip_page_build_claims(builder, page, claims);
  noslip_json_member_number(builder, "to", build_rows(builder, page, csv, n_columns, rows));
  noslip_json_member_string(builder, "recorded", page->reason);
  return TRUE;
}
