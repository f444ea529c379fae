import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Heading } from './Heading'

const inside = (text: string) =>
  renderToStaticMarkup(<Heading level={2}>{text}</Heading>).replace(/^<h2 dir="auto">|<\/h2>$/g, '')
const whole = (word: string) => `<span class="inline-block">${word}</span>`

it.each([
  ['Full Post-Production', `Full ${whole('Post-Production')}`],
  ['A 2-camera (multi-angle) set', `A ${whole('2-camera')} ${whole('(multi-angle)')} set`],
  ['Recording - and more -', 'Recording - and more -'],
  // Edit marks of drafts stay in one piece for the Studio's overlays.
  ['Post-production\u200b\ufeff\u200c', whole('Post-production\u200b\ufeff\u200c')],
])('does not break words with a hyphen: %s', (text, html) => {
  expect(inside(text)).toBe(html)
})

it('handles a long word quickly', () => {
  expect(inside('a'.repeat(100_000))).toHaveLength(100_000)
})
