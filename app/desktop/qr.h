/* SPDX-License-Identifier: GPL-3.0-or-later */
/* QR codes (ISO 18004), where the program was built with libqrencode. */
#pragma once

#include <gdk/gdk.h>

/* The code of a text, black on white with the margin that scanners need, about `size` pixels wide; NULL if the text
 * is too long for one, or this build has none. */
GdkTexture *noslip_qr_texture(const char *text, int size);
gboolean noslip_qr_is_there(void);
