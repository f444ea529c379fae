import { disc, palette, path, picture, ripples } from './shapes.ts'

const { night, room, wall, edge, shade, amber } = palette

/** Streets around Beverly Hills, simplified, with circles of light around the place. */
export function location(): string {
  const streets = [
    'M -50 520 Q 700 420 1250 620 T 2450 500',
    'M -50 980 Q 800 900 1300 1010 T 2450 1120',
    'M -50 1380 Q 900 1300 2450 1460',
    'M -50 180 Q 900 100 2450 220',
    'M 320 -50 Q 380 800 260 1650',
    'M 820 -50 Q 860 700 760 1650',
    'M 1330 -50 Q 1290 800 1390 1650',
    'M 1830 -50 Q 1880 800 1760 1650',
    'M 2240 -50 Q 2200 900 2300 1650',
  ].map((d, index) =>
    path(d, 'none', `stroke="${index % 3 === 0 ? shade : edge}" stroke-width="${index % 3 === 0 ? 34 : 18}"`),
  )
  return picture(
    room,
    disc(1820, 320, 340, wall),
    ...streets,
    ripples(1300, 800, 210, 620, 5, amber, 6),
    disc(1300, 800, 150, amber),
    disc(1300, 800, 56, night),
  )
}
