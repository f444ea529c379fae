"""Animates parts of a still for the videos: a lamp that comes on, needles, a screen.

Each `Animated…` class takes a developed still (BGR, 8 bit); `at` returns the picture at a time in seconds. The
positions of needles and screens are computed from the camera of the shot in studio/; the lamp is found by its color.
"""
import cv2
import numpy as np

import screens
from develop import WHITE_BALANCE

FPS = 24


def simulate_voice(seed, seconds=40.0):
    """Simulates the level of a voice, 0 to 1, for each frame: words and pauses, smoothed by the inertia of a needle."""
    rng = np.random.default_rng(seed)
    targets = []
    while len(targets) < seconds * FPS:
        pause = rng.random() < 0.3
        targets += [0.0 if pause else rng.uniform(0.45, 1.0)] * int(rng.integers(3, 14) * (1.6 if pause else 1))
    needle, levels = 0.0, []
    for value in targets:
        needle += (value - needle) * 0.28
        levels.append(needle)
    return np.float32(levels)


class Projection:
    """Projects points of the set (meters) to the picture (pixels)."""

    def __init__(self, position, aim, mm, size):
        position, aim = np.float64(position), np.float64(aim)
        self.position, self.scale, self.size = position, mm / 36, size
        self.ahead = (aim - position) / np.linalg.norm(aim - position)
        self.right = np.cross(self.ahead, (0, 0, 1))
        self.right /= np.linalg.norm(self.right)
        self.up = np.cross(self.right, self.ahead)

    def pixel(self, point):
        d = np.float64(point) - self.position
        w, h = self.size
        k = self.scale * w / (d @ self.ahead)
        return w / 2 + k * (d @ self.right), h / 2 - k * (d @ self.up)


class AnimatedLamp:
    """The red lamp, which comes on after `after` seconds; with infinity it stays dark."""

    def __init__(self, still, after=1.3):
        self.after = after
        img = still.astype(np.float32)
        red = img[..., 2] - img[..., 1]
        # The glass with its pale middle is everything inside of the largest red outline.
        outlines, _ = cv2.findContours((red > 95).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        outline = max(outlines, key=cv2.contourArea)
        glass = cv2.drawContours(np.zeros(still.shape[:2], np.float32), [outline], -1, 1.0, -1)
        # Blurs the fine rings of the glass, which would become bands in a video.
        blur_sigma = still.shape[1] / 70
        blurred = cv2.GaussianBlur(img * glass[..., None], (0, 0), blur_sigma) / np.maximum(cv2.GaussianBlur(glass, (0, 0), blur_sigma), 1e-3)[..., None]
        glass = cv2.GaussianBlur(glass, (0, 0), 1.2)[..., None]
        img = img * (1 - glass) + blurred * glass
        self.on = np.clip(img, 0, 255).astype(np.uint8)
        # Removes the red light from the wall around the lamp.
        (x, y), radius = cv2.minEnclosingCircle(outline)
        distance = np.hypot(np.arange(img.shape[1]) - x, (np.arange(img.shape[0]) - y)[:, None]) / radius
        wall = img[..., :2].mean(-1, keepdims=True) * np.float32([0.96, 0.98, 1.36])
        glow = np.clip((img[..., 2] / (img[..., 1] + 4) - 1.30) / 0.5, 0, 1) * np.clip(3.6 - distance, 0, 1)
        unlit = img + (wall - img) * cv2.GaussianBlur(glow.astype(np.float32), (0, 0), 3)[..., None]
        # Unlit glass is a dull, dark red.
        self.off = np.clip(unlit * (1 - glass) + (np.float32([13, 13, 26]) + img * np.float32([0.10, 0.09, 0.14])) * glass, 0, 255).astype(np.uint8)

    def at(self, now):
        progress = np.clip((now - self.after) / 0.35, 0, 1)
        brightness = float(progress * progress * (3 - 2 * progress))
        return cv2.addWeighted(self.off, 1 - brightness, self.on, brightness, 0)


class AnimatedNeedles:
    """The needles of both level meters follow the voices; the host speaks first."""

    def __init__(self, still):
        size = still.shape[1::-1]
        projection = Projection((-0.20, -0.52, 1.055), (-0.012, 0, 1.006), 58, size)
        self.meters, radius = [], 0.062
        still = still.copy()
        for x, value, blur, seed in ((-0.093, -1.6, 0.9, 5), (0.093, -2.4, 3.2, 8)):
            def tip(degrees, r, x=x):
                a = np.radians(degrees)
                return projection.pixel((x + r * np.sin(a), -0.0055, 1.0 + 0.014 - radius * 0.42 + r * np.cos(a)))
            rest_degrees = {-1.6: 2.2, -2.4: -3.8}[value]
            mask = np.zeros(still.shape[:2], np.uint8)
            ends = [tuple(int(round(v)) for v in tip(rest_degrees, r)) for r in (0.0125, 0.0725)]
            cv2.line(mask, *ends, 255, round(5 + 3 * blur) * size[0] // 1600)
            still = self.restore_letter(cv2.inpaint(still, mask, 4, cv2.INPAINT_TELEA), projection, x)
            self.meters.append((tip, blur * size[0] / 1600, simulate_voice(seed)))
        self.still = still

    @staticmethod
    def restore_letter(still, projection, x):
        """Restores the left half of the dial's letter U, which the needle covered, from its right half."""
        corners = np.float32([projection.pixel((x + u, -0.0014, z)) for u, z in ((-0.0003, 1.0195), (0.0093, 1.0195), (0.0093, 1.0075), (-0.0003, 1.0075))])
        transform = cv2.getPerspectiveTransform(corners, np.float32([(0, 0), (96, 0), (96, 120), (0, 120)]))
        letter = cv2.warpPerspective(still, transform, (96, 120)).astype(np.float32)
        missing = letter[:, ::-1] - letter
        missing[(missing.mean(-1) > -12) | (np.arange(96) >= 48)] = 0
        missing = cv2.warpPerspective(missing, transform, still.shape[1::-1], flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        return np.clip(still + missing, 0, 255).astype(np.uint8)

    def at(self, now):
        img = self.still.copy()
        for index, (tip, needle_blur, voice) in enumerate(self.meters):
            # The listener's microphone has a low level.
            is_speaking = (now < 2.6) == (index == 0)
            level = voice[round(now * FPS)] * (1.0 if is_speaking else 0.16)
            angle = -46 + 72 * level
            ends = np.float64([tip(angle, r) for r in (0.0125, 0.0712)])
            x0, y0 = (ends.min(0) - 14).astype(int)
            x1, y1 = (ends.max(0) + 16).astype(int)
            part = img[y0:y1, x0:x1].astype(np.float32)
            for shift, dark, blur in (((3.0, 4.0), 0.22, needle_blur + 1.6), ((0, 0), 0.93, needle_blur)):
                line = np.zeros(part.shape[:2], np.float32)
                points = np.int32((ends - (x0, y0) + shift) * 16)
                cv2.line(line, tuple(int(v) for v in points[0]), tuple(int(v) for v in points[1]), 1.0, 3, cv2.LINE_AA, 4)
                line = cv2.GaussianBlur(line, (0, 0), blur)
                part *= (1 - np.minimum(line, 1) * dark)[..., None]
            img[y0:y1, x0:x1] = part.astype(np.uint8)
        return img


def compute_film_table(strength, exposure):
    """Computes a lookup table for each channel: the film response to the 256 values of a screen."""
    value = np.arange(256, dtype=np.float32) / 255
    light = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4) * strength * 2.0 ** exposure
    channels = []
    for white, lift in zip(WHITE_BALANCE, (0.030, 0.034, 0.040)):
        x = light * white * 0.62
        y = np.clip(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0, 1)
        y = np.where(y <= 0.0031308, 12.92 * y, 1.055 * np.power(np.maximum(y, 1e-6), 1 / 2.4) - 0.055)
        channels.append((lift + y * (1 - lift)) * 255)
    return np.stack(channels, -1).astype(np.uint8)[None]


class AnimatedScreen:
    """An animated screen of the edit suite. `draw` returns its 16:9 picture at a time."""

    def __init__(self, still, place, aim, mm, strength, exposure, draw, blur):
        projection = Projection(place, aim, mm, still.shape[1::-1])
        self.corners = np.float32([projection.pixel((x, 0, z)) for x, z in ((-0.36, 1.30), (0.36, 1.30), (0.36, 0.895), (-0.36, 0.895))])
        self.still, self.draw, self.table, self.blur = still, draw, compute_film_table(strength, exposure), blur
        mask = cv2.fillConvexPoly(np.zeros(still.shape[:2], np.uint8), np.int32(self.corners * 16), 255, cv2.LINE_AA, 4)
        self.mask = cv2.GaussianBlur(cv2.erode(mask, np.ones((3, 3))), (0, 0), 0.8).astype(np.float32)[..., None] / 255

    def at(self, now):
        shown = cv2.LUT(self.draw(now), self.table)
        height, width = shown.shape[:2]
        transform = cv2.getPerspectiveTransform(np.float32([(0, 0), (width, 0), (width, height), (0, height)]), self.corners)
        shown = cv2.warpPerspective(shown, transform, self.still.shape[1::-1], flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
        shown = cv2.GaussianBlur(shown, (0, 0), self.blur)
        return (self.still + (shown.astype(np.float32) - self.still) * self.mask).astype(np.uint8)


def format_timecode(now):
    frame = 14 * 60 * 25 + 7 * 25 + 11 + int(now * 25)
    return f'00:{frame // 1500:02d}:{frame // 25 % 60:02d}:{frame % 25:02d}'


class PlayingEdit:
    """Draws the playing edit: the playhead crosses the tracks, and the large picture cuts between the shots."""

    def __init__(self):
        self.base = cv2.resize(screens.draw_timeline(playhead=False), (1280, 720), interpolation=cv2.INTER_AREA)
        self.shots = [screens.crop_picture(name, 569, 320) for name in screens.CUT_SHOTS]

    def __call__(self, now):
        img = self.base.copy()
        x = 690 + int(now * 22)
        cuts = [c // 2 for c in screens.CUTS]
        img[50:370, 670:1239] = self.shots[sum(c <= x for c in cuts) % 2]
        cv2.rectangle(img, (670, 34), (800, 48), screens.BG, -1)
        screens.draw_label(img, format_timecode(now), 670, 46, 0.40, screens.AMBER)
        cv2.line(img, (x, 390), (x, 720), screens.AMBER, 2)
        return img


ANIMATIONS = {
    'gallery-record-lamp': AnimatedLamp,
    'tour-poster': lambda still: AnimatedLamp(still, after=float('inf')),
    'gallery-level-meters': AnimatedNeedles,
    'gallery-edit-timeline': lambda still: AnimatedScreen(still, (-0.30, -0.70, 1.10), (-0.01, -0.02, 1.035), 34, 1.5, 0.3, PlayingEdit(), 0.9),
}
