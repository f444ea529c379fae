import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Heading } from './Heading'

const renderHeadingContent = (text: string) =>
  renderToStaticMarkup(<Heading level={2}>{text}</Heading>).replace(/^<h2 dir="auto">|<\/h2>$/g, '')
const unbreakable = (word: string) => `<span class="inline-block">${word}</span>`

it.each([
  ['Full Post-Production', `Full ${unbreakable('Post-Production')}`],
  ['A 2-camera (multi-angle) set', `A ${unbreakable('2-camera')} ${unbreakable('(multi-angle)')} set`],
  ['Recording - and more -', 'Recording - and more -'],
  // The invisible edit marks of drafts stay together, as the Studio's overlays require.
  ['Post-production\u200b\ufeff\u200c', unbreakable('Post-production\u200b\ufeff\u200c')],
])('prevents line breaks inside hyphenated words only: %s', (text, html) => {
  expect(renderHeadingContent(text)).toBe(html)
})

it('renders a word of 100,000 letters without slow backtracking', () => {
  expect(renderHeadingContent('a'.repeat(100_000))).toHaveLength(100_000)
})
