import { describe, expect, it } from 'vitest'
import { allPages } from '@/lib/pages'
import { validateFrom, validateTo } from '@/studio/redirectRules'
import { findRedirect, normalizePath, parseRedirectTarget, type RedirectValue } from './redirects'

const origin = 'https://example.com'
const exact = (from: string, to: string, status = '301'): RedirectValue => ({
  from,
  to,
  match: 'exact',
  status,
})
const prefix = (from: string, to: string, status = '301'): RedirectValue => ({
  from,
  to,
  match: 'prefix',
  status,
})
const landingPages = [{ _id: 'a', path: '/coaches', title: 'Coaches', formerPaths: ['/podcast'] }]
const landingPaths = new Set(['/coaches'])
const find = (path: string, ...rules: RedirectValue[]) => findRedirect(path, rules, landingPaths)

describe('normalizePath', () => {
  it.each([
    ['/old', '/old'],
    ['/Old/', '/old'],
    ['/caf%C3%A9', '/café'],
    ['/', '/'],
    ['/index.html', '/index.html'],
  ])('normalizes %s to %s', (path, normalized) => {
    expect(normalizePath(path)).toBe(normalized)
  })

  it.each([
    '',
    'old',
    '//evil.example',
    '/\\evil.example',
    '/a b',
    '/a?b',
    '/a#b',
    '/%',
    'https://a.example',
  ])('rejects the path %j', (path) => {
    expect(normalizePath(path)).toBeNull()
  })
})

describe('parseRedirectTarget', () => {
  it.each(['/services', '/services#offer', '/', 'https://a.example/b?c=d#e'])(
    'accepts the target %s',
    (to) => {
      expect(parseRedirectTarget(to)?.href).toBe(to)
    },
  )

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://a.example',
    'mailto:a@example.com',
    'tel:+1',
    '//evil.example',
    '/\\evil.example',
    '/services?a=b',
    '/a\nSet-Cookie: b=c',
    'services',
    '',
  ])('rejects the target %j', (to) => {
    expect(parseRedirectTarget(to)).toBeNull()
  })
})

describe('findRedirect', () => {
  it('finds only a redirect from the same path, ignoring case and a trailing slash', () => {
    for (const path of ['/old', '/OLD', '/old/']) {
      expect(find(path, exact('/Old/', '/services'))).toEqual({ href: '/services', status: 301 })
    }
    for (const path of ['/older', '/old/more', '/', '/%']) {
      expect(find(path, exact('/old', '/services'))).toBeNull()
    }
  })

  it('redirects paths below a prefix, but no other path that starts with the same letters', () => {
    const rule = prefix('/blog', 'https://blog.example', '302')
    for (const path of ['/blog', '/blog/a', '/blog/a/b']) {
      expect(find(path, rule)).toEqual({ href: 'https://blog.example/', status: 302 })
    }
    expect(find('/blogger', rule)).toBeNull()
  })

  it('prefers the redirect from the exact path, then the one with the longest prefix', () => {
    const rules = [prefix('/a', '/'), exact('/a/b/c', '/about'), prefix('/a/b', '/services')]
    expect(find('/a/x', ...rules)?.href).toBe('/')
    expect(find('/a/b', ...rules)?.href).toBe('/services')
    expect(find('/a/b/c', ...rules)?.href).toBe('/about')
  })

  it('never redirects a page of the site', () => {
    for (const { path } of allPages) {
      expect(find(path, exact(path, '/contact'), prefix('/', '/contact'))).toBeNull()
    }
  })

  it('never redirects a landing page', () => {
    expect(find('/coaches', exact('/coaches', '/about'))).toBeNull()
  })

  it('redirects temporarily unless the rule is permanent', () => {
    expect(find('/a', exact('/a', '/b#offer', '302'))).toEqual({ href: '/b#offer', status: 302 })
    expect(find('/a', { from: '/a', to: '/b' })?.status).toBe(302)
  })

  it('ignores invalid redirects', () => {
    const rules = [{}, exact('/a', 'javascript:alert(1)'), { from: '/a' }, { to: '/b' }, { from: null }]
    expect(find('/a', ...rules)).toBeNull()
    expect(find('/b', ...rules)).toBeNull()
  })
})

describe('validation in the Studio', () => {
  it.each<[string, RegExp]>([
    ['old', /Enter only the old path/],
    ['/old?a=b', /without spaces/],
    ['/About/', /is the page “About”/],
    ['/', /is the page “Home”/],
    ['/api/health', /belongs to the site/],
    ['/studio-admin', /belongs to the site/],
    ['/Coaches', /is the page “Coaches”/],
    ['/Podcast', /\/podcast is a former path of “Coaches”/],
    ['/robots.txt', /belongs to the site/],
    ['/.well-known/security.txt', /belongs to the site/],
  ])('rejects the old path %j', (from, message) => {
    const rule = exact(from, '/services')
    expect(validateFrom(rule, [rule], landingPages)).toMatch(message)
  })

  it('rejects a repeated old path, except in one exact and one prefix rule', () => {
    const twice = [exact('/old', '/services'), exact('/Old/', '/about')]
    expect(twice.map((rule) => validateFrom(rule, twice, landingPages))).toEqual([
      expect.stringMatching(/more than once/),
      expect.stringMatching(/more than once/),
    ])
    const exactAndPrefix = [exact('/old', '/services'), prefix('/old', '/about')]
    expect(exactAndPrefix.map((rule) => validateFrom(rule, exactAndPrefix, landingPages))).toEqual([
      null,
      null,
    ])
  })

  it.each<[string, RegExp, RedirectValue[]]>([
    ['javascript:alert(1)', /Enter a page of this site/, []],
    ['http://a.example', /https/, []],
    ['https://intranet/page', /“intranet” isn’t a website’s domain name/, []],
    [' https://a.example', /space before or after/, []],
    [`${origin}/services`, /enter only its path/, []],
    ['/nowhere', /No page/, []],
    ['/old', /points to itself/, []],
    ['/older', /itself redirects to \/about/, [exact('/older', '/about')]],
    ['/blog/a', /itself redirects to/, [prefix('/blog', 'https://blog.example')]],
  ])('rejects the new target %j', (to, message, otherRules) => {
    const rule = exact('/old', to)
    expect(validateTo(rule, [rule, ...otherRules], origin, landingPages)).toMatch(message)
  })

  it.each(['https://a.example/', '/services#'])(
    'rejects a new target with more than 2,000 characters: %s…',
    (to) => {
      const rule = exact('/old', to + 'x'.repeat(2000))
      expect(validateTo(rule, [rule], origin, landingPages)).toMatch(/at most 2,000/)
    },
  )

  it('accepts a redirect to a former path', () => {
    const rule = exact('/old', '/podcast#offer')
    expect(validateTo(rule, [rule], origin, landingPages)).toBeNull()
  })

  it('rejects every redirect in a loop', () => {
    const rules = [exact('/a', '/b'), exact('/b', '/a')]
    expect(rules.map((rule) => validateTo(rule, rules, origin, landingPages))).toEqual([
      expect.stringMatching(/itself redirects/),
      expect.stringMatching(/itself redirects/),
    ])
  })

  it('accepts a valid redirect', () => {
    for (const rule of [
      exact('/old', '/services#offer'),
      exact('/old', '/coaches#offer'),
      prefix('/old', 'https://a.example/b'),
    ]) {
      expect([
        validateFrom(rule, [rule], landingPages),
        validateTo(rule, [rule], origin, landingPages),
      ]).toEqual([null, null])
    }
  })
})
