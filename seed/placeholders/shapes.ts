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

/** A whole picture from a background colour and its shapes. */
export function picture(background: string, ...shapes: string[]): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}" viewBox="0 0 ${frame.width} ${frame.height}">` +
    `${box(0, 0, frame.width, frame.height, background)}${shapes.join('')}</svg>`
  )
}
