"""Draws the seamless maps that every material is mixed from: fractal noise of three finenesses, and cells.

python3 seed/renderings/textures.py  → renders/textures/*.png (16 bit)

Looking a map up is several times faster than computing noise at every ray, which pays for the samples.
"""
import os

import cv2
import numpy as np

OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'renders', 'textures')
SIZE = 1024
CELLS = 16  # noise cells, or twice as many Voronoi cells, across one map


def octave(rng, cells):
    """Periodic smooth noise with `cells` lattice points across."""
    g = rng.random((cells, cells)).astype(np.float32)
    pad = 4
    g = np.pad(g, pad, mode='wrap')
    k = SIZE // cells
    big = cv2.resize(g, (g.shape[1] * k, g.shape[0] * k), interpolation=cv2.INTER_CUBIC)
    big = cv2.GaussianBlur(big, (0, 0), max(k * 0.25, 0.5))
    return big[pad * k:pad * k + SIZE, pad * k:pad * k + SIZE]


def fractal(seed, octaves, gain):
    rng = np.random.default_rng(seed)
    total = np.zeros((SIZE, SIZE), np.float32)
    amp = 1.0
    for i in range(octaves):
        cells = CELLS * 2 ** i
        if SIZE // cells < 2:
            break
        o = octave(rng, cells)
        total += amp * (o - o.mean()) / o.std()
        amp *= gain
    return 0.5 + 0.115 * total / total.std()


def cells(seed):
    """Distance to the nearest of scattered points; 1 is one cell."""
    n = CELLS * 2
    rng = np.random.default_rng(seed)
    jitter = rng.random((n, n, 2)).astype(np.float32)
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / SIZE * n
    iy, ix = y.astype(int), x.astype(int)
    best = np.full((SIZE, SIZE), 9.0, np.float32)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            j = jitter[(iy + dy) % n, (ix + dx) % n]
            best = np.minimum(best, np.hypot(iy + dy + j[..., 0] - y, ix + dx + j[..., 1] - x))
    return best


os.makedirs(OUT, exist_ok=True)
for name, img in (('fine', fractal(1, 2, 0.5)), ('mid', fractal(2, 4, 0.55)), ('rich', fractal(3, 6, 0.6)), ('cells', cells(4))):
    cv2.imwrite(os.path.join(OUT, f'{name}.png'), np.clip(img * 65535, 0, 65535).astype(np.uint16))
