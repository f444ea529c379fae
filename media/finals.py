"""Renders and develops every picture in order of importance, and can be stopped and started again at any time.

python3 media/finals.py [SHOT ...]

A shot whose two halves are already there is only developed. Set MEDIA_BUDGET (0 to 1) to render with fewer samples.
"""
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
# shot: (width rendered, samples per half, exposure in stops). What stands here is for a machine with time: the pictures
# in seed/images were made with fewer pixels and samples, see README.md.
FINALS = {
    'promo-poster': (2000, 6, 0.35),
    'gallery-microphone': (2000, 5, 0.2),
    'gallery-level-meters': (2000, 5, 0.2),
    'gallery-camera-two': (2000, 5, 0.4),
    'gallery-record-lamp': (2000, 5, 0.2),
    'gallery-round-table': (2000, 5, 0.5),
    'gallery-mixing-desk': (2000, 5, 0.4),
    'gallery-camera-one': (2000, 5, 0.2),
    'gallery-headphones': (2000, 5, 0.4),
    'gallery-acoustic-wall': (2000, 5, 0.6),
    'gallery-key-light': (2000, 5, 0.4),
    'gallery-control-window': (2000, 5, 0.4),
    'gallery-edit-timeline': (2000, 5, 0.3),
    'about': (2000, 5, 0.4),
    'services': (2000, 5, 0.3),
    'location': (2000, 5, 0.3),
    'tour-poster': (2000, 5, 0.4),
    'studio': (2000, 5, 0.4),
    'mission': (2000, 5, 0.2),
    'service-recording': (2000, 5, 0.0),
    'service-cameras': (2000, 5, 0.0),
    'service-post': (2000, 5, 0.3),
    'social': (2000, 5, 0.0),
}
NEEDS_SCREENS = {'gallery-control-window', 'gallery-edit-timeline', 'service-post'}


def main():
    budget = float(os.environ.get('MEDIA_BUDGET', '1'))
    for shot in sys.argv[1:] or FINALS:
        width, samples, exposure = FINALS[shot]
        start = time.time()
        done = os.path.exists(os.path.join(HERE, 'renders', 'linear', shot, 'light-1-0001.exr'))
        if not done:
            if shot in NEEDS_SCREENS or shot == 'location':
                subprocess.run([sys.executable, os.path.join(HERE, 'screens.py')], check=True)
            subprocess.run(['nice', '-n', '19', 'blender', '-b', '-P', os.path.join(HERE, 'render.py'), '--', shot,
                            '--width', str(width), '--samples', str(max(4, round(samples * budget)))],
                           check=True, stdout=subprocess.DEVNULL)
        subprocess.run(['nice', '-n', '19', sys.executable, os.path.join(HERE, 'develop.py'), shot, '--width', '2400',
                        '--exposure', str(exposure)], check=True)
        print(f'{shot}: {time.time() - start:.0f} s', flush=True)


main()
