"""The close-up shots."""
import os

from . import desk, filming, furniture, lamps, materials as m, microphone, room
from .kit import box, disc, lathe, mesh, placed, rod, text, tube
from .photographer import camera

RENDERS = ''


def wall(mat, y=0.0, w=6.0, z0=-1.0, z1=4.0):
    mesh('wall', [(-w, y, z0), (w, y, z0), (w, y, z1), (-w, y, z1)], [(0, 1, 2, 3)], mat)


def lamp_wall(strength, halo):
    m.HALO.update(at=(0.0, 1.62, 0.075, -0.075), color=(1.0, 0.05, 0.022))
    wall(m.plaster(0.060, 0.062, 0.066, halo))
    lamps.record_lamp((0, 0, 1.62), (90, 0, 0), strength=strength)
    wood = m.wood('walnut', 'z')
    box((0.11, 0.03, 3.0), wood, (0.44, -0.014, 1.5), bevel=0.004)
    box((0.05, 0.12, 3.0), wood, (0.515, -0.01, 1.5), bevel=0.004)
    box((0.6, 0.05, 3.0), m.wood('smoked', 'z'), (0.85, 0.03, 1.5), bevel=0.004)
    rod((0.62, -0.065, 1.15), (0.62, -0.065, 1.56), 0.0125, m.metal('brass'), 0.003)
    for z in (1.21, 1.50):
        rod((0.62, 0, z), (0.62, -0.065, z), 0.008, m.metal('brass'))
    tube([(0, -0.012, 1.72), (0.0, -0.012, 1.9), (0.0, -0.012, 3.0)], 0.008, m.powder(), smooth=False)
    for z in (1.84, 2.1):
        box((0.034, 0.02, 0.012), m.metal('brass'), (0, -0.01, z), bevel=0.002)


def gallery_record_lamp():
    lamp_wall(1.4, 0.03)
    # Daylight of the hallway; invisible to reflections, since each ring of the glass would mirror it.
    lamps.area((-1.5, -1.0, 2.5), (0.1, 0, 1.55), 0.7, 30, lamps.DAYLIGHT).visible_glossy = False
    lamps.area((1.6, -0.8, 2.1), (0.6, 0, 1.5), 0.4, 26, lamps.TUNGSTEN)
    camera((-0.40, -1.0, 1.50), (0.11, 0, 1.60), 58, 2.0, focus=(0, -0.05, 1.62))


def ring_wall(halo, strength):
    room.north_wall(halo=halo)
    lamps.wall_ring((room.RING[0], room.Y, room.RING[1]), (90, 0, 0), strength=strength)


def low_sun(along, toward, strength):
    """Builds the south and the east wall, and adds early sun through the east window; `along` is the window's range in y."""
    room.morning_wall(os.path.join(RENDERS, 'morning.png'), along)
    room.south_wall()
    lamps.sun(toward, strength)


def gallery_microphone():
    """A microphone in front of the amber ring; the wall is in the blue light of the sky."""
    ring_wall(0.14, 2.6)
    microphone.armed_microphone((0.34, 0.28, 0.752), (0.03, 0.0, 1.20), 180, 12, l1=0.36, l2=0.36)
    lamps.area((-0.9, -0.75, 1.75), (0.0, 0, 1.2), 0.7, 110, lamps.DAYLIGHT)
    lamps.area((0.7, 1.0, 1.7), (0.0, 0, 1.2), 0.4, 40, lamps.TUNGSTEN)
    lamps.area((-2.6, 0.4, 2.2), (0.4, room.Y, 1.3), 1.2, 240, lamps.SKY)
    camera((0.06, -0.95, 1.06), (0.035, 0, 1.185), 66, 2.8, focus=(0.0, -0.025, 1.2))


def service_recording():
    """A microphone from the guest's view, by day, in front of walnut."""
    room.slats(1.9, -1.6, 5.0, -1, 2.6)
    microphone.armed_microphone((0.34, 0.30, 0.752), (0.0, 0.0, 1.18), 250, 6, l1=0.36, l2=0.36)
    with placed((0, 0, 0.012)):
        furniture.table()
    lamps.area((-0.9, -0.5, 1.9), (0.0, 0, 1.18), 0.7, 50, lamps.DAYLIGHT)
    lamps.area((0.2, -2.2, 2.2), (1.9, 0.6, 1.1), 1.2, 170, lamps.SKY)
    # Two rim lights, so that the dark microphone is distinct from the wood.
    lamps.area((0.9, -0.1, 1.65), (0.0, 0, 1.2), 0.35, 60, lamps.TUNGSTEN)
    lamps.area((0.3, 1.0, 1.6), (0.0, 0, 1.2), 0.4, 40, lamps.DAYLIGHT)
    lamps.area((1.3, 1.6, 2.6), (1.9, 1.2, 1.0), 0.4, 60, lamps.TUNGSTEN)
    camera((-0.52, -0.34, 1.23), (0.0, 0.0, 1.175), 50, 2.8, focus=(-0.03, -0.07, 1.185))


def mission():
    """Two microphones in front of the window in the morning. Both are inside of a circle as high as the picture, since the
    page shows no more."""
    y, lo, hi, side, steel = 2.5, 0.45, 2.30, 0.96, m.powder(0.012, 0.012, 0.013)
    room.backdrop('morning', [(-2.9, y + 2.2, -0.9), (2.9, y + 2.2, -0.9), (2.9, y + 2.2, 3.3), (-2.9, y + 2.2, 3.3)], os.path.join(RENDERS, 'morning.png'), 1.0)
    for k in (-3, -1, 1, 3):
        box((0.045 if abs(k) > 1 else 0.03, 0.05, hi - lo), steel, (side * k / 3, y, (lo + hi) / 2), bevel=0.003)
    for z in (lo, lo + (hi - lo) * 0.68, hi):
        box((2 * side, 0.045, 0.03), steel, (0, y, z), bevel=0.003)
    for s in (1, -1):
        with placed((s * (side + 1), y, 0), (0, 0, 90)):
            room.slats(0, -1.0, 1.0, -1)
    for z0, z1 in ((-1.0, lo), (hi, 4.0)):
        box((2 * side, 0.08, z1 - z0), m.plaster(0.05, 0.046, 0.042), (0, y + 0.02, (z0 + z1) / 2), bevel=0.002)
    for s, yaw in ((1, 180), (-1, 0)):
        microphone.armed_microphone((s * 0.39, 0.30, 0.60), (s * 0.185, 0.0, 1.20), yaw, 10, l1=0.36, l2=0.36, post=0.322)
    lamps.area((0.0, 2.3, 1.5), (0, 0, 1.2), 1.8, 60, lamps.DAYLIGHT, size_y=1.6)
    lamps.area((1.5, -0.6, 1.7), (0.0, 0, 1.2), 0.5, 40, lamps.TUNGSTEN)
    lamps.area((-0.5, -1.0, 1.9), (0.0, 0, 1.2), 0.7, 22, lamps.DAYLIGHT)
    camera((0.0, -2.7, 1.02), (0.0, 0, 1.215), 75, 1.4, focus=(0, -0.02, 1.2))


def studio():
    """Two cameras in the shade, turned slightly toward the viewer, with early sun on the wall behind them."""
    ring_wall(0.20, 3.2)
    low_sun(room.MORNING, (-0.6, 1.0, -0.08), 11)
    filming.camera_on_tripod((0.27, 0.0), (-2.0, -1.5), 1.18)
    filming.camera_on_tripod((-0.24, 0.9), (3.0, -0.6), 1.18)
    lamps.area((-1.4, -1.2, 2.1), (0.2, 0, 1.2), 0.9, 90, lamps.DAYLIGHT)
    lamps.area((-2.4, 0.6, 2.2), (-0.2, room.Y, 1.4), 1.2, 120, lamps.SKY)
    lamps.area((1.2, 1.2, 1.8), (0.2, 0, 1.2), 0.4, 36, lamps.BONE)
    camera((0.02, -1.15, 1.17), (0.03, 0, 1.225), 50, 2.4, focus=(0.2, -0.03, 1.22))


def service_cameras():
    """The switcher's screen before a recording, with the pictures of both cameras."""
    box((2.6, 0.95, 0.036), m.wood('walnut', 'x'), (0, -0.2, 0.757), bevel=0.006)
    with placed((0, 0, 0.775)):
        desk.screen(0.72, 0.405, os.path.join(RENDERS, 'screen-both.png'), 1.15)
        with placed((0.02, -0.30, 0.0), (7, 0, 0)):
            desk.switcher()
    room.backdrop('day', [(-2.6, 1.9, 0.2), (-0.35, 1.9, 0.2), (-0.35, 1.9, 2.0), (-2.6, 1.9, 2.0)], os.path.join(RENDERS, 'morning.png'), 0.8)
    for x in (-1.9, -1.12, -0.35):
        box((0.05, 0.05, 1.9), m.powder(0.012, 0.012, 0.013), (x, 1.86, 1.1), bevel=0)
    box((2.3, 0.05, 0.04), m.powder(0.012, 0.012, 0.013), (-1.5, 1.86, 1.32), bevel=0)
    wall(m.plaster(0.05, 0.046, 0.042), 1.95)
    lamps.globe((1.02, 1.55, 1.30), 0.15, 1.6, 22)
    lamps.area((-0.9, 1.2, 1.7), (0, -0.2, 0.8), 0.9, 22, lamps.DAYLIGHT)
    lamps.area((0, -0.02, 1.1), (0, -0.6, 0.8), 0.7, 3, lamps.BONE, size_y=0.4).visible_glossy = False
    camera((-0.20, -1.02, 1.17), (0.0, -0.03, 1.022), 36, 2.8, focus=(0, 0, 1.08))


def gallery_level_meters():
    with placed((0, 0, 1.0), (90, 0, 0)):
        box((0.48, 0.222, 0.006), m.metal('dark'), (0, 0, -0.003), bevel=0.0015)
        for x in (-0.225, 0.225):
            for y in (-0.085, 0.085):
                desk.rack_screw((x, y, 0))
        for x, v, name in ((-0.093, -1.6, 'HOST'), (0.093, -2.4, 'GUEST')):
            with placed((x, 0.014, 0)):
                desk.meter(0.062, v)
            text(name, 0.010, m.plain(0.6, 0.55, 0.46), (x - 0.03, -0.086, 0.0003), depth=0)
            with placed((x + 0.03, -0.086, 0), (0, 0, 60 if x < 0 else 110)):
                desk.knob(m.plain(0.014, 0.0135, 0.013, 0.34), m.metal('spun'), 0.0095, 0.014)
        lamps.unseen_by_diffuse(disc(0.0035, 0.002, m.glow(*lamps.SIGNAL, 3), (0, -0.086, 0), bevel=0))
    for z, h in ((1.0 + 0.111 + 0.048, 0.09), (1.0 - 0.111 - 0.07, 0.134)):
        box((0.48, 0.006, h), m.powder(0.02, 0.019, 0.018), (0, 0.003, z), bevel=0.0015)
    for s in (-1, 1):
        box((0.03, 0.09, 0.8), m.wood('walnut', 'z'), (s * 0.259, 0.025, 1.0), bevel=0.003)
    wall(m.felt(0.02, 0.017, 0.014), 0.08)
    lamps.area((-0.7, -0.5, 1.7), (0, 0, 1.0), 0.4, 15, lamps.WARM)
    lamps.area((0.8, -0.25, 1.15), (0, 0, 1.0), 0.25, 8, lamps.TUNGSTEN)
    camera((-0.20, -0.52, 1.055), (-0.012, 0, 1.006), 58, 2.8, focus=(-0.08, -0.01, 1.014))


def gallery_headphones():
    room_wall = m.plaster(0.06, 0.05, 0.04)
    wall(room_wall)
    box((2.4, 0.024, 0.11), m.wood('walnut', 'x'), (0.5, -0.012, 1.6), bevel=0.004)
    for k in range(4):
        x = -0.02 + k * 0.36
        with placed((x, 0, 1.6)):
            lathe([(0, 0), (0.022, 0), (0.022, 0.004), (0.011, 0.007), (0.0095, 0.012), (0.0095, 0.085), (0.015, 0.088), (0.015, 0.096), (0, 0.098)], m.metal('brass'), (0, -0.024, 0), (90, 0, 0), 48, 0.0008)
            with placed((0, -0.075, 0.034), (0, 0, (6, -8, 4, -3)[k])):
                microphone.headphones()
                tube([(-0.095, 0, -0.21), (-0.097, 0, -0.28), (-0.05, 0.0, -0.42), (0.04, 0.02, -0.5), (0.0, 0.02, -0.62), (-0.02, 0.02, -0.9)], 0.0022, m.rubber())
    lamps.area((-1.1, -0.8, 1.9), (0.0, 0, 1.5), 0.9, 62, lamps.DAYLIGHT)
    lamps.area((1.9, -0.45, 1.8), (0.2, 0, 1.5), 0.3, 34, lamps.TUNGSTEN)
    camera((-0.36, -0.74, 1.50), (0.085, -0.05, 1.505), 50, 2.0, focus=(-0.02, -0.1, 1.5))


def gallery_mixing_desk():
    with placed((0, 0, 0.8)):
        desk.mixer()
    box((2.4, 0.5, 0.03), m.wood('walnut', 'x'), (0, -0.44, 0.76), bevel=0.006)
    box((2.4, 0.7, 0.03), m.wood('walnut', 'x'), (0, 0.72, 0.76), bevel=0.006)
    desk.speaker((-0.5, 0.55, 0.775), 20)
    desk.speaker((0.5, 0.55, 0.775), -20)
    wall(m.plaster(0.03, 0.025, 0.02), 1.6)
    lamps.area((-0.5, 0.75, 1.55), (0, 0, 0.8), 0.5, 20, lamps.TUNGSTEN)
    lamps.area((0.9, -0.3, 1.5), (0, 0, 0.8), 0.4, 9, lamps.WARM)
    camera((-0.24, -0.36, 0.98), (-0.012, 0.015, 0.806), 48, 2.8, focus=(-0.048, -0.02, 0.81))


def gallery_acoustic_wall():
    """The panels in early sun from the side; shadows are in the blue light of the sky."""
    room.north_wall(with_ring_gap=False, halo=0.0)
    room.floor()
    low_sun((0.45, 2.0), (-1.0, 0.55, -0.12), 11)
    lamps.area((-2.6, 0.2, 2.4), (-0.5, 2.6, 1.4), 1.2, 70, lamps.SKY)
    camera((-1.75, 0.72, 1.62), (-0.28, 2.55, 1.40), 46, 2.4, focus=(-0.5, 2.5, 1.4))


def gallery_edit_timeline():
    edit_desk('screen-timeline.png', 1.5)
    camera((-0.30, -0.70, 1.10), (-0.01, -0.02, 1.035), 34, 2.4, focus=(-0.02, 0, 1.04))


def service_post():
    edit_desk('screen-clips.png', 0.95)
    lamps.area((-1.3, 0.2, 1.6), (-0.7, 0.5, 0.95), 0.6, 16, lamps.DAYLIGHT)
    camera((0.40, -0.55, 1.02), (-0.02, 0.0, 1.075), 40, 2.4, focus=(0.04, 0, 1.06))


def services():
    """The patch bay with its cords."""
    with placed((0, 0, 1.0), (90, 0, 0)):
        desk.patch_bay(2, 24, 5)
        with placed((0, 0.074, 0)):
            desk.patch_bay(2, 24, 9)
        for k in range(24):
            if k % 3 == 0:
                box((0.040, 0.011, 0.0006), m.paper(0.55, 0.5, 0.42), ((k - 10.5) * 0.0175, 0.0372, 0.0004), (0, 0, (k * 7) % 5 - 2), bevel=0)
                text(('HOST', 'GUEST', 'G 2', 'G 3', 'TALK', 'PHONES', 'CAM 1', 'CAM 2')[k // 3], 0.0075, m.plain(0.04, 0.035, 0.03), ((k - 10.5) * 0.0175, 0.0370, 0.0009), (0, 0, (k * 7) % 5 - 2), depth=0)
        for x in (-0.232, 0.232):
            for y in (-0.004, 0.078):
                desk.rack_screw((x, y, 0))
        box((0.49, 0.34, 0.004), m.metal('dark'), (0, 0.0, -0.006), bevel=0.001)
    for s in (-1, 1):
        box((0.03, 0.09, 0.9), m.wood('walnut', 'z'), (s * 0.262, 0.025, 1.0), bevel=0.003)
    wall(m.felt(0.02, 0.017, 0.014), 0.08)
    lamps.area((-0.7, -0.5, 1.55), (0, 0, 1.0), 0.4, 17, lamps.WARM)
    lamps.area((0.7, -0.2, 1.2), (0, 0, 1.0), 0.25, 10, lamps.TUNGSTEN)
    camera((-0.21, -0.44, 1.05), (-0.01, 0, 1.005), 52, 2.8, focus=(-0.075, -0.01, 1.01))


def edit_desk(image, strength):
    box((2.4, 0.95, 0.036), m.wood('walnut', 'x'), (0, -0.2, 0.757), bevel=0.006)
    with placed((0, 0, 0.775)):
        desk.screen(0.72, 0.405, os.path.join(RENDERS, image), strength)
        desk.keyboard((0.0, -0.30, 0), 2)
        for s in (-1, 1):
            desk.speaker((s * 0.56, 0.0, 0), -s * 16, 0.95)
        furniture.tumbler((0.43, -0.22, 0))
        furniture.notebook((-0.42, -0.36, 0), 12)
    wall(m.plaster(0.05, 0.042, 0.035), 0.62)
    lamps.area((0.0, 0.5, 1.0), (0.0, 0.62, 1.5), 1.2, 5, lamps.TUNGSTEN, size_y=0.06)
    lamps.area((-0.9, -0.4, 1.9), (0, -0.2, 0.8), 0.5, 5, lamps.TUNGSTEN)
    # The screen's own light on the desk.
    lamps.area((0, -0.02, 1.1), (0, -0.6, 0.8), 0.7, 5, lamps.BONE, size_y=0.4).visible_glossy = False
