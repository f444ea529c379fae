"""The wide shots: the parts of the set, their light and the camera."""
import math
import random

from . import desk, details, furniture, lamps, materials as m, microphone, room
from .kit import box, cable, placed
from .photographer import camera


def build_seats(seats=2):
    """Builds the table with its seats: armchairs, microphones, headphones, a rug and small things."""
    with placed((0, 0, 0.012)):
        furniture.table()
    furniture.rug()
    top = furniture.TABLE_TOP + 0.012
    angles = {2: (180, 0), 4: (180, 0, 90, 270)}[seats]
    turns = {180: 4, 0: 176, 90: -87, 270: 92}
    for a in angles:
        c, s = math.cos(math.radians(a)), math.sin(math.radians(a))
        furniture.armchair((1.17 * c, 1.17 * s, 0.012), turns[a])
        # The arm stands to the left of the person, so that it does not cover the face.
        foot = (0.30 * c - 0.42 * s, 0.30 * s + 0.42 * c, top)
        pivot = (0.52 * c + 0.02 * s, 0.52 * s - 0.02 * c, top + 0.36)
        microphone.armed_microphone(foot, pivot, a, 10, l1=0.33, l2=0.37, post=0.15)
        cable((foot[0] * 0.97, foot[1] * 0.97, top + 0.02), (0.03 * c, 0.03 * s, top + 0.003), 0.012, m.rubber(), 0.0029, side=(0.04 * s, -0.05 * c, 0))
        with placed((0.52 * c + 0.24 * s, 0.52 * s - 0.24 * c, top), (0, 0, a + 70)):
            with placed((0, 0.07, 0.046), (90 - 3, 0, 0)):
                microphone.headphones()
    furniture.tumbler((-0.16, -0.44, top))
    furniture.tumbler((0.2, 0.40, top))
    furniture.notebook((-0.42, -0.16, top), 78)
    furniture.cards((0.45, 0.17, top), -96)


def build_room(north=True, east=True, hall=False):
    room.floor()
    room.ceiling()
    if north:
        room.north_wall()
    if east:
        room.east_wall()
    room.west_wall()
    if hall:
        room.hallway()


def light_room(wash, key=True, day=None):
    """Lights the room: the amber ring, a soft key light, a wash down the panels, a fill light from above and a rim
    light, with powers in watts. `day`: the power of daylight through open shutters, instead of the key light."""
    x, z = room.RING
    lamps.wall_ring((x, room.Y, z), (90, 0, 0), strength=11)
    lamps.soft_ring_light((x, room.Y - 0.16, z), (0, 0, 1.0), 0.5, 60)
    if day:
        lamps.area((room.X - 0.06, sum(room.MORNING) / 2, 1.5), (-0.2, 0.1, 0.5), 1.7, day, lamps.DAYLIGHT, size_y=1.8)
    elif key:
        lamps.softbox((2.75, -0.75, 2.1), (-0.5, -0.2, 0.85), 130, radius=0.55)
    lamps.area((0, room.Y - 0.30, room.H - 0.06), (0, room.Y - 0.02, 1.1), 5.6, wash, lamps.TUNGSTEN, size_y=0.05)
    lamps.area((-1.2, -2.4, 2.6), (0, 0.4, 0.7), 1.8, 40, lamps.DAYLIGHT if day else lamps.WARM)
    lamps.area((-2.75, 1.9, 2.35), (0.3, -0.2, 0.7), 0.5, 60, lamps.TUNGSTEN)


def promo_poster():
    build_room()
    build_seats()
    light_room(wash=38, day=230)
    lamps.record_lamp((room.X - 0.07, 1.9, 2.3), (0, -90, 0), strength=5)
    camera((-0.42, -3.75, 1.28), (-0.02, 0.3, 1.10), 33, 1.6, focus=(0, -0.2, 1.0))


def gallery_round_table():
    """The table with four empty seats from above, with sun through the open shutters."""
    room.floor(beyond=4)
    room.morning_wall(details.os.path.join(details.RENDERS, 'morning.png'))
    build_seats(4)
    lamps.sun((-3.0, 1.75, -1.5), 13)
    lamps.area((1.9, -1.7, 3.0), (0.1, 0, 0.6), 1.4, 110, lamps.DAYLIGHT)
    lamps.area((-1.9, 1.9, 2.7), (0, 0, 0.6), 1.2, 60, lamps.DAYLIGHT)
    lamps.area((-2.4, -1.5, 2.2), (-0.6, 0, 0.5), 0.6, 22, lamps.TUNGSTEN)
    camera((0.5, -0.75, 4.75), (0.06, -0.02, 0.7), 33, 2.0, focus=(0, 0, 0.8), roll=24)


DOORWAY_WINDOW = (-1.6, 0.2)  # the window that is seen through the door, in y


def tour_poster():
    """From the hallway, through the open door, to the table in the morning sun."""
    build_room(north=False, east=False, hall=True)
    room.morning_wall(details.os.path.join(details.RENDERS, 'morning.png'), DOORWAY_WINDOW)
    lamps.sun((-3.0, 1.1, -1.35), 16)
    room.door(112)
    build_seats()
    lamps.record_lamp((-room.X - 0.16, -0.86, 1.66), (0, -90, 0), strength=1.6)
    lamps.area((room.X - 0.06, sum(DOORWAY_WINDOW) / 2, 1.5), (-0.5, 0.1, 0.5), 1.7, 190, lamps.DAYLIGHT, size_y=1.8)
    lamps.area((0.4, -2.2, 2.5), (0.2, 0.2, 0.6), 1.0, 110, lamps.DAYLIGHT)
    lamps.area((room.X - 0.35, 0.6, room.H - 0.08), (room.X - 0.02, 0.6, 1.0), 3.4, 120, lamps.TUNGSTEN, size_y=0.05)
    lamps.area((-4.3, -2.4, 2.5), (-3.3, -0.6, 1.2), 0.8, 60, lamps.DAYLIGHT)
    lamps.area((-5.0, 1.4, 2.4), (-3.7, 0.6, 1.1), 0.7, 22, lamps.DAYLIGHT)
    lamps.area((-2.6, -1.7, 2.5), (-0.9, 0, 0.6), 0.5, 40, lamps.DAYLIGHT)
    camera((-5.2, -0.30, 1.42), (-3.3, -0.13, 1.24), 30, 2.2, focus=(-0.7, 0, 1.0))


def gallery_key_light():
    """The warm key light; shadows are in the blue light of the sky."""
    room.floor()
    room.ceiling()
    room.north_wall(with_ring_gap=False, halo=0.0)
    room.east_wall()
    furniture.armchair((-0.95, 0.62, 0.0), -28)
    lamps.softbox((0.95, 0.55, 1.86), (-0.95, 0.35, 0.55), 200, radius=0.6, strength=1.5, color=lamps.WARM)
    lamps.area((-2.9, -1.6, 2.0), (-0.6, 0.9, 0.9), 1.4, 60, lamps.SKY)
    lamps.area((1.4, -2.4, 2.4), (1.6, 1.6, 0.8), 1.2, 70, lamps.SKY)
    lamps.area((2.2, -1.4, 2.4), (0.9, 0.5, 1.6), 0.5, 14, lamps.TUNGSTEN)
    camera((-1.25, -2.5, 1.22), (0.12, 0.5, 1.16), 33, 2.0, focus=(0.5, 0.3, 1.6))


def gallery_control_window():
    room.south_wall()
    room.floor()
    y0 = -room.Y
    wall_plaster = m.plaster(0.11, 0.085, 0.062)
    box((6.4, 0.05, 2.9), wall_plaster, (0, y0 - 2.7, 1.45))
    box((0.05, 2.8, 2.9), wall_plaster, (2.6, y0 - 1.4, 1.45))
    box((0.85, 2.0, 0.04), m.wood('walnut', 'y'), (0.92, y0 - 1.15, 0.72), bevel=0.006)
    with placed((0.88, y0 - 1.15, 0.745), (0, 0, -90)):
        with placed((0.0, -0.20, 0.0), (9, 0, 0)):
            desk.mixer(12)
        desk.speaker((-0.62, 0.1, 0), 18)
    with placed((1.2, y0 - 1.15, 0.74), (0, 0, -90)):
        desk.screen(0.72, 0.405, details.os.path.join(details.RENDERS, 'screen-timeline.png'), 1.3)
    for z in (1.25, 1.62, 1.98):
        box((1.5, 0.22, 0.03), m.wood('walnut', 'x'), (-0.90, y0 - 2.55, z), bevel=0.003)
        x, rnd = -1.55, random.Random(round(z * 100))
        covers = (m.leather(0.10, 0.035, 0.018), m.paper(0.30, 0.26, 0.20), m.felt(0.05, 0.045, 0.04), m.leather(0.035, 0.03, 0.028), m.felt(0.11, 0.075, 0.045))
        while x < -0.20:
            wide, high = rnd.uniform(0.018, 0.05), rnd.uniform(0.17, 0.26)
            box((wide, rnd.uniform(0.13, 0.17), high), rnd.choice(covers), (x + wide / 2, y0 - 2.54, z + 0.016 + high / 2), bevel=0.002)
            x += wide + (0.0015 if rnd.random() < 0.93 else rnd.uniform(0.08, 0.22))
    # A steel window like that of the recording room, against which the desk is a silhouette.
    a, b, lo, hi = 0.05, 1.75, 0.80, 2.20
    room.backdrop('day', [(a, y0 - 2.66, lo), (b, y0 - 2.66, lo), (b, y0 - 2.66, hi), (a, y0 - 2.66, hi)],
                  details.os.path.join(details.RENDERS, 'morning.png'), 1.1, (0.10, 0.30, 0.75, 1.0))
    steel = m.powder(0.012, 0.012, 0.013)
    for k in range(4):
        box((0.05 if k in (0, 3) else 0.028, 0.06, hi - lo + 0.05), steel, (a + (b - a) * k / 3, y0 - 2.63, (lo + hi) / 2), bevel=0.003)
    for z in (lo, lo + (hi - lo) * 0.62, hi):
        box((b - a + 0.05, 0.05, 0.03), steel, ((a + b) / 2, y0 - 2.63, z), bevel=0.003)
    furniture.armchair((0.10, y0 - 1.12, 0.0), -20, m.leather(0.06, 0.03, 0.018))
    lamps.area((0.8, y0 - 2.4, 1.6), (0.5, y0 - 0.6, 0.8), 1.2, 26, lamps.DAYLIGHT)
    lamps.area((-0.9, y0 - 2.3, 2.6), (-0.5, y0 - 2.7, 1.3), 1.2, 22, lamps.TUNGSTEN, size_y=0.06)
    lamps.area((1.1, y0 - 1.15, 1.05), (0.2, y0 - 1.15, 1.2), 0.5, 5, lamps.BONE)
    lamps.area((-1.9, 0.3, 2.4), (-0.2, y0, 1.2), 0.8, 110, lamps.TUNGSTEN)
    camera((-0.80, -0.15, 1.42), (-0.04, y0, 1.49), 39, 1.0, focus=(-0.04, y0 + 0.02, 1.49))


def build_two_seats(faces_window):
    """Builds the seats of host and guest before a recording, between a window in the morning and a lamp.
    `faces_window`: whether the camera faces the window, or the lamp."""
    room.floor()
    room.ceiling()
    room.morning_wall(details.os.path.join(details.RENDERS, 'morning.png'))
    room.west_wall()
    room.hallway()
    with placed((0, 0, 0.012)):
        furniture.table()
    furniture.rug()
    top = furniture.TABLE_TOP + 0.012
    for side, turn in ((1, 180), (-1, 0)):
        furniture.armchair((1.17 * side, 0, 0.012), turn)
        microphone.armed_microphone((0.26 * side, -0.42, top), (0.60 * side, -0.03, top + 0.34), 0 if side > 0 else 180, 10, l1=0.33, l2=0.37, post=0.15)
        furniture.tumbler((0.40 * side, 0.36, top))
    furniture.notebook((0.55, 0.22, top), 100)
    furniture.cards((-0.5, 0.2, top), -84)
    # Only the visible seat has headphones: the other ones would be cut off at the edge.
    side = 1 if faces_window else -1
    with placed((0.62 * side, 0.10, top), (0, 0, 90 * side + 20)):
        with placed((0, 0.07, 0.046), (87, 0, 0)):
            microphone.headphones()
    # Each camera sees a different wall, so each shot has its own light.
    y = (room.MORNING[0] + room.MORNING[1]) / 2
    lamps.area((room.X - 0.06, y, 1.5), (0, y * 0.4, 0.9), 1.7, 110 if faces_window else 26, lamps.DAYLIGHT, size_y=1.8)
    lamps.globe((-2.84, -1.97, 1.46), 0.20, 1.7, 60 if faces_window else 170)
    if faces_window:
        room.south_wall()
        lamps.area((2.5, -2.0, 0.3), (2.5, -room.Y, 1.5), 0.5, 26, lamps.TUNGSTEN)
        lamps.area((1.9, 1.4, 2.7), (2.4, 0.3, 0.8), 0.8, 34, lamps.DAYLIGHT)
    else:
        lamps.area((-2.75, -1.2, 2.86), (-3.2, -1.2, 0.9), 1.8, 85, lamps.TUNGSTEN, size_y=0.06)
        lamps.area((-2.5, 1.2, 2.3), (-1.0, 0, 0.9), 0.5, 110, lamps.TUNGSTEN)


def gallery_camera_one():
    """The view of camera one: the host's seat in front of the window."""
    build_two_seats(faces_window=True)
    camera((-1.35, 1.70, 1.18), (0.86, -0.08, 1.00), 52, 2.0, focus=(0.62, 0, 1.1))


def gallery_camera_two():
    """The view of camera two at the same time: the guest's seat in front of the lamp."""
    build_two_seats(faces_window=False)
    camera((1.35, 1.70, 1.18), (-0.90, -0.08, 1.00), 52, 2.0, focus=(-0.62, 0, 1.1))


ABOUT_WINDOW = (0.45, 2.0)  # the window behind the armchair, in y


def about():
    """From one armchair past its microphone to the other, with open shutters behind the other one."""
    build_room(east=False)
    room.morning_wall(details.os.path.join(details.RENDERS, 'morning.png'), ABOUT_WINDOW)
    build_seats()
    light_room(key=False, wash=30)
    lamps.area((room.X - 0.06, sum(ABOUT_WINDOW) / 2, 1.5), (0, -0.3, 0.6), 1.5, 125, lamps.DAYLIGHT, size_y=1.8)
    camera((-1.95, -1.75, 1.18), (0.30, 0.35, 0.98), 42, 1.6, focus=(0.45, 0.0, 1.1))


def view(build_shot, *camera_arguments, **camera_options):
    """Returns the function that builds a shot with a different camera."""
    def build_view():
        build_shot()
        camera(*camera_arguments, **camera_options)
    return build_view


SHOTS = {
    'contact': view(promo_poster, (2.45, -2.0, 1.5), (-0.55, 0.45, 1.0), 31, 2.2, focus=(0, 0, 1.0)),
    'home-headphones': view(details.gallery_headphones, (1.42, -0.70, 1.44), (0.62, -0.06, 1.47), 50, 2.0, focus=(1.06, -0.1, 1.5)),
    'home-level-meters': view(details.gallery_level_meters, (0.21, -0.40, 1.04), (0.075, 0, 1.008), 50, 2.8, focus=(0.093, -0.01, 1.014)),
    'home-record-lamp': view(details.gallery_record_lamp, (0.50, -0.80, 1.42), (0.06, 0, 1.58), 50, 2.0, focus=(0, -0.05, 1.62)),
    'about': about,
    'promo-poster': promo_poster,
    'tour-poster': tour_poster,
    'gallery-camera-one': gallery_camera_one,
    'gallery-camera-two': gallery_camera_two,
    'gallery-round-table': gallery_round_table,
    'gallery-key-light': gallery_key_light,
    'gallery-control-window': gallery_control_window,
    **{name.replace('_', '-'): getattr(details, name) for name in (
        'gallery_record_lamp', 'gallery_microphone', 'studio', 'gallery_level_meters',
        'gallery_headphones', 'gallery_mixing_desk', 'gallery_acoustic_wall', 'gallery_edit_timeline', 'mission',
        'services', 'service_recording', 'service_cameras', 'service_post')},
}


def build(name, renders):
    """Builds a shot and returns its aspect ratio. `renders` is the folder of the pictures that screens.py draws."""
    details.RENDERS = renders
    SHOTS[name]()
    return 1.5
