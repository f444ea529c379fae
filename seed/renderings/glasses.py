"""Draws the rims of the water glasses, which the noise filter removes from the shots of both cameras.

python3 seed/renderings/glasses.py  → seed/images/gallery-camera-one.jpg and gallery-camera-two.jpg, in place. Run it once
after copying developed pictures there.
"""
import os

import cv2
import numpy as np

IMAGES = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'images')
JPEG = [cv2.IMWRITE_JPEG_QUALITY, 82, cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_OPTIMIZE, 1]
# Center, radii, range of degrees, width, blur, color (BGR), opacity, and the column left of which another object hides it.
RIMS = {
    'gallery-camera-two': [
        ((1255, 1091), (55, 8), (0, 360), 3, 1.6, (140, 175, 205), 0.5, 1222),
        ((1255, 1089), (53, 7), (190, 350), 2, 1.2, (190, 215, 235), 0.3, 1222),
        ((1252, 1250), (48, 10), (10, 170), 3, 2.0, (140, 175, 205), 0.4, 1212),
    ],
    'gallery-camera-one': [
        ((2169, 1290), (79, 15), (0, 360), 6, 4.0, (120, 95, 80), 0.5, 0),
        ((2169, 1288), (77, 14), (180, 360), 4, 3.0, (150, 125, 110), 0.4, 0),
        ((2166, 1504), (66, 15), (0, 180), 6, 4.0, (110, 88, 75), 0.5, 0),
    ],
}

for name, rims in RIMS.items():
    path = os.path.join(IMAGES, f'{name}.jpg')
    image = cv2.imread(path).astype(np.float32)
    for center, radii, (start, end), width, blur, color, opacity, hidden_until in rims:
        line = np.zeros(image.shape[:2], np.float32)
        cv2.polylines(line, [cv2.ellipse2Poly(center, radii, 0, start, end, 2)], False, 1.0, width, cv2.LINE_AA)
        visible = np.clip((np.arange(line.shape[1]) - hidden_until) / 4, 0, 1)
        alpha = (cv2.GaussianBlur(line, (0, 0), blur) * visible * opacity)[..., None]
        image = image * (1 - alpha) + np.float32(color) * alpha
    cv2.imwrite(path, np.clip(image, 0, 255).astype(np.uint8), JPEG)
