import {
  box,
  disc,
  glow,
  lens,
  line,
  microphone,
  palette,
  path,
  picture,
  recordLamp,
  ring,
  ripples,
  silhouette,
} from './shapes.ts'

const { night, room, wall, edge, shade, clay, bone, dust, amber, ember } = palette

function chair(cx: number, facing: 1 | -1): string {
  return [
    box(cx - facing * 190 - 45, 900, 90, 420, shade, 44),
    box(cx - 210, 1190, 420, 110, clay, 50),
    line(cx - 150, 1300, cx - 170, 1500, shade, 22),
    line(cx + 150, 1300, cx + 170, 1500, shade, 22),
  ].join('')
}

/**
 * Two chairs under the record lamp.
 *
 * @param lit how bright the lamp is, 0 to 1
 * @param drift how far the rings of light have moved on, 0 to 1 being one ring's distance
 */
export function underTheLamp(lit = 1, drift = 0): string {
  const rings = Array.from({ length: 8 }, (_, index) => {
    const share = (index + drift) / 7
    return ring(
      1200,
      430,
      260 + 920 * share,
      amber,
      4,
      `opacity="${Math.max(0, (0.75 * (1 - share) + 0.06) * lit).toFixed(3)}"`,
    )
  })
  return picture(
    room,
    box(0, 1480, 2400, 120, night),
    ...rings,
    recordLamp(1200, 430, 150, lit),
    chair(560, 1),
    chair(1840, -1),
    line(1010, 1500, 1010, 1040, shade, 18),
    disc(990, 1000, 76, edge),
    ring(990, 1000, 52, bone, 9),
    line(1390, 1500, 1390, 1040, shade, 18),
    disc(1410, 1000, 76, edge),
    ring(1410, 1000, 52, bone, 9),
  )
}

/**
 * The studio's door, seen from the dark hallway.
 *
 * @param open how far the door stands open, 0 (shut) to 1
 */
export function theDoor(open = 1): string {
  const leaf = 1600 - 960 * open
  const lean = 140 * Math.sin(open * Math.PI * 0.55)
  const handle = leaf + (940 - leaf) * 0.12
  return picture(
    night,
    path('M 900 180 L 1640 180 L 1640 1420 L 900 1420 Z', ember),
    path('M 900 1420 L 1640 1420 L 2080 1600 L 420 1600 Z', ember, `opacity="${(0.45 * open).toFixed(3)}"`),
    box(940, 220, 660, 1200, amber),
    disc(1270, 640, 210, bone, 'opacity="0.85"'),
    `<ellipse cx="1270" cy="1150" rx="290" ry="70" fill="${room}"/>`,
    line(1270, 1150, 1270, 1400, room, 34),
    path(
      `M 940 220 L ${leaf.toFixed(1)} ${(220 - lean).toFixed(1)} L ${leaf.toFixed(1)} ${(1420 + lean).toFixed(1)} L 940 1420 Z`,
      edge,
    ),
    disc(handle, 830, 24, bone),
    recordLamp(1980, 430, 74, open),
  )
}

function frames(x: number, y: number, count: number, lit: number): string {
  return Array.from({ length: count }, (_, index) => {
    const left = x + index * 196
    return [
      box(left, y, 164, 292, index === lit ? amber : edge, 20),
      disc(left + 82, y + 112, 44, index === lit ? bone : clay),
      box(left + 30, y + 196, 104, 62, index === lit ? ember : shade, 30),
    ].join('')
  }).join('')
}

function postProduction(): string {
  const wave = Array.from({ length: 98 }, (_, index) => {
    const height = 40 + Math.abs(Math.sin(index * 0.29) * Math.sin(index * 0.071 + 0.6)) * 360
    return line(
      230 + index * 20,
      1130 - height / 2,
      230 + index * 20,
      1130 + height / 2,
      index % 17 === 8 ? amber : dust,
      9,
    )
  })
  return picture(room, box(120, 250, 2160, 1160, night, 60), frames(228, 380, 10, 6), ...wave)
}

function services(): string {
  const arcs = [430, 560, 690, 820].map((r, index) =>
    path(
      `M ${520 + r * 0.5} ${800 - r * 0.78} A ${r} ${r} 0 0 1 ${520 + r * 0.5} ${800 + r * 0.78}`,
      'none',
      `stroke="${amber}" stroke-width="12" stroke-linecap="round" opacity="${0.9 - index * 0.2}"`,
    ),
  )
  const stills = [0, 1, 2].map((index) =>
    [
      box(1480 + index * 285, 560, 250, 480, index === 1 ? amber : edge, 26),
      disc(1605 + index * 285, 740, 72, index === 1 ? bone : clay),
    ].join(''),
  )
  return picture(
    wall,
    disc(520, 800, 380, night),
    `<g transform="rotate(180 520 800)">${microphone(500, 800, 300)}</g>`,
    ...arcs,
    ...stills,
  )
}

function location(): string {
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

/** The recording room with its table, its two chairs and its lamp. */
export function theRoom(): string {
  return picture(
    room,
    box(0, 1240, 2400, 360, night),
    glow(1640, 560, 950, amber, 0.45),
    disc(1640, 560, 190, amber),
    disc(1640, 560, 150, bone, 'opacity="0.5"'),
    line(1640, 750, 1640, 1240, shade, 22),
    chair(520, 1),
    chair(1980, -1),
    `<ellipse cx="1240" cy="1090" rx="420" ry="92" fill="${dust}"/><ellipse cx="1240" cy="1076" rx="420" ry="92" fill="${bone}"/>`,
    line(1240, 1160, 1240, 1480, shade, 44),
    line(1040, 1070, 960, 840, night, 16),
    disc(952, 816, 62, edge),
    ring(952, 816, 42, clay, 8),
    line(1440, 1070, 1520, 840, night, 16),
    disc(1528, 816, 62, edge),
    ring(1528, 816, 42, clay, 8),
  )
}

function about(): string {
  const reflections = Array.from({ length: 26 }, (_, index) => {
    const angle = index * 2.39996
    const r = 330 + index * 32
    return disc(
      1200 + Math.cos(angle) * r,
      800 + Math.sin(angle) * r * 0.72,
      26 + (index % 5) * 11,
      index % 6 === 0 ? ember : edge,
      `opacity="${(0.9 - index * 0.026).toFixed(2)}"`,
    )
  })
  return picture(
    night,
    ...reflections,
    recordLamp(1200, 800, 230, 0.35),
    ring(1200, 800, 330, bone, 4, 'opacity="0.4"'),
  )
}

function mission(): string {
  return picture(
    wall,
    disc(1200, 800, 720, amber),
    disc(1200, 800, 640, bone, 'opacity="0.55"'),
    silhouette(800, 720, 400, 1, night),
    silhouette(1600, 720, 400, -1, night),
    box(520, 1150, 1360, 460, room, 18),
    disc(1200, 1080, 58, night),
    line(1200, 1080, 1200, 1160, night, 18),
  )
}

/** The pictures of pages, cards and posters as SVG, by the name of their file without its ending. */
export const pages: Readonly<Record<string, () => string>> = {
  'tour-poster': () => theDoor(),
  services,
  'service-recording': () =>
    picture(
      room,
      ripples(1200, 760, 470, 1300, 8, amber, 6),
      disc(1200, 760, 430, ember),
      `<g transform="rotate(-62 1200 760)">${microphone(1090, 760, 400)}</g>`,
    ),
  'service-cameras': () =>
    picture(
      wall,
      disc(860, 800, 650, night),
      lens(860, 800, 580),
      disc(1830, 1010, 390, night),
      lens(1830, 1010, 340),
    ),
  'service-post': postProduction,
  studio: theRoom,
  about,
  mission,
  location,
  social: () => picture(night, ripples(1200, 800, 380, 1420, 10, amber, 5), recordLamp(1200, 800, 250)),
}
