import { stegaEncodeSourceMap } from '@sanity/client/stega'
import { areas, type Messages } from '@/lib/messages/areas'
import { studioPath } from '@/lib/pages'
import { isRecord, isText } from '../text/contentGuards'
import type { Messages as MessagesDocument } from '../types.generated'

type Texts = Record<string, Record<string, string>>

/** The areas of the document `messages`, in which editors override defaults. */
export type MessageOverrides = Partial<{
  [Area in keyof Messages]: MessagesDocument[Area] | null
}>

/**
 * Merges an editor's texts with the defaults. An empty text means the default.
 *
 * @param isEditable - adds edit marks (stega) to the defaults, so that a click in Presentation opens their fields
 */
export function mergeMessages(overrides: MessageOverrides | null | undefined, isEditable?: boolean): Messages
export function mergeMessages(overrides: unknown, isEditable = false): Texts {
  const getOverrides = (area: string) => (isRecord(overrides) ? overrides[area] : undefined)
  const texts = Object.entries(isEditable ? markDefaults() : listDefaults()).map(([area, defaults]) => [
    area,
    withDefaults(defaults, getOverrides(area)),
  ])
  return Object.fromEntries(texts)
}

function withDefaults(defaults: Record<string, string>, overrides: unknown): Record<string, string> {
  const texts = { ...defaults }
  for (const name in defaults) {
    const text = isRecord(overrides) ? overrides[name] : undefined
    if (isText(text)) texts[name] = text
  }
  return texts
}

function listDefaults(): Texts {
  return Object.fromEntries(Object.entries(areas).map(([area, { defaults }]) => [area, defaults]))
}

let markedDefaults: Texts | undefined

/** Adds edit marks by a source map like that of a query, which maps each default to the field that overrides it. */
function markDefaults(): Texts {
  if (markedDefaults) return markedDefaults
  const defaults = listDefaults()
  const paths = Object.entries(defaults).flatMap(([area, texts]) =>
    Object.keys(texts).map((name) => `$['${area}']['${name}']`),
  )
  const mappings = paths.map((path, index) => [
    path,
    { type: 'value', source: { type: 'documentValue', document: 0, path: index } },
  ])
  markedDefaults = stegaEncodeSourceMap(
    defaults,
    { documents: [{ _id: 'messages', _type: 'messages' }], paths, mappings: Object.fromEntries(mappings) },
    { enabled: true, studioUrl: studioPath },
  )
  return markedDefaults
}
