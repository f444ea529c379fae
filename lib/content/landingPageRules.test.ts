import { describe, expect, it } from 'vitest'
import { landingPathProblem } from '@/lib/landingPages'
import { redirectsAfterMove, takenProblem } from './landingPageRules'

describe('the address of a landing page', () => {
  it.each(['/podcast-for-coaches', '/a', '/2027', '/services-for-teams'])('may be %s', (path) => {
    expect(landingPathProblem(path)).toBeNull()
  })

  it.each([
    ['podcast', /starts with a slash/],
    ['/', /starts with a slash/],
    ['/Podcast', /small letters/],
    ['/podcast/coaches', /small letters/],
    ['/podcast-', /small letters/],
    ['/pod cast', /small letters/],
    ['/café', /small letters/],
    ['//evil.example', /small letters/],
    ['/robots.txt', /small letters/],
    [`/${'a'.repeat(60)}`, /61 characters/],
    ['/about', /is the page “About”/],
    ['/sign-in', /is the page “Sign in”/],
    ['/auth', /belongs to the site/],
    ['/api', /belongs to the site/],
    ['/studio-admin', /belongs to the site/],
    ['/social', /belongs to the site/],
    ['/404', /belongs to the site/],
  ])('may not be %s', (path, says) => {
    expect(landingPathProblem(path)).toMatch(says)
  })

  const known = {
    landingPages: [
      { _id: 'coaches', path: '/coaches', title: 'Coaches' },
      { _id: 'drafts.coaches', path: '/podcast-for-coaches', title: 'Coaches' },
      { _id: 'drafts.new', path: '/new', title: 'New' },
    ],
    rules: [
      { from: '/flyer', to: '/services', match: 'exact' },
      { from: '/Formerly', to: '/coaches#offer', match: 'exact' },
      { from: '/below', to: '/coaches', match: 'prefix' },
    ],
  }

  it.each([
    ['/coaches', 'drafts.other', /is the address of “Coaches”\. /],
    ['/podcast-for-coaches', 'drafts.other', /“Coaches”, which is not published yet/],
    ['/new', 'drafts.other', /“New”, which is not published yet/],
    ['/flyer', 'drafts.coaches', /is redirected to \/services\. Remove that/],
    ['/formerly', 'drafts.other', /is redirected to \/coaches#offer/],
    ['/below', 'drafts.coaches', /is redirected/],
  ])('%s is taken for %s', (path, id, says) => {
    expect(takenProblem(path, id, known)).toMatch(says)
  })

  it.each([
    ['/free', 'drafts.other'],
    ['/coaches', 'drafts.coaches'],
    ['/coaches', 'coaches'],
    // It moves back: its own redirect goes.
    ['/formerly', 'drafts.coaches'],
  ])('%s is free for %s', (path, id) => {
    expect(takenProblem(path, id, known)).toBeNull()
  })
})

describe('redirects after a landing page has moved', () => {
  const move = { from: '/a', to: '/b', key: 'k' }
  const added = { _key: 'k', _type: 'redirect', from: '/a', match: 'exact', to: '/b', status: '301' }
  const rule = (from: string, to: string, match = 'exact') => ({ _key: from, from, to, match, status: '302' })

  it('lead from its old address to the new one', () => {
    expect(redirectsAfterMove([], move)).toEqual([added])
    const other = rule('/flyer', '/services')
    expect(redirectsAfterMove([other], move)).toEqual([other, added])
  })

  it('lead nowhere from the new one, so that there is no loop', () => {
    expect(redirectsAfterMove([rule('/B/', '/a'), rule('/A', '/x')], move)).toEqual([added])
    const back = redirectsAfterMove([added], { from: '/b', to: '/a', key: 'l' })
    expect(back).toEqual([{ ...added, _key: 'l', from: '/b', to: '/a' }])
  })

  it('lead on at once what led to the old address, with its place in the page', () => {
    const rules = [rule('/flyer', '/a#offer'), rule('/more', '/a', 'prefix'), rule('/other', '/ab')]
    expect(redirectsAfterMove(rules, move)).toEqual([
      rule('/flyer', '/b#offer'),
      rule('/more', '/b', 'prefix'),
      rule('/other', '/ab'),
      added,
    ])
  })
})
