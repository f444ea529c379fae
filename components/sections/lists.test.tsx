import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { mergeMessages } from '@/lib/content/reading/messages'
import { changeStrings } from '@/tests/support/contentTexts'
import { isObject, readDocuments } from '@/tests/support/documents'
import { createFilledSections } from '@/tests/support/filledSections'
import { getText } from '@/tests/support/markup'
import { runQuery } from '@/tests/support/runQuery'
import { sectionComponents } from './registry'
import { SectionList, sectionPageQuery } from './SectionPage'

/** Renders sections from documents, through the page's GROQ query. */
async function render(sections: readonly object[]): Promise<string> {
  const page = await runQuery(sectionPageQuery, [{ _id: 'homePage', _type: 'homePage', sections }], {
    id: 'homePage',
  })
  const site = { settings: null, messages: mergeMessages(null), offer: null }
  return renderToStaticMarkup(<SectionList sections={page?.sections} site={site} />)
}

describe('a testimonial', () => {
  it('is shown, with name and role, only after the person has consented', async () => {
    const testimonials = [
      { _key: 'a', quote: 'It is quiet.', name: 'Ana', role: 'Host', consent: '2026-01-15' },
      { _key: 'b', quote: 'Not to be read.', name: 'Ben' },
    ]
    const text = getText(await render([{ _key: 's', _type: 'testimonialsSection', testimonials }]))
    for (const part of ['It is quiet.', 'Ana', 'Host']) expect(text).toContain(part)
    for (const part of ['Not to be read.', 'Ben']) expect(text).not.toContain(part)
  })
})

describe('a section that would be pointless without its list, when no item is visible', () => {
  it.each([
    ['testimonialsSection', { testimonials: [{ _key: 'a', quote: 'No consent', name: 'A' }] }],
    ['testimonialsSection', { testimonials: [{ _key: 'a', quote: 'No consent', name: 'A', consent: '' }] }],
    ['testimonialsSection', {}],
    ['logosSection', { logos: [] }],
    ['episodesSection', { episodes: [{ _key: 'a', title: 'Without a video', video: null }] }],
    ['teamSection', { people: [null, { _key: 'a', role: 'Without a name' }] }],
    ['questionsSection', { questions: [{ _key: 'a', question: 'Without an answer?', answer: [] }] }],
  ])('renders nothing: %s with %j', async (_type, fields) => {
    expect(await render([{ _key: 's', _type, heading: 'A promise', intro: 'Of something', ...fields }])).toBe(
      '',
    )
  })
})

describe('a section without text or pictures', () => {
  const sections = [
    ...readDocuments().flatMap((document) => document.sections ?? []),
    ...createFilledSections(),
  ]
  it.each(Object.keys(sectionComponents))('renders nothing: %s', async (type) => {
    const section = sections.find((candidate) => isObject(candidate) && candidate._type === type)
    expect(section).toBeDefined()
    const withoutTexts = JSON.stringify(
      changeStrings(section, (text, kind) => (kind === 'text' ? '' : text)),
      (name, value: unknown) => (name === '_sanityAsset' ? undefined : value),
    )
    expect(await render([JSON.parse(withoutTexts)])).toBe('')
  })
})
