import { stegaClean } from '@sanity/client/stega'
import { createDataAttribute } from 'next-sanity'
import { studioPath } from '@/lib/pages'

/**
 * Creates the attribute that links a number or a date to its field of the offer in Presentation. Only texts can contain
 * edit marks (stega).
 *
 * @param text - a text of the same component; it has edit marks only when the page is rendered for an editor's preview
 * @param path - of the field, for example `values[_key=="a"].amount`
 * @returns no attribute without edit marks: for visitors and shared previews
 */
export function createOfferEditAttributes(text: unknown, path: string): { 'data-sanity'?: string } {
  if (typeof text !== 'string' || stegaClean(text) === text) return {}
  const field = createDataAttribute({ id: 'offer', type: 'offer', path, baseUrl: studioPath })
  return { 'data-sanity': field.toString() }
}
