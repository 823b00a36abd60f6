/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of set-ups. */
#pragma once

#include "core/simulation/setup/setup.h"

#define NOSLIP_SETUP_HEAD "Noslip set-up"
#define NOSLIP_SETUP_SYSTEM "System"

struct _NoslipSetup {
  guint references;
  char *name, *system; /* NULL: none */
  GKeyFile *keys;      /* all entries except the above */
  GHashTable *blocks;  /* group -> text */
  GHashTable *lines;   /* "group\nkey", and "group": the line of the text from which it was read */
  char *file;          /* name of that text, or NULL */
  char *link;          /* the link from which it was read, or NULL */
};
