import { describe, expect, it } from 'vitest'
import { describeLandingPathProblem } from '@/lib/landingPages'
import { describeFormerPathsProblem, describeTakenPathProblem, suggestLandingPath } from './landingPageRules'

describe('the path of a landing page', () => {
  it.each(['/podcast-for-coaches', '/a', '/2027', '/services-for-teams'])('can be %s', (path) => {
    expect(describeLandingPathProblem(path)).toBeNull()
  })

  it.each([
    ['podcast', /starts with a slash/],
    ['/', /starts with a slash/],
    ['/Podcast', /lowercase letters/],
    ['/podcast/coaches', /lowercase letters/],
    ['/podcast-', /lowercase letters/],
    ['/pod cast', /lowercase letters/],
    ['/café', /lowercase letters/],
    ['//evil.example', /lowercase letters/],
    ['/robots.txt', /lowercase letters/],
    [`/${'a'.repeat(60)}`, /61 characters/],
    ['/about', /is the page “About”/],
    ['/sign-in', /is the page “Sign in”/],
    ['/auth', /belongs to the site/],
    ['/api', /belongs to the site/],
    ['/studio-admin', /belongs to the site/],
    ['/social', /belongs to the site/],
    ['/404', /belongs to the site/],
  ])('cannot be %s', (path, message) => {
    expect(describeLandingPathProblem(path)).toMatch(message)
  })

  const knownPaths = {
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
    ['/podcast-for-coaches', 'drafts.other', /“Coaches”, which isn’t published yet/],
    ['/new', 'drafts.other', /“New”, which isn’t published yet/],
    ['/flyer', 'drafts.coaches', /is redirected to \/services\. Remove that/],
    ['/formerly', 'drafts.other', /is redirected to \/coaches#offer/],
    ['/coaching', 'drafts.other', /redirects to “Coaches”, which had this path before/],
    ['/below', 'drafts.coaches', /is redirected/],
  ])('is not free: %s for %s', (path, id, message) => {
    expect(describeTakenPathProblem(path, id, knownPaths)).toMatch(message)
  })

  it.each([
    ['/free', 'drafts.other'],
    ['/coaches', 'drafts.coaches'],
    ['/coaches', 'coaches'],
    // The page returns to its former path.
    ['/coaching', 'drafts.coaches'],
  ])('is free: %s for %s', (path, id) => {
    expect(describeTakenPathProblem(path, id, knownPaths)).toBeNull()
  })
})

describe('a landing page', () => {
  const landingPages = [
    { _id: 'coaches', path: '/coaches', title: 'Coaches', formerPaths: ['/lent', '/twice'] },
    { _id: 'drafts.new', path: '/new', title: 'New' },
    { _id: 'teams', path: '/teams', title: 'Teams', formerPaths: ['/groups', '/twice'] },
  ]
  const rules = [
    { from: '/flyer', to: '/services', match: 'exact' },
    { from: '/lent', to: '/about', match: 'exact' },
  ]
  const describeProblem = (path: string, formerPaths: unknown, id = 'drafts.coaches') =>
    describeFormerPathsProblem(formerPaths, { path, id, landingPages, rules })

  it.each(['drafts.coaches', 'coaches'])(
    'with the id %s may move only when its published path is listed as a former path',
    (id) => {
      expect(describeProblem('/moved', ['/coaches'], id)).toBeNull()
      expect(describeProblem('/moved', undefined, id)).toMatch(/was published at \/coaches. Add that path/)
      expect(describeProblem('/moved', ['/another'], id)).toMatch(/at \/coaches/)
    },
  )

  it('needs no former path when it does not move, or is new', () => {
    expect(describeProblem('/coaches', undefined)).toBeNull()
    expect(describeProblem('/newer', [], 'drafts.new')).toBeNull()
  })

  it.each(['/about', '/Capital', 'coaches', '/api', null])('cannot have the former path %s', (former) => {
    expect(describeProblem('/coaches', [former])).toEqual(expect.any(String))
  })

  it.each([
    ['/teams', /is the path of “Teams”/],
    ['/groups', /redirects to “Teams”/],
    ['/flyer', /is redirected to \/services/],
  ])('cannot have the former path %s, which another document uses or redirects', (former, message) => {
    expect(describeProblem('/coaches', [former])).toMatch(message)
  })

  it('can be published after another document took one of its former paths', () => {
    expect(describeProblem('/coaches', ['/lent', '/twice'])).toBeNull()
  })
})

it.each([
  ['Podcast for Coaches', '/podcast-for-coaches'],
  ['Copy of Café & the team’s', '/copy-of-cafe-the-teams'],
  ['About', undefined],
  ['日本', undefined],
  [undefined, undefined],
])('suggestLandingPath(%j) returns %j', (name, path) => {
  expect(suggestLandingPath(name)).toBe(path)
})
