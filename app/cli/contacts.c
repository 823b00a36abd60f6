/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/contacts.h"

#include "app/cli/cli.h"

static const char *const words[] = {
    [NOSLIP_MODE_IMPACT] = "impact", [NOSLIP_MODE_RESTS] = "rests",   [NOSLIP_MODE_LEAVES] = "leaves",
    [NOSLIP_MODE_STICKS] = "sticks", [NOSLIP_MODE_SLIDES] = "slides",
};

static gboolean
is_of_bounce(NoslipModeChangeKind kind)
{
  return kind == NOSLIP_MODE_IMPACT || kind == NOSLIP_MODE_RESTS || kind == NOSLIP_MODE_LEAVES;
}

static void
report_bounce(const NoslipModeChange *changes, guint n, const NoslipSystem *system, guint index)
{
  guint impacts = 0;
  double first = 0, last = 0, loss = 0;
  for (guint i = 0; i < n; i++) {
    if (changes[i].kind != NOSLIP_MODE_IMPACT || changes[i].index != index)
      continue;
    first = impacts++ == 0 ? changes[i].t : first;
    last = changes[i].t;
    loss += changes[i].loss;
  }
  const char *name = system->bounces[index].name;
  if (impacts == 1)
    cli_message("note: one impact on %s >= 0, at t = %.9g; it took %.6g of the energy", name, first, loss);
  else if (impacts > 1)
    cli_message("note: %u impacts on %s >= 0, from t = %.9g to t = %.9g; they took %.6g of the energy", impacts, name,
                first, last, loss);
}

void
cli_contacts_report(const NoslipModeChange *changes, guint n, const NoslipSystem *system)
{
  for (guint i = 0; i < system->n_bounces; i++)
    report_bounce(changes, n, system, i);
  for (guint i = 0; i < system->n_bounces + system->n_frictions; i++) {
    const NoslipModeChange *last = NULL;
    gboolean bounce = i < system->n_bounces;
    guint index = bounce ? i : i - system->n_bounces;
    for (guint j = 0; j < n; j++)
      if (changes[j].kind != NOSLIP_MODE_IMPACT && is_of_bounce(changes[j].kind) == bounce && changes[j].index == index)
        last = &changes[j];
    if (last == NULL)
      continue;
    g_autofree char *name = bounce ? g_strdup_printf("%s >= 0", system->bounces[index].name)
                                   : g_strdup_printf("the friction on %s", system->frictions[index].name);
    cli_message("note: %s %s since t = %.9g", name,
                last->kind == NOSLIP_MODE_RESTS    ? "rests in contact"
                : last->kind == NOSLIP_MODE_LEAVES ? "is out of contact"
                                                   : words[last->kind],
                last->t);
  }
}

void
cli_contacts_json(JsonBuilder *builder, const NoslipModeChange *changes, guint n, const NoslipSystem *system)
{
  if (!noslip_system_has_modes(system))
    return;
  json_builder_set_member_name(builder, "contacts");
  json_builder_begin_array(builder);
  for (guint i = 0; i < n; i++) {
    gboolean bounce = is_of_bounce(changes[i].kind);
    json_builder_begin_object(builder);
    cli_json_member_number(builder, "t", changes[i].t);
    cli_json_member_string(builder, "event", words[changes[i].kind]);
    cli_json_member_string(builder, "of",
                           bounce ? system->bounces[changes[i].index].name : system->frictions[changes[i].index].name);
    if (changes[i].kind == NOSLIP_MODE_IMPACT) {
      cli_json_member_number(builder, "speed", changes[i].speed);
      cli_json_member_number(builder, "loss", changes[i].loss);
    }
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
}
