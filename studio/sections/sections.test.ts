import { describe, expect, it } from 'vitest'
import { sectionTypes } from '@/tests/support/contentVariants/fields'
import { findInsertKey } from './SectionsInput'
import { getSectionDrawing } from './sectionDrawing'

describe('a new section', () => {
  const page = [
    { _key: 'a', _type: 'pageIntroSection' },
    { _key: 'z', _type: 'callToActionSection' },
  ]

  it('is inserted above the closing section', () => {
    expect(findInsertKey({ _type: 'questionsSection' }, page)).toBe('z')
    const home = [...page.slice(0, 1), { _key: 'y', _type: 'closingOfferSection' }]
    expect(findInsertKey({ _type: 'questionsSection' }, home)).toBe('y')
  })

  it('is appended to a page without a closing section, or as the closing section', () => {
    expect(findInsertKey({ _type: 'questionsSection' }, page.slice(0, 1))).toBeUndefined()
    expect(findInsertKey({ _type: 'questionsSection' }, undefined)).toBeUndefined()
    expect(findInsertKey({ _type: 'callToActionSection' }, page)).toBeUndefined()
  })
})

describe('the menu of sections', () => {
  it.each(sectionTypes)('has a drawing of %s', (type) => {
    const [head, svg] = getSectionDrawing(type)?.split(',') ?? []
    expect(head).toBe('data:image/svg+xml')
    expect(decodeURIComponent(svg ?? '')).toMatch(/^<svg .*<\/svg>$/)
    expect(decodeURIComponent(svg ?? '')).not.toMatch(/undefined|NaN/)
  })

  it('has a different drawing for each section', () => {
    expect(new Set(sectionTypes.map(getSectionDrawing)).size).toBe(sectionTypes.length)
    expect(getSectionDrawing('noSuchSection')).toBeUndefined()
  })
})
