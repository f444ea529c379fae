"""The recording room: 6.4 by 5.2 m, 2.9 m high, and its hallway. The table stands at the origin."""
import math
import random

from . import materials as m
from .kit import copy_to, box, lathe, mesh, placed, ring, rod

X, Y, H = 3.2, 2.6, 2.9  # half the length, half the width, and the height
DOOR = (-0.55, 0.45)  # the opening of the door in the west wall, in y
DOOR_H = 2.12
WINDOW = (0.0, 1.5, 0.72)  # x, z, radius of the round window in the south wall
MORNING, MORNING_Z = (-2.5, -0.7), (0.50, 2.45)  # the window behind the shutters of the east wall, in y and z
RING = (0.0, 1.72)  # x, z of the amber ring on the north wall


def floor(beyond=0.0):
    """Builds the floor, `beyond` meters larger in the north and east for views from above."""
    mesh('floor', [(-X - 2.2, -Y - 3, 0), (X + 0.2 + beyond, -Y - 3, 0), (X + 0.2 + beyond, Y + 0.2 + beyond, 0), (-X - 2.2, Y + 0.2 + beyond, 0)], [(0, 1, 2, 3)], m.planks())


def ceiling():
    mesh('ceiling', [(-X, -Y, H), (X, -Y, H), (X, Y, H), (-X, Y, H)], [(3, 2, 1, 0)], m.plaster(0.03, 0.027, 0.024))
    # Hanging baffles below the ceiling.
    for k in range(7):
        box((0.06, 4.2, 0.22), m.felt(0.055, 0.045, 0.036), (-2.4 + 0.8 * k, 0, H - 0.2), bevel=0.012)


def panel(radius, depth, mat, loc, rot):
    """Builds a round fabric panel with a soft edge, at a distance from the wall."""
    prof = [(radius * 0.9, 0.0), (radius * 0.9, 0.03), (radius - 0.012, 0.03), (radius - 0.003, 0.036), (radius, 0.045), (radius, 0.03 + depth - 0.02),
            (radius - 0.006, 0.03 + depth - 0.006), (radius - 0.022, 0.03 + depth), (0, 0.03 + depth + 0.004)]
    return lathe(prof, mat, loc, rot, 96, 0, 'panel', 50)


def north_wall(seed=4, with_ring_gap=True, halo=1.0):
    """Builds rows of round panels of three depths on dark plaster, with a gap for the ring."""
    mesh('north', [(-X, Y, 0), (X, Y, 0), (X, Y, H), (-X, Y, H)], [(0, 1, 2, 3)], m.plaster(0.045, 0.038, 0.031, halo))
    rnd = random.Random(seed)
    cloth = [m.felt(0.15, 0.105, 0.07, halo), m.felt(0.105, 0.078, 0.056, halo), m.felt(0.19, 0.14, 0.095, halo)]
    prototypes = {}
    pitch, r = 0.53, 0.235
    for row in range(5):
        for col in range(12):
            x = -X + 0.285 + col * pitch
            z = 0.44 + row * pitch
            if with_ring_gap and math.hypot(x - RING[0], z - RING[1]) < 0.80:
                continue
            depth = rnd.choice((0.035, 0.06, 0.06, 0.09))
            key = (depth, rnd.randrange(3))
            loc, rot = (x, Y, z), (90, 0, rnd.uniform(0, 360))
            rot = (90, 0, 0)
            if key in prototypes:
                copy_to(prototypes[key], loc, rot)
            else:
                prototypes[key] = panel(r, depth, cloth[key[1]], loc, rot)
    if with_ring_gap:
        panel(0.45, 0.06, m.felt(0.13, 0.092, 0.062, halo), (RING[0], Y, RING[1]), (90, 0, 0))
    box((2 * X, 0.02, 0.12), m.wood('smoked', 'x'), (0, Y - 0.01, 0.06), bevel=0.003)


def slats(x, y0, y1, facing, height=H):
    """Builds walnut slats of alternating depth on black felt; `facing` is -1 for a wall that faces -x."""
    mesh('back', [(x, y0, 0), (x, y1, 0), (x, y1, height), (x, y0, height)], [(0, 1, 2, 3)], m.felt(0.014, 0.012, 0.011))
    wood = m.wood('walnut', 'z')
    n = int((y1 - y0) / 0.062)
    prototypes = {}
    for k in range(n):
        d = (0.03, 0.045, 0.03, 0.06)[k % 4]
        loc = (x + facing * d / 2, y0 + 0.031 + k * 0.062, height / 2)
        if d in prototypes:
            copy_to(prototypes[d], loc)
        else:
            prototypes[d] = box((d, 0.040, height), wood, loc, bevel=0.003, segments=1)


def east_wall():
    slats(X, -Y, Y, -1)


def morning_wall(outside, along=MORNING):
    """Builds the east wall with open shutters: a steel window between the slats, with the range `along` in y, and a blurred
    view behind it."""
    a, b = along
    lo, hi = MORNING_Z
    for y0, y1 in ((-Y, a), (b, Y)):
        slats(X, y0, y1, -1)
    wall = m.plaster(0.05, 0.046, 0.042)
    for z0, z1 in ((0, lo), (hi, H)):
        box((0.10, b - a, z1 - z0), wall, (X + 0.05, (a + b) / 2, (z0 + z1) / 2), bevel=0.002)
    box((0.26, b - a + 0.06, 0.035), m.wood('walnut', 'y'), (X - 0.05, (a + b) / 2, lo), bevel=0.005)
    steel = m.powder(0.012, 0.012, 0.013)
    for k in range(4):
        y = a + (b - a) * k / 3
        box((0.05, 0.045 if k in (0, 3) else 0.03, hi - lo), steel, (X + 0.03, y, (lo + hi) / 2), bevel=0.003)
    for z in (lo + 0.02, lo + (hi - lo) * 0.62, hi - 0.02):
        box((0.045, b - a, 0.03), steel, (X + 0.03, (a + b) / 2, z), bevel=0.003)
    backdrop('morning', [(X + 2.5, a - 2.8, -0.6), (X + 2.5, b + 2.8, -0.6), (X + 2.5, b + 2.8, 3.9), (X + 2.5, a - 2.8, 3.9)], outside, 1.25)


def backdrop(name, corners, image, strength, part=(0, 0, 1, 1)):
    """Builds a glowing picture, or a `part` of it (left, bottom, right, top), over four corners: lower left, lower right,
    upper right, upper left."""
    obj = mesh(name, corners, [(0, 1, 2, 3)], m.picture(image, strength))
    uv = obj.data.uv_layers.new()
    for i, (x, y) in enumerate([(0, 1), (2, 1), (2, 3), (0, 3)]):
        uv.data[i].uv = (part[x], part[y])
    obj.visible_diffuse = obj.visible_glossy = obj.visible_shadow = False
    return obj


def west_wall():
    """Builds the plaster wall with the opening of the door, its walnut frame, and the side of the hallway."""
    wall = m.plaster(0.045, 0.038, 0.031)
    a, b = DOOR
    t = 0.16
    for y0, y1, z0, z1 in ((-Y - 3, a, 0, H), (b, Y + 0.2, 0, H), (a, b, DOOR_H, H)):
        box((t, y1 - y0, z1 - z0), wall, (-X - t / 2, (y0 + y1) / 2, (z0 + z1) / 2), bevel=0.001)
    wood = m.wood('walnut', 'z')
    for y in (a, b):
        s = 1 if y == a else -1
        box((t + 0.04, 0.035, DOOR_H), wood, (-X - t / 2, y + s * 0.0175, DOOR_H / 2), bevel=0.004)
        for side in (1, -1):
            box((0.018, 0.08, DOOR_H - 0.01), wood, (-X - t / 2 + side * (t / 2 + 0.011), y - s * 0.03, DOOR_H / 2 - 0.005), bevel=0.003)
    box((t + 0.04, b - a, 0.035), m.wood('walnut', 'y'), (-X - t / 2, (a + b) / 2, DOOR_H - 0.0175), bevel=0.004)
    for side in (1, -1):
        box((0.018, b - a + 0.14, 0.08), m.wood('walnut', 'y'), (-X - t / 2 + side * (t / 2 + 0.011), (a + b) / 2, DOOR_H + 0.03), bevel=0.003)
    box((t + 0.02, b - a - 0.07, 0.02), m.metal('brass'), (-X - t / 2, (a + b) / 2, 0.006), bevel=0.004)


def door(angle=105):
    """Builds a heavy door that opens into the hallway by `angle` degrees."""
    a, b = DOOR
    w = b - a - 0.075
    with placed((-X - 0.16, b - 0.0375, 0.012), (0, 0, angle)):
        box((0.075, w, DOOR_H - 0.05), m.wood('smoked', 'z'), (0.03, -w / 2, DOOR_H / 2 - 0.02), bevel=0.005)
        for x, s in ((-0.012, -1), (0.072, 1)):
            rod((x, -w + 0.08, 0.85), (x + s * 0.05, -w + 0.08, 0.85), 0.009, m.metal('brass'))
            rod((x, -w + 0.08, 1.25), (x + s * 0.05, -w + 0.08, 1.25), 0.009, m.metal('brass'))
            rod((x + s * 0.05, -w + 0.08, 0.80), (x + s * 0.05, -w + 0.08, 1.30), 0.013, m.metal('brass'), 0.003)
        for z in (0.3, 1.05, 1.8):
            rod((0.0, 0.0, z), (0.0, 0.0, z + 0.11), 0.011, m.metal('brass'), 0.002)


def hallway():
    """Builds a dark corridor west of the room."""
    w = m.plaster(0.05, 0.042, 0.035)
    mesh('hall', [(-X - 2.1, -Y - 3, 0), (-X - 2.1, Y + 0.2, 0), (-X - 2.1, Y + 0.2, H), (-X - 2.1, -Y - 3, H)], [(0, 1, 2, 3)], w)
    mesh('hall end', [(-X - 2.1, Y + 0.2, 0), (-X, Y + 0.2, 0), (-X, Y + 0.2, H), (-X - 2.1, Y + 0.2, H)], [(0, 1, 2, 3)], w)
    mesh('hall top', [(-X - 2.1, -Y - 3, H), (-X, -Y - 3, H), (-X, Y + 0.2, H), (-X - 2.1, Y + 0.2, H)], [(0, 1, 2, 3)], w)


def south_wall():
    """Builds the wall with the opening and the frame of the round window. Its glass is left out."""
    cx, cz, r = WINDOW
    n = 96
    verts = [(-X, -Y, 0), (X, -Y, 0), (X, -Y, H), (-X, -Y, H)]
    circle = [(cx + r * math.cos(2 * math.pi * i / n), -Y, cz + r * math.sin(2 * math.pi * i / n)) for i in range(n)]
    corners = []
    for i in range(n):
        a = 2 * math.pi * i / n
        c, s = math.cos(a), math.sin(a)
        k = min((X - cx) / c if c > 1e-9 else 1e9, (-X - cx) / c if c < -1e-9 else 1e9, (H - cz) / s if s > 1e-9 else 1e9, -cz / s if s < -1e-9 else 1e9)
        corners.append((cx + k * c, -Y, cz + k * s))
    verts = circle + corners
    faces = [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    mesh('south', verts, faces, m.plaster(0.05, 0.042, 0.035))
    with placed((cx, -Y, cz), (90, 0, 0)):
        lathe([(r - 0.055, 0.22), (r - 0.055, -0.02), (r - 0.02, -0.045), (r + 0.05, -0.045), (r + 0.06, -0.03), (r + 0.06, 0.01)], m.wood('walnut', 'x'), segs=160, angle=25)
        ring(r - 0.055, 0.008, m.rubber(), (0, 0, 0.045), segs=160)


__all__ = ['floor', 'ceiling', 'north_wall', 'east_wall', 'west_wall', 'south_wall', 'door', 'hallway', 'slats', 'panel', 'morning_wall', 'backdrop']
