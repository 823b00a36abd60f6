/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/scene/shape.h"

static const NoslipShape *const shapes[] = {
#define NOSLIP_SHAPE(KIND, name, ...) [NOSLIP_BODY_##KIND] = &noslip_shape_##name,
#include "core/system/shapes.def"
#undef NOSLIP_SHAPE
};

const NoslipShape *
noslip_shape_of_kind(NoslipBodyKind kind)
{
  return (guint) kind < G_N_ELEMENTS(shapes) ? shapes[kind] : NULL;
}

const NoslipShape *
noslip_body_shape(const NoslipBody *body)
{
  return noslip_shape_of_kind(body->kind);
}

const NoslipShape *
noslip_draw_shape(const NoslipDraw *draw)
{
  switch (draw->kind) {
#define NOSLIP_SHAPE(KIND, name, ...)                                                                                  \
  case NOSLIP_DRAW_##KIND:                                                                                             \
    return &noslip_shape_##name;
#include "core/system/shapes.def"
#undef NOSLIP_SHAPE
  case NOSLIP_DRAW_TRAIL:
    break;
  }
  return NULL;
}
