"""Draws the seamless maps from which the materials are mixed: fractal noise in three levels of detail, and cells.

python3 seed/renderings/textures.py  → renders/textures/*.png (16 bit)

A texture lookup is several times faster than computing noise for every ray.
"""
import os

import cv2
import numpy as np

OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'renders', 'textures')
SIZE = 1024
CELLS = 16  # noise cells, or twice as many Voronoi cells, across one map


def draw_octave(rng, cells):
    """Draws periodic smooth noise with `cells` lattice points across."""
    lattice = rng.random((cells, cells)).astype(np.float32)
    pad = 4
    lattice = np.pad(lattice, pad, mode='wrap')
    scale = SIZE // cells
    enlarged = cv2.resize(lattice, (lattice.shape[1] * scale, lattice.shape[0] * scale), interpolation=cv2.INTER_CUBIC)
    enlarged = cv2.GaussianBlur(enlarged, (0, 0), max(scale * 0.25, 0.5))
    return enlarged[pad * scale:pad * scale + SIZE, pad * scale:pad * scale + SIZE]


def draw_fractal_noise(seed, octaves, gain):
    rng = np.random.default_rng(seed)
    total = np.zeros((SIZE, SIZE), np.float32)
    amplitude = 1.0
    for i in range(octaves):
        cells = CELLS * 2 ** i
        if SIZE // cells < 2:
            break
        octave = draw_octave(rng, cells)
        total += amplitude * (octave - octave.mean()) / octave.std()
        amplitude *= gain
    return 0.5 + 0.115 * total / total.std()


def draw_cells(seed):
    """Computes the distance to the nearest of scattered points; 1 is one cell."""
    cell_count = CELLS * 2
    rng = np.random.default_rng(seed)
    jitter = rng.random((cell_count, cell_count, 2)).astype(np.float32)
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / SIZE * cell_count
    row, column = y.astype(int), x.astype(int)
    nearest = np.full((SIZE, SIZE), 9.0, np.float32)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            point = jitter[(row + dy) % cell_count, (column + dx) % cell_count]
            nearest = np.minimum(nearest, np.hypot(row + dy + point[..., 0] - y, column + dx + point[..., 1] - x))
    return nearest


os.makedirs(OUT, exist_ok=True)
for name, img in (('fine', draw_fractal_noise(1, 2, 0.5)), ('mid', draw_fractal_noise(2, 4, 0.55)), ('rich', draw_fractal_noise(3, 6, 0.6)), ('cells', draw_cells(4))):
    cv2.imwrite(os.path.join(OUT, f'{name}.png'), np.clip(img * 65535, 0, 65535).astype(np.uint16))
