"""The lights of the set: visible lamps, and invisible light sources."""
import math

import bpy

from . import materials as m
from .kit import _add_to_scene, box, disc, grid, lathe, placed, ring, rod, tube

TUNGSTEN = (1.0, 0.56, 0.25)
WARM = (1.0, 0.72, 0.46)
BONE = (1.0, 0.84, 0.66)
DAYLIGHT = (0.60, 0.78, 1.0)
SKY = (0.42, 0.66, 1.0)  # bluer than DAYLIGHT, which would make brown cloth and wood look gray
SIGNAL = (1.0, 0.045, 0.02)


def area(loc, aim, size, power, color=WARM, size_y=None):
    """Creates an area light at `loc` toward `aim`, invisible to the camera; `power` in watts."""
    data = bpy.data.lights.new('area', 'AREA')
    data.shape = 'DISK' if size_y is None else 'RECTANGLE'
    data.size = size
    if size_y:
        data.size_y = size_y
    data.energy = power
    data.color = color
    obj = _add_to_scene(bpy.data.objects.new('area', data), loc, (0, 0, 0))
    from mathutils import Vector
    obj.rotation_euler = (Vector(aim) - Vector(loc)).to_track_quat('-Z', 'Y').to_euler()
    obj.visible_camera = False
    obj.visible_glossy = True
    return obj


def sun(toward, strength, color=(1.0, 0.93, 0.82)):
    """Creates the sun with rays in the direction `toward`; `strength` in watts per square meter."""
    from mathutils import Vector
    data = bpy.data.lights.new('sun', 'SUN')
    data.energy, data.color, data.angle = strength, color, math.radians(0.8)
    obj = _add_to_scene(bpy.data.objects.new('sun', data), (0, 0, 0), (0, 0, 0))
    obj.rotation_euler = Vector(toward).to_track_quat('-Z', 'Y').to_euler()


def unseen_by_diffuse(obj):
    """Makes an object glow only for the camera and in reflections. A hidden light beside it lights the set with less noise."""
    obj.visible_diffuse = False
    obj.data.materials[0].cycles.sample_as_light = False
    return obj


def wall_ring(loc, rot, radius=0.56, strength=14.0, color=TUNGSTEN):
    """Builds the amber ring on the wall: a glowing tube in a dark channel."""
    with placed(loc, rot):
        ring(radius, 0.024, m.powder(), (0, 0, 0.045), segs=160)
        lathe([(radius - 0.03, 0.0), (radius - 0.03, 0.035), (radius + 0.03, 0.035), (radius + 0.03, 0.0)], m.powder(), segs=160, bevel=0.002)
        tube_ = ring(radius, 0.0185, m.glow(*color, strength), (0, 0, 0.072), segs=160, tsegs=12)
        return unseen_by_diffuse(tube_)


def soft_ring_light(loc, aim, radius, power, color=TUNGSTEN):
    """Creates the light of the ring in the room: a disc of its size."""
    obj = area(loc, aim, radius * 1.9, power, color)
    obj.visible_glossy = False


def globe(loc, radius, strength, power, color=TUNGSTEN):
    """Builds a floor lamp: a glowing paper ball on a thin stand; `power` of its light in watts."""
    with placed(loc):
        profile = [(radius * math.sin(math.pi * t / 32), -radius * math.cos(math.pi * t / 32)) for t in range(33)]
        unseen_by_diffuse(lathe(profile, m.glow(1.0, 0.66, 0.36, strength), segs=64, angle=180)).visible_shadow = False
        rod((0, 0, -loc[2]), (0, 0, -radius), 0.009, m.powder())
        disc(0.15, 0.012, m.powder(), (0, 0, -loc[2]))
        data = bpy.data.lights.new('globe', 'POINT')
        data.energy, data.color, data.shadow_soft_size = power, color, radius * 1.02
        _add_to_scene(bpy.data.objects.new('globe', data), (0, 0, 0), (0, 0, 0)).visible_glossy = False


def softbox(loc, aim, power, radius=0.6, strength=3.2, color=BONE):
    """Builds a deep, round softbox with sixteen ribs on a stand, with its front toward `aim`."""
    from mathutils import Vector
    v = Vector(aim) - Vector(loc)
    quat = v.to_track_quat('Z', 'Y')
    with placed(loc) as place:
        place.rotation_mode = 'QUATERNION'
        place.rotation_quaternion = quat
        n = 16
        black = m.felt(0.012, 0.0115, 0.011)
        silver = m.plain(0.35, 0.33, 0.3, 0.3)

        def skin(u, w):
            a = u * 2 * math.pi
            facet = math.cos(math.pi / n) / math.cos((a % (2 * math.pi / n)) - math.pi / n)
            r = (0.075 + (radius - 0.075) * (1 - (1 - w) ** 1.9)) * (facet * 0.94 + 0.06)
            return (r * math.cos(a), r * math.sin(a), -0.5 + 0.5 * w)

        grid(skin, 128, 16, black, closed_u=True)
        lathe([(radius - 0.002, -0.005), (radius + 0.004, 0.0), (radius + 0.004, 0.035), (radius - 0.004, 0.035)], black, segs=96)
        # The cloth front: a little convex, brighter in the middle.
        cloth = m.Tree('cloth')
        grad = cloth.node('ShaderNodeVectorMath', _0=cloth.coords.outputs['Object'])
        grad.operation = 'LENGTH'
        fall = cloth.ramp(cloth.span(grad.outputs[1], 0, 1, 0.0, radius), [(0.0, (1, 0.90, 0.76)), (0.55, (0.80, 0.66, 0.50)), (1.0, (0.34, 0.25, 0.17))])
        weave = cloth.noise(500, 2)
        fall = cloth.mix(cloth.span(weave, 0, 0.1), fall, (0.6, 0.5, 0.4, 1))
        mat = cloth.done(Base_Color=(0.6, 0.56, 0.5, 1), Roughness=0.9, Emission=fall, Emission_Strength=strength)
        prof = [((radius - 0.004) * t / 12, 0.006 + 0.012 * (1 - (t / 12) ** 2)) for t in range(13)]
        front = lathe(prof, mat, segs=96, angle=90)
        unseen_by_diffuse(front)
        for k in range(n):
            a = 2 * math.pi * k / n
            tube([((radius * t + 0.078 * (1 - t)) * math.cos(a) if False else skin(k / n, t)[0] * 1.004, skin(k / n, t)[1] * 1.004, skin(k / n, t)[2]) for t in (0, .2, .4, .6, .8, 1)],
                 0.0028, m.powder(), smooth=False)
        lathe([(0, -0.76), (0.055, -0.76), (0.06, -0.74), (0.06, -0.52), (0.095, -0.5), (0.095, -0.47), (0.07, -0.47)], m.powder(), segs=64, bevel=0.002)
        for z in (-0.73, -0.715, -0.70, -0.685):
            ring(0.0605, 0.003, m.powder(), (0, 0, z), segs=64, tsegs=8)
        disc(0.004, 0.002, m.glow(*TUNGSTEN, 6), (0.0, 0.03, -0.762), (180, 0, 0), 0, 16)
        del silver
    p = Vector(loc) + v.normalized() * 0.03
    light = area(p, Vector(aim), radius * 1.9, power, color)
    light.visible_glossy = False
    back = Vector(loc) - v.normalized() * 0.62
    with placed((back.x, back.y, 0)):
        steel = m.metal('dark')
        rod((0, 0, 0.12), (0, 0, back.z * 0.6), 0.0165, m.powder(), 0.001)
        rod((0, 0, back.z * 0.6), (0, 0, back.z - 0.05), 0.0125, steel)
        rod((0, 0, back.z * 0.6 - 0.04), (0, 0, back.z * 0.6 + 0.01), 0.023, m.powder(), 0.003)
        rod((0, 0, back.z - 0.07), (0, 0, back.z), 0.02, m.powder(), 0.003)
        for k in range(3):
            a = math.radians(40 + 120 * k)
            rod((0.02 * math.cos(a), 0.02 * math.sin(a), 0.62), (0.5 * math.cos(a), 0.5 * math.sin(a), 0.02), 0.011, m.powder())
            rod((0.0, 0.0, 0.2), (0.28 * math.cos(a), 0.28 * math.sin(a), 0.29), 0.006, steel)
        cable_pts = [(0.01, 0, back.z - 0.1), (0.05, 0.03, back.z * 0.7), (0.02, 0.02, back.z * 0.4), (0.06, -0.02, 0.1), (0.3, -0.15, 0.008), (0.6, -0.1, 0.008)]
        tube(cable_pts, 0.004, m.rubber())
        # A sandbag over one leg.
        def bag(u, w):
            a, b = u * 2 * math.pi, (w - 0.5) * math.pi
            return (0.27 + 0.085 * math.cos(b) * math.cos(a), 0.23 + 0.12 * math.sin(b) * 0.9, 0.075 + 0.06 * math.cos(b) ** 0.6 * math.sin(a))
        grid(bag, 32, 20, m.felt(0.02, 0.018, 0.016), closed_u=True)


def record_lamp(loc, rot, strength):
    """Builds the round record lamp: a ribbed glass dome in a metal housing that faces local +Z."""
    with placed(loc, rot):
        black = m.powder(0.02, 0.0185, 0.017, 0.36)
        lathe([(0, 0), (0.098, 0), (0.102, 0.004), (0.102, 0.022), (0.096, 0.03), (0.086, 0.033), (0.084, 0.046), (0.074, 0.052), (0.0725, 0.05), (0.0725, 0.02)],
              black, segs=128, bevel=0.0012, angle=25)
        lathe([(0.0845, 0.034), (0.0885, 0.0345), (0.0885, 0.043), (0.0845, 0.0435)], m.metal('brass'), segs=128, bevel=0.0008)
        for k in range(3):
            a = math.radians(90 + 120 * k)
            lathe([(0, 0), (0.0055, 0), (0.0055, 0.002), (0.0042, 0.0034), (0, 0.0034)], m.metal('brass'), (0.0935 * math.cos(a), 0.0935 * math.sin(a), 0.0295), segs=24, bevel=0.0004)
        # A Fresnel dome with concentric steps.
        prof = []
        steps = 9
        for i in range(steps):
            r0, r1 = 0.0715 * (1 - i / steps), 0.0715 * (1 - (i + 0.82) / steps)
            z = 0.046 + 0.022 * (1 - (r0 / 0.0715) ** 2)
            prof += [(r0, z), (r1, z + 0.0035), (max(r1 - 0.0006, 0.0002), z + 0.0012)]
        prof.append((0, 0.0695))
        t = m.Tree('record glass')
        ln = t.node('ShaderNodeVectorMath', _0=t.coords.outputs['Object'])
        xy = t.mapped((1, 1, 0))
        t.set(ln.inputs[0], xy)
        ln.operation = 'LENGTH'
        # The light fades from the hot middle to the rim.
        r, g, b = SIGNAL
        hot = (1.0, min(1, g * 4.5 + 0.02), min(1, b * 3.5 + 0.01))
        fall = t.ramp(t.span(ln.outputs[1], 0, 1, 0.0, 0.0715), [(0.0, hot), (0.35, (r, g * 1.4, b * 1.2)), (1.0, (r * 0.30, g * 0.22, b * 0.2))])
        glass = t.done(Base_Color=(r * 0.35, g * 0.5, b * 0.5, 1), Roughness=0.34, Specular=0.2, Emission=fall, Emission_Strength=strength)
        dome = lathe(prof, glass, segs=128, angle=20)
        unseen_by_diffuse(dome)


__all__ = ['area', 'wall_ring', 'softbox', 'record_lamp', 'rod', 'box']
