import { ink } from '@/lib/colors'

/** The surfaces, keyed by CSS class without the prefix `surface-`, with the colors of text and shapes on them. */
const surfaces = {
  ink: { background: ink, text: '#f4ecdf', shape: '#6b5a44' },
  bone: { background: '#f4ecdf', text: ink, shape: '#a89678' },
  deep: { background: '#e8ddca', text: ink, shape: '#a08d6d' },
  amber: { background: '#f2a73b', text: ink, shape: ink },
}

type Colors = (typeof surfaces)['ink']

/** A simplified drawing of a section: its surface, and its shapes as SVG in a viewBox of 120 × 80. */
export type Drawing = [surface: keyof typeof surfaces, draw: (colors: Colors) => string[]]

/** The color of accents, such as knobs, rings and a highlighted week. */
export const accentColor = '#e0922a'

/** Draws a filled rectangle. */
export const drawRectangle = (
  x: number,
  y: number,
  width: number,
  height: number,
  color: string,
  cornerRadius = 0,
) => `<rect x='${x}' y='${y}' width='${width}' height='${height}' rx='${cornerRadius}' fill='${color}'/>`

/** Draws a filled circle centered at `x`, `y`. */
export const drawDisc = (x: number, y: number, radius: number, color: string) =>
  `<circle cx='${x}' cy='${y}' r='${radius}' fill='${color}'/>`

/** Draws a dashed circle centered at `x`, `y`. */
export const drawRing = (x: number, y: number, radius: number, color = accentColor) =>
  `<circle cx='${x}' cy='${y}' r='${radius}' fill='none' stroke='${color}' stroke-width='2' stroke-dasharray='1 2'/>`

/** Draws a thin horizontal line. */
export const drawLine = (x: number, y: number, width: number, color: string) =>
  drawRectangle(x, y, width, 1, color)

/** Draws a shape `count` times. */
export const repeat = (count: number, drawShape: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => drawShape(index))

/** Draws a heading as a bar. */
export const drawHeading = (x: number, y: number, width: number, { text }: Colors) =>
  drawRectangle(x, y, width, 6, text)

/** Draws a paragraph as bars. The last one is shorter. */
export const drawParagraph = (x: number, y: number, width: number, lineCount: number, { shape }: Colors) =>
  repeat(lineCount, (line) =>
    drawRectangle(x, y + line * 5, line === lineCount - 1 ? width * 0.7 : width, 2, shape),
  ).join('')

/** Draws a button, in amber by default. */
export const drawButton = (x: number, y: number, color = '#f2a73b') => drawRectangle(x, y, 26, 8, color, 4)

/** Draws a play button centered at `x`, `y`. */
export const drawPlayButton = (x: number, y: number) =>
  `${drawDisc(x, y, 6, '#f2a73b')}<path d='M${x - 2} ${y - 3}l5 3-5 3z'/>`

/** Renders a drawing as a data URL, for the menu that adds a section. */
export function renderDrawing([surface, draw]: Drawing): string {
  const colors = surfaces[surface]
  const shapes = [drawRectangle(0, 0, 120, 80, colors.background), ...draw(colors)].join('')
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 120 80'>${shapes}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
