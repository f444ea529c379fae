import type { ContentDocument } from './documents.ts'
import type { Field } from './fields.ts'
import { absent, type Change, changeDocument } from './walk.ts'

/** Text runs and their links belong together: leaving out one of them would change what is said. */
const wholeLists = new Set(['block', 'span', 'textLink'])

/** Lists of which the Studio demands certain items: the footer's links to terms and privacy. */
const wholeFields = new Set(['footerLinks'])

/**
 * The documents as an editor would leave them who fills in nothing but what the Studio demands: optional
 * fields are gone, required lists hold one item, and pages keep all their sections.
 */
export function minimal(documents: readonly ContentDocument[]): ContentDocument[] {
  return documents.map((document) =>
    changeDocument(document, (value, field, name, inside) => {
      if (value === undefined || field.need === 'optional') return absent
      const remaining = inside()
      const shorten = (field.kind === 'list' && !wholeLists.has(field.of ?? '')) || field.kind === 'texts'
      return shorten && !wholeFields.has(name) && Array.isArray(remaining) ? remaining.slice(0, 1) : remaining
    }),
  )
}

/**
 * How an empty document is empty: `blank` has empty strings and empty arrays, the way a cleared form field
 * may be stored; in `absent` the fields don't exist; in `null` they are null, the way a query projects them.
 */
export type Emptiness = 'blank' | 'absent' | 'null'

/**
 * The documents with nothing in them, required fields included. Pages keep their sections, each of them
 * empty, so that every section is tried.
 */
export function empty(
  documents: readonly ContentDocument[],
  emptiness: Emptiness = 'blank',
): ContentDocument[] {
  const change: Change = (value, field, _name, inside) => {
    if (field.kind === 'sections') return inside()
    if (emptiness === 'absent') return absent
    if (emptiness === 'null') return null
    return field.kind === 'object' && value !== undefined ? inside() : createBlank(field)
  }
  return documents.map((document) => withoutAssets(changeDocument(document, change)))
}

/** The documents with no fields at all, so that pages have no sections either. */
export function bare(documents: readonly ContentDocument[]): ContentDocument[] {
  return documents.map(({ _id, _type }) => ({ _id, _type }))
}

function createBlank(field: Field): unknown {
  if (field.kind === 'text' || field.kind === 'email' || field.kind === 'phone' || field.kind === 'url')
    return ''
  if (field.kind === 'list' || field.kind === 'texts') return []
  return absent
}

/** The fields of an image that is removed in the Studio; the object around it stays. */
const ofAnAsset = new Set(['_sanityAsset', 'asset', 'crop', 'hotspot'])

function withoutAssets(document: ContentDocument): ContentDocument {
  const json = JSON.stringify(document, (key: string, value: unknown) =>
    ofAnAsset.has(key) ? undefined : value,
  )
  return { ...JSON.parse(json), _id: document._id, _type: document._type }
}
