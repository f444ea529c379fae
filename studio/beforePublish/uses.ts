import { linksToPath } from '@/lib/content/checks/inboundLinks'
import { type Fields, toList, toRecords } from '@/lib/content/checks/walk'
import { allPages, isListed, type Page } from '@/lib/pages'

/**
 * Whether a document shows another one, or leads visitors to it.
 *
 * @param document - one that is published
 * @param id - the other one's published id
 * @param page - the page that the other one is, whose former addresses lead to it as well; undefined for any other document
 */
export function isUsedBy(document: Fields, id: string, page?: Pick<Page, 'path' | 'formerPaths'>): boolean {
  const shown = allPages.find((one) => one.document === document._id)?.reads ?? getLandingPageReads(document)
  const addresses = page ? [page.path, ...(page.formerPaths ?? [])] : []
  return shown.includes(id) || addresses.some((address) => linksToPath(document, address))
}

/** Whether a page shows an announcement: one without chosen pages is on all of them. */
export function isShowingAnnouncement(page: Fields, { pages }: Fields): boolean {
  const own = allPages.find(({ document }) => document === page._id)
  const path = page._type === 'landingPage' ? page.path : own && isListed(own) && own.path
  const chosen = toList(pages)
  return Boolean(path) && (chosen.length === 0 || chosen.includes(path))
}

/** The documents that a landing page shows, by its sections. */
function getLandingPageReads({ _type, sections }: Fields): string[] {
  if (_type !== 'landingPage') return []
  const shown = toRecords(sections)
  const sells = shown.some((one) => one._type === 'offerSection' || one.checkoutLabel)
  const hasGallery = shown.some((one) => one._type === 'gallerySection')
  return [sells ? ['offer'] : [], hasGallery ? ['gallery'] : []].flat()
}
