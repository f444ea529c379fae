import { stegaClean } from '@sanity/client/stega'
import { createDataAttribute } from 'next-sanity'
import { studioPath } from '../pages'

/**
 * The attribute that links a number or a date to its field of the offer in Presentation, which marks only texts.
 *
 * @param text - a text beside it, whose edit marks show that Presentation renders the page
 * @param path - of the field, for example `values[_key=="a"].amount`
 * @returns no attribute without edit marks: for visitors and shared previews
 */
export function offerEditAttributes(text: unknown, path: string): { 'data-sanity'?: string } {
  if (typeof text !== 'string' || stegaClean(text) === text) return {}
  const field = createDataAttribute({ id: 'offer', type: 'offer', path, baseUrl: studioPath })
  return { 'data-sanity': field.toString() }
}
