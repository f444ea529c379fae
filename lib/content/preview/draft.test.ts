import { describe, expect, it, vi } from 'vitest'

vi.mock('next-sanity', () => ({ createClient: () => ({}) }))
vi.mock('next/headers', () => ({ cookies: async () => new Map() }))

const { parsePerspective } = await import('./draft')

describe('parsePerspective', () => {
  it('returns drafts when Presentation has chosen no perspective', () => {
    expect(parsePerspective(undefined)).toBe('drafts')
    expect(parsePerspective('')).toBe('drafts')
  })

  it('returns the perspective that Presentation has chosen', () => {
    expect(parsePerspective('published')).toEqual(['published'])
    expect(parsePerspective('rSpring,drafts')).toEqual(['rSpring', 'drafts'])
    expect(parsePerspective('r-spring,rLater,drafts')).toEqual(['r-spring', 'rLater', 'drafts'])
  })

  it.each(['raw', 'not a perspective!', 'drafts,raw', ',,'])(
    'returns drafts for the invalid cookie %s',
    (cookie) => expect(parsePerspective(cookie)).toBe('drafts'),
  )
})
