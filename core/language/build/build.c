/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From text to system: parse, build, check. One pass finds every independent error; later steps are skipped only if
 * their input is not valid. */
#include "core/language/build/build.h"
#include "core/algebroid/algebroid.h"
#include "core/system/degenerate.h"
#include "core/system/state.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static GArray *
array_of(gsize size)
{
  return g_array_new(FALSE, TRUE, (guint) size);
}

static void
start(Builder *builder, Source *source)
{
  builder->source = source;
  builder->system = noslip_system_new();
  builder->scope.graph = builder->system->graph;
  builder->scope.t = builder->system->t;
  builder->scope.names = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
  noslip_scope_note_domains(&builder->scope);
  builder->index = g_new0(guint, source->statements->len + 1);
  builder->count = g_new0(guint, source->statements->len + 1);
  builder->parameters = array_of(sizeof(NoslipParameter));
  builder->coordinates = array_of(sizeof(NoslipCoordinate));
  builder->fibres = array_of(sizeof(NoslipFibre));
  builder->rotation_fibres = array_of(sizeof(NoslipFibre));
  builder->constraints = array_of(sizeof(NoslipConstraint));
  builder->lets = array_of(sizeof(NoslipNamed));
  builder->observables = array_of(sizeof(NoslipNamed));
  builder->order = array_of(sizeof(guint));
}

/* Frees the builder. The system has taken all arrays that are not empty. */
static void
finish(Builder *builder)
{
  noslip_scope_clear(&builder->scope);
  g_free(builder->index);
  g_free(builder->count);
  g_array_unref(builder->parameters);
  g_array_unref(builder->coordinates);
  g_array_unref(builder->fibres);
  g_array_unref(builder->rotation_fibres);
  g_array_unref(builder->constraints);
  g_array_unref(builder->lets);
  g_array_unref(builder->observables);
  g_array_unref(builder->order);
}

static char **
texts_of(Builder *builder, StatementKind kind, PartKind part)
{
  GPtrArray *texts = g_ptr_array_new();
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, kind)); i++)
    for (guint p = 0; p < statement->n_parts; p++) {
      const Part *found = &g_array_index(builder->source->parts, Part, statement->part + p);
      if (found->kind == part)
        g_ptr_array_add(texts, g_strdup(found->text));
    }
  g_ptr_array_add(texts, NULL);
  return (char **) g_ptr_array_free(texts, FALSE);
}

static void
build_texts(Builder *builder, const char *file, const char *id)
{
  NoslipSystem *system = builder->system;
  guint i = 0;
  const Statement *title = noslip_builder_next(builder, &i, STATEMENT_TITLE);
  i = 0;
  const Statement *summary = noslip_builder_next(builder, &i, STATEMENT_SUMMARY);
  system->id = g_strdup(id != NULL ? id : "");
  system->file = g_strdup(file);
  system->text = g_strndup(builder->source->text, builder->source->length);
  system->included = g_hash_table_ref(builder->source->included);
  system->title = title != NULL ? noslip_builder_text(builder, title, PART_STRING) : g_strdup(system->id);
  system->summary = summary != NULL ? noslip_builder_text(builder, summary, PART_STRING) : NULL;
  system->sources = texts_of(builder, STATEMENT_SOURCE, PART_STRING);
  system->tags = texts_of(builder, STATEMENT_TAGS, PART_WORD);
}

/* Whether the text chooses a velocity where the constraint algorithm leaves none free; then there is an error. */
static gboolean
refuse_gauge(const NoslipSystem *system, NoslipDiagnostics *diagnostics)
{
  if (system->n_gauges == 0)
    return FALSE;
  const char *cause = NULL;
  if (system->k > 0)
    cause = _("gauge chooses what a degenerate Lagrangian alone leaves free, and this system has constraints");
  else if (!noslip_system_is_degenerate(system))
    cause = _("the Lagrangian is regular: no velocity is free");
  if (cause != NULL)
    noslip_diagnostics_add(diagnostics,
                           noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_SINGULAR, &system->gauges[0].place,
                                                 _("leave it out, or write an initial value or a force"), "%s", cause));
  return cause != NULL;
}

/* Sections 4.2 to 4.4 of the reference; the state only if the structure is valid. */
static void
check_mechanics(const NoslipSystem *system, NoslipDiagnostics *diagnostics)
{
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *x = g_new0(double, system->m + 1);
  g_autofree double *y = g_new0(double, system->n + 1);
  g_autofree double *mu = g_new0(double, system->k + 1);
  g_autoptr(NoslipDiagnostics) found = noslip_diagnostics_new();
  if (refuse_gauge(system, diagnostics))
    return;
  if (noslip_state_initial(system, parameters, 0, NULL, x, y, mu, found) &&
      noslip_state_is_regular(system, parameters, x, y, found))
    noslip_slips_chosen(system, parameters, x, y, found);
  for (guint i = 0; i < found->list->len; i++) {
    const NoslipDiagnostic *diagnostic = g_ptr_array_index(found->list, i);
    if (diagnostic->severity != NOSLIP_NOTE) /* notes are repeated when a run starts */
      noslip_diagnostics_add(diagnostics, noslip_diagnostic_copy(diagnostic));
  }
}

static gboolean
has_errors(const Builder *builder)
{
  return builder->failed || builder->source->diagnostics->n_errors > 0;
}

static void
build(Builder *builder, const char *file, const char *id, gboolean starts)
{
  const Source *source = builder->source;
  gboolean geometry = source->diagnostics->n_errors == 0;
  build_texts(builder, file, id);
  noslip_build_names(builder);
  noslip_build_order(builder);
  noslip_build_parameters(builder);
  noslip_build_geometry(builder);
  geometry = geometry && !has_errors(builder);
  noslip_build_mechanics(builder);
  noslip_build_initial(builder);
  noslip_build_claims(builder);
  noslip_build_picture(builder);
  if (builder->scope.full || noslip_graph_failed(builder->scope.graph))
    return;
  gboolean mechanics = !has_errors(builder);
  if (geometry && builder->system->n > 0)
    noslip_algebroid_check(builder->system, source->diagnostics);
  if (!mechanics)
    return;
  noslip_build_units(builder);
  noslip_system_derive(builder->system);
  noslip_build_check_contacts(builder);
  noslip_build_slips(builder);
  if (starts)
    check_mechanics(builder->system, source->diagnostics);
}

static NoslipSystem *
system_of(Source *source, const char *file, const char *id, gboolean starts)
{
  NoslipDiagnostics *diagnostics = source->diagnostics;
  if (!noslip_source_lex(source, FALSE))
    return NULL;
  noslip_source_parse(source);
  Builder builder = {0};
  start(&builder, source);
  build(&builder, file, id, starts);
  if (builder.failed && diagnostics->n_errors == 0) {
    NoslipPlace first = {1, 1, 1};
    noslip_source_error(source, NOSLIP_CODE_SYNTAX, first, NULL, _("the system cannot be built"));
  }
  finish(&builder);
  if (diagnostics->n_errors == 0)
    return builder.system;
  noslip_system_unref(builder.system);
  return NULL;
}

static NoslipSystem *
read_system(const char *text, gssize length, const char *file, const char *id, NoslipIncludeReader reader,
            gpointer data, gboolean starts, guint n_courses, const NoslipCourse *courses, NoslipInputForm inputs,
            NoslipDiagnostics *diagnostics)
{
  gsize size = length >= 0 ? (gsize) length : strnlen(text, NOSLIP_LANGUAGE_MOST_BYTES + 1);
  g_autoptr(NoslipDiagnostics) found = noslip_diagnostics_new();
  g_autoptr(Source) source = noslip_source_new(text, MIN(size, NOSLIP_LANGUAGE_MOST_BYTES), found);
  NoslipSystem *system = NULL;
  source->reader = reader;
  source->reader_data = data;
  source->n_courses = n_courses;
  source->courses = courses;
  source->inputs = inputs;
  if (size > NOSLIP_LANGUAGE_MOST_BYTES)
    noslip_source_error(source, NOSLIP_CODE_TOO_LARGE, (NoslipPlace){1, 1, 1}, _("write a shorter text"),
                        _("the text is longer than %d bytes"), NOSLIP_LANGUAGE_MOST_BYTES);
  else
    system = system_of(source, file, id, starts);
  noslip_diagnostics_sort(found);
  noslip_diagnostics_locate(found, source->text, source->length, file);
  for (guint i = 0; i < found->list->len; i++)
    noslip_diagnostics_add(diagnostics, noslip_diagnostic_copy(g_ptr_array_index(found->list, i)));
  diagnostics->n_errors = MAX(diagnostics->n_errors, found->n_errors);
  return system;
}

NoslipSystem *
noslip_language_system(const char *text, gssize length, const char *file, const char *id,
                       NoslipDiagnostics *diagnostics)
{
  return read_system(text, length, file, id, NULL, NULL, TRUE, 0, NULL, NOSLIP_INPUTS_GIVEN, diagnostics);
}

NoslipSystem *
noslip_language_system_including(const char *text, gssize length, const char *file, const char *id,
                                 NoslipIncludeReader reader, gpointer data, NoslipDiagnostics *diagnostics)
{
  return read_system(text, length, file, id, reader, data, TRUE, 0, NULL, NOSLIP_INPUTS_GIVEN, diagnostics);
}

NoslipSystem *
noslip_language_system_unstarted(const char *text, gssize length, const char *file, const char *id,
                                 NoslipIncludeReader reader, gpointer data, NoslipDiagnostics *diagnostics)
{
  return read_system(text, length, file, id, reader, data, FALSE, 0, NULL, NOSLIP_INPUTS_GIVEN, diagnostics);
}

/* Returns the text if the system's text has already included it. */
static char *
read_known(gpointer included, const char *name, gsize *length, NoslipDiagnostics *diagnostics)
{
  const char *text = g_hash_table_lookup(included, name);
  *length = text != NULL ? strlen(text) : 0;
  if (text == NULL)
    noslip_diagnostics_add(diagnostics, noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_FILE, NULL, NULL,
                                                              _("'%s' was not read before"), name));
  return g_strdup(text);
}

NoslipSystem *
noslip_language_drive(const NoslipSystem *system, guint n_courses, const NoslipCourse *courses,
                      NoslipDiagnostics *diagnostics)
{
  NoslipSystem *driven = read_system(system->text, -1, system->file, system->id, read_known, system->included, FALSE,
                                     n_courses, courses, NOSLIP_INPUTS_GIVEN, diagnostics);
  if (driven != NULL)
    driven->sealed = system->sealed;
  return driven;
}

/* The system again, with another form of its inputs; a reference to the same one if that fails. */
static NoslipSystem *
read_again(NoslipSystem *system, NoslipInputForm inputs)
{
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new(); /* already reported when the text was read */
  NoslipSystem *again = read_system(system->text, -1, system->file, system->id, read_known, system->included, FALSE, 0,
                                    NULL, inputs, ignored);
  if (again == NULL)
    return noslip_system_ref(system);
  again->sealed = system->sealed;
  return again;
}

NoslipSystem *
noslip_language_by_hand(NoslipSystem *system)
{
  if (system->n_inputs == 0)
    return noslip_system_ref(system);
  NoslipSystem *driven = read_again(system, NOSLIP_INPUTS_BY_HAND);
  if (driven != system)
    driven->written = read_again(system, NOSLIP_INPUTS_NAMED);
  return driven;
}

NoslipSystem *
noslip_language_for_formulas(NoslipSystem *system)
{
  for (guint i = 0; i < system->n_inputs; i++)
    if (noslip_system_parameter(system, system->inputs[i].name) < 0)
      return noslip_system_ref(system);
  return system->n_inputs > 0 ? read_again(system, NOSLIP_INPUTS_NAMED) : noslip_system_ref(system);
}
