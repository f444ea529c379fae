"""Renders and develops every picture, most important first. Can be stopped and restarted at any time.

python3 seed/renderings/finals.py [SHOT ...]

A shot that is already rendered is only developed. MEDIA_THREADS sets the number of render threads, by default two.
"""
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
# shot: (width rendered, samples per half, exposure in stops).
FINALS = {
    'promo-poster': (2400, 3, 0.35),
    'gallery-microphone': (1600, 2, 0.2),
    'gallery-level-meters': (2400, 3, 0.2),
    'gallery-record-lamp': (1400, 2, 0.25),
    'gallery-round-table': (1600, 2, 0.6),
    'gallery-mixing-desk': (2400, 3, 0.45),
    'gallery-camera-one': (1600, 2, 0.6),
    'gallery-camera-two': (1600, 2, 0.6),
    'studio': (1600, 2, 0.4),
    'gallery-headphones': (1600, 2, 0.4),
    'gallery-acoustic-wall': (1600, 2, 0.45),
    'gallery-key-light': (1600, 2, 0.4),
    'gallery-control-window': (1600, 2, 0.5),
    'gallery-edit-timeline': (2400, 3, 0.3),
    'about': (1600, 2, 0.5),
    'services': (2400, 3, 0.5),
    'tour-poster': (1600, 2, 0.6),
    'mission': (1600, 2, 0.2),
    'service-cameras': (1600, 2, 0.4),
    'service-post': (1600, 2, 0.4),
    'service-recording': (2400, 3, 0.3),
    'home-headphones': (1600, 2, 0.45),
    'home-level-meters': (1600, 2, 0.25),
    'home-record-lamp': (1600, 2, 0.25),
    'contact': (1600, 2, 0.6),
}
# The shots with pictures that screens.py draws.
NEEDS_SCREENS = {'about', 'gallery-acoustic-wall', 'gallery-camera-one', 'gallery-control-window', 'gallery-edit-timeline', 'gallery-round-table', 'gallery-camera-two', 'mission', 'service-cameras', 'service-post', 'studio', 'tour-poster'}


def main():
    threads = os.environ.get('MEDIA_THREADS', '2')
    for shot in sys.argv[1:] or FINALS:
        width, samples, exposure = FINALS[shot]
        start = time.time()
        is_rendered = os.path.exists(os.path.join(HERE, 'renders', 'linear', shot, 'light-1-0001.exr'))
        if not is_rendered:
            if shot in NEEDS_SCREENS:
                subprocess.run([sys.executable, os.path.join(HERE, 'screens.py')], check=True)
            subprocess.run(['nice', '-n', '19', 'blender', '-b', '-P', os.path.join(HERE, 'render.py'), '--', shot,
                            '--width', str(width), '--samples', str(samples), '--threads', threads],
                           check=True, stdout=subprocess.DEVNULL)
        subprocess.run(['nice', '-n', '19', sys.executable, os.path.join(HERE, 'develop.py'), shot, '--width', '2400',
                        '--exposure', str(exposure)], check=True)
        print(f'{shot}: {time.time() - start:.0f} s', flush=True)


main()
