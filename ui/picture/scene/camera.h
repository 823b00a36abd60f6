/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The camera: orbits a target, z up. Matrices are 4 x 4, column major (element of row i, column j at [4 j + i]), and
 * act on column vectors; clip space is OpenGL's. */
#pragma once

#include <glib.h>

typedef struct {
  double low[3], high[3]; /* empty where low > high */
} NoslipBounds;
void noslip_bounds_init(NoslipBounds *bounds);
void noslip_bounds_add(NoslipBounds *bounds, const double point[3]); /* points that are not finite are ignored */
void noslip_bounds_add_bounds(NoslipBounds *bounds, const NoslipBounds *other);
gboolean noslip_bounds_is_empty(const NoslipBounds *bounds);
void noslip_bounds_middle(const NoslipBounds *bounds, double middle[3]); /* of bounds that are not empty */

typedef enum { NOSLIP_CAMERA_ISOMETRIC, NOSLIP_CAMERA_TOP, NOSLIP_CAMERA_SIDE, NOSLIP_CAMERA_FRONT } NoslipCameraPreset;

typedef struct {
  double target[3];
  double distance;
  double azimuth;     /* radians; direction of the camera from the x axis, seen from above */
  double elevation;   /* radians above the horizon, within +- pi/2 */
  double field;       /* vertical field of view, radians */
  gboolean automatic; /* tracks: frames the motion and keeps the body in the picture; only panning ends it */
  gboolean zoomed;    /* the distance was set by the user: an automatic camera keeps it */
  gboolean following; /* follows the body: its target moves by as much as the body */
} NoslipCamera;

void noslip_camera_init(NoslipCamera *camera);
void noslip_camera_look(NoslipCamera *camera, const double from[3], const double to[3]);
void noslip_camera_preset(NoslipCamera *camera, NoslipCameraPreset preset); /* direction only */
/* By the user. Orbiting and zooming continue tracking; panning ends it. */
void noslip_camera_orbit(NoslipCamera *camera, double azimuth, double elevation);
void noslip_camera_pan(NoslipCamera *camera, double dx, double dy, double height); /* pixels of a view that high */
void noslip_camera_zoom(NoslipCamera *camera, double factor);                      /* > 1 moves nearer */
void noslip_camera_track(NoslipCamera *camera);                                    /* starts to track again */
/* TRUE if the whole box is in the picture, or if it is too large for the picture and its middle is. */
gboolean noslip_camera_sees(const NoslipCamera *camera, const NoslipBounds *bounds, double aspect);
/* TRUE if the middle of the box is in the picture, or the box is empty. */
gboolean noslip_camera_sees_middle(const NoslipCamera *camera, const NoslipBounds *bounds, double aspect);
/* Direction in the picture from its middle to a point outside: x to the right, y downwards, length 1. */
void noslip_camera_direction(const NoslipCamera *camera, const double point[3], double direction[2]);
/* Target and distance that show the whole box at this aspect (width / height), keeping the direction. */
void noslip_camera_frame(NoslipCamera *camera, const NoslipBounds *bounds, double aspect);
/* What an automatic camera has to show: all of the motion so far, but with bodies of a minimum size. Beyond that it
 * stays with the bodies and drops the start of the motion. */
typedef struct {
  NoslipBounds all;         /* on show so far */
  NoslipBounds now;         /* the bodies and their arrows at present; may be empty */
  NoslipBounds bodies;      /* without arrows, for noslip_camera_carry() only: arrows appear and disappear */
  double nearest, farthest; /* distances; 0: any */
} NoslipFraming;
void noslip_camera_frame_within(NoslipCamera *camera, const NoslipFraming *framing, double aspect);
/* Moves smoothly towards that framing: `seconds` since the last call. Does nothing unless `automatic`. TRUE while it
 * still moves. The camera follows only after the motion exceeds a margin, so that small motions do not shake it. */
gboolean noslip_camera_follow(NoslipCamera *camera, const NoslipFraming *framing, double aspect, double seconds);

/* camera-text.c: "target 0.5 0.5 0 distance 8 azimuth -60 elevation 28 field 35 automatic", angles in degrees; free
 * with g_free(). Reading it gives the same camera to nine digits. */
char *noslip_camera_to_text(const NoslipCamera *camera);
/* Missing words keep their defaults; FALSE, and the camera is unchanged, if the text is not a camera. */
gboolean noslip_camera_from_text(const char *text, NoslipCamera *camera);

/* Follows the bodies: the target moves as far as their middle did since the last call. `anchor` is that middle;
 * *anchored is FALSE before the first call. */
void noslip_camera_carry(NoslipCamera *camera, const NoslipBounds *now, double anchor[3], gboolean *anchored);

/* Unit vectors of the view: to the right, up, and forward (from the eye to the target). */
void noslip_camera_basis(const NoslipCamera *camera, double right[3], double up[3], double forward[3]);
void noslip_camera_eye(const NoslipCamera *camera, double eye[3]);
void noslip_camera_view(const NoslipCamera *camera, double view[16]);
void noslip_camera_near_far(const NoslipCamera *camera, double *near_plane, double *far_plane);
/* projection * view */
void noslip_camera_matrix(const NoslipCamera *camera, double aspect, double matrix[16]);
/* World to pixels of a width x height view, y downwards; *depth is the distance along the view. FALSE behind the
 * eye. */
gboolean noslip_camera_project(const NoslipCamera *camera, double width, double height, const double point[3],
                               double *px, double *py, double *depth);
/* The ray through a pixel: origin and unit direction. */
void noslip_camera_ray(const NoslipCamera *camera, double width, double height, double px, double py, double origin[3],
                       double direction[3]);
/* Where that ray meets the plane z = height; FALSE if it does not, or beyond the far plane. */
gboolean noslip_camera_on_plane(const NoslipCamera *camera, double width, double height, double px, double py, double z,
                                double point[3]);
/* World units per pixel at the target. */
double noslip_camera_pixel_size(const NoslipCamera *camera, double height);

static inline double
noslip_dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void noslip_matrix_identity(double m[16]);
void noslip_matrix_multiply(const double a[16], const double b[16], double product[16]); /* product may be a or b */
void noslip_matrix_apply(const double m[16], const double point[3], double w, double result[4]);
