/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/side/lecture.h"

struct _NoslipLecture {
  GObject parent;
  NoslipSetupList *setups, *stories;
};

G_DEFINE_FINAL_TYPE(NoslipLecture, noslip_lecture, G_TYPE_OBJECT)

static void
noslip_lecture_finalize(GObject *object)
{
  NoslipLecture *self = NOSLIP_LECTURE(object);
  g_object_unref(self->setups);
  g_object_unref(self->stories);
  G_OBJECT_CLASS(noslip_lecture_parent_class)->finalize(object);
}

static void
noslip_lecture_class_init(NoslipLectureClass *class)
{
  G_OBJECT_CLASS(class)->finalize = noslip_lecture_finalize;
}

static void
noslip_lecture_init(NoslipLecture *self)
{
  self->setups = noslip_setup_list_new(NULL);
  self->stories = noslip_setup_list_new(NULL);
}

NoslipLecture *
noslip_lecture_new(void)
{
  return g_object_new(NOSLIP_TYPE_LECTURE, NULL);
}

NoslipSetupList *
noslip_lecture_setups(NoslipLecture *self)
{
  return self->setups;
}

void
noslip_lecture_set_setups(NoslipLecture *self, NoslipSetupList *setups)
{
  g_set_object(&self->setups, setups);
}

NoslipSetupList *
noslip_lecture_stories(NoslipLecture *self)
{
  return self->stories;
}

NoslipSetupList *
noslip_lecture_list_of(NoslipLecture *self, const NoslipSetup *story)
{
  for (guint i = 0; story && i < noslip_setup_list_n(self->stories); i++)
    if (noslip_setup_list_get(self->stories, i) == story)
      return self->stories;
  return self->setups;
}
