import type { DocumentPluginOptions } from 'sanity'
import { apiVersion } from '@/lib/content/reading/config'
import { getPublishedId } from '@/lib/content/reading/tags'
import { parseLandingPages } from '@/lib/landingPages'
import { allPages, pages } from '@/lib/pages'
import type { Fields } from '@/studio/checks/walk'

/** Document types without a live page: those shown only for errors, or read only by the server. */
const typesWithoutPage: ReadonlySet<unknown> = new Set(['errorPage', 'notFoundPage', 'redirects'])

/**
 * Returns the path of a live page that shows a document: its own page, the first page that reads it, or the home page.
 *
 * @param document - the published document
 * @returns undefined for a document without a page, and for a landing page without a valid path
 */
export function getLivePath(document: Fields): string | undefined {
  if (typesWithoutPage.has(document._type)) return undefined
  if (document._type === 'landingPage') return parseLandingPages([document])[0]?.path
  const id = String(document._id)
  const ownPage = allPages.find((page) => page.document === id)
  return (ownPage ?? allPages.find(({ reads }) => reads?.includes(id)) ?? pages.home).path
}

let lastOpenPath: string | undefined

/** Returns the live path of the document whose form was last open; undefined if there is none. */
export const getLastOpenPath = () => lastOpenPath

/** Returns the URL of “View live page” in a form's menu; undefined for a document without a live page. */
export const livePageUrl: DocumentPluginOptions['productionUrl'] = async (_, { document, getClient }) => {
  lastOpenPath = getLivePath({ ...document, _id: getPublishedId(document._id) })
  const client = getClient({ apiVersion }).withConfig({ perspective: 'published' })
  // An error would crash the form, and without the network there is no page to open.
  const published = await client
    .fetch<Fields | null>('*[_id == $id][0]{_id, _type, path, title}', { id: getPublishedId(document._id) })
    .catch(() => null)
  const path = published ? getLivePath(published) : undefined
  return path && new URL(path, location.origin).href
}
