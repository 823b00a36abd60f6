/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/drafts.h"

#include "core/language/language.h"
#include "core/output/output.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <pthread.h>
#include <string.h>

#define HEAD "# draft of "
#define DRAFT ".draft"
#define LOCK ".lock"

struct _NoslipDraft {
  char *folder, *path, *lock_path;
  int lock;
  pthread_t thread;
  gboolean has_thread;
  /* under the mutex */
  pthread_mutex_t mutex;
  pthread_cond_t wake, done;
  char *next; /* the new content of the file; NULL with `wanted`: remove the file */
  gboolean wanted, busy, quit;
  char *error;
};

char *
noslip_drafts_folder(void)
{
  return g_build_filename(g_get_user_data_dir(), "noslip", "drafts", NULL);
}

/* The writing thread */

static char *
store(NoslipDraft *self, const char *content)
{
  if (!content) {
    g_remove(self->path);
    return NULL;
  }
  g_autoptr(GError) error = NULL;
  if (g_mkdir_with_parents(self->folder, 0700) != 0)
    return g_strdup_printf("%s: %s", self->folder, g_strerror(errno));
  if (self->lock < 0)
    self->lock = noslip_output_lock(self->lock_path);
  if (!noslip_output_write(self->path, content, strlen(content), NOSLIP_OUTPUT_REGULAR | NOSLIP_OUTPUT_PRIVATE, NULL,
                           &error))
    return g_strdup(error->message);
  return NULL;
}

static gpointer
write_drafts(gpointer data)
{
  NoslipDraft *self = data;
  pthread_mutex_lock(&self->mutex);
  while (self->wanted || !self->quit) {
    if (!self->wanted) {
      pthread_cond_wait(&self->wake, &self->mutex);
      continue;
    }
    g_autofree char *content = g_steal_pointer(&self->next);
    self->wanted = FALSE;
    self->busy = TRUE;
    pthread_mutex_unlock(&self->mutex);
    char *error = store(self, content);
    pthread_mutex_lock(&self->mutex);
    self->busy = FALSE;
    g_free(self->error);
    self->error = error;
    pthread_cond_broadcast(&self->done);
  }
  pthread_mutex_unlock(&self->mutex);
  return NULL;
}

static void
request_content(NoslipDraft *self, char *content)
{
  pthread_mutex_lock(&self->mutex);
  g_free(self->next);
  self->next = content;
  self->wanted = TRUE;
  if (!self->has_thread)
    self->has_thread = pthread_create(&self->thread, NULL, write_drafts, self) == 0;
  pthread_cond_signal(&self->wake);
  pthread_mutex_unlock(&self->mutex);
}

NoslipDraft *
noslip_draft_new(const char *folder)
{
  NoslipDraft *self = g_new0(NoslipDraft, 1);
  g_autofree char *id = g_uuid_string_random();
  g_autofree char *draft = g_strconcat(id, DRAFT, NULL), *lock = g_strconcat(id, LOCK, NULL);
  self->folder = g_strdup(folder);
  self->path = g_build_filename(folder, draft, NULL);
  self->lock_path = g_build_filename(folder, lock, NULL);
  self->lock = -1;
  pthread_mutex_init(&self->mutex, NULL);
  pthread_cond_init(&self->wake, NULL);
  pthread_cond_init(&self->done, NULL);
  return self;
}

char *
noslip_draft_base(const char *text)
{
  return text ? g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1) : NULL;
}

void
noslip_draft_keep(NoslipDraft *self, const char *file, const char *base, const char *text)
{
  g_autofree char *escaped = g_uri_escape_string(file ? file : "", "/", FALSE);
  request_content(self, g_strconcat(HEAD, escaped, base ? " " : "", base ? base : "", "\n", text, NULL));
}

void
noslip_draft_discard(NoslipDraft *self)
{
  if (self->has_thread) /* otherwise nothing was ever stored */
    request_content(self, NULL);
}

char *
noslip_draft_error(NoslipDraft *self)
{
  pthread_mutex_lock(&self->mutex);
  char *error = g_strdup(self->error);
  pthread_mutex_unlock(&self->mutex);
  return error;
}

char *
noslip_draft_flush(NoslipDraft *self)
{
  pthread_mutex_lock(&self->mutex);
  while (self->has_thread && (self->wanted || self->busy))
    pthread_cond_wait(&self->done, &self->mutex);
  char *error = g_strdup(self->error);
  pthread_mutex_unlock(&self->mutex);
  return error;
}

void
noslip_draft_free(NoslipDraft *self)
{
  if (!self)
    return;
  if (self->has_thread) {
    pthread_mutex_lock(&self->mutex);
    self->quit = TRUE;
    pthread_cond_signal(&self->wake);
    pthread_mutex_unlock(&self->mutex);
    pthread_join(self->thread, NULL);
  }
  if (self->lock >= 0)
    noslip_output_unlock(self->lock_path, self->lock);
  pthread_cond_destroy(&self->wake);
  pthread_cond_destroy(&self->done);
  pthread_mutex_destroy(&self->mutex);
  g_free(self->next);
  g_free(self->error);
  g_free(self->folder);
  g_free(self->path);
  g_free(self->lock_path);
  g_free(self);
}

/* Drafts left behind */

static gboolean
read_draft(NoslipFoundDraft *left)
{
  GStatBuf status;
  g_autofree char *content = NULL;
  gsize length = 0;
  /* a link or a pipe of this name is not a draft */
  if (g_lstat(left->path, &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_size > NOSLIP_LANGUAGE_MOST_BYTES * 2 || !g_file_get_contents(left->path, &content, &length, NULL) ||
      !g_str_has_prefix(content, HEAD))
    return FALSE;
  const char *end = memchr(content, '\n', length);
  if (!end)
    return FALSE;
  const char *from = content + strlen(HEAD), *space = memchr(from, ' ', (gsize) (end - from));
  const char *name_end = space ? space : end;
  if (name_end > from)
    left->file = g_uri_unescape_segment(from, name_end, NULL);
  if (space)
    left->base = g_utf8_make_valid(space + 1, (gssize) (end - space - 1));
  left->text = g_utf8_make_valid(end + 1, (gssize) (content + length - end - 1));
  left->time = (gint64) status.st_mtime;
  return TRUE;
}

static gint
newer_first(gconstpointer a, gconstpointer b)
{
  const NoslipFoundDraft *first = *(NoslipFoundDraft *const *) a, *second = *(NoslipFoundDraft *const *) b;
  if (first->time != second->time)
    return first->time > second->time ? -1 : 1;
  return g_strcmp0(first->path, second->path);
}

static void
consider(GPtrArray *found, const char *folder, const char *name)
{
  gboolean is_draft = g_str_has_suffix(name, DRAFT);
  if (!is_draft && !g_str_has_suffix(name, LOCK))
    return;
  g_autofree char *stem = g_strndup(name, (gsize) (strrchr(name, '.') - name));
  g_autofree char *draft = g_strconcat(folder, G_DIR_SEPARATOR_S, stem, DRAFT, NULL);
  g_autofree char *lock = g_strconcat(folder, G_DIR_SEPARATOR_S, stem, LOCK, NULL);
  if (!is_draft && g_file_test(draft, G_FILE_TEST_EXISTS))
    return; /* it is the lock of a draft that is listed */
  int fd = noslip_output_lock(lock);
  if (fd < 0)
    return; /* the process that wrote it is still running */
  if (!is_draft) {
    noslip_output_unlock(lock, fd);
    return;
  }
  NoslipFoundDraft *left = g_new0(NoslipFoundDraft, 1);
  left->path = g_steal_pointer(&draft);
  left->lock = fd;
  if (read_draft(left))
    g_ptr_array_add(found, left);
  else
    noslip_found_draft_free(left);
}

GPtrArray *
noslip_drafts_find(const char *folder)
{
  GPtrArray *found = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_found_draft_free);
  g_autoptr(GDir) directory = g_dir_open(folder, 0, NULL);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  for (const char *name; directory && (name = g_dir_read_name(directory));)
    g_ptr_array_add(names, g_strdup(name));
  for (guint i = 0; i < names->len; i++)
    consider(found, folder, g_ptr_array_index(names, i));
  g_ptr_array_sort(found, newer_first);
  return found;
}

void
noslip_found_draft_discard(NoslipFoundDraft *left)
{
  g_remove(left->path);
}

void
noslip_found_draft_free(NoslipFoundDraft *left)
{
  if (!left)
    return;
  if (left->lock >= 0) {
    g_autofree char *lock = g_strndup(left->path, strlen(left->path) - strlen(DRAFT));
    g_autofree char *path = g_strconcat(lock, LOCK, NULL);
    noslip_output_unlock(path, left->lock);
  }
  g_free(left->path);
  g_free(left->file);
  g_free(left->base);
  g_free(left->text);
  g_free(left);
}
