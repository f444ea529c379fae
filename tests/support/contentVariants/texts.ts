import type { ContentDocument } from './documents.ts'
import { isObject } from './documents.ts'
import { fieldsOf } from './fields.ts'

/** A string that people read or hear, with the way to it ("homePage.sections.0.heading"). */
export type ContentText = { path: string; text: string }

/** All human-readable strings of a document, by the content model's word on which fields hold them. */
export function textsOf(document: ContentDocument): ContentText[] {
  return [...textsIn(document, document._type, document._id)]
}

function* textsIn(object: Record<string, unknown>, type: string, path: string): Generator<ContentText> {
  for (const [name, field] of fieldsOf(type)) {
    const value = object[name]
    const here = `${path}.${name}`
    if (field.kind === 'text' && typeof value === 'string') yield { path: here, text: value }
    if (field.kind === 'object' && isObject(value)) yield* textsIn(value, field.of ?? '', here)
    if (!Array.isArray(value)) continue
    for (const [index, item] of value.entries()) {
      if (field.kind === 'texts' && typeof item === 'string') yield { path: `${here}.${index}`, text: item }
      if (isObject(item)) yield* textsIn(item, String(item._type ?? field.of), `${here}.${index}`)
    }
  }
}
