"""Draws what the studio's screens show and the map on the table.

python3 media/screens.py  → media/renders/screen-*.png, map.png. Uses developed pictures as frames where they exist.
"""
import math
import os

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, 'renders')
BONE, DIM, AMBER, BG, PANEL = (160, 196, 216), (52, 62, 72), (60, 150, 255), (13, 15, 17), (22, 25, 28)
FONT = cv2.FONT_HERSHEY_SIMPLEX


def frame(name, w, h, tone=0):
    """A developed picture cropped to fill w × h, or a lit stand-in when there is none yet."""
    for ext in ('jpg', 'png'):
        path = os.path.join(OUT, f'{name}.{ext}')
        if os.path.exists(path):
            img = cv2.imread(path)
            break
    else:
        y, x = np.mgrid[0:400, 0:600].astype(np.float32)
        g = np.exp(-((x - 300 + tone * 60) ** 2 + (y - 190) ** 2) / 16000)
        img = np.clip(np.stack([g * 60, g * 120, g * 220], -1) + 14, 0, 255).astype(np.uint8)
    k = max(w / img.shape[1], h / img.shape[0])
    img = cv2.resize(img, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
    y, x = (img.shape[0] - h) // 2, (img.shape[1] - w) // 2
    return img[y:y + h, x:x + w]


def label(img, text, x, y, size=0.5, color=BONE, weight=1):
    cv2.putText(img, text, (x, y), FONT, size, color, weight, cv2.LINE_AA)


def wave(img, x0, x1, y, h, seed, color, fill=1.0):
    """A voice: bursts of words with breaths between."""
    rng = np.random.default_rng(seed)
    env, level, hold = [], 0.0, 0
    for _ in range(x1 - x0):
        if hold <= 0:
            level = 0.0 if rng.random() < 0.22 else rng.uniform(0.25, 1.0)
            hold = int(rng.integers(6, 40))
        hold -= 1
        last = env[-1] if env else 0
        env.append(last + (level * rng.uniform(0.45, 1.0) - last) * 0.45)
    for i, e in enumerate(env):
        a = max(1, int(h / 2 * e * fill))
        cv2.line(img, (x0 + i, y - a), (x0 + i, y + a), color, 1)


def timeline():
    img = np.full((1440, 2560, 3), BG, np.uint8)
    cv2.rectangle(img, (0, 0), (2560, 54), PANEL, -1)
    label(img, "Episode 41  -  The second question", 34, 36, 0.8)
    label(img, '25 fps    48 kHz    -16 LUFS', 2150, 36, 0.7, (110, 130, 145))
    for k, (name, title) in enumerate((('gallery-camera-one', 'CAMERA 1'), ('gallery-camera-two', 'CAMERA 2'))):
        x = 40 + k * 640
        img[100:100 + 340, x:x + 600] = frame(name, 600, 340, k)
        label(img, title, x, 92, 0.6, (120, 140, 155))
    img[100:100 + 640, 1340:1340 + 1138] = frame('promo-poster', 1138, 640)
    cv2.rectangle(img, (1340, 100), (2478, 740), DIM, 1)
    label(img, '00:14:07:11', 1340, 92, 0.75, AMBER, 2)
    # Scopes and bins.
    for k in range(9):
        label(img, f'{("Intro", "Question 1", "The harbor story", "Laugh - keep", "Question 2", "Silence - keep", "Question 3", "Advice", "Goodbye")[k]}', 40, 500 + k * 30, 0.6, (110, 128, 142) if k != 5 else AMBER)
        label(img, f'00:{2 + k * 5:02d}:1{k}', 380, 500 + k * 30, 0.6, (85, 98, 108))
    for k in range(2):
        x = 720 + k * 250
        cv2.rectangle(img, (x, 480), (x + 220, 740), (18, 20, 23), -1)
        rng = np.random.default_rng(8 + k)
        for i in range(220):
            hgt = int(130 + 60 * math.sin(i / 30 + k) + rng.normal(0, 18))
            cv2.line(img, (x + i, 730), (x + i, 730 - max(hgt, 4)), (50, 84, 110), 1)
    # Ruler.
    top = 800
    cv2.rectangle(img, (0, top - 20), (2560, top + 22), PANEL, -1)
    for i in range(0, 2560, 40):
        cv2.line(img, (200 + i, top + 22), (200 + i, top + (4 if i % 200 == 0 else 14)), (110, 120, 128), 1)
        if i % 200 == 0:
            label(img, f'14:{i // 40:02d}', 206 + i, top + 8, 0.5, (120, 135, 145))
    cuts = [200, 420, 760, 900, 1210, 1500, 1610, 1980, 2300, 2560]
    for track in (0, 1):
        y = top + 40 + track * 130
        label(img, f'V{2 - track}', 40, y + 64, 0.9, (150, 168, 180))
        label(img, ('guest', 'host')[track], 100, y + 62, 0.6, (100, 114, 124))
        for i, (a, b) in enumerate(zip(cuts, cuts[1:])):
            if i % 2 != track:
                continue
            f = frame('gallery-camera-one' if track else 'gallery-camera-two', 186, 104, i)
            seg = np.tile(f, (1, math.ceil((b - a) / 186), 1))[:, :b - a - 4]
            tint = np.full_like(seg, (70, 105, 140) if track else (96, 92, 88))
            img[y:y + 104, a:b - 4] = cv2.addWeighted(seg, 0.72, tint, 0.42, 0)
            cv2.rectangle(img, (a, y), (b - 4, y + 104), (120, 150, 175) if track else (130, 128, 124), 2)
    for track in range(2):
        y = top + 300 + track * 150
        label(img, f'A{track + 1}', 40, y + 74, 0.9, (150, 168, 180))
        cv2.rectangle(img, (200, y), (2560, y + 132), (25, 33, 40) if track else (24, 26, 28), -1)
        wave(img, 204, 2556, y + 66, 120, 21 + track, (92, 160, 214) if track else (138, 150, 158))
    y = top + 600
    x = 1380
    cv2.line(img, (x, top - 20), (x, 1440), AMBER, 4)
    cv2.fillPoly(img, [np.int32([(x - 18, top - 22), (x + 18, top - 22), (x, top + 8)])], AMBER)
    cv2.imwrite(os.path.join(OUT, 'screen-timeline.png'), img)


def clips():
    img = np.full((1440, 2560, 3), BG, np.uint8)
    cv2.rectangle(img, (0, 0), (2560, 60), PANEL, -1)
    label(img, 'Episode 41  -  ten clips', 36, 40, 0.9)
    label(img, '9:16', 2440, 40, 0.9, (110, 130, 145))
    names = ('promo-poster', 'gallery-microphone', 'gallery-camera-one', 'gallery-camera-two', 'gallery-round-table', 'gallery-headphones', 'gallery-control-window', 'gallery-mixing-desk', 'gallery-record-lamp', 'tour-poster')
    for k, name in enumerate(names):
        x, w, h = 60 + k * 246, 222, 395 * 1
        y = 190
        f = frame(name, w, h, k)
        lit = k == 6
        if not lit:
            f = (f * 0.55).astype(np.uint8)
        img[y:y + h, x:x + w] = f
        cv2.rectangle(img, (x, y), (x + w, y + h), AMBER if lit else DIM, 6 if lit else 2)
        label(img, f'{k + 1:02d}', x, y - 18, 0.8, AMBER if lit else (120, 136, 148), 2 if lit else 1)
        label(img, f'0:{28 + (k * 7) % 29}', x, y + h + 38, 0.7, (110, 124, 134))
    cv2.rectangle(img, (60, 760), (2500, 1200), (20, 23, 26), -1)
    wave(img, 64, 2496, 980, 380, 5, (92, 140, 180))
    cv2.rectangle(img, (1500, 760), (1790, 1200), AMBER, 4)
    sub = img[764:1196, 1504:1786]
    img[764:1196, 1504:1786] = cv2.addWeighted(sub, 1.0, np.full_like(sub, (16, 42, 70)), 1.0, 0)
    for i in range(0, 2440, 61):
        cv2.line(img, (60 + i, 1230), (60 + i, 1246 if i % 305 else 1262), (100, 112, 120), 2)
    cv2.imwrite(os.path.join(OUT, 'screen-clips.png'), img)


def street_map():
    """An invented, simplified plan of streets between a boulevard and the hills."""
    S = 2400
    img = np.full((S, S, 3), (196, 214, 226), np.uint8)
    ink, soft = (58, 70, 82), (150, 170, 184)
    rng = np.random.default_rng(12)
    park = np.int32([(1500, 300), (2000, 380), (1950, 760), (1560, 700)])
    cv2.fillPoly(img, [park], (164, 194, 198))
    # Hills as contour lines, north.
    for k in range(9):
        pts = [(x, int(140 + k * 42 + 60 * math.sin(x / 260 + k * 0.35) + 30 * math.sin(x / 97 + k))) for x in range(-50, S + 50, 20)]
        if k < 5:
            cv2.polylines(img, [np.int32(pts)], False, (172, 192, 206), 3, cv2.LINE_AA)

    def warp(x, y):
        # The grid turns south of the diagonal boulevard.
        return int(x + 0.16 * (y - 1200) + 24 * math.sin(y / 400)), int(y + 26 * math.sin(x / 500))

    for k in range(-4, 34):
        pts = [warp(k * 92 - 120, y) for y in range(620, S + 80, 30)]
        cv2.polylines(img, [np.int32(pts)], False, soft, 9 if k % 4 else 16, cv2.LINE_AA)
    for k in range(12):
        pts = [warp(x, 640 + k * 158) for x in range(-300, S + 200, 30)]
        cv2.polylines(img, [np.int32(pts)], False, soft, 9 if k % 3 else 18, cv2.LINE_AA)
    for pts, w in (([(-50, 700), (500, 640), (1100, 760), (1700, 980), (2450, 1040)], 30), ([(-50, 1820), (900, 1640), (1500, 1380), (2450, 1250)], 34),
                   ([(1180, -50), (1260, 500), (1390, 1100), (1330, 1700), (1420, 2450)], 26)):
        xs = np.linspace(0, len(pts) - 1, 80)
        p = np.array(pts, float)
        curve = np.stack([np.interp(xs, range(len(pts)), p[:, i]) for i in (0, 1)], -1)
        curve = cv2.GaussianBlur(curve.astype(np.float32).reshape(1, -1, 2), (15, 1), 4).reshape(-1, 2)
        cv2.polylines(img, [np.int32(curve)], False, (214, 226, 234), w + 14, cv2.LINE_AA)
        cv2.polylines(img, [np.int32(curve)], False, ink, w // 2, cv2.LINE_AA)
    for color, weight in (((196, 214, 226), 30), (ink, 6)):
        label(img, 'BEVERLY', 1056, 1190, 2.1, color, weight)
        label(img, 'HILLS', 1102, 1270, 2.1, color, weight)
    for _ in range(26):
        x, y = rng.integers(80, S - 80, 2)
        if y > 700 and not (700 < x < 1700 and 1000 < y < 1500):
            cv2.circle(img, (int(x), int(y)), int(rng.integers(8, 16)), (158, 184, 184), -1, cv2.LINE_AA)
    cv2.imwrite(os.path.join(OUT, 'map.png'), img)


os.makedirs(OUT, exist_ok=True)
timeline()
clips()
street_map()
