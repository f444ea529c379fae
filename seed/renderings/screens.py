"""Draws the contents of the studio's screens and the view outside.

python3 seed/renderings/screens.py  → renders/screen-*.png, morning.png. Uses developed pictures as frames where they exist.
"""
import math
import os

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, 'renders')
BONE, DIM, AMBER, BG, PANEL = (160, 196, 216), (52, 62, 72), (60, 150, 255), (13, 15, 17), (22, 25, 28)
CUTS = [200, 420, 760, 900, 1210, 1500, 1610, 1980, 2300, 2560]  # positions at which the edit cuts to the other shot
CUT_SHOTS = ('gallery-microphone', 'gallery-round-table')  # the shots of the edit's lower and upper track
FONT = cv2.FONT_HERSHEY_SIMPLEX


def crop_picture(name, w, h, glow_shift=0):
    """Returns a developed picture cropped to w × h, or a placeholder, whose glow `glow_shift` moves to the left."""
    for ext in ('jpg', 'png'):
        path = os.path.join(OUT, f'{name}.{ext}')
        if os.path.exists(path):
            img = cv2.imread(path)
            break
    else:
        y, x = np.mgrid[0:400, 0:600].astype(np.float32)
        glow = np.exp(-((x - 300 + glow_shift * 60) ** 2 + (y - 190) ** 2) / 16000)
        img = np.clip(np.stack([glow * 60, glow * 120, glow * 220], -1) + 14, 0, 255).astype(np.uint8)
    scale = max(w / img.shape[1], h / img.shape[0])
    img = cv2.resize(img, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    y, x = (img.shape[0] - h) // 2, (img.shape[1] - w) // 2
    return img[y:y + h, x:x + w]


def draw_label(img, text, x, y, size=0.5, color=BONE, weight=1):
    cv2.putText(img, text, (x, y), FONT, size, color, weight, cv2.LINE_AA)


def draw_waveform(img, x0, x1, y, h, seed, color, fill=1.0):
    """Draws the waveform of a voice: bursts of words with pauses."""
    rng = np.random.default_rng(seed)
    envelope, level, remaining = [], 0.0, 0
    for _ in range(x1 - x0):
        if remaining <= 0:
            level = 0.0 if rng.random() < 0.22 else rng.uniform(0.25, 1.0)
            remaining = int(rng.integers(6, 40))
        remaining -= 1
        last = envelope[-1] if envelope else 0
        envelope.append(last + (level * rng.uniform(0.45, 1.0) - last) * 0.45)
    for i, amplitude in enumerate(envelope):
        half_height = max(1, int(h / 2 * amplitude * fill))
        cv2.line(img, (x0 + i, y - half_height), (x0 + i, y + half_height), color, 1)


def draw_timeline(playhead=True):
    img = np.full((1440, 2560, 3), BG, np.uint8)
    cv2.rectangle(img, (0, 0), (2560, 54), PANEL, -1)
    draw_label(img, 'Studio film  -  cut 3', 34, 36, 0.8)
    draw_label(img, '25 fps    48 kHz    -16 LUFS', 2150, 36, 0.7, (110, 130, 145))
    for k, (name, title) in enumerate(zip(CUT_SHOTS, ('DETAILS', 'ROOM'))):
        x = 40 + k * 640
        img[100:100 + 340, x:x + 600] = crop_picture(name, 600, 340, k)
        draw_label(img, title, x, 92, 0.6, (120, 140, 155))
    img[100:100 + 640, 1340:1340 + 1138] = crop_picture(CUT_SHOTS[0], 1138, 640)
    cv2.rectangle(img, (1340, 100), (2478, 740), DIM, 1)
    draw_label(img, '00:14:07:11', 1340, 92, 0.75, AMBER, 2)
    # Scopes and bins.
    for k in range(9):
        draw_label(img, f'{("Lamp", "Table", "Meters", "Headphones", "Microphone", "Silence - keep", "Panels", "Window", "End card")[k]}', 40, 500 + k * 30, 0.6, (110, 128, 142) if k != 5 else AMBER)
        draw_label(img, f'00:{2 + k * 5:02d}:1{k}', 380, 500 + k * 30, 0.6, (85, 98, 108))
    for k in range(2):
        x = 720 + k * 250
        cv2.rectangle(img, (x, 480), (x + 220, 740), (18, 20, 23), -1)
        rng = np.random.default_rng(8 + k)
        for i in range(220):
            bar_height = int(130 + 60 * math.sin(i / 30 + k) + rng.normal(0, 18))
            cv2.line(img, (x + i, 730), (x + i, 730 - max(bar_height, 4)), (50, 84, 110), 1)
    # Ruler.
    top = 800
    cv2.rectangle(img, (0, top - 20), (2560, top + 22), PANEL, -1)
    for i in range(0, 2560, 40):
        cv2.line(img, (200 + i, top + 22), (200 + i, top + (4 if i % 200 == 0 else 14)), (110, 120, 128), 1)
        if i % 200 == 0:
            draw_label(img, f'14:{i // 40:02d}', 206 + i, top + 8, 0.5, (120, 135, 145))
    for track in (0, 1):
        y = top + 40 + track * 130
        draw_label(img, f'V{2 - track}', 40, y + 64, 0.9, (150, 168, 180))
        draw_label(img, ('room', 'details')[track], 100, y + 62, 0.6, (100, 114, 124))
        for i, (a, b) in enumerate(zip(CUTS, CUTS[1:])):
            if i % 2 != track:
                continue
            still = crop_picture(CUT_SHOTS[1 - track], 186, 104, i)
            segment = np.tile(still, (1, math.ceil((b - a) / 186), 1))[:, :b - a - 4]
            tint = np.full_like(segment, (70, 105, 140) if track else (96, 92, 88))
            img[y:y + 104, a:b - 4] = cv2.addWeighted(segment, 0.72, tint, 0.42, 0)
            cv2.rectangle(img, (a, y), (b - 4, y + 104), (120, 150, 175) if track else (130, 128, 124), 2)
    for track in range(2):
        y = top + 300 + track * 150
        draw_label(img, f'A{track + 1}', 40, y + 74, 0.9, (150, 168, 180))
        cv2.rectangle(img, (200, y), (2560, y + 132), (25, 33, 40) if track else (24, 26, 28), -1)
        draw_waveform(img, 204, 2556, y + 66, 120, 21 + track, (92, 160, 214) if track else (138, 150, 158))
    if playhead:
        x = 1555
        cv2.line(img, (x, top - 20), (x, 1440), AMBER, 4)
        cv2.fillPoly(img, [np.int32([(x - 18, top - 22), (x + 18, top - 22), (x, top + 8)])], AMBER)
    return img


def draw_multiview():
    """Draws the switcher's screen before a recording: both cameras side by side, with silent levels."""
    img = np.full((1440, 2560, 3), BG, np.uint8)
    cv2.rectangle(img, (0, 0), (2560, 70), PANEL, -1)
    draw_label(img, 'Multiview', 40, 46, 1.0)
    draw_label(img, 'STANDBY', 2306, 46, 0.9)
    for k, (name, title, line) in enumerate((('gallery-camera-one', 'CAMERA 1', 'host'), ('gallery-camera-two', 'CAMERA 2', 'guest'))):
        x, w, h = 36 + k * 1256, 1232, 822
        img[150:150 + h, x:x + w] = crop_picture(name, w, h, k)
        cv2.rectangle(img, (x, 150), (x + w, 150 + h), (40, 44, 225) if k == 0 else (96, 170, 80), 8)
        draw_label(img, title, x, 128, 1.1, BONE, 2)
        draw_label(img, line, x + 240, 128, 1.0, (110, 128, 142))
        draw_label(img, '00:00:00:00', x + w - 240, 128, 1.0, AMBER, 2)
        for row in range(2):
            y = 1010 + row * 26
            cv2.rectangle(img, (x, y), (x + w, y + 16), (28, 32, 36), -1)
            cv2.rectangle(img, (x, y), (x + int(w * 0.03), y + 16), (92, 160, 214), -1)
        cv2.line(img, (40, 1170 + k * 160), (2520, 1170 + k * 160), (92, 160, 214) if k else (138, 150, 158), 3)
    return img


def draw_clips():
    img = np.full((1440, 2560, 3), BG, np.uint8)
    cv2.rectangle(img, (0, 0), (2560, 60), PANEL, -1)
    draw_label(img, 'Ten clips', 36, 40, 0.9)
    draw_label(img, '9:16', 2440, 40, 0.9, (110, 130, 145))
    names = ('promo-poster', 'gallery-microphone', 'gallery-camera-one', 'gallery-camera-two', 'gallery-round-table', 'gallery-headphones', 'gallery-control-window', 'gallery-mixing-desk', 'gallery-record-lamp', 'tour-poster')
    for k, name in enumerate(names):
        x, w, h = 60 + k * 246, 222, 395 * 1
        y = 190
        still = crop_picture(name, w, h, k)
        is_selected = k == 6
        if not is_selected:
            still = (still * 0.7).astype(np.uint8)
        img[y:y + h, x:x + w] = still
        cv2.rectangle(img, (x, y), (x + w, y + h), AMBER if is_selected else DIM, 6 if is_selected else 2)
        draw_label(img, f'{k + 1:02d}', x, y - 18, 0.8, AMBER if is_selected else (120, 136, 148), 2 if is_selected else 1)
        draw_label(img, f'0:{28 + (k * 7) % 29}', x, y + h + 38, 0.7, (110, 124, 134))
    cv2.rectangle(img, (60, 760), (2500, 1200), (20, 23, 26), -1)
    draw_waveform(img, 64, 2496, 980, 380, 5, (140, 152, 160))
    cv2.rectangle(img, (1500, 760), (1790, 1200), AMBER, 4)
    selection = img[764:1196, 1504:1786]
    img[764:1196, 1504:1786] = cv2.addWeighted(selection, 1.0, np.full_like(selection, (16, 42, 70)), 1.0, 0)
    for i in range(0, 2440, 61):
        cv2.line(img, (60 + i, 1230), (60 + i, 1246 if i % 305 else 1262), (100, 112, 120), 2)
    return img


def draw_morning():
    """Draws the view through the window by day, out of focus: a pale sky, hills, roofs and palms."""
    w, h = 1800, 1200
    height_share = np.linspace(0, 1, h, dtype=np.float32)[:, None, None]
    img = np.float32([248, 226, 200]) * (1 - height_share) + np.float32([250, 246, 238]) * height_share + np.zeros((h, w, 3), np.float32)
    rng = np.random.default_rng(3)
    x = np.arange(w)
    for base, tone, rough in ((600, (226, 214, 198), 60), (690, (198, 188, 170), 45), (800, (150, 146, 132), 38)):
        line = base + rough * (np.sin(x / 310 + base) + 0.5 * np.sin(x / 117 + base * 2) + 0.25 * np.sin(x / 41))
        img[np.arange(h)[:, None] > line[None]] = tone
    for _ in range(9):
        a, b = int(rng.integers(0, w)), int(rng.integers(120, 330))
        cv2.rectangle(img, (a, int(rng.integers(840, 940))), (a + b, h), tuple(float(v) for v in np.float32([176, 176, 174]) * rng.uniform(0.75, 1.1)), -1)
    for _ in range(8):
        a, top = int(rng.integers(60, w - 60)), int(rng.integers(430, 640))
        cv2.line(img, (a, h), (a + 14, top), (96, 98, 88), 9, cv2.LINE_AA)
        for k in range(17):
            # Fronds rise from the crown and bend down.
            angle, length = math.pi * (k / 16 * 1.5 - 0.25), rng.uniform(70, 105)
            position = np.linspace(0, 1, 14)
            frond = np.stack([a + 14 + length * position * math.cos(angle), top - length * 0.8 * position * math.sin(angle) + 62 * position ** 2.2], -1)
            for i in range(13):
                cv2.line(img, tuple(int(v) for v in frond[i]), tuple(int(v) for v in frond[i + 1]), (104, 108, 94), max(2, round(9 * math.sin(math.pi * (0.12 + 0.8 * position[i])))), cv2.LINE_AA)
    # Adds haze, then the blur of a lens with a round aperture.
    img += (np.float32([250, 244, 236]) - img) * 0.28
    y, x = np.mgrid[-15:16, -15:16]
    disc = (x * x + y * y <= 15 * 15).astype(np.float32)
    return np.clip(cv2.filter2D(img, -1, disc / disc.sum(), borderType=cv2.BORDER_REPLICATE), 0, 255).astype(np.uint8)


if __name__ == '__main__':
    os.makedirs(OUT, exist_ok=True)
    for name, draw in (('screen-timeline', draw_timeline), ('screen-both', draw_multiview), ('screen-clips', draw_clips), ('morning', draw_morning)):
        cv2.imwrite(os.path.join(OUT, f'{name}.png'), draw())
