/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of set-ups share. */
#pragma once

#include "core/simulation/setup/setup.h"

#define NOSLIP_SETUP_HEAD "Noslip set-up"
#define NOSLIP_SETUP_SYSTEM "System"

struct _NoslipSetup {
  guint references;
  char *name, *system; /* NULL: none */
  GKeyFile *keys;      /* all but the above */
  GHashTable *blocks;  /* group -> text */
  GHashTable *lines;   /* "group\nkey", and "group": the line of the text it was read from */
  char *file;          /* name of that text, or NULL */
  char *link;          /* that it was read from, or NULL */
};
