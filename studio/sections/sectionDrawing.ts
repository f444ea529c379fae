import { ink } from '@/lib/colors'

/** Colors of the site's surfaces, and of text and shapes on them. */
const surfaces = {
  ink: { ground: ink, words: '#f4ecdf', shape: '#6b5a44' },
  bone: { ground: '#f4ecdf', words: ink, shape: '#a89678' },
  deep: { ground: '#e8ddca', words: ink, shape: '#a08d6d' },
  amber: { ground: '#f2a73b', words: ink, shape: ink },
}

const lit = '#e0922a'

/** Shapes of a drawing, in the units of a viewBox of 120 × 80. */
const block = (x: number, y: number, width: number, height: number, color: string, round = 0) =>
  `<rect x='${x}' y='${y}' width='${width}' height='${height}' rx='${round}' fill='${color}'/>`
const disc = (x: number, y: number, radius: number, color: string) =>
  `<circle cx='${x}' cy='${y}' r='${radius}' fill='${color}'/>`
const ring = (x: number, y: number, radius: number, color = lit) =>
  `<circle cx='${x}' cy='${y}' r='${radius}' fill='none' stroke='${color}' stroke-width='2' stroke-dasharray='1 2'/>`
const rule = (x: number, y: number, width: number, color: string) => block(x, y, width, 1, color)

type Colors = (typeof surfaces)['ink']
type Drawing = [keyof typeof surfaces, (colors: Colors) => string[]]

/** Repeats a shape `count` times. */
const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at))
const title = (x: number, y: number, width: number, { words }: Colors) => block(x, y, width, 6, words)
const lines = (x: number, y: number, width: number, count: number, { shape }: Colors) =>
  times(count, (at) => block(x, y + at * 5, at === count - 1 ? width * 0.7 : width, 2, shape)).join('')
const button = (x: number, y: number, color = '#f2a73b') => block(x, y, 26, 8, color, 4)
const play = (x: number, y: number) => `${disc(x, y, 6, '#f2a73b')}<path d='M${x - 2} ${y - 3}l5 3-5 3z'/>`

/** A simplified drawing of each section. */
const drawings: Record<string, Drawing> = {
  heroSection: [
    'ink',
    (c) => [
      title(8, 20, 46, c),
      title(8, 30, 36, c),
      lines(8, 42, 40, 2, c),
      button(8, 56),
      disc(92, 40, 26, c.shape),
      ring(92, 40, 30),
      play(92, 40),
    ],
  ],
  monthSection: [
    'bone',
    (c) => [
      title(8, 12, 48, c),
      ...times(4, (at) => block(8 + at * 27, 34, 24, 4, at === 3 ? lit : c.shape)),
      ...times(4, (at) => lines(8 + at * 27, 46, 22, 3, c)),
    ],
  ],
  pageIntroSection: [
    'ink',
    (c) => [
      title(8, 28, 44, c),
      title(8, 38, 34, c),
      lines(8, 50, 40, 2, c),
      `<path d='M120 12H96a28 28 0 0 0 0 56h24z' fill='${c.shape}'/>`,
      ring(96, 40, 31),
    ],
  ],
  featureListSection: [
    'bone',
    (c) => [
      title(8, 12, 32, c),
      ...times(4, (at) => disc(58 + (at % 2) * 32, 20 + Math.floor(at / 2) * 32, 6, lit)),
      ...times(4, (at) => lines(50 + (at % 2) * 32, 30 + Math.floor(at / 2) * 32, 26, 2, c)),
    ],
  ],
  offerSection: [
    'deep',
    (c) => [
      title(8, 12, 34, c),
      block(52, 8, 60, 64, '#fbf6ec'),
      block(52, 8, 60, 3, c.words),
      title(58, 18, 24, c),
      ...times(4, (at) => rule(58, 34 + at * 8, 48, c.shape)),
      ...times(3, (at) => block(58, 37 + at * 8, 12 + at * 12, 2, lit)),
      button(8, 56),
    ],
  ],
  audienceSection: [
    'bone',
    (c) =>
      times(
        3,
        (at) =>
          `${rule(8, 10 + at * 22, 104, c.words)}${title(8, 18 + at * 22, 46, c)}${disc(76, 21 + at * 22, 4, lit)}${lines(88, 17 + at * 22, 24, 2, c)}`,
      ),
  ],
  closingOfferSection: [
    'deep',
    (c) => [
      title(8, 18, 56, c),
      title(8, 28, 42, c),
      lines(8, 42, 50, 2, c),
      button(8, 58),
      ring(112, 40, 34),
    ],
  ],
  serviceCardsSection: [
    'bone',
    (c) => [
      block(8, 8, 56, 28, c.shape),
      ring(76, 14, 5),
      lines(72, 24, 38, 2, c),
      block(56, 44, 56, 28, c.shape),
      ring(14, 50, 5),
      lines(8, 60, 38, 2, c),
    ],
  ],
  tourVideoSection: [
    'ink',
    (c) => [
      title(8, 8, 40, c),
      block(12, 24, 96, 46, c.shape),
      rule(8, 20, 12, lit),
      rule(100, 73, 12, lit),
      play(60, 47),
    ],
  ],
  gallerySection: [
    'ink',
    (c) => [
      block(8, 8, 68, 41, c.shape),
      block(80, 8, 32, 19, c.shape),
      block(80, 30, 32, 19, c.shape),
      ...times(3, (at) => block(8 + at * 36, 53, 32, 19, c.shape)),
      ring(96, 18, 9, '#d4331f'),
    ],
  ],
  equipmentSection: [
    'ink',
    (c) =>
      times(
        3,
        (row) =>
          `${block(8, 14 + row * 20, 24, 7, '#e8ddca')}${times(4, (at) => `${ring(46 + at * 18, 17 + row * 20, 5)}${disc(46 + at * 18, 17 + row * 20, 2, c.words)}`).join('')}`,
      ),
  ],
  callToActionSection: [
    'amber',
    (c) => [
      title(8, 18, 50, c),
      title(8, 28, 38, c),
      lines(8, 42, 40, 2, c),
      button(8, 58, c.words),
      `<path d='M72 58a24 24 0 0 1 44 0' fill='none' stroke='${c.words}' stroke-width='3' stroke-dasharray='1 3'/><path d='M94 62l10-24' stroke='#b3210d' stroke-width='2'/>`,
    ],
  ],
  missionSection: [
    'bone',
    (c) => [disc(32, 40, 22, c.shape), ring(32, 40, 27), title(68, 18, 40, c), lines(68, 32, 44, 7, c)],
  ],
  beliefsSection: [
    'deep',
    (c) =>
      times(
        3,
        (at) => `${title(8 + at * 20, 10 + at * 24, 42, c)}${lines(8 + at * 20, 19 + at * 24, 36, 2, c)}`,
      ),
  ],
  statsSection: [
    'bone',
    (c) =>
      times(
        4,
        (at) =>
          `<path d='M${10 + at * 26} 44a12 12 0 0 1 24 0' fill='none' stroke='${lit}' stroke-width='3' stroke-dasharray='1 2'/>${title(14 + at * 26, 44, 16, c)}${block(12 + at * 26, 54, 20, 2, c.shape)}`,
      ),
  ],
  questionsSection: [
    'bone',
    (c) => [
      title(8, 12, 30, c),
      ...times(
        4,
        (at) =>
          `${rule(48, 10 + at * 16, 64, c.shape)}${block(48, 16 + at * 16, 40, 4, c.words)}${at === 1 ? disc(106, 18 + at * 16, 5, lit) : ring(106, 18 + at * 16, 4, c.words)}`,
      ),
    ],
  ],
  testimonialsSection: [
    'deep',
    (c) =>
      times(
        2,
        (at) =>
          `${rule(8, 8 + at * 34, 104, c.words)}${disc(16, 22 + at * 34, 7, c.shape)}${block(28, 18 + at * 34, 14, 3, c.words)}${block(28, 24 + at * 34, 10, 2, c.shape)}${times(3, (row) => block(52, 16 + at * 34 + row * 7, row === 2 ? 34 : 58, 4, c.words)).join('')}`,
      ),
  ],
  logosSection: [
    'deep',
    (c) => [
      block(6, 16, 108, 48, ink, 2),
      ...times(
        6,
        (at) =>
          `${block(9 + (at % 3) * 35, 19 + Math.floor(at / 3) * 22, 32, 20, '#f4ecdf', 1)}${block(17 + (at % 3) * 35, 27 + Math.floor(at / 3) * 22, 16, 4, c.words)}`,
      ),
    ],
  ],
  textBlockSection: ['bone', (c) => [title(8, 14, 34, c), lines(56, 14, 56, 11, c)]],
  textPictureSection: [
    'bone',
    (c) => [
      title(8, 20, 36, c),
      lines(8, 34, 40, 6, c),
      `<path d='M58 10H120V70H82a24 24 0 0 1-24-24z' fill='${c.shape}'/>`,
    ],
  ],
  episodesSection: [
    'ink',
    (c) => [
      block(8, 8, 66, 37, c.shape),
      play(41, 26),
      title(80, 30, 26, c),
      lines(80, 40, 32, 1, c),
      ...times(2, (at) => `${block(8 + at * 54, 51, 50, 22, c.shape)}${play(33 + at * 54, 62)}`),
    ],
  ],
  teamSection: [
    'bone',
    (c) =>
      times(
        3,
        (at) =>
          `${rule(8, 8 + at * 23, 104, c.shape)}${block(14, 18 + at * 23, 18, 3, c.shape)}${title(42, 16 + at * 23, 38, c)}${disc(100, 19 + at * 23, 8, c.shape)}`,
      ),
  ],
}

/**
 * Returns a small drawing of a section, for the menu that adds one.
 *
 * @param type - the `_type` of the section
 * @returns a data URL; undefined without a drawing, when the menu shows the section's icon
 */
export function getSectionDrawing(type: string): string | undefined {
  const [surface, draw] = drawings[type] ?? []
  if (!surface || !draw) return undefined
  const colors = surfaces[surface]
  const parts = [block(0, 0, 120, 80, colors.ground), ...draw(colors)].join('')
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 120 80'>${parts}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
