/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grid of a sweep: the values of each motion. */
#include "app/cli/sweep/native.h"
#include "app/cli/sweep/sweep.h"
#include "core/base/version.h"
#include "core/catalogue/catalogue.h"

#include <math.h>
#include <string.h>

static void
axis_clear(gpointer axis)
{
  g_free(((SweepAxis *) axis)->name);
}

static void
report_unknown(const NoslipSystem *system, const char *name)
{
  g_autofree const char **states = cli_state_names(system);
  g_autoptr(GPtrArray) known = g_ptr_array_new();
  for (guint i = 0; i < system->n_parameters; i++)
    g_ptr_array_add(known, system->parameters[i].name);
  for (guint i = 0; states[i] != NULL; i++)
    g_ptr_array_add(known, (char *) states[i]);
  g_ptr_array_add(known, NULL);
  const char *near = noslip_catalogue_nearest(name, (const char *const *) known->pdata);
  if (near != NULL)
    cli_message("error: %s has no parameter, coordinate or velocity '%s'; did you mean %s?", system->id, name, near);
  else
    cli_message("error: %s has no parameter, coordinate or velocity '%s'", system->id, name);
}

static gboolean
is_fixed(char **assignments, const char *name)
{
  gsize length = strlen(name);
  for (guint i = 0; assignments != NULL && assignments[i] != NULL; i++)
    if (strncmp(assignments[i], name, length) == 0 && assignments[i][length] == '=')
      return TRUE;
  return FALSE;
}

/* Reads the name of the axis and finds what it varies. */
static gboolean
read_name(const Sweep *sweep, const char *written, const CliSetup *setup, SweepAxis *axis)
{
  g_autofree char *composed = g_utf8_normalize(written, -1, G_NORMALIZE_NFC);
  g_auto(GStrv) parts = g_strsplit(g_strstrip(composed), "′", -1);
  g_autofree char *name = g_strjoinv("'", parts);
  for (guint i = 0; i < sweep->axes->len; i++)
    if (strcmp(g_array_index(sweep->axes, SweepAxis, i).name, name) == 0) {
      cli_message("error: --vary gives '%s' twice", name);
      return FALSE;
    }
  axis->parameter = noslip_system_parameter(sweep->problem.system, name);
  if (is_fixed(axis->parameter >= 0 ? setup->set : setup->initial, name)) {
    cli_message("error: '%s' has a fixed value and is varied; leave one of the two out", name);
    return FALSE;
  }
  if (axis->parameter < 0 && !cli_is_state_name(sweep->problem.system, name)) {
    report_unknown(sweep->problem.system, name);
    return FALSE;
  }
  axis->name = g_steal_pointer(&name);
  return TRUE;
}

/* NAME=LO..HI:N */
static gboolean
read_axis(const Sweep *sweep, const char *text, const CliSetup *setup, SweepAxis *axis)
{
  const char *equals = strchr(text, '='), *dots = equals != NULL ? strstr(equals, "..") : NULL;
  const char *colon = dots != NULL ? strrchr(dots, ':') : NULL;
  guint64 n = 0;
  if (colon == NULL || equals == text || !g_utf8_validate(text, -1, NULL)) {
    cli_message("error: --vary needs NAME=LO..HI:N, not '%s'", text);
    return FALSE;
  }
  if (!g_ascii_string_to_unsigned(colon + 1, 10, 1, SWEEP_POINTS_MOST, &n, NULL)) {
    cli_message("error: --vary %s: the number of values is 1 to %d, not '%s'", text, SWEEP_POINTS_MOST, colon + 1);
    return FALSE;
  }
  g_autofree char *name = g_strndup(text, (gsize) (equals - text));
  g_autofree char *low = g_strndup(equals + 1, (gsize) (dots - equals - 1));
  g_autofree char *high = g_strndup(dots + 2, (gsize) (colon - dots - 2));
  g_autofree char *what = g_strdup_printf("--vary %s", name);
  axis->n = (guint) n;
  return cli_number(what, low, &axis->low) && cli_number(what, high, &axis->high) &&
         read_name(sweep, name, setup, axis);
}

/* K/N: the points from (K - 1)/N to K/N of the grid, so that the parts are consecutive pieces of it. */
static gboolean
read_part(Sweep *sweep, const char *text)
{
  const char *slash = text != NULL ? strchr(text, '/') : NULL;
  guint64 part = 1, parts = 1;
  if (text != NULL) {
    g_autofree char *k = g_strndup(text, slash != NULL ? (gsize) (slash - text) : 0);
    if (slash == NULL || !g_ascii_string_to_unsigned(slash + 1, 10, 1, SWEEP_POINTS_MOST, &parts, NULL) ||
        !g_ascii_string_to_unsigned(k, 10, 1, parts, &part, NULL)) {
      cli_message("error: --part needs K/N with K from 1 to N, not '%s'", text);
      return FALSE;
    }
  }
  sweep->is_part = text != NULL;
  sweep->part = (guint) part;
  sweep->parts = (guint) parts;
  sweep->first = sweep->n_points * (part - 1) / parts;
  sweep->n = sweep->n_points * part / parts - sweep->first;
  return TRUE;
}

/* The range that the text declares is a hint, not a bound: values beyond it are computed, with a message. */
static void
note_range(const Sweep *sweep, const SweepAxis *axis)
{
  const NoslipSystem *system = sweep->problem.system;
  double low = NAN, high = NAN;
  if (axis->parameter >= 0) {
    low = system->parameters[axis->parameter].low;
    high = system->parameters[axis->parameter].high;
  }
  for (guint i = 0; i < system->m && axis->parameter < 0; i++)
    if (strcmp(system->coordinates[i].name, axis->name) == 0) {
      low = system->coordinates[i].low;
      high = system->coordinates[i].high;
    }
  double least = MIN(axis->low, axis->high), most = axis->n > 1 ? MAX(axis->low, axis->high) : axis->low;
  if (least < low || most > high)
    cli_message("note: --vary %s goes from %g to %g, beyond its declared range %g .. %g", axis->name, least, most, low,
                high);
}

gboolean
sweep_grid_read(Sweep *sweep, char **vary, const char *part, const CliSetup *setup)
{
  gboolean good = TRUE;
  sweep->axes = g_array_new(FALSE, TRUE, sizeof(SweepAxis));
  g_array_set_clear_func(sweep->axes, axis_clear);
  sweep->n_points = 1;
  for (guint i = 0; vary != NULL && vary[i] != NULL; i++) {
    SweepAxis axis = {0};
    if (!read_axis(sweep, vary[i], setup, &axis)) {
      good = FALSE;
      continue;
    }
    note_range(sweep, &axis);
    g_array_append_val(sweep->axes, axis);
    sweep->n_points *= axis.n;
    if (sweep->n_points > SWEEP_POINTS_MOST) {
      cli_message("error: the grid has more than %d points; vary less at a time", SWEEP_POINTS_MOST);
      return FALSE;
    }
  }
  if (good && sweep->axes->len == 0) {
    cli_message("error: sweep needs --vary NAME=LO..HI:N");
    return FALSE;
  }
  return good && read_part(sweep, part);
}

void
sweep_grid_values(const Sweep *sweep, guint64 point, double *values)
{
  for (guint i = sweep->axes->len; i-- > 0;) {
    const SweepAxis *axis = &g_array_index(sweep->axes, SweepAxis, i);
    guint index = (guint) (point % axis->n);
    point /= axis->n;
    if (index == 0)
      values[i] = axis->low;
    else if (index == axis->n - 1)
      values[i] = axis->high;
    else
      values[i] = axis->low + (axis->high - axis->low) * index / (axis->n - 1);
  }
}

guint
sweep_grid_set(const Sweep *sweep, const double *values, double *parameters, NoslipOverride *overrides)
{
  const CliProblem *problem = &sweep->problem;
  guint n = 0;
  memcpy(parameters, problem->parameters, problem->system->n_parameters * sizeof(double));
  for (guint i = 0; i < problem->overrides->len; i++)
    overrides[n++] = g_array_index(problem->overrides, NoslipOverride, i);
  for (guint i = 0; i < sweep->axes->len; i++) {
    const SweepAxis *axis = &g_array_index(sweep->axes, SweepAxis, i);
    if (axis->parameter >= 0)
      parameters[axis->parameter] = values[i];
    else
      overrides[n++] = (NoslipOverride){axis->name, values[i]};
  }
  return n;
}

static void
add_number(GString *text, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_printf(text, " %s", g_ascii_formatd(number, sizeof number, "%.17g", value));
}

char *
sweep_grid_fingerprint(const Sweep *sweep, gboolean of_the_whole)
{
  const CliProblem *problem = &sweep->problem;
  const NoslipRunOptions *options = &problem->options;
  g_autoptr(GString) text = g_string_new(noslip_version());
  g_string_append_printf(text, "\n%s\n%s %s %s", problem->system->text, problem->system->id,
                         noslip_dynamics_formulation(sweep->dynamics)->id, options->method->id);
  g_string_append_printf(text, " %d %d %d %d %u/%u\n", (int) problem->kind, options->stabilise, sweep->all_rows,
                         sweep->check, of_the_whole ? 1 : sweep->part, of_the_whole ? 1 : sweep->parts);
  const double numbers[] = {options->rtol, options->atol, options->fixed_step, options->step, options->to};
  if (sweep_is_native(sweep->dynamics))
    g_string_append(text, "native\n");
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
    add_number(text, numbers[i]);
  for (guint i = 0; i < problem->system->n_parameters; i++)
    add_number(text, problem->parameters[i]);
  for (guint i = 0; i < problem->overrides->len; i++) {
    const NoslipOverride *override = &g_array_index(problem->overrides, NoslipOverride, i);
    g_string_append_printf(text, "\n%s", override->name);
    add_number(text, override->value);
  }
  for (guint i = 0; i < sweep->axes->len; i++) {
    const SweepAxis *axis = &g_array_index(sweep->axes, SweepAxis, i);
    g_string_append_printf(text, "\n%s %u", axis->name, axis->n);
    add_number(text, axis->low);
    add_number(text, axis->high);
  }
  if (sweep->classify != NULL)
    g_string_append_printf(text, "\nclass %s", sweep->classify);
  if (sweep->event != NULL)
    g_string_append_printf(text, "\nevent %s %d %" G_GUINT64_FORMAT, sweep->event, (int) sweep->direction,
                           sweep->keep_last);
  return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text->str, (gssize) text->len);
}
