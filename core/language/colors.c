/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of colors. */
#include "core/language/names.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* CSS Color Module Level 3, section 4.3. */
/* clang-format off */
static const char *const names[] = {
    "aliceblue", "antiquewhite", "aqua", "aquamarine", "azure", "beige", "bisque", "black",
    "blanchedalmond", "blue", "blueviolet", "brown", "burlywood", "cadetblue", "chartreuse", "chocolate",
    "coral", "cornflowerblue", "cornsilk", "crimson", "cyan", "darkblue", "darkcyan", "darkgoldenrod",
    "darkgray", "darkgreen", "darkgrey", "darkkhaki", "darkmagenta", "darkolivegreen", "darkorange",
    "darkorchid", "darkred", "darksalmon", "darkseagreen", "darkslateblue", "darkslategray",
    "darkslategrey", "darkturquoise", "darkviolet", "deeppink", "deepskyblue", "dimgray", "dimgrey",
    "dodgerblue", "firebrick", "floralwhite", "forestgreen", "fuchsia", "gainsboro", "ghostwhite", "gold",
    "goldenrod", "gray", "green", "greenyellow", "grey", "honeydew", "hotpink", "indianred", "indigo",
    "ivory", "khaki", "lavender", "lavenderblush", "lawngreen", "lemonchiffon", "lightblue", "lightcoral",
    "lightcyan", "lightgoldenrodyellow", "lightgray", "lightgreen", "lightgrey", "lightpink", "lightsalmon",
    "lightseagreen", "lightskyblue", "lightslategray", "lightslategrey", "lightsteelblue", "lightyellow",
    "lime", "limegreen", "linen", "magenta", "maroon", "mediumaquamarine", "mediumblue", "mediumorchid",
    "mediumpurple", "mediumseagreen", "mediumslateblue", "mediumspringgreen", "mediumturquoise",
    "mediumvioletred", "midnightblue", "mintcream", "mistyrose", "moccasin", "navajowhite", "navy",
    "oldlace", "olive", "olivedrab", "orange", "orangered", "orchid", "palegoldenrod", "palegreen",
    "paleturquoise", "palevioletred", "papayawhip", "peachpuff", "peru", "pink", "plum", "powderblue",
    "purple", "red", "rosybrown", "royalblue", "saddlebrown", "salmon", "sandybrown", "seagreen",
    "seashell", "sienna", "silver", "skyblue", "slateblue", "slategray", "slategrey", "snow", "springgreen",
    "steelblue", "tan", "teal", "thistle", "tomato", "turquoise", "violet", "wheat", "white", "whitesmoke",
    "yellow", "yellowgreen",
};
/* clang-format on */

gboolean
noslip_color_is_known(const char *text, char **remedy)
{
  if (text[0] == '#') {
    gsize digits = strspn(text + 1, "0123456789abcdefABCDEF");
    if ((digits == 3 || digits == 6) && text[digits + 1] == '\0')
      return TRUE;
    *remedy = g_strdup(_("write three or six hexadecimal digits after #, such as \"#4682b4\""));
    return FALSE;
  }
  Nearest nearest;
  noslip_nearest_start(&nearest, text);
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    if (g_ascii_strcasecmp(text, names[i]) == 0)
      return TRUE;
    noslip_nearest_try(&nearest, names[i]);
  }
  *remedy = noslip_nearest_remedy(&nearest);
  if (*remedy == NULL)
    *remedy = g_strdup(_("write a name of CSS, such as \"steelblue\", or \"#rrggbb\""));
  return FALSE;
}
