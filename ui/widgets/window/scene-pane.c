/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/scene-pane.h"

#include "core/simulation/setup/story.h"
#include "ui/widgets/side/status.h"
#include "ui/widgets/window/welcome.h"

#include <math.h>

struct _NoslipScenePane {
  GtkBox parent;
  NoslipSimulation *simulation; /* borrowed, or NULL */
  GtkWidget *caption, *overlay, *scene, *question, *status;
  GtkWidget *welcome; /* NULL if it is not shown */
  NoslipSetup *story; /* that is shown, or NULL */
  gboolean answered;  /* its answer is */
};

G_DEFINE_FINAL_TYPE(NoslipScenePane, noslip_scene_pane, GTK_TYPE_BOX)

NoslipSceneView *
noslip_scene_pane_scene(NoslipScenePane *self)
{
  return NOSLIP_SCENE_VIEW(self->scene);
}

void
noslip_scene_pane_set_clock(NoslipScenePane *self, gboolean shown)
{
  noslip_status_set_clock(NOSLIP_STATUS(self->status), shown);
}

void
noslip_scene_pane_set_simulation(NoslipScenePane *self, NoslipSimulation *simulation)
{
  self->simulation = simulation;
  noslip_scene_view_set_simulation(NOSLIP_SCENE_VIEW(self->scene), simulation);
  noslip_status_set_simulation(NOSLIP_STATUS(self->status), simulation);
  if (self->welcome)
    noslip_welcome_set_simulation(NOSLIP_WELCOME(self->welcome), simulation);
}

/* The answer of a story appears when the pause is over. */
static void
tell(NoslipScenePane *self)
{
  const NoslipPlayhead *playhead = noslip_simulation_playhead(self->simulation);
  gboolean answered = !isnan(playhead->pause_at) && isinf(noslip_playhead_horizon(playhead));
  if (answered == self->answered)
    return;
  self->answered = answered;
  g_autofree char *text = answered ? noslip_story_answered(self->story) : noslip_story_caption(self->story);
  gtk_label_set_text(GTK_LABEL(self->caption), text);
}

#define MENU_WIDTH 40 /* pixels, of the button in the upper right corner, and */
#define BAR_HEIGHT 26 /* of the scale bar in the lower left one */

/* The question stands in the first corner where it hides no body: lower right, upper right, lower left. */
static gboolean
place_question(GtkOverlay *overlay, GtkWidget *question, GdkRectangle *place, NoslipScenePane *self)
{
  GtkRequisition size;
  gtk_widget_get_preferred_size(question, NULL, &size);
  int right = gtk_widget_get_width(self->scene) - size.width, low = gtk_widget_get_height(self->scene) - size.height;
  const int corners[][2] = {{right, low}, {right - MENU_WIDTH, 0}, {0, low - BAR_HEIGHT}};
  guint chosen = 0;
  for (guint i = G_N_ELEMENTS(corners); i-- > 0;) {
    const double patch[4] = {corners[i][0], corners[i][1], size.width, size.height};
    if (!noslip_scene_view_covers(NOSLIP_SCENE_VIEW(self->scene), patch))
      chosen = i;
  }
  *place = (GdkRectangle){MAX(corners[chosen][0], 0), MAX(corners[chosen][1], 0), size.width, size.height};
  return TRUE;
}

void
noslip_scene_pane_changed(NoslipScenePane *self, NoslipChange change)
{
  noslip_scene_view_changed(NOSLIP_SCENE_VIEW(self->scene), change);
  noslip_status_changed(NOSLIP_STATUS(self->status), change);
  if (change & (NOSLIP_CHANGED_PLAYBACK | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_SYSTEM)) {
    gtk_widget_set_visible(self->question,
                           self->story && noslip_playhead_waits(noslip_simulation_playhead(self->simulation)));
    if (self->story)
      tell(self);
  }
  if (self->welcome)
    noslip_welcome_changed(NOSLIP_WELCOME(self->welcome), change);
}

NoslipSetup *
noslip_scene_pane_story(NoslipScenePane *self)
{
  return self->story;
}

void
noslip_scene_pane_set_story(NoslipScenePane *self, NoslipSetup *setup)
{
  g_autofree char *caption = setup ? noslip_story_caption(setup) : NULL;
  if (!caption && !self->story)
    return;
  g_clear_pointer(&self->story, noslip_setup_unref);
  if (caption)
    self->story = noslip_setup_ref(setup);
  self->answered = FALSE;
  gtk_label_set_text(GTK_LABEL(self->caption), caption ? caption : "");
  gtk_widget_set_visible(self->caption, caption != NULL);
  if (!caption)
    gtk_widget_set_visible(self->question, FALSE);
}

static void
dismissed(NoslipWelcome *welcome, NoslipScenePane *self)
{
  noslip_scene_pane_welcome(self, FALSE);
}

void
noslip_scene_pane_welcome(NoslipScenePane *self, gboolean shown)
{
  if (shown == (self->welcome != NULL))
    return;
  if (shown) {
    self->welcome = noslip_welcome_new();
    noslip_welcome_set_simulation(NOSLIP_WELCOME(self->welcome), self->simulation);
    g_signal_connect(self->welcome, "dismissed", G_CALLBACK(dismissed), self);
    /* the initial motion repeats while the card is being read */
    if (self->simulation)
      noslip_playback_set_loop(noslip_simulation_playback(self->simulation), TRUE, 0,
                               noslip_simulation_playhead(self->simulation)->end);
    gtk_box_insert_child_after(GTK_BOX(self), self->welcome, self->overlay); /* beside the scene: it hides no body */
    return;
  }
  noslip_welcome_set_simulation(NOSLIP_WELCOME(self->welcome), NULL);
  gtk_box_remove(GTK_BOX(self), self->welcome);
  self->welcome = NULL;
}

static void
noslip_scene_pane_dispose(GObject *object)
{
  NoslipScenePane *self = NOSLIP_SCENE_PANE(object);
  g_clear_pointer(&self->story, noslip_setup_unref);
  self->simulation = NULL;
  G_OBJECT_CLASS(noslip_scene_pane_parent_class)->dispose(object);
}

static void
noslip_scene_pane_class_init(NoslipScenePaneClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_scene_pane_dispose;
  g_type_ensure(NOSLIP_TYPE_SCENE_VIEW);
  g_type_ensure(NOSLIP_TYPE_STATUS);
  gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_MAIN);
  gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(class), "/org/noslip/Noslip/ui/scene-pane.ui");
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipScenePane, caption);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipScenePane, overlay);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipScenePane, scene);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipScenePane, question);
  gtk_widget_class_bind_template_child(GTK_WIDGET_CLASS(class), NoslipScenePane, status);
  gtk_widget_class_bind_template_callback(GTK_WIDGET_CLASS(class), place_question);
}

static void
noslip_scene_pane_init(NoslipScenePane *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
}

GtkWidget *
noslip_scene_pane_new(NoslipMeter *meter)
{
  NoslipScenePane *self = g_object_new(NOSLIP_TYPE_SCENE_PANE, NULL);
  noslip_scene_view_set_meter(NOSLIP_SCENE_VIEW(self->scene), meter);
  return GTK_WIDGET(self);
}
