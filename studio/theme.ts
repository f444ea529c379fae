import { buildTheme, type ThemeColorPalette } from '@sanity/ui/theme'
import { ink } from '@/lib/colors'

const paper = '#fffdf9'

type Tints = Record<50 | 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900 | 950, string>

/** Mixes two colors such as “#c42d1a”. The share of the second color is between 0 and 1. */
function mixColors(color: string, otherColor: string, otherShare: number): string {
  const parseChannel = (hex: string, offset: number) => Number.parseInt(hex.slice(offset, offset + 2), 16)
  const channels = [1, 3, 5].map((offset) =>
    Math.round(parseChannel(color, offset) * (1 - otherShare) + parseChannel(otherColor, offset) * otherShare)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${channels.join('')}`
}

/** Creates the tints of a color between paper and ink. */
function createTints(color: string): Tints {
  const lighten = (paperShare: number) => mixColors(color, paper, paperShare)
  const darken = (inkShare: number) => mixColors(color, ink, inkShare)
  return {
    50: lighten(0.95),
    100: lighten(0.88),
    200: lighten(0.76),
    300: lighten(0.52),
    400: lighten(0.22),
    500: color,
    600: darken(0.25),
    700: darken(0.45),
    800: darken(0.65),
    900: darken(0.77),
    950: darken(0.86),
  }
}

/** Warm neutral colors, from light to dark. */
const warm: Tints = {
  50: '#faf6ef',
  100: '#f4ecdf',
  200: '#e8ddca',
  300: '#cbbda4',
  400: '#a59680',
  500: '#7d6f5d',
  600: '#5f5344',
  700: '#463c31',
  800: '#2c251d',
  900: '#1f1913',
  950: ink,
}

/** Amber; tints from 500 on have enough contrast for text on paper. */
const amber: Tints = {
  50: '#fff7ea',
  100: '#fdebcf',
  200: '#f9dcae',
  300: '#f2bf6d',
  400: '#e5a243',
  500: '#9a5800',
  600: '#8a4f00',
  700: '#6a3d02',
  800: '#452a0a',
  900: '#33200b',
  950: '#20150a',
}

const palette: ThemeColorPalette = {
  black: ink,
  white: paper,
  gray: warm,
  blue: amber,
  red: createTints('#c42d1a'),
  green: createTints('#2c7a46'),
  yellow: createTints('#9a6b00'),
  orange: createTints('#b4561a'),
  purple: createTints('#6f55b0'),
  magenta: createTints('#a04391'),
  cyan: createTints('#1c7683'),
}

const defaultFonts = buildTheme().fonts
const textFamily = 'var(--font-public-sans), system-ui, sans-serif'

/** The Studio's theme: the site's colors and fonts, for light and dark mode. */
export const theme = buildTheme({
  palette,
  font: {
    ...defaultFonts,
    text: { ...defaultFonts.text, family: textFamily },
    label: { ...defaultFonts.label, family: textFamily },
    heading: {
      ...defaultFonts.heading,
      family: 'var(--font-besley), Rockwell, Georgia, serif',
      weights: { regular: 450, medium: 450, semibold: 450, bold: 450 },
    },
  },
})
