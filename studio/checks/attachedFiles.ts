import { isRecord } from '@/lib/content/text/contentGuards'
import { getProperty } from '@/lib/errorCode'
import { type FieldPath, type Fields, type Problem, walkObjects } from './walk'

/** Fields of a video that belong to its film, with what has to be done about each when the film changes. */
const filmFields = {
  captions: 'The film changed, and these are still the captions of the earlier one. Check or replace them.',
  descriptions:
    'The film changed, and these are still the descriptions of the earlier one. Check or replace them.',
  poster: 'The film changed, and this is still the poster of the earlier one. Check or replace it.',
}

/**
 * Finds texts and files of a replaced file: alternative texts and crops of pictures; captions, descriptions and posters of
 * films.
 *
 * @param published - the document's published version; null for a new document
 */
export function findStaleFiles(document: Fields, published: Fields | null): Problem[] {
  return pairObjects(document, published).flatMap(({ value, before, path }): Problem[] => {
    if (isFilm(value)) {
      if (getFilm(value) === getFilm(before)) return []
      return Object.entries(filmFields).flatMap(([name, message]) =>
        isSameFile(value[name], before[name]) ? [{ path: [...path, name], message }] : [],
      )
    }
    if (!getRef(value) || !getRef(before) || getRef(value) === getRef(before)) return []
    const problems: Problem[] = []
    if (typeof value.alt === 'string' && value.alt.trim() && value.alt === before.alt) {
      const message =
        'The picture changed, and this still describes the earlier one. Describe what there is to see now.'
      problems.push({ path: [...path, 'alt'], message })
    }
    if (value.hotspot && isEqual([value.hotspot, value.crop], [before.hotspot, before.crop])) {
      const message =
        'The picture changed, and its crop is still that of the earlier one. Click “Crop image” and check it.'
      problems.push({ path, message })
    }
    return problems
  })
}

/** Finds smaller copies of replaced films. Browsers that support them would play the earlier film. */
export function requireCurrentCopy(document: Fields, published: Fields | null): Problem[] {
  return pairObjects(document, published).flatMap(({ value, before, path }) => {
    const isStale = getRef(value.file) !== getRef(before.file) && isSameFile(value.webm, before.webm)
    const message =
      'The film changed, and this is still the smaller copy of the earlier one, which most browsers would play. Remove it, or upload a copy of the new film.'
    return isFilm(value) && isStale ? [{ path: [...path, 'webm'], message }] : []
  })
}

/** Pairs the objects of a document with those at the same path of its published version. */
function pairObjects(document: Fields, published: Fields | null) {
  const toKey = (path: FieldPath) => JSON.stringify(path)
  const publishedObjects = new Map(
    [...walkObjects(published)].map(({ value, path }) => [toKey(path), value] as const),
  )
  return [...walkObjects(document)].flatMap(({ value, path }) => {
    const before = publishedObjects.get(toKey(path))
    return before ? [{ value, before, path }] : []
  })
}

const isFilm = ({ _type }: Fields) => _type === 'video'

/** Returns what identifies a film: its source, file and URL. */
const getFilm = ({ source, file, url }: Fields) => JSON.stringify([source, getRef(file), url])

const getRef = (value: unknown) => (isRecord(value) ? getProperty(value.asset, '_ref') : undefined)

const isSameFile = (value: unknown, before: unknown) =>
  getRef(value) !== undefined && getRef(value) === getRef(before)

const isEqual = (value: unknown, before: unknown) => JSON.stringify(value) === JSON.stringify(before)
