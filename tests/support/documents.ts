import { readFileSync } from 'node:fs'

/** A document in an export: an id, a type and fields of any kind. */
export type ContentDocument = { _id: string; _type: string; [field: string]: unknown }
/** A JSON object inside a document. */
export type ContentObject = { [field: string]: unknown }

/** The seed's export file. */
export const seedFile = new URL('../../seed/content.ndjson', import.meta.url)

/**
 * Reads the seed, one JSON document per line.
 *
 * @throws when a line isn't JSON, or has no `_id` or `_type`
 */
export function readDocuments(): ContentDocument[] {
  return readFileSync(seedFile, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return []
      const document: unknown = JSON.parse(line)
      if (!isContentDocument(document)) throw new Error(`Seed line ${index + 1} has no _id or no _type.`)
      return [document]
    })
}

/** Whether a value is a JSON object (and neither null nor an array). */
export function isObject(value: unknown): value is ContentObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isContentDocument(value: unknown): value is ContentDocument {
  return isObject(value) && typeof value._id === 'string' && typeof value._type === 'string'
}
