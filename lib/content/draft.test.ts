import { describe, expect, it, vi } from 'vitest'

vi.mock('next-sanity', () => ({ createClient: () => ({}) }))
vi.mock('next/headers', () => ({ cookies: async () => new Map() }))

const { parsePerspective } = await import('./draft')

describe('parsePerspective', () => {
  it('returns drafts without a choice in Presentation', () => {
    expect(parsePerspective(undefined)).toBe('drafts')
    expect(parsePerspective('')).toBe('drafts')
  })

  it('follows the choice in Presentation', () => {
    expect(parsePerspective('published')).toBe('published')
    expect(parsePerspective('rSpring,drafts')).toEqual(['rSpring', 'drafts'])
    expect(parsePerspective('r-spring,rLater,drafts')).toEqual(['r-spring', 'rLater', 'drafts'])
  })

  it.each(['raw', 'not a perspective!', 'drafts,raw', ',,'])('rejects the cookie %s', (cookie) =>
    expect(parsePerspective(cookie)).toBe('drafts'),
  )
})
