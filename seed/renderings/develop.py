"""Develops a render: removes noise, applies the lens and a film response, and writes the JPEG.

python3 seed/renderings/develop.py SHOT [--png] [--exposure STOPS] [--quality 82]

The noise filter compares pixels in one half of the samples to weight the other half, so that noise does not reinforce
itself. It hardly mixes pixels across an edge in surface color or direction.
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
MAX_RADIANCE = 5.0  # the noise filter compresses light to less than this radiance
# Gains of linear blue, green and red: the light stays warm, but paper and bone look white.
WHITE_BALANCE = np.float32([1.24, 1.04, 0.93])
HERE = os.path.dirname(os.path.abspath(__file__))


def load_half(folder, name, half):
    """Loads one half of the samples as floats: the mean of all its renders."""
    mean = 0
    paths = [p for p in (os.path.join(folder, f'{name}-{k}-0001.exr') for k in range(half, 8, 2)) if os.path.exists(p)]
    for path in paths:
        samples = cv2.imread(path, cv2.IMREAD_UNCHANGED)
        mean = mean + (samples[..., :3] if samples.ndim == 3 else samples[..., None]) / len(paths)
    return np.ascontiguousarray(mean, dtype=np.float32)


def load_kernels():
    """Loads the inner loops of clean.c, and compiles them when the source has changed."""
    source, library = os.path.join(HERE, 'clean.c'), os.path.join(HERE, 'renders', 'clean.so')
    if not os.path.exists(library) or os.path.getmtime(library) < os.path.getmtime(source):
        os.makedirs(os.path.dirname(library), exist_ok=True)
        subprocess.run(['cc', '-O3', '-march=native', '-ffast-math', '-shared', '-fPIC', source, '-o', library, '-lm'], check=True)
    return ctypes.CDLL(library)


def estimate_variance(half_a, half_b, sigma=1.5):
    """Estimates the variance of the mean of two halves, smoothed over the neighborhood."""
    return cv2.GaussianBlur((half_a - half_b) ** 2 / 4, (0, 0), sigma)


def filter_halves(a, b, feature, feature_variance, radius=6, patch=3, strength=0.7, step=1):
    """Filters each half by non-local means with weights from the other half, on a square-root scale.

    `feature` holds surface color and direction, scaled so that a difference of 1 is an edge. `feature_variance` is their
    noise, which is high where the lens blurs. Of the farther neighbors, one in `step` is used.
    """
    black_offset = 0.02
    h, w = a.shape[:2]
    a, b = np.sqrt(np.maximum(a, 0) + black_offset), np.sqrt(np.maximum(b, 0) + black_offset)
    luma_a, luma_b = a.mean(-1), b.mean(-1)
    # The variance of the noise, from the difference of the halves, smoothed over the neighborhood.
    variance = cv2.blur(cv2.GaussianBlur(np.minimum((luma_a - luma_b) ** 2 / 2, 0.05 + 0.3 * ((luma_a + luma_b) / 2) ** 2), (0, 0), 2.0), (5, 5)) + 1e-7
    # All near neighbors, and random farther ones, since a regular choice would leave a pattern.
    rng = np.random.default_rng(7)
    neighbors = [(y, x) for y in range(-radius, radius + 1) for x in range(-radius, radius + 1) if y * y + x * x <= radius * radius + 1]
    near_offsets = [offset for offset in neighbors if offset[0] ** 2 + offset[1] ** 2 <= 5]
    far_offsets = [offset for offset in neighbors if offset not in near_offsets]
    chosen_far_offsets = [far_offsets[i] for i in rng.permutation(len(far_offsets))[:len(far_offsets) // step]]
    offsets = np.array(near_offsets + chosen_far_offsets, np.int32)
    sums = [np.zeros((h, w, 3), np.float32), np.zeros((h, w, 3), np.float32), np.zeros((h, w), np.float32), np.zeros((h, w), np.float32)]
    inputs = [np.ascontiguousarray(x, np.float32) for x in (a, b, luma_a, luma_b, variance, feature, feature_variance)]

    def pointer(array):
        return array.ctypes.data_as(ctypes.c_void_p)
    load_kernels().filter_halves(*map(pointer, inputs), h, w, pointer(offsets), len(offsets), patch, ctypes.c_float(strength ** 2), *map(pointer, sums))
    sum_a, sum_b, weights_a, weights_b = sums
    return np.maximum((sum_a / weights_a[..., None]) ** 2 - black_offset, 0), np.maximum((sum_b / weights_b[..., None]) ** 2 - black_offset, 0)


def denoise_blurred(a, b, albedo, normal, radius, strength, step):
    """Denoises a blurred render: the light separately from the surface color, so that wood and cloth keep their grain.

    `albedo` and `normal` are pairs of halves. The second pass compares the cleaner pixels of the first.
    """
    color, color_variance = (albedo[0] + albedo[1]) / 2, estimate_variance(*albedo).max(-1, keepdims=True)
    # Uses the blurred color where the color is noisy, since dividing by noise would add noise.
    blurred = cv2.GaussianBlur(color, (0, 0), 2.5)
    trust = 1 / (1 + color_variance / (0.08 * blurred.max(-1, keepdims=True) + 1e-3) ** 2)
    color = blurred + (color - blurred) * trust
    divisor = (color + 0.06).astype(np.float32)

    def scale_features(half):
        tone = np.sqrt(np.maximum(albedo[half].mean(-1, keepdims=True) * 0.25, 0) + 0.002) / 0.05
        return np.concatenate([tone, normal[half] / 0.35], -1)

    features_a, features_b = scale_features(0), scale_features(1)
    feature, feature_variance = cv2.GaussianBlur((features_a + features_b) / 2, (0, 0), 0.6), estimate_variance(features_a, features_b).sum(-1)
    # Compresses lamps, which are a thousand times brighter than their wall, so that their edges are filtered, too.
    a, b = (x / (1 + x / MAX_RADIANCE) / divisor for x in (a, b))
    a, b = filter_halves(a, b, feature, feature_variance, radius, 3, strength, step)
    a, b = filter_halves(a, b, feature, feature_variance, max(3, radius // 2), 1, strength, 1)
    out = np.minimum((a + b) / 2 * divisor, 0.97 * MAX_RADIANCE)
    return np.minimum(out / (1 - out / MAX_RADIANCE), 14)


def limit_outliers(img, mean, spread, max_deviations=3.0):
    """Limits pixels that are far brighter than their neighborhood, whose `mean` and `spread` are given."""
    brightness = img.max(-1)
    return img * np.minimum(1, (mean + max_deviations * spread + 1e-4) / (brightness + 1e-6))[..., None]


def merge_surface_color(half_a, half_b):
    """Merges the surface color of both halves. Mirrors have none: fills their dark specks, but no dark lines."""
    color = ((half_a + half_b) / 2).astype(np.float32)
    filled = None
    for line in (np.ones((1, 7)), np.ones((7, 1)), np.eye(7), np.eye(7)[::-1]):
        closed = cv2.morphologyEx(color, cv2.MORPH_CLOSE, np.ascontiguousarray(line, np.uint8))
        filled = closed if filled is None else np.minimum(filled, closed)
    return np.where(filled.max(-1, keepdims=True) > 1.35 * color.max(-1, keepdims=True), filled, color)


def denoise_sharp(a, b, albedo, normal, depth, strength=2.5, levels=6):
    """Denoises a render that is sharp everywhere, so that its color, direction and distance have hardly any noise.

    Filters the light separately from the surface color, with an à-trous filter whose step doubles. The brightness and
    variance of the other half limit how far a pixel is mixed with its neighbors.
    """
    divisor = (merge_surface_color(*albedo) + 0.05).astype(np.float32)
    # Compresses lamps, which are a thousand times brighter than their wall.
    a, b = (x / (1 + x / MAX_RADIANCE) / divisor for x in (a, b))
    brightness = (a + b).max(-1) / 2
    mean = cv2.blur(brightness, (9, 9))
    spread = np.sqrt(np.maximum(cv2.blur(brightness * brightness, (9, 9)) - mean * mean, 0))
    a, b = limit_outliers(a, mean, spread), limit_outliers(b, mean, spread)
    luma_a, luma_b = a.sum(-1), b.sum(-1)
    variance = cv2.GaussianBlur(cv2.blur((luma_a - luma_b) ** 2 / 2, (5, 5)), (0, 0), 2.5) + 1e-6
    direction = (normal[0] + normal[1]) / 2
    direction = cv2.GaussianBlur(direction, (0, 0), 0.8)
    direction /= np.linalg.norm(direction, axis=-1, keepdims=True) + 1e-6
    depth = cv2.medianBlur(np.ascontiguousarray(np.minimum(depth[0], depth[1])[..., 0].clip(0, 60)), 3)
    # The smaller of the depth's slopes to both sides, so that a silhouette does not count as a slope.
    slope = []
    for axis in (1, 0):
        before, after = depth - np.roll(depth, 1, axis), np.roll(depth, -1, axis) - depth
        slope.append(np.where(np.abs(before) < np.abs(after), before, after))
    tone = np.log(divisor.mean(-1, keepdims=True))
    guide = np.ascontiguousarray(np.concatenate([direction, depth[..., None], tone], -1), np.float32)
    slope = np.ascontiguousarray(np.stack(slope, -1), np.float32)
    h, w = variance.shape
    a, b, variance_a, variance_b = (np.ascontiguousarray(x, np.float32) for x in (a, b, variance, variance.copy()))

    def pointer(array):
        return array.ctypes.data_as(ctypes.c_void_p)
    for level in range(levels):
        outputs = [np.empty_like(x) for x in (a, b, variance_a, variance_b)]
        load_kernels().atrous_level(*map(pointer, (a, b, variance_a, variance_b, guide, slope)), h, w, 2 ** level, ctypes.c_float(strength), *map(pointer, outputs))
        a, b, variance_a, variance_b = outputs
    out = np.minimum((a + b) / 2 * divisor, 0.97 * MAX_RADIANCE)
    return np.minimum(out / (1 - out / MAX_RADIANCE), 14)


def remove_fireflies(img):
    """Replaces single pixels that are far brighter than their neighborhood with its median."""
    median = cv2.medianBlur(img, 3)
    brightness, median_brightness = img.max(-1), median.max(-1)
    is_firefly = (brightness > 3.0 * median_brightness + 0.03)[..., None]
    return np.where(is_firefly, median, img)


def add_bloom(img, amount=0.05):
    """Adds the light that the lens scatters around very bright areas."""
    height = img.shape[0]
    bright = np.maximum(img - 0.7, 0)
    bright = bright / (1 + 0.12 * bright)
    halo = np.zeros_like(img)
    for sigma, weight in ((height * 0.004, 0.5), (height * 0.014, 0.32), (height * 0.05, 0.18)):
        small = cv2.resize(bright, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(small, (0, 0), max(sigma / 4, 0.8))
        halo += weight * cv2.resize(small, (img.shape[1], img.shape[0]), interpolation=cv2.INTER_CUBIC)
    return img + amount * halo * 3


def apply_film_response(img):
    """Maps linear BGR to display values like film: a soft shoulder, a gentle toe, and highlights that lose color slowly."""
    x = np.maximum(img, 0)
    # Part of a very bright color spills into the other channels, so that lamps turn pale in the middle.
    luminance = (x * np.float32([0.07, 0.71, 0.22])).sum(-1, keepdims=True)
    spill = np.clip(x.max(-1, keepdims=True) / 8.0, 0, 1) * 0.4
    x = x * (1 - spill) + luminance * spill * np.float32([0.72, 0.95, 1.12])
    a, b, c, d, e = 2.51, 0.03, 2.43, 0.59, 0.14
    x = x * 0.62
    y = np.clip((x * (a * x + b)) / (x * (c * x + d) + e), 0, 1)
    y = np.where(y <= 0.0031308, 12.92 * y, 1.055 * np.power(np.maximum(y, 1e-6), 1 / 2.4) - 0.055)
    # Lifts blacks to a warm dark gray.
    lift = np.float32([0.030, 0.034, 0.040])
    return lift + y * (1 - lift)


def smooth_edges(img, reach=3.2, weight=0.9):
    """Smooths the steps that few samples leave along a contour, by blurring only along it. Takes display values."""
    luminance = cv2.GaussianBlur(img.mean(-1), (0, 0), 1.0)
    dx, dy = cv2.Scharr(luminance, cv2.CV_32F, 1, 0) / 32, cv2.Scharr(luminance, cv2.CV_32F, 0, 1) / 32
    xx, yy, xy = (cv2.GaussianBlur(p, (0, 0), 2.2) for p in (dx * dx, dy * dy, dx * dy))
    coherence = np.sqrt((xx - yy) ** 2 + 4 * xy * xy)
    angle = 0.5 * np.arctan2(2 * xy, xx - yy) + np.pi / 2
    # Only where the gradient has one clear direction and is strong enough.
    confidence = (np.clip(coherence / (xx + yy + 1e-8), 0, 1) ** 5 * np.clip((np.sqrt(xx + yy) - 0.006) / 0.012, 0, 1) * weight)[..., None]
    tx, ty = np.cos(angle), np.sin(angle)
    y, x = np.mgrid[0:img.shape[0], 0:img.shape[1]].astype(np.float32)
    total, out = 1.0, img.copy()
    for step in (-6, -4.5, -3, -1.5, 1.5, 3, 4.5, 6):
        step_weight = float(np.exp(-0.5 * (step / reach) ** 2))
        out += step_weight * cv2.remap(img, x + step * tx, y + step * ty, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        total += step_weight
    return img + (out / total - img) * confidence


def add_grain(img, seed, amount=0.011):
    rng = np.random.default_rng(seed)
    h, w = img.shape[:2]
    noise = cv2.GaussianBlur(rng.standard_normal((h, w)).astype(np.float32), (0, 0), 0.75)
    noise += 0.35 * cv2.GaussianBlur(rng.standard_normal((h, w)).astype(np.float32), (0, 0), 1.6)
    noise /= noise.std()
    brightness = img.mean(-1, keepdims=True)
    return img + (noise[..., None] * amount * (0.45 + 1.6 * brightness * (1 - brightness)))


def add_vignette(img, amount=0.16):
    h, w = img.shape[:2]
    y, x = np.mgrid[-1:1:h * 1j, -1:1:w * 1j].astype(np.float32)
    return img * (1 - amount * np.clip((x * x + y * y) / 2, 0, 1) ** 1.2)[..., None]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('shot')
    parser.add_argument('--linear', default=os.path.join(HERE, 'renders', 'linear'))
    parser.add_argument('--out', default=os.path.join(HERE, 'renders'))
    parser.add_argument('--exposure', type=float, default=0.0)
    parser.add_argument('--width', type=int, default=0)
    parser.add_argument('--quality', type=int, default=82)
    parser.add_argument('--strength', type=float, default=1.0)
    parser.add_argument('--radius', type=int, default=8)
    parser.add_argument('--step', type=int, default=4)
    parser.add_argument('--grain', type=float, default=0.011)
    parser.add_argument('--raw', action='store_true', help='skip the noise filter')
    parser.add_argument('--png', action='store_true')
    options = parser.parse_args()
    folder = os.path.join(options.linear, options.shot)
    light, albedo, normal, depth = ([load_half(folder, name, i) for i in (0, 1)] for name in ('light', 'albedo', 'normal', 'depth'))
    lens_settings = lens.load_settings(folder)
    if options.raw:
        image = (light[0] + light[1]) / 2
    elif lens_settings:
        image = denoise_sharp(*light, albedo, normal, depth, options.strength * 2.5)
    else:
        image = denoise_blurred(*map(remove_fireflies, light), albedo, normal, options.radius, options.strength, options.step)
    if lens_settings:
        # The smaller depth of both halves, so that an edge belongs to the object in front.
        image = lens.apply_lens(image, np.minimum(depth[0], depth[1])[..., 0], lens_settings, load_kernels())
    image = apply_film_response(add_vignette(add_bloom(image * WHITE_BALANCE * 2.0 ** options.exposure)))
    if options.width and options.width != image.shape[1]:
        size = (options.width, round(options.width / 1.5))
        image = cv2.resize(image, size, interpolation=cv2.INTER_CUBIC if options.width > image.shape[1] else cv2.INTER_AREA)
    image = smooth_edges(image.astype(np.float32))
    image = image + (image - cv2.GaussianBlur(image, (0, 0), 1.3)) * 0.45
    image = add_grain(image, sum(map(ord, options.shot)), options.grain)
    image = np.clip(image * 255 + 0.5, 0, 255).astype(np.uint8)
    if options.png:
        cv2.imwrite(os.path.join(options.out, f'{options.shot}.png'), image)
    else:
        cv2.imwrite(os.path.join(options.out, f'{options.shot}.jpg'), image, [cv2.IMWRITE_JPEG_QUALITY, options.quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1,
                                                                  cv2.IMWRITE_JPEG_PROGRESSIVE, 1])


if __name__ == '__main__':
    main()
