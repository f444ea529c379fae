import { type ContentDocument, type ContentObject, isObject } from './documents.ts'
import { changeDocument } from './walk.ts'

/** The global variable that hostile content sets when a page runs it. Tests assert that it stays undefined. */
export const hostileMark = '__hostile'

const hostileScript = `globalThis.${hostileMark}=true`

/** URLs that must never become a link, including obfuscated ones that browsers accept. */
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

/** Section and block types that have no component, including names of JavaScript's built-in properties. */
export const unknownTypes: readonly string[] = ['unknownSection', 'constructor', '__proto__', 'toString', '']

/**
 * Changes documents as an attacker with an editor's rights, or a broken migration, could: every link has a hostile URL,
 * every text contains markup, arrays contain null, and those of objects also unknown types, assets are missing or
 * invalid, and dates, numbers and most codes (see `fields.ts`) are invalid. Texts still begin with the original text, so
 * tests can check that the page is complete.
 */
export function makeHostile(documents: readonly ContentDocument[]): ContentDocument[] {
  let changeCount = 0
  const nextUrl = (urls: readonly string[] = hostileUrls): string => urls[changeCount++ % urls.length] ?? ''

  return documents.map((document) => {
    const changed = changeDocument(document, (value, field, name, changeInner) => {
      if (value === undefined && field.kind !== 'url') return undefined
      if (field.kind === 'text') return `${value} ${hostileMarkup}`
      if (field.kind === 'email') return `${value}?cc=victim@hostile.example${hostileMarkup}`
      if (field.kind === 'phone') return `${value};${hostileMarkup}`
      if (field.kind === 'url') return nextUrl()
      if (field.kind === 'date') return 'not a date'
      if (field.kind === 'number') return [null, -1, 1e308, 0.5][changeCount++ % 4]
      if (field.kind === 'code') return createHostileCode(value, name, document._type, nextUrl)
      const result = changeInner()
      if (field.kind === 'object') return isObject(result) ? withHostileAsset(result, changeCount++) : result
      if (!Array.isArray(result)) return result
      const items: unknown[] = result.map((item: unknown) =>
        isObject(item)
          ? withHostileAsset(
              field.typeName === 'block' ? addHostileMarks(item, nextUrl()) : item,
              changeCount++,
            )
          : item,
      )
      const unknownItems =
        field.kind === 'texts'
          ? []
          : unknownTypes.map((_type, index) => ({ _key: `stranger-${index}`, _type }))
      return [null, ...items, ...unknownItems, { _key: 'untyped' }]
    })
    return changed
  })
}

/**
 * Replaces a code: an enumeration, anchor, path or currency, see `fields.ts`. Styles and the paths of legal pages stay.
 * `kind` and `source` always get a valid value, since an invalid one would prevent the components from reading the
 * hostile URL beside it.
 */
function createHostileCode(
  value: unknown,
  name: string,
  documentType: string,
  nextUrl: () => string,
): unknown {
  if (documentType === 'legalPage' && name === 'path') return value
  const target = nextUrl()
  if (name === 'page' || name === 'fragment') return target
  if (name === 'kind') return value === 'page' && hostileUrls.indexOf(target) % 2 === 0 ? 'url' : value
  if (name === 'source') return hostileUrls.indexOf(target) % 2 === 0 ? 'youtube' : 'vimeo'
  if (name === 'marks') return Array.isArray(value) ? [...value, 'no-such-mark', null] : value
  if (name === 'style' || name === 'listItem') return value
  if (name === 'currency') return 'no such currency'
  return hostileMarkup
}

/** Adds a link mark with the common `href` field, and a mark and an inline object of unknown types, to a block. */
function addHostileMarks(block: ContentObject, url: string): ContentObject {
  const children = Array.isArray(block.children) ? block.children : []
  const markDefs = Array.isArray(block.markDefs) ? block.markDefs : []
  return {
    ...block,
    markDefs: [
      ...markDefs,
      { _key: 'href', _type: 'link', href: url },
      { _key: 'unknown', _type: 'unknownMark', url },
      null,
    ],
    children: [
      ...children.filter(isObject),
      { _key: 'href-span', _type: 'span', marks: ['href', 'unknown'], text: 'hostile link' },
      { _key: 'stranger', _type: 'unknownInline', url },
    ],
  }
}

/** Removes the asset of a picture or file, or refers to a missing asset or an invalid id, depending on `variant` modulo 3. */
function withHostileAsset(object: ContentObject, variant: number): ContentObject {
  if (!('_sanityAsset' in object) && !('asset' in object)) return object
  const { _sanityAsset, asset: _asset, ...otherFields } = object
  if (variant % 3 === 0) return { ...otherFields, asset: null }
  const kind = String(_sanityAsset ?? 'image').startsWith('file') ? 'file' : 'image'
  const missingId = `${kind}-${'0'.repeat(40)}-${kind === 'file' ? 'mp4' : '2400x1600-jpg'}`
  const _ref = variant % 3 === 1 ? missingId : `${kind}-not-an-asset-id`
  // Weak, since a dataset refuses a strong reference to a document that doesn't exist.
  return { ...otherFields, asset: { _type: 'reference', _ref, _weak: true } }
}
