import { describe, expect, it } from 'vitest'
import { resolveNextUrl } from './nextUrl'

const origin = 'https://site.example'

describe('the URL after signing in', () => {
  it.each([
    ['/services', '/services'],
    ['/services?a=1#offer', '/services?a=1#offer'],
    ['/account', '/account'],
    ['https://site.example/studio', '/studio'],
    ['/sign-in-later', '/sign-in-later'],
    ['/?next=//evil.example', '/?next=//evil.example'],
  ])('can be %s, which is on the site', (next, path) => {
    expect(resolveNextUrl(next, origin)).toBe(`${origin}${path}`)
  })

  it.each([
    undefined,
    null,
    '',
    'https://evil.example/',
    'http://site.example/',
    'https://site.example.evil.example/',
    'https://site.example@evil.example/',
    'https://evil@site.example/',
    'https://site.example:444/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/..//evil.example',
    '/./\\evil.example',
    '/\t/evil.example',
    '\n//evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://site.example/1',
    'http:evil.example',
    'https:///evil.example',
    '/sign-in',
    '/sign-up?next=/',
    '/auth/confirm?token_hash=a&type=email',
    '/api/draft-mode/disable',
    '/reset-password',
  ])('is the home page or another default path instead of %j', (next) => {
    expect(resolveNextUrl(next, origin)).toBe(`${origin}/`)
    expect(resolveNextUrl(next, origin, '/account')).toBe(`${origin}/account`)
  })
})
