import { readFileSync } from 'node:fs'

/** A document of the seed. */
export type SeedDocument = { _id: string; _type: string; [field: string]: unknown }

/**
 * Reads the seed as it is after an import, except that all pictures have one fictitious asset, and all files another.
 */
export function seedDocuments(): SeedDocument[] {
  const lines = readFileSync(new URL('../../seed/content.ndjson', import.meta.url), 'utf8').split('\n')
  return lines.filter((line) => line.trim()).map((line) => JSON.parse(line, replaceAsset))
}

/**
 * Reads one document of the seed, for tests that change it.
 *
 * @throws when there is none with this id
 */
export function seedDocument(id: string): SeedDocument {
  const document = seedDocuments().find((candidate) => candidate._id === id)
  if (!document) throw new Error(`The seed has no document “${id}”.`)
  return document
}

function replaceAsset(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('_sanityAsset' in value)) return value
  const { _sanityAsset: exportedFile, ...fields } = value
  const [kind = ''] = String(exportedFile).split('@')
  const id =
    kind === 'image' ? 'image-0123456789abcdef0123456789abcdef01234567-1600x900-jpg' : 'file-0a1b-mp4'
  return { ...fields, asset: { _type: 'reference', _ref: id } }
}
