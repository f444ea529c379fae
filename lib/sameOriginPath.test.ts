import { expect, it } from 'vitest'
import { toSameOriginPath } from './sameOriginPath'

const base = 'https://example.com/api/draft-mode/enable?x=1'

it.each([
  ['/about?x=1', '/about?x=1'],
  ['/', '/'],
  ['/about#team', '/about'],
  ['/./about', '/about'],
])('reduces the redirect target %s to %s', (requested, expected) => {
  expect(toSameOriginPath(requested, base)).toBe(expected)
})

it.each([
  null,
  '',
  'about',
  '//evil.example/phish',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
])('replaces the redirect target %j with the home page', (requested) => {
  expect(toSameOriginPath(requested, base)).toBe('/')
})

it.each(['/..//evil.example/phish', '/.//evil.example', '/x/..//evil.example', '/..//..//evil.example'])(
  'returns a same-origin path for the redirect target %s',
  (requested) => {
    const path = toSameOriginPath(requested, base)
    expect(path).toMatch(/^\/(?!\/)/)
    expect(new URL(path, base).origin).toBe('https://example.com')
  },
)
