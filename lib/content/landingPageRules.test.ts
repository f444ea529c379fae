import { describe, expect, it } from 'vitest'
import { landingPathProblem } from '@/lib/landingPages'
import { formerPathsProblem, takenProblem } from './landingPageRules'

describe('the path of a landing page', () => {
  it.each(['/podcast-for-coaches', '/a', '/2027', '/services-for-teams'])('accepts %s', (path) => {
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
  ])('rejects %s', (path, says) => {
    expect(landingPathProblem(path)).toMatch(says)
  })

  const known = {
    landingPages: [
      { _id: 'coaches', path: '/coaches', title: 'Coaches', formerPaths: ['/coaching'] },
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
    ['/coaches', 'drafts.other', /is the path of “Coaches”\. /],
    ['/podcast-for-coaches', 'drafts.other', /“Coaches”, which is not published yet/],
    ['/new', 'drafts.other', /“New”, which is not published yet/],
    ['/flyer', 'drafts.coaches', /is redirected to \/services\. Remove that/],
    ['/formerly', 'drafts.other', /is redirected to \/coaches#offer/],
    ['/coaching', 'drafts.other', /redirects to “Coaches”, which had this path before/],
    ['/below', 'drafts.coaches', /is redirected/],
  ])('%s is taken for %s', (path, id, says) => {
    expect(takenProblem(path, id, known)).toMatch(says)
  })

  it.each([
    ['/free', 'drafts.other'],
    ['/coaches', 'drafts.coaches'],
    ['/coaches', 'coaches'],
    // The page returns to its former path.
    ['/coaching', 'drafts.coaches'],
  ])('%s is free for %s', (path, id) => {
    expect(takenProblem(path, id, known)).toBeNull()
  })
})

describe('a published landing page', () => {
  const landingPages = [
    { _id: 'coaches', path: '/coaches', title: 'Coaches', formerPaths: ['/lent', '/twice'] },
    { _id: 'drafts.new', path: '/new', title: 'New' },
    { _id: 'teams', path: '/teams', title: 'Teams', formerPaths: ['/groups', '/twice'] },
  ]
  const rules = [
    { from: '/flyer', to: '/services', match: 'exact' },
    { from: '/lent', to: '/about', match: 'exact' },
  ]
  const problem = (path: string, formerPaths: unknown, id = 'drafts.coaches') =>
    formerPathsProblem(formerPaths, { path, id, landingPages, rules })

  it.each(['drafts.coaches', 'versions.r1.coaches', 'coaches'])('moves with its path, as %s', (id) => {
    expect(problem('/moved', ['/coaches'], id)).toBeNull()
    expect(problem('/moved', undefined, id)).toMatch(/know this page at \/coaches. Please add that/)
    expect(problem('/moved', ['/another'], id)).toMatch(/at \/coaches/)
  })

  it('needs no former path while it stays, or is new', () => {
    expect(problem('/coaches', undefined)).toBeNull()
    expect(problem('/newer', [], 'drafts.new')).toBeNull()
  })

  it.each(['/about', '/Capital', 'coaches', '/api', null])('cannot have the former path %s', (former) => {
    expect(problem('/coaches', [former])).toEqual(expect.any(String))
  })

  it.each([
    ['/teams', /is the path of “Teams”/],
    ['/groups', /redirects to “Teams”/],
    ['/flyer', /is redirected to \/services/],
  ])('refuses a path of another document: %s', (former, says) => {
    expect(problem('/coaches', [former])).toMatch(says)
  })

  it('can be published after another document took one of its former paths', () => {
    expect(problem('/coaches', ['/lent', '/twice'])).toBeNull()
  })
})
