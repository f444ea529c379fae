import { stegaClean } from '@sanity/client/stega'
import { createDataAttribute } from 'next-sanity'
import { studioPath } from '@/lib/pages'

/**
 * Creates the attribute that links a number or a date to its offer field in Presentation, since only strings can
 * contain edit marks (stega). Returns an empty object if `text`, a string in the same component, has no edit marks.
 *
 * @param path - the field's path, for example `values[_key=="a"].amount`
 */
export function createOfferEditAttributes(text: unknown, path: string): { 'data-sanity'?: string } {
  if (typeof text !== 'string' || stegaClean(text) === text) return {}
  const field = createDataAttribute({ id: 'offer', type: 'offer', path, baseUrl: studioPath })
  return { 'data-sanity': field.toString() }
}
