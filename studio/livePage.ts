import type { DocumentPluginOptions } from 'sanity'
import type { Fields } from '@/lib/content/checks/walk'
import { apiVersion } from '@/lib/content/config'
import { getPublishedId } from '@/lib/content/tags'
import { parseLandingPages } from '@/lib/landingPages'
import { allPages, pages } from '@/lib/pages'

/** Documents that no page shows by itself, or that only the server reads. */
const withoutPage: ReadonlySet<unknown> = new Set(['errorPage', 'notFoundPage', 'redirects'])

/**
 * The path of the live page that shows a document: its own, or the first of those that contain it.
 *
 * @param document - as it is published
 * @returns undefined for a document without a page
 */
export function getLivePath(document: Fields): string | undefined {
  if (withoutPage.has(document._type)) return undefined
  if (document._type === 'landingPage') return parseLandingPages([document])[0]?.path
  const id = String(document._id)
  const own = allPages.find((page) => page.document === id)
  return (own ?? allPages.find(({ reads }) => reads?.includes(id)) ?? pages.home).path
}

/** Opens the live page from the menu of a form, once the document is published. */
export const livePageUrl: DocumentPluginOptions['productionUrl'] = async (_, { document, getClient }) => {
  const client = getClient({ apiVersion }).withConfig({ perspective: 'published' })
  // An error would crash the form, and without the network there is no page to open.
  const published = await client
    .fetch<Fields | null>('*[_id == $id][0]{_id, _type, path, title}', { id: getPublishedId(document._id) })
    .catch(() => null)
  const path = published ? getLivePath(published) : undefined
  return path && new URL(path, location.origin).href
}
