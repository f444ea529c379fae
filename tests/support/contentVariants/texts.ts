import type { ContentDocument } from './documents.ts'
import { isObject } from './documents.ts'
import { getFields } from './fields.ts'

/** A visible or spoken string, with its path ("homePage.sections.0.heading"). */
export type ContentText = { path: string; text: string }

/** Lists all human-readable strings of a document. The content model defines which fields contain them. */
export function getTexts(document: ContentDocument): ContentText[] {
  return [...listTexts(document, document._type, document._id)]
}

function* listTexts(object: Record<string, unknown>, type: string, path: string): Generator<ContentText> {
  for (const [name, field] of getFields(type)) {
    const value = object[name]
    const fieldPath = `${path}.${name}`
    if (field.kind === 'text' && typeof value === 'string') yield { path: fieldPath, text: value }
    if (field.kind === 'object' && isObject(value)) yield* listTexts(value, field.typeName ?? '', fieldPath)
    if (!Array.isArray(value)) continue
    for (const [index, item] of value.entries()) {
      if (field.kind === 'texts' && typeof item === 'string')
        yield { path: `${fieldPath}.${index}`, text: item }
      if (isObject(item))
        yield* listTexts(item, String(item._type ?? field.typeName), `${fieldPath}.${index}`)
    }
  }
}
