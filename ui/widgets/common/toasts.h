/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The toasts of a window, one at a time. A toast without a button is replaced by the next one; one with a button is
 * not. In libadwaita 1.2, a toast that is dismissed during its appearing animation, also by its timeout, crashes the
 * program (the animation outlives it), so each is shown for a minimum time, after which its timeout begins. */
#pragma once

#include <adwaita.h>

typedef struct NoslipToasts NoslipToasts;

NoslipToasts *noslip_toasts_new(AdwToastOverlay *overlay); /* which has its child */
void noslip_toasts_free(NoslipToasts *toasts);             /* while the overlay exists, or after it */
/* Takes ownership; the toast is shown in its turn, or dropped if `toasts` is NULL. */
void noslip_toasts_add(NoslipToasts *toasts, AdwToast *toast);
void noslip_toasts_show(NoslipToasts *toasts, const char *text); /* plain text, for a while */
