"""Renders one shot to linear float pictures, in two halves of independent samples.

blender -b -P seed/renderings/render.py -- SHOT [--width 2400] [--samples 48] [--threads 2]
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


def configure_render(scene, width, height, samples, threads):
    scene.render.engine = 'CYCLES'
    scene.render.threads_mode = 'FIXED'
    scene.render.threads = threads
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = width, height, 100
    # Persistent data would include random numbers, so that both halves would be the same.
    scene.render.use_persistent_data = False
    cycles = scene.cycles
    cycles.samples = samples
    cycles.use_denoising = False
    # There are too few samples for adaptive sampling, and more than one bounce would hardly be visible.
    cycles.use_adaptive_sampling = False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transmission_bounces, cycles.transparent_max_bounces = 1, 1, 1, 0, 8
    cycles.sample_clamp_indirect = 1.5
    cycles.sample_clamp_direct = 40
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.blur_glossy = 1.0
    cycles.light_sampling_threshold = 0.02
    cycles.use_auto_tile = False
    cycles.pixel_filter_type = 'BLACKMAN_HARRIS'
    # Glowing surfaces (dials, screens, the wall by the ring) are not light sources: they would take half of the samples.
    for material in bpy.data.materials:
        material.cycles.sample_as_light = False
    world = bpy.data.worlds.new('dark')
    world.use_nodes = True
    world.node_tree.nodes['Background'].inputs[1].default_value = 0.0
    scene.world = world


def create_outputs(scene):
    layer = scene.view_layers[0]
    layer.use_pass_normal = True
    layer.use_pass_z = True
    layer.use_pass_diffuse_color = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    source = tree.nodes.new('CompositorNodeRLayers')
    sink = tree.nodes.new('CompositorNodeOutputFile')
    sink.format.file_format = 'OPEN_EXR'
    sink.format.color_depth = '32'
    sink.format.exr_codec = 'ZIP'
    sink.file_slots.clear()
    for name, render_pass in (('light', 'Image'), ('albedo', 'DiffCol'), ('normal', 'Normal'), ('depth', 'Depth')):
        sink.file_slots.new(name)
        tree.links.new(source.outputs[render_pass], sink.inputs[name])
    return sink


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('shot')
    parser.add_argument('--width', type=int, default=2400)
    parser.add_argument('--samples', type=int, default=48, help='per half')
    parser.add_argument('--threads', type=int, default=2)
    options = parser.parse_args(sys.argv[sys.argv.index('--') + 1:])
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    started_at = time.time()
    aspect = shots.build(options.shot, os.path.join(HERE, 'renders'))
    configure_render(scene, options.width, round(options.width / aspect), options.samples, options.threads)
    sink = create_outputs(scene)
    lens = scene.camera.data
    folder = os.path.join(HERE, 'renders', 'linear', options.shot)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, 'lens.json'), 'w', encoding='utf8') as file:
        # Without an f-stop everything is sharp.
        stop = lens.dof.aperture_fstop if lens.dof.use_dof else None
        json.dump({'mm': lens.lens, 'sensor': lens.sensor_width, 'stop': stop, 'focus': lens.dof.focus_distance}, file)
    # develop.py applies the lens.
    lens.dof.use_dof = False
    for half in (0, 1):
        scene.cycles.seed = 11 + half
        sink.base_path = folder
        for slot, name in zip(sink.file_slots, ('light', 'albedo', 'normal', 'depth')):
            slot.path = f'{name}-{half}-'
        scene.frame_set(1)
        bpy.ops.render.render()
    print(f'{options.shot}: {time.time() - started_at:.0f} s')


main()
