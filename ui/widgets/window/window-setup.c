/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window shows as a set-up, and the window as a set-up says. */
#include "ui/widgets/window/window-private.h"

#include "core/base/words.h"
#include "core/catalogue/catalogue.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define WINDOW "Window"
#define CAMERA "Camera"
#define SCENE "Scene"
#define VIEWS "View" /* what the groups of views begin with */

/* The system's title, and what was set by hand. */
static char *
name_of(NoslipSimulation *simulation)
{
  const NoslipSystem *system = noslip_simulation_system(simulation);
  GString *name =
      g_string_new(system->title && system->title[0] ? noslip_words(system->title) : noslip_words(system->id));
  guint n = 0;
  for (guint i = 0; i < system->n_parameters; i++)
    if (noslip_start_parameter(noslip_simulation_start(simulation), i) != system->parameters[i].value && n++ < 2)
      g_string_append_printf(name, ", %s = %.4g", system->parameters[i].name,
                             noslip_start_parameter(noslip_simulation_start(simulation), i));
  return g_string_free(name, FALSE);
}

NoslipSetup *
noslip_window_get_setup(NoslipWindow *self)
{
  if (!noslip_simulation_system(self->simulation))
    return NULL;
  NoslipSetup *setup = noslip_setup_new();
  g_autofree char *name = name_of(self->simulation), *views = noslip_tiles_to_text(NOSLIP_TILES(self->tiles));
  noslip_setup_set_name(setup, name);
  noslip_setup_take_motion(setup, self->simulation, noslip_window_has_unsaved(self));
  NoslipCamera camera;
  noslip_scene_view_get_camera(NOSLIP_SCENE_VIEW(self->scene), &camera);
  g_autofree char *look = noslip_camera_to_text(&camera);
  noslip_setup_set(setup, CAMERA, "look", look);
  NoslipSceneChoices choices;
  noslip_scene_view_get_choices(NOSLIP_SCENE_VIEW(self->scene), &choices);
  noslip_setup_set(setup, SCENE, "constraints", choices.constraints ? "true" : NULL);
  noslip_setup_set_groups(setup, VIEWS, views);
  const NoslipViewKind *alone = noslip_tiles_maximised(NOSLIP_TILES(self->tiles));
  noslip_setup_set(setup, WINDOW, "alone", alone ? alone->id : NULL);
  return setup;
}

/* The other way */

static void
give_views(NoslipWindow *self, const NoslipSetup *setup, NoslipDiagnostics *diagnostics)
{
  g_autofree char *views = noslip_setup_groups(setup, VIEWS), *alone = noslip_setup_get(setup, WINDOW, "alone");
  NoslipTiles *tiles = NOSLIP_TILES(self->tiles);
  if (views && !noslip_tiles_from_text(tiles, views))
    noslip_setup_complain(setup, "View 1", NULL, _("the views cannot be read, and stay as they are"), NULL,
                          diagnostics);
  const NoslipViewKind *kind = alone ? noslip_view_kind_find(alone) : NULL;
  if (alone && !kind)
    noslip_setup_complain(setup, WINDOW, "alone", _("there is no view of this name"), _("such as energy or bracket"),
                          diagnostics);
  if (!kind || noslip_tiles_maximised(tiles) != kind) /* the text of the views says which of its kind */
    noslip_tiles_maximise(tiles, kind);
}

static void
give_scene(NoslipWindow *self, const NoslipSetup *setup)
{
  g_autofree char *constraints = noslip_setup_get(setup, SCENE, "constraints");
  NoslipSceneChoices choices;
  noslip_scene_view_get_choices(NOSLIP_SCENE_VIEW(self->scene), &choices);
  choices.constraints = g_strcmp0(constraints, "true") == 0;
  noslip_scene_view_set_choices(NOSLIP_SCENE_VIEW(self->scene), &choices);
}

static void
give_camera(NoslipWindow *self, const NoslipSetup *setup, NoslipDiagnostics *diagnostics)
{
  g_autofree char *look = noslip_setup_get(setup, CAMERA, "look");
  NoslipCamera camera;
  if (!look)
    return;
  if (noslip_camera_from_text(look, &camera))
    noslip_scene_view_set_camera(NOSLIP_SCENE_VIEW(self->scene), &camera);
  else
    noslip_setup_complain(setup, CAMERA, "look", _("this is no camera, and the text's own is taken"),
                          _("such as: target 0 0 0 distance 8 azimuth -60 elevation 28 automatic"), diagnostics);
}

/* What is wrong with a set-up stands where problems of texts do, until something else is opened. */
void
noslip_window_forget_setup(NoslipWindow *self)
{
  g_clear_pointer(&self->setup, noslip_setup_unref);
  g_clear_pointer(&self->setup_problems, noslip_diagnostics_free);
  g_clear_pointer(&self->setup_name, g_free);
  noslip_window_set_story(self, NULL);
}

/* The system is there. */
void
noslip_window_give_setup(NoslipWindow *self)
{
  g_autoptr(NoslipSetup) setup = g_steal_pointer(&self->setup);
  if (!setup)
    return;
  if (!self->setup_problems)
    self->setup_problems = noslip_diagnostics_new();
  noslip_setup_give_motion(setup, self->simulation, self->setup_problems);
  give_views(self, setup, self->setup_problems);
  give_scene(self, setup);
  give_camera(self, setup, self->setup_problems);
  double time = noslip_setup_time(setup);
  if (isnan(self->time_when_open) && time > 0)
    self->time_when_open = time;
  self->play_when_open = self->play_when_open || noslip_setup_plays(setup);
  if (self->setup_problems->list->len == 0)
    g_clear_pointer(&self->setup_problems, noslip_diagnostics_free);
  noslip_window_show_problems(self);
}

static void
load_now(NoslipWindow *self, const char *unused)
{
  g_autoptr(NoslipSetup) setup = g_steal_pointer(&self->setup_when_saved);
  g_autoptr(NoslipDiagnostics) told = g_steal_pointer(&self->setup_told);
  if (!setup)
    return;
  noslip_window_forget_setup(self);
  if (noslip_setup_system(setup))
    noslip_simulation_load(self->simulation, noslip_setup_system(setup));
  else
    noslip_simulation_load_text(self->simulation, noslip_setup_source(setup), "set-up.noslip");
  self->time_when_open = self->time_when_saved;
  self->play_when_open = self->play_when_saved;
  self->setup_name = g_strdup(noslip_setup_name(setup));
  self->setup_problems = g_steal_pointer(&told);
  noslip_window_set_story(self, setup);
  self->setup = g_steal_pointer(&setup);
}

/* Takes `told` (may be NULL): its problems so far. A given time (not NaN) and `play` override the set-up. */
static void
show(NoslipWindow *self, NoslipSetup *setup, NoslipDiagnostics *told, gboolean play, double time)
{
  self->play_when_saved = play;
  self->time_when_saved = time;
  g_clear_pointer(&self->setup_when_saved, noslip_setup_unref);
  g_clear_pointer(&self->setup_told, noslip_diagnostics_free);
  self->setup_when_saved = noslip_setup_ref(setup);
  self->setup_told = told;
  noslip_window_when_saved(self, load_now, NULL);
}

void
noslip_window_show_setup(NoslipWindow *self, NoslipSetup *setup)
{
  show(self, setup, NULL, FALSE, NAN);
}

/* Several are a list; the first, or the only one, is shown. */
static void
take(NoslipWindow *self, GPtrArray *setups, const char *name, NoslipDiagnostics *diagnostics, gboolean play,
     double time)
{
  if (setups->len > 0) {
    show(self, setups->pdata[0], diagnostics, play, time);
  } else {
    noslip_window_forget_setup(self);
    self->setup_name = g_strdup(name);
    self->setup_problems = diagnostics;
    noslip_window_show_problems(self);
  }
  if (setups->len > 1)
    g_signal_emit_by_name(self, "setups-opened", setups);
}

void
noslip_window_take_setups(NoslipWindow *self, GPtrArray *setups, const char *name, NoslipDiagnostics *diagnostics)
{
  take(self, setups, name, diagnostics, FALSE, NAN);
}

/* Files: a set-up by the end of its name, or by how it begins. */

gboolean
noslip_window_is_setup_file(const char *path)
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
read_setups(NoslipWindow *self, const char *path, NoslipDiagnostics *diagnostics)
{
  GPtrArray *setups = noslip_setups_read(path, diagnostics);
  if (setups->len > 0)
    g_signal_emit_by_name(self, "setup-file-opened", path);
  return setups;
}

gboolean
noslip_window_open_setups(NoslipWindow *self, const char *path, gboolean play, double time)
{
  if (!noslip_window_is_setup_file(path))
    return FALSE;
  NoslipDiagnostics *diagnostics = noslip_diagnostics_new();
  g_autoptr(GPtrArray) setups = read_setups(self, path, diagnostics);
  g_autofree char *name = g_filename_display_basename(path);
  take(self, setups, name, diagnostics, play, time);
  return TRUE;
}

void
noslip_window_open_setup_files(NoslipWindow *self, GPtrArray *paths)
{
  NoslipDiagnostics *diagnostics = noslip_diagnostics_new();
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_setup_unref);
  for (guint i = 0; i < paths->len; i++) {
    g_autoptr(GPtrArray) some = read_setups(self, paths->pdata[i], diagnostics);
    g_ptr_array_extend(all, some, (GCopyFunc) (GCallback) noslip_setup_ref, NULL);
  }
  g_autofree char *name = g_filename_display_basename(paths->pdata[0]);
  take(self, all, name, diagnostics, FALSE, NAN);
}
