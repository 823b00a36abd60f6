/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/finder/corner-text.h"

#include <math.h>

#define LINE_STEP 1.45  /* of the size of the text */
#define MARGIN 6        /* pixels to the edges */
#define MOST_HEIGHT 0.6 /* of the figure */

/* How many points of a line are in a rectangle. */
static guint
count_inside(const GArray *line, const NoslipFigure *figure, double x, double y, double width, double height)
{
  guint count = 0;
  for (guint i = 0; line && i + 1 < line->len; i += 2) {
    double px, py;
    noslip_figure_to_pixels(figure, g_array_index(line, double, i), g_array_index(line, double, i + 1), &px, &py);
    count += px >= x && px <= x + width && py >= y && py <= y + height;
  }
  return count;
}

void
noslip_corner_text_display(const GPtrArray *lines, const GArray *line, const NoslipFigure *figure,
                           const NoslipTheme *theme, NoslipDisplay *display)
{
  const NoslipTextStyle style = {.size = theme->small_size, .color = theme->text, .align_y = 0};
  double x, y, width, height, widest = 0, step = LINE_STEP * theme->small_size;
  noslip_figure_area(figure, &x, &y, &width, &height);
  for (guint i = 0; i < lines->len; i++) {
    double needed;
    noslip_text_measure(theme, &style, lines->pdata[i], &needed, NULL, NULL);
    widest = fmax(widest, needed);
  }
  if (lines->len == 0 || lines->len * step > MOST_HEIGHT * height)
    return;
  double box = widest + 16, tall = lines->len * step + 10, left = x + MARGIN, top = y + MARGIN;
  guint fewest = G_MAXUINT;
  for (guint corner = 0; corner < 4; corner++) {
    double there = corner % 2 == 0 ? x + MARGIN : x + width - MARGIN - box;
    double over = corner < 2 ? y + MARGIN : y + height - MARGIN - tall;
    guint count = count_inside(line, figure, there, over, box, tall);
    if (count >= fewest)
      continue;
    fewest = count;
    left = there;
    top = over;
  }
  noslip_display_rectangle(display, left, top, box, tall, 6, noslip_color_with_alpha(theme->surface, 0.82));
  for (guint i = 0; i < lines->len; i++)
    noslip_display_text(display, theme, &style, left + 8, top + 5 + i * step, lines->pdata[i]);
}
