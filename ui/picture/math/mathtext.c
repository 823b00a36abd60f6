/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading LaTeX and setting it. The part of the language is that which the core writes; anything else is set as it
 * stands, so that a formula is never lost. */
#include "ui/picture/math/math-box.h"

#include <math.h>
#include <string.h>

#define MOST_DEPTH 64
#define SCRIPT 0.72  /* size of scripts */
#define SMALLEST 0.5 /* of the first size; scripts of scripts do not shrink below */

typedef enum {
  CLASS_NONE,
  CLASS_ORDINARY,
  CLASS_BINARY,
  CLASS_RELATION,
  CLASS_COMMA,
  CLASS_FUNCTION,
  CLASS_WORD,  /* upright, of several letters */
  CLASS_INNER, /* in brackets */
  CLASS_SIGN
} AtomClass;

typedef struct {
  NoslipMath *box;
  AtomClass class;
} Atom;

typedef struct {
  const NoslipTheme *theme;
  const char *at;
  double smallest;
  guint depth;
  const NoslipMathNames *names; /* or NULL */
} Reader;

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

static NoslipMath *read_list(Reader *reader, double size, const char *stop);

/* "\name" or "\x"; the reader stands behind it. Free with g_free(). */
static char *
read_command(Reader *reader)
{
  const char *from = ++reader->at;
  while (g_ascii_isalpha(*reader->at))
    reader->at++;
  if (reader->at == from && *from != '\0')
    reader->at = g_utf8_next_char(from);
  return g_strndup(from, (gsize) (reader->at - from));
}

static void
skip_spaces(Reader *reader)
{
  while (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\n')
    reader->at++;
}

/* "{...}" as a box, or the next single character. */
static NoslipMath *
read_argument(Reader *reader, double size)
{
  skip_spaces(reader);
  if (*reader->at == '{') {
    reader->at++;
    NoslipMath *box = read_list(reader, size, "}");
    if (*reader->at == '}')
      reader->at++;
    return box;
  }
  if (*reader->at == '\0')
    return noslip_math_empty(reader->theme);
  if (*reader->at == '\\') {
    g_autofree char *name = read_command(reader);
    const char *text = noslip_math_symbol(name);
    return noslip_math_text(reader->theme, text != NULL ? text : name, size, text != NULL);
  }
  const char *next = g_utf8_next_char(reader->at);
  g_autofree char *letter = g_strndup(reader->at, (gsize) (next - reader->at));
  reader->at = next;
  return noslip_math_text(reader->theme, letter, size, g_ascii_isalpha(letter[0]));
}

/* "{...}" as plain text, braces balanced and backslashes dropped. Free with g_free(). */
static char *
read_raw(Reader *reader)
{
  GString *raw = g_string_new(NULL);
  guint open = 0;
  skip_spaces(reader);
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

/* The bracket behind \left or \right, as one character; "." for none. */
static void
read_bracket(Reader *reader, char bracket[2])
{
  skip_spaces(reader);
  if (*reader->at == '\\' && reader->at[1] != '\0')
    reader->at++;
  bracket[0] = *reader->at != '\0' && (guchar) *reader->at < 0x80 ? *reader->at++ : '.';
  bracket[1] = '\0';
}

static NoslipMath *
read_left(Reader *reader, double size)
{
  char open[2], close[2] = ".";
  read_bracket(reader, open);
  NoslipMath *inside = read_list(reader, size, "\\right");
  if (g_str_has_prefix(reader->at, "\\right")) {
    reader->at += strlen("\\right");
    read_bracket(reader, close);
  }
  return noslip_math_bracketed(inside, open, close, size);
}

/* The one bracket behind \Bigl, \Bigr, \bigl or \bigr, as high as a fraction or a little higher than letters. */
static NoslipMath *
read_big(Reader *reader, const char *name, double size)
{
  gboolean right = g_str_has_suffix(name, "r");
  double reach = (name[0] == 'B' ? 1.05 : 0.65) * size, axis = NOSLIP_MATH_AXIS * size;
  char bracket[2];
  read_bracket(reader, bracket);
  NoslipMath *inside = noslip_math_empty(reader->theme);
  inside->ascent = reach + axis;
  inside->descent = reach - axis;
  NoslipMath *box = noslip_math_bracketed(inside, right ? "." : bracket, right ? bracket : ".", size);
  box->width /= 2; /* without the place of the other one */
  for (guint i = 0; right && i < box->marks->len; i++)
    g_array_index(box->marks, NoslipMathMark, i).x -= box->width;
  return box;
}

static double
script_size(const Reader *reader, double size)
{
  return fmax(SCRIPT * size, reader->smallest);
}

/* Fractions inside of text size stay legible from the last row: they shrink once, and not in the outermost list. */
static double
fraction_size(const Reader *reader, double size)
{
  return reader->depth > 3 ? fmax(0.85 * size, reader->smallest) : size;
}

/* Signs between and around terms. */
static gboolean
sign_atom(const Reader *reader, const char *name, double size, Atom *atom)
{
  static const struct {
    const char *name, *text;
    AtomClass class;
  } signs[] = {
      {"langle", "⟨", CLASS_ORDINARY}, {"rangle", "⟩", CLASS_ORDINARY}, {"otimes", "⊗", CLASS_BINARY},
      {"iff", "⟺", CLASS_RELATION},    {"supset", "⊃", CLASS_RELATION}, {"to", "→", CLASS_RELATION},
      {"cdots", "⋯", CLASS_ORDINARY},  {"pm", "±", CLASS_BINARY},
  };
  for (guint i = 0; i < G_N_ELEMENTS(signs); i++)
    if (strcmp(name, signs[i].name) == 0) {
      *atom = (Atom){noslip_math_text(reader->theme, signs[i].text, size, FALSE), signs[i].class};
      return TRUE;
    }
  return FALSE;
}

static Atom
command_atom(Reader *reader, double size)
{
  static const char *const spaces[] = {",", ";", ":", " ", "!", "quad", "qquad"};
  static const double widths[] = {0.17, 0.28, 0.22, 0.25, 0, 1, 2};
  g_autofree char *name = read_command(reader);
  Atom atom = {NULL, CLASS_ORDINARY};
  if (strcmp(name, "frac") == 0 || strcmp(name, "dfrac") == 0 || strcmp(name, "tfrac") == 0) {
    double inner = fraction_size(reader, size);
    NoslipMath *above = read_argument(reader, inner);
    atom.box = noslip_math_fraction(above, read_argument(reader, inner), size);
  } else if (strcmp(name, "sqrt") == 0) {
    atom.box = noslip_math_root(read_argument(reader, size), size);
  } else if (strcmp(name, "left") == 0) {
    atom = (Atom){read_left(reader, size), CLASS_INNER};
  } else if (g_str_has_suffix(name, "dot") && strspn(name, "d") == strlen(name) - 2) {
    atom.box = noslip_math_dotted(read_argument(reader, size), (guint) strlen(name) - 2, size);
  } else if (strcmp(name, "mathrm") == 0 || strcmp(name, "mathsf") == 0 || strcmp(name, "text") == 0 ||
             strcmp(name, "operatorname") == 0) {
    g_autofree char *raw = read_raw(reader);
    atom.box = noslip_math_text(reader->theme, raw, size, FALSE);
    atom.class = strcmp(name, "operatorname") == 0 ? CLASS_FUNCTION
                 : g_utf8_strlen(raw, -1) > 1      ? CLASS_WORD
                                                   : CLASS_ORDINARY;
  } else if (strcmp(name, "cdot") == 0 || strcmp(name, "times") == 0) {
    atom = (Atom){noslip_math_text(reader->theme, strcmp(name, "cdot") == 0 ? "·" : "×", size, FALSE), CLASS_COMMA};
  } else if (strcmp(name, "le") == 0 || strcmp(name, "ge") == 0 || strcmp(name, "ne") == 0 ||
             strcmp(name, "approx") == 0) {
    const char *text = name[0] == 'l' ? "≤" : name[0] == 'g' ? "≥" : name[0] == 'n' ? "≠" : "≈";
    atom = (Atom){noslip_math_text(reader->theme, text, size, FALSE), CLASS_RELATION};
  } else if (g_str_equal(name, "Bigl") || g_str_equal(name, "Bigr") || g_str_equal(name, "bigl") ||
             g_str_equal(name, "bigr")) {
    atom.box = read_big(reader, name, size);
  } else if (sign_atom(reader, name, size, &atom)) {
    return atom;
  } else if (noslip_math_symbol(name) != NULL) {
    gboolean capital = g_ascii_isupper(name[0]) || !g_ascii_isalpha(name[0]) || strcmp(name, "infty") == 0;
    atom.box = noslip_math_text(reader->theme, noslip_math_symbol(name), size, !capital);
  } else {
    for (guint i = 0; i < G_N_ELEMENTS(spaces); i++)
      if (strcmp(name, spaces[i]) == 0) {
        atom = (Atom){noslip_math_empty(reader->theme), CLASS_NONE};
        noslip_math_space(atom.box, widths[i] * size);
      }
    if (atom.box == NULL) /* \sin and its like, and what is not known */
      atom = (Atom){noslip_math_text(reader->theme, name, size, FALSE), CLASS_FUNCTION};
  }
  return atom;
}

static Atom
character_atom(Reader *reader, double size)
{
  const char *from = reader->at;
  if (g_ascii_isdigit(*from) || *from == '.') {
    while (g_ascii_isdigit(*reader->at) || *reader->at == '.')
      reader->at++;
    g_autofree char *number = g_strndup(from, (gsize) (reader->at - from));
    return (Atom){noslip_math_text(reader->theme, number, size, FALSE), CLASS_ORDINARY};
  }
  reader->at = g_utf8_next_char(from);
  g_autofree char *letter = g_strndup(from, (gsize) (reader->at - from));
  AtomClass class = CLASS_ORDINARY;
  const char *shown = letter;
  if (*from == '-')
    shown = "\342\210\222";
  if (*from == '+' || *from == '-')
    class = CLASS_BINARY;
  else if (*from == '=' || *from == '<' || *from == '>')
    class = CLASS_RELATION;
  else if (*from == ',')
    class = CLASS_COMMA;
  gboolean italic = g_unichar_isalpha(g_utf8_get_char(from));
  return (Atom){noslip_math_text(reader->theme, shown, size, italic), class};
}

/* The scripts and primes that follow an atom. */
static NoslipMath *
read_scripts(Reader *reader, NoslipMath *base, double size)
{
  NoslipMath *above = NULL, *below = NULL;
  for (;;) {
    const char *mark = reader->at;
    skip_spaces(reader);
    if (*reader->at == '^' && above == NULL) {
      reader->at++;
      above = read_argument(reader, script_size(reader, size));
    } else if (*reader->at == '_' && below == NULL) {
      reader->at++;
      below = read_argument(reader, script_size(reader, size));
    } else if (*reader->at == '\'' && above == NULL) {
      GString *primes = g_string_new(NULL);
      for (; *reader->at == '\''; reader->at++)
        g_string_append(primes, "\342\200\262");
      above = noslip_math_text(reader->theme, primes->str, script_size(reader, size), FALSE);
      g_string_free(primes, TRUE);
    } else {
      reader->at = mark;
      break;
    }
  }
  return above != NULL || below != NULL ? noslip_math_scripted(base, above, below, size) : base;
}

static gboolean
at_stop(const Reader *reader, const char *stop)
{
  return *reader->at == '\0' || *reader->at == '}' || (stop != NULL && g_str_has_prefix(reader->at, stop)) ||
         g_str_has_prefix(reader->at, "\\right");
}

/* The LaTeX of a name as a whole, subscripts included. */
static Atom
name_atom(Reader *reader, double size, gsize length)
{
  g_autofree char *latex = g_strndup(reader->at, length);
  Reader inside = {.theme = reader->theme, .at = latex, .smallest = reader->smallest, .depth = reader->depth};
  AtomClass class = g_str_has_prefix(latex, "\\mathrm") ? CLASS_WORD : CLASS_ORDINARY;
  reader->at += length;
  return (Atom){read_list(&inside, size, NULL), class};
}

/* "\symbol{NAME}{LATEX}", or a name that stands there; FALSE where it is none. *name is to be freed. */
static gboolean
symbol_atom(Reader *reader, double size, Atom *atom, char **name)
{
  gsize length = 0;
  if (g_str_has_prefix(reader->at, "\\symbol{")) {
    reader->at += strlen("\\symbol");
    *name = read_raw(reader);
    *atom = (Atom){read_argument(reader, size), CLASS_ORDINARY};
    return TRUE;
  }
  *name = g_strdup(noslip_math_names_at(reader->names, reader->at, &length));
  if (*name != NULL)
    *atom = name_atom(reader, size, length);
  return *name != NULL;
}

static Atom
read_atom(Reader *reader, double size)
{
  Atom atom;
  g_autofree char *name = NULL;
  if (symbol_atom(reader, size, &atom, &name)) {
    NoslipMathMark mark = noslip_math_symbol_mark(atom.box, name);
    atom.box = read_scripts(reader, atom.box, size);
    if (*name != '\0')
      g_array_append_val(atom.box->marks, mark);
    else
      g_free(mark.text);
    return atom;
  }
  if (*reader->at == '\\')
    atom = command_atom(reader, size);
  else if (*reader->at == '{')
    atom = (Atom){read_argument(reader, size), CLASS_ORDINARY};
  else
    atom = character_atom(reader, size);
  atom.box = read_scripts(reader, atom.box, size);
  return atom;
}

/* Space between two neighbours, in ems. */
static double
space_between(AtomClass before, AtomClass after)
{
  if (before == CLASS_NONE || after == CLASS_NONE || before == CLASS_SIGN)
    return 0.02;
  if (before == CLASS_RELATION || after == CLASS_RELATION)
    return 0.28;
  if (before == CLASS_BINARY || after == CLASS_BINARY)
    return 0.2;
  if (before == CLASS_COMMA)
    return 0.14;
  if (after == CLASS_COMMA)
    return 0.06;
  if (before == CLASS_FUNCTION && after == CLASS_INNER)
    return 0.02;
  gboolean apart = before == CLASS_FUNCTION || after == CLASS_FUNCTION || before == CLASS_WORD || after == CLASS_WORD;
  return apart ? 0.17 : 0.07;
}

/* A sign is a sign of what follows, not between two things, at a beginning and behind another sign. */
static AtomClass
settle(AtomClass before, AtomClass class)
{
  gboolean begins = before == CLASS_NONE || before == CLASS_BINARY || before == CLASS_RELATION ||
                    before == CLASS_COMMA || before == CLASS_SIGN;
  return class == CLASS_BINARY && begins ? CLASS_SIGN : class;
}

static GArray *
read_atoms(Reader *reader, double size, const char *stop)
{
  GArray *atoms = g_array_new(FALSE, FALSE, sizeof(Atom));
  AtomClass before = CLASS_NONE;
  for (skip_spaces(reader); !at_stop(reader, stop); skip_spaces(reader)) {
    Atom atom = read_atom(reader, size);
    atom.class = settle(before, atom.class);
    before = atom.class;
    g_array_append_val(atoms, atom);
  }
  return atoms;
}

static NoslipMath *
join(const NoslipTheme *theme, GArray *atoms, guint from, guint to, double size)
{
  NoslipMath *row = noslip_math_empty(theme);
  for (guint i = from; i < to; i++) {
    Atom *atom = &g_array_index(atoms, Atom, i);
    if (i > from)
      noslip_math_space(row, size * space_between(atom[-1].class, atom->class));
    noslip_math_append(row, g_steal_pointer(&atom->box), 0);
  }
  return row;
}

static NoslipMath *
read_list(Reader *reader, double size, const char *stop)
{
  if (reader->depth >= MOST_DEPTH) {
    /* Deeper than anyone reads: the rest of the group as it stands. */
    g_autofree char *rest = g_strdup(reader->at);
    reader->at += strlen(reader->at);
    return noslip_math_text(reader->theme, rest, size, FALSE);
  }
  reader->depth++;
  g_autoptr(GArray) atoms = read_atoms(reader, size, stop);
  reader->depth--;
  return join(reader->theme, atoms, 0, atoms->len, size);
}

/* All atoms of a formula; a stray brace or \right does not end it. */
static GArray *
read_all(Reader *reader, double size)
{
  GArray *all = g_array_new(FALSE, FALSE, sizeof(Atom));
  while (*reader->at != '\0') {
    g_autoptr(GArray) some = read_atoms(reader, size, NULL);
    g_array_append_vals(all, some->data, some->len);
    if (*reader->at != '\0')
      reader->at += g_str_has_prefix(reader->at, "\\right") ? strlen("\\right") : 1;
  }
  return all;
}

NoslipMath *
noslip_math_new(const NoslipTheme *theme, const char *latex, double size)
{
  return noslip_math_new_wrapped(theme, latex, size, INFINITY);
}

static gboolean
may_break_before(const Atom *atom)
{
  return atom->class == CLASS_BINARY || atom->class == CLASS_RELATION;
}

NoslipMath *
noslip_math_new_wrapped(const NoslipTheme *theme, const char *latex, double size, double width)
{
  return noslip_math_new_symbols(theme, latex, size, width, NULL);
}

NoslipMath *
noslip_math_new_symbols(const NoslipTheme *theme, const char *latex, double size, double width,
                        const NoslipMathNames *names)
{
  g_autofree char *valid = g_utf8_make_valid(latex != NULL ? latex : "", -1);
  Reader reader = {.theme = theme, .at = valid, .smallest = SMALLEST * size, .names = names};
  g_autoptr(GArray) atoms = read_all(&reader, size);
  NoslipMath *page = noslip_math_empty(theme);
  double indent = 2 * size, y = 0, line_descent = 0;
  guint from = 0;
  while (from < atoms->len) {
    double used = from > 0 ? indent : 0;
    guint to = from, last_break = from;
    for (; to < atoms->len; to++) {
      const Atom *atom = &g_array_index(atoms, Atom, to);
      if (to > from && may_break_before(atom))
        last_break = to;
      used += atom->box->width + (to > from ? size * space_between(atom[-1].class, atom->class) : 0);
      if (used > width && last_break > from)
        break;
    }
    to = to < atoms->len ? last_break : to;
    NoslipMath *line = join(theme, atoms, from, to, size);
    if (from > 0)
      y += line_descent + line->ascent + 0.35 * size;
    line_descent = line->descent;
    noslip_math_put(page, line, from > 0 ? indent : 0, y);
    from = to;
  }
  return page;
}
