/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/export/json.h"
#include "ui/export/page-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define RTOL_LEAST 1e-12 /* a page that computes: its usual and its least relative tolerance */

void
noslip_page_content_clear(NoslipPageContent *content)
{
  g_clear_pointer(&content->system, noslip_system_unref);
  g_clear_pointer(&content->comparison, noslip_comparison_free);
  g_clear_pointer(&content->parameters, g_free);
  g_clear_pointer(&content->xy, g_free);
  g_clear_pointer(&content->mu, g_free);
  g_clear_pointer(&content->caption, g_free);
}

static char *
make(const NoslipPage *page, NoslipDynamics *dynamics)
{
  const NoslipPageContent *content = page->content;
  g_autoptr(NoslipCsv) csv = noslip_csv_new(content->system, content->kind, page->diagnostics);
  g_autoptr(JsonBuilder) builder = json_builder_new();
  if (csv == NULL)
    return NULL;
  g_auto(GStrv) columns = noslip_csv_columns(csv);
  noslip_page_build(builder, page, columns);
  if (page->code == NULL && !noslip_page_build_recorded(builder, page, dynamics, csv, g_strv_length(columns)))
    return NULL;
  if (page->code != NULL) {
    noslip_page_build_claims(builder, page, NULL);
    noslip_json_member_number(builder, "to", page->code->to);
    noslip_json_member_number(builder, "rtol", page->rtol);
    noslip_json_member_string(builder, "integration", page->integration);
    noslip_json_member_numbers(builder, "initial", page->code->flow->n_state, page->code->initial);
  }
  json_builder_end_object(builder);
  return noslip_page_html(page, builder);
}

static void
add_message(NoslipPage *page, NoslipSeverity severity, const char *text)
{
  noslip_diagnostics_add(page->diagnostics,
                         noslip_diagnostic_new(severity, NOSLIP_CODE_ARGUMENT, NULL, NULL, "%s", text));
}

static void
note_recorded(NoslipPage *page, const char *why)
{
  g_autofree char *note = g_strdup_printf(_("the page plays the motion and cannot change it: %s"), why);
  page->reason = g_strdup_printf("This motion was computed by Noslip and is only played here: %s.", why);
  add_message(page, NOSLIP_NOTE, note);
}

/* A page that computes keeps a tolerance other than the usual one, but neither a method nor a tolerance beyond its
 * own. */
static void
take_integration(NoslipPage *page)
{
  const NoslipRunOptions *given = &page->content->options;
  NoslipRunOptions usual;
  noslip_run_options_default(&usual, page->content->system);
  page->rtol = given->rtol != usual.rtol ? fmax(given->rtol, RTOL_LEAST) : RTOL_LEAST;
  if (page->content->integration != NULL)
    return;
  if (given->method != usual.method) {
    g_autofree char *note =
        g_strdup_printf(_("the page integrates by a method of its own, of order 5 with error control, and not by %s"),
                        given->method->id);
    page->integration = g_strdup_printf("This page integrates by Dormand and Prince's method of order 5 with error "
                                        "control, and not by %s, the method of the set-up.",
                                        given->method->id);
    add_message(page, NOSLIP_NOTE, note);
  }
  if (given->rtol < RTOL_LEAST)
    add_message(page, NOSLIP_NOTE, _("the page integrates to 12 digits, and not to a smaller tolerance"));
}

/* The parts that are left out if the page is too long: first the overlays, then the equations, then rows. */
static char *
make_short(NoslipPage *page, NoslipDynamics *dynamics)
{
  gsize length = 0;
  for (page->stride = 1; page->stride <= 1024; page->stride = MAX(1, 2 * page->stride)) {
    g_autofree char *html = make(page, dynamics);
    if (html == NULL || (length = strlen(html)) <= NOSLIP_PAGE_MOST)
      return g_steal_pointer(&html);
    if (page->overlays->len > 0) {
      g_ptr_array_set_size(page->overlays, 0);
      add_message(page, NOSLIP_NOTE, _("the page has no overlays, for which it would be too long"));
      page->stride = 0; /* 1 in the next round */
    } else if (page->code != NULL) {
      g_clear_pointer(&page->code, noslip_code_free);
      note_recorded(page, "its equations are too long for a page");
      page->stride = 0;
    }
  }
  g_autofree char *text = g_strdup_printf(_("the page of %s would have %u bytes; at most %d are allowed"),
                                          page->content->system->id, (guint) length, NOSLIP_PAGE_MOST);
  add_message(page, NOSLIP_ERROR, text);
  return NULL;
}

char *
noslip_page_text(const NoslipPageContent *content, NoslipDynamics *dynamics, const int *cancel,
                 NoslipDiagnostics *diagnostics)
{
  NoslipPage page = {.content = content, .cancel = cancel, .diagnostics = diagnostics};
  g_autoptr(NoslipDiagnostics) refused = noslip_diagnostics_new();
  GArray **arrays[] = {&page.judged, &page.first, &page.n_rates, &page.draws};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    *arrays[i] = g_array_new(FALSE, FALSE, sizeof(guint));
  page.overlays = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_page_overlay_free);
  page.code = noslip_code_new(dynamics, &content->options, content->parameters, content->xy, content->mu, refused);
  if (page.code == NULL && refused->list->len > 0)
    note_recorded(&page, ((const NoslipDiagnostic *) refused->list->pdata[0])->cause);
  if (page.code != NULL)
    take_integration(&page);
  page.picture = noslip_page_picture(content->system, content->kind, page.draws);
  noslip_page_add_claims(&page);
  if (page.code != NULL)
    noslip_page_add_overlays(&page);
  char *html = make_short(&page, dynamics);
  if (html != NULL && page.code != NULL && content->integration != NULL) {
    g_clear_pointer(&html, g_free);
    noslip_diagnostics_add(diagnostics,
                           noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, _("leave it out"),
                                                 _("the page computes the motion itself, by a method of "
                                                   "order 5 to 12 digits, and does not use %s"),
                                                 content->integration));
  }
  noslip_code_free(page.code);
  g_clear_pointer(&page.picture, noslip_observer_unref);
  g_clear_pointer(&page.claims, noslip_observer_unref);
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_array_unref(*arrays[i]);
  g_ptr_array_unref(page.overlays);
  g_free(page.reason);
  g_free(page.integration);
  return html;
}
