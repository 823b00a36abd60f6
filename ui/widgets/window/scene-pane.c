/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/scene-pane.h"

#include "core/simulation/setup/story.h"
#include "ui/widgets/side/status.h"
#include "ui/widgets/window/welcome.h"

#include <math.h>
#include <string.h>

#define MOST_FRAMES 60 /* that the question waits for a complete picture */

struct _NoslipScenePane {
  GtkBox parent;
  NoslipSimulation *simulation; /* borrowed, or NULL */
  GtkWidget *caption, *overlay, *scene, *question, *status;
  GtkWidget *welcome;           /* NULL if it is not shown */
  NoslipSetup *story;           /* that is shown, or NULL */
  gboolean answered;            /* its answer is */
  guint question_later, frames; /* the question appears with one of the next frames; those that have passed */
  gboolean placed;              /* the question has a place, in a scene of this size */
  GdkRectangle place;
  int placed_in[2];
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

/* The place of the question */

#define MENU_WIDTH 40 /* pixels, of the button in the upper right corner, and */
#define BAR_HEIGHT 26 /* of the scale bar in the lower left one */
#define STEPS 4       /* between the upper and the lower corners, for places at the edges */
#define FREE_EDGE 12  /* pixels at the edge of the question's margin, where bodies may be */
#define WIDTH_STEP 4  /* pixels between the widths that are tried */

/* The width of the question in two lines: the least with which it does not need more. */
static int
narrow_width(GtkWidget *question, const GtkRequisition *line)
{
  int least, high, longest, width;
  gtk_widget_measure(question, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure(question, GTK_ORIENTATION_VERTICAL, least, &longest, NULL, NULL, NULL);
  for (width = MAX(least, line->width / 2); width < line->width; width += WIDTH_STEP) {
    gtk_widget_measure(question, GTK_ORIENTATION_VERTICAL, width, &high, NULL, NULL, NULL);
    if (high < longest && 2 * high < 3 * line->height)
      break;
  }
  return MIN(width, line->width);
}

typedef struct {
  GdkRectangle place;
  double hidden; /* of the scene */
} Choice;

/* Takes the place if less is hidden by it than by the one chosen before. */
static void
consider(NoslipScenePane *self, Choice *choice, int x, int y, int width, int height)
{
  const double patch[4] = {MAX(x, 0) + FREE_EDGE, MAX(y, 0) + FREE_EDGE, width - 2 * FREE_EDGE, height - 2 * FREE_EDGE};
  if (choice->hidden == 0)
    return;
  double hidden = noslip_scene_view_hidden(NOSLIP_SCENE_VIEW(self->scene), patch);
  if (hidden < choice->hidden)
    *choice = (Choice){{MAX(x, 0), MAX(y, 0), width, height}, hidden};
}

/* The corners: lower right, upper right, lower left, upper left; then places at the edges. */
static void
consider_all(NoslipScenePane *self, Choice *choice, int width, int height)
{
  int right = gtk_widget_get_width(self->scene) - width, low = gtk_widget_get_height(self->scene) - height;
  const int corners[][2] = {{right, low}, {right - MENU_WIDTH, 0}, {0, low - BAR_HEIGHT}, {0, 0}};
  for (guint i = 0; i < G_N_ELEMENTS(corners); i++)
    consider(self, choice, corners[i][0], corners[i][1], width, height);
  for (int i = 1; i < STEPS; i++) {
    consider(self, choice, right * i / STEPS, low, width, height);
    consider(self, choice, right * i / STEPS, 0, width, height);
  }
  for (int i = 1; i < STEPS; i++) {
    consider(self, choice, right, low * i / STEPS, width, height);
    consider(self, choice, 0, low * i / STEPS, width, height);
  }
}

/* The question hides as little of the scene as it can, in one line or in two. It stays there until the scene has another
 * size. */
static gboolean
place_question(GtkOverlay *overlay, GtkWidget *question, GdkRectangle *place, NoslipScenePane *self)
{
  GtkRequisition line;
  int scene[2] = {gtk_widget_get_width(self->scene), gtk_widget_get_height(self->scene)}, high;
  gtk_widget_get_preferred_size(question, NULL, &line);
  if (!self->placed || scene[0] != self->placed_in[0] || scene[1] != self->placed_in[1]) {
    Choice choice = {{0, 0, line.width, line.height}, INFINITY};
    if (line.width <= scene[0])
      consider_all(self, &choice, line.width, line.height);
    int narrow = MIN(narrow_width(question, &line), scene[0]);
    gtk_widget_measure(question, GTK_ORIENTATION_VERTICAL, narrow, NULL, &high, NULL, NULL);
    consider_all(self, &choice, narrow, high);
    self->place = choice.place;
    self->placed = TRUE;
    memcpy(self->placed_in, scene, sizeof scene);
  }
  *place = self->place;
  return TRUE;
}

/* Shows the question when the picture behind it is complete, and does not wait for long. */
static gboolean
show_question(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  NoslipScenePane *self = data;
  if (self->frames++ < MOST_FRAMES && !noslip_scene_view_is_drawn(NOSLIP_SCENE_VIEW(self->scene)))
    return G_SOURCE_CONTINUE;
  self->question_later = 0;
  self->placed = FALSE;
  gtk_widget_set_visible(self->question, TRUE);
  return G_SOURCE_REMOVE;
}

static void
set_question(NoslipScenePane *self, gboolean shown)
{
  gboolean before = self->question_later || gtk_widget_get_visible(self->question);
  if (shown == before)
    return;
  if (shown) {
    self->frames = 0;
    self->question_later = gtk_widget_add_tick_callback(GTK_WIDGET(self), show_question, self, NULL);
    return;
  }
  if (self->question_later)
    gtk_widget_remove_tick_callback(GTK_WIDGET(self), self->question_later);
  self->question_later = 0;
  gtk_widget_set_visible(self->question, FALSE);
}

void
noslip_scene_pane_changed(NoslipScenePane *self, NoslipChange change)
{
  noslip_scene_view_changed(NOSLIP_SCENE_VIEW(self->scene), change);
  noslip_status_changed(NOSLIP_STATUS(self->status), change);
  if (change & (NOSLIP_CHANGED_PLAYBACK | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_SYSTEM)) {
    set_question(self, self->story && noslip_playhead_waits(noslip_simulation_playhead(self->simulation)));
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
    set_question(self, FALSE);
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
