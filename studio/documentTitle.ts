import type { Schema } from 'sanity'
import { getPublishedId } from '@/lib/content/reading/tags'
import { allPages } from '@/lib/pages'
import type { Fields } from '@/studio/checks/walk'

/** Returns a document's display title: its page's title, its own title or text, or its type's title. */
export function getDocumentTitle(document: Fields, schema: Schema): string {
  const id = getPublishedId(String(document._id))
  const page = allPages.find(({ document: pageId }) => pageId === id)
  if (page) return page.title
  const ownTitle = [document.title, document.text].find((text) => typeof text === 'string' && text !== '')
  return ownTitle === undefined ? (schema.get(String(document._type))?.title ?? id) : String(ownTitle)
}

/** Returns the document types of the site; names of Sanity's own types contain a dot. */
export function getSiteTypes(schema: Schema): string[] {
  return schema
    .getTypeNames()
    .filter((name) => schema.get(name)?.type?.name === 'document' && !name.includes('.'))
}
