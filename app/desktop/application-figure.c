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
  g_autofree char *lower = g_ascii_strdown(id, -1); /* also by its name in the window: "Energy" */
  *view = noslip_view_kind_find(lower);
  if (*view && g_variant_dict_contains(given, "screenshot"))
    return TRUE;
  g_autoptr(GString) known = g_string_new(NULL);
  for (guint i = 0; noslip_view_kinds()[i]; i++)
    g_string_append_printf(known, " %s", noslip_view_kinds()[i]->id);
  g_application_command_line_printerr(line, _("noslip: --view needs --screenshot and one of:%s\n"), known->str);
  return FALSE;
}

#define FONT_SIZE 8 /* points: the usual size in journals' figures */
#define FONT_LEAST 3
#define FONT_MOST 72

#define LINE_MOST 20

/* The parts to leave out: "cursor,grid". */
static gboolean
read_without(const char *text, NoslipPaperFigure *figure)
{
  g_auto(GStrv) parts = g_strsplit(text, ",", -1);
  for (char **part = parts; *part; part++) {
    gboolean *omitted = g_str_equal(g_strstrip(*part), "cursor") ? &figure->without_cursor
                        : g_str_equal(*part, "readings")         ? &figure->without_readings
                        : g_str_equal(*part, "grid")             ? &figure->without_grid
                                                                 : NULL;
    if (!omitted)
      return FALSE;
    *omitted = TRUE;
  }
  return TRUE;
}

/* The parts of a figure besides its width and font. */
static gboolean
read_look(GApplicationCommandLine *line, GVariantDict *given, NoslipPaperFigure *figure)
{
  const char *thick = NULL, *without = NULL;
  g_variant_dict_lookup(given, "line-width", "&s", &thick);
  g_variant_dict_lookup(given, "without", "&s", &without);
  g_variant_dict_lookup(given, "live-text", "b", &figure->live_text);
  if (!(figure->width > 0) && (thick || without || figure->live_text))
    g_application_command_line_printerr(line, _("noslip: --line-width, --without and --live-text need --width\n"));
  else if (thick && (!noslip_decimal_read(thick, &figure->line_width) || !(figure->line_width > 0) ||
                     figure->line_width > LINE_MOST))
    g_application_command_line_printerr(line, _("noslip: --line-width is a number of points up to %d, not '%s'\n"),
                                        LINE_MOST, thick);
  else if (without && !read_without(without, figure))
    g_application_command_line_printerr(line, _("noslip: --without is made of cursor, readings and grid, not '%s'\n"),
                                        without);
  else
    return TRUE;
  return FALSE;
}

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
    return read_look(line, given, figure);
  }
  return FALSE;
}
