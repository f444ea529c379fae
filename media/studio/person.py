"""The technician, seated and seen through glass: soft volumes under a sweater, hair, and headphones."""
import math

import bpy

from . import materials as m
from .kit import _adopt, placed, rod, tube


def _blob(parts, mat, resolution=0.025):
    # Metaballs of one base name melt into one another, so each body gets its own.
    name = f'body{len(bpy.data.metaballs)}x'
    data = bpy.data.metaballs.new(name)
    data.resolution = data.render_resolution = resolution
    data.threshold = 0.6
    for (x, y, z), radius, (sx, sy, sz) in parts:
        e = data.elements.new(type='ELLIPSOID')
        e.co = (x, y, z)
        e.radius = radius * 1.6
        e.size_x, e.size_y, e.size_z = sx, sy, sz
    data.materials.append(mat)
    return _adopt(bpy.data.objects.new(name, data), (0, 0, 0), (0, 0, 0))


def technician(loc, turn=0):
    """Sits facing local +X, forearms on a desk 0.74 m high; `loc` is below the hips."""
    with placed(loc, (0, 0, turn)):
        wool = m.felt(0.085, 0.062, 0.045)
        limbs = []

        def limb(a, b, r0, r1, n=7):
            for i in range(n):
                t = i / (n - 1)
                limbs.append((tuple(a[k] + (b[k] - a[k]) * t for k in range(3)), r0 + (r1 - r0) * t, (1, 1, 1)))

        for i in range(6):
            t = i / 5
            limbs.append(((0.02 + 0.05 * t, 0, 0.52 + 0.50 * t), 0.135 + 0.012 * math.sin(t * 3), (0.82, 1.12 + 0.22 * t, 1)))
        for s in (-1, 1):
            limb((0.06, s * 0.17, 1.04), (0.16, s * 0.235, 0.80), 0.07, 0.055)
            limb((0.16, s * 0.235, 0.80), (0.40, s * 0.16, 0.79), 0.055, 0.042)
            limb((0.02, s * 0.1, 0.52), (0.42, s * 0.13, 0.54), 0.095, 0.08)
            limb((0.42, s * 0.13, 0.54), (0.40, s * 0.13, 0.1), 0.072, 0.055)
        _blob(limbs, wool)
        skin = m.plain(0.36, 0.2, 0.13, 0.5)
        _blob([((0.105, 0, 1.33), 0.088, (1.0, 0.82, 1.18)), ((0.125, 0, 1.27), 0.07, (1.0, 0.8, 1.0)), ((0.165, 0, 1.245), 0.035, (0.8, 0.8, 0.8)),
               ((0.205, 0, 1.315), 0.018, (1, 0.7, 1.2)), ((0.075, 0, 1.17), 0.058, (1, 1, 1.4))], skin, 0.012)
        for s in (-1, 1):
            _blob([((0.43, s * 0.15, 0.785), 0.04, (1.4, 1, 0.6))], skin, 0.012)
        _blob([((0.085, 0, 1.375), 0.098, (1.02, 0.88, 0.92)), ((0.045, 0, 1.33), 0.085, (0.85, 0.9, 1.2)), ((0.145, 0, 1.42), 0.05, (1.1, 1.2, 0.6))], m.felt(0.02, 0.014, 0.01), 0.012)
        arch = [(0.09, 0.088 * math.cos(a), 1.35 + 0.112 * math.sin(a)) for a in [i / 16 * math.pi for i in range(17)]]
        tube(arch, 0.009, m.powder())
        for s in (-1, 1):
            rod((0.09, s * 0.07, 1.335), (0.09, s * 0.108, 1.335), 0.04, m.powder(), 0.006)
