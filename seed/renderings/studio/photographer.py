"""Creates the camera of a shot."""
import math

import bpy
from mathutils import Vector


def camera(loc, aim, lens=50, fstop=2.0, focus=None, roll=0.0, shift=(0, 0)):
    """Creates a full-frame camera; `focus` is a point in the sharp plane (default: `aim`)."""
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
