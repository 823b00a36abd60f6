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
int noslip_application_status(NoslipApplication *application); /* an error after the start; 0: none */

/* about.c: the window about the program, and the sentence in it that names what this build lacks: the parts of `optional`,
 * "NAME: yes" or "NAME: left out of this build", separated by semicolons; NULL if nothing is missing. Free with
 * g_free(). */
void noslip_about_show(GtkWindow *window);
char *noslip_about_missing(const char *optional);

/* window-actions.c: the actions of a window's menus and keys. */
void noslip_desktop_add_actions(NoslipWindow *window);

/* keys.c: the meaning of keys. noslip_desktop_add_actions() adds those of the window. */
typedef struct {
  const char *accelerator, *action; /* the action with its target */
  const char *title;                /* to be translated; NULL: the title of the view of this number */
} NoslipKey;
const NoslipKey *noslip_keys(guint *n);         /* of the window, used if no entry, button or view handles them */
const NoslipKey *noslip_accelerators(guint *n); /* of the application, independent of the focus */
void noslip_desktop_add_keys(NoslipWindow *window);

/* driving-keys.c: keys that move inputs while the system runs, and which of them are held. press() is TRUE if the key
 * is one of them. Counted by g_rc_box_acquire() and g_rc_box_release(). */
typedef struct _NoslipDriving NoslipDriving;
NoslipDriving *noslip_driving_new(NoslipWindow *window);
gboolean noslip_driving_press(NoslipDriving *driving, guint value, GdkModifierType state);
void noslip_driving_release(NoslipDriving *driving, guint value);
void noslip_driving_release_all(NoslipDriving *driving); /* the window has lost the keyboard focus */
/* driving-pad.c: the same for a gamepad. */
void noslip_driving_pad(NoslipWindow *window, const NoslipPadEvent *event);

void noslip_application_add_keys(GtkApplication *application);

/* setup-actions.c: set-ups and their list; noslip_desktop_add_actions() adds them, with a list of the window's own. */
void noslip_desktop_add_setup_actions(NoslipWindow *window);
void noslip_desktop_share_setups(NoslipWindow *window, NoslipSetupList *list); /* one list for several windows */
void noslip_desktop_write_setups(NoslipWindow *window, gboolean all, const char *path); /* the list, or what is shown */
char *noslip_setup_list_file(void); /* the file where it is stored; free with g_free() */

/* links.c: links to set-ups; noslip_desktop_add_actions() adds the action that shows one. offer() shows the contents of
 * a link, and opens it in the window if the user agrees; it returns the dialog. */
void noslip_desktop_add_link_actions(NoslipWindow *window);
GtkWidget *noslip_desktop_offer_link(NoslipWindow *window, const char *link);

/* motion-actions.c and window-menus.c; noslip_desktop_add_actions() adds them. */
void noslip_desktop_add_motion_actions(NoslipWindow *window);
void noslip_desktop_add_menus(NoslipWindow *window);

/* document-actions.c: the text of the system; noslip_desktop_add_actions() adds them. */
void noslip_desktop_add_document_actions(NoslipWindow *window);
/* Asks about texts that were unsaved at a crash. Returns the dialog, or NULL if there are none. `open` creates another
 * window if more than one is recovered. */
typedef NoslipWindow *(*NoslipOpenWindow)(gpointer data);
GtkWidget *noslip_desktop_offer_drafts(NoslipWindow *window, NoslipOpenWindow open, gpointer data);

/* renderer.c: Cairo for the widgets where OpenGL is software. To be called before the first window is realised. */
void noslip_desktop_choose_renderer(GdkDisplay *display);

/* x-errors.c: a request that an X server rejects does not end the program. */
void noslip_desktop_outlive_display_errors(GdkDisplay *display);

/* settings.c: settings that are stored between sessions. NULL if the schema is not installed: nothing is stored. */
GSettings *noslip_settings_new(void);
/* Restores the stored state of the window, and stores it when it closes; settings may be NULL. */
void noslip_settings_attach(GSettings *settings, NoslipWindow *window);
/* At the first start only: introduces the sleigh and how to use it. settings may be NULL. */
void noslip_settings_welcome(GSettings *settings, NoslipWindow *window);

/* recent.c: files of systems and set-ups that were opened or saved, added by a call or when the window opens them; the
 * catalogue's own are excluded. */
void noslip_recent_add(const char *file);
void noslip_recent_follow(NoslipWindow *window);
GMenuModel *noslip_recent_menu(void); /* updated with the list; free with g_object_unref() */

/* arrangements.c: restores the views of each system as they were last. Call it before the first system is opened. */
void noslip_arrangements_attach(NoslipWindow *window);

/* screenshot.c: when the window is settled, writes its picture, including OpenGL, or that of one view, and calls
 * `done`. `view` is NULL for the whole window, `figure` for a picture as the window shows it. */
typedef void (*NoslipScreenshotDone)(gboolean written, gpointer data);
void noslip_screenshot_when_settled(NoslipWindow *window, const NoslipViewKind *view, const NoslipPaperFigure *figure,
                                    const char *file, NoslipScreenshotDone done, gpointer data);

/* frame-statistics.c: {"count", "median", "percentile99", "worst"}, milliseconds. FALSE with an error. */
gboolean noslip_frame_statistics_write(const NoslipMeter *meter, const char *file, GError **error);
