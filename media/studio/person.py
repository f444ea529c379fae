"""People, made to be seen against the light: what counts is the outline of head, shoulders, hair and headphones."""
import math

import bpy

from . import materials as m
from .kit import _adopt, placed, ring, tube
from .microphone import headphones

# Dark enough that what little light there is before somebody leaves the outline whole.
SKIN = (0.10, 0.06, 0.04)
# Half a head's outline from chin to crown: height, front, back, half the width. Metres, the nose left out.
HEAD = [(0.000, 0.066, -0.010, 0.024), (0.010, 0.080, -0.018, 0.038), (0.022, 0.082, -0.026, 0.047), (0.033, 0.075, -0.040, 0.053),
        (0.045, 0.084, -0.055, 0.058), (0.053, 0.079, -0.066, 0.061), (0.061, 0.086, -0.076, 0.064), (0.073, 0.081, -0.086, 0.067),
        (0.092, 0.081, -0.095, 0.071), (0.108, 0.080, -0.100, 0.0735), (0.119, 0.080, -0.103, 0.075), (0.131, 0.090, -0.104, 0.076),
        (0.150, 0.091, -0.103, 0.076), (0.170, 0.085, -0.097, 0.074), (0.188, 0.072, -0.084, 0.066), (0.203, 0.052, -0.066, 0.053),
        (0.214, 0.028, -0.044, 0.036), (0.221, 0.000, -0.018, 0.014)]
# A sitting body from the seat to the neck: height, middle, half the depth, half the width.
TORSO = [(0.00, 0.00, 0.13, 0.19), (0.15, 0.00, 0.118, 0.165), (0.30, 0.005, 0.118, 0.172), (0.42, 0.000, 0.120, 0.188),
         (0.50, -0.008, 0.110, 0.214), (0.545, -0.014, 0.094, 0.204), (0.578, -0.020, 0.076, 0.150), (0.605, -0.024, 0.064, 0.088),
         (0.640, -0.026, 0.056, 0.062)]


def _slices(rings, segs, point):
    """Vertices and faces of a closed body; `point` gives a slice's place at an angle."""
    verts = [point(row, 2 * math.pi * k / segs) for row in rings for k in range(segs)]
    faces = [(i * segs + k, i * segs + (k + 1) % segs, (i + 1) * segs + (k + 1) % segs, (i + 1) * segs + k)
             for i in range(len(rings) - 1) for k in range(segs)]
    faces += [tuple(range(segs))[::-1], tuple(range((len(rings) - 1) * segs, len(rings) * segs))]
    return verts, faces


def _capsule(a, b, r0, r1, segs=20, caps=6):
    """A limb from `a` to `b` with round ends."""
    from mathutils import Vector
    a, b = Vector(a), Vector(b)
    along = (b - a).normalized()
    side = along.orthogonal().normalized()
    up = along.cross(side)
    rows = [(a, r0, -math.cos(i / caps * math.pi / 2), math.sin(i / caps * math.pi / 2)) for i in range(1, caps + 1)]
    rows += [(b, r1, math.cos(i / caps * math.pi / 2), math.sin(i / caps * math.pi / 2)) for i in range(caps, 0, -1)]
    return _slices(rows, segs, lambda row, t: tuple(row[0] + along * row[1] * row[2] + (side * math.cos(t) + up * math.sin(t)) * row[1] * row[3]))


def _body(parts, mat, voxel, smooth, rough=0.0, grain=0.05):
    """Closed meshes melted into one skin; `rough` metres of folds, `grain` metres from fold to fold."""
    verts, faces = [], []
    for v, f in parts:
        faces += [tuple(i + len(verts) for i in face) for face in f]
        verts += v
    data = bpy.data.meshes.new('body')
    data.from_pydata(verts, [], faces)
    data.materials.append(mat)
    obj = _adopt(bpy.data.objects.new('body', data), (0, 0, 0), (0, 0, 0))
    melt = obj.modifiers.new('melt', 'REMESH')
    melt.mode, melt.voxel_size, melt.use_smooth_shade = 'VOXEL', voxel, True
    ease = obj.modifiers.new('ease', 'SMOOTH')
    ease.factor, ease.iterations = 0.5, smooth
    if rough:
        texture = bpy.data.textures.new('folds', 'CLOUDS')
        texture.noise_scale, texture.noise_depth = grain, 2
        fold = obj.modifiers.new('folds', 'DISPLACE')
        fold.texture, fold.strength, fold.mid_level, fold.texture_coords = texture, rough, 0.5, 'LOCAL'
    return obj


def _skull(row, t):
    z, front, back, half = row
    mid, deep = (front + back) / 2, (front - back) / 2
    c, s = math.cos(t), math.sin(t)
    # The face narrows towards its front.
    return (mid + deep * c, half * s * (1 - 0.14 * max(0, c) ** 2), z)


def _hair(style):
    """A shell over the skull above the hairline; below it the shell lies inside of the head."""
    def point(row, t):
        x, y, z = _skull(row, t)
        c = math.cos(t)
        line = 0.172 if c > 0.75 else 0.172 - (0.75 - c) * (0.062 if style == 'bun' else 0.075)
        over = max(-1.0, min(1.0, (z - line) / 0.012))
        thick = (0.012 if style == 'bun' else 0.015 + 0.012 * max(0, c)) * over if over > 0 else 0.012 * over
        cx, cz = -0.008, 0.12
        far = math.sqrt((x - cx) ** 2 + y * y + (z - cz) ** 2)
        k = 1 + thick / far
        return (cx + (x - cx) * k, y * k, cz + (z - cz) * k)
    parts = [_slices(HEAD, 48, point)]
    if style == 'bun':
        parts += [_capsule((-0.112, 0, 0.112), (-0.126, 0, 0.102), 0.036, 0.033), _capsule((-0.080, 0, 0.13), (-0.11, 0, 0.112), 0.036, 0.028)]
    return parts


def head(style='short', wearing=True, skin=SKIN, hair=(0.012, 0.009, 0.007)):
    """Looks along local +X; the chin at z=0. `style`: short hair, or a bun."""
    nose = ([(0.076, 0.007, 0.124), (0.076, -0.007, 0.124), (0.090, 0, 0.116), (0.112, 0, 0.085), (0.103, 0, 0.075), (0.080, 0, 0.069),
             (0.072, 0.020, 0.074), (0.072, -0.020, 0.074), (0.060, 0, 0.10)],
            [(0, 2, 1), (0, 6, 3, 2), (1, 2, 3, 7), (3, 6, 4), (3, 4, 7), (4, 6, 5), (4, 5, 7), (0, 8, 6), (1, 7, 8), (0, 1, 8), (6, 8, 5), (7, 5, 8)])
    thin = 0.048 if style == 'bun' else 0.055
    neck = _capsule((-0.040, 0, -0.13), (-0.018, 0, 0.045), thin + 0.006, thin)
    _body([_slices(HEAD, 48, _skull), nose, neck], m.plain(*skin, 0.55, 0.35), 0.0032, 5)
    _body(_hair(style), m.felt(*hair), 0.0045, 3, 0.010, 0.018)
    if wearing:
        # Opened a little, as they are on a head.
        with placed((-0.004, 0, 0.246), (0, 4, 90), 1.06):
            headphones()


def sitter(loc, turn=0, lean=6, look=(0, 0), style='short', wool=(0.045, 0.04, 0.036), hands=((0.33, 0.12, 0.20), (0.33, -0.12, 0.20)), wearing=True):
    """Sits facing local +X, `loc` on the seat below the hips. `lean` forward and `look` (aside, down) in degrees;
    `hands` where the left and the right one rest, seen from the hips."""
    with placed(loc, (0, 0, turn)):
        with placed((0, 0, 0), (0, lean, 0)):
            def slab(row, t):
                z, mid, deep, wide = row
                c, s = math.cos(t), math.sin(t)
                return (mid + deep * math.copysign(abs(c) ** 0.85, c), wide * math.copysign(abs(s) ** 0.85, s), z)
            parts = [_slices(TORSO, 40, slab)]
            for s, hand in zip((1, -1), hands):
                shoulder, elbow = (-0.012, s * 0.200, 0.497), (0.05, s * 0.250, 0.245)
                wrist = tuple(e + (h - e) * 0.86 for e, h in zip(elbow, hand))
                parts += [_capsule((-0.015, s * 0.10, 0.53), shoulder, 0.066, 0.066), _capsule(shoulder, elbow, 0.058, 0.047), _capsule(elbow, wrist, 0.046, 0.034),
                          _capsule((0.02, s * 0.09, 0.06), (0.42, s * 0.13, 0.07), 0.095, 0.075)]
            _body(parts, m.felt(*wool), 0.010, 7, 0.016, 0.07)
            for s, hand in zip((1, -1), hands):
                elbow = (0.05, s * 0.250, 0.245)
                _body([_capsule(tuple(e + (h - e) * 0.84 for e, h in zip(elbow, hand)), hand, 0.027, 0.030),
                       _capsule(hand, (hand[0] + 0.07, hand[1] - s * 0.02, hand[2] - 0.012), 0.028, 0.018)], m.plain(*SKIN, 0.55, 0.35), 0.006, 3)
            with placed((-0.022, 0, 0.628), (0, 14, 0)):
                ring(0.064, 0.013, m.felt(*wool))
            with placed((0.008, 0, 0.688), (0, look[1] - lean * 0.7, look[0])):
                head(style, wearing)


__all__ = ['sitter', 'head', 'tube']
