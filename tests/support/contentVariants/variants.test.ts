import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isObject } from './documents.ts'
import {
  type ContentDocument,
  hostileMark,
  insertLongWords,
  isPseudo,
  isPseudoPhone,
  longWordLength,
  makeBare,
  makeEmpty,
  makeHostile,
  makeMinimal,
  makeRightToLeft,
  pseudoLocalize,
  pseudoText,
  readDocuments,
  toNdjson,
  unknownTypes,
  withSamples,
  writeExport,
} from './index.ts'
import { getTexts } from './texts.ts'

const seed = withSamples(readDocuments())
const listIdsAndTypes = (documents: ContentDocument[]): string[] =>
  documents.map(({ _id, _type }) => `${_id} ${_type}`)
const getDocument = (documents: ContentDocument[], id: string): ContentDocument => {
  const found = documents.find(({ _id }) => _id === id)
  if (!found) throw new Error(`There is no ${id}.`)
  return found
}
const toArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Lists every leaf value with its path, to find the values that a variant changes. */
function listLeaves(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([key, inner]) => listLeaves(inner, `${path}/${key}`))
}

describe.each([
  ['pseudoLocalize', pseudoLocalize],
  ['makeMinimal', makeMinimal],
  ['makeEmpty', makeEmpty],
  ['makeBare', makeBare],
  ['insertLongWords', insertLongWords],
  ['makeRightToLeft', makeRightToLeft],
  ['makeHostile', makeHostile],
])('%s', (_name, variant) => {
  it('preserves ids, types and order', () => {
    expect(listIdsAndTypes(variant(seed))).toEqual(listIdsAndTypes(seed))
  })

  it('leaves its input unchanged and returns the same result twice', () => {
    const before = toNdjson(seed)
    expect(toNdjson(variant(seed))).toBe(toNdjson(variant(seed)))
    expect(toNdjson(seed)).toBe(before)
    expect(toNdjson(variant(seed))).not.toBe(before)
  })

  it('can be formatted as an export, one JSON document a line', () => {
    const text = toNdjson(variant(seed))
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toHaveLength(seed.length)
  })
})

describe('pseudoLocalize', () => {
  const pseudo = pseudoLocalize(seed)

  it('changes every human-readable string: isPseudo accepts the result and rejects an original with letters', () => {
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

  it('changes only texts, the email and the phone number', () => {
    const texts = new Set(seed.flatMap(getTexts).map(({ path }) => `/${path.replaceAll('.', '/')}`))
    const changed = seed.flatMap((document, index) => {
      const after = new Map(listLeaves(pseudo[index], `/${document._id}`))
      return listLeaves(document, `/${document._id}`).flatMap(([path, value]) =>
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
    expect(getDocument(pseudo, 'siteSettings').titleTemplate).toBe('⟦{title} · {siteName}⟧')
    expect(pseudoText('Last updated: {date}')).toBe('⟦Ļåšţ ûþðåţéð: {date}⟧')
  })

  it('preserves the form of emails and phone numbers', () => {
    const { contactEmail, contactPhone } = getDocument(pseudo, 'siteSettings')
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

describe('makeMinimal', () => {
  const minimalDocuments = makeMinimal(seed)
  it('retains required fields and drops optional ones', () => {
    const offer = getDocument(minimalDocuments, 'offer')
    expect(offer).toMatchObject({ priceLine: expect.any(String), introPrice: 99_700 })
    expect(offer).not.toHaveProperty('summary')
    expect(toArray(offer.values)).toEqual([
      {
        _key: 'youtube-ready-format',
        _type: 'valueItem',
        title: 'YouTube-ready video format',
        amount: 160_000,
        unit: 'once',
      },
    ])
    expect(getDocument(minimalDocuments, 'siteSettings')).not.toHaveProperty('socialImage')
  })

  it('retains all sections, and links with the fields of their kind', () => {
    for (const id of ['homePage', 'servicesPage', 'studioPage', 'aboutPage']) {
      expect(toArray(getDocument(minimalDocuments, id).sections)).toHaveLength(
        toArray(getDocument(seed, id).sections).length,
      )
    }
    expect(toArray(getDocument(minimalDocuments, 'siteSettings').navigation)).toEqual([
      { _key: 'services', _type: 'link', label: 'Services', kind: 'page', page: '/services' },
    ])
  })

  it('retains complete legal texts, with their links', () => {
    expect(getDocument(minimalDocuments, 'legalPage-terms').body).toEqual(
      getDocument(seed, 'legalPage-terms').body,
    )
  })
})

describe('makeEmpty', () => {
  it.each(['blank', 'absent', 'null'] as const)('removes every word, number and asset (%s)', (emptiness) => {
    for (const document of makeEmpty(seed, emptiness)) {
      for (const { path, text } of getTexts(document)) expect(text, path).toBe('')
      const { _id, _type, ...fields } = document
      for (const [path, value] of listLeaves(fields)) {
        if (/\/_(key|type)$/.test(path)) continue
        expect(['', null], `${_id}${path}`).toContain(value)
      }
    }
  })

  it('retains every section of a page without its content', () => {
    const sections = toArray(getDocument(makeEmpty(seed, 'absent'), 'homePage').sections)
    expect(sections[0]).toEqual({ _key: 'hero', _type: 'heroSection' })
    expect(sections).toHaveLength(11)
    const blank = toArray(getDocument(makeEmpty(seed), 'homePage').sections)
    expect(blank[4]).toMatchObject({ heading: '', features: [] })
  })
})

describe('makeBare', () => {
  it('removes all fields except the id and the type', () => {
    expect(getDocument(makeBare(seed), 'homePage')).toEqual({ _id: 'homePage', _type: 'homePage' })
  })
})

describe('insertLongWords', () => {
  it('gives each string with letters outside placeholders an unbroken word wider than a phone', () => {
    const before = seed.flatMap(getTexts)
    for (const [index, { path, text }] of insertLongWords(seed).flatMap(getTexts).entries()) {
      if (!/\p{L}/u.test(before[index]?.text.replace(/\{\w+\}/g, '') ?? '')) continue
      const runs = text.split(/\s|\{\w+\}/).map((run) => run.length)
      expect(Math.max(...runs), path).toBeGreaterThanOrEqual(longWordLength)
    }
  })

  it('preserves placeholders', () => {
    expect(getDocument(insertLongWords(seed), 'offer').priceLine).toMatch(
      /^\{introPrice\}\S{90,}\{months\}\S{90,}\{regularPrice\}\S{90,}$/,
    )
  })
})

describe('makeRightToLeft', () => {
  it('leaves no Latin word outside of placeholders, and preserves numbers', () => {
    for (const { path, text } of makeRightToLeft(seed).flatMap(getTexts)) {
      expect(text.replace(/\{\w+\}/g, ''), path).not.toMatch(/\p{Script=Latin}/u)
    }
    const after = JSON.stringify(makeRightToLeft(seed))
    expect(after).toMatch(/\p{Script=Arabic}/u)
    expect(after).toMatch(/\p{Script=Hebrew}/u)
    expect(after).toContain('"value":"500+"')
  })
})

describe('makeHostile', () => {
  const hostileDocuments = makeHostile(seed)
  const hostileLeaves = hostileDocuments.flatMap((document) => listLeaves(document))

  it('makes every URL hostile', () => {
    const urls = hostileLeaves
      .filter(([path]) => path.endsWith('/url') || path.endsWith('/href'))
      .map(([, value]) => value)
    expect(urls.length).toBeGreaterThan(20)
    for (const url of urls) expect(url).not.toMatch(/^(https:|mailto:|tel:)/)
    expect(urls.filter((url) => String(url).startsWith('javascript:')).length).toBeGreaterThan(0)
  })

  it('adds markup to every text of the original', () => {
    const before = seed.flatMap(getTexts)
    for (const { path, text } of before) expect(text, path).not.toContain(hostileMark)
    for (const { path, text } of hostileDocuments.flatMap(getTexts)) {
      if (!path.endsWith('.text') || !text.startsWith('hostile link'))
        expect(text, path).toContain(`onerror="globalThis.${hostileMark}`)
    }
  })

  it('puts nulls, unknown types and items without a type into sections, Portable Text and pictures', () => {
    for (const [id, field] of [
      ['homePage', 'sections'],
      ['legalPage-terms', 'body'],
      ['gallery', 'images'],
    ] as const) {
      const items = toArray(getDocument(hostileDocuments, id)[field])
      expect(items[0]).toBe(null)
      const types = items.filter(isObject).map(({ _type }) => _type)
      for (const type of unknownTypes) expect(types, id).toContain(type)
      expect(types, id).toContain(undefined)
    }
  })

  it('removes or breaks every asset, and marks broken references as weak so that a dataset accepts them', () => {
    expect(toNdjson(hostileDocuments)).not.toContain('_sanityAsset')
    const references = hostileLeaves.filter(([path]) => path.endsWith('/asset/_weak'))
    expect(references.length).toBeGreaterThan(5)
    expect(
      hostileLeaves.filter(([path, value]) => path.endsWith('/asset') && value === null).length,
    ).toBeGreaterThan(2)
    for (const [path, value] of references) expect(value, path).toBe(true)
  })

  it('makes the currency, dates and numbers invalid', () => {
    expect(getDocument(hostileDocuments, 'offer').currency).toBe('no such currency')
    expect(getDocument(hostileDocuments, 'legalPage-terms').lastUpdated).toBe('not a date')
    expect(getDocument(hostileDocuments, 'offer').introPrice).not.toBe(99_700)
  })
})

describe('writeExport', () => {
  it('creates a folder to import, with links to the seed’s media only when documents refer to any', () => {
    const folder = mkdtempSync(join(tmpdir(), 'variant-'))
    try {
      writeExport(folder, insertLongWords(seed))
      expect(readdirSync(folder).toSorted()).toEqual(['content.ndjson', 'files', 'images'])
      expect(existsSync(join(folder, 'images', 'promo-poster.jpg'))).toBe(true)
      writeExport(folder, makeEmpty(seed))
      expect(readdirSync(folder)).toEqual(['content.ndjson'])
      expect(readFileSync(join(folder, 'content.ndjson'), 'utf8')).toBe(toNdjson(makeEmpty(seed)))
    } finally {
      rmSync(folder, { recursive: true })
    }
    expect(existsSync(new URL('../../../seed/images/promo-poster.jpg', import.meta.url))).toBe(true)
  })
})

describe('the variants', () => {
  it('import only each other and Node’s modules, so that plain Node can load them', () => {
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
