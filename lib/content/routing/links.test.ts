import { describe, expect, it } from 'vitest'
import { resolveLink } from './links'

describe('resolveLink', () => {
  it('resolves paths of this site', () => {
    expect(resolveLink({ kind: 'page', page: '/services' })).toEqual({ href: '/services', external: false })
    expect(resolveLink({ kind: 'page', page: '/services', fragment: 'offer' })?.href).toBe('/services#offer')
    expect(resolveLink({ kind: 'contact', topic: 'tour' })?.href).toBe('/contact?topic=tour')
    expect(resolveLink({ kind: 'contact' })?.href).toBe('/contact')
  })

  it('accepts https, mailto and tel URLs', () => {
    expect(resolveLink({ kind: 'url', url: 'https://example.com/a' })).toEqual({
      href: 'https://example.com/a',
      external: true,
    })
    expect(resolveLink({ kind: 'url', url: 'mailto:hello@example.com' })?.external).toBe(false)
    expect(resolveLink({ kind: 'url', url: 'tel:+13105550142' })?.href).toBe('tel:+13105550142')
    expect(resolveLink({ kind: 'url', url: 'tel:+1 310 555 0142' })?.href).toBe('tel:+13105550142')
  })

  it.each([
    [{ kind: 'url', url: 'javascript:alert(1)' }],
    [{ kind: 'url', url: ' javascript:alert(1)' }],
    [{ kind: 'url', url: 'java\nscript:alert(1)' }],
    [{ kind: 'url', url: 'data:text/html,<script>alert(1)</script>' }],
    [{ kind: 'url', url: 'http://example.com' }],
    [{ kind: 'url', url: '//example.com' }],
    [{ kind: 'page', page: '//example.com' }],
    [{ kind: 'page', page: '/\\example.com' }],
    [{ kind: 'page', page: 'javascript:alert(1)' }],
    [{ kind: 'page' }],
    [{ kind: 'unknown', url: 'https://example.com' }],
    [{}],
    [null],
  ])('rejects %j', (link) => expect(resolveLink(link)).toBeNull())

  it('encodes hostile fragments and topics', () => {
    expect(resolveLink({ kind: 'page', page: '/', fragment: '"><script>' })?.href).toBe(
      '/#%22%3E%3Cscript%3E',
    )
    expect(resolveLink({ kind: 'contact', topic: 'a&b=c' })?.href).toBe('/contact?topic=a%26b%3Dc')
  })
})
