import { linksToPath } from '@/lib/content/checks/inboundLinks'
import { type Fields, toList, toRecords } from '@/lib/content/checks/walk'
import { allPages, isListed, type Page } from '@/lib/pages'

/**
 * Whether a document shows another document or links to its page.
 *
 * @param document - a published document
 * @param id - the other document's published id
 * @param page - the other document's page, with its former paths; undefined for documents that are not a page
 */
export function isUsedBy(document: Fields, id: string, page?: Pick<Page, 'path' | 'formerPaths'>): boolean {
  const shownIds =
    allPages.find((one) => one.document === document._id)?.reads ?? getLandingPageReads(document)
  const paths = page ? [page.path, ...(page.formerPaths ?? [])] : []
  return shownIds.includes(id) || paths.some((path) => linksToPath(document, path))
}

/** Whether a page shows an announcement. An announcement without selected pages is on every page. */
export function isShowingAnnouncement(page: Fields, { pages }: Fields): boolean {
  const own = allPages.find(({ document }) => document === page._id)
  const path = page._type === 'landingPage' ? page.path : own && isListed(own) && own.path
  const selected = toList(pages)
  return Boolean(path) && (selected.length === 0 || selected.includes(path))
}

/** Returns the ids of the documents that a landing page's sections show. */
function getLandingPageReads({ _type, sections }: Fields): string[] {
  if (_type !== 'landingPage') return []
  const shown = toRecords(sections)
  const sells = shown.some((one) => one._type === 'offerSection' || one.checkoutLabel)
  const hasGallery = shown.some((one) => one._type === 'gallerySection')
  return [sells ? ['offer'] : [], hasGallery ? ['gallery'] : []].flat()
}
