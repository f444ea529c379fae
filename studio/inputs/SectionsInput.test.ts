import { describe, expect, it } from 'vitest'
import { findInsertKey } from './SectionsInput'

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
