/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/codegen/code.h"

static const NoslipCodeLanguage *const languages[] = {
#define LANGUAGE(name) &noslip_code_##name,
#include "core/codegen/languages.def"
#undef LANGUAGE
    NULL,
};

const NoslipCodeLanguage *const *
noslip_code_languages(void)
{
  return languages;
}

const NoslipCodeLanguage *
noslip_code_language_find(const char *id)
{
  for (guint i = 0; languages[i] != NULL; i++)
    if (g_strcmp0(languages[i]->id, id) == 0)
      return languages[i];
  return NULL;
}
