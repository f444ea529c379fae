"""Renders one shot to linear float pictures, in two halves of independent samples.

blender -b -P seed/renderings/render.py -- SHOT [--width 2400] [--samples 64] [--threads 2] [--out renders/linear]
Then `develop.py` turns the halves into a JPEG.
"""
import argparse
import json
import os
import sys
import time

import bpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from studio import shots  # noqa: E402


def settings(scene, width, height, samples, threads):
    scene.render.engine = 'CYCLES'
    scene.render.threads_mode = 'FIXED'
    scene.render.threads = threads
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = width, height, 100
    # Kept data would keep the first half's random numbers too, and the halves would be the same.
    scene.render.use_persistent_data = False
    c = scene.cycles
    c.samples = samples
    c.use_denoising = False
    # So few samples leave nothing to adapt; one bounce is what the film response still shows.
    c.use_adaptive_sampling = False
    c.max_bounces, c.diffuse_bounces, c.glossy_bounces, c.transmission_bounces, c.transparent_max_bounces = 1, 1, 1, 0, 8
    c.sample_clamp_indirect = 1.5
    c.sample_clamp_direct = 40
    c.caustics_reflective = c.caustics_refractive = False
    c.blur_glossy = 1.0
    c.light_sampling_threshold = 0.02
    c.use_auto_tile = False
    c.pixel_filter_type = 'BLACKMAN_HARRIS'
    # Lamps light the set; what only glows (dials, screens, the wall beside the ring) would take half of the light samples.
    for material in bpy.data.materials:
        material.cycles.sample_as_light = False
    world = bpy.data.worlds.new('dark')
    world.use_nodes = True
    world.node_tree.nodes['Background'].inputs[1].default_value = 0.0
    scene.world = world


def outputs(scene):
    layer = scene.view_layers[0]
    layer.use_pass_normal = True
    layer.use_pass_z = True
    layer.use_pass_diffuse_color = True
    scene.use_nodes = True
    t = scene.node_tree
    t.nodes.clear()
    source = t.nodes.new('CompositorNodeRLayers')
    sink = t.nodes.new('CompositorNodeOutputFile')
    sink.format.file_format = 'OPEN_EXR'
    sink.format.color_depth = '32'
    sink.format.exr_codec = 'ZIP'
    sink.file_slots.clear()
    for name, pas in (('light', 'Image'), ('albedo', 'DiffCol'), ('normal', 'Normal'), ('depth', 'Depth')):
        sink.file_slots.new(name)
        t.links.new(source.outputs[pas], sink.inputs[name])
    return sink


def main():
    args = argparse.ArgumentParser()
    args.add_argument('shot')
    args.add_argument('--width', type=int, default=2400)
    args.add_argument('--samples', type=int, default=48, help='per half')
    args.add_argument('--halves', type=int, nargs='+', default=(0, 1), help='more than two add samples to what is there')
    args.add_argument('--threads', type=int, default=2)
    args.add_argument('--blur', action='store_true', help='blur by the camera; otherwise the lens is left to develop.py')
    args.add_argument('--out', default=os.path.join(HERE, 'renders', 'linear'))
    opt = args.parse_args(sys.argv[sys.argv.index('--') + 1:])
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    start = time.time()
    aspect = shots.build(opt.shot, os.path.join(HERE, 'renders'))
    settings(scene, opt.width, round(opt.width / aspect), opt.samples, opt.threads)
    sink = outputs(scene)
    lens = scene.camera.data
    os.makedirs(os.path.join(opt.out, opt.shot), exist_ok=True)
    with open(os.path.join(opt.out, opt.shot, 'lens.json'), 'w', encoding='utf8') as file:
        # Without a stop the lens draws everything sharp.
        stop = None if opt.blur or not lens.dof.use_dof else lens.dof.aperture_fstop
        json.dump({'mm': lens.lens, 'sensor': lens.sensor_width, 'stop': stop, 'focus': lens.dof.focus_distance}, file)
    lens.dof.use_dof = opt.blur and lens.dof.use_dof
    for half in opt.halves:
        scene.cycles.seed = 11 + half
        sink.base_path = os.path.join(opt.out, opt.shot)
        for slot, name in zip(sink.file_slots, ('light', 'albedo', 'normal', 'depth')):
            slot.path = f'{name}-{half}-'
        scene.frame_set(1)
        bpy.ops.render.render()
    print(f'{opt.shot}: {time.time() - start:.0f} s')


main()
