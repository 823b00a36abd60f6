/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The toasts of a window, one at a time. A toast without a button is replaced by the next one; one with a button is
 * not. A toast that goes while it still comes up would take the program with it in libadwaita 1.2 (the animation of its
 * coming outlives it), so each stays for a moment at least. */
#pragma once

#include <adwaita.h>

typedef struct NoslipToasts NoslipToasts;

NoslipToasts *noslip_toasts_new(AdwToastOverlay *overlay); /* which has its child */
void noslip_toasts_free(NoslipToasts *toasts);             /* while the overlay is there, or after it */
/* Takes the toast; it is shown when its turn comes, or never where there are no toasts any more (NULL). */
void noslip_toasts_add(NoslipToasts *toasts, AdwToast *toast);
void noslip_toasts_tell(NoslipToasts *toasts, const char *text); /* plain text, for a while */
