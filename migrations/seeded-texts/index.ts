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

/** By document id and path: all texts that the seed has had there, newest first. */
const formerTexts: Record<string, Record<string, string[]>> = texts.former
/** By document id: paths of required texts that the first seed did not have. */
const addedTexts: Record<string, string[]> = texts.added

const steps = /([^.[\]]+)|\[(\d+)\]|\[_key=="([^"]+)"\]/g

/** Reads a path of `texts.json` in a document: names, indexes, and keys as `cards[_key=="…"].title`. */
function readPath(document: unknown, path: string): unknown {
  let value = document
  for (const [, name, index, key] of path.matchAll(steps)) {
    if (key) value = Array.isArray(value) ? value.find((item) => item?._key === key) : undefined
    else
      value =
        typeof value === 'object' && value !== null ? Reflect.get(value, name ?? index ?? '') : undefined
  }
  return value
}

/**
 * Compares a document with what the seed contained before.
 *
 * @param document a document of any perspective
 * @returns texts to set by their path: `changed` for those that equal a former text of the seed, `missing` for required
 *   texts that the seed did not contain when the dataset was created
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
  const added = (addedTexts[seed._id] ?? []).filter((path) => readPath(document, path) === undefined)
  const read = (path: string) => [path, readPath(seed, path)] as const
  return {
    changed: Object.fromEntries(
      changeable.filter((entry) => isUnedited(...entry)).map(([path]) => read(path)),
    ),
    missing: Object.fromEntries(added.map(read)),
  }
}

/**
 * Updates a dataset that was seeded earlier to the seed's texts. A text changes only while it equals one that the seed
 * contained before, so an editor's own words stay.
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
