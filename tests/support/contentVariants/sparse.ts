import type { ContentDocument } from './documents.ts'
import type { Field } from './fields.ts'
import { absent, type Change, changeDocument } from './walk.ts'

/** Types of list items that `makeMinimal` never removes: text without some of its parts would have another meaning. */
const completeItemTypes = new Set(['block', 'span', 'textLink'])

/** Lists in which the Studio requires certain items: the footer's links to terms and privacy. */
const completeFields = new Set(['footerLinks'])

/**
 * Reduces documents to what the Studio requires: fields that it never requires are removed, most lists have one item,
 * and pages have all their sections.
 */
export function makeMinimal(documents: readonly ContentDocument[]): ContentDocument[] {
  return documents.map((document) =>
    changeDocument(document, (value, field, name, changeInner) => {
      if (value === undefined || field.requirement === 'optional') return absent
      const changed = changeInner()
      const isShortened =
        (field.kind === 'list' && !completeItemTypes.has(field.typeName ?? '')) || field.kind === 'texts'
      return isShortened && !completeFields.has(name) && Array.isArray(changed)
        ? changed.slice(0, 1)
        : changed
    }),
  )
}

/**
 * The form of empty fields. `blank`: empty texts, URLs and arrays, as a cleared form field may be stored; objects
 * remain, and other fields don't exist. `absent`: no field exists. `null`: all fields are null, as a query projects
 * missing ones.
 */
export type Emptiness = 'blank' | 'absent' | 'null'

/**
 * Empties all fields of documents, required ones included. Pages have all their sections, each of them empty, so that
 * tests render every section.
 */
export function makeEmpty(
  documents: readonly ContentDocument[],
  emptiness: Emptiness = 'blank',
): ContentDocument[] {
  const change: Change = (value, field, _name, changeInner) => {
    if (field.kind === 'sections') return changeInner()
    if (emptiness === 'absent') return absent
    if (emptiness === 'null') return null
    return field.kind === 'object' && value !== undefined ? changeInner() : createBlank(field)
  }
  return documents.map((document) => removeAssets(changeDocument(document, change)))
}

/** Removes all fields of documents, so that pages have no sections either. */
export function makeBare(documents: readonly ContentDocument[]): ContentDocument[] {
  return documents.map(({ _id, _type }) => ({ _id, _type }))
}

function createBlank(field: Field): unknown {
  if (field.kind === 'text' || field.kind === 'email' || field.kind === 'phone' || field.kind === 'url')
    return ''
  if (field.kind === 'list' || field.kind === 'texts') return []
  return absent
}

/** The fields that the Studio removes with an image; the object around them remains. */
const assetFields = new Set(['_sanityAsset', 'asset', 'crop', 'hotspot'])

function removeAssets(document: ContentDocument): ContentDocument {
  const json = JSON.stringify(document, (key: string, value: unknown) =>
    assetFields.has(key) ? undefined : value,
  )
  return { ...JSON.parse(json), _id: document._id, _type: document._type }
}
