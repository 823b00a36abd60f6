/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip: the desktop application. */
#pragma once

#include "app/desktop/export.h"
#include "app/desktop/gamepad.h"
#include "ui/widgets/side/setup-list.h"
#include "ui/widgets/window/window.h"

#define NOSLIP_APPLICATION_ID "org.noslip.Noslip"

#define NOSLIP_TYPE_APPLICATION (noslip_application_get_type())
G_DECLARE_FINAL_TYPE(NoslipApplication, noslip_application, NOSLIP, APPLICATION, AdwApplication)
NoslipApplication *noslip_application_new(void);
int noslip_application_status(NoslipApplication *application); /* what went wrong after it started; 0: nothing */

/* window-actions.c: what the menus and keys of a window do. */
void noslip_window_add_actions(NoslipWindow *window);

/* keys.c: what keys do. noslip_window_add_actions() adds those of the window. */
typedef struct {
  const char *accelerator, *action; /* the action with its target */
  const char *title;                /* to be translated; NULL: the view's of this number */
} NoslipKey;
const NoslipKey *noslip_keys(guint *n);         /* of the window, where no entry, button or view takes them */
const NoslipKey *noslip_accelerators(guint *n); /* of the application, wherever the focus is */
void noslip_window_add_keys(NoslipWindow *window);

/* driving-keys.c: keys that move inputs while the system runs, and which of them are held. press() is TRUE where the key
 * is one of them. Counted by g_rc_box_acquire() and g_rc_box_release(). */
typedef struct _NoslipDriving NoslipDriving;
NoslipDriving *noslip_driving_new(NoslipWindow *window);
gboolean noslip_driving_press(NoslipDriving *driving, guint value, GdkModifierType state);
void noslip_driving_release(NoslipDriving *driving, guint value);
void noslip_driving_release_all(NoslipDriving *driving); /* the window has the keyboard no more */
/* driving-pad.c: the same by a gamepad. */
void noslip_driving_pad(NoslipWindow *window, const NoslipPadEvent *event);

void noslip_application_add_keys(GtkApplication *application);

/* setup-actions.c: set-ups and their list; noslip_window_add_actions() adds them, with a list of the window's own. */
void noslip_window_add_setup_actions(NoslipWindow *window);
void noslip_window_share_setups(NoslipWindow *window, NoslipSetupList *list); /* one list for several windows */
void noslip_window_write_setups(NoslipWindow *window, gboolean all, const char *path); /* the list, or what is shown */
char *noslip_setup_list_file(void); /* where it is kept; free with g_free() */

/* links.c: links to set-ups; noslip_window_add_actions() adds what shows one. offer() shows what a link is, and opens it
 * in the window where that is wanted; it returns the dialog. */
void noslip_window_add_link_actions(NoslipWindow *window);
GtkWidget *noslip_window_offer_link(NoslipWindow *window, const char *link);

/* document-actions.c: the text of the system; noslip_window_add_actions() adds them. */
void noslip_window_add_document_actions(NoslipWindow *window);
/* Asks about texts that a crash left unsaved. Returns the dialog, or NULL where there are none. `open` makes another
 * window where more than one is recovered. */
typedef NoslipWindow *(*NoslipOpenWindow)(gpointer data);
GtkWidget *noslip_window_offer_drafts(NoslipWindow *window, NoslipOpenWindow open, gpointer data);

/* renderer.c: Cairo for the widgets where OpenGL is software. To be called before the first window is realised. */
void noslip_desktop_choose_renderer(GdkDisplay *display);

/* x-errors.c: a request that an X server refuses does not end the program. */
void noslip_desktop_outlive_display_errors(GdkDisplay *display);

/* settings.c: what is kept from one start to the next. NULL where the schema is not installed: nothing is. */
GSettings *noslip_settings_new(void);
/* Gives the window what was kept, and keeps it when it closes; settings may be NULL. */
void noslip_settings_attach(GSettings *settings, NoslipWindow *window);
/* At the first start, and never again: what the sleigh is and how to play with it. settings may be NULL. */
void noslip_settings_welcome(GSettings *settings, NoslipWindow *window);

/* recent.c: files of systems and set-ups that were opened or saved: added by hand, or as the window opens them; the
 * catalogue's own never are. */
void noslip_recent_add(const char *file);
void noslip_recent_follow(NoslipWindow *window);
GMenuModel *noslip_recent_menu(void); /* follows the list; free with g_object_unref() */

/* arrangements.c: the views of each system stand as they were left. Before the first system is opened. */
void noslip_arrangements_attach(NoslipWindow *window);

/* screenshot.c: when the window is settled, writes its picture, OpenGL included, or that of one view, and calls `done`.
 * `view` is NULL for the whole window, `figure` for a picture as the window shows it. */
typedef void (*NoslipScreenshotDone)(gboolean written, gpointer data);
void noslip_screenshot_when_settled(NoslipWindow *window, const NoslipViewKind *view, const NoslipPaperFigure *figure,
                                    const char *file, NoslipScreenshotDone done, gpointer data);

/* frame-statistics.c: {"count", "median", "percentile99", "worst"}, milliseconds. FALSE with an error. */
gboolean noslip_frame_statistics_write(const NoslipMeter *meter, const char *file, GError **error);
