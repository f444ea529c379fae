import { stegaEncodeSourceMap } from '@sanity/client/stega'
import { areas, type Messages, pageTexts } from '@/lib/messages/areas'
import { studioPath } from '@/lib/pages'
import { isRecord, isText } from '../text/contentGuards'
import type { Messages as MessagesDocument } from '../types.generated'

type Texts = Readonly<Record<string, string>>

/** The areas of the document `messages`, in which editors override defaults. */
export type MessageOverrides = Partial<{
  [Area in keyof Messages]: MessagesDocument[Area] | null
}>

/**
 * Merges an editor's messages with the defaults. An empty string means the default.
 *
 * @param isEditable - adds edit marks (stega) to the defaults, so that a click in Presentation opens their fields
 */
export function mergeMessages(overrides: MessageOverrides | null | undefined, isEditable?: boolean): Messages
export function mergeMessages(overrides: unknown, isEditable = false): Record<string, Texts> {
  const texts = Object.entries(areas).map(([area, { defaults }]) => [
    area,
    withDefaults(
      isEditable ? markDefaults(defaults, 'messages', `['${area}']`) : defaults,
      isRecord(overrides) ? overrides[area] : undefined,
    ),
  ])
  return Object.fromEntries(texts)
}

const pageDefaults = new Map<string, Texts>(
  Object.entries(pageTexts).map(([document, { defaults }]) => [document, defaults]),
)

/**
 * Adds the defaults of a page's strings to its content. An empty string means the default.
 *
 * @param document - the id of the page's document
 * @param content - the document's fields; null if the document does not exist
 * @param isEditable - as for {@link mergeMessages}
 * @returns null if neither the document nor defaults for the page exist
 */
export function completePage<Content>(document: string, content: Content, isEditable?: boolean): Content
export function completePage(document: string, content: unknown, isEditable = false): unknown {
  const defaults = pageDefaults.get(document)
  if (!defaults || (content !== null && !isRecord(content))) return content
  const texts = withDefaults(isEditable ? markDefaults(defaults, document) : defaults, content)
  return { _id: document, seo: null, ...content, ...texts }
}

function withDefaults(defaults: Texts, overrides: unknown): Texts {
  const texts: Record<string, string> = { ...defaults }
  for (const name in defaults) {
    const text = isRecord(overrides) ? overrides[name] : undefined
    if (isText(text)) texts[name] = text
  }
  return texts
}

const markedDefaults = new Map<Texts, Texts>()

/**
 * Adds edit marks, using a source map from each default to the field that overrides it.
 *
 * @param field - the path of the object with these fields, as JSONPath; by default the document
 */
function markDefaults(defaults: Texts, document: string, field = ''): Texts {
  const known = markedDefaults.get(defaults)
  if (known) return known
  const names = Object.keys(defaults).map((name) => `['${name}']`)
  const mappings = names.map((name, path) => [
    `$${name}`,
    { type: 'value', source: { type: 'documentValue', document: 0, path } },
  ])
  const marked = stegaEncodeSourceMap(
    defaults,
    {
      documents: [{ _id: document, _type: document }],
      paths: names.map((name) => `$${field}${name}`),
      mappings: Object.fromEntries(mappings),
    },
    { enabled: true, studioUrl: studioPath },
  )
  markedDefaults.set(defaults, marked)
  return marked
}
