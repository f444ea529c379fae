import { readFileSync } from 'node:fs'
import { at, defineMigration, set, setIfMissing } from 'sanity/migrate'
import { getPublishedId } from '../../lib/content/tags'
import texts from './texts.json'

const seedDocuments: { _id: string; [field: string]: unknown }[] = readFileSync(
  new URL('../../seed/content.ndjson', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))

/** By document id and path: all former texts of the seed there, newest first. */
const formerTexts: Record<string, Record<string, string[]>> = texts.former
/** By document id: paths of required texts that the first seed did not have. */
const addedTexts: Record<string, string[]> = texts.added

/** The steps of a path: a name, an index or a key. */
const pathStepPattern = /([^.[\]]+)|\[(\d+)\]|\[_key=="([^"]+)"\]/g

/** Reads a document's value at a path of `texts.json`: names, indexes, and keys as in `cards[_key=="…"].title`. */
function readPath(document: unknown, path: string): unknown {
  let value = document
  for (const [, name, index, key] of path.matchAll(pathStepPattern)) {
    if (key) value = Array.isArray(value) ? value.find((item) => item?._key === key) : undefined
    else
      value =
        typeof value === 'object' && value !== null ? Reflect.get(value, name ?? index ?? '') : undefined
  }
  return value
}

/**
 * Finds the texts of a document that differ from the seed's only because the seed changed since.
 *
 * @param document - a published document, a draft or a version
 * @returns the seed's current texts by path: `changed` replace texts that equal a former text of the seed; `missing`
 * are required texts that the seed got later and the document lacks
 */
export function findOutdatedTexts(document: { _id: string }): {
  changed: Record<string, unknown>
  missing: Record<string, unknown>
} {
  const seed = seedDocuments.find(({ _id }) => _id === getPublishedId(document._id))
  if (!seed) return { changed: {}, missing: {} }
  const changeable = Object.entries(formerTexts[seed._id] ?? {})
  const isUnedited = (path: string, former: string[]) => {
    const text = readPath(document, path)
    return typeof text === 'string' && former.includes(text)
  }
  const missingPaths = (addedTexts[seed._id] ?? []).filter((path) => readPath(document, path) === undefined)
  const toEntry = (path: string) => [path, readPath(seed, path)] as const
  return {
    changed: Object.fromEntries(
      changeable.filter((entry) => isUnedited(...entry)).map(([path]) => toEntry(path)),
    ),
    missing: Object.fromEntries(missingPaths.map(toEntry)),
  }
}

/**
 * Updates a dataset that was seeded earlier to the seed's texts. Adds missing required texts. Changes a text only while
 * it equals a former text of the seed, so an editor's own words stay.
 */
export default defineMigration({
  title: 'Update the seeded texts that no editor has changed',
  migrate: {
    document(document) {
      const { changed, missing } = findOutdatedTexts(document)
      const groups = new Set(Object.keys(missing).flatMap((path) => path.split('.').slice(0, -1)))
      return [
        ...[...groups].map((group) => at(group, setIfMissing({}))),
        ...Object.entries({ ...changed, ...missing }).map(([path, text]) => at(path, set(text))),
      ]
    },
  },
})
