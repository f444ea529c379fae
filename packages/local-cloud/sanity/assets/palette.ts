/** One colour of a palette, with a text colour that can be read on it. */
export type Swatch = {
  _type: 'sanity.imagePaletteSwatch'
  background: string
  foreground: string
  title: string
  /** Share of the picture. Percent, two decimals. */
  population: number
}

type Colour = { red: number; green: number; blue: number; count: number }

const KINDS = {
  vibrant: { light: 0.5, saturation: 1 },
  lightVibrant: { light: 0.74, saturation: 1 },
  darkVibrant: { light: 0.26, saturation: 1 },
  muted: { light: 0.5, saturation: 0.3 },
  lightMuted: { light: 0.74, saturation: 0.3 },
  darkMuted: { light: 0.26, saturation: 0.3 },
}

function histogram(pixels: Uint8Array): Colour[] {
  const bins = new Map<number, Colour>()
  for (let i = 0; i + 3 < pixels.length; i += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(i, i + 4)
    if (alpha < 128) continue
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const bin = bins.get(key)
    if (bin) {
      bin.red += red
      bin.green += green
      bin.blue += blue
      bin.count += 1
    } else bins.set(key, { red, green, blue, count: 1 })
  }
  return [...bins.values()].map(({ red, green, blue, count }) => ({
    red: Math.round(red / count),
    green: Math.round(green / count),
    blue: Math.round(blue / count),
    count,
  }))
}

function lightAndSaturation({ red, green, blue }: Colour): { light: number; saturation: number } {
  const high = Math.max(red, green, blue) / 255
  const low = Math.min(red, green, blue) / 255
  const light = (high + low) / 2
  const range = high - low
  return { light, saturation: range === 0 ? 0 : range / (1 - Math.abs(2 * light - 1)) }
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance({ red, green, blue }: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function swatch(colour: Colour, total: number): Swatch {
  const hex = [colour.red, colour.green, colour.blue].map((value) => value.toString(16).padStart(2, '0'))
  const text = luminance(colour) > 0.179 ? '#000' : '#fff'
  const population = Math.round((colour.count / total) * 10_000) / 100
  return {
    _type: 'sanity.imagePaletteSwatch',
    background: `#${hex.join('')}`,
    foreground: text,
    title: text,
    population,
  }
}

/**
 * The colours of a picture under the names that Sanity gives them (https://www.sanity.io/docs/image-metadata):
 * `dominant` and those nearest to six kinds. `pixels` are RGBA bytes. Null for a picture without a visible pixel.
 */
export function paletteOf(pixels: Uint8Array): Record<string, unknown> | null {
  const colours = histogram(pixels)
  const total = colours.reduce((sum, { count }) => sum + count, 0)
  const dominant = colours.toSorted((a, b) => b.count - a.count)[0]
  if (!dominant) return null
  const palette: Record<string, unknown> = { _type: 'sanity.imagePalette', dominant: swatch(dominant, total) }
  for (const [name, target] of Object.entries(KINDS)) {
    let best = dominant
    let bestScore = Number.NEGATIVE_INFINITY
    for (const colour of colours) {
      const { light, saturation } = lightAndSaturation(colour)
      const distance = Math.abs(light - target.light) * 2 + Math.abs(saturation - target.saturation)
      const score = colour.count / total - distance
      if (score > bestScore) {
        best = colour
        bestScore = score
      }
    }
    palette[name] = swatch(best, total)
  }
  return palette
}
