/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/page.h"

#include "app/cli/layout.h"

#include "core/geometry/symbolic.h"

#include <string.h>

#define LEAST_SAVED 40 /* characters that a name for a part must save */
#define MOST_NAMES 4   /* of parts, in a section */
#define MOST_SYMBOLS 1000
#define WIDE_LEFT 34  /* letters: a wider left side stands on lines of its own */
#define PART_MOST 60  /* nodes of a part of a fraction that gets a name */
#define PARTS_MOST 24 /* of them, in a section */

typedef struct {
  char *words; /* a sentence, else an equation */
  char *label;
  char *left_text, *left_latex, *right_text, *right_latex; /* written, else expressions */
  NoslipExpr left, right;
} Item;

typedef struct {
  char *title;
  GArray *items;
} Section;

struct _CliPage {
  const NoslipSystem *system;
  NoslipGraph *graph;
  GPtrArray *sections;
};

static void
item_clear(gpointer data)
{
  Item *item = data;
  char *texts[] = {item->words, item->label, item->left_text, item->left_latex, item->right_text, item->right_latex};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
    g_free(texts[i]);
}

static void
section_free(gpointer data)
{
  Section *section = data;
  g_free(section->title);
  g_array_unref(section->items);
  g_free(section);
}

CliPage *
cli_page_new(const NoslipSystem *system, NoslipGraph *graph)
{
  CliPage *page = g_new0(CliPage, 1);
  page->system = system;
  page->graph = graph;
  page->sections = g_ptr_array_new_with_free_func(section_free);
  return page;
}

void
cli_page_free(CliPage *page)
{
  if (page == NULL)
    return;
  g_ptr_array_unref(page->sections);
  g_free(page);
}

void
cli_page_section(CliPage *page, const char *title)
{
  Section *section = g_new0(Section, 1);
  section->title = g_strdup(title);
  section->items = g_array_new(FALSE, TRUE, sizeof(Item));
  g_array_set_clear_func(section->items, item_clear);
  g_ptr_array_add(page->sections, section);
}

static void
add_item(CliPage *page, Item item)
{
  Section *section = page->sections->pdata[page->sections->len - 1];
  g_array_append_val(section->items, item);
}

void
cli_page_equation(CliPage *page, const char *label, NoslipExpr left, NoslipExpr right)
{
  add_item(page, (Item){.label = g_strdup(label),
                        .left = noslip_expr_contract_angles(page->graph, left),
                        .right = noslip_expr_contract_angles(page->graph, right)});
}

void
cli_page_written(CliPage *page, const char *left, const char *left_latex, const char *right, const char *right_latex)
{
  add_item(page, (Item){.left_text = g_strdup(left),
                        .left_latex = g_strdup(left_latex),
                        .right_text = g_strdup(right),
                        .right_latex = g_strdup(right_latex)});
}

void
cli_page_of_graph(CliPage *page, const char *label, const char *left, NoslipGraph *graph, NoslipExpr right)
{
  right = noslip_expr_contract_angles(graph, right);
  add_item(page, (Item){.label = g_strdup(label),
                        .left_text = g_strdup(left),
                        .left_latex = noslip_expr_latex(graph, noslip_expr_symbol(graph, left)),
                        .right_text = noslip_expr_text(graph, right),
                        .right_latex = noslip_expr_latex(graph, right)});
}

void
cli_page_words(CliPage *page, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  add_item(page, (Item){.words = g_strdup_vprintf(format, arguments)});
  va_end(arguments);
}

/* Whether somebody would read e written out. */
static gboolean
is_readable(const CliPage *page, NoslipExpr e)
{
  return noslip_expr_size(page->graph, e, MOST_SYMBOLS) < MOST_SYMBOLS;
}

static char *
side_text(const CliPage *page, NoslipExpr e)
{
  return is_readable(page, e) ? noslip_expr_text(page->graph, e) : g_strdup("(too long to be written down)");
}

static char *
side_latex(const CliPage *page, NoslipExpr e)
{
  return is_readable(page, e) ? noslip_expr_latex(page->graph, e) : g_strdup("\\text{(too long to be written down)}");
}

/* Counts the sums below e, as often as they are written. */
static void
count_sums(const NoslipGraph *graph, NoslipExpr e, GHashTable *counts)
{
  g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_val(stack, e);
  for (guint steps = 0; stack->len > 0 && steps < 20000; steps++) {
    NoslipExpr node = g_array_index(stack, NoslipExpr, stack->len - 1);
    g_array_set_size(stack, stack->len - 1);
    if (node != e && noslip_expr_op(graph, node) == NOSLIP_OP_SUM && noslip_expr_n_operands(graph, node) > 1)
      g_hash_table_insert(counts, GUINT_TO_POINTER(node),
                          GUINT_TO_POINTER(GPOINTER_TO_UINT(g_hash_table_lookup(counts, GUINT_TO_POINTER(node))) + 1));
    if (noslip_expr_op(graph, node) == NOSLIP_OP_SIN || noslip_expr_op(graph, node) == NOSLIP_OP_COS)
      continue; /* sin(theta1 - theta2) is read more easily than sin(A) */
    for (guint i = 0; i < noslip_expr_n_operands(graph, node); i++) {
      NoslipExpr operand = noslip_expr_operand(graph, node, i);
      g_array_append_val(stack, operand);
    }
  }
}

/* Whether e is made of parameters and coordinates alone. */
static gboolean
is_of_place(const CliPage *page, NoslipExpr e)
{
  const NoslipSystem *system = page->system;
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint i = 0; i < system->n_parameters; i++)
    g_hash_table_add(seen, GUINT_TO_POINTER(system->parameters[i].symbol));
  for (guint i = 0; i < system->m; i++)
    g_hash_table_add(seen, GUINT_TO_POINTER(system->coordinates[i].symbol));
  for (g_array_append_val(stack, e); stack->len > 0;) {
    NoslipExpr node = g_array_index(stack, NoslipExpr, stack->len - 1);
    g_array_set_size(stack, stack->len - 1);
    if (!g_hash_table_add(seen, GUINT_TO_POINTER(node)))
      continue;
    if (noslip_expr_op(page->graph, node) == NOSLIP_OP_SYMBOL)
      return FALSE;
    for (guint i = 0; i < noslip_expr_n_operands(page->graph, node); i++) {
      NoslipExpr operand = noslip_expr_operand(page->graph, node, i);
      g_array_append_val(stack, operand);
    }
  }
  return TRUE;
}

/* The part whose naming saves the most characters, or NOSLIP_ZERO. */
static NoslipExpr
worth_naming(const CliPage *page, const Section *section)
{
  g_autoptr(GHashTable) counts = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < section->items->len; i++) {
    const Item *item = &g_array_index(section->items, Item, i);
    if (item->words == NULL && item->left_text == NULL && is_readable(page, item->left) &&
        is_readable(page, item->right)) {
      count_sums(page->graph, item->left, counts);
      count_sums(page->graph, item->right, counts);
    }
  }
  GHashTableIter iter;
  gpointer node, count;
  NoslipExpr best = NOSLIP_ZERO;
  gint64 most = LEAST_SAVED;
  g_hash_table_iter_init(&iter, counts);
  while (g_hash_table_iter_next(&iter, &node, &count)) {
    if (GPOINTER_TO_UINT(count) < 2)
      continue;
    g_autofree char *text = noslip_expr_text(page->graph, GPOINTER_TO_UINT(node));
    gint64 length = (gint64) strlen(text);
    gint64 saved = GPOINTER_TO_UINT(count) * (length + 1) - length - 8;
    gboolean better = saved > most || (saved == most && GPOINTER_TO_UINT(node) < best);
    if (better && is_of_place(page, GPOINTER_TO_UINT(node))) {
      most = saved;
      best = GPOINTER_TO_UINT(node);
    }
  }
  return best;
}

static void
name_parts(CliPage *page, Section *section)
{
  static const char *const letters[] = {"A", "B", "C", "D", "K", "M", "N", "S", "U", "Z"};
  guint n_named = 0;
  for (guint l = 0; l < G_N_ELEMENTS(letters) && n_named < MOST_NAMES; l++) {
    NoslipExpr known, part = worth_naming(page, section);
    if (part == NOSLIP_ZERO)
      return;
    if (noslip_system_lookup(page->system, letters[l], &known))
      continue;
    NoslipExpr name = noslip_expr_symbol(page->graph, letters[l]);
    for (guint i = 0; i < section->items->len; i++) {
      Item *item = &g_array_index(section->items, Item, i);
      item->left = noslip_expr_substitute(page->graph, item->left, 1, &part, &name);
      item->right = noslip_expr_substitute(page->graph, item->right, 1, &part, &name);
    }
    /* Parts of parts are found later and stand before them. */
    g_array_insert_val(section->items, 0, ((Item){.label = g_strdup("let"), .left = name, .right = part}));
    n_named++;
  }
}

void
cli_page_text(CliPage *page, GString *text)
{
  for (guint s = 0; s < page->sections->len; s++) {
    Section *section = page->sections->pdata[s];
    name_parts(page, section);
    g_string_append_printf(text, "\n%s\n", section->title);
    for (guint i = 0; i < section->items->len; i++) {
      const Item *item = &g_array_index(section->items, Item, i);
      if (item->words != NULL) {
        g_string_append_printf(text, "  %s\n", item->words);
        continue;
      }
      g_autofree char *left = item->left_text != NULL ? g_strdup(item->left_text) : side_text(page, item->left);
      g_autofree char *right = item->right_text != NULL ? g_strdup(item->right_text) : side_text(page, item->right);
      gboolean let = g_strcmp0(item->label, "let") == 0;
      g_string_append_printf(text, "  %s%s%s = %s\n", item->label != NULL ? item->label : "",
                             item->label == NULL ? ""
                             : let               ? " "
                                                 : ": ",
                             left, right);
    }
  }
}

void
cli_latex_words(GString *text, const char *words)
{
  for (const char *c = words; *c != '\0'; c++) {
    if (*c == '\\')
      g_string_append(text, "\\textbackslash{}");
    else if (*c == '^' || *c == '~')
      g_string_append_printf(text, "\\%c{}", *c);
    else if (strchr("#$%&_{}", *c) != NULL)
      g_string_append_printf(text, "\\%c", *c);
    else
      g_string_append_c(text, *c);
  }
}

/* The largest sum below e that is no longer than PART_MOST, or NOSLIP_ZERO. */
static NoslipExpr
part_of(const CliPage *page, NoslipExpr e)
{
  const NoslipGraph *graph = page->graph;
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  NoslipExpr best = NOSLIP_ZERO;
  guint most = 6;
  for (g_array_append_val(stack, e); stack->len > 0;) {
    NoslipExpr node = g_array_index(stack, NoslipExpr, stack->len - 1);
    g_array_set_size(stack, stack->len - 1);
    if (!g_hash_table_add(seen, GUINT_TO_POINTER(node)))
      continue;
    guint size = noslip_expr_size(graph, node, PART_MOST + 1);
    if (node != e && noslip_expr_op(graph, node) == NOSLIP_OP_SUM && size <= PART_MOST && size > most) {
      best = node;
      most = size;
    }
    for (guint i = 0; i < noslip_expr_n_operands(graph, node); i++) {
      NoslipExpr operand = noslip_expr_operand(graph, node, i);
      g_array_append_val(stack, operand);
    }
  }
  return best;
}

/* A part of a term of e with a fraction that is wider than the room for it, or NOSLIP_ZERO. */
static NoslipExpr
part_of_wide_fraction(const CliPage *page, double room, NoslipExpr e)
{
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  if (!is_readable(page, e))
    return NOSLIP_ZERO;
  noslip_expr_terms(page->graph, e, terms);
  for (guint i = 0; i < terms->len; i++) {
    NoslipExpr term = g_array_index(terms, NoslipExpr, i);
    g_autofree char *latex = noslip_expr_latex(page->graph, term);
    if (cli_latex_widest_fraction(latex) > room - 6)
      return part_of(page, term);
  }
  return NOSLIP_ZERO;
}

/* Parts of what does not fit a line get names K_1, K_2, ... until everything does. */
static void
name_wide_parts(CliPage *page, Section *section, double room)
{
  guint n_named = 0, number = 0, first = 0;
  while (first < section->items->len && g_strcmp0(g_array_index(section->items, Item, first).label, "let") == 0)
    first++;
  for (guint i = 0; i < section->items->len && n_named < PARTS_MOST;) {
    const Item *item = &g_array_index(section->items, Item, i);
    NoslipExpr part = NOSLIP_ZERO, known;
    if (item->words == NULL && item->left_text == NULL)
      part = part_of_wide_fraction(page, room, item->left);
    if (part == NOSLIP_ZERO && item->words == NULL && item->right_text == NULL)
      part = part_of_wide_fraction(page, room, item->right);
    if (part == NOSLIP_ZERO) {
      i++;
      continue;
    }
    g_autofree char *letter = g_strdup_printf("K_%u", ++number);
    if (noslip_system_lookup(page->system, letter, &known))
      continue;
    NoslipExpr name = noslip_expr_symbol(page->graph, letter);
    for (guint l = 0; l < section->items->len; l++) {
      Item *other = &g_array_index(section->items, Item, l);
      other->left = noslip_expr_substitute(page->graph, other->left, 1, &part, &name);
      other->right = noslip_expr_substitute(page->graph, other->right, 1, &part, &name);
    }
    g_array_insert_val(section->items, first, ((Item){.label = g_strdup("let"), .left = name, .right = part}));
    first++;
    i++;
    n_named++;
  }
}

static void
append_equation(CliPage *page, GString *text, const Item *item, double widest_left)
{
  static const char *const next = " \\\\\n    &\\quad {}";
  g_autofree char *left = item->left_latex != NULL ? g_strdup(item->left_latex) : side_latex(page, item->left);
  g_autofree char *right = item->right_latex != NULL ? g_strdup(item->right_latex) : side_latex(page, item->right);
  double room = CLI_LATEX_LINE - widest_left;
  if (cli_latex_width(left) > WIDE_LEFT && cli_latex_width(left) + cli_latex_width(right) < room - 6) {
    g_string_append_printf(text, "  & %s = %s", left, right);
  } else if (cli_latex_width(left) > WIDE_LEFT) {
    g_string_append(text, "  & ");
    cli_latex_break(text, left, room, room - 2, next);
    g_string_append(text, " \\\\\n    &\\qquad = ");
    cli_latex_break(text, right, room - 6, room - 2, next);
  } else {
    g_string_append_printf(text, "  %s &= ", left);
    cli_latex_break(text, right, room - 2, room - 2, next);
  }
  if (item->label != NULL && strcmp(item->label, "let") != 0) {
    g_string_append(text, " && \\text{");
    cli_latex_words(text, item->label);
    g_string_append_c(text, '}');
  }
}

/* The left sides that stand in line with each other. */
static double
widest_left(const CliPage *page, const Section *section)
{
  double widest = 0;
  for (guint i = 0; i < section->items->len; i++) {
    const Item *item = &g_array_index(section->items, Item, i);
    if (item->words != NULL)
      continue;
    g_autofree char *left = item->left_latex != NULL ? g_strdup(item->left_latex) : side_latex(page, item->left);
    double width = cli_latex_width(left);
    if (width <= WIDE_LEFT && width > widest)
      widest = width;
  }
  return widest;
}

void
cli_page_latex(CliPage *page, GString *text)
{
  for (guint s = 0; s < page->sections->len; s++) {
    Section *section = page->sections->pdata[s];
    gboolean open = FALSE;
    name_parts(page, section);
    double left = widest_left(page, section);
    name_wide_parts(page, section, CLI_LATEX_LINE - left);
    left = widest_left(page, section);
    g_string_append(text, "\n\\subsection*{");
    cli_latex_words(text, section->title);
    g_string_append(text, "}\n");
    for (guint i = 0; i < section->items->len; i++) {
      const Item *item = &g_array_index(section->items, Item, i);
      if (item->words != NULL) {
        g_string_append(text, open ? "\n\\end{align*}\n" : "");
        open = FALSE;
        cli_latex_words(text, item->words);
        g_string_append(text, "\\par\n");
        continue;
      }
      g_string_append(text, open ? " \\\\\n" : "\\begin{align*}\n");
      open = TRUE;
      append_equation(page, text, item, left);
    }
    g_string_append(text, open ? "\n\\end{align*}\n" : "");
  }
}
