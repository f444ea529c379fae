"""Modeling helpers: beveled boxes, lathes, tubes, hanging cables, and nested coordinates. Meters, Z up."""
import math
from contextlib import contextmanager

import bpy
from mathutils import Euler, Vector

_parents = []


@contextmanager
def placed(loc=(0, 0, 0), rot=(0, 0, 0), scale=1.0):
    """Places all objects of the block at `loc`, rotated by `rot` (degrees, XYZ), relative to outer blocks."""
    empty = bpy.data.objects.new('place', None)
    _add_to_scene(empty, loc, rot)
    empty.scale = (scale,) * 3
    _parents.append(empty)
    try:
        yield empty
    finally:
        _parents.pop()


def _add_to_scene(obj, loc, rot):
    """Adds an object at `loc`, rotated by `rot` (degrees), relative to the blocks of `placed` around the call."""
    bpy.context.scene.collection.objects.link(obj)
    obj.location = loc
    obj.rotation_euler = Euler([math.radians(a) for a in rot])
    if _parents:
        obj.parent = _parents[-1]
    return obj


def _bevel(obj, width, segments):
    if width > 0:
        mod = obj.modifiers.new('bevel', 'BEVEL')
        mod.width = width
        mod.segments = segments
        mod.limit_method = 'ANGLE'
        mod.angle_limit = math.radians(35)
        mod.harden_normals = True


def mesh(name, verts, faces, mat, loc=(0, 0, 0), rot=(0, 0, 0), bevel=0.0, segments=3, subsurf=0, angle=40):
    """Creates a smooth-shaded mesh; edges sharper than `angle` (degrees) stay hard."""
    data = bpy.data.meshes.new(name)
    data.from_pydata([tuple(v) for v in verts], [], faces)
    data.validate()
    for poly in data.polygons:
        poly.use_smooth = True
    data.use_auto_smooth = True
    data.auto_smooth_angle = math.radians(angle)
    if mat:
        data.materials.append(mat)
    obj = _add_to_scene(bpy.data.objects.new(name, data), loc, rot)
    _bevel(obj, bevel, segments)
    if subsurf:
        modifier = obj.modifiers.new('subsurf', 'SUBSURF')
        modifier.levels = modifier.render_levels = subsurf
    return obj


def box(size, mat, loc=(0, 0, 0), rot=(0, 0, 0), bevel=0.004, segments=3, name='box'):
    """Creates a box with rounded edges, centered on `loc`."""
    x, y, z = (s / 2 for s in size)
    verts = [(sx * x, sy * y, sz * z) for sx in (-1, 1) for sy in (-1, 1) for sz in (-1, 1)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return mesh(name, verts, faces, mat, loc, rot, min(bevel, 0.45 * min(size)), segments)


def lathe(profile, mat, loc=(0, 0, 0), rot=(0, 0, 0), segs=64, bevel=0.0, name='lathe', angle=40):
    """Creates a surface of revolution about local Z. `profile`: (radius, z) from end to end; radius 0 closes an end."""
    verts, rings = [], []
    for r, z in profile:
        if r <= 1e-6:
            rings.append([len(verts)])
            verts.append((0, 0, z))
        else:
            rings.append(list(range(len(verts), len(verts) + segs)))
            verts += [(r * math.cos(2 * math.pi * i / segs), r * math.sin(2 * math.pi * i / segs), z)
                      for i in range(segs)]
    faces = []
    for a, b in zip(rings, rings[1:]):
        for i in range(segs):
            j = (i + 1) % segs
            if len(a) == 1 and len(b) == 1:
                break
            if len(a) == 1:
                faces.append((a[0], b[j], b[i]))
            elif len(b) == 1:
                faces.append((a[i], a[j], b[0]))
            else:
                faces.append((a[i], a[j], b[j], b[i]))
    return mesh(name, verts, faces, mat, loc, rot, bevel, 3, 0, angle)


def disc(radius, height, mat, loc=(0, 0, 0), rot=(0, 0, 0), bevel=0.003, segs=64, name='disc'):
    """Creates a round plate on local z=0."""
    return lathe([(0, 0), (radius, 0), (radius, height), (0, height)], mat, loc, rot, segs, bevel, name)


def rod(a, b, radius, mat, bevel=0.001, segs=24, radius_b=None, name='rod'):
    """Creates a cylinder from point `a` to point `b`, or a cone with `radius_b` at `b`."""
    a, b = Vector(a), Vector(b)
    quat = (b - a).to_track_quat('Z', 'Y')
    length = (b - a).length
    r2 = radius if radius_b is None else radius_b
    obj = lathe([(0, 0), (radius, 0), (r2, length), (0, length)], mat, a, (0, 0, 0), segs, bevel, name)
    obj.rotation_euler = quat.to_euler()
    return obj


def tube(points, radius, mat, cyclic=False, smooth=True, name='tube', resolution=4):
    """Creates a round tube along points."""
    curve = bpy.data.curves.new(name, 'CURVE')
    curve.dimensions = '3D'
    curve.bevel_depth = radius
    curve.bevel_resolution = resolution
    curve.use_fill_caps = True
    curve.resolution_u = 8
    spline = curve.splines.new('NURBS' if smooth else 'POLY')
    spline.points.add(len(points) - 1)
    for p, co in zip(spline.points, points):
        p.co = (*co, 1)
    spline.use_cyclic_u = cyclic
    if smooth:
        spline.order_u = min(4, len(points))
        spline.use_endpoint_u = not cyclic
    curve.materials.append(mat)
    return _add_to_scene(bpy.data.objects.new(name, curve), (0, 0, 0), (0, 0, 0))


def cable(a, b, sag, mat, radius=0.003, side=(0, 0, 0), n=9):
    """Creates a cable from `a` to `b` that hangs `sag` meters below the line in the middle, shifted there by `side`."""
    a, b, side = Vector(a), Vector(b), Vector(side)
    pts = []
    for i in range(n):
        t = i / (n - 1)
        belly = 4 * t * (1 - t)
        pts.append(a.lerp(b, t) + side * belly + Vector((0, 0, -sag * belly)))
    return tube(pts, radius, mat)


def ring(radius, thickness, mat, loc=(0, 0, 0), rot=(0, 0, 0), segs=96, tsegs=16, name='ring'):
    """Creates a torus in local XY."""
    verts, faces = [], []
    for i in range(segs):
        a = 2 * math.pi * i / segs
        for j in range(tsegs):
            t = 2 * math.pi * j / tsegs
            r = radius + thickness * math.cos(t)
            verts.append((r * math.cos(a), r * math.sin(a), thickness * math.sin(t)))
            faces.append((i * tsegs + j, ((i + 1) % segs) * tsegs + j,
                          ((i + 1) % segs) * tsegs + (j + 1) % tsegs, i * tsegs + (j + 1) % tsegs))
    return mesh(name, verts, faces, mat, loc, rot)


def text(body, size, mat, loc=(0, 0, 0), rot=(0, 0, 0), align='CENTER', depth=0.0002, font=None):
    """Creates raised text in local XY."""
    curve = bpy.data.curves.new('text', 'FONT')
    curve.body = body
    curve.size = size
    curve.align_x = align
    curve.align_y = 'CENTER'
    curve.extrude = depth
    if font:
        curve.font = font
    curve.materials.append(mat)
    return _add_to_scene(bpy.data.objects.new('text', curve), loc, rot)


def copy_to(obj, loc, rot=(0, 0, 0)):
    """Copies an object and its modifiers to another location; the copy shares the mesh."""
    copied = obj.copy()
    copied.parent = None
    bpy.context.scene.collection.objects.link(copied)
    copied.location = loc
    copied.rotation_euler = Euler([math.radians(a) for a in rot])
    if _parents:
        copied.parent = _parents[-1]
    return copied


def grid(fn, nu, nv, mat, closed_v=False, closed_u=False, subsurf=0, name='grid', caps=False):
    """Creates a surface of the points fn(u, v), u and v in 0..1."""
    verts = [fn(i / (nu if closed_u else nu - 1), j / (nv if closed_v else nv - 1))
             for i in range(nu) for j in range(nv)]
    faces = []
    for i in range(nu if closed_u else nu - 1):
        for j in range(nv if closed_v else nv - 1):
            i2, j2 = (i + 1) % nu, (j + 1) % nv
            faces.append((i * nv + j, i2 * nv + j, i2 * nv + j2, i * nv + j2))
    if caps:
        faces.append(tuple(range(nv)))
        faces.append(tuple(range((nu - 1) * nv, nu * nv))[::-1])
    return mesh(name, verts, faces, mat, subsurf=subsurf)
