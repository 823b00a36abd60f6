/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/side/setup-list.h"

#include <errno.h>
#include <glib/gstdio.h>

struct _NoslipSetupList {
  GObject parent;
  GPtrArray *setups;
  char *file, *failure;
  int current;
};

G_DEFINE_FINAL_TYPE(NoslipSetupList, noslip_setup_list, G_TYPE_OBJECT)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static GPtrArray *
array_new(void)
{
  return g_ptr_array_new_with_free_func((GDestroyNotify) noslip_setup_unref);
}

gboolean
noslip_setup_list_write(NoslipSetupList *self, const char *file, GError **error)
{
  return noslip_setups_write(self->setups->len, (NoslipSetup *const *) self->setups->pdata, file, error);
}

static void
keep(NoslipSetupList *self)
{
  g_autoptr(GError) error = NULL;
  g_clear_pointer(&self->failure, g_free);
  if (!self->file)
    return;
  g_autofree char *folder = g_path_get_dirname(self->file);
  if (g_mkdir_with_parents(folder, 0700) != 0)
    self->failure = g_strdup_printf("%s: %s", folder, g_strerror(errno));
  else if (self->setups->len == 0)
    g_remove(self->file);
  else if (!noslip_setup_list_write(self, self->file, &error))
    self->failure = g_strdup(error->message);
}

static void
changed(NoslipSetupList *self)
{
  self->current = MIN(self->current, (int) self->setups->len - 1);
  keep(self);
  g_signal_emit(self, signals[CHANGED], 0);
}

guint
noslip_setup_list_n(NoslipSetupList *self)
{
  return self->setups->len;
}

NoslipSetup *
noslip_setup_list_get(NoslipSetupList *self, guint index)
{
  return index < self->setups->len ? self->setups->pdata[index] : NULL;
}

int
noslip_setup_list_current(NoslipSetupList *self)
{
  return self->current;
}

void
noslip_setup_list_set_current(NoslipSetupList *self, int index)
{
  if (index == self->current || index >= (int) self->setups->len)
    return;
  self->current = MAX(index, -1);
  g_signal_emit(self, signals[CHANGED], 0); /* the shown set-up is not saved */
}

void
noslip_setup_list_insert(NoslipSetupList *self, guint index, NoslipSetup *setup)
{
  g_ptr_array_insert(self->setups, (int) MIN(index, self->setups->len), noslip_setup_ref(setup));
  if ((int) index <= self->current)
    self->current++;
  changed(self);
}

void
noslip_setup_list_add(NoslipSetupList *self, NoslipSetup *setup)
{
  int at = self->current < 0 ? (int) self->setups->len : self->current + 1;
  g_ptr_array_insert(self->setups, at, noslip_setup_ref(setup));
  self->current = at;
  changed(self);
}

void
noslip_setup_list_remove(NoslipSetupList *self, guint index)
{
  if (index >= self->setups->len)
    return;
  g_ptr_array_remove_index(self->setups, index);
  if ((int) index < self->current)
    self->current--;
  changed(self);
}

void
noslip_setup_list_move(NoslipSetupList *self, guint index, guint to)
{
  if (index >= self->setups->len || to >= self->setups->len || index == to)
    return;
  gpointer shown = self->current >= 0 ? self->setups->pdata[self->current] : NULL;
  gpointer setup = g_ptr_array_steal_index(self->setups, index);
  g_ptr_array_insert(self->setups, (int) to, setup);
  for (guint i = 0; i < self->setups->len && shown; i++)
    if (self->setups->pdata[i] == shown)
      self->current = (int) i;
  changed(self);
}

void
noslip_setup_list_rename(NoslipSetupList *self, guint index, const char *name)
{
  NoslipSetup *setup = noslip_setup_list_get(self, index);
  if (!setup || g_str_equal(noslip_setup_name(setup), name))
    return;
  noslip_setup_set_name(setup, name);
  changed(self);
}

void
noslip_setup_list_replace(NoslipSetupList *self, GPtrArray *setups)
{
  GPtrArray *before = self->setups;
  self->setups = array_new();
  for (guint i = 0; i < setups->len; i++)
    g_ptr_array_add(self->setups, noslip_setup_ref(setups->pdata[i]));
  g_ptr_array_unref(before);
  self->current = -1;
  changed(self);
}

GPtrArray *
noslip_setup_list_copy(NoslipSetupList *self)
{
  GPtrArray *copy = array_new();
  for (guint i = 0; i < self->setups->len; i++)
    g_ptr_array_add(copy, noslip_setup_ref(self->setups->pdata[i]));
  return copy;
}

const char *
noslip_setup_list_failure(NoslipSetupList *self)
{
  return self->failure;
}

static void
noslip_setup_list_finalize(GObject *object)
{
  NoslipSetupList *self = NOSLIP_SETUP_LIST(object);
  g_ptr_array_unref(self->setups);
  g_free(self->file);
  g_free(self->failure);
  G_OBJECT_CLASS(noslip_setup_list_parent_class)->finalize(object);
}

static void
noslip_setup_list_class_init(NoslipSetupListClass *class)
{
  G_OBJECT_CLASS(class)->finalize = noslip_setup_list_finalize;
  signals[CHANGED] =
      g_signal_new("changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
noslip_setup_list_init(NoslipSetupList *self)
{
  self->setups = array_new();
  self->current = -1;
}

NoslipSetupList *
noslip_setup_list_new(const char *file)
{
  NoslipSetupList *self = g_object_new(NOSLIP_TYPE_SETUP_LIST, NULL);
  self->file = g_strdup(file);
  if (file && g_file_test(file, G_FILE_TEST_IS_REGULAR)) {
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new(); /* by another program */
    g_ptr_array_unref(self->setups);
    self->setups = noslip_setups_read(file, diagnostics);
  }
  return self;
}
