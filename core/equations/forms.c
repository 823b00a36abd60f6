/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/equations/forms.h"

#include "core/dynamics/formulation.h"
#include "core/geometry/form.h"

/* A fibre symbol is the component along e_a where its row of the basis is 1 at a and 0 else. */
static void
name_velocities(const NoslipFormWriter *writer, NoslipExpr *velocity, NoslipExpr *rate)
{
  guint r = writer->r, n = writer->model->n;
  for (guint a = 0; a < r; a++) {
    for (guint alpha = 0; alpha < n && velocity[a] == NOSLIP_ZERO; alpha++) {
      gboolean unit = TRUE;
      for (guint b = 0; b < r; b++)
        unit = unit && writer->basis[alpha * r + b] == (a == b ? NOSLIP_ONE : NOSLIP_ZERO);
      if (!unit)
        continue;
      velocity[a] = writer->model->y[alpha];
      rate[a] = writer->model->system->fibres[alpha].acceleration;
    }
    if (velocity[a] != NOSLIP_ZERO)
      continue;
    g_autofree char *name = g_strdup_printf("w_%u", a + 1);
    g_autofree char *other = g_strdup_printf("u_%u", a + 1);
    velocity[a] = noslip_form_symbol(writer, name, other);
    rate[a] = noslip_form_rate_of(writer, velocity[a]);
  }
}

static void
form_free(gpointer data)
{
  NoslipWrittenForm *form = data;
  g_free(form->reason);
  g_array_unref(form->lines);
  g_free(form);
}

static NoslipWrittenForm *
form_new(NoslipFormWriter *writer, const NoslipFormulation *formulation)
{
  NoslipWrittenForm *form = g_new0(NoslipWrittenForm, 1);
  form->formulation = formulation;
  form->lines = g_array_new(FALSE, FALSE, sizeof(NoslipWrittenLine));
  writer->lines = form->lines;
  writer->reason = noslip_formulation_refusal(formulation, writer->model->system);
  if (writer->reason == NULL && formulation->write == NULL)
    writer->reason = g_strdup("its equations are not written in symbols");
  else if (writer->reason == NULL)
    formulation->write(writer);
  if (writer->reason != NULL)
    g_array_set_size(form->lines, 0);
  form->reason = writer->reason;
  return form;
}

GPtrArray *
noslip_written_forms_new(NoslipModel *model, NoslipDistribution *distribution, const NoslipEquations *equations)
{
  GPtrArray *forms = g_ptr_array_new_with_free_func(form_free);
  NoslipFormWriter writer = {.model = model, .graph = model->graph, .equations = equations};
  g_autofree NoslipExpr *velocity = g_new0(NoslipExpr, model->n + 1);
  g_autofree NoslipExpr *rate = g_new0(NoslipExpr, model->n + 1);
  if (distribution != NULL) {
    writer.r = distribution->r;
    writer.basis = distribution->basis;
    writer.anchor = distribution->anchor;
    writer.metric = distribution->metric;
    writer.inverse = distribution->form->inverse;
    writer.structure = distribution->structure;
    writer.velocity = velocity;
    writer.rate = rate;
    name_velocities(&writer, velocity, rate);
  }
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL; f++)
    if (!(*f)->automatic)
      g_ptr_array_add(forms, form_new(&writer, *f));
  return forms;
}
