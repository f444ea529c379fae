import { expect, it } from 'vitest'
import { linkContact, renderMail } from './mailLayout'

const hostile = `<script>"&'</script>`
const content = {
  sender: hostile,
  preheader: hostile,
  heading: hostile,
  paragraphs: [hostile, 'Two'],
  details: [hostile],
  link: { label: hostile, url: `https://example.com/?a=1&b="x"` },
  notes: [hostile, 'Last'],
}

it('escapes everything in the HTML and nothing in the plain text', () => {
  const { html, text } = renderMail(content)
  expect(html).not.toContain('<script')
  expect(html).toContain('href="https://example.com/?a=1&amp;b=&quot;x&quot;"')
  expect(html.match(/&lt;script&gt;&quot;&amp;&#39;&lt;\/script&gt;/g)).toHaveLength(8)
  expect(text.split('\n\n')).toEqual([
    hostile,
    hostile,
    'Two',
    `${hostile}: https://example.com/?a=1&b="x"`,
    hostile,
    `${hostile}\nLast\n`,
  ])
})

it('loads no external file and has one link', () => {
  const { html } = renderMail(content)
  expect(html).not.toMatch(/<img|src=|url\(|@import|<link/)
  expect(html.match(/href=/g)).toHaveLength(1)
})

it('shows no link URLs in the HTML, and keeps emails and hyphenated words on one line', () => {
  const { html, text } = renderMail({
    ...content,
    paragraphs: ['Get [another one](https://example.com/claim) for ann-lee@example.com.'],
  })
  expect(html).toContain('<a href="https://example.com/claim" style="color:inherit">another one</a>')
  expect(html).toContain('<span style="display:inline-block">ann-lee@example.com.</span>')
  expect(html).not.toMatch(/>[^<]*https:/)
  expect(text).toContain('Get another one: https://example.com/claim for')
})

it('shows the logo, and hides the preheader in the email body', () => {
  const { html } = renderMail({ ...content, preheader: 'Pay to stay active.' })
  expect(html).toContain('<div style="display:none;max-height:0;overflow:hidden">Pay to stay active.</div>')
  expect(html).toContain('#d4331f')
})

it('links the email and the phone number in the HTML only, and no other text', () => {
  const contacts = [`o'hara@example.com`, '+1 (310) 555-0142', hostile].map(linkContact)
  const { html, text } = renderMail({ ...content, paragraphs: [`Email ${contacts[0]}.`], notes: contacts })
  const email = `<a href="mailto:o&#39;hara@example.com" style="color:inherit"><span style="display:inline-block">o&#39;hara@example.com</span></a>`
  expect(html).toContain(`Email ${email}.`)
  expect(html).toContain(`${email}<br><a href="tel:+13105550142"`)
  expect(html.match(/href=/g)).toHaveLength(4)
  expect(html).not.toContain('<script')
  expect(text).toContain(`Email o'hara@example.com.`)
  expect(text.endsWith(`\n\no'hara@example.com\n+1 (310) 555-0142\n${hostile}\n`)).toBe(true)
})

it('links only the allowed schemes, and each link alone', () => {
  const paragraphs = [
    '[x](javascript:alert(1))',
    '[a](https://a.example) and (b)',
    '[Call us](tel:+13105550142)',
  ]
  const { html, text } = renderMail({ ...content, paragraphs })
  expect(html).not.toContain('href="javascript')
  expect(html).toContain('<a href="https://a.example" style="color:inherit">a</a> and (b)')
  expect(text).toContain('Call us: tel:+13105550142')
})

it('has a language, one main landmark and one heading, at level 1', () => {
  const { html } = renderMail(content)
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/)
  expect(html.match(/role="main"/g)).toHaveLength(1)
  expect(html.match(/<h\d/g)).toEqual(['<h1'])
})
