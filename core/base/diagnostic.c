/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/diagnostic.h"

#include "core/base/shown.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const int code_status[NOSLIP_N_CODES] = {
#define NOSLIP_CODE(identifier, slug, status, meaning) [NOSLIP_CODE_##identifier] = status,
#include "core/base/diagnostic.def"
#undef NOSLIP_CODE
};

static const char *const code_slug[NOSLIP_N_CODES] = {
#define NOSLIP_CODE(identifier, slug, status, meaning) [NOSLIP_CODE_##identifier] = slug,
#include "core/base/diagnostic.def"
#undef NOSLIP_CODE
};

static const char *const severity_name[] = {
    [NOSLIP_NOTE] = N_("note"),
    [NOSLIP_WARNING] = N_("warning"),
    [NOSLIP_ERROR] = N_("error"),
};

NoslipDiagnostic *
noslip_diagnostic_new(NoslipSeverity severity, NoslipCode code, const NoslipPlace *place, const char *remedy,
                      const char *cause_format, ...)
{
  NoslipDiagnostic *diagnostic = g_new0(NoslipDiagnostic, 1);
  diagnostic->severity = severity;
  diagnostic->code = code;
  if (place != NULL)
    diagnostic->place = *place;
  diagnostic->remedy = g_strdup(remedy);
  va_list arguments;
  va_start(arguments, cause_format);
  diagnostic->cause = g_strdup_vprintf(cause_format, arguments);
  va_end(arguments);
  if (place == NULL || place->inside == NULL)
    return diagnostic;
  g_autofree char *cause = diagnostic->cause;
  diagnostic->cause = g_strdup_printf(_("%s, line %u: %s"), place->inside, place->inside_line, cause);
  return diagnostic;
}

NoslipDiagnostic *
noslip_diagnostic_copy(const NoslipDiagnostic *diagnostic)
{
  NoslipDiagnostic *copy = g_new(NoslipDiagnostic, 1);
  *copy = *diagnostic;
  copy->file = g_strdup(diagnostic->file);
  copy->cause = g_strdup(diagnostic->cause);
  copy->remedy = g_strdup(diagnostic->remedy);
  copy->source_line = g_strdup(diagnostic->source_line);
  copy->fix = g_strdup(diagnostic->fix);
  return copy;
}

void
noslip_diagnostic_free(NoslipDiagnostic *diagnostic)
{
  if (diagnostic == NULL)
    return;
  g_free(diagnostic->file);
  g_free(diagnostic->cause);
  g_free(diagnostic->remedy);
  g_free(diagnostic->source_line);
  g_free(diagnostic->fix);
  g_free(diagnostic);
}

void
noslip_diagnostic_set_fix(NoslipDiagnostic *diagnostic, NoslipPlace place, const char *fix)
{
  if (diagnostic == NULL || place.line == 0 || diagnostic->place.inside != NULL)
    return;
  diagnostic->fixed = place;
  g_free(diagnostic->fix);
  diagnostic->fix = g_strdup(fix);
}

char *
noslip_diagnostic_apply_fix(const NoslipDiagnostic *diagnostic, const char *text)
{
  const NoslipPlace *place = &diagnostic->fixed;
  if (diagnostic->fix == NULL || !g_utf8_validate(text, -1, NULL))
    return NULL;
  const char *start = text;
  for (guint line = 1; line < place->line && start != NULL; line++)
    start = (start = strchr(start, '\n')) != NULL ? start + 1 : NULL;
  for (guint column = 1; column < place->column && start != NULL; column++)
    start = *start != '\0' && *start != '\n' ? g_utf8_next_char(start) : NULL;
  const char *end = start;
  for (guint i = 0; i < place->length && end != NULL; i++)
    end = *end != '\0' && *end != '\n' ? g_utf8_next_char(end) : NULL;
  if (end == NULL)
    return NULL;
  g_autofree char *before = g_strndup(text, (gsize) (start - text));
  return g_strconcat(before, diagnostic->fix, end, NULL);
}

int
noslip_diagnostic_status(const NoslipDiagnostic *diagnostic)
{
  return diagnostic->code < NOSLIP_N_CODES ? code_status[diagnostic->code] : 2;
}

const char *
noslip_diagnostic_slug(NoslipCode code)
{
  return code < NOSLIP_N_CODES ? code_slug[code] : "";
}

/* Columns that a character takes on a terminal, so that the caret is below the right character. */
static guint
character_width(gunichar character)
{
  if (noslip_is_hidden(character))
    return character < 0x100 ? 4 : 6; /* as written by noslip_shown() */
  if (g_unichar_iszerowidth(character))
    return 0;
  return g_unichar_iswide(character) ? 2 : 1;
}

/* The line below the source line: tabs are kept, every other character before the place becomes blank. */
static void
append_caret(GString *text, const char *line, guint place_column, guint length)
{
  const char *c = line;
  guint column = 1;
  for (; column < place_column; column++) {
    if (*c == '\0') {
      g_string_append_c(text, ' ');
      continue;
    }
    if (*c == '\t')
      g_string_append_c(text, '\t');
    else
      for (guint i = character_width(g_utf8_get_char(c)); i > 0; i--)
        g_string_append_c(text, ' ');
    c = g_utf8_next_char(c);
  }
  g_string_append_c(text, '^');
  guint width = 0;
  for (guint i = 0; i < length && *c != '\0'; i++, c = g_utf8_next_char(c))
    width += *c == '\t' ? 1 : character_width(g_utf8_get_char(c));
  for (guint i = 1; i < width; i++)
    g_string_append_c(text, '~');
  g_string_append_c(text, '\n');
}

static void
append_shown(GString *text, const char *words)
{
  g_autofree char *shown = noslip_shown(words, "\t");
  g_string_append(text, shown);
}

char *
noslip_diagnostic_format(const NoslipDiagnostic *diagnostic)
{
  GString *text = g_string_new(NULL);
  const NoslipPlace *place = &diagnostic->place;
  if (diagnostic->file != NULL) {
    append_shown(text, diagnostic->file);
    g_string_append_c(text, ':');
  }
  if (place->line > 0)
    g_string_append_printf(text, "%u:%u:", place->line, MAX(place->column, 1));
  if (text->len > 0)
    g_string_append_c(text, ' ');
  g_string_append_printf(text, "%s: ", _(severity_name[diagnostic->severity]));
  append_shown(text, diagnostic->cause != NULL ? diagnostic->cause : "");
  if (diagnostic->remedy != NULL && diagnostic->remedy[0] != '\0') {
    g_string_append(text, "; ");
    append_shown(text, diagnostic->remedy);
  }
  g_string_append_c(text, '\n');
  if (diagnostic->source_line != NULL && place->line > 0) {
    g_autofree char *line = g_strndup(diagnostic->source_line, strcspn(diagnostic->source_line, "\n"));
    g_autofree char *valid = g_utf8_make_valid(g_strchomp(line), -1);
    if (valid[0] != '\0' ||
        diagnostic->code != NOSLIP_CODE_ENCODING) { /* a file that is not text has no line to show */
      append_shown(text, valid);
      g_string_append_c(text, '\n');
      append_caret(text, valid, noslip_diagnostic_source_column(diagnostic), place->length);
    }
  }
  return g_string_free(text, FALSE);
}

/* Longer lines are shown in part: this many characters, of which at most LINE_BEFORE are before the place. */
#define LINE_MOST 120
#define LINE_BEFORE 60
#define ELLIPSIS "\xE2\x80\xA6"

guint
noslip_diagnostic_source_column(const NoslipDiagnostic *diagnostic)
{
  return diagnostic->source_column > 0 ? diagnostic->source_column : diagnostic->place.column;
}

/* The position after n characters of UTF-8. Bytes that are not UTF-8 are characters, as after g_utf8_make_valid(). */
static const char *
skip_characters(const char *at, const char *end, guint n)
{
  while (n > 0 && at < end) {
    gunichar c = g_utf8_get_char_validated(at, end - at);
    at += c == (gunichar) -1 || c == (gunichar) -2 || c == 0 ? 1 : g_unichar_to_utf8(c, NULL);
    n--;
  }
  return at;
}

/* Sets source_line to the text from `line` to `stop`, or to the part around the place. */
static void
take_line(NoslipDiagnostic *diagnostic, const char *line, const char *stop)
{
  guint column = MAX(diagnostic->place.column, 1);
  while (stop > line && g_ascii_isspace(stop[-1]))
    stop--;
  if (skip_characters(line, stop, LINE_MOST) == stop) {
    diagnostic->source_line = g_utf8_make_valid(line, (gssize) (stop - line));
    return;
  }
  guint skipped = column > LINE_BEFORE ? column - LINE_BEFORE : 0;
  const char *first = skip_characters(line, stop, skipped), *last = skip_characters(first, stop, LINE_MOST);
  g_autofree char *part = g_utf8_make_valid(first, (gssize) (last - first));
  diagnostic->source_line = g_strconcat(skipped > 0 ? ELLIPSIS : "", part, last < stop ? ELLIPSIS : "", NULL);
  diagnostic->source_column = column - skipped + (skipped > 0 ? 1 : 0);
}

void
noslip_diagnostic_locate(NoslipDiagnostic *diagnostic, const char *text, gsize length, const char *file)
{
  if (diagnostic->file == NULL)
    diagnostic->file = g_strdup(file);
  if (diagnostic->source_line != NULL || diagnostic->place.line == 0 || text == NULL)
    return;
  const char *end = text + length, *line = text;
  for (guint number = 1; number < diagnostic->place.line; number++) {
    const char *next = line < end ? memchr(line, '\n', (gsize) (end - line)) : NULL;
    if (next == NULL)
      return;
    line = next + 1;
  }
  const char *stop = line < end ? memchr(line, '\n', (gsize) (end - line)) : NULL;
  take_line(diagnostic, line, stop != NULL ? stop : end);
}

void
noslip_diagnostics_locate(NoslipDiagnostics *diagnostics, const char *text, gsize length, const char *file)
{
  for (guint i = 0; i < diagnostics->list->len; i++)
    noslip_diagnostic_locate(g_ptr_array_index(diagnostics->list, i), text, length, file);
}

static void
free_item(gpointer item)
{
  noslip_diagnostic_free(item);
}

NoslipDiagnostics *
noslip_diagnostics_new(void)
{
  NoslipDiagnostics *diagnostics = g_new0(NoslipDiagnostics, 1);
  diagnostics->list = g_ptr_array_new_with_free_func(free_item);
  return diagnostics;
}

void
noslip_diagnostics_free(NoslipDiagnostics *diagnostics)
{
  if (diagnostics == NULL)
    return;
  g_ptr_array_unref(diagnostics->list);
  g_free(diagnostics);
}

/* Diagnostics without a place are duplicates only if their words are equal. */
static gboolean
is_same(const NoslipDiagnostic *a, const NoslipDiagnostic *b)
{
  if (a->code != b->code || a->severity != b->severity)
    return FALSE;
  if (a->place.line == 0 && b->place.line == 0)
    return g_strcmp0(a->cause, b->cause) == 0;
  if (a->severity != NOSLIP_ERROR && g_strcmp0(a->cause, b->cause) != 0)
    return FALSE;
  return a->place.line == b->place.line && a->place.column == b->place.column && a->place.inside == b->place.inside &&
         a->place.inside_line == b->place.inside_line;
}

NoslipDiagnostic *
noslip_diagnostics_add(NoslipDiagnostics *diagnostics, NoslipDiagnostic *diagnostic)
{
  guint n_kept_errors = 0;
  diagnostics->n_raised += diagnostic->severity == NOSLIP_ERROR;
  for (guint i = 0; i < diagnostics->list->len; i++) {
    const NoslipDiagnostic *other = g_ptr_array_index(diagnostics->list, i);
    n_kept_errors += other->severity == NOSLIP_ERROR;
    if (is_same(other, diagnostic)) {
      noslip_diagnostic_free(diagnostic);
      return NULL;
    }
  }
  if (diagnostic->severity == NOSLIP_ERROR) {
    diagnostics->n_errors++;
    if (n_kept_errors >= NOSLIP_DIAGNOSTICS_MOST) {
      noslip_diagnostic_free(diagnostic);
      return NULL;
    }
  }
  g_ptr_array_add(diagnostics->list, diagnostic);
  return diagnostic;
}

/* Orders by place in the text; diagnostics without a place come last. */
static int
compare_places(gconstpointer a, gconstpointer b)
{
  const NoslipDiagnostic *p = *(NoslipDiagnostic *const *) a, *q = *(NoslipDiagnostic *const *) b;
  guint p_line = p->place.line > 0 ? p->place.line : G_MAXUINT;
  guint q_line = q->place.line > 0 ? q->place.line : G_MAXUINT;
  if (p_line != q_line)
    return p_line < q_line ? -1 : 1;
  if (p->place.column != q->place.column)
    return p->place.column < q->place.column ? -1 : 1;
  if (p->place.inside_line != q->place.inside_line)
    return p->place.inside_line < q->place.inside_line ? -1 : 1;
  return 0;
}

void
noslip_diagnostics_sort(NoslipDiagnostics *diagnostics)
{
  g_ptr_array_sort(diagnostics->list, compare_places); /* g_ptr_array_sort() is stable */
}
