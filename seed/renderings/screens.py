"""Draws what the studio's screens show, the map on the table and the morning outside.

python3 seed/renderings/screens.py  → renders/screen-*.png, map.png, morning.png. Uses developed pictures as frames where they exist.
"""
import math
import os

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, 'renders')
BONE, DIM, AMBER, BG, PANEL = (160, 196, 216), (52, 62, 72), (60, 150, 255), (13, 15, 17), (22, 25, 28)
CUTS = [200, 420, 760, 900, 1210, 1500, 1610, 1980, 2300, 2560]  # where the edit goes from one shot to the other
CUT_SHOTS = ('gallery-microphone', 'gallery-round-table')  # what lies on its lower and its upper track
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


def timeline(playhead=True):
    img = np.full((1440, 2560, 3), BG, np.uint8)
    cv2.rectangle(img, (0, 0), (2560, 54), PANEL, -1)
    label(img, 'Studio film  -  cut 3', 34, 36, 0.8)
    label(img, '25 fps    48 kHz    -16 LUFS', 2150, 36, 0.7, (110, 130, 145))
    for k, (name, title) in enumerate(zip(CUT_SHOTS, ('DETAILS', 'ROOM'))):
        x = 40 + k * 640
        img[100:100 + 340, x:x + 600] = frame(name, 600, 340, k)
        label(img, title, x, 92, 0.6, (120, 140, 155))
    img[100:100 + 640, 1340:1340 + 1138] = frame(CUT_SHOTS[0], 1138, 640)
    cv2.rectangle(img, (1340, 100), (2478, 740), DIM, 1)
    label(img, '00:14:07:11', 1340, 92, 0.75, AMBER, 2)
    # Scopes and bins.
    for k in range(9):
        label(img, f'{("Lamp", "Table", "Meters", "Headphones", "Microphone", "Silence - keep", "Panels", "Window", "End card")[k]}', 40, 500 + k * 30, 0.6, (110, 128, 142) if k != 5 else AMBER)
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
    for track in (0, 1):
        y = top + 40 + track * 130
        label(img, f'V{2 - track}', 40, y + 64, 0.9, (150, 168, 180))
        label(img, ('room', 'details')[track], 100, y + 62, 0.6, (100, 114, 124))
        for i, (a, b) in enumerate(zip(CUTS, CUTS[1:])):
            if i % 2 != track:
                continue
            f = frame(CUT_SHOTS[1 - track], 186, 104, i)
            seg = np.tile(f, (1, math.ceil((b - a) / 186), 1))[:, :b - a - 4]
            tint = np.full_like(seg, (70, 105, 140) if track else (96, 92, 88))
            img[y:y + 104, a:b - 4] = cv2.addWeighted(seg, 0.72, tint, 0.42, 0)
            cv2.rectangle(img, (a, y), (b - 4, y + 104), (120, 150, 175) if track else (130, 128, 124), 2)
    for track in range(2):
        y = top + 300 + track * 150
        label(img, f'A{track + 1}', 40, y + 74, 0.9, (150, 168, 180))
        cv2.rectangle(img, (200, y), (2560, y + 132), (25, 33, 40) if track else (24, 26, 28), -1)
        wave(img, 204, 2556, y + 66, 120, 21 + track, (92, 160, 214) if track else (138, 150, 158))
    if playhead:
        x = 1555
        cv2.line(img, (x, top - 20), (x, 1440), AMBER, 4)
        cv2.fillPoly(img, [np.int32([(x - 18, top - 22), (x + 18, top - 22), (x, top + 8)])], AMBER)
    return img


def both():
    """What the switcher shows before a recording: both cameras side by side, their levels at rest."""
    img = np.full((1440, 2560, 3), BG, np.uint8)
    cv2.rectangle(img, (0, 0), (2560, 70), PANEL, -1)
    label(img, 'Multiview', 40, 46, 1.0)
    label(img, 'STANDBY', 2306, 46, 0.9)
    for k, (name, title, line) in enumerate((('gallery-camera-one', 'CAMERA 1', 'host'), ('gallery-camera-two', 'CAMERA 2', 'guest'))):
        x, w, h = 36 + k * 1256, 1232, 822
        img[150:150 + h, x:x + w] = frame(name, w, h, k)
        cv2.rectangle(img, (x, 150), (x + w, 150 + h), (40, 44, 225) if k == 0 else (96, 170, 80), 8)
        label(img, title, x, 128, 1.1, BONE, 2)
        label(img, line, x + 240, 128, 1.0, (110, 128, 142))
        label(img, '00:00:00:00', x + w - 240, 128, 1.0, AMBER, 2)
        for row in range(2):
            y = 1010 + row * 26
            cv2.rectangle(img, (x, y), (x + w, y + 16), (28, 32, 36), -1)
            cv2.rectangle(img, (x, y), (x + int(w * 0.03), y + 16), (92, 160, 214), -1)
        cv2.line(img, (40, 1170 + k * 160), (2520, 1170 + k * 160), (92, 160, 214) if k else (138, 150, 158), 3)
    return img


def clips():
    img = np.full((1440, 2560, 3), BG, np.uint8)
    cv2.rectangle(img, (0, 0), (2560, 60), PANEL, -1)
    label(img, 'Ten clips', 36, 40, 0.9)
    label(img, '9:16', 2440, 40, 0.9, (110, 130, 145))
    names = ('promo-poster', 'gallery-microphone', 'gallery-camera-one', 'gallery-camera-two', 'gallery-round-table', 'gallery-headphones', 'gallery-control-window', 'gallery-mixing-desk', 'gallery-record-lamp', 'tour-poster')
    for k, name in enumerate(names):
        x, w, h = 60 + k * 246, 222, 395 * 1
        y = 190
        f = frame(name, w, h, k)
        lit = k == 6
        if not lit:
            f = (f * 0.7).astype(np.uint8)
        img[y:y + h, x:x + w] = f
        cv2.rectangle(img, (x, y), (x + w, y + h), AMBER if lit else DIM, 6 if lit else 2)
        label(img, f'{k + 1:02d}', x, y - 18, 0.8, AMBER if lit else (120, 136, 148), 2 if lit else 1)
        label(img, f'0:{28 + (k * 7) % 29}', x, y + h + 38, 0.7, (110, 124, 134))
    cv2.rectangle(img, (60, 760), (2500, 1200), (20, 23, 26), -1)
    wave(img, 64, 2496, 980, 380, 5, (140, 152, 160))
    cv2.rectangle(img, (1500, 760), (1790, 1200), AMBER, 4)
    sub = img[764:1196, 1504:1786]
    img[764:1196, 1504:1786] = cv2.addWeighted(sub, 1.0, np.full_like(sub, (16, 42, 70)), 1.0, 0)
    for i in range(0, 2440, 61):
        cv2.line(img, (60 + i, 1230), (60 + i, 1246 if i % 305 else 1262), (100, 112, 120), 2)
    return img


def street_map():
    """A simplified plan of streets between a boulevard and the hills; its names are real, its streets are not measured."""
    S = 2400
    land, block, road, edge, ink = (214, 228, 236), (198, 214, 224), (238, 246, 250), (150, 166, 178), (58, 70, 82)
    img = np.full((S, S, 3), land, np.uint8)
    rng = np.random.default_rng(12)

    def curve(points, smooth=5):
        at = np.linspace(0, len(points) - 1, 160)
        p = np.float32(points)
        line = np.stack([np.interp(at, range(len(points)), p[:, i]) for i in (0, 1)], -1).astype(np.float32)
        return cv2.GaussianBlur(line.reshape(1, -1, 2), (0, 0), smooth, borderType=cv2.BORDER_REPLICATE).reshape(-1, 2)

    def diagonal(x):
        return 1660 - 0.50 * x

    # Hills as contour lines in the north.
    for k in range(15):
        xs = np.arange(-40, S + 40, 16)
        ys = 36 + k * 32 + 58 * np.sin(xs / 250 + k * 0.33) + 26 * np.sin(xs / 93 + k * 0.8)
        cv2.polylines(img, [np.int32(np.stack([xs, ys], -1))], False, (180, 198, 208), 4 if k % 5 == 0 else 2, cv2.LINE_AA)
    avenues, swung, upright, level, major = [], [], [], [], []
    # North of the diagonal the avenues swing with it; south of it they stand upright.
    for k in range(-6, 26):
        x = k * 150
        avenues.append(curve([(x + 420, 560 + 40 * math.sin(k)), (x + 230, 900), (x + 30, 1240), (x - 160, 1560), (x - 220, diagonal(x - 220))]))
    for k in range(6):
        swung.append(curve([(-60, 1500 - k * 132), (700, 1150 - k * 116), (1400, 870 - k * 84), (S + 60, 470 - k * 52)], 12))
    for k in range(-1, 27):
        x = k * 98
        upright.append(np.float32([(x - 30, 300), (x + 36, S + 40)]))
    for k in range(12):
        y = 640 + k * 168
        level.append(np.float32([(-40, y), (S + 40, y + 36)]))
    major.append(curve([(-60, 560), (420, 590), (760, 470), (1130, 520), (1480, 380), (1900, 210), (S + 60, 190)], 7))
    major.append(np.float32([(-60, diagonal(-60)), (S + 60, diagonal(S + 60))]))
    major.append(curve([(-60, 1990), (700, 1830), (1240, 1610), (1800, 1560), (S + 60, 1590)], 7))
    major.append(curve([(1640, S + 40), (1600, 1900), (1590, 1300), (1660, 820), (1500, 380), (1560, -40)], 6))
    # Houses: darker specks in every block, then the streets over them; edges first, so that all crossings are open.
    for _ in range(5200):
        x, y = int(rng.integers(0, S)), int(rng.integers(620, S))
        w, h = int(rng.integers(12, 30)), int(rng.integers(10, 22))
        turn = -27 if y < diagonal(x) else 1
        cv2.fillPoly(img, [np.int32(cv2.boxPoints(((x, y), (w, h), turn)))], block, cv2.LINE_AA)
    def streets(ground, groups):
        for width, tone in ((5, edge), (0, road)):
            for lines, wide in groups:
                for line in lines:
                    cv2.polylines(ground, [np.int32(line * 8)], False, tone, wide + width * 2, cv2.LINE_AA, 3)
        return ground

    rows, columns = np.mgrid[0:S, 0:S]
    north = (rows < diagonal(columns))[..., None]
    img = np.where(north, streets(img.copy(), ((avenues, 15), (swung, 20))), streets(img.copy(), ((upright, 15), (level, 20))))
    for park in ([(1560, 250), (2010, 330), (1950, 640), (1600, 600)], [(300, 1960), (640, 1900), (700, 2160), (340, 2200)]):
        cv2.fillPoly(img, [np.int32(curve(park + park[:1], 3))], (176, 206, 196), cv2.LINE_AA)
    streets(img, ((major, 40),))
    for line in major:
        cv2.polylines(img, [np.int32(line * 8)], False, (120, 178, 214), 20, cv2.LINE_AA, 3)

    def name(text, x, y, turn, size, tone=ink, weight=2):
        (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_COMPLEX, size, weight)
        mask = np.zeros((S, S), np.uint8)
        cv2.putText(mask, text, (x - w // 2, y + h // 2), cv2.FONT_HERSHEY_COMPLEX, size, 255, weight, cv2.LINE_AA)
        mask = cv2.warpAffine(mask, cv2.getRotationMatrix2D((x, y), turn, 1), (S, S), flags=cv2.INTER_LINEAR)
        halo = cv2.dilate(mask, np.ones((11, 11), np.uint8))
        for cover, ton in ((halo, land), (mask, tone)):
            img[:] = (img + (np.float32(ton) - img) * (cover[..., None] / np.float32(255))).astype(np.uint8)

    name('BEVERLY', 1206, 1170, 0, 2.6, weight=6)
    name('HILLS', 1206, 1264, 0, 2.6, weight=6)
    name('SANTA MONICA BLVD', 560, int(diagonal(560)), 26.5, 1.1)
    name('WILSHIRE BLVD', 1960, 1562, 0, 1.1)
    name('SUNSET BLVD', 880, 488, -2, 1.1)
    name('OLYMPIC BLVD', 1000, 2178, 0, 1.0)
    return img


def morning():
    """What is seen through the window by day, out of focus: a pale sky, hills, roofs and palms."""
    w, h = 1800, 1200
    t = np.linspace(0, 1, h, dtype=np.float32)[:, None, None]
    img = np.float32([248, 226, 200]) * (1 - t) + np.float32([250, 246, 238]) * t + np.zeros((h, w, 3), np.float32)
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
            # Fronds rise from the crown and hang over.
            turn, long = math.pi * (k / 16 * 1.5 - 0.25), rng.uniform(70, 105)
            u = np.linspace(0, 1, 14)
            frond = np.stack([a + 14 + long * u * math.cos(turn), top - long * 0.8 * u * math.sin(turn) + 62 * u ** 2.2], -1)
            for i in range(13):
                cv2.line(img, tuple(int(v) for v in frond[i]), tuple(int(v) for v in frond[i + 1]), (104, 108, 94), max(2, round(9 * math.sin(math.pi * (0.12 + 0.8 * u[i])))), cv2.LINE_AA)
    # Haze over what is far, then what a lens leaves of it: round spots.
    img += (np.float32([250, 244, 236]) - img) * 0.28
    y, x = np.mgrid[-15:16, -15:16]
    disc = (x * x + y * y <= 15 * 15).astype(np.float32)
    return np.clip(cv2.filter2D(img, -1, disc / disc.sum(), borderType=cv2.BORDER_REPLICATE), 0, 255).astype(np.uint8)


if __name__ == '__main__':
    os.makedirs(OUT, exist_ok=True)
    for name, draw in (('screen-timeline', timeline), ('screen-both', both), ('screen-clips', clips), ('map', street_map), ('morning', morning)):
        cv2.imwrite(os.path.join(OUT, f'{name}.png'), draw())
