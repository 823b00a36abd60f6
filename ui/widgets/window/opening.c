/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/opening.h"

#include "core/catalogue/catalogue.h"

#include <math.h>

/* A time, and whether to play from there. */
typedef struct {
  gboolean play;
  double time; /* NaN: not requested */
} Wish;

struct _NoslipOpening {
  GObject parent;
  NoslipSystemDocument *document; /* borrowed: it asks about unsaved changes */
  NoslipSimulation *simulation;   /* borrowed */
  Wish now;                       /* for the system that is being opened */
  Wish later;                     /* the same, while asking about unsaved changes */
  NoslipSetup *setup;             /* the set-up whose system is being opened, or NULL */
  NoslipDiagnostics *problems;    /* of the set-up that is shown, or NULL */
  char *name;                     /* of that set-up */
  NoslipSetup *setup_later;       /* while asking about unsaved changes */
  NoslipDiagnostics *problems_later;
};

G_DEFINE_FINAL_TYPE(NoslipOpening, noslip_opening, G_TYPE_OBJECT)

enum { SYSTEM_WANTED, SETUP_SHOWN, SETUP_READY, PROBLEMS_CHANGED, SETUPS_OPENED, SETUP_FILE_OPENED, N_SIGNALS };
static guint signals[N_SIGNALS];

gboolean
noslip_opening_has_time(NoslipOpening *self)
{
  return !isnan(self->now.time);
}

const NoslipDiagnostics *
noslip_opening_problems(NoslipOpening *self, const char **name)
{
  *name = self->name;
  return self->problems;
}

/* Its problems are shown until something else is opened. */
static void
forget_setup(NoslipOpening *self)
{
  g_clear_pointer(&self->setup, noslip_setup_unref);
  g_clear_pointer(&self->problems, noslip_diagnostics_free);
  g_clear_pointer(&self->name, g_free);
  g_signal_emit(self, signals[SETUP_SHOWN], 0, NULL);
}

/* The system is there. */
static void
give_setup(NoslipOpening *self)
{
  g_autoptr(NoslipSetup) setup = g_steal_pointer(&self->setup);
  if (!setup)
    return;
  if (!self->problems)
    self->problems = noslip_diagnostics_new();
  noslip_setup_give_motion(setup, self->simulation, self->problems);
  g_signal_emit(self, signals[SETUP_READY], 0, setup, self->problems);
  double time = noslip_setup_time(setup);
  if (isnan(self->now.time)) { /* a requested time is kept unless it should play */
    self->now.time = time > 0 ? time : NAN;
    self->now.play = self->now.play || noslip_setup_plays(setup);
  }
  if (self->problems->list->len == 0)
    g_clear_pointer(&self->problems, noslip_diagnostics_free);
  g_signal_emit(self, signals[PROBLEMS_CHANGED], 0);
}

static void
play_if_wanted(NoslipOpening *self)
{
  if (self->now.play)
    noslip_playback_play(noslip_simulation_playback(self->simulation));
  self->now.play = FALSE;
}

/* Seeks to the requested time as soon as it is computed. */
static void
reach_time(NoslipOpening *self)
{
  double wanted = self->now.time, end = noslip_simulation_playhead(self->simulation)->end;
  if (isnan(wanted) || noslip_simulation_source(self->simulation)->is_reading)
    return;
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(self->simulation));
  gboolean done = primary && primary->report.finished;
  if (!done && noslip_runs_computed(noslip_simulation_runs(self->simulation)) < fmin(wanted, end)) {
    noslip_playback_compute_until(noslip_simulation_playback(self->simulation), wanted);
    return;
  }
  self->now.time = NAN;
  noslip_playback_seek(noslip_simulation_playback(self->simulation), wanted);
  play_if_wanted(self);
}

void
noslip_opening_changed(NoslipOpening *self, NoslipChange change)
{
  if (change & NOSLIP_CHANGED_SYSTEM) {
    give_setup(self);
    if (isnan(self->now.time) || self->now.time <= 0) /* otherwise it plays when that time has been reached */
      play_if_wanted(self);
  } else if (change & NOSLIP_CHANGED_PROBLEMS) {
    g_clear_pointer(&self->setup, noslip_setup_unref); /* its text has errors: the previous system is kept */
  }
  if (change & NOSLIP_CHANGED_ROWS)
    reach_time(self);
}

static void
open_now(gpointer receiver, const char *id_or_path)
{
  NoslipOpening *self = receiver;
  forget_setup(self);
  g_signal_emit(self, signals[SYSTEM_WANTED], 0);
  self->now = self->later;
  noslip_simulation_load(self->simulation, id_or_path);
}

static void
show_now(gpointer receiver, const char *unused)
{
  NoslipOpening *self = receiver;
  g_autoptr(NoslipSetup) setup = g_steal_pointer(&self->setup_later);
  g_autoptr(NoslipDiagnostics) problems = g_steal_pointer(&self->problems_later);
  if (!setup)
    return;
  forget_setup(self);
  if (noslip_setup_link(setup) && noslip_setup_source(setup))
    noslip_simulation_load(self->simulation, noslip_setup_link(setup));
  else if (noslip_setup_system(setup))
    noslip_simulation_load(self->simulation, noslip_setup_system(setup));
  else
    noslip_simulation_load_text(self->simulation, noslip_setup_source(setup), "set-up.noslip");
  self->now = self->later;
  self->name = g_strdup(noslip_setup_name(setup));
  self->problems = g_steal_pointer(&problems);
  g_signal_emit(self, signals[SETUP_SHOWN], 0, setup);
  self->setup = g_steal_pointer(&setup);
}

/* Takes ownership of `problems` (may be NULL): those so far. A given time (not NaN) and `play` override the set-up. */
static void
show(NoslipOpening *self, NoslipSetup *setup, NoslipDiagnostics *problems, Wish wish)
{
  self->later = wish;
  g_clear_pointer(&self->setup_later, noslip_setup_unref);
  g_clear_pointer(&self->problems_later, noslip_diagnostics_free);
  self->setup_later = noslip_setup_ref(setup);
  self->problems_later = problems;
  noslip_system_document_when_saved(self->document, G_OBJECT(self), show_now, NULL);
}

void
noslip_opening_show_setup(NoslipOpening *self, NoslipSetup *setup)
{
  show(self, setup, NULL, (Wish){FALSE, NAN});
}

/* Several are a list; the first, or the only one, is shown. */
static void
take(NoslipOpening *self, GPtrArray *setups, const char *name, NoslipDiagnostics *diagnostics, Wish wish)
{
  if (setups->len > 0) {
    show(self, setups->pdata[0], diagnostics, wish);
  } else {
    forget_setup(self);
    self->name = g_strdup(name);
    self->problems = diagnostics;
    g_signal_emit(self, signals[PROBLEMS_CHANGED], 0);
  }
  if (setups->len > 1)
    g_signal_emit(self, signals[SETUPS_OPENED], 0, setups);
}

void
noslip_opening_take_setups(NoslipOpening *self, GPtrArray *setups, const char *name, NoslipDiagnostics *diagnostics)
{
  take(self, setups, name, diagnostics, (Wish){FALSE, NAN});
}

gboolean
noslip_opening_is_setup_file(const char *path)
{
  if (g_str_has_suffix(path, NOSLIP_SETUP_SUFFIX))
    return TRUE;
  if (g_str_has_suffix(path, ".noslip") || !g_file_test(path, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  g_autoptr(NoslipDiagnostics) unread = noslip_diagnostics_new();
  gsize length = 0;
  g_autofree char *text = noslip_catalogue_read(path, &length, unread);
  return text && g_utf8_validate(text, (gssize) length, NULL) && noslip_setup_is_text(text);
}

static GPtrArray *
read_setups(NoslipOpening *self, const char *path, NoslipDiagnostics *diagnostics)
{
  GPtrArray *setups = noslip_setups_read(path, diagnostics);
  if (setups->len > 0)
    g_signal_emit(self, signals[SETUP_FILE_OPENED], 0, path);
  return setups;
}

void
noslip_opening_open_setup_files(NoslipOpening *self, GPtrArray *paths)
{
  NoslipDiagnostics *diagnostics = noslip_diagnostics_new();
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_setup_unref);
  for (guint i = 0; i < paths->len; i++) {
    g_autoptr(GPtrArray) some = read_setups(self, paths->pdata[i], diagnostics);
    g_ptr_array_extend(all, some, (GCopyFunc) (GCallback) noslip_setup_ref, NULL);
  }
  g_autofree char *name = g_filename_display_basename(paths->pdata[0]);
  take(self, all, name, diagnostics, (Wish){FALSE, NAN});
}

void
noslip_opening_open(NoslipOpening *self, const char *id_or_path, gboolean play, double time)
{
  Wish wish = {play, time};
  if (!noslip_opening_is_setup_file(id_or_path)) {
    self->later = wish;
    noslip_system_document_when_saved(self->document, G_OBJECT(self), open_now, id_or_path);
    return;
  }
  NoslipDiagnostics *diagnostics = noslip_diagnostics_new();
  g_autoptr(GPtrArray) setups = read_setups(self, id_or_path, diagnostics);
  g_autofree char *name = g_filename_display_basename(id_or_path);
  take(self, setups, name, diagnostics, wish);
}

/* The object */

static void
noslip_opening_dispose(GObject *object)
{
  NoslipOpening *self = NOSLIP_OPENING(object);
  g_clear_pointer(&self->setup, noslip_setup_unref);
  g_clear_pointer(&self->problems, noslip_diagnostics_free);
  g_clear_pointer(&self->name, g_free);
  g_clear_pointer(&self->setup_later, noslip_setup_unref);
  g_clear_pointer(&self->problems_later, noslip_diagnostics_free);
  G_OBJECT_CLASS(noslip_opening_parent_class)->dispose(object);
}

static guint
signal_new(GType type, const char *name, guint n, GType first, GType second)
{
  return g_signal_new(name, type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, n, first, second);
}

static void
noslip_opening_class_init(NoslipOpeningClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_opening_dispose;
  GType type = G_TYPE_FROM_CLASS(class);
  signals[SYSTEM_WANTED] = signal_new(type, "system-wanted", 0, G_TYPE_NONE, G_TYPE_NONE);
  signals[SETUP_SHOWN] = signal_new(type, "setup-shown", 1, G_TYPE_POINTER, G_TYPE_NONE);
  signals[SETUP_READY] = signal_new(type, "setup-ready", 2, G_TYPE_POINTER, G_TYPE_POINTER);
  signals[PROBLEMS_CHANGED] = signal_new(type, "problems-changed", 0, G_TYPE_NONE, G_TYPE_NONE);
  signals[SETUPS_OPENED] = signal_new(type, "setups-opened", 1, G_TYPE_PTR_ARRAY, G_TYPE_NONE);
  signals[SETUP_FILE_OPENED] = signal_new(type, "setup-file-opened", 1, G_TYPE_STRING, G_TYPE_NONE);
}

static void
noslip_opening_init(NoslipOpening *self)
{
  self->now.time = NAN;
}

NoslipOpening *
noslip_opening_new(NoslipSystemDocument *document, NoslipSimulation *simulation)
{
  NoslipOpening *self = g_object_new(NOSLIP_TYPE_OPENING, NULL);
  self->document = document;
  self->simulation = simulation;
  return self;
}
