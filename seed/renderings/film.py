"""Renders one of the two videos from the developed stills: slow camera moves with parallax from each render's depth.

python3 seed/renderings/film.py promo|tour [--width 1280]

Each pixel of a still moves the more the nearer it is, as for a camera on a slider. live.py animates needles, a screen and
a lamp in the stills. Writes renders/NAME.mp4 (H.264) and NAME.webm (VP9). The tour has a quiet sound; the promo has none.
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
FADE = 0.9  # seconds for which two shots overlap
TARGET_BYTES = 2_250_000  # the target size of a video


def describe_shot(name, seconds, slide, zoom, start, end, turn=(0, 0)):
    """Describes a shot. `slide`: how far the nearest point moves right and down, relative to the farthest, as a share
    of the width. `zoom`: from and to; 1 shows the whole width. `start` and `end`: the center of the view. `turn`: the
    angle in degrees, from and to."""
    return {'name': name, 'seconds': seconds, 'slide': slide, 'zoom': zoom, 'from': start, 'to': end, 'turn': turn}


PROMO = [
    describe_shot('gallery-record-lamp', 4.6, (0.012, 0), (1.12, 1.22), (0.42, 0.5), (0.40, 0.5)),
    describe_shot('gallery-camera-one', 5.0, (-0.016, 0.004), (1.08, 1.20), (0.50, 0.48), (0.47, 0.47)),
    describe_shot('gallery-level-meters', 4.6, (0.010, 0), (1.12, 1.20), (0.46, 0.47), (0.43, 0.47)),
    describe_shot('gallery-camera-two', 4.8, (0.016, 0), (1.20, 1.08), (0.53, 0.48), (0.50, 0.48)),
    describe_shot('service-cameras', 4.8, (0, 0), (1.06, 1.18), (0.5, 0.46), (0.5, 0.42)),
    describe_shot('gallery-control-window', 5.0, (-0.012, 0), (1.16, 1.34), (0.52, 0.5), (0.52, 0.52)),
    describe_shot('promo-poster', 6.8, (0.004, 0.012), (1.30, 1.04), (0.5, 0.50), (0.5, 0.52)),
]
TOUR = [
    describe_shot('tour-poster', 5.0, (0.014, 0), (1.02, 1.85), (0.50, 0.5), (0.53, 0.53)),
    describe_shot('gallery-record-lamp', 4.6, (0.020, 0), (1.24, 1.10), (0.30, 0.5), (0.46, 0.5)),
    describe_shot('promo-poster', 6.2, (0.012, 0.004), (1.04, 1.34), (0.5, 0.52), (0.48, 0.52)),
    describe_shot('gallery-round-table', 5.4, (0.010, 0.010), (1.36, 1.30), (0.48, 0.5), (0.5, 0.5), (-8, 8)),
    describe_shot('about', 5.0, (-0.022, 0), (1.06, 1.22), (0.42, 0.5), (0.58, 0.52)),
    describe_shot('gallery-microphone', 4.6, (0.020, 0), (1.12, 1.22), (0.5, 0.5), (0.44, 0.48)),
    describe_shot('gallery-key-light', 5.0, (-0.016, 0), (1.16, 1.02), (0.54, 0.36), (0.5, 0.43)),
    describe_shot('gallery-acoustic-wall', 4.6, (-0.020, 0), (1.22, 1.10), (0.42, 0.5), (0.54, 0.5)),
    describe_shot('gallery-headphones', 4.2, (-0.018, 0), (1.22, 1.12), (0.54, 0.5), (0.46, 0.5)),
    describe_shot('gallery-control-window', 5.4, (0.012, 0), (1.08, 1.80), (0.54, 0.5), (0.53, 0.52)),
    describe_shot('gallery-mixing-desk', 4.6, (0.016, 0.006), (1.10, 1.22), (0.56, 0.5), (0.44, 0.5)),
    describe_shot('gallery-edit-timeline', 5.6, (0, 0), (1.06, 1.16), (0.5, 0.41), (0.5, 0.40)),
]
FILMS = {'promo': PROMO, 'tour': TOUR}


def ease_in_out(t):
    return t * t * (3 - 2 * t)


class Still:
    """A picture and its nearness map, seen by a moving camera."""

    def __init__(self, shot, width):
        img = cv2.imread(os.path.join(RENDERS, f'{shot}.jpg'))
        # Larger than a frame, so that the view can move.
        size = (round(width * 1.25), round(width * 1.25 * img.shape[0] / img.shape[1]))
        self.img = cv2.resize(img, size, interpolation=cv2.INTER_AREA if size[0] < img.shape[1] else cv2.INTER_CUBIC)
        depth = [cv2.imread(os.path.join(RENDERS, 'linear', shot, f'depth-{i}-0001.exr'), cv2.IMREAD_UNCHANGED) for i in (0, 1)]
        depth = np.minimum(*(d if d.ndim == 2 else d[..., 0] for d in depth)).astype(np.float32)
        near = 1 / np.clip(depth, 0.05, 30)
        nearness_low, nearness_high = np.percentile(near, (2, 98))
        near = np.clip((near - nearness_low) / max(nearness_high - nearness_low, 1e-6), 0, 1)
        # Widens near objects and smooths their edges, so that the background does not tear.
        margin = max(3, near.shape[1] // 160)
        near = cv2.dilate(near, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * margin + 1, 2 * margin + 1)))
        near = cv2.GaussianBlur(near, (0, 0), margin * 1.1)
        self.near = cv2.resize(near, size, interpolation=cv2.INTER_LINEAR)
        self.size = size
        self.live = live.ANIMATIONS[shot](self.img) if shot in live.ANIMATIONS else None

    def show(self, now):
        """Draws the animation, if the shot has one, at `now` seconds after the start of the shot."""
        if self.live:
            self.img = self.live.at(now)

    def view(self, width, height, zoom, center, slide, turn):
        """Returns the part of the picture that the camera sees. `zoom` 1 shows the whole width; `turn` is in degrees."""
        w, h = self.size
        span = w / zoom
        x0 = np.clip(center[0] * w - span / 2, 0, w - span)
        span_height = span * height / width
        y0 = np.clip(center[1] * h - span_height / 2, 0, h - span_height)
        columns = x0 + (np.arange(width, dtype=np.float32) + 0.5) * span / width - 0.5
        rows = y0 + (np.arange(height, dtype=np.float32) + 0.5) * span_height / height - 0.5
        map_x, map_y = np.meshgrid(columns, rows)
        if turn:
            cos, sin = np.float32(np.cos(np.radians(turn))), np.float32(np.sin(np.radians(turn)))
            dx, dy = map_x - columns.mean(), map_y - rows.mean()
            map_x, map_y = columns.mean() + cos * dx - sin * dy, rows.mean() + sin * dx + cos * dy
        near = cv2.remap(self.near, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) - 0.35
        return cv2.remap(self.img, map_x - near * slide[0] * w, map_y - near * slide[1] * w, cv2.INTER_LINEAR,
                         borderMode=cv2.BORDER_REFLECT)


def draw_frames(film, width, height, fps):
    """Yields every frame of a video, with cross-fades between shots."""
    stills = {}
    starts, end_time = [], 0.0
    for shot in film:
        starts.append(end_time)
        end_time += shot['seconds'] - FADE
    total = end_time + FADE
    for frame_index in range(round(total * fps)):
        now = frame_index / fps
        frame = None
        for shot, start in zip(film, starts):
            progress = (now - start) / shot['seconds']
            if not 0 <= progress < 1:
                continue
            if shot['name'] not in stills:
                stills[shot['name']] = Still(shot['name'], width)
            eased = 0.5 * progress + 0.5 * ease_in_out(progress)
            zoom = shot['zoom'][0] + (shot['zoom'][1] - shot['zoom'][0]) * eased
            center = [a + (b - a) * eased for a, b in zip(shot['from'], shot['to'])]
            slide = [s * (eased - 0.5) for s in shot['slide']]
            turn = shot['turn'][0] + (shot['turn'][1] - shot['turn'][0]) * eased
            stills[shot['name']].show(now - start)
            img = stills[shot['name']].view(width, height, zoom, center, slide, turn)
            opacity = ease_in_out(min(1, (now - start) / FADE)) if start > 0 else 1
            frame = img if frame is None else cv2.addWeighted(frame, 1 - opacity, img, opacity, 0)
        # Fades in from black, and out to black.
        yield cv2.convertScaleAbs(frame, alpha=ease_in_out(min(1, now / 1.2)) * ease_in_out(min(1, max(0, (total - now) / 1.4))))
        for shot, start in zip(film, starts):
            if now > start + shot['seconds']:
                stills.pop(shot['name'], None)


def compute_seconds(film):
    return sum(s['seconds'] for s in film) - FADE * (len(film) - 1)


def encode(name, width, height):
    film = FILMS[name]
    video_path = os.path.join(RENDERS, f'{name}.mkv')
    raw = ['ffmpeg', '-y', '-loglevel', 'error', '-f', 'rawvideo', '-pix_fmt', 'bgr24', '-s', f'{width}x{height}', '-r', str(FPS), '-i', '-']
    seconds = compute_seconds(film)
    rate = min(800, int(TARGET_BYTES * 8 / seconds / 1000) - 64)  # kbit/s for the picture
    h264 = ['-c:v', 'libx264', '-preset', 'medium', '-crf', '24', '-aq-mode', '3', '-maxrate', f'{rate}k', '-bufsize', f'{2 * rate}k', '-pix_fmt', 'yuv420p']
    pipe = subprocess.Popen(raw + h264 + [video_path], stdin=subprocess.PIPE)
    for img in draw_frames(film, width, height, FPS):
        pipe.stdin.write(img.tobytes())
    pipe.stdin.close()
    if pipe.wait():
        raise SystemExit('ffmpeg failed')
    # The sound: quiet room noise and a slow chord.
    chord = '+'.join(f'{a}*sin(2*PI*{f}*t)*(0.6+0.4*sin(2*PI*t/{p}))' for f, a, p in ((110, .30, 11), (164.81, .20, 13), (220, .14, 9), (277.18, .08, 17), (329.63, .05, 7)))
    sound = ['-f', 'lavfi', '-i', f'aevalsrc={chord}:s=48000:d={seconds}', '-f', 'lavfi', '-i', f'anoisesrc=c=brown:r=48000:a=0.5:d={seconds}:seed=7']
    audio_filter = f'[1:a]lowpass=f=900,volume=0.16,aecho=0.8:0.7:90|170:0.3|0.2[a];[2:a]lowpass=f=420,volume=0.10[b];[a][b]amix=inputs=2:normalize=0,afade=t=in:d=2,afade=t=out:st={seconds - 2.5}:d=2.5[out]'
    maps = ['-map', '0:v'] if name == 'promo' else ['-filter_complex', audio_filter, '-map', '0:v', '-map', '[out]']
    common = ['ffmpeg', '-y', '-loglevel', 'error', '-i', video_path, *sound, *maps, '-map_metadata', '-1', '-fflags', '+bitexact', '-t', f'{seconds:.3f}']
    subprocess.run(common + ['-c:v', 'copy', '-c:a', 'aac', '-b:a', '64k', '-movflags', '+faststart', os.path.join(RENDERS, f'{name}.mp4')], check=True)
    # Encodes VP9 from the H.264 copy, since rendering all frames again would hardly improve it.
    vp9 = ['-c:v', 'libvpx-vp9', '-b:v', f'{int(rate * 0.7)}k', '-crf', '36', '-deadline', 'good', '-cpu-used', '5', '-row-mt', '1', '-pix_fmt', 'yuv420p', '-c:a', 'libopus', '-b:a', '48k']
    subprocess.run(common + vp9 + [os.path.join(RENDERS, f'{name}.webm')], check=True)
    os.remove(video_path)
    print(f'{name}: {seconds:.2f} s')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('film', choices=FILMS)
    parser.add_argument('--width', type=int, default=1280)
    options = parser.parse_args()
    encode(options.film, options.width, options.width * 9 // 16)


if __name__ == '__main__':
    main()
