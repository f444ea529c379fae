"""The pictures: which parts of the set are built, how they are lit, and where the photographer stands."""
import math
import random

from . import desk, details, filming, furniture, lamps, materials as m, microphone, person, room
from .kit import box, cable, placed
from .photographer import camera


def conversation(seats=2, cameras=True, things=True):
    """The table with its places: armchairs, microphones, headphones and small things."""
    with placed((0, 0, 0.012)):
        furniture.table()
    furniture.rug()
    top = furniture.TABLE_TOP + 0.012
    angles = {2: (180, 0), 4: (180, 0, 90, 270)}[seats]
    turns = {180: 4, 0: 176, 90: -87, 270: 92}
    for a in angles:
        c, s = math.cos(math.radians(a)), math.sin(math.radians(a))
        furniture.armchair((1.17 * c, 1.17 * s, 0.012), turns[a])
        # The arm stands a little to the sitter's left, so that it never crosses the face.
        foot = (0.30 * c - 0.42 * s, 0.30 * s + 0.42 * c, top)
        pivot = (0.52 * c + 0.02 * s, 0.52 * s - 0.02 * c, top + 0.36)
        microphone.armed_microphone(foot, pivot, a, 10, l1=0.33, l2=0.37, post=0.15)
        cable((foot[0] * 0.97, foot[1] * 0.97, top + 0.02), (0.03 * c, 0.03 * s, top + 0.003), 0.012, m.rubber(), 0.0029, side=(0.04 * s, -0.05 * c, 0))
        if things:
            with placed((0.52 * c + 0.24 * s, 0.52 * s - 0.24 * c, top), (0, 0, a + 70)):
                with placed((0, 0.07, 0.046), (90 - 3, 0, 0)):
                    microphone.headphones()
    if things:
        furniture.tumbler((-0.16, -0.44, top))
        furniture.tumbler((0.2, 0.40, top))
        furniture.notebook((-0.42, -0.16, top), 78)
        furniture.cards((0.45, 0.17, top), -96)
    if cameras:
        filming.camera_on_tripod((-1.95, 1.28), (1.0, 0.0), 1.18, tally=False)
        filming.camera_on_tripod((1.80, 1.36), (-1.0, 0.0), 1.18, tally=False)


def shell(north=True, east=True, west=True, south=False, hall=False):
    room.floor()
    room.ceiling()
    if north:
        room.north_wall()
    if east:
        room.east_wall()
    if west:
        room.west_wall()
    if south:
        room.south_wall()
    if hall:
        room.hallway()


def room_light(ring=True, key=True, wash=45, fill=40, rim=60, key_power=130, key_at=(2.75, -0.75, 2.1), ring_power=60):
    """One light for the whole place: the amber ring, one soft key, a wash down the panels, and a little from above."""
    x, z = room.RING
    lamps.wall_ring((x, room.Y, z), (90, 0, 0), strength=11 if ring else 0.01, lit=ring)
    if ring:
        lamps.soft_ring_light((x, room.Y - 0.16, z), (0, 0, 1.0), 0.5, ring_power)
    if key:
        lamps.octabox(key_at, (-0.5, -0.2, 0.85), key_power, radius=0.55)
    if wash:
        lamps.area((0, room.Y - 0.30, room.H - 0.06), (0, room.Y - 0.02, 1.1), 5.6, wash, lamps.TUNGSTEN, size_y=0.05)
    if fill:
        lamps.area((-1.2, -2.4, 2.6), (0, 0.4, 0.7), 1.8, fill, lamps.WARM)
    if rim:
        lamps.area((-2.75, 1.9, 2.35), (0.3, -0.2, 0.7), 0.5, rim, lamps.TUNGSTEN)


def promo_poster():
    shell()
    conversation()
    room_light()
    lamps.record_lamp((room.X - 0.07, 1.9, 2.3), (0, -90, 0), strength=5, spill=0)
    camera((-0.42, -3.75, 1.28), (-0.02, 0.3, 1.10), 33, 1.6, focus=(0, -0.2, 1.0))


def studio():
    shell()
    conversation()
    room_light()
    camera((1.75, -2.35, 1.42), (-0.15, 0.35, 0.98), 34, 1.8, focus=(0.0, -0.3, 0.95))


def gallery_round_table():
    room.floor(beyond=4)
    conversation(4, cameras=False)
    lamps.area((-1.9, 1.5, 2.5), (0.1, 0, 0.6), 0.9, 150, lamps.BONE)
    lamps.area((1.6, 2.6, 1.9), (0, 0, 0.6), 0.9, 70, lamps.TUNGSTEN)
    lamps.area((0.5, -1.5, 4.6), (0, 0, 0.6), 1.6, 22, lamps.WARM)
    camera((0.5, -0.75, 4.75), (0.06, -0.02, 0.7), 33, 2.0, focus=(0, 0, 0.8), roll=24)


def tour_poster():
    """From the hallway, through the open door, to the table."""
    shell(north=False, south=False, hall=True)
    room.door(112)
    conversation(cameras=False)
    filming.camera_on_tripod((1.75, 1.36), (-1.0, 0.0), 1.18)
    lamps.record_lamp((-room.X - 0.16, -0.86, 1.66), (0, -90, 0), strength=3.0, spill=0)
    lamps.area((1.6, 1.9, 2.5), (-3.4, -0.2, 0.2), 0.7, 260, lamps.TUNGSTEN)
    lamps.area((0.4, -2.2, 2.5), (0.2, 0.2, 0.6), 1.0, 130, lamps.WARM)
    lamps.area((room.X - 0.35, 0.0, room.H - 0.08), (room.X - 0.02, 0.0, 1.0), 4.6, 110, lamps.TUNGSTEN, size_y=0.05)
    lamps.area((-4.3, -2.4, 2.5), (-3.3, -0.6, 1.2), 0.8, 60, lamps.WARM)
    lamps.area((-2.6, -1.7, 2.5), (-0.9, 0, 0.6), 0.5, 70, lamps.BONE)
    lamps.area((2.4, 1.2, 2.3), (0.2, 0, 0.9), 0.4, 45, lamps.BONE)
    camera((-5.2, -0.30, 1.42), (-3.3, -0.13, 1.24), 30, 2.2, focus=(-0.7, 0, 1.0))


def gallery_key_light():
    room.floor()
    room.ceiling()
    room.north_wall(with_ring_gap=False, halo=0.0)
    room.east_wall()
    furniture.armchair((-0.95, 0.62, 0.0), -28)
    lamps.octabox((0.95, 0.55, 1.86), (-0.95, 0.35, 0.55), 170, radius=0.6, strength=2.2)
    lamps.area((0, room.Y - 0.30, room.H - 0.06), (0, room.Y - 0.02, 1.1), 5.6, 40, lamps.TUNGSTEN, size_y=0.05)
    lamps.area((2.2, -1.4, 2.4), (0.9, 0.5, 1.6), 0.5, 40, lamps.TUNGSTEN)
    camera((-1.25, -2.5, 1.22), (0.12, 0.5, 1.16), 33, 2.0, focus=(0.5, 0.3, 1.6))


def gallery_control_window():
    room.south_wall()
    room.floor()
    y0 = -room.Y
    slats_back = m.plaster(0.11, 0.085, 0.062)
    box((6.4, 0.05, 2.9), slats_back, (0, y0 - 2.7, 1.45))
    box((0.05, 2.8, 2.9), slats_back, (2.6, y0 - 1.4, 1.45))
    box((0.85, 2.0, 0.04), m.wood('walnut', 'y'), (0.92, y0 - 1.15, 0.72), bevel=0.006)
    with placed((0.88, y0 - 1.15, 0.745), (0, 0, -90)):
        with placed((0.0, -0.20, 0.0), (9, 0, 0)):
            desk.mixer(12)
        desk.speaker((-0.62, 0.1, 0), 18)
    with placed((1.2, y0 - 1.15, 0.74), (0, 0, -90)):
        desk.screen(0.72, 0.405, details.os.path.join(details.RENDERS, 'screen-timeline.png'), 1.3)
    for z in (1.25, 1.62, 1.98):
        box((2.6, 0.22, 0.03), m.wood('walnut', 'x'), (-0.35, y0 - 2.55, z), bevel=0.003)
        x, rnd = -1.55, random.Random(round(z * 100))
        covers = (m.leather(0.10, 0.035, 0.018), m.paper(0.30, 0.26, 0.20), m.felt(0.05, 0.045, 0.04), m.leather(0.035, 0.03, 0.028), m.felt(0.11, 0.075, 0.045))
        while x < 0.85:
            wide, high = rnd.uniform(0.018, 0.05), rnd.uniform(0.17, 0.26)
            box((wide, rnd.uniform(0.13, 0.17), high), rnd.choice(covers), (x + wide / 2, y0 - 2.54, z + 0.016 + high / 2), bevel=0.002)
            x += wide + (0.0015 if rnd.random() < 0.93 else rnd.uniform(0.08, 0.22))
    # Turned to the desk, so that headphones and shoulders are what is seen.
    person.technician((0.22, y0 - 1.15, 0), -58)
    furniture.armchair((0.18, y0 - 1.10, 0.0), -58, m.leather(0.06, 0.03, 0.018))
    lamps.area((0.5, y0 - 1.9, 2.6), (0.3, y0 - 1.3, 0.7), 0.6, 120, lamps.WARM)
    lamps.area((-0.9, y0 - 2.3, 2.6), (-0.4, y0 - 2.7, 1.3), 2.4, 90, lamps.TUNGSTEN, size_y=0.06)
    lamps.area((1.1, y0 - 1.15, 1.05), (0.2, y0 - 1.15, 1.2), 0.6, 26, lamps.BONE)
    lamps.area((-1.9, 0.3, 2.4), (-0.2, y0, 1.2), 0.8, 150, lamps.TUNGSTEN)
    camera((-0.80, -0.15, 1.42), (-0.04, y0, 1.49), 39, 1.0, focus=(-0.04, y0 + 0.02, 1.49))


def about():
    """From beside one armchair, past its microphone, to the other."""
    shell()
    conversation()
    room_light()
    camera((-1.95, -1.75, 1.18), (0.30, 0.35, 0.98), 42, 1.6, focus=(0.45, 0.0, 1.1))


SHOTS = {
    'about': about,
    'promo-poster': promo_poster,
    'tour-poster': tour_poster,
    'studio': studio,
    'gallery-round-table': gallery_round_table,
    'gallery-key-light': gallery_key_light,
    'gallery-control-window': gallery_control_window,
    **{name.replace('_', '-'): getattr(details, name) for name in (
        'gallery_record_lamp', 'gallery_microphone', 'gallery_camera_one', 'gallery_camera_two', 'gallery_level_meters',
        'gallery_headphones', 'gallery_mixing_desk', 'gallery_acoustic_wall', 'gallery_edit_timeline', 'mission',
        'services', 'service_recording', 'service_cameras', 'service_post', 'location', 'social')},
}


def build(name, renders):
    """Builds a shot; returns its aspect ratio. `renders` holds pictures that other shots show on a screen."""
    details.RENDERS = renders
    SHOTS[name]()
    return 1.5
