/** The palette of the placeholder pictures: a warm dark room, paper, tungsten light. */
export const palette = {
  night: '#14100c',
  room: '#1d1712',
  wall: '#2a2119',
  edge: '#3b2f24',
  shade: '#57483a',
  clay: '#8a745c',
  bone: '#ece2d0',
  dust: '#c9bba4',
  amber: '#e6a13a',
  ember: '#b8741f',
  coal: '#6e4313',
} as const

/** Width and height of every picture, in pixels (3:2). */
export const frame = { width: 2400, height: 1600 } as const

const round = (value: number): number => Math.round(value * 100) / 100

/** A filled disc. Units are pixels of the frame; `extra` is further SVG attributes. */
export function disc(cx: number, cy: number, r: number, fill: string, extra = ''): string {
  return `<circle cx="${round(cx)}" cy="${round(cy)}" r="${round(r)}" fill="${fill}" ${extra}/>`
}

/** A circle's outline. */
export function ring(cx: number, cy: number, r: number, stroke: string, width: number, extra = ''): string {
  return `<circle cx="${round(cx)}" cy="${round(cy)}" r="${round(r)}" fill="none" stroke="${stroke}" stroke-width="${round(width)}" ${extra}/>`
}

/** A rectangle with rounded corners, `x` and `y` being its top left corner. */
export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  radius = 0,
  extra = '',
): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}" fill="${fill}" ${extra}/>`
}

/** A straight stroke with round ends. */
export function line(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  stroke: string,
  width: number,
  extra = '',
): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${stroke}" stroke-width="${round(width)}" stroke-linecap="round" ${extra}/>`
}

/** A free form: path data, fill and further attributes. */
export function path(d: string, fill: string, extra = ''): string {
  return `<path d="${d}" fill="${fill}" ${extra}/>`
}

/** Concentric outlines from radius `from` to radius `to` that fade outward. */
export function ripples(
  cx: number,
  cy: number,
  from: number,
  to: number,
  count: number,
  stroke: string,
  width: number,
): string {
  return Array.from({ length: count }, (_, index) => {
    const share = count === 1 ? 0 : index / (count - 1)
    return ring(
      cx,
      cy,
      from + (to - from) * share,
      stroke,
      width,
      `opacity="${round(0.75 * (1 - share) + 0.06)}"`,
    )
  }).join('')
}

/** A soft light around a point: the one gradient of the pictures. Ids are unique per position. */
export function glow(cx: number, cy: number, r: number, color: string, strength: number): string {
  const id = `g${Math.round(cx)}x${Math.round(cy)}x${Math.round(r)}`
  return (
    `<radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity="${round(strength)}"/>` +
    `<stop offset="0.45" stop-color="${color}" stop-opacity="${round(strength * 0.35)}"/>` +
    `<stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>` +
    disc(cx, cy, r, `url(#${id})`)
  )
}

/** A camera lens seen from the front. */
export function lens(cx: number, cy: number, r: number): string {
  return [
    disc(cx, cy, r, palette.edge),
    ring(cx, cy, r * 0.93, palette.shade, r * 0.03),
    disc(cx, cy, r * 0.84, palette.room),
    ring(cx, cy, r * 0.76, palette.bone, r * 0.015, 'opacity="0.55"'),
    disc(cx, cy, r * 0.66, palette.wall),
    disc(cx, cy, r * 0.52, palette.night),
    ring(cx, cy, r * 0.4, palette.ember, r * 0.035, 'opacity="0.8"'),
    disc(cx, cy, r * 0.27, palette.wall),
    disc(cx, cy, r * 0.16, palette.night),
    disc(cx - r * 0.22, cy - r * 0.24, r * 0.13, palette.amber),
    disc(cx + r * 0.24, cy + r * 0.26, r * 0.06, palette.dust, 'opacity="0.6"'),
  ].join('')
}

/** The round lamp over the studio door, lit between 0 (off) and 1. */
export function recordLamp(cx: number, cy: number, r: number, lit = 1): string {
  return [
    glow(cx, cy, r * 4.6, palette.amber, 0.5 * lit),
    disc(cx, cy, r * 1.22, palette.edge),
    ring(cx, cy, r * 1.12, palette.shade, r * 0.05),
    disc(cx, cy, r, palette.coal),
    disc(cx, cy, r, palette.amber, `opacity="${round(lit)}"`),
    disc(cx - r * 0.25, cy - r * 0.28, r * 0.38, palette.bone, `opacity="${round(0.1 + 0.45 * lit)}"`),
  ].join('')
}

/** A round level meter; `level` from 0 (silence) to 1 (full scale) turns the needle. */
export function meter(cx: number, cy: number, r: number, level: number): string {
  const at = (share: number, radius: number): [number, number] => {
    const angle = ((-140 + share * 100) * Math.PI) / 180
    return [cx + Math.cos(angle) * radius, cy + r * 0.35 + Math.sin(angle) * radius]
  }
  const ticks = Array.from({ length: 13 }, (_, index) => {
    const share = index / 12
    const [x1, y1] = at(share, r * 0.88)
    const [x2, y2] = at(share, r * (index % 3 === 0 ? 1.02 : 0.97))
    return line(x1, y1, x2, y2, share > 0.72 ? palette.ember : palette.room, r * 0.022)
  }).join('')
  const [needleX, needleY] = at(level, r * 0.95)
  return [
    disc(cx, cy, r * 1.14, palette.edge),
    disc(cx, cy, r * 1.06, palette.night),
    disc(cx, cy, r, palette.bone),
    `<g transform="translate(${round(cx)} ${round(cy)}) scale(0.78) translate(${round(-cx)} ${round(-cy)})">${ticks}`,
    line(cx, cy + r * 0.35, needleX, needleY, palette.night, r * 0.028),
    '</g>',
    path(
      `M ${round(cx - r * 0.88)} ${round(cy + r * 0.47)} A ${r} ${r} 0 0 0 ${round(cx + r * 0.88)} ${round(cy + r * 0.47)} Z`,
      palette.wall,
    ),
    disc(cx, cy + r * 0.5, r * 0.12, palette.amber),
  ].join('')
}

/** A broadcast microphone in profile, its capsule centred on the point, pointing left. */
export function microphone(cx: number, cy: number, size: number): string {
  return [
    box(cx - size * 0.42, cy - size * 0.3, size * 1.5, size * 0.6, palette.edge, size * 0.3),
    box(cx - size * 0.62, cy - size * 0.38, size * 0.86, size * 0.76, palette.room, size * 0.36),
    ...Array.from({ length: 5 }, (_, index) =>
      line(
        cx - size * 0.42 + index * size * 0.13,
        cy - size * 0.24,
        cx - size * 0.42 + index * size * 0.13,
        cy + size * 0.24,
        palette.shade,
        size * 0.025,
      ),
    ),
    ring(cx + size * 0.52, cy, size * 0.42, palette.bone, size * 0.05),
    disc(cx + size * 0.86, cy, size * 0.05, palette.amber),
  ].join('')
}

/** A person from the shoulders up, as a silhouette; `facing` 1 looks right, -1 left. */
export function silhouette(cx: number, cy: number, size: number, facing: 1 | -1, fill: string): string {
  const nose = facing * size * 0.34
  return [
    disc(cx, cy, size * 0.34, fill),
    path(
      `M ${round(cx + nose * 0.8)} ${round(cy - size * 0.1)} l ${round(facing * size * 0.13)} ${round(size * 0.14)} l ${round(-facing * size * 0.13)} ${round(size * 0.06)} Z`,
      fill,
    ),
    box(cx - size * 0.12, cy + size * 0.2, size * 0.24, size * 0.3, fill),
    path(
      `M ${round(cx - size * 0.66)} ${round(cy + size * 1.25)} Q ${round(cx - size * 0.62)} ${round(cy + size * 0.44)} ${round(cx)} ${round(cy + size * 0.42)} Q ${round(cx + size * 0.62)} ${round(cy + size * 0.44)} ${round(cx + size * 0.66)} ${round(cy + size * 1.25)} Z`,
      fill,
    ),
  ].join('')
}

/** A whole picture from a background colour and its shapes. */
export function picture(background: string, ...shapes: string[]): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}" viewBox="0 0 ${frame.width} ${frame.height}">` +
    `${box(0, 0, frame.width, frame.height, background)}${shapes.join('')}</svg>`
  )
}
