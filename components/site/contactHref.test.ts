import { describe, expect, it } from 'vitest'
import { emailHref, phoneHref } from './contactHref'

describe('emailHref', () => {
  it('links a plain address', () => expect(emailHref(' hello@example.com ')).toBe('mailto:hello@example.com'))

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
