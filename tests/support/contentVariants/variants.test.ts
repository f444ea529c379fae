import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isObject } from './documents.ts'
import {
  bare,
  type ContentDocument,
  empty,
  hostile,
  hostileMark,
  isPseudo,
  isPseudoPhone,
  longWordLength,
  longWords,
  minimal,
  pseudoLocalise,
  pseudoText,
  readDocuments,
  rightToLeft,
  toNdjson,
  unknownTypes,
  withSamples,
  writeExport,
} from './index.ts'
import { getTexts } from './texts.ts'

const seed = withSamples(readDocuments())
const listIds = (documents: ContentDocument[]): string[] =>
  documents.map(({ _id, _type }) => `${_id} ${_type}`)
const withId = (documents: ContentDocument[], id: string): ContentDocument => {
  const found = documents.find(({ _id }) => _id === id)
  if (!found) throw new Error(`There is no ${id}.`)
  return found
}
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Every leaf with its path, to compare what a variant has left alone. */
function leaves(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}/${key}`))
}

describe.each([
  ['pseudoLocalise', pseudoLocalise],
  ['minimal', minimal],
  ['empty', empty],
  ['bare', bare],
  ['longWords', longWords],
  ['rightToLeft', rightToLeft],
  ['hostile', hostile],
])('%s', (_name, variant) => {
  it('preserves ids, types and order', () => {
    expect(listIds(variant(seed))).toEqual(listIds(seed))
  })

  it('leaves its input unchanged and returns the same result twice', () => {
    const before = toNdjson(seed)
    expect(toNdjson(variant(seed))).toBe(toNdjson(variant(seed)))
    expect(toNdjson(seed)).toBe(before)
    expect(toNdjson(variant(seed))).not.toBe(before)
  })

  it('is an export that can be written and read again', () => {
    const text = toNdjson(variant(seed))
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toHaveLength(seed.length)
  })
})

describe('pseudoLocalise', () => {
  const pseudo = pseudoLocalise(seed)

  it('turns every human-readable string into one that isPseudo recognizes, and the original is not', () => {
    const before = seed.flatMap(getTexts)
    const after = pseudo.flatMap(getTexts)
    expect(before.length).toBeGreaterThan(400)
    expect(after.map(({ path }) => path)).toEqual(before.map(({ path }) => path))
    for (const { path, text } of after) {
      expect(isPseudo(text), path).toBe(true)
      expect(text, path).toMatch(/^⟦.*⟧$/)
      expect(text.replace(/\{\w+\}/g, ''), path).not.toMatch(/[A-Za-z]/)
    }
    for (const { path, text } of before) if (/[a-z]/i.test(text)) expect(isPseudo(text), path).toBe(false)
  })

  it('changes only the email and the number', () => {
    const texts = new Set(seed.flatMap(getTexts).map(({ path }) => `/${path.replaceAll('.', '/')}`))
    const changed = seed.flatMap((document, index) => {
      const after = new Map(leaves(pseudo[index], `/${document._id}`))
      return leaves(document, `/${document._id}`).flatMap(([path, value]) =>
        after.get(path) === value ? [] : [path],
      )
    })
    expect(changed.filter((path) => !texts.has(path))).toEqual([
      '/siteSettings/contactEmail',
      '/siteSettings/contactPhone',
    ])
    expect(changed).toHaveLength(texts.size + 2)
  })

  it('preserves placeholders', () => {
    expect(withId(pseudo, 'siteSettings').titleTemplate).toBe('⟦{title} · {siteName}⟧')
    expect(pseudoText('Last updated: {date}')).toBe('⟦Ļåšţ ûþðåţéð: {date}⟧')
  })

  it('preserves the form of emails and phone numbers', () => {
    const { contactEmail, contactPhone } = withId(pseudo, 'siteSettings')
    expect(contactEmail).toBe('hello@pseudo.example')
    expect(isPseudo(String(contactEmail))).toBe(true)
    expect(isPseudoPhone(String(contactPhone))).toBe(true)
    expect(isPseudoPhone('+1 310 555 0142')).toBe(false)
  })
})

describe('isPseudo', () => {
  it.each([
    '',
    '997 – 1,497 %',
    '$1,600 ⟦å ɱöñţĥ⟧'.replace('ɱ', 'ṁ'),
    '⟦Ļåšţ ûþðåţéð: January 2025⟧',
    '⟦⟦Šéŕṽîçéš⟧ · ⟦Çŕéåţöŕ⟧⟧',
    'ŵöŕð',
    '⟦Åñ éẋçéŕþţ ţĥåţ ŵåš Cut',
    'Cut Åţ ţĥé šţåŕţ⟧',
    'hello@pseudo.example',
    pseudoText('Secure My Spot').toUpperCase(),
    pseudoText('SECURE MY SPOT').toLowerCase(),
  ])('accepts %j', (text) => expect(isPseudo(text)).toBe(true))

  it.each([
    'Menu',
    '⟦Ṁéñû⟧ open',
    'Close ⟦Ṁéñû⟧',
    'USD 997',
    'hello@creatorscircle.example',
    'école',
    'Меню',
    '菜单',
  ])('refuses %j', (text) => expect(isPseudo(text)).toBe(false))
})

describe('minimal', () => {
  const sparse = minimal(seed)
  it('retains required fields and drops optional ones', () => {
    const offer = withId(sparse, 'offer')
    expect(offer).toMatchObject({ priceLine: expect.any(String), introPrice: 99_700 })
    expect(offer).not.toHaveProperty('summary')
    expect(list(offer.values)).toEqual([
      {
        _key: 'youtube-ready-format',
        _type: 'valueItem',
        title: 'YouTube-ready video format',
        amount: 160_000,
        unit: 'once',
      },
    ])
    expect(withId(sparse, 'siteSettings')).not.toHaveProperty('socialImage')
  })

  it('retains all sections, and links with the fields of their kind', () => {
    for (const id of ['homePage', 'servicesPage', 'studioPage', 'aboutPage']) {
      expect(list(withId(sparse, id).sections)).toHaveLength(list(withId(seed, id).sections).length)
    }
    expect(list(withId(sparse, 'siteSettings').navigation)).toEqual([
      { _key: 'services', _type: 'link', label: 'Services', kind: 'page', page: '/services' },
    ])
  })

  it('retains complete legal texts, with their links', () => {
    expect(withId(sparse, 'legalPage-terms').body).toEqual(withId(seed, 'legalPage-terms').body)
  })
})

describe('empty', () => {
  it.each(['blank', 'absent', 'null'] as const)(
    'leaves no word, number or asset behind (%s)',
    (emptiness) => {
      for (const document of empty(seed, emptiness)) {
        for (const { path, text } of getTexts(document)) expect(text, path).toBe('')
        const { _id, _type, ...fields } = document
        for (const [path, value] of leaves(fields)) {
          if (/\/_(key|type)$/.test(path)) continue
          expect(['', null], `${_id}${path}`).toContain(value)
        }
      }
    },
  )

  it('retains every section of a page, empty', () => {
    const sections = list(withId(empty(seed, 'absent'), 'homePage').sections)
    expect(sections[0]).toEqual({ _key: 'hero', _type: 'heroSection' })
    expect(sections).toHaveLength(11)
    const blank = list(withId(empty(seed), 'homePage').sections)
    expect(blank[4]).toMatchObject({ heading: '', features: [] })
  })

  it('leaves only the documents themselves in bare', () => {
    expect(withId(bare(seed), 'homePage')).toEqual({ _id: 'homePage', _type: 'homePage' })
  })
})

describe('longWords', () => {
  it('turns each string with letters into an unbroken run wider than a phone', () => {
    const before = seed.flatMap(getTexts)
    for (const [index, { path, text }] of longWords(seed).flatMap(getTexts).entries()) {
      if (!/\p{L}/u.test(before[index]?.text.replace(/\{\w+\}/g, '') ?? '')) continue
      const runs = text.split(/\s|\{\w+\}/).map((run) => run.length)
      expect(Math.max(...runs), path).toBeGreaterThanOrEqual(longWordLength)
    }
  })

  it('keeps placeholders', () => {
    expect(withId(longWords(seed), 'offer').priceLine).toMatch(
      /^\{introPrice\}\S{90,}\{months\}\S{90,}\{regularPrice\}\S{90,}$/,
    )
  })
})

describe('rightToLeft', () => {
  it('leaves no Latin word outside of placeholders, and preserves numbers', () => {
    for (const { path, text } of rightToLeft(seed).flatMap(getTexts)) {
      expect(text.replace(/\{\w+\}/g, ''), path).not.toMatch(/\p{Script=Latin}/u)
    }
    const after = JSON.stringify(rightToLeft(seed))
    expect(after).toMatch(/\p{Script=Arabic}/u)
    expect(after).toMatch(/\p{Script=Hebrew}/u)
    expect(after).toContain('"value":"500+"')
  })
})

describe('hostile', () => {
  const attacked = hostile(seed)
  const all = attacked.flatMap((document) => leaves(document))

  it('makes every URL hostile', () => {
    const urls = all
      .filter(([path]) => path.endsWith('/url') || path.endsWith('/href'))
      .map(([, value]) => value)
    expect(urls.length).toBeGreaterThan(20)
    for (const url of urls) expect(url).not.toMatch(/^(https:|mailto:|tel:)/)
    expect(urls.filter((url) => String(url).startsWith('javascript:')).length).toBeGreaterThan(0)
  })

  it('writes markup into every string', () => {
    const before = seed.flatMap(getTexts)
    for (const { path, text } of before) expect(text, path).not.toContain(hostileMark)
    for (const { path, text } of attacked.flatMap(getTexts)) {
      if (!path.endsWith('.text') || !text.startsWith('hostile link'))
        expect(text, path).toContain(`onerror="globalThis.${hostileMark}`)
    }
  })

  it('puts nulls, unknown types and items without a type into sections and Portable Text', () => {
    for (const [id, field] of [
      ['homePage', 'sections'],
      ['legalPage-terms', 'body'],
      ['gallery', 'images'],
    ] as const) {
      const items = list(withId(attacked, id)[field])
      expect(items[0]).toBe(null)
      const types = items.filter(isObject).map(({ _type }) => _type)
      for (const type of unknownTypes) expect(types, id).toContain(type)
      expect(types, id).toContain(undefined)
    }
  })

  it('leaves no existing asset, and marks broken references as weak so that a dataset accepts them', () => {
    expect(toNdjson(attacked)).not.toContain('_sanityAsset')
    const references = all.filter(([path]) => path.endsWith('/asset/_weak'))
    expect(references.length).toBeGreaterThan(5)
    expect(all.filter(([path, value]) => path.endsWith('/asset') && value === null).length).toBeGreaterThan(2)
    for (const [path, value] of references) expect(value, path).toBe(true)
  })

  it('breaks codes, dates and numbers', () => {
    expect(withId(attacked, 'offer').currency).toBe('no such currency')
    expect(withId(attacked, 'legalPage-terms').lastUpdated).toBe('not a date')
    expect(withId(attacked, 'offer').introPrice).not.toBe(99_700)
  })
})

describe('writeExport', () => {
  it('creates a folder to import, with media only where documents refer to them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'variant-'))
    try {
      writeExport(folder, longWords(seed))
      expect(readdirSync(folder).toSorted()).toEqual(['content.ndjson', 'files', 'images'])
      expect(existsSync(join(folder, 'images', 'promo-poster.jpg'))).toBe(true)
      writeExport(folder, empty(seed))
      expect(readdirSync(folder)).toEqual(['content.ndjson'])
      expect(readFileSync(join(folder, 'content.ndjson'), 'utf8')).toBe(toNdjson(empty(seed)))
    } finally {
      rmSync(folder, { recursive: true })
    }
    expect(existsSync(new URL('../../../seed/images/promo-poster.jpg', import.meta.url))).toBe(true)
  })
})

describe('the variants', () => {
  it('load in plain Node, without the aliases of the site', () => {
    for (const file of [
      'index',
      'documents',
      'fields',
      'walk',
      'pseudo',
      'sparse',
      'strange',
      'hostile',
      'texts',
      'samples',
    ]) {
      const source = readFileSync(new URL(`${file}.ts`, import.meta.url), 'utf8')
      for (const [, from] of source.matchAll(/from '([^']+)'/g))
        expect(from).toMatch(/^(\.\/\w+\.ts|node:\w+)$/)
    }
  })
})
