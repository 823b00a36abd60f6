/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/family/families.h"

#include "core/finder/family/family-path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UNSTABLE 1e-7
#define NEAREST 2         /* members of a component from which paths to another are tried */
#define PAIRS 3           /* pairs of members of two components between which paths are tried */
#define TURNED 4          /* times that further turns are tried between them, by one symmetry */
#define STEPS 20000       /* limit, along all paths together */
#define STEPS_OF_TWO 1000 /* limit, along the path between two equilibria */
#define NEAR_ROOT 1e-2    /* distance of two approximations of a multiple root, in sizes */
#define ROOT 1e-9         /* of the equations' sizes: what is left half-way between them */

/* Members of families of one dimension between which paths lead form a component, whatever their stability. */
typedef struct {
  NoslipEquilibrium *family;
  guint index, component;
  double *u; /* z and rates */
} Member;

typedef struct {
  double distance;
  const Member *one, *other;
} Pair;

static void
member_free(gpointer data)
{
  g_free(((Member *) data)->u);
  g_free(data);
}

NoslipFamilies *
noslip_families_new(NoslipSteady *steady, GPtrArray *families)
{
  NoslipFamilies *made = g_new0(NoslipFamilies, 1);
  *made = (NoslipFamilies){.steady = steady,
                           .families = families,
                           .members = g_ptr_array_new_with_free_func(member_free),
                           .tried = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL),
                           .steps = STEPS};
  return made;
}

void
noslip_families_free(NoslipFamilies *families)
{
  g_ptr_array_unref(families->members);
  g_hash_table_unref(families->tried);
  g_free(families);
}

static guint
count_unstable(const NoslipEquilibrium *equilibrium)
{
  guint count = 0;
  for (guint i = 0; i + equilibrium->forced < equilibrium->n; i++)
    count += equilibrium->eigenvalues[2 * i] > UNSTABLE * equilibrium->rate;
  return count;
}

/* The number of eigenvalues that are not 0. */
static guint
count_nonzero(const NoslipEquilibrium *equilibrium)
{
  guint count = 0;
  for (guint i = 0; i + equilibrium->forced < equilibrium->n; i++)
    count += hypot(equilibrium->eigenvalues[2 * i], equilibrium->eigenvalues[2 * i + 1]) > UNSTABLE * equilibrium->rate;
  return count;
}

/* Adds `other`, which it frees, to the members that `family` represents. A family is represented by the first of the members
 * with the most eigenvalues that are not 0, and not by a state at which it only ends or crosses others. */
static void
take_in(NoslipEquilibrium *family, NoslipEquilibrium *other)
{
  guint members = family->members + other->members;
  if (count_nonzero(other) > count_nonzero(family)) {
    NoslipEquilibrium swap = *family;
    *family = *other;
    *other = swap;
  }
  family->members = members;
  noslip_equilibrium_free(other);
}

static gboolean
is_alike(const NoslipEquilibrium *one, const NoslipEquilibrium *other)
{
  return one->relative == other->relative && one->forced == other->forced && one->dimension == other->dimension &&
         one->n == other->n && one->stable == other->stable && count_unstable(one) == count_unstable(other);
}

gboolean
noslip_families_are_joined(NoslipSteady *steady, const NoslipEquilibrium *one, const NoslipEquilibrium *other)
{
  guint columns = steady->size + steady->n_symmetries, steps = STEPS_OF_TWO;
  g_autofree double *from = g_new0(double, columns);
  g_autofree double *to = g_new0(double, columns);
  if (one->dimension == 0 || !is_alike(one, other))
    return FALSE;
  memcpy(from, one->state, sizeof(double) * steady->size);
  memcpy(from + steady->size, one->rates, sizeof(double) * steady->n_symmetries);
  memcpy(to, other->state, sizeof(double) * steady->size);
  memcpy(to + steady->size, other->rates, sizeof(double) * steady->n_symmetries);
  return noslip_family_path(steady, from, to, FALSE, &steps) == NOSLIP_PATH_JOINS;
}

/* Whether two equilibria are approximations of one: to a multiple root Newton's method comes only as near as its power
 * of the distance can be told from 0. Between two such, unlike between two single roots, the equations hold too. */
static gboolean
is_same(NoslipSteady *steady, const NoslipEquilibrium *one, const NoslipEquilibrium *other)
{
  guint n = noslip_steady_n_equations(steady), columns = steady->size + steady->n_symmetries;
  if (!is_alike(one, other) || noslip_steady_distance(steady, one->state, other->state) > NEAR_ROOT)
    return FALSE;
  g_autofree double *u = g_new0(double, columns);
  g_autofree double *change = g_new0(double, columns);
  g_autofree double *f = g_new0(double, n);
  g_autofree double *scale = g_new0(double, n);
  g_autofree double *jacobian = g_new0(double, (gsize) n *columns);
  noslip_family_way(steady, one->state, other->state, change);
  for (guint i = 0; i < steady->size; i++)
    u[i] = one->state[i] + change[i] / 2;
  for (guint s = 0; s < steady->n_symmetries; s++)
    u[steady->size + s] = (one->rates[s] + other->rates[s]) / 2;
  if (!noslip_steady_equations(steady, u, u + steady->size, f, scale, jacobian))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (fabs(f[i]) > ROOT * steady->fine_units.rows[i])
      return FALSE;
  return TRUE;
}

static int
compare_pairs(gconstpointer a, gconstpointer b)
{
  double one = ((const Pair *) a)->distance, other = ((const Pair *) b)->distance;
  return one < other ? -1 : one > other;
}

static void
add_pair(const NoslipFamilies *families, const Member *one, const Member *other, double *change, GArray *pairs)
{
  const Pair pair = {noslip_family_way(families->steady, one->u, other->u, change), one, other};
  g_array_append_val(pairs, pair);
}

static Member *
make_member(const NoslipFamilies *families, const NoslipEquilibrium *equilibrium)
{
  const NoslipSteady *steady = families->steady;
  Member *member = g_new0(Member, 1);
  member->index = families->members->len;
  member->u = g_new0(double, steady->size + steady->n_symmetries);
  memcpy(member->u, equilibrium->state, sizeof(double) * steady->size);
  memcpy(member->u + steady->size, equilibrium->rates, sizeof(double) * steady->n_symmetries);
  return member;
}

/* How the path between two members ends; it is tried once. The key is that of the pair. */
static NoslipPathEnd
try_path(NoslipFamilies *families, const Member *one, const Member *other, gboolean turned)
{
  gint64 key = ((gint64) one->index << 32) + 2 * (gint64) other->index + (turned ? 1 : 0);
  gpointer known = NULL;
  if (!g_hash_table_lookup_extended(families->tried, &key, NULL, &known)) {
    known = GUINT_TO_POINTER(noslip_family_path(families->steady, one->u, other->u, turned, &families->steps));
    g_hash_table_insert(families->tried, g_memdup2(&key, sizeof key), known);
  }
  return (NoslipPathEnd) GPOINTER_TO_UINT(known);
}

/* The component to which a member belongs, a new one if no path to another is found. */
static guint
find_component(NoslipFamilies *families, const NoslipEquilibrium *equilibrium, const Member *member)
{
  g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(Pair));
  g_autofree double *change = g_new0(double, families->steady->size + 1);
  g_autofree guint *tries = g_new0(guint, (gsize) families->n_components + 1);
  for (guint i = 0; i < families->members->len; i++) {
    const Member *other = families->members->pdata[i];
    if (other->family->dimension == equilibrium->dimension && other->family->n == equilibrium->n)
      add_pair(families, member, other, change, pairs);
  }
  g_array_sort(pairs, compare_pairs);
  for (guint i = 0; i < pairs->len; i++) {
    const Member *other = g_array_index(pairs, Pair, i).other;
    if (tries[other->component]++ < NEAREST && try_path(families, member, other, FALSE) == NOSLIP_PATH_JOINS)
      return other->component;
  }
  return families->n_components++;
}

/* The family of a component to which an equilibrium belongs, or NULL. */
static NoslipEquilibrium *
find_family(const NoslipFamilies *families, const NoslipEquilibrium *equilibrium, guint component)
{
  for (guint i = 0; i < families->members->len; i++) {
    const Member *other = families->members->pdata[i];
    if (other->component == component && other->family != equilibrium && is_alike(other->family, equilibrium))
      return other->family;
  }
  return NULL;
}

void
noslip_families_add(NoslipFamilies *families, NoslipEquilibrium *equilibrium)
{
  if (equilibrium->dimension == 0) {
    for (guint i = 0; i < families->families->len; i++)
      if (is_same(families->steady, families->families->pdata[i], equilibrium)) {
        noslip_equilibrium_free(equilibrium);
        return;
      }
    g_ptr_array_add(families->families, equilibrium);
    return;
  }
  Member *member = make_member(families, equilibrium);
  member->component = find_component(families, equilibrium, member);
  member->family = find_family(families, equilibrium, member->component);
  g_ptr_array_add(families->members, member);
  if (member->family != NULL) {
    take_in(member->family, equilibrium);
    return;
  }
  member->family = equilibrium;
  g_ptr_array_add(families->families, equilibrium);
}

/* How paths between two components end: UNDECIDED if none joins them and one is. */
static NoslipPathEnd
join(NoslipFamilies *families, guint one, guint other)
{
  g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(Pair));
  g_autofree double *change = g_new0(double, families->steady->size + 1);
  NoslipPathEnd worst = NOSLIP_PATH_ENDS;
  for (guint i = 0; i < families->members->len; i++)
    for (guint k = 0; k < families->members->len; k++) {
      const Member *a = families->members->pdata[i], *b = families->members->pdata[k];
      if (a->component == one && b->component == other && a->family->dimension == b->family->dimension &&
          a->family->n == b->family->n)
        add_pair(families, a, b, change, pairs);
    }
  g_array_sort(pairs, compare_pairs);
  for (guint i = 0; i < 2 * MIN(pairs->len, PAIRS); i++) {
    const Pair *pair = &g_array_index(pairs, Pair, i / 2);
    gboolean turned = i % 2 == 1;
    if (turned && (i / 2 + 1) * families->steady->n_symmetries > TURNED)
      continue;
    NoslipPathEnd end = try_path(families, pair->one, pair->other, turned);
    if (end == NOSLIP_PATH_JOINS)
      return end;
    worst = MAX(worst, end);
  }
  return worst;
}

/* Adds the members of a family to another. */
static void
unite(NoslipFamilies *families, NoslipEquilibrium *one, NoslipEquilibrium *other)
{
  for (guint i = 0; i < families->members->len; i++) {
    Member *member = families->members->pdata[i];
    if (member->family == other)
      member->family = one;
  }
  guint place;
  if (g_ptr_array_find(families->families, other, &place))
    take_in(one, g_ptr_array_steal_index(families->families, place));
}

/* Families of a component that are alike become one: that which was found first. */
static void
unite_alike(NoslipFamilies *families, guint component)
{
  for (guint i = 0; i < families->members->len; i++) {
    const Member *member = families->members->pdata[i];
    if (member->component != component)
      continue;
    NoslipEquilibrium *first = find_family(families, member->family, component);
    if (first != NULL)
      unite(families, member->family, first);
  }
}

/* Unites each component with the later ones to which a path leads; returns the number of those that were united. */
static guint
unite_components(NoslipFamilies *families)
{
  guint count = 0;
  for (guint one = 0; one < families->n_components; one++)
    for (guint other = one + 1; other < families->n_components; other++) {
      if (join(families, one, other) != NOSLIP_PATH_JOINS)
        continue;
      for (guint i = 0; i < families->members->len; i++) {
        Member *member = families->members->pdata[i];
        if (member->component == other)
          member->component = one;
      }
      unite_alike(families, one);
      count++;
    }
  return count;
}

static gboolean
is_first_of_family(const NoslipFamilies *families, guint index)
{
  const Member *member = families->members->pdata[index];
  for (guint i = 0; i < index; i++)
    if (((const Member *) families->members->pdata[i])->family == member->family)
      return FALSE;
  return TRUE;
}

guint
noslip_families_unite(NoslipFamilies *families)
{
  guint count = 0;
  while (unite_components(families) > 0)
    continue;
  for (guint i = 0; i < families->members->len; i++)
    for (guint k = 0; k < i; k++) {
      const Member *one = families->members->pdata[i], *other = families->members->pdata[k];
      if (one->component != other->component && is_first_of_family(families, i) && is_first_of_family(families, k) &&
          is_alike(one->family, other->family) &&
          join(families, one->component, other->component) == NOSLIP_PATH_UNDECIDED)
        count++;
    }
  return count;
}
