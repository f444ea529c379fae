import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { renderMail } from './mailLayout'

const hostile = `<script>"&'</script>`
const content = {
  sender: hostile,
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
  expect(html.match(/&lt;script&gt;&quot;&amp;&#39;&lt;\/script&gt;/g)).toHaveLength(7)
  expect(text.split('\n\n')).toEqual([
    hostile,
    hostile,
    'Two',
    `${hostile}: https://example.com/?a=1&b="x"`,
    hostile,
    `${hostile}\nLast\n`,
  ])
})

it('has the light and dark colors of the Supabase email template', () => {
  const findColors = (html: string) => new Set(html.replaceAll(/#\d+;/g, '').match(/#[0-9a-f]{6}\b/g))
  const supabaseTemplate = readFileSync(`${import.meta.dirname}/../supabase/templates/layout.html`, 'utf8')
  const { html } = renderMail(content)
  expect(html).toContain('prefers-color-scheme: dark')
  // Only the template has a dot beside the sender's name.
  const senderDotColor = '#d4331f'
  expect(new Set([...findColors(html), senderDotColor])).toEqual(findColors(supabaseTemplate))
})

it('loads no external file and has one link', () => {
  const { html } = renderMail(content)
  expect(html).not.toMatch(/<img|src=|url\(|@import|<link/)
  expect(html.match(/href=/g)).toHaveLength(1)
})
