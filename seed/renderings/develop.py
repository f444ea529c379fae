"""The darkroom: cleans the two halves of a render, gives it a film response, and writes the JPEG.

python3 seed/renderings/develop.py SHOT [--png] [--exposure STOPS] [--quality 82]

Cleaning is a dual-buffer non-local means: how alike two places are is judged in the other half of the samples, so
that noise cannot vouch for itself, and never across an edge in surface color or direction.
"""
import argparse
import ctypes
import os
import subprocess

os.environ['OPENCV_IO_ENABLE_OPENEXR'] = '1'
import cv2  # noqa: E402
import numpy as np  # noqa: E402

import lens  # noqa: E402

cv2.setNumThreads(1)
LAMP = 5.0  # the radiance that cleaning presses the brightest light towards
# Warm light is the place's own, but paper and bone should still read as white: blue, green and red of the linear light.
WHITE = np.float32([1.24, 1.04, 0.93])
HERE = os.path.dirname(os.path.abspath(__file__))


def load(folder, name, half):
    """One half of the samples as floats: the mean of the renders that belong to it, of which there may be several."""
    mean = 0
    paths = [p for p in (os.path.join(folder, f'{name}-{k}-0001.exr') for k in range(half, 8, 2)) if os.path.exists(p)]
    for path in paths:
        img = cv2.imread(path, cv2.IMREAD_UNCHANGED)
        mean = mean + (img[..., :3] if img.ndim == 3 else img[..., None]) / len(paths)
    return np.ascontiguousarray(mean, dtype=np.float32)


def kernel():
    """The compiled inner loop, built from clean.c when it is not there or older."""
    source, built = os.path.join(HERE, 'clean.c'), os.path.join(HERE, 'renders', 'clean.so')
    if not os.path.exists(built) or os.path.getmtime(built) < os.path.getmtime(source):
        os.makedirs(os.path.dirname(built), exist_ok=True)
        subprocess.run(['cc', '-O3', '-march=native', '-ffast-math', '-shared', '-fPIC', source, '-o', built, '-lm'], check=True)
    return ctypes.CDLL(built)


def doubt(a, b, sigma=1.5):
    """The variance of two halves' mean, smoothed over the neighborhood."""
    return cv2.GaussianBlur((a - b) ** 2 / 4, (0, 0), sigma)


def clean(a, b, feature, unsure, radius=6, patch=3, strength=0.7, step=1):
    """Both halves filtered by weights found in the other, each for itself. Works on a square-root scale.

    `feature` holds surface color and direction, scaled so that 1 is an edge, and `unsure` how noisy they are
    themselves: where the lens blurs, a difference between two places proves little.
    """
    floor = 0.02
    h, w = a.shape[:2]
    a, b = np.sqrt(np.maximum(a, 0) + floor), np.sqrt(np.maximum(b, 0) + floor)
    k = (2 * patch + 1,) * 2
    la, lb = a.mean(-1), b.mean(-1)
    # The noise's variance, from how far the halves are apart, smoothed over the neighborhood.
    var = cv2.blur(cv2.GaussianBlur(np.minimum((la - lb) ** 2 / 2, 0.05 + 0.3 * ((la + lb) / 2) ** 2), (0, 0), 2.0), (5, 5)) + 1e-7
    # All near neighbors, and a scattered choice of the farther ones: a regular choice would leave its own pattern.
    rng = np.random.default_rng(7)
    reach = [(y, x) for y in range(-radius, radius + 1) for x in range(-radius, radius + 1) if y * y + x * x <= radius * radius + 1]
    near = [p for p in reach if p[0] ** 2 + p[1] ** 2 <= 5]
    far = [p for p in reach if p not in near]
    picked = [far[i] for i in rng.permutation(len(far))[:len(far) // step]]
    offsets = np.array(near + picked, np.int32)
    sums = [np.zeros((h, w, 3), np.float32), np.zeros((h, w, 3), np.float32), np.zeros((h, w), np.float32), np.zeros((h, w), np.float32)]
    given = [np.ascontiguousarray(x, np.float32) for x in (a, b, la, lb, var, feature, unsure)]

    def at(array):
        return array.ctypes.data_as(ctypes.c_void_p)
    kernel().clean(*map(at, given), h, w, at(offsets), len(offsets), patch, ctypes.c_float(strength ** 2), *map(at, sums))
    suma, sumb, wa_sum, wb_sum = sums
    return np.maximum((suma / wa_sum[..., None]) ** 2 - floor, 0), np.maximum((sumb / wb_sum[..., None]) ** 2 - floor, 0)


def clean_light(a, b, albedo, normal, radius, strength, step):
    """Cleans the light apart from the surface color it falls on, so that wood and cloth keep their grain.

    `albedo` and `normal` are pairs of halves. Two passes: what the first leaves is cleaner to judge by.
    """
    color, vague = (albedo[0] + albedo[1]) / 2, doubt(*albedo).max(-1, keepdims=True)
    # Where the color itself is noise, dividing by it would only add more.
    blurred = cv2.GaussianBlur(color, (0, 0), 2.5)
    trust = 1 / (1 + vague / (0.08 * blurred.max(-1, keepdims=True) + 1e-3) ** 2)
    color = blurred + (color - blurred) * trust
    paint = (color + 0.06).astype(np.float32)

    def scaled(half):
        tone = np.sqrt(np.maximum(albedo[half].mean(-1, keepdims=True) * 0.25, 0) + 0.002) / 0.05
        return np.concatenate([tone, normal[half] / 0.35], -1)

    fa, fb = scaled(0), scaled(1)
    feature, unsure = cv2.GaussianBlur((fa + fb) / 2, (0, 0), 0.6), doubt(fa, fb).sum(-1)
    # Lamps are a thousand times brighter than their wall: pressed together for the cleaning, so that their edges are too.
    a, b = (x / (1 + x / LAMP) / paint for x in (a, b))
    a, b = clean(a, b, feature, unsure, radius, 3, strength, step)
    a, b = clean(a, b, feature, unsure, max(3, radius // 2), 1, strength, 1)
    out = np.minimum((a + b) / 2 * paint, 0.97 * LAMP)
    return np.minimum(out / (1 - out / LAMP), 14)


def tame(img, blurred, spread, most=3.0):
    """Samples far above what is usual around them, pressed to the edge of the usual."""
    lum = img.max(-1)
    return img * np.minimum(1, (blurred + most * spread + 1e-4) / (lum + 1e-6))[..., None]


def surface(one, other):
    """The surface color of both halves. Samples that a pane mirrored saw none: dark specks, but not lines, are filled."""
    out = ((one + other) / 2).astype(np.float32)
    filled = None
    for line in (np.ones((1, 7)), np.ones((7, 1)), np.eye(7), np.eye(7)[::-1]):
        closed = cv2.morphologyEx(out, cv2.MORPH_CLOSE, np.ascontiguousarray(line, np.uint8))
        filled = closed if filled is None else np.minimum(filled, closed)
    return np.where(filled.max(-1, keepdims=True) > 1.35 * out.max(-1, keepdims=True), filled, out)


def clean_sharp(a, b, albedo, normal, depth, strength=2.5, levels=6):
    """Cleans a render that is sharp everywhere, whose color, direction and distance are therefore nearly free of noise.

    Light is cleaned apart from the surface color, in rings that double in size (à trous); what another half says of
    the brightness, and how sure it is, decides how far a place looks.
    """
    paint = (surface(*albedo) + 0.05).astype(np.float32)
    # Lamps are a thousand times brighter than their wall: pressed together for the cleaning.
    a, b = (x / (1 + x / LAMP) / paint for x in (a, b))
    both = (a + b).max(-1) / 2
    mean = cv2.blur(both, (9, 9))
    spread = np.sqrt(np.maximum(cv2.blur(both * both, (9, 9)) - mean * mean, 0))
    a, b = tame(a, mean, spread), tame(b, mean, spread)
    la, lb = a.sum(-1), b.sum(-1)
    var = cv2.GaussianBlur(cv2.blur((la - lb) ** 2 / 2, (5, 5)), (0, 0), 2.5) + 1e-6
    direction = (normal[0] + normal[1]) / 2
    direction = cv2.GaussianBlur(direction, (0, 0), 0.8)
    direction /= np.linalg.norm(direction, axis=-1, keepdims=True) + 1e-6
    depth = cv2.medianBlur(np.ascontiguousarray(np.minimum(depth[0], depth[1])[..., 0].clip(0, 60)), 3)
    # The gentler of the slopes to either side, so that a silhouette is no slope.
    slope = []
    for axis in (1, 0):
        one, other = depth - np.roll(depth, 1, axis), np.roll(depth, -1, axis) - depth
        slope.append(np.where(np.abs(one) < np.abs(other), one, other))
    tone = np.log(paint.mean(-1, keepdims=True))
    guide = np.ascontiguousarray(np.concatenate([direction, depth[..., None], tone], -1), np.float32)
    slope = np.ascontiguousarray(np.stack(slope, -1), np.float32)
    h, w = var.shape
    a, b, va, vb = (np.ascontiguousarray(x, np.float32) for x in (a, b, var, var.copy()))

    def at(array):
        return array.ctypes.data_as(ctypes.c_void_p)
    for k in range(levels):
        made = [np.empty_like(x) for x in (a, b, va, vb)]
        kernel().level(*map(at, (a, b, va, vb, guide, slope)), h, w, 2 ** k, ctypes.c_float(strength), *map(at, made))
        a, b, va, vb = made
    out = np.minimum((a + b) / 2 * paint, 0.97 * LAMP)
    return np.minimum(out / (1 - out / LAMP), 14)


def fireflies(img):
    """Single pixels far brighter than everything around them are pulled down to their neighborhood."""
    med = cv2.medianBlur(img, 3)
    lum, ml = img.max(-1), med.max(-1)
    hot = (lum > 3.0 * ml + 0.03)[..., None]
    return np.where(hot, med, img)


def bloom(img, amount=0.05):
    """Light scattered in the lens around what is very bright."""
    h = img.shape[0]
    bright = np.maximum(img - 0.7, 0)
    bright = bright / (1 + 0.12 * bright)
    halo = np.zeros_like(img)
    for sigma, w in ((h * 0.004, 0.5), (h * 0.014, 0.32), (h * 0.05, 0.18)):
        small = cv2.resize(bright, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(small, (0, 0), max(sigma / 4, 0.8))
        halo += w * cv2.resize(small, (img.shape[1], img.shape[0]), interpolation=cv2.INTER_CUBIC)
    return img + amount * halo * 3


def film(img):
    """A film-like response: soft shoulder, gentle toe, highlights that lose their color slowly. Linear BGR to display."""
    x = np.maximum(img, 0)
    # Some of a strong color's light reaches the other layers, so lamps turn pale in their middle.
    lum = (x * np.float32([0.07, 0.71, 0.22])).sum(-1, keepdims=True)
    spill = np.clip(x.max(-1, keepdims=True) / 8.0, 0, 1) * 0.4
    x = x * (1 - spill) + lum * spill * np.float32([0.72, 0.95, 1.12])
    a, b, c, d, e = 2.51, 0.03, 2.43, 0.59, 0.14
    x = x * 0.62
    y = np.clip((x * (a * x + b)) / (x * (c * x + d) + e), 0, 1)
    y = np.where(y <= 0.0031308, 12.92 * y, 1.055 * np.power(np.maximum(y, 1e-6), 1 / 2.4) - 0.055)
    # Warm, lifted blacks: the paper of the picture is never zero.
    lift = np.float32([0.030, 0.034, 0.040])
    return lift + y * (1 - lift)


def smooth_edges(img, reach=3.2, weight=0.9):
    """Steps along a contour, which few samples leave, melted by blurring along it and never across. Display values."""
    lum = cv2.GaussianBlur(img.mean(-1), (0, 0), 1.0)
    dx, dy = cv2.Scharr(lum, cv2.CV_32F, 1, 0) / 32, cv2.Scharr(lum, cv2.CV_32F, 0, 1) / 32
    xx, yy, xy = (cv2.GaussianBlur(p, (0, 0), 2.2) for p in (dx * dx, dy * dy, dx * dy))
    root = np.sqrt((xx - yy) ** 2 + 4 * xy * xy)
    along = 0.5 * np.arctan2(2 * xy, xx - yy) + np.pi / 2
    # Only where there is one clear direction, and a step to speak of.
    sure = (np.clip(root / (xx + yy + 1e-8), 0, 1) ** 5 * np.clip((np.sqrt(xx + yy) - 0.006) / 0.012, 0, 1) * weight)[..., None]
    tx, ty = np.cos(along), np.sin(along)
    y, x = np.mgrid[0:img.shape[0], 0:img.shape[1]].astype(np.float32)
    total, out = 1.0, img.copy()
    for t in (-6, -4.5, -3, -1.5, 1.5, 3, 4.5, 6):
        k = float(np.exp(-0.5 * (t / reach) ** 2))
        out += k * cv2.remap(img, x + t * tx, y + t * ty, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        total += k
    return img + (out / total - img) * sure


def grain(img, seed, amount=0.011):
    rng = np.random.default_rng(seed)
    h, w = img.shape[:2]
    n = cv2.GaussianBlur(rng.standard_normal((h, w)).astype(np.float32), (0, 0), 0.75)
    n += 0.35 * cv2.GaussianBlur(rng.standard_normal((h, w)).astype(np.float32), (0, 0), 1.6)
    n /= n.std()
    lum = img.mean(-1, keepdims=True)
    return img + (n[..., None] * amount * (0.45 + 1.6 * lum * (1 - lum)))


def vignette(img, amount=0.16):
    h, w = img.shape[:2]
    y, x = np.mgrid[-1:1:h * 1j, -1:1:w * 1j].astype(np.float32)
    return img * (1 - amount * np.clip((x * x + y * y) / 2, 0, 1) ** 1.2)[..., None]


def main():
    args = argparse.ArgumentParser()
    args.add_argument('shot')
    args.add_argument('--linear', default=os.path.join(HERE, 'renders', 'linear'))
    args.add_argument('--out', default=os.path.join(HERE, 'renders'))
    args.add_argument('--exposure', type=float, default=0.0)
    args.add_argument('--width', type=int, default=0)
    args.add_argument('--quality', type=int, default=82)
    args.add_argument('--strength', type=float, default=1.0)
    args.add_argument('--radius', type=int, default=8)
    args.add_argument('--step', type=int, default=4)
    args.add_argument('--grain', type=float, default=0.011)
    args.add_argument('--raw', action='store_true', help='skip cleaning')
    args.add_argument('--png', action='store_true')
    opt = args.parse_args()
    folder = os.path.join(opt.linear, opt.shot)
    light, albedo, normal, depth = ([load(folder, name, i) for i in (0, 1)] for name in ('light', 'albedo', 'normal', 'depth'))
    optics = lens.of(folder)
    if opt.raw:
        img = (light[0] + light[1]) / 2
    elif optics:
        img = clean_sharp(*light, albedo, normal, depth, opt.strength * 2.5)
    else:
        img = clean_light(*map(fireflies, light), albedo, normal, opt.radius, opt.strength, opt.step)
    if optics:
        # The nearer of two, so that an edge belongs to what stands before it.
        img = lens.focused(img, np.minimum(depth[0], depth[1])[..., 0], optics, kernel())
    img = film(vignette(bloom(img * WHITE * 2.0 ** opt.exposure)))
    if opt.width and opt.width != img.shape[1]:
        size = (opt.width, round(opt.width / 1.5))
        img = cv2.resize(img, size, interpolation=cv2.INTER_CUBIC if opt.width > img.shape[1] else cv2.INTER_AREA)
    img = smooth_edges(img.astype(np.float32))
    img = img + (img - cv2.GaussianBlur(img, (0, 0), 1.3)) * 0.45
    img = grain(img, sum(map(ord, opt.shot)), opt.grain)
    img = np.clip(img * 255 + 0.5, 0, 255).astype(np.uint8)
    if opt.png:
        cv2.imwrite(os.path.join(opt.out, f'{opt.shot}.png'), img)
    else:
        cv2.imwrite(os.path.join(opt.out, f'{opt.shot}.jpg'), img, [cv2.IMWRITE_JPEG_QUALITY, opt.quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1,
                                                                  cv2.IMWRITE_JPEG_PROGRESSIVE, 1])


if __name__ == '__main__':
    main()
