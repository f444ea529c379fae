"""The equipment of the technician: mixing desk, level meters, patch bay, screens, keyboard and speakers."""
import math
import random

from . import materials as m
from .kit import copy_to, box, cable, disc, lathe, mesh, placed, ring, rod, text, tube


def knob(mat, cap, r=0.008, h=0.013):
    """Builds a knob with a skirt and a pointer; returns its parts for reuse."""
    skirt = lathe([(0, 0), (r * 1.12, 0), (r * 1.12, h * 0.18), (r, h * 0.28), (r * 0.93, h * 0.93), (r * 0.86, h), (0, h)], mat, segs=40, bevel=0.0003, name='knob')
    top = lathe([(0, h), (r * 0.74, h), (r * 0.7, h + 0.0006), (0, h + 0.0006)], cap, segs=32, name='cap')
    line = box((r * 0.8, 0.0012, 0.0006), m.plain(0.75, 0.7, 0.6), (r * 0.42, 0, h + 0.0007), bevel=0, name='pointer')
    return skirt, top, line


def mixer(channels=16, lit_channel=6, seed=3):
    """Builds the surface of a mixing desk in local XY (x across channels, y away from the operator), with its top at z=0."""
    rnd = random.Random(seed)
    pitch = 0.032
    width = channels * pitch
    plate = m.powder(0.02, 0.019, 0.018, 0.42)
    box((width + 0.02, 0.50, 0.03), plate, (0, 0.10, -0.015), bevel=0.003)
    for s in (-1, 1):
        box((0.026, 0.56, 0.075), m.wood('walnut', 'y'), (s * (width / 2 + 0.024), 0.10, -0.012), bevel=0.006)
    white = m.plain(0.5, 0.47, 0.4)
    caps = [m.plain(0.55, 0.5, 0.42, 0.4), m.plain(0.30, 0.16, 0.055, 0.4), m.plain(0.09, 0.085, 0.08, 0.4)]
    body = m.plain(0.014, 0.0135, 0.013, 0.34)
    prototypes = {}
    for channel in range(channels):
        x = (channel - (channels - 1) / 2) * pitch
        for row in range(7):
            y = 0.09 + row * 0.035
            kind = 0 if row >= 5 else (1 if row in (2, 3) else 2)
            turn = rnd.gauss(90, 38) if row != 6 else rnd.gauss(60, 15)
            if kind not in prototypes:
                with placed((x, y, 0), (0, 0, turn)):
                    prototypes[kind] = knob(body, caps[kind])
            else:
                with placed((x, y, 0), (0, 0, turn)):
                    for part in prototypes[kind]:
                        copy_to(part, (0, 0, 0) if part.name.startswith(('knob', 'cap')) else tuple(part.location))
            if 'tick' not in prototypes:
                prototypes['tick'] = mesh('ticks', *_create_ticks(), white)
                prototypes['tick'].location = (x, y, 0.0004)
            else:
                copy_to(prototypes['tick'], (x, y, 0.0004))
        # Two buttons for each channel, some of which are lit.
        for k, y in enumerate((0.038, 0.056)):
            on = (channel + k * 5) % 7 == 2
            mat = m.glow(1.0, 0.5, 0.16, 2.2) if on else m.plain(0.12, 0.11, 0.1, 0.45)
            box((0.011, 0.008, 0.005), mat, (x, y, 0.002), bevel=0.0012)
        # The fader: slot, scale, cap.
        box((0.0025, 0.118, 0.0012), m.plain(0.002, 0.002, 0.002), (x, -0.045, 0.0002), bevel=0)
        for k in range(9):
            tick_y = -0.095 + k * 0.0125
            box((0.009 if k % 2 == 0 else 0.005, 0.0006, 0.0003), white, (x + 0.009, tick_y, 0.0002), bevel=0)
        y = -0.045 + rnd.uniform(-0.018, 0.03)
        if channel == lit_channel:
            y = -0.018
        with placed((x, y, 0.0)):
            capmat = m.plain(0.62, 0.57, 0.48, 0.35) if channel != lit_channel else m.plain(0.75, 0.34, 0.08, 0.35)
            mesh('fader', [(-.0068, -.0125, .004), (.0068, -.0125, .004), (.0068, .0125, .004), (-.0068, .0125, .004), (-.006, -.011, .0155), (.006, -.011, .0155),
                           (.006, -.002, .0125), (-.006, -.002, .0125), (.006, .002, .0125), (-.006, .002, .0125), (.006, .011, .0155), (-.006, .011, .0155)],
                 [(0, 1, 5, 4), (4, 5, 6, 7), (7, 6, 8, 9), (9, 8, 10, 11), (3, 11, 10, 2), (0, 4, 7, 9, 11, 3), (1, 2, 10, 8, 6, 5), (0, 3, 2, 1)], capmat, bevel=0.0008)
            box((0.0124, 0.0011, 0.0006), m.glow(1.0, 0.5, 0.16, 9) if channel == lit_channel else m.plain(0.02, 0.02, 0.02), (0, 0, 0.0128), bevel=0)
        # Scribble strip.
        box((pitch - 0.003, 0.014, 0.0006), m.paper(0.55, 0.5, 0.42), (x, -0.122, 0.0003), bevel=0)
        text(('HOST', 'GUEST', 'G 2', 'G 3', 'TALK', 'ROOM', 'MAIN', 'CUE')[channel % 8], 0.0068, m.plain(0.04, 0.035, 0.03), (x, -0.1222, 0.0007), (0, 0, rnd.uniform(-3, 3)), depth=0)


def _create_ticks():
    verts, faces = [], []
    for k in range(11):
        a = math.radians(-45 + 27 * k)
        c, s = math.cos(a), math.sin(a)
        for r0, w in ((0.0105, 0.0004), (0.0125, 0.0004)):
            verts.append((c * r0 - s * w, s * r0 + c * w, 0))
            verts.append((c * r0 + s * w, s * r0 - c * w, 0))
        i = len(verts) - 4
        faces.append((i, i + 1, i + 3, i + 2))
    return verts, faces


def meter(radius=0.062, value=-1.5):
    """Builds a round level meter that faces local +Z, with its needle at `value` dB on a VU scale."""
    black = m.powder(0.016, 0.015, 0.014, 0.34)
    lathe([(radius * 0.97, 0.0), (radius * 0.97, 0.013), (radius * 1.0, 0.0165), (radius * 1.06, 0.0165), (radius * 1.12, 0.012), (radius * 1.14, 0.0)], m.metal('spun'), segs=160, bevel=0.0004, angle=25)
    lathe([(radius * 1.14, 0.0), (radius * 1.14, 0.004), (radius * 1.22, 0.003), (radius * 1.22, 0)], black, segs=160, bevel=0.0004)
    # The dial is aged card, lit from below.
    t = m.Tree('dial')
    stain = t.noise(40, 5)
    sep = t.node('ShaderNodeSeparateXYZ', _0=t.coords.outputs['Object'])
    lit = t.span(sep.outputs[1], 1.0, 0.25, -radius, radius * 0.8)
    col = t.mix(t.span(stain, 0, 0.5), (0.78, 0.66, 0.46, 1), (0.60, 0.47, 0.30, 1))
    card = t.done(Base_Color=col, Roughness=0.75, Emission=t.mix(1.0, col, (1.0, 0.58, 0.24, 1), 'MULTIPLY'), Emission_Strength=t.math('MULTIPLY', lit, 0.8))
    disc(radius * 0.98, 0.001, card, segs=96, bevel=0)
    ink, red = m.plain(0.02, 0.017, 0.014), m.plain(0.62, 0.06, 0.03)
    amber = m.plain(0.85, 0.36, 0.05)
    pivot = (0, -radius * 0.42, 0)
    R = radius * 1.02

    def at(a, r, z=0.0014):
        return (pivot[0] + r * math.sin(a), pivot[1] + r * math.cos(a), z)

    scale = [(-20, -48), (-10, -36), (-7, -27), (-5, -18), (-3, -8), (-2, -1), (-1, 7), (0, 16), (1, 26), (2, 36), (3, 47)]

    def angle(v):
        for (v0, a0), (v1, a1) in zip(scale, scale[1:]):
            if v0 <= v <= v1:
                return math.radians(a0 + (a1 - a0) * (v - v0) / (v1 - v0))
        return math.radians(-50)

    def arc(v0, v1, r, w, mat):
        a0, a1 = angle(v0), angle(v1)
        n = 24
        verts = []
        for k in range(n + 1):
            a = a0 + (a1 - a0) * k / n
            verts += [at(a, r), at(a, r + w)]
        mesh('arc', verts, [(2 * k, 2 * k + 1, 2 * k + 3, 2 * k + 2) for k in range(n)], mat)

    arc(-20, 0, R, 0.0007, ink)
    arc(0, 3, R, 0.0030, red)
    arc(-3, 0, R - 0.0016, 0.0012, amber)
    for v, deg in scale:
        a = math.radians(deg)
        mat = red if v > 0 else ink
        rod(at(a, R), at(a, R + 0.0062), 0.00032, mat, 0, 6)
        p = at(a, R + 0.0105)
        text(str(abs(v)), 0.0068, mat, p, (0, 0, -deg), depth=0)
    for k in range(1, 10):
        v = -20 + k
        if v < -10:
            rod(at(angle(v), R), at(angle(v), R + 0.003), 0.0002, ink, 0, 6)
    text('VU', 0.015, ink, (0, -radius * 0.02, 0.0014), depth=0)
    text('−', 0.01, ink, (-radius * 0.72, radius * 0.26, 0.0014), depth=0)
    text('+', 0.01, red, (radius * 0.72, radius * 0.26, 0.0014), depth=0)
    a = angle(value)
    rod(at(a, 0.004, 0.0062), at(a, R + 0.0075, 0.0052), 0.00048, ink, 0, 8, 0.00018)
    # A round cover over the pivot, with a brass button, and the glass.
    lathe([(0, 0.0085), (0.0165, 0.0085), (0.0185, 0.007), (0.0185, 0)], black, (pivot[0], pivot[1] - 0.006, 0), segs=64, bevel=0.0004)
    lathe([(0, 0.011), (0.0022, 0.0108), (0.0026, 0.0095)], m.metal('brass'), (pivot[0], pivot[1] - 0.006, 0), segs=32)
    prof = [(radius * 0.985 * t / 10, 0.0135 + 0.003 * (1 - (t / 10) ** 2)) for t in range(11)]
    lathe(prof, m.pane(1, 0.96, 0.9, 0.8), segs=96, angle=90)


def rack_screw(loc):
    with placed(loc):
        lathe([(0, 0), (0.0062, 0), (0.0062, 0.0012), (0.0045, 0.0028), (0, 0.0028)], m.metal('steel'), segs=32, bevel=0.0003)
        for a in (20, 110):
            box((0.0055, 0.0009, 0.001), m.plain(0.01, 0.01, 0.01), (0, 0, 0.0026), (0, 0, a), bevel=0)


def patch_bay(rows=2, per_row=24, seed=5):
    """Builds a patch bay that faces local +Z, with cords between its jacks."""
    w = per_row * 0.0175 + 0.04
    box((w, rows * 0.022 + 0.018, 0.003), m.powder(0.02, 0.019, 0.018, 0.4), (0, 0, -0.0015), bevel=0.001)
    brass, black = m.metal('brass'), m.plain(0.004, 0.004, 0.004)
    prototype = None
    jacks = {}
    for r in range(rows):
        for c in range(per_row):
            p = ((c - (per_row - 1) / 2) * 0.0175, (r - (rows - 1) / 2) * 0.022, 0)
            jacks[(r, c)] = p
            if prototype is None:
                prototype = (lathe([(0.0034, 0), (0.0062, 0), (0.0062, 0.0022), (0.0052, 0.003), (0.0034, 0.003), (0.0034, 0.0)], brass, p, segs=32, bevel=0.0003), disc(0.0034, 0.0004, black, p, bevel=0, segs=24))
            else:
                for part in prototype:
                    copy_to(part, p)
    rnd = random.Random(seed)
    colors = [m.plain(0.5, 0.45, 0.36, 0.45), m.plain(0.55, 0.2, 0.035, 0.45), m.plain(0.03, 0.028, 0.026, 0.45), m.plain(0.33, 0.02, 0.012, 0.45)]
    for k in range(7):
        a, b = (1, rnd.randrange(per_row)), (0, rnd.randrange(per_row))
        mat = colors[(0, 1, 2, 0, 1, 2, 0)[k]]
        for end in (a, b):
            p = jacks[end]
            rod(p, (p[0], p[1], 0.024), 0.0046, mat, 0.0008)
            rod((p[0], p[1], 0.024), (p[0], p[1], 0.032), 0.0032, m.rubber(), 0.0008)
        start, end_point = jacks[a], jacks[b]
        drop = 0.09 + rnd.random() * 0.07
        tube([(start[0], start[1], 0.03), (start[0], start[1], 0.055), (start[0] * 0.8 + end_point[0] * 0.2, start[1] - drop * 0.6, 0.075), ((start[0] + end_point[0]) / 2, -drop, 0.07),
              (start[0] * 0.2 + end_point[0] * 0.8, end_point[1] - drop * 0.6, 0.07), (end_point[0], end_point[1], 0.055), (end_point[0], end_point[1], 0.03)], 0.0026, mat)


def screen(width, height, image, strength):
    """Builds a thin monitor that faces local -Y and shows `image`, whose lower edge is at z=0.12."""
    z0 = 0.12
    body = m.powder(0.012, 0.0118, 0.0115, 0.4)
    box((width + 0.018, 0.022, height + 0.018), body, (0, 0.0125, z0 + height / 2), bevel=0.003)
    obj = mesh('screen', [(-width / 2, 0, z0), (width / 2, 0, z0), (width / 2, 0, z0 + height), (-width / 2, 0, z0 + height)], [(0, 1, 2, 3)], m.picture(image, strength))
    uv = obj.data.uv_layers.new()
    for i, co in enumerate([(0, 0), (1, 0), (1, 1), (0, 1)]):
        uv.data[i].uv = co
    obj.data.materials[0].cycles.sample_as_light = False
    rod((0, 0.03, 0.005), (0, 0.03, z0 + height * 0.4), 0.016, body)
    lathe([(0, 0), (0.1, 0), (0.1, 0.006), (0.095, 0.009), (0, 0.009)], body, (0, 0.03, 0), segs=64, bevel=0.001)
    return obj


def switcher():
    """Builds the video switcher: a low panel with rows of square buttons, one lit red, one green, one amber."""
    box((0.36, 0.16, 0.022), m.powder(0.016, 0.0155, 0.015), (0, 0, 0.011), bevel=0.004)
    dull = m.plain(0.16, 0.155, 0.15, 0.5)
    lit = {(0, 1): m.glow(1.0, 0.05, 0.03, 2.2), (1, 2): m.glow(0.10, 0.75, 0.22, 1.3), (2, 6): m.glow(1.0, 0.5, 0.16, 1.6)}
    for row in range(3):
        for column in range(9):
            box((0.021, 0.021, 0.007), lit.get((row, column), dull), (-0.146 + column * 0.0285, 0.042 - row * 0.036, 0.0245), bevel=0.002)
    for k in range(2):
        rod((0.128, 0.04 - k * 0.05, 0.022), (0.128, 0.04 - k * 0.05, 0.036), 0.011, m.metal('dark'), 0.001)


def keyboard(loc, turn=0):
    """Builds a low keyboard."""
    with placed(loc, (0, 0, turn)):
        box((0.42, 0.125, 0.012), m.metal('dark'), (0, 0, 0.006), bevel=0.004)
        key = m.plain(0.022, 0.021, 0.02, 0.5)
        prototype = None
        for r in range(5):
            for c in range(22):
                p = (-0.193 + c * 0.0184 + (0, 0.004, 0.008, 0.002, 0)[r] * (c < 15), 0.042 - r * 0.0205, 0.0145)
                if p[0] > 0.2 or (r == 4 and 4 <= c <= 9):
                    continue
                if prototype is None:
                    prototype = box((0.0162, 0.0180, 0.005), key, p, bevel=0.0014, segments=2)
                else:
                    copy_to(prototype, p)
        box((0.105, 0.018, 0.005), key, (-0.073, 0.042 - 4 * 0.0205, 0.0145), bevel=0.0014)


def speaker(loc, turn=0, size=1.0):
    """Builds a two-way monitor speaker that faces local -Y."""
    with placed(loc, (0, 0, turn), size):
        box((0.2, 0.26, 0.32), m.powder(0.02, 0.019, 0.018), (0, 0.13, 0.16), bevel=0.012, segments=4)
        with placed((0, 0, 0.115), (90, 0, 0)):
            lathe([(0.082, 0), (0.082, 0.005), (0.074, 0.006), (0.070, 0.001), (0.062, 0.006), (0.054, -0.004), (0.028, -0.018), (0.026, -0.014), (0, -0.006)], m.rubber(), segs=96)
        with placed((0, 0, 0.255), (90, 0, 0)):
            lathe([(0.045, 0), (0.045, 0.003), (0.02, -0.006), (0.014, -0.006), (0, 0.0)], m.metal('dark'), segs=64)


__all__ = ['mixer', 'meter', 'patch_bay', 'screen', 'switcher', 'keyboard', 'speaker', 'rack_screw', 'cable', 'ring']
