/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/measure/hindrance.h"

#include "core/geometry/symbolic.h"

static char *
text_of(const NoslipModel *model, NoslipExpr e)
{
  return noslip_expr_text(model->graph, noslip_symbolic_tidy(model->graph, e));
}

static char *
number_text(double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  return g_strdup(g_ascii_formatd(text, sizeof text, "%.6g", number));
}

static void
name_coordinates(NoslipHindrance *hindrance, const NoslipModel *model)
{
  hindrance->m = model->m;
  hindrance->coordinates = g_new0(char *, (gsize) model->m + 1);
  for (guint i = 0; i < model->m; i++)
    hindrance->coordinates[i] = g_strdup(noslip_expr_symbol_name(model->graph, model->x[i]));
}

static void
put_place(NoslipHindrance *hindrance, const NoslipPrimitiveSetting *setting, guint row, double number, double noise)
{
  guint m = setting->motion->model->m;
  hindrance->number = number;
  hindrance->noise = noise;
  hindrance->at = g_memdup2(setting->rows + (gsize) row * setting->row_size + 1, sizeof(double) * MAX(m, 1));
}

void
noslip_hindrance_fill(NoslipHindrance *hindrance, const NoslipPrimitiveSetting *setting,
                      const NoslipPrimitive *primitive)
{
  const NoslipModel *model = setting->motion->model;
  guint m = model->m;
  name_coordinates(hindrance, model);
  if (primitive->of[0] != NULL) {
    hindrance->of[0] = g_strdup(primitive->of[0]);
    hindrance->of[1] = g_strdup(primitive->of[1]);
    hindrance->value =
        primitive->value != NOSLIP_ZERO ? text_of(model, primitive->value) : number_text(primitive->number);
    put_place(hindrance, setting, primitive->row, primitive->number, primitive->noise);
  }
  if (primitive->turns != NULL) {
    hindrance->turns = g_memdup2(primitive->turns, sizeof(int) * MAX(m, 1));
    hindrance->period = primitive->period_value != NOSLIP_ZERO ? text_of(model, primitive->period_value)
                                                               : number_text(primitive->period);
    hindrance->number = primitive->period;
  }
  if (!primitive->exists && primitive->in_symbols)
    hindrance->local = text_of(model, primitive->exponential);
}

void
noslip_hindrance_place(NoslipHindrance *hindrance, const NoslipPrimitiveSetting *setting, guint row, double number,
                       double noise)
{
  name_coordinates(hindrance, setting->motion->model);
  put_place(hindrance, setting, row, number, noise);
}

void
noslip_hindrance_clear(NoslipHindrance *hindrance)
{
  g_strfreev(hindrance->coordinates);
  g_free(hindrance->of[0]);
  g_free(hindrance->of[1]);
  g_free(hindrance->value);
  g_free(hindrance->at);
  g_free(hindrance->turns);
  g_free(hindrance->period);
  g_free(hindrance->local);
}

char *
noslip_hindrance_turns(const NoslipHindrance *hindrance)
{
  if (hindrance->turns == NULL)
    return NULL;
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < hindrance->m; i++)
    if (hindrance->turns[i] != 0) {
      g_string_append(text, text->len > 0 ? ", " : "");
      if (hindrance->turns[i] != 1)
        g_string_append_printf(text, "%d ", hindrance->turns[i]);
      g_string_append(text, hindrance->coordinates[i]);
    }
  return g_string_free(g_steal_pointer(&text), FALSE);
}
