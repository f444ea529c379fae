import { describe, expect, it } from 'vitest'
import { fillOfferValues, formatOfferValues } from '@/lib/content/text/offerValues'
import { pageTexts } from '@/lib/messages/areas'
import { getTexts } from '../tests/support/contentTexts'
import { type ContentDocument, readDocuments } from '../tests/support/documents'
import { createFilledSections } from '../tests/support/filledSections'
import { withMessages } from '../tests/support/filledSeed'
import { makeEmpty, makeHostile } from '../tests/support/hostileContent'
import {
  findEmptyElements,
  formReplayScript,
  getText,
  listAttributeValues,
  listHeadingLevels,
} from '../tests/support/markup'
import { isPseudo, pseudoLocalize } from '../tests/support/pseudo'
import { pageRenderers, renderSiteFrame } from '../tests/support/renderedPages'
import { sampleLandingPage } from '../tests/support/sampleContent'

const filledPage = {
  ...sampleLandingPage,
  sections: [...sampleLandingPage.sections, ...createFilledSections()],
}
const seed = [...withMessages(readDocuments()), filledPage]

const variants: Record<string, readonly ContentDocument[]> = {
  seed,
  'pseudo-localized': pseudoLocalize(seed),
  hostile: makeHostile(seed),
  'blank fields': makeEmpty(seed, 'blank'),
  'absent fields': makeEmpty(seed, 'absent'),
  'null fields': makeEmpty(seed, 'null'),
  'no documents': [],
}

const variantsWithTexts = new Set(['seed', 'pseudo-localized', 'hostile'])

describe.each(Object.entries(variants))('content variant: %s', (variant, documents) => {
  it.each(Object.entries(pageRenderers))(
    'renders page %s without empty elements or skipped heading levels',
    async (name, render) => {
      const html = await render(documents)
      expect(findEmptyElements(html)).toEqual([])
      expect(html).not.toMatch(/undefined|NaN|\[object |>null</)
      expect(listAttributeValues(html, 'src').filter((src) => src === '')).toEqual([])
      const levels = listHeadingLevels(html)
      const hasHeading = variantsWithTexts.has(variant) || `${name}Page` in pageTexts
      expect(levels.filter((level) => level === 1)).toHaveLength(hasHeading ? 1 : 0)
      const skippedLevels = levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)
      expect(skippedLevels).toEqual([])
    },
  )

  it('renders the header and the footer without empty elements', async () => {
    const html = await renderSiteFrame(documents)
    expect(findEmptyElements(html)).toEqual([])
    expect(html).not.toMatch(/undefined|NaN|\[object |>null</)
  })
})

describe.each(Object.entries(variants).filter(([name]) => !variantsWithTexts.has(name)))(
  'content variant without text: %s',
  (_variant, documents) => {
    it.each(['home', 'services', 'studio', 'about', 'landing'])(
      'renders nothing for the sections of %s',
      async (name) => {
        expect(await pageRenderers[name]?.(documents)).toBe('')
      },
    )
  },
)

describe('empty content', () => {
  it.each([...Object.entries(pageRenderers), ['frame', renderSiteFrame] as const])(
    'renders the same %s for blank, absent and null fields',
    async (_name, render) => {
      const absent = await render(variants['absent fields'] ?? [])
      expect(await render(variants['null fields'] ?? [])).toBe(absent)
      expect(await render(variants['blank fields'] ?? [])).toBe(absent)
    },
  )
})

describe('the seed', () => {
  /** Removes characters that rendering may change: spaces, hyphens, and characters that control line breaks. */
  const normalize = (text: string) => text.replaceAll(/[\s\u00a0\u2011\u2060-]+/g, '')
  /** The content that is not shown: sections without items, and questions without an answer. */
  const emptySections = /^homePage\.sections\.([123]|11\.questions\.([7-9]|1\d))\./

  it.each([
    ['home', 'homePage'],
    ['services', 'servicesPage'],
    ['studio', 'studioPage'],
    ['about', 'aboutPage'],
    ['contact', 'contactPage'],
    ['terms', 'legalPage-terms'],
    ['privacy', 'legalPage-privacy'],
  ])('page %s shows every string of the document %s', async (page, id) => {
    const html = (await pageRenderers[page]?.(seed)) ?? ''
    const spoken = ['alt', 'aria-label'].flatMap((name) => listAttributeValues(html, name))
    const shown = normalize([getText(html), ...spoken].join(' '))
    const offer: object | undefined = seed.find(({ _id }) => _id === 'offer')
    const ids = id === 'studioPage' ? [id, 'gallery'] : [id]
    const documents = seed.filter(({ _id }) => ids.includes(_id)).map(({ seo, ...fields }) => fields)
    const texts = fillOfferValues(documents, formatOfferValues(offer))
      .flatMap(getTexts)
      .filter(({ path, text }) => text !== '' && !emptySections.test(path))
    expect(texts.length).toBeGreaterThan(10)
    expect(texts.filter(({ text }) => !shown.includes(normalize(text)))).toEqual([])
  })
})

describe('pseudo-localized content', () => {
  it.each([...Object.entries(pageRenderers), ['frame', renderSiteFrame] as const])(
    'reveals no hardcoded word in %s',
    async (_name, render) => {
      const page = await render(variants['pseudo-localized'] ?? [])
      const html = page.replace(formReplayScript, '').replaceAll('<wbr/>', '')
      const texts = [
        ...html.split(/<[^>]*>/),
        ...['alt', 'aria-label', 'placeholder', 'title'].flatMap((name) => listAttributeValues(html, name)),
      ]
      expect(texts.filter((text) => !isPseudo(text.replace(/&\w+;/g, '')))).toEqual([])
    },
  )
})

describe('hostile content', () => {
  const documents = variants.hostile ?? []

  it.each([...Object.entries(pageRenderers), ['frame', renderSiteFrame] as const])(
    'adds no script and no unsafe URL to %s',
    async (_name, render) => {
      const html = await render(documents)
      const urls = [...listAttributeValues(html, 'href'), ...listAttributeValues(html, 'src')]
      expect(
        urls.filter((url) => !/^(\/(?![/\\])|https:|mailto:|tel:|http:\/\/content-lake\.test|#)/.test(url)),
      ).toEqual([])
      expect(html.replace(formReplayScript, '')).not.toMatch(
        /<script(?! type="application\/ld\+json">)|<img src=x/,
      )
    },
  )
})
