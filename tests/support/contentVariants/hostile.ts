import { type ContentDocument, type ContentObject, isObject } from './documents.ts'
import { changeDocument } from './walk.ts'

/** The global variable that hostile content sets when the page runs it. A test asserts that it stays unset. */
export const hostileMark = '__hostile'

const script = `globalThis.${hostileMark}=true`

/** URLs that must never become a link, with the disguises that browsers resolve. */
export const hostileUrls: readonly string[] = [
  `javascript:${script}`,
  ` \tJaVaScRiPt:${script}`,
  `java\nscript:${script}`,
  `\u0001javascript:${script}`,
  `data:text/html,<script>${script}</script>`,
  `vbscript:${script}`,
  '//hostile.example/',
  '\\\\hostile.example\\',
  'file:///etc/passwd',
  'http://',
]

/** Markup that runs a script when it is written into a page, an attribute or a script element unescaped. */
export const hostileMarkup = `"'><img src=x onerror="${script}"></script><script>${script}</script>{{7*7}}`

/** Section and block types no component exists for, names of an object's own machinery included. */
export const unknownTypes: readonly string[] = ['unknownSection', 'constructor', '__proto__', 'toString', '']

/**
 * The documents as an attacker with an editor's rights, or a broken migration, could leave them: every link has a
 * hostile URL, every string carries markup, every array holds nulls and strangers, assets are missing or don't exist,
 * and codes, dates and numbers are nonsense. Strings still begin with their original text, so that a test can see
 * that the page is complete.
 */
export function hostile(documents: readonly ContentDocument[]): ContentDocument[] {
  let count = 0
  const next = (urls: readonly string[] = hostileUrls): string => urls[count++ % urls.length] ?? ''

  return documents.map((document) => {
    const changed = changeDocument(document, (value, field, name, inside) => {
      if (value === undefined && field.kind !== 'url') return undefined
      if (field.kind === 'text') return `${value} ${hostileMarkup}`
      if (field.kind === 'email') return `${value}?cc=victim@hostile.example${hostileMarkup}`
      if (field.kind === 'phone') return `${value};${hostileMarkup}`
      if (field.kind === 'url') return next()
      if (field.kind === 'date') return 'not a date'
      if (field.kind === 'number') return [null, -1, 1e308, 0.5][count++ % 4]
      if (field.kind === 'code') return hostileCode(value, name, document._type, next)
      const result = inside()
      if (field.kind === 'object') return isObject(result) ? withHostileAsset(result, count++) : result
      if (!Array.isArray(result)) return result
      const items: unknown[] = result.map((item: unknown) =>
        isObject(item)
          ? withHostileAsset(field.of === 'block' ? hostileBlock(item, next()) : item, count++)
          : item,
      )
      const strangers =
        field.kind === 'texts'
          ? []
          : unknownTypes.map((_type, index) => ({ _key: `stranger-${index}`, _type }))
      return [null, ...items, ...strangers, { _key: 'untyped' }]
    })
    return changed
  })
}

/** Valid kinds and sources stay, in turns, since hostile targets get furthest with them. */
function hostileCode(value: unknown, name: string, documentType: string, next: () => string): unknown {
  if (documentType === 'legalPage' && name === 'path') return value
  const target = next()
  if (name === 'page' || name === 'fragment') return target
  if (name === 'kind') return value === 'page' && hostileUrls.indexOf(target) % 2 === 0 ? 'url' : value
  if (name === 'source') return hostileUrls.indexOf(target) % 2 === 0 ? 'youtube' : 'vimeo'
  if (name === 'marks') return Array.isArray(value) ? [...value, 'no-such-mark', null] : value
  if (name === 'style' || name === 'listItem') return value
  if (name === 'currency') return 'no such currency'
  return hostileMarkup
}

/** A Portable Text block with a link mark of an unknown type and one with the customary `href` beside its own. */
function hostileBlock(block: ContentObject, url: string): ContentObject {
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

/** Pictures and files: one in three keeps its object without an asset, the others refer to nothing. */
function withHostileAsset(object: ContentObject, turn: number): ContentObject {
  if (!('_sanityAsset' in object) && !('asset' in object)) return object
  const { _sanityAsset, asset: _asset, ...rest } = object
  if (turn % 3 === 0) return { ...rest, asset: null }
  const kind = String(_sanityAsset ?? 'image').startsWith('file') ? 'file' : 'image'
  const missing = `${kind}-${'0'.repeat(40)}-${kind === 'file' ? 'mp4' : '2400x1600-jpg'}`
  const _ref = turn % 3 === 1 ? missing : `${kind}-not-an-asset-id`
  // Weak, since a dataset refuses a strong reference to a document that doesn't exist.
  return { ...rest, asset: { _type: 'reference', _ref, _weak: true } }
}
