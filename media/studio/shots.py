"""The pictures: which parts of the set are built, how they are lit, and where the photographer stands."""
import math

import bpy
from mathutils import Vector

from . import filming, furniture, lamps, materials as m, microphone, room
from .kit import cable, placed


def camera(loc, aim, lens=50, fstop=2.0, focus=None, roll=0.0, shift=(0, 0)):
    """A full-frame camera; `focus` is a point that is sharp (default: `aim`)."""
    data = bpy.data.cameras.new('camera')
    data.lens = lens
    data.sensor_width = 36
    data.clip_start = 0.01
    data.shift_x, data.shift_y = shift
    obj = bpy.data.objects.new('camera', data)
    bpy.context.scene.collection.objects.link(obj)
    obj.location = loc
    quat = (Vector(aim) - Vector(loc)).to_track_quat('-Z', 'Y')
    obj.rotation_euler = quat.to_euler()
    if roll:
        obj.rotation_euler.rotate_axis('Z', math.radians(roll))
    data.dof.use_dof = fstop is not None
    if fstop:
        data.dof.aperture_fstop = fstop
        data.dof.aperture_blades = 0
        axis = (Vector(aim) - Vector(loc)).normalized()
        data.dof.focus_distance = (Vector(focus or aim) - Vector(loc)).dot(axis)
    bpy.context.scene.camera = obj


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


SHOTS = {
    'promo-poster': (promo_poster, 1.5),
}


def build(name, renders):
    """Builds a shot; returns its aspect ratio. `renders` holds pictures that other shots show on a screen."""
    fn, aspect = SHOTS[name]
    fn.__globals__['RENDERS'] = renders
    fn()
    return aspect
