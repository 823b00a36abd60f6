/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/help/help-tables.h"

#include "core/integrate/method.h"
#include "ui/widgets/views/view.h"

#include <glib/gi18n.h>
#include <string.h>

#define BEGIN "<!-- program: "
#define END " -->\n"

typedef const char *(*Words)(const char *text); /* how a text is formatted */

static const char *
as_translated(const char *text)
{
  return _(text);
}

static const char *
as_marked(const char *text)
{
  return text;
}

static void
write_views(GString *page, Words words)
{
  g_string_append_printf(page, "| %s | %s |\n| --- | --- |\n", words(N_("view")), words(N_("what it shows")));
  for (guint i = 0; noslip_view_kinds()[i]; i++) {
    const NoslipViewKind *kind = noslip_view_kinds()[i];
    g_string_append_printf(page, "| %s | %s |\n", words(kind->name), words(kind->summary));
  }
}

static void
write_formulations(GString *page, Words words)
{
  for (guint i = 0; noslip_formulations()[i]; i++) {
    const NoslipFormulation *formulation = noslip_formulations()[i];
    g_string_append_printf(
        page, "## %s\n\n`%s`%s. %s\n\n```math\n%s\n```\n\n", words(formulation->title), formulation->id,
        formulation->automatic ? words(N_(", chosen automatically where it is the one that applies")) : "",
        words(formulation->summary), formulation->latex);
    g_string_append_printf(page, "%s: %s.\n\n", words(N_("Source")), words(formulation->source));
  }
}

static void
write_methods(GString *page, Words words)
{
  g_string_append_printf(page, "| id | %s | %s | %s | %s |\n| --- | --- | --- | --- | --- |\n", words(N_("name")),
                         words(N_("order")), words(N_("error control")), words(N_("when to take it")));
  for (guint i = 0; noslip_methods()[i]; i++) {
    const NoslipMethod *method = noslip_methods()[i];
    g_autofree char *order = g_strdup_printf("%s%u", method->own_steps ? "1–" : "", method->order);
    g_string_append_printf(page, "| `%s` | %s%s | %s | %s | %s |\n", method->id, words(method->title),
                           i == 0 ? words(N_(", the default")) : "", order,
                           noslip_method_is_adaptive(method) ? words(N_("yes")) : words(N_("no")),
                           words(method->documentation));
  }
}

static const struct {
  const char *name;
  void (*write)(GString *page, Words words);
} tables[] = {
    {"views", write_views},
    {"formulations", write_formulations},
    {"methods", write_methods},
};

static gboolean
write_table(GString *page, const char *name, gsize length, Words words)
{
  for (guint i = 0; i < G_N_ELEMENTS(tables); i++)
    if (strlen(tables[i].name) == length && strncmp(tables[i].name, name, length) == 0) {
      tables[i].write(page, words);
      return TRUE;
    }
  return FALSE;
}

char *
noslip_help_tables_fill(const char *page, gboolean original)
{
  g_autoptr(GString) filled = g_string_new(NULL);
  for (const char *begin; (begin = strstr(page, BEGIN)) != NULL;) {
    const char *name = begin + strlen(BEGIN), *end = strstr(name, END);
    gsize next = end != NULL ? (gsize) (end + strlen(END) - page) : strlen(page);
    g_string_append_len(filled, page, begin - page);
    if (end == NULL || !write_table(filled, name, (gsize) (end - name), original ? as_marked : as_translated))
      g_string_append_len(filled, begin, (gssize) next - (begin - page));
    page += next;
  }
  g_string_append(filled, page);
  return g_string_free(g_steal_pointer(&filled), FALSE);
}
