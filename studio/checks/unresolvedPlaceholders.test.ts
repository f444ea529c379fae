import { describe, expect, it } from 'vitest'
import { findUnresolvedPlaceholders } from './unresolvedPlaceholders'

const page = {
  _type: 'homePage',
  sections: [{ _key: 'a', heading: '{hours} hours and {clips} clips', points: ['Two', '{cameras} cameras'] }],
}

describe('findUnresolvedPlaceholders', () => {
  it('finds every text with a placeholder that no inclusion counts', () => {
    expect(findUnresolvedPlaceholders(page, { inclusions: [{ counts: 'hours' }] })).toEqual([
      { path: ['sections', { _key: 'a' }, 'heading'], message: expect.stringContaining('{clips}') },
      { path: ['sections', { _key: 'a' }, 'points', 1], message: expect.stringContaining('{cameras}') },
    ])
  })

  it('finds nothing where inclusions count all placeholders', () => {
    const inclusions = ['hours', 'clips', 'cameras', 'other'].map((counts) => ({ counts }))
    expect(findUnresolvedPlaceholders(page, { inclusions })).toEqual([])
  })
})
