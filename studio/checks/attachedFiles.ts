import { isRecord, isText } from '@/lib/content/text/contentGuards'
import { getProperty } from '@/lib/errorCode'
import { isEqual } from '../findChanges'
import { type Fields, type Problem, walkObjects } from './walk'

/**
 * Finds fields that still belong to the previous file: a replaced picture's alternative text and crop; a replaced
 * video's captions, descriptions and poster.
 *
 * @param published - the document's published version; null for a new document
 */
export function findStaleFiles(document: Fields, published: Fields | null): Problem[] {
  return findReplacedFiles(document, published).flatMap(({ value, before, path }): Problem[] => {
    if (isFilm(value)) {
      const message = 'The video changed, but this belongs to the earlier one. Check or replace it.'
      const names = ['captions', 'descriptions', 'poster'].filter((name) =>
        isSameFile(value[name], before[name]),
      )
      return names.map((name) => ({ path: [...path, name], message }))
    }
    const altMessage = 'The picture changed, but this describes the earlier one. Describe what it shows now.'
    const cropMessage =
      'The picture changed, but its crop was set for the earlier one. Click “Crop image” and check it.'
    const [crop, cropBefore] = [value, before].map((picture) => [picture.hotspot, picture.crop])
    return [
      ...(isText(value.alt) && value.alt === before.alt
        ? [{ path: [...path, 'alt'], message: altMessage }]
        : []),
      ...(value.hotspot && isEqual(crop, cropBefore) ? [{ path, message: cropMessage }] : []),
    ]
  })
}

/** Finds WebM versions left over from a replaced video. Browsers that support WebM would play the earlier video. */
export function findStaleCopies(document: Fields, published: Fields | null): Problem[] {
  const message =
    'The video changed, but this WebM version shows the earlier one, which most browsers would play. Replace or remove it.'
  return findReplacedFiles(document, published)
    .filter(({ value, before }) => getRef(value.file) !== getRef(before.file))
    .filter(({ value, before }) => isSameFile(value.webm, before.webm))
    .map(({ path }) => ({ path: [...path, 'webm'], message }))
}

/** Lists the videos and pictures whose file or URL differs from the published one at the same path. */
function findReplacedFiles(document: Fields, published: Fields | null) {
  const publishedObjects = new Map(
    [...walkObjects(published)].map(({ value, path }) => [JSON.stringify(path), value]),
  )
  return [...walkObjects(document)].flatMap(({ value, path }) => {
    const before = publishedObjects.get(JSON.stringify(path))
    if (!before) return []
    const isReplaced = isFilm(value)
      ? !isEqual(getFilm(value), getFilm(before))
      : getRef(value) && getRef(before) && getRef(value) !== getRef(before)
    return isReplaced ? [{ value, before, path }] : []
  })
}

const isFilm = ({ _type }: Fields) => _type === 'video'

/** Returns the fields that identify a video: its source, file and URL. */
const getFilm = ({ source, file, url }: Fields) => [source, getRef(file), url]

const getRef = (value: unknown) => (isRecord(value) ? getProperty(value.asset, '_ref') : undefined)

const isSameFile = (value: unknown, before: unknown) =>
  getRef(value) !== undefined && getRef(value) === getRef(before)
