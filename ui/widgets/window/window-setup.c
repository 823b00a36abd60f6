/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window's contents as a set-up, and setting the window from a set-up. */
#include "ui/widgets/window/window-setup.h"

#include "core/base/words.h"
#include "core/simulation/simulation.h"

#include <glib/gi18n.h>

#define WINDOW "Window"
#define CAMERA "Camera"
#define SCENE "Scene"
#define VIEWS "View" /* prefix of the groups of views */

/* The system's title, and the values set by hand. */
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
  NoslipSimulation *simulation = noslip_window_simulation(self);
  if (!noslip_simulation_system(simulation))
    return NULL;
  NoslipSetup *setup = noslip_setup_new();
  g_autofree char *name = name_of(simulation), *views = noslip_tiles_to_text(noslip_window_tiles(self));
  noslip_setup_set_name(setup, name);
  noslip_setup_take_motion(setup, simulation, noslip_window_has_unsaved(self));
  NoslipCamera camera;
  noslip_scene_view_get_camera(noslip_window_scene(self), &camera);
  g_autofree char *look = noslip_camera_to_text(&camera);
  noslip_setup_set(setup, CAMERA, "look", look);
  NoslipSceneChoices choices;
  noslip_scene_view_get_choices(noslip_window_scene(self), &choices);
  noslip_setup_set(setup, SCENE, "constraints", choices.constraints ? "true" : NULL);
  noslip_setup_set_groups(setup, VIEWS, views);
  const NoslipViewKind *alone = noslip_tiles_maximised(noslip_window_tiles(self));
  noslip_setup_set(setup, WINDOW, "alone", alone ? alone->id : NULL);
  return setup;
}

/* The other way */

static void
give_views(NoslipWindow *self, const NoslipSetup *setup, NoslipDiagnostics *diagnostics)
{
  g_autofree char *views = noslip_setup_groups(setup, VIEWS), *alone = noslip_setup_get(setup, WINDOW, "alone");
  NoslipTiles *tiles = noslip_window_tiles(self);
  if (views && !noslip_tiles_from_text(tiles, views))
    noslip_setup_complain(setup, "View 1", NULL, _("the views cannot be read and are unchanged"), NULL, diagnostics);
  const NoslipViewKind *kind = alone ? noslip_view_kind_find(alone) : NULL;
  if (alone && !kind)
    noslip_setup_complain(setup, WINDOW, "alone", _("there is no view of this name"), _("such as energy or bracket"),
                          diagnostics);
  if (!kind || noslip_tiles_maximised(tiles) != kind) /* the text of the views names one of its kind */
    noslip_tiles_maximise(tiles, kind);
}

static void
give_scene(NoslipWindow *self, const NoslipSetup *setup)
{
  g_autofree char *constraints = noslip_setup_get(setup, SCENE, "constraints");
  NoslipSceneChoices choices;
  noslip_scene_view_get_choices(noslip_window_scene(self), &choices);
  choices.constraints = g_strcmp0(constraints, "true") == 0;
  noslip_scene_view_set_choices(noslip_window_scene(self), &choices);
}

static void
give_camera(NoslipWindow *self, const NoslipSetup *setup, NoslipDiagnostics *diagnostics)
{
  g_autofree char *look = noslip_setup_get(setup, CAMERA, "look");
  NoslipCamera camera;
  if (!look)
    return;
  if (noslip_camera_from_text(look, &camera))
    noslip_scene_view_set_camera(noslip_window_scene(self), &camera);
  else
    noslip_setup_complain(setup, CAMERA, "look", _("this is not a camera, and the text's own is used"),
                          _("such as: target 0 0 0 distance 8 azimuth -60 elevation 28 automatic"), diagnostics);
}

void
noslip_window_give_setup(NoslipWindow *self, const NoslipSetup *setup, NoslipDiagnostics *diagnostics)
{
  give_views(self, setup, diagnostics);
  give_scene(self, setup);
  give_camera(self, setup, diagnostics);
}
