/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/side/status.h"

#include "ui/picture/plot/ticks.h"
#include "ui/widgets/common/accessible.h"
#include "ui/widgets/common/dragged.h"
#include "ui/widgets/side/foot-buttons.h"

#include <glib/gi18n.h>
#include <math.h>

#define UPDATE_EVERY 100 /* milliseconds */

enum { CLOCK, ENERGY, CONSTRAINT, AGREEMENT, LATE, N_LABELS };

/* How much its texts are shortened to fit. What says whether the motion is right stays longest, the agreement to the
 * last; a remark on the speed gives way to it. */
typedef enum {
  AT_LENGTH,
  LATENESS_BRIEFLY,
  ALL_BRIEFLY,
  NO_WITNESS,
  NO_REASON,
  NO_LATENESS,
  NO_CONSTRAINT,
  NO_ENERGY,
  N_BREVITIES
} Brevity;

struct _NoslipStatusLine {
  GtkWidget parent;
  NoslipSimulation *simulation;
  GtkWidget *box, *labels[N_LABELS], *buttons;
  Brevity brevity;
  gboolean clock;    /* shows the time */
  int width, wanted; /* at the last layout: the available and the wanted width */
  guint update;
};

G_DEFINE_FINAL_TYPE(NoslipStatusLine, noslip_status, GTK_TYPE_WIDGET)

/* A text, and whether it is good; NULL for what cannot be judged. */
static void
show(GtkWidget *label, const char *text, const gboolean *good)
{
  if (g_strcmp0(gtk_label_get_text(GTK_LABEL(label)), text) != 0)
    gtk_label_set_text(GTK_LABEL(label), text);
  if (good != NULL && *good)
    gtk_widget_add_css_class(label, "noslip-good");
  else
    gtk_widget_remove_css_class(label, "noslip-good");
  if (good != NULL && !*good)
    gtk_widget_add_css_class(label, "noslip-caution");
  else
    gtk_widget_remove_css_class(label, "noslip-caution");
  gtk_widget_set_visible(label, TRUE);
}

static void
set(NoslipStatusLine *self, guint index, const char *name, double value, gboolean sign, double tolerance)
{
  g_autofree char *number = isnan(value) ? g_strdup("–")
                            : sign       ? noslip_number_signed_text(value, 2)
                                         : noslip_number_text(value, 2);
  g_autofree char *text = g_strdup_printf("%s %s", name, number);
  gboolean good = fabs(value) <= tolerance;
  show(self->labels[index], text, isnan(value) || isnan(tolerance) ? NULL : &good);
}

/* Whether a hand pulls at the shared time. */
static gboolean
pulled(const NoslipStatusLine *self)
{
  return noslip_hands_pull(noslip_simulation_hands(self->simulation));
}

/* The rate of the energy beside what changes it: the claimed rate (NaN: it is conserved) and the power of the hand (NaN:
 * none pulls). */
static void
set_balance(NoslipStatusLine *self, double rate, double claimed, double hand, double allowed)
{
  double sum = (isnan(claimed) ? 0 : claimed) + (isnan(hand) ? 0 : hand);
  gboolean good = fabs(rate - sum) <= allowed;
  g_autofree char *rate_text = noslip_number_signed_text(rate, 3);
  g_autofree char *claimed_text = noslip_number_signed_text(claimed, 3);
  g_autofree char *hand_text = noslip_number_signed_text(hand, 3);
  g_autofree char *text =
      self->brevity >= ALL_BRIEFLY ? g_strdup_printf("dE/dt %s", rate_text)
      : isnan(hand)                ? g_strdup_printf(_("dE/dt %s, claimed %s"), rate_text, claimed_text)
      : isnan(claimed)             ? g_strdup_printf(_("dE/dt %s, by the hand %s"), rate_text, hand_text)
                       : g_strdup_printf(_("dE/dt %s, claimed %s, by the hand %s"), rate_text, claimed_text, hand_text);
  show(self->labels[ENERGY], text, &good);
}

/* The drift of a conserved energy, which is not measured while a hand pulls. Otherwise the rate of the energy with the
 * claimed one, or, if none is claimed, the change since the start. */
static void
set_energy(NoslipStatusLine *self, const NoslipQuantities *q, double tolerance)
{
  const NoslipRuns *runs = noslip_simulation_runs(self->simulation);
  gboolean briefly = self->brevity >= ALL_BRIEFLY;
  double hand = pulled(self) ? noslip_runs_value(runs, 0, q->hand) : NAN;
  double rate = noslip_runs_value(runs, 0, q->rate);
  int claim = noslip_quantities_nth(q, NOSLIP_QUANTITY_RATE, 1);
  if (q->conserves && isnan(hand))
    set(self, ENERGY, briefly ? _("drift") : _("energy drift"), noslip_runs_value(runs, 0, q->drift), TRUE, tolerance);
  else if (isnan(rate) || (claim < 0 && !q->conserves))
    set(self, ENERGY, briefly ? _("change") : _("energy change"), noslip_runs_energy_change(runs), TRUE, NAN);
  else
    set_balance(self, rate, q->conserves ? NAN : noslip_runs_value(runs, 0, (guint) claim), hand,
                tolerance * (1 + fabs(noslip_runs_value(runs, 0, q->kinetic))));
}

/* The speed if it is not the requested one, and why. */
static void
set_late(NoslipStatusLine *self, const NoslipPlayhead *playhead)
{
  gboolean late = noslip_playhead_is_late(playhead);
  if (late) {
    g_autofree char *rate = noslip_number_text(noslip_playhead_rate(playhead), 2);
    gboolean solver = playhead->lateness == NOSLIP_LATE_COMPUTING;
    g_autofree char *text =
        g_strdup_printf(solver ? _("×%s: the solver cannot keep up") : _("×%s: drawing cannot keep up"), rate);
    g_autofree char *brief = self->brevity >= NO_REASON
                                 ? g_strdup_printf("×%s", rate)
                                 : g_strdup_printf(solver ? _("×%s: slow solver") : _("×%s: slow drawing"), rate);
    gtk_label_set_text(GTK_LABEL(self->labels[LATE]), self->brevity == AT_LENGTH ? text : brief);
    noslip_tooltip_set(self->labels[LATE], text);
  }
  gtk_widget_set_visible(self->labels[LATE], late && self->brevity < NO_LATENESS);
}

static void
set_clock(NoslipStatusLine *self)
{
  g_autofree char *text =
      g_strdup_printf(_("%.*f s"), 2, noslip_playhead_time(noslip_simulation_playhead(self->simulation)));
  gtk_widget_set_visible(self->labels[CLOCK], self->clock);
  if (self->clock)
    gtk_label_set_text(GTK_LABEL(self->labels[CLOCK]), text);
}

static void
fill(NoslipStatusLine *self, const NoslipQuantities *q)
{
  set_clock(self);
  NoslipSimulation *simulation = self->simulation;
  double tolerance = noslip_runs_accord(noslip_simulation_runs(simulation));
  set_energy(self, q, tolerance);
  gboolean constrained = q->system->k > 0 && q->kind != NOSLIP_DYNAMICS_FREE;
  if (constrained && self->brevity < NO_CONSTRAINT)
    set(self, CONSTRAINT, _("constraint"), noslip_runs_worst(noslip_simulation_runs(simulation), 0, q->residual), FALSE,
        1e-9);
  else
    gtk_widget_set_visible(self->labels[CONSTRAINT], FALSE);
  double agreement = noslip_runs_agreement(noslip_simulation_runs(simulation));
  if (!isnan(agreement))
    set(self, AGREEMENT, _("agreement"), agreement, FALSE, tolerance);
  else
    gtk_widget_set_visible(self->labels[AGREEMENT], FALSE);
  if (self->brevity >= NO_ENERGY && !isnan(agreement))
    gtk_widget_set_visible(self->labels[ENERGY], FALSE);
  set_late(self, noslip_simulation_playhead(simulation));
  noslip_foot_buttons_update(NOSLIP_FOOT_BUTTONS(self->buttons), self->brevity >= NO_WITNESS);
}

static const NoslipQuantities *
quantities(const NoslipStatusLine *self)
{
  const NoslipRunView *primary =
      self->simulation ? noslip_runs_primary(noslip_simulation_runs(self->simulation)) : NULL;
  return primary ? primary->quantities : NULL;
}

static void
update(NoslipStatusLine *self)
{
  const NoslipQuantities *q = quantities(self);
  int room = gtk_widget_get_width(GTK_WIDGET(self)), wanted = 0;
  gtk_widget_set_visible(self->box, q != NULL);
  if (!q)
    return;
  for (self->brevity = AT_LENGTH; self->brevity < N_BREVITIES; self->brevity++) {
    fill(self, q);
    gtk_widget_measure(self->box, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &wanted, NULL, NULL);
    if (room == 0 || wanted <= room)
      break;
  }
}

void
noslip_status_set_clock(NoslipStatusLine *self, gboolean shown)
{
  self->clock = shown;
  update(self);
}

static gboolean
update_late(gpointer data)
{
  NoslipStatusLine *self = data;
  self->update = 0;
  update(self);
  return G_SOURCE_REMOVE;
}

static void
update_soon(NoslipStatusLine *self)
{
  if (!self->update)
    self->update = g_timeout_add_full(G_PRIORITY_DEFAULT, UPDATE_EVERY, update_late, self, NULL);
}

void
noslip_status_changed(NoslipStatusLine *self, NoslipChange change)
{
  const NoslipQuantities *q = quantities(self);
  /* What stands in the scene and the views too has their time; small residuals that change faster cannot be read. */
  if (q != NULL && (change & NOSLIP_CHANGED_CURSOR)) {
    set_clock(self);
    if ((!q->conserves || pulled(self)) && gtk_widget_get_visible(self->labels[ENERGY]))
      set_energy(self, q, noslip_runs_accord(noslip_simulation_runs(self->simulation)));
  }
  if (change & NOSLIP_CHANGED_SYSTEM)
    update(self);
  else
    update_soon(self);
}

static void
noslip_status_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                      int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure(NOSLIP_STATUS(widget)->box, orientation, for_size, minimum, natural, NULL, NULL);
}

/* Another width, or larger type in a presentation, needs other texts. */
static void
noslip_status_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  NoslipStatusLine *self = NOSLIP_STATUS(widget);
  int wanted = 0;
  gtk_widget_measure(self->box, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &wanted, NULL, NULL);
  if (width != self->width || wanted != self->wanted)
    update_soon(self);
  self->width = width;
  self->wanted = wanted;
  gtk_widget_allocate(self->box, width, height, baseline, NULL);
}

void
noslip_status_set_simulation(NoslipStatusLine *self, NoslipSimulation *simulation)
{
  self->simulation = simulation;
  noslip_foot_buttons_set_simulation(NOSLIP_FOOT_BUTTONS(self->buttons), simulation);
  update(self);
}

static void
noslip_status_dispose(GObject *object)
{
  NoslipStatusLine *self = NOSLIP_STATUS(object);
  g_clear_handle_id(&self->update, g_source_remove);
  g_clear_pointer(&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS(noslip_status_parent_class)->dispose(object);
}

static void
noslip_status_class_init(NoslipStatusLineClass *class)
{
  G_OBJECT_CLASS(class)->dispose = noslip_status_dispose;
  GTK_WIDGET_CLASS(class)->measure = noslip_status_measure;
  GTK_WIDGET_CLASS(class)->size_allocate = noslip_status_size_allocate;
  gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
noslip_status_init(NoslipStatusLine *self)
{
  self->box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 16);
  gtk_widget_add_css_class(self->box, "noslip-status");
  gtk_widget_set_halign(self->box, GTK_ALIGN_CENTER);
  static const char *const quantities[N_LABELS] = {
      [CLOCK] = "t", [ENERGY] = "energy drift", [CONSTRAINT] = "constraint residual"};
  for (guint i = 0; i < N_LABELS; i++) {
    self->labels[i] = gtk_label_new(NULL);
    gtk_widget_add_css_class(self->labels[i], "numeric");
    gtk_label_set_ellipsize(GTK_LABEL(self->labels[i]), PANGO_ELLIPSIZE_END); /* never pushes the window wider */
    noslip_dragged_from_label(self->labels[i], quantities[i]);
    gtk_box_append(GTK_BOX(self->box), self->labels[i]);
  }
  gtk_widget_add_css_class(self->labels[LATE], "noslip-caution");
  gtk_widget_set_visible(self->labels[LATE], FALSE);
  self->buttons = noslip_foot_buttons_new();
  gtk_box_append(GTK_BOX(self->box), self->buttons);
  gtk_widget_set_parent(self->box, GTK_WIDGET(self));
}
