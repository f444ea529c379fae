import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A document of an export: an id, a type and fields of any kind. */
export type ContentDocument = { _id: string; _type: string; [field: string]: unknown }
/** A JSON object inside a document. */
export type ContentObject = { [field: string]: unknown }

/** The seed's export file. */
export const seedFile = new URL('../../../seed/content.ndjson', import.meta.url)

/**
 * Reads an export, one JSON document a line.
 *
 * @throws when a line isn't JSON, or has no `_id` or `_type`
 */
export function readDocuments(file: URL | string = seedFile): ContentDocument[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return []
      const document: unknown = JSON.parse(line)
      if (!isContentDocument(document)) throw new Error(`Line ${index + 1} has no _id or no _type.`)
      return [document]
    })
}

/** Formats documents as an export, which `@sanity/import` reads. */
export function toNdjson(documents: readonly ContentDocument[]): string {
  return documents.map((document) => `${JSON.stringify(document)}\n`).join('')
}

/**
 * Writes documents into a folder that can be imported like the seed: `content.ndjson`, and, when documents refer to
 * any, the seed's images and files. Deletes the previous content of the folder.
 *
 * @returns the folder
 */
export function writeExport(folder: string, documents: readonly ContentDocument[]): string {
  const text = toNdjson(documents)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'content.ndjson'), text)
  for (const media of text.includes('_sanityAsset') ? ['images', 'files'] : []) {
    symlinkSync(fileURLToPath(new URL(media, seedFile)), join(folder, media))
  }
  return folder
}

/** Whether a value is a JSON object (and neither null nor an array). */
export function isObject(value: unknown): value is ContentObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isContentDocument(value: unknown): value is ContentDocument {
  return isObject(value) && typeof value._id === 'string' && typeof value._type === 'string'
}
