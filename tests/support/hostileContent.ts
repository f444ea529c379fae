import { classifyString } from './contentTexts.ts'
import { type ContentDocument, type ContentObject, isObject } from './documents.ts'

const hostileScript = 'globalThis.hostile=true'

/** URLs that must never become links, including obfuscated ones that browsers accept. */
export const hostileUrls: readonly string[] = [
  `javascript:${hostileScript}`,
  ` \tJaVaScRiPt:${hostileScript}`,
  `java\nscript:${hostileScript}`,
  `\u0001javascript:${hostileScript}`,
  `data:text/html,<script>${hostileScript}</script>`,
  `vbscript:${hostileScript}`,
  '//hostile.example/',
  '\\\\hostile.example\\',
  'file:///etc/passwd',
  'http://',
]

/** Markup that runs a script when it is written into a page, an attribute or a script element unescaped. */
export const hostileMarkup = `"'><img src=x onerror="${hostileScript}"></script><script>${hostileScript}</script>{{7*7}}`

/** A word that is wider than a phone's screen, and words in right-to-left scripts. */
const wideText = `${'Donaudampfschifffahrt'.repeat(5)} مرحبا بكم שלום`

/** Section and block types that have no component, including names of JavaScript's built-in properties. */
const unknownTypes: readonly string[] = ['unknownSection', 'constructor', '__proto__', 'toString', '']

/**
 * Changes documents as an attacker with an editor's rights, or a broken migration, could. Links have hostile URLs. Text
 * is followed by markup and words that are too wide. Arrays contain null; arrays of objects
 * also contain unknown types. Assets are missing or invalid; dates, numbers and most codes are invalid.
 */
export function makeHostile(documents: readonly ContentDocument[]): ContentDocument[] {
  let changeCount = 0
  const pickNext = <Item>(items: readonly Item[]) => items[changeCount++ % items.length]

  function changeValue(value: unknown, name: string): unknown {
    if (typeof value === 'string') return changeString(value, name)
    if (typeof value === 'number') return pickNext([null, -1, 1e308, 0.5])
    if (Array.isArray(value)) {
      const items = value.map((item) => changeValue(item, name))
      if (!value.some(isObject)) return name === 'marks' ? [...value, 'no-such-mark', null] : [null, ...items]
      const unknownItems = unknownTypes.map((_type, index) => ({ _key: `stranger-${index}`, _type }))
      return [null, ...items, ...unknownItems, { _key: 'untyped' }]
    }
    if (!isObject(value)) return value
    const object: ContentObject = {}
    for (const [key, inner] of Object.entries(value)) object[key] = changeValue(inner, key)
    if ('kind' in value)
      Object.assign(object, { url: pickNext(hostileUrls), kind: pickNext([value.kind, 'url']) })
    if (value._type === 'block') return addHostileMarks(object, pickNext(hostileUrls))
    return 'asset' in value || '_sanityAsset' in value ? withHostileAsset(object, value) : object
  }

  function changeString(value: string, name: string): unknown {
    const kind = classifyString(name, value)
    if (kind === 'text') return value && `${value} ${hostileMarkup} ${wideText}`
    if (kind === 'email') return `${value}?cc=victim@hostile.example${hostileMarkup}`
    if (kind === 'phone') return `${value};${hostileMarkup}`
    if (kind === 'url' || name === 'page' || name === 'fragment') return pickNext(hostileUrls)
    if (kind === 'date') return 'not a date'
    if (name === 'currency') return 'no such currency'
    // With an invalid source, the components would not read the hostile URL beside it.
    if (name === 'source') return pickNext(['youtube', 'vimeo'])
    return name.startsWith('_') || /^(path|kind|style|listItem)$/.test(name) ? value : hostileMarkup
  }

  /** Removes the asset of a picture or file, or replaces it with a reference to a missing asset or to an invalid id. */
  function withHostileAsset(
    { asset: _, _sanityAsset: __, ...fields }: ContentObject,
    original: ContentObject,
  ) {
    const isFile =
      JSON.stringify(original).includes('file-') || String(original._sanityAsset).startsWith('file')
    const missingId = isFile ? `file-${'0'.repeat(40)}-mp4` : `image-${'0'.repeat(40)}-2400x1600-jpg`
    const _ref = pickNext([undefined, missingId, 'image-not-an-asset-id'])
    // Weak, since a dataset refuses a strong reference to a document that doesn't exist.
    return { ...fields, asset: _ref ? { _type: 'reference', _ref, _weak: true } : null }
  }

  return documents.map((document) => ({
    ...Object(changeValue(document, '')),
    _id: document._id,
    _type: document._type,
  }))
}

/** Adds a link mark with the common `href` field, and a mark and an inline object of unknown types, to a block. */
function addHostileMarks(block: ContentObject, url: string | undefined): ContentObject {
  const getItems = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : [])
  return {
    ...block,
    markDefs: [
      ...getItems(block.markDefs),
      { _key: 'href', _type: 'link', href: url },
      { _key: 'unknown', _type: 'unknownMark', url },
      null,
    ],
    children: [
      ...getItems(block.children),
      { _key: 'href-span', _type: 'span', marks: ['href', 'unknown'], text: 'hostile link' },
      { _key: 'stranger', _type: 'unknownInline', url },
    ],
  }
}

/** How fields are emptied. `blank`: empty strings and arrays, as a cleared form stores them. */
export type Emptiness = 'blank' | 'absent' | 'null'

/** Empties all fields of documents. Pages keep all their sections, each of them empty, so that tests render them. */
export function makeEmpty(documents: readonly ContentDocument[], emptiness: Emptiness): ContentDocument[] {
  return documents.map((document) => {
    const { _id, _type, sections, ...fields } = document
    const emptySections = Array.isArray(sections)
      ? sections
          .filter(isObject)
          .map(({ _key, _type, ...inner }) => ({ _key, _type, ...clear(inner, emptiness) }))
      : undefined
    return { _id, _type, ...clear(fields, emptiness), ...(emptySections && { sections: emptySections }) }
  })
}

function clear(fields: ContentObject, emptiness: Emptiness): ContentObject {
  if (emptiness === 'absent') return {}
  const entries = Object.entries(fields).map(([name, value]): [string, unknown] => {
    if (emptiness === 'null') return [name, null]
    if (Array.isArray(value)) return [name, []]
    return [name, typeof value === 'string' ? '' : isObject(value) ? clearObject(value) : undefined]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Clears a nested object, including its picture or file, but not its `_type`. */
function clearObject({
  _type,
  _sanityAsset: _,
  asset: __,
  crop: ___,
  hotspot: ____,
  ...fields
}: ContentObject) {
  return { ...(_type === undefined ? {} : { _type }), ...clear(fields, 'blank') }
}
