import { describe, expect, it } from 'vitest'
import { createEmailHref, createPhoneHref } from './contactHrefs'

describe('createEmailHref', () => {
  it('creates a mailto URL from an email, ignoring surrounding spaces', () =>
    expect(createEmailHref(' hello@example.com ')).toBe('mailto:hello@example.com'))

  it('encodes characters of an email that are delimiters in mailto URLs', () =>
    expect(createEmailHref('a?cc=b&c#d%41@example.com')).toBe('mailto:a%3Fcc=b%26c%23d%2541@example.com'))

  it.each(['hello', 'a@b?cc=c@d', 'a@b c@d', '"><script>@x', '', null])('returns null for %s', (text) => {
    expect(createEmailHref(text)).toBeNull()
  })
})

describe('createPhoneHref', () => {
  it('creates a tel URL from the digits and a leading plus', () =>
    expect(createPhoneHref('+1 (310) 555-0142')).toBe('tel:+13105550142'))

  it.each(['call us', '+1 310 555 0142<img>', '12', '1+310555', '', null])('returns null for %s', (text) => {
    expect(createPhoneHref(text)).toBeNull()
  })
})
