import { describe, expect, it, vi } from 'vitest'

vi.mock('next-sanity', () => ({ createClient: () => ({}) }))
vi.mock('next/headers', () => ({ cookies: async () => new Map() }))

const { perspectiveFrom } = await import('./draft')

describe('perspectiveFrom', () => {
  it('shows drafts when Presentation has not chosen', () => {
    expect(perspectiveFrom(undefined)).toBe('drafts')
    expect(perspectiveFrom('')).toBe('drafts')
  })

  it('follows Presentation', () => {
    expect(perspectiveFrom('published')).toBe('published')
    expect(perspectiveFrom('rSpring,drafts')).toEqual(['rSpring', 'drafts'])
    expect(perspectiveFrom('r-spring,rLater,drafts')).toEqual(['r-spring', 'rLater', 'drafts'])
  })

  it.each(['raw', 'not a perspective!', 'drafts,raw', ',,'])('does not trust the cookie %s', (cookie) =>
    expect(perspectiveFrom(cookie)).toBe('drafts'),
  )
})
