import { type ContentDocument, isObject } from './documents.ts'

/** Names of fields that code evaluates, such as enumerations, anchors and paths; people don't read their values. */
const codeNames = new Set(
  `anchor counts currency drawing formerPaths fragment from kind listItem marks match page pages path side status style
   to tone topic unit`.split(/\s+/),
)
const videoSources = ['file', 'youtube', 'vimeo']

/** How a string in a document is used. */
export type StringKind = 'text' | 'code' | 'date' | 'email' | 'phone' | 'url'

/**
 * Classifies a string by its format and its field's name. An array item counts as a field with the array's name.
 */
export function classifyString(name: string, value: string): StringKind {
  if (name.startsWith('_') || codeNames.has(name)) return 'code'
  if (name === 'source' && videoSources.includes(value)) return 'code'
  if (name === 'url' || name === 'canonical') return 'url'
  if (name === 'contactEmail') return 'email'
  if (name === 'contactPhone') return 'phone'
  return /^\d{4}-\d\d-\d\d/.test(value) ? 'date' : 'text'
}

/** Copies a value, and applies `change` to every string in it, at any depth. */
export function changeStrings(
  value: unknown,
  change: (text: string, kind: StringKind, name: string) => string,
  name = '',
): unknown {
  if (typeof value === 'string') return change(value, classifyString(name, value), name)
  if (Array.isArray(value)) return value.map((item) => changeStrings(item, change, name))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, changeStrings(inner, change, key)]),
  )
}

/** A visible or spoken string, with its path ("homePage.sections.0.heading"). */
export type ContentText = { path: string; text: string }

/** Lists a document's strings that people read or hear. */
export function getTexts(document: ContentDocument): ContentText[] {
  return [...listTexts(document, '', document._id)]
}

function* listTexts(value: unknown, name: string, path: string): Generator<ContentText> {
  if (typeof value === 'string') {
    if (classifyString(name, value) === 'text') yield { path, text: value }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* listTexts(item, name, `${path}.${index}`)
  } else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) yield* listTexts(inner, key, `${path}.${key}`)
  }
}
