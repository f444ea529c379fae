import { describe, expect, it } from 'vitest'
import { emailHref, phoneHref } from './ContactLinks'

describe('emailHref', () => {
  it('links a plain email', () => expect(emailHref(' hello@example.com ')).toBe('mailto:hello@example.com'))

  it('encodes every part of an email in the link', () =>
    expect(emailHref('a?cc=b&c#d%41@example.com')).toBe('mailto:a%3Fcc=b%26c%23d%2541@example.com'))

  it.each(['hello', 'a@b?cc=c@d', 'a@b c@d', '"><script>@x', '', null])('refuses %s', (text) => {
    expect(emailHref(text)).toBeNull()
  })
})

describe('phoneHref', () => {
  it('links the digits', () => expect(phoneHref('+1 (310) 555-0142')).toBe('tel:+13105550142'))

  it.each(['call us', '+1 310 555 0142<img>', '12', '1+310555', '', null])('refuses %s', (text) => {
    expect(phoneHref(text)).toBeNull()
  })
})
