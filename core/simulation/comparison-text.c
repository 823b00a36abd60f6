/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparisons as text, and reading them. A line consists of words separated by spaces; only an overlay's name, which
 * users choose, is quoted. */
#include "core/base/decimal.h"
#include "core/simulation/comparison.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Writing */

static void
append_number(GString *text, const char *key, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_printf(text, " %s=%s", key, g_ascii_formatd(number, sizeof number, "%.17g", value));
}

static void
append_values(GString *text, const char *what, guint n, const NoslipOverride *values)
{
  for (guint i = 0; i < n; i++) {
    g_autofree char *key = g_strdup_printf("%s:%s", what, values[i].name);
    append_number(text, key, values[i].value);
  }
}

static void
append_variant(GString *text, const NoslipVariant *variant)
{
  g_autofree char *name = g_strescape(variant->name ? variant->name : "", NULL);
  g_string_append_printf(text, "overlay \"%s\" color=%u", name, variant->color);
  if (variant->dynamics >= 0)
    g_string_append_printf(text, " dynamics=%s", noslip_dynamics_kind_id((NoslipDynamicsKind) variant->dynamics));
  if (variant->formulation)
    g_string_append_printf(text, " formulation=%s", variant->formulation->id);
  if (variant->method)
    g_string_append_printf(text, " method=%s", variant->method->id);
  if (variant->tolerance > 0)
    append_number(text, "tolerance", variant->tolerance);
  append_values(text, "set", variant->n_values, variant->values);
  g_string_append_printf(text, "%s%s\n", variant->kept ? " kept" : "", variant->hidden ? " hidden" : "");
}

char *
noslip_comparison_to_text(const NoslipComparison *comparison)
{
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < comparison->shown->len; i++)
    g_string_append_printf(text, "show %s\n", ((const NoslipFormulation *) comparison->shown->pdata[i])->id);
  for (guint i = 0; i < comparison->variants->len; i++)
    append_variant(text, comparison->variants->pdata[i]);
  const NoslipEnsembleSettings *ensemble = &comparison->ensemble;
  if (ensemble->on || ensemble->n_spreads) {
    g_string_append_printf(text, "cloud count=%u seed=%u", ensemble->n, ensemble->seed);
    append_values(text, "spread", ensemble->n_spreads, ensemble->spreads);
    g_string_append_printf(text, "%s\n", ensemble->on ? "" : " off");
  }
  return g_string_free(g_steal_pointer(&text), FALSE);
}

/* Reading */

typedef struct {
  NoslipComparison *into;
  NoslipVariant *variant; /* of this line, or NULL */
  guint line;
  char **problem;
} Reader;

static gboolean G_GNUC_PRINTF(2, 3) fail(Reader *reader, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *what = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  if (reader->problem && !*reader->problem)
    *reader->problem = g_strdup_printf(_("line %u of the comparison: %s"), reader->line, what);
  return FALSE;
}

static gboolean
read_number(Reader *reader, const char *text, double *value)
{
  if (!noslip_decimal_read(text, value))
    return fail(reader, _("“%s” is not a number"), text);
  return TRUE;
}

static gboolean
read_count(Reader *reader, const char *text, guint64 most, guint *value)
{
  guint64 number = 0;
  g_autofree char *last = g_strdup_printf("%" G_GUINT64_FORMAT, most); /* the format is not translatable */
  if (!g_ascii_string_to_unsigned(text, 10, 0, most, &number, NULL))
    return fail(reader, _("“%s” is not a whole number from 0 to %s"), text, last);
  *value = (guint) number;
  return TRUE;
}

static gboolean
read_named(Reader *reader, const char *text, char **name, double *value)
{
  const char *equals = strrchr(text, '=');
  if (!equals || equals == text)
    return fail(reader, _("“%s” is not NAME=VALUE"), text);
  if (!read_number(reader, equals + 1, value))
    return FALSE;
  *name = g_strndup(text, (gsize) (equals - text));
  return TRUE;
}

static gboolean
read_dynamics(Reader *reader, const char *id)
{
  NoslipDynamicsKind kind;
  if (!noslip_dynamics_kind_find(id, &kind))
    return fail(reader, _("there is no dynamics “%s”"), id);
  reader->variant->dynamics = (int) kind;
  return TRUE;
}

static gboolean
read_of_overlay(Reader *reader, const char *word)
{
  NoslipVariant *variant = reader->variant;
  g_autofree char *name = NULL;
  double value = 0;
  if (g_str_equal(word, "kept"))
    return variant->kept = TRUE;
  if (g_str_equal(word, "hidden"))
    return variant->hidden = TRUE;
  if (g_str_has_prefix(word, "color="))
    return read_count(reader, word + 6, 1000, &variant->color);
  if (g_str_has_prefix(word, "dynamics="))
    return read_dynamics(reader, word + 9);
  if (g_str_has_prefix(word, "formulation=")) {
    variant->formulation = noslip_formulation_find(word + 12);
    return variant->formulation || fail(reader, _("there is no formulation “%s”"), word + 12);
  }
  if (g_str_has_prefix(word, "method=")) {
    variant->method = noslip_method_find(word + 7);
    const char *library = noslip_method_library(word + 7);
    if (library != NULL)
      return fail(reader, _("the method “%s” needs %s, which was left out of this build"), word + 7, library);
    return variant->method || fail(reader, _("there is no method “%s”"), word + 7);
  }
  if (g_str_has_prefix(word, "tolerance=")) {
    if (!read_number(reader, word + 10, &variant->tolerance))
      return FALSE;
    return variant->tolerance > 0 || fail(reader, _("a tolerance is larger than 0"));
  }
  if (!g_str_has_prefix(word, "set:"))
    return fail(reader, _("“%s” is not a setting of an overlay"), word);
  if (!read_named(reader, word + 4, &name, &value))
    return FALSE;
  noslip_variant_set(variant, name, value);
  return TRUE;
}

static gboolean
read_of_ensemble(Reader *reader, const char *word)
{
  NoslipEnsembleSettings *ensemble = &reader->into->ensemble;
  g_autofree char *name = NULL;
  double value = 0;
  if (g_str_equal(word, "off")) {
    ensemble->on = FALSE;
    return TRUE;
  }
  if (g_str_has_prefix(word, "count="))
    return read_count(reader, word + 6, NOSLIP_ENSEMBLE_MOST, &ensemble->n);
  if (g_str_has_prefix(word, "seed="))
    return read_count(reader, word + 5, G_MAXUINT32, &ensemble->seed);
  if (!g_str_has_prefix(word, "spread:"))
    return fail(reader, _("“%s” is not a setting of a cloud"), word);
  if (!read_named(reader, word + 7, &name, &value))
    return FALSE;
  if (value < 0)
    return fail(reader, _("the width of %s is less than 0"), name);
  noslip_ensemble_settings_spread(ensemble, name, value);
  return TRUE;
}

/* The name of an overlay, quoted; *rest is what follows it. */
static char *
read_name(Reader *reader, const char *text, const char **rest)
{
  const char *end = text + 1;
  if (*text != '"')
    end = "";
  while (*end && *end != '"')
    end += end[0] == '\\' && end[1] ? 2 : 1;
  if (!*end) {
    fail(reader, _("an overlay's name must be in quotation marks"));
    return NULL;
  }
  g_autofree char *quoted = g_strndup(text + 1, (gsize) (end - text - 1));
  *rest = end + 1;
  return g_strcompress(quoted);
}

static gboolean
read_words(Reader *reader, const char *text, gboolean (*read)(Reader *, const char *))
{
  g_auto(GStrv) words = g_strsplit(text, " ", -1);
  for (guint i = 0; words[i]; i++)
    if (words[i][0] && !read(reader, words[i]))
      return FALSE;
  return TRUE;
}

static gboolean
read_line(Reader *reader, const char *line)
{
  if (g_str_has_prefix(line, "show ")) {
    const NoslipFormulation *formulation = noslip_formulation_find(line + 5);
    if (!formulation)
      return fail(reader, _("there is no formulation “%s”"), line + 5);
    g_ptr_array_add(reader->into->shown, (gpointer) formulation);
    return TRUE;
  }
  if (g_str_has_prefix(line, "overlay ")) {
    const char *rest = NULL;
    g_autofree char *name = read_name(reader, line + 8, &rest);
    if (!name)
      return FALSE;
    reader->variant = noslip_variant_new(name);
    g_ptr_array_add(reader->into->variants, reader->variant);
    return read_words(reader, rest, read_of_overlay);
  }
  if (g_str_has_prefix(line, "cloud ")) {
    reader->into->ensemble.on = TRUE;
    return read_words(reader, line + 6, read_of_ensemble);
  }
  return fail(reader, _("“%s” is not one of show, overlay and cloud"), line);
}

NoslipComparison *
noslip_comparison_from_text(const char *text, char **problem)
{
  g_autoptr(NoslipComparison) comparison = noslip_comparison_new();
  Reader reader = {.into = comparison, .problem = problem};
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    reader.line = i + 1;
    g_strstrip(lines[i]);
    if (lines[i][0] && !read_line(&reader, lines[i]))
      return NULL;
  }
  return g_steal_pointer(&comparison);
}
