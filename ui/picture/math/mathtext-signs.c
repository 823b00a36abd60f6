/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signs and commands of the supported LaTeX: their letters and classes, and reading commands. */
#include "ui/picture/math/math-box.h"
#include "ui/picture/math/mathtext-private.h"

#include <string.h>

static const struct {
  const char *name, *text;
} symbols[] = {
    {"alpha", "α"},    {"beta", "β"},       {"gamma", "γ"},    {"delta", "δ"},  {"epsilon", "ε"}, {"zeta", "ζ"},
    {"eta", "η"},      {"theta", "θ"},      {"iota", "ι"},     {"kappa", "κ"},  {"lambda", "λ"},  {"mu", "μ"},
    {"nu", "ν"},       {"xi", "ξ"},         {"omicron", "ο"},  {"pi", "π"},     {"rho", "ρ"},     {"sigma", "σ"},
    {"tau", "τ"},      {"upsilon", "υ"},    {"phi", "φ"},      {"chi", "χ"},    {"psi", "ψ"},     {"omega", "ω"},
    {"Gamma", "Γ"},    {"Delta", "Δ"},      {"Theta", "Θ"},    {"Lambda", "Λ"}, {"Xi", "Ξ"},      {"Pi", "Π"},
    {"Sigma", "Σ"},    {"Upsilon", "Υ"},    {"Phi", "Φ"},      {"Psi", "Ψ"},    {"Omega", "Ω"},   {"varphi", "φ"},
    {"vartheta", "ϑ"}, {"varepsilon", "ε"}, {"varsigma", "ς"}, {"infty", "∞"},  {"partial", "∂"}, {"ell", "ℓ"},
    {"_", "_"},        {"{", "{"},          {"}", "}"},        {"%", "%"},      {"&", "&"},       {"#", "#"},
};

const char *
noslip_math_symbol(const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS(symbols); i++)
    if (strcmp(symbols[i].name, name) == 0)
      return symbols[i].text;
  return NULL;
}

char *
noslip_math_read_command(NoslipMathReader *reader)
{
  const char *from = ++reader->at;
  while (g_ascii_isalpha(*reader->at))
    reader->at++;
  if (reader->at == from && *from != '\0')
    reader->at = g_utf8_next_char(from);
  return g_strndup(from, (gsize) (reader->at - from));
}

void
noslip_math_skip_spaces(NoslipMathReader *reader)
{
  while (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\n')
    reader->at++;
}

char *
noslip_math_read_raw(NoslipMathReader *reader)
{
  GString *raw = g_string_new(NULL);
  guint open = 0;
  noslip_math_skip_spaces(reader);
  if (*reader->at != '{')
    return g_string_free(raw, FALSE);
  for (reader->at++; *reader->at != '\0'; reader->at++) {
    if (*reader->at == '}' && open-- == 0)
      break;
    if (*reader->at == '{')
      open++;
    else if (*reader->at != '\\' && *reader->at != '}')
      g_string_append_c(raw, *reader->at);
  }
  if (*reader->at == '}')
    reader->at++;
  return g_string_free(raw, FALSE);
}

void
noslip_math_read_bracket(NoslipMathReader *reader, char bracket[2])
{
  noslip_math_skip_spaces(reader);
  if (*reader->at == '\\' && reader->at[1] != '\0')
    reader->at++;
  bracket[0] = *reader->at != '\0' && (guchar) *reader->at < 0x80 ? *reader->at++ : '.';
  bracket[1] = '\0';
}

gboolean
noslip_math_sign_atom(const NoslipMathReader *reader, const char *name, double size, NoslipAtom *atom)
{
  static const struct {
    const char *name, *text;
    NoslipAtomClass class;
  } signs[] = {
      {"langle", "⟨", CLASS_ORDINARY}, {"rangle", "⟩", CLASS_ORDINARY}, {"otimes", "⊗", CLASS_BINARY},
      {"iff", "⟺", CLASS_RELATION},    {"supset", "⊃", CLASS_RELATION}, {"to", "→", CLASS_RELATION},
      {"cdots", "⋯", CLASS_ORDINARY},  {"pm", "±", CLASS_BINARY},
  };
  for (guint i = 0; i < G_N_ELEMENTS(signs); i++)
    if (strcmp(name, signs[i].name) == 0) {
      *atom = (NoslipAtom){noslip_math_text(reader->theme, signs[i].text, size, FALSE), signs[i].class};
      return TRUE;
    }
  return FALSE;
}
