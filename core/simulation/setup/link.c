/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/setup/link.h"

#include "core/catalogue/catalogue.h"
#include "core/language/language.h"
#include "core/simulation/setup/setup-private.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>

gboolean
noslip_link_is(const char *text)
{
  return g_str_has_prefix(text, "noslip:");
}

/* The complete output of a converter for the input, at most `most` bytes; NULL with *error. */
static GByteArray *
convert(GConverter *converter, const guchar *input, gsize length, gsize most, GError **error)
{
  g_autoptr(GByteArray) output = g_byte_array_new();
  guchar buffer[4096];
  GConverterResult result = G_CONVERTER_CONVERTED;
  while (result != G_CONVERTER_FINISHED) {
    gsize taken = 0, made = 0;
    result = g_converter_convert(converter, input, length, buffer, sizeof buffer, G_CONVERTER_INPUT_AT_END, &taken,
                                 &made, error);
    if (result == G_CONVERTER_ERROR)
      return NULL;
    g_byte_array_append(output, buffer, (guint) made);
    input += taken;
    length -= taken;
    if (output->len > most) {
      g_set_error(error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, _("it contains too much"));
      return NULL;
    }
  }
  if (length == 0)
    return g_steal_pointer(&output);
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("there is more after its end"));
  return NULL;
}

gboolean
noslip_link_can_hold(const NoslipSetup *setup, GError **error)
{
  const char *source = noslip_setup_source(setup);
  if (source == NULL)
    return TRUE;
  g_autoptr(NoslipDiagnostics) found = noslip_diagnostics_new();
  noslip_system_unref(noslip_catalogue_system(source, -1, "link.noslip", "link", TRUE, found));
  for (guint i = 0; i < found->list->len; i++) {
    const NoslipDiagnostic *refused = found->list->pdata[i];
    if (refused->code != NOSLIP_CODE_FILE)
      continue;
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                _("the link could not be opened: %s; save the set-up as a file"), refused->cause);
    return FALSE;
  }
  return TRUE;
}

char *
noslip_link_new(NoslipSetup *setup, GError **error)
{
  g_autofree char *text = noslip_setups_to_text(1, &setup, NULL);
  g_autoptr(GConverter) deflate = G_CONVERTER(g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 9));
  g_autoptr(GByteArray) packed =
      convert(deflate, (const guchar *) text, strlen(text), NOSLIP_LANGUAGE_MOST_BYTES, error);
  if (packed == NULL)
    return NULL;
  g_autofree char *base64 = g_base64_encode(packed->data, packed->len);
  g_strdelimit(base64, "+", '-');
  g_strdelimit(base64, "/", '_');
  base64[strcspn(base64, "=")] = '\0';
  g_autofree char *link = g_strconcat(NOSLIP_LINK_PREFIX, base64, NULL);
  if (strlen(link) <= NOSLIP_LINK_MOST)
    return g_steal_pointer(&link);
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
              _("the link would have %u characters, more than %d; save the set-up as a file"), (guint) strlen(link),
              NOSLIP_LINK_MOST);
  return NULL;
}

static NoslipSetup *
refuse(NoslipDiagnostics *diagnostics, const char *cause)
{
  noslip_diagnostics_add(diagnostics,
                         noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, _("copy the whole link"),
                                               _("this is not a link to a set-up: %s"), cause));
  return NULL;
}

/* The bytes of base64url without padding; NULL if it contains other characters. */
static guchar *
decode(const char *text, gsize *length)
{
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  gsize n = strlen(text);
  if (strspn(text, alphabet) != n || n % 4 == 1)
    return NULL;
  g_autofree char *padded = g_strconcat(text, n % 4 == 2 ? "==" : n % 4 == 3 ? "=" : "", NULL);
  g_strdelimit(padded, "-", '+');
  g_strdelimit(padded, "_", '/');
  return g_base64_decode(padded, length);
}

NoslipSetup *
noslip_link_read(const char *link, NoslipDiagnostics *diagnostics)
{
  g_autoptr(GError) error = NULL;
  gsize length = 0;
  if (!g_str_has_prefix(link, NOSLIP_LINK_PREFIX))
    return refuse(diagnostics, _("it does not begin with noslip:?s="));
  if (strlen(link) > NOSLIP_LINK_MOST)
    return refuse(diagnostics, _("it is too long"));
  g_autofree guchar *packed = decode(link + strlen(NOSLIP_LINK_PREFIX), &length);
  if (packed == NULL || length == 0)
    return refuse(diagnostics, _("it contains other characters"));
  g_autoptr(GConverter) inflate = G_CONVERTER(g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB));
  g_autoptr(GByteArray) bytes = convert(inflate, packed, length, NOSLIP_LANGUAGE_MOST_BYTES, &error);
  if (bytes == NULL)
    return refuse(diagnostics, error->message);
  if (bytes->len == 0 || !g_utf8_validate((const char *) bytes->data, bytes->len, NULL))
    return refuse(diagnostics, _("it contains no text"));
  g_autofree char *text = g_strndup((const char *) bytes->data, bytes->len);
  if (!noslip_setup_is_text(text))
    return refuse(diagnostics, _("it contains no set-up"));
  g_autoptr(GPtrArray) setups = noslip_setups_from_text(text, NULL, "link", diagnostics);
  if (setups == NULL || setups->len == 0)
    return NULL;
  const char *system = noslip_setup_system(setups->pdata[0]);
  g_autofree char *known = system != NULL ? noslip_catalogue_path(system) : NULL;
  if (system != NULL && known == NULL)
    return refuse(diagnostics, _("it names a file, or a system that the catalogue does not have"));
  NoslipSetup *setup = noslip_setup_ref(setups->pdata[0]);
  setup->link = g_strdup(link);
  return setup;
}
