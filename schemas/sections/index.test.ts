import { describe, expect, it } from 'vitest'
import { renderDrawing } from '@/studio/inputs/sectionDrawing'
import { sections } from '.'

describe('the menu of sections', () => {
  it.each(sections.map(({ type, drawing }) => [type.name, drawing] as const))(
    'has an SVG drawing of %s',
    (_, drawing) => {
      const [mediaType, svg] = renderDrawing(drawing).split(',')
      expect(mediaType).toBe('data:image/svg+xml')
      expect(decodeURIComponent(svg ?? '')).toMatch(/^<svg .*<\/svg>$/)
      expect(decodeURIComponent(svg ?? '')).not.toMatch(/undefined|NaN/)
    },
  )

  it('has a different drawing for each section', () => {
    expect(new Set(sections.map(({ drawing }) => renderDrawing(drawing))).size).toBe(sections.length)
  })
})
