import {
  box,
  disc,
  glow,
  lens,
  line,
  meter,
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

function keyLight(): string {
  return picture(
    night,
    box(0, 1290, 2400, 310, room),
    `<ellipse cx="1200" cy="1420" rx="720" ry="84" fill="${wall}"/><ellipse cx="1200" cy="1420" rx="440" ry="46" fill="${edge}"/>`,
    glow(1200, 640, 1150, bone, 0.3),
    line(1200, 1080, 1200, 1400, shade, 26),
    line(1200, 1330, 1010, 1430, shade, 20),
    line(1200, 1330, 1390, 1430, shade, 20),
    ring(1200, 640, 400, edge, 116),
    ring(1200, 640, 400, bone, 84),
    ring(1200, 640, 322, amber, 6, 'opacity="0.8"'),
    ring(1200, 640, 478, amber, 6, 'opacity="0.8"'),
  )
}

function headphones(): string {
  return picture(
    wall,
    disc(1200, 800, 620, room),
    line(1200, 0, 1200, 236, shade, 22),
    ring(1200, 262, 34, dust, 18),
    path(
      'M 760 900 A 440 560 0 0 1 1640 900',
      'none',
      `stroke="${edge}" stroke-width="96" stroke-linecap="round"`,
    ),
    path(
      'M 760 900 A 440 560 0 0 1 1640 900',
      'none',
      `stroke="${bone}" stroke-width="26" stroke-linecap="round"`,
    ),
    ...[760, 1640].map((x) =>
      [
        disc(x, 1010, 224, night),
        disc(x, 1010, 196, edge),
        ring(x, 1010, 148, shade, 8),
        disc(x, 1010, 112, room),
        ring(x, 1010, 66, amber, 12),
      ].join(''),
    ),
  )
}

function mixingDesk(): string {
  const shapes = [box(160, 130, 2080, 1340, room, 40), box(190, 160, 2020, 1280, wall, 28)]
  for (let column = 0; column < 8; column++) {
    const x = 370 + column * 237
    for (let row = 0; row < 3; row++) {
      const angle = (((column * 53 + row * 97) % 260) - 220) * (Math.PI / 180)
      const y = 320 + row * 190
      const lit = row === 1 && column % 3 === 1
      shapes.push(disc(x, y, 66, night), disc(x, y, 54, edge), ring(x, y, 54, lit ? amber : shade, 7))
      shapes.push(line(x, y, x + Math.cos(angle) * 44, y + Math.sin(angle) * 44, bone, 9))
    }
    const fader = 1000 + ((column * 83) % 220)
    shapes.push(
      line(x, 900, x, 1350, night, 16),
      box(x - 52, fader, 104, 62, column === 4 ? amber : dust, 10),
      line(x - 40, fader + 31, x + 40, fader + 31, night, 6),
    )
  }
  return picture(night, ...shapes)
}

function roundTable(): string {
  const seats = [45, 135, 225, 315].map((degrees) => {
    const angle = (degrees * Math.PI) / 180
    const at = (radius: number): [number, number] => [
      1200 + Math.cos(angle) * radius,
      800 + Math.sin(angle) * radius,
    ]
    const [chairX, chairY] = at(690)
    const [microphoneX, microphoneY] = at(330)
    const [armX, armY] = at(70)
    return [
      disc(chairX, chairY, 148, room),
      disc(chairX, chairY, 122, shade),
      disc(chairX, chairY, 92, clay),
      line(armX, armY, microphoneX, microphoneY, night, 16),
      disc(microphoneX, microphoneY, 46, night),
      ring(microphoneX, microphoneY, 30, dust, 7),
    ].join('')
  })
  return picture(
    wall,
    disc(1200, 800, 1010, edge, 'opacity="0.55"'),
    disc(1218, 826, 520, night, 'opacity="0.6"'),
    disc(1200, 800, 510, dust),
    disc(1200, 800, 484, bone),
    ...seats,
    disc(1200, 800, 84, night),
    disc(1200, 800, 56, amber),
  )
}

function acousticWall(): string {
  const panels: string[] = []
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 8; column++) {
      const x = 105 + column * 320 + (row % 2) * 160 - 80
      const y = 100 + row * 350
      const light = Math.max(0, 1 - Math.hypot(x - 300, y - 300) / 1900)
      panels.push(
        disc(x + 14, y + 18, 142, night, 'opacity="0.7"'),
        disc(x, y, 140, edge),
        disc(x, y, 140, amber, `opacity="${(light * 0.5).toFixed(2)}"`),
        disc(x + 6, y + 8, 96, room, 'opacity="0.75"'),
        ring(x, y, 136, bone, 5, `opacity="${(light * 0.6).toFixed(2)}"`),
      )
    }
  }
  return picture(room, ...panels)
}

function controlWindow(): string {
  return picture(
    night,
    glow(1200, 760, 1120, amber, 0.28),
    disc(1200, 760, 610, edge),
    disc(1200, 760, 560, ember),
    `<clipPath id="pane"><circle cx="1200" cy="760" r="560"/></clipPath><g clip-path="url(#pane)">`,
    disc(1200, 560, 480, amber),
    disc(1480, 420, 120, bone, 'opacity="0.9"'),
    silhouette(1120, 760, 330, 1, night),
    box(560, 1110, 1280, 260, room),
    ...Array.from({ length: 9 }, (_, index) =>
      disc(770 + index * 108, 1176, 26, index === 5 ? amber : shade),
    ),
    '</g>',
    ring(1200, 760, 560, shade, 14),
  )
}

function editTimeline(): string {
  const track = (y: number, cuts: readonly number[], fill: readonly string[]): string => {
    let x = 160
    return cuts
      .map((width, index) => {
        const clip = box(x, y, width - 14, 210, fill[index % fill.length] ?? clay, 18)
        x += width
        return clip
      })
      .join('')
  }
  const wave = Array.from({ length: 104 }, (_, index) => {
    const height = 30 + Math.abs(Math.sin(index * 0.37) * Math.cos(index * 0.11)) * 190
    return line(
      170 + index * 20,
      1220 - height / 2,
      170 + index * 20,
      1220 + height / 2,
      index < 61 ? dust : shade,
      9,
    )
  })
  return picture(
    room,
    box(90, 300, 2220, 1130, night, 30),
    ...Array.from({ length: 22 }, (_, index) =>
      line(170 + index * 100, 360, 170 + index * 100, index % 5 === 0 ? 410 : 386, shade, 5),
    ),
    track(480, [520, 360, 640, 300, 260], [edge, shade]),
    track(740, [300, 480, 420, 500, 380], [shade, edge]),
    disc(300, 585, 58, clay),
    disc(860, 585, 58, clay),
    disc(1330, 585, 58, amber),
    disc(620, 845, 58, amber),
    disc(1120, 845, 58, clay),
    disc(1620, 845, 58, clay),
    ...wave,
    line(1390, 190, 1390, 1430, amber, 10),
    disc(1390, 190, 46, amber),
  )
}

/** The gallery's twelve pictures as SVG, by the name of their file without its ending. */
export const gallery: Readonly<Record<string, () => string>> = {
  'gallery-record-lamp': () =>
    picture(
      wall,
      box(0, 0, 880, 1600, room),
      line(880, 0, 880, 1600, night, 18),
      ripples(1560, 700, 330, 1250, 9, amber, 4),
      recordLamp(1560, 700, 200),
    ),
  'gallery-microphone': () =>
    picture(
      room,
      disc(1010, 800, 640, amber),
      disc(1010, 800, 640, ember, 'opacity="0.25"'),
      disc(930, 740, 520, amber),
      line(1560, 800, 2160, 1290, shade, 40),
      line(2160, 1290, 2160, 1600, shade, 40),
      disc(2160, 1290, 50, edge),
      microphone(1050, 800, 520),
    ),
  'gallery-camera-one': () => picture(night, glow(1200, 800, 1150, ember, 0.35), lens(1200, 800, 680)),
  'gallery-camera-two': () =>
    picture(
      night,
      path('M 430 800 L 2400 240 L 2400 1360 Z', bone, 'opacity="0.09"'),
      path('M 1970 800 L 0 240 L 0 1360 Z', amber, 'opacity="0.13"'),
      lens(430, 800, 330),
      lens(1970, 800, 330),
      ring(1200, 800, 150, bone, 8, 'opacity="0.6"'),
      disc(1200, 800, 26, amber),
    ),
  'gallery-key-light': keyLight,
  'gallery-level-meters': () =>
    picture(
      room,
      box(150, 240, 2100, 1120, wall, 60),
      meter(730, 800, 400, 0.62),
      meter(1670, 800, 400, 0.54),
    ),
  'gallery-headphones': headphones,
  'gallery-mixing-desk': mixingDesk,
  'gallery-round-table': roundTable,
  'gallery-acoustic-wall': acousticWall,
  'gallery-control-window': controlWindow,
  'gallery-edit-timeline': editTimeline,
}
