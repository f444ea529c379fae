import type { Schema } from 'sanity'
import type { Fields } from '@/lib/content/checks/walk'
import { getPublishedId } from '@/lib/content/tags'
import { allPages } from '@/lib/pages'

/** What editors call a document: the page that it is, its own title or text, or what its type is called. */
export function titleOf(document: Fields, schema: Schema): string {
  const id = getPublishedId(String(document._id))
  const page = allPages.find((one) => one.document === id)
  if (page) return page.title
  const own = [document.title, document.text].find((text) => typeof text === 'string' && text !== '')
  return own === undefined ? (schema.get(String(document._type))?.title ?? id) : String(own)
}

/** The title of a document, and whether it is one that a release is going to publish. */
export function getTitleWithRelease(document: Fields, schema: Schema): string {
  const isInRelease = String(document._id).startsWith('versions.')
  return `${titleOf(document, schema)}${isInRelease ? ' (in a release)' : ''}`
}

/** Types that the workspace defines as documents of the site; those of Sanity itself have a dot. */
export function getSiteTypes(schema: Schema): string[] {
  return schema
    .getTypeNames()
    .filter((name) => schema.get(name)?.type?.name === 'document' && !name.includes('.'))
}
