/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading LaTeX and typesetting it. Supports the subset that the core writes; anything else is shown as its source, so
 * that a formula is never lost. */
#include "ui/picture/math/math-box.h"

#include "ui/picture/math/mathtext-private.h"

#include <math.h>
#include <string.h>

#define MOST_DEPTH 64
#define SCRIPT 0.72  /* size of scripts */
#define SMALLEST 0.5 /* relative to the main size; scripts of scripts are not smaller */

static NoslipMath *read_list(NoslipMathReader *reader, double size, const char *stop);

/* "{...}" as a box, or the next single character. */
static NoslipMath *
read_argument(NoslipMathReader *reader, double size)
{
  noslip_math_skip_spaces(reader);
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
    g_autofree char *name = noslip_math_read_command(reader);
    const char *text = noslip_math_symbol(name);
    return noslip_math_text(reader->theme, text != NULL ? text : name, size, text != NULL);
  }
  const char *next = g_utf8_next_char(reader->at);
  g_autofree char *letter = g_strndup(reader->at, (gsize) (next - reader->at));
  reader->at = next;
  return noslip_math_text(reader->theme, letter, size, g_ascii_isalpha(letter[0]));
}

static NoslipMath *
read_left(NoslipMathReader *reader, double size)
{
  char open[2], close[2] = ".";
  noslip_math_read_bracket(reader, open);
  NoslipMath *inside = read_list(reader, size, "\\right");
  if (g_str_has_prefix(reader->at, "\\right")) {
    reader->at += strlen("\\right");
    noslip_math_read_bracket(reader, close);
  }
  return noslip_math_bracketed(inside, open, close, size);
}

/* The bracket after \Bigl, \Bigr, \bigl or \bigr, as high as a fraction or slightly higher than letters. */
static NoslipMath *
read_big(NoslipMathReader *reader, const char *name, double size)
{
  gboolean right = g_str_has_suffix(name, "r");
  double reach = (name[0] == 'B' ? 1.05 : 0.65) * size, axis = NOSLIP_MATH_AXIS * size;
  char bracket[2];
  noslip_math_read_bracket(reader, bracket);
  NoslipMath *inside = noslip_math_empty(reader->theme);
  inside->ascent = reach + axis;
  inside->descent = reach - axis;
  NoslipMath *box = noslip_math_bracketed(inside, right ? "." : bracket, right ? bracket : ".", size);
  box->width /= 2; /* without the room for the other one */
  for (guint i = 0; right && i < box->marks->len; i++)
    g_array_index(box->marks, NoslipMathMark, i).x -= box->width;
  return box;
}

static double
script_size(const NoslipMathReader *reader, double size)
{
  return fmax(SCRIPT * size, reader->smallest);
}

/* Fractions inside text size must be legible from the last row: they shrink once, and not in the outermost list. */
static double
fraction_size(const NoslipMathReader *reader, double size)
{
  return reader->depth > 3 ? fmax(0.85 * size, reader->smallest) : size;
}

static NoslipAtom
command_atom(NoslipMathReader *reader, double size)
{
  static const char *const spaces[] = {",", ";", ":", " ", "!", "quad", "qquad"};
  static const double widths[] = {0.17, 0.28, 0.22, 0.25, 0, 1, 2};
  g_autofree char *name = noslip_math_read_command(reader);
  NoslipAtom atom = {NULL, CLASS_ORDINARY};
  if (strcmp(name, "frac") == 0 || strcmp(name, "dfrac") == 0 || strcmp(name, "tfrac") == 0) {
    double inner = fraction_size(reader, size);
    NoslipMath *above = read_argument(reader, inner);
    atom.box = noslip_math_fraction(above, read_argument(reader, inner), size);
  } else if (strcmp(name, "sqrt") == 0) {
    atom.box = noslip_math_root(read_argument(reader, size), size);
  } else if (strcmp(name, "left") == 0) {
    atom = (NoslipAtom){read_left(reader, size), CLASS_INNER};
  } else if (g_str_has_suffix(name, "dot") && strspn(name, "d") == strlen(name) - 2) {
    atom.box = noslip_math_dotted(read_argument(reader, size), (guint) strlen(name) - 2, size);
  } else if (strcmp(name, "mathrm") == 0 || strcmp(name, "mathsf") == 0 || strcmp(name, "text") == 0 ||
             strcmp(name, "operatorname") == 0) {
    g_autofree char *raw = noslip_math_read_raw(reader);
    atom.box = noslip_math_text(reader->theme, raw, size, FALSE);
    atom.class = strcmp(name, "operatorname") == 0 ? CLASS_FUNCTION
                 : g_utf8_strlen(raw, -1) > 1      ? CLASS_WORD
                                                   : CLASS_ORDINARY;
  } else if (strcmp(name, "mathbf") == 0) {
    g_autofree char *raw = noslip_math_read_raw(reader);
    atom.box = noslip_math_bold(reader->theme, raw, size);
  } else if (strcmp(name, "cdot") == 0 || strcmp(name, "times") == 0) {
    atom =
        (NoslipAtom){noslip_math_text(reader->theme, strcmp(name, "cdot") == 0 ? "·" : "×", size, FALSE), CLASS_COMMA};
  } else if (strcmp(name, "le") == 0 || strcmp(name, "ge") == 0 || strcmp(name, "ne") == 0 ||
             strcmp(name, "approx") == 0) {
    const char *text = name[0] == 'l' ? "≤" : name[0] == 'g' ? "≥" : name[0] == 'n' ? "≠" : "≈";
    atom = (NoslipAtom){noslip_math_text(reader->theme, text, size, FALSE), CLASS_RELATION};
  } else if (g_str_equal(name, "Bigl") || g_str_equal(name, "Bigr") || g_str_equal(name, "bigl") ||
             g_str_equal(name, "bigr")) {
    atom.box = read_big(reader, name, size);
  } else if (noslip_math_sign_atom(reader, name, size, &atom)) {
    return atom;
  } else if (noslip_math_symbol(name) != NULL) {
    gboolean capital = g_ascii_isupper(name[0]) || !g_ascii_isalpha(name[0]) || strcmp(name, "infty") == 0;
    atom.box = noslip_math_text(reader->theme, noslip_math_symbol(name), size, !capital);
  } else {
    for (guint i = 0; i < G_N_ELEMENTS(spaces); i++)
      if (strcmp(name, spaces[i]) == 0) {
        atom = (NoslipAtom){noslip_math_empty(reader->theme), CLASS_NONE};
        noslip_math_space(atom.box, widths[i] * size);
      }
    if (atom.box == NULL) /* \sin and the like, and unknown commands */
      atom = (NoslipAtom){noslip_math_text(reader->theme, name, size, FALSE), CLASS_FUNCTION};
  }
  return atom;
}

static NoslipAtom
character_atom(NoslipMathReader *reader, double size)
{
  const char *from = reader->at;
  if (g_ascii_isdigit(*from) || *from == '.') {
    while (g_ascii_isdigit(*reader->at) || *reader->at == '.')
      reader->at++;
    g_autofree char *number = g_strndup(from, (gsize) (reader->at - from));
    return (NoslipAtom){noslip_math_text(reader->theme, number, size, FALSE), CLASS_ORDINARY};
  }
  reader->at = g_utf8_next_char(from);
  g_autofree char *letter = g_strndup(from, (gsize) (reader->at - from));
  NoslipAtomClass class = CLASS_ORDINARY;
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
  return (NoslipAtom){noslip_math_text(reader->theme, shown, size, italic), class};
}

/* The scripts and primes that follow an atom. */
static NoslipMath *
read_scripts(NoslipMathReader *reader, NoslipMath *base, double size)
{
  NoslipMath *above = NULL, *below = NULL;
  for (;;) {
    const char *mark = reader->at;
    noslip_math_skip_spaces(reader);
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
at_stop(const NoslipMathReader *reader, const char *stop)
{
  return *reader->at == '\0' || *reader->at == '}' || (stop != NULL && g_str_has_prefix(reader->at, stop)) ||
         g_str_has_prefix(reader->at, "\\right");
}

/* The LaTeX of a whole name, subscripts included. */
static NoslipAtom
name_atom(NoslipMathReader *reader, double size, gsize length)
{
  g_autofree char *latex = g_strndup(reader->at, length);
  NoslipMathReader inside = {.theme = reader->theme, .at = latex, .smallest = reader->smallest, .depth = reader->depth};
  NoslipAtomClass class = g_str_has_prefix(latex, "\\mathrm") ? CLASS_WORD : CLASS_ORDINARY;
  reader->at += length;
  return (NoslipAtom){read_list(&inside, size, NULL), class};
}

/* "\symbol{NAME}{LATEX}", or a bare name; FALSE if there is none. *name is to be freed. */
static gboolean
symbol_atom(NoslipMathReader *reader, double size, NoslipAtom *atom, char **name)
{
  gsize length = 0;
  if (g_str_has_prefix(reader->at, "\\symbol{")) {
    reader->at += strlen("\\symbol");
    *name = noslip_math_read_raw(reader);
    *atom = (NoslipAtom){read_argument(reader, size), CLASS_ORDINARY};
    return TRUE;
  }
  *name = g_strdup(noslip_math_names_at(reader->names, reader->at, &length));
  if (*name != NULL)
    *atom = name_atom(reader, size, length);
  return *name != NULL;
}

static NoslipAtom
read_atom(NoslipMathReader *reader, double size)
{
  NoslipAtom atom;
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
    atom = (NoslipAtom){read_argument(reader, size), CLASS_ORDINARY};
  else
    atom = character_atom(reader, size);
  atom.box = read_scripts(reader, atom.box, size);
  return atom;
}

/* Space between two neighbours, in ems. */
static double
space_between(NoslipAtomClass before, NoslipAtomClass after)
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

/* A sign at the beginning or after another sign is unary, not binary. */
static NoslipAtomClass
class_after(NoslipAtomClass before, NoslipAtomClass class)
{
  gboolean begins = before == CLASS_NONE || before == CLASS_BINARY || before == CLASS_RELATION ||
                    before == CLASS_COMMA || before == CLASS_SIGN;
  return class == CLASS_BINARY && begins ? CLASS_SIGN : class;
}

static GArray *
read_atoms(NoslipMathReader *reader, double size, const char *stop)
{
  GArray *atoms = g_array_new(FALSE, FALSE, sizeof(NoslipAtom));
  NoslipAtomClass before = CLASS_NONE;
  for (noslip_math_skip_spaces(reader); !at_stop(reader, stop); noslip_math_skip_spaces(reader)) {
    NoslipAtom atom = read_atom(reader, size);
    atom.class = class_after(before, atom.class);
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
    NoslipAtom *atom = &g_array_index(atoms, NoslipAtom, i);
    if (i > from)
      noslip_math_space(row, size * space_between(atom[-1].class, atom->class));
    noslip_math_append(row, g_steal_pointer(&atom->box), 0);
  }
  return row;
}

static NoslipMath *
read_list(NoslipMathReader *reader, double size, const char *stop)
{
  if (reader->depth >= MOST_DEPTH) {
    /* Nested too deeply to be readable: the rest of the group as source. */
    g_autofree char *rest = g_strdup(reader->at);
    reader->at += strlen(reader->at);
    return noslip_math_text(reader->theme, rest, size, FALSE);
  }
  reader->depth++;
  g_autoptr(GArray) atoms = read_atoms(reader, size, stop);
  reader->depth--;
  return join(reader->theme, atoms, 0, atoms->len, size);
}

/* All atoms of a formula; an unmatched brace or \right does not end it. */
static GArray *
read_all(NoslipMathReader *reader, double size)
{
  GArray *all = g_array_new(FALSE, FALSE, sizeof(NoslipAtom));
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
may_break_before(const NoslipAtom *atom)
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
  NoslipMathReader reader = {.theme = theme, .at = valid, .smallest = SMALLEST * size, .names = names};
  g_autoptr(GArray) atoms = read_all(&reader, size);
  NoslipMath *page = noslip_math_empty(theme);
  double indent = 2 * size, y = 0, line_descent = 0;
  guint from = 0;
  while (from < atoms->len) {
    double used = from > 0 ? indent : 0;
    guint to = from, last_break = from;
    for (; to < atoms->len; to++) {
      const NoslipAtom *atom = &g_array_index(atoms, NoslipAtom, to);
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
