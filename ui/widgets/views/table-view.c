/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Table: the rows of the motion around the shared time, as numbers. */
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/views/view.h"

#include <glib/gi18n.h>
#include <math.h>

#define DIGITS 6
#define WIDEST "−8.88888e−88" /* no number is wider */
#define ROW 1.7               /* height of a row, of the text size */
#define GAP 14                /* pixels at scale 1 between two columns */
#define MOST_COPIED 100000    /* rows; longer motions are exported to a file */
#define DOCUMENT_ROWS 20

typedef struct {
  int scrolled; /* rows by which the wheel moved the table away from the shared time */
  guint row;    /* at the shared time when that was */
} Kept;

/* The table as drawn. */
typedef struct {
  const NoslipRunView *run;
  guint row;         /* at the shared time */
  guint first, n;    /* rows */
  GArray *columns;   /* of guint: all that were chosen, the time first */
  guint from;        /* the first column that is shown beside the time */
  double height;     /* of a row */
  double cell, head; /* width of a number; height of the head */
} Table;

static void
table_clear(Table *table)
{
  g_clear_pointer(&table->columns, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Table, table_clear)

/* The chosen quantities, or else coordinates and velocities. */
static GArray *
columns_of(NoslipView *view, const NoslipQuantities *quantities)
{
  const char *const *chosen = noslip_view_choice(view, "columns");
  GArray *columns = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < quantities->n; i++) {
    const NoslipQuantity *quantity = &quantities->list[i];
    gboolean state = quantity->kind == NOSLIP_QUANTITY_COORDINATE || quantity->kind == NOSLIP_QUANTITY_VELOCITY;
    if (quantity->kind == NOSLIP_QUANTITY_TIME || (chosen ? g_strv_contains(chosen, quantity->name) : state))
      g_array_append_val(columns, i);
  }
  return columns;
}

/* FALSE while there are no rows. */
static gboolean
table_init(NoslipView *view, Table *table)
{
  const NoslipSimulation *simulation = noslip_view_simulation(view);
  const NoslipRuns *runs = simulation ? noslip_simulation_runs(simulation) : NULL;
  const NoslipRunView *run = runs ? noslip_runs_primary(runs) : NULL;
  double cursor = run ? noslip_runs_cursor(runs, 0) : NAN;
  if (!run || !run->quantities || run->n_rows == 0 || !isfinite(cursor))
    return FALSE;
  *table = (Table){.run = run, .row = (guint) floor(CLAMP(cursor, 0, run->n_rows - 1))};
  table->columns = columns_of(view, run->quantities);
  return TRUE;
}

static Kept *
kept_of(NoslipView *view)
{
  if (!noslip_view_state(view))
    noslip_view_set_state(view, g_new0(Kept, 1), g_free);
  return noslip_view_state(view);
}

/* The rows that fit, around the shared time unless the table was scrolled since that changed. */
static void
choose_rows(NoslipView *view, Table *table, double height)
{
  Kept *kept = kept_of(view);
  if (kept->row != table->row)
    *kept = (Kept){.row = table->row};
  gint64 room = (gint64) fmax(floor((height - table->head) / table->height), 1);
  gint64 highest = MAX((gint64) table->run->n_rows - room, 0);
  gint64 first = CLAMP((gint64) table->row - room / 2 + kept->scrolled, 0, highest);
  table->first = (guint) first;
  table->n = MIN((guint) room, table->run->n_rows - table->first);
}

static const NoslipQuantity *
quantity_of(const Table *table, guint i)
{
  return &table->run->quantities->list[g_array_index(table->columns, guint, i)];
}

static double
value_of(const Table *table, guint row, guint i)
{
  return noslip_columns_value(table->run->values, row, g_array_index(table->columns, guint, i));
}

static void
measure(NoslipView *view, const NoslipTheme *theme, Table *table)
{
  NoslipTextStyle style = {.size = theme->text_size, .bold = TRUE};
  noslip_text_measure(theme, &style, WIDEST, &table->cell, NULL, NULL);
  for (guint i = 0; i < table->columns->len; i++) {
    double width;
    g_autofree char *name = noslip_math_pretty(noslip_quantity_words(quantity_of(table, i)));
    noslip_text_measure(theme, &style, name, &width, NULL, NULL);
    table->cell = fmax(table->cell, fmin(width, 2 * table->cell));
  }
  table->cell += GAP * theme->scale;
  table->height = ROW * theme->text_size;
  table->head = table->height + 1.3 * theme->small_size;
  const char *const *from = noslip_view_choice(view, "from");
  table->from = from ? (guint) CLAMP(g_ascii_strtoull(from[0], NULL, 10), 1, MAX(table->columns->len, 2) - 1) : 1;
}

/* The column at this place from the left, or -1: the time, then those from `from` on. */
static int
column_at(const Table *table, guint place)
{
  guint column = place == 0 ? 0 : table->from + place - 1;
  return column < table->columns->len ? (int) column : -1;
}

static void
draw_head(const NoslipTheme *theme, const Table *table, guint column, double right, double y, NoslipDisplay *display)
{
  const NoslipQuantity *quantity = quantity_of(table, column);
  NoslipTextStyle style = {.size = theme->text_size, .color = theme->text, .align_x = 1, .align_y = 0.5};
  g_autofree char *name = noslip_math_pretty(noslip_quantity_words(quantity));
  style.bold = TRUE;
  noslip_display_text(display, theme, &style, right, y + table->height / 2, name);
  style = (NoslipTextStyle){.size = theme->small_size, .color = theme->dim, .align_x = 1, .align_y = 0.5};
  noslip_display_text(display, theme, &style, right, y + table->height + 0.4 * theme->small_size, quantity->unit);
}

/* The place of the last digit of the numbers of a column, so that their points stand below each other; 0 if a power of
 * ten is needed. */
static double
resolution_of(const Table *table, guint column)
{
  double largest = 0;
  for (guint i = 0; i < table->n; i++)
    largest = fmax(largest, fabs(value_of(table, table->first + i, column)));
  return largest >= 1e-3 && largest < 1e5 ? pow(10, floor(log10(largest)) + 1 - DIGITS) : 0;
}

static void
draw_column(const NoslipTheme *theme, const Table *table, guint column, double right, NoslipDisplay *display)
{
  NoslipTextStyle style = {.size = theme->text_size, .color = theme->text, .align_x = 1, .align_y = 0.5};
  noslip_display_push_clip(display, right - table->cell, 0, table->cell, table->head);
  draw_head(theme, table, column, right, 0, display);
  noslip_display_pop_clip(display);
  double resolution = resolution_of(table, column);
  for (guint i = 0; i < table->n; i++) {
    double value = value_of(table, table->first + i, column);
    g_autofree char *text = resolution > 0 && isfinite(value) ? noslip_number_at_resolution(value, resolution)
                                                              : noslip_number_text(value, DIGITS);
    noslip_display_text(display, theme, &style, right, table->head + (i + 0.5) * table->height, text);
  }
}

static void
draw_ground(NoslipView *view, const NoslipTheme *theme, const Table *table, double width, NoslipDisplay *display)
{
  const NoslipStroke rule = {.color = theme->grid, .width = theme->hair_width};
  double px, py;
  noslip_view_pointer(view, &px, &py);
  for (guint i = 0; i < table->n; i++) {
    double y = table->head + i * table->height, alpha = py >= y && py < y + table->height ? 0.06 : 0;
    if (table->first + i == table->row)
      noslip_display_rectangle(display, 0, y, width, table->height, 0,
                               noslip_color_mix(theme->surface, theme->accent, 0.2));
    else if (alpha > 0)
      noslip_display_rectangle(display, 0, y, width, table->height, 0,
                               noslip_color_mix(theme->surface, theme->text, alpha));
  }
  noslip_display_segment(display, 0, table->head, width, table->head, &rule);
}

/* Columns that do not fit; Alt with the arrows shows them. */
static void
draw_more(const NoslipTheme *theme, const Table *table, guint places, double width, NoslipDisplay *display)
{
  NoslipTextStyle style = {.size = theme->text_size, .color = theme->dim, .align_x = 1, .align_y = 0.5};
  if (table->from > 1)
    noslip_display_text(display, theme, &style, table->cell + GAP * theme->scale, table->height / 2, "‹");
  if (column_at(table, places) >= 0)
    noslip_display_text(display, theme, &style, width - 2 * theme->scale, table->height / 2, "›");
}

static void
draw_nothing(const NoslipTheme *theme, double width, double height, NoslipDisplay *display)
{
  NoslipTextStyle style = {.size = theme->text_size, .color = theme->dim, .align_x = 0.5, .align_y = 0.5};
  g_auto(GStrv) lines = noslip_text_lines(theme, &style, _("The rows appear here as soon as the motion is computed."),
                                          width - 2 * GAP * theme->scale);
  for (guint i = 0; lines[i]; i++)
    noslip_display_text(display, theme, &style, width / 2, height / 2 + 1.4 * i * theme->text_size, lines[i]);
}

static double
display_table(NoslipView *view, const NoslipTheme *theme, double width, double height, NoslipDisplay *display)
{
  g_auto(Table) table = {0};
  double least = 4 * ROW * theme->text_size;
  gboolean known = table_init(view, &table);
  if (!display)
    return noslip_view_is_document(view) ? DOCUMENT_ROWS * ROW * theme->text_size : least;
  if (!known) {
    draw_nothing(theme, width, height, display);
    return least;
  }
  measure(view, theme, &table);
  choose_rows(view, &table, height);
  draw_ground(view, theme, &table, width, display);
  guint places = (guint) fmax(floor((width - GAP * theme->scale) / table.cell), 2);
  int column = 0;
  for (guint place = 0; place < places && (column = column_at(&table, place)) >= 0; place++)
    draw_column(theme, &table, (guint) column, (place + 1) * table.cell, display);
  draw_more(theme, &table, places, width, display);
  return least;
}

/* Moving the table */

static void
go_to(NoslipView *view, const Table *table, gint64 row)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  noslip_playback_pause(noslip_simulation_playback(simulation));
  noslip_playback_seek(noslip_simulation_playback(simulation),
                       value_of(table, (guint) CLAMP(row, 0, (gint64) table->run->n_rows - 1), 0));
}

static void
clicked(NoslipView *view, double x, double y)
{
  g_auto(Table) table = {0};
  if (!table_init(view, &table))
    return;
  measure(view, noslip_view_theme(view), &table);
  choose_rows(view, &table, gtk_widget_get_height(GTK_WIDGET(view)));
  double place = floor((y - table.head) / table.height);
  if (place >= 0 && place < table.n)
    go_to(view, &table, (gint64) table.first + (gint64) place);
}

static void
moved(NoslipView *view, int dx, int dy)
{
  g_auto(Table) table = {0};
  if (!table_init(view, &table))
    return;
  measure(view, noslip_view_theme(view), &table);
  if (dy)
    go_to(view, &table, (gint64) table.row + dy);
  if (dx) {
    char from[16];
    g_snprintf(from, sizeof from, "%d", CLAMP((int) table.from + dx, 1, MAX((int) table.columns->len - 1, 1)));
    noslip_view_set_choice(view, "from", (const char *const[]){from, NULL});
  }
}

/* The table moves by rows, and the time stays. */
static gboolean
wheel_turned(GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  NoslipView *view = data;
  g_auto(Table) table = {0};
  if (!table_init(view, &table))
    return FALSE;
  Kept *kept = kept_of(view);
  measure(view, noslip_view_theme(view), &table);
  choose_rows(view, &table, gtk_widget_get_height(GTK_WIDGET(view)));
  int rows = (int) (dy > 0 ? ceil(3 * dy) : floor(3 * dy));
  gboolean at_end = rows > 0 && table.first + table.n >= table.run->n_rows;
  if (!at_end && !(rows < 0 && table.first == 0))
    kept->scrolled += rows;
  gtk_widget_queue_draw(GTK_WIDGET(view));
  return TRUE;
}

/* Copying */

/* Rows with all digits, their cells separated by tabs, below the names. */
static char *
text_of(const Table *table, guint first, guint n)
{
  GString *text = g_string_new(NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  for (guint i = 0; i < table->columns->len; i++)
    g_string_append_printf(text, "%s%s", i > 0 ? "\t" : "", quantity_of(table, i)->name);
  for (guint row = first; row < first + n; row++)
    for (guint i = 0; i < table->columns->len; i++)
      g_string_append_printf(text, "%c%s", i > 0 ? '\t' : '\n',
                             g_ascii_formatd(number, sizeof number, "%.17g", value_of(table, row, i)));
  g_string_append_c(text, '\n');
  return g_string_free(text, FALSE);
}

/* The visible rows. */
static char *
values(NoslipView *view)
{
  g_auto(Table) table = {0};
  if (!table_init(view, &table))
    return g_strdup("");
  measure(view, noslip_view_theme(view), &table);
  choose_rows(view, &table, gtk_widget_get_height(GTK_WIDGET(view)));
  return text_of(&table, table.first, table.n);
}

static void
copy_all(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  g_auto(Table) table = {0};
  if (!table_init(view, &table) || table.run->n_rows > MOST_COPIED)
    return;
  g_autofree char *text = text_of(&table, 0, table.run->n_rows);
  gdk_clipboard_set_text(gtk_widget_get_clipboard(view), text);
}

static char *
describe(NoslipView *view)
{
  g_auto(Table) table = {0};
  if (!table_init(view, &table))
    return g_strdup(_("The rows appear here as soon as the motion is computed."));
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, _("row %u of %u"), table.row + 1, table.run->n_rows);
  for (guint i = 0; i < table.columns->len; i++) {
    g_autofree char *number = noslip_number_text(value_of(&table, table.row, i), DIGITS);
    g_string_append_printf(text, "; %s = %s", noslip_quantity_words(quantity_of(&table, i)), number);
  }
  return g_string_free(text, FALSE);
}

static void
begin(NoslipView *view)
{
  static const GActionEntry entries[] = {{"copy-all", copy_all, NULL, NULL, NULL, {0}}};
  GActionGroup *actions = noslip_view_own_actions(view, "table", entries, G_N_ELEMENTS(entries));
  g_object_set_data_full(G_OBJECT(view), "table-actions", actions, g_object_unref);
  GtkEventController *wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  g_signal_connect(wheel, "scroll", G_CALLBACK(wheel_turned), view);
  gtk_widget_add_controller(GTK_WIDGET(view), wheel);
}

/* The menu shows the columns by default as chosen, so that one more does not hide them. */
static void
choose_present(NoslipView *view, const Table *table)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 1; i < table->columns->len; i++)
    g_ptr_array_add(names, quantity_of(table, i)->name);
  g_ptr_array_add(names, NULL);
  noslip_view_set_choice(view, "columns", (const char *const *) names->pdata);
}

static void
add_choices(NoslipView *view, GtkBox *box)
{
  GActionGroup *actions = g_object_get_data(G_OBJECT(view), "table-actions");
  g_auto(Table) table = {0};
  gboolean known = table_init(view, &table);
  if (known && !noslip_view_choice(view, "columns"))
    choose_present(view, &table);
  noslip_view_add_quantities(view, box, "columns", _("Columns"), ~(1u << NOSLIP_QUANTITY_TIME));
  if (known && table.run->n_rows <= MOST_COPIED)
    noslip_view_add_item(box, _("Copy all rows"), NULL, actions, "copy-all");
  noslip_view_add_export(box, _("Export all rows…"), "trajectory");
}

const NoslipViewKind noslip_table_view = {
    .id = "table",
    .name = N_("Table"),
    .summary =
        N_("The rows of the motion as numbers, around the shared time; a click on a row moves the time there, and "
           "the rows can be copied"),
    .interest = NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_RUNS,
    .whole = TRUE,
    .display = display_table,
    .describe = describe,
    .values = values,
    .begin = begin,
    .clicked = clicked,
    .moved = moved,
    .add_choices = add_choices,
};
