/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/scene/scene-private.h"

#include "ui/picture/cairo/canvas-scene-cairo.h"
#include "ui/picture/scene/scene-overlay.h"

#include <glib/gi18n.h>
#include <math.h>

#define DESCRIBE_EVERY 700   /* milliseconds */
#define SLOWEST_FRAME 250000 /* upper bound of the assumed drawing time in microseconds */

G_DEFINE_FINAL_TYPE(NoslipSceneView, noslip_scene_view, GTK_TYPE_WIDGET)

/* Drawing */

static void
use_fallback(NoslipSceneView *self)
{
  gtk_widget_set_visible(self->area, FALSE);
  gtk_widget_set_visible(self->fallback, TRUE);
  g_autofree char *text = g_strdup_printf(_("Drawn without OpenGL: %s"), self->failure);
  gtk_label_set_text(GTK_LABEL(self->note), text);
  gtk_widget_set_visible(self->note, TRUE);
}

static gboolean
fall_back(gpointer data)
{
  NoslipSceneView *self = data;
  if (self->overlay) /* the window may be closed by now */
    use_fallback(self);
  return G_SOURCE_REMOVE;
}

/* A widget must not be hidden while it is realized or drawn: the change waits for the main loop. */
static void
give_up_gl(NoslipSceneView *self, const char *why)
{
  g_free(self->failure);
  self->failure = g_strdup(why);
  g_idle_add_full(G_PRIORITY_DEFAULT, fall_back, g_object_ref(self), g_object_unref);
}

/* Creating contexts and compiling shaders takes long, especially with software rendering. The window's first picture
 * does not wait for them: it is drawn without GL, in the same colours and positions. */
static gboolean
begin_gl(gpointer data)
{
  NoslipSceneView *self = data;
  self->begin = 0;
  self->tried_gl = TRUE;
  self->requested = g_get_monotonic_time();
  gtk_widget_set_visible(self->fallback, FALSE);
  gtk_widget_set_visible(self->area, TRUE);
  return G_SOURCE_REMOVE;
}

static GdkGLContext *
create_context(GtkGLArea *area, NoslipSceneView *self)
{
  GdkSurface *surface = gtk_native_get_surface(gtk_widget_get_native(GTK_WIDGET(area)));
  const struct {
    GdkGLAPI api;
    int major, minor;
  } wanted[] = {{GDK_GL_API_GL, 3, 3}, {GDK_GL_API_GLES, 3, 0}};
  g_autoptr(GError) error = NULL;
  for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
    g_clear_error(&error);
    g_autoptr(GdkGLContext) context = gdk_surface_create_gl_context(surface, &error);
    if (!context)
      break;
    gdk_gl_context_set_allowed_apis(context, wanted[i].api);
    gdk_gl_context_set_required_version(context, wanted[i].major, wanted[i].minor);
    if (gdk_gl_context_realize(context, &error))
      return g_steal_pointer(&context);
  }
  gtk_gl_area_set_error(area, error);
  return NULL;
}

static void
realized(GtkGLArea *area, NoslipSceneView *self)
{
  gtk_gl_area_make_current(area);
  const GError *refused = gtk_gl_area_get_error(area);
  if (refused) {
    give_up_gl(self, refused->message);
    return;
  }
  g_autoptr(GError) error = NULL;
  self->canvas = noslip_gl_canvas_new(&error);
  if (!self->canvas) {
    give_up_gl(self, error ? error->message : _("the driver refuses the shaders"));
    return;
  }
  if (noslip_gl_canvas_is_software(self->canvas))
    noslip_gl_canvas_set_samples(self->canvas, 2);
}

static void
unrealized(GtkGLArea *area, NoslipSceneView *self)
{
  if (!self->canvas)
    return;
  gtk_gl_area_make_current(area);
  if (gtk_gl_area_get_error(area))
    noslip_gl_canvas_abandon(self->canvas);
  else
    noslip_gl_canvas_free(self->canvas);
  self->canvas = NULL;
  self->warm = FALSE;
}

static void
finish(NoslipSceneView *self, gint64 begun)
{
  self->drawn = g_get_monotonic_time();
  self->drawn_time = self->simulation ? noslip_playhead_time(noslip_simulation_playhead(self->simulation)) : NAN;
  self->took = MIN(self->drawn - begun, SLOWEST_FRAME);
  if (self->simulation &&
      (!noslip_runs_awaits(noslip_simulation_runs(self->simulation)) || self->drawn_time != self->hurried))
    self->hurries = FALSE;
  noslip_meter_leave(self->meter);
}

static gboolean
render(GtkGLArea *area, GdkGLContext *context, NoslipSceneView *self)
{
  if (!self->canvas)
    return FALSE;
  gint64 begun = g_get_monotonic_time();
  noslip_meter_enter(self->meter);
  noslip_scene_view_build(self);
  int factor = gtk_widget_get_scale_factor(GTK_WIDGET(area));
  g_autoptr(GError) error = NULL;
  if (!noslip_gl_canvas_draw(self->canvas, self->scene, &self->camera, &self->theme,
                             gtk_widget_get_width(GTK_WIDGET(area)) * factor,
                             gtk_widget_get_height(GTK_WIDGET(area)) * factor, factor, &error)) {
    give_up_gl(self, error ? error->message : _("the picture could not be drawn"));
  }
  finish(self, begun);
  /* the first picture compiles the shaders, so its time is not typical */
  if (!self->warm)
    self->took = 0;
  self->warm = TRUE;
  return TRUE;
}

static void
draw_fallback(GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
  NoslipSceneView *self = data;
  gint64 begun = g_get_monotonic_time();
  noslip_meter_enter(self->meter);
  noslip_scene_view_build(self);
  noslip_scene_draw_cairo(self->scene, &self->camera, &self->theme, width, height, cairo);
  finish(self, begun);
  if (!self->tried_gl && !self->begin)
    self->begin = g_idle_add_full(G_PRIORITY_DEFAULT, begin_gl, self, NULL);
}

/* Labels and the scale bar, above the bodies. */
static void
draw_labels(GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
  NoslipSceneView *self = data;
  noslip_meter_enter(self->meter);
  NoslipOverlay overlay;
  noslip_scene_view_overlay(self, &overlay);
  noslip_display_clear(self->written);
  noslip_scene_overlay_display(self->scene, &self->camera, &self->theme, width, height, &overlay, self->written);
  noslip_display_draw(self->written, cairo);
  noslip_scene_view_draw_push(self, cairo);
  noslip_scene_view_draw_away(self, cairo);
  noslip_meter_leave(self->meter);
}

/* The description for assistive technology */

static gboolean
update_description(gpointer data)
{
  NoslipSceneView *self = data;
  self->describe = 0;
  g_autofree char *text = noslip_scene_view_words(self);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  return G_SOURCE_REMOVE;
}

void
noslip_scene_view_changed(NoslipSceneView *self, NoslipChange change)
{
  if (change & NOSLIP_CHANGED_SYSTEM) {
    g_clear_pointer(&self->grab, noslip_grab_free);
    g_ptr_array_set_size(self->undo, 0);
    g_ptr_array_set_size(self->ghosts, 0);
    self->system = self->simulation ? noslip_simulation_system(self->simulation) : NULL;
    noslip_scene_view_follow_destination(self);
    if (!(change & NOSLIP_CHANGED_EDITED)) {
      self->framed = FALSE;
      g_hash_table_remove_all(self->hidden);
    }
  }
  if (change & NOSLIP_CHANGED_HAND)
    noslip_scene_view_hurry(self);
  const NoslipChange seen = NOSLIP_CHANGED_SYSTEM | NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_RUNS |
                            NOSLIP_CHANGED_ENSEMBLE | NOSLIP_CHANGED_POINTED;
  if (!(change & seen))
    return;
  noslip_scene_view_draw_soon(self);
  if (!self->describe && gtk_widget_get_mapped(GTK_WIDGET(self)))
    self->describe = g_timeout_add(DESCRIBE_EVERY, update_description, self);
}

/* Life */

void
noslip_scene_view_set_simulation(NoslipSceneView *self, NoslipSimulation *simulation)
{
  self->simulation = simulation;
  noslip_scene_view_changed(self, NOSLIP_CHANGED_SYSTEM);
}

void
noslip_scene_view_set_look(NoslipSceneView *self, gboolean dark, double scale)
{
  noslip_theme_init(&self->theme, dark, scale);
  noslip_scene_view_draw_soon(self);
}

void
noslip_scene_view_set_meter(NoslipSceneView *self, NoslipMeter *meter)
{
  self->meter = meter;
}

const char *
noslip_scene_view_renderer(NoslipSceneView *self)
{
  return self->canvas ? noslip_gl_canvas_renderer(self->canvas) : self->failure ? self->failure : "";
}

gboolean
noslip_scene_view_uses_gl(NoslipSceneView *self)
{
  return self->canvas != NULL;
}

static void
noslip_scene_view_dispose(GObject *object)
{
  NoslipSceneView *self = NOSLIP_SCENE_VIEW(object);
  g_clear_handle_id(&self->redraw, g_source_remove);
  g_clear_handle_id(&self->begin, g_source_remove);
  g_clear_handle_id(&self->describe, g_source_remove);
  g_clear_handle_id(&self->follow_later, g_source_remove);
  g_clear_pointer(&self->grab, noslip_grab_free);
  g_ptr_array_set_size(self->undo, 0);
  noslip_scene_view_forget_destination(self);
  self->simulation = NULL;
  g_clear_pointer(&self->overlay, gtk_widget_unparent);
  G_OBJECT_CLASS(noslip_scene_view_parent_class)->dispose(object);
}

static void
noslip_scene_view_finalize(GObject *object)
{
  NoslipSceneView *self = NOSLIP_SCENE_VIEW(object);
  noslip_scene_free(self->scene);
  noslip_display_free(self->written);
  noslip_ensemble_points_unref(self->ensemble_points);
  g_ptr_array_unref(self->ghosts);
  g_ptr_array_unref(self->undo);
  g_hash_table_unref(self->hidden);
  g_free(self->failure);
  G_OBJECT_CLASS(noslip_scene_view_parent_class)->finalize(object);
}

static void
noslip_scene_view_map(GtkWidget *widget)
{
  GTK_WIDGET_CLASS(noslip_scene_view_parent_class)->map(widget);
  NoslipSceneView *self = NOSLIP_SCENE_VIEW(widget);
  noslip_scene_view_draw_soon(self); /* changes while it was hidden were not drawn */
  if (!self->describe)
    self->describe = g_timeout_add(DESCRIBE_EVERY / 4, update_description, self);
}

static void
noslip_scene_view_class_init(NoslipSceneViewClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_scene_view_dispose;
  G_OBJECT_CLASS(class)->finalize = noslip_scene_view_finalize;
  GTK_WIDGET_CLASS(class)->map = noslip_scene_view_map;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "noslip-scene");
  /* A sentence for the user: why a drag did nothing. */
  g_signal_new("message", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
               G_TYPE_STRING);
}

static GtkWidget *
drawing_area(NoslipSceneView *self, GtkDrawingAreaDrawFunc draw)
{
  GtkWidget *area = gtk_drawing_area_new();
  gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, self, NULL);
  gtk_widget_set_can_target(area, FALSE);
  gtk_widget_set_hexpand(area, TRUE);
  gtk_widget_set_vexpand(area, TRUE);
  return area;
}

static void
noslip_scene_view_init(NoslipSceneView *self)
{
  self->scene = noslip_scene_new();
  self->written = noslip_display_new();
  noslip_display_keep_texts(self->written);
  self->ghosts = noslip_scene_ghosts_new();
  self->undo = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_grab_free);
  noslip_scene_choices_init(&self->choices);
  self->hidden = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  noslip_camera_init(&self->camera);
  noslip_theme_init(&self->theme, FALSE, 1);
  self->pointer_x = self->pointer_y = self->away[0] = self->drawn_time = NAN;
  self->hovered = -1;

  self->area = gtk_gl_area_new();
  gtk_gl_area_set_auto_render(GTK_GL_AREA(self->area), FALSE);
  gtk_gl_area_set_has_depth_buffer(GTK_GL_AREA(self->area), TRUE);
  g_signal_connect(self->area, "create-context", G_CALLBACK(create_context), self);
  g_signal_connect(self->area, "realize", G_CALLBACK(realized), self);
  g_signal_connect(self->area, "unrealize", G_CALLBACK(unrealized), self);
  g_signal_connect(self->area, "render", G_CALLBACK(render), self);
  self->fallback = drawing_area(self, draw_fallback);
  gtk_widget_set_visible(self->area, FALSE);
  self->labels = drawing_area(self, draw_labels);
  self->note = gtk_label_new(NULL);
  gtk_widget_add_css_class(self->note, "noslip-note");
  gtk_widget_set_halign(self->note, GTK_ALIGN_CENTER);
  gtk_widget_set_valign(self->note, GTK_ALIGN_END); /* the legend is above, the scale bar below */
  gtk_widget_set_margin_bottom(self->note, 48);
  gtk_label_set_ellipsize(GTK_LABEL(self->note), PANGO_ELLIPSIZE_END);
  gtk_widget_set_visible(self->note, FALSE);

  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_hexpand(self->area, TRUE);
  gtk_widget_set_vexpand(self->area, TRUE);
  gtk_box_append(GTK_BOX(box), self->area);
  gtk_box_append(GTK_BOX(box), self->fallback);
  self->overlay = gtk_overlay_new();
  gtk_overlay_set_child(GTK_OVERLAY(self->overlay), box);
  gtk_overlay_add_overlay(GTK_OVERLAY(self->overlay), self->labels);
  gtk_overlay_add_overlay(GTK_OVERLAY(self->overlay), self->note);
  gtk_overlay_add_overlay(GTK_OVERLAY(self->overlay), noslip_scene_menu_button_new(self));
  gtk_overlay_add_overlay(GTK_OVERLAY(self->overlay), noslip_scene_follow_new(self));
  gtk_widget_set_parent(self->overlay, GTK_WIDGET(self));
  gtk_widget_set_focusable(GTK_WIDGET(self), TRUE);
  gtk_widget_set_size_request(GTK_WIDGET(self), 240, 180);
  noslip_scene_view_add_input(self);
}
