"""The darkroom: cleans the two halves of a render, gives it a film response, and writes the JPEG.

python3 media/develop.py SHOT [--png] [--exposure STOPS] [--quality 82]

Cleaning is a dual-buffer non-local means: how alike two places are is judged in the other half of the samples, so
that noise cannot vouch for itself, and never across an edge in surface colour or direction.
"""
import argparse
import ctypes
import os
import subprocess

os.environ['OPENCV_IO_ENABLE_OPENEXR'] = '1'
import cv2  # noqa: E402
import numpy as np  # noqa: E402

cv2.setNumThreads(2)
LAMP = 5.0  # the radiance that cleaning presses the brightest light towards
HERE = os.path.dirname(os.path.abspath(__file__))


def load(folder, name, half):
    img = cv2.imread(os.path.join(folder, f'{name}-{half}-0001.exr'), cv2.IMREAD_UNCHANGED)
    return np.ascontiguousarray(img[..., :3], dtype=np.float32)


def kernel():
    """The compiled inner loop, built from clean.c when it is not there or older."""
    source, built = os.path.join(HERE, 'clean.c'), os.path.join(HERE, 'renders', 'clean.so')
    if not os.path.exists(built) or os.path.getmtime(built) < os.path.getmtime(source):
        os.makedirs(os.path.dirname(built), exist_ok=True)
        subprocess.run(['cc', '-O3', '-march=native', '-ffast-math', '-shared', '-fPIC', source, '-o', built, '-lm'], check=True)
    return ctypes.CDLL(built)


def doubt(a, b, sigma=1.5):
    """The variance of two halves' mean, smoothed over the neighbourhood."""
    return cv2.GaussianBlur((a - b) ** 2 / 4, (0, 0), sigma)


def clean(a, b, feature, unsure, radius=6, patch=3, strength=0.7, step=1):
    """Both halves filtered by weights found in the other, each for itself. Works on a square-root scale.

    `feature` holds surface colour and direction, scaled so that 1 is an edge, and `unsure` how noisy they are
    themselves: where the lens blurs, a difference between two places proves little.
    """
    floor = 0.02
    h, w = a.shape[:2]
    a, b = np.sqrt(np.maximum(a, 0) + floor), np.sqrt(np.maximum(b, 0) + floor)
    k = (2 * patch + 1,) * 2
    la, lb = a.mean(-1), b.mean(-1)
    # The noise's variance, from how far the halves are apart, smoothed over the neighbourhood.
    var = cv2.blur(cv2.GaussianBlur(np.minimum((la - lb) ** 2 / 2, 0.05 + 0.3 * ((la + lb) / 2) ** 2), (0, 0), 2.0), (5, 5)) + 1e-7
    # All near neighbours, and a scattered choice of the farther ones: a regular choice would leave its own pattern.
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
    """Cleans the light apart from the surface colour it falls on, so that wood and cloth keep their grain.

    `albedo` and `normal` are pairs of halves. Two passes: what the first leaves is cleaner to judge by.
    """
    colour, vague = (albedo[0] + albedo[1]) / 2, doubt(*albedo).max(-1, keepdims=True)
    # Where the colour itself is noise, dividing by it would only add more.
    blurred = cv2.GaussianBlur(colour, (0, 0), 2.5)
    trust = 1 / (1 + vague / (0.08 * blurred.max(-1, keepdims=True) + 1e-3) ** 2)
    colour = blurred + (colour - blurred) * trust
    paint = (colour + 0.06).astype(np.float32)

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


def fireflies(img):
    """Single pixels far brighter than everything around them are pulled down to their neighbourhood."""
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
    """A film-like response: soft shoulder, gentle toe, highlights that lose their colour slowly. Linear BGR to display."""
    x = np.maximum(img, 0)
    # Some of a strong colour's light reaches the other layers, so lamps turn pale in their middle.
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
    a, b = (fireflies(load(folder, 'light', i)) for i in (0, 1))
    if opt.raw:
        img = (a + b) / 2
    else:
        albedo, normal = ([load(folder, name, i) for i in (0, 1)] for name in ('albedo', 'normal'))
        img = clean_light(a, b, albedo, normal, opt.radius, opt.strength, opt.step)
    img = film(vignette(bloom(img * 2.0 ** opt.exposure)))
    if opt.width and opt.width != img.shape[1]:
        size = (opt.width, round(opt.width / 1.5))
        img = cv2.resize(img, size, interpolation=cv2.INTER_LANCZOS4 if opt.width > img.shape[1] else cv2.INTER_AREA)
    img = grain(img, sum(map(ord, opt.shot)), opt.grain)
    img = np.clip(img * 255 + 0.5, 0, 255).astype(np.uint8)
    if opt.png:
        cv2.imwrite(os.path.join(opt.out, f'{opt.shot}.png'), img)
    else:
        cv2.imwrite(os.path.join(opt.out, f'{opt.shot}.jpg'), img, [cv2.IMWRITE_JPEG_QUALITY, opt.quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1,
                                                                  cv2.IMWRITE_JPEG_PROGRESSIVE, 1])


main()
