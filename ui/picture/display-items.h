/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The items of a display list; private to display.c and its canvases. */
#pragma once

#include <pango/pango.h>

#include "ui/picture/display.h"
#include "ui/picture/text-layouts.h"

typedef enum {
  NOSLIP_PATH_MOVE,
  NOSLIP_PATH_LINE,
  NOSLIP_PATH_CURVE,
  NOSLIP_PATH_ARC,
  NOSLIP_PATH_CLOSE
} NoslipPathVerb;

typedef enum {
  NOSLIP_ITEM_STROKE,
  NOSLIP_ITEM_FILL,
  NOSLIP_ITEM_TEXT,
  NOSLIP_ITEM_IMAGE,
  NOSLIP_ITEM_PUSH_CLIP,
  NOSLIP_ITEM_POP_CLIP,
} NoslipItemKind;

typedef struct {
  NoslipItemKind kind;
  NoslipColor color;
  union {
    struct { /* STROKE, FILL */
      guint first_verb, n_verbs, first_number;
      double width; /* STROKE */
      NoslipDash dash;
    };
    struct {       /* TEXT, IMAGE, PUSH_CLIP */
      double x, y; /* a text's anchor, or the top left of a box */
      union {
        struct { /* TEXT */
          NoslipTextStyle style;
          const char *font; /* static */
          guint text;       /* offset into `strings` */
        };
        struct { /* IMAGE, PUSH_CLIP */
          double box_width, box_height;
          cairo_surface_t *image; /* IMAGE: owned reference */
        };
      };
    };
  };
} NoslipItem;

struct _NoslipDisplay {
  GArray *items; /* NoslipItem */
  GByteArray *verbs;
  GArray *numbers; /* double: 2 for move and line, 6 for curve, 5 for arc */
  GString *strings;
  guint path_verb, path_number; /* start of the path that is being built */
  NoslipTextLayouts *layouts;   /* NULL: texts are laid out for each drawing */
};

/* text.c: sets font, size, figures and text of a layout. The index of a name ("slip_x") becomes a subscript. */
void noslip_text_prepare(PangoLayout *layout, const char *font, const NoslipTextStyle *style, const char *text);
/* A string that differs for texts of which anything set by noslip_text_prepare() differs. Free with g_free(). */
char *noslip_text_key(const char *font, const NoslipTextStyle *style, const char *text);
/* The length of the index behind an underscore between letters or figures ("slip_x"), in bytes; else 0. */
gsize noslip_text_index(const char *text, const char *at);
/* The length in bytes of the symbol that begins at `at`, with its dots: a single letter of a text that has names of
 * quantities and numbers alone outside its brackets ("v₁ (m/s)": v, not m and s; "path of a ball": none). Else 0. */
gsize noslip_text_symbol(const char *text, const char *at);
