import { buildTheme, type ThemeColorPalette } from '@sanity/ui/theme'
import { ink } from '@/lib/colors'

const paper = '#fffdf9'

type Tints = Record<50 | 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900 | 950, string>

function mixColors(color: string, other: string, part: number): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  const channels = [1, 3, 5].map((at) =>
    Math.round(channel(color, at) * (1 - part) + channel(other, at) * part)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${channels.join('')}`
}

/** Creates the tints of a color between paper and ink. */
function createTints(color: string): Tints {
  const lighter = (part: number) => mixColors(color, paper, part)
  const darker = (part: number) => mixColors(color, ink, part)
  return {
    50: lighter(0.95),
    100: lighter(0.88),
    200: lighter(0.76),
    300: lighter(0.52),
    400: lighter(0.22),
    500: color,
    600: darker(0.25),
    700: darker(0.45),
    800: darker(0.65),
    900: darker(0.77),
    950: darker(0.86),
  }
}

/** Warm neutral colors, from paper to ink. */
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
