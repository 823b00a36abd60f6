/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of a picture that the program draws without a window: its view, width and font. */
#include "app/desktop/application-figure.h"

#include "app/desktop/desktop.h"
#include "app/desktop/export.h"
#include "core/base/decimal.h"
#include "core/base/length.h"

#include <glib-unix.h>
#include <glib/gi18n.h>

gboolean
noslip_application_read_view(GApplicationCommandLine *line, GVariantDict *given, const NoslipViewKind **view)
{
  const char *id = NULL;
  if (!g_variant_dict_lookup(given, "view", "&s", &id))
    return TRUE;
  g_autofree char *lower = g_ascii_strdown(id, -1); /* also as the window names it: "Energy" */
  *view = noslip_view_kind_find(lower);
  if (*view && g_variant_dict_contains(given, "screenshot"))
    return TRUE;
  g_autoptr(GString) known = g_string_new(NULL);
  for (guint i = 0; noslip_view_kinds()[i]; i++)
    g_string_append_printf(known, " %s", noslip_view_kinds()[i]->id);
  g_application_command_line_printerr(line, _("noslip: --view needs --screenshot and one of:%s\n"), known->str);
  return FALSE;
}

#define FONT_SIZE 8 /* points: what journals take in figures */
#define FONT_LEAST 3
#define FONT_MOST 72

gboolean
noslip_application_read_figure(GApplicationCommandLine *line, GVariantDict *given, const NoslipViewKind *view,
                               NoslipPaperFigure *figure)
{
  const char *width = NULL, *font = NULL, *size = NULL;
  g_variant_dict_lookup(given, "width", "&s", &width);
  g_variant_dict_lookup(given, "font", "&s", &font);
  g_variant_dict_lookup(given, "font-size", "&s", &size);
  figure->font_size = FONT_SIZE;
  if (width && !view)
    g_application_command_line_printerr(line, _("noslip: --width needs --screenshot and --view\n"));
  else if (width && !noslip_length_read(width, &figure->width))
    g_application_command_line_printerr(line, _("noslip: --width is a length such as 85mm, not '%s'\n"), width);
  else if (!width && (font || size))
    g_application_command_line_printerr(line, _("noslip: --font and --font-size need --width\n"));
  else if (font && !noslip_figure_has_font(font))
    g_application_command_line_printerr(line, _("noslip: there is no font '%s' on this machine\n"), font);
  else if (size && (!noslip_decimal_read(size, &figure->font_size) || figure->font_size < FONT_LEAST ||
                    figure->font_size > FONT_MOST))
    g_application_command_line_printerr(line, _("noslip: --font-size is a number of points, %d to %d, not '%s'\n"),
                                        FONT_LEAST, FONT_MOST, size);
  else {
    figure->font = font ? g_intern_string(font) : NULL;
    return TRUE;
  }
  return FALSE;
}
