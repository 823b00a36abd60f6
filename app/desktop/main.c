/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/desktop/desktop.h"

#include "core/catalogue/catalogue.h"
#include "ui/export/job.h"

#include <glib/gi18n.h>
#include <gsl/gsl_errno.h>
#include <libintl.h>
#include <locale.h>

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  /* Numbers have a decimal point in every language: they are read and typed as in the text of a system. */
  setlocale(LC_ALL, "");
  setlocale(LC_NUMERIC, "C");
  gtk_disable_setlocale();
  g_autofree char *locale = noslip_catalogue_locale();
  bindtextdomain("noslip", locale ? locale : NOSLIP_LOCALE_DIR);
  bind_textdomain_codeset("noslip", "UTF-8");
  textdomain("noslip");
  g_set_application_name("Noslip");
  g_autoptr(NoslipApplication) application = noslip_application_new();
  int status = g_application_run(G_APPLICATION(application), argc, argv);
  noslip_jobs_wait(5 * G_USEC_PER_SEC);
  return status ? status : noslip_application_status(application);
}
