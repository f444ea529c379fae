"""Cuts the two films from the developed stills: slow camera moves with parallax from each render's depth.

python3 seed/renderings/film.py promo|tour [--width 1280] [--preview]

Every point of a still is moved by how near it is, so that what is close slides past what is far, as it does for a
camera on a slider; live.py lets needles, a screen and a lamp move meanwhile. Writes renders/NAME.mp4
(H.264) and NAME.webm (VP9), both with the same quiet sound.
"""
import argparse
import os
import subprocess

os.environ['OPENCV_IO_ENABLE_OPENEXR'] = '1'
import cv2  # noqa: E402
import numpy as np  # noqa: E402

import live  # noqa: E402

cv2.setNumThreads(1)
HERE = os.path.dirname(os.path.abspath(__file__))
RENDERS = os.path.join(HERE, 'renders')
FPS = 24
FADE = 0.9  # seconds that two shots overlap
BYTES = 2_250_000  # what a film may weigh, and a little under it


def move(name, long, slide, zoom, start, end, turn=(0, 0)):
    """A shot of `long` seconds. `slide`: by which share of the width the nearest point moves, right and down; `zoom`
    from and to, 1 showing the whole width; the middle of the view at start and end; `turn`: the view's angle in degrees,
    from and to."""
    return {'name': name, 'seconds': long, 'slide': slide, 'zoom': zoom, 'from': start, 'to': end, 'turn': turn}


PROMO = [
    move('gallery-record-lamp', 4.6, (0.012, 0), (1.12, 1.22), (0.42, 0.5), (0.40, 0.5)),
    move('gallery-camera-one', 5.0, (-0.016, 0.004), (1.08, 1.20), (0.50, 0.48), (0.47, 0.47)),
    move('gallery-level-meters', 4.6, (0.010, 0), (1.12, 1.20), (0.46, 0.47), (0.43, 0.47)),
    move('gallery-camera-two', 4.8, (0.016, 0), (1.20, 1.08), (0.53, 0.48), (0.50, 0.48)),
    move('service-cameras', 4.8, (0, 0), (1.06, 1.18), (0.5, 0.46), (0.5, 0.42)),
    move('gallery-control-window', 5.0, (-0.012, 0), (1.16, 1.34), (0.52, 0.5), (0.52, 0.52)),
    move('promo-poster', 6.8, (0.004, 0.012), (1.30, 1.04), (0.5, 0.50), (0.5, 0.52)),
]
TOUR = [
    move('tour-poster', 5.0, (0.014, 0), (1.02, 1.85), (0.50, 0.5), (0.53, 0.53)),
    move('gallery-record-lamp', 4.6, (0.020, 0), (1.24, 1.10), (0.30, 0.5), (0.46, 0.5)),
    move('promo-poster', 6.2, (0.012, 0.004), (1.04, 1.34), (0.5, 0.52), (0.48, 0.52)),
    move('gallery-round-table', 5.4, (0.010, 0.010), (1.36, 1.30), (0.48, 0.5), (0.5, 0.5), (-8, 8)),
    move('about', 5.0, (-0.022, 0), (1.06, 1.22), (0.42, 0.5), (0.58, 0.52)),
    move('gallery-microphone', 4.6, (0.020, 0), (1.12, 1.22), (0.5, 0.5), (0.44, 0.48)),
    move('gallery-key-light', 5.0, (-0.016, 0), (1.16, 1.02), (0.54, 0.36), (0.5, 0.43)),
    move('gallery-acoustic-wall', 4.6, (-0.020, 0), (1.22, 1.10), (0.42, 0.5), (0.54, 0.5)),
    move('gallery-headphones', 4.2, (-0.018, 0), (1.22, 1.12), (0.54, 0.5), (0.46, 0.5)),
    move('gallery-control-window', 5.4, (0.012, 0), (1.08, 1.80), (0.54, 0.5), (0.53, 0.52)),
    move('gallery-mixing-desk', 4.6, (0.016, 0.006), (1.10, 1.22), (0.56, 0.5), (0.44, 0.5)),
    move('gallery-edit-timeline', 5.6, (0, 0), (1.06, 1.16), (0.5, 0.41), (0.5, 0.40)),
]
FILMS = {'promo': PROMO, 'tour': TOUR}


def ease(t):
    return t * t * (3 - 2 * t)


class Still:
    """One picture with its nearness map, ready to be seen from a moving place."""

    def __init__(self, shot, width):
        img = cv2.imread(os.path.join(RENDERS, f'{shot}.jpg'))
        # Room to move in: the view is never wider than the picture.
        size = (round(width * 1.25), round(width * 1.25 * img.shape[0] / img.shape[1]))
        self.img = cv2.resize(img, size, interpolation=cv2.INTER_AREA if size[0] < img.shape[1] else cv2.INTER_CUBIC)
        depth = [cv2.imread(os.path.join(RENDERS, 'linear', shot, f'depth-{i}-0001.exr'), cv2.IMREAD_UNCHANGED) for i in (0, 1)]
        depth = np.minimum(*(d if d.ndim == 2 else d[..., 0] for d in depth)).astype(np.float32)
        near = 1 / np.clip(depth, 0.05, 30)
        lo, hi = np.percentile(near, (2, 98))
        near = np.clip((near - lo) / max(hi - lo, 1e-6), 0, 1)
        # Near things keep a margin that moves with them, and edges are eased, so that nothing tears.
        k = max(3, near.shape[1] // 160)
        near = cv2.dilate(near, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * k + 1, 2 * k + 1)))
        near = cv2.GaussianBlur(near, (0, 0), k * 1.1)
        self.near = cv2.resize(near, size, interpolation=cv2.INTER_LINEAR)
        self.size = size
        self.live = live.LIVE[shot](self.img) if shot in live.LIVE else None

    def show(self, now):
        """What happens in the picture `now` seconds after the shot's beginning."""
        if self.live:
            self.img = self.live.at(now)

    def view(self, width, height, zoom, center, slide, turn):
        """The picture through a window, turned by degrees: `zoom` 1 shows all of its width."""
        w, h = self.size
        span = w / zoom
        x0 = np.clip(center[0] * w - span / 2, 0, w - span)
        high = span * height / width
        y0 = np.clip(center[1] * h - high / 2, 0, h - high)
        gx = x0 + (np.arange(width, dtype=np.float32) + 0.5) * span / width - 0.5
        gy = y0 + (np.arange(height, dtype=np.float32) + 0.5) * high / height - 0.5
        mx, my = np.meshgrid(gx, gy)
        if turn:
            cos, sin = np.float32(np.cos(np.radians(turn))), np.float32(np.sin(np.radians(turn)))
            dx, dy = mx - gx.mean(), my - gy.mean()
            mx, my = gx.mean() + cos * dx - sin * dy, gy.mean() + sin * dx + cos * dy
        near = cv2.remap(self.near, mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) - 0.35
        return cv2.remap(self.img, mx - near * slide[0] * w, my - near * slide[1] * w, cv2.INTER_LINEAR,
                         borderMode=cv2.BORDER_REFLECT)


def frames(film, width, height, fps):
    """Every frame of a film, shots melting into one another."""
    stills = {}
    starts, at = [], 0.0
    for shot in film:
        starts.append(at)
        at += shot['seconds'] - FADE
    total = at + FADE
    for k in range(round(total * fps)):
        now = k / fps
        mix = None
        for shot, start in zip(film, starts):
            t = (now - start) / shot['seconds']
            if not 0 <= t < 1:
                continue
            if shot['name'] not in stills:
                stills[shot['name']] = Still(shot['name'], width)
            e = 0.5 * t + 0.5 * ease(t)
            zoom = shot['zoom'][0] + (shot['zoom'][1] - shot['zoom'][0]) * e
            center = [a + (b - a) * e for a, b in zip(shot['from'], shot['to'])]
            slide = [s * (e - 0.5) for s in shot['slide']]
            turn = shot['turn'][0] + (shot['turn'][1] - shot['turn'][0]) * e
            stills[shot['name']].show(now - start)
            img = stills[shot['name']].view(width, height, zoom, center, slide, turn)
            share = ease(min(1, (now - start) / FADE)) if start > 0 else 1
            mix = img if mix is None else cv2.addWeighted(mix, 1 - share, img, share, 0)
        # The first and the last second come out of the dark and go back into it.
        yield cv2.convertScaleAbs(mix, alpha=ease(min(1, now / 1.2)) * ease(min(1, max(0, (total - now) / 1.4))))
        for shot, start in zip(film, starts):
            if now > start + shot['seconds']:
                stills.pop(shot['name'], None)


def seconds(film):
    return sum(s['seconds'] for s in film) - FADE * (len(film) - 1)


def encode(name, width, height, preview):
    film = FILMS[name]
    stored = os.path.join(RENDERS, f'{name}.mkv')
    raw = ['ffmpeg', '-y', '-loglevel', 'error', '-f', 'rawvideo', '-pix_fmt', 'bgr24', '-s', f'{width}x{height}', '-r', str(FPS), '-i', '-']
    long = seconds(film)
    rate = min(800, int(BYTES * 8 / long / 1000) - 64)  # kbit/s for the picture
    h264 = ['-c:v', 'libx264', '-preset', 'medium', '-crf', '24', '-aq-mode', '3', '-maxrate', f'{rate}k', '-bufsize', f'{2 * rate}k', '-pix_fmt', 'yuv420p']
    pipe = subprocess.Popen(raw + h264 + [stored], stdin=subprocess.PIPE)
    for img in frames(film, width, height, FPS):
        pipe.stdin.write(img.tobytes())
    pipe.stdin.close()
    if pipe.wait():
        raise SystemExit('ffmpeg failed')
    # Sound: the air of a quiet room, and a slow chord under it.
    pad = '+'.join(f'{a}*sin(2*PI*{f}*t)*(0.6+0.4*sin(2*PI*t/{p}))' for f, a, p in ((110, .30, 11), (164.81, .20, 13), (220, .14, 9), (277.18, .08, 17), (329.63, .05, 7)))
    sound = ['-f', 'lavfi', '-i', f'aevalsrc={pad}:s=48000:d={long}', '-f', 'lavfi', '-i', f'anoisesrc=c=brown:r=48000:a=0.5:d={long}:seed=7']
    mixed = f'[1:a]lowpass=f=900,volume=0.16,aecho=0.8:0.7:90|170:0.3|0.2[a];[2:a]lowpass=f=420,volume=0.10[b];[a][b]amix=inputs=2:normalize=0,afade=t=in:d=2,afade=t=out:st={long - 2.5}:d=2.5[out]'
    common = ['ffmpeg', '-y', '-loglevel', 'error', '-i', stored, *sound, '-filter_complex', mixed, '-map', '0:v', '-map', '[out]', '-map_metadata', '-1', '-fflags', '+bitexact', '-t', f'{long:.3f}']
    subprocess.run(common + ['-c:v', 'copy', '-c:a', 'aac', '-b:a', '64k', '-movflags', '+faststart', os.path.join(RENDERS, f'{name}.mp4')], check=True)
    if not preview:
        # From the H.264 copy: a second pass through the stills would cost more than it shows.
        vp9 = ['-c:v', 'libvpx-vp9', '-b:v', f'{int(rate * 0.7)}k', '-crf', '36', '-deadline', 'good', '-cpu-used', '5', '-row-mt', '1', '-pix_fmt', 'yuv420p', '-c:a', 'libopus', '-b:a', '48k']
        subprocess.run(common + vp9 + [os.path.join(RENDERS, f'{name}.webm')], check=True)
    os.remove(stored)
    print(f'{name}: {long:.2f} s')


def main():
    args = argparse.ArgumentParser()
    args.add_argument('film', choices=FILMS)
    args.add_argument('--width', type=int, default=1280)
    args.add_argument('--preview', action='store_true', help='H.264 only')
    opt = args.parse_args()
    encode(opt.film, opt.width, opt.width * 9 // 16, opt.preview)


if __name__ == '__main__':
    main()
