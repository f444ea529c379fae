"""A broadcast dynamic microphone on a two-part table arm, and closed headphones."""
import math

from mathutils import Vector

from . import materials as m
from .kit import copy_to, box, cable, disc, grid, lathe, placed, ring, rod, tube


def microphone():
    """Builds a microphone: its axis is local +Z, its pivot the origin; the mount nut is on the +Y side."""
    body = m.powder(0.022, 0.021, 0.020, 0.45)
    dark = m.metal('dark')
    lathe([(0, -0.082), (0.021, -0.082), (0.0265, -0.078), (0.0295, -0.07), (0.0305, -0.06), (0.0305, 0.018), (0.0285, 0.021),
           (0.0285, 0.0235), (0.0305, 0.0265), (0.0305, 0.036), (0.029, 0.038), (0, 0.038)], body, segs=96, bevel=0.0006, angle=30)
    # Machined grooves and the tail with its connector.
    for z in (-0.052, -0.046):
        ring(0.0305, 0.0006, dark, (0, 0, z), tsegs=8)
    ring(0.0307, 0.0011, m.metal('brass'), (0, 0, 0.0225), tsegs=8)
    lathe([(0.0115, -0.082), (0.0115, -0.1), (0.0095, -0.101), (0.0095, -0.13), (0.0065, -0.134), (0.0045, -0.15), (0, -0.15)], m.powder(), segs=48, bevel=0.0006)
    # The switch plate, opposite the mount nut.
    box((0.022, 0.002, 0.03), dark, (0, -0.0298, -0.058), bevel=0.0008)
    # Foam: a full capsule shape with a slightly pinched collar.
    prof = [(0, 0.034), (0.0295, 0.034), (0.0335, 0.038), (0.0350, 0.046), (0.0355, 0.075), (0.0348, 0.098)]
    for i in range(1, 11):
        t = i / 10 * math.pi / 2
        prof.append((0.0348 * math.cos(t) ** 0.75, 0.098 + 0.026 * math.sin(t)))
    prof[-1] = (0, prof[-1][1])
    lathe(prof, m.foam(), segs=96, angle=80)
    # The yoke, with thumb screws on both sides.
    pts = [(-0.0375, -0.004, 0), (-0.0375, 0.03, -0.002), (-0.037, 0.05, -0.006), (-0.03, 0.0625, -0.009), (-0.018, 0.0655, -0.01),
           (0.018, 0.0655, -0.01), (0.03, 0.0625, -0.009), (0.037, 0.05, -0.006), (0.0375, 0.03, -0.002), (0.0375, -0.004, 0)]

    def strap(u, v):
        k = u * (len(pts) - 1)
        i = min(int(k), len(pts) - 2)
        p = Vector(pts[i]).lerp(Vector(pts[i + 1]), k - i)
        q = (Vector(pts[i + 1]) - Vector(pts[i])).normalized()
        out = Vector((q.y, -q.x, 0)).normalized()
        w = v * 2 * math.pi
        c, s = math.cos(w), math.sin(w)
        return p + out * math.copysign(abs(c) ** 0.4, c) * 0.0018 + Vector((0, 0, 1)) * math.copysign(abs(s) ** 0.4, s) * 0.0095

    grid(strap, 46, 16, body, closed_v=True, caps=True)
    for s in (-1, 1):
        knob = [(0, 0), (0.0085, 0), (0.0105, 0.001), (0.0105, 0.008), (0.009, 0.0095), (0, 0.0095)]
        lathe(knob, dark, (s * 0.0385, 0, 0), (0, 90 * s, 0), 40, 0.0005)
        rod((s * 0.028, 0, 0), (s * 0.039, 0, 0), 0.006, dark)
    lathe([(0, 0), (0.0115, 0), (0.0115, 0.012), (0.009, 0.014), (0.009, 0.02), (0, 0.02)], m.metal('brass'), (0, 0.0655, -0.01), (-90, 0, 0), 32, 0.0006)


def _compute_elbow(a, b, l1, l2):
    """Computes the upper meeting point of two links of length l1 and l2 between `a` and `b`."""
    a, b = Vector(a), Vector(b)
    d = min((b - a).length, (l1 + l2) * 0.999)
    x = (l1 * l1 - l2 * l2 + d * d) / (2 * d)
    h = math.sqrt(max(l1 * l1 - x * x, 0))
    along = (b - a).normalized()
    side = along.cross(Vector((0, 0, 1))).normalized()
    up = side.cross(along).normalized()
    return a + along * x + up * h


def boom_arm(foot, nut, l1=0.40, l2=0.40, post=0.17):
    """Builds an arm from a table post at `foot` to the microphone's nut, with a cable along it. Returns the elbow and
    the cable's end."""
    finish = m.powder(0.02, 0.019, 0.018, 0.38)
    steel = m.metal('dark')
    foot, nut = Vector(foot), Vector(nut)
    lathe([(0, 0), (0.045, 0), (0.045, 0.008), (0.022, 0.012), (0.0135, 0.016), (0.0135, post), (0, post)], finish, foot, segs=48, bevel=0.001)
    shoulder = foot + Vector((0, 0, post + 0.012))
    elbow = _compute_elbow(shoulder, nut, l1, l2)
    along = (nut - shoulder)
    side = along.cross(Vector((0, 0, 1))).normalized()
    for a, b in ((shoulder, elbow), (elbow, nut)):
        rod(a, b, 0.0105, finish, 0.002)
        d = (b - a).normalized()
        for end, s in ((a, 1), (b, -1)):
            rod(end + d * s * 0.008, end + d * s * 0.045, 0.0135, steel, 0.0015)
    for joint in (shoulder, elbow):
        rod(joint - side * 0.021, joint + side * 0.021, 0.0185, finish, 0.003, 40)
        rod(joint + side * 0.021, joint + side * 0.0235, 0.0135, m.metal('brass'), 0.001, 40)
        rod(joint - side * 0.0235, joint - side * 0.021, 0.0135, m.metal('brass'), 0.001, 40)
    rod(nut - side * 0.014, nut + side * 0.014, 0.0125, finish, 0.002, 32)
    # The cable follows the arm on its lower side and hangs free at the joints.
    black = m.rubber()
    pts = []
    for a, b in ((shoulder, elbow), (elbow, nut)):
        d = (b - a).normalized()
        under = side.cross(d).normalized()
        if under.z > 0:
            under = -under
        for t, drop in ((0.12, 0.017), (0.3, 0.022), (0.5, 0.0145), (0.7, 0.021), (0.9, 0.0155)):
            pts.append(a.lerp(b, t) + under * drop + side * 0.004)
        for t in (0.16, 0.5, 0.88):
            c = a.lerp(b, t)
            rod(c - d * 0.006, c + d * 0.006, 0.0118, black, 0.0008)
    tube([foot + side * 0.02 + Vector((0, 0, 0.03)), shoulder + side * 0.02 - Vector((0, 0, 0.03)), *pts], 0.0029, black)
    return elbow, pts[-1]


def armed_microphone(foot, pivot, yaw, pitch=8.0, **kw):
    """Builds a microphone at `pivot` that points toward `yaw` (degrees about Z, 0 = +X), on an arm at `foot`."""
    # Rotates the microphone's Z to +X, and its nut (local Y) upward.
    with placed(pivot, (0, 0, yaw)):
        with placed((0, 0, 0), (0, -pitch, 0)):
            with placed((0, 0, 0), (90, 0, 90)):
                microphone()
    a = math.radians(yaw)
    p = math.radians(pitch)
    fwd = Vector((math.cos(a), math.sin(a), 0))
    up = Vector((0, 0, 1))
    axis = fwd * math.cos(p) + up * math.sin(p)
    over = up * math.cos(p) - fwd * math.sin(p)
    pivot = Vector(pivot)
    nut = pivot + over * 0.094 - axis * 0.01
    _, last = boom_arm(foot, nut, **kw)
    tail = pivot - axis * 0.15
    tube([tail, tail - axis * 0.03, tail - axis * 0.055 - up * 0.022, tail - axis * 0.075 + up * 0.01, (last + tail) / 2 - axis * 0.02 + up * 0.03, last],
         0.0029, m.rubber())


def headphones():
    """Builds headphones: the band is an arch in XZ with its top at z=0; the cups near z=-0.175 face inward."""
    shell = m.powder(0.02, 0.019, 0.018, 0.36)
    pad = m.leather(0.022, 0.019, 0.017)
    steel = m.metal('steel')
    n = 48

    def band(width, thick, lift):
        def fn(u, v):
            a = math.pi * (0.06 + 0.88 * u)
            c, s = math.cos(a), math.sin(a)
            w = v * 2 * math.pi
            cw, sw = math.cos(w), math.sin(w)
            r = 0.083 + lift + math.copysign(abs(cw) ** 0.6, cw) * thick
            return (-c * r * 1.0, math.copysign(abs(sw) ** 0.5, sw) * width, s * r * 1.12 - 0.093 * 1.12)
        return fn

    grid(band(0.015, 0.0014, 0.006), n, 20, steel, closed_v=True, caps=True)
    grid(band(0.0185, 0.0075, -0.004), n, 28, pad, closed_v=True, caps=True)
    for k in range(17):
        a = math.pi * (0.1 + 0.8 * k / 16)
        c, s = math.cos(a), math.sin(a)
        rod((-c * 0.0886, -0.0187, s * 0.0886 * 1.12 - 0.1042), (-c * 0.0825, -0.0187, s * 0.0825 * 1.12 - 0.1042), 0.0006, m.plain(0.2, 0.17, 0.13), segs=8)
    for s in (-1, 1):
        x = s * 0.087
        tube([(x, 0, -0.085), (x * 1.06, 0, -0.115), (x * 1.12, 0.0, -0.135)], 0.0042, steel)
        with placed((s * 0.087, 0, -0.172), (0, 0, 0)):
            # The fork, then the cup: a lathe about X, a touch taller than wide.
            fork = [(s * 0.0105, 0.047 * math.sin(t), 0.047 * math.cos(t)) for t in [i / 12 * math.pi - math.pi / 2 for i in range(13)]]
            tube(fork, 0.0032, steel)
            cup = [(0, 0.031), (0.016, 0.0305), (0.03, 0.027), (0.0385, 0.02), (0.041, 0.012), (0.041, 0.002), (0.0385, -0.001), (0, -0.001)]
            with placed((0, 0, 0), (0, 90 * s, 0)):
                obj = lathe(cup, shell, segs=80, bevel=0.0008)
                obj.scale = (1.14, 1, 1)
                cap = lathe([(0, 0.0325), (0.0125, 0.0322), (0.0148, 0.0312), (0.0148, 0.0295), (0, 0.0295)], m.metal('brass'), segs=64, bevel=0.0004)
                cap.scale = (1, 1, 1)
                r1 = ring(0.0295, 0.0007, m.metal('dark'), (0, 0, 0.0275))
                r1.scale = (1.14, 1, 1)
                cushion = ring(0.0305, 0.0125, pad, (0, 0, -0.011))
                cushion.scale = (1.16, 1, 1)
                seam = ring(0.043, 0.0008, m.rubber(), (0, 0, -0.009))
                seam.scale = (1.15, 1, 1)


__all__ = ['microphone', 'boom_arm', 'armed_microphone', 'headphones', 'copy_to', 'cable', 'disc']
