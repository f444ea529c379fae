"""Blurs a picture that is sharp everywhere, as a thin lens would, by the depth of each pixel.

A render through a wide-open lens spends its samples on blur. A sharp render spends them on light, and is denoised without
losing edges. render.py writes the lens settings to lens.json.
"""
import ctypes
import json
import os

import cv2
import numpy as np

MAX_RADIUS = 0.035  # the largest radius of a blur disc, as a share of the picture's width
TAPS = 420  # samples of a large disc


def compute_disc_radii(depth, lens):
    """Computes the radius of each pixel's blur disc in pixels; negative in front of the focus."""
    width = depth.shape[1]
    focal_length, focus = lens['mm'] / 1000, lens['focus']
    depth = np.clip(depth, 0.05, 60)
    # The diameter of a point's blur on the sensor, in meters.
    diameter = focal_length * focal_length / (lens['stop'] * (focus - focal_length)) * (depth - focus) / depth
    limit = MAX_RADIUS * width
    return np.clip(diameter * 500 / lens['sensor'] * width, -limit, limit).astype(np.float32)


def compute_search_radii(radius):
    """Computes how far each pixel has to search: its own disc, and discs of nearer pixels that cover it."""
    own_radius, foreground = np.abs(radius), np.maximum(-radius, 0)
    search = own_radius.copy()
    for step in (2, 5, 10, 20, 40, 80):
        # Each round handles the discs with radii from `step / 2` to `step`, which cover pixels up to `step` away.
        size = 2 * step + 1
        covering = cv2.dilate(np.where(foreground > step / 2, np.minimum(foreground, step), 0).astype(np.float32), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
        search = np.maximum(search, covering)
        if foreground.max() <= step:
            break
    return search.astype(np.float32)


def load_settings(folder):
    """Loads the lens settings of a render; None when it has none, or is already blurred."""
    path = os.path.join(folder, 'lens.json')
    if not os.path.exists(path):
        return None
    with open(path, encoding='utf8') as file:
        lens = json.load(file)
    return lens if lens['stop'] else None


def apply_lens(img, depth, lens, kernels):
    """Applies the blur of a lens. `depth` is in meters; `kernels` is the compiled clean.c."""
    radius = compute_disc_radii(depth, lens)
    search = compute_search_radii(radius)
    index = np.arange(TAPS)
    angle, distance = index * np.pi * (3 - np.sqrt(5)), np.sqrt((index + 0.5) / TAPS)
    spiral = np.ascontiguousarray(np.stack([np.cos(angle) * distance, np.sin(angle) * distance], -1), np.float32)
    inputs = [np.ascontiguousarray(x, np.float32) for x in (img, radius, search)]
    output = np.zeros_like(inputs[0])

    def pointer(array):
        return array.ctypes.data_as(ctypes.c_void_p)
    h, w = radius.shape
    kernels.defocus(*map(pointer, inputs), h, w, pointer(spiral), TAPS, pointer(output))
    # The spiral leaves a fine grain in wide discs, which is smoothed among such pixels.
    is_wide = np.clip((search - 9) / 6, 0, 1)[..., None].astype(np.float32)
    weight = cv2.GaussianBlur(is_wide, (0, 0), 1.8)[..., None] + 1e-6
    return output + (cv2.GaussianBlur(output * is_wide, (0, 0), 1.8) / weight - output) * is_wide
