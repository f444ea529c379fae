import { getContrastRatio } from '@sanity/ui/theme'
import { describe, expect, it } from 'vitest'
import { theme } from './theme'

const schemes = ['light', 'dark'] as const
const tones = ['default', 'transparent', 'primary', 'positive', 'caution', 'critical'] as const

describe.each(schemes)('the %s theme', (scheme) => {
  it.each(tones)('has enough contrast in a card of the tone “%s”', (tone) => {
    const card = theme.v2?.color[scheme][tone]
    if (!card) throw new Error('The theme has no such card.')
    const getContrast = (color: string, background: string) => getContrastRatio(background, color)
    expect.soft(getContrast(card.fg, card.bg), `${card.fg} on ${card.bg}`).toBeGreaterThan(4.5)
    expect
      .soft(getContrast(card.muted.fg, card.bg), `muted ${card.muted.fg} on ${card.bg}`)
      .toBeGreaterThan(4.5)
    expect.soft(getContrast(card.link.fg, card.bg), `link ${card.link.fg} on ${card.bg}`).toBeGreaterThan(4.5)
    for (const button of ['default', 'primary', 'positive', 'critical'] as const) {
      const { fg, bg } = card.button.default[button].enabled
      expect.soft(getContrast(fg, bg), `${button} button ${fg} on ${bg}`).toBeGreaterThan(4.5)
    }
    expect.soft(getContrast(card.focusRing, card.bg), `focus ${card.focusRing}`).toBeGreaterThan(3)
  })
})
