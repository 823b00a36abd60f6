/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links to set-ups: what is written can be read again; invalid links are rejected with a reason. */
#include "tests/core/simulation/support.h"

#include "core/language/language.h"
#include "core/simulation/setup/link.h"

#include <gio/gio.h>
#include <string.h>

static NoslipSetup *
setup_of(const char *text)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(GPtrArray) setups = noslip_setups_from_text(text, NULL, "test", diagnostics);
  g_assert_cmpuint(diagnostics->n_errors, ==, 0);
  g_assert_cmpuint(setups->len, ==, 1);
  return noslip_setup_ref(setups->pdata[0]);
}

/* Names of all lengths, so that all lengths of links modulo 4 are tested. */
static void
test_there_and_back(void)
{
  guint lengths = 0;
  for (guint n = 1; n < 40; n++) {
    g_autofree char *name = g_strnfill(n, 'a' + (char) (n % 26));
    g_autofree char *text = g_strconcat("[Noslip set-up]\nname=", name, "\n[System]\nid=snakeboard\n", NULL);
    g_autoptr(NoslipSetup) setup = setup_of(text);
    g_autofree char *link = noslip_link_new(setup, NULL);
    g_assert_true(noslip_link_is(link));
    g_assert_null(strpbrk(link + strlen(NOSLIP_LINK_PREFIX), "+/="));
    lengths |= 1u << (strlen(link) - strlen(NOSLIP_LINK_PREFIX)) % 4;
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_autoptr(NoslipSetup) same = noslip_link_read(link, diagnostics);
    g_assert_cmpuint(diagnostics->list->len, ==, 0);
    g_assert_cmpstr(noslip_setup_name(same), ==, name);
    g_assert_cmpstr(noslip_setup_system(same), ==, "snakeboard");
  }
  g_assert_cmpuint(lengths, ==, 1 << 0 | 1 << 2 | 1 << 3);
}

static void
expect_refusal(const char *link, const char *cause)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_assert_null(noslip_link_read(link, diagnostics));
  g_assert_cmpuint(diagnostics->n_errors, ==, 1);
  const NoslipDiagnostic *error = diagnostics->list->pdata[0];
  g_assert_cmpint(error->code, ==, NOSLIP_CODE_ARGUMENT);
  g_assert_nonnull(strstr(error->cause, cause));
}

/* A link that contains these bytes, compressed by zlib. */
static char *
link_of(const char *bytes, gsize n, const char *behind)
{
  g_autoptr(GConverter) deflate = G_CONVERTER(g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 9));
  g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable();
  g_autoptr(GOutputStream) stream = g_converter_output_stream_new(memory, deflate);
  g_assert_true(g_output_stream_write_all(stream, bytes, n, NULL, NULL, NULL));
  g_assert_true(g_output_stream_close(stream, NULL, NULL));
  g_autoptr(GByteArray) all =
      g_bytes_unref_to_array(g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(memory)));
  g_byte_array_append(all, (const guint8 *) behind, (guint) strlen(behind));
  g_autofree char *base64 = g_base64_encode(all->data, all->len);
  g_strdelimit(base64, "+", '-');
  g_strdelimit(base64, "/", '_');
  base64[strcspn(base64, "=")] = '\0';
  return g_strconcat(NOSLIP_LINK_PREFIX, base64, NULL);
}

static void
test_refused(void)
{
  const char *text = "[Noslip set-up]\nname=One\n[System]\nid=snakeboard\n";
  g_autofree char *good = link_of(text, strlen(text), "");
  g_autoptr(NoslipDiagnostics) none = noslip_diagnostics_new();
  g_autoptr(NoslipSetup) setup = noslip_link_read(good, none);
  g_assert_nonnull(setup);
  g_autofree char *cut = g_strndup(good, strlen(NOSLIP_LINK_PREFIX) + 5);
  g_autofree char *odd = g_strconcat(good, "+", NULL);
  g_autofree char *behind = link_of(text, strlen(text), "more");
  g_autofree char *empty = link_of("", 0, "");
  g_autofree char *bytes = link_of("\xff\xfe", 2, "");
  g_autofree char *other = link_of("noslip 1\n", 9, "");
  const char *named = "[Noslip set-up]\n[System]\nfile=/etc/passwd\n";
  g_autofree char *file = link_of(named, strlen(named), "");
  g_autofree char *as = g_strnfill(NOSLIP_LINK_MOST, 'A');
  g_autofree char *large = g_strconcat(NOSLIP_LINK_PREFIX, as, NULL);
  gsize most = NOSLIP_LANGUAGE_MOST_BYTES + (1 << 20); /* of one letter: a short link with too much content */
  g_autofree char *letters = g_strnfill(most, ' ');
  g_autofree char *bomb = link_of(letters, most, "");
  expect_refusal("https://example.org", "noslip:?s=");
  expect_refusal(NOSLIP_LINK_PREFIX, "other characters");
  expect_refusal(cut, "other characters");
  expect_refusal(odd, "other characters");
  expect_refusal(behind, "there is more after its end");
  expect_refusal(empty, "no text");
  expect_refusal(bytes, "no text");
  expect_refusal(other, "no set-up");
  expect_refusal(file, "names a file");
  expect_refusal(large, "too long");
  expect_refusal(bomb, "it contains too much");
  g_assert_false(noslip_link_is("snakeboard"));
}

/* The message about a text that is too long for a link gives both lengths. */
static void
test_too_long(void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed(1);
  g_autoptr(GString) text = g_string_new("[Noslip set-up]\nname=");
  for (guint i = 0; i < 2 * NOSLIP_LINK_MOST; i++)
    g_string_append_c(text, (char) ('A' + g_rand_int_range(rand, 0, 26)));
  g_string_append(text, "\n[System]\nid=snakeboard\n");
  g_autoptr(NoslipSetup) setup = setup_of(text->str);
  g_autoptr(GError) error = NULL;
  g_assert_null(noslip_link_new(setup, &error));
  g_assert_error(error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_assert_nonnull(strstr(error->message, "8000"));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/links/there-and-back", test_there_and_back);
  g_test_add_func("/links/refused", test_refused);
  g_test_add_func("/links/too-long", test_too_long);
  return g_test_run();
}
