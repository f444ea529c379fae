"""The lens: blurs a picture that is sharp everywhere as a thin lens would, by the distance that was measured beside it.

A render through a wide-open lens spends its samples on the lens; one that is sharp spends them on light, and cleans
without losing edges. What the camera was set to stands in lens.json, written by render.py.
"""
import ctypes
import json
import os

import cv2
import numpy as np

WIDEST = 0.035  # of the picture's width: the largest disc's radius
TAPS = 420


def discs(depth, lens):
    """The radius of each place's disc in pixels, negative where it is nearer than the focus."""
    width = depth.shape[1]
    f, focus = lens['mm'] / 1000, lens['focus']
    depth = np.clip(depth, 0.05, 60)
    # On the sensor a point spreads to this diameter in metres.
    spread = f * f / (lens['stop'] * (focus - f)) * (depth - focus) / depth
    limit = WIDEST * width
    return np.clip(spread * 500 / lens['sensor'] * width, -limit, limit).astype(np.float32)


def reach(radius):
    """How far each place has to look: its own disc, and the discs of nearer things that spread over it."""
    own, over = np.abs(radius), np.maximum(-radius, 0)
    out = own.copy()
    for step in (2, 5, 10, 20, 40, 80):
        # What spreads less than this cannot come from farther.
        size = 2 * step + 1
        near = cv2.dilate(np.where(over > step / 2, np.minimum(over, step), 0).astype(np.float32), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
        out = np.maximum(out, near)
        if over.max() <= step:
            break
    return out.astype(np.float32)


def of(folder):
    """What the camera of a render was set to, or None where the render is blurred already."""
    path = os.path.join(folder, 'lens.json')
    if not os.path.exists(path):
        return None
    with open(path, encoding='utf8') as file:
        lens = json.load(file)
    return lens if lens['stop'] else None


def focused(img, depth, lens, kernel):
    """The picture as that lens draws it. `depth` in metres, `kernel` the compiled clean.c."""
    radius = discs(depth, lens)
    far = reach(radius)
    k = np.arange(TAPS)
    turn, out = k * np.pi * (3 - np.sqrt(5)), np.sqrt((k + 0.5) / TAPS)
    spiral = np.ascontiguousarray(np.stack([np.cos(turn) * out, np.sin(turn) * out], -1), np.float32)
    given = [np.ascontiguousarray(x, np.float32) for x in (img, radius, far)]
    drawn = np.zeros_like(given[0])

    def at(array):
        return array.ctypes.data_as(ctypes.c_void_p)
    h, w = radius.shape
    kernel.defocus(*map(at, given), h, w, at(spiral), TAPS, at(drawn))
    # The spiral leaves a fine grain in wide discs: smoothed among places that have it.
    wide = np.clip((far - 9) / 6, 0, 1)[..., None].astype(np.float32)
    share = cv2.GaussianBlur(wide, (0, 0), 1.8)[..., None] + 1e-6
    return drawn + (cv2.GaussianBlur(drawn * wide, (0, 0), 1.8) / share - drawn) * wide
