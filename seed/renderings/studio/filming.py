"""Cinema cameras with lenses, on fluid heads and tripods."""
import math

from . import materials as m
from .kit import copy_to, box, cable, lathe, placed, ring, rod, tube


def _add_ribs(r, z0, z1, n, mat, thick=0.0011):
    """Builds a ribbed grip of `n` bars around a barrel."""
    first = None
    for i in range(n):
        a = 2 * math.pi * i / n
        loc, rot = (r * math.cos(a), r * math.sin(a), (z0 + z1) / 2), (0, 0, math.degrees(a))
        if first is None:
            first = box((thick, 2 * math.pi * r / n * 0.62, z1 - z0), mat, loc, rot, 0.0003, 2)
        else:
            copy_to(first, loc, rot)


def lens(long):
    """Builds a lens along local +Z from its mount at z=0, with coated glass over dark baffles."""
    black = m.powder(0.013, 0.0128, 0.0125, 0.4)
    satin = m.metal('dark')
    L = 0.115 * long
    lathe([(0.030, 0), (0.0335, 0), (0.0335, 0.006), (0.034, 0.008), (0.034, 0.03 * long), (0.0365, 0.036 * long), (0.0365, L - 0.03),
           (0.040, L - 0.022), (0.0415, L - 0.02), (0.0415, L), (0.0405, L + 0.0005), (0.0385, L - 0.0006), (0.0385, L - 0.006), (0.0372, L - 0.0065),
           (0.0372, L - 0.008)], black, segs=128, bevel=0.0003, angle=25)
    lathe([(0.0345, 0.003), (0.0355, 0.003), (0.0355, 0.006), (0.0345, 0.006)], m.metal('steel'), segs=96, bevel=0.0003)
    _add_ribs(0.0368, 0.04 * long, L - 0.036, 84, m.rubber())
    _add_ribs(0.0343, 0.012, 0.026 * long, 96, black, 0.0008)
    ring(0.0416, 0.0007, m.metal('brass'), (0, 0, L - 0.014), segs=128, tsegs=8)
    # Baffles, seen through the front element.
    baf = m.plain(0.008, 0.0078, 0.0076, 0.3, 0.5)
    steps = [(0.0372, L - 0.0075), (0.0335, L - 0.012), (0.0325, L - 0.0123), (0.029, L - 0.019), (0.028, L - 0.0193), (0.0245, L - 0.027),
             (0.0235, L - 0.0274), (0.0195, L - 0.036), (0.0185, L - 0.0364), (0.0135, L - 0.047), (0.013, L - 0.055), (0, L - 0.055)]
    lathe(steps, baf, segs=128, angle=20)
    # Iris blades as a nine-sided plate.
    lathe([(0.0085, L - 0.046), (0.0150, L - 0.0463)], m.plain(0.02, 0.019, 0.018, 0.35), segs=9, angle=10)
    # Coated elements: convex front, then flatter ones inside, each with its own tint.
    for radius, z, sag, tint, power in ((0.0365, L - 0.0085, 0.0062, (1.0, 0.72, 0.42), 1.3), (0.027, L - 0.021, -0.005, (0.55, 0.85, 0.72), 1.2),
                                        (0.0225, L - 0.030, 0.0045, (1.0, 0.55, 0.35), 1.4), (0.0150, L - 0.043, -0.003, (0.72, 0.6, 1.0), 1.3)):
        prof = [(radius * math.sin(t * math.pi / 2 / 14) if t < 14 else radius, z + sag * (1 - (t / 14) ** 2)) for t in range(15)]
        prof = [(radius * t / 14, z + sag * (1 - (t / 14) ** 2)) for t in range(15)]
        lathe(prof, m.pane(*tint, power), segs=96, angle=90)
    lathe([(0.0418, L - 0.012), (0.0455, L - 0.01), (0.049, L + 0.03), (0.0475, L + 0.03), (0.0435, L - 0.004)], black, segs=96, bevel=0.0004)
    # Engraving: a few scale marks around the barrel.
    white = m.plain(0.6, 0.57, 0.5)
    first = None
    for k in range(22):
        a = math.radians(20 + 5.2 * k)
        loc, rot = (0.0367 * math.cos(a), 0.0367 * math.sin(a), 0.0365 * long), (0, 0, math.degrees(a))
        if first is None:
            first = box((0.0004, 0.0006, 0.0035), white, loc, rot, 0)
        else:
            copy_to(first, loc, rot)
    del satin
    return L


def camera_body():
    """Builds a camera that points along local +X, with its base plate at z=0."""
    shell = m.powder(0.016, 0.0155, 0.015, 0.46)
    grip = m.rubber()
    box((0.078, 0.128, 0.084), shell, (0, 0, 0.047), bevel=0.008, segments=5)
    box((0.05, 0.03, 0.078), grip, (0.022, 0.062, 0.046), bevel=0.012, segments=5)
    box((0.07, 0.12, 0.007), m.metal('dark'), (0, 0, 0.0025), bevel=0.0015)
    for y in (-0.05, 0.02, 0.036, 0.05):
        lathe([(0, 0), (0.0075, 0), (0.0075, 0.004), (0.0065, 0.005), (0, 0.005)], m.metal('dark'), (0.012 if y > 0 else -0.01, y, 0.089), segs=32, bevel=0.0004)
    # The viewfinder's hump over the lens, its eyecup at the back, and the shoe on it.
    box((0.060, 0.054, 0.036), shell, (0.004, 0, 0.104), bevel=0.011, segments=5)
    box((0.020, 0.044, 0.031), grip, (-0.036, 0, 0.106), bevel=0.008, segments=5)
    box((0.021, 0.021, 0.004), m.metal('steel'), (0.002, 0, 0.1235), bevel=0.0006)
    # A short microphone in its foam, on a shock mount.
    rod((0.002, 0, 0.125), (0.002, 0, 0.146), 0.0055, m.metal('dark'), 0.001)
    for x in (-0.018, 0.022):
        with placed((x, 0, 0.160), (0, 90, 0)):
            ring(0.0175, 0.0016, m.rubber(), segs=48, tsegs=8)
    with placed((-0.062, 0, 0.160), (0, 90, 0)):
        lathe([(0, 0), (0.0095, 0.001), (0.0095, 0.052), (0.0145, 0.053), (0.0150, 0.062), (0.0150, 0.170), (0.0120, 0.181), (0, 0.184)],
              m.felt(0.018, 0.0175, 0.017), segs=64, bevel=0.001)
    # The screen, folded out to the side.
    with placed((-0.030, -0.072, 0.049), (0, 0, 18)):
        box((0.012, 0.088, 0.064), shell, (0, -0.044, 0), bevel=0.004)
        box((0.001, 0.078, 0.052), m.glow(1.0, 0.62, 0.33, 0.25), (-0.0063, -0.044, 0), bevel=0)
    with placed((0.039, 0, 0.047), (0, 90, 0)):
        lathe([(0.026, 0), (0.0345, 0), (0.0345, 0.005), (0.026, 0.005)], m.metal('steel'), segs=96, bevel=0.0005)
        lens(1.35)
    cable((-0.036, -0.05, 0.05), (-0.02, -0.06, -0.16), 0.05, grip, 0.0032, side=(-0.06, -0.03, 0))
    tube([(-0.038, 0.02, 0.06), (-0.075, 0.025, 0.05), (-0.08, 0.03, -0.02), (-0.04, 0.03, -0.12), (-0.02, 0.02, -0.3)], 0.0028, grip)


def tripod(height):
    """Builds a tripod with a fluid head; the top of its plate is at `height`."""
    carbon = m.plain(0.012, 0.012, 0.012, 0.28)
    metal = m.powder()
    z = height - 0.16
    lathe([(0, z - 0.06), (0.035, z - 0.06), (0.06, z - 0.03), (0.06, z), (0.045, z + 0.012), (0.045, z + 0.03), (0, z + 0.03)], metal, segs=64, bevel=0.002)
    for k in range(3):
        a = math.radians(60 + 120 * k)
        ca, sa = math.cos(a), math.sin(a)
        top, foot = (0.05 * ca, 0.05 * sa, z - 0.03), (0.42 * ca, 0.42 * sa, 0.015)
        mid = tuple(t + (f - t) * 0.52 for t, f in zip(top, foot))
        px, py = -sa * 0.018, ca * 0.018
        for s in (-1, 1):
            rod((top[0] + px * s, top[1] + py * s, top[2]), (mid[0] + px * s, mid[1] + py * s, mid[2]), 0.0095, carbon)
        rod(mid, foot, 0.0115, carbon)
        rod(tuple(t + (f - t) * 0.47 for t, f in zip(top, foot)), tuple(t + (f - t) * 0.545 for t, f in zip(top, foot)), 0.029, metal, 0.004)
        rod((foot[0], foot[1], 0.035), (foot[0], foot[1], 0), 0.02, m.rubber(), 0.004)
        near = tuple(t + (f - t) * 0.72 for t, f in zip(top, foot))
        rod((0, 0, near[2] - 0.02), near, 0.006, metal)
    # Fluid head with pan bar.
    lathe([(0, 0), (0.042, 0), (0.045, 0.01), (0.045, 0.05), (0.038, 0.06), (0, 0.06)], metal, (0, 0, z + 0.03), segs=64, bevel=0.0015)
    rod((0, -0.058, z + 0.115), (0, 0.058, z + 0.115), 0.033, metal, 0.004, 64)
    for s in (-1, 1):
        rod((0, s * 0.058, z + 0.115), (0, s * 0.062, z + 0.115), 0.022, m.metal('dark'), 0.001, 48)
    box((0.11, 0.055, 0.016), m.metal('dark'), (0, 0, height - 0.008), bevel=0.003)
    rod((-0.02, 0.065, z + 0.115), (-0.36, 0.11, z + 0.0), 0.008, carbon)
    rod((-0.25, 0.0955, z + 0.0365), (-0.37, 0.1113, z - 0.0033), 0.0135, m.rubber(), 0.004)


def camera_on_tripod(loc, aim, height):
    """Builds a camera on a tripod at floor point `loc`, with its lens toward `aim` (x, y)."""
    yaw = math.degrees(math.atan2(aim[1] - loc[1], aim[0] - loc[0]))
    with placed((loc[0], loc[1], loc[2] if len(loc) > 2 else 0)):
        with placed((0, 0, 0), (0, 0, yaw)):
            tripod(height)
            with placed((0, 0, height)):
                camera_body()
