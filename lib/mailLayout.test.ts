import { expect, it } from 'vitest'
import { renderMail } from './mailLayout'

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
