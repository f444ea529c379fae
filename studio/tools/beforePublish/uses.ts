import { targetsPage } from '@/lib/announcements/targetsPage'
import { isText } from '@/lib/content/text/contentGuards'
import { filterUsablePaths } from '@/lib/landingPages'
import { allPages, isListed, type Page } from '@/lib/pages'
import { linksToPath } from '@/studio/checks/links'
import { type Fields, toList, toRecords } from '@/studio/checks/walk'

/**
 * Whether a document shows another document, or links or redirects to its page.
 *
 * @param document - a published document
 * @param id - the other document's published id
 * @param page - the other document's page, with its former paths; undefined for documents that are not a page
 */
export function isUsedBy(document: Fields, id: string, page?: Pick<Page, 'path' | 'formerPaths'>): boolean {
  const shownIds =
    allPages.find(({ document: pageId }) => pageId === document._id)?.reads ?? getLandingPageReads(document)
  const paths = page ? [page.path, ...(page.formerPaths ?? [])] : []
  return shownIds.includes(id) || paths.some((path) => linksToPath(document, path))
}

/**
 * Whether a document is a page that shows an announcement. The announcement's selected pages may be former paths;
 * without selected pages, every listed page shows it ({@link isListed}).
 */
export function isShowingAnnouncement(page: Fields, { pages }: Fields): boolean {
  const fixedPage = allPages.find(({ document }) => document === page._id)
  const path = page._type === 'landingPage' ? page.path : fixedPage && isListed(fixedPage) && fixedPage.path
  const formerPaths = filterUsablePaths(page.formerPaths)
  return isText(path) && targetsPage(toList(pages), { path, formerPaths })
}

/** Returns the ids of the documents that a landing page's sections show. */
function getLandingPageReads({ _type, sections }: Fields): string[] {
  if (_type !== 'landingPage') return []
  const sectionValues = toRecords(sections)
  const showsOffer = sectionValues.some(
    (section) => section._type === 'offerSection' || section.checkoutLabel,
  )
  const hasGallery = sectionValues.some((section) => section._type === 'gallerySection')
  return [showsOffer ? ['offer'] : [], hasGallery ? ['gallery'] : []].flat()
}
