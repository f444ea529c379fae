"""The round table, barrel armchairs, the rug, and the small things on the table."""
import math

from . import materials as m
from .kit import box, disc, grid, lathe, mesh, placed, ring, rod, tube

TABLE_TOP = 0.74
TABLE_RADIUS = 0.72


def table():
    """Builds a walnut disc with an undercut edge on a turned column."""
    walnut = m.wood('walnut', 'x', True)
    r, z = TABLE_RADIUS, TABLE_TOP
    lathe([(0, z - 0.034), (r - 0.09, z - 0.034), (r - 0.012, z - 0.016), (r, z - 0.009), (r, z - 0.003), (r - 0.003, z), (0, z)],
          walnut, segs=160, angle=25)
    dark = m.powder()
    lathe([(0, 0), (0.33, 0), (0.33, 0.012), (0.31, 0.018), (0.07, 0.03), (0.055, 0.06), (0.055, z - 0.07), (0.09, z - 0.04),
           (0.26, z - 0.036), (0, z - 0.034)], dark, segs=96, bevel=0.002)
    # The cable grommet in the middle of the table.
    lathe([(0.042, z), (0.042, z + 0.003), (0.034, z + 0.003), (0.034, z - 0.03), (0, z - 0.03)], m.metal('brass'), segs=64, bevel=0.0008)


def rug(radius=1.75):
    """Builds a round wool rug with a bound edge."""
    lathe([(0, 0.012), (radius, 0.012), (radius + 0.012, 0.006), (radius + 0.012, 0.0)], m.rug(), segs=160)
    ring(radius + 0.004, 0.009, m.felt(0.08, 0.065, 0.05), (0, 0, 0.008), segs=160, tsegs=8)


def armchair(loc, turn, cover=None):
    """Builds a barrel chair that faces local +X."""
    cover = cover or m.boucle(0.52, 0.46, 0.37)
    with placed(loc, (0, 0, turn)):
        spread = math.radians(128)

        def top(a):
            back = (math.cos(a / spread * math.pi * 0.5)) ** 0.8 if abs(a) < spread else 0
            return 0.60 + 0.20 * back

        def shell(u, v):
            a = (u * 2 - 1) * spread
            end = min(1.0, (1 - abs(u * 2 - 1)) / 0.05)
            thick = 0.055 * (0.35 + 0.65 * math.sqrt(max(end, 0)))
            w = v * 2 * math.pi
            base, head = 0.17 + 0.02 * (1 - end), top(a) - 0.03 * (1 - end)
            mid, half = (base + head) / 2, (head - base) / 2
            # A superellipse keeps the cushion full, with soft edges above and below.
            cx, cz = math.cos(w), math.sin(w)
            px = math.copysign(abs(cx) ** 0.55, cx) * thick
            pz = math.copysign(abs(cz) ** 0.28, cz) * half
            lean = 0.05 * max(0, math.cos(a)) * ((mid + pz) - 0.2)
            rad = 0.385 + px + lean + 0.012 * math.sin(5 * a) * 0.15
            return (-math.cos(a) * rad, math.sin(a) * rad, mid + pz)

        grid(shell, 61, 36, cover, closed_v=True, caps=True, subsurf=1, name='shell')
        seat = []
        for i in range(15):
            t = i / 14 * math.pi
            seat.append((0.345 * max(0, math.sin(t)) ** 0.3, 0.37 - 0.085 * math.copysign(abs(math.cos(t)) ** 0.7, math.cos(t))))
        seat[0], seat[-1] = (0, seat[0][1]), (0, seat[-1][1] + 0.012)
        with placed((0.035, 0, 0)):
            lathe(seat, cover, segs=72)
            ring(0.337, 0.006, m.felt(0.3, 0.26, 0.2), (0, 0, 0.425), segs=96, tsegs=8)
            ring(0.337, 0.006, m.felt(0.3, 0.26, 0.2), (0, 0, 0.318), segs=96, tsegs=8)
        dark = m.powder()
        lathe([(0, 0.30), (0.33, 0.30), (0.34, 0.2), (0.3, 0.17), (0.05, 0.16), (0.028, 0.15), (0.028, 0.035), (0.06, 0.02),
               (0.27, 0.012), (0.28, 0.0)], dark, segs=72, bevel=0.002)


def tumbler(loc, fill=0.6):
    """Builds a water glass."""
    with placed(loc):
        glass = m.pane(1, 1, 1, 0.7)
        lathe([(0, 0.001), (0.03, 0.001), (0.033, 0.006), (0.037, 0.1), (0.0352, 0.1), (0.0312, 0.012), (0, 0.011)], glass, segs=64)
        lathe([(0, 0.012), (0.0312, 0.012), (0.0312 + 0.0035 * fill, 0.012 + 0.085 * fill), (0, 0.012 + 0.085 * fill)], m.pane(1, 0.97, 0.9, 0.6), segs=64)


def notebook(loc, turn):
    """Builds a closed notebook with a pencil on it."""
    with placed(loc, (0, 0, turn)):
        cover = m.leather(0.10, 0.035, 0.018)
        box((0.145, 0.21, 0.004), cover, (0, 0, 0.002), bevel=0.002)
        box((0.139, 0.204, 0.012), m.paper(), (0.001, 0, 0.010), bevel=0.001)
        box((0.145, 0.21, 0.004), cover, (0, 0, 0.018), bevel=0.002)
        box((0.008, 0.2105, 0.0005), m.rubber(), (0.055, 0, 0.0206), bevel=0.0002)
        rod((-0.05, -0.075, 0.0245), (0.01, 0.085, 0.0245), 0.0037, m.plain(0.02, 0.018, 0.016, 0.35), segs=6)


def cards(loc, turn):
    """Builds a small stack of question cards, slightly uneven."""
    with placed(loc, (0, 0, turn)):
        for i, (dx, dy, r) in enumerate([(0, 0, 0), (0.002, -0.001, 1.5), (-0.002, 0.002, -2), (0.003, 0.001, 4), (0.001, -0.002, -1)]):
            box((0.15, 0.1, 0.0006), m.paper(), (dx, dy, 0.0005 + i * 0.0009), (0, 0, r), bevel=0.0002)
        for k in range(4):
            box((0.09 - 0.02 * (k % 2), 0.0012, 0.0002), m.plain(0.08, 0.07, 0.06), (-0.012, 0.024 - k * 0.015, 0.0050), (0, 0, -1), bevel=0)


def side_table(loc):
    """Builds a low round side table."""
    with placed(loc):
        lathe([(0, 0.44), (0.2, 0.44), (0.205, 0.445), (0.205, 0.46), (0, 0.46)], m.wood('smoked', 'x'), segs=96, bevel=0.002)
        for k in range(3):
            a = math.radians(90 + 120 * k)
            rod((0.1 * math.cos(a), 0.1 * math.sin(a), 0.44), (0.19 * math.cos(a), 0.19 * math.sin(a), 0), 0.011, m.wood('smoked', 'z'))


__all__ = ['table', 'rug', 'armchair', 'tumbler', 'notebook', 'cards', 'side_table', 'mesh', 'tube', 'disc']
