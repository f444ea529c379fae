"""Renders and develops every picture in order of importance, and can be stopped and started again at any time.

python3 media/finals.py [SHOT ...]

A shot whose two halves are already there is only developed. Set MEDIA_BUDGET (0 to 1) to render with fewer samples.
"""
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
# shot: (width rendered, samples per half, exposure in stops). Wide views cost most; close ones have little geometry.
FINALS = {
    'promo-poster': (1400, 11, 0.25),
    'tour-poster': (1320, 11, 0.0),
    'gallery-record-lamp': (1440, 14, 0.0),
    'gallery-microphone': (1440, 14, 0.0),
    'gallery-camera-one': (1440, 16, 0.0),
    'gallery-camera-two': (1320, 12, 0.0),
    'gallery-key-light': (1320, 12, 0.0),
    'gallery-level-meters': (1440, 14, 0.0),
    'gallery-headphones': (1440, 14, 0.0),
    'gallery-mixing-desk': (1440, 12, 0.0),
    'gallery-round-table': (1320, 11, 0.0),
    'gallery-acoustic-wall': (1440, 12, 0.0),
    'gallery-control-window': (1320, 12, 0.0),
    'gallery-edit-timeline': (1600, 10, 0.0),
    'mission': (1320, 12, 0.0),
    'service-recording': (1320, 12, 0.0),
    'service-cameras': (1440, 14, 0.0),
    'service-post': (1600, 10, 0.0),
    'location': (1440, 12, 0.0),
    'studio': (1320, 11, 0.25),
    'services': (1440, 10, 0.0),
    'about': (1320, 12, 0.0),
    'social': (1320, 12, 0.0),
}
NEEDS_SCREENS = {'gallery-control-window', 'gallery-edit-timeline', 'service-post', 'services'}


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
