import type { Schema } from 'sanity'
import { getPublishedId } from '@/lib/content/reading/tags'
import { allPages } from '@/lib/pages'
import type { Fields } from '@/studio/checks/walk'

/**
 * Returns a document's display title: its page's title, its own title or text, or its type's title.
 *
 * @param schema - without it, the words of a type's name are its title: “site settings”
 */
export function getDocumentTitle(document: Fields, schema?: Pick<Schema, 'get'>): string {
  const id = getPublishedId(String(document._id))
  const page = allPages.find(({ document: pageId }) => pageId === id)
  if (page) return page.title
  const ownTitle = [document.title, document.text].find((text) => typeof text === 'string' && text !== '')
  if (ownTitle !== undefined) return String(ownTitle)
  const type = String(document._type)
  return schema?.get(type)?.title ?? type.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** Returns the names of the site's document types. The names of Sanity's own types contain a dot. */
export function getSiteTypes(schema: Schema): string[] {
  return schema
    .getTypeNames()
    .filter((name) => schema.get(name)?.type?.name === 'document' && !name.includes('.'))
}
