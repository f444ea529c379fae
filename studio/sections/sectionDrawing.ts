import { ink } from '@/lib/colors'

/** Colors of the site's surfaces, and of text and shapes on them. */
const surfaces = {
  ink: { ground: ink, words: '#f4ecdf', shape: '#6b5a44' },
  bone: { ground: '#f4ecdf', words: ink, shape: '#a89678' },
  deep: { ground: '#e8ddca', words: ink, shape: '#a08d6d' },
  amber: { ground: '#f2a73b', words: ink, shape: ink },
}

type Colors = (typeof surfaces)['ink']

/** A simplified drawing of a section: its surface, and its shapes as SVG in a viewBox of 120 × 80. */
export type Drawing = [surface: keyof typeof surfaces, draw: (colors: Colors) => string[]]

/** The color of lamps and knobs. */
export const lit = '#e0922a'

/** A filled rectangle. */
export const block = (x: number, y: number, width: number, height: number, color: string, round = 0) =>
  `<rect x='${x}' y='${y}' width='${width}' height='${height}' rx='${round}' fill='${color}'/>`

/** A filled circle around `x`, `y`. */
export const disc = (x: number, y: number, radius: number, color: string) =>
  `<circle cx='${x}' cy='${y}' r='${radius}' fill='${color}'/>`

/** A dashed circle around `x`, `y`. */
export const ring = (x: number, y: number, radius: number, color = lit) =>
  `<circle cx='${x}' cy='${y}' r='${radius}' fill='none' stroke='${color}' stroke-width='2' stroke-dasharray='1 2'/>`

/** A thin horizontal line. */
export const rule = (x: number, y: number, width: number, color: string) => block(x, y, width, 1, color)

/** Repeats a shape `count` times. */
export const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at))

/** A bar that stands for a heading. */
export const title = (x: number, y: number, width: number, { words }: Colors) => block(x, y, width, 6, words)

/** Bars that stand for a paragraph of `count` lines. */
export const lines = (x: number, y: number, width: number, count: number, { shape }: Colors) =>
  times(count, (at) => block(x, y + at * 5, at === count - 1 ? width * 0.7 : width, 2, shape)).join('')

/** A button, in amber by default. */
export const button = (x: number, y: number, color = '#f2a73b') => block(x, y, 26, 8, color, 4)

/** A play button around `x`, `y`. */
export const play = (x: number, y: number) =>
  `${disc(x, y, 6, '#f2a73b')}<path d='M${x - 2} ${y - 3}l5 3-5 3z'/>`

/** Renders a drawing as a data URL, for the menu that adds a section. */
export function renderDrawing([surface, draw]: Drawing): string {
  const colors = surfaces[surface]
  const parts = [block(0, 0, 120, 80, colors.ground), ...draw(colors)].join('')
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 120 80'>${parts}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
