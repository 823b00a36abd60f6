/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of a picture that the program draws without a window. */
#pragma once

#include "app/desktop/desktop.h"
#include "app/desktop/export.h"

/* The view to draw; FALSE with a message if there is none of that name. */
gboolean noslip_application_read_view(GApplicationCommandLine *line, GVariantDict *given, const NoslipViewKind **view);
/* FALSE with a message. */
gboolean noslip_application_read_figure(GApplicationCommandLine *line, GVariantDict *given, const NoslipViewKind *view,
                                        NoslipPaperFigure *figure);
